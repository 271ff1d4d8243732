"""What callers say about a position: a variant or its name, a history or its text, openers.

Each is converted once, in `question`; so whoever has a question needn't ask what somebody meant.
`wordle_cp.values` says what is wrong with an argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from wordle_cp.errors import HistoryError, LinesError, UsageError, VariantProblem, abridged
from wordle_cp.files.read import commented_lines
from wordle_cp.games.notation import parse_history, parse_response
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind, Variant
from wordle_cp.rules.words import History
from wordle_cp.values import in_a_line, instance, items_of, path_of, whole_number, words_of, wrong

if TYPE_CHECKING:
    from wordle_cp.rules.modes import Mode

AnyGame: TypeAlias = Variant | str | Path
"""A variant, the name of one that ships, or the path of its file."""
AnyHistory: TypeAlias = History | str | Iterable[tuple[str, str | int]] | None
"""Guesses and responses: a text (see `games.notation`), or pairs, their responses as text or number."""
AnyOpeners: TypeAlias = str | Path | Iterable[str] | None
"""Words one by one, or in a text with blanks between them, or in a file, one a line; None for all."""

_MOST_BYTES: Final = 16 * 2**20
_MOST_HINTS: Final = 10
"""Wrong words for which like ones are looked for, which takes a tenth of a second each."""
_BETWEEN_CELLS: Final = re.compile(r"[,;:|)\s]")
_MOST_CELLS: Final = 20
"""Cells of a line in which a guess is looked for."""

_GAME: Final = "a variant: the name of one that ships, the path of its file, or Variant.from_words(...)"
_PAIRS: Final = "a history such as 'salet.bybbb', or pairs of a guess and its response"
NO_LIMIT: Final = "none"
"""What stands for a game without a limit on the guesses, where None stands for the variant's own."""


def game_of(
    game: AnyGame,
    *,
    mode: Mode | str | None = None,
    hidden: HiddenKind | str | None = None,
    max_guesses: int | str | None = None,
) -> Variant:
    """Return the variant that is meant; mode, hidden words and limit are its own unless they are given.

    `max_guesses` is a number, or ``"none"`` for no limit.

    Raises:
        VariantError, UsageError: see `Variant.load`.
    """
    unlimited = isinstance(max_guesses, str) and max_guesses.strip().lower() == NO_LIMIT
    limit: int | None = None
    if max_guesses is not None and not unlimited:
        limit = whole_number(max_guesses, "a number of guesses, or 'none'", 1, MAX_GUESSES)
    variant = game if isinstance(game, Variant) else Variant.load(path_or_name(game))
    variant = variant.changed(mode=mode, hidden=hidden, max_guesses=limit)
    return variant.model_copy(update={"max_guesses": None}) if unlimited else variant


def path_or_name(game: object) -> str | Path:
    """Return the name or path of a variant; UsageError if it is neither."""
    path = path_of(game, _GAME)
    return game if isinstance(game, str) else path


def history_of(variant: Variant, history: AnyHistory) -> History:
    """Return the history that is meant, of words and responses of `variant`; whether it can be isn't asked.

    Raises:
        HistoryError: it can't be read, or a response is none.
        UsageError: it is something else.
    """
    scoring = variant.scoring
    if history is None:
        return ()
    if isinstance(history, str):
        return parse_history(history, scoring)
    found: list[tuple[str, int]] = []
    for pair in items_of(history, _PAIRS):
        parts = items_of(pair, _PAIRS)
        if len(parts) != 2:  # noqa: PLR2004  a pair
            raise wrong(_PAIRS, pair)
        guess, response = instance(str, parts[0], _PAIRS), parts[1]
        if isinstance(response, str):
            pattern = parse_response(response, scoring)
        else:
            pattern = whole_number(response, "a response as text or number", 0)
            try:
                scoring.format_pattern(pattern)
            except ValueError:
                message = f"expected a response to {abridged(guess)}, found {in_a_line(pattern)}"
                raise HistoryError(message) from None
        found.append((variant.word(guess), pattern))
    return tuple(found)


def openers_of(variant: Variant, openers: AnyOpeners) -> tuple[str, ...] | None:
    """Return the openers that are meant, each once; None for all.

    Raises:
        UsageError: it is something else, or there is none: all wouldn't be what was meant.
    """
    if openers is None:
        return None
    if isinstance(openers, Path):
        return read_guesses(openers, variant)
    given = tuple(dict.fromkeys(variant.word(word) for word in words_of(openers, "openers")))
    if not given:
        message = "expected at least one opener, found none; leave openers out to ask about all"
        raise UsageError(message)
    return given


def matching(words: Iterable[str], pattern: str) -> tuple[str, ...]:
    """Return the words that match a pattern as long as they are, such as ``?ills``: ``?`` is any letter."""
    return tuple(
        word
        for word in words
        if all(sign in {"?", letter} for sign, letter in zip(pattern, word, strict=True))
    )


def read_guesses(file: Path, variant: Variant) -> tuple[str, ...]:
    """Return the guesses in `file`, one a line, each once; # begins a comment.

    Raises:
        UsageError: there is none; a LinesError names each line that is no guess of `variant`.
        FileError: it can't be read.
    """
    from wordle_cp.games.found.tables import bare  # noqa: PLC0415  for a file alone

    known = frozenset(variant.guesses)
    words: list[str] = []
    problems: list[VariantProblem] = []
    for line in commented_lines(file, _MOST_BYTES, "a word list", "one word a line"):
        word = variant.word(line.text)
        if word in known:
            words.append(word)
            continue
        if any(variant.word(bare(cell)) in known for cell in _BETWEEN_CELLS.split(line.text, _MOST_CELLS)):
            expected = f"expected a guess alone, found {abridged(line.text)}; write the guesses one a line"
            raise LinesError([line.problem(expected)])
        hinted = len(problems) < _MOST_HINTS
        hint = variant.meant(line.text) if hinted else ""
        expected = f"expected a guess of {variant.name}, found {abridged(line.text)}{hint}"
        problems.append(line.problem(expected, kind="" if hinted else "guess"))
    if problems:
        raise LinesError(problems)
    if not words:
        message = f"{file}: expected at least one word"
        raise UsageError(message)
    return tuple(dict.fromkeys(words))
