"""`wordle-cp prove`: ask a question, get a verdict with a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.answers.depth.least_depth import prove_least_depth
from wordle_cp.answers.depth.prove import prove_depth
from wordle_cp.answers.file_names import certificate_name
from wordle_cp.cli.between import report_between
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.optimal import prove_and_report
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    ClusterOption,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    SymmetryOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.position import (
    AfterOption,
    OpenerOption,
    OpenersOption,
    history_of,
    label_of,
    openers_of,
)
from wordle_cp.cli.running import LimitOptions, check_run, working
from wordle_cp.cli.total_options import (
    CostsOption,
    FirstOption,
    GuessLimitOption,
    LossOption,
    WeightsOption,
    goal_label,
    goal_of,
    limited_variant,
)
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX
from wordle_cp.games.goal import First
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.views.reports.depth import depth_fields, depth_lines, least_depth_fields, least_depth_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

_OF_A_FILE: Final = frozenset({".cert", GZIP_SUFFIX, XZ_SUFFIX})
"""How the names of certificates end."""

_Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="G",
        parser=whole_number(1),
        help="Guesses allowed, those of --after included.",
    ),
]
_LeastDepth = Annotated[
    bool,
    typer.Option(
        "--least-depth",
        help="Find the least G: a strategy for G, and a refutation of G - 1. Stopped early, it leaves those "
        "of the bounds that it has.",
    ),
]
_Optimal = Annotated[
    bool,
    typer.Option("--optimal", help="Find the openers of the least total of guesses; refute all others."),
]
_Between = Annotated[
    bool,
    typer.Option(
        "--between",
        help="Prove an interval for the least total: a strategy, and a bound of all openers by counting; "
        "with --costs 0,0,0,0 --loss 1 one for the least number of words that four guesses miss.",
    ),
]
_Strategy = Annotated[
    str | None,
    typer.Option(
        "--strategy", metavar="W", help="With --between: the opener of the strategy, which is searched whole."
    ),
]
_StrategyFile = Annotated[
    Path | None,
    typer.Option(
        "--strategy-file",
        parser=file_name,
        metavar="FILE",
        help="With --between: take the strategy of this certificate, and make it better where few words "
        "are left.",
    ),
]
_Fresh = Annotated[bool, typer.Option("--fresh", help="Take no hint from the certificates that ship.")]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=file_name,
        metavar="FILE",
        help="Certificate to write, compressed if it ends in .gz or .xz; default: a name that tells the "
        "question. With --least-depth a folder, so no name that ends like a file's.",
    ),
]
_Run = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=file_name,
        metavar="DIR",
        help="With --optimal: folder of a run, to begin or to go on with; default: nothing is kept.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `prove` to `app`."""
    app.command("prove")(prove)


