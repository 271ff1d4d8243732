"""`wordle-cp rank`: the best openers with their totals, or the worst, and proof that none is missing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.answers.file_names import rank_name
from wordle_cp.answers.rankings.best import RankReport, RankStatus, certify, render_csv
from wordle_cp.answers.rankings.best import rank as rank_openers
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
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
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import AfterOption, OpenersOption, history_of, openers_of
from wordle_cp.cli.rank_words import demand_pairs, rank_words
from wordle_cp.cli.rank_worst import demand_alone, rank_worst_openers
from wordle_cp.cli.running import LimitOptions, check_run, working
from wordle_cp.cli.total_options import (
    CostsOption,
    GuessLimitOption,
    LossOption,
    WeightsOption,
    goal_label,
    goal_of,
    limited_variant,
    top_number,
)
from wordle_cp.errors import UsageError
from wordle_cp.files.leftovers import prepare
from wordle_cp.games.goal import First
from wordle_cp.games.question import TotalQuestion
from wordle_cp.runs.provenance import Keeping
from wordle_cp.views.charts.results import ranking_chart
from wordle_cp.views.reports.certificates import certificate_fields, certificate_lines
from wordle_cp.views.reports.progress import Rate, describe_total, time_left
from wordle_cp.views.reports.rankings import check_table, write_table
from wordle_cp.views.reports.totals import rank_fields, rank_lines
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.check import Accepted
    from wordle_cp.work import Work

_Top = Annotated[
    int | None,
    typer.Option(
        "--top",
        metavar="K",
        parser=top_number,
        help="The K best, with all that tie with the last of them; every other one is proven to cost more.",
    ),
]
_All = Annotated[
    bool, typer.Option("--all", help="Every opener exactly; what is settled is kept in a run folder.")
]
_Worst = Annotated[
    int | None,
    typer.Option(
        "--worst",
        metavar="K",
        parser=top_number,
        help="The K openers with the greatest totals, with all that tie with the last of them; every other "
        "one has a strategy that costs less. Normal mode.",
    ),
]
_Words = Annotated[
    int,
    typer.Option(
        "--words",
        metavar="N",
        parser=whole_number(1),
        help="Fixed opening words, played whatever the responses: 1 or 2; default: 1.",
    ),
]
_Run = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=file_name,
        metavar="DIR",
        help="Folder of a run, to begin or to go on with. Default: with --all a name that tells the "
        "question, with --top nothing is kept.",
    ),
]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=file_name,
        metavar="FILE.csv",
        help="Write the ranking as a table, too, once it is complete; "
        "until then a file that is there is left as it is.",
    ),
]
_Certificate = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        parser=file_name,
        metavar="FILE",
        help="With --top: write a certificate, compressed if it ends in .gz or .xz, and check it: of these "
        "totals, and that no opener is missing.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `rank` to `app`."""
    app.command("rank")(rank)


