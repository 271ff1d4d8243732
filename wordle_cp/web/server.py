"""The server of the page: what it listens on, who may talk to it, and what ends with it.

The page is for people at this machine; whoever opens it to others (another host than loopback) is warned.
Nothing is loaded from elsewhere and nothing is sent there. What another site in the user's browser might try
is refused by `guard`.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError, abridged, install_hint
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.work import Limits


def is_loopback(host: str) -> bool:
    """Tell whether nobody but this machine can connect to `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def serve(host: str, port: int, processes: int, limits: Limits, ready: Callable[[str], None]) -> None:
    """Serve the page until SIGINT or SIGTERM, then raise what they raise; `ready` gets the address.

    Port 0 is any that is free; each request to one of the `processes` has the `limits`.

    Raises:
        UsageError: the extra `web` isn't installed, or there is no listening there.
        KeyboardInterrupt: SIGINT has ended it.
    """
    if find_spec("nicegui") is None:
        message = f"serve needs NiceGUI: {install_hint('web')}"
        raise UsageError(message)
    if not host.strip():
        message = "expected the name or the address of a host, found nothing"
        raise UsageError(message)
    listening = _listen(host, port)
    pool = Pool(processes, limits, ("ask.warm", {"choice": GameChoice(DEFAULT_VARIANT)}))
    pool.start()  # while NiceGUI loads
    from wordle_cp.web.application import run_application  # noqa: PLC0415  loads NiceGUI

    with listening:
        run_application(pool, host, listening, lambda: ready(_address(listening)))


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
