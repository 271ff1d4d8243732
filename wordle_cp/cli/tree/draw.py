"""`wordle-cp tree draw`: a strategy as a picture."""

from pathlib import Path
from typing import Annotated

from wordle_cp.cli.alarm import limited
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WhollyLimited
from wordle_cp.cli.tree.common import (
    AfterOption,
    FileArgument,
    Levels,
    OpenerOption,
    PaletteOption,
    accepted_strategy,
    check_page,
    page_bytes,
    picture_place,
)
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import Json, whole, writes
from wordle_cp.errors import UsageError
from wordle_cp.files.outputs import is_signed, put, signed
from wordle_cp.views.strategies.drawing import Palette, Responses, draw_tree, folded, render_dot

_DOT = ".dot"
_MOST_RESPONSES = 1000


@asked
def draw(
    file: FileArgument,
    *,
    out: Annotated[
        Path | None,
        writes(
            "The picture: .svg, .html, .png, .pdf or .dot. Default: the certificate's name and .svg.",
            "F",
            suffix=".svg",
        ),
    ] = None,
    most_levels: Levels = 2,
    widest: Annotated[
        int | None,
        Option(
            Section.OUTPUT,
            "How many responses to show behind each guess, the largest first. Default: 20, or "
            "8 from three levels on.",
            "N",
            whole(1, _MOST_RESPONSES),
        ),
    ] = None,
    palette: PaletteOption = None,
    opener: OpenerOption = None,
    after: AfterOption = None,
    options: WhollyLimited,
    as_json: Json = False,
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
