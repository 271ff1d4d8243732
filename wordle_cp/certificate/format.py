"""What a certificate file says: plain records, and a reader that streams them.

Where this stands: `write` renders these records, `wordle_cp.check` judges them, and both meet here only.
The reader knows the grammar and nothing of the game: it tells a malformed file (`CertificateParseError`)
from a well-formed one, never a false claim from a true one. docs/certificates.md has the grammar, an
example and the soundness argument.

A file is a head (`Head`: the game in full, then the claim with its numbers), the steps of the proof, and a
last line. The first words of the claim's record choose the kind of claim, and with it the records of the
rest: a later kind (a refutation, an optimality proof) is one more dataclass beside `DepthPossible` and one
more parser beside `_parse_depth_possible`.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from wordle_cp.certificate.lines import Line, read_lines
from wordle_cp.errors import CertificateParseError, HistoryError, abridged
from wordle_cp.rules import History, Mode, format_history, format_pattern, parse_history

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMAT_VERSION: Final = 1
PROGRAM: Final = "wordle-cp"
KIND: Final = f"certificate {FORMAT_VERSION}"
"""What follows `PROGRAM` on the first line."""
END: Final = "end of certificate"
"""The last line; the spaces keep it apart from any word."""
MAX_DEPTH: Final = 255
"""Greatest number of guesses that a claim may speak of."""
MAX_WORDS: Final = 1_000_000
"""Longest word list that a certificate may embed or refer to."""
MAX_WORD_LENGTH: Final = 16
MAX_NUMBER: Final = 10**12
"""Greatest number that a record may hold."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,12}")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_LETTERS: Final = re.compile(r"[a-z]+")

_Choice = TypeVar("_Choice", bound=StrEnum)


class Question(StrEnum):
    """What a claim answers; the first word of the claim's record."""

    DEPTH = "depth"


class ClaimVerdict(StrEnum):
    """The answer; the second word of the claim's record."""

    POSSIBLE = "possible"


class Origin(StrEnum):
    """Where the words of a list are to be had."""

    SHIPPED = "shipped"
    """The checker has them: a list of the project, found by its SHA-256."""
    EMBEDDED = "embedded"
    """They follow, one a line."""
    GUESSES = "guesses"
    """They are the guesses of the same certificate; for the hidden list only."""


