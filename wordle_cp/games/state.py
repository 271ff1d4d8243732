"""A game on its way: what has been played, which words are left, whether it is won or lost.

This module reads and prints nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from wordle_cp.data import variant_hiding
from wordle_cp.errors import HistoryError, UsageError, abridged, brief, counted

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


def hidden_word(variant: Variant, word: str) -> str:
    """Return `word`, given in either case, in lower case, if it may be hidden.

    Raises:
        UsageError: it isn't among the hidden words.
    """
    lower = variant.word(word)
    if lower not in variant.hidden:
        among = "the hidden words" if lower in variant.guesses else "the guesses"
        hint = variant.meant(lower, hidden=True)
        message = f"{abridged(word)} is not among {among} of {variant.name}{hint}"
        raise UsageError(message)
    return lower


@dataclass(frozen=True, slots=True)
class GameState:
    """A game of `variant` after `history`; `hidden` are the words that agree with it, one at least.

    Construct it with `start` and `after`; then the history is one of the game.
    """

    variant: Variant
    history: History
    hidden: tuple[str, ...]

    __repr__ = brief("variant", "history", "hidden")

    @classmethod
    def start(cls, variant: Variant, history: History = ()) -> Self:
        """Return the game after `history`; without it nothing has been guessed.

        Raises:
            HistoryError: see `after`.
        """
        state = cls(variant, (), variant.hidden)
        for guess, pattern in history:
            state = state.after(guess, pattern)
        return state

    @property
    def won(self) -> bool:
        """Whether the last guess found the hidden word."""
        return bool(self.history) and self.history[-1][1] == self.variant.scoring.win

    @property
    def guesses_left(self) -> int | None:
        """How many more guesses the game has, None for no limit."""
        limit = self.variant.max_guesses
        return None if limit is None else limit - len(self.history)

    @property
    def lost(self) -> bool:
        """Whether the guesses are used up, and the word isn't found."""
        return self.guesses_left == 0 and not self.won

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.won or self.lost

    def refusal(self, guess: str) -> str | None:
        """Return why `guess`, in lower case, can't be made now, in a line; None if it can."""
        number = len(self.history) + 1
        if self.won:
            return f"the game is over: guess {number - 1} found the hidden word"
        if self.lost:
            return f"the game is over: it has {counted(number - 1, 'guess', 'guesses')}"
        if guess not in self.variant.guesses:
            return f"guess {number}: {self.variant.no_guess(guess)}"
        reason = self.variant.scoring.explain_not_allowed(guess, self.history, self.variant.mode)
        return None if reason is None else f"{self.variant.mode.value} mode forbids guess {number}: {reason}"

    def after(self, guess: str, pattern: int) -> Self:
        """Return the game once `guess` was made and got the response `pattern`.

        Raises:
            HistoryError: the guess can't be made, see `refusal`; or no word gives these responses.
        """
        reason = self.refusal(guess)
        if reason is not None:
            raise HistoryError(reason)
        scoring = self.variant.scoring
        left = tuple(word for word in self.hidden if scoring.score(guess, word) == pattern)
        if not left:
            response, name = scoring.format_pattern(pattern), self.variant.name
            move = f"guess {len(self.history) + 1}, {guess.upper()} {response}"
            message = f"{move}: no hidden {scoring.noun} of {name} agrees with this"
            if self.variant.word(response) in self.variant.guesses:
                message += f"; {response} is a guess of {name}, too, but was taken for the response"
            for past, found in self.history if pattern == scoring.win else ():
                right = scoring.score(past, guess)
                if right != found:
                    right_text, found_text = map(scoring.format_pattern, (right, found))
                    message += f": if {guess.upper()} is hidden, {past.upper()} gets {right_text}"
                    message += f", not {found_text}"
                    raise HistoryError(message)
            if pattern == scoring.win and guess not in self.variant.hidden:
                other = variant_hiding(guess, self.variant.hidden_hash)
                hides = f"{name} doesn't hide" if other is None else f"the variant {other} hides"
                message += f"; {hides} {guess.upper()}"
            raise HistoryError(message)
        return type(self)(self.variant, (*self.history, (guess, pattern)), left)

    def cells(self, guess: str) -> dict[int, tuple[str, ...]]:
        """Return the responses that `guess` may get, ascending, each with the words that give it."""
        cells: dict[int, list[str]] = {}
        score = self.variant.scoring.score
        for word in self.hidden:
            cells.setdefault(score(guess, word), []).append(word)
        return {pattern: tuple(cells[pattern]) for pattern in sorted(cells)}

    def letters(self) -> dict[str, int]:
        """Return the best colour that each letter has shown; letters not tried are absent.

        So are all where a response has no tile for each letter.
        """
        shown: dict[str, int] = {}
        if not self.variant.scoring.feedback.tiled:
            return shown
        for guess, pattern in self.history:
            for letter, colour in zip(guess, self.variant.scoring.tiles(pattern), strict=True):
                shown[letter] = max(shown.get(letter, colour), colour)
        return shown