def prove(
    *,
    depth: _Depth = None,
    least_depth: _LeastDepth = False,
    optimal: _Optimal = False,
    between: _Between = False,
    strategy: _Strategy = None,
    strategy_file: _StrategyFile = None,
    opener: OpenerOption = None,
    openers: OpenersOption = None,
    after: AfterOption = None,
    fresh: _Fresh = False,
    first: FirstOption = First.TOTAL,
    weights: WeightsOption = None,
    costs: CostsOption = None,
    loss: LossOption = None,
    out: _Out = None,
    run: _Run = None,
    cluster: ClusterOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: GuessLimitOption = None,
    symmetry: SymmetryOption = True,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Is there a strategy that finds every hidden word within G guesses? Which one is the best on average?

    The verdict is written as a certificate, a strategy or a refutation, and an independent checker accepts it
    before you are told. Ctrl-C ends the search with what is known. Examples:
    wordle-cp prove --depth 7 --mode hard --hidden big --variant nyt-2022-02-15
    wordle-cp prove --least-depth --variant toy
    wordle-cp prove --optimal --variant toy
    wordle-cp prove --between --variant toy
    """
    _demand_one_question(depth, least_depth=least_depth, optimal=optimal, between=between)
    of_strategies = {"--strategy": strategy, "--strategy-file": strategy_file}
    if not between and (given := _given(of_strategies)):
        message = f"--between is missing, without which {given} means nothing"
        raise UsageError(message)
    of_runs = {"--objective": None if first is First.TOTAL else first, "--run": run, "--cluster": cluster}
    chosen = limited_variant(variant, mode, hidden, max_guesses, codes=True)
    history = history_of(after, chosen)
    wanted = openers_of(opener, openers, chosen)
    label = label_of(opener, openers)
    options = LimitOptions(time_limit, max_memory)
    price = goal_label(first, weights, costs, loss)
    whole_label = "-".join(part for part in (label, price) if part is not None) or None
    if optimal:
        check_run(run)
        goal = goal_of(first, weights, costs, loss, chosen)
        return prove_and_report(
            TotalQuestion.of(chosen, history=history, openers=wanted, goal=goal),
            label=whole_label,
            out=out,
            run=run,
            cluster=cluster,
            symmetry=symmetry,
            jobs=jobs,
            options=options,
            quiet=quiet,
            as_json=as_json,
        )
    if between:
        if given := _given(of_runs):
            message = f"--between: not with {given}"
            raise UsageError(message)
        goal = goal_of(first, weights, costs, loss, chosen)
        return report_between(
            TotalQuestion.of(chosen, history=history, openers=wanted, goal=goal),
            strategy=strategy if strategy is None else chosen.word(strategy),
            strategy_file=strategy_file,
            label=whole_label,
            out=out,
            fresh=fresh,
            jobs=jobs,
            options=options,
            quiet=quiet,
            as_json=as_json,
        )
    if given := _given({**of_runs, "--weights": weights, "--costs": costs, "--loss": loss}):
        message = f"{'--least-depth' if depth is None else '--depth'}: not with {given}"
        raise UsageError(message)
    folder = _folder_of(out) if depth is None else Path()
    question = Question.of(chosen, history=history, openers=wanted)
    with working(options, jobs, quiet=quiet, symmetry=symmetry) as work:
        if depth is None:
            least = prove_least_depth(question, folder, label=label, fresh=fresh, work=work)
        else:
            out = out if out is not None else Path(certificate_name(chosen, depth, history, label))
            report = prove_depth(question, depth, out, fresh=fresh, work=work)
    if depth is None:
        if as_json:
            print_json(least_depth_fields(least, chosen, history))
        else:
            print_text("\n".join(least_depth_lines(least, chosen, history, options)))
        return ExitCode.UNDECIDED if least.depth is None else ExitCode.DONE
    if as_json:
        print_json(depth_fields(report, chosen))
    else:
        print_text("\n".join(depth_lines(report, chosen, options)))
    return ExitCode.UNDECIDED if report.verdict is Verdict.UNDECIDED else ExitCode.DONE


def _demand_one_question(depth: int | None, *, least_depth: bool, optimal: bool, between: bool) -> None:
    """Raise UsageError unless one question is asked."""
    asked = (depth is not None) + least_depth + optimal + between
    if asked == 0:
        message = "Missing option '--depth', '--least-depth', '--optimal' or '--between'."
        raise UsageError(message)
    if asked > 1:
        message = "give one of --depth, --least-depth, --optimal and --between"
        raise UsageError(message)


def _folder_of(out: Path | None) -> Path:
    """Return the folder for the certificates of --least-depth.

    Raises:
        UsageError: it has to be made, under a name that promises a file.
    """
    folder = Path() if out is None else out
    if folder.suffix.lower() in _OF_A_FILE and not folder.is_dir():
        message = f"--out: expected a folder, for two certificates, and {folder} is named as a file"
        raise UsageError(message)
    return folder


def _given(options: Mapping[str, object]) -> str:
    """Return which of the `options` have a value."""
    return ", ".join(option for option, value in options.items() if value is not None)
