"""Jotto: only how many letters are common.

An anagram has all letters in common without being the hidden word. So the word itself has a response of its
own, written ``!``.
"""

from __future__ import annotations

from wordle_cp.rules.feedback.base import OneNumber


class Jotto(OneNumber):
    """Of each letter the smaller of its two numbers, summed up; ``!`` for the word itself."""

    __slots__ = ()

    name = "jotto"
    title = "the number of common letters, and ! for the word itself"
    found = "!"

    def of_counts(self, in_place: int, shared: int, length: int) -> int:
        """Return the common letters; one more if all of them are in place."""
        return shared + (in_place == length)

    def described(self, length: int) -> str:
        """Return which numbers there are."""
        return f"the number of common letters, 0 to {length}, or {self.found} for the word itself"
