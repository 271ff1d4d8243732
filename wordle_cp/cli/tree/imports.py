"""`wordle-cp tree import`: strategies of others, and our own exports, made certificates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.foreign.graph import StrategyFormat, read_graph_strategy, strategy_format
from wordle_cp.certify.foreign.selby import read_strategy
from wordle_cp.certify.publish import write_certificate
from wordle_cp.certify.records import certificate_of
from wordle_cp.cli.files import file_name
from wordle_cp.cli.limited import limited
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JsonOption,
    MaxGuessesOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_message, print_text
from wordle_cp.cli.position import history_of
from wordle_cp.cli.running import LimitOptions
from wordle_cp.errors import UsageError, counted
from wordle_cp.files.write import check_target
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from wordle_cp.certificate.claims.possible import Certificate

_Text = Annotated[
    Path,
    typer.Argument(
        parser=file_name,
        metavar="FILE",
        help="A strategy: Selby's text, or JSON or GraphML of `tree export`.",
    ),
]
_Variant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="NAME|FILE",
        help=f"A shipped variant or a variant file; default: {DEFAULT_VARIANT}, or what JSON or GraphML say.",
    ),
]
_Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="G",
        parser=whole_number(1, MAX_DEPTH),
        help="Guesses to claim; default: the tree's.",
    ),
]
_After = Annotated[
    str | None, typer.Option("--after", metavar="HISTORY", help="What the strategy follows: salet.bybbb")
]


def register(group: typer.Typer) -> None:
    """Add `import` to `group`."""
    group.command("import")(import_strategy)


def import_strategy(
    file: _Text,
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out", parser=file_name, metavar="F", help="The certificate to write: .gz or .xz compresses it."
        ),
    ],
    variant: _Variant = None,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    depth: _Depth = None,
    after: _After = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Turn a strategy in Selby's text format, or a graph that `tree export` wrote, into a certificate.

    The certificate claims what the file says; whether it is true is for `wordle-cp check` to decide.
    Selby's text may be hollow or full, and doesn't say its game: --variant and --mode do. JSON and GraphML
    say it themselves. Example: wordle-cp tree import salet.tree --mode hard --out salet.cert.gz
    """
    given = any(option is not None for option in (variant, mode, hidden))
    check_target(out)
    with limited(LimitOptions(time_limit, max_memory), as_json=as_json):
        game = Variant.load(variant or DEFAULT_VARIANT, mode=mode, hidden=hidden, max_guesses=max_guesses)
        history = history_of(after, game)
        dropped = 0
        if strategy_format(file) is StrategyFormat.SELBY:
            imported = read_strategy(file, game.length, history, game.alphabet)
            dropped = imported.dropped
            certificate: Certificate = certificate_of(
                game,
                depth or len(imported.numbers.distribution),
                imported.steps,
                imported.numbers,
                history=history,
                opener=imported.opener,
            )
        else:
            if any(option is not None for option in (depth, after, max_guesses)):
                message = (
                    "--depth, --after and --max-guesses are for Selby's text; graphs say what they claim"
                )
                raise UsageError(message)
            certificate = read_graph_strategy(file, game if given else None)
    write_certificate(out, certificate)
    if dropped and not quiet:
        words = counted(dropped, "hidden word is", "hidden words are")
        print_message(f"note: {words} guessed at once where nothing else is left")
    if as_json:
        claim = claim_to_json(certificate.head)
        print_json({"certificate": str(out), "claim": claim, "checked": False, "dropped": dropped})
    elif not quiet:
        print_text(f"written to {out}, not checked yet: wordle-cp check {out}")
    return ExitCode.DONE
