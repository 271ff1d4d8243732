"""The claim that a number of guesses isn't enough, whichever opener of a scope comes next: a refutation.

docs/certificates/ ('Claim "depth impossible"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from wordle_cp.certificate.base.claim import Claim, Collect, Proof, Shown, Slot
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS, claim_history
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NODES, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.missed_lemmas import MISSED_LEMMAS, MissedLemma
from wordle_cp.certificate.parts.nodes import NODES, ROOT, RefutationNode
from wordle_cp.errors import brief, counted
from wordle_cp.rules.letters import written
from wordle_cp.rules.scoring import CodeScoring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.words import History


class OpenerScope(StrEnum):
    """Of which openers, that is guesses after the history, an impossibility speaks."""

    ALL = "all"
    """All of them: it is impossible whatever the opener."""
    EXCEPT = "except"
    """All but those listed."""
    ONLY = "only"
    """Those listed."""


@dataclass(frozen=True, slots=True)
class DepthImpossible(Claim):
    """Claim: whichever opener of the scope follows `history`, no strategy finds every hidden word in time.

    "In time" means within `depth` guesses in all, those of `history` included, whichever hidden word that
    agrees with `history` it is; there are `hidden_count` of them. `openers` are those that the scope lists,
    in the order of the file; with `OpenerScope.ALL` there are none. Openers that the mode doesn't allow after
    `history` are not spoken of; one at least is. `nodes` is the number of nodes of the proof; see
    `RefutationNode`. In games of codes the proof may be made of lemmas instead: `lemmas` is their
    number, and there is no node.
    """

    depth: int
    history: History
    scope: OpenerScope
    openers: tuple[str, ...]
    hidden_count: int
    nodes: int
    lemmas: int | None = None

    __repr__ = brief()

    words: ClassVar = ("depth", "impossible")
    is_refutation: ClassVar = True

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> DepthImpossible:
        """Return the claim; see `Claim`."""
        scoring = game.scoring
        depth = records.number(number, 1, MAX_DEPTH)
        history = claim_history(records, scoring)
        openers = records.record("openers")
        scope, count = OpenerScope.ALL, 0
        if openers.text != OpenerScope.ALL:
            scope_field, count_field = records.split(openers, 2, "'all', or 'except' or 'only' and a number")
            scope = records.choice(scope_field, OpenerScope, (OpenerScope.EXCEPT, OpenerScope.ONLY))
            count = records.number(count_field, 1, MAX_WORDS)
        listed = tuple(records.word(scoring) for _ in range(count))
        hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
        by_lemmas = records.optional("lemmas") if isinstance(scoring, CodeScoring) else None
        return cls(
            depth=depth,
            history=history,
            scope=scope,
            openers=listed,
            hidden_count=hidden_count,
            nodes=records.number(records.record("nodes"), 0, MAX_NODES) if by_lemmas is None else 0,
            lemmas=None if by_lemmas is None else records.number(by_lemmas, 0, MAX_LEMMAS),
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """The depth."""
        return {"depth": self.depth}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield f"openers {self.scope}" + ("" if self.scope is OpenerScope.ALL else f" {len(self.openers)}")
        yield from map(written, self.openers)
        yield f"covered {self.hidden_count}"
        yield f"nodes {self.nodes}" if self.lemmas is None else f"lemmas {self.lemmas}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """Nodes and their root, or lemmas."""
        if self.lemmas is not None:
            return (Slot("lemmas", MISSED_LEMMAS, self.lemmas),)
        return Slot("nodes", NODES, self.nodes), Slot("root", ROOT, 1, Collect.ONE)

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        proof = {"nodes": self.nodes} if self.lemmas is None else {"lemmas": self.lemmas}
        return {"scope": str(self.scope), "openers": list(self.openers), **proof}

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        del game
        within = f"within {counted(self.depth, 'guess', 'guesses')}"
        found = "be found" if self.hidden_count == 1 else "all be found"
        return f"{hidden} can't {found} {within}, {self._openers_meant(shown)}"

    def _openers_meant(self, shown: Shown) -> str:
        """Return for which openers it is impossible."""
        listed = shown.words(self.openers)
        if self.scope is OpenerScope.ALL:
            return "whatever the opener"
        but = "whatever the opener but" if self.scope is OpenerScope.EXCEPT else "if the opener is"
        return f"{but} {listed}"

    @property
    def noun(self) -> tuple[str, str]:
        """Nodes are checked, or lemmas, which aren't told apart from other parts."""
        return ("node", "nodes") if self.lemmas is None else ("part", "parts")

    @property
    def limit(self) -> int | None:
        """The depth."""
        return self.depth

    @property
    def size(self) -> str:
        """What the proof is made of, for people: ``3 nodes``."""
        if self.lemmas is not None:
            return counted(self.lemmas, "lemma", "lemmas")
        return counted(self.nodes, "node", "nodes")

    def to_check(self, guesses: int) -> int:
        """Return how many nodes or lemmas there are."""
        del guesses
        return self.nodes if self.lemmas is None else self.lemmas


@dataclass(frozen=True, slots=True)
class Refutation(Proof[DepthImpossible]):
    """A certificate of impossibility whose proof is in memory.

    `root` are the nodes, ascending, from which the claim follows: one that refutes the claim's own state
    (after its history, with the guesses left), or enough to refute each opener of the scope there.
    With no guess left, or one guess and another word than the opener, no node is needed. If the claim has
    `lemmas` they are the proof: each opener of the scope misses a word at least.
    """

    nodes: tuple[RefutationNode, ...] = ()
    root: tuple[int, ...] = ()
    lemmas: tuple[MissedLemma, ...] = ()

    __repr__ = brief("claim")


DepthImpossible.proof = Refutation
