"""Numbers as options take them: a message of our own says what was expected, and Typer which option it is."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from wordle_cp.errors import abridged

if TYPE_CHECKING:
    from collections.abc import Callable

Number = TypeVar("Number", int, float)
_MOST_DIGITS: Final = 18
"""More would be no number of anything here."""
_DIGITS: Final = re.compile(rf"[+-]?[0-9]{{1,{_MOST_DIGITS}}}")
_MANY: Final = re.compile(r"\+?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?")


def whole_number(least: int, most: int | None = None, word: str = "") -> Callable[[object], int]:
    """Return what reads a whole number from `least` to `most`; it raises a ValueError for anything else.

    The message names a `word` that will do as well, which its caller reads.
    """
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
    bounds += word and f", or {word}"

    def parse(value: object) -> int:
        text = str(value)
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < least or (most is not None and number > most):
            many = most is None and number is None and _MANY.fullmatch(text) is not None
            digits = f" and of {_MOST_DIGITS} digits at most" if many else ""
            message = f"expected a whole number {bounds}{digits}, found {abridged(text)}"
            raise ValueError(message)
        return number

    return parse


@dataclass(frozen=True, slots=True)
class Numbers(Generic[Number]):
    """Numbers with commas between them, as an option takes them: Typer makes several options of a list."""

    numbers: tuple[Number, ...]

    @classmethod
    def parser(cls, one: Callable[[object], Number]) -> Callable[[object], Numbers[Number]]:
        """Return what reads such numbers, each as `one` does; it raises a ValueError for anything else."""

        def parse(value: object) -> Numbers[Number]:
            if isinstance(value, cls):
                return value
            return cls(tuple(one(part.strip()) for part in str(value).split(",")))

        return parse


def percentage(value: object) -> float:
    """Return the number from 0 to less than 100 that `value` is; raise a ValueError for anything else."""
    text = str(value)
    number = float(text) if _DECIMAL.fullmatch(text) else math.nan
    if not 0 <= number < 100:  # noqa: PLR2004  per cent
        message = f"expected a number of per cent from 0 to less than 100, found {abridged(text)}"
        raise ValueError(message)
    return number


def positive_number(value: object) -> float:
    """Return the number greater than 0 that `value` is; raise a ValueError for anything else."""
    text = str(value)
    number = float(text) if _DECIMAL.fullmatch(text) else math.nan
    if not (math.isfinite(number) and number > 0):
        message = f"expected a number greater than 0, found {abridged(text)}"
        raise ValueError(message)
    return number
