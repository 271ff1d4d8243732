"""The claim that a number of guesses is enough: a strategy that is never too slow.

docs/certificates/ ('Claim "depth possible"') has the grammar, an example, and the proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from wordle_cp.certificate.base.claim import Claim, Proof, Shown, Slot
from wordle_cp.certificate.base.field_texts import claim_history
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.errors import brief, counted
from wordle_cp.rules.letters import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class DepthPossible(Claim):
    """Claim: a strategy finds every hidden word that agrees with `history` within `depth` guesses in all.

    Proof: the steps are such a strategy, the preorder of its tree: at each set of two or more hidden words
    the guess, then the cells of that guess by ascending pattern, without the all-green one; at a set of one
    word that word is guessed. docs/certificates/ argues why a replay proves the claim.

    All guesses are counted from the start of the game, those of `history` included: in `depth`, in
    `max_guesses` (the most that any hidden word takes), in `total_guesses` (summed over the hidden words)
    and in `distribution` (how many words take 1, 2, ..., `max_guesses` guesses). `hidden_count` is the
    number of hidden words that agree with `history`, `steps` the number of guesses in the preorder.
    `opener` is the first guess after `history`, or None if the claim names none.
    """

    depth: int
    history: History
    opener: str | None
    hidden_count: int
    total_guesses: int
    max_guesses: int
    distribution: tuple[int, ...]
    steps: int

    __repr__ = brief()

    words: ClassVar = ("depth", "possible")

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> DepthPossible:
        """Return the claim; see `Claim`."""
        scoring = game.scoring
        depth = records.number(number, 1, MAX_DEPTH)
        history = claim_history(records, scoring)
        opener = records.optional("opener")
        hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
        total = records.number(records.record("total"), 1, MAX_NUMBER)
        most = records.number(records.record("most"), 1, MAX_DEPTH)
        distribution = records.split(records.record("distribution"), most, f"{most} numbers")
        return cls(
            depth=depth,
            history=history,
            opener=None if opener is None else records.word_of(opener, scoring),
            hidden_count=hidden_count,
            total_guesses=total,
            max_guesses=most,
            distribution=tuple(records.number(field, 0, MAX_WORDS) for field in distribution),
            steps=records.number(records.record("steps"), 0, MAX_NUMBER),
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """The depth."""
        return {"depth": self.depth}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        if self.opener is not None:
            yield f"opener {written(self.opener)}"
        yield f"covered {self.hidden_count}"
        yield f"total {self.total_guesses}"
        yield f"most {self.max_guesses}"
        yield "distribution " + " ".join(str(count) for count in self.distribution)
        yield f"steps {self.steps}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The steps."""
        return (Slot("steps", STEPS, self.steps),)

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {
            "opener": self.opener,
            "total_guesses": self.total_guesses,
            "max_guesses": self.max_guesses,
            "distribution": list(self.distribution),
            "steps": self.steps,
        }

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        del game, shown
        opener = f" with {self.opener}" if self.opener else ""
        return (
            f"{hidden} found within {counted(self.depth, 'guess', 'guesses')}{opener}, "
            f"{counted(self.total_guesses, 'guess', 'guesses')} in all, {self.max_guesses} at most"
        )

    @property
    def noun(self) -> tuple[str, str]:
        """Words are found, one by one."""
        return "hidden word", "hidden words"

    @property
    def limit(self) -> int | None:
        """The depth."""
        return self.depth


@dataclass(frozen=True, slots=True)
class Certificate(Proof[DepthPossible]):
    """A certificate whose steps are in memory, those of a strategy."""

    steps: tuple[str, ...]

    __repr__ = brief("claim")


DepthPossible.proof = Certificate
