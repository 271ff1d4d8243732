"""Strategies of others: whatever says which guess follows which responses, read by one tolerant reader.

docs/howto/exchange.md lists the forms. A file has lines, or a nested value as JSON, JavaScript, Python and
YAML write it, with numbers as texts. Rows are made of either: guesses, responses, the next guess.
"""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, field
from itertools import chain, pairwise, zip_longest
from typing import TYPE_CHECKING, Any, Final

import yaml

from wordle_cp.certificate.base.lines import BlockError, text_blocks
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.errors import HistoryError, UsageError, abridged, argument
from wordle_cp.files.read import each_name_once
from wordle_cp.games.notation import parse_game, parse_history, parse_response, parse_word
from wordle_cp.games.strategy_tree import Figures, consistent_words, figures, partition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import WordScoring
    from wordle_cp.rules.words import History

    _Row = tuple[tuple[str, int | None], ...]

_READ: Final = "rows of guesses, Selby's text, JSON, JavaScript, Python, YAML, indented lines, Markdown"
_MOST_BYTES: Final = 16 * 2**20
_MOST_POSITIONS: Final = 1_000_000
_GUESS: Final = ("guess", "word", "best_guess", "bestGuess", "best", "next_guess", "nextGuess", "move")
_RESPONSE: Final = ("pattern", "response", "feedback", "result", "colors", "colours", "score", "hint")
_COUNTED: Final = re.compile(r"([BYGbyg]+)([1-9][0-9]{0,2})")
"""A response of Selby's text, with the number of guesses so far."""
_BEGINNING: Final = re.compile(r"(?:\A\s*|^|[=(]\s*|\b(?:default|return)\s+)(?=[{\[])", re.MULTILINE)
"""Where a nested value may begin."""
_YAML: Final = re.compile(rf"^[ -]*+(?:(?:{'|'.join(_GUESS)}):[ \t]|[^\s#:][^:\n]*:[ \t\r]*$)", re.MULTILINE)
"""A line that YAML alone has: a name with the guess behind it, or with nothing."""
_ALIAS: Final = re.compile(r"(?:^|[\s\[{,:])\*")
_MOST_MARKS: Final = 500_000
"""Most marks in YAML, each of which can begin a part that takes some 30 microseconds and a kilobyte."""
_LOOSE: Final = re.compile(
    r"""
    "(?:[^"\\]|\\.)*+"?
    | '(?P<single>(?:[^'\\]|\\.)*+)'? | `(?P<back>(?:[^`\\]|\\.)*+)`?
    | (?P<tuple>\([\w\s,'"]*+\))(?=\s*:)
    | (?P<nothing>(?://|\#)[^\n]*+ | /\*(?:[^*]|\*(?!/))*+(?:\*/)? | ,(?=\s*[}\])]))
    | (?P<bare>[^\s{}\[\]():,"'`/\#]++) | [()]
    """,
    re.DOTALL | re.VERBOSE,
)
"""What JavaScript and Python write otherwise than JSON: quotes, comments, tuples, names; and JSON's texts."""
_NOTHING: Final = frozenset(("", "~", "nan", "none", "null", "undefined", "n/a", "na", "true", "false"))
"""What says nothing of guesses, if it is no word of the game."""
_AROUND: Final = re.compile(r"[()\[\]\"',\s]+")
"""What may stand around the signs of a response, as in (0, 2, 1)."""
_MARKS: Final = frozenset("\"'()[]{}")
"""Signs around words and rows."""
_INDENTED: Final = re.compile(r"(?:(\s+)[\[(]([^\])]+)[\])]\s*)?(?:Guess|Final):\s*(\w+)\s*", re.IGNORECASE)
_RULE: Final = re.compile(r"[\s|:-]*(?:\|[\s:-]*--|--[\s:-]*\|)[\s|:-]*")
"""What stands below the heading of a table."""


