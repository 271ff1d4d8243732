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

from wordle_cp.answers.totals.lower_bounds import demand_room, has_lower_bounds
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.certificate.parts.sets_and_lemmas import MAX_SETS
from wordle_cp.certify.records import asked_cost
from wordle_cp.certify.total import total_certificate
from wordle_cp.engine import Effort
from wordle_cp.search.bounds import prove_counted
from wordle_cp.work import StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.certify.records import Proof
    from wordle_cp.check import Accepted
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
        self.session = session
        self._question = session.question
        self._left = guesses_left
        self.classes = session.classes(self._question.asked)
        """The openers that are equally good; one of each class is looked at."""
        self._openers = (self.classes.asked or self._question.asked) if openers is None else openers
        self._effort = 0  # how many of the efforts were made
        self._provable = has_lower_bounds(self._question)
        self._proven: tuple[int, BoundParts] | None = None
        self._counted = 0  # 0, 1 with single facts, 2 with sets
        self.weakest: str | None = None
        """The first opener of which no more than `proven` is proven, where that was counted."""
        self.hopeless = False
        """Whether counting shows that no opener has a strategy in time."""
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
        self.session.go_on(work)
        with suppress(StoppedError):
            self.take(self.session.strategy(opener, guesses_left=self._left))

    def count(self, work: Work, *, sets: bool) -> None:
        """Raise the lower end by counting patterns, unless that was done already.

        Raises:
            StoppedError: there was reason to stop. ProofTooLongError: the proof has too many sets.
        """
        tiles = self._question.variant.scoring.feedback.shows_facts
        if not self._provable or self._counted > sets or (sets and not tiles):
            return
        work.stage("proving the lower bounds")
        low, weakest, proof = prove_counted(
            self._question,
            self.classes.asked or self._question.openers,
            guesses_left=self._left,
            work=work,
            sets=sets,
            game=self.session.game,
        )
        self._counted = 1 + sets
        self.hopeless = low is None
        if low is not None:
            demand_room(proof[0], MAX_SETS, "sets")
            self.prove(low, proof, weakest)

    def prove(self, low: int, parts: BoundParts, weakest: str | None = None) -> None:
        """Take a lower end that `parts` prove, with the `weakest` opener where it was counted."""
        self._proven, self.weakest = (low, parts), weakest
        self.raise_low(low)

    def improve(self, work: Work, *, efforts: int = len(_EFFORTS)) -> None:
        """Improve the strategy while there is time, with at most `efforts` efforts, earlier ones included.

        There may be none yet, where there was no time, or a limit is hard to keep.
        """
        while self._effort < min(efforts, len(_EFFORTS)):
            if not self._question.goal.is_plain and self._effort:
                return  # no effort makes a difference
            left = work.seconds_left
            if left is not None and left < self.session.policy_seconds:
                return
            try:
                steps = self.session.policy(
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
        if self.proven != self.strategy.cost:
            return self.between()
        least = self._question.spent + self.strategy.cost
        exact = {self.strategy.opener: least}
        return self._proof("least", exact=exact, least=least, others=least)

    def between(self) -> Proof:
        """Return the certificate of both ends, which are there, as ends."""
        assert self.proven is not None, "the lower end is proven"
        assert self.high is not None, "there is a strategy"
        before = self._question.spent
        return self._proof("between", others=before + self.proven, reached=before + self.high)

    def _proof(self, verdict: str, **found: object) -> Proof:
        """Return the certificate of what was `found`, by the `verdict`."""
        assert self._proven is not None, "the lower end is proven"
        assert self.strategy is not None, "there is a strategy"
        (low, parts), question, left = self._proven, self._question, self._left
        listed = [self.strategy.listed]
        certificate = total_certificate(verdict, question, listed, low, parts, guesses_left=left)
        return certificate, asked_cost(question, verdict, left, **found)


def write_ends(out: Path, proof: Proof, work: Work) -> Accepted | None:
    """Write the certificate of both ends, once it is checked; None: the file there may claim more.

    Raises:
        StoppedError: there was reason to stop; `out` is left as it was.
    """
    from wordle_cp.certify.publish import claims_no_more, write_checked  # noqa: PLC0415  it takes a moment to load
    from wordle_cp.files.outputs import is_free  # noqa: PLC0415

    certificate, asked = proof
    if not is_free(out, claims_no_more(certificate.head)):
        return None
    return write_checked(out, certificate, asked, work)
