"""Whether the certificate of an interval may take the place of a file that is there already.

An interval is what there was time for, and the file may have taken longer: so an interval takes the place of
an interval about the same question only, and only if none of its ends lies further off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.missed_between import MissedBetween
from wordle_cp.certificate.claims.total import TotalBetween
from wordle_cp.certificate.read import open_certificate
from wordle_cp.errors import WordleCpError

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.certificate.render import AnyCertificate

_SCOPE: Final = ("history", "within", "among", "weights")
"""Fields of claims that say what is asked; not every claim has each."""


def may_claim_more(path: Path, certificate: AnyCertificate) -> bool:
    """Tell whether a file is at `path` that mustn't be replaced by this `certificate` of an interval."""
    if not path.exists():
        return False
    try:
        with open_certificate(path) as reader:
            game, claim = reader.head.game, reader.head.claim
    except WordleCpError:
        return True  # whatever it is
    new = certificate.claim
    mine, there = _ends(new), _ends(claim)
    if mine is None or there is None or (type(claim), game) != (type(new), certificate.head.game):
        return True
    if any(getattr(claim, name, None) != getattr(new, name, None) for name in _SCOPE):
        return True
    return mine[0] < there[0] or mine[1] > there[1]


def _ends(claim: Claim) -> tuple[int, int] | None:
    """Return both ends that are claimed, None where it is no interval."""
    if isinstance(claim, TotalBetween):
        return claim.others, claim.reached
    return (claim.low, claim.high) if isinstance(claim, MissedBetween) else None
