"""Reading a trace that anybody may have written: bounded, and wrong in one line that says where.

Where this stands: beside `files`, which has the format. What is checked is said there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from wordle_cp.errors import HistoryError, TraceError, abridged
from wordle_cp.input_files import read_bounded, strict_json
from wordle_cp.letters import MOST_CHARACTERS, MOST_LETTERS, PLAIN, Alphabet, is_letter
from wordle_cp.rules import Mode
from wordle_cp.scoring import CodeScoring, WordScoring
from wordle_cp.trace.events import (
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
from wordle_cp.trace.files import FORMAT, VERSION
from wordle_cp.trace.game import MOST_GUESSES, MOST_HIDDEN
from wordle_cp.trace.recorder import MOST_EVENTS
from wordle_cp.trace.techniques import Technique
from wordle_cp.variant import MAX_GUESSES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import StrEnum
    from pathlib import Path

    from wordle_cp.scoring import Scoring
    from wordle_cp.trace.events import Event

MOST_BYTES: Final = 32 * 2**20
_MOST_LINE: Final = 2**16
_MOST_LENGTH: Final = 32
_MOST_NAME: Final = 200
_MOST_HISTORY: Final = 20_000
_MOST_NUMBER: Final = 10**9

_Kind = TypeVar("_Kind", bound="StrEnum")


def read_trace(path: Path) -> Trace:
    """Return the trace in the file at `path`.

    Raises:
        TraceError: it is no trace of this version, or one that no search makes.
        UsageError: it is longer than any trace.
        OSError: the file can't be read.
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


