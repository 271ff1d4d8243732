"""Strategies of other programs in JSON: positions in one another, or rows of guesses.

A position is an object with its guess (``guess``, ``word``, ``best_guess``, ...) and what follows each
response: in one object, whatever its name; beside the guess; or in a list of objects that name their
response. It may also be the guess alone, a list of a guess and an object, or an object of one name:
``{"salet": {"BBBBB": ...}}``. Null or empty is the end. What is around the first position is passed over.
Two guesses in one position are refused, and so are two positions after one response.

Rows are lists of guesses, in a list or by their hidden words, or objects with such a list; or a guess for
each history: ``{"": "salet", "salet BBBBB": "courd"}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certify.foreign.formats import read_json
from wordle_cp.certify.foreign.moves import Moves, add_row, after_history, some_moves
from wordle_cp.errors import HistoryError, abridged, one_line
from wordle_cp.games.notation import parse_response, parse_word

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

_GUESS: Final = ("guess", "word", "best_guess", "bestGuess", "best", "next_guess", "nextGuess", "move")
_RESPONSE: Final = ("pattern", "response", "feedback", "result", "colors", "colours", "score", "hint")
_AROUND: Final = re.compile(r"[()\[\]\"',\s]+")
"""What may stand around the signs of a response, as in (0, 2, 1)."""


def read_nested(path: Path, scoring: Scoring) -> Moves:
    """Return what the JSON at `path` guesses: a tree of positions, or rows.

    Raises:
        FileError: the file can't be read.
        UsageError: it is no such JSON, or contradicts itself.
    """
    moves = Moves(path)
    fields = read_json(path)
    rows = _rows(fields)
    if rows is None:
        _add_positions(moves, _first_position(fields), scoring)
    for number, row in enumerate(rows or (), 1):
        text = _row_text(row)
        if text is None:
            message = f"expected a list of guesses, found {abridged(str(row))}"
            raise moves.error(message, f"row {number}")
        add_row(moves, text, f"row {number}", scoring)
    return some_moves(moves)


def _add_positions(moves: Moves, first: object, scoring: Scoring) -> None:
    """Add what a position and those in it guess."""
    stack: list[tuple[History, Any]] = [((), first)]
    while stack:
        history, position = stack.pop()
        place = after_history(history, scoring)
        guess, after = _position(moves, place, position, scoring)
        if guess is None:
            continue
        moves.add(history, guess, place, scoring)
        if after and len(history) == MAX_DEPTH:
            message = f"expected at most {MAX_DEPTH} guesses"
            raise moves.error(message, place)
        met: set[int] = set()
        for response, next_position in after.items():
            try:
                pattern = parse_response(_bare(response), scoring)
            except HistoryError as error:
                raise moves.error(str(error), place) from None
            if pattern in met:
                message = f"expected each response once, found {scoring.format_pattern(pattern)} twice"
                raise moves.error(message, place)
            met.add(pattern)
            if pattern != scoring.win:
                stack.append(((*history, (guess, pattern)), next_position))


def _rows(fields: object) -> list[Any] | None:
    """Return the rows of `fields`; None if these are positions."""
    if isinstance(fields, list):
        is_position = len(fields) == 2 and isinstance(fields[0], str) and isinstance(fields[1], dict)  # noqa: PLR2004
        return None if is_position else fields
    if not isinstance(fields, dict) or not fields:
        return None
    if "" in fields and all(isinstance(guess, str) for guess in fields.values()):
        return [f"{history} {guess}" for history, guess in fields.items()]
    if all(isinstance(row, list) and _row_text(row) is not None for row in fields.values()):
        return [row if row[-1:] == [word] else [*row, word] for word, row in fields.items()]
    return None


def _row_text(row: object) -> str | None:
    """Return a row as text; None if it is none."""
    if isinstance(row, dict):
        lists = [value for value in row.values() if isinstance(value, list)]
        return _row_text(lists[0]) if len(lists) == 1 else None
    cells = row if isinstance(row, list) else [row]
    texts = []
    for cell in cells:
        guess, response = (
            (_named(cell, _GUESS), _named(cell, _RESPONSE)) if isinstance(cell, dict) else (cell, "")
        )
        if not isinstance(guess, str):
            return None
        texts += [guess, _bare(str(response or ""))]
    return " ".join(filter(None, texts))


def _first_position(fields: object) -> object:
    """Return the first position in `fields`, which may have a name and more around it."""
    if not isinstance(fields, dict) or _named(fields, _GUESS) is not None:
        return fields
    inside = [
        value
        for value in fields.values()
        if isinstance(value, dict) and isinstance(_named(value, _GUESS), str)
    ]
    others = [value for value in fields.values() if not isinstance(value, dict)]
    return inside[0] if len(inside) == 1 and (others or len(fields) > 1) else fields


def _position(
    moves: Moves, place: str, position: object, scoring: Scoring
) -> tuple[str | None, dict[str, Any]]:
    """Return the guess of a position in nested JSON, None at the end, and what follows each response."""
    guess: object = position
    after: object = {}
    if isinstance(position, list) and len(position) == 2:  # noqa: PLR2004  a guess, and what follows
        guess, after = position
    elif isinstance(position, dict):
        guesses = {position[name].upper() for name in _GUESS if isinstance(position.get(name), str)}
        if len(guesses) > 1:
            message = f"expected one guess, found {one_line(' and '.join(sorted(guesses)))}"
            raise moves.error(message, place)
        guess = _named(position, _GUESS)
        if len(position) == 1 and (guess is None or any(isinstance(one, dict) for one in position.values())):
            ((guess, after),) = position.items()
        else:
            after = _after(moves, place, position, scoring)
    if not guess or guess is True:
        return None, {}
    if not isinstance(guess, str) or not isinstance(after or {}, dict):
        what = abridged(str(position))
        message = f'expected a guess, or an object with "guess" and an object of responses, found {what}'
        raise moves.error(message, place)
    try:
        return parse_word(guess, scoring), after or {}  # type: ignore[return-value]  # JSON's names are texts
    except HistoryError as error:
        raise moves.error(str(error), place) from None


def _after(moves: Moves, place: str, position: dict[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Return what follows each response in a position that is an object."""
    beside = {name: value for name, value in position.items() if name not in _GUESS and _says(name, scoring)}
    others = [value for name, value in position.items() if name not in beside]
    found = [beside] if beside else []
    found += [value for value in others if _is_listed(value) or _has_responses(value, scoring)]
    found = found or [value for value in others if _may_be_positions(value)]
    if len(found) > 1:
        message = f"expected one object or list with a position for each response, found {len(found)}"
        raise moves.error(message, place)
    only: Any = found[0] if found else {}
    if isinstance(only, dict):
        return only
    after: dict[str, Any] = {}
    for child in only:
        response = str(_named(child, _RESPONSE))
        if response in after:
            message = f"expected each response once, found {abridged(response)} twice"
            raise moves.error(message, place)
        after[response] = _child(moves, place, child)
    return after


