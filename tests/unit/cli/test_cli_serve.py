"""`wordle-cp serve`: what is told in a line, and that nothing is left when it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import first
from tests.program import Run, ended, start, wait_until
from wordle_cp.cli.output import ExitCode
from wordle_cp.web import server

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND: Final = "serve"


@pytest.fixture
def taken() -> Iterator[int]:
    """Return a port that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_a_port_in_use(run: Run, taken: int) -> None:
    assert run("--port", taken) == (
        ExitCode.BAD_INPUT,
        "",
        f"error: port {taken} of '127.0.0.1' is in use; choose another with --port\n",
    )


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("no.such.host.invalid", "error: can't listen on port 0 of 'no.such.host.invalid': "),
        ("", "error: expected the name or the address of a host, found nothing"),
    ],
)
def test_a_host_that_is_none(run: Run, host: str, told: str) -> None:
    """Nobody is warned of a page that there isn't."""
    code, out, err = run("--host", host, "--port", 0)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    (line,) = err.splitlines()
    assert line.startswith(told)


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "find_spec", lambda _name: None)
    assert run() == (
        ExitCode.BAD_INPUT,
        "",
        "error: serve needs NiceGUI: in a checkout, pip install '.[web]'\n",
    )


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_no_port(run: Run, port: str) -> None:
    code, out, err = run(f"--port={port}")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "expected a whole number from 0 to 65535" in err


@pytest.mark.parametrize("sign", first([signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))
def test_nothing_is_left(tmp_path: Path, sign: signal.Signals) -> None:
    """Neither processes nor files; Ctrl-C is the usual end of it."""
    process = start(tmp_path, "serve", "--port", "0", "--jobs", "1")
    try:
        assert process.stdout is not None
        told = re.fullmatch(r"wordle-cp is at (http://\S+) \(Ctrl-C ends it\)\n", process.stdout.readline())
        assert told is not None
        with urllib.request.urlopen(f"{told[1]}ask") as answer:  # noqa: S310  our own page
            assert b"Next guess and its colours" in answer.read()
        children = children_of(process.pid)
        assert children
        process.send_signal(sign)
        out, err = ended(process)
        assert (out, err) == ("", "")
        assert process.returncode == (0 if sign is signal.SIGINT else -sign)
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
        assert os.listdir(tmp_path) == []  # noqa: PTH208  names alone
    finally:
        process.kill()
        process.communicate()


def children_of(parent: int) -> list[int]:
    """Return the processes that `parent` has started."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for file in lists for child in file.read_text(encoding="ascii").split()]
