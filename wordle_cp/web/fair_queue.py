"""Who is served next: users in turn, and what each has asked for in the order of asking.

A plain data structure, without threads and clocks. A *user* is a person's browser, a *slot* is what a request
is for, such as a view in one tab: a new request for a slot takes the place of the one that waits there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from wordle_cp.errors import WordleCpError, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Item = TypeVar("_Item")


class QueueFullError(WordleCpError):
    """Too much is waiting already."""


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """How many requests may wait: for one user, and in all; how many of one user may run at the same time."""

    waiting_per_user: int = 8
    waiting: int = 64
    running_per_user: int = 1


@dataclass(frozen=True, slots=True)
class _Entry(Generic[_Item]):
    slot: str
    item: _Item


class FairQueue(Generic[_Item]):
    """Requests that wait. Users with requests are served in turn, the one that was served last comes last."""

    def __init__(self, limits: QueueLimits) -> None:
        """Start empty."""
        self._limits = limits
        self._waiting: dict[str, list[_Entry[_Item]]] = {}  # its order is the order of turns
        self._running: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many requests wait."""
        return sum(map(len, self._waiting.values()))

    def put(self, user: str, slot: str, item: _Item) -> _Item | None:
        """Have `item` wait; return the older request for the same slot whose place it takes, if there is one.

        Raises:
            QueueFullError: this user, or all together, have as many waiting as may be.
        """
        mine = self._waiting.get(user, [])
        for place, entry in enumerate(mine):
            if entry.slot == slot:
                mine[place] = _Entry(slot, item)
                return entry.item
        if len(mine) >= self._limits.waiting_per_user:
            message = f"{counted(len(mine), 'request', 'requests')} of yours are waiting: that is the most"
            raise QueueFullError(message)
        if len(self) >= self._limits.waiting:
            message = "too many requests are waiting; try again in a moment"
            raise QueueFullError(message)
        self._waiting.setdefault(user, mine).append(_Entry(slot, item))
        return None

    def take(self, suits: Callable[[_Item], bool] = lambda _item: True) -> tuple[str, _Item] | None:
        """Return whose turn it is and the request, which runs from now on; None if nobody's may run now.

        A user whose first request doesn't suit whoever asks is passed over, and keeps the turn.
        """
        for user, entries in self._waiting.items():
            if self._running[user] < self._limits.running_per_user and suits(entries[0].item):
                del self._waiting[user]
                if len(entries) > 1:
                    self._waiting[user] = entries[1:]  # the last in turn
                self._running[user] += 1
                return user, entries[0].item
        return None

    @property
    def ready(self) -> int:
        """How many users have a request that may run now."""
        return sum(self._running[user] < self._limits.running_per_user for user in self._waiting)

    def done(self, user: str) -> None:
        """Note that a request of `user` no longer runs."""
        self._running[user] -= 1
        if not self._running[user]:
            del self._running[user]

    def discard(self, unwanted: Callable[[_Item], bool]) -> list[_Item]:
        """Take out all requests that are `unwanted`, and return them."""
        out: list[_Item] = []
        for user, entries in list(self._waiting.items()):
            out += [entry.item for entry in entries if unwanted(entry.item)]
            left = [entry for entry in entries if not unwanted(entry.item)]
            if left:
                self._waiting[user] = left
            else:
                del self._waiting[user]
        return out

    def in_turn(self) -> Iterator[_Item]:
        """Yield what waits in the order in which it would be taken, if nothing more came."""
        rounds = max(map(len, self._waiting.values()), default=0)
        for number in range(rounds):
            for entries in self._waiting.values():
                if number < len(entries):
                    yield entries[number].item
