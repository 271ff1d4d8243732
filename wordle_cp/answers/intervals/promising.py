"""A good strategy without a search of all openers: the best one of a few that look promising.

Where this stands: above `search.total` and `answers.totals.replay`, below `between` and `missed`, for whose
intervals it is the upper end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.search.total import TotalSession
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.work import Work

TOGETHER: Final = 8
"""Openers that are looked at together where one takes little time."""


def promising_strategy(
    question: TotalQuestion,
    openers: Sequence[str],
    *,
    hinted: Sequence[str] = (),
    together: int,
    work: Work,
) -> Strategy | None:
    """Return a strategy of least cost for its opener, the best of some `openers`; None if none is in time.

    The openers are taken so many `together`, those `hinted` first, then by promise, until one of them has a
    strategy in time: then it is that of the best of these.

    Raises:
        StoppedError: there was reason to stop.
    """
    session = TotalSession(question, work)
    candidates = tuple(dict.fromkeys((*hinted, *session.by_promise(openers))))
    if len(question.hidden) == 1:  # a strategy is that word, and has no way to say that it comes later
        candidates = question.hidden
    work.stage("search")
    for start in range(0, len(candidates), together):
        outcome, stopped_by = session.rank(openers=candidates[start : start + together])
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        if outcome.ranked:
            work.stage("strategy")
            return replay(question, session.strategy(outcome.ranked[0].opener))
    return None
