"""From the proof of a search to a certificate: what is needed of it, with reasons that can be recomputed.

The search's proof (`engine.ProofNode`) has three kinds of nodes. Pairs and covers go over as they are. What
the search knows about an endgame family rests on theorems and a cover search that the checker doesn't have;
so each such node gets a reason of the checker's own: weights (`models.weights`) where a linear program finds
them, as it does nearly always; weights by cases (there, too) where hard mode makes guesses
exclude each other; and otherwise one more cover, over what each guess leaves of the family.

Where a model says that words can't all be found, its cuts are the nodes (`lost_certificate`). Certificates
that words are missed have lemmas that each opener misses one, or sets that can't all be found:
docs/certificates/ ('Lemmas instead of nodes', 'Claim "missed between"') says why these are proofs.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.claims.missed_between import MissedBetween, Packing
from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
from wordle_cp.certificate.parts.nodes import ChainSplit, NodeKind, RefutationNode
from wordle_cp.certify.records import game_record
from wordle_cp.engine import Game, Verdict, compact_proof
from wordle_cp.errors import WrongAnswerError, argument, counted
from wordle_cp.modelling.facts import FactTable, common_pieces
from wordle_cp.models.weights import Split, cases_against, largest_cells, weight_certificate
from wordle_cp.rules.words import Restriction
from wordle_cp.search.depth import search_depth
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.parts.nodes import ChainCases
    from wordle_cp.engine import ProofNode
    from wordle_cp.games.question import Position, Question, TotalQuestion
    from wordle_cp.modelling.cuts import Cut
    from wordle_cp.models.weights import Cases
    from wordle_cp.rules.modes import Mode
    from wordle_cp.search.missed import CellLemma
    from wordle_cp.work import Work


_MOST_MASKS = 4096
"""Restrictions for which the allowed guesses are remembered."""
_LAST_GUESSES = 2
"""With no more guesses left a node is a leaf, by looking at pairs of words."""


def refutation_certificate(
    question: Question,
    depth: int,
    nodes: Sequence[ProofNode],
    refuting: Sequence[int],
    *,
    scope: OpenerScope | None = None,
    work: Work = UNLIMITED,
) -> Refutation:
    """Return the certificate that `depth` guesses, those of the history included, don't suffice for sure.

    `nodes` is the proof of a search, each node after its children, and `refuting` are those of its nodes that
    refute every opener of the claim; in ultrahard mode it is a proof for hard mode. The claim is about
    the openers of the `question`, or with another `scope` about all but those. What these nodes don't rest on
    is left out; the rest is made smaller, and renumbered.

    Raises:
        StoppedError: there was reason to stop.
        ValueError: a family node claims what isn't so: a bug of the search.
    """
    variant, history = question.variant, question.history
    progress = work.heeding("writing the proof")
    named = frozenset(word for node in nodes for word in node.words)
    game = Game(variant.guesses, [word for word in question.hidden if word in named], variant.scoring)
    mode = variant.mode.weaker  # whose search found the proof
    if refuting:
        nodes, refuting = compact_proof(
            game,
            mode,
            depth - len(history),
            nodes,
            refuting,
            history=history,
            jobs=work.jobs,
            progress=progress,
        )
    writer = NodeWriter(game, mode)
    new_number: list[int] = []
    for done, node in enumerate(nodes if refuting else ()):
        progress(done, len(nodes))
        new_number.append(writer.add(node, [new_number[child] for child in node.children]))
    return refutation(question, depth, writer.nodes, [new_number[node] for node in refuting], scope=scope)


def refutation(
    question: Question,
    depth: int,
    nodes: Sequence[RefutationNode],
    root: Iterable[int],
    *,
    scope: OpenerScope | None = None,
    lemmas: tuple[MissedLemma, ...] | None = None,
) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough.

    Each of the `nodes` comes after its children; those with the numbers of the `root` refute all openers. Or
    `lemmas` do.
    """
    ordered, numbers = in_order(nodes)
    claim = impossible_claim(question, depth, len(ordered), scope, None if lemmas is None else len(lemmas))
    refuting = tuple(sorted({numbers[node] for node in root}))
    return Refutation(Head(game_record(question.variant), claim), ordered, refuting, lemmas or ())


