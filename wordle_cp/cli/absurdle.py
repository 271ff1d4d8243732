"""`wordle-cp absurdle`: the fewest guesses that beat Absurdle, and which."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.answers.absurdle.proof import certify
from wordle_cp.answers.absurdle.run import beat_absurdle
from wordle_cp.cli.files import file_name
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.position import AfterOption, history_of
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.errors import counted
from wordle_cp.files.write import check_target
from wordle_cp.games.question import hidden_after
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import format_history, format_pattern
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.absurdle.run import AbsurdleReport
    from wordle_cp.rules.words import History
    from wordle_cp.work import StopReason

_Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=file_name,
        metavar="FILE",
        help="Keep the certificate: the guesses, and that no fewer win.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `absurdle` to `app`."""
    app.command("absurdle")(absurdle)


def absurdle(
    *,
    after: AfterOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    out: _Out = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """How few guesses beat Absurdle, which always keeps the most words, and which guesses do?

    The independent checker judges that the guesses win, and that no fewer do; the output says so where that
    is too much to look at. How few guesses beat every host, whatever it keeps, is another question: prove
    --least-depth. Examples:
    wordle-cp absurdle
    wordle-cp absurdle --mode hard --after salet.bbbbb
    """
    chosen = Variant.load(variant, mode=mode, hidden=hidden)
    if out is not None:
        check_target(out)
    history = history_of(after, chosen)
    options = LimitOptions(time_limit, max_memory)
    with working(options, quiet=quiet) as work:
        try:
            report = certify(beat_absurdle(chosen, history, work), work, out)
        except StoppedError as error:
            _say_stopped(chosen, history, error.reason, options, as_json=as_json)
            return ExitCode.UNDECIDED
    if as_json:
        print_json(_fields(report, out))
    else:
        print_text("\n".join(_lines(report, out, options)))
    return ExitCode.DONE if report.stopped_by is None else ExitCode.UNDECIDED


def _say_stopped(
    variant: Variant, history: History, reason: StopReason, options: LimitOptions, *, as_json: bool
) -> None:
    """Print what is known where the search was stopped before it had a game that wins."""
    hidden_count = len(hidden_after(variant, history))
    lower = min(hidden_count, 2)  # the last guess is the one word left
    if as_json:
        print_json(
            {
                "variant": variant.name,
                "mode": variant.mode,
                "after": format_history(history, variant.length),
                "hidden": hidden_count,
                "fewest": None,
                "lower": lower,
                "upper": None,
                "stopped_by": reason,
            }
        )
        return
    more = "more " if history else ""
    guesses = counted(lower, f"{more}guess", f"{more}guesses")
    print_text(
        f"{_place(variant, history)}: Absurdle is beaten in {guesses} at the least; "
        f"{options.describe(reason)} struck before a game that wins was known"
    )


def _place(variant: Variant, history: History) -> str:
    """Return what was asked about."""
    after = f" after {format_history(history, variant.length)}" if history else ""
    return f"{variant.name}, {variant.mode} mode{after}"


def _fields(report: AbsurdleReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields of `absurdle`."""
    length = report.variant.length
    return {
        "variant": report.variant.name,
        "mode": report.variant.mode,
        "after": format_history(report.history, length),
        "hidden": report.hidden_count,
        "fewest": report.fewest,
        "lower": report.lower,
        "upper": len(report.moves),
        "moves": [
            {
                "guess": move.guess,
                "pattern": format_pattern(move.pattern, length),
                "words_left": move.words_left,
            }
            for move in report.moves
        ],
        "checked": True,
        "lower_by": "certificate" if report.certified else "search",
        "certificate": str(out) if report.certified and out is not None else None,
        "most_cells": report.most_cells,
        "positions": report.positions,
        "stopped_by": report.stopped_by,
        "seconds": report.seconds,
    }


def _lines(report: AbsurdleReport, out: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield the report of `absurdle` for people."""
    length = report.variant.length
    upper = len(report.moves)
    more = "more " if report.history else ""
    found = (
        f"{counted(upper, f'{more}guess', f'{more}guesses')}, and no fewer"
        if report.fewest is not None
        else f"between {report.lower} and {upper} {more}guesses; {options.describe(report.stopped_by)} struck"
    )
    yield f"{_place(report.variant, report.history)}: Absurdle is beaten in {found}"
    for number, move in enumerate(report.moves, len(report.history) + 1):
        last = number == len(report.history) + upper
        left = "found" if last else f"{counted(move.words_left, 'word', 'words')} left"
        yield f"{number:>5}  {move.guess.upper()} {format_pattern(move.pattern, length)}  {left}"
    by_search = (
        f"{counted(report.positions, 'position', 'positions')}, {report.most_cells} cells of a guess at most"
    )
    if report.certified:
        yield "certified    all of it, by the independent checker" + ("" if out is None else f"; {out}")
        yield f"searched     {by_search}"
        return
    yield "checked      the guesses, by playing them again with the plain rules"
    yield f"by search    that fewer than {report.lower} won't do: {by_search}"
    if report.fewest is not None:
        reason = (
            "the checker would have too much to look at"
            if report.stopped_by is None
            else f"{options.describe(report.stopped_by)} struck"
        )
        yield f"certified    nothing: {reason}"
    if out is not None:
        yield f"not written  {out}"
