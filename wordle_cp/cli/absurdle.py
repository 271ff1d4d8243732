"""`wordle-cp absurdle`: the fewest guesses that beat Absurdle, and which."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from wordle_cp.absurdle import beat_absurdle
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
from wordle_cp.cli.running import LimitOptions, interruptible
from wordle_cp.cli.total_progress import on_terminal, terminal_line
from wordle_cp.errors import counted
from wordle_cp.position_value import Work
from wordle_cp.rules import format_history, format_pattern
from wordle_cp.search.watch import StoppedError
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    import typer

    from wordle_cp.absurdle import AbsurdleReport


def register(app: typer.Typer) -> None:
    """Add the command `absurdle` to `app`."""
    app.command("absurdle")(absurdle)


def absurdle(
    *,
    after: AfterOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """How few guesses beat Absurdle, which always keeps the most words, and which guesses do?

    The guesses are checked by playing them again; that no fewer do is what the search says. How few guesses
    beat every host, whatever it keeps, is another question: prove --least-depth. Examples:
    wordle-cp absurdle
    wordle-cp absurdle --mode hard --after salet.bbbbb
    """
    chosen = Variant.load(variant, mode=mode, hidden=hidden)
    history = history_of(after, chosen)
    options = LimitOptions(time_limit, max_memory)
    with (
        interruptible() as interrupted,
        terminal_line(interrupted) if on_terminal() and not quiet else nullcontext() as display,
    ):

        def tell(guesses: int, positions: int) -> None:
            if display is not None:
                display.say(f"{counted(guesses, 'guess', 'guesses')}? {positions} positions")

        work = Work(limits=options.limits, cancelled=interrupted)
        try:
            report = beat_absurdle(chosen, history, work, tell)
        except StoppedError as error:
            if as_json:
                print_json({"fewest": None, "lower": 1, "upper": None, "stopped_by": error.reason})
            else:
                print_text(f"stopped by {options.describe(error.reason)}, before a game that wins was known")
            return ExitCode.UNDECIDED
    if as_json:
        print_json(_fields(report))
    else:
        print_text("\n".join(_lines(report, options)))
    return ExitCode.DONE if report.fewest is not None else ExitCode.UNDECIDED


def _fields(report: AbsurdleReport) -> dict[str, object]:
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
        "lower_by": "search",
        "most_cells": report.most_cells,
        "positions": report.positions,
        "stopped_by": report.stopped_by,
        "seconds": report.seconds,
    }


def _lines(report: AbsurdleReport, options: LimitOptions) -> Iterator[str]:
    """Yield the report of `absurdle` for people."""
    length = report.variant.length
    place = f" after {format_history(report.history, length)}" if report.history else ""
    upper = len(report.moves)
    more = "more " if report.history else ""
    found = (
        f"{counted(upper, f'{more}guess', f'{more}guesses')}, and no fewer"
        if report.fewest is not None
        else f"between {report.lower} and {upper} {more}guesses; {options.describe(report.stopped_by)} struck"
    )
    yield f"{report.variant.name}, {report.variant.mode} mode{place}: Absurdle is beaten in {found}"
    for number, move in enumerate(report.moves, len(report.history) + 1):
        last = number == len(report.history) + upper
        left = "found" if last else f"{counted(move.words_left, 'word', 'words')} left"
        yield f"{number:>5}  {move.guess.upper()} {format_pattern(move.pattern, length)}  {left}"
    yield "checked      the guesses, by playing them again with the plain rules"
    yield (
        f"by search    that fewer than {report.lower} won't do: "
        f"{counted(report.positions, 'position', 'positions')}, {report.most_cells} cells of a guess at most"
    )
