"""`wordle-cp compare`: heuristic policies played out over every hidden word, beside the optimum."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from wordle_cp.cli.goal import TreeOption
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import GameOptions, JsonOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import WorkOptions
from wordle_cp.errors import UsageError
from wordle_cp.experiments.policies import DEFAULT_WIDTH, Policy, parse_policies
from wordle_cp.views.charts.charts import comparison_chart

_Policies = Annotated[
    list[str],
    option(
        Section.QUESTION,
        "--policy",
        metavar="P",
        about="knuth, irving, neuwirth or kooi; knuth2 looks two guesses ahead; knuth-first and "
        "knuth-last take another of equally good guesses; all stands for eight of these; "
        "or a Python function, as module:function or file.py:function. May be repeated.",
    ),
]
_Openers = Annotated[
    list[str] | None,
    option(
        Section.QUESTION,
        "--opener",
        metavar="W",
        about="Begin with this guess; may be repeated. Default: each policy chooses.",
    ),
]
_Width = Annotated[
    int | None,
    option(
        Section.RARE,
        "--width",
        metavar="K",
        parser=whole_number(1),
        about="How many guesses knuth2 and the like try: the K best by looking one guess ahead. "
        f"Default: {DEFAULT_WIDTH}.",
    ),
]
_NoOptimum = Annotated[
    bool,
    option(Section.RARE, "--no-optimum", about="Don't search the best strategy for comparison."),
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
    """Play every hidden word by a simple rule, a policy, and compare it with the best strategy.

    After a guess, the words that are left form cells, one for each response. knuth makes the largest cell
    small, irving the average one; neuwirth wants the most entropy, kooi the most cells. Of equally good
    guesses, one that may be hidden is taken, and of these the first in the list.

    Examples:
        wordle-cp compare --policy knuth --opener raise
        wordle-cp compare --policy knuth-last --policy irving
    """
    from wordle_cp.experiments.compare import compare as compare_policies  # noqa: PLC0415  help texts don't need it
    from wordle_cp.experiments.compare import entries_of  # noqa: PLC0415  help texts don't need it

    variant = game.load(codes=True)
    policies = parse_policies(policy, DEFAULT_WIDTH if width is None else width)
    widths = {one.width for one in policies if isinstance(one, Policy) and one.plies > 1}
    if width is not None and not widths:
        message = "--width belongs to policies that look two guesses ahead, such as knuth2"
        raise UsageError(message)
    check_plot(plot)
    with options.working() as work:
        answer = compare_policies(
            variant,
            entries_of(policies, tuple(variant.word(word) for word in opener or ())),
            optimum=not no_optimum,
            tree=tree,
            work=work,
        )
    struck = options.describe(answer.stopped_by)
    write = partial(draw_plot, plot, lambda: comparison_chart(answer))
    return print_answer(answer, struck, as_json=as_json, write=write)
