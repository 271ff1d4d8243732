"""`wordle-cp compare`: heuristic policies played out over every hidden word, beside the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.cli.numbers import whole_number
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
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.cli.total_options import GuessLimitOption, TreeOption, limited_variant
from wordle_cp.errors import UsageError, counted
from wordle_cp.experiments.compare import Playing, entries_of
from wordle_cp.experiments.compare import compare as compare_policies
from wordle_cp.experiments.policies import DEFAULT_WIDTH, Policy, parse_policies
from wordle_cp.views.charts.results import comparison_chart
from wordle_cp.views.reports.certificates import certificate_lines
from wordle_cp.views.reports.compare import compare_fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.experiments.compare import CompareReport, Duel

_SHOWN_DUELS: Final = 12
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


def register(app: typer.Typer) -> None:
    """Add the command `compare` to `app`."""
    app.command("compare")(compare)


def compare(
    *,
    policy: _Policies,
    opener: _Openers = None,
    width: _Width = None,
    no_optimum: _NoOptimum = False,
    tree: TreeOption = None,
    plot: PlotOption = None,
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
    """How well do heuristic policies play, over every hidden word, and how far are they from the optimum?

    knuth: least largest cell; irving: least expected size; neuwirth: most entropy; kooi: most cells. A tie
    goes to the first guess of the list unless the responses rule it out as the hidden word; then to the first
    that can be hidden. Examples:
    wordle-cp compare --policy knuth --opener raise
    wordle-cp compare --policy knuth-last --policy irving-first --opener trace
    """
    chosen = limited_variant(variant, mode, hidden, max_guesses)
    options = LimitOptions(time_limit, max_memory)
    policies = parse_policies(policy, DEFAULT_WIDTH if width is None else width)
    widths = {one.width for one in policies if isinstance(one, Policy) and one.plies > 1}
    if width is not None and not widths:
        message = "--width belongs to policies that look two guesses ahead, such as knuth2"
        raise UsageError(message)
    check_plot(plot)
    lines = {Playing: lambda event: f"{event.entry.policy.name}: {event.found} words found"}
    with working(options, jobs, quiet=quiet, lines=lines) as work:
        report = compare_policies(
            chosen,
            entries_of(policies, tuple(chosen.word(word) for word in opener or ())),
            optimum=not no_optimum,
            tree=tree,
            work=work,
        )
    looked_at = next(iter(widths), None)
    if not as_json:
        print_text("\n".join(compare_lines(report, options, looked_at)))
    draw_plot(plot, lambda: comparison_chart(report))
    if as_json:
        print_json(compare_fields(report, looked_at))
    return ExitCode.DONE if report.stopped_by is None else ExitCode.UNDECIDED


def compare_lines(report: CompareReport, options: LimitOptions, width: int | None) -> Iterator[str]:
    """Yield the report of `compare` for people."""
    variant = report.variant
    words = counted(len(variant.hidden), "hidden word", "hidden words")
    yield f"{variant.name}, {variant.mode} mode: policies over {words}"
    if report.played:
        space = max(len("policy"), *(len(one.policy) for one in report.played))
        yield f"{'policy':<{space}}  opener   total    mean  most  excess  distribution"
        for one in report.played:
            excess = "" if one.excess is None else f"{one.excess:+}"
            yield (
                f"{one.policy:<{space}}  {one.opener.upper():<7}{one.total_guesses:>7}  {float(one.mean):.4f}"
                f"{one.max_guesses:>6}{excess:>8}  {' '.join(map(str, one.figures.distribution))}"
            )
    for one in report.played:
        if one.late:
            late = f"{counted(one.late, 'word', 'words')} after the game's last guess"
            kept = "" if one.optimum is None else ", which the optimum keeps to"
            yield f"late         {one.policy} from {one.opener.upper()}: {late}{kept}"
    yield from _duel_lines(report.duels)
    if width is not None:
        yield f"width        {width}: two-ply policies look at so many guesses, the best of one ply"
    if report.least is not None:
        best = " ".join(opener.upper() for opener in report.least.best)
        proof = report.least.path.name
        rests_on = f"{proof}, a shipped proof, not checked again"
        yield f"least        {report.least.total}, {best}: proven by {rests_on}"
    if report.tree is not None and report.accepted is not None:
        yield from certificate_lines(report.tree, report.accepted)
    if report.stopped_by is not None:
        yield f"stopped by   {options.describe(report.stopped_by)}"
    yield f"effort       {report.seconds:.1f} s"


def _duel_lines(duels: Sequence[Duel]) -> Iterator[str]:
    for duel in duels[:_SHOWN_DUELS]:
        yield (
            f"{duel.first.policy} is better than {duel.second.policy} on {duel.wins} words and worse on "
            f"{duel.losses}{_from(duel)}"
        )
    if len(duels) > _SHOWN_DUELS:
        yield f"... and {len(duels) - _SHOWN_DUELS} more pairs: --json has them all"


def _from(duel: Duel) -> str:
    same = duel.first.opener == duel.second.opener
    return f", from {duel.first.opener.upper()}" if same else ", each from its own opener"
