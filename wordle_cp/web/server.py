"""The server of the page, and who may ask it.

What stands before the page and turns away what a site in the user's browser might try.

Pure ASGI, without NiceGUI:

- *Host.* A name that somebody else's DNS answers for could be pointed at this machine ("DNS rebinding"), and
  then that site's scripts would count as the page's own. So the Host header has to be an IP address or a name
  of this machine.
- *Origin.* Browsers let any site open a socket to any other; so an Origin has to be the Host. Where a browser
  says that another site wants something (Sec-Fetch-Site), it may be a link to a page and nothing else.
- *Size.* A body of more than `MOST_BODY` bytes is refused.
- *Headers.* The browser is told to load nothing from elsewhere, to frame nothing and to guess no types.

The page as an ASGI application, and how it is run: the only module that sets NiceGUI up.

NiceGUI has one application in a process; so has this. Nothing is reloaded, no browser is opened, nothing is
sent anywhere, and no file is written: what NiceGUI would store in `.nicegui` isn't used.

The server of the page: what it listens on, who may talk to it, and what ends with it.

The page is for people at this machine; whoever opens it to others (another host than loopback) is warned.
Nothing is loaded from elsewhere and nothing is sent there. What another site in the user's browser might try
is refused by `guard`.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import re
import socket
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import PlainTextResponse, Response
from nicegui import Client as NiceguiClient
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.exceptions import HTTPException

from wordle_cp.data import DEFAULT_VARIANT, variant_names
from wordle_cp.errors import UsageError, abridged, install_hint
from wordle_cp.views.colours import COLOUR_BLIND, COLOUR_NAMES, USUAL
from wordle_cp.web.frame import add_view, page_frame
from wordle_cp.web.jobs.games import GameChoice, game_facts
from wordle_cp.web.pages.start import StartView
from wordle_cp.web.pool import Pool
from wordle_cp.web.uploads import uploads
from wordle_cp.web.views import CODES, START, VIEWS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from importlib.resources.abc import Traversable

    from wordle_cp.web.pool import PoolSettings

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Application = Callable[[Message, Receive, Send], Awaitable[None]]


MOST_BODY: Final = 65 * 2**20
"""A certificate that is looked at may have 64 MB."""
_POLICY: Final = (
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval'",  # NiceGUI has scripts in its page, Vue compiles
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
_HEADERS: Final = (
    (b"content-security-policy", "; ".join(_POLICY).encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_DROPPED: Final = frozenset({b"x-forwarded-prefix", b"x-forwarded-host"})
"""Headers that NiceGUI would put into its page, and that nobody here has reason to send."""
_HOST: Final = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:(?P<port>[0-9]{1,5}))?", re.ASCII)
_LENGTH: Final = re.compile(r"[0-9]{1,18}", re.ASCII)
_BAD: Final = 400
_REFUSED: Final = 403
_TOO_LARGE: Final = 413


def own_names(host: str) -> frozenset[str]:
    """Return the names that this machine goes by, when it listens on `host`."""
    return frozenset(name.lower() for name in ("localhost", host, socket.gethostname()))


def host_allowed(host: str, names: frozenset[str]) -> bool:
    """Tell whether the Host header `host` is an IP address or one of `names`."""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match["name"].strip("[]").lower()
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origin_allowed(origin: str | None, host: str) -> bool:
    """Tell whether a request from a page of `origin` may reach `host`; programs send no Origin."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and parts.netloc.lower() == host.lower()


def fetch_allowed(site: str, mode: str, destination: str) -> bool:
    """Tell whether what the headers Sec-Fetch-... say may pass; empty ones say nothing."""
    return site in {"", "same-origin", "none"} or (mode, destination) == ("navigate", "document")


