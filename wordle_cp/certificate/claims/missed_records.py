"""What a certificate of words missed says, as plain records.

`certificate.base.records` has what all claims share.

docs/certificates.md ('Claim "missed least"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.certificate.base.records import Head
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class MissedLemma:
    """Of certain words `bound` or more are missed, counted from their state on.

    The state: the hidden words that agree with the claim's history and with `history`. A word is missed that
    isn't found within `guesses` more guesses; within `most` more ones (None: in the end) all of the words
    must be found. `bound` is None if no strategy does that.
    """

    bound: int | None
    guesses: int
    most: int | None
    history: History


@dataclass(frozen=True, slots=True)
class MissedLeast:
    """Claim: so many of the hidden words that agree with `history` are missed at the least, in normal mode.

    A word is missed that isn't found within `within` guesses. Spoken of are strategies that find every word
    within `most` guesses (None: in the end), and begin with one of `among`, if there are any. All guesses
    count from the start of the game, those of `history` included. `missed` is the number, `hidden_count` that
    of the hidden words that agree with `history`; `steps` are those of a strategy that misses just so many,
    `lemmas` is the number of parts of the proof that none misses fewer.
    """

    missed: int
    history: History
    within: int
    most: int | None
    among: tuple[str, ...]
    hidden_count: int
    steps: int
    lemmas: int


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A certificate of words missed whose proof is in memory; its claim is a `MissedLeast`.

    `steps` is the strategy, in the preorder of `DepthPossible`.
    """

    head: Head
    steps: tuple[str, ...]
    lemmas: tuple[MissedLemma, ...]

    @property
    def claim(self) -> MissedLeast:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, MissedLeast), "a shortfall is about words missed"
        return self.head.claim
