"""What the files of models/ have in common where each is run by itself."""

from __future__ import annotations

import sys
from fnmatch import filter as matching
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.errors import UsageError, WordleCpError, counted, file_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_BAD_INPUT: Final = 2
"""Exit code, as that of `wordle-cp`."""


def words_of_list(path: str, pattern: str) -> tuple[list[str], list[str]]:
    """Return the words of a list, and those of them that match a pattern such as ``s?are``, two or more.

    Raises:
        UsageError: fewer match.
        FileError: the list can't be read.
    """
    with file_errors(Path(path)):
        guesses = Path(path).read_text(encoding="utf-8").split()
    words = matching(guesses, pattern)
    if len(words) <= 1:
        found = counted(len(words), "word", "words")
        message = f"expected two words or more of {path} that match {pattern!r}, found {found}"
        raise UsageError(message)
    return guesses, words


def patterns_of_list(path: str, pattern: str) -> tuple[list[str], list[str], NDArray[np.uint8]]:
    """Return the same, and the pattern of each of the words that match (a row) and guess (a column)."""
    guesses, words = words_of_list(path, pattern)
    return guesses, words, np.ascontiguousarray(score_matrix(guesses, words).T)


def run(main: Callable[..., None]) -> None:
    """Call `main` with the arguments of the program; what is wrong with them is told in a line."""
    try:
        main(*sys.argv[1:])
    except WordleCpError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(_BAD_INPUT)
