"""`wordle-cp prove --optimal`: the best openers of a position, each other one proven to cost more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordle_cp.answers.file_names import optimal_name
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import working
from wordle_cp.runs.provenance import Keeping
from wordle_cp.views.reports.totals import optimal_fields, solve_lines

if TYPE_CHECKING:
    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.games.question import TotalQuestion


def prove_and_report(
    question: TotalQuestion,
    *,
    label: str | None,
    out: Path | None,
    run: Path | None = None,
    cluster: str | None = None,
    symmetry: bool,
    jobs: int | None,
    options: LimitOptions,
    quiet: bool,
    as_json: bool,
) -> ExitCode:
    """Ask, and print the answer; `label` tells in a file name what variant and history don't."""
    out = out if out is not None else Path(optimal_name(question.variant, question.history, label))
    with working(options, jobs, quiet=quiet, symmetry=symmetry) as work:
        report = prove_optimal(question, Keeping(out, run, cluster), work)
    if as_json:
        print_json(optimal_fields(report))
    else:
        print_text("\n".join(solve_lines(report, options, proof=True)))
    return ExitCode.DONE if report.finished else ExitCode.UNDECIDED
