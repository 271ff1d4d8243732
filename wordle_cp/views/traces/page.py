"""A trace as a page.

The parts, in their order:

What a trace consists of: a claim about a game, the events of a search in their order, and how it ended.

Plain records: `search` makes them, `page` shows them. Words are given by their index in the lists of the
claim. A node is a set of words of which one is hidden; it and each guess tried at it have a number, ascending
from 0 in the order in which they are begun.

A page that steps through a trace: one HTML file with everything in it, which loads nothing.

`solve --trace` writes it, and the site and the notebooks show it. The script and the style are files of the
folder viewer/. The trace is data in the page, never part of a script; all that it says is put on the page as
text. The page's policy forbids any other script or style than these two, and every request.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from enum import StrEnum
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital
from wordle_cp.views.colours import look
from wordle_cp.views.traces.game import Technique
from wordle_cp.views.whole_pages import data, fill, source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring


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


_VIEWER: Final = files("wordle_cp.views.traces") / "viewer"


def trace_page(trace: Trace) -> str:
    """Return a whole HTML page that steps through `trace`."""
    style, script = look() + _part("style.css"), _part("steps.js")
    parts = {
        "policy": f"default-src 'none'; script-src {source(script)}; style-src {source(style)}",
        "title": escape(f"Search trace: {trace.claim.variant}, {trace.claim.mode.value} mode"),
        "style": style,
        "script": script,
        "data": data(_content(trace)),
    }
    return fill(_part("page.html"), parts)


def _content(trace: Trace) -> dict[str, object]:
    """Return what the script reads."""
    claim = trace.claim
    tried = {event.guess for event in trace.events if isinstance(event, Guess)}
    return {
        "claim": {
            "variant": claim.variant,
            "mode": claim.mode.value,
            "after": claim.after,
            "guesses_left": claim.guesses_left,
            "techniques": [technique.value for technique in claim.techniques],
            "left_out": claim.left_out,
        },
        "events": [_event(event, claim.scoring) for event in trace.events],
        "total": trace.total,
        "best": None if trace.best_word is None else trace.best_word.upper(),
        "names": {
            "hidden": [word.upper() for word in claim.hidden],
            "guesses": [guess.upper() for guess in claim.guesses],
        },
        "tiles": {guess: _signs(claim.guesses[guess]) for guess in sorted(tried)},
        "patterns": {
            guess: [
                claim.scoring.format_pattern(claim.scoring.score(claim.guesses[guess], word))
                for word in claim.hidden
            ]
            for guess in sorted(tried)
        },
        "win": claim.scoring.format_pattern(claim.scoring.win),
        "coloured": claim.scoring.feedback.tiled,
        "why": {technique.value: technique.why for technique in Technique},
    }


def _event(event: Event, scoring: Scoring) -> dict[str, object]:
    """Return the fields of an event, its kind among them; a pattern is written as `scoring` has it."""
    found = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, Node) and event.pattern is not None:
        found["pattern"] = scoring.format_pattern(event.pattern)
    return {"event": type(event).__name__.lower(), **found}


def _signs(word: str) -> list[str]:
    """Return the letters of `word`, or the colours of a code, as they are shown."""
    return [capital(letter) for letter in word]


def _part(name: str) -> str:
    return (_VIEWER / name).read_text(encoding="utf-8")
