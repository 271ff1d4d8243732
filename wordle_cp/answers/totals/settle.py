"""Openers are settled in one way, for `solve` and `rank`: by threads here, or by a cluster.

What is settled goes to `KnownOpeners` as it comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.engine import OpenerResult, Refuted
from wordle_cp.search.parted import session_of
from wordle_cp.search.total import depth_decides_the_limit, limit_is_tight

if TYPE_CHECKING:
    from wordle_cp.engine import Settled
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.ranking_state import KnownOpeners
    from wordle_cp.search.total import TotalSession
    from wordle_cp.work import StopReason, Work

_ALL: Final = 0  # as the search says it


def none_keeps_the_limit(question: TotalQuestion, work: Work, in_doubt: float | None = None) -> bool:
    """Ask the depth search, where the limit is tight, whether any opener keeps it; tell whether none does.

    With `in_doubt`, as no strategy that keeps it was found soon, it is asked for so many seconds at most
    where the limit doesn't look tight, too.

    Raises:
        StoppedError: there was reason to stop.
    """
    possible = limit_is_tight(question) if in_doubt is None else depth_decides_the_limit(question)
    if question.asked or not possible:
        return False
    from wordle_cp.answers.depth.minimax import limit_refuted  # noqa: PLC0415  the models take a moment to load

    work.stage("whether any opener keeps the limit")
    return limit_refuted(question, work, in_doubt)


def settle(
    known: KnownOpeners, cluster: str | None, work: Work, session: TotalSession | None = None
) -> tuple[int, StopReason | None]:
    """Settle the openers that aren't `known`, with a `session` if there is one already.

    Return how many guesses were examined, and why openers are left that are not settled, None where there are
    none.

    Raises:
        StoppedError: there was reason to stop. ClusterError: see `ClusterSession`.
    """
    question = known.question
    top = _ALL if known.top is None else known.top
    left = known.left
    if not left:
        return 0, None
    openers = () if len(left) == len(question.position.allowed) else known.asked
    if cluster is None:
        session = session or session_of(question, work)
        outcome, stopped_by = session.rank(
            openers=openers, top=top, guesses_left=question.guesses_left, collector=known
        )
    else:
        from wordle_cp.runs.cluster.ranking import ClusterSession  # noqa: PLC0415  the checker loads with it

        with ClusterSession(cluster, question, work) as spread:
            outcome, stopped_by = spread.rank(openers=openers, top=top, collector=known)
    settled: tuple[Settled, ...] = (*outcome.ranked, *outcome.others, *map(Refuted, outcome.refuted))
    known.take([OpenerResult(found) for found in settled if found.opener not in known], "")
    left = known.left
    if stopped_by is None and left:
        message = f"the search ended, and {left[0]!r} isn't settled"
        raise AssertionError(message)
    return outcome.work, stopped_by if left else None
