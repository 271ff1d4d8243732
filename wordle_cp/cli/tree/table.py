"""`wordle-cp tree table`: the next guess for every response."""

from pathlib import Path
from typing import Annotated

from wordle_cp.answers.certificates import ShownStrategy
from wordle_cp.cli.alarm import limited
from wordle_cp.cli.files import check_table, output_option, write_table
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import JsonOption
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.running import WholeLimitOptions
from wordle_cp.cli.tree.common import AfterOption, FileArgument, OpenerOption, accepted_strategy, levels
from wordle_cp.views.strategies.outline import CSV_HEADER, render_csv


def table(
    file: FileArgument,
    *,
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
    opener: OpenerOption = None,
    after: AfterOption = None,
    out: Annotated[
        Path | None,
        output_option(
            Section.OUTPUT,
            "--out",
            "--csv",
            metavar="FILE.csv",
            suffix=".csv",
            about="Write the table as CSV, too.",
        ),
    ] = None,
    options: WholeLimitOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """List what a strategy guesses next, for every response.

    Each line has the hidden words left, the next guess, the number of the guess that finds the last of them,
    and how many guesses they take in all, counted from the start of the game.

    Examples:
        wordle-cp tree table original-normal-depth-5
        wordle-cp tree table mine.cert.gz --levels 3 --csv mine.csv
    """
    check_table(out, CSV_HEADER)
    with limited(options, as_json=as_json):
        strategy = accepted_strategy(file, opener, after, as_json=as_json)
        answer = ShownStrategy.of(strategy, most_levels)
        found = answer.table
    write_table(out, CSV_HEADER, lambda: render_csv(found), complete=True)
    return print_answer(answer, as_json=as_json)