class _Fields:
    """The fields of a line, taken one after the other."""

    def __init__(self, file: str, line: int, text: bytes) -> None:
        self._file = file
        self._line = line
        if len(text) > _MOST_LINE:
            self.fail(f"expected at most {_MOST_LINE} bytes")
        try:
            fields = strict_json(text.decode())
        except (ValueError, RecursionError):
            self.fail("expected a JSON object, each name once")
        if not isinstance(fields, dict):
            self.fail("expected a JSON object")
        self._fields: dict[str, Any] = fields

    def fail(self, message: str) -> NoReturn:
        """Raise the error for this line."""
        raise TraceError(self._file, self._line, message)

    def take(self, name: str) -> Any:  # noqa: ANN401  whatever JSON has
        """Return a field, which then is gone."""
        if name not in self._fields:
            self.fail(f"expected a field {name!r}")
        return self._fields.pop(name)

    def done(self) -> None:
        """Make sure that there were no other fields."""
        if self._fields:
            self.fail(f"there is no field {abridged(next(iter(self._fields)))} here")

    def number(self, name: str, below: int = _MOST_NUMBER) -> int:
        """Return a whole number from 0 to less than `below`."""
        return self._number(name, self.take(name), below)

    def number_or_none(self, name: str, below: int = _MOST_NUMBER) -> int | None:
        """Return the same, or None."""
        value = self.take(name)
        return None if value is None else self._number(name, value, below)

    def numbers(self, name: str, below: int) -> tuple[int, ...]:
        """Return a list of different whole numbers from 0 to less than `below`."""
        values = self.take(name)
        if not isinstance(values, list):
            self.fail(f"{name}: expected a list of numbers")
        found = tuple(self._number(name, value, below) for value in values)
        if len(set(found)) < len(found):
            self.fail(f"{name}: expected each number once")
        return found

    def text(self, name: str, most: int) -> str:
        """Return a printable text."""
        value = self.take(name)
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            self.fail(f"{name}: expected at most {most} printable characters")
        return value

    def truth(self, name: str) -> bool:
        """Return true or false."""
        value = self.take(name)
        if not isinstance(value, bool):
            self.fail(f"{name}: expected true or false")
        return value

    def one_of(self, name: str, kind: type[_Kind]) -> _Kind:
        """Return the member of `kind` that a field names."""
        return self.member(name, self.take(name), kind)

    def member(self, name: str, value: object, kind: type[_Kind]) -> _Kind:
        """Return the member of `kind` that `value` names."""
        found = next((one for one in kind if value == one.value), None)
        if found is None:
            names = ", ".join(one.value for one in kind)
            self.fail(f"{name}: expected one of {names}, found {_shown(value)}")
        return found

    def words(self, name: str, scoring: Scoring, most: int) -> tuple[str, ...]:
        """Return a list of 1 to `most` different words of a game."""
        values = self.take(name)
        if not isinstance(values, list) or not 1 <= len(values) <= most:
            self.fail(f"{name}: expected a list of 1 to {most} words")
        longest = scoring.length * (MOST_CHARACTERS + 1)  # a hyphen may stand before each letter
        words = []
        for value in values:
            short = isinstance(value, str) and len(value) <= longest
            word = scoring.word(value) if short else None
            if word is None or str(word) != value:
                self.fail(f"{name}: expected {scoring.a_word}, found {_shown(value)}")
            words.append(word)
        if len(set(words)) < len(words):
            self.fail(f"{name}: expected each word once")
        return tuple(words)

    def letters(self, name: str) -> Alphabet:
        """Return the alphabet that a list of letters is."""
        values = self.take(name)
        known = isinstance(values, list) and all(isinstance(one, str) and is_letter(one) for one in values)
        if not known or not 1 <= len(values) <= MOST_LETTERS or len(set(values)) < len(values):
            self.fail(f"{name}: expected 1 to {MOST_LETTERS} different letters, each in lower case")
        return Alphabet(tuple(values))

    def has(self, name: str) -> bool:
        """Tell whether there is such a field, which not every game has."""
        return name in self._fields

    def _number(self, name: str, value: object, below: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
            self.fail(f"{name}: expected a whole number from 0 to {below - 1}, found {_shown(value)}")
        return value


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
        fields = _Fields(self._file, self._line, text)
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
            fields.fail(f"event: expected one of {', '.join(_EVENTS)}, end, found {_shown(kind)}")
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

    def _take_end(self, fields: _Fields) -> None:
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

    def _node(self, fields: _Fields) -> Node:
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

    def _guess(self, fields: _Fields) -> Guess:
        guess = Guess(
            id=self._number(fields),
            of=self._of(fields, Node),
            guess=fields.number("guess", len(self._game.guesses)),
            beta=fields.number_or_none("beta"),
        )
        self._open.append(guess)
        return guess

    def _bound(self, fields: _Fields) -> Bound:
        name = fields.one_of("name", CutReason)
        return Bound(self._of(fields, Node), name, fields.number("value"))

    def _cutoff(self, fields: _Fields) -> Cutoff:
        guesses = fields.numbers("guesses", len(self._game.guesses))
        return Cutoff(
            of=self._of(fields, Node if guesses else Node | Guess),
            why=fields.one_of("why", CutReason),
            guesses=guesses,
            bound=fields.number_or_none("bound"),
            beta=fields.number_or_none("beta"),
        )

    def _leaf(self, fields: _Fields) -> Leaf:
        leaf = Leaf(
            of=self._of(fields, Node),
            why=fields.one_of("why", LeafReason),
            value=fields.number_or_none("value"),
            exact=fields.truth("exact"),
        )
        self._open.pop()
        return leaf

    def _value(self, fields: _Fields) -> Value:
        value = Value(
            of=self._of(fields, Node | Guess),
            value=fields.number_or_none("value"),
            exact=fields.truth("exact"),
            guess=fields.number_or_none("guess", len(self._game.guesses)),
        )
        self._open.pop()
        return value

    def _number(self, fields: _Fields) -> int:
        """Return the number of a node or guess, which is the next one."""
        if fields.number("id") != self._next:
            fields.fail(f"id: expected {self._next}, the next number")
        self._next += 1
        return self._next - 1

    def _of(self, fields: _Fields, kind: Any) -> int:  # noqa: ANN401  a class, or two joined
        """Return the number in the field `of`: that of the innermost node or guess that hasn't ended."""
        number = fields.number("of")
        self._innermost(fields, "of", number, kind)
        return number

    def _innermost(self, fields: _Fields, name: str, number: int, kind: Any) -> Node | Guess:  # noqa: ANN401
        innermost = self._open[-1] if self._open else None
        if innermost is None or innermost.id != number or not isinstance(innermost, kind):
            fields.fail(f"{name}: expected the last that has begun and not ended")
        return innermost

    def _pattern(self, fields: _Fields, text: object) -> int:
        if not isinstance(text, str):
            fields.fail(f"pattern: expected a text or null, found {_shown(text)}")
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


_EVENTS: Final[Mapping[str, Callable[[_Reader, _Fields], Event]]] = {
    "node": _Reader._node,  # noqa: SLF001  the table of this class
    "bound": _Reader._bound,  # noqa: SLF001
    "guess": _Reader._guess,  # noqa: SLF001
    "cutoff": _Reader._cutoff,  # noqa: SLF001
    "leaf": _Reader._leaf,  # noqa: SLF001
    "value": _Reader._value,  # noqa: SLF001
}


def _claim(fields: _Fields) -> TraceClaim:
    """Return the claim in the first line."""
    if fields.take("trace") != FORMAT:
        fields.fail(f"trace: expected {FORMAT!r}")
    if fields.number("version") != VERSION:
        fields.fail(f"version: expected {VERSION}, the one that this program reads")
    scoring = _scoring(fields)
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
        mode=fields.one_of("mode", Mode),
        scoring=scoring,
        after=after,
        guesses_left=fields.number_or_none("guesses_left", MAX_GUESSES + 1),
        techniques=tuple(dict.fromkeys(fields.member("techniques", name, Technique) for name in techniques)),
        hidden=hidden,
        guesses=guesses,
        openers=fields.numbers("openers", len(guesses)),
        left_out=fields.number("left_out"),
    )


def _scoring(fields: _Fields) -> Scoring:
    """Return what a response is: in words of letters a to z, unless other letters or colours are told."""
    length = fields.number("length", _MOST_LENGTH + 1)
    if fields.has("colours"):
        try:
            return CodeScoring(length, fields.number("colours"), fields.truth("repeats"))
        except ValueError as error:
            fields.fail(f"length, colours: {error}")
    return WordScoring(length, fields.letters("letters") if fields.has("letters") else PLAIN)


def _shown(value: object) -> str:
    """Return a value of JSON for a message; what may be nested deeply is only named."""
    return "a list or an object" if isinstance(value, list | dict) else abridged(str(value))
