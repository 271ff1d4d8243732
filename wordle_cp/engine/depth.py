"""The native search for a depth, what it finds out, and the proofs that it writes.

The parts, in their order:

What goes into a depth search and what comes out of it: plain records.

Proof nodes between Python and the compiled part, and proofs made smaller.

A depth question, put to the compiled search: construct, run once, watch from another thread.

The table of ultrahard mode: which states, any guesses allowed and any words left, are lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.engine.game import NativeSearch
from wordle_cp.errors import brief
from wordle_cp.rules.words import Restriction
from wordle_cp.threads import polled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.engine.game import Game
    from wordle_cp.engine.total import Row
    from wordle_cp.rules.modes import Mode
    from wordle_cp.work import StopReason

    NativeNode = tuple[str, int, list[int], list[int], list[int]]
    """Kind, guesses left, restriction bits, hidden words and children, all as numbers."""


class Verdict(StrEnum):
    """What is known about a question; a search for a depth says one of the last three."""

    PROVEN = "proven"
    """The answer; the checker has accepted certificates of all of it."""
    EXACT = "exact"
    """The answer, of which something rests on the search, or on CP-SAT."""
    BETWEEN = "between"
    """Both ends of a number, with a certificate."""
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"
    """No answer: there was reason to stop before."""


@dataclass(frozen=True, slots=True)
class DepthProgress:
    """A snapshot of a running depth search, in openers; in cells where a single opener is decided.

    `nodes` counts the guesses tried and the two-guess tests, `no_goods` the no-goods learned, `bytes`
    the memory that the searches hold beyond the pattern matrices.
    """

    openers: int
    refuted: int = 0
    refuted_by_families: int = 0
    possible: int = 0
    tried: int = 0
    current: str | None = None
    round: int = 0
    cells: int = 0
    solved_cells: int = 0
    nodes: int = 0
    no_goods: int = 0
    bytes: int = 0


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
class ProofNode:
    """A refuted state in the proof of a search: under `restriction` the words can't be found in `guesses`.

    `kind` says why: "pair" (one guess left, or every allowed guess gives two words one pattern), "family" (a
    cover refutation of an endgame family) or "cover" (every allowed guess that splits the words is refuted
    by one of the `children`, numbers of earlier nodes). The words of a cover are those of its children
    together, and `words` is empty.
    """

    kind: str
    guesses: int
    restriction: Restriction
    words: tuple[str, ...]
    children: tuple[int, ...]

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class DepthOutcome:
    """What a depth search found.

    `opener` and `strategy` (preorder: at each set of two or more words the guess, then the cells by ascending
    pattern, the all-green one left out) are given where the verdict is possible; `opener` is None where one
    word is left and is simply guessed. `left` are the openers that remain undecided, `stopped_by` says why.
    `proof` are the nodes that `refuting` number, and what they rest on; empty unless the verdict is
    impossible, and where nobody asked for them.
    """

    verdict: Verdict
    opener: str | None = None
    strategy: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    refuted_by_families: int = 0
    refuted_by_search: int = 0
    refuting: tuple[int, ...] = ()
    states: RefutedStates = RefutedStates()
    nodes: int = 0
    proof: tuple[ProofNode, ...] = ()
    stopped_by: StopReason | None = None

    __repr__ = brief("verdict", "stopped_by", "proof")


FOUND: Final = "strategy"
IMPOSSIBLE: Final = "impossible"
"""What an opener is in a row of a census."""


@dataclass(frozen=True, slots=True)
class OpenerDecision:
    """What a census found out about one opener.

    `strategy` is a preorder as in `DepthOutcome`, empty if the opener is refuted; then `node` is the proof
    node that refutes it, None in ultrahard mode. `nodes_searched` counts work as
    `DepthProgress.nodes` does; `seconds` are those of a processor. `worker` says who found it: nobody where
    it was a thread of this process.
    """

    opener: str
    strategy: tuple[str, ...]
    node: int | None
    nodes_searched: int
    seconds: float = 0.0
    worker: str = ""

    @property
    def row(self) -> Row:
        """The same as plain values."""
        kind = FOUND if self.node is None else IMPOSSIBLE
        return self.opener, kind, self.node, self.nodes_searched, self.seconds, self.strategy


def restriction_of(game: Game, bits: Iterable[int]) -> Restriction:
    """Return what a set of the compiled part's bits means in `game`."""
    greens: list[str | None] = [None] * len(game.guesses[0])
    counts: dict[str, int] = {}
    for bit in bits:
        place, least, letter = game.letters.meaning(game.slots[bit])
        if place is not None:
            greens[place] = letter
        else:
            counts[letter] = max(least, counts.get(letter, 0))
    return Restriction(tuple(greens), tuple(sorted(counts.items())))


