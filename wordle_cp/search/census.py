"""The census: which openers guarantee that every hidden word is found within a number of guesses?

One native search (`engine.DepthSearch.census`) decides all openers, on all threads, and shares what it learns
among them; here it is set up, watched and stopped. Decisions are collected while it runs, from the calling
thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import DepthSearch, Game
from wordle_cp.errors import UsageError, WordleCpError, brief
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Question, checked_depth
from wordle_cp.search.watch import watch
from wordle_cp.threads import Run
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.engine import ProofNode

NEEDS: Final = Needs("a census", tiles=True, only_facts=True)
_LEAST_LEFT: Final = 2
"""With one guess left and two words no opener is any good."""


class KnownNodesError(WordleCpError):
    """The proof nodes of an earlier run are no proof, so they are not those of an earlier run."""


@dataclass(frozen=True, slots=True)
class CensusQuestion(Question):
    """Which next guesses of a position find every hidden word within `depth` guesses in all?

    `depth` counts the guesses of the history too.
    """

    depth: int = 0

    __repr__ = brief("position", "depth")

    def __post_init__(self) -> None:
        """See that it makes sense.

        Raises:
            UsageError: the depth is out of range, only one hidden word is left, or the mode is ultrahard,
                where refutations have no certificate.
        """
        Question.__post_init__(self)
        NEEDS.demand(self.variant)
        checked_depth(self.depth, self.history, _LEAST_LEFT)
        if len(self.hidden) == 1:
            message = f"only {self.hidden[0]!r} agrees with the history, so an opener decides nothing"
            raise UsageError(message)

    @property
    def guesses_left(self) -> int:
        """What the history leaves of the `depth` guesses."""
        return self.depth - len(self.history)


def search_census(
    question: CensusQuestion,
    openers: Sequence[str],
    collect: Callable[[DepthSearch], object],
    *,
    known: Sequence[ProofNode] = (),
    work: Work = UNLIMITED,
) -> tuple[DepthSearch | None, StopReason | None]:
    """Decide each of `openers`; return the search, which may have more decisions, and why it was stopped.

    `collect` takes what there is, every 50 ms. `known` are the proof nodes of an earlier run of the same
    question. When the `work` is cancelled, a limit strikes, or KeyboardInterrupt arrives, the search ends
    soon. What `collect` raises ends it, too, and is raised here. There is no search where there is reason to
    stop already: setting up a large game takes a second.

    Raises:
        KnownNodesError: `known` is no proof.
    """
    try:
        work.demand_time()
        game = Game(question.variant.guesses, question.hidden, work=work)
    except StoppedError as stopped:
        return None, stopped.reason
    search = DepthSearch(game, question.variant.mode, jobs=work.jobs)
    run = Run(
        lambda: search.census(question.guesses_left, history=question.history, openers=openers, known=known)
    )
    stopped_by = watch(run, search.stop, poll=lambda: collect(search), work=work)
    try:
        run.result()
    except ValueError as error:
        raise KnownNodesError(str(error)) from error
    return search, stopped_by


def decide_more(
    question: CensusQuestion,
    openers: Sequence[str],
    search: DepthSearch,
    known: Sequence[ProofNode],
    cancelled: Callable[[], bool],
) -> bool:
    """Decide `openers` with a search that may have decided others, and tell whether it has.

    What comes out stays in the `search`. Once `cancelled` returns true it ends soon, and can't be used any
    more. `known` are proof nodes of an earlier run: only the first time.

    Raises:
        ValueError: see `DepthSearch.census`.
    """
    run = Run(
        lambda: search.census(question.guesses_left, history=question.history, openers=openers, known=known)
    )
    stopped_by = watch(run, search.stop, poll=lambda: None, work=Work(cancelled=cancelled))
    left = run.result()
    return stopped_by is None and not left
