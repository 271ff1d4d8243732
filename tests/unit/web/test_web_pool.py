"""The pool of processes of the page, real ones: answers, errors, cancelling, dying, memory, making room."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import web_worker
from tests.program import wait_until, within
from wordle_cp.errors import UsageError
from wordle_cp.web import pool as pools
from wordle_cp.web.pool import Pool
from wordle_cp.web.worker import JobCancelledError, JobFailedError
from wordle_cp.work import NO_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def with_pool(
    use: Callable[[Pool], Awaitable[Any]], processes: int = 2, limits: Limits = NO_LIMITS, *, warm: str = ""
) -> Any:  # noqa: ANN401  whatever it returns
    """Return what `use` makes of a pool whose jobs are those of `web_worker`."""

    async def run() -> object:
        pool = Pool(processes, limits, (warm, {}) if warm else None, web_worker.COMMAND)
        try:
            return await use(pool)
        finally:
            pool.close()

    return within(run())


class Begun:
    """Notes what a job tells, and lets tests wait for it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.heard: list[object] = []
        self._event = asyncio.Event()

    def __call__(self, message: object) -> None:
        """Note `message`."""
        self.heard.append(message)
        self._event.set()

    async def wait(self) -> None:
        """Wait until a job has told something."""
        await self._event.wait()


async def at_work(
    pool: Pool,
    tab: str,
    slot: str,
    name: str = "until_cancelled",
    *,
    needs: str = "",
    background: bool = False,
) -> asyncio.Task[object]:
    """Return a job that has begun, and goes on."""
    begun = Begun()
    task = asyncio.create_task(pool.run(tab, slot, name, hear=begun, needs=needs, background=background))
    await begun.wait()
    return task


def test_answers_and_errors(capfd: pytest.CaptureFixture[str]) -> None:
    async def use(pool: Pool) -> None:
        assert await pool.run("a", "ask", "echo", value={"a": (1, 2)}) == {"a": (1, 2)}
        with pytest.raises(UsageError, match=r"^expected something else$"):
            await pool.run("a", "ask", "wrong_input")
        with pytest.raises(JobFailedError, match="something went wrong"):
            await pool.run("a", "ask", "bug")
        with pytest.raises(JobFailedError, match="something went wrong"):
            await pool.run("a", "ask", "os.system")  # no such job
        large = "x" * 2**20
        assert await pool.run("a", "ask", "echo", value=large) == large

    with_pool(use)
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_cancelling_what_runs_leaves_the_process_alive() -> None:
    async def use(pool: Pool) -> None:
        running = await at_work(pool, "a", "ask")
        before = pool.pids
        pool.cancel("a", "another")
        pool.cancel("b")
        await asyncio.sleep(0)
        assert not running.done()
        pool.cancel("a", "ask")
        with pytest.raises(JobCancelledError):
            await running
        assert await pool.run("a", "ask", "echo", value=1) == 1
        assert pool.pids == before

    with_pool(use, 1)


def test_one_that_does_not_heed_a_cancel_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_GRACE_SECONDS", 0.1)

    async def use(pool: Pool) -> None:
        running = await at_work(pool, "a", "ask", "deaf")
        before = pool.pids
        pool.cancel("a")
        with pytest.raises(JobCancelledError):
            await running
        assert await pool.run("a", "ask", "echo", value=1) == 1
        assert pool.pids != before

    with_pool(use, 1)


def test_what_was_cancelled_is_not_heard_any_more() -> None:
    async def use(pool: Pool) -> None:
        begun = Begun()
        running = asyncio.create_task(pool.run("a", "ask", "chatter", hear=begun))
        await begun.wait()
        pool.cancel("a")
        with pytest.raises(JobCancelledError):
            await running
        heard = len(begun.heard)
        await asyncio.sleep(0.2)
        assert len(begun.heard) == heard

    with_pool(use, 1)


