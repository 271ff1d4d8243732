"""`wordle-cp tree draw`: a strategy as a picture."""

from pathlib import Path
from typing import Annotated

from wordle_cp.cli.alarm import limited
from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import JsonOption, whole_number
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WholeLimitOptions
from wordle_cp.cli.tree.common import (
    AfterOption,
    FileArgument,
    OpenerOption,
    PaletteOption,
    accepted_strategy,
    check_page,
    levels,
    page_bytes,
    picture_place,
)
from wordle_cp.errors import UsageError
from wordle_cp.files.outputs import is_signed, put, signed
from wordle_cp.views.strategies.drawing import Palette, Responses, draw_tree, folded, render_dot

_DOT = ".dot"
_MOST_RESPONSES = 1000


def draw(
    file: FileArgument,
    *,
    out: Annotated[
        Path | None,
        output_option(
            Section.OUTPUT,
            "--out",
            metavar="F",
            suffix=".svg",
            about="The picture: .svg, .html, .png, .pdf or .dot. Default: the certificate's name and .svg.",
        ),
    ] = None,
    most_levels: Annotated[
        int,
        option(
            Section.QUESTION,
            "--levels",
            metavar="N",
            parser=levels(2),
            about="How many guesses deep, 2 or more.",
        ),
    ] = 2,
    widest: Annotated[
        int | None,
        option(
            Section.OUTPUT,
            "--widest",
            metavar="N",
            parser=whole_number(1, _MOST_RESPONSES),
            about="How many responses to show behind each guess, the largest first. Default: 20, or "
            "8 from three levels on.",
        ),
    ] = None,
    palette: PaletteOption = None,
    opener: OpenerOption = None,
    after: AfterOption = None,
    options: WholeLimitOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Draw the first guesses of a strategy as a tree.

    SVG, HTML and DOT need nothing else; PNG and PDF need matplotlib, the extra 'plots'.

    Examples:
        wordle-cp tree draw original-normal-depth-5
        wordle-cp tree draw mine.cert.gz --levels 3 --out t.html
    """
    out = out or picture_place(file, ".svg", opener, after)
    check_page(out, extra=(_DOT,))
    if out.suffix == _DOT and palette is not None:
        message = "--palette is for tiles; DOT has none"
        raise UsageError(message)
    with limited(options, as_json=as_json):
        strategy = accepted_strategy(file, opener, after, as_json=as_json)
        tree = folded(strategy, most_levels, widest)
        if out.suffix == _DOT:
            contents = render_dot(strategy, tree).encode()
        else:
            tiles = palette or Palette.STANDARD
            page = draw_tree(strategy, tree, tiles)
            contents = page_bytes((page,), out, tree, Responses(strategy.scoring, tiles), most_levels)
    put(out, signed(contents, out.suffix), is_signed)
    fields = {"drawing": str(out), "opener": strategy.opener, "rows": tree.rows()}
    print_report(lambda: fields, [f"written to {out}"], as_json=as_json)
    return ExitCode.DONE
