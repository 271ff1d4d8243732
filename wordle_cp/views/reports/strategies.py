"""What `tree sheet` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.errors import counted

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.strategies.sheet import Sheet


def sheet_fields(made: Sheet, out: Path, opener: str) -> dict[str, object]:
    """Return the JSON fields of `tree sheet`, which wrote the sheet to `out`."""
    coverage = made.coverage
    return {
        "sheet": str(out),
        "opener": opener,
        "hidden_count": coverage.hidden_count,
        "words_covered": coverage.words_covered,
        "words_found": coverage.found,
        "blocks": coverage.blocks,
        "blocks_shown": coverage.blocks_shown,
        "pages": len(made.pages),
        "type_size": made.type_size,
    }


def sheet_line(made: Sheet, out: Path, noun: str) -> str:
    """Return the report of `tree sheet` for people; `noun` is what is guessed."""
    words = counted(made.coverage.hidden_count, noun, f"{noun}s")
    covers = f"covers {made.coverage.words_covered} of {words}"
    pages = f", on {len(made.pages)} pages" if len(made.pages) > 1 else ""
    return f"written to {out}: {covers}{pages}, in type of {made.type_size} pt"
