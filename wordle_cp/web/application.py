"""The page as an ASGI application, and how it is run: the only module that sets NiceGUI up.

NiceGUI has one application in a process; so has this. Nothing is reloaded, no browser is opened, nothing is
sent anywhere, and no file is written: what NiceGUI would store in `.nicegui` isn't used.
"""

from __future__ import annotations

import asyncio
import logging
import re
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import PlainTextResponse, Response
from nicegui import Client as NiceguiClient
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.exceptions import HTTPException

from wordle_cp.data import variant_names
from wordle_cp.views.colours import look
from wordle_cp.web.frame import ViewPage, add_view
from wordle_cp.web.guard import Guard, own_names
from wordle_cp.web.jobs.games import GameChoice, load_game
from wordle_cp.web.links import CODES, START, VIEWS
from wordle_cp.web.pages.start import CodesView, StartView
from wordle_cp.web.uploads import uploads

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

    from wordle_cp.web.pool import Pool

_SHUTDOWN_SECONDS: Final = 1
_RECONNECT_SECONDS: Final = 30.0
"""How long a browser that was cut off finds its page again as it was."""
_ABSENT_SECONDS: Final = 5.0
"""Once nobody has been there for this time, what was asked is cancelled."""
_HERE: Final = files("wordle_cp.web")
_MOST_SOCKET_BYTES: Final = 2**20
_UPLOAD: Final = re.compile(r"/_nicegui/client/[^/]*/upload/[^/]*")
_FAVICON: Final = (
    '<svg viewBox="0 0 32 32" xmlns="http://www.w3.org/2000/svg">'
    '<rect width="32" height="32" rx="4" fill="#237a3b"/>'
    '<text x="16" y="24" font-family="sans-serif" font-size="22" font-weight="bold" fill="#fff" '
    'text-anchor="middle">W</text></svg>'
)


def run_application(pool: Pool, host: str, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Answer what comes to `listening` until SIGINT or SIGTERM, then raise what they raise.

    Once in a process. `pool` does the long work, `host` is a name of this machine, `ready` is called at last.
    """
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    for name in variant_names():
        load_game(GameChoice(name))  # so that no visitor waits for it
    viewer = files("wordle_cp.views.site") / "viewer"
    styles = (look(), f".shown {{ {_text(viewer / 'viewer.css')} }}", _text(_HERE / "style.css"))
    ui.add_css("\n".join(styles), shared=True)
    for script in (viewer / "viewer.js", _HERE / "certificate.js", _HERE / "board.js", _HERE / "page.js"):
        ui.add_head_html(f"<script>{_text(script)}</script>", shared=True)
    ui.expansion.default_props("duration=0")  # a button that slides away loses a click
    add_view(START, pool, StartView)
    add_view(CODES, pool, CodesView)
    for view in VIEWS:
        name = "Certificates" if view.name in {"tree", "proof"} else view.title
        module = import_module(f"wordle_cp.web.pages.{name.lower()}")
        add_view(view, pool, getattr(module, f"{name}View"))
    nicegui_app.add_exception_handler(404, partial(_tell_missing, pool))
    nicegui_app.add_exception_handler(AttributeError, _refuse_upload_without_file)
    _cancel_for_the_absent(pool)
    nicegui_app.on_startup(pool.warm)
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
    config = uvicorn.Config(
        Guard(application, own_names(host)),
        log_level="error",
        access_log=False,
        server_header=False,
        ws="wsproto",
        ws_max_size=_MOST_SOCKET_BYTES,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    ready()  # who connects from now on is answered, if only once the page has started
    uvicorn.Server(config).run(sockets=[listening])


async def _tell_missing(pool: Pool, request: Request, error: Exception) -> Response:
    """Answer an address that no page has: with the doors of the start view, in the page's own design."""
    if request.url.path.startswith("/_nicegui") and isinstance(error, HTTPException):
        return await http_exception_handler(request, error)
    client = NiceguiClient(ui.page("", title="Not found - wordle-cp"), request=request)
    with client:
        page = ViewPage(START, pool)
        with page.main:
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