def impossible_claim(
    question: Question,
    depth: int,
    nodes: int,
    scope: OpenerScope | None = None,
    lemmas: int | None = None,
) -> DepthImpossible:
    """Return the claim of a refutation whose proof has `nodes` nodes, and `lemmas` lemmas if it has any."""
    return DepthImpossible(
        depth=depth,
        history=question.history,
        scope=scope or (OpenerScope.ONLY if question.asked else OpenerScope.ALL),
        openers=question.asked,
        hidden_count=len(question.hidden),
        nodes=nodes,
        lemmas=lemmas,
    )


def in_order(nodes: Sequence[RefutationNode]) -> tuple[tuple[RefutationNode, ...], list[int]]:
    """Return `nodes` so that similar ones are neighbours, and the new number of each.

    Neighbours share letters, and their numbers share digits where others name them: a fifth less to store.
    """
    heights: list[int] = []
    for node in nodes:
        heights.append(1 + max((heights[child] for child in node.children), default=-1))
    numbers = [0] * len(nodes)
    ordered: list[RefutationNode] = []
    by_height = sorted(range(len(nodes)), key=heights.__getitem__)
    for _, level in groupby(by_height, key=heights.__getitem__):
        renamed = [
            (
                replace(nodes[old], children=tuple(sorted(numbers[child] for child in nodes[old].children))),
                old,
            )
            for old in level
        ]
        renamed.sort(key=lambda pair: (pair[0].kind, pair[0].words, pair[0].children, pair[1]))
        for node, old in renamed:
            numbers[old] = len(ordered)
            ordered.append(node)
    return tuple(ordered), numbers


