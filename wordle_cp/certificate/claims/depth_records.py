"""Claims about depth as plain records: a strategy that is never too slow, or a refutation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import Head, format_restriction
from wordle_cp.errors import counted
from wordle_cp.rules.words import History, Restriction, format_history

if TYPE_CHECKING:
    from wordle_cp.certificate.claims.missed_records import MissedLemma


@dataclass(frozen=True, slots=True)
class DepthPossible:
    """Claim: a strategy finds every hidden word that agrees with `history` within `depth` guesses in all.

    Proof: the steps are such a strategy, the preorder of its tree: at each set of two or more hidden words
    the guess, then the cells of that guess by ascending pattern, without the all-green one; at a set of one
    word that word is guessed. docs/certificates.md argues why a replay proves the claim.

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


class OpenerScope(StrEnum):
    """Of which openers, that is guesses after the history, an impossibility speaks."""

    ALL = "all"
    """All of them: it is impossible whatever the opener."""
    EXCEPT = "except"
    """All but those listed."""
    ONLY = "only"
    """Those listed."""


@dataclass(frozen=True, slots=True)
class DepthImpossible:
    """Claim: whichever opener of the scope follows `history`, no strategy finds every hidden word in time.

    "In time" means within `depth` guesses in all, those of `history` included, whichever hidden word that
    agrees with `history` it is; there are `hidden_count` of them. `openers` are those that the scope lists,
    in the order of the file; with `OpenerScope.ALL` there are none. Openers that the mode doesn't allow after
    `history` are not spoken of; one at least is. `nodes` is the number of nodes of the proof; see
    `RefutationNode`. In games of codes the proof may be made of lemmas instead: there are so many `lemmas`,
    and no node.
    """

    depth: int
    history: History
    scope: OpenerScope
    openers: tuple[str, ...]
    hidden_count: int
    nodes: int
    lemmas: int | None = None

    @property
    def parts(self) -> str:
        """What the proof is made of, for people: `3 nodes`."""
        if self.lemmas is not None:
            return counted(self.lemmas, "lemma", "lemmas")
        return counted(self.nodes, "node", "nodes")


class NodeKind(StrEnum):
    """Why a node of a refutation is lost; see `RefutationNode`."""

    PAIR = "pair"
    WEIGHTS = "weights"
    CHAIN = "chain"
    RULE = "rule"


class CaseKind(StrEnum):
    """What a case of a chain is; see `ChainCases`."""

    SPLIT = "split"
    BY = "by"


@dataclass(frozen=True, slots=True)
class ChainSplit:
    """Two cases of a chain: guesses that have `first` have `second` too, or the other way round."""

    first: Restriction
    second: Restriction
    first_needs_second: ChainCases
    second_needs_first: ChainCases


ChainCases = tuple[int, ...] | ChainSplit
"""Weights, one a word of the node, or a split; see `RefutationNode`."""


@dataclass(frozen=True, slots=True)
class RefutationNode:
    """One node: under `restriction`, its words can't all be found within `guesses` guesses.

    The rules, whose proofs are in docs/certificates.md ("The rules for nodes"):

    - ``pair``: one guess is left; or two are, and each guess allowed gives two of the words one pattern.
    - ``weights``: whatever is guessed, its heaviest cell keeps so much of the weight that before the last
      guess more is left than any one word weighs.
    - ``chain``, hard mode: the same by `cases`. No guess that has one piece alone can be played together with
      one that has the other piece alone, so each case has weights for fewer guesses.
    - ``rule``: the words are those of `children`, which are earlier nodes. Each guess allowed that tells two
      words apart is hopeless: its response may leave all words of a child, with no more guesses than that.

    In ultrahard mode there may be `conditions` instead of a restriction, which fixes nothing then: words with
    patterns, by the words, which each guess must explain.

    `words` belongs to all but rules, `weights` (one a word) to weights, `cases` to chains, `children`
    (numbers of nodes, counted from 0, ascending) to rules; they are empty elsewhere.
    """

    kind: NodeKind
    guesses: int
    restriction: Restriction
    words: tuple[str, ...]
    weights: tuple[int, ...]
    children: tuple[int, ...]
    cases: ChainCases = ()
    conditions: History = ()


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate whose steps are in memory, those of a strategy; its claim is a `DepthPossible`."""

    head: Head
    steps: tuple[str, ...]

    @property
    def claim(self) -> DepthPossible:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, DepthPossible), "a strategy proves a possibility"
        return self.head.claim


@dataclass(frozen=True, slots=True)
class Refutation:
    """A certificate of impossibility whose proof is in memory; its claim is a `DepthImpossible`.

    `root` are the nodes, ascending, from which the claim follows: one that refutes the claim's own state
    (after its history, with the guesses left), or enough to make each opener of the scope hopeless there.
    With no guess left, or one guess and another word than the opener, no node is needed. If the claim has
    `lemmas` they are the proof: each opener of the scope misses a word at least.
    """

    head: Head
    nodes: tuple[RefutationNode, ...]
    root: tuple[int, ...]
    lemmas: tuple[MissedLemma, ...] = ()

    @property
    def claim(self) -> DepthImpossible:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, DepthImpossible), "a refutation proves an impossibility"
        return self.head.claim


def format_binding(node: RefutationNode) -> str:
    """Return what binds the guesses of `node`, as it is written: its restriction, or its conditions."""
    if node.conditions:
        return format_history(node.conditions, len(node.restriction.greens))
    return format_restriction(node.restriction)
