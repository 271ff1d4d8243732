"""`wordle-cp serve`: the page, for the browser."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.output import ExitCode, flush_stdout, print_message, print_text
from wordle_cp.cli.running import LimitOptions, MaxMemoryOption, TimeLimitOption
from wordle_cp.web.server import ServerSettings
from wordle_cp.web.server import serve as serve_page
from wordle_cp.web.workers import WorkerSettings, default_processes

_DEFAULT_PORT = 8080
_MOST_PORT = 65535

_Host = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="HOST",
        help="Where to listen; others than this machine are let in if it isn't loopback.",
    ),
]
_Port = Annotated[
    int,
    typer.Option(
        "--port", metavar="P", parser=whole_number(0, _MOST_PORT), help="The port; 0 for any that is free."
    ),
]
_Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        parser=whole_number(1, 256),
        help="Processes that work for the page; default: one for each processor, and two at least.",
    ),
]


def serve(
    *,
    host: _Host = "127.0.0.1",
    port: _Port = _DEFAULT_PORT,
    jobs: _Jobs = None,
    time_limit: TimeLimitOption = 120.0,
    max_memory: MaxMemoryOption = 4.0,
) -> ExitCode:
    """Explore games in the browser: positions, strategy trees, proofs, games that were played.

    Everything is on this machine. --jobs is the number of processes that work for the page, --time-limit and
    --max-memory hold for each request. Ctrl-C ends it. Example:
    wordle-cp serve --port 8080
    """
    limits = LimitOptions(time_limit, max_memory).limits
    workers = WorkerSettings(jobs or default_processes(), limits.seconds, limits.memory_bytes)
    settings = ServerSettings(host, port, workers)

    def ready(address: str) -> None:
        if not settings.loopback:
            print_message(f"warning: whoever can reach {host} can use this page; there is no password")
        print_text(f"wordle-cp is at {address} (Ctrl-C ends it)")
        flush_stdout()

    with suppress(KeyboardInterrupt):
        serve_page(settings, ready)
    return ExitCode.DONE
