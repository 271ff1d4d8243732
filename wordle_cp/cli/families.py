"""`wordle-cp families`: the endgame families of a variant, and how many guesses each needs."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JsonOption,
    MaxGuessesOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import AfterOption, history_of
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.errors import counted
from wordle_cp.games.question import hidden_after
from wordle_cp.games.variant import Variant
from wordle_cp.models.family_table import FamilyBound, FamilyLemma, family_table
from wordle_cp.rules.words import format_history
from wordle_cp.views.charts.results import family_chart

if TYPE_CHECKING:
    from wordle_cp.work import StopReason

_Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="G",
        parser=whole_number(1),
        help="Tell which families can't be solved within G more guesses.",
    ),
]
_MinSize = Annotated[
    int,
    typer.Option(
        "--min-size", metavar="N", parser=whole_number(2), help="Leave out families of fewer words."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `families` to `app`."""
    app.command("families")(families)


def families(
    *,
    depth: _Depth = None,
    min_size: _MinSize = 6,
    after: AfterOption = None,
    plot: PlotOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """List the endgame families: hidden words that agree in all positions but one.

    For each its pattern, its size and the least number of guesses that always finds the hidden word if it is
    one of them: with --after, the guesses still to be made. In ultrahard mode, and where a limit or Ctrl-C
    ended it, there may be bounds only.
    """
    started = time.monotonic()
    options = LimitOptions(time_limit, max_memory)
    check_plot(plot)
    chosen = Variant.load(variant, mode=mode, hidden=hidden, max_guesses=max_guesses)
    history = history_of(after, chosen)
    live = hidden_after(chosen, history)
    stopped_by: StopReason | None = None
    with working(options, quiet=quiet) as work:

        def cancelled() -> bool:
            nonlocal stopped_by
            stopped_by = stopped_by or work.reason_to_stop()
            return stopped_by is not None

        table = family_table(
            chosen.guesses,
            live,
            chosen.mode,
            history=history,
            min_size=min_size,
            progress=work.counting("families"),
            cancelled=cancelled,
        )
    if not as_json:
        _print_table(table, depth, min_size)
    draw_plot(plot, lambda: family_chart(table, chosen))
    if as_json:
        print_json(
            {
                "variant": chosen.name,
                "mode": chosen.mode.value,
                "hidden": len(live),
                "after": format_history(history, chosen.length),
                "depth": depth,
                "families": [_fields(family, depth) for family in table],
                "stopped_by": stopped_by,
                "seconds": round(time.monotonic() - started, 3),
            }
        )
    elif stopped_by is not None:
        print_text(f"stopped by {options.describe(stopped_by)}: bounds where the least depth isn't known")
    left_open = chosen.mode.only_facts and any(isinstance(one, FamilyBound) for one in table)
    return ExitCode.UNDECIDED if left_open or stopped_by is not None else ExitCode.DONE


def _fields(family: FamilyLemma | FamilyBound, depth: int | None) -> dict[str, object]:
    fields: dict[str, object] = {
        "pattern": family.pattern,
        "size": len(family.words),
        "least_depth": family.least_depth if isinstance(family, FamilyLemma) else None,
        "lower": family.lower,
        "upper": family.upper,
    }
    if depth is not None:
        decided = family.lower > depth or family.upper <= depth
        fields["solvable"] = family.upper <= depth if decided else None
    return fields


def _print_table(table: tuple[FamilyLemma | FamilyBound, ...], depth: int | None, min_size: int) -> None:
    """Print the families, hardest first; with a `depth` only those that it doesn't suffice for."""
    shown = [family for family in table if depth is None or family.lower > depth]
    if shown:
        print_text(f"{'pattern':<9}{'size':>4}  {'least depth':<13}letters")
    for family in sorted(shown, key=lambda family: (-family.lower, -len(family.words), family.pattern)):
        print_text(f"{family.pattern:<9}{len(family.words):>4}  {_needs(family):<13}{_open_letters(family)}")
    needed = Counter(_needs(family) for family in table)
    summary = ", ".join(f"{counted(needed[least], 'needs', 'need')} {least}" for least in sorted(needed))
    print_text(
        f"{counted(len(table), 'family', 'families')} of {min_size} words or more"
        + (f": {summary}" if summary else "")
    )
    if depth is not None:
        print_text(
            f"{len(shown)} of them can't be solved within {counted(depth, 'more guess', 'more guesses')}"
        )


def _needs(family: FamilyLemma | FamilyBound) -> str:
    return str(family.least_depth) if isinstance(family, FamilyLemma) else f"{family.lower} to {family.upper}"


def _open_letters(family: FamilyLemma | FamilyBound) -> str:
    """Return the letters that fill the open position."""
    position = family.pattern.index("?")
    return " ".join(word[position] for word in family.words)