def test_a_newer_request_cancels_the_older() -> None:
    async def use(pool: Pool) -> None:
        running = await at_work(pool, "a", "ask")
        waiting = asyncio.create_task(pool.run("a", "tree", "echo", value=1))
        await asyncio.sleep(0)
        newer = [asyncio.create_task(pool.run("a", slot, "echo", value=2)) for slot in ("ask", "tree")]
        for older in (running, waiting):
            with pytest.raises(JobCancelledError):
                await older
        assert await asyncio.gather(*newer) == [2, 2]

    with_pool(use, 1)


def test_a_tab_that_is_gone_wants_nothing() -> None:
    async def use(pool: Pool) -> None:
        running = await at_work(pool, "a", "ask")
        waiting = asyncio.create_task(pool.run("a", "tree", "echo", value=1))
        other = asyncio.create_task(pool.run("b", "tree", "echo", value=2))
        await asyncio.sleep(0)
        pool.cancel("a")
        for task in (running, waiting):
            with pytest.raises(JobCancelledError):
                await task
        assert await other == 2

    with_pool(use, 1)


def test_what_waits_is_served_in_turn_and_known_to_wait() -> None:
    async def use(pool: Pool) -> None:
        full = [pool.full]
        await at_work(pool, "a", "settle", background=True)
        full.append(pool.full)  # that would make room
        await at_work(pool, "a", "ask")
        assert [*full, pool.full] == [False, False, True]
        tasks = [asyncio.create_task(pool.run("b", str(n), "echo", value=n)) for n in range(2)]
        await asyncio.sleep(0)
        pool.cancel("a")
        assert await asyncio.gather(*tasks) == [0, 1]

    with_pool(use, 1)


def test_what_nobody_waits_for_makes_room() -> None:
    async def use(pool: Pool) -> None:
        endless = [await at_work(pool, tab, "settle", background=True) for tab in "ab"]
        assert await pool.run("c", "ask", "echo", value=1) == 1
        (ended,), (other,) = await asyncio.wait(endless, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(JobCancelledError):
            await ended
        assert not other.done()  # one process was enough
        again = asyncio.create_task(pool.run("c", "settle", "until_cancelled", background=True))
        third = asyncio.create_task(pool.run("d", "settle", "echo", value=2, background=True))
        assert await pool.run("c", "ask", "echo", value=3) == 3
        assert not third.done()  # it waits, and is served once there is room
        for tab in "abc":
            pool.cancel(tab)
        assert await third == 2
        await asyncio.gather(*endless, again, return_exceptions=True)

    with_pool(use)


def test_a_process_that_cannot_be_started_costs_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one that says something which can't be read cost more."""
    start = subprocess.Popen

    def fail(*_arguments: object, **_more: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    async def use(pool: Pool) -> None:
        monkeypatch.setattr(subprocess, "Popen", fail)
        pool.start()
        for _ in range(3):
            with pytest.raises(JobFailedError, match=r"Resource temporarily unavailable; ask again$"):
                await pool.run("a", "ask", "echo", value=1)
        monkeypatch.setattr(subprocess, "Popen", start)
        assert await pool.run("a", "ask", "echo", value=1) == 1
        with pytest.raises(JobFailedError, match="no process could work on this: "):
            await pool.run("a", "ask", "unreadable")
        assert await pool.run("a", "ask", "echo", value=2) == 2

    with_pool(use, 1)


def test_what_needs_the_same_goes_to_the_same_process_while_it_is_free() -> None:
    async def use(pool: Pool) -> None:
        first, second = await asyncio.gather(
            pool.run("a", "1", "pid", needs="one"), pool.run("a", "2", "pid", needs="two")
        )
        assert first != second
        for _ in range(5):
            assert await pool.run("a", "1", "pid", needs="two") == second
            assert await pool.run("a", "1", "pid", needs="one") == first
        busy = await at_work(pool, "a", "check", needs="one")
        assert await pool.run("a", "proof", "pid", needs="one") == second
        busy.cancel()

    with_pool(use)


def test_a_process_that_is_killed_costs_its_job_a_line_and_is_replaced() -> None:
    async def use(pool: Pool) -> None:
        running = await at_work(pool, "a", "ask")
        (victim,) = pool.pids
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(JobFailedError, match=r"was killed from outside \(signal 9\); ask again$"):
            await running
        next_one = await pool.run("a", "ask", "pid")
        assert isinstance(next_one, int)
        assert next_one != victim
        os.kill(next_one, signal.SIGKILL)  # while it has nothing to do
        while pool.pids:  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.01)
        assert await pool.run("a", "ask", "pid") in pool.pids

    with_pool(use, 1, Limits(600.0))


def test_time_ends_a_job_that_heeds_it_and_one_that_does_not() -> None:
    async def use(pool: Pool) -> None:
        assert await pool.run("a", "ask", "echo", value=1) == 1
        before = pool.pids
        for name in ("until_cancelled", "deaf"):
            assert pool.pids == before
            with pytest.raises(JobFailedError, match=r"--time-limit 0.5 seconds without an answer$"):
                await pool.run("a", "ask", name)
        assert pool.pids == []

    with_pool(use, 1, Limits(0.5))


def test_requests_share_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "processors", lambda: 6)

    async def use(pool: Pool) -> None:
        assert await pool.run("a", "ask", "threads") == 6
        assert await pool.run("a", "ask", "threads", background=True) == 1
        await at_work(pool, "b", "settle", background=True)
        assert await pool.run("a", "ask", "threads") == 6
        pool.cancel("b")
        await at_work(pool, "b", "ask")
        assert await pool.run("a", "ask", "threads") == 3

    with_pool(use)


