"""Worker processes of the page, real ones: answers, errors, cancelling, dying, memory, and fairness."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests import web_worker
from wordle_cp.errors import UsageError
from wordle_cp.web.fair_queue import QueueFullError
from wordle_cp.web.workers import (
    Client,
    JobCancelledError,
    JobFailedError,
    Waiting,
    Workers,
    WorkerSettings,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

ANNE = Client("anne", "tab")
BERT = Client("bert", "tab")


def started(settings: WorkerSettings) -> Workers:
    """Return workers that have been started."""
    workers = Workers(settings, command=web_worker.COMMAND)
    workers.start()
    return workers


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    """Two processes for all tests that leave them as they were."""
    workers = started(WorkerSettings(2))
    yield workers
    workers.close()


def within(call: Coroutine[Any, Any, Any], seconds: float = 60.0) -> Any:  # noqa: ANN401  whatever it returns
    """Run `call`; a minute stands for ever."""
    return asyncio.run(asyncio.wait_for(call, seconds))


class Begun:
    """Notes what a job tells, and lets tests wait for it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.heard: list[object] = []
        self._event = asyncio.Event()

    def __call__(self, message: object) -> None:
        """Note `message`."""
        self.heard.append(message)
        if not isinstance(message, Waiting):
            self._event.set()

    async def wait(self) -> None:
        """Wait until a job has told something."""
        await self._event.wait()


