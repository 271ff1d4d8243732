"""A trace of a question that the native search has answered, and the two answers are the same."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from wordle_cp.errors import UsageError
from wordle_cp.rules.symmetry import representatives
from wordle_cp.views.traces.events import Trace, TraceClaim
from wordle_cp.views.traces.game import SmallGame
from wordle_cp.views.traces.recorder import MOST_EVENTS, Recorder
from wordle_cp.views.traces.search import search
from wordle_cp.views.traces.techniques import ALL_TECHNIQUES, Technique
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.games.question import TotalQuestion


def check_traceable(question: TotalQuestion, openers: Sequence[str] = ()) -> None:
    """Make sure that a trace of `question` can be tried, before the work for its answer.

    Raises:
        UsageError: see `SmallGame`.
    """
    SmallGame(question, openers)


def trace_of(
    question: TotalQuestion,
    *,
    openers: Sequence[str] = (),
    guesses_left: int | None = None,
    techniques: frozenset[Technique] = ALL_TECHNIQUES,
    most_events: int = MOST_EVENTS,
    work: Work = UNLIMITED,
) -> Trace:
    """Search for the least total of `question` with some techniques, and return what happened.

    The first guess is one of `openers` (none: any). `guesses_left` is another limit than the question's.

    Raises:
        UsageError: the game is too large (see `SmallGame`), or the trace (more than `most_events`).
        StoppedError: there was reason to stop first.
    """
    game = SmallGame(question, openers)
    recorder = Recorder(work.demand_time, most_events)
    left = question.guesses_left if guesses_left is None else guesses_left
    total, best = search(game, left, techniques, recorder)
    claim = TraceClaim(
        variant=question.variant.name,
        mode=game.mode,
        scoring=question.variant.scoring,
        after=question.variant.scoring.format_history(question.history),
        guesses_left=left,
        techniques=tuple(technique for technique in Technique if technique in techniques),
        hidden=game.hidden,
        guesses=game.guesses,
        left_out=game.left_out,
    )
    return Trace(claim, tuple(recorder.events), None if total == inf else int(total), best)


def trace_of_report(
    report: SolveAnswer,
    techniques: frozenset[Technique] = ALL_TECHNIQUES,
    work: Work = UNLIMITED,
    most_events: int = MOST_EVENTS,
) -> Trace:
    """Return a trace of the question that `report` answers; it must come to the same answer.

    For the lexicographic goals it is the search for the least total under the limit that they lead to.

    Raises:
        UsageError: the question isn't answered, or as `trace_of`.
        StoppedError: there was reason to stop first.
        AssertionError: the two searches differ: a bug.
    """
    if not report.exact:
        message = "there is no trace of a question that isn't answered"
        raise UsageError(message)
    trace = trace_of(
        report.question,
        openers=report.question.asked,
        guesses_left=report.guesses_left,
        techniques=techniques,
        most_events=most_events,
        work=work,
    )
    best = trace.best_word
    if trace.total != report.cost or (best is not None and not _is_named(best, report)):
        message = (
            f"the traced search finds {trace.total} with {best}, "
            f"the native one {report.cost} with {', '.join(report.best) or 'nothing'}"
        )
        raise AssertionError(message)
    return trace


def _is_named(best: str, report: SolveAnswer) -> bool:
    """Tell whether `report` names `best` as one of the best; of equivalent codes it names one."""
    if report.question.variant.codes is None or best in report.best:
        return best in report.best
    made = [guess for guess, _ in report.question.history]
    return representatives(made, [*report.best, best])[best] != best
