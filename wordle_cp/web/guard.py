"""What stands before the page and turns away what a site in the user's browser might try.

Pure ASGI, without NiceGUI:

- *Host.* A name that somebody else's DNS answers for could be pointed at this machine ("DNS rebinding"), and
  then that site's scripts would count as the page's own. So the Host header has to be an IP address or a name
  of this machine.
- *Origin.* Browsers let any site open a socket to any other; so an Origin has to be the Host. Where a browser
  says that another site wants something (Sec-Fetch-Site), it may be a link to a page and nothing else.
- *Size.* A body of more than `MOST_BODY` bytes is refused.
- *Headers.* The browser is told to load nothing from elsewhere, to frame nothing and to guess no types.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

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
