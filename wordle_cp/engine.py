"""The native engine: pattern matrices, kernels, and the searches written in C++.

This is the only module that imports the compiled `_native`. It gives it types, checks what it is given, and
speaks in words where the compiled part speaks in indices. Words are lower case a to z, all of one length from
1 to 5, so that the 3**length patterns fit in a byte; pattern codes are those of `rules.score`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp import _native
from wordle_cp.rules import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from wordle_cp.rules import Mode

MAX_GUESSES_LEFT: Final = 31
"""Most guesses that a depth search may have left."""


def kernel_names() -> tuple[str, ...]:
    """Return the instruction-set paths that this processor can run, slowest first."""
    return tuple(_native.kernel_names())


def kernel_name() -> str:
    """Return the path in use: the last of `kernel_names`, unless `select_kernels` named another."""
    return _native.kernel_name()


def select_kernels(name: str) -> None:
    """Use the path `name` from now on, for this process; every path gives the same results.

    Raises:
        ValueError: this processor or build has no such path.
    """
    if not _native.select_kernels(name):
        message = f"no kernels {name!r} here; there are {', '.join(kernel_names())}"
        raise ValueError(message)


def score_matrix(guesses: Sequence[str], hidden: Sequence[str]) -> NDArray[np.uint8]:
    """Return the patterns of all pairs, shape (len(guesses), len(hidden)).

    Raises:
        ValueError: words of several lengths, over 5 letters, or with other letters than a to z.
    """
    return _native.score_matrix(list(guesses), list(hidden))


class Game:
    """A guess list and the hidden words among it, with the pattern of every pair in both layouts."""

    def __init__(self, guesses: Sequence[str], hidden: Sequence[str]) -> None:
        """Score all pairs.

        Raises:
            ValueError: a hidden word is not a guess, a word occurs twice in a list, a list has more than
                65,535 words, or words are not as this module says.
        """
        self.guesses: Final = tuple(guesses)
        self.hidden: Final = tuple(hidden)
        self.native: Final = _native.Game(list(guesses), list(hidden))
        self._guess_id: Final = {word: index for index, word in enumerate(guesses)}
        self._hidden_id: Final = {word: index for index, word in enumerate(hidden)}

    def guess_id(self, word: str) -> int:
        """Return the index of `word` in the guess list; KeyError if it is no guess."""
        return self._guess_id[word]

    def hidden_id(self, word: str) -> int:
        """Return the index of `word` in the hidden list; KeyError if it can't be hidden."""
        return self._hidden_id[word]

    @property
    def by_guess(self) -> NDArray[np.uint8]:
        """Patterns as a read-only view of shape (guesses, hidden)."""
        return self.native.by_guess()

    @property
    def by_hidden(self) -> NDArray[np.uint8]:
        """Patterns as a read-only view of shape (hidden, guesses)."""
        return self.native.by_hidden()

    def cells(self, guess: str, hidden_ids: Iterable[int] | None = None) -> Mapping[int, NDArray[np.intp]]:
        """Partition hidden words, given by index (default: all), by the response to `guess`.

        Returns pattern code -> ascending hidden indices, in ascending order of code, without empty cells.
        """
        count = len(self.hidden)
        ids = np.arange(count) if hidden_ids is None else np.unique(np.fromiter(hidden_ids, np.intp))
        codes = self.by_guess[self.guess_id(guess), ids]
        return {int(code): ids[codes == code] for code in np.unique(codes)}