class NodeWriter:
    """The nodes of a certificate, as those of a search are added; equal ones are added once."""

    def __init__(self, game: Game, mode: Mode) -> None:
        """Take the game of the search, whose hidden words agree with its history, and its mode."""
        self.nodes: list[RefutationNode] = []
        self._words: list[frozenset[str]] = []  # of the nodes
        self._numbers: dict[RefutationNode, int] = {}
        self._family_numbers: dict[tuple[Restriction, tuple[str, ...], int], int] = {}
        self._guesses = _Guesses(game, mode)

    def add(self, node: ProofNode, children: Sequence[int]) -> int:
        """Add what `node` needs, whose children have these numbers here; return its number.

        Raises:
            ValueError: a family node claims what isn't so.
        """
        if node.kind == "family":
            return self.family(node.restriction, node.words, node.guesses)
        if node.kind == "pair":
            return self.pair(node.restriction, node.words, node.guesses)
        return self.rule(node.restriction, children, node.guesses)

    def cut(self, count: int) -> None:
        """Forget all nodes but the first `count`."""
        for node in self.nodes[count:]:
            del self._numbers[node]
        del self.nodes[count:], self._words[count:]
        self._family_numbers = {key: number for key, number in self._family_numbers.items() if number < count}

    def pair(self, restriction: Restriction, words: Sequence[str], guesses: int) -> int:
        """Add the leaf of one or two guesses left; return its number."""
        return self._add(RefutationNode(NodeKind.PAIR, guesses, restriction, tuple(sorted(words)), (), ()))

    def rule(self, restriction: Restriction, children: Sequence[int], guesses: int) -> int:
        """Add the node whose guesses the `children` refute; return its number."""
        return self._add(
            RefutationNode(NodeKind.RULE, guesses, restriction, (), (), tuple(sorted(set(children))))
        )

    def family(self, restriction: Restriction, words: Sequence[str], guesses: int) -> int:
        """Add the node of words of one family, and what it needs; return its number.

        Raises:
            ValueError: the words can be found in as many guesses.
        """
        words = tuple(sorted(words))
        key = (restriction, words, guesses)
        if key not in self._family_numbers:
            self._family_numbers[key] = self._family(restriction, words, guesses)
        return self._family_numbers[key]

    def _family(self, restriction: Restriction, words: tuple[str, ...], guesses: int) -> int:
        if guesses < len(words) and guesses <= _LAST_GUESSES:
            return self.pair(restriction, words, guesses)
        allowed = self._guesses.allowed(restriction)
        patterns = self._guesses.patterns(words)[:, allowed]
        weights = weight_certificate(patterns, guesses)
        if weights is not None:
            heavy = [(word, weight) for word, weight in zip(words, weights, strict=True) if weight]
            return self._add(
                RefutationNode(
                    NodeKind.WEIGHTS,
                    guesses,
                    restriction,
                    tuple(word for word, _ in heavy),
                    tuple(weight for _, weight in heavy),
                    (),
                )
            )
        if not self._guesses.free:
            cases = self._chain(restriction, words, guesses)
            if cases is not None:
                return self._add(RefutationNode(NodeKind.CHAIN, guesses, restriction, words, (), (), cases))
        return self._family_cover(restriction, words, guesses)

    def _chain(self, restriction: Restriction, words: tuple[str, ...], guesses: int) -> ChainCases | None:
        """Look for the cases of a chain, by the pieces that all words have and that are not fixed yet."""
        allowed = self._guesses.allowed(restriction)
        pieces = common_pieces(words, restriction)
        types = self._guesses.table.types(pieces)[allowed]
        columns = largest_cells(self._guesses.patterns(words)[:, allowed], types)
        found = cases_against(columns, guesses)
        return None if found is None else named_cases(found, pieces)

    def _family_cover(self, restriction: Restriction, words: tuple[str, ...], guesses: int) -> int:
        """Add a cover over the rest cells of the family: what every guess leaves at worst."""
        if len(words) <= guesses:
            message = f"{len(words)} words of a family were refuted with {guesses} guesses left"
            raise ValueError(message)
        children: list[int] = []
        for after, rest in self._guesses.rests(restriction, words):
            refuted = any(
                after.includes(self.nodes[child].restriction) and self._words[child] <= rest
                for child in children
            )
            if not refuted:
                children.append(self.family(after, tuple(rest), guesses - 1))
        return self.rule(restriction, children, guesses)

    def _add(self, node: RefutationNode) -> int:
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self._words.append(frozenset(node.words).union(*(self._words[child] for child in node.children)))
        return self._numbers[node]


def named_cases(cases: Cases, pieces: Sequence[Restriction]) -> ChainCases:
    """Return `cases` as a certificate has them, with the pieces that they split by."""
    if isinstance(cases, Split):
        return ChainSplit(
            pieces[cases.first],
            pieces[cases.second],
            named_cases(cases.first_needs_second, pieces),
            named_cases(cases.second_needs_first, pieces),
        )
    return cases


