"""Certificates that words are missed: lemmas that each opener misses one, or sets that can't all be found.

docs/certificates/ ('Lemmas instead of nodes', 'Claim "missed between"') says why these are proofs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.missed_between import MissedBetween, Packing
from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
from wordle_cp.certify.depth import NodeWriter, in_order, refutation
from wordle_cp.certify.records import game_record
from wordle_cp.engine import Game, compact_proof
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.parts.nodes import RefutationNode
    from wordle_cp.certify.records import Asked
    from wordle_cp.engine import ProofNode
    from wordle_cp.games.question import Position, Question, TotalQuestion
    from wordle_cp.rules.words import Restriction
    from wordle_cp.search.missed import CellLemma


def all_miss_certificate(
    question: Question, depth: int, proof: Sequence[MissedLemma]
) -> tuple[Refutation, Asked]:
    """Return the certificate that `depth` guesses aren't enough for the codes of the `question`.

    By the `proof` each of its openers misses one at least.
    """
    return refutation(question, depth, (), (), lemmas=tuple(proof))


class PackedNodes(NamedTuple):
    """Nodes as a certificate has them, and which of them are sets, in the order in which they are packed."""

    nodes: tuple[RefutationNode, ...]
    sets: tuple[int, ...]

    def stated(self) -> list[tuple[int, Restriction, tuple[str, ...]]]:
        """Return of each set its number, its restriction and its words, in their order."""
        words: list[frozenset[str]] = []
        for node in self.nodes:
            words.append(frozenset(node.words).union(*(words[child] for child in node.children)))
        nodes = self.nodes
        return [(place, nodes[place].restriction, tuple(sorted(words[place]))) for place in self.sets]


def packed_nodes(
    position: Position,
    guesses_left: int,
    nodes: Sequence[ProofNode],
    sets: Sequence[int],
    work: Work = UNLIMITED,
) -> PackedNodes:
    """Return what a certificate needs of `nodes`, the proof of a search: what `sets` rest on.

    The proof is made smaller, and so are some sets: each has some of its words, no others. Two sets may
    become one.

    Raises:
        StoppedError: there was reason to stop.
        ValueError: a family node claims what isn't so: a bug of the search.
    """
    variant = position.variant
    progress = work.heeding("writing the proof")
    game = Game(variant.guesses, position.hidden, variant.scoring)
    smaller, refuting = compact_proof(
        game,
        variant.mode,
        guesses_left,
        nodes,
        sets,
        history=position.history,
        keep_refuting=True,
        jobs=work.jobs,
        progress=progress,
    )
    writer = NodeWriter(game, variant.mode)
    new_number: list[int] = []
    for done, node in enumerate(smaller):
        progress(done, len(smaller))
        new_number.append(writer.add(node, [new_number[child] for child in node.children]))
    written, numbers = in_order(writer.nodes)
    return PackedNodes(written, tuple(dict.fromkeys(numbers[new_number[node]] for node in refuting)))


def packing_certificate(
    question: TotalQuestion,
    bounds: tuple[int, int],
    steps: Sequence[str],
    proof: PackedNodes,
    lemmas: Sequence[CellLemma] = (),
    *,
    within: int,
) -> Packing:
    """Return the certificate that least number of words missed lies within `bounds`.

    The strategy `steps` misses the larger number. Guesses `within` which a word counts as found are counted
    from the start of the game. The lemmas are those of each cell, with one guess less left.
    """
    left = within - len(question.history) - 1
    low, high = bounds
    claim = MissedBetween(
        low=low,
        high=high,
        history=question.history,
        within=within,
        among=question.asked,
        hidden_count=len(question.hidden),
        steps=len(steps),
        nodes=len(proof.nodes),
        sets=len(proof.sets),
        lemmas=len(lemmas),
    )
    about_cells = tuple(MissedLemma(lemma.missed, left, None, lemma.history) for lemma in lemmas)
    head = Head(game_record(question.variant), claim)
    return Packing(head, tuple(steps), proof.nodes, proof.sets, about_cells)
