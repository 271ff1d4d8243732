"""Pairs of fixed opening words in the order of their least totals: the best K, and none missing.

Both words are played whatever the responses, the second unless the first wins; what follows is the best
strategy there is. Where this stands: beside `rank`, above the engine, below the command line.

**What a pair is.** Two different words. Its two orders cost the same, unless one of the words may be hidden
and the other not: then it takes one guess less to begin with the former. For with N hidden words, the total
of the words a, b in this order is 2N - [a may be hidden] + what the combined cells cost, the sets of words
that show the same responses to both; and these are the same in either order. So a pair is ranked once, in its
better order, and the total of the other order stands beside it. Where they tie, the word comes first that
leaves fewer hidden words on average.

**Normal mode only.** In hard mode a second word would have to be allowed after every response to the first:
hardly any is.
"""

from __future__ import annotations

import csv
import io
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import Game, PairOutcome, PairSearch
from wordle_cp.errors import UsageError, counted
from wordle_cp.games.goal import places
from wordle_cp.rules.modes import Mode
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from wordle_cp.engine import PairCost
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.games.variant import Variant

WORDS: Final = 2
"""Words in a pair."""


@dataclass(frozen=True, slots=True)
class PairReport:
    """The ranking, as far as it is known.

    `ranked` are the `top` best pairs, all that tie with the last of them included, by cost and then in the
    order of the guess list. `others` pairs cost more, `hopeless` ones can't keep the limit, and `left` ones
    aren't settled: while there are any, pairs may be missing in `ranked`. Of `others`, `by_counts` were
    settled by counting combined cells, without a look at any of these.
    """

    question: TotalQuestion
    top: int
    ranked: tuple[PairCost, ...]
    others: int
    by_counts: int
    hopeless: int
    left: int
    stopped_by: StopReason | None
    work: int
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether it is proven that no pair is missing in `ranked`."""
        return not self.left

    def mean(self, found: PairCost) -> Fraction:
        """Return the number of guesses that a hidden word takes on average."""
        return Fraction(found.cost, len(self.question.hidden))

    def places(self) -> tuple[int, ...]:
        """Return the place of each of `ranked`: equal costs share the first one's."""
        return places([found.cost for found in self.ranked])


def number_of_pairs(variant: Variant) -> int:
    """Return how many pairs of different guesses there are."""
    words = len(variant.guesses)
    return words * (words - 1) // 2


def rank_pairs(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> PairReport:
    """Find the `top` pairs of fixed opening words of the `question`, and prove that none is missing.

    Costs count from the position on.

    Raises:
        UsageError: another mode than normal, a game of codes, or `top` is less than 1.
    """
    started = time.monotonic()
    variant = question.variant
    if top < 1:
        message = f"expected a number of pairs of 1 or more, found {top}"
        raise UsageError(message)
    if variant.codes is not None:
        message = f"fixed opening words are for games of words; {variant.name} is one of codes"
        raise UsageError(message)
    if variant.mode is not Mode.NORMAL:
        message = (
            f"fixed opening words need normal mode: {variant.mode} mode hardly ever allows a second word "
            "after every response to the first"
        )
        raise UsageError(message)
    if question.guesses_left is not None and question.guesses_left < WORDS:
        left = counted(question.guesses_left, "guess", "guesses")
        message = f"expected a limit that leaves both words, found {left} left"
        raise UsageError(message)
    outcome, stopped_by = _search(question, top, work)
    return PairReport(
        question=question,
        top=top,
        ranked=outcome.ranked,
        others=outcome.others,
        by_counts=outcome.by_counts,
        hopeless=outcome.hopeless,
        left=outcome.left,
        stopped_by=stopped_by,
        work=outcome.work,
        seconds=time.monotonic() - started,
    )


def _search(question: TotalQuestion, top: int, work: Work) -> tuple[PairOutcome, StopReason | None]:
    """Return what the search found, and why it was stopped if pairs are left."""
    try:
        work.demand_time()
        game = Game(question.variant.guesses, question.hidden, heed=work.demand_time)
    except StoppedError as stopped:
        return PairOutcome((), 0, 0, 0, number_of_pairs(question.variant), 0), stopped.reason
    search = PairSearch(game, jobs=work.jobs)
    outcome, stopped_by = watched(
        lambda: search.rank(top=top, guesses_left=question.guesses_left),
        search.stop,
        poll=lambda: work.show(search.progress()),
        work=work,
    )
    return outcome, stopped_by if outcome.left else None


def render_csv(report: PairReport) -> str:
    """Return the ranking as CSV, a line a pair."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("rank", "opener", "mean_guesses", "total_guesses", "reversed_total_guesses"))
    for place, found in zip(report.places(), report.ranked, strict=True):
        mean = f"{float(report.mean(found)):.4f}"
        writer.writerow((place, f"{found.first} {found.second}", mean, found.cost, found.reversed_cost))
    return text.getvalue()
