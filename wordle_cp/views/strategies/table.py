"""The table of a strategy: the next guess for every response (Bertsimas and Paskov's table 2), and deeper."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.rules.words import History, format_history, format_pattern
from wordle_cp.views.strategies.branches import Branch, branches_of

if TYPE_CHECKING:
    from wordle_cp.certify.checked import CheckedStrategy


@dataclass(frozen=True, slots=True)
class Row:
    """What to guess after `history`, and what follows.

    `level` counts the guesses of the strategy, its opener as 1; `history` may begin before. `hidden_count`
    words are left; all of them take `total` guesses, and none more than `worst`, both from the game's start.
    """

    level: int
    history: History
    hidden_count: int
    guess: str
    worst: int
    total: int


@dataclass(frozen=True, slots=True)
class Level:
    """The rows of one level together: their number and sums, and the words that were found before.

    `hidden_count` and `found_before` add up to the strategy's hidden words, `total` and `total_before` (the
    guesses of those found before) to its total.
    """

    level: int
    rows: int
    hidden_count: int
    total: int
    found_before: int
    total_before: int


@dataclass(frozen=True, slots=True)
class StrategyTable:
    """The guesses of a strategy from level 2 to `levels`.

    `rows` are in preorder: each is followed by those after the responses to its guess, responses in the order
    of `branches.ORDER`. `summaries` has each level once, those without a row too.
    """

    strategy: CheckedStrategy
    levels: int
    rows: tuple[Row, ...]
    summaries: tuple[Level, ...]


def strategy_table(strategy: CheckedStrategy, levels: int = 2) -> StrategyTable:
    """Return the table of `strategy` down to its guess number `levels`, 2 or more."""
    root = branches_of(strategy)
    rows = [
        Row(
            level=branch.number - root.number + 1,
            history=branch.history,
            hidden_count=len(branch.hidden_set),
            guess=branch.guess,
            worst=branch.worst,
            total=branch.total,
        )
        for branch in root.preorder()
        if 1 < branch.number - root.number + 1 <= levels
    ]
    summaries = tuple(_summary(root, rows, level) for level in range(2, levels + 1))
    return StrategyTable(strategy, levels, tuple(rows), summaries)


def _summary(root: Branch, rows: list[Row], level: int) -> Level:
    """Return the sums of the rows of `level`, and what they leave of those of the strategy."""
    here = [row for row in rows if row.level == level]
    words, total = sum(row.hidden_count for row in here), sum(row.total for row in here)
    return Level(level, len(here), words, total, len(root.hidden_set) - words, root.total - total)


def render_csv(table: StrategyTable) -> str:
    """Return the rows as CSV; a history is written as words and patterns joined by dots."""
    length = table.strategy.word_length
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("level", "after", "response", "hidden_words", "guess", "max_guesses", "total_guesses"))
    for row in table.rows:
        response = format_pattern(row.history[-1][1], length)
        after = format_history(row.history, length)
        writer.writerow((row.level, after, response, row.hidden_count, row.guess, row.worst, row.total))
    return text.getvalue()
