"""Cuts: sets of words that can't all be found within some guesses, each with its proof and who decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.models.weights import Cases
    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.words import Restriction


class Decider(StrEnum):
    """Who decided a subproblem; or, of what several families refute, the answers to guesses that survive."""

    GREED = "greed"
    COUNTING = "counting"
    WEIGHTS = "weights"
    CP_SAT = "cp-sat"
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Chain:
    """Cases that prove that words are lost, and the pieces that they split by."""

    cases: Cases
    pieces: tuple[Restriction, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """`words` can't all be found within `left` guesses that `binding` allows.

    `weights`, one a word, prove it; or a `chain` of cases; or the cuts `below`, which have the words, and of
    which one refutes each guess that splits them. Without any of these each guess leaves two words together.
    """

    words: tuple[str, ...]
    left: int
    binding: Binding
    weights: tuple[int, ...] = ()
    chain: Chain | None = None
    below: tuple[Cut, ...] = ()
    decider: Decider | None = None


def words_of(cuts: Iterable[Cut]) -> tuple[str, ...]:
    """Return the words of all cuts."""
    return tuple(sorted({word for cut in cuts for word in cut.words}))
