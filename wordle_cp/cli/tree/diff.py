"""`wordle-cp tree diff`: where two strategies part, and what it costs."""

from typing import Annotated

from wordle_cp.cli.alarm import limited
from wordle_cp.cli.options import JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import WholeLimitOptions
from wordle_cp.cli.sections import Section, option
from wordle_cp.cli.tree.common import FileArgument, accepted_strategy
from wordle_cp.views.reports.strategies import diff_fields, diff_lines
from wordle_cp.views.strategies.diff import compare_strategies

_First = Annotated[
    str | None,
    option(
        Section.QUESTION,
        "--opener-a",
        metavar="W",
        about="Which strategy of the first file, if it has several. Default: the first.",
    ),
]
_Second = Annotated[
    str | None,
    option(Section.QUESTION, "--opener-b", metavar="W", about="Which strategy of the second file, likewise."),
]


def diff(
    file_a: FileArgument,
    file_b: FileArgument,
    *,
    opener_a: _First = None,
    opener_b: _Second = None,
    options: WholeLimitOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show where two strategies of one game first guess differently, and what that costs.

    Each line is a position that both strategies reach with the same guesses. Totals and worst cases are those
    of the words left there, counted from the start of the game.

    Examples:
        wordle-cp tree diff a.cert.gz b.cert.gz
    """
    with limited(options, as_json=as_json):
        first = accepted_strategy(file_a, opener_a, as_json=as_json)
        second = accepted_strategy(file_b, opener_b, as_json=as_json)
        found = compare_strategies(first, second)
    print_report(lambda: diff_fields(found), diff_lines(found), as_json=as_json)
    return ExitCode.DONE