def bits_of(game: Game, restriction: Restriction) -> list[int]:
    """Return the bits that mean `restriction`; ValueError if no hidden word agrees with it."""
    letters = game.letters
    greens = [
        letters.green_slot(place, green)
        for place, green in enumerate(restriction.greens)
        if green is not None
    ]
    counts = [
        letters.count_slot(letter, least)
        for letter, most in restriction.counts
        for least in range(1, most + 1)
    ]
    return [game.bit_of(slot) for slot in greens + counts]


def native_nodes(game: Game, nodes: Iterable[ProofNode]) -> list[NativeNode]:
    """Return `nodes` as the compiled part takes them."""
    return [
        (
            node.kind,
            node.guesses,
            bits_of(game, node.restriction),
            [game.hidden_id(word) for word in node.words],
            list(node.children),
        )
        for node in nodes
    ]


def proof_nodes(game: Game, raw: Iterable[NativeNode]) -> list[ProofNode]:
    """Return what the compiled part gives as nodes."""
    hidden = game.hidden
    return [
        ProofNode(
            kind,
            guesses,
            restriction_of(game, bits),
            tuple(hidden[h] for h in words),
            tuple(children),
        )
        for kind, guesses, bits, words, children in raw
    ]


def is_taken_as_it_stands(game: Game, node: ProofNode) -> bool:
    """Return whether the compiled part takes `node` over, and gives back the same."""
    try:
        return proof_nodes(game, native_nodes(game, [node])) == [node]
    except ValueError:
        return False


def compact_proof(
    game: Game,
    mode: Mode,
    guesses_left: int,
    nodes: Sequence[ProofNode],
    refuting: Sequence[int],
    *,
    history: Sequence[tuple[str, int]] = (),
    keep_refuting: bool = False,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[ProofNode], tuple[int, ...]]:
    """Return fewer nodes, and refuting among them that refute all that `refuting` refute.

    With `keep_refuting` these are the same refuting, in their order, whose words may be fewer.
    `nodes` is a proof, each node after its children; `refuting` are those that refute openers after
    `history` with `guesses_left`, or that refute the position itself. What is returned doesn't depend on the
    number of threads, `jobs`. `progress` is called every 100 ms with (nodes looked at, how many looks there
    are in all: two a node); what it raises ends the work and is raised here.

    Raises:
        ValueError: `nodes` are no proof.
    """
    work = game.library.ProofCompaction(
        game.native,
        mode.value,
        guesses_left,
        [(game.guess_id(guess), pattern) for guess, pattern in history],
        native_nodes(game, nodes),
        list(refuting),
        keep_refuting,
        jobs,
    )
    raw, fewer = polled(
        work.run, work.stop, lambda: progress(work.done(), work.size()) if progress is not None else None
    )
    return proof_nodes(game, raw), tuple(fewer)


