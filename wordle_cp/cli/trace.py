"""`wordle-cp trace`: a trace of a search, as numbers and as a page that steps through it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from wordle_cp.cli.files import file_name
from wordle_cp.cli.limited import limited
from wordle_cp.cli.options import JsonOption, MaxMemoryOption, TimeLimitOption
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import LimitOptions
from wordle_cp.cli.trace_option import summary_fields
from wordle_cp.errors import UsageError, abridged, counted
from wordle_cp.files.write import write_whole
from wordle_cp.views.traces.events import Trace
from wordle_cp.views.traces.page import trace_page
from wordle_cp.views.traces.read import read_trace

_PAGE = ".html"


def register(app: typer.Typer) -> None:
    """Add the command `trace` to `app`."""
    app.command("trace")(show_trace)


def show_trace(
    file: Annotated[
        Path, typer.Argument(parser=file_name, metavar="FILE", help="A trace, as solve --trace writes it.")
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=file_name,
            metavar="F.html",
            help="Write a page that steps through the search; needs nothing else.",
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """What did a search do, and why was something dropped?

    Example:
    wordle-cp solve --variant toy --trace toy.trace
    wordle-cp trace toy.trace --out toy.html
    """
    if out is not None and out.suffix != _PAGE:
        message = f"--out: expected a file that ends in {_PAGE}, found {abridged(out.name)}"
        raise UsageError(message)
    with limited(LimitOptions(time_limit, max_memory), as_json=as_json):
        trace = read_trace(file)
        page = None if out is None else trace_page(trace).encode()
    if out is not None and page is not None:
        write_whole(out, page)
    if as_json:
        claim = trace.claim
        print_json(
            {
                "variant": claim.variant,
                "mode": claim.mode.value,
                "after": claim.after or None,
                "guesses_left": claim.guesses_left,
                **summary_fields(trace),
                "page": None if out is None else str(out),
            }
        )
    else:
        print_text("\n".join(_lines(trace, out)))
    return ExitCode.DONE


def _lines(trace: Trace, out: Path | None) -> Iterator[str]:
    claim = trace.claim
    after = f" after {claim.after}" if claim.after else ""
    limit = "without a limit"
    if claim.guesses_left is not None:
        made = claim.after.count(".") // 2 + 1 if claim.after else 0
        limit = f"within {counted(made + claim.guesses_left, 'guess', 'guesses')}"
    found = (
        "no strategy" if trace.best_word is None else f"{trace.total} guesses with {trace.best_word.upper()}"
    )
    yield (
        f"{claim.variant}, {claim.mode.value} mode{after}, {limit}: {found}, "
        f"{counted(len(claim.hidden), 'hidden word', 'hidden words')}, "
        f"{counted(len(claim.guesses), 'guess', 'guesses')}"
    )
    yield f"techniques   {', '.join(claim.techniques) or 'none: brute force'}"
    yield (
        f"search       {counted(trace.nodes, 'node', 'nodes')}, "
        f"{counted(trace.guesses, 'guess tried', 'guesses tried')}, "
        f"{counted(len(trace.events), 'event', 'events')}"
    )
    for why, count in trace.cutoffs.items():
        yield f"cut          {count} by {why.value}"
    if out is not None:
        yield f"page         {out}"
