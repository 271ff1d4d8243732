"""The claim how many words are missed at least: aren't found within a number of guesses.

docs/certificates/ ('Claim "missed least"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from wordle_cp.certificate.base.claim import Claim, Proof, Shown, Slot
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS, among_lines, claim_history, openers_among
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.missed_lemmas import MISSED_LEMMAS, MissedLemma
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.errors import brief, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class MissedLeast(Claim):
    """Claim: of the hidden words that agree with `history`, `missed` are missed at least, in normal mode.

    A word is missed that isn't found within `within` guesses. Spoken of are strategies that find every word
    within `most` guesses (None: in the end), and begin with one of `among`, if there are any. All guesses
    count from the start of the game, those of `history` included. `hidden_count` is the number of the
    hidden words that agree with `history`; `steps` are those of a strategy that misses `missed` of them, and
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

    __repr__ = brief()

    words: ClassVar = ("missed", "least")
    about: ClassVar = "words missed"

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> MissedLeast:
        """Return the claim; see `Claim`."""
        scoring = game.scoring
        least = records.number(number, 0, MAX_WORDS)
        history = claim_history(records, scoring)
        within = records.number(records.record("within"), 1, MAX_DEPTH)
        most = records.optional("most")
        limit = None if most is None else records.number(most, within, MAX_DEPTH)
        return cls(
            missed=least,
            history=history,
            within=within,
            most=limit,
            among=openers_among(records, scoring),
            hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
            steps=records.number(records.record("steps"), 0, MAX_NUMBER),
            lemmas=records.number(records.record("lemmas"), 0, MAX_LEMMAS),
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """The least number."""
        return {"missed": self.missed}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield f"within {self.within}"
        if self.most is not None:
            yield f"most {self.most}"
        yield from among_lines(self.among)
        yield f"covered {self.hidden_count}"
        yield f"steps {self.steps}"
        yield f"lemmas {self.lemmas}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """A strategy, and lemmas."""
        return Slot("steps", STEPS, self.steps), Slot("lemmas", MISSED_LEMMAS, self.lemmas)

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {
            "within": self.within,
            "most": self.most,
            "among": list(self.among) or None,
            "steps": self.steps,
            "lemmas": self.lemmas,
        }

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        del game
        within = f"within {counted(self.within, 'guess', 'guesses')}"
        opener = f" that begins with {shown.openers(self.among)}" if self.among else ""
        if not self.missed:
            late = f", of {self.most} that it may take" if self.most is not None else ""
            return f"a strategy{opener} finds all of {hidden} {within}{late}"
        most = f", if it must find all within {self.most}" if self.most is not None else ""
        missed = f"{self.missed} of {hidden} {within}{most}"
        return f"any strategy{opener} misses at least {missed}; one misses no more"

    @property
    def limit(self) -> int | None:
        """Within how many guesses all words must be found."""
        return self.most

    @property
    def size(self) -> str:
        """What the proof is made of, for people."""
        return counted(self.lemmas, "lemma", "lemmas")

    def to_check(self, guesses: int) -> int:
        """Return how many lemmas and openers there are."""
        return self.lemmas + (len(self.among) or guesses)


@dataclass(frozen=True, slots=True)
class MissedProof(Proof[MissedLeast]):
    """A certificate of words missed whose proof is in memory.

    `steps` is the strategy, in the preorder of `DepthPossible`.
    """

    steps: tuple[str, ...] = ()
    lemmas: tuple[MissedLemma, ...] = ()

    __repr__ = brief("claim")


MissedLeast.proof = MissedProof
