"""`wordle-cp boards`: several boards at once, as in Dordle and Quordle: exact values, or proven bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from wordle_cp.answers.boards.history import parse_played
from wordle_cp.answers.boards.report import solve_boards
from wordle_cp.cli.files import file_option
from wordle_cp.cli.groups import without
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import GameOptions, JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WorkOptions
from wordle_cp.games.schema import MOST_BOARDS
from wordle_cp.views.reports.boards import boards_fields, boards_lines

_USUAL: Final = 2
_Boards = Annotated[
    int | None,
    typer.Option(
        "--boards",
        metavar="B",
        parser=whole_number(1, MOST_BOARDS),
        help="How many boards; default: the variant's, or 2 if it has one.",
    ),
]
_Out = Annotated[
    Path | None,
    file_option(
        "--out",
        about="Keep the certificate; of many words and two boards it takes minutes more, and proves more.",
    ),
]
_After = Annotated[
    str | None,
    typer.Option(
        "--after",
        metavar="HISTORY",
        help="What was played: words and responses joined by dots, the responses of the boards by slashes, "
        "'-' on a solved one: crate.BYBBB/GGGGG.tonic.BBYYB/-.",
    ),
]


def boards(
    *,
    boards: _Boards = None,
    game: Annotated[GameOptions, without("max_guesses")],
    after: _After = None,
    out: _Out = None,
    options: Annotated[WorkOptions, without("quiet")],
    as_json: JsonOption = False,
) -> ExitCode:
    """How few guesses solve several boards at once, on average and at the worst?

    Each guess is answered on each board that isn't solved. Words are drawn independently. In hard mode a
    guess must be allowed on one of these boards at least. Small games have exact answers, for large ones
    there are proven bounds; the output says which, and what of it the checker has accepted. Examples:
    wordle-cp boards --variant toy
    wordle-cp boards --variant toy --after cress.GGGBB/GGYBB
    wordle-cp boards --boards 4 --variant original
    """
    variant = game.load(boards=True)
    number = boards or (variant.boards if variant.boards > 1 else _USUAL)
    played = parse_played(after or "", variant, number)
    with replace(options, quiet=True).working() as work:
        report = solve_boards(variant, number, work, out, played)
    lines = boards_lines(report, out, options.describe(report.stopped_by))
    print_report(lambda: boards_fields(report, out), lines, as_json=as_json)
    return ExitCode.DONE if report.stopped_by is None else ExitCode.UNDECIDED
