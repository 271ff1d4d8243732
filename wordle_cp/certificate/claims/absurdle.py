"""The claim about Absurdle: how few guesses beat it.

docs/certificates/ ('Claim "absurdle least"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from wordle_cp.certificate.base.claim import Claim, Proof, Shown, Slot
from wordle_cp.certificate.base.field_texts import claim_history
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.errors import brief, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class AbsurdleLeast(Claim):
    """Claim: Absurdle is beaten by `fewest` guesses after `history`, and by no fewer.

    The guesses of `history` aren't counted; its responses need not be Absurdle's. `hidden_count` is the
    number of the hidden words that agree with it.
    """

    fewest: int
    history: History
    hidden_count: int

    __repr__ = brief()

    words: ClassVar = ("absurdle", "least")
    about: ClassVar = "Absurdle"
    counts_all: ClassVar = False

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> AbsurdleLeast:
        """Return the claim; see `Claim`."""
        return cls(
            fewest=records.number(number, 1, MAX_DEPTH),
            history=claim_history(records, game.scoring),
            hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """The fewest guesses."""
        return {"fewest": self.fewest}

    def lines(self) -> Iterator[str]:
        """Yield the line that follows the history."""
        yield f"covered {self.hidden_count}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The guesses that win."""
        return (Slot("guesses", STEPS, self.fewest),)

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has: none."""
        return {}

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        del game, shown
        more = "more " if self.history else ""
        guesses = counted(self.fewest, f"{more}guess", f"{more}guesses")
        return f"{hidden}: Absurdle is beaten in {guesses}, and no fewer"

    def to_check(self, guesses: int) -> int:
        """Return how many guesses win."""
        del guesses
        return self.fewest


@dataclass(frozen=True, slots=True)
class AbsurdleProof(Proof[AbsurdleLeast]):
    """A certificate about Absurdle in memory; `guesses` are those that win.

    That fewer guesses don't win needs nothing in the file.
    """

    guesses: tuple[str, ...] = ()

    __repr__ = brief("claim")


AbsurdleLeast.proof = AbsurdleProof
