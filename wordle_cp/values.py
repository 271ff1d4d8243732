"""Values that callers give: what an argument must be.

Whatever is given, a wrong one is a UsageError that says what was expected.
"""

from __future__ import annotations

import difflib
import math
import operator
import os
import reprlib
from collections.abc import Iterable
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from wordle_cp.errors import UsageError, abridged, install_hint, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")
MOST_MEANT: Final = 3
"""Most words that are suggested for a wrong one."""
_MOST_NEAR: Final = 50
_AS_NEAR: Final = 0.1
"""By how much less a word may be like a wrong one than the one most like it, on a scale from 0 to 1."""
_MOST_LIKENED: Final = 100
MOST_ITEMS: Final = 1_000_000
"""Most items of a list that a caller gives."""


def in_a_line(value: object) -> str:
    """Return `value` as messages quote it: in a line and bounded, whatever it is."""
    if isinstance(value, str):
        return abridged(value)
    try:
        return one_line(reprlib.repr(value))
    except Exception:  # noqa: BLE001  somebody's __repr__ may raise anything, and Python's for 5,000 digits does
        return f"a value of type {type(value).__name__}"


def wrong(expected: str, found: object) -> UsageError:
    """Return the error that something else was `expected` than what was `found`."""
    return UsageError(f"expected {expected}, found {in_a_line(found)}")


def instance(kind: type[T] | tuple[type[T], ...], value: object, expected: str) -> T:
    """Return `value`, which must be of this `kind`.

    Raises:
        UsageError: it isn't what was `expected`.
    """
    if not isinstance(value, kind):
        raise wrong(expected, value)
    return value


def whole_number(value: object, what: str, least: int, most: int | None = None) -> int:
    """Return the whole number `value`, such as numpy's ones, too; `what` says what it counts.

    Raises:
        UsageError: it is none, a truth value, or isn't from `least` to `most`.
    """
    expected = f"{what}, {least} or more" if most is None else f"{what} from {least} to {most}"
    if isinstance(value, bool):
        raise wrong(expected, value)
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong(expected, value) from None
    if number < least or (most is not None and number > most):
        raise wrong(expected, number)
    return number


def number(value: object, what: str) -> float:
    """Return the number `value`, 0 or more.

    Raises:
        UsageError: it is none, or is negative, infinite or NaN.
    """
    try:
        found = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:
        found = math.inf
    if not 0 <= found < math.inf:
        expected = f"{what}, a number of 0 or more"
        raise wrong(expected, value)
    return found


def truth(value: object, what: str) -> bool:
    """Return the truth value `value`; UsageError if it is none."""
    return instance(bool, value, f"{what}, True or False")


def function(value: object, expected: str) -> None:
    """Raise UsageError unless `value` can be called."""
    if not callable(value):
        raise wrong(expected, value)


def text(value: object, what: str) -> str:
    """Return the text `value`; UsageError if it is none."""
    return instance(str, value, f"{what}, a text")


def path_of(value: object, expected: str) -> Path:
    """Return the path `value`, a text or an object such as `pathlib.Path`, where a path was `expected`.

    Raises:
        UsageError: it is none, or the empty text.
    """
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(path, str) or not path:
        raise wrong(expected, value)
    return Path(path)


def member(kind: type[E], value: object, what: str) -> E:
    """Return the member of `kind` that `value` is, or names in either case.

    Raises:
        UsageError: there is none, perhaps with the one that was meant.
    """
    if isinstance(value, kind):
        return value
    names = [str(one) for one in kind]
    expected = f"{what}, {', '.join(names[:-1])} or {names[-1]}"
    if not isinstance(value, str):
        raise wrong(expected, value)
    lower = value.strip().lower()
    if lower in names:
        return kind(lower)
    message = f"expected {expected}, found {abridged(value)}{meant(lower, names)}"
    raise UsageError(message)


def listed(words: Sequence[str], between: str = "or") -> str:
    """Return words as a sentence has them: ``dot, graphml or json``."""
    *others, last = words
    return f"{', '.join(others)} {between} {last}" if others else last


def meant(word: str, known: Iterable[str], most: int = MOST_MEANT) -> str:
    """Return the question whether a word that begins with `word` is meant, or one most like it; or nothing.

    Words with the same letters come first. Dashes in front don't count.
    """
    names = {one.lstrip("-"): one for one in known}
    name = word.strip().lower().lstrip("-")[:_MOST_LIKENED]
    found = [one for one in names if name and one.startswith(name)]
    if not found:
        close = difflib.get_close_matches(name, names, _MOST_NEAR)
        ratios = {one: difflib.SequenceMatcher(a=one, b=name).ratio() for one in close}
        least = max(ratios.values(), default=0.0) - _AS_NEAR
        found = [one for one in close if ratios[one] > least]
        found.sort(key=lambda one: sorted(one) != sorted(name))
    return f"; did you mean {listed([names[one] for one in found[:most]])}?" if found else ""


def items_of(value: object, expected: str) -> tuple[object, ...]:
    """Return the items of `value`, a list, a tuple or the like, but no text.

    Raises:
        UsageError: it is something else, or has more than `MOST_ITEMS`.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise wrong(expected, value)
    items = tuple(islice(value, MOST_ITEMS + 1))
    if len(items) > MOST_ITEMS:
        message = f"expected {expected}, {MOST_ITEMS:,} at most, found more"
        raise UsageError(message)
    return items


def words_of(value: object, what: str) -> tuple[str, ...]:
    """Return the words `value`: texts, one by one, or one text of words with blanks between them.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(value, str):
        return tuple(value.split()) if type(value) is str else (value,)
    expected = f"{what}, texts one by one"
    return tuple(instance(str, one, expected) for one in items_of(value, expected))


def data_frame(rows: Sequence[Mapping[str, object]]) -> pd.DataFrame:
    """Return `rows`, each by the names of its columns, as a data frame of pandas.

    Raises:
        UsageError: pandas isn't installed.
    """
    try:
        import pandas as pd  # noqa: PLC0415  an extra, and it takes a moment to load
    except ImportError:
        message = f"data frames need pandas: {install_hint('pandas')}"
        raise UsageError(message) from None
    frame = pd.DataFrame(rows)
    for name in frame.columns:
        values = [row[name] for row in rows]
        if None in values and all(value is None or isinstance(value, int) for value in values):
            frame[name] = frame[name].astype("Int64")  # whole numbers stay whole where one is missing
    return frame
