"""The least worst case of a question: the fewest guesses within which every hidden word can be found.

Where this stands: between `solve`, whose lexicographic aims need it, and the depth search. It asks for one
guess, two, three and so on; what is hopeless the search sees at once, but for the last number before the
answer.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wordle_cp.engine import MAX_GUESSES_LEFT, Verdict
from wordle_cp.errors import UsageError
from wordle_cp.lemmas import family_facts
from wordle_cp.search.depth import search_depth
from wordle_cp.search.watch import NO_LIMITS, Limits, StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.engine import DepthProgress
    from wordle_cp.search.total import TotalQuestion


def least_worst_case(
    question: TotalQuestion,
    *,
    openers: Sequence[str] = (),
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    progress: Callable[[DepthProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> int | None:
    """Return the least number of guesses after the history that finds every hidden word of `question`.

    `openers` restricts the next guess (none: every allowed one). None if what the question leaves isn't
    enough.

    Raises:
        UsageError: it has no limit, and 31 guesses, the most that are tried, aren't enough.
        StoppedError: a limit has struck, or `cancelled` returned true.
    """
    started = time.monotonic()
    past = len(question.history)
    most = MAX_GUESSES_LEFT
    if question.guesses_left is not None:
        most = min(most, question.guesses_left)
    for left in range(1, most + 1):
        facts = family_facts(question.variant, question.hidden, left, cancelled=cancelled)
        result = search_depth(
            question.variant,
            past + left,
            history=question.history,
            openers=openers,
            facts=facts,
            jobs=jobs,
            limits=limits.after(started),
            progress=progress,
            cancelled=cancelled,
        )
        if result.verdict is Verdict.POSSIBLE:
            return left
        if result.verdict is Verdict.UNDECIDED:
            raise StoppedError(result.stopped_by or StopReason.INTERRUPTED)
    if question.guesses_left is None:
        message = f"the least worst case is more than {MAX_GUESSES_LEFT} guesses, the most that are tried"
        raise UsageError(message)
    return None