def _has_responses(value: object, scoring: Scoring) -> bool:
    """Tell whether `value` is an object whose names are responses; another says something about a guess."""
    return isinstance(value, dict) and bool(value) and all(_says(name, scoring) for name in value)


def _may_be_positions(value: object) -> bool:
    """Tell whether `value` is an object, and has not numbers alone, which say how good a guess is."""
    return isinstance(value, dict) and any(isinstance(one, str | list | dict) for one in value.values())


def _is_listed(value: object) -> bool:
    """Tell whether `value` is a list of positions that name their response."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(child, dict) and _named(child, _RESPONSE) is not None for child in value)
    )


def _child(moves: Moves, place: str, child: dict[str, Any]) -> object:
    """Return the position in an object that names its response: itself, or the object in it."""
    if _named(child, _GUESS) is not None:
        return child
    inside = [value for value in child.values() if _may_be_positions(value)]
    if len(inside) > 1:
        message = (
            f"expected one position, found {len(inside)} after {abridged(str(_named(child, _RESPONSE)))}"
        )
        raise moves.error(message, place)
    return inside[0] if inside else None


def _named(fields: dict[str, Any], names: tuple[str, ...]) -> Any:  # noqa: ANN401  whatever JSON has
    """Return the value of the first of these `names` that there is."""
    return next((fields[name] for name in names if name in fields), None)


def _bare(response: str) -> str:
    """Return a response without brackets, commas and blanks."""
    return _AROUND.sub("", response)


def _says(name: str, scoring: Scoring) -> bool:
    """Tell whether a name is a response."""
    try:
        parse_response(_bare(name), scoring)
    except HistoryError:
        return False
    return True
