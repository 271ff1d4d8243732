"""Strategies of other programs: what they guess after which responses; rows of guesses.

All these files say the same in different ways: after this history, guess that. Two kinds are read here, and
JSON in `nested`.

- **Rows**, one a hidden word or one a position: guesses, each with its response, the next guess last, as in
  ``salet bbbbb courd bgyyb pygmy``. Responses are written as `games.notation` reads them; a dot is grey, too,
  and so is a blank in columns. A number behind a response, which some programs put there, is passed over.
- **Rows of guesses alone**, the hidden word last, as in ``salet,courd,pygmy``; it may stand first as well.
  The responses follow from it.

`follow` plays what the file says against each hidden word of a game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certify.foreign.selby import MAX_NODES, Imported
from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.notation import parse_game
from wordle_cp.games.strategy_tree import consistent_words, figures, partition
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

_SEPARATORS: Final = re.compile(r"[\s,;|]+")
_COLUMNS: Final = re.compile(r"[,;\t]")
_GREY: Final = "_"
_MARKS: Final = frozenset("\"'()[]{}")
"""Signs around words and rows."""
_DOTTED: Final = frozenset(".bygxBYGX012")
_NONE: Final = frozenset(("nan", "none", "null", "n/a", "na"))
"""What fills a row that is shorter than others."""
_SHOWN: Final = 3
"""How many hidden words a message names."""


@dataclass(slots=True)
class Moves:
    """What a file at `path` guesses after each history, and the place in it that says so.

    `heading` is its first line, if that names columns.
    """

    path: Path
    heading: str = ""
    guesses: dict[History, str] = field(default_factory=dict)
    places: dict[History, str] = field(default_factory=dict)

    def error(self, message: str, place: str = "") -> UsageError:
        """Return the error that something is wrong at a place of the file, or with all of it."""
        return UsageError(": ".join(part for part in (str(self.path), place, message) if part))

    def add(self, history: History, guess: str, place: str, scoring: Scoring) -> None:
        """Add that `guess` follows `history`, as a place of the file says.

        Raises:
            UsageError: another place says otherwise, or there are too many positions.
        """
        known = self.guesses.setdefault(history, guess)
        first = self.places.setdefault(history, place)
        if known != guess:
            where = after_history(history, scoring)
            message = f"the guess {where} is {guess.upper()}, but {known.upper()} in {first}"
            raise self.error(message, place)
        if len(self.guesses) > MAX_NODES:
            message = f"expected at most {MAX_NODES} positions"
            raise self.error(message, place)


def read_rows(path: Path, scoring: Scoring) -> Moves:
    """Return what the rows at `path` guess; plain text, gzipped or xz-compressed.

    Blank lines, those that begin with ``#`` and a heading above columns are passed over.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: it is no text.
        UsageError: a row is none, or contradicts another.
    """
    moves = Moves(path)
    for line in read_lines(path):
        text = line.text.lstrip("\ufeff").rstrip()
        if not text or text.lstrip().startswith("#"):
            continue
        if not moves.guesses and not moves.heading and _is_heading(text, scoring):
            moves.heading = text
            continue
        add_row(moves, _without_extras(text, scoring), f"line {line.number}", scoring)
    return some_moves(moves)


@dataclass(frozen=True, slots=True)
class Followed:
    """A strategy as a game's hidden words meet it.

    `implied` is the number of hidden words for which the file has no last guess: no other word is left then.
    `unmet` is the number of positions of the file that no hidden word leads to.
    """

    strategy: Imported
    implied: int
    unmet: int


def follow(moves: Moves, game: Variant, history: History = ()) -> Followed:
    """Return the strategy that the file has for the hidden words of `game` after a history.

    The file may begin with the game, or after the history. Whether a guess is allowed is left to the checker.

    Raises:
        UsageError: the file doesn't say what to guess where several words are left, or there are no words.
    """
    scoring = game.scoring
    words = consistent_words(game.hidden, history, scoring)
    before = () if history in moves.guesses else history
    found: dict[History, str] = {(*before, *past): guess for past, guess in moves.guesses.items()}
    met: set[History] = {history[:count] for count in range(len(history))}
    steps: list[str] = []
    stack = [(history, words)]
    dropped = implied = 0
    opener = ""
    while stack:
        past, live = stack.pop()
        guess = found.get(past)
        met.add(past)
        if guess is None and len(live) > 1:
            shown = ", ".join(word.upper() for word in live[:_SHOWN])
            shown += ", ..." if len(live) > _SHOWN else ""
            message = (
                f"no guess {after_history(past, scoring)}, where {len(live)} hidden words are left: {shown}"
            )
            message += "; is this the file's game? --variant and --hidden name another"
            raise moves.error(message)
        if len(live) == 1:
            opener = opener or live[0]
            known, wasted = _last_guesses(found, past, live[0], scoring, met)
            implied += not known
            dropped += wasted
            continue
        if guess is None:  # no word is left
            continue
        opener = opener or guess
        steps.append(guess)
        if len(past) == MAX_DEPTH:
            message = f"more than {MAX_DEPTH} guesses {after_history(past, scoring)}"
            raise moves.error(message)
        cells = partition(guess, live, scoring)
        stack.extend(
            ((*past, (guess, pattern)), cell) for pattern, cell in reversed(cells) if pattern != scoring.win
        )
    numbers = figures(steps, words, history, scoring)
    strategy = Imported(tuple(steps), opener, numbers, dropped)
    return Followed(strategy, implied, len(found.keys() - met))


def after_history(history: History, scoring: Scoring) -> str:
    """Return when a guess is made, for messages."""
    return f"after {scoring.format_history(history)}" if history else "at the start"


def _last_guesses(
    found: dict[History, str], past: History, word: str, scoring: Scoring, met: set[History]
) -> tuple[bool, bool]:
    """Return whether the file finds the one word that is left, and whether it wastes guesses on the way."""
    wasted = False
    while (guess := found.get(past)) is not None:
        met.add(past)
        if guess == word:
            return True, wasted
        wasted = True
        past = (*past, (guess, scoring.score(guess, word)))
    return wasted, wasted


def add_row(moves: Moves, text: str, place: str, scoring: Scoring) -> None:
    """Add what a row guesses; its place is for messages."""
    try:
        row = parse_game(text, scoring)
    except HistoryError as error:
        raise moves.error(str(error), place) from None
    if len(row) > 1 and row[0].pattern == scoring.win and row[0].guess == row[-1].guess:
        row = row[1:]  # the hidden word stands before its guesses, too
    last = row[-1]
    if last.pattern not in {None, scoring.win}:
        message = f"expected a guess after {last.guess.upper()} {scoring.format_pattern(last.pattern or 0)}"
        raise moves.error(message, place)
    history: History = ()
    for move in row:
        if history and history[-1][1] == scoring.win:
            message = f"expected no more after {history[-1][0].upper()} is found, found {move.guess.upper()}"
            raise moves.error(message, place)
        moves.add(history, move.guess, place, scoring)
        pattern = scoring.win if move.pattern is None else move.pattern
        if last.pattern is not None and pattern != (right := scoring.score(move.guess, last.guess)):
            message = f"if {last.guess.upper()} is hidden, {move.guess.upper()} gets "
            message += f"{scoring.format_pattern(right)}, not {scoring.format_pattern(pattern)}"
            raise moves.error(message, place)
        history = (*history, (move.guess, pattern))


def _is_heading(text: str, scoring: Scoring) -> bool:
    """Tell whether the first row of a file names columns."""
    if not _COLUMNS.search(text):
        return False
    try:
        return not parse_game(_without_extras(text, scoring), scoring)
    except HistoryError:
        return True


def _without_extras(text: str, scoring: Scoring) -> str:
    """Return a row of words without quotes, numbers of words and blanks that mean grey."""
    if not isinstance(scoring, WordScoring):
        return text
    length, own = scoring.length, scoring.alphabet.characters
    text = "".join(sign for sign in text if sign not in _MARKS or sign in own)
    word, tiles = rf"\w{{{scoring.length}}}", rf"[bygxBYGX012_ -]{{{scoring.length}}}"
    if re.fullmatch(rf"{word}(?:[\s,;|]{tiles}[\s,;|]{word})+", text):
        step = scoring.length + 1
        parts = [text[start : start + scoring.length] for start in range(0, len(text), step)]
        return " ".join(part.replace(" ", _GREY) for part in parts)
    cells = [_numbered(cell) for cell in _SEPARATORS.split(text) if cell]
    while cells and cells[-1].lower() in _NONE and len(cells[-1]) != length:
        cells.pop()
    if not scoring.alphabet.has_long_letters:
        cells = [part for cell in cells for part in _parts(cell, length)]
    numbers = [cell.isascii() and cell.isdigit() for cell in cells]
    kept = [
        cell
        for place, (cell, number) in enumerate(zip(cells, numbers, strict=True))
        if not number or not _is_extra(cells, numbers, place, scoring.length)
    ]
    return " ".join(kept)


def _numbered(cell: str) -> str:
    """Return the number alone of a cell that numbers its row, such as 1. or #1."""
    match = re.fullmatch(r"#?(\d+)[.):]?", cell)
    return match[1] if match else cell


def _parts(cell: str, length: int) -> list[str]:
    """Return the words that dashes or slashes join in a cell; a dot is grey in a response."""
    if re.fullmatch(rf"[^\W\d]{{{length}}}(?:[-/>][^\W\d]{{{length}}})+", cell):
        return re.split(r"[-/>]", cell)
    if len(cell) == length and "." in cell and not set(cell) - _DOTTED:
        return [cell.replace(".", _GREY)]
    return [cell]


def _is_extra(cells: Sequence[str], numbers: Sequence[bool], place: int, length: int) -> bool:
    """Tell whether the number at a place in a row says how many words or guesses there are.

    It is one at the beginning, one after a response, or one that isn't written as a response. Responses of
    single digits, several in a row, are none.
    """
    beside = numbers[max(place - 1, 0) : place + 2]
    if len(cells[place]) == 1 and sum(beside) > 1:
        return False
    is_response = len(cells[place]) == length and set(cells[place]) <= set("012")
    return place == 0 or not is_response or numbers[place - 1]


def some_moves(moves: Moves) -> Moves:
    """Return `moves`, of which there must be some."""
    if not moves.guesses:
        message = "expected a strategy, found no guess"
        raise moves.error(message)
    return moves