class Verdict(StrEnum):
    """What is known about a depth question."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class FamilyFact:
    """Whether a family, all hidden words that match `pattern`, can be solved in `guesses` guesses."""

    pattern: str
    guesses: int
    solvable: bool


@dataclass(frozen=True, slots=True)
class DepthProgress:
    """A snapshot of a running depth search, in openers; in cells where a single opener is decided.

    `nodes` counts the guesses tried and the two-guess tests, `cores` the refutation cores learned, `bytes`
    the memory that the searches hold beyond the pattern matrices.
    """

    openers: int
    refuted: int
    refuted_by_families: int
    possible: int
    tried: int
    current: str | None
    round: int
    cells: int
    solved_cells: int
    nodes: int
    cores: int
    bytes: int


@dataclass(frozen=True, slots=True)
class RefutedStates:
    """How many states a depth search refuted, those met again not counted: three kinds of reasons.

    A lemma about an endgame family; pairs of words that the one useful guess left can't tell apart; or, for
    each allowed guess, a state refuted before.
    """

    by_families: int = 0
    by_pairs: int = 0
    by_guesses: int = 0


@dataclass(frozen=True, slots=True)
class DepthOutcome:
    """What a depth search found.

    `opener` and `strategy` (preorder: at each set of two or more words the guess, then the cells by ascending
    pattern, the all-green one left out) are given where the verdict is possible; `left` are the openers that
    remain undecided.
    """

    verdict: Verdict
    opener: str | None
    strategy: tuple[str, ...]
    left: tuple[str, ...]
    refuted_by_families: int
    refuted_by_search: int
    kids: tuple[int, ...]
    states: RefutedStates
    nodes: int


@dataclass(frozen=True, slots=True)
class ProofNode:
    """A refuted state in the proof of a search: under `restriction` the words can't be found in `guesses`.

    `kind` says why: "pair" (one guess left, or every allowed guess gives two words one pattern), "family" (a
    cover refutation of an endgame family) or "cover" (every allowed guess that splits the words is hopeless
    by one of the `children`, numbers of earlier nodes). The words of a cover are those of its children
    together, and `words` is empty.
    """

    kind: str
    guesses: int
    restriction: Restriction
    words: tuple[str, ...]
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenerDecision:
    """What a census found out about one opener.

    `strategy` is a preorder as in `DepthOutcome`, empty if the opener is refuted; then `node` is the proof
    node that makes it hopeless, None in ultrahard mode. `nodes_searched` counts work as
    `DepthProgress.nodes` does.
    """

    opener: str
    strategy: tuple[str, ...]
    node: int | None
    nodes_searched: int


@dataclass(frozen=True, slots=True)
class CoreRecord:
    """A refutation core: under `restriction` the words can't all be found within `guesses` guesses.

    `kind` says how it was derived: family, pair (two guesses: every allowed guess gives two words one
    pattern), cover (the cores `children` refute every allowed guess), borrowed (`children` names searcher and
    core).
    `greens` are (position, letter), `counts` (letter, least count).
    """

    searcher: int
    number: int
    kind: str
    greens: tuple[tuple[int, str], ...]
    counts: tuple[tuple[str, int], ...]
    words: tuple[str, ...]
    guesses: int
    children: tuple[int, ...]


_POSITIONS: Final = 5
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_GREENS: Final = _POSITIONS * len(
    _ALPHABET
)  # bits before this one are greens, the others least counts (bits.hpp)


def _restriction(bits: Iterable[int], length: int) -> Restriction:
    """Return what a set of native bits means for words of `length` letters."""
    greens: list[str | None] = [None] * length
    counts: dict[str, int] = {}
    for bit in bits:
        place, letter = divmod(bit if bit < _GREENS else bit - _GREENS, len(_ALPHABET))
        if bit < _GREENS:
            greens[place] = _ALPHABET[letter]
        else:
            counts[_ALPHABET[letter]] = max(place + 1, counts.get(_ALPHABET[letter], 0))
    return Restriction(tuple(greens), tuple(sorted(counts.items())))


def _bits(restriction: Restriction) -> list[int]:
    """Return the native bits that mean `restriction`."""
    letters = len(_ALPHABET)
    greens = [
        place * letters + _ALPHABET.index(green)
        for place, green in enumerate(restriction.greens)
        if green is not None
    ]
    counts = [
        _GREENS + (least - 1) * letters + _ALPHABET.index(letter)
        for letter, most in restriction.counts
        for least in range(1, most + 1)
    ]
    return greens + counts


class DepthSearch:
    """A depth question about a game: construct, `run` once, watch from another thread."""

    def __init__(
        self,
        game: Game,
        mode: Mode,
        *,
        jobs: int,
        min_family: int = 4,
        facts: Sequence[FamilyFact] = (),
    ) -> None:
        """Index the endgame families of at least `min_family` words; `jobs` threads will search.

        In ultrahard mode the hidden list of `game` must be its guess list; `run` raises ValueError otherwise.

        Raises:
            ValueError: a number out of range.
        """
        self._game = game
        self._native = _native.DepthSearch(
            game.native, mode.value, jobs, min_family, [(f.pattern, f.guesses, f.solvable) for f in facts]
        )

    def run(
        self,
        guesses_left: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        first: Sequence[str] = (),
        hidden: Sequence[int] | None = None,
    ) -> DepthOutcome:
        """Decide whether `guesses_left` more guesses find every hidden word consistent with `history`.

        `openers` are the next guesses to consider (none: every allowed one). The first allowed one of `first`
        is decided before all others. `hidden` keeps only these indices of the hidden list. Blocks, without
        the interpreter lock; one call at a time.

        Raises:
            ValueError: an opener that the mode forbids, `guesses_left` outside 0 to 31, or an
                opener that isn't the one hidden word left.
        """
        word = self._game.guesses.__getitem__
        raw = self._native.run(
            guesses_left,
            [(self._game.guess_id(guess), pattern) for guess, pattern in history],
            [self._game.guess_id(opener) for opener in openers],
            [self._game.guess_id(opener) for opener in first],
            None if hidden is None else list(hidden),
        )
        return DepthOutcome(
            verdict=Verdict(raw.verdict),
            opener=word(raw.opener) if raw.opener >= 0 else None,
            strategy=tuple(map(word, raw.strategy)),
            left=tuple(map(word, raw.left)),
            refuted_by_families=raw.refuted_by_families,
            refuted_by_search=raw.refuted_by_search,
            kids=tuple(raw.kids),
            states=RefutedStates(*raw.states),
            nodes=raw.work,
        )

    def census(
        self,
        guesses_left: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str],
        known: Sequence[ProofNode] = (),
        hidden: Sequence[int] | None = None,
    ) -> tuple[str, ...]:
        """Decide each of the `openers`; return those left undecided, none unless it was stopped.

        Decisions are to be had from `take_decisions` meanwhile. `known` are proof nodes of an earlier census
        of the same question, all of them from number 0 on: they keep their numbers, and the search uses
        them. Else as `run`; once, and not together with it.

        Raises:
            ValueError: as `run`; also for fewer than two words or guesses left, and for `known` nodes that
            are
                no proof.
        """
        left = self._native.census(
            guesses_left,
            [(self._game.guess_id(guess), pattern) for guess, pattern in history],
            [self._game.guess_id(opener) for opener in openers],
            [self._native_node(node) for node in known],
            None if hidden is None else list(hidden),
        )
        return tuple(map(self._game.guesses.__getitem__, left))

    def take_decisions(self) -> list[OpenerDecision]:
        """Return the decisions of `census` that nobody has taken yet; from any thread."""
        word = self._game.guesses.__getitem__
        return [
            OpenerDecision(
                word(raw.opener),
                tuple(map(word, raw.strategy)),
                None if raw.node < 0 else raw.node,
                raw.work,
            )
            for raw in self._native.take_decisions()
        ]

    def proof_nodes(self, since: int = 0) -> list[ProofNode]:
        """Return the nodes of the proof from number `since` on; from any thread.

        Each node comes after its children, and keeps its number. A node that a decision or an outcome names
        is there when that has been handed out.
        """
        hidden = self._game.hidden
        return [
            ProofNode(
                kind,
                guesses,
                _restriction(bits, len(hidden[0])),
                tuple(hidden[h] for h in words),
                tuple(children),
            )
            for kind, guesses, bits, words, children in self._native.proof_nodes(since)
        ]

    def _native_node(self, node: ProofNode) -> tuple[str, int, list[int], list[int], list[int]]:
        words = [self._game.hidden_id(word) for word in node.words]
        return node.kind, node.guesses, _bits(node.restriction), words, list(node.children)

    def stop(self) -> None:
        """Let `run` return soon, with what is known; from any thread."""
        self._native.stop()

    def progress(self) -> DepthProgress:
        """Return a snapshot; from any thread."""
        raw = self._native.progress()
        return DepthProgress(
            openers=raw.total,
            refuted=raw.refuted,
            refuted_by_families=raw.refuted_by_families,
            possible=raw.possible,
            tried=raw.tried,
            current=self._game.guesses[raw.current] if raw.current >= 0 else None,
            round=raw.round,
            cells=raw.cells,
            solved_cells=raw.solved_cells,
            nodes=raw.work,
            cores=raw.cores,
            bytes=raw.bytes,
        )

    def cores(self) -> Iterator[CoreRecord]:
        """Yield every core learned; not while `run` is at work."""
        letters, greens = len(_ALPHABET), _GREENS
        for core in self._native.cores():
            fixed = [divmod(bit, letters) for bit in core.bits if bit < greens]
            counted = [divmod(bit - greens, letters) for bit in core.bits if bit >= greens]
            yield CoreRecord(
                searcher=core.searcher,
                number=core.number,
                kind=core.kind,
                greens=tuple((position, _ALPHABET[letter]) for position, letter in fixed),
                counts=tuple((_ALPHABET[letter], least + 1) for least, letter in counted),
                words=tuple(self._game.hidden[h] for h in core.words),
                guesses=core.guesses,
                children=tuple(core.children),
            )

    def families(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the pattern and the members of each indexed family."""
        return tuple(
            (p, tuple(self._game.hidden[h] for h in members)) for p, members in self._native.families()
        )

    def family_solvable(self, family: int, guesses: int, live: Sequence[int] | None = None) -> bool:
        """Ask the native solver about a family, by its place in `families`, from the empty restriction.

        Returns False if its live members (default: all; indices into the members) can't be found in `guesses`
        guesses.
        """
        members = len(self.families()[family][1])
        mask = sum(1 << member for member in (range(members) if live is None else set(live)))
        return bool(self._native.family_solvable(family, mask, guesses))
