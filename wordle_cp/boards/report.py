"""What is known of a game on several boards: exact values where it is small, proven bounds where it isn't."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.boards.bounds import bound_boards
from wordle_cp.boards.exact import BoardsSearch, TooLargeError
from wordle_cp.errors import UsageError
from wordle_cp.position_value import SILENT_WORK
from wordle_cp.rules import Mode
from wordle_cp.search.watch import StoppedError
from wordle_cp.variant_file import MOST_BOARDS

if TYPE_CHECKING:
    from wordle_cp.position_value import Work
    from wordle_cp.search.watch import StopReason
    from wordle_cp.variant import Variant


@dataclass(frozen=True, slots=True)
class BoardsReport:
    """The least total over all deals and the least worst case, each between two numbers, which may be equal.

    `openers` are first guesses that reach the total and the worst case, where both are exact by search.
    Otherwise `fixed` are the first guesses of the strategy behind the upper bound of the total, and
    `one_board` is the least total of one board, if it was found. `stopped_by` says what ended the work.
    """

    variant: Variant
    boards: int
    deals: int
    total: tuple[int, int]
    worst: tuple[int, int]
    openers: tuple[str, str] | None
    fixed: tuple[str, ...]
    one_board: int | None
    stopped_by: StopReason | None
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether both numbers are known."""
        return self.total[0] == self.total[1] and self.worst[0] == self.worst[1]

    @property
    def mean(self) -> tuple[float, float]:
        """Bounds of the expected number of guesses until all boards are solved."""
        return self.total[0] / self.deals, self.total[1] / self.deals


def solve_boards(variant: Variant, boards: int, work: Work = SILENT_WORK) -> BoardsReport:
    """Return the least total and the least worst case of `boards` boards, or bounds of them.

    The limit of the game doesn't count. An exact answer is tried up to `exact.MOST_WORDS` words and
    `exact.MOST_OUTCOMES` outcomes.

    Raises:
        UsageError: a number of boards out of range, or a mode other than normal.
    """
    started = time.monotonic()
    if not 1 <= boards <= MOST_BOARDS:
        message = f"expected 1 to {MOST_BOARDS} boards, found {boards}"
        raise UsageError(message)
    if variant.mode is not Mode.NORMAL:
        message = f"several boards are played in normal mode, not in {variant.mode} mode"
        raise UsageError(message)
    deals = len(variant.hidden) ** boards
    try:
        exact = BoardsSearch(variant.scoring, variant.guesses, variant.hidden, work.demand_time).solve(boards)
    except (TooLargeError, StoppedError):  # the bounds will be stopped, too
        bounds = bound_boards(variant, boards, work)
        return BoardsReport(
            variant,
            boards,
            deals,
            bounds.total,
            bounds.worst,
            None,
            () if bounds.in_turn is None else bounds.in_turn.openers,
            bounds.one_board,
            bounds.stopped_by,
            time.monotonic() - started,
        )
    return BoardsReport(
        variant,
        boards,
        deals,
        (exact.total, exact.total),
        (exact.worst, exact.worst),
        (exact.opener, exact.worst_opener),
        (),
        None,
        None,
        time.monotonic() - started,
    )
