"""A game with all its patterns, and the kernels that this processor runs."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from wordle_cp import _native

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordle_cp.scoring import CodeScoring


MAX_LETTERS: Final = 5
"""Longest word or code: compiled code holds the letters of a word in 25 bits, and a pattern in a byte."""


def kernel_names() -> tuple[str, ...]:
    """Return the instruction-set paths that this processor can run, slowest first."""
    return tuple(_native.kernel_names())


def kernel_name() -> str:
    """Return the path in use: the last of `kernel_names`, unless `select_kernels` named another."""
    return _native.kernel_name()


def select_kernels(name: str) -> None:
    """Use the path `name` from now on, for this process; every path gives the same results.

    Raises:
        ValueError: this processor or build has no such path.
    """
    if not _native.select_kernels(name):
        message = f"no kernels {name!r} here; there are {', '.join(kernel_names())}"
        raise ValueError(message)


def score_matrix(guesses: Sequence[str], hidden: Sequence[str]) -> NDArray[np.uint8]:
    """Return the patterns of all pairs, shape (len(guesses), len(hidden)).

    Raises:
        ValueError: words of several lengths, over 5 letters, or with other letters than a to z.
    """
    return _native.score_matrix(list(guesses), list(hidden))


def _as_letters(
    guesses: Sequence[str], hidden: Sequence[str], codes: CodeScoring | None
) -> tuple[list[str], list[str]]:
    """Return both lists in letters, as the compiled module wants them: a for the first colour, and so on."""
    if codes is None:
        return list(guesses), list(hidden)
    if codes.length > MAX_LETTERS or codes.colours > len(ascii_lowercase):
        message = f"at most {MAX_LETTERS} pegs and {len(ascii_lowercase)} colours can be searched"
        raise ValueError(message)
    letters = str.maketrans(dict(zip(codes.signs, ascii_lowercase, strict=False)))
    return [code.translate(letters) for code in guesses], [code.translate(letters) for code in hidden]


class Game:
    """A guess list and the hidden words among it, with the pattern of every pair in both layouts."""

    def __init__(
        self, guesses: Sequence[str], hidden: Sequence[str], codes: CodeScoring | None = None
    ) -> None:
        """Score all pairs; with `codes` the words are codes of that game.

        Raises:
            ValueError: a hidden word is not a guess, a word occurs twice in a list, a list has more than
                65,535 words, or words are not as this module says.
        """
        self.guesses: Final = tuple(guesses)
        self.hidden: Final = tuple(hidden)
        first, second = _as_letters(guesses, hidden, codes)
        self.native: Final = (
            _native.Game(first, second) if codes is None else _native.Game(first, second, codes=True)
        )
        self._guess_id: Final = {word: index for index, word in enumerate(guesses)}
        self._hidden_id: Final = {word: index for index, word in enumerate(hidden)}

    def guess_id(self, word: str) -> int:
        """Return the index of `word` in the guess list; KeyError if it is no guess."""
        return self._guess_id[word]

    def hidden_id(self, word: str) -> int:
        """Return the index of `word` in the hidden list; KeyError if it can't be hidden."""
        return self._hidden_id[word]

    @property
    def by_guess(self) -> NDArray[np.uint8]:
        """Patterns as a read-only view of shape (guesses, hidden)."""
        return self.native.by_guess()

    @property
    def by_hidden(self) -> NDArray[np.uint8]:
        """Patterns as a read-only view of shape (hidden, guesses)."""
        return self.native.by_hidden()

    def cells(self, guess: str, hidden_ids: Iterable[int] | None = None) -> Mapping[int, NDArray[np.intp]]:
        """Partition hidden words, given by index (default: all), by the response to `guess`.

        Returns pattern code -> ascending hidden indices, in ascending order of code, without empty cells.
        """
        import numpy as np  # noqa: PLC0415  it takes a tenth of a second to load, and no search needs it

        count = len(self.hidden)
        ids = np.arange(count) if hidden_ids is None else np.unique(np.fromiter(hidden_ids, np.intp))
        codes = self.by_guess[self.guess_id(guess), ids]
        return {int(code): ids[codes == code] for code in np.unique(codes)}