@dataclass(frozen=True, slots=True)
class WordListRecord:
    """One word list.

    `name` is a label; `count` and `sha256` (of the words joined by newlines) say which list is meant.
    `words` holds the words, in order, of an embedded list; it is empty for the other origins.
    """

    name: str
    count: int
    sha256: str
    origin: Origin
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The variant in full. `name` and `title` are labels; the rest is the game that the claim is about.

    `max_guesses` is the game's own limit, or None. A claim about depth brings its own limit and doesn't
    depend on it.
    """

    name: str
    title: str
    mode: Mode
    word_length: int
    max_guesses: int | None
    guesses: WordListRecord
    hidden: WordListRecord


@dataclass(frozen=True, slots=True)
class DepthPossible:
    """Claim: a strategy finds every hidden word that agrees with `history` within `depth` guesses in all.

    Proof: the steps are such a strategy, the preorder of its tree: at each set of two or more hidden words
    the guess, then the cells of that guess by ascending pattern, without the all-green one; at a set of one
    word that word is guessed. Hidden words in one cell have the same history, so the strategy uses nothing
    that a player doesn't know. Replaying it ends in the all-green pattern for each hidden word, after
    allowed guesses only, at most `depth` of them; a strategy that does so for each possible hidden word is
    what the claim asserts to exist.

    All guesses are counted from the start of the game, those of `history` included: in `depth`, in
    `max_guesses` (the most that any hidden word takes), in `total_guesses` (summed over the hidden words)
    and in `distribution` (how many words take 1, 2, ..., `max_guesses` guesses). `hidden_count` is the
    number of hidden words that agree with `history`, `steps` the number of guesses in the preorder.
    `opener` is the first guess after `history`, or None if the claim names none.
    """

    depth: int
    history: History
    opener: str | None
    hidden_count: int
    total_guesses: int
    max_guesses: int
    distribution: tuple[int, ...]
    steps: int


Claim = DepthPossible
"""Any claim; a union when there are more kinds."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a certificate says before its steps."""

    game: GameRecord
    claim: Claim


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate whose steps are in memory: to be written, or small enough to be shown."""

    head: Head
    steps: tuple[str, ...]


def claim_to_json(head: Head) -> dict[str, object]:
    """Return the claim and its game as JSON values: words in lower case, patterns in upper case."""
    game, claim = head.game, head.claim
    return {
        "question": str(Question.DEPTH),
        "verdict": str(ClaimVerdict.POSSIBLE),
        "depth": claim.depth,
        "after": format_history(claim.history, game.word_length),
        "opener": claim.opener,
        "variant": game.name,
        "title": game.title,
        "mode": str(game.mode),
        "word_length": game.word_length,
        "game_max_guesses": game.max_guesses,
        "guesses": _list_to_json(game.guesses),
        "hidden": _list_to_json(game.hidden),
        "hidden_count": claim.hidden_count,
        "total_guesses": claim.total_guesses,
        "max_guesses": claim.max_guesses,
        "distribution": list(claim.distribution),
        "steps": claim.steps,
    }


def _list_to_json(words: WordListRecord) -> dict[str, object]:
    return {
        "name": words.name,
        "count": words.count,
        "sha256": words.sha256,
        "origin": str(words.origin),
    }


def node_name(history: History, length: int) -> str:
    """Return what messages call the node that `history` leads to, such as ``after salet BYBBB``."""
    if not history:
        return "start"
    return "after " + " ".join(f"{guess} {format_pattern(pattern, length)}" for guess, pattern in history)


class CertificateReader:
    """A certificate that is being read: `head` at once, the steps one by one."""

    def __init__(self, path: Path, lines: Iterator[Line]) -> None:
        """Read the head from `lines`, the lines of the file `path`; see `open_certificate`."""
        self._records = _Records(path, lines)
        self.head = _parse_head(self._records)

    def steps(self) -> Iterator[str]:
        """Yield the guesses of the strategy in preorder, as many as the claim says; to be called once.

        Raises:
            CertificateParseError: a line is not a word of the game's length, there are fewer or more lines
                than the claim says, the last line is missing, something follows it, or the gzip data are
                damaged.
        """
        for _ in range(self.head.claim.steps):
            yield self._records.word(self.head.game.word_length)
        self._records.end()


@contextmanager
def open_certificate(path: Path) -> Iterator[CertificateReader]:
    """Open the certificate at `path`, plain text or gzipped, and read its head.

    Raises:
        OSError: the file can't be read.
        CertificateParseError: the head is malformed.
    """
    lines = read_lines(path)
    try:
        yield CertificateReader(path, lines)
    finally:
        lines.close()


def read_certificate(path: Path) -> Certificate:
    """Return the whole certificate at `path`. The steps are kept, so give it only what `check` has accepted.

    Raises:
        OSError: the file can't be read.
        CertificateParseError: it is malformed.
    """
    with open_certificate(path) as reader:
        return Certificate(reader.head, tuple(reader.steps()))


@dataclass(frozen=True, slots=True)
class _Field:
    """A part of a line, and where it begins."""

    text: str
    line: int
    column: int


class _Records:
    """The lines of a certificate, asked for one by one; the unexpected is a `CertificateParseError`."""

    def __init__(self, path: Path, lines: Iterator[Line]) -> None:
        self._path = path
        self._lines = lines
        self._line = Line(0, "", terminated=True)
        self._kept = False

    def error(self, column: int, message: str, line: int | None = None) -> CertificateParseError:
        """Return the error to raise for `column` of the current line, or of `line`."""
        return CertificateParseError(
            str(self._path), self._line.number if line is None else line, column, message
        )

    def field_error(self, field: _Field, expected: str) -> CertificateParseError:
        """Return the error to raise for `field`."""
        return self.error(field.column, f"expected {expected}, found {abridged(field.text)}", field.line)

    def _next(self, expected: str) -> str:
        """Move to the next line and return its text; `expected` is for the message."""
        if self._kept:
            self._kept = False
            return self._line.text
        number = self._line.number
        line = next(self._lines, None)
        if line is None:
            raise CertificateParseError(str(self._path), number + 1, 1, f"the file ends, expected {expected}")
        self._line = line
        if not line.terminated:
            raise self.error(len(line.text) + 1, "the file ends in the middle of a line")
        for column, character in enumerate(line.text, start=1):
            if not character.isprintable():
                raise self.error(column, f"unprintable character {abridged(character)}")
        return line.text

    def record(self, keyword: str) -> _Field:
        """Return what follows `keyword` on the next line, which must begin with it and one space."""
        text = self._next(f"a line '{keyword} ...'")
        found, space, rest = text.partition(" ")
        if found != keyword or not space:
            raise self.error(1, f"expected a line '{keyword} ...', found {abridged(text)}")
        return _Field(rest, self._line.number, len(keyword) + 2)

    def optional(self, keyword: str) -> _Field | None:
        """Return what follows `keyword` on the next line, or stay there and return None if it is another."""
        text = self._next(f"a line '{keyword} ...' or what follows it")
        self._kept = True
        return self.record(keyword) if text.partition(" ")[0] == keyword else None

    def word(self, length: int) -> str:
        """Return the next line, which must be a word of `length` letters."""
        expected = f"a word of {length} letters a to z"
        text = self._next(expected)
        if len(text) != length or not _LETTERS.fullmatch(text):
            raise self.error(1, f"expected {expected}, found {abridged(text)}")
        return text

    def end(self) -> None:
        """Demand the last line, and nothing after it."""
        text = self._next(f"'{END}'")
        if text != END:
            raise self.error(1, f"expected '{END}', found {abridged(text)}")
        more = next(self._lines, None)
        if more is not None:
            raise self.error(1, f"expected nothing after '{END}', found {abridged(more.text)}", more.number)

    def split(self, field: _Field, parts: int, expected: str) -> list[_Field]:
        """Return the `parts` parts of `field` that single spaces separate; the last may contain spaces."""
        fields: list[_Field] = []
        column = field.column
        for text in field.text.split(" ", parts - 1):
            fields.append(_Field(text, field.line, column))
            column += len(text) + 1
        if len(fields) != parts or not all(part.text for part in fields):
            raise self.field_error(field, expected)
        return fields

    def number(self, field: _Field, least: int, most: int) -> int:
        """Return the number that `field` is, from `least` to `most`, without sign or leading zeros."""
        if not _NUMBER.fullmatch(field.text) or not least <= int(field.text) <= most:
            raise self.field_error(field, f"a number from {least} to {most}")
        return int(field.text)

    def choice(self, field: _Field, kind: type[_Choice], permitted: tuple[_Choice, ...] = ()) -> _Choice:
        """Return the member of `kind`, one of the `permitted` (default: all), that `field` is."""
        for member in permitted or tuple(kind):
            if field.text == member.value:
                return member
        names = " or ".join(f"'{member.value}'" for member in permitted or tuple(kind))
        raise self.field_error(field, names)


def _parse_head(records: _Records) -> Head:
    kind = records.record(PROGRAM)
    if kind.text != KIND:
        raise records.field_error(kind, f"'{KIND}', the format that this version reads")
    claim = records.record("claim")
    question, verdict, depth = records.split(claim, 3, "a question, a verdict and a number")
    records.choice(question, Question)
    records.choice(verdict, ClaimVerdict)
    game = _parse_game(records)
    return Head(game, _parse_depth_possible(records, game, records.number(depth, 1, MAX_DEPTH)))


def _parse_game(records: _Records) -> GameRecord:
    name = records.record("variant").text
    title = records.record("title").text
    mode = records.choice(records.record("mode"), Mode)
    word_length = records.number(records.record("length"), 1, MAX_WORD_LENGTH)
    limit = records.optional("limit")
    return GameRecord(
        name=name,
        title=title,
        mode=mode,
        word_length=word_length,
        max_guesses=None if limit is None else records.number(limit, 1, MAX_DEPTH),
        guesses=_parse_list(records, "guesses", word_length, (Origin.SHIPPED, Origin.EMBEDDED)),
        hidden=_parse_list(records, "hidden", word_length, tuple(Origin)),
    )


def _parse_list(
    records: _Records, keyword: str, word_length: int, origins: tuple[Origin, ...]
) -> WordListRecord:
    expected = "a number of words, a SHA-256, an origin and a name"
    count_field, sha256, origin_field, name = records.split(records.record(keyword), 4, expected)
    count = records.number(count_field, 1, MAX_WORDS)
    if not _SHA256.fullmatch(sha256.text):
        raise records.field_error(sha256, "a SHA-256 of 64 hexadecimal digits")
    origin = records.choice(origin_field, Origin, origins)
    embedded = count if origin is Origin.EMBEDDED else 0
    words = tuple(records.word(word_length) for _ in range(embedded))
    return WordListRecord(name.text, count, sha256.text, origin, words)


def _parse_depth_possible(records: _Records, game: GameRecord, depth: int) -> DepthPossible:
    after = records.optional("after")
    history = () if after is None else _parse_history(records, after, game.word_length)
    opener = records.optional("opener")
    if opener is not None and not (len(opener.text) == game.word_length and _LETTERS.fullmatch(opener.text)):
        raise records.field_error(opener, f"a word of {game.word_length} letters a to z")
    hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
    total = records.number(records.record("total"), 1, MAX_NUMBER)
    most = records.number(records.record("most"), 1, MAX_DEPTH)
    distribution = records.split(records.record("distribution"), most, f"{most} numbers")
    return DepthPossible(
        depth=depth,
        history=history,
        opener=None if opener is None else opener.text,
        hidden_count=hidden_count,
        total_guesses=total,
        max_guesses=most,
        distribution=tuple(records.number(field, 0, MAX_WORDS) for field in distribution),
        steps=records.number(records.record("steps"), 0, MAX_NUMBER),
    )


def _parse_history(records: _Records, field: _Field, length: int) -> History:
    """Return the history written in the one way that `format_history` writes it."""
    try:
        history = parse_history(field.text, length)
    except HistoryError as error:
        raise records.error(field.column, str(error), field.line) from None
    if not history or format_history(history, length) != field.text:
        raise records.field_error(
            field, "a history, words in lower case and patterns in upper case joined by dots"
        )
    return history
