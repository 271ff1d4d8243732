"""What binds the guesses of a node: facts, as in hard mode, or conditions, in ultrahard mode.

docs/certificates/ calls it R. A set of conditions fixes the facts that they reveal, too; so the two kinds
are compared as one: R' is contained in R if the facts of R' are fixed by R, and its conditions are among
those of R.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import History, Restriction

if TYPE_CHECKING:
    from wordle_cp.check.counting.patterns import Guesses, Mask
    from wordle_cp.rules import bindings


@dataclass(frozen=True, slots=True)
class Binding:
    """The facts, and the conditions, which the facts follow from if there are any."""

    facts: Restriction
    conditions: History = ()

    @classmethod
    def after(cls, history: History, mode: Mode, length: int) -> Binding:
        """Return what binds the guesses of `mode` after `history`, for words of `length` letters.

        Raises:
            HistoryError: two green letters in one position contradict each other; no word explains that.
        """
        facts = Restriction.of(() if mode is Mode.NORMAL else history, length)
        return cls(facts, history if mode is Mode.ULTRAHARD else ())

    def includes(self, other: Binding) -> bool:
        """Tell whether `other` is contained in this."""
        return set(self.conditions).issuperset(other.conditions) and self.facts.includes(other.facts)

    def among(self, guesses: Guesses) -> Guesses:
        """Return those of `guesses` that are allowed."""
        return guesses.explaining(self.conditions) if self.conditions else guesses.under(self.facts)

    def fixing(self, before: Binding, guesses: Guesses, hidden: str) -> Mask | None:
        """Tell which of `guesses`, with `hidden` hidden, reveal what `before` lacks of this; None if all do.

        `hidden` explains the conditions of this. A guess reveals one condition, itself with its response.
        """
        if not self.conditions:
            return guesses.fixing(self.facts, before.facts, hidden)
        known = set(before.conditions)
        missing = [guess for guess, pattern in self.conditions if (guess, pattern) not in known]
        if not missing:
            return None
        return guesses.only(missing[0] if len(missing) == 1 else None)


def among(binding: bindings.Binding, guesses: Guesses) -> Guesses:
    """Return those of `guesses` that a node's `binding` allows."""
    return guesses.explaining(binding.responses) if binding.responses else guesses.under(binding.facts)


def fixing(wanted: bindings.Binding, before: bindings.Binding, guesses: Guesses, hidden: str) -> Mask | None:
    """Tell which of `guesses`, with `hidden` hidden, reveal what `before` lacks of `wanted`; None if all do.

    `wanted` is what binds a node, and `hidden` explains its responses. A guess reveals one response, itself
    with its pattern.
    """
    if not wanted.responses:
        return guesses.fixing(wanted.facts, before.facts, hidden)
    known = set(before.responses)
    missing = [guess for guess, pattern in wanted.responses if (guess, pattern) not in known]
    if not missing:
        return None
    return guesses.only(missing[0] if len(missing) == 1 else None)
