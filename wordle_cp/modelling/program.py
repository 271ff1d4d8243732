"""What the files of models/ have in common where each is run by itself."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from fnmatch import filter as matching
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.errors import UsageError, WordleCpError, abridged, counted
from wordle_cp.files.read import commented_lines
from wordle_cp.modelling.facts import FactTable, common_pieces, facts_of
from wordle_cp.modelling.family import columns_of_words
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.modelling.family import Columns

_BAD_INPUT: Final = 2
_INTERRUPTED: Final = 130
"""Exit codes, as those of `wordle-cp`."""
_MOST_BYTES: Final = 16 * 2**20
_MOST_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Listed:
    """The guesses of a list, and the words that may be hidden, which are among them."""

    guesses: list[str]
    words: list[str]

    def patterns(self) -> NDArray[np.uint8]:
        """Return the pattern of each word (a row) and guess (a column)."""
        return np.ascontiguousarray(score_matrix(self.guesses, self.words).T)

    def facts(self, *, hard: bool) -> dict[str, NDArray[np.bool_]]:
        """Return which guesses have which facts, in hard mode."""
        return facts_of(self.guesses, self.words) if hard else {}

    def types(self) -> NDArray[np.uint64]:
        """Return which guesses have which of the facts that all words have, as bits."""
        common = common_pieces(self.words, Restriction.of((), len(self.words[0])))
        return FactTable(self.guesses).types(common)

    def columns(self, *, hard: bool) -> Columns:
        """Return what the guesses do to the words, which have to be a family."""
        columns = columns_of_words(self.guesses, self.words)
        return columns if hard else columns.without_types()


def listed(path: str, pattern: str, most: int | None = None) -> Listed:
    """Return the words of a list, and from two to `most` of them that match a pattern such as ``s?are``.

    Raises:
        UsageError: fewer match, or more, or the file is no list of words.
        FileError: the list can't be read.
    """
    lines = commented_lines(Path(path), _MOST_BYTES, "a list of words", "one word a line")
    guesses = list(dict.fromkeys(word for line in lines for word in line.text.split()))
    try:
        score_matrix(guesses[:1], guesses)
    except ValueError as error:
        message = f"{path}: {error}"
        raise UsageError(message) from error
    words = matching(guesses, pattern)
    if len(words) <= 1 or (most is not None and len(words) > most):
        number = "two words or more" if most is None else f"two words or more, {most} at most,"
        found = counted(len(words), "word", "words")
        message = f"expected {number} of {path} that match {abridged(pattern)}, found {found}"
        raise UsageError(message)
    return Listed(guesses, words)


def run(main: Callable[..., None]) -> None:
    """Call `main` with the arguments of the program; what is wrong with them is told in a line.

    Its signature says what they are: texts and numbers, 1 or more, in order, and flags by name.
    """
    try:
        given, flags = _arguments(main, sys.argv[1:])
        main(*given, **flags)
    except WordleCpError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(_BAD_INPUT)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(_INTERRUPTED)


def _arguments(main: Callable[..., None], given: Sequence[str]) -> tuple[list[str | int], dict[str, bool]]:
    """Return the arguments for `main` by place and by name."""
    parameters = inspect.signature(main, eval_str=True).parameters.values()
    placed = [one for one in parameters if one.kind is not one.KEYWORD_ONLY]
    names = {f"--{one.name}": one.name for one in parameters if one.kind is one.KEYWORD_ONLY}
    values = [value for value in given if value not in names]
    if len(values) != len(placed) or any(value.startswith("--") for value in values):
        shown = [*(one.name.upper() for one in placed), *(f"[{flag}]" for flag in names)]
        message = f"expected python {sys.argv[0]} {' '.join(shown)}"
        raise UsageError(message)
    read: list[str | int] = []
    for parameter, value in zip(placed, values, strict=True):
        is_number = value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS and int(value) >= 1
        if parameter.annotation is int and not is_number:
            message = f"{parameter.name.upper()}: expected a number, 1 or more, found {abridged(value)}"
            raise UsageError(message)
        read.append(int(value) if parameter.annotation is int else value)
    return read, {names[flag]: True for flag in given if flag in names}
