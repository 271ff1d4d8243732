"""`wordle-cp boards`: several boards at once, as in Dordle and Quordle: exact values, or proven bounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.answers.boards.history import format_played, parse_played
from wordle_cp.answers.boards.report import solve_boards
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.errors import counted
from wordle_cp.games.schema import MOST_BOARDS
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.boards.report import BoardsReport

_USUAL: Final = 2
_Boards = Annotated[
    int | None,
    typer.Option(
        "--boards",
        metavar="B",
        parser=whole_number(1, MOST_BOARDS),
        help="How many boards; default: the variant's, or 2 if it has one.",
    ),
]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=file_name,
        metavar="FILE",
        help="Keep the certificate; of many words and two boards it takes minutes more, and proves more.",
    ),
]


_After = Annotated[
    str | None,
    typer.Option(
        "--after",
        metavar="HISTORY",
        help="What was played: words and responses joined by dots, the responses of the boards by slashes, "
        "'-' on a solved one: crate.BYBBB/GGGGG.tonic.BBYYB/-.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `boards` to `app`."""
    app.command("boards")(boards)


def boards(
    *,
    boards: _Boards = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    after: _After = None,
    out: _Out = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """How few guesses solve several boards at once, on average and at the worst?

    Each guess is answered on each board that isn't solved. Words are drawn independently. In hard mode a
    guess must be allowed on one of these boards at least. Small games have exact answers, for large ones
    there are proven bounds; the output says which, and what of it the checker has accepted. Examples:
    wordle-cp boards --variant toy
    wordle-cp boards --variant toy --after cress.GGGBB/GGYBB
    wordle-cp boards --boards 4 --variant original
    """
    chosen = Variant.load(variant, mode=mode, hidden=hidden, boards=True)
    number = boards or (chosen.boards if chosen.boards > 1 else _USUAL)
    played = parse_played(after or "", chosen, number)
    options = LimitOptions(time_limit, max_memory)
    with working(options, jobs, quiet=True) as work:
        report = solve_boards(chosen, number, work, out, played)
    if as_json:
        print_json(_fields(report, out))
    else:
        print_text("\n".join(_lines(report, out, options)))
    return ExitCode.DONE if report.stopped_by is None else ExitCode.UNDECIDED


def _fields(report: BoardsReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields of `boards`."""
    return {
        "variant": report.variant.name,
        "boards": report.boards,
        "hidden": len(report.variant.hidden),
        "mode": report.variant.mode,
        "after": format_played(report.played),
        "deals": report.deals,
        "exact": report.exact,
        "total_lower": report.total[0],
        "total_upper": report.total[1],
        "mean_lower": report.mean[0],
        "mean_upper": report.mean[1],
        "worst_lower": report.worst[0],
        "worst_upper": report.worst[1],
        "openers": None if report.openers is None else list(report.openers),
        "fixed": list(report.fixed),
        "one_board": report.one_board,
        "certified": None
        if report.certified is None
        else {
            "total_lower": report.certified.total[0],
            "total_upper": report.certified.total[1],
            "worst_lower": report.certified.worst[0],
            "worst_upper": report.certified.worst[1],
            "file": None if out is None else str(out),
        },
        "stopped_by": report.stopped_by,
        "seconds": report.seconds,
    }


def _lines(report: BoardsReport, out: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield the report of `boards` for people."""
    (least, most), (lower, upper) = report.total, report.mean
    yield (
        f"{report.variant.name}: {counted(report.boards, 'board', 'boards')}, "
        f"{counted(len(report.variant.hidden), 'hidden word', 'hidden words')}, {report.deals} deals"
        + (f" left after {format_played(report.played)}" if report.played else "")
        + (f", {report.variant.mode} mode" if report.variant.mode.binds else "")
    )
    more = "more guesses" if report.played else "guesses"
    if least == most:
        yield f"total        exact: {least} {more} over all deals, {lower:.4f} on average"
    else:
        yield f"total        between {least} and {most} {more}, {lower:.4f} and {upper:.4f} on average"
    least, most = report.worst
    if least == most:
        yield f"worst case   exact: {least} guesses"
    else:
        yield f"worst case   between {least} and {most} guesses"
    if report.openers is not None:
        yield f"openers      {report.openers[0].upper()}; for the worst case {report.openers[1].upper()}"
    if report.by_chains:
        first = "".join(f"{guess.upper()}, then " for guess in report.fixed)
        yield f"at most      by {first}words that agree with one board after the other"
    elif report.fixed:
        first = ", ".join(guess.upper() for guess in report.fixed)
        yield f"at most      by {first}, then one board after the other"
    if report.one_board is not None:
        yield f"at least     as one board takes {report.one_board} guesses over its words"
    yield _certified(report, out)
    if report.stopped_by is not None:
        yield f"stopped      by {options.describe(report.stopped_by)}: bounds may be better without it"


def _certified(report: BoardsReport, out: Path | None) -> str:
    """Return what the checker has accepted."""
    claim = report.certified
    if claim is None:
        return "certified    nothing of it" + ("" if out is None else f"; {out} isn't written")
    file = "" if out is None else f"; {out}"
    if (claim.total, claim.worst) == (report.total, report.worst):
        return f"certified    all of it, by the independent checker{file}"
    (least, most), deals = claim.total, report.deals
    worst = f"{claim.worst[0]} to {claim.worst[1]} at the worst"
    return f"certified    {least / deals:.4f} to {most / deals:.4f} on average, {worst}{file}"
