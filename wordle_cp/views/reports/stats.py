"""What `stats` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import column, may_be_guessed
from wordle_cp.data import called
from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.experiments.list_stats import LetterCount, StatsReport, StrategyStats
    from wordle_cp.work import StopReason

_SHOWN_HARDEST: Final = 20


def stats_fields(report: StatsReport | None, stopped_by: StopReason | None) -> dict[str, object]:
    """Return the JSON fields of `stats`; there is no report if it was stopped before anything was counted."""
    return ({} if report is None else _fields(report)) | {"stopped_by": stopped_by}


def _fields(report: StatsReport) -> dict[str, object]:
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


def stats_lines(report: StatsReport | None, struck: str | None) -> Iterator[str]:
    """Yield the report of `stats` for people; None in place of what `struck` if nothing did."""
    if report is not None:
        yield from _lines(report)
    if struck is not None:
        left = "anything was counted" if report is None else "the strategy was checked"
        yield f"stopped by {struck} before {left}"


def _lines(report: StatsReport) -> Iterator[str]:
    variant = report.variant
    hidden = counted(len(variant.hidden), "hidden word", "hidden words")
    yield f"{variant.name}: {hidden}, {may_be_guessed(variant)}"
    positions = "".join(f"{place:>6}" for place in range(1, variant.length + 1))
    heading, *letters = column("letter", (capital(one.letter) for one in report.hidden_letters))
    yield f"{heading}   total   words  at{positions}  in guesses"
    in_guesses = {one.letter: one.total for one in report.guess_letters}
    for letter, one in zip(letters, report.hidden_letters, strict=True):
        places = "".join(f"{number:>6}" for number in one.by_position)
        yield f"{letter}{one.total:>8}{one.words:>8}    {places}{in_guesses[one.letter]:>12}"
    heading, *openers = column("opener", (tiles.opener.upper() for tiles in report.tiles))
    yield f"{heading}  coloured tiles   green   rank"
    for opener, tiles in zip(openers, report.tiles, strict=True):
        yield f"{opener}  {float(tiles.coloured):>14.3f}{float(tiles.green):>8.3f}{tiles.place:>7}"
    heading, *patterns = column("family", (family.pattern for family in report.families))
    if report.families:
        yield f"{heading}  words"
    for pattern, family in zip(patterns, report.families, strict=True):
        yield f"{pattern}  {len(family.words):>5}  {' '.join(family.words)}"
    if report.strategy is not None:
        yield from _strategy_lines(report.strategy)


def _strategy_lines(strategy: StrategyStats) -> Iterator[str]:
    total = counted(strategy.figures.total_guesses, "guess", "guesses")
    source = called(strategy.source)
    yield f"strategy     {strategy.opener.upper()}, {strategy.mode} mode, {total} in all ({source})"
    for guesses, (words, share) in enumerate(
        zip(strategy.figures.distribution, strategy.within, strict=True), 1
    ):
        yield f"             guess {guesses} finds {words:>5}; {float(share):>7.2%} found by then"
    dots = " ..." if len(strategy.hardest) > _SHOWN_HARDEST else ""
    shown = " ".join(strategy.hardest[:_SHOWN_HARDEST])
    yield f"hardest      {counted(len(strategy.hardest), 'word', 'words')}: {shown}{dots}"