def test_memory_retires_a_process_and_ends_one_that_goes_on() -> None:
    async def use(pool: Pool) -> None:
        small = await pool.run("a", "ask", "pid")
        assert await pool.run("a", "ask", "pid") == small
        assert await pool.run("a", "ask", "eat", megabytes=500) == 500 * 2**20
        assert await pool.run("a", "ask", "pid") != small
        with pytest.raises(JobFailedError, match=r"more memory than --max-memory 0.5 GB"):
            await pool.run("a", "ask", "eat_on")
        assert await pool.run("a", "ask", "echo", value=1) == 1

    with_pool(use, 1, Limits(memory_bytes=500e6))


def test_one_process_is_warmed_and_keeps_nobody_waiting() -> None:
    async def use(pool: Pool) -> None:
        await pool.warm()
        while await pool.run("a", "ask", "warmed") == 0:  # noqa: ASYNC110  it is not told
            await asyncio.sleep(0.01)

    with_pool(use, 1, warm="warm")

    async def go_on(pool: Pool) -> None:
        await pool.warm()
        assert await pool.run("a", "ask", "echo", value=1) == 1

    with_pool(go_on, 1, warm="until_cancelled")


def test_closing_ends_everything() -> None:
    async def use(pool: Pool) -> None:
        running = await at_work(pool, "a", "ask", "deaf")
        waiting = asyncio.create_task(pool.run("a", "tree", "deaf"))
        await asyncio.sleep(0)
        (pid,) = pool.pids
        pool.close()
        for task in (running, waiting):
            with pytest.raises(JobCancelledError):
                await task
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    with_pool(use, 1)


def test_processes_end_when_the_server_is_killed() -> None:
    """Their socket closes; nobody tells them, and nobody ends them."""
    code = (
        "import asyncio, os, signal\n"
        "from tests import web_worker\n"
        "from wordle_cp.web.pool import Pool\n"
        "from wordle_cp.work import NO_LIMITS\n"
        "async def use():\n"
        "    pool = Pool(2, NO_LIMITS, None, web_worker.COMMAND)\n"
        "    def die(message):\n"
        "        if message == 'begun':\n"
        "            print(*pool.pids, flush=True)\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "    pool.start()\n"
        "    await pool.run('a', 'ask', 'deaf', hear=die)\n"
        "asyncio.run(use())\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    pids = ran.stdout.split()
    assert len(pids) == 2, ran.stderr
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
