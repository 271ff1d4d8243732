"""Loaded by Python at its start where this folder is on PYTHONPATH: tells of every connection to elsewhere.

The server of the browser tests and all its worker processes run so. What they try is written to the file that
`WORDLE_CP_CONNECTIONS` names, and refused.
"""

import os
import sys

_HERE = frozenset({"", "localhost", "127.0.0.1", "::1"})
_EVENTS = frozenset({"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"})


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _EVENTS:
        return
    target = arguments[0] if event in {"socket.getaddrinfo", "socket.gethostbyname"} else arguments[1]
    host = target[0] if isinstance(target, tuple) else target
    if host is None or isinstance(host, bytes) or host in _HERE or str(host).startswith("/"):
        return
    with open(os.environ["WORDLE_CP_CONNECTIONS"], "a", encoding="utf-8") as file:  # noqa: PTH123  early start
        file.write(f"{event} {target!r}\n")
    message = f"{event} to elsewhere"
    raise PermissionError(message)


sys.addaudithook(_watch)
