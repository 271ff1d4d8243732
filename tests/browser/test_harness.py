"""The tests of the page would notice: requests to elsewhere, errors, and connections of the server's own."""

from __future__ import annotations

import sys
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Final

from tests.browser.harness import Recorder, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

_WRONG: Final = """
<img src='http://192.0.2.1/x.png'>
<script src='http://elsewhere.invalid/x.js'></script>
<script>new WebSocket('ws://127.0.0.1:1/')</script>
<script>console.error('oh no')</script>
<script>throw new Error('dear me')</script>
"""
_CLIENT: Final = """
import socket, subprocess, sys
print("http://127.0.0.1:1", flush=True)
for call in (
    "create_connection(('192.0.2.1', 80))",
    "create_connection(('elsewhere.invalid', 80))",
    "socket().connect(('192.0.2.1', 80))",
    "create_connection(('127.0.0.1', 9))",
):
    subprocess.run([sys.executable, "-c", f"import socket; socket.{call}"], stderr=subprocess.DEVNULL)
"""


@contextmanager
def _site(body: str) -> Iterator[str]:
    """Serve a page with `body`; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer every path with the page."""
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>x</title>{body}".encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name there
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{site.server_port}"
        finally:
            site.shutdown()
            thread.join()


def _complaints(browser: Browser, body: str) -> list[str]:
    """Return what is recorded of a page with `body`."""
    with _site(body) as address, closing(browser.new_context()) as context:
        recorder = Recorder(address)
        recorder.attach(context)
        context.new_page().goto(address, wait_until="networkidle")
    return recorder.complaints


def test_the_recorder_tells_of_everything_that_a_page_does_wrong(browser: Browser) -> None:
    found = _complaints(browser, _WRONG)
    for expected in (
        "request to elsewhere: http://192.0.2.1/x.png",
        "request to elsewhere: http://elsewhere.invalid/x.js",
        "request to elsewhere: ws://127.0.0.1:1/",
        "console error: oh no",
        "page error: dear me",
    ):
        assert any(expected in one for one in found), found


def test_the_recorder_is_silent_where_nothing_is_wrong(browser: Browser) -> None:
    assert _complaints(browser, "<p>fine</p><img src='data:,'><script>console.log('hm')</script>") == []


def test_a_connection_of_the_server_or_of_its_children_to_elsewhere_is_told(tmp_path: Path) -> None:
    with served(tmp_path, command=(sys.executable, "-c", _CLIENT)) as server:
        server.process.wait()
    assert server.complaints() == [
        "socket.getaddrinfo '192.0.2.1'",
        "socket.getaddrinfo 'elsewhere.invalid'",
        "socket.connect ('192.0.2.1', 80)",
    ]
