"""Limits for commands that have nothing to tell when one strikes: what they show is whole or not at all."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.cli.running import LimitOptions


def _shown_nowhere(_done: int, _whole: int) -> None:
    """Show nothing."""


@contextmanager
def limited(
    options: LimitOptions,
    *,
    as_json: bool = False,
    parts: tuple[str, str] | None = None,
    tell: Callable[[str], None] = print_text,
) -> Iterator[Reached]:
    """Let what runs inside end the command with exit code 3 when a limit strikes, or on Ctrl-C.

    The time begins now. Inside is what takes long; what it found is written afterwards, so that it is there
    whole or not at all. What runs inside may tell how far it came, in what `parts` are called, one and
    several of them.

    Raises:
        typer.Exit: a limit has struck, and that has been told with `tell`, or as JSON.
    """
    started = time.monotonic()
    reached = Reached(_shown_nowhere)
    try:
        with alarmed(options.limits, started, reached):
            yield reached
    except StoppedError as stopped:
        if as_json:
            print_json({"stopped_by": stopped.reason, "seconds": round(time.monotonic() - started, 3)})
        else:
            how_far = "" if parts is None else f" {reached.describe(*parts)}"
            tell(f"stopped by {options.describe(stopped.reason)}{how_far}: there is no result")
        raise typer.Exit(ExitCode.UNDECIDED) from None
