"""Worker processes of the page, seen from the server: requests wait in a queue, a thread minds each process.

This module knows nothing of NiceGUI. A process is started afresh (not forked, and without the script that
started the server), and keeps the games it has loaded; one that dies costs its job a line, and is replaced.
What a job returns or raises comes back from `run`:

| what happens | what `run` does |
|---|---|
| the function returns | returns the value |
| it raises a WordleCpError | raises it |
| time or memory runs out, the process dies, a bug | raises a JobFailedError |
| cancelled, a newer request in the same slot, the client has gone | raises a JobCancelledError |
| it runs in the background, and a request waits for its process | raises a JobPreemptedError |
| too much is waiting | raises a QueueFullError |
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Final

from wordle_cp import threads as background
from wordle_cp.web.fair_queue import FairQueue
from wordle_cp.web.seat import (
    Client,
    JobCancelledError,
    JobFailedError,
    JobPreemptedError,
    Seat,
    Started,
    Ticket,
    Waiting,
    WorkerSettings,
    fail,
)
from wordle_cp.web.worker_process import COMMAND, Order

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "Client",
    "JobCancelledError",
    "JobFailedError",
    "JobPreemptedError",
    "Started",
    "Waiting",
    "WorkerSettings",
    "Workers",
    "default_processes",
]

_WARM_NUMBER: Final = 0
_MOST_HOMES: Final = 64


class Workers:
    """The processes and the queue before them. `start` first, `close` last; all else is for any thread."""

    def __init__(
        self,
        settings: WorkerSettings,
        *,
        warm: tuple[str, Mapping[str, object]] | None = None,
        command: str = COMMAND,
    ) -> None:
        """Prepare; each process runs `command`, see `worker_process`.

        `warm` is a job (name, arguments) that each does first, to have things loaded.
        """
        self.settings: Final = settings
        self.command: Final = command
        self._warm = warm
        self._queue: FairQueue[Ticket] = FairQueue(settings.queue_limits)
        self._long: FairQueue[Ticket] = FairQueue(settings.long_limits)
        self._background: FairQueue[Ticket] = FairQueue(settings.queue_limits)
        self._changed = threading.Condition()  # guards all that follows, and the queues
        self._closing = False
        self._homes: dict[str, Seat] = {}  # who keeps what requests need
        self._seats = [Seat(self) for _ in range(settings.processes)]
        self._numbers = count(_WARM_NUMBER + 1)

    def start(self) -> None:
        """Start the processes, without waiting for them."""
        for seat in self._seats:
            seat.start()

    def close(self) -> None:
        """End all processes; what they were doing is cancelled."""
        with self._changed:
            self._closing = True
            self._discard(lambda _ticket: True)
            for seat in self._seats:
                seat.cancel(lambda _ticket: True)
            self._changed.notify_all()
        for seat in self._seats:
            seat.kill()
        for seat in self._seats:
            seat.join()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run now."""
        return [seat.pid for seat in self._seats if seat.pid is not None]

    async def run(
        self,
        client: Client,
        slot: str,
        name: str,
        *,
        hear: Callable[[object], None] = lambda _message: None,
        needs: str = "",
        long: bool = False,
        background: bool = False,
        **arguments: object,
    ) -> object:
        """Return what the job `name` of `jobs` makes of `arguments`.

        `hear` is called in this event loop with what the job tells on its way, with `Waiting` and with
        `Started`. A request of the same client for the same `slot` that isn't done is cancelled. `needs`
        names something that processes keep once it is open: the next job that needs it goes to the same one,
        if that is free. What may take `long` leaves a process to requests that don't. What runs in the
        `background` makes room when others wait, be they the same user's.

        Raises:
            WordleCpError: see this module; JobFailedError and QueueFullError are such errors.
            JobCancelledError: the request was cancelled.
            JobPreemptedError: it ran in the background and made room.
        """
        loop = asyncio.get_running_loop()

        def pass_on(message: object) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(hear, message)

        order = Order(next(self._numbers), name, arguments, self.settings.limits)
        ticket = Ticket(client, slot, order, pass_on, needs, long=long, background=background)
        self._submit(ticket)
        try:
            return await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            self.cancel(client, slot)
            raise

    def cancel(self, client: Client, slot: str | None = None) -> None:
        """Cancel what `client` has asked for in `slot`, or (None) everywhere."""
        self._cancel(lambda ticket: ticket.client == client and slot in {None, ticket.slot})

    def leave(self, tab: str) -> None:
        """Cancel all that was asked for in a tab that is gone."""
        self._cancel(lambda ticket: ticket.client.tab == tab)

    def _cancel(self, unwanted: Callable[[Ticket], bool]) -> None:
        with self._changed:
            self._discard(unwanted)
            for seat in self._seats:
                seat.cancel(unwanted)
            self._tell_places()

    def _discard(self, unwanted: Callable[[Ticket], bool]) -> None:
        """Cancel what waits and is `unwanted`."""
        for queue in (self._queue, self._long, self._background):
            for ticket in queue.discard(unwanted):
                fail(ticket, JobCancelledError())

    def _queue_of(self, ticket: Ticket) -> FairQueue[Ticket]:
        return self._background if ticket.background else self._long if ticket.long else self._queue

    def _submit(self, ticket: Ticket) -> None:
        client, slot = ticket.client, ticket.slot
        with self._changed:
            if self._closing:
                raise JobCancelledError
            replaced = self._queue_of(ticket).put(client.user, f"{client.tab}/{slot}", ticket)
            if replaced is not None:
                fail(replaced, JobCancelledError())

            def older(other: Ticket) -> bool:
                return other is not ticket and (other.client, other.slot) == (client, slot)

            self._discard(older)
            for seat in self._seats:
                seat.cancel(older)
            self._make_room()
            self._tell_places()
            self._changed.notify_all()

    def _make_room(self) -> None:
        """Have as many jobs in the background end as there are requests that only lack a seat."""
        free = sum(_is_free_soon(seat) for seat in self._seats)
        wanted = self._queue.ready + min(self._long.ready, self._long_seats)
        for seat in self._seats:
            if free >= wanted:
                return
            if seat.ticket is not None and seat.ticket.background and seat.ticket.cancelled_at is None:
                seat.cancel(lambda _ticket: True, JobPreemptedError())
                free += 1

    def _tell_places(self) -> None:
        for ahead, ticket in enumerate(
            chain(self._queue.in_turn(), self._long.in_turn(), self._background.in_turn())
        ):
            ticket.hear(Waiting(ahead))

    def next_ticket(self, seat: Seat) -> Ticket | None:
        """Wait for a request that may run, and give it to `seat`; None when everything ends."""
        with self._changed:
            while not self._closing:
                taken = self._take(seat, self._queue)
                if taken is None and self._long_seats > 0:
                    taken = self._take(seat, self._long)
                taken = taken or self._take(seat, self._background)
                if taken is not None:
                    taken.order = replace(taken.order, threads=self._threads(taken))
                    seat.ticket = taken
                    self._settle_home(seat, taken)
                    self._changed.notify_all()  # what was left to this seat may be for others now
                    self._tell_places()
                    return taken
                self._changed.wait()
            return None

    @property
    def _long_seats(self) -> int:
        """How many requests more may begin that may take long: one process is for all others."""
        running = sum(seat.ticket is not None and seat.ticket.long for seat in self._seats)
        return max(1, len(self._seats) - 1) - running

    def _threads(self, ticket: Ticket) -> int:
        """Return how many threads a request may run that begins now: its share of the processors.

        What runs in the background has one, and doesn't count: it makes room.
        """
        at_work = [seat.ticket for seat in self._seats if seat.ticket is not None]
        others = sum(not other.background for other in at_work)
        return 1 if ticket.background else max(1, background.processors() // (others + 1))

    def _take(self, seat: Seat, queue: FairQueue[Ticket]) -> Ticket | None:
        taken = queue.take(lambda ticket: self._suits(seat, ticket))
        return None if taken is None else taken[1]

    def _suits(self, seat: Seat, ticket: Ticket) -> bool:
        """Tell whether `seat` may do `ticket`: not if another one, free now or soon, keeps what it needs."""
        home = self._homes.get(ticket.needs, seat)
        return home is seat or (home.ticket is not None and home.ticket.cancelled_at is None)

    def _settle_home(self, seat: Seat, ticket: Ticket) -> None:
        """Note that `seat` will keep what `ticket` needs."""
        if ticket.needs:
            self._homes.pop(ticket.needs, None)
            self._homes[ticket.needs] = seat
            while len(self._homes) > _MOST_HOMES:
                del self._homes[next(iter(self._homes))]

    def release(self, seat: Seat, ticket: Ticket) -> None:
        """Note that `seat` is done with `ticket`."""
        with self._changed:
            seat.ticket = None
            self._queue_of(ticket).done(ticket.client.user)
            self._make_room()
            self._changed.notify_all()

    def pause(self, seconds: float) -> None:
        """Wait so long, or until everything ends."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing, seconds)

    @property
    def warm_order(self) -> Order | None:
        """What each process does first."""
        return None if self._warm is None else Order(_WARM_NUMBER, *self._warm, self.settings.limits)

    @property
    def closing(self) -> bool:
        """Whether everything ends."""
        return self._closing


def default_processes() -> int:
    """Return how many processes there are by default: one for each processor, and one for short requests."""
    return background.processors() + 1


def _is_free_soon(seat: Seat) -> bool:
    """Tell whether `seat` has nothing to do, or will in a moment: its job was answered or told to end."""
    return seat.ticket is None or seat.ticket.cancelled_at is not None or seat.ticket.future.done()
