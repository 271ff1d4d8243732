"""The checker's own arithmetic on many guesses at once, with numpy: patterns, and what hard mode asks.

An array over guesses has one entry a guess, in the order of the guess list. `GuessPatterns.patterns` says for
each of them what `rules.words.pattern_of` says for one, which a test compares on real lists. Arrays that may
well be asked for again are kept while there is room, so none of them may be changed.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from wordle_cp.rules.feedback.base import Counting, LetterByLetter
from wordle_cp.rules.letters import PLAIN, is_plain, numbered
from wordle_cp.rules.scoring import CodeScoring, WordScoring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History, Restriction

    Mask = NDArray[np.bool_]
    """One truth value a guess."""
    Places = NDArray[np.intp]
    """Guesses by their places in an array."""
    Patterns = NDArray[np.unsignedinteger[Any]]
    """One pattern a guess, in the smallest type that holds all patterns."""

MAX_CACHE_BYTES: Final = 512 * 1024 * 1024
"""Memory for columns of patterns; 12,947 words against themselves take 168 MB."""
MAX_ROW_BYTES: Final = 128 * 1024 * 1024
"""Memory for rows of patterns."""
MAX_MASK_BYTES: Final = 64 * 1024 * 1024
"""Memory for masks: which guesses have a letter at a position, or some number of a letter."""
MAX_PARTS: Final = 64
"""Restrictions whose guesses are kept. The arrays of all these parts may take the same memory once more."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Memory(dict[_Key, _Value]):
    """A dictionary of limited size: where it is full, what came first makes room."""

    def __init__(self, most: int) -> None:
        """Take how many entries there may be."""
        super().__init__()
        self._most = max(2, most)

    def add(self, key: _Key, value: _Value) -> _Value:
        """Add and return `value`."""
        if len(self) >= self._most:
            del self[next(iter(self))]
        self[key] = value
        return value


