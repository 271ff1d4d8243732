"""The table of a strategy: the next guess for every response (Bertsimas and Paskov's table 2), and deeper."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.views.strategies.branches import TreeNode, branches_of

if TYPE_CHECKING:
    from wordle_cp.certify.checked import CheckedStrategy

CSV_HEADER: Final = "level,after,response,hidden_words,guess,max_guesses,total_guesses\n"


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

    `rows` are in preorder: each is followed by those after the responses to its guess, in the order of
    `branches.order_of`. `summaries` has each level once, those without a row too.
    """

    strategy: CheckedStrategy
    levels: int
    rows: tuple[TreeNode, ...]
    summaries: tuple[Level, ...]

    def level(self, row: TreeNode) -> int:
        """Return which guess of the strategy a row has, its opener being the first."""
        return row.number - len(self.strategy.claim.history)


def strategy_table(strategy: CheckedStrategy, levels: int = 2) -> StrategyTable:
    """Return the table of `strategy` down to its guess number `levels`, 2 or more."""
    root = branches_of(strategy)
    first = root.number - 1
    rows = [branch for branch in root.preorder() if 1 < branch.number - first <= levels]
    summaries = []
    for level in range(2, levels + 1):
        here = [row for row in rows if row.number - first == level]
        words, total = sum(row.hidden_count for row in here), sum(row.total for row in here)
        before = root.hidden_count - words, root.total - total
        summaries.append(Level(level, len(here), words, total, *before))
    return StrategyTable(strategy, levels, tuple(rows), tuple(summaries))


def render_csv(table: StrategyTable) -> str:
    """Return the rows as CSV; a history is written as words and patterns joined by dots."""
    scoring = table.strategy.scoring
    text = io.StringIO(CSV_HEADER)
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\n")
    for row in table.rows:
        response = scoring.format_pattern(row.pattern)
        after = scoring.format_history(row.history)
        writer.writerow(
            (table.level(row), after, response, row.hidden_count, row.guess, row.worst, row.total)
        )
    return text.getvalue()
