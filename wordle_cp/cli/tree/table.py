"""`wordle-cp tree table`: the next guess for every response."""

from pathlib import Path
from typing import Annotated

from wordle_cp.answers.certificates import ShownStrategy
from wordle_cp.cli.alarm import limited
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.run import check_table, write_table
from wordle_cp.cli.running import WhollyLimited
from wordle_cp.cli.tree.common import AfterOption, FileArgument, Levels, OpenerOption, accepted_strategy
from wordle_cp.commands.options import asked
from wordle_cp.commands.shared import Json, writes
from wordle_cp.views.strategies.outline import CSV_HEADER, render_csv


@asked
def table(
    file: FileArgument,
    *,
    most_levels: Levels = 2,
    opener: OpenerOption = None,
    after: AfterOption = None,
    out: Annotated[
        Path | None,
        writes("Write the table as CSV, too.", "FILE.csv", "--out", "--csv", suffix=".csv"),
    ] = None,
    options: WhollyLimited,
    as_json: Json = False,
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
    write_table(out, CSV_HEADER, render_csv(found))
    return print_answer(answer, as_json=as_json)
