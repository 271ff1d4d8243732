"""The two kinds of game, words and codes, each with a feedback that says how guesses are answered.

Like `rules.words` it is the oracle for every faster implementation. A `Scoring` says what a word is and, with
its `feedback`, what a response is: how a guess is scored, when the game is won, and how responses, words and
histories are written. `WordScoring` is for words of an alphabet, by default Wordle; `CodeScoring` for codes,
by default Mastermind, and Bulls and Cows, which is Mastermind with ten colours and no colour twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import permutations, product
from math import perm
from typing import TYPE_CHECKING, ClassVar, Final

from wordle_cp.errors import HistoryError, abridged, brief, counted
from wordle_cp.rules.feedback.registry import OF_CODES, OF_WORDS
from wordle_cp.rules.letters import PLAIN, Alphabet, Word, normal, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.rules.feedback.base import Feedback
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History, Restriction

MAX_PEGS: Final = 9
"""Most pegs of a code."""
MAX_COLOURS: Final = 36
"""Most colours of a code, one sign each."""
_DIGITS: Final = "0123456789"
_SIGNS: Final = _DIGITS + "abcdefghijklmnopqrstuvwxyz"


class Scoring(ABC):
    """What a response is, for words (or codes) of `length` letters (or pegs), by its `feedback`."""

    length: int
    feedback: Feedback
    noun: ClassVar[str]
    """What is guessed, for people."""

    @property
    @abstractmethod
    def named_feedback(self) -> Feedback | None:
        """The feedback where it must be named; None where it is the one that goes without saying."""

    @property
    def win(self) -> int:
        """The response that ends a game; its number is larger than any other."""
        return self.feedback.win(self.length)

    @property
    def response_count(self) -> int:
        """How many different responses there can be, the winning one included; or more."""
        return self.feedback.count(self.length)

    def score(self, guess: str, hidden: str) -> int:
        """Return the response to `guess` when `hidden` is the hidden word; ValueError if lengths differ."""
        return self.feedback.score(guess, hidden)

    @abstractmethod
    def word(self, text: str) -> str | None:
        """Return the word of the game that `text` is, in lower case; None if it is none."""

    def is_word(self, text: str) -> bool:
        """Tell whether `text` is written like a word of the game, in lower case; it need not be in a list."""
        return self.word(text) is not None

    def read_word(self, text: str) -> str | None:
        """Return the word of the game that a certificate writes as `text`; None if it is none."""
        word = self.word(text)
        return word if word == text else None

    @property
    @abstractmethod
    def a_word(self) -> str:
        """What `is_word` demands, for messages."""

    def format_pattern(self, pattern: int) -> str:
        """Return the response as it is written; ValueError if there is no such number."""
        return self.feedback.format(pattern, self.length)

    def tiles(self, pattern: int) -> tuple[int, ...]:
        """Return GREY, YELLOW or GREEN for each tile from left to right, or for each sign of a response."""
        return self.feedback.tiles(pattern, self.length)

    def parse_pattern(self, text: str) -> int:
        """Return the response that `text` says; HistoryError if it says none."""
        return self.feedback.parse(text, self.length)

    def facts(self, history: History) -> Restriction | None:
        """Return what the responses of `history` fix in hard mode; None where they show no facts.

        HistoryError if two past guesses have different green letters in one place.
        """
        return self.feedback.facts(history, self.length)

    def explain_not_allowed(self, guess: str, history: History, mode: Mode) -> str | None:
        """Return None if `mode` allows `guess` after `history`, otherwise one sentence that says why not."""
        return self.feedback.explain_not_allowed(guess, history, mode)

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

    def parse_history(self, text: str) -> History:
        """Return the history that `text` says: words, in either case, and responses, joined by dots.

        The empty text is the empty history. HistoryError if a part isn't what it should be.
        """
        parts = text.split(".") if text else []
        if len(parts) % 2:
            message = (
                f"history {abridged(text)}: expected a response after each {self.noun}, all joined by dots"
            )
            raise HistoryError(message)
        history: list[tuple[str, int]] = []
        for word, response in zip(parts[::2], parts[1::2], strict=True):
            guess = self.word(word) or self.word(normal(word))  # NFC could compose two letters of the game
            if guess is None:
                message = f"{self.noun} {abridged(word)} in the history: expected {self.a_word}"
                raise HistoryError(message)
            history.append((guess, self.parse_pattern(response)))
        return tuple(history)


@dataclass(frozen=True, slots=True)
class WordScoring(Scoring):
    """Words of `length` letters of an alphabet; by default a tile for each letter, as in Wordle."""

    length: int
    alphabet: Alphabet = PLAIN
    feedback: Feedback = OF_WORDS
    noun: ClassVar[str] = "word"

    __repr__ = brief()

    @property
    def named_feedback(self) -> Feedback | None:
        """The feedback, but for coloured tiles."""
        return None if self.feedback == OF_WORDS else self.feedback

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


@dataclass(frozen=True, slots=True)
class CodeScoring(Scoring):
    """Codes of `length` pegs in `colours` colours, which may occur more than once or not.

    A colour is one sign of `signs`. The feedback is a symmetric one, by default that of Mastermind.
    """

    length: int
    colours: int
    repeats: bool = True
    feedback: Feedback = OF_CODES
    noun: ClassVar[str] = "code"

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
        if not self.feedback.symmetric:
            message = f"expected a feedback in which the places of codes don't matter, found {self.feedback}"
            raise ValueError(message)

    @property
    def named_feedback(self) -> Feedback | None:
        """The feedback, but for black and white pegs."""
        return None if self.feedback == OF_CODES else self.feedback

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

    def word(self, text: str) -> str | None:
        """Return `text` if it is one of the codes, or None."""
        known = len(text) == self.length and set(text) <= set(self.signs)
        return text if known and (self.repeats or len(set(text)) == self.length) else None

    def with_zeros(self, text: str) -> str | None:
        """Return the code of which a program made the number `text`, without zeros in front; None if none."""
        return self.word(text.zfill(self.length)) if text.isdecimal() else None

    @property
    def a_word(self) -> str:
        """What `is_word` demands."""
        different = "" if self.repeats else "different "
        signs = f"{self.signs[0]} to {self.signs[-1]}"
        if not signs[-1].isdigit():
            signs = f"0 to 9 and a to {self.signs[-1]}"
        return f"a code of {self.length} {different}signs {signs}"
