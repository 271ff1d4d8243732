"""`wordle-cp stats`: letters, coloured tiles, families, and when a strategy finds which words."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_text
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import LimitOptions
from wordle_cp.errors import CertificateRejected, counted
from wordle_cp.experiments.list_stats import counts, with_strategy
from wordle_cp.games.variant import Variant
from wordle_cp.rules.letters import capital
from wordle_cp.views.charts.results import letter_chart
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.experiments.list_stats import LetterCount, StatsReport, StrategyStats
    from wordle_cp.work import StopReason

_SHOWN_HARDEST: Final = 20
_Openers = Annotated[
    list[str] | None,
    typer.Option(
        "--opener",
        metavar="W",
        help="Tell the coloured tiles of this opener; may be given several times. Default: the best ones.",
    ),
]
_Top = Annotated[
    int,
    typer.Option("--top", metavar="K", parser=whole_number(1), help="Openers and families to list."),
]
_Strategy = Annotated[
    Path | None,
    typer.Option(
        "--strategy",
        parser=file_name,
        metavar="FILE",
        help="The certificate of a strategy, which is checked. Default: the shipped proof of the game's "
        "least total, if any.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `stats` to `app`."""
    app.command("stats")(stats)


def stats(
    *,
    opener: _Openers = None,
    top: _Top = 10,
    strategy: _Strategy = None,
    plot: PlotOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """What are the word lists like, what do openers colour, and when does a strategy find which words?

    Examples:
    wordle-cp stats --opener salet --opener audio
    wordle-cp stats --strategy salet.cert.gz
    """
    started = time.monotonic()
    check_plot(plot)
    options = LimitOptions(time_limit, max_memory)
    report: StatsReport | None = None
    stopped_by: StopReason | None = None
    try:
        with alarmed(options.limits, started, Reached(lambda _done, _whole: None)):
            chosen = Variant.load(variant, mode=mode, hidden=hidden)
            report = counts(chosen, tuple(chosen.word(word) for word in opener or ()), top)
            report = with_strategy(report, strategy)
    except CertificateRejected as error:
        print_error(f"rejected: {strategy}: {error}", as_json=as_json)
        return ExitCode.REJECTED
    except StoppedError as stopped:
        stopped_by = stopped.reason
    known = report
    if not as_json:
        lines = [] if known is None else list(_lines(known))
        if stopped_by is not None:
            left = "anything was counted" if known is None else "the strategy was checked"
            lines.append(f"stopped by {options.describe(stopped_by)} before {left}")
        print_text("\n".join(lines))
    if known is not None:
        draw_plot(plot, lambda: letter_chart(known))
    if as_json:
        print_json({**({} if known is None else _fields(known)), "stopped_by": stopped_by})
    return ExitCode.DONE if stopped_by is None else ExitCode.UNDECIDED


def _fields(report: StatsReport) -> dict[str, object]:
    """Return the JSON fields of `stats`."""
    strategy = report.strategy
    return {
        "variant": report.variant.name,
        "hidden": len(report.variant.hidden),
        "guesses": len(report.variant.guesses),
        "letters": {
            "hidden": _letter_fields(report.hidden_letters),
            "guesses": _letter_fields(report.guess_letters),
        },
        "coloured_tiles": [
            {
                "opener": tiles.opener,
                "rank": tiles.place,
                "mean_coloured": float(tiles.coloured),
                "mean_green": float(tiles.green),
            }
            for tiles in report.tiles
        ],
        "families": [
            {"pattern": family.pattern, "size": len(family.words), "words": list(family.words)}
            for family in report.families
        ],
        "strategy": None if strategy is None else _strategy_fields(strategy),
    }


def _letter_fields(letters: Sequence[LetterCount]) -> list[dict[str, object]]:
    return [
        {
            "letter": one.letter,
            "total": one.total,
            "words": one.words,
            "by_position": list(one.by_position),
        }
        for one in letters
    ]


def _strategy_fields(strategy: StrategyStats) -> dict[str, object]:
    return {
        "certificate": str(strategy.source),
        "mode": strategy.mode,
        "opener": strategy.opener,
        "total_guesses": strategy.figures.total_guesses,
        "max_guesses": len(strategy.figures.distribution),
        "distribution": list(strategy.figures.distribution),
        "share_within": [float(share) for share in strategy.within],
        "hardest": list(strategy.hardest),
    }


def _lines(report: StatsReport) -> Iterator[str]:
    """Yield the report of `stats` for people."""
    variant = report.variant
    hidden = counted(len(variant.hidden), "hidden word", "hidden words")
    yield f"{variant.name}: {hidden}, {counted(len(variant.guesses), 'guess', 'guesses')}"
    positions = "".join(f"{place:>6}" for place in range(1, variant.length + 1))
    yield f"letter   total   words  at{positions}  in guesses"
    in_guesses = {one.letter: one.total for one in report.guess_letters}
    for one in report.hidden_letters:
        places = "".join(f"{number:>6}" for number in one.by_position)
        yield f"{capital(one.letter):<6}{one.total:>8}{one.words:>8}    {places}{in_guesses[one.letter]:>12}"
    yield "opener  coloured tiles   green   rank"
    for tiles in report.tiles:
        yield (
            f"{tiles.opener.upper():<8}{float(tiles.coloured):>14.3f}{float(tiles.green):>8.3f}"
            f"{tiles.place:>7}"
        )
    yield "family  words"
    for family in report.families:
        yield f"{family.pattern:<8}{len(family.words):>5}  {' '.join(family.words)}"
    if report.strategy is not None:
        yield from _strategy_lines(report.strategy)


def _strategy_lines(strategy: StrategyStats) -> Iterator[str]:
    total = counted(strategy.figures.total_guesses, "guess", "guesses")
    yield f"strategy     {strategy.opener.upper()}, {strategy.mode} mode, {total} in all ({strategy.source})"
    for guesses, (words, share) in enumerate(
        zip(strategy.figures.distribution, strategy.within, strict=True), 1
    ):
        yield f"             guess {guesses} finds {words:>5}; {float(share):>7.2%} found by then"
    dots = " ..." if len(strategy.hardest) > _SHOWN_HARDEST else ""
    shown = " ".join(strategy.hardest[:_SHOWN_HARDEST])
    yield f"hardest      {counted(len(strategy.hardest), 'word', 'words')}: {shown}{dots}"
