"""What rows of squares alone say: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import ending_fields, first_names, words_of
from wordle_cp.errors import counted
from wordle_cp.views.reports.analysis import game_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.play.rows import Row, Rows

NEXT: Final = "Write each guess beside its row, and the game is judged exactly."


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
    yield game_line(rows)
    yield hidden_line(rows)
    for row in rows.rows:
        pattern = rows.variant.scoring.format_pattern(row.pattern)
        for line in row_lines(rows, row):
            yield f"{pattern:<12} {line}"
            pattern = ""
    yield NEXT


def game_line(rows: Rows) -> str:
    """Return the game, and how its rows are looked at."""
    return f"{game_words(rows.variant)}: rows without words, so each is looked at by itself"


def hidden_line(rows: Rows) -> str:
    """Return what is known about the hidden word."""
    what = f"hidden {rows.variant.scoring.noun}"
    if rows.stopped_by is not None:
        return f"{what}  not known: the {rows.stopped_by} struck first"
    if len(rows.hidden) == 1:
        return f"{what}  {rows.hidden[0].upper()}"
    all_words = words_of(rows.variant, len(rows.variant.hidden), "")
    return f"{what}  one of {len(rows.hidden)} of {all_words}: with these, some guess gets each row"


def row_lines(rows: Rows, row: Row) -> Iterator[str]:
    """Yield what one of the rows says."""
    variant = rows.variant
    if row.pattern == variant.scoring.win:
        yield f"the hidden {variant.scoring.noun}"
        return
    left = str(row.most_left) if row.fewest_left == row.most_left else f"{row.fewest_left} to {row.most_left}"
    yield f"{counted(len(row.guesses), 'guess fits', 'guesses fit')}: {first_names(row.guesses)}"
    yield f"luck: as a first guess it leaves {left} of {words_of(variant, len(variant.hidden), '')}"
