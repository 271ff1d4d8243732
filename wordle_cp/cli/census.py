"""`wordle-cp census`: which openers guarantee that every hidden word is found within G guesses?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from wordle_cp.answers.census.answer import CSV_HEADER, CensusStatus
from wordle_cp.answers.places import RUN_FOLDER, census_name
from wordle_cp.cli.files import check_table, default_place, file_option, output_option, write_table
from wordle_cp.cli.groups import Section, without
from wordle_cp.cli.options import ClusterOption, JsonOption, LimitedGameOptions, QuietOption
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.position import DEPTH, StartOptions
from wordle_cp.cli.progress import describe_census
from wordle_cp.cli.running import WorkOptions, check_run
from wordle_cp.games.question import Question

_Run = Annotated[
    Path | None,
    file_option(
        Section.RARE,
        "--run",
        metavar="DIR",
        about="Keep what is decided in this folder, and go on from there. Default: a name that "
        "says the question.",
    ),
]
_Out = Annotated[
    Path | None,
    output_option(
        Section.OUTPUT, "--out", metavar="FILE.csv", suffix=".csv", about="Write the result as a table, too."
    ),
]


def census(
    *,
    depth: Annotated[int, DEPTH],
    run: _Run = None,
    start: Annotated[StartOptions, without("opener")],
    out: _Out = None,
    game: LimitedGameOptions,
    unquiet: Annotated[WorkOptions, without("quiet")],
    cluster: ClusterOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Decide for each opener whether it guarantees that G guesses are enough, whatever is hidden.

    Each decision has a certificate that an independent checker has accepted. You can stop at any time: the
    same command goes on where it was. The second example takes two hours.

    Examples:
        wordle-cp census --depth 3 --variant toy
        wordle-cp census --depth 7 --mode hard --hidden big
    """
    from wordle_cp.answers.census.run import run_census  # noqa: PLC0415  help texts don't need it

    variant = game.load()
    history, asked = start.history(variant), start.asked(variant)
    question = Question.of(variant, history=history, openers=asked)
    check_run(run)
    check_table(out, CSV_HEADER)
    options = replace(unquiet, quiet=quiet)
    lines = {CensusStatus: describe_census}
    with options.working(lines=lines) as work:
        folder = run or default_place(census_name(variant, depth, history), RUN_FOLDER)
        answer = run_census(question, depth, folder, cluster=cluster, work=work)
    return print_answer(
        replace(answer, table=out),
        options.describe(answer.stopped_by),
        as_json=as_json,
        write=lambda: write_table(out, CSV_HEADER, answer.to_csv, complete=True),
    )
