"""`wordle-cp prove`: ask a question, get a verdict with a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from wordle_cp.certificate.format import MAX_DEPTH
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxGuessesOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.position import (
    AfterOption,
    OpenerOption,
    OpenersOption,
    history_of,
    label_of,
    openers_of,
)
from wordle_cp.cli.progress import ProveDisplay
from wordle_cp.cli.prove_report import depth_fields, depth_lines, least_depth_fields, least_depth_lines
from wordle_cp.cli.running import LimitOptions, interruptible, threads
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError
from wordle_cp.least_depth import prove_least_depth
from wordle_cp.names import certificate_name
from wordle_cp.prove import prove_depth
from wordle_cp.variant import Variant

_Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="G",
        parser=whole_number(1, MAX_DEPTH),
        help="Guesses allowed, those of --after included.",
    ),
]
_LeastDepth = Annotated[
    bool,
    typer.Option("--least-depth", help="Find the least G: a strategy for G, and a refutation of G - 1."),
]
_Fresh = Annotated[bool, typer.Option("--fresh", help="Take no hint from the certificates that ship.")]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Certificate to write, compressed if it ends in .gz or .xz; default: a name that tells the "
        "question. With --least-depth a folder.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `prove` to `app`."""
    app.command("prove")(prove)


def prove(
    *,
    depth: _Depth = None,
    least_depth: _LeastDepth = False,
    opener: OpenerOption = None,
    openers: OpenersOption = None,
    after: AfterOption = None,
    fresh: _Fresh = False,
    out: _Out = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Is there a strategy that finds every hidden word within G guesses?

    The verdict is written as a certificate, a strategy or a refutation, and an independent checker accepts it
    before you are told. Ctrl-C ends the search with what is known. Examples:
    wordle-cp prove --depth 7 --mode hard --hidden big --variant nyt-2022-02-15
    wordle-cp prove --least-depth --variant toy
    """
    if (depth is not None) == least_depth:
        message = (
            "give --depth or --least-depth, not both"
            if least_depth
            else "Missing option '--depth' or '--least-depth'."
        )
        raise UsageError(message)
    chosen = Variant.load(variant, mode=mode, hidden=hidden, max_guesses=max_guesses)
    history = history_of(after, chosen)
    wanted = openers_of(opener, openers, chosen)
    label = label_of(opener, openers)
    options = LimitOptions(time_limit, max_memory)
    console = Console(stderr=True)
    with (
        interruptible() as interrupted,
        ProveDisplay(console, interrupted, shown=not quiet and console.is_terminal) as display,
    ):
        if depth is None:
            least = prove_least_depth(
                chosen,
                folder=Path() if out is None else out,
                history=history,
                openers=wanted,
                label=label,
                fresh=fresh,
                jobs=threads(jobs),
                limits=options.limits,
                watcher=display.watcher(),
                asking=display.asking,
            )
        else:
            report = prove_depth(
                chosen,
                depth,
                out=out if out is not None else Path(certificate_name(chosen, depth, history, label)),
                history=history,
                openers=wanted,
                fresh=fresh,
                jobs=threads(jobs),
                limits=options.limits,
                watcher=display.watcher(),
            )
    if depth is None:
        if as_json:
            print_json(least_depth_fields(least, chosen, history))
        else:
            print_text("\n".join(least_depth_lines(least, chosen, history, options)))
        return ExitCode.UNDECIDED if least.depth is None else ExitCode.DONE
    if as_json:
        print_json(depth_fields(report, chosen))
    else:
        print_text("\n".join(depth_lines(report, chosen, options)))
    return ExitCode.UNDECIDED if report.verdict is Verdict.UNDECIDED else ExitCode.DONE
