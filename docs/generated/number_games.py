"""The word lists of games of numbers: what may be guessed follows a rule, so the lists are made by it."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBER: Final = "(?:0|[1-9][0-9]*)"
_LEFT: Final = re.compile(rf"{_NUMBER}(?:[-+*/]{_NUMBER})+")
_ZERO: Final = re.compile("(?<![0-9])0")
"""Zero as a number, as numbers don't begin with it."""


def primes(digits: int) -> list[str]:
    """Return the prime numbers of that many digits, ascending."""
    numbers = range(10 ** (digits - 1), 10**digits)
    return [str(number) for number in numbers if all(number % one for one in range(2, isqrt(number) + 1))]


def equations(length: int) -> list[str]:
    """Return the true equations of `length` characters, in alphabetical order.

    On the left are two numbers or more with ``+ - * /`` between them, on the right is their value, a number.
    Numbers are whole and don't begin with 0, but for 0 itself. Products and quotients come before sums and
    differences, else all is done from the left. Quotients are exact, so they needn't be whole on the way.
    """
    found = (
        f"{left}={value}"
        for size in range(3, length - 1)
        for left in map("".join, product("*+-/0123456789", repeat=size))
        if _LEFT.fullmatch(left) and (value := value_of(left)) is not None and value == abs(int(value))
    )
    return sorted(one for one in found if len(one) == length)


def value_of(left: str) -> Fraction | None:
    """Return the value of the left side of an equation; None if it divides by 0."""
    try:
        return sum(_terms(left), Fraction(0))
    except ZeroDivisionError:
        return None


def _terms(left: str) -> Iterator[Fraction]:
    """Yield what is added up; ZeroDivisionError if it isn't there."""
    for sign, first, rest in re.findall(rf"([-+]?)({_NUMBER})((?:[*/]{_NUMBER})*)", left):
        value = Fraction(f"{sign}{first}")
        for operation, number in re.findall(f"([*/])({_NUMBER})", rest):
            value = value * int(number) if operation == "*" else value / int(number)
        yield value


def number_lists() -> dict[str, list[str]]:
    """Return the lists by the names of their files in variants/; none of the hidden equations has a zero."""
    every = equations(6)
    return {
        "primes-5.txt": primes(5),
        "equations-6.txt": every,
        "equations-6-hidden.txt": [one for one in every if not _ZERO.search(one)],
    }
