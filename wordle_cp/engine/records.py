"""What goes into a depth search and what comes out of it: plain records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from wordle_cp.rules.words import Restriction


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
    refuted: int
    refuted_by_families: int
    possible: int
    tried: int
    current: str | None
    round: int
    cells: int
    solved_cells: int
    nodes: int
    no_goods: int
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
    refuting: tuple[int, ...]
    states: RefutedStates
    nodes: int

    __repr__ = brief()


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


@dataclass(frozen=True, slots=True)
class NoGood:
    """A no-good: under `restriction` the words can't all be found within `guesses` guesses.

    `kind` says how it was derived: family, pair (two guesses: every allowed guess gives two words one
    pattern), cover (the no-goods `children` refute every allowed guess), borrowed (`children` names searcher
    and no-good).
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
