"""Cuts: sets of words that can't all be found within some guesses, each with its proof and who decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.models.weights import Chain
    from wordle_cp.rules.words import Restriction


class Decider(StrEnum):
    """Who decided a subproblem; or, of what several families refute, the answers to guesses that survive."""

    GREED = "greed"
    COUNTING = "counting"
    WEIGHTS = "weights"
    CP_SAT = "cp-sat"
    SEPARATION = "separation"
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """`words` can't all be found within `left` guesses where `binding` is fixed, as `by` proves.

    `by` are weights, one a word; a chain of cases; or a rule, whose cuts together have the `words`. There are
    no weights where each guess leaves two of the words together.
    """

    words: tuple[str, ...]
    left: int
    binding: Restriction
    by: tuple[int, ...] | Chain | CutRule
    decider: Decider


@dataclass(frozen=True, slots=True, eq=False)
class CutRule:
    """Each guess that splits the words leaves those of one of these `cuts` together."""

    cuts: tuple[Cut, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all cuts."""
        return tuple(sorted({word for cut in self.cuts for word in cut.words}))
