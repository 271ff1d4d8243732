"""What an answer needs of the question, and the one sentence that refuses another.

A `Needs` stands beside each answer that isn't for all games. What it asks of a mode is a property of modes,
never a name, so that it holds of modes to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.errors import UsageError
from wordle_cp.games.goal import TOTAL_GUESSES, Goal
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant


@dataclass(frozen=True, slots=True)
class Needs:
    """What `answer`, a noun with its article, needs; by default any game and goal will do.

    - `words`: a game of words, not one of codes. `tiles`: one whose guesses are answered with coloured tiles.
      `usual`: one with the feedback that goes without saying, tiles or pegs.
    - `unbound`: a mode that forbids no guess. `facts`: one that forbids guesses by facts. `only_facts`: one
      that forbids none but by facts.
    - `counts_guesses`: a goal without costs and a loss. `equal_weights`: one without weights.
    - `because` says why other modes won't do, if that needs to be said.
    """

    answer: str
    words: bool = False
    tiles: bool = False
    usual: bool = False
    unbound: bool = False
    facts: bool = False
    only_facts: bool = False
    counts_guesses: bool = False
    equal_weights: bool = False
    because: str = ""

    def supports(self, mode: Mode) -> bool:
        """Tell whether there is an answer in `mode`."""
        return not (
            (self.unbound and mode.binds)
            or (self.facts and not mode.facts)
            or (self.only_facts and not mode.only_facts)
        )

    def refusal(self, variant: Variant, goal: Goal = TOTAL_GUESSES) -> str | None:
        """Return None if there is an answer, otherwise one sentence that says what it needs instead."""
        game = self._refused_game(variant)
        if game is not None:
            return game
        if not self.supports(variant.mode):
            needed = " or ".join(mode for mode in Mode if self.supports(mode))
            because = f": {self.because}" if self.because else ""
            return f"{self.answer} needs {needed} mode, found {variant.mode} mode{because}"
        if self.counts_guesses and not goal.counts_guesses:
            return f"{self.answer} needs a goal that counts guesses, found costs or a loss"
        if self.equal_weights and goal.weights:
            return f"{self.answer} needs words of equal weight, found weights"
        return None

    def _refused_game(self, variant: Variant) -> str | None:
        """Return None if what is guessed, and how it is answered, will do; otherwise the sentence."""
        if (self.words or self.tiles) and variant.codes is not None:
            return f"{self.answer} needs a game of words, found {variant.name}, a game of codes"
        feedback = variant.scoring.feedback
        if self.tiles and not feedback.shows_facts:
            return f"{self.answer} needs coloured tiles, found {variant.name}, whose feedback is {feedback}"
        if self.usual and variant.scoring.named_feedback is not None:
            return f"{self.answer} needs tiles or pegs, found {variant.name}, whose feedback is {feedback}"
        return None

    def demand(self, variant: Variant, goal: Goal = TOTAL_GUESSES) -> None:
        """Raise UsageError, with `refusal` as its message, if there is no answer."""
        reason = self.refusal(variant, goal)
        if reason is not None:
            raise UsageError(reason)
