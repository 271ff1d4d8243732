"""Reading a trace that anybody may have written: bounded, and wrong in one line that says where.

Where this stands: beside `files`, which has the format. What is checked is said there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import HistoryError, TraceError
from wordle_cp.files.read import read_bounded
from wordle_cp.games.variant import MAX_GUESSES
from wordle_cp.rules.feedback.registry import FEEDBACKS, OF_CODES, OF_WORDS
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.views.traces.events import (
    Bound,
    Cutoff,
    CutReason,
    Guess,
    Leaf,
    LeafReason,
    Node,
    Trace,
    TraceClaim,
    Value,
)
from wordle_cp.views.traces.fields import Fields, shown
from wordle_cp.views.traces.files import FORMAT, VERSION
from wordle_cp.views.traces.game import MOST_GUESSES, MOST_HIDDEN
from wordle_cp.views.traces.recorder import MOST_EVENTS
from wordle_cp.views.traces.techniques import Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from wordle_cp.rules.feedback.base import Feedback
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.traces.events import Event

MOST_BYTES: Final = 32 * 2**20
_MOST_LENGTH: Final = 32
_MOST_NAME: Final = 200
_MOST_HISTORY: Final = 20_000


def read_trace(path: Path) -> Trace:
    """Return the trace in the file at `path`.

    Raises:
        TraceError: it is no trace of this version, or one that no search makes.
        UsageError: it is longer than any trace.
        FileError: the file can't be read.
    """
    return parse_trace(read_bounded(path, MOST_BYTES, "a trace"), str(path))


def parse_trace(contents: bytes, name: str) -> Trace:
    """Return the trace in `contents`, a file called `name`.

    Raises:
        TraceError: as `read_trace`.
    """
    if len(contents) > MOST_BYTES:
        raise TraceError(name, 1, f"expected a trace of at most {MOST_BYTES // 2**20} MB")
    lines = contents.split(b"\n")
    if lines[-1] and not contents.startswith(b"{"):
        raise TraceError(name, 1, "expected a trace, as solve --trace writes it: a JSON object on each line")
    if lines[-1]:
        raise TraceError(name, len(lines), "expected a newline at the end: the file isn't whole")
    reader = _Reader(name)
    for line in lines[:-1]:
        reader.take(line)
    return reader.end()


class _Reader:
    """A trace on its way: what has been read, and which nodes and guesses are open."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._line = 0
        self._claim: TraceClaim | None = None
        self._events: list[Event] = []
        self._open: list[Node | Guess] = []
        self._next = 0
        self._ended: tuple[int | None, int | None] | None = None
        self._scores: dict[tuple[int, int], int] = {}

    def take(self, text: bytes) -> None:
        """Read one line."""
        self._line += 1
        fields = Fields(self._file, self._line, text)
        if self._claim is None:
            self._claim = _claim(fields)
            fields.done()
            return
        if self._ended is not None:
            fields.fail("expected nothing after the end")
        kind = fields.take("event")
        if kind == "end":
            self._take_end(fields)
        elif isinstance(kind, str) and kind in _EVENTS:
            if len(self._events) == MOST_EVENTS:
                fields.fail(f"expected at most {MOST_EVENTS:,} events")
            self._events.append(_EVENTS[kind](self, fields))
        else:
            fields.fail(f"event: expected one of {', '.join(_EVENTS)}, end, found {shown(kind)}")
        fields.done()

    def end(self) -> Trace:
        """Return the trace, once all lines are read."""
        if self._claim is None or self._ended is None:
            raise TraceError(self._file, self._line + 1, "expected more: the trace has no end")
        return Trace(self._claim, tuple(self._events), *self._ended)

    @property
    def _game(self) -> TraceClaim:
        assert self._claim is not None, "the first line is the claim"
        return self._claim

    def _take_end(self, fields: Fields) -> None:
        if self._open or not self._events:
            fields.fail("expected the end of every node first")
        if fields.number("events") != len(self._events):
            fields.fail(f"events: expected {len(self._events)}, their number")
        last = self._events[-1]
        total, best = fields.number_or_none("total"), fields.number_or_none("best", len(self._game.guesses))
        if not isinstance(last, Value | Leaf) or last.value != total:
            fields.fail("total: expected the value of the first node")
        if (total is None) != (best is None):
            fields.fail("best: expected a guess where there is a total, and none where there isn't")
        self._ended = total, best

    def _node(self, fields: Fields) -> Node:
        parent = fields.number_or_none("parent")
        pattern = fields.take("pattern")
        node = Node(
            id=self._number(fields),
            parent=parent,
            pattern=None if pattern is None else self._pattern(fields, pattern),
            words=fields.numbers("words", len(self._game.hidden)),
            guesses_left=fields.number_or_none("guesses_left", MAX_GUESSES + 1),
            beta=fields.number_or_none("beta"),
        )
        if parent is None:
            expected = tuple(range(len(self._game.hidden))), self._game.guesses_left
            if self._events or node.pattern is not None:
                fields.fail("parent: expected the number of a guess")
        else:
            guess = self._innermost(fields, "parent", parent, Guess)
            above = self._open[-2]
            assert isinstance(guess, Guess), "it was asked for"
            assert isinstance(above, Node), "a guess stands in a node"
            left = None if above.guesses_left is None else above.guesses_left - 1
            expected = self._cell(guess.guess, above.words, node.pattern), left
        if (node.words, node.guesses_left) != expected:
            fields.fail("words, guesses_left: expected what the guess and its response leave")
        self._open.append(node)
        return node

    def _guess(self, fields: Fields) -> Guess:
        guess = Guess(
            id=self._number(fields),
            of=self._of(fields, Node),
            guess=fields.number("guess", len(self._game.guesses)),
            beta=fields.number_or_none("beta"),
        )
        self._open.append(guess)
        return guess

    def _bound(self, fields: Fields) -> Bound:
        name = fields.one_of("name", CutReason)
        return Bound(self._of(fields, Node), name, fields.number("value"))

    def _cutoff(self, fields: Fields) -> Cutoff:
        guesses = fields.numbers("guesses", len(self._game.guesses))
        return Cutoff(
            of=self._of(fields, Node if guesses else Node | Guess),
            why=fields.one_of("why", CutReason),
            guesses=guesses,
            bound=fields.number_or_none("bound"),
            beta=fields.number_or_none("beta"),
        )

    def _leaf(self, fields: Fields) -> Leaf:
        leaf = Leaf(
            of=self._of(fields, Node),
            why=fields.one_of("why", LeafReason),
            value=fields.number_or_none("value"),
            exact=fields.truth("exact"),
        )
        self._open.pop()
        return leaf

    def _value(self, fields: Fields) -> Value:
        value = Value(
            of=self._of(fields, Node | Guess),
            value=fields.number_or_none("value"),
            exact=fields.truth("exact"),
            guess=fields.number_or_none("guess", len(self._game.guesses)),
        )
        self._open.pop()
        return value

    def _number(self, fields: Fields) -> int:
        """Return the number of a node or guess, which is the next one."""
        if fields.number("id") != self._next:
            fields.fail(f"id: expected {self._next}, the next number")
        self._next += 1
        return self._next - 1

    def _of(self, fields: Fields, kind: Any) -> int:  # noqa: ANN401  a class, or two joined
        """Return the number in the field `of`: that of the innermost node or guess that hasn't ended."""
        number = fields.number("of")
        self._innermost(fields, "of", number, kind)
        return number

    def _innermost(self, fields: Fields, name: str, number: int, kind: Any) -> Node | Guess:  # noqa: ANN401
        innermost = self._open[-1] if self._open else None
        if innermost is None or innermost.id != number or not isinstance(innermost, kind):
            fields.fail(f"{name}: expected the last that has begun and not ended")
        return innermost

    def _pattern(self, fields: Fields, text: object) -> int:
        if not isinstance(text, str):
            fields.fail(f"pattern: expected a text or null, found {shown(text)}")
        try:
            return self._game.scoring.parse_pattern(text)
        except HistoryError as error:
            fields.fail(str(error))

    def _cell(self, guess: int, words: tuple[int, ...], pattern: int | None) -> tuple[int, ...]:
        """Return those of `words` that give `guess` this response."""
        return tuple(word for word in words if self._score(guess, word) == pattern)

    def _score(self, guess: int, word: int) -> int:
        if (guess, word) not in self._scores:
            self._scores[guess, word] = self._game.scoring.score(
                self._game.guesses[guess], self._game.hidden[word]
            )
        return self._scores[guess, word]


