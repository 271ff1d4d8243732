"""`wordle-cp tree sheet`: a strategy on a page or two, to play with."""

from pathlib import Path
from typing import Annotated

from wordle_cp.cli.alarm import limited
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WhollyLimited
from wordle_cp.cli.tree.common import (
    AfterOption,
    FileArgument,
    OpenerOption,
    PaletteOption,
    accepted_strategy,
    check_page,
    page_bytes,
    picture_place,
)
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import Json, whole, writes
from wordle_cp.errors import counted
from wordle_cp.files.outputs import is_signed, put, signed
from wordle_cp.views.strategies.drawing import Palette, Responses, unfolded
from wordle_cp.views.strategies.sheet import MOST_PAGES, cheat_sheet


@asked
def sheet(
    file: FileArgument,
    *,
    out: Annotated[
        Path | None,
        writes(
            "The sheet: .html, .pdf, .svg or .png. Default: the certificate's name and .html.",
            "F",
            suffix=".html",
        ),
    ] = None,
    palette: PaletteOption = None,
    pages: Annotated[
        int | None,
        Option(
            Section.OUTPUT,
            "How many pages, 1 or 2. Default: 2 where the type on 1 would be too small to read.",
            "N",
            whole(1, MOST_PAGES),
        ),
    ] = None,
    opener: OpenerOption = None,
    after: AfterOption = None,
    options: WhollyLimited,
    as_json: Json = False,
) -> ExitCode:
    """Print a strategy on one or two A4 pages, to play with: its first three guesses.

    If not all third guesses fit, those of the largest cells are there, and the sheet says how many words it
    covers. HTML becomes a list on a phone: tap your response. HTML and SVG need nothing else; PDF and PNG
    need matplotlib, the extra 'plots'.

    Examples:
        wordle-cp tree sheet original-normal-depth-5 --out s.pdf
        wordle-cp tree sheet mine.cert.gz --out sheet.html
    """
    out = out or picture_place(file, ".html", opener, after)
    check_page(out)
    with limited(options, as_json=as_json):
        strategy = accepted_strategy(file, opener, after, as_json=as_json)
        tiles = palette or Palette.STANDARD
        made = cheat_sheet(strategy, tiles, pages)
        contents = page_bytes(made.pages, out, unfolded(strategy, 3), Responses(strategy.scoring, tiles), 1)
    put(out, signed(contents, out.suffix), is_signed)
    coverage, noun = made.coverage, strategy.scoring.noun
    words = counted(coverage.hidden_count, noun, f"{noun}s")
    spread = f", on {len(made.pages)} pages" if len(made.pages) > 1 else ""
    covers = f"covers {coverage.words_covered} of {words}{spread}, in type of {made.type_size} pt"
    fields = {
        "sheet": str(out),
        "opener": strategy.opener,
        "hidden_count": coverage.hidden_count,
        "words_covered": coverage.words_covered,
        "words_found": coverage.found,
        "blocks": coverage.blocks,
        "blocks_shown": coverage.blocks_shown,
        "pages": len(made.pages),
        "type_size": made.type_size,
    }
    print_report(lambda: fields, [f"written to {out}: {covers}"], as_json=as_json)
    return ExitCode.DONE
