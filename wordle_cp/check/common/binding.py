"""What numpy does with what binds the guesses of a node: facts, as in hard mode, or responses besides.

docs/certificates/ calls it R, and its responses conditions. These fix the facts that they reveal, too; so the
two kinds are compared as one, `Binding.includes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.check.counting.patterns import GuessPatterns, Mask
    from wordle_cp.rules.bindings import Binding


def among(binding: Binding, guesses: GuessPatterns) -> GuessPatterns:
    """Return those of `guesses` that a node's `binding` allows."""
    return guesses.explaining(binding.responses) if binding.responses else guesses.under(binding.facts)


def fixing(wanted: Binding, before: Binding, guesses: GuessPatterns, hidden: str) -> Mask | None:
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
