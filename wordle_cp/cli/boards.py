"""`wordle-cp boards`: several boards at once, as in Dordle and Quordle: exact values, or proven bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

from wordle_cp.answers.boards.history import parse_played
from wordle_cp.cli.files import file_option
from wordle_cp.cli.groups import without
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import GameOptions, JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WorkOptions
from wordle_cp.cli.sections import Section, option
from wordle_cp.games.schema import MOST_BOARDS
from wordle_cp.views.reports.boards import boards_fields, boards_lines

_USUAL: Final = 2
_Boards = Annotated[
    int | None,
    option(
        Section.GAME,
        "--boards",
        metavar="B",
        parser=whole_number(1, MOST_BOARDS),
        about="How many boards. Default: 2.",
    ),
]
_Out = Annotated[
    Path | None,
    file_option(
        Section.OUTPUT,
        "--out",
        about="Keep the certificate. For two boards and many words, it takes minutes more, and proves more.",
    ),
]
_After = Annotated[
    str | None,
    option(
        Section.QUESTION,
        "--after",
        metavar="HISTORY",
        about="What was played: a response for each board, with slashes between them, and - for "
        "a solved board: crate.BYBBB/GGGGG.tonic.BBYYB/-",
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
    """Solve several boards at once, as in Dordle and Quordle: with how few guesses on average, and at worst?

    Each guess is answered on every board that isn't solved. Each board has a hidden word of its own. In hard
    mode, one of these boards must allow the guess. Small games have exact answers, large ones have proven
    bounds; the output says which, and what of it the checker has accepted.

    Examples:
        wordle-cp boards --variant toy
        wordle-cp boards --variant toy --after cress.GGGBB/GGYBB
        wordle-cp boards --boards 4 --variant original
    """
    from wordle_cp.answers.boards.report import solve_boards  # noqa: PLC0415  help texts don't need it

    variant = game.load()
    number = boards or _USUAL
    played = parse_played(after or "", variant, number)
    with replace(options, quiet=True).working() as work:
        report = solve_boards(variant, number, work, out, played)
    lines = boards_lines(report, out, options.describe(report.stopped_by))
    print_report(lambda: boards_fields(report, out), lines, as_json=as_json)
    return ExitCode.DONE if report.stopped_by is None else ExitCode.UNDECIDED
