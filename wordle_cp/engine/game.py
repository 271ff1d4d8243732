"""The two builds of the compiled module, and a game with all its patterns, as they take one.

The narrow one takes words of up to five letters a to z, and codes: a response is a byte. The wide one takes
words of up to twelve letters of any alphabet: the responses to a guess that occur are numbered. They have the
same classes, and one source (native/base/limits.hpp).
"""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Final

from wordle_cp import _native
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind
from wordle_cp.errors import ProofTooLongError, UsageError
from wordle_cp.rules.feedback.registry import OF_CODES
from wordle_cp.rules.letters import Word
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.work import Work

    Patterns = NDArray[np.unsignedinteger[Any]]
    """Patterns, of 8 bits, or of 32 for longer words."""


NARROW: Final[ModuleType] = _native
MAX_LETTERS: Final = _native.MAX_LENGTH
"""Longest word or code of the narrow build."""
_TOGETHER: Final = 2048
"""Guesses whose responses numpy computes before time is looked at again."""


def is_wide(words: Iterable[str]) -> bool:
    """Tell whether `words`, all of one length, are for the wide build."""
    return any(isinstance(word, Word) or len(word) > MAX_LETTERS for word in words)


@cache
def wide() -> ModuleType:
    """Return the wide build, which `make prove` leaves out; kernels are as in the narrow one, if it has them.

    Raises:
        UsageError: it isn't there.
    """
    try:
        from wordle_cp import _native_wide  # noqa: PLC0415  most games don't need it
    except ImportError as error:
        message = f"words of more than {MAX_LETTERS} letters, or not of a to z alone, need more compiled code"
        message += ": run make wide"
        raise UsageError(message) from error
    if not _native_wide.select_kernels(_native.kernel_name()):
        _native_wide.select_kernels(_native_wide.kernel_names()[-1])
    return _native_wide


class Letters:
    """The letters of a game as the compiled module has them: characters from its first letter on."""

    def __init__(self, words: Sequence[str], codes: CodeScoring | None = None) -> None:
        """Number the letters of `words`, or the colours of `codes`.

        Where only some letters can have facts, these are the letters that most words have.

        Raises:
            ValueError: there are too many of them.
        """
        self.wide: Final = is_wide(words)
        build = wide() if self.wide else NARROW
        if codes is not None and not self.wide:
            if codes.colours > build.LETTERS:
                message = f"at most {build.LETTERS} colours can be searched"
                raise ValueError(message)
            alphabet: Iterable[str] = codes.signs
        elif self.wide:
            alphabet = sorted({letter for word in words for letter in word})
            if len(alphabet) > build.LETTERS:
                words_with = Counter(letter for word in words for letter in {*word})
                alphabet.sort(key=words_with.__getitem__, reverse=True)
        else:
            alphabet = ascii_lowercase
        self.alphabet: Final = tuple(alphabet)
        if len(self.alphabet) > build.MOST_LETTERS:
            message = f"at most {build.MOST_LETTERS} different letters can be searched, these words have "
            message += str(len(self.alphabet))
            raise ValueError(message)
        signs = (chr(build.FIRST_LETTER + number) for number in range(len(self.alphabet)))
        self._signs: Final[Mapping[str, str]] = dict(zip(self.alphabet, signs, strict=True))
        self._plain: Final = codes is None and not self.wide
        self._letters_each: Final = max(build.LETTERS, len(self.alphabet))
        self._places: Final = build.MAX_LENGTH * self._letters_each
        self._with_facts: Final = build.LETTERS
        self._placed_facts: Final = build.MAX_LENGTH * build.LETTERS

    def native(self, words: Sequence[str]) -> list[str]:
        """Return `words` in the characters of the compiled module."""
        if self._plain:
            return list(words)
        return ["".join(map(self._signs.__getitem__, word)) for word in words]

    def green_slot(self, place: int, letter: str) -> int:
        """Return what says that `letter` stands at `place`, from 0 (native/base/bits.hpp)."""
        slot: int = place * self._letters_each + self.alphabet.index(letter)
        return slot

    def count_slot(self, letter: str, least: int) -> int:
        """Return what says that `letter` occurs at `least` times."""
        slot: int = self._places + (least - 1) * self._letters_each + self.alphabet.index(letter)
        return slot

    def meaning(self, slot: int) -> tuple[int | None, int, str]:
        """Return place, least count and letter of a slot; one of place (None) and count (0) is missing."""
        green = slot < self._places
        number, letter = divmod(slot if green else slot - self._places, self._letters_each)
        return (number if green else None, 0 if green else number + 1, self.alphabet[letter])

    def fact(self, number: int) -> Fact:
        """Return a fact by its number (game/facts.hpp)."""
        if number < self._with_facts:
            return Fact(self.alphabet[number], FactKind.ABSENT, 0)
        placed = number < self._with_facts + self._placed_facts
        first = self._with_facts + (0 if placed else self._placed_facts)
        place, letter = divmod(number - first, self._with_facts)
        return Fact(self.alphabet[letter], FactKind.PLACED if placed else FactKind.ELSEWHERE, place + 1)


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
    build = wide() if letters.wide else NARROW
    matrix: Patterns = build.score_matrix(letters.native(guesses), letters.native(hidden))
    return matrix


