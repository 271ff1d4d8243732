"""`wordle-cp trace`: a trace of a search, as numbers and as a page that steps through it."""

from pathlib import Path
from typing import Annotated

import typer

from wordle_cp.cli.alarm import limited
from wordle_cp.cli.files import file_name, file_option
from wordle_cp.cli.options import JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WholeLimitOptions
from wordle_cp.cli.sections import Section
from wordle_cp.errors import UsageError, abridged
from wordle_cp.files.write import write_whole
from wordle_cp.views.reports.traces import trace_fields, trace_lines
from wordle_cp.views.traces.page import trace_page
from wordle_cp.views.traces.read import read_trace

_PAGE = ".html"


def trace(
    file: Annotated[
        Path, typer.Argument(parser=file_name, metavar="FILE", help="A trace, as solve --trace writes it.")
    ],
    *,
    out: Annotated[
        Path | None,
        file_option(
            Section.OUTPUT,
            "--out",
            metavar="F.html",
            about="Write a page that steps through the search in a browser.",
        ),
    ] = None,
    options: WholeLimitOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show what a search did, and why it left things out.

    Examples:
        wordle-cp solve --variant toy --trace toy.trace
        wordle-cp trace toy.trace --out toy.html
    """
    if out is not None and out.suffix != _PAGE:
        message = f"--out: expected a file that ends in {_PAGE}, found {abridged(out.name)}"
        raise UsageError(message)
    with limited(options, as_json=as_json):
        found = read_trace(file)
        page = None if out is None else trace_page(found).encode()
    if out is not None and page is not None:
        write_whole(out, page)
    print_report(lambda: trace_fields(found, out), trace_lines(found, out), as_json=as_json)
    return ExitCode.DONE
