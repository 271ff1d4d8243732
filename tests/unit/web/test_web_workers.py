"""Worker processes of the page, real ones: answers, errors, cancelling, dying, memory, and fairness."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from tests import web_worker
from tests.program import within
from wordle_cp import threads
from wordle_cp.errors import UsageError
from wordle_cp.web import seat
from wordle_cp.web.fair_queue import QueueFullError
from wordle_cp.web.workers import (
    Client,
    JobCancelledError,
    JobFailedError,
    JobPreemptedError,
    Started,
    Waiting,
    Workers,
    WorkerSettings,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

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


class Begun:
    """Notes what a job tells, and lets tests wait for it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.heard: list[object] = []
        self._event = asyncio.Event()

    def __call__(self, message: object) -> None:
        """Note `message`."""
        self.heard.append(message)
        if not isinstance(message, Waiting | Started):
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


def test_what_takes_long_leaves_a_process_to_the_rest(pool: Workers) -> None:
    """Of two users' endless requests one runs; what takes a moment is answered all the same, for both."""

    async def search() -> list[object]:
        begun, waiting = Begun(), Begun()
        endless = [asyncio.create_task(pool.run(ANNE, "ask", "until_cancelled", hear=begun, long=True))]
        await begun.wait()
        endless += [asyncio.create_task(pool.run(BERT, "ask", "until_cancelled", hear=waiting, long=True))]
        answers = [await pool.run(BERT, "tree", "echo", value=n) for n in range(2)]
        assert Waiting(0) in waiting.heard
        assert not any(task.done() for task in endless)
        pool.cancel(ANNE)
        await waiting.wait()  # its turn has come
        pool.cancel(BERT)
        await asyncio.gather(*endless, return_exceptions=True)
        return answers

    assert within(search()) == [0, 1]


def test_what_nobody_waits_for_makes_room(pool: Workers) -> None:
    """Both processes work in the background, for two users; others are answered at once."""

    async def ask() -> list[object]:
        begun = [Begun(), Begun()]
        endless = {
            asyncio.create_task(pool.run(user, "ask", "until_cancelled", hear=heard, background=True)): user
            for user, heard in zip((ANNE, BERT), begun, strict=True)
        }
        for heard in begun:
            await heard.wait()
        answers = [await pool.run(Client("carl", "tab"), "ask", "echo", value=1)]
        (ended,), (other,) = await asyncio.wait(endless, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(JobPreemptedError):
            await ended
        user = endless[ended]
        answers.append(await pool.run(user, "tree", "echo", value=2))
        assert not other.done()  # one process was enough
        again = Begun()
        last = asyncio.create_task(pool.run(user, "ask", "until_cancelled", hear=again, background=True))
        await again.wait()
        answers.append(await pool.run(user, "ask", "echo", value=3))  # in the same slot
        with pytest.raises(JobCancelledError):
            await last
        pool.leave("tab")
        await asyncio.gather(other, return_exceptions=True)
        return answers

    assert within(ask()) == [1, 2, 3]


def test_a_process_that_cannot_be_started_costs_a_line_and_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one that says something which can't be read."""
    start = subprocess.Popen
    monkeypatch.setattr(seat, "_PAUSE_SECONDS", 0.0)

    def fail(*_arguments: object, **_more: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", fail)
    workers = started(WorkerSettings(1))
    try:
        for _ in range(3):
            with pytest.raises(JobFailedError, match=r"Resource temporarily unavailable; ask again$"):
                within(workers.run(ANNE, "ask", "echo", value=1, needs="a file"))
        monkeypatch.setattr(subprocess, "Popen", start)
        assert within(workers.run(ANNE, "ask", "echo", value=1, needs="a file")) == 1
        with pytest.raises(JobFailedError, match="no process could work on this: "):
            within(workers.run(ANNE, "ask", "unreadable"))
        assert within(workers.run(ANNE, "ask", "echo", value=2)) == 2
    finally:
        workers.close()


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
    workers = started(WorkerSettings(1, job_seconds=600.0))

    async def kill() -> int:
        begun = Begun()
        victim = await workers.run(ANNE, "ask", "pid")
        assert isinstance(victim, int)
        running = asyncio.create_task(workers.run(ANNE, "ask", "until_cancelled", hear=begun))
        await begun.wait()
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(JobFailedError, match=r"was killed from outside \(signal 9\); ask again$"):
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
        with pytest.raises(JobFailedError, match=r"--time-limit 0.5 seconds without an answer$"):
            within(workers.run(ANNE, "ask", "deaf"))
        assert within(workers.run(ANNE, "ask", "echo", value=1)) == 1
    finally:
        workers.close()


def test_requests_share_the_processors(pool: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "processors", lambda: 6)

    async def ask() -> list[object]:
        alone = await pool.run(ANNE, "ask", "threads")
        behind = await pool.run(ANNE, "ask", "threads", background=True)
        begun = Begun()
        running = asyncio.create_task(pool.run(BERT, "ask", "until_cancelled", hear=begun))
        await begun.wait()
        beside = await pool.run(ANNE, "ask", "threads")
        pool.cancel(BERT)
        with pytest.raises(JobCancelledError):
            await running
        return [alone, behind, beside]

    assert within(ask()) == [6, 1, 3]


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
    (only,) = workers._seats  # noqa: SLF001  what only a killed server does
    assert only._connection is not None  # noqa: SLF001
    os.close(os.dup(only._connection.fileno()))  # noqa: SLF001  the socket is open
    only._connection.close()  # noqa: SLF001
    deadline = time.monotonic() + 60
    while only.pid is not None:
        assert time.monotonic() < deadline, f"{pid} goes on"
        time.sleep(0.02)
    workers.close()