def test_answers_and_errors(pool: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    assert within(pool.run(ANNE, "ask", "echo", value={"a": (1, 2)})) == {"a": (1, 2)}
    with pytest.raises(UsageError, match=r"^expected something else$"):
        within(pool.run(ANNE, "ask", "wrong_input"))
    with pytest.raises(JobFailedError, match="something went wrong"):
        within(pool.run(ANNE, "ask", "bug"))
    assert "ZeroDivisionError" in capfd.readouterr().err
    with pytest.raises(JobFailedError, match="something went wrong"):
        within(pool.run(ANNE, "ask", "os.system"))  # no such job


def test_cancelling_what_runs_leaves_the_process_alive(pool: Workers) -> None:
    async def cancel() -> int:
        begun = Begun()
        running = asyncio.create_task(pool.run(ANNE, "ask", "until_cancelled", hear=begun))
        await begun.wait()
        pool.cancel(ANNE, "another")
        pool.cancel(BERT)
        await asyncio.sleep(0)
        assert not running.done()
        pool.cancel(ANNE, "ask")
        with pytest.raises(JobCancelledError):
            await running
        return len(pool.pids)

    before = set(pool.pids)
    assert within(cancel()) == 2
    assert set(pool.pids) == before


def test_a_newer_request_cancels_the_older(pool: Workers) -> None:
    async def ask_twice() -> object:
        begun = Begun()
        older = asyncio.create_task(pool.run(ANNE, "ask", "until_cancelled", hear=begun))
        await begun.wait()
        newer = await pool.run(ANNE, "ask", "echo", value=2)
        with pytest.raises(JobCancelledError):
            await older
        return newer

    assert within(ask_twice()) == 2


def test_a_tab_that_is_gone_wants_nothing(pool: Workers) -> None:
    async def leave() -> None:
        begun = Begun()
        running = asyncio.create_task(pool.run(ANNE, "ask", "until_cancelled", hear=begun))
        waiting = asyncio.create_task(pool.run(ANNE, "tree", "echo", value=1))
        await begun.wait()
        pool.leave("tab")
        for task in (running, waiting):
            with pytest.raises(JobCancelledError):
                await task

    within(leave())


def test_one_user_cannot_starve_another(pool: Workers) -> None:
    """All that one user may have at work and waiting never ends, and the other is answered all the same."""

    async def flood() -> list[object]:
        begun = Begun()

        def ask_for_ever(tab: int) -> asyncio.Task[object]:
            return asyncio.create_task(
                pool.run(Client("anne", f"tab {tab}"), "ask", "until_cancelled", hear=begun)
            )

        endless = [ask_for_ever(0)]
        await begun.wait()
        endless += [ask_for_ever(1 + n) for n in range(pool.settings.waiting_per_user)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError):
            await pool.run(Client("anne", "one more"), "ask", "echo", value=0)
        answers = [await pool.run(BERT, "ask", "echo", value=n) for n in range(3)]
        assert not any(task.done() for task in endless)
        assert Waiting(1) in begun.heard
        for n in range(len(endless)):
            pool.leave(f"tab {n}")
        await asyncio.gather(*endless, return_exceptions=True)
        return answers

    assert within(flood()) == [0, 1, 2]


def test_what_needs_the_same_goes_to_the_same_process_while_it_is_free(pool: Workers) -> None:
    async def ask() -> tuple[set[object], object]:
        first = await pool.run(ANNE, "proof", "pid", needs="a file")
        same = {await pool.run(ANNE, "proof", "pid", needs="a file") for _ in range(20)}
        assert same == {first}
        begun = Begun()
        busy = asyncio.create_task(pool.run(ANNE, "check", "until_cancelled", hear=begun, needs="a file"))
        await begun.wait()
        other = await pool.run(BERT, "proof", "pid", needs="a file")
        pool.leave("tab")
        await asyncio.gather(busy, return_exceptions=True)
        return same, other

    same, other = within(ask())
    assert other not in same
    assert {other, *same} <= set(pool.pids)


def test_a_process_that_is_killed_costs_its_job_a_line_and_is_replaced() -> None:
    workers = started(WorkerSettings(1))

    async def kill() -> int:
        begun = Begun()
        victim = await workers.run(ANNE, "ask", "pid")
        assert isinstance(victim, int)
        running = asyncio.create_task(workers.run(ANNE, "ask", "until_cancelled", hear=begun))
        await begun.wait()
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(JobFailedError, match="ended unexpectedly"):
            await running
        next_one = await workers.run(ANNE, "ask", "pid")
        assert isinstance(next_one, int)
        assert next_one != victim
        os.kill(next_one, signal.SIGKILL)  # while it has nothing to do
        third = await workers.run(ANNE, "ask", "pid")
        assert isinstance(third, int)
        return third

    try:
        assert within(kill()) in workers.pids
    finally:
        workers.close()


def test_time_ends_a_job_that_heeds_it_and_one_that_does_not() -> None:
    workers = started(WorkerSettings(2, job_seconds=0.5))
    try:
        before = set(workers.pids)
        with pytest.raises(JobFailedError, match=r"--time-limit 0.5 seconds without an answer$"):
            within(workers.run(ANNE, "ask", "until_cancelled"))
        assert before <= set(workers.pids) or not before
        with pytest.raises(JobFailedError, match=r"--time-limit 0.5 seconds"):
            within(workers.run(ANNE, "ask", "deaf"))
        assert within(workers.run(ANNE, "ask", "echo", value=1)) == 1
    finally:
        workers.close()


def test_memory_retires_a_process_and_ends_one_that_goes_on() -> None:
    workers = started(WorkerSettings(1, memory_bytes=500e6))
    try:
        small = within(workers.run(ANNE, "ask", "pid"))
        assert within(workers.run(ANNE, "ask", "pid")) == small
        assert within(workers.run(ANNE, "ask", "eat", megabytes=500)) == 500 * 2**20
        assert within(workers.run(ANNE, "ask", "pid")) != small
        with pytest.raises(JobFailedError, match=r"more memory than --max-memory 0.5 GB"):
            within(workers.run(ANNE, "ask", "eat_on"))
        assert within(workers.run(ANNE, "ask", "echo", value=1)) == 1
    finally:
        workers.close()


def test_closing_ends_everything() -> None:
    workers = started(WorkerSettings(2))

    async def close() -> list[int]:
        begun = Begun()
        running = asyncio.create_task(workers.run(ANNE, "ask", "deaf", hear=begun))
        waiting = asyncio.create_task(workers.run(ANNE, "tree", "deaf"))
        await begun.wait()
        pids = workers.pids
        assert pids
        await asyncio.to_thread(workers.close)
        for task in (running, waiting):
            with pytest.raises((JobCancelledError, JobFailedError)):
                await task
        with pytest.raises(JobCancelledError):
            await workers.run(ANNE, "ask", "echo", value=1)
        return pids

    for pid in within(close()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_processes_end_when_the_server_is_killed() -> None:
    """Their pipe closes; nobody tells them."""
    workers = started(WorkerSettings(1))
    pid = within(workers.run(ANNE, "ask", "pid"))
    (seat,) = workers._seats  # noqa: SLF001  what only a killed server does
    assert seat._connection is not None  # noqa: SLF001
    os.close(os.dup(seat._connection.fileno()))  # noqa: SLF001  the socket is open
    seat._connection.close()  # noqa: SLF001
    deadline = time.monotonic() + 60
    while seat.pid is not None:
        assert time.monotonic() < deadline, f"{pid} goes on"
        time.sleep(0.02)
    workers.close()
