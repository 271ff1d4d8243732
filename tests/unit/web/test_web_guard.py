"""What stands before the page: names, origins, sizes and headers."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest

from tests.program import within
from wordle_cp.web.guard import MOST_BODY, Guard, host_allowed, origin_allowed, own_names

if TYPE_CHECKING:
    from collections.abc import MutableMapping

NAMES = own_names("127.0.0.1")


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:8080", True),
        ("localhost:8080", True),
        ("LOCALHOST", True),
        ("[::1]:8080", True),
        ("192.168.0.7:8080", True),
        ("rebound.example:8080", False),
        ("localhost.example", False),
        ("127.0.0.1.example", False),
        ("", False),
        ("localhost:8080@example.org", False),
        ("127.0.0.1:8080\r\nX: y", False),
    ],
)
def test_hosts(host: str, allowed: bool) -> None:  # noqa: FBT001  a column of the table
    assert host_allowed(host, NAMES) is allowed


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("http://127.0.0.1:8080", True),
        ("http://127.0.0.1:8081", False),
        ("http://localhost:8080", False),
        ("https://example.org", False),
        ("null", False),
        ("file://127.0.0.1:8080", False),
        ("http://[", False),
    ],
)
def test_origins(origin: str | None, allowed: bool) -> None:  # noqa: FBT001
    assert origin_allowed(origin, "127.0.0.1:8080") is allowed


def answer(
    scope: dict[str, Any], *, body: tuple[bytes, ...] = (b"",)
) -> tuple[list[MutableMapping[str, Any]], list[MutableMapping[str, Any]]]:
    """Return what the guard sends, and what the application behind it received."""
    sent: list[MutableMapping[str, Any]] = []
    received: list[MutableMapping[str, Any]] = []
    chunks = iter(body)

    async def application(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  as ASGI has it
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        received.append(scope)
        while True:
            message = await receive()
            received.append(message)
            if message["type"] != "http.request" or not message.get("more_body"):
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})

    async def receive() -> MutableMapping[str, Any]:
        if scope["type"] == "websocket":
            return {"type": "websocket.connect"}
        chunk = next(chunks, None)
        return {"type": "http.request", "body": chunk or b"", "more_body": chunk is not None}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    within(Guard(application, NAMES)(scope, receive, send))
    return sent, received


def request(method: str, **headers: str) -> dict[str, Any]:
    """Return the scope of a request."""
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": method, "path": "/ask", "headers": pairs}


HOST = "127.0.0.1:8080"


def test_what_may_pass_gets_our_headers() -> None:
    sent, received = answer(request("GET", host=HOST, x_forwarded_prefix="//example.org"))
    headers = dict(sent[0]["headers"])
    assert sent[0]["status"] == 200
    assert headers[b"x-content-type-options"] == b"nosniff"
    policy = headers[b"content-security-policy"].decode()
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert received[0]["headers"] == [(b"host", HOST.encode())]


@pytest.mark.parametrize(
    "scope",
    [
        request("GET", host="rebound.example"),
        request("GET"),
        request("POST", host=HOST, origin="https://example.org"),
        request("GET", host=HOST, origin="https://example.org"),
        request(
            "GET", host=HOST, sec_fetch_site="cross-site", sec_fetch_mode="no-cors", sec_fetch_dest="image"
        ),
        request(
            "GET", host=HOST, sec_fetch_site="same-site", sec_fetch_mode="navigate", sec_fetch_dest="iframe"
        ),
        {**request("GET", host=HOST, origin="https://example.org"), "type": "websocket"},
        {**request("GET", host="rebound.example", origin="http://rebound.example"), "type": "websocket"},
        request("POST", host=HOST, content_length=str(MOST_BODY + 1)),
        request("POST", host=HOST, content_length="-1"),
        request("POST", host=HOST, content_length="ten"),
    ],
)
def test_what_may_not_pass(scope: dict[str, Any]) -> None:
    sent, received = answer(scope)
    assert not received
    assert sent[0].get("status") in {400, 403, 413} or sent[0]["type"] == "websocket.close"


def test_the_page_s_own_socket_and_forms_pass() -> None:
    own = f"http://{HOST}"
    assert answer({**request("GET", host=HOST, origin=own), "type": "websocket"})[0] == [
        {"type": "websocket.accept"}
    ]
    assert answer(request("POST", host=HOST, origin=own))[0][0]["status"] == 200
    link = request(
        "GET", host=HOST, sec_fetch_site="cross-site", sec_fetch_mode="navigate", sec_fetch_dest="document"
    )
    assert answer(link)[0][0]["status"] == 200
    assert answer(request("GET", host=HOST, sec_fetch_site="same-origin"))[0][0]["status"] == 200


def test_the_names_of_this_machine_are_not_asked_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "getfqdn")
    assert socket.gethostname().lower() in own_names("127.0.0.1")


def test_a_body_that_goes_on_is_cut_off() -> None:
    chunk = bytes(2**20)
    received = answer(request("POST", host=HOST), body=(chunk,) * (MOST_BODY // len(chunk) + 5))[1]
    assert received[-1] == {"type": "http.disconnect"}
    assert sum(len(message.get("body", b"")) for message in received[1:]) <= MOST_BODY