def read_written(path: Path) -> Any:  # noqa: ANN401  whatever a file has
    """Return the nested value that the file at `path` has, or else its text.

    Raises:
        FileError: it can't be read.
        UsageError: it is too large, no text, or a nested value with a mistake.
    """
    try:
        contents = b"".join(text_blocks(path))
        if len(contents) > _MOST_BYTES:
            message = f"{path}: expected a strategy of at most {_MOST_BYTES // 2**20} MB"
            raise UsageError(message)
        text = contents.decode("utf-8-sig")
        if re.match(r"\s*<(?:\?xml[^>]*>\s*<)?graphml\b", text):
            message = f"{path}: GraphML was read up to version 0.1.0; export JSON or Selby's text instead"
            raise UsageError(message)
        if any(map(_COUNTED.fullmatch, text[:1000].split()[:2])):
            return text
        if beginning := _BEGINNING.search(text):
            return _bracketed(text, beginning.end())
        return _yaml_value(text) if _YAML.search(text) else text
    except UnicodeDecodeError:
        raise _refusal(path, "", "expected UTF-8 text, plain or packed once with gzip or xz") from None
    except RecursionError:
        raise _refusal(path, "", "found parts that are nested too deep") from None
    except (BlockError, ValueError, OverflowError, yaml.YAMLError) as error:
        raise _refusal(path, "", " ".join(str(error).split())) from None


def _yaml_value(text: str) -> Any:  # noqa: ANN401  whatever a file has
    """Return the value of a YAML text, whose texts all mean themselves.

    Raises:
        ValueError: a part is repeated by its name, or there are too many. YAMLError: it isn't YAML.
    """
    if sum(map(text.count, "\n,:-?[{")) > _MOST_MARKS or _ALIAS.search(text):
        message = f"expected YAML of at most {_MOST_MARKS:,} lines, commas and the like, without aliases"
        raise ValueError(message)

    def value_of(node: yaml.Node | None) -> object:
        if isinstance(node, yaml.MappingNode):
            return each_name_once([(str(value_of(name)), value_of(one)) for name, one in node.value])
        return [*map(value_of, node.value)] if isinstance(node, yaml.SequenceNode) else node and node.value

    return value_of(yaml.compose(text, yaml.BaseLoader))


def _refusal(path: Path, place: str, problem: str, *, is_known: bool = False) -> UsageError:
    """Return the error that the file at `path` has a problem; it says what is read unless that `is_known`."""
    forms = "" if is_known else f"; what is read: {_READ}"
    return UsageError(f"{path}: {place}{': ' * bool(place)}{problem}{forms}")


def _bracketed(text: str, start: int) -> Any:  # noqa: ANN401  whatever a file has
    """Return the value that begins there, or a list of those that follow each other."""
    text = text[:start] + _LOOSE.sub(_strict, text[start:])
    decoder = json.JSONDecoder(object_pairs_hook=each_name_once)
    values: list[Any] = []
    # Behind one value there may be code, and behind a second nothing but more of them.
    while found := re.compile(r"[\s,;]*+(?=\S)" if values[1:] else r"[\s,;]*+(?=[{\[])").match(text, start):
        value, start = decoder.raw_decode(text, found.end())
        values.append(value)
    return values[0] if len(values) == 1 else values


def _strict(found: re.Match[str]) -> str:
    """Return what JSON writes instead."""
    kind, said = found.lastgroup, found[found.lastgroup or 0]
    if kind == "nothing":
        return "\n" * said.count("\n")
    if kind in {"single", "back"}:
        return '"' + said.replace("\\'", "'").replace('"', '\\"') + '"'
    if kind is not None:
        return "null" if said.lower() in _NOTHING else json.dumps(said)
    return {"(": "[", ")": "]"}.get(said, said)


