"""The two kinds of game: words with coloured tiles, and codes with black and white pegs.

Standard library only; it stands beside `rules`, and like that it is the oracle for every faster
implementation. A `Scoring` says what a response is: how a guess is scored, when the game is won, and how
responses, words and histories are written. `WordScoring` is Wordle, as `rules` has it; `CodeScoring` is
Mastermind, and Bulls and Cows, which is Mastermind with ten colours and no colour twice.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import permutations, product
from math import perm
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError, abridged, brief, counted
from wordle_cp.rules import modes, words
from wordle_cp.rules.letters import PLAIN, Alphabet, Word, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History, Restriction

MAX_PEGS: Final = 9
"""Most pegs of a code: a response is two digits."""
MAX_COLOURS: Final = 36
"""Most colours of a code, one sign each."""
_DIGITS: Final = "0123456789"
_SIGNS: Final = _DIGITS + "abcdefghijklmnopqrstuvwxyz"


class Scoring(ABC):
    """What a response is, for words (or codes) of `length` letters (or pegs)."""

    length: int

    @property
    @abstractmethod
    def win(self) -> int:
        """The response that ends a game; its number is larger than any other."""

    @property
    @abstractmethod
    def response_count(self) -> int:
        """How many different responses there can be, the winning one included."""

    @abstractmethod
    def score(self, guess: str, hidden: str) -> int:
        """Return the response to `guess` when `hidden` is the hidden word; ValueError if lengths differ."""

    @abstractmethod
    def is_word(self, text: str) -> bool:
        """Tell whether `text` is written like a word of the game, in lower case; it need not be in a list."""

    def word(self, text: str) -> str | None:
        """Return the word of the game that `text` is, in lower case; None if it is none."""
        return text if self.is_word(text) else None

    def read_word(self, text: str) -> str | None:
        """Return the word of the game that a certificate writes as `text`; None if it is none."""
        word = self.word(text)
        return word if word == text else None

    @property
    @abstractmethod
    def a_word(self) -> str:
        """What `is_word` demands, for messages."""

    @abstractmethod
    def format_pattern(self, pattern: int) -> str:
        """Return the response as it is written; ValueError if there is no such number."""

    @abstractmethod
    def tiles(self, pattern: int) -> tuple[int, ...]:
        """Return GREY, YELLOW or GREEN for each tile from left to right, or for each peg."""

    @abstractmethod
    def parse_pattern(self, text: str) -> int:
        """Return the response that `text` says; HistoryError if it says none."""

    @abstractmethod
    def facts(self, history: History) -> Restriction | None:
        """Return what the responses of `history` fix in hard mode; None where they show no facts.

        HistoryError if two past guesses have different green letters in one place.
        """

    @abstractmethod
    def explain_not_allowed(self, guess: str, history: History, mode: Mode) -> str | None:
        """Return None if `mode` allows `guess` after `history`, otherwise one sentence that says why not."""

    def is_allowed(self, guess: str, history: History, mode: Mode) -> bool:
        """Tell whether `mode` allows `guess` after `history`."""
        return self.explain_not_allowed(guess, history, mode) is None

    def is_consistent(self, word: str, history: History) -> bool:
        """Tell whether `word` can be the hidden word: it explains every response of `history`."""
        return all(self.score(guess, word) == pattern for guess, pattern in history)

    def format_history(self, history: History) -> str:
        """Return `history` as words and responses joined by dots, for people.

        A word that has a dot itself is written as in certificates, so that `parse_history` reads it.
        """
        return ".".join(
            f"{written(guess) if '.' in str(guess) else guess}.{self.format_pattern(pattern)}"
            for guess, pattern in history
        )

    def write_history(self, history: History) -> str:
        """Return `history` as certificates have it."""
        return ".".join(f"{written(guess)}.{self.format_pattern(pattern)}" for guess, pattern in history)

    @abstractmethod
    def parse_history(self, text: str) -> History:
        """Return the history that `text` says: words, in either case, and responses, joined by dots.

        The empty text is the empty history. HistoryError if a part isn't what it should be.
        """


@dataclass(frozen=True, slots=True)
class WordScoring(Scoring):
    """Wordle: a grey, yellow or green tile for each letter, as `rules` says."""

    length: int
    alphabet: Alphabet = PLAIN

    __repr__ = brief()

    @property
    def win(self) -> int:
        """All green."""
        return words.all_green(self.length)

    @property
    def response_count(self) -> int:
        """Three colours a tile, but not all green with one yellow."""
        return words.all_green(self.length) + 1 - self.length

    def score(self, guess: str, hidden: str) -> int:
        """As `words.score`."""
        return words.score(guess, hidden)

    def is_word(self, text: str) -> bool:
        """Tell whether `text` has `length` letters of the alphabet."""
        return self.word(text) is not None

    def word(self, text: str) -> str | None:
        """Return the word of `length` letters of the alphabet that `text` is, or None."""
        if isinstance(text, Word):
            return text if len(text) == self.length else None
        return self.alphabet.word_of_length(text, self.length)

    def read_word(self, text: str) -> str | None:
        """Return the word of `length` letters that a certificate writes as `text`, or None."""
        word = self.alphabet.read(text)
        return word if word is not None and len(word) == self.length else None

    @property
    def a_word(self) -> str:
        """What `is_word` demands."""
        return f"a word of {counted(self.length, 'letter', 'letters')} {self.alphabet.described}"

    def format_pattern(self, pattern: int) -> str:
        """As `words.format_pattern`."""
        return words.format_pattern(pattern, self.length)

    def tiles(self, pattern: int) -> tuple[int, ...]:
        """As `words.colours`."""
        return tuple(words.colours(pattern, self.length))

    def parse_pattern(self, text: str) -> int:
        """As `words.parse_pattern`."""
        return words.parse_pattern(text, self.length)

    def facts(self, history: History) -> Restriction:
        """As `words.Restriction.of`."""
        return words.Restriction.of(history, self.length)

    def explain_not_allowed(self, guess: str, history: History, mode: Mode) -> str | None:
        """As `modes.explain_not_allowed`."""
        return modes.explain_not_allowed(guess, history, mode)

    def parse_history(self, text: str) -> History:
        """As `words.parse_history`."""
        return words.parse_history(text, self.length, self.alphabet)


@dataclass(frozen=True, slots=True)
class CodeScoring(Scoring):
    """Mastermind: codes of `length` pegs in `colours` colours, which may occur more than once or not.

    A colour is one sign of `signs`. A response has two numbers: b, the black pegs, places where guess and
    hidden code agree; and w, the white pegs, how many more would agree if the pegs of the guess could change
    places. That is, b + w is the sum over the colours of the smaller of its two numbers, in the guess and in
    the hidden code: so many pegs of that colour can be paired, each with one of the other code, and no
    more. (Bulls and Cows calls them bulls and cows.) As a number the response is
    ``b * (length + 1) + w``, and it is written as two digits, b and w.

    - b + w <= length, as there are no more pegs to be paired; so w <= length, and the number tells b and w.
    - The game is won exactly if b = length. Then w = 0, and any other response has a smaller number, as its
      b is smaller.
    - b = length - 1 and w = 1 can't be: the one peg left would have to agree with the one place left.
    - Guess and hidden code may change places: both numbers treat them alike.
    """

    length: int
    colours: int
    repeats: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError for a number out of range."""
        if not 1 <= self.length <= MAX_PEGS:
            message = f"expected 1 to {MAX_PEGS} pegs, found {self.length}"
            raise ValueError(message)
        if not 1 <= self.colours <= MAX_COLOURS:
            message = f"expected 1 to {MAX_COLOURS} colours, found {self.colours}"
            raise ValueError(message)
        if not self.repeats and self.colours < self.length:
            message = f"expected {self.length} colours or more if none occurs twice, found {self.colours}"
            raise ValueError(message)

    @property
    def signs(self) -> str:
        """The signs of the colours, ascending: 1 to 9 for up to nine, else 0 to 9 and then a to z."""
        return _DIGITS[1 : self.colours + 1] if self.colours < len(_DIGITS) else _SIGNS[: self.colours]

    @property
    def described(self) -> str:
        """Which codes these are, for people."""
        pegs, colours = counted(self.length, "peg", "pegs"), counted(self.colours, "colour", "colours")
        return f"codes of {pegs} in {colours}, {self.signs}{'' if self.repeats else ', none twice'}"

    @property
    def code_count(self) -> int:
        """How many codes there are."""
        number: int = self.colours**self.length
        return number if self.repeats else perm(self.colours, self.length)

    def codes(self) -> Iterator[str]:
        """Yield all codes in ascending order, of their signs from left to right."""
        pegs = (
            product(self.signs, repeat=self.length) if self.repeats else permutations(self.signs, self.length)
        )
        return map("".join, pegs)

    @property
    def win(self) -> int:
        """Every place agrees."""
        return self.length * (self.length + 1)

    @property
    def response_count(self) -> int:
        """The pairs b + w <= length without that of `CodeScoring` that can't be; an upper bound."""
        return (self.length + 1) * (self.length + 2) // 2 - 1

    def score(self, guess: str, hidden: str) -> int:
        """Return the response: see the class."""
        black = sum(g == h for g, h in zip(guess, hidden, strict=True))
        agreeing = sum(min(guess.count(colour), hidden.count(colour)) for colour in set(guess))
        return black * (self.length + 1) + agreeing - black

    def is_word(self, text: str) -> bool:
        """Tell whether `text` is one of the codes."""
        known = len(text) == self.length and set(text) <= set(self.signs)
        return known and (self.repeats or len(set(text)) == self.length)

    @property
    def a_word(self) -> str:
        """What `is_word` demands."""
        different = "" if self.repeats else "different "
        signs = f"{self.signs[0]} to {self.signs[-1]}"
        if not signs[-1].isdigit():
            signs = f"0 to 9 and a to {self.signs[-1]}"
        return f"a code of {self.length} {different}signs {signs}"

    def format_pattern(self, pattern: int) -> str:
        """Return two digits: black pegs, white pegs."""
        black, white = divmod(pattern, self.length + 1)
        if not 0 <= black <= self.length - white:
            message = f"{pattern} is not a response to {counted(self.length, 'peg', 'pegs')}"
            raise ValueError(message)
        return f"{black}{white}"

    def tiles(self, pattern: int) -> tuple[int, ...]:
        """Return GREEN for each black peg, then YELLOW for each white one, then GREY for no peg."""
        black, white = divmod(pattern, self.length + 1)
        missing = self.length - black - white
        return (words.GREEN,) * black + (words.YELLOW,) * white + (words.GREY,) * missing

    def parse_pattern(self, text: str) -> int:
        """Return the response that two digits say, such as ``21``, or ``2b1w``, or ``2b1c`` (bulls, cows)."""
        found = re.fullmatch(r"([0-9])([0-9])|([0-9])b([0-9])[wc]", text.lower())
        black, white = (
            (int(part) for part in found.groups() if part is not None) if found else (0, self.length + 1)
        )
        if black + white > self.length:
            message = (
                f"response {abridged(text)}: expected two digits, black and white pegs (bulls and cows), "
                f"{self.length} at most together, such as 10"
            )
            raise HistoryError(message)
        return black * (self.length + 1) + white

    def facts(self, history: History) -> None:
        """Pegs belong to no place, so they show no facts."""

    def explain_not_allowed(self, guess: str, history: History, mode: Mode) -> str | None:
        """Normal mode allows every guess; in the others it must explain every response of `history`.

        What hard mode asks in Wordle is about tiles, which codes don't have: so hard and ultrahard are one.
        """
        if not mode.binds:
            return None
        for past, pattern in history:
            found = self.score(past, guess)
            if found != pattern:
                responses = f"{self.format_pattern(found)}, not {self.format_pattern(pattern)}"
                return f"{guess.upper()}: if it were hidden, {past.upper()} would have got {responses}"
        return None

    def parse_history(self, text: str) -> History:
        """Return the history that `text` says, such as ``1122.21.1344.10``."""
        parts = text.split(".") if text else []
        if len(parts) % 2:
            message = f"history {abridged(text)}: expected a response after each code, all joined by dots"
            raise HistoryError(message)
        history: list[tuple[str, int]] = []
        for code, response in zip(parts[::2], parts[1::2], strict=True):
            guess = code.lower()
            if not self.is_word(guess):
                message = f"code {abridged(code)} in the history: expected {self.a_word}"
                raise HistoryError(message)
            history.append((guess, self.parse_pattern(response)))
        return tuple(history)
