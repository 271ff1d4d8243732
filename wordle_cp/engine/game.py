"""A game with all its patterns, and the kernels that this processor runs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from wordle_cp import _native
from wordle_cp.engine.library import NARROW, Letters, is_wide, wide
from wordle_cp.errors import UsageError
from wordle_cp.rules.feedback.registry import OF_CODES
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine.library import Patterns
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.work import Work


def kernel_names() -> tuple[str, ...]:
    """Return the instruction-set paths that this processor can run, slowest first."""
    return tuple(_native.kernel_names())


def kernel_name() -> str:
    """Return the path in use: the last of `kernel_names`, unless `select_kernels` named another."""
    return _native.kernel_name()


def select_kernels(name: str) -> None:
    """Use the path `name` from now on, for this process; every path gives the same results.

    Where the build for longer words hasn't got it, that one uses its last.

    Raises:
        ValueError: this processor or build has no such path.
    """
    if not _native.select_kernels(name):
        message = f"no kernels {name!r} here; there are {', '.join(kernel_names())}"
        raise ValueError(message)
    if wide.cache_info().currsize:  # it is at hand already, and follows
        wide.cache_clear()
        wide()


def score_matrix(guesses: Sequence[str], hidden: Sequence[str]) -> Patterns:
    """Return the patterns of all pairs, shape (len(guesses), len(hidden)), of 8 or 32 bits.

    Raises:
        ValueError: words of several lengths, over 12 letters, or with more different letters than 128.
    """
    letters = Letters((*guesses, *hidden))
    if letters.wide:
        return wide().score_matrix(letters.native(guesses), letters.native(hidden))
    return _native.score_matrix(list(guesses), list(hidden))


def table_bytes(guesses: Sequence[str], hidden: int) -> int:
    """Return how many bytes the patterns for so many `hidden` words take, in both layouts."""
    return 2 * (2 if is_wide(guesses) else 1) * len(guesses) * hidden


class Game:
    """A guess list and the hidden words among it, with the pattern of every pair in both layouts."""

    def __init__(
        self,
        guesses: Sequence[str],
        hidden: Sequence[str],
        scoring: Scoring | None = None,
        *,
        symmetry: bool = True,
        work: Work = UNLIMITED,
    ) -> None:
        """Score all pairs; without a `scoring` these are words with coloured tiles.

        Without `symmetry` no two codes are taken for equivalent.

        That takes a second where there are many, and memory; the `work` is heeded.

        Raises:
            StoppedError: there is reason to stop, or no room for the tables.
            ValueError: a hidden word is not a guess, a word occurs twice in a list, a list has more than
                65,535 words, or words are not as this package says.
            UsageError: a guess has more different responses than can be searched.
        """
        self.guesses: Final = tuple(guesses)
        self.hidden: Final = tuple(hidden)
        length = len(self.guesses[0]) if self.guesses else 0
        self.scoring: Final[Scoring] = scoring or WordScoring(length)
        self.letters: Final = Letters(
            self.guesses, self.scoring if isinstance(self.scoring, CodeScoring) else None
        )
        """The letters of the words, as the compiled module has them."""
        self.library: Final = wide() if self.letters.wide else NARROW
        """The build of the compiled module that searches this game."""
        work.demand_room(table_bytes(guesses, len(hidden)))
        first, second = self.letters.native(self.guesses), self.letters.native(self.hidden)
        try:
            responses = self._responses(symmetry=symmetry)
            self.native: Final = self.library.Game(first, second, heed=work.demand_time, **responses)
        except self.library.TooMany as error:
            raise UsageError(str(error)) from error
        self._guess_id: Final = {word: index for index, word in enumerate(guesses)}
        self._hidden_id: Final = {word: index for index, word in enumerate(hidden)}

    def _responses(self, *, symmetry: bool) -> dict[str, Any]:
        """Return how guesses are answered, for the compiled module: a kernel that it has, or a table."""
        scoring = self.scoring
        symmetric = symmetry and isinstance(scoring, CodeScoring)
        if scoring.feedback.shows_facts:
            return {}
        if scoring.feedback == OF_CODES and not self.letters.wide:
            return {"pegs": True, "symmetric": symmetric}
        from wordle_cp.engine.table import response_table  # noqa: PLC0415  numpy takes a while to load

        table = response_table(self.guesses, self.hidden, scoring, "u4" if self.letters.wide else "u1")
        return {"symmetric": symmetric, "table": table, "last": scoring.win}

    def guess_id(self, word: str) -> int:
        """Return the index of `word` in the guess list; KeyError if it is no guess."""
        return self._guess_id[word]

    def hidden_id(self, word: str) -> int:
        """Return the index of `word` in the hidden list; KeyError if it can't be hidden."""
        return self._hidden_id[word]

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """What the bits of the compiled part say, by number (native/base/bits.hpp)."""
        return tuple(self.native.slots())

    @cached_property
    def _bits(self) -> dict[int, int]:
        return {slot: bit for bit, slot in enumerate(self.slots)}

    def bit_of(self, slot: int) -> int:
        """Return the bit that says this; ValueError if there is none, as no hidden word agrees with it."""
        if slot not in self._bits:
            message = "a restriction that no hidden word agrees with"
            raise ValueError(message)
        return self._bits[slot]

    def demand(self, mode: Mode) -> None:
        """Raise UsageError if no search knows `mode`, or the words have too many letters for it."""
        try:
            self.native.demand(mode.value)
        except ValueError as error:
            raise UsageError(str(error)) from error

    @cached_property
    def by_guess(self) -> Patterns:
        """Patterns of shape (guesses, hidden), not to be written to; a table of its own for longer words."""
        return self.native.patterns() if self.letters.wide else self.native.by_guess()

    @cached_property
    def by_hidden(self) -> Patterns:
        """Patterns of shape (hidden, guesses), not to be written to."""
        return self.by_guess.T.copy() if self.letters.wide else self.native.by_hidden()