class _Guesses:
    """The guess list of a game: which guesses a restriction allows, and their patterns."""

    def __init__(self, game: Game, mode: Mode) -> None:
        self._game = game
        self._words = game.guesses
        self.free = not mode.binds
        self.table = FactTable(game.guesses)
        self._allowed: dict[Restriction, NDArray[np.bool_]] = {}

    def patterns(self, words: Sequence[str]) -> NDArray[np.unsignedinteger[Any]]:
        """Return the patterns of all guesses against `words`, shape (words, guesses)."""
        return self._game.by_hidden[[self._game.hidden_id(word) for word in words]]

    def rests(
        self, restriction: Restriction, words: Sequence[str]
    ) -> list[tuple[Restriction, frozenset[str]]]:
        """Return what each allowed guess leaves at worst: what is fixed then, and its largest cell.

        The smallest cells come first; guesses that split nothing, and repetitions, are left out.
        """
        patterns = self.patterns(words)
        seen: dict[tuple[Restriction, frozenset[str]], None] = {}
        for index in np.flatnonzero(self.allowed(restriction)).tolist():
            column = patterns[:, index].tolist()
            most = max(set(column), key=column.count)
            rest = frozenset(word for word, code in zip(words, column, strict=True) if code == most)
            if len(rest) == len(words):
                continue
            after = restriction
            if not self.free:
                after = after.joined_with(Restriction.of(((self._words[index], most),), len(words[0])))
            seen[after, rest] = None
        return sorted(seen, key=lambda left: len(left[1]))

    def allowed(self, restriction: Restriction) -> NDArray[np.bool_]:
        """Return which guesses `restriction` allows, shape (guesses,); not to be written to."""
        if restriction not in self._allowed:
            if len(self._allowed) == _MOST_MASKS:
                self._allowed.clear()
            nothing = Restriction.of((), len(self._words[0]))
            self._allowed[restriction] = self.table.having(nothing if self.free else restriction)
        return self._allowed[restriction]


def search_refutation(question: Question, depth: int, work: Work) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough, as a model says; the search finds a proof.

    Raises:
        StoppedError: there was reason to stop.
        WrongAnswerError: the search finds a strategy.
    """
    work.stage("looking for a refutation")
    result = search_depth(question, depth, work=work)
    if result.verdict is Verdict.UNDECIDED:
        raise StoppedError(result.stopped_by or StopReason.INTERRUPTED)
    if result.verdict is not Verdict.IMPOSSIBLE:
        message = (
            f"the model says that {counted(depth, 'guess', 'guesses')} aren't enough, "
            f"and the search finds a strategy; prove {argument('depth')} {depth} has it checked"
        )
        raise WrongAnswerError(message)
    return refutation_certificate(question, depth, result.proof, result.refuting, work=work)


def lost_certificate(
    question: Question, depth: int, cuts: Iterable[Cut], heed: Callable[[], None] = lambda: None
) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough, as the `cuts` forbid each next guess.

    A cut whose words may all be hidden forbids all of them. With one guess left, or none, no cuts are needed.
    The checker judges them. What `heed`, called meanwhile, raises ends that.
    """
    numbers: dict[RefutationNode, int] = {}
    known: dict[Cut, int] = {}

    def add(cut: Cut) -> int:
        if cut not in known:
            heed()
            node = _node(cut, tuple(sorted({add(below) for below in cut.below})))
            known[cut] = numbers.setdefault(node, len(numbers))
        return known[cut]

    root = {add(cut) for cut in cuts}
    return refutation(question, depth, [*numbers], root)


def _node(cut: Cut, children: tuple[int, ...]) -> RefutationNode:
    """Return the node of a cut: a rule over `children`, or weights, cases or pairs of its words."""
    binding, kind, words = cut.binding, NodeKind.PAIR, cut.words
    weights: tuple[int, ...] = ()
    cases: ChainCases = ()
    if children:
        kind, words = NodeKind.RULE, ()
    elif cut.chain is not None and cut.left > 1:
        kind, cases = NodeKind.CHAIN, named_cases(cut.chain.cases, cut.chain.pieces)
    elif cut.weights and cut.left > 1:
        kind, heavy = NodeKind.WEIGHTS, [pair for pair in zip(words, cut.weights, strict=True) if pair[1]]
        words, weights = tuple(word for word, _ in heavy), tuple(weight for _, weight in heavy)
    nothing = Restriction.of((), binding.scoring.length)
    bound = nothing if binding.responses else binding.facts
    return RefutationNode(kind, cut.left, bound, words, weights, children, cases, binding.responses)


def all_miss_certificate(question: Question, depth: int, proof: Sequence[MissedLemma]) -> Refutation:
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