class DepthSearch(NativeSearch):
    """A depth question about a game: construct, `run` once, watch from another thread."""

    def __init__(
        self,
        game: Game,
        mode: Mode,
        *,
        jobs: int,
        min_family: int = 4,
    ) -> None:
        """Index the endgame families of at least `min_family` words; `jobs` threads will search.

        In ultrahard mode the hidden list of `game` must be its guess list; `run` raises ValueError otherwise.

        Raises:
            ValueError: a number out of range.
        """
        game.demand(mode)
        super().__init__(game, game.library.DepthSearch(game.native, mode.value, jobs, min_family))

    def run(
        self,
        guesses_left: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        first: Sequence[str] = (),
        hidden: Sequence[int] | None = None,
        iterations: int | None = None,
    ) -> DepthOutcome:
        """Decide whether `guesses_left` more guesses find every hidden word consistent with `history`.

        `openers` are the next guesses to consider (none: every allowed one). The first allowed one of `first`
        is decided before all others. `hidden` keeps only these indices of the hidden list. A single opener
        is given up after this number of `iterations`, with growing budgets of work, about each of its cells
        (None: never). Blocks, without the interpreter lock; one call at a time.

        Raises:
            ValueError: an opener that the mode forbids, `guesses_left` outside 0 to 31, or an
                opener that isn't the one hidden word left.
        """
        verdict, opener, strategy, left, by_families, by_search, refuting, states, work = self._native.run(
            guesses_left,
            self._past(history),
            self._ids(openers),
            self._ids(first),
            None if hidden is None else list(hidden),
            iterations,
        )
        return DepthOutcome(
            verdict=Verdict(verdict),
            opener=self._game.guesses[opener] if opener >= 0 else None,
            strategy=self._words(strategy),
            left=self._words(left),
            refuted_by_families=by_families,
            refuted_by_search=by_search,
            refuting=tuple(refuting),
            states=RefutedStates(*states),
            nodes=work,
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
        them. Else as `run`, and not together with it. What was learned serves later calls, about the same
        history and the same guesses left; nodes go on from the numbers that there are.

        Raises:
            ValueError: as `run`; also for fewer than two words or guesses left, and for `known` nodes that
                are no proof, or come after the first call.
        """
        left = self._native.census(
            guesses_left,
            self._past(history),
            self._ids(openers),
            native_nodes(self._game, known),
            None if hidden is None else list(hidden),
        )
        return self._words(left)

    def lost_part(
        self,
        guesses_left: int,
        opener: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        others: Sequence[int] = (),
        together: int = 1,
        hidden: Sequence[int] | None = None,
    ) -> tuple[int, Restriction, tuple[str, ...]] | None:
        """Return words inside one cell of `opener` that can't all be found, and the node that says so.

        In time means within `guesses_left` more guesses, two or more, the opener included. The node comes
        first, its restriction second. Words that aren't needed are left out, `together` or more at a time:
        with 1 none is left that could be left out. Rather such are left out that the guesses `others` tell
        from the rest. None if there are no such words, or the search was stopped.
        Guesses go by their numbers; else as `run`, but on one thread.

        Raises:
            ValueError: a number out of range, an opener that isn't allowed, or ultrahard mode.
        """
        found = self._native.lost_part(
            guesses_left,
            self._past(history),
            opener,
            list(others),
            together,
            None if hidden is None else list(hidden),
        )
        if found is None or found[0] < 0:
            return None
        node, bits, words = found
        return node, restriction_of(self._game, bits), tuple(self._game.hidden[h] for h in words)

    def take_decisions(self) -> list[OpenerDecision]:
        """Return the decisions of `census` that nobody has taken yet; from any thread."""
        word = self._game.guesses.__getitem__
        return [
            OpenerDecision(word(opener), self._words(strategy), None if node < 0 else node, work, seconds)
            for opener, strategy, node, work, seconds in self._native.take_decisions()
        ]

    def proof_nodes(self, since: int = 0) -> list[ProofNode]:
        """Return the nodes of the proof from number `since` on; from any thread.

        Each node comes after its children, and keeps its number. A node that a decision or an outcome names
        is there when that has been handed out.
        """
        return proof_nodes(self._game, self._native.proof_nodes(since))

    def progress(self) -> DepthProgress:
        """Return a snapshot; from any thread."""
        openers, refuted, by_families, possible, tried, current, *others = self._native.progress()
        at_work = self._game.guesses[current] if current >= 0 else None
        return DepthProgress(openers, refuted, by_families, possible, tried, at_work, *others)


class UltrahardTable:
    """Decides states of ultrahard mode one by one, and remembers what it has decided."""

    def __init__(self, game: Game) -> None:
        """Take a game whose hidden list is its guess list.

        Raises:
            ValueError: it isn't.
        """
        self._native = game.library.UltrahardTable(game.native)

    def is_lost(
        self, allowed: Sequence[int], words: Sequence[int], guesses: int, poll: Callable[[], None]
    ) -> bool:
        """Tell whether `words`, which are among the `allowed`, can't be found within `guesses` guesses.

        All by their numbers in the list. `poll` is called every 100 ms; what it raises ends the work for
        good, and is raised here.
        """
        native = self._native
        verdict = Verdict(polled(lambda: native.decide(allowed, words, guesses), native.stop, poll))
        assert verdict is not Verdict.UNDECIDED, "nobody has stopped it"
        return verdict is Verdict.IMPOSSIBLE