@dataclass(eq=False, slots=True)
class _Branch:
    """What a file says of a position: the next guess, and where, and what follows each response."""

    guess: str = ""
    place: str = ""
    after: dict[int, _Branch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Followed:
    """A strategy as the hidden words of a game meet it: `steps` as in `DepthPossible`, and their numbers.

    The file wastes guesses on `dropped` words where no other is left, which the steps guess at once, as a
    certificate can't say otherwise; it doesn't guess `implied` words; no word leads to `unmet` positions.
    """

    steps: tuple[str, ...]
    opener: str
    numbers: Figures
    dropped: int = 0
    implied: int = 0
    unmet: int = 0


class ForeignStrategy:
    """What a file guesses; `heading` is its first line, if that was taken for names of columns."""

    def __init__(self, path: Path, written: object, scoring: WordScoring) -> None:
        """Read what is `written` in the file at `path`, a nested value or a text.

        Raises:
            UsageError: it is no strategy, or contradicts itself.
        """
        self.heading, self._path, self._scoring = "", path, scoring
        self._place, self._root, self._count = "", _Branch(), 0
        try:
            for row in self._of_lines(written) if isinstance(written, str) else self._of_value(written):
                self._add(row)
        except (HistoryError, RecursionError) as error:
            raise _refusal(path, self._place, str(error), is_known=self._count > 0) from None
        if not self._count:
            raise _refusal(path, "", "expected a strategy, found no guess")

    def follow(self, game: Variant, history: History = ()) -> Followed:
        """Return the strategy that the file has for the hidden words of `game` after a history.

        The file may begin with the game, or after the history. Whether its guesses are allowed isn't asked.

        Raises:
            UsageError: the file doesn't say what to guess where several words are left, or none is left.
        """
        scoring = self._scoring
        words = consistent_words(game.hidden, history, scoring)
        start: _Branch | None = self._root
        for guess, pattern in history:
            start = start.after.get(pattern) if start and start.guess == guess else None
        met = len(history) if start and start.guess else 0
        stack = [(history, start if met else self._root, words)]
        steps: list[str] = []
        dropped = implied = 0
        while stack:
            past, position, live = stack.pop()
            if len(live) == 1:
                last: list[str] = []
                while position and position.guess:
                    last.append(position.guess)
                    position = position.after.get(scoring.score(position.guess, live[0]))
                met += len(last)
                implied += not last
                dropped += last not in ([], [live[0]])
                continue
            if not live or not position or not position.guess:
                left = f"{len(live)} hidden words are left: {abridged(', '.join(live).upper())}"
                message = f"{self._path}: no guess {self._at(past)}, where {left}"
                message += (
                    f"; is this the file's game? {argument('game')} and {argument('hidden')} name another"
                )
                raise UsageError(message)
            met += 1
            steps.append(position.guess)
            stack.extend(
                ((*past, (position.guess, pattern)), position.after.get(pattern), cell)
                for pattern, cell in reversed(partition(position.guess, live, scoring))
                if pattern != scoring.win
            )
        numbers = figures(steps, words, history, scoring)
        return Followed(tuple(steps), (*steps, *words)[0], numbers, dropped, implied, self._count - met)

    def _at(self, history: History) -> str:
        """Return when a guess is made, for messages."""
        return f"after {self._scoring.format_history(history)}" if history else "at the start"

    def _add(self, row: _Row) -> None:
        """Let each guess of a row follow those before it; HistoryError if the file says otherwise."""
        scoring, (hidden, last) = self._scoring, row[-1]
        if last not in (None, scoring.win) or any(pattern == scoring.win for _, pattern in row[:-1]):
            message = "expected a next guess at the end, and all green nowhere before it"
            raise HistoryError(message)
        if len(row) > MAX_DEPTH or self._count > _MOST_POSITIONS:
            message = f"expected at most {MAX_DEPTH} guesses in a row, and {_MOST_POSITIONS} positions"
            raise HistoryError(message)
        position = self._root
        history: History = ()
        for guess, response in row:
            if history:
                position = position.after.setdefault(history[-1][1], _Branch())
            if not position.guess:
                position.guess, position.place = guess, self._place
                self._count += 1
            if position.guess != guess:
                other = f"{position.guess.upper()} in {position.place}"
                message = f"the guess {self._at(history)} is {guess.upper()}, but {other}"
                raise HistoryError(message)
            pattern = scoring.win if response is None else response
            if last is not None and pattern != (right := scoring.score(guess, hidden)):
                said, is_right = map(scoring.format_pattern, (pattern, right))
                message = f"if {hidden.upper()} is hidden, {guess.upper()} gets {is_right}, not {said}"
                raise HistoryError(message)
            history = (*history, (guess, pattern))

    def _of_lines(self, text: str) -> Iterator[_Row]:
        """Yield the rows of a text; a first line that names columns is none."""
        own = self._scoring.alphabet.characters
        row: _Row = ()
        indented: list[tuple[int, str]] = []  # how far the lines above are, and the row of each
        above: list[str] = []  # the guesses before a table
        for number, (line, below) in enumerate(pairwise(chain(io.StringIO(text), [""])), 1):
            said, self._place = line.strip(), f"line {number}"
            if not said or any(map(_RULE.fullmatch, (line, below))):
                continue
            if said[0] == "#" and "#" not in own:
                above = re.split(r"[\s,]+", said.strip("# ").lower())
                continue
            if any(map(_COUNTED.fullmatch, said.split()[:2])):
                row = self._counted(said.split(), row)
                yield row
                continue
            if (found := _INDENTED.fullmatch(line)) and (not found[2] or self._pattern(found[2]) is not None):
                indent, response, guess = found.groups("")
                indented = [(size, past) for size, past in indented if size < len(indent)]
                said = " ".join([*(past for _, past in indented[-1:]), response, guess])
                indented.append((len(indent), said))
            elif above and self._pattern(said.strip("| ").partition("|")[0]) is not None:
                said = f"{self._reached(above)} {said}"
            try:
                yield self._row(said)
            except HistoryError:
                if self._count or self.heading or not re.search(r"[,;|\t]", said):
                    raise
                self.heading = said

    def _reached(self, guesses: Sequence[str]) -> str:
        """Return these guesses, and between them the one response after which the file has the next."""
        said, position = guesses[0], self._root
        for guess in guesses[1:]:
            ways = [pattern for pattern, after in position.after.items() if after.guess == guess]
            if len(ways) != 1:
                message = f"expected one response after which {guess.upper()} is guessed, found {len(ways)}"
                raise HistoryError(message)
            said += f" {self._scoring.format_pattern(ways[0])} {guess}"
            position = position.after[ways[0]]
        return said

    def _counted(self, cells: Sequence[str], above: _Row) -> _Row:
        """Return the row of a line of Selby's text; what it shares with the row `above` may be blank."""
        shared = next(int(found[2]) for found in map(_COUNTED.fullmatch, cells) if found) - 1
        if _COUNTED.fullmatch(cells[0]):
            cells = [*(guess for guess, _ in above[shared : shared + 1]), *cells]
        row = [*above[:shared]]
        for guess, response in zip_longest(cells[::2], cells[1::2], fillvalue=""):
            found = _COUNTED.fullmatch(response)
            if found is None or int(found[2]) != len(row) + 1:
                said = abridged(f"{guess} {response}")
                message = f"expected guess number {len(row) + 1} with its response and number, found {said}"
                raise HistoryError(message)
            row.append((parse_word(guess, self._scoring), self._scoring.parse_pattern(found[1])))
        return tuple(row)

    def _row(self, text: str) -> _Row:
        """Return the row that a text says, without quotes and numbers, and the hidden word in front of it."""
        scoring, length = self._scoring, self._scoring.length
        if len(text) > 2**16:
            message = f"expected a row of at most {2**16} signs, found {len(text)}"
            raise HistoryError(message)
        text = "".join(sign for sign in text if sign not in _MARKS - scoring.alphabet.characters)
        tiles = rf"[bygxBYGX012_ -]{{{length}}}"
        if re.fullmatch(rf"\w{{{length}}}(?:[\s,;|]{tiles}[\s,;|]\w{{{length}}})+", text):
            places = range(0, len(text), length + 1)
            text = " ".join(text[place : place + length].replace(" ", "_") for place in places)
        text = re.sub(r"[\s,;|]+", " ", text)
        if not scoring.alphabet.has_long_letters:
            text = re.sub(rf"(?<=\b[^\W\d]{{{length}}})[-/>](?=[^\W\d]{{{length}}}\b)", " ", text)
            tiles = rf"(?<!\S)(?!\d+\. )(?:[.bygxBYGX012]{{{length}}}|[012](?: [012]){{{length - 1}}})(?!\S)"
            text = re.sub(tiles, lambda found: found[0].replace(".", "_").replace(" ", ""), text)
        cells: list[str] = []
        for cell in text.split():
            number = re.fullmatch(r"#?\d+[.):]?", cell) and not scoring.word(cell)
            is_extra = number and (not cells or cells[-1].isdecimal() or self._pattern(cell) is None)
            if not is_extra and not self._is_nothing(cell):
                cells.append(cell)
        row = tuple((move.guess, move.pattern) for move in parse_game(" ".join(cells), scoring))
        return row[len(row) > 1 and row[0] == (row[-1][0], scoring.win) :]

    def _is_nothing(self, said: object) -> bool:
        """Tell whether a part of the file says nothing of guesses."""
        lower = said.lower() if isinstance(said, str) else ""
        return lower in _NOTHING and self._scoring.word(lower) is None

    def _pattern(self, text: object) -> int | None:
        """Return the response that a text says; None if it says none."""
        try:
            return parse_response(_AROUND.sub("", str(text)), self._scoring)
        except HistoryError:
            return None

    def _of_value(self, value: Any) -> Iterator[_Row]:  # noqa: ANN401  whatever a file has
        """Yield the rows of a nested value: a guess for each history, nested rows, or a tree."""
        fields = value if isinstance(value, dict) else {}
        nodes, rows = None if _named(fields, _GUESS) else fields.get("nodes"), value
        if "" in fields:
            nodes = [{"history": history, "guess": guess} for history, guess in fields.items()]
        elif fields and all(isinstance(row, list) for row in fields.values()):
            rows = [row if row[-1:] == [word] else [*row, word] for word, row in fields.items()]
        if isinstance(nodes, list):
            for number, node in enumerate(nodes, 1):
                self._place = f"position {number}"
                history, guess = map(node.get, ("history", "guess")) if isinstance(node, dict) else (0, 0)
                if not isinstance(history, str) or not isinstance(guess, str):
                    message = f"expected a history and a guess, found {abridged(str(node))}"
                    raise HistoryError(message)
                yield (*parse_history(history, self._scoring), (parse_word(guess, self._scoring), None))
        elif isinstance(rows, list) and [type(one) for one in rows] != [str, dict]:
            for number, row in enumerate(rows, 1):
                self._place = f"row {number}"
                yield self._row(_row_text(row))
        else:
            yield from self._of_tree(value)

    def _of_tree(self, first: object) -> Iterator[_Row]:
        """Yield the rows of a tree, one for each position; what is around its first one is passed over."""
        stack: list[tuple[History, Any]] = [((), first)]
        while stack:
            history, value = stack.pop()
            self._place = f"the position {self._at(history)}"
            fields = value if isinstance(value, dict) else {}
            inside = list(fields.values()) or (value if isinstance(value, list) else [])
            guess = ""
            for guess in self._guesses(value, inside):
                yield (*history, (guess, None))
            parts = [value, *(one for one in inside if guess and not _has_guess(one))]
            answers = [found for one in parts if (found := self._answers(one, is_position=one is value))]
            if len(answers) > bool(guess):
                message = f"expected a guess, and responses in one place, found {abridged(str(value))}"
                raise HistoryError(message)
            if not guess and not _has_guess(value):
                stack.extend((history, part) for part in inside if isinstance(part, dict | list))
            for pattern, after in chain.from_iterable(answers):
                if pattern != self._scoring.win:
                    stack.append(((*history, (guess, pattern)), after))

    def _guesses(self, value: object, inside: Sequence[Any]) -> Iterator[str]:
        """Yield the guess of a position in a tree; nothing at its end."""
        said: Sequence[Any] = [value] if isinstance(value, str) else []
        if [isinstance(one, str) for one in inside] == [True, False]:  # a guess, and what follows
            said = inside[:1]
        if isinstance(value, dict):
            said = [value[name] for name in _GUESS if isinstance(value.get(name), str)]
            if not said and [_has_guess(one) for one in inside] == [False]:
                said = [
                    one for one in value if self._scoring.word(one.lower()) and self._pattern(one) is None
                ]
        yield from (parse_word(text, self._scoring) for text in said if not self._is_nothing(text))

    def _answers(self, part: object, *, is_position: bool) -> list[tuple[int, object]]:
        """Return the responses that a position, or a part of it, names, each with what follows it."""
        named: list[tuple[object, object]] = []
        if isinstance(part, dict):
            named = [(name, one) for name, one in part.items() if name not in _GUESS]
        elif isinstance(part, list):
            named = [(_named(one, _RESPONSE), one) for one in part if isinstance(one, dict)]
        found = [(pattern, one) for name, one in named if (pattern := self._pattern(name)) is not None]
        if len(dict(found)) < len(found) or (found and len(found) < len(named) and not is_position):
            names = ", ".join(str(name) for name, _ in named)
            message = f"expected responses, each once, found {abridged(names)}"
            raise HistoryError(message)
        return found


def _row_text(row: object) -> str:
    """Return a nested row as a text: guesses, each by itself or in an object with its response."""
    lists = [one for one in row.values() if isinstance(one, list)] if isinstance(row, dict) else []
    cells = lists[0] if len(lists) == 1 else row if isinstance(row, list) else [row]
    texts = []
    for cell in cells:
        fields = cell if isinstance(cell, dict) else {"guess": cell}
        guess, response = _named(fields, _GUESS), _named(fields, _RESPONSE)
        if not isinstance(guess, str):
            message = f"expected a list of guesses, found {abridged(str(row))}"
            raise HistoryError(message)
        texts += [guess, _AROUND.sub("", str(response or ""))]
    return " ".join(texts)


def _named(fields: dict[str, Any], names: tuple[str, ...]) -> Any:  # noqa: ANN401  whatever a file has
    """Return the value of the first of these `names` that there is."""
    return next((fields[name] for name in names if name in fields), None)


def _has_guess(value: object) -> bool:
    """Tell whether `value` is an object with a guess, or with the name of one and none."""
    return isinstance(value, dict) and any(name in value for name in _GUESS)
