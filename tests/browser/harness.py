"""A server as a user starts it, a browser that reaches nothing else, and a record of all that goes wrong."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest

from tests.program import SCRIPT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, WebSocketRoute

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # All but loopback goes to a proxy that isn't there, names and addresses alike.
    "--proxy-server=http://127.0.0.1:9",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_GUARD: Final = Path(__file__).resolve().parent / "guard"
_ADDRESS: Final = re.compile(r"http://[0-9.]+:[0-9]+")
LOOKS: Final = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")
"""A script that returns what can't be read or named on a page."""
MISSING: Final = "/nothing/here"
"""An address that tests know no page has: only there a console may say that the server answers with 404."""
_SERVE: Final = f"""
from wordle_cp.web import application
application._ABSENT_SECONDS = 0.5
{SCRIPT}
"""
"""The program, but what a closed page asked for is cancelled almost at once: nobody comes back in tests."""
_START_SECONDS: Final = 120
_STOP_SECONDS: Final = 30


def chromium() -> str | None:
    """Return the program that shows pages, None if there is none.

    Debian's headless shell opens a page in half the time that Chromium needs, which draws a window around it.
    """
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@dataclass
class Server:
    """A running server: its address, the lines that it has printed, and the file of connections elsewhere."""

    address: str
    process: subprocess.Popen[str]
    lines: list[str]
    connections: Path

    def complaints(self) -> list[str]:
        """Return what is wrong by now: tracebacks and connections to other machines."""
        found = [line for line in self.lines if "Traceback" in line]
        if self.connections.exists():
            found += self.connections.read_text(encoding="utf-8").splitlines()
        return found


@contextmanager
def served(folder: Path, *options: str, command: Sequence[str] = ()) -> Iterator[Server]:
    """Start ``wordle-cp serve`` in `folder` until it tells its address; end it with all its children.

    `command` is another program to start so; it has to print its address, too.
    """
    connections = folder / "connections.txt"
    program = command or (sys.executable, "-c", _SERVE, "serve", "--port", "0", *options)
    path = os.pathsep.join(filter(None, (str(_GUARD), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        program,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "WORDLE_CP_CONNECTIONS": str(connections)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # so that it can be ended with all its children
    )
    lines: list[str] = []
    addresses: list[str] = []
    told = threading.Event()
    reader = threading.Thread(target=_read, args=(process, lines, addresses, told), daemon=True)
    reader.start()
    try:
        told.wait(_START_SECONDS)
        assert addresses, "the server told no address:\n" + "".join(lines)
        yield Server(addresses[0], process, lines, connections)
    finally:
        _end(process)
        reader.join()
        assert process.stdout is not None, "it is a pipe"
        process.stdout.close()


def _read(
    process: subprocess.Popen[str], lines: list[str], addresses: list[str], told: threading.Event
) -> None:
    """Keep what `process` prints; tell of the first address, and of the end."""
    assert process.stdout is not None, "it is a pipe"
    for line in process.stdout:
        lines.append(line)
        address = _ADDRESS.search(line)
        if address:
            addresses.append(address[0])
            told.set()
    told.set()


def _end(process: subprocess.Popen[str]) -> None:
    """End `process` as Ctrl-C does; then whatever is left of its session."""
    process.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class SlowServer:
    """What the server says to `page`, which is kept back while it `holds`: a slow answer."""

    def __init__(self, page: Page) -> None:
        """Stand between the server and what `page` opens from now on."""
        self.holds = False
        self.held: list[str | bytes] = []
        page.route_web_socket(re.compile("."), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: self.held.append(message) if self.holds else socket.send(message))

    def hold(self, page: Page, awaited: str) -> None:
        """Wait until something is kept back that says what is `awaited`."""
        for _ in range(3000):
            if any(awaited in str(message) for message in self.held):
                break
            page.wait_for_timeout(20)
        else:
            pytest.fail(f"the server hasn't said {awaited}")

    def release(self) -> None:
        """Let all through."""
        self.holds = False
        for message in self.held:
            self._socket.send(message)


@dataclass
class Recorder:
    """What a browser context does that a page of ours never should.

    Errors and warnings on the console, uncaught errors, failed answers of the server, and every request to
    another origin than `address`.
    """

    address: str
    complaints: list[str] = field(default_factory=list)

    def attach(self, context: BrowserContext) -> None:
        """Record what all pages of `context` do from now on."""
        context.on("console", self._heed_console)
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("request", lambda request: self._heed_address(request.url))
        context.on("page", lambda page: page.on("websocket", lambda opened: self._heed_address(opened.url)))

    def _heed_console(self, message: ConsoleMessage) -> None:
        missing = message.location["url"].endswith(MISSING) and "404" in message.text
        if message.type in {"error", "warning", "assert"} and not missing:
            self.complaints.append(f"console {message.type}: {message.text}")

    def _heed_address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"data", "blob", "about"}:  # nothing is sent for these
            return
        if parts.netloc != urlsplit(self.address).netloc:
            self.complaints.append(f"request to elsewhere: {url}")
