"""What rows of squares alone say: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.errors import counted
from wordle_cp.views.reports.analysis import game_words, names
from wordle_cp.views.reports.common import ending_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.play.rows import Row, Rows


def rows_fields(rows: Rows) -> dict[str, object]:
    """Return the JSON fields: the hidden words that explain all rows, and the guesses that fit each."""
    scoring = rows.variant.scoring
    return {
        "question": "rows",
        "variant": rows.variant.name,
        "mode": rows.variant.mode.value,
        "hidden": list(rows.hidden),
        "rows": [
            {
                "pattern": scoring.format_pattern(row.pattern),
                "guesses": list(row.guesses),
                "fewest_left": row.fewest_left,
                "most_left": row.most_left,
            }
            for row in rows.rows
        ],
        **ending_fields(rows),
    }


def rows_lines(rows: Rows) -> Iterator[str]:
    """Yield the report for people."""
    variant = rows.variant
    all_words = counted(len(variant.hidden), "word", "words")
    yield f"{game_words(variant)}: rows without words, so each is looked at by itself"
    if len(rows.hidden) == 1:
        yield f"hidden word  {rows.hidden[0].upper()}"
    else:
        yield f"hidden word  one of {len(rows.hidden)} of {all_words}: each row has a guess that gets it"
    for row in rows.rows:
        pattern = variant.scoring.format_pattern(row.pattern)
        for line in row_lines(rows, row):
            yield f"{pattern:<12} {line}"
            pattern = ""
    yield "Write each guess beside its row, and the game is judged exactly."


def row_lines(rows: Rows, row: Row) -> Iterator[str]:
    """Yield what one of the rows says."""
    variant = rows.variant
    if row.pattern == variant.scoring.win:
        yield "the hidden word"
        return
    left = str(row.most_left) if row.fewest_left == row.most_left else f"{row.fewest_left} to {row.most_left}"
    yield f"{counted(len(row.guesses), 'guess fits', 'guesses fit')}: {names(row.guesses)}"
    yield f"luck: as a first guess it leaves {left} of {counted(len(variant.hidden), 'word', 'words')}"
