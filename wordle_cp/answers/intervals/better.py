"""A strategy made better where that is easy: at positions of few words it plays on at the least cost.

Where this stands: above `search.total`, below `between`, which takes somebody's strategy for the upper end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.total import TotalSession
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW_WORDS: Final = 1500
"""Positions of so many hidden words are searched within seconds, even if all guesses may be hidden."""
_PAIR: Final = 2  # words: one after the other, the one that weighs more first


def better_strategy(
    question: TotalQuestion,
    steps: Sequence[str],
    *,
    few: int = FEW_WORDS,
    work: Work = UNLIMITED,
) -> tuple[str, ...]:
    """Return a strategy that costs no more than the one of `steps`, which must keep the limit of `question`.

    What it costs are guesses. From the first positions after the opener on that have at most `few` words, or
    two, it costs the least that it can; before, it is the same.

    Raises:
        StoppedError: there was reason to stop.
    """
    if len(question.hidden) == 1:
        return ()
    weights = dict(zip(question.hidden, question.goal.weights_of(question.hidden), strict=True))
    better: list[str] = []
    seen = 0
    show = work.counting("strategy")  # of hidden words, those at positions that were looked at
    searched = question.history  # the position settled last: the nodes below it are passed over
    scoring = question.variant.scoring
    for node in walk(steps, question.hidden, question.history, leaves=False, scoring=scoring):
        if len(searched) > len(question.history) and node.history[: len(searched)] == searched:
            continue
        show(seen, len(question.hidden))
        words = node.hidden_set
        heaviest = max(words, key=weights.__getitem__)
        if node.history == question.history or len(words) > max(few, _PAIR) or not weights[heaviest]:
            better.append(node.guess)
            continue
        searched = node.history
        seen += len(words)
        if len(words) == _PAIR:
            better.append(heaviest)
            continue
        position = TotalQuestion.of(
            question.variant, history=searched, max_guesses=question.limit, goal=question.goal
        )
        session = TotalSession(position, work.showing(lambda _event: None))
        outcome, stopped_by = session.rank()
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        better += session.strategy(outcome.ranked[0].opener)
    return tuple(better)
