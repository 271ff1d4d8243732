"""The coordinator's line to a Dask scheduler: everything that needs distributed on this side.

Calls that ask the scheduler wait a few seconds at most, so that a scheduler that is gone is noticed, and
Ctrl-C is answered. Results are small, and are fetched when the scheduler says that they are there.
"""

from __future__ import annotations

import logging
import queue
import re
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp.errors import UsageError, WordleCpError, install_hint, one_line
from wordle_cp.runs.cluster import worker

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from types import TracebackType

    from wordle_cp.runs.cluster.wire import Job

_ADDRESS: Final = re.compile(r"(?:tcp|tls)://(?:[^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
_MOST_PORT: Final = 65535
_CONNECT_SECONDS: Final = 10
_ANSWER_SECONDS: Final = 10
_FETCH_SECONDS: Final = 2


class ClusterError(WordleCpError):
    """A cluster that can't be reached, or that can't work on the question."""


class LostResultError(Exception):
    """A result that was there is there no more: its worker is gone."""


class Connection:
    """A scheduler at work for one question; a context manager."""

    def __init__(self, address: str, job: Job) -> None:
        """Connect to the scheduler at `address`, for the units of `job`.

        Raises:
            UsageError: distributed isn't installed, or that is no address.
            ClusterError: the scheduler can't be reached.
        """
        try:
            import distributed  # noqa: PLC0415  an extra
        except ImportError:
            message = f"--cluster needs the extra cluster: {install_hint('cluster')}"
            raise UsageError(message) from None
        read = _ADDRESS.fullmatch(address)
        if read is None or not 1 <= int(read[1]) <= _MOST_PORT:
            message = f"--cluster: expected an address such as tcp://host:8786, found {address!r:.60}"
            raise UsageError(message)
        self.address: Final = address
        for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is wrong is reported in one line
        client: Any = distributed.Client.__new__(distributed.Client)
        try:
            client.__init__(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # noqa: BLE001  what isn't a scheduler may answer anything
            client.status = "closed"  # else it waits for an answer once more, when it is collected
            why = one_line(str(error)) or type(error).__name__
            message = f"--cluster: no scheduler answers at {address}: {why:.160}"
            raise ClusterError(message) from None
        self._client = client
        self._run = uuid.uuid4().hex[:12]
        self._number = 0
        self._job = job
        self._digest = job.digest
        self._done: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._futures: dict[str, Any] = {}
        self._at_work: dict[str, str] = {}
        """Which worker was last seen at work on a unit, by key."""

    def __enter__(self) -> Self:
        """Return the connection."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Give up what is under way, and disconnect."""
        self._close()

    def threads(self) -> dict[str, int]:
        """Return the workers by address, and how many threads each has."""
        found: Mapping[str, int] = self._ask(self._client.scheduler.ncores)
        return dict(found)

    def prepare(self, workers: Collection[str]) -> dict[str, str]:
        """Give the question to `workers`; return what is wrong with those that can't work on it."""
        try:
            answers = self._client.run(worker.take, self._job, workers=list(workers), on_error="return")
        except Exception as error:  # noqa: BLE001  a worker that is gone, or has no wordle-cp
            answers = dict.fromkeys(workers, error)
        return {
            address: f"{type(answer).__name__}: {one_line(str(answer)):.160}"
            for address, answer in answers.items()
            if answer is not None and not isinstance(answer, OSError)  # that one is gone
        }

    def processing(self) -> dict[str, str]:
        """Return which worker has which of the units under way (by key)."""
        found: Mapping[str, Collection[str]] = self._ask(self._client.scheduler.processing, workers=None)
        at_work = {key: address for address, keys in found.items() for key in keys if key in self._futures}
        self._at_work.update(at_work)
        return at_work

    def submit(
        self, task: Callable[..., object], arguments: tuple[object, ...], workers: Collection[str] | None
    ) -> str:
        """Hand out a unit, to one of `workers` if that is given; return its key.

        `task`, of `worker`, is called with that key, the run, the digest of the job, and `arguments`.
        """
        self._number += 1
        key = f"wordle-cp-{self._run}-{self._number}"
        future = self._client.submit(
            task,
            key,
            self._run,
            self._digest,
            *arguments,
            key=key,
            pure=False,
            workers=None if workers is None else list(workers),
        )
        self._futures[key] = future
        future.add_done_callback(lambda done: self._done.put(done.key))
        return key

    def wait(self, seconds: float) -> list[str]:
        """Return the keys of units that have come to an end, waiting so long for the first one."""
        keys: list[str] = []
        with suppress(queue.Empty):
            keys.append(self._done.get(timeout=seconds))
            while True:
                keys.append(self._done.get_nowait())
        return [key for key in dict.fromkeys(keys) if key in self._futures]

    def fetch(self, key: str) -> tuple[object, str]:
        """Return what a unit that has come to an end returned, and the worker that found it.

        Results may be copied from one worker to others. Of several that have one, it is who was last seen at
        work on it (`processing`).

        Raises:
            LostResultError: the worker is gone. Whatever the unit raised.
        """
        future = self._futures.pop(key)
        seen = self._at_work.pop(key, "")
        try:
            if future.status == "error":
                raise future.exception(timeout=_FETCH_SECONDS)
            if future.status != "finished":
                raise LostResultError
            holders = self._ask(self._client.scheduler.who_has, keys=[key]).get(key, ())
            result = future.result(timeout=_FETCH_SECONDS)
        except TimeoutError:
            raise LostResultError from None
        finally:
            with suppress(Exception):
                future.release()
        if not holders:
            raise LostResultError
        return result, seen if seen in holders else min(holders)

    def give_up(self, keys: Sequence[str]) -> None:
        """Let workers end the units with these `keys` soon."""
        futures = [self._futures.pop(key) for key in keys if key in self._futures]
        if futures:
            with suppress(Exception):
                self._client.cancel(futures, force=True)

    def tell(self, most: int) -> None:
        """Let every worker know the newest bound."""
        with suppress(Exception):
            self._client.run(worker.lower, self._run, self._digest, most, wait=False, on_error="ignore")

    def _ask(self, question: Callable[..., Any], **arguments: object) -> Any:  # noqa: ANN401
        try:
            return self._client.sync(question, callback_timeout=_ANSWER_SECONDS, **arguments)
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            message = (
                f"--cluster: the scheduler at {self.address} is gone ({type(error).__name__}); "
                "with a run folder, the same command goes on from here"
            )
            raise ClusterError(message) from None

    def _close(self) -> None:
        self.give_up(list(self._futures))
        with suppress(Exception):
            self._client.close(timeout=_FETCH_SECONDS)
