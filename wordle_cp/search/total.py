"""Least costs: what the best strategies of a position cost, opener by opener, and what such a strategy is.

The native search (`engine.TotalSearch`) is set up here, watched from the calling thread, and stopped at
limits. It proves its numbers by exhaustion; a strategy that it returns is for others to replay.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, TypeVar

from wordle_cp.engine import Effort, Game, TotalSearch
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.depth import count_bound
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.engine import OpenerResult, TotalOutcome, TotalProgress
    from wordle_cp.games.question import TotalQuestion

_Result = TypeVar("_Result")

_MANY_WORDS: Final = 500
_VERY_MANY_WORDS: Final = 4000
"""Hidden words from which on a limit may be tight, and any is; see `limit_is_tight`."""


def limit_is_tight(question: TotalQuestion) -> bool:
    """Tell whether it is likely that no opener keeps the limit, or soon seen compared with what totals take.

    It is likely where the guesses are at most one more than counting says are needed (`count_bound`). It is
    soon seen where so many words may be hidden that a depth question takes next to nothing of the time that
    totals take. Totals of few words take no time; of codes the search knows more than the depth search.
    """
    left, words = question.guesses_left, len(question.hidden)
    if left is None or words < _MANY_WORDS or not depth_decides_the_limit(question):
        return False
    return words >= _VERY_MANY_WORDS or left <= count_bound(words, question.variant.scoring) + 1


def depth_decides_the_limit(question: TotalQuestion) -> bool:
    """Tell whether that no opener keeps the limit is a question for the depth search."""
    left, variant = question.guesses_left, question.variant
    if left is None or left > MAX_GUESSES_LEFT or not question.goal.is_plain:
        return False
    return variant.mode.only_facts and variant.scoring.feedback.shows_facts


class Collector:
    """Hears of openers while they are ranked, on the calling thread; this one ignores what it hears."""

    strategies: bool = False
    """Whether a strategy is wanted for each exact cost."""
    pause_after: float | None = None
    """After these seconds a ranking pauses (None: never). Then openers may be left without a reason to stop,
    and another ranking of them goes on with what was learned."""
    bounds: bool = False
    """Whether lower bounds that are soon shown will do, even if they settle nothing."""

    seen: Callable[[TotalProgress], object] = staticmethod(lambda progress: progress)
    """Returns what is shown of a snapshot: this one, as long as nothing else counts with it."""

    def collect(self, results: Sequence[OpenerResult]) -> None:
        """Hear what came out about openers, each once."""


class Keeper(Collector):
    """Keeps what it hears, with strategies."""

    strategies = True

    def __init__(self) -> None:
        """Begin with nothing."""
        self.results: list[OpenerResult] = []

    def collect(self, results: Sequence[OpenerResult]) -> None:
        """Keep them."""
        self.results += results


IGNORING: Final = Collector()


def game_of_question(question: TotalQuestion, work: Work) -> Game:
    """Return the words of the `question` and their patterns."""
    return Game(
        question.variant.guesses,
        question.hidden,
        question.variant.scoring,
        symmetry=question.symmetric,
        work=work,
    )


class TotalSession:
    """A question made ready, about which several things may be asked, one after the other, as one work."""

    policy_seconds: float = 0.0
    """In less time the strategy of a policy isn't to be had."""

    def __init__(self, question: TotalQuestion, work: Work = UNLIMITED) -> None:
        """Score all pairs. A snapshot is shown every 50 ms while a search runs.

        Raises:
            StoppedError: there is reason to stop already.
        """
        self.question = question
        self._work = work
        self._stopped_by: StopReason | None = None  # the search can't go on once it was told to stop
        self.demand_time()  # setting up a large game takes a second
        goal = question.goal
        game = game_of_question(question, work)
        self.game: Game | None = game
        """The game, unless it is too large to be set up as a whole."""
        self._search = TotalSearch(
            game,
            question.variant.mode,
            jobs=work.jobs,
            costs=goal.costs,
            loss=goal.loss,
            weights=goal.weights_of(question.hidden) if goal.weights else (),
            symmetry=work.symmetry and question.symmetric,
        )

    def demand_time(self) -> None:
        """Raise StoppedError if there is reason to stop now, or was when the search was told to."""
        reason = self._stopped_by or self._work.reason_to_stop()
        if reason is not None:
            raise StoppedError(reason)

    def go_on(self, work: Work) -> None:
        """Take `work` from here on, though an earlier call was stopped."""
        self._work = work
        self._stopped_by = None

    def rank(
        self,
        *,
        openers: Sequence[str] = (),
        top: int = 1,
        guesses_left: int | None = None,
        collector: Collector = IGNORING,
        most: int | None = None,
        keep: bool = False,
    ) -> tuple[TotalOutcome, StopReason | None]:
        """Rank `openers` (none: all), as `TotalSearch.rank`, under a limit not above the question's.

        Of those that are equally good for a reason of symmetry one is asked about; the others get its result.

        None for `guesses_left` stands for what the question leaves; for `most` and `keep` see there. What the
        `collector` raises ends the search, and is raised here. Returns why openers are left that are not
        settled, too, or None where there are none.

        Raises:
            StoppedError: an earlier call was stopped.
        """
        if self._stopped_by is not None:
            raise StoppedError(self._stopped_by)
        search = self._search
        classes = self.classes(openers)
        within = None if collector.pause_after is None else self._work.at_most(collector.pause_after)
        counted = set[str]()

        def show() -> None:
            settled = search.take_results()
            counted.update(one.opener for one in settled if not one.searched)
            if settled:
                collector.collect(classes.settled(settled))
            self._work.show(collector.seen(search.progress()))

        outcome, stopped_by = self._watched(
            lambda: search.rank(
                history=self.question.history,
                openers=classes.asked or openers,
                top=top,
                guesses_left=self.question.guesses_left if guesses_left is None else guesses_left,
                most=most,
                strategies=collector.strategies and len(self.question.hidden) > 1,
                keep=keep,
                again=within is not None,
                bounds=collector.bounds,
            ),
            show,
            within,
        )
        show()
        outcome = classes.outcome(outcome, top, counted)
        assert not outcome.left or stopped_by is not None or within is not None, "nobody told it to stop"
        return outcome, stopped_by if outcome.left else None

    def about(self, question: TotalQuestion) -> TotalSession:
        """Return a session about a later position of the same game, which shares the search with this one."""
        session = copy(self)
        session.question = question
        return session

    def classes(self, openers: Sequence[str]) -> OpenerClasses:
        """Return which of `openers` (none: all) are equally good for a reason of symmetry."""
        return OpenerClasses.of_question(self.question, openers) if self._work.symmetry else NO_CLASSES

    def lower_most(self, most: int) -> None:
        """Lower the `most` of the ranking at work; from any thread."""
        self._search.lower_most(most)

    def by_promise(self, openers: Sequence[str]) -> tuple[str, ...]:
        """Return `openers` in the order in which a ranking takes them."""
        return self._search.by_promise(openers, history=self.question.history)

    def strategy(self, opener: str, *, guesses_left: int | None = None) -> tuple[str, ...]:
        """Return a strategy of least cost that begins with `opener`, as `TotalSearch.strategy`.

        Where one word is left that is none, as it is simply guessed. For `guesses_left` see `rank`.

        Raises:
            StoppedError: there is reason to stop.
        """
        self.demand_time()
        question = self.question
        if len(question.hidden) == 1:
            return ()
        left = question.guesses_left if guesses_left is None else guesses_left
        search = self._search
        steps, _ = self._watched(
            lambda: search.strategy(history=question.history, opener=opener, guesses_left=left),
            lambda: None,  # the counts of the last ranking are no progress of this
        )
        return steps

    def policy(
        self, effort: Effort, openers: Sequence[str] = (), *, guesses_left: int | None, work: Work
    ) -> tuple[str, ...] | None:
        """Return a strategy of a policy, as `TotalSearch.policy`, or None if none was found.

        It must keep the limit of `guesses_left`, unless words may be lost. It may be asked for after an
        earlier call was stopped, too, within the limits of this `work`.

        Raises:
            StoppedError: there is reason to stop.
        """
        question, search = self.question, self._search
        if len(question.hidden) == 1:
            return ()
        search.resume()

        def policy() -> tuple[str, ...] | None:
            return search.policy(
                history=question.history,
                openers=openers,
                guesses_left=None if question.goal.loss is not None else guesses_left,
                effort=effort,
            )

        steps, _ = watched(policy, search.stop, poll=lambda: None, work=work)
        search.resume()
        return steps

    def _watched(
        self, call: Callable[[], _Result], poll: Callable[[], None], within: Work | None = None
    ) -> tuple[_Result, StopReason | None]:
        """Return what `call` returns, and why it was told to stop if it was.

        It is told to pause, too, where `within` has less time than the work has.
        """
        self._search.resume()
        try:
            result, stopped_by = watched(call, self._search.stop, poll=poll, work=within or self._work)
        except StoppedError as stopped:
            self._stopped_by = self._stopped_by or stopped.reason
            raise
        if within is not None and stopped_by is StopReason.TIME and self._work.reason_to_stop() is None:
            return result, None
        self._stopped_by = self._stopped_by or stopped_by
        return result, stopped_by
