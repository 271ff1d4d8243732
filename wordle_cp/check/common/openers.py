"""Of which openers an impossibility speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.check.common.lists import WHOLE, demand_allowed
from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.impossible import DepthImpossible
    from wordle_cp.check.common.lists import Lists


def openers_of(claim: DepthImpossible, game: GameRecord, lists: Lists) -> list[bool]:
    """Tell of which guesses the claim speaks as openers, one at least; reject if a listed word is none."""
    listed = set(claim.openers)
    if len(listed) != len(claim.openers):
        raise CertificateRejected(WHOLE, "openers", "different words", "one that occurs twice")
    for word in claim.openers:
        demand_allowed(word, claim.history, game, lists)
    wanted = claim.scope is OpenerScope.ONLY
    allowed = game.scoring.is_allowed
    openers = [
        (word in listed) is wanted and allowed(word, claim.history, game.mode) for word in lists.guesses
    ]
    if not any(openers):
        raise CertificateRejected(WHOLE, "openers", "an opener that the mode allows", "none in the scope")
    return openers
