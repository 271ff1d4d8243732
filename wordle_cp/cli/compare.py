"""`wordle-cp compare`: heuristic policies played out over every hidden word, beside the optimum."""

from __future__ import annotations

from typing import Annotated

import typer

from wordle_cp.cli.goal import TreeOption
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import GameOptions, JsonOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import WorkOptions
from wordle_cp.errors import UsageError
from wordle_cp.experiments.compare import Playing, entries_of
from wordle_cp.experiments.compare import compare as compare_policies
from wordle_cp.experiments.policies import DEFAULT_WIDTH, Policy, parse_policies
from wordle_cp.views.charts.results import comparison_chart
from wordle_cp.views.reports.compare import compare_fields, compare_lines

_Policies = Annotated[
    list[str],
    typer.Option(
        "--policy",
        metavar="P",
        help="knuth, irving, neuwirth or kooi; with a 2 behind it, two guesses ahead; with -first or -last, "
        "another rule for ties; module:function or file.py:function, a Python function; all for the eight "
        "named. May be given several times.",
    ),
]
_Openers = Annotated[
    list[str] | None,
    typer.Option(
        "--opener",
        metavar="W",
        help="Start with this guess; may be given several times. Default: each policy picks its own.",
    ),
]
_Width = Annotated[
    int | None,
    typer.Option(
        "--width",
        metavar="K",
        parser=whole_number(1),
        help=f"Guesses that a two-ply policy looks at: the K best of one ply. Default: {DEFAULT_WIDTH}.",
    ),
]
_NoOptimum = Annotated[
    bool, typer.Option("--no-optimum", help="Don't search what the best strategy of the opener needs.")
]


def compare(
    *,
    policy: _Policies,
    opener: _Openers = None,
    width: _Width = None,
    no_optimum: _NoOptimum = False,
    tree: TreeOption = None,
    plot: PlotOption = None,
    game: GameOptions,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """How well do heuristic policies play, over every hidden word, and how far are they from the optimum?

    knuth: least largest cell; irving: least expected size; neuwirth: most entropy; kooi: most cells. A tie
    goes to the first guess of the list unless the responses rule it out as the hidden word; then to the first
    that can be hidden. Examples:
    wordle-cp compare --policy knuth --opener raise
    wordle-cp compare --policy knuth-last --policy irving-first --opener trace
    """
    variant = game.load()
    policies = parse_policies(policy, DEFAULT_WIDTH if width is None else width)
    widths = {one.width for one in policies if isinstance(one, Policy) and one.plies > 1}
    if width is not None and not widths:
        message = "--width belongs to policies that look two guesses ahead, such as knuth2"
        raise UsageError(message)
    check_plot(plot)
    lines = {Playing: lambda event, _rate: f"{event.entry.policy.name}: {event.found} words found"}
    with options.working(lines=lines) as work:
        report = compare_policies(
            variant,
            entries_of(policies, tuple(variant.word(word) for word in opener or ())),
            optimum=not no_optimum,
            tree=tree,
            work=work,
        )
    looked_at = next(iter(widths), None)
    print_report(
        lambda: compare_fields(report, looked_at),
        compare_lines(report, looked_at, options.describe(report.stopped_by)),
        as_json=as_json,
        write=lambda: draw_plot(plot, lambda: comparison_chart(report)),
    )
    return ExitCode.DONE if report.stopped_by is None else ExitCode.UNDECIDED
