"""`wordle-cp prove`: ask a question, get a verdict with a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.answers.depth.least_depth import prove_least_depth
from wordle_cp.answers.depth.prove import prove_depth
from wordle_cp.answers.file_names import certificate_name, optimal_name
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.cli.between import StrategyOptions, report_between
from wordle_cp.cli.files import file_option
from wordle_cp.cli.goal import GoalOptions
from wordle_cp.cli.options import ClusterOption, GameOptions, JsonOption, SymmetryOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.position import DEPTH, StartOptions
from wordle_cp.cli.running import WorkOptions, check_run
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX
from wordle_cp.games.goal import First
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.runs.provenance import Keeping
from wordle_cp.views.reports.depth import depth_fields, depth_lines, least_depth_fields, least_depth_lines
from wordle_cp.views.reports.totals import optimal_fields, solve_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

_OF_A_FILE: Final = frozenset({".cert", GZIP_SUFFIX, XZ_SUFFIX})
"""How the names of certificates end."""

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
_Fresh = Annotated[bool, typer.Option("--fresh", help="Take no hint from the certificates that ship.")]
_Out = Annotated[
    Path | None,
    file_option(
        "--out",
        about="Certificate to write, compressed if it ends in .gz or .xz; default: a name that tells the "
        "question. With --least-depth a folder, so no name that ends like a file's.",
    ),
]
_Run = Annotated[
    Path | None,
    file_option(
        "--run",
        metavar="DIR",
        about="With --optimal: folder of a run, to begin or to go on with; default: nothing is kept.",
    ),
]


def prove(
    *,
    depth: Annotated[int | None, DEPTH] = None,
    least_depth: _LeastDepth = False,
    optimal: _Optimal = False,
    between: _Between = False,
    strategies: StrategyOptions,
    start: StartOptions,
    fresh: _Fresh = False,
    goal: GoalOptions,
    out: _Out = None,
    run: _Run = None,
    cluster: ClusterOption = None,
    game: GameOptions,
    symmetry: SymmetryOption = True,
    options: WorkOptions,
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
    if not between and (given := _given(strategies.given)):
        message = f"--between is missing, without which {given} means nothing"
        raise UsageError(message)
    of_runs = {
        "--objective": None if goal.first is First.TOTAL else goal.first,
        "--run": run,
        "--cluster": cluster,
    }
    variant = game.load(codes=True)
    history, asked = start.history(variant), start.asked(variant)
    if optimal or between:
        if optimal:
            check_run(run)
        elif given := _given(of_runs):
            message = f"--between: not with {given}"
            raise UsageError(message)
        label = "-".join(part for part in (start.label, goal.label) if part is not None) or None
        question = TotalQuestion.of(variant, history=history, openers=asked, goal=goal.goal(variant))
        if between:
            return report_between(question, strategies, label, out, options, fresh=fresh, as_json=as_json)
        keeping = Keeping(out or Path(optimal_name(variant, history, label)), run, cluster)
        return _report_optimal(question, keeping, options, symmetry=symmetry, as_json=as_json)
    if given := _given({**of_runs, **goal.prices}):
        message = f"{'--least-depth' if depth is None else '--depth'}: not with {given}"
        raise UsageError(message)
    folder = _folder_of(out) if depth is None else Path()
    about = Question.of(variant, history=history, openers=asked)
    with options.working(symmetry=symmetry) as work:
        if depth is None:
            least = prove_least_depth(about, folder, label=start.label, fresh=fresh, work=work)
        else:
            file = out or Path(certificate_name(variant, depth, history, start.label))
            report = prove_depth(about, depth, file, fresh=fresh, work=work)
    if depth is None:
        lines = least_depth_lines(least, options.describe(least.stopped_by))
        print_report(lambda: least_depth_fields(least), lines, as_json=as_json)
        return ExitCode.UNDECIDED if least.depth is None else ExitCode.DONE
    lines = depth_lines(report, options.describe(report.result.stopped_by))
    print_report(lambda: depth_fields(report), lines, as_json=as_json)
    return ExitCode.UNDECIDED if report.verdict is Verdict.UNDECIDED else ExitCode.DONE


def _report_optimal(
    question: TotalQuestion, keeping: Keeping, options: WorkOptions, *, symmetry: bool, as_json: bool
) -> ExitCode:
    """Find the best openers, prove that each other one costs more, and print the answer."""
    with options.working(symmetry=symmetry) as work:
        report = prove_optimal(question, keeping, work)
    lines = solve_lines(report, options.describe(report.stopped_by), proof=True)
    print_report(lambda: optimal_fields(report), lines, as_json=as_json)
    return ExitCode.DONE if report.finished else ExitCode.UNDECIDED


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