_EVENTS: Final[Mapping[str, Callable[[_Reader, Fields], Event]]] = {
    "node": _Reader._node,  # noqa: SLF001  the table of this class
    "bound": _Reader._bound,  # noqa: SLF001
    "guess": _Reader._guess,  # noqa: SLF001
    "cutoff": _Reader._cutoff,  # noqa: SLF001
    "leaf": _Reader._leaf,  # noqa: SLF001
    "value": _Reader._value,  # noqa: SLF001
}


def _claim(fields: Fields) -> TraceClaim:
    """Return the claim in the first line."""
    if fields.take("trace") != FORMAT:
        fields.fail(f"trace: expected {FORMAT!r}")
    if fields.number("version") != VERSION:
        fields.fail(f"version: expected {VERSION}, the one that this program reads")
    scoring, mode = _scoring(fields), fields.one_of("mode", Mode)
    if mode not in scoring.feedback.modes:
        fields.fail(f"mode: expected normal, as the feedback is {scoring.feedback}, found {mode}")
    after = fields.text("after", _MOST_HISTORY)
    try:
        scoring.parse_history(after)
    except HistoryError as error:
        fields.fail(f"after: {error}")
    guesses = fields.words("guesses", scoring, MOST_GUESSES)
    hidden = fields.words("hidden", scoring, MOST_HIDDEN)
    if not set(hidden) <= set(guesses):
        fields.fail("hidden: expected words that are among the guesses")
    techniques = fields.take("techniques")
    if not isinstance(techniques, list):
        fields.fail("techniques: expected a list of names")
    return TraceClaim(
        variant=fields.text("variant", _MOST_NAME),
        mode=mode,
        scoring=scoring,
        after=after,
        guesses_left=fields.number_or_none("guesses_left", MAX_GUESSES + 1),
        techniques=tuple(dict.fromkeys(fields.member("techniques", name, Technique) for name in techniques)),
        hidden=hidden,
        guesses=guesses,
        openers=fields.numbers("openers", len(guesses)),
        left_out=fields.number("left_out"),
    )


def _scoring(fields: Fields) -> Scoring:
    """Return what a response is: in words of letters a to z, unless other letters or colours are given."""
    length = fields.number("length", _MOST_LENGTH + 1)
    if fields.has("colours"):
        try:
            return CodeScoring(
                length, fields.number("colours"), fields.truth("repeats"), _feedback(fields, OF_CODES)
            )
        except ValueError as error:
            fields.fail(f"length, colours: {error}")
    letters, feedback = (
        fields.letters("letters") if fields.has("letters") else PLAIN,
        _feedback(fields, OF_WORDS),
    )
    if feedback != OF_WORDS and length > feedback.longest:
        fields.fail(
            f"length: expected {feedback.longest} at most, as the feedback is {feedback}, found {length}"
        )
    return WordScoring(length, letters, feedback)


def _feedback(fields: Fields, default: Feedback) -> Feedback:
    """Return the feedback that is named; the `default` never is."""
    if not fields.has("feedback"):
        return default
    name, known = fields.text("feedback", _MOST_NAME), {**FEEDBACKS}
    del known[default.name]
    if name not in known:
        fields.fail(f"feedback: expected one of {', '.join(known)}, found {shown(name)}")
    return known[name]
