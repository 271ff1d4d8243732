"""Both ends of a least cost that isn't known yet: a proven lower bound, and a strategy.

There is an answer within moments, and it gets better as time allows:

- *The lower end.* A strategy finds one word with its first guess, at most r with the second if there are r
  other responses, r * r with the third, and so on: the heaviest words first, this costs least
  (`TotalQuestion.least_by_levels`). Where lower bounds have proofs, counting patterns gives more, at first
  with single facts, then with sets of facts (`search.bounds`). What the search proves of every opener gives
  more still.
- *The upper end* is what the strategy of a policy costs (`TotalSession.policy`), which is replayed. More and
  more guesses are tried at each position, and larger and larger sets of words are solved (`_EFFORTS`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.totals.lower_bounds import between_proof, has_lower_bounds, meeting_proof
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.certificate.parts.sets_and_lemmas import MAX_SETS
from wordle_cp.engine import Effort
from wordle_cp.search.bounds import prove_counted
from wordle_cp.work import StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.totals.certificates import Proof
    from wordle_cp.engine import BoundParts
    from wordle_cp.search.total import TotalSession

_EFFORTS: Final = tuple(
    Effort(tried, solved)
    for tried, solved in ((1, 0), (1, 12), (4, 12), (8, 12), (8, 24), (12, 50), (16, 100), (24, 200))
)

QUICK: Final = 3
"""Efforts that take a second or two together, for thousands of words and guesses."""


class Bracket:
    """Both ends, as far as they are known: `low`, and a `strategy` with its cost."""

    def __init__(
        self, session: TotalSession, guesses_left: int | None, openers: Sequence[str] | None = None
    ) -> None:
        """Begin with what counting levels proves of strategies that take `guesses_left` guesses at most.

        The strategy begins with one of `openers`; None: with one that the question is about.
        """
        self._session = session
        self._question = session.question
        self._left = guesses_left
        self._openers = self._question.asked if openers is None else openers
        self._effort = 0  # how many of the efforts were made
        self._provable = has_lower_bounds(self._question)
        self._proven: tuple[int, BoundParts] | None = None  # what counting patterns proves
        self._counted = 0  # 0, 1 with single facts, 2 with sets
        self.low = self._question.least_by_levels(guesses_left)
        self.strategy: Strategy | None = None

    @property
    def high(self) -> int | None:
        """What the strategy costs."""
        return None if self.strategy is None else self.strategy.cost

    @property
    def proven(self) -> int | None:
        """The lower end that has a proof for certificates."""
        return None if self._proven is None else self._proven[0]

    def raise_low(self, low: int) -> None:
        """Note a lower bound that is proven otherwise."""
        self.low = low if self.low is None else max(self.low, low)

    def take(self, steps: tuple[str, ...]) -> None:
        """Take the strategy of these `steps` if it is better."""
        strategy = replay(self._question, steps)
        if self.strategy is None or strategy.cost < self.strategy.cost:
            self.strategy = strategy

    def take_opener(self, opener: str, work: Work) -> None:
        """Take a least strategy that begins with `opener`, if it is better and there is time to find it."""
        self._session.go_on(work)
        with suppress(StoppedError):
            self.take(self._session.strategy(opener, guesses_left=self._left))

    def count(self, work: Work, *, sets: bool) -> None:
        """Raise the lower end by counting patterns, unless that was done already.

        Raises:
            StoppedError: there was reason to stop.
        """
        tiles = self._question.variant.scoring.feedback.shows_facts
        if not self._provable or self._counted > sets or (sets and not tiles):
            return
        work.stage("proving the lower bounds")
        low, _, proof = prove_counted(
            self._question,
            self._question.openers,
            guesses_left=self._left,
            work=work,
            sets=sets,
            game=self._session.game,
        )
        self._counted = 1 + sets
        if low is not None and len(proof[0]) <= MAX_SETS:
            self._proven = low, proof
            self.raise_low(low)

    def improve(self, work: Work, *, efforts: int = len(_EFFORTS)) -> None:
        """Improve the strategy while there is time, with so many `efforts` at most, those before included.

        There may be none yet, where there was no time, or a limit is hard to keep.
        """
        while self._effort < min(efforts, len(_EFFORTS)):
            if not self._question.goal.is_plain and self._effort:
                return  # no effort makes a difference
            left = work.seconds_left
            if left is not None and left < self._session.policy_seconds:
                return
            try:
                steps = self._session.policy(
                    _EFFORTS[self._effort], self._openers, guesses_left=self._left, work=work
                )
            except StoppedError:
                return
            self._effort += 1
            if steps is None:
                continue
            self.take(steps)
            if self.low is not None and self.high == self.low:
                return

    def certificate(self) -> Proof | None:
        """Return the certificate of both ends, as far as counting patterns proves the lower one.

        Where they meet it is that of the least cost. None: there is no strategy, or no such proof.
        """
        if self._proven is None or self.strategy is None:
            return None
        low, proof = self._proven
        if low == self.strategy.cost:
            return meeting_proof(self._question, self.strategy, proof, self._left)
        return between_proof(self._question, low, self.strategy, proof, self._left)
