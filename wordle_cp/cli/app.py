"""The program `wordle-cp`: the commands, and what happens to errors.

A command returns its `ExitCode`, or raises a WordleCpError for bad input. Here every such error becomes one
line on standard error and exit code 2; a traceback means a bug of ours.
"""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.exceptions import TyperException

from wordle_cp.cli.groups import unpacked
from wordle_cp.cli.output import (
    STANDARD_OUTPUT,
    ExitCode,
    flush_stdout,
    make_streams_safe,
    print_error,
    print_input_error,
    print_text,
    silence_stdout,
)
from wordle_cp.errors import WordleCpError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

_COMMANDS: Final = (
    "solve",
    "prove",
    "rank",
    "census",
    "analyse",
    "play",
    "assist",
    "absurdle",
    "boards",
    "check",
    "explain",
    "tree",
    "trace",
    "compare",
    "stats",
    "noise",
    "families",
    "variants",
    "serve",
)
"""In the order of the help text; each is a module of this package with a function or a Typer of that name."""


def build_app(words: Sequence[str] = ()) -> typer.Typer:
    """Return the application for the command line `words`: with the command that it begins with, or all.

    Each command loads what it needs, and some need a lot; so only the one that is called is loaded.
    """
    app = typer.Typer(
        name="wordle-cp",
        help="Solve Wordle-like games and prove it: every answer is a claim with a certificate.",
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    called = tuple(word for word in words[:1] if word in _COMMANDS)
    for name in called or _COMMANDS:
        command = getattr(import_module(f"wordle_cp.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(unpacked(command))
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with `arguments` (default: the process's own) and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    as_json = "--json" in words
    make_streams_safe()
    try:
        # Not standalone: Typer then raises instead of printing its own errors, and returns what the command
        # returned.
        command = typer.main.get_command(build_app(words))
        with _terminable(words):
            result = command.main(args=words, prog_name="wordle-cp", standalone_mode=False)
        flush_stdout()
    except TyperException as error:
        print_error(error.format_message().replace("Value error, ", ""), as_json=as_json)
        return ExitCode.BAD_INPUT
    except WordleCpError as error:
        print_input_error(error, as_json=as_json)
        return ExitCode.BAD_INPUT
    except (BrokenPipeError, SystemExit):  # Typer turns a broken pipe into an exit of its own
        silence_stdout()
        return ExitCode.BROKEN_PIPE
    except OSError as error:
        # Not as JSON too where standard output itself may be what can't be written.
        elsewhere = error.filename not in {None, STANDARD_OUTPUT}
        print_error(f"{error.filename or 'system'}: {error.strerror or error}", as_json=as_json and elsewhere)
        if not elsewhere:
            silence_stdout()
        return ExitCode.BAD_INPUT
    if result == ExitCode.INTERRUPTED:  # Typer has turned Ctrl-C into this number
        print_error("interrupted", as_json=as_json)
    return int(result or ExitCode.DONE)


@contextmanager
def _terminable(words: Sequence[str]) -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: what is known is told, and temporary files are removed.

    Not where SIGTERM is ignored or heeded already, and not for the page, which heeds it by itself.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or words[0] == "serve" or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return

    def interrupt(_number: int, frame: FrameType | None) -> None:
        heeded = signal.getsignal(signal.SIGINT)
        if not callable(heeded):  # Ctrl-C is ignored, as in what a shell runs in the background
            raise KeyboardInterrupt
        heeded(signal.SIGINT, frame)

    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _show_version(wanted: bool) -> None:  # noqa: FBT001  Typer calls it with the option's value
    if wanted:
        print_text(f"wordle-cp {metadata.version('wordle-cp')}")
        raise typer.Exit


def _options(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Take the options that stand before the command."""
    del version