def rank(
    *,
    top: _Top = None,
    everything: _All = False,
    worst: _Worst = None,
    words: _Words = 1,
    openers: OpenersOption = None,
    after: AfterOption = None,
    weights: WeightsOption = None,
    costs: CostsOption = None,
    loss: LossOption = None,
    run: _Run = None,
    cluster: ClusterOption = None,
    out: _Out = None,
    certificate: _Certificate = None,
    plot: PlotOption = None,
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
    """Which openers have the least totals? The best K, the worst K, or all, with proof that none is missing.

    Stop it when you like: with a run folder the same command goes on where it was. Examples:
    wordle-cp rank --top 10
    wordle-cp rank --all --out totals.csv
    wordle-cp rank --words 2 --top 10
    wordle-cp rank --worst 10
    """
    number_of_questions = (top is not None) + everything + (worst is not None)
    if number_of_questions != 1:
        missing = "Missing option '--top', '--worst' or '--all'."
        raise UsageError("give one of --top, --worst and --all" if number_of_questions else missing)
    chosen = limited_variant(variant, mode, hidden, max_guesses, codes=True)
    history = history_of(after, chosen)
    options = LimitOptions(time_limit, max_memory)
    check_plot(plot)
    others = {
        "--openers": openers,
        "--weights": weights,
        "--costs": costs,
        "--loss": loss,
        "--run": run,
        "--cluster": cluster,
        "--certificate": certificate,
        "--plot": plot,
    }
    given = [option for option, value in others.items() if value is not None]
    if worst is not None:
        demand_alone([*(["--words"] if words != 1 else []), *given])
        return rank_worst_openers(
            chosen, worst, history, out, options, jobs=jobs, quiet=quiet, as_json=as_json
        )
    if words != 1:
        demand_pairs(words, [*(["--all"] if everything else []), *given])
        assert top is not None, "given unless --all or --worst is"
        return rank_words(chosen, top, history, out, options, jobs=jobs, quiet=quiet, as_json=as_json)
    wanted = openers_of(None, openers, chosen)
    goal = goal_of(First.TOTAL, weights, costs, loss, chosen)
    question = TotalQuestion.of(chosen, history=history, openers=wanted, goal=goal)
    if everything and run is None:
        run = Path(rank_name(chosen, history, goal_label(First.TOTAL, weights, costs, loss)))
    _check_targets(run, out)
    if certificate is not None:
        _prepare(certificate, question, top)
    proof: _Proof | None = None
    lines = {RankStatus: _describer()}
    with working(options, jobs, quiet=quiet, symmetry=symmetry, lines=lines) as work:
        report = rank_openers(question, top, keeping=Keeping(folder=run, cluster=cluster), work=work)
        if certificate is not None and report.complete and report.ranked:
            proof = _certify(report, certificate, work)
    if not as_json:  # first: what was found is told even if the disk is full
        print_text("\n".join([*rank_lines(report, out, options), *_proof_lines(proof, certificate, options)]))
    write_table(out, lambda: render_csv(report), complete=report.complete)
    draw_plot(plot, lambda: ranking_chart(report))
    if as_json:
        accepted = None if proof is None else proof.accepted
        print_json(rank_fields(report, out) | certificate_fields(certificate, accepted))
    stopped = proof is not None and proof.stopped_by is not None
    return ExitCode.DONE if report.complete and not stopped else ExitCode.UNDECIDED


@dataclass(frozen=True, slots=True)
class _Proof:
    """A certificate was written and accepted, or given up for a reason."""

    accepted: Accepted | None
    stopped_by: StopReason | None


def _check_targets(run: Path | None, out: Path | None) -> None:
    """Make sure that the run folder and the table can be used."""
    check_run(run)
    check_table(out)


def _describer() -> Callable[[RankStatus], str]:
    """Return what makes a line of a snapshot of a ranking."""
    rate = Rate()

    def describe(status: RankStatus) -> str:
        progress = status.search
        before = status.settled - progress.done
        more = f" ({before} more settled before)" if before > 0 else ""
        return describe_total(progress, time_left(progress, rate.of(progress.done))) + more

    return describe


def _certify(report: RankReport, certificate: Path, work: Work) -> _Proof:
    """Write the certificate of `report`, unless there is reason to stop."""
    try:
        accepted = certify(report, certificate, work)
    except StoppedError as stopped:
        return _Proof(None, stopped.reason)
    return _Proof(accepted, None)


def _proof_lines(proof: _Proof | None, certificate: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield what there is to say about the certificate."""
    if proof is None or certificate is None:
        return
    if proof.accepted is not None:
        yield from certificate_lines(certificate, proof.accepted)
    else:
        yield f"certificate  none: stopped by {options.describe(proof.stopped_by)}"


def _prepare(certificate: Path, question: TotalQuestion, top: int | None) -> None:
    """Make sure that there can be a certificate of the answer, before the work for it."""
    from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds  # noqa: PLC0415

    if top is None:
        message = "--certificate belongs to --top"
        raise UsageError(message)
    demand_lower_bounds(question)
    prepare(certificate)
