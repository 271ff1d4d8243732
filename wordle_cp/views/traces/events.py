"""What a trace consists of: a claim about a game, the events of a search in their order, and how it ended.

Plain records: `search` makes them, `page` shows them. Words are given by their index in the lists of the
claim. A node is a set of words of which one is hidden; it and each guess tried at it have a number, ascending
from 0 in the order in which they are begun.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.traces.techniques import Technique


class LeafReason(StrEnum):
    """Why the value of a node is known without trying a guess."""

    ONE_WORD = "one word"
    """It is guessed: 1."""
    LIMIT = "limit"
    """Two words or more and one guess left: no strategy finds each in time."""
    MEMO = "memo"
    """The same words were met before."""
    SEPARATED = "separated"
    """A guess tells all words apart."""


class CutReason(StrEnum):
    """Why something isn't looked at any further."""

    T = "T"
    L1 = "L1"
    SECOND_PLY = "second-ply"
    SUMS = "sums"
    EQUAL = "equal"
    DOMINATED = "dominated"
    MET = "met"
    """The best guess so far costs what no guess can undercut."""
    LIMIT = "limit"
    """One of the cells has no strategy in time."""


@dataclass(frozen=True, slots=True)
class TraceClaim:
    """What the trace is about: the least total of `hidden` with `guesses`.

    `after` is the history in the form of `rules.words.format_history`; `guesses` are those that the mode
    allows after it, and `left_out` says how many more it allows, each equal to one of them for these words.
    `guesses_left` is None where there is no limit.
    """

    variant: str
    mode: Mode
    scoring: Scoring
    after: str
    guesses_left: int | None
    techniques: tuple[Technique, ...]
    hidden: tuple[str, ...]
    guesses: tuple[str, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Node:
    """A node begins: `words` are left after response `pattern` to guess `parent`, both None at the root.

    A value of `beta` or more need not be exact; None: each must be.
    """

    id: int
    parent: int | None
    pattern: int | None
    words: tuple[int, ...]
    guesses_left: int | None
    beta: int | None


@dataclass(frozen=True, slots=True)
class Bound:
    """The words of node `of` cost `value` at least, because of `name`, T or L1."""

    of: int
    name: CutReason
    value: int


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess is tried at node `of`: `guess` is its index. Only values below `beta` count, None: any."""

    id: int
    of: int
    guess: int
    beta: int | None


@dataclass(frozen=True, slots=True)
class Cutoff:
    """Something is dropped by `why`: it costs `bound` at least, and `beta` is known to be enough.

    That is node `of` as a whole, or the guesses `guesses` of node `of`, which then aren't tried (`bound` is
    the least of theirs), or what is left to do of guess `of`. `bound` None stands for no strategy in time.
    """

    of: int
    why: CutReason
    guesses: tuple[int, ...]
    bound: int | None
    beta: int | None


@dataclass(frozen=True, slots=True)
class Leaf:
    """Node `of` ends: it costs `value`, known because of `why`; or at least that, where it isn't `exact`."""

    of: int
    why: LeafReason
    value: int | None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Value:
    """Node or guess `of` ends: it costs `value`, or at least that, where it isn't `exact`.

    None stands for no strategy in time. `guess` is a best one, if the node has an exact value.
    """

    of: int
    value: int | None
    exact: bool
    guess: int | None = None


Event = Node | Bound | Guess | Cutoff | Leaf | Value


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole trace: the least total, None if no strategy keeps the limit, and a best guess."""

    claim: TraceClaim
    events: tuple[Event, ...]
    total: int | None
    best: int | None

    @property
    def nodes(self) -> int:
        """Number of nodes: sets of two words or more that were looked at."""
        return sum(isinstance(event, Node) for event in self.events)

    @property
    def guesses(self) -> int:
        """Number of guesses that were tried."""
        return sum(isinstance(event, Guess) for event in self.events)

    @property
    def cutoffs(self) -> Mapping[CutReason, int]:
        """How many nodes and guesses each reason cut."""
        counts: Counter[CutReason] = Counter()
        for event in self.events:
            if isinstance(event, Cutoff):
                counts[event.why] += max(len(event.guesses), 1)
        return {why: counts[why] for why in CutReason if counts[why]}

    @property
    def best_word(self) -> str | None:
        """A best guess, None if no strategy keeps the limit."""
        return None if self.best is None else self.claim.guesses[self.best]