def table_bytes(guesses: Sequence[str], hidden: int) -> int:
    """Return how many bytes the patterns for a number of `hidden` words take, in both layouts."""
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
        self.library: Final[ModuleType] = wide() if self.letters.wide else NARROW
        """The build of the compiled module that searches this game; both have the names of `_native`."""
        work.demand_room(table_bytes(guesses, len(hidden)))
        first, second = self.letters.native(self.guesses), self.letters.native(self.hidden)
        try:
            responses = self._responses(work, symmetry=symmetry)
            self.native: Final[_native.Game] = self.library.Game(
                first, second, heed=work.demand_time, **responses
            )
        except self.library.TooMany as error:
            raise UsageError(str(error)) from error
        self._guess_id: Final = {word: index for index, word in enumerate(guesses)}
        self._hidden_id: Final = {word: index for index, word in enumerate(hidden)}

    def _responses(self, work: Work, *, symmetry: bool) -> dict[str, Any]:
        """Return how guesses are answered, for the compiled module: a kernel that it has, or a table."""
        scoring = self.scoring
        # Codes for the wide build are searched as words are: it doesn't know which are equivalent.
        symmetric = symmetry and isinstance(scoring, CodeScoring) and not self.letters.wide
        if scoring.feedback.shows_facts:
            return {}
        if scoring.feedback == OF_CODES and not self.letters.wide:
            return {"pegs": True, "symmetric": symmetric}

        import numpy as np  # noqa: PLC0415  it takes a while to load

        from wordle_cp.engine.table import response_table  # noqa: PLC0415

        table = np.empty((len(self.guesses), len(self.hidden)), "u4" if self.letters.wide else "u1")
        for start in range(0, len(self.guesses), _TOGETHER):
            work.demand_time()
            some = slice(start, start + _TOGETHER)
            table[some] = response_table(self.guesses[some], self.hidden, scoring, table.dtype)
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


class SearchStoppedError(Exception):
    """A search has nothing to return, as its `stop` had been called."""


class NativeSearch:
    """A search of the compiled part about a game: one call at a time, watched meanwhile."""

    def __init__(self, game: Game, native: Any) -> None:  # noqa: ANN401  a class of the compiled part
        """Take the game, and the search that was made for it."""
        self._game = game
        self._native = native

    def stop(self) -> None:
        """Let the call at work return soon, with what is known; from any thread."""
        self._native.stop()

    def _ask(self, name: str, *arguments: object) -> Any:  # noqa: ANN401  whatever it returns
        """Return what a call of the compiled part returns; it blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called, and there is nothing to return.
            ProofTooLongError: it would take more work than is allowed; this is reported early.
            ValueError: a number out of range, or a guess that isn't allowed.
        """
        try:
            return getattr(self._native, name)(*arguments)
        except self._game.library.Stopped as error:
            raise SearchStoppedError(str(error)) from error
        except self._game.library.TooLong as error:
            raise ProofTooLongError(str(error)) from error

    def _past(self, history: Iterable[tuple[str, int]]) -> list[tuple[int, int]]:
        return [(self._game.guess_id(guess), pattern) for guess, pattern in history]

    def _ids(self, guesses: Iterable[str]) -> list[int]:
        return [self._game.guess_id(guess) for guess in guesses]

    def _words(self, ids: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self._game.guesses.__getitem__, ids))
