"""`wordle-cp analyse`: the inaccuracy and the luck of each move of a game that was played."""

from __future__ import annotations

from typing import Annotated

import typer

from wordle_cp.cli.options import GameOptions, JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WorkOptions
from wordle_cp.cli.sections import Section, option
from wordle_cp.games.notation import parse_game
from wordle_cp.games.state import hidden_word
from wordle_cp.play.analysis import analyse as analyse_game
from wordle_cp.views.reports.analysis import analysis_fields, analysis_lines
from wordle_cp.work import About

_Game = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME",
        help="Words and responses: crate.ybbbb.lions; or words alone, the hidden one last: crate.lions.focus",
    ),
]
_Word = Annotated[
    str | None,
    option(
        Section.QUESTION,
        "--word",
        metavar="W",
        about="The hidden word, if the game didn't find it.",
    ),
]


def analyse(
    played: _Game,
    *,
    word: _Word = None,
    game: GameOptions,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Judge a game that was played: how good was each guess, and how lucky was each response?

    Both are exact, and measured in guesses against best play. Write responses in letters (B grey, Y yellow, G
    green), in digits (0, 1, 2) or as coloured squares. Ctrl-C ends the search, and what is known is
    printed.

    Examples:
        wordle-cp analyse crate lions focus
        wordle-cp analyse crate.ybbbb.lions.bbybg.focus.ggggg
    """
    variant = game.load()
    moves = parse_game(
        " ".join(played),
        variant,
        None if word is None else hidden_word(variant, word),
    )
    with options.working() as work:
        analysis = analyse_game(
            variant, moves, work=work, tell=lambda number: work.show(About(f"guess {number}"))
        )
    lines = analysis_lines(analysis, options.describe(analysis.stopped_by))
    print_report(lambda: analysis_fields(analysis), lines, as_json=as_json)
    return ExitCode.DONE if analysis.stopped_by is None else ExitCode.UNDECIDED
