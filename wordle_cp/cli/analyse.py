"""`wordle-cp analyse`: the inaccuracy and the luck of each move of a game that was played."""

from __future__ import annotations

from typing import Annotated

import typer

from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.cli.total_options import GuessLimitOption, limited_variant
from wordle_cp.games.state import hidden_word
from wordle_cp.games.text import parse_game
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
    typer.Option("--word", metavar="W", help="The hidden word, where the words alone didn't find it."),
]


def register(app: typer.Typer) -> None:
    """Add the command `analyse` to `app`."""
    app.command("analyse")(analyse)


def analyse(
    game: _Game,
    *,
    word: _Word = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: GuessLimitOption = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """How accurate was each guess of a game, and how lucky each response?

    Both are exact, in guesses, against best play. Responses are written in letters (B grey, Y yellow,
    G green), in digits (0, 1, 2) or in coloured squares. Ctrl-C ends the search with what is known. Examples:
    wordle-cp analyse crate.ybbbb.lions.bbybg.focus.ggggg --variant nyt-2022-02-15
    wordle-cp analyse crate lions focus
    """
    chosen = limited_variant(variant, mode, hidden, max_guesses)
    moves = parse_game(
        " ".join(game),
        chosen.length,
        None if word is None else hidden_word(chosen, word),
        alphabet=chosen.alphabet,
    )
    options = LimitOptions(time_limit, max_memory)
    with working(options, jobs, quiet=quiet) as work:
        analysis = analyse_game(
            chosen, moves, work=work, tell=lambda number: work.show(About(f"guess {number}"))
        )
    if as_json:
        print_json(analysis_fields(analysis))
    else:
        print_text("\n".join(analysis_lines(analysis, options)))
    return ExitCode.DONE if analysis.stopped_by is None else ExitCode.UNDECIDED
