"""The checker of strategies: is every hidden word found in time?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.check.common.kind import CheckRun, Kind, kept
from wordle_cp.check.common.strategy import check_strategy

if TYPE_CHECKING:
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists


def check_possible(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun
) -> None:
    """Check the whole proof; see `check_strategy`."""
    game, claim = reader.head.game, reader.head.claim
    check_strategy(game, claim, lists, hidden_set, reader.read(STEPS, claim.steps, last=True), run.progress)


def strategy_of(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], opener: str | None
) -> Certificate | list[str]:
    """Check the strategy, and return it if it begins with `opener`; otherwise what it begins with."""
    head, steps = reader.head, list[str]()
    read = reader.read(STEPS, head.claim.steps, last=True)
    check_strategy(head.game, head.claim, lists, hidden_set, kept(read, steps), None)
    first = steps[0] if steps else hidden_set[0]
    return Certificate(head, tuple(steps)) if opener in {None, first} else [first]


KIND: Final = Kind(check_possible, strategy_of)
