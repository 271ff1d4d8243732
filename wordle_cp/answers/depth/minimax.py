"""The least worst case of a question: the fewest guesses within which every hidden word can be found.

The depth search is asked for one guess, two, three and so on; what is refuted it sees at once, but for the
last number before the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.search.depth import search_depth
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certify.records import Asked
    from wordle_cp.engine import DepthOutcome
    from wordle_cp.games.question import TotalQuestion


@dataclass(frozen=True, slots=True)
class LeastWorst:
    """The least number of `guesses` after the history; None if what the question leaves isn't enough.

    `refuted` is what the search found out about one guess less than that, or about all that there are; None
    if there is no guess less.
    """

    guesses: int | None
    refuted: DepthOutcome | None


def least_worst_case(
    question: TotalQuestion,
    work: Work = UNLIMITED,
    asking: Callable[[int], None] = lambda _guesses: None,
) -> LeastWorst:
    """Find the least number of guesses after the history that finds every hidden word of `question`.

    `asking` hears of each number before the search asks about it: that many are needed, or more.

    Raises:
        UsageError: it has no limit, and 31 guesses, the most that are tried, aren't enough.
        StoppedError: there was reason to stop.
    """
    most = MAX_GUESSES_LEFT
    if question.guesses_left is not None:
        most = min(most, question.guesses_left)
    refuted: DepthOutcome | None = None
    for left in range(1, most + 1):
        asking(left)
        result = refuted_within(question, left, work)
        if result is None:
            return LeastWorst(left, refuted)
        refuted = result
    if question.guesses_left is None:
        message = f"the least worst case is more than {MAX_GUESSES_LEFT} guesses, the most that are tried"
        raise UsageError(message)
    return LeastWorst(None, refuted)


def refuted_within(
    question: TotalQuestion,
    guesses: int,
    work: Work = UNLIMITED,
) -> DepthOutcome | None:
    """Return what refutes that so many guesses after the history are enough; None if they are.

    For the rest see `least_worst_case`.
    """
    result = search_depth(
        question,
        len(question.history) + guesses,
        work=work,
    )
    if result.verdict is Verdict.UNDECIDED:
        raise StoppedError(result.stopped_by or StopReason.INTERRUPTED)
    return None if result.verdict is Verdict.POSSIBLE else result


def refutation_of(
    question: TotalQuestion,
    worst: LeastWorst,
    work: Work = UNLIMITED,
) -> tuple[Refutation, Asked] | None:
    """Return the certificate that fewer guesses than those of `worst` aren't enough.

    None where no guess is less, and in ultrahard mode, where the search keeps no proof.

    Raises:
        StoppedError: there was reason to stop.
    """
    if worst.refuted is None or worst.guesses is None or not question.variant.mode.only_facts:
        return None
    return refutation_certificate(
        question,
        len(question.history) + worst.guesses - 1,
        worst.refuted.proof,
        worst.refuted.refuting,
        work=work,
    )
