"""`wordle-cp rank`: the best openers with their totals, or the worst, and proof that none is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from wordle_cp.answers.places import RUN_FOLDER, rank_name
from wordle_cp.answers.rankings import pairs
from wordle_cp.answers.rankings import rank as ranking
from wordle_cp.answers.rankings.common import CSV_BEGINS, Ranking
from wordle_cp.answers.rankings.rank import rank_worst
from wordle_cp.cli.files import check_table, default_place, file_option, output_option, write_table
from wordle_cp.cli.goal import GoalOptions
from wordle_cp.cli.groups import Section, option, without
from wordle_cp.cli.options import ClusterOption, GameOptions, JsonOption, SymmetryOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import StartOptions
from wordle_cp.cli.progress import describe_ranking, describe_worst
from wordle_cp.cli.running import WorkOptions, check_run
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.question import TotalQuestion
from wordle_cp.runs.provenance import Keeping
from wordle_cp.views.charts.charts import ranking_chart
from wordle_cp.work import Work

if TYPE_CHECKING:
    from collections.abc import Sequence


def top_number(value: object) -> int:
    """Return the number of openers that `value` says; raise a ValueError for anything else."""
    text = str(value)
    if text == "0":
        message = f"expected a whole number of 1 or more, found {abridged(text)}; --all ranks every opener"
        raise ValueError(message)
    return whole_number(1)(value)


_Top = Annotated[
    int | None,
    option(
        Section.QUESTION,
        "--top",
        metavar="K",
        parser=top_number,
        about="The K best openers, and all that tie with the last of them; every other one is worse.",
    ),
]
_All = Annotated[
    bool,
    option(
        Section.QUESTION, "--all", about="Every opener, exactly. What is settled is kept in a folder (--run)."
    ),
]
_Worst = Annotated[
    int | None,
    option(
        Section.QUESTION,
        "--worst",
        metavar="K",
        parser=top_number,
        about="The K worst openers, and all that tie with the last of them (normal mode only).",
    ),
]
_Words = Annotated[
    int,
    option(
        Section.QUESTION,
        "--words",
        metavar="N",
        parser=whole_number(1),
        about="Rank openings of so many fixed words, 1 or 2.",
    ),
]
_Run = Annotated[
    Path | None,
    file_option(
        Section.RARE,
        "--run",
        metavar="DIR",
        about="Keep what is settled in this folder, and go on from there. Default: nothing is "
        "kept; with --all, a name that says the question.",
    ),
]
_Out = Annotated[
    Path | None,
    output_option(
        Section.OUTPUT,
        "--out",
        metavar="FILE.csv",
        suffix=".csv",
        about="Write the ranking as a table, too, once it is complete.",
    ),
]
_Certificate = Annotated[
    Path | None,
    output_option(
        Section.OUTPUT,
        "--certificate",
        about="With --top: write a certificate that no better opener is missing, and check it; "
        ".gz or .xz compresses it.",
    ),
]


def rank(
    *,
    top: _Top = None,
    everything: _All = False,
    worst: _Worst = None,
    words: _Words = 1,
    start: Annotated[StartOptions, without("opener")],
    goal: Annotated[GoalOptions, without("first")],
    run: _Run = None,
    cluster: ClusterOption = None,
    out: _Out = None,
    certificate: _Certificate = None,
    plot: PlotOption = None,
    game: GameOptions,
    symmetry: SymmetryOption = True,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Rank the openers by the guesses that they take in all: the best ones, the worst ones, or all.

    No opener that belongs to the ranking is missing. You can stop it at any time: with a run folder, the same
    command goes on where it was. With --all that takes some two hours for the original lists.

    Examples:
        wordle-cp rank --top 10
        wordle-cp rank --all --out totals.csv
        wordle-cp rank --words 2 --top 10
        wordle-cp rank --worst 10
    """
    number_of_questions = (top is not None) + everything + (worst is not None)
    if number_of_questions != 1:
        message = "give one of --top, --worst and --all, such as wordle-cp rank --top 10"
        raise UsageError(message if not number_of_questions else "give only one of --top, --worst and --all")
    variant = game.load(codes=True, played=start.after)
    history = start.history(variant)
    check_plot(plot)
    others = {
        "--openers": start.openers,
        **goal.prices,
        "--run": run,
        "--cluster": cluster,
        "--certificate": certificate,
        "--plot": plot,
    }
    given = [option for option, value in others.items() if value is not None]
    if worst is not None:
        _demand_alone([*(["--words"] if words != 1 else []), *given])
        question = TotalQuestion.of(variant, history=history)
        return _other(rank_worst, question, worst, out, options, as_json=as_json)
    if words != 1:
        _demand_pairs(words, [*(["--all"] if everything else []), *given])
        assert top is not None, "given unless --all or --worst is"
        question = TotalQuestion.of(variant, history=history)
        return _other(pairs.rank_pairs, question, top, out, options, as_json=as_json)
    asked = start.asked(variant)
    question = TotalQuestion.of(variant, history=history, openers=asked, goal=goal.goal(variant))
    if everything and run is None:
        run = default_place(rank_name(variant, history, goal.label), RUN_FOLDER)
    check_run(run)
    check_table(out, CSV_BEGINS)
    if certificate is not None and top is None:
        message = "--certificate belongs to --top"
        raise UsageError(message)
    lines = {
        ranking.RankStatus: lambda status, pace: describe_ranking(
            status, pace, whole=top is None, proof=certificate is not None
        ),
    }
    with options.working(symmetry=symmetry, lines=lines) as work:
        keeping = Keeping(folder=run, cluster=cluster)
        answer = ranking.rank(question, top, certificate=certificate, keeping=keeping, work=work)
    return _print(
        answer, out, options, lambda: draw_plot(plot, lambda: ranking_chart(answer)), as_json=as_json
    )


def _demand_alone(options: Sequence[str]) -> None:
    """Raise UsageError if any of the `options` is given, which --worst doesn't go with."""
    if options:
        message = f"--worst: not with {', '.join(options)}; it ranks all openers by their totals of guesses"
        raise UsageError(message)


def _demand_pairs(words: int, options: Sequence[str]) -> None:
    """Raise UsageError unless `words` can be ranked, with none of the `options` given."""
    if words != pairs.WORDS:
        message = f"--words {words}: expected 1 or 2 fixed words"
        raise UsageError(message)
    if options:
        message = (
            f"--words {words}: not with {', '.join(options)}; the K best of all pairs are ranked by --top"
        )
        raise UsageError(message)


def _other(
    find: Callable[[TotalQuestion, int, Work], Ranking[Any]],
    question: TotalQuestion,
    top: int,
    out: Path | None,
    options: WorkOptions,
    *,
    as_json: bool,
) -> ExitCode:
    """Rank so many rows of another kind than the best openers, and print the answer."""
    check_table(out, CSV_BEGINS)
    with options.working(lines={TotalProgress: describe_worst}) as work:
        answer = find(question, top, work)
    return _print(answer, out, options, lambda: None, as_json=as_json)


def _print(
    answer: Ranking[Any], out: Path | None, options: WorkOptions, draw: Callable[[], None], *, as_json: bool
) -> ExitCode:
    """Print the answer, and write its table and its picture."""

    def write() -> None:
        write_table(out, CSV_BEGINS, answer.to_csv, complete=answer.complete)
        draw()

    struck = options.describe(answer.stopped_by)
    return print_answer(replace(answer, table=out), struck, as_json=as_json, write=write)
