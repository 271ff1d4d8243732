"""How much the tests try: `make test-more` has every random game and list, `make test` about a third of them.

A third is hundreds of games a property, which is what finds mistakes; all of them take three times as long.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

_Case = TypeVar("_Case")

MORE: Final = os.environ.get("WORDLE_CP_TESTS") == "more"
"""Whether this run tries everything."""
only_more: Final = pytest.mark.skipif(not MORE, reason="takes long: make test-more")
"""For tests that take long of what others show, too."""


def share(count: int) -> int:
    """Return how many of `count` random games, or batches of them, this run looks at: 1 at least."""
    return count if MORE else (count + 2) // 3


def every_other(cases: Sequence[_Case]) -> Sequence[_Case]:
    """Return which of `cases` this run looks at: all, or the first, the third and so on."""
    return cases if MORE else cases[::2]


def first(cases: Sequence[_Case]) -> Sequence[_Case]:
    """Return which of `cases` that take long this run looks at: all, or the first."""
    return cases if MORE else cases[:1]
