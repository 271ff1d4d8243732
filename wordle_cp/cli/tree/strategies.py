"""What the subcommands of `tree` share: their options, and the strategy that a file holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certify.checked import CheckedStrategy, checked_strategy
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.output import ExitCode, print_error
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules.letters import normal

if TYPE_CHECKING:
    from collections.abc import Callable

FileArgument = Annotated[
    Path,
    typer.Argument(
        parser=file_name, metavar="FILE", help="A certificate with a strategy: plain text, gzip or xz."
    ),
]
OpenerOption = Annotated[
    str | None,
    typer.Option(
        "--opener",
        metavar="W",
        help="Which strategy, if the certificate of a least total has several; default: its first one.",
    ),
]


def levels(least: int) -> Callable[[object], int]:
    """Return what reads the option --levels, a number of guesses."""
    return whole_number(least, MAX_DEPTH)


def accepted_strategy(file: Path, opener: str | None = None, *, as_json: bool = False) -> CheckedStrategy:
    """Return the strategy of `file` that begins with `opener`; tell if the checker rejects it, and exit."""
    try:
        return checked_strategy(file, None if opener is None else normal(opener))
    except CertificateRejected as error:
        print_error(f"rejected: {file}: {error}", as_json=as_json)
        raise typer.Exit(ExitCode.REJECTED) from None
