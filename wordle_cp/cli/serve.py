"""`wordle-cp serve`: the page, for the browser."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from wordle_cp.cli.output import ExitCode, flush_stdout, print_message, print_text
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import MaxMemory, TimeLimit, limits_of, whole
from wordle_cp.threads import processors
from wordle_cp.web.server import is_loopback
from wordle_cp.web.server import serve as serve_page

_DEFAULT_PORT = 8080
_MOST_PORT = 65535

_Host = Annotated[
    str,
    Option(Section.OUTPUT, "Where to listen. Any address but 127.0.0.1 lets other computers in.", "HOST"),
]
_Port = Annotated[
    int,
    Option(Section.OUTPUT, "The port; 0 takes any that is free.", "P", whole(0, _MOST_PORT)),
]
_Jobs = Annotated[
    int | None,
    Option(
        Section.LIMITS,
        "Processes that work for the page. Default: one for each processor, and at least two.",
        "N",
        whole(1, 256),
    ),
]


@asked
def serve(
    *,
    host: _Host = "127.0.0.1",
    port: _Port = _DEFAULT_PORT,
    jobs: _Jobs = None,
    time_limit: TimeLimit = 120.0,
    max_memory: MaxMemory = 4.0,
) -> ExitCode:
    """Explore games in the browser: positions, strategy trees, proofs, and games that were played.

    Everything stays on this computer. --time-limit and --max-memory hold for each request. Ctrl-C ends it.

    Examples:
        wordle-cp serve
        wordle-cp serve --port 8081
    """
    limits = limits_of(time_limit, max_memory)

    def ready(address: str) -> None:
        if not is_loopback(host):
            print_message(f"warning: whoever can reach {host} can use this page; there is no password")
        print_text(f"wordle-cp is at {address} (Ctrl-C ends it)")
        flush_stdout()

    with suppress(KeyboardInterrupt):
        serve_page(host, port, jobs or processors() + 1, limits, ready)
    return ExitCode.DONE
