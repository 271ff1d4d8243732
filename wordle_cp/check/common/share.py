"""Shares of a proof, which several processes check at the same time.

What makes up a proof, such as its lemmas, rests on the rules and on what parts before it *claim*. So whether
one part is true, if those before it are, can be judged without judging the others; and a proof all of whose
parts were judged, each by somebody who read the same text, is judged whole: the first false part, if there
were one, would rest on true ones and be rejected.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """One of `shares` that are the whole proof together; `number` counts from 0."""

    number: int
    shares: int

    def __post_init__(self) -> None:
        """Make sure that there is such a share.

        Raises:
            ValueError: there is none.
        """
        if not 0 <= self.number < self.shares:
            message = f"expected one of {self.shares} shares, found number {self.number}"
            raise ValueError(message)

    def of(self, count: int) -> range:
        """Return the numbers, below `count`, of the parts of one kind that are in this share.

        They are dealt out one by one, as small parts stand before large ones.
        """
        return range(self.number, count, self.shares)


ALL_PARTS: Final = Share(0, 1)
"""The share of one who checks the whole proof."""

Exchange = Callable[[list[int]], list[list[int]]]
"""Takes what was counted for a share; returns what was for each share, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Which parts of a proof to check: a random `share` of them, more than 0 and at most 1."""

    share: float
    seed: int

    def of(self, kind: str, count: int) -> frozenset[int]:
        """Return the numbers, below `count`, of the parts of this kind to check, one if there is one."""
        chance = random.Random(f"{kind} {self.seed}")  # noqa: S311  not for secrets
        wanted = min(count, max(1, math.ceil(self.share * count)))
        return frozenset(chance.sample(range(count), wanted))


@dataclass(frozen=True, slots=True)
class PartsChecked:
    """How many parts of a proof were checked."""

    sets: int
    lemmas: int
    openers: int
