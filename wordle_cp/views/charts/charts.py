"""How each answer becomes a chart: one function a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WordleCpError, counted, one_line
from wordle_cp.rules.letters import capital
from wordle_cp.views.charts.drawn import COLOURS, Band, Bars, Dots, HeatMap, Series, Squares

if TYPE_CHECKING:
    from wordle_cp.answers.families import FamiliesAnswer
    from wordle_cp.answers.rankings import RankAnswer
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.experiments.compare import Comparison
    from wordle_cp.experiments.list_stats import ListStats
    from wordle_cp.experiments.noise import NoiseAnswer
    from wordle_cp.games.question import Position, TotalQuestion
    from wordle_cp.games.variant import Variant
    from wordle_cp.views.charts.drawn import Chart


class NothingToDrawError(WordleCpError):
    """A result that no chart can be made of, though nothing is wrong with it."""


_MOST_ROWS: Final = 40
"""Openers and families that a picture shows."""
_MOST_SERIES: Final = 4
"""Strategies whose bars are shown side by side; more are the rows of a heat map."""
_GUESSES: Final = "guesses needed"
_WORDS: Final = "hidden words"


def distribution_chart(report: SolveAnswer) -> Chart:
    """Return how many hidden words the strategy of `solve` finds with which guess.

    Raises:
        NothingToDrawError: there is no strategy, or none of least cost is known yet.
    """
    strategy, question = report.strategy, report.question
    if strategy is None or report.cost is None or not report.exact:
        message = "there is no strategy to draw"
        raise NothingToDrawError(message)
    total = f"cost {report.cost}"
    if question.goal.counts_guesses:
        total = counted(report.cost, "guess", "guesses")
        total = f"weighted total {report.cost}" if question.goal.weights else total
    return Bars(
        title=f"{strategy.opener.upper()}: {total}, {_position(question)}",
        x_label=_GUESSES + (" from there on" if question.history else ""),
        y_label=_WORDS,
        categories=_numbers(len(strategy.distribution)),
        series=(Series(strategy.opener.upper(), strategy.distribution),),
    )


def comparison_chart(report: Comparison, *, partly: bool = False) -> Chart:
    """Return how many hidden words each policy finds with which guess: bars, or a heat map of many policies.

    Where it is known, what the best play after the same opener finds stands beside them. With `partly` what
    was played is drawn, even if something else wasn't.

    Raises:
        NothingToDrawError: nothing was played, or not all.
    """
    if not report.played or (report.stopped_by is not None and not partly):
        message = "not every policy was played out"
        raise NothingToDrawError(message)
    best = {one.opener: one.best for one in report.played if one.best is not None}
    figures = [
        *((f"{one.policy} {one.opener.upper()}", one.figures) for one in report.played),
        *((f"best play after {opener.upper()}", found) for opener, found in best.items()),
    ]
    most = max(len(found.distribution) for _, found in figures)
    title = f"Policies over {counted(len(report.variant.hidden), 'word', 'words')}, {_game(report.variant)}"
    rows = {
        one_line(f"{name} ({found.total_guesses / found.hidden_count:.3f})"): (
            *found.distribution,
            *(0 for _ in range(most - len(found.distribution))),
        )
        for name, found in figures
    }
    if len(rows) == 1:
        title = f"{next(iter(rows))}: {title}"
    if len(rows) <= min(_MOST_SERIES, len(COLOURS)):
        series = tuple(
            Series(name, values, yardstick=place >= len(report.played))
            for place, (name, values) in enumerate(rows.items())
        )
        return Bars(title, _GUESSES, _WORDS, _numbers(most), series)
    return HeatMap(
        title=title,
        x_label=_GUESSES,
        y_label="policy, opener (mean guesses)",
        columns=_numbers(most),
        rows=tuple(rows),
        value_label=_WORDS,
        values=tuple(rows.values()),
    )


def ranking_chart(report: RankAnswer) -> Chart:
    """Return the best openers with what they cost on average.

    Raises:
        NothingToDrawError: no opener is ranked.
    """
    if not report.ranked:
        message = "no opener is ranked yet"
        raise NothingToDrawError(message)
    shown = report.ranked[:_MOST_ROWS]
    counts = report.question.goal.counts_guesses
    return Dots(
        title=f"Openers by {'total of guesses' if counts else 'cost'}, {_position(report.question)}",
        x_label=f"{'guesses' if counts else 'cost'} on average, a hidden word",
        y_label="opener, best first",
        names=tuple(found.opener.upper() for found in shown),
        values=tuple(float(report.mean(found)) for found in shown),
        notes=tuple(str(found.cost) for found in shown),
    )


def family_chart(report: FamiliesAnswer) -> Chart:
    """Return the hardest families: which letters fill the open position, and how many guesses are needed.

    Raises:
        NothingToDrawError: there is no family.
    """
    if not report.table:
        message = "there is no family to draw"
        raise NothingToDrawError(message)
    position, variant = report.position, report.position.variant
    ordered = sorted(report.table, key=lambda family: (-family.lower, -len(family.words), family.pattern))
    shown = ordered[:_MOST_ROWS]
    letters = [set(family.open_letters) for family in shown]
    columns = tuple(letter for letter in variant.alphabet.letters if any(letter in one for one in letters))
    more = "more " if position.history else ""
    needs = [
        f"{counted(family.upper, f'{more}guess', f'{more}guesses')} needed"
        if family.lower == family.upper
        else f"{family.lower} to {family.upper} {more}guesses needed"
        for family in shown
    ]
    kinds = tuple(dict.fromkeys(needs))
    return Squares(
        title=f"Families of {_position(position)}"
        + (f": {len(shown)} of {len(report.table)}" if len(report.table) > len(shown) else ""),
        x_label="letter in the open position",
        y_label="family, hardest first",
        columns=tuple(map(capital, columns)),
        rows=tuple(family.pattern.upper() for family in shown),
        kinds=kinds,
        kind_of=tuple(map(kinds.index, needs)),
        filled=tuple(tuple(letter in one for letter in columns) for one in letters),
    )


def letter_chart(report: ListStats) -> Chart:
    """Return how many hidden words have which letter at which position.

    Raises:
        NothingToDrawError: nothing was counted.
    """
    if not report.hidden_letters:
        message = "nothing was counted"
        raise NothingToDrawError(message)
    words = counted(len(report.variant.hidden), "hidden word", "hidden words")
    return HeatMap(
        title=f"Letters of {words}, {report.variant.name}",
        x_label="position in the word",
        y_label="letter, most frequent first",
        columns=_numbers(report.variant.length),
        rows=tuple(capital(one.letter) for one in report.hidden_letters),
        value_label=_WORDS,
        values=tuple(one.by_position for one in report.hidden_letters),
    )


def noise_chart(report: NoiseAnswer) -> Chart:
    """Return the guesses on average by the level of noise: median, least and greatest of the runs.

    Raises:
        NothingToDrawError: there was reason to stop.
    """
    if not report.points:
        message = "there is no result to draw"
        raise NothingToDrawError(message)
    count = len(report.variant.hidden)
    return Band(
        title=(
            f"{report.chosen.capitalize()} by noisy values after {report.opener.upper()}, "
            f"{_game(report.variant)}"
        ),
        x_label=f"noise of the values of states, % ({counted(report.runs, 'run', 'runs')} a level)",
        y_label="guesses on average, a hidden word",
        categories=tuple(f"{point.level:g}" for point in report.points),
        least=tuple(point.least / count for point in report.points),
        medians=tuple(point.median / count for point in report.points),
        greatest=tuple(point.greatest / count for point in report.points),
        level=report.optimum / count,
        level_name=f"best play after {report.opener.upper()} ({report.optimum / count:.4f})",
    )


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, count + 1)))


def _position(position: Position | TotalQuestion) -> str:
    """Return which game it is, and after which guesses."""
    scoring = position.variant.scoring
    after = ", ".join(
        f"{guess.upper()} {scoring.format_pattern(pattern)}" for guess, pattern in position.history
    )
    return _game(position.variant) + (f" after {after}" if after else "")


def _game(variant: Variant) -> str:
    """Return which game it is; where every guess may be the hidden word, that too."""
    big = ", hidden big" if set(variant.hidden) >= set(variant.guesses) else ""
    return f"{variant.name}, {variant.mode} mode{big}"