class Guard:
    """An ASGI application that lets through to another what may pass."""

    def __init__(self, application: Application, names: frozenset[str]) -> None:
        """Take what answers what may pass, and the names of this machine, see `own_names`."""
        self.app: Final = application
        self._names: Final = names

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or the start and end of the server."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        fetched = (
            headers.get(name, "") for name in (b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest")
        )
        if not host_allowed(host, self._names):
            await _refuse(scope, receive, send, _REFUSED, "this server doesn't go by that name")
        elif not origin_allowed(headers.get(b"origin"), host) or not fetch_allowed(*fetched):
            await _refuse(scope, receive, send, _REFUSED, "another site has no business here")
        elif not _LENGTH.fullmatch(headers.get(b"content-length", "0")):
            await _refuse(scope, receive, send, _BAD, "that is no length of a body")
        elif int(headers.get(b"content-length", "0")) > MOST_BODY:
            await _refuse(scope, receive, send, _TOO_LARGE, "too large")
        else:
            passed = {
                **scope,
                "headers": [pair for pair in scope["headers"] if pair[0].lower() not in _DROPPED],
            }
            await self.app(passed, _bounded(receive), _with_headers(send))


def _bounded(receive: Receive) -> Receive:
    """Return `receive`, which takes a body that is too large for a client that has gone."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > MOST_BODY:
                return {"type": "http.disconnect"}
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    """Return `send`, which adds our headers to each response."""
    ours = {name for name, _ in _HEADERS}

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [pair for pair in message.get("headers", ()) if pair[0].lower() not in ours]
            message = {**message, "headers": [*kept, *_HEADERS]}
        await send(message)

    return sender


async def _refuse(scope: Message, receive: Receive, send: Send, status: int, reason: str) -> None:
    """Answer with `reason`, in a line; close a socket before it opens."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    start = {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]}
    await _with_headers(send)(start)
    await send({"type": "http.response.body", "body": f"{reason}\n".encode()})


_SHUTDOWN_SECONDS: Final = 1
_RECONNECT_SECONDS: Final = 30.0
"""So long a browser that was cut off finds its page again as it was."""
_ABSENT_SECONDS: Final = 5.0
"""So long nobody needs to be there for what was asked to be cancelled."""
_HERE: Final = files("wordle_cp.web")
_MOST_SOCKET_BYTES: Final = 2**20
_UPLOAD: Final = re.compile(r"/_nicegui/client/[^/]*/upload/[^/]*")
_FAVICON: Final = (
    '<svg viewBox="0 0 32 32" xmlns="http://www.w3.org/2000/svg">'
    '<rect width="32" height="32" rx="4" fill="#467a41"/>'
    '<text x="16" y="24" font-family="sans-serif" font-size="22" font-weight="bold" fill="#fff" '
    'text-anchor="middle">W</text></svg>'
)


def build_application(pool: Pool, host: str) -> Guard:
    """Return the page, whose long work `pool` does; once in a process."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    for name in variant_names():
        game_facts(name)  # so that no visitor waits for it
    viewer = files("wordle_cp.views.site") / "viewer"
    styles = (
        _tile_css(),
        f".shown-certificate {{ {_text(viewer / 'viewer.css')} }}",
        _text(_HERE / "style.css"),
    )
    ui.add_css("\n".join(styles), shared=True)
    for script in (viewer / "viewer.js", _HERE / "certificate.js", _HERE / "page.js"):
        ui.add_head_html(f"<script>{_text(script)}</script>", shared=True)
    ui.expansion.default_props("duration=0")  # a button that slides away loses a click
    for view in (START, *VIEWS, CODES):
        module = import_module(f"wordle_cp.web.pages.{view.title.lower()}")
        add_view(view, pool, getattr(module, f"{view.title}View"))
    nicegui_app.add_exception_handler(404, partial(_tell_missing, pool))
    nicegui_app.add_exception_handler(AttributeError, _refuse_upload_without_file)
    _cancel_for_the_absent(pool)
    nicegui_app.on_startup(pool.start)
    nicegui_app.on_shutdown(pool.close)
    nicegui_app.on_shutdown(lambda: uploads().close())
    ui.run_with(
        application,
        title="wordle-cp",
        favicon=_FAVICON,
        dark=None,
        language="en-US",
        reconnect_timeout=_RECONNECT_SECONDS,
        tailwind=False,
        show_welcome_message=False,
    )
    return Guard(application, own_names(host))


async def _tell_missing(pool: Pool, request: Request, error: Exception) -> Response:
    """Answer an address that no page has: with the doors of the start view, in the page's own design."""
    if request.url.path.startswith("/_nicegui") and isinstance(error, HTTPException):
        return await http_exception_handler(request, error)
    client = NiceguiClient(ui.page("", title="Not found - wordle-cp"), request=request)
    with client, page_frame(START, pool) as page:
        StartView(page, missing=request.url.path)
    return client.build_response(request, 404)


