"""Certificates for what only ultrahard mode makes impossible: a proof written from the search's verdict.

The search keeps no proof, but a table of states decides any state again (`engine.UltrahardTable`). From the
claim's state down each allowed guess that splits the words gets a node that refutes it: one made
already, if there is any, else one for a cell that is lost. Nodes are kept general, so that they serve often:
leaves have few words, and of what binds the guesses only that stays without which the node wouldn't hold.
Facts, as in hard mode, are weaker than the conditions that reveal them, so they are tried first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certificate.parts.nodes import NodeKind, RefutationNode
from wordle_cp.certify.depth import refutation
from wordle_cp.check.common.binding import among, fixing
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.engine import Game, UltrahardTable
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.words import Restriction
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.check import Progress
    from wordle_cp.check.counting.patterns import Mask, Patterns
    from wordle_cp.games.question import Question
    from wordle_cp.games.variant import Variant

_LAST_GUESSES: Final = 2
"""With no more guesses left a node is a leaf."""


class ProofTooLargeError(Exception):
    """A proof has more nodes than a certificate may have."""


def ultrahard_certificate(question: Question, depth: int, work: Work = UNLIMITED) -> Refutation:
    """Return the certificate that `depth` guesses, those of the history included, don't suffice for sure.

    The mode is ultrahard, and a search has found it so.

    Raises:
        StoppedError: there was reason to stop.
        ProofTooLargeError: the proof has too many nodes.
        ValueError: it isn't so.
    """
    variant, history, hidden, openers = question.variant, question.history, question.hidden, question.asked
    writer = _Writer(variant, hidden, work.heeding("writing the proof"))
    left = depth - len(history)
    start = Binding.after(history, variant.mode, variant.scoring)
    root: set[int] = set()
    if left and not openers:
        root.add(writer.refute(start, hidden, left))
    elif left > 1:
        for done, opener in enumerate(openers):
            writer.tell(done, len(openers))
            root.add(writer.refute_guess(opener, start, hidden, left))
    nodes, kept = _reachable([node.record for node in writer.nodes], root)
    return refutation(question, depth, nodes, [kept[node] for node in root])


@dataclass(frozen=True, slots=True)
class _Infeasible:
    """A node: what it states, and its record. `mask` has a bit for each of its words."""

    guesses: int
    binding: Binding
    words: tuple[str, ...]
    mask: int
    record: RefutationNode


class _Writer:
    """The nodes made so far, and the table that says what is lost."""

    def __init__(self, variant: Variant, hidden: Sequence[str], progress: Progress | None) -> None:
        guesses = variant.guesses
        self.nodes: list[_Infeasible] = []
        self._guesses = GuessPatterns(guesses)
        self._number = {word: number for number, word in enumerate(guesses)}
        self._bit = {word: 1 << place for place, word in enumerate(hidden)}
        self._table = UltrahardTable(Game(guesses, guesses))
        self._nothing = Binding.after((), variant.mode, variant.scoring)
        self._score = variant.scoring.score
        self._progress = progress
        self._done = (0, 0)

    def tell(self, done: int, total: int) -> None:
        """Tell how far the work is; the callback may end it."""
        self._done = (done, total)
        self._poll()

    def _poll(self) -> None:
        if self._progress is not None:
            self._progress(*self._done)

    def refute(self, state: Binding, words: Sequence[str], guesses: int) -> int:
        """Return the number of a node that says that this state, or one no worse, is lost; it is."""
        mask = self._mask(words)
        for number in self._inside(mask, guesses):
            if state.includes(self.nodes[number].binding):
                return number
        if guesses == 1:
            return self._leaf(self._nothing, words[:2], 1)
        if guesses == _LAST_GUESSES:
            return self._refute_pair(state, words)
        return self._refute_by_guesses(state, words, guesses)

    def refute_guess(self, guess: str, state: Binding, words: Sequence[str], guesses: int) -> int:
        """Return the number of a node by which `guess` is refuted; the state is lost after it.

        Raises:
            ValueError: it isn't.
        """
        cells: dict[int, list[str]] = {}
        for word in words:
            cells.setdefault(self._score(guess, word), []).append(word)
        lost = (cell for cell in cells.items() if len(cell[1]) >= guesses)  # fewer are found one by one
        for pattern, cell in sorted(lost, key=lambda cell: -len(cell[1])):
            after = state.add(guess, pattern)
            allowed = among(after, self._guesses).words
            if self._table.is_lost(self._numbers(allowed), self._numbers(cell), guesses - 1, self._poll):
                return self.refute(after, cell, guesses - 1)
        message = f"{guess} was refuted with {guesses} guesses left, and leaves no cell that is lost"
        raise ValueError(message)

    def _refute_pair(self, state: Binding, words: Sequence[str]) -> int:
        """Add the leaf of two guesses left."""
        weaker = replace(state, responses=())
        binding = weaker if self._is_pair(weaker, words) else state
        kept = list(words)
        for word in words:
            fewer = [other for other in kept if other != word]
            if self._is_pair(binding, fewer):
                kept = fewer
        for weak in self._weaker(binding, lambda weak: self._is_pair(weak, kept)):
            binding = weak
        return self._leaf(binding, kept, _LAST_GUESSES)

    def _is_pair(self, binding: Binding, words: Sequence[str]) -> bool:
        """Tell whether each guess allowed gives two of `words` one pattern."""
        if len(words) <= _LAST_GUESSES:
            return False
        patterns = np.sort(self._patterns(among(binding, self._guesses), words), axis=0)
        return bool((patterns[1:] == patterns[:-1]).any(axis=0).all())

    def _refute_by_guesses(self, state: Binding, words: Sequence[str], guesses: int) -> int:
        """Add the rule of a state with more guesses left, and what it needs."""
        allowed = among(state, self._guesses)
        patterns = self._patterns(allowed, words)
        left = (patterns != patterns[0]).any(axis=0)
        splitting = left.copy()
        row = {word: place for place, word in enumerate(words)}
        whole = not self._done[1]  # the claim's own state

        def refuted_by(number: int) -> Mask:
            node = self.nodes[number]
            mask = _one_pattern(patterns, [row[word] for word in node.words])
            revealing = fixing(node.binding, state, allowed, node.words[0])
            return mask if revealing is None else mask & revealing

        children: dict[int, Mask] = {}
        known = {number: refuted_by(number) for number in self._inside(self._mask(words), guesses - 1)}
        while known and left.any():
            best = max(known, key=lambda number: int(np.count_nonzero(known[number] & left)))
            if not (known[best] & left).any():
                break
            children[best] = known.pop(best)
            left &= ~children[best]
        while left.any():
            if whole:
                self.tell(int(np.count_nonzero(splitting & ~left)), int(np.count_nonzero(splitting)))
            guess = allowed.words[int(left.argmax())]
            number = self.refute_guess(guess, state, words, guesses)
            children[number] = refuted_by(number)
            assert children[number][int(left.argmax())], "the node is about a cell of the guess"
            left &= ~children[number]
        needed = self._needed(splitting, patterns, row, children)
        union = sorted({word for number in needed for word in self.nodes[number].words})
        binding = state
        weaker = replace(state, responses=())
        if state.responses and self._is_rule(weaker, union, needed):
            binding = weaker
        for weak in self._weaker(binding, lambda weak: self._is_rule(weak, union, needed)):
            binding = weak
        return self._add(NodeKind.RULE, binding, union, guesses, tuple(sorted(needed)))

    def _needed(
        self, splitting: Mask, patterns: Patterns, row: dict[str, int], children: dict[int, Mask]
    ) -> list[int]:
        """Return as many of the `children` as are needed for all guesses that split their words."""
        kept = list(children)
        times = np.sum([children[number] for number in kept], axis=0)
        for number in sorted(kept, key=lambda number: -len(self.nodes[number].words)):
            fewer = [other for other in kept if other != number]
            if not fewer:
                break
            rows = sorted({row[word] for other in fewer for word in self.nodes[other].words})
            without = times - children[number]
            if not (splitting & (without == 0) & ~_one_pattern(patterns, rows)).any():
                kept, times = fewer, without
        return kept

    def _is_rule(self, binding: Binding, words: Sequence[str], children: Iterable[int]) -> bool:
        """Tell whether each guess allowed that splits `words` is refuted by one of the `children`."""
        allowed = among(binding, self._guesses)
        patterns = self._patterns(allowed, words)
        row = {word: place for place, word in enumerate(words)}
        left = (patterns != patterns[0]).any(axis=0)
        for number in children:
            node = self.nodes[number]
            revealing = fixing(node.binding, binding, allowed, node.words[0])
            candidates = left if revealing is None else left & revealing
            if candidates.any():
                left &= ~(candidates & _one_pattern(patterns, [row[word] for word in node.words]))
        return not left.any()

    def _weaker(self, binding: Binding, holds: Callable[[Binding], bool]) -> Iterator[Binding]:
        """Yield bindings that `holds` is true of, with a response or a fact less than the one before."""
        for response in binding.responses:
            fewer = tuple(other for other in binding.responses if other != response)
            less = Binding.after(fewer, binding.mode, binding.scoring)
            if holds(less):
                binding = less
                yield binding
        if binding.responses:
            return
        for piece in _pieces(binding.facts):
            less = replace(binding, facts=_without(binding.facts, piece))
            if holds(less):
                binding = less
                yield binding

    def _inside(self, mask: int, guesses: int) -> list[int]:
        """Return the nodes about no other words, and as many guesses left or more."""
        return [
            number
            for number, node in enumerate(self.nodes)
            if node.mask & ~mask == 0 and node.guesses >= guesses
        ]

    def _leaf(self, binding: Binding, words: Sequence[str], guesses: int) -> int:
        return self._add(NodeKind.PAIR, binding, sorted(words), guesses, ())

    def _add(
        self, kind: NodeKind, binding: Binding, words: Sequence[str], guesses: int, children: tuple[int, ...]
    ) -> int:
        self._poll()
        if len(self.nodes) == MAX_NODES:
            raise ProofTooLargeError
        record = RefutationNode(
            kind,
            guesses,
            self._nothing.facts if binding.responses else binding.facts,
            () if kind is NodeKind.RULE else tuple(words),
            (),
            children,
            (),
            binding.responses,
        )
        self.nodes.append(_Infeasible(guesses, binding, tuple(words), self._mask(words), record))
        return len(self.nodes) - 1

    def _mask(self, words: Iterable[str]) -> int:
        return sum(self._bit[word] for word in words)

    def _numbers(self, words: Iterable[str]) -> list[int]:
        return [self._number[word] for word in words]

    @staticmethod
    def _patterns(guesses: GuessPatterns, words: Iterable[str]) -> Patterns:
        """Return the patterns [word][guess]."""
        return np.stack([guesses.patterns(word) for word in words])


def _reachable(
    nodes: Sequence[RefutationNode], root: Iterable[int]
) -> tuple[list[RefutationNode], dict[int, int]]:
    """Return the nodes that those of the `root` rest on, and their new numbers."""
    needed = set(root)
    for number in range(len(nodes) - 1, -1, -1):
        if number in needed:
            needed.update(nodes[number].children)
    kept = {number: place for place, number in enumerate(sorted(needed))}
    return [
        replace(nodes[number], children=tuple(sorted(kept[child] for child in nodes[number].children)))
        for number in kept
    ], kept


def _one_pattern(patterns: Patterns, rows: Sequence[int]) -> NDArray[np.bool_]:
    """Tell which guesses give the words of all `rows` one pattern."""
    same: NDArray[np.bool_] = (patterns[rows[1:]] == patterns[rows[0]]).all(axis=0)
    return same


def _pieces(facts: Restriction) -> list[int | str]:
    """Return the greens, by their positions, and the letters, each as often as it is asked for."""
    greens: list[int | str] = [place for place, green in enumerate(facts.greens) if green]
    return greens + [letter for letter, least in facts.counts for _ in range(least)]


def _without(facts: Restriction, piece: int | str) -> Restriction:
    """Return `facts` without a green, or with one less of a letter."""
    greens = tuple(None if place == piece else green for place, green in enumerate(facts.greens))
    counts = ((letter, least - (letter == piece)) for letter, least in facts.counts)
    return Restriction(greens, tuple((letter, least) for letter, least in counts if least))
