"""The checker's counter of different patterns: how many does each guess give on a few words?

Where there are few words, all guesses are looked at together, word by word, and those that repeat themselves
too often are left out on the way. `counts` counts on many sets of words at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordle_cp.check.counting.patterns import Mask, Patterns, Places

    Numbers = NDArray[np.integer[Any]]

MAX_ROWS: Final = 150
"""Rows that are looked at one by one; more are sorted."""
_LOOKS: Final = 4  # words from one look at what is left to the next
_SHRINKING: Final = 3  # what is left is copied once it is a third
_SORTED_BYTES: Final = 2**22  # patterns sorted at a time
_COPIED: Final = 64  # guesses whose patterns are copied at a time
_PROMISING: Final = 256  # guesses that are counted first
_WIDE: Final = 700  # from this number of words on small numbers are sorted as they are


def by_word(patterns: Patterns, guesses: Places, words: Places) -> Patterns:
    """Return ``patterns[guess][word]`` of these guesses and words, [word][guess]."""
    result = np.empty((len(words), len(guesses)), patterns.dtype)
    for start in range(0, len(guesses), _COPIED):
        some = guesses[start : start + _COPIED]
        result[:, start : start + len(some)] = patterns[some].take(words, axis=1).T
    return result


def different(patterns: Patterns) -> Numbers:
    """Return how many different patterns stand in each row, along the last axis."""
    if patterns.shape[-1] < _WIDE:
        # Small numbers one by one, or a few, take far longer to sort than those of 32 bits.
        rows = np.sort(patterns.astype(np.uint32) if patterns.itemsize < 4 else patterns, axis=-1)  # noqa: PLR2004  bytes
    else:
        rows = np.sort(patterns, axis=-1, kind="stable")  # radix sort
    numbers: Numbers = 1 + np.count_nonzero(rows[..., 1:] != rows[..., :-1], axis=-1)
    return numbers


def in_order(patterns: Patterns) -> tuple[Numbers, Places, Mask]:
    """Return the patterns of each guess, [guess][word], in ascending order, and which words have them.

    The third array says which of them are the first of their kind. Words with the same pattern ascend.
    """
    guesses, words = patterns.shape
    first = np.ones(patterns.shape, np.bool_)
    if words >= _WIDE and patterns.itemsize == 1:
        order = np.argsort(patterns, axis=1, kind="stable")  # radix sort
        row = np.arange(guesses)[:, np.newaxis] * words
        ordered: Numbers = np.ascontiguousarray(patterns).ravel().take(order + row)
    else:
        small = patterns.itemsize <= 2 and words <= 1 << 16  # noqa: PLR2004  bytes
        half = 16 if small else 32
        kind: Any = np.uint32 if small else np.uint64
        # Each number has the pattern above, the word below.
        keys = (patterns.astype(kind, order="C") << kind(half)) | np.arange(words, dtype=kind)
        keys.sort(axis=1)
        ordered, order = keys >> kind(half), (keys & kind((1 << half) - 1)).astype(np.intp)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=first[:, 1:])
    return ordered, order, first


def exceeding(
    rows: Patterns, limit: int, places: Places | None = None, columns: Places | None = None
) -> tuple[Places, Numbers]:
    """Return which columns of `rows` have more different values than `limit`, and how many these have.

    With `places`, of the rows there; with `columns`, among these.
    """
    count = len(rows) if places is None else len(places)
    if count > MAX_ROWS:
        chosen = np.arange(rows.shape[1]) if columns is None else columns
        return _exceeding_sorted(rows if places is None else rows[places], limit, chosen)

    def row(number: int, kept: Places | None) -> Patterns:
        whole: Patterns = rows[number if places is None else places[number]]
        asked = kept if columns is None else columns if kept is None else columns[kept]
        return whole if asked is None else _taken(whole, asked)

    width = rows.shape[1] if columns is None else len(columns)
    kept, numbers = scan(count, width, limit, row, rows.dtype)
    return (kept if columns is None else columns[kept]), numbers


def scan(
    count: int,
    width: int,
    limit: int,
    row: Callable[[int, Places | None], Patterns],
    kind: np.dtype[np.unsignedinteger[Any]],
) -> tuple[Places, Numbers]:
    """Return which columns of `count` rows have more different values than `limit`, and how many these have.

    There are `width` columns. The rows, `MAX_ROWS` at most, are taken one by one: `row` returns one of them,
    of the `kind`, or its values in certain columns. Columns that repeat too much to exceed the limit are left
    out on the way: so it is quick where the rows are few, and the limit is large for them.
    """
    spare = count - limit
    if spare <= 0 or not width:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    kept: Places | None = None
    seen = np.empty((count, width), kind)
    repeats = np.zeros(width, np.uint8)
    for number in range(count):
        new = seen[number] = row(number, kept)
        repeats += np.bitwise_or.reduce(seen[:number] == new, axis=0)
        if number % _LOOKS == _LOOKS - 1:
            left = np.flatnonzero(repeats < spare)
            if not len(left):
                break
            if _SHRINKING * len(left) < len(repeats):
                shrunk = np.empty((count, len(left)), kind)
                seen[: number + 1].take(left, axis=1, out=shrunk[: number + 1], mode="clip")
                seen, repeats = shrunk, repeats[left]
                kept = left if kept is None else kept[left]
    left = np.flatnonzero(repeats < spare)
    return (left if kept is None else kept[left]), count - repeats[left].astype(np.intp)


def _taken(row: Patterns, columns: Places) -> Patterns:
    values: Patterns = row.take(columns)
    return values


def _exceeding_sorted(rows: Patterns, limit: int, columns: Places) -> tuple[Places, Numbers]:
    """Return what `exceeding` does."""
    if not len(columns):
        return columns, columns
    together = max(1, _SORTED_BYTES // (len(rows) * rows.itemsize))
    numbers = [
        different(rows.take(columns[start : start + together], axis=1).T)
        for start in range(0, len(columns), together)
    ]
    found = np.concatenate(numbers)
    more = np.flatnonzero(found > limit)
    return columns[more], found[more]


def most_exceeding(
    rows: Patterns, least: int, places: Places | None = None, columns: Places | None = None
) -> int:
    """Return how many different values a column of `rows` has at most, or `least` if that is more.

    `exceeding` says which rows and columns count. It is quick where few columns exceed `least`.
    """
    _, numbers = exceeding(rows, least, places, columns)
    return max(least, int(numbers.max(initial=0)))


def most_different(
    rows: Patterns, least: int, places: Places | None = None, columns: Places | None = None
) -> int:
    """Return what `most_exceeding` does; it is quick where the first columns have many different values."""
    if columns is None:
        columns = np.arange(rows.shape[1])
    for some in (columns[:_PROMISING], columns[_PROMISING:]):
        least = most_exceeding(rows, least, places, some)
    return least