class GuessPatterns:
    """The guesses of a game, or a part of them, and their patterns against one hidden word at a time."""

    def __init__(
        self,
        words: Sequence[str],
        whole: tuple[GuessPatterns, Places] | None = None,
        *,
        scoring: Scoring | None = None,
    ) -> None:
        """Take the guess list, and how guesses are answered: by default with coloured tiles.

        Or take a part of it: `whole` are the guesses of which `words` are a part, and their places there.
        """
        self.words = words
        self._whole = whole
        if whole is None:
            self._numbers, flat = numbered(words)
            numbers = np.array(flat, np.min_scalar_type(len(self._numbers)))
            self.letters = np.ascontiguousarray(numbers.reshape(len(words), len(words[0])).T)
            """Numbers of letters, [position][guess]."""
        else:
            self._numbers = whole[0]._numbers  # noqa: SLF001  of the same class
            self.letters = whole[0].letters[:, whole[1]]
        length, count = self.letters.shape
        self.scoring: Scoring = (scoring or WordScoring(length)) if whole is None else whole[0].scoring
        """How guesses are answered."""
        self.codes = self.scoring if isinstance(self.scoring, CodeScoring) else None
        """Which codes they are; None for words."""
        self.tiles = self.scoring.feedback.shows_facts
        """Whether a response has a coloured tile for each letter, and shows facts."""
        self.win = self.scoring.win
        """The pattern that ends a game; it is larger than any other."""
        self._dtype = np.min_scalar_type(self.win)
        self._none: Mask = np.zeros(count, np.bool_)
        size = max(1, count) * (1 if whole is None else MAX_PARTS)
        self._columns: Memory[str, Patterns] = Memory(MAX_CACHE_BYTES // (size * self._dtype.itemsize))
        self._masks: Memory[tuple[str, int, str], Mask] = Memory(MAX_MASK_BYTES // size)
        self._places: dict[str, int] | None = None
        self._parts: Memory[Restriction | History, GuessPatterns] = Memory(MAX_PARTS)
        self._rows: Memory[str, Patterns] = Memory(MAX_ROW_BYTES // (size * self._dtype.itemsize))

    def patterns(self, hidden: str) -> Patterns:
        """Return the pattern of each guess if `hidden` is the hidden word."""
        column = self._columns.get(hidden)
        if column is None:
            whole = self._whole
            column = self.scored(hidden) if whole is None else whole[0].patterns(hidden)[whole[1]]
            self._columns.add(hidden, column)
        return column

    def scored(self, hidden: str) -> Patterns:
        """Return what `patterns` does, and keep nothing: greens first, then yellows from left to right.

        In the arrays a tile is 1 or 0, so that tiles can be counted.
        """
        if not self.tiles:
            return self._answered(hidden, hides=True)
        pattern = np.zeros(len(self.words), self._dtype)
        for letter, count in Counter(hidden).items():
            tiles = [self._at(position, letter).view(np.uint8) for position in range(len(hidden))]
            unused = np.full(len(self.words), count, np.uint8)  # of this letter in `hidden`, by any tile
            for position, tile in enumerate(tiles):
                if hidden[position] == letter:
                    pattern += tile * self._dtype.type(2 * 3**position)
                    unused -= tile
            for position, tile in enumerate(tiles):
                if hidden[position] != letter:
                    yellow = np.minimum(tile, unused)
                    pattern += yellow * self._dtype.type(3**position)
                    unused -= yellow
        return pattern

    def responses(self, guess: str) -> Patterns:
        """Return the pattern of `guess` for each of these words if that is the hidden one."""
        row = self._rows.get(guess)
        return self._rows.add(guess, self._responses(guess)) if row is None else row

    def _answered(self, word: str, *, hides: bool) -> Patterns:
        """Return the responses to the guesses if `word` hides, or to `word` if they are hidden.

        Without tiles: of a feedback that counts letters these are the same, and made of two numbers, the
        letters in place and those shared. One that judges each letter by itself adds up what each says. For
        any other one the rules are asked word by word.
        """
        feedback, score = self.scoring.feedback, self.scoring.score
        if isinstance(feedback, LetterByLetter):
            return self._added(feedback, word, hides=hides)
        if not isinstance(feedback, Counting):
            answers = (score(other, word) if hides else score(word, other) for other in self.words)
            return np.fromiter(answers, self._dtype, len(self.words))
        in_place, shared = np.zeros((2, len(self.words)), np.uint8)
        for position, letter in enumerate(word):
            in_place += self._at(position, letter).view(np.uint8)
        for letter, count in Counter(word).items():
            for least in range(1, count + 1):
                shared += self._with(letter, least).view(np.uint8)
        numbers = range(len(word) + 1)
        of_counts = [[feedback.of_counts(place, some, len(word)) for some in numbers] for place in numbers]
        return np.array(of_counts, self._dtype)[in_place, shared]

    def _added(self, feedback: LetterByLetter, word: str, *, hides: bool) -> Patterns:
        """Return what `_answered` does of a feedback that judges each letter by itself."""
        total = np.zeros(len(self.words), self._dtype)
        for place, letter in enumerate(word):
            here = self._at(place, letter)
            if hides:
                anywhere = reduce(or_, (self._at(place, other) for other in set(word)))
            else:
                anywhere = self._with(letter, 1)
            green, yellow, grey = (
                self._dtype.type(feedback.of_letter(place, in_place=one, anywhere=other))
                for one, other in ((True, True), (False, True), (False, False))
            )
            total += np.where(here, green, np.where(anywhere, yellow, grey))
        return total

    def _responses(self, guess: str) -> Patterns:
        if not self.tiles:
            return self._answered(guess, hides=False)
        pattern = np.zeros(len(self.words), self._dtype)
        for letter in set(guess):
            places = [place for place, other in enumerate(guess) if other == letter]
            greens = [self._at(place, letter).view(np.uint8) for place in places]
            unused = (self.letters == self.number_of(letter)).sum(axis=0, dtype=np.uint8)  # by any tile
            for place, green in zip(places, greens, strict=True):
                pattern += green * self._dtype.type(2 * 3**place)
                unused -= green
            for place, green in zip(places, greens, strict=True):
                yellow = np.minimum(1 - green, unused)
                pattern += yellow * self._dtype.type(3**place)
                unused -= yellow
        return pattern

    @property
    def alphabet(self) -> list[str]:
        """The letters of the guesses, or of those that these are part of; a to z among plain words."""
        return sorted({*self._numbers, *(PLAIN.letters if is_plain(self.words) else ())})

    def number_of(self, letter: str) -> int:
        """Return the number of `letter` in `letters`; one that no guess has gets a number of none."""
        return self._numbers.get(letter, len(self._numbers))

    def _at(self, position: int, letter: str) -> Mask:
        """Tell which guesses have `letter` at `position`."""
        key = ("at", position, letter)
        there = self._masks.get(key)
        return (
            self._masks.add(key, self.letters[position] == self.number_of(letter)) if there is None else there
        )

    def _with(self, letter: str, least: int) -> Mask:
        """Tell which guesses have `letter` at `least` times or more."""
        key = ("with", least, letter)
        enough = self._masks.get(key)
        if enough is None:
            enough = self._masks.add(
                key, (self.letters == self.number_of(letter)).sum(axis=0, dtype=np.uint8) >= least
            )
        return enough

    def permitted(self, restriction: Restriction) -> Mask:
        """Tell which guesses hard mode allows under `restriction`: `Restriction.permits` for each."""
        asked = [self._at(position, green) for position, green in enumerate(restriction.greens) if green]
        asked += [self._with(letter, least) for letter, least in restriction.counts]
        return reduce(and_, asked, ~self._none)

    def under(self, restriction: Restriction) -> GuessPatterns:
        """Return the guesses that hard mode allows under `restriction`."""
        part = self._parts.get(restriction)
        return self._part(restriction, self.permitted(restriction)) if part is None else part

    def only(self, word: str | None) -> Mask:
        """Tell which guess is `word`, if any."""
        if self._whole is not None:
            whole, places = self._whole
            return whole.only(word)[places]
        if self._places is None:
            self._places = {guess: place for place, guess in enumerate(self.words)}
        alone = self._none.copy()
        if word in self._places:
            alone[self._places[word]] = True
        return alone

    def explaining(self, conditions: History) -> GuessPatterns:
        """Return the guesses that would explain each pattern of `conditions`, were they hidden."""
        part = self._parts.get(conditions)
        if part is None:
            explains = [self.responses(guess) == pattern for guess, pattern in conditions]
            part = self._part(conditions, reduce(and_, explains))
        return part

    def _part(self, key: Restriction | History, kept: Mask) -> GuessPatterns:
        places = np.flatnonzero(kept)
        if len(places) == len(self.words):
            return self
        words = [self.words[place] for place in places.tolist()]
        return self._parts.add(key, GuessPatterns(words, (self, places)))

    def fixing(self, wanted: Restriction, before: Restriction, hidden: str) -> Mask | None:
        """Tell which guesses, with `hidden` hidden, fix what `before` lacks of `wanted`; None if all do.

        A response fixes a green where guess and hidden word agree. Of each letter its coloured tiles are as
        many as the smaller of the two numbers of that letter, in the guess and in the hidden word.
        """
        least_before = dict(before.counts)
        missing: list[Mask] = []
        for position, letter in enumerate(wanted.greens):
            if letter is not None and letter != before.greens[position]:
                missing.append(self._at(position, letter) if hidden[position] == letter else self._none)
        for letter, least in wanted.counts:
            if least > least_before.get(letter, 0):
                missing.append(self._with(letter, least) if hidden.count(letter) >= least else self._none)
        return reduce(and_, missing) if missing else None