def _refuse_upload_without_file(request: Request, error: Exception) -> Response:
    """Answer an upload whose form has a field that is no file: NiceGUI takes each field for one."""
    if not _UPLOAD.fullmatch(request.url.path):
        raise error
    return PlainTextResponse("an upload has files only\n", status_code=400)


def _cancel_for_the_absent(pool: Pool) -> None:
    """Have what a tab asked for cancelled when it is closed, or cut off for more than a moment."""

    async def gone(client: NiceguiClient) -> None:
        await asyncio.sleep(_ABSENT_SECONDS)
        if not client.has_socket_connection:
            pool.cancel(client.id)

    nicegui_app.on_disconnect(gone)
    nicegui_app.on_delete(lambda client: pool.cancel(client.id))


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")


def _tile_css() -> str:
    """Return the colours of tiles as CSS variables."""
    rules = []
    for selector, palette in ((":root", USUAL), (":root.colour-blind", COLOUR_BLIND)):
        variables = "".join(
            f"--tile-{COLOUR_NAMES[colour]}:{tile};--ink-{COLOUR_NAMES[colour]}:{letter};"
            for colour, (tile, letter) in palette.items()
        )
        rules.append(f"{selector}{{{variables}}}")
    return "\n".join(rules)


def run_application(application: Guard, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Answer what comes to `listening` until SIGINT or SIGTERM, then raise what they raise."""
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    config = uvicorn.Config(
        application,
        log_level="error",
        access_log=False,
        server_header=False,
        ws="wsproto",
        ws_max_size=_MOST_SOCKET_BYTES,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    _Server(config, ready).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where to listen (port 0: any that is free), and how the pool works."""

    host: str
    port: int
    pool: PoolSettings

    @property
    def loopback(self) -> bool:
        """Whether nobody but this machine can connect."""
        return self.host == "localhost" or (
            _is_address(self.host) and ipaddress.ip_address(self.host).is_loopback
        )


def serve(settings: ServerSettings, ready: Callable[[str], None]) -> None:
    """Serve the page until SIGINT or SIGTERM, then raise what they raise; `ready` gets the address.

    Raises:
        UsageError: the extra `web` isn't installed, or there is no listening there.
        KeyboardInterrupt: SIGINT has ended it.
    """
    if find_spec("nicegui") is None:
        message = f"serve needs NiceGUI: {install_hint('web')}"
        raise UsageError(message)
    if not settings.host.strip():
        message = "expected the name or the address of a host, found nothing"
        raise UsageError(message)
    listening = _listen(settings.host, settings.port)

    with listening:
        warm = ("ask.warm", {"choice": GameChoice(DEFAULT_VARIANT)})
        pool = Pool(replace(settings.pool, warm=warm))
        application = build_application(pool, settings.host)
        run_application(application, listening, lambda: ready(_address(listening)))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raise a UsageError where that can't be."""
    where = f"port {port} of {abridged(host)}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen()
        except BaseException:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            message = f"{where} is in use; choose another with --port"
        else:
            reason = error.strerror if isinstance(error, OSError) else "not a host name"
            message = f"can't listen on {where}: {reason}"
        raise UsageError(message) from error
    return listening


def _address(listening: socket.socket) -> str:
    """Return the address of the page for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        host = "localhost"
    elif address.version == 6:  # noqa: PLR2004  of the internet protocol
        host = f"[{host}]"
    return f"http://{host}:{port}/"
