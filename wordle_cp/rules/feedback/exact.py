"""Exact: only how many places agree; in Mastermind that is black pegs alone."""

from __future__ import annotations

from wordle_cp.rules.feedback.base import OneNumber
from wordle_cp.rules.words import GREEN


class Exact(OneNumber):
    """The number of places that agree; all of them do for the word itself alone."""

    __slots__ = ()

    name = "exact"
    title = "the number of places that agree"
    _colour = GREEN

    def of_counts(self, in_place: int, shared: int, length: int) -> int:  # noqa: ARG002
        """Return the places that agree."""
        return in_place

    def described(self, length: int) -> str:
        """Return which numbers there are."""
        return f"the number of places that agree, 0 to {length}"
