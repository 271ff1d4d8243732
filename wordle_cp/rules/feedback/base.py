"""What a feedback is: how a guess is answered, whatever is guessed.

Standard library only; like `words`, the oracle for every faster implementation. What a feedback allows is
asked of the object, by its properties; nobody asks for a feedback by its name.

Search, certificates and checkers rest on three laws, which a test demands of every feedback:

- The winning response is the largest number, and only the hidden word itself gives it. A feedback that
  could give another word a full count, as an anagram has all letters in common, needs a response of its own
  for the win.
- A response depends on nothing but which letters of guess and hidden word are equal. So a letter that the
  hidden word doesn't have may be exchanged for any other such letter.
- If `symmetric`, guess and hidden word may change places, and the places of both may be permuted alike.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from wordle_cp.errors import HistoryError, abridged
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import GREEN, GREY, YELLOW

if TYPE_CHECKING:
    from wordle_cp.rules.words import History, Restriction


class Feedback(ABC):
    """How a guess is answered; a response is a number. All lengths are numbers of letters, or of pegs."""

    __slots__ = ()

    name: ClassVar[str]
    """As variant files and certificates have it."""
    title: ClassVar[str]
    """What a response tells, for people."""
    longest: ClassVar[int] = 16
    """Longest word that it answers."""
    shows_facts: ClassVar[bool] = False
    """Whether a response is a tile for each letter as in Wordle, from which `words.Restriction` follows."""
    tiled: ClassVar[bool] = False
    """Whether a response is written as a coloured tile for each letter."""
    symmetric: ClassVar[bool] = False
    """Whether guess and hidden word may change places, and their letters may be moved alike."""

    def __eq__(self, other: object) -> bool:
        """Tell whether `other` is the same feedback."""
        return type(self) is type(other)

    def __hash__(self) -> int:
        """Return the same for the same feedback."""
        return hash(self.name)

    def __repr__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes in which it can be played: what others demand of a guess rests on tiles."""
        return tuple(mode for mode in Mode if self.shows_facts or not mode.binds)

    @abstractmethod
    def win(self, length: int) -> int:
        """Return the response that ends a game, the largest number."""

    @abstractmethod
    def count(self, length: int) -> int:
        """Return how many different responses there can be, the winning one included; or more."""

    @abstractmethod
    def score(self, guess: str, hidden: str) -> int:
        """Return the response to `guess` when `hidden` is the hidden word; ValueError if lengths differ."""

    @abstractmethod
    def format(self, pattern: int, length: int) -> str:
        """Return the response as it is written; ValueError if there is no such number."""

    @abstractmethod
    def parse(self, text: str, length: int) -> int:
        """Return the response that `text` says; HistoryError if it says none."""

    @abstractmethod
    def described(self, length: int) -> str:
        """Return what a response is, for messages."""

    @abstractmethod
    def tiles(self, pattern: int, length: int) -> tuple[int, ...]:
        """Return GREY, YELLOW or GREEN for each tile, or for each sign of a response."""

    @abstractmethod
    def width(self, length: int) -> int | None:
        """Return how many signs each response is written with; None if that depends on the response."""

    def facts(self, history: History, length: int) -> Restriction | None:  # noqa: ARG002  Tiles asks
        """Return what the responses of `history` fix in hard mode; None where they show no facts.

        HistoryError if two past guesses have different green letters in one place.
        """
        return None

    def explain_not_allowed(self, guess: str, history: History, mode: Mode) -> str | None:
        """Return None if `mode` allows `guess` after `history`, otherwise one sentence that says why not.

        What hard mode asks in Wordle is about tiles. Without them any mode but the normal one asks for a
        guess that explains every response of `history`.
        """
        for past, pattern in history if mode.binds else ():
            found = self.score(past, guess)
            if found != pattern:
                told = f"{self.format(found, len(past))}, not {self.format(pattern, len(past))}"
                return f"{guess.upper()}: if it were hidden, {past.upper()} would have got {told}"
        return None


class Counting(Feedback):
    """A feedback by two numbers: the places in which guess and hidden word agree, and the letters they share.

    They share of each letter the smaller of its two numbers. Both numbers are the same if guess and hidden
    word change places, or if the places of both are permuted alike; so is every response.
    """

    __slots__ = ()

    symmetric = True

    @abstractmethod
    def of_counts(self, in_place: int, shared: int, length: int) -> int:
        """Return the response; the word is found exactly if all letters are in place."""

    def score(self, guess: str, hidden: str) -> int:
        """Return the response of the two numbers."""
        in_place = sum(g == h for g, h in zip(guess, hidden, strict=True))
        shared = sum(min(guess.count(letter), hidden.count(letter)) for letter in set(guess))
        return self.of_counts(in_place, shared, len(guess))


class LetterByLetter(Feedback):
    """A feedback that judges each letter of a guess by itself: a response is the sum of what each adds."""

    __slots__ = ()

    @abstractmethod
    def of_letter(self, place: int, *, in_place: bool, anywhere: bool) -> int:
        """Return what a letter in `place` adds, if it is in place, or anywhere in the hidden word, or not."""

    def score(self, guess: str, hidden: str) -> int:
        """Return the sum over the letters."""
        pairs = enumerate(zip(guess, hidden, strict=True))
        return sum(self.of_letter(place, in_place=g == h, anywhere=g in hidden) for place, (g, h) in pairs)


class OneNumber(Counting):
    """A feedback of which a response is one number, and perhaps a sign of its own for the word itself."""

    __slots__ = ()

    found: ClassVar[str] = ""
    """How the winning response is written, if it isn't the number of letters."""
    _colour: ClassVar[int] = YELLOW

    def win(self, length: int) -> int:
        """All letters; or beyond, where the word itself has a response of its own."""
        return length + bool(self.found)

    def count(self, length: int) -> int:
        """Return the number of numbers, 0 included."""
        return self.win(length) + 1

    def format(self, pattern: int, length: int) -> str:
        """Return the number, or the sign of the word itself."""
        if not 0 <= pattern <= self.win(length):
            message = f"{pattern} is not a response to words of length {length}"
            raise ValueError(message)
        return self.found if pattern > length else str(pattern)

    def parse(self, text: str, length: int) -> int:
        """Return the response that a number says, such as ``2``, or the sign of the word itself."""
        if self.found and text == self.found:
            return self.win(length)
        if not re.fullmatch(r"0|[1-9][0-9]?", text) or int(text) > length:
            message = f"response {abridged(text)}: expected {self.described(length)}"
            raise HistoryError(message)
        return int(text)

    def width(self, length: int) -> int | None:
        """Return 1, unless there are numbers of two digits."""
        return None if length >= 10 else 1  # noqa: PLR2004  where two digits begin

    def tiles(self, pattern: int, length: int) -> tuple[int, ...]:
        """Return a coloured tile for each letter that counts, all of them green if the word is found."""
        if pattern == self.win(length):
            return (GREEN,) * length
        return (self._colour,) * pattern + (GREY,) * (length - pattern)
