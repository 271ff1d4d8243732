"""The claim that least number of words missed lies between two numbers.

docs/certificates/ ('Claim "missed between"') has the grammar, an example, and the proof of the rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from wordle_cp.certificate.base.claim import Claim, Proof, ProofPart, Shown, Slot, where
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS, among_lines, claim_history, openers_among
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NODES, MAX_NUMBER, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.missed_lemmas import MISSED_LEMMAS, MissedLemma
from wordle_cp.certificate.parts.nodes import NODES, RefutationNode
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.errors import brief, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.words import History


def parse_set(records: Records, nodes: int) -> int:
    """Return the number that the next line has of a node that is packed, one of `nodes`."""
    return records.number(records.record("set"), 0, nodes - 1)


PACKED: Final[ProofPart[int]] = ProofPart(
    lambda records, head, _number: parse_set(records, head.claim.nodes), lambda node, _game: f"set {node}"
)
"""Numbers of nodes whose words are packed; sets of facts have lines that begin alike, and go on otherwise."""


@dataclass(frozen=True, slots=True)
class MissedBetween(Claim):
    """Claim: of the hidden words that agree with `history` the least number missed is `low` to `high`.

    A word is missed that isn't found within `within` guesses, those of `history` included. All strategies are
    spoken of that find every word in the end and begin with one of `among`, if there are any. `hidden_count`
    is the number of hidden words that agree with `history`; `steps` are those of a strategy that misses
    `high`, `nodes`, `sets` and `lemmas` are the parts of the proof that none misses fewer than `low`.
    """

    low: int
    high: int
    history: History
    within: int
    hidden_count: int
    steps: int
    nodes: int
    sets: int
    lemmas: int = 0
    among: tuple[str, ...] = ()

    __repr__ = brief()

    words: ClassVar = ("missed", "between")
    about: ClassVar = "words missed"

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> MissedBetween:
        """Return the claim; see `Claim`."""
        lower, upper = records.split(number, 2, "two numbers")
        low = records.number(lower, 0, MAX_WORDS)
        high = records.number(upper, low, MAX_WORDS)
        history = claim_history(records, game.scoring)
        within = records.number(records.record("within"), 1, MAX_DEPTH)
        among = openers_among(records, game.scoring)
        hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
        steps = records.number(records.record("steps"), 0, MAX_NUMBER)
        nodes = records.number(records.record("nodes"), 0, MAX_NODES)
        sets = records.number(records.record("sets"), 0, nodes)
        lemmas = records.optional("lemmas")
        return cls(
            low=low,
            high=high,
            history=history,
            within=within,
            among=among,
            hidden_count=hidden_count,
            steps=steps,
            nodes=nodes,
            sets=sets,
            lemmas=0 if lemmas is None else records.number(lemmas, 1, MAX_LEMMAS),
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """Both ends."""
        return {"missed": [self.low, self.high]}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield f"within {self.within}"
        yield from among_lines(self.among)
        yield f"covered {self.hidden_count}"
        yield f"steps {self.steps}"
        yield f"nodes {self.nodes}"
        yield f"sets {self.sets}"
        if self.lemmas:
            yield f"lemmas {self.lemmas}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """A strategy, nodes, which of them are packed, and lemmas."""
        return (
            Slot("steps", STEPS, self.steps),
            Slot("nodes", NODES, self.nodes),
            Slot("sets", PACKED, self.sets),
            Slot("lemmas", MISSED_LEMMAS, self.lemmas),
        )

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {
            "within": self.within,
            "among": list(self.among) or None,
            "steps": self.steps,
            "nodes": self.nodes,
            "sets": self.sets,
            "lemmas": self.lemmas,
        }

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        del game
        opener = f"if the opener is {shown.openers(self.among)}" if self.among else "whatever the opener"
        return (
            f"of {hidden}, the least number not found within {counted(self.within, 'guess', 'guesses')} "
            f"{where(self.low, self.high)}, {opener}"
        )

    @property
    def size(self) -> str:
        """What the proof is made of, for people."""
        lemmas = f", {counted(self.lemmas, 'lemma', 'lemmas')}" if self.lemmas else ""
        return f"{counted(self.nodes, 'node', 'nodes')}, {counted(self.sets, 'set', 'sets')}{lemmas}"

    def to_check(self, guesses: int) -> int:
        """Return how many nodes, sets and lemmas there are."""
        del guesses
        return self.nodes + self.sets + self.lemmas


@dataclass(frozen=True, slots=True)
class Packing(Proof[MissedBetween]):
    """A certificate of an interval of words missed whose proof is in memory.

    `steps` is the strategy, in the preorder of `DepthPossible`. `sets` are numbers of `nodes`, each once, in
    the order in which they are packed: each opener takes each set that refutes it and that has no word
    of those that it took before. `lemmas` are about words of which a cell of an opener has all.
    """

    steps: tuple[str, ...] = ()
    nodes: tuple[RefutationNode, ...] = ()
    sets: tuple[int, ...] = ()
    lemmas: tuple[MissedLemma, ...] = ()

    __repr__ = brief("claim")


MissedBetween.proof = Packing
