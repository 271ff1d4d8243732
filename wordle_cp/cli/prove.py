"""`wordle-cp prove`: ask a question, get a verdict with a certificate."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.places import (
    ANY_NAME,
    CERTIFICATE,
    EACH_CERTIFICATE,
    between_name,
    certificate_name,
    optimal_name,
    strategy_name,
)
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.cli.between import EndOptions, report_between
from wordle_cp.cli.files import default_place, file_option, output_option
from wordle_cp.cli.goal import GoalOptions
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import ByOption, ClusterOption, GameOptions, JsonOption, SymmetryOption
from wordle_cp.cli.output import ExitCode, demand_name, print_answer
from wordle_cp.cli.position import DEPTH, StartOptions
from wordle_cp.cli.progress import describe_search
from wordle_cp.cli.running import WorkOptions, check_run
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import First
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.runs.provenance import Keeping, LesserNames

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_cp.answers.answer import Answer

_LeastDepth = Annotated[
    bool,
    option(
        Section.QUESTION,
        "--least-depth",
        about="Find the least G that is enough, with both proofs.",
    ),
]
_Optimal = Annotated[
    bool,
    option(
        Section.QUESTION,
        "--optimal",
        about="Find the openers with the fewest guesses in all, and refute the others.",
    ),
]
_Between = Annotated[
    bool,
    option(
        Section.QUESTION,
        "--between",
        about="Prove bounds of the fewest guesses in all; with --costs 0,0,0,0 --loss 1, bounds "
        "of the words that four guesses miss.",
    ),
]
_Fresh = Annotated[bool, option(Section.RARE, "--fresh", about="Don't use the certificates that ship.")]
_Out = Annotated[
    Path | None,
    output_option(
        Section.OUTPUT,
        "--out",
        about="The certificate to write; .gz or .xz compresses it. Default: a name that says "
        "the question. With --least-depth: a folder.",
    ),
]
_Run = Annotated[
    Path | None,
    file_option(
        Section.RARE,
        "--run",
        metavar="DIR",
        about="With --optimal: keep what is settled in this folder.",
    ),
]


def prove(
    *,
    depth: Annotated[int | None, DEPTH] = None,
    least_depth: _LeastDepth = False,
    optimal: _Optimal = False,
    between: _Between = False,
    ends: EndOptions,
    start: StartOptions,
    fresh: _Fresh = False,
    goal: GoalOptions,
    out: _Out = None,
    run: _Run = None,
    cluster: ClusterOption = None,
    game: GameOptions,
    symmetry: SymmetryOption = True,
    by: ByOption = Engine.SEARCH,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Prove that G guesses are always enough, or that they aren't; or which openers are best on average.

    The answer is written to a file, its certificate: a strategy, or a refutation. Nothing counts as proven
    before an independent checker has accepted that file. Ctrl-C ends the search, and what is known is
    printed.

    Examples:
        wordle-cp prove --depth 5 --mode hard --opener palet
        wordle-cp prove --least-depth --variant toy
        wordle-cp prove --optimal --variant toy
        wordle-cp prove --between --variant toy
    """
    _demand_one_question(depth, least_depth=least_depth, optimal=optimal, between=between)
    if least_depth or goal.first is not First.TOTAL:
        demand_name(out)
    _demand_search(by, between=between, fresh=fresh)
    if not between and (given := _given(ends.given)):
        message = f"--between is missing, without which {given} means nothing"
        raise UsageError(message)
    of_runs = {
        "--objective": None if goal.first is First.TOTAL else goal.first,
        "--run": run,
        "--cluster": cluster,
    }
    variant = game.load(codes=True, played=start.after)
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
            return report_between(question, ends, label, out, options, fresh=fresh, as_json=as_json)
        place = out or default_place(optimal_name(variant, history, label), CERTIFICATE)
        names = LesserNames(between_name(variant, history, label), strategy_name(variant, history, label))
        keeping = Keeping(place, run, cluster, names if out is None else None)
        return _report_optimal(question, keeping, options, by, symmetry=symmetry, as_json=as_json)
    if given := _given({**of_runs, **goal.prices, "--max-guesses": game.max_guesses}):
        message = f"{'--least-depth' if depth is None else '--depth'}: not with {given}"
        raise UsageError(message)
    from wordle_cp.answers.depth.least_depth import prove_least_depth  # noqa: PLC0415  help texts don't need it
    from wordle_cp.answers.depth.prove import prove_depth  # noqa: PLC0415  help texts don't need it

    folder = out or default_place(ANY_NAME, EACH_CERTIFICATE).parent if depth is None else Path()
    about = Question.of(variant, history=history, openers=asked)
    answer: Answer
    with options.working(symmetry=symmetry) as work:
        if depth is None:
            answer = prove_least_depth(about, folder, label=start.label, fresh=fresh, by=by, work=work)
        else:
            file = out or default_place(certificate_name(variant, depth, history, start.label), CERTIFICATE)
            answer = prove_depth(about, depth, file, fresh=fresh, by=by, work=work)
    return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)


def _report_optimal(
    question: TotalQuestion,
    keeping: Keeping,
    options: WorkOptions,
    by: Engine,
    *,
    symmetry: bool,
    as_json: bool,
) -> ExitCode:
    """Find the best openers, prove that each other one costs more, and print the answer."""
    progress = {TotalProgress: partial(describe_search, proof=True)}
    with options.working(symmetry=symmetry, lines=progress) as work:
        answer = prove_optimal(question, keeping, work, by=by)
    return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)


def _demand_one_question(depth: int | None, *, least_depth: bool, optimal: bool, between: bool) -> None:
    """Raise UsageError unless one question is asked."""
    asked = (depth is not None) + least_depth + optimal + between
    if asked != 1:
        questions = "--depth, --least-depth, --optimal and --between"
        message = f"give one of {questions}, such as wordle-cp prove --depth 5"
        raise UsageError(message if not asked else f"give only one of {questions}")


def _demand_search(by: Engine, *, between: bool, fresh: bool) -> None:
    """Raise UsageError for an option that goes with the search alone, where it doesn't decide."""
    given = _given({"--between": between or None, "--fresh": fresh or None})
    if by is not Engine.SEARCH and given:
        message = f"--by {by}: not with {given}; leave --by out"
        raise UsageError(message)


def _given(options: Mapping[str, object]) -> str:
    """Return which of the `options` have a value."""
    return ", ".join(option for option, value in options.items() if value is not None)
