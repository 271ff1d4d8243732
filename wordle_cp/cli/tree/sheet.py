"""`wordle-cp tree sheet`: a strategy on one page, to play with."""

from pathlib import Path
from typing import Annotated

from wordle_cp.cli.alarm import limited
from wordle_cp.cli.files import file_option
from wordle_cp.cli.options import JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import LimitOptions
from wordle_cp.cli.sections import Section
from wordle_cp.cli.tree.common import (
    FileArgument,
    OpenerOption,
    PaletteOption,
    accepted_strategy,
    check_page,
    page_bytes,
)
from wordle_cp.files.write import write_whole
from wordle_cp.views.reports.strategies import sheet_fields, sheet_line
from wordle_cp.views.strategies.sheet import cheat_sheet
from wordle_cp.views.strategies.tiles import Palette


def sheet(
    file: FileArgument,
    *,
    out: Annotated[
        Path,
        file_option(Section.OUTPUT, "--out", metavar="F", about="The sheet: .html, .pdf, .svg or .png."),
    ],
    palette: PaletteOption = None,
    opener: OpenerOption = None,
    options: LimitOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Print a strategy on one A4 page, to play with: its first three guesses.

    If not all third guesses fit, those of the largest cells are there, and the sheet says how many words it
    covers. HTML and SVG need nothing else; PDF and PNG need matplotlib, the extra 'plots'.

    Examples:
        wordle-cp tree sheet salet.cert.gz --out salet.pdf
    """
    check_page(out)
    with limited(options, as_json=as_json):
        strategy = accepted_strategy(file, opener, as_json=as_json)
        made = cheat_sheet(strategy, palette or Palette.STANDARD)
        contents = page_bytes(made.page, out)
    write_whole(out, contents)
    line = sheet_line(made, out)
    print_report(lambda: sheet_fields(made, out, strategy.opener), [line], as_json=as_json)
    return ExitCode.DONE
