"""`wordle-cp census`: which openers guarantee that every hidden word is found within G guesses?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.answers.census.report import CensusReport, CensusStatus, render_csv
from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.file_names import census_name
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    ClusterOption,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxGuessesOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.position import AfterOption, OpenersOption, history_of, openers_of
from wordle_cp.cli.running import LimitOptions, check_run, working
from wordle_cp.errors import counted
from wordle_cp.files.write import check_text_target, write_whole
from wordle_cp.games.question import Question
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import format_history
from wordle_cp.views.reports.common import listed_openers
from wordle_cp.views.reports.progress import MINUTE, Rate, clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SHOWN_OPENERS: Final = 60

_Depth = Annotated[
    int,
    typer.Option(
        "--depth",
        metavar="G",
        parser=whole_number(1),
        help="Guesses allowed, those of --after included.",
    ),
]
_Run = Annotated[
    Path | None,
    typer.Option(
        "--run",
        parser=file_name,
        metavar="DIR",
        help="Folder of the run, to begin or to go on with; default: a name that tells the question.",
    ),
]
_Out = Annotated[
    Path | None,
    typer.Option("--out", parser=file_name, metavar="FILE.csv", help="Write the result as a table, too."),
]


def register(app: typer.Typer) -> None:
    """Add the command `census` to `app`."""
    app.command("census")(census)


def census(
    *,
    depth: _Depth,
    run: _Run = None,
    openers: OpenersOption = None,
    after: AfterOption = None,
    out: _Out = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    cluster: ClusterOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Which openers guarantee that every hidden word is found within G guesses?

    Each opener is decided, with a certificate that an independent checker accepts. Stop it when you like:
    the same command goes on where it was. Example:
    wordle-cp census --depth 7 --mode hard --hidden big --variant nyt-2022-02-15
    """
    chosen = Variant.load(variant, mode=mode, hidden=hidden, max_guesses=max_guesses)
    history = history_of(after, chosen)
    wanted = openers_of(None, openers, chosen)
    question = Question.of(chosen, history=history, openers=wanted)
    check_run(run)
    if out is not None:
        check_text_target(out)
    options = LimitOptions(time_limit, max_memory)
    with working(options, jobs, quiet=quiet, lines={CensusStatus: _describer()}) as work:
        report = run_census(
            question,
            depth,
            run if run is not None else Path(census_name(chosen, depth, history)),
            cluster=cluster,
            work=work,
        )
    if out is not None:
        write_whole(out, render_csv(report).encode())
    if as_json:
        print_json(_fields(report, out))
    else:
        print_text("\n".join(_lines(report, out, options)))
    return ExitCode.DONE if report.done else ExitCode.UNDECIDED


def _describer() -> Callable[[CensusStatus], str]:
    """Return what makes a line of a snapshot of a census."""
    rate = Rate()
    return lambda status: describe_census(status, rate.of(status.decided))


def describe_census(status: CensusStatus, rate: float) -> str:
    """Return a census snapshot as one line; `rate` is in openers a second."""
    if status.search is not None and status.search.openers == 0:
        return "scoring all pairs and indexing the endgame families"
    parts = [
        f"{status.decided} of {status.wanted}: {status.possible} possible",
        f"{status.refuted} refuted",
    ]
    if rate > 0:
        parts.append(f"{rate:.1f}/s" if rate >= 1 else f"{rate * MINUTE:.1f}/min")
        parts.append(f"about {clock((status.wanted - status.decided) / rate)} left")
    if status.search is not None and status.search.current is not None:
        parts.append(f"now {status.search.current.upper()}")
    if status.unchecked:
        stays = " (what isn't checked now stays for the next run)" if status.ending else ""
        parts.append(f"{counted(status.unchecked, 'strategy', 'strategies')} to check{stays}")
    return ", ".join(parts)


def _fields(report: CensusReport, out: Path | None) -> dict[str, object]:
    question = report.question
    return {
        "question": "census",
        "depth": question.depth,
        "possible": sorted(found.opener for found in report.possible),
        "impossible": len(report.refuted),
        "undecided": len(report.undecided),
        "unchecked": len(report.unchecked),
        "checked": report.checked,
        "believed_since": report.believed_since,
        "certificates": str(report.folder),
        "refutation": None if report.refutation is None else str(report.refutation),
        "table": None if out is None else str(out),
        "variant": question.variant.name,
        "mode": question.variant.mode.value,
        "after": format_history(question.history, question.variant.length),
        "openers": None if report.openers is None else list(report.openers),
        "hidden": len(question.hidden),
        "decided_before": report.before,
        "lost_certificates": sorted(report.lost),
        "stopped_by": report.stopped_by,
        "seconds": round(report.seconds, 3),
        "seconds_of_all_runs": round(report.seconds_of_all_runs, 3),
    }


def _which(report: CensusReport) -> str:
    """Return the subject of the question."""
    if report.openers is None:
        return "which openers"
    return (
        f"does {report.openers[0].upper()}"
        if len(report.openers) == 1
        else f"which of {len(report.openers)} openers"
    )


def _lines(report: CensusReport, out: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield the report for people."""
    question = report.question
    variant = question.variant
    after = f" after {format_history(question.history, variant.length)}" if question.history else ""
    state = "census" if report.done else "unfinished census"
    yield (
        f"{state}: {variant.name}, {variant.mode} mode{after}: {_which(report)} find every one of "
        f"{counted(len(question.hidden), 'hidden word', 'hidden words')} "
        f"within {counted(question.depth, 'guess', 'guesses')}?"
    )
    openers = sorted(found.opener for found in report.possible)
    yield f"possible     {listed_openers(openers, _SHOWN_OPENERS)}"
    yield f"refuted      {counted(len(report.refuted), 'opener', 'openers')}"
    if report.undecided:
        found = f", {len(report.unchecked)} with a strategy still to be checked" if report.unchecked else ""
        yield f"undecided    {counted(len(report.undecided), 'opener', 'openers')}{found}"
    if report.stopped_by is not None:
        yield f"stopped by   {options.describe(report.stopped_by)}; the same command goes on from here"
    if report.lost:
        yield f"lost         {counted(len(report.lost), 'certificate', 'certificates')} since the last run"
    if report.checked:
        yield f"certificates {report.folder}{os.sep}, checked"
    elif report.certified:
        yield (
            f"certificates {report.folder}{os.sep}, checked on {report.believed_since} by this folder's "
            "ledger; `wordle-cp check FILE` checks one now"
        )
    elif not report.possible and not report.refuted:
        yield f"certificates {report.folder}{os.sep}, none yet"
    else:
        how = "checked" if report.believed_since is None else "not checked in this run"
        yield f"certificates {report.folder}{os.sep}, those of the strategies {how};"
        yield "             that of the refutations still to be written, by a run that isn't stopped before"
    if out is not None:
        yield f"table        {out}"
    yield (
        f"effort       {report.seconds:.1f} s, {clock(report.seconds_of_all_runs)} in all runs; "
        f"{counted(report.before, 'opener', 'openers')} decided before"
    )
