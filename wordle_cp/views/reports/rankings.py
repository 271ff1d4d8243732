"""What the rankings of `wordle-cp rank` share: rows, and the table of --out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


def check_table(out: Path | None) -> None:
    """Make sure, before the work for it, that a table can be written to `out`, if there is to be one."""
    if out is not None:
        from wordle_cp.files.write import check_text_target  # noqa: PLC0415  not needed without --out

        check_text_target(out)


def write_table(out: Path | None, text: Callable[[], str], *, complete: bool) -> None:
    """Write the table, if there is to be one. Last: what was found is told even if the disk is full.

    None of a ranking that isn't `complete`: its places would look final, and replace a table that has them.
    """
    if out is not None and complete:
        from wordle_cp.files.write import write_whole  # noqa: PLC0415  see check_table

        write_whole(out, text().encode())


def table_field(out: Path | None, *, complete: bool) -> str | None:
    """Return the JSON field of the table: its file, if one is written."""
    return str(out) if out is not None and complete else None


def table_lines(out: Path | None, *, complete: bool) -> Iterator[str]:
    """Yield what there is to say about the table, if there is to be one."""
    if out is not None:
        none = f"none: the ranking is unfinished; {out} is left as it is"
        yield f"table        {out if complete else none}"


def shown_rows(rows: Sequence[str], wanted: int | None, *, complete: bool) -> Iterator[str]:
    """Yield the first of the `rows`: those that are `wanted` (None: all), and so many of those that tie."""
    from wordle_cp.answers.rankings.best import shown_at_most  # noqa: PLC0415  who shows rows has loaded it

    shown = shown_at_most(wanted)
    yield from rows[:shown]
    if len(rows) > shown:
        where = "--out and --json have" if complete else "--json has"
        yield f"        ... and {len(rows) - shown} more ({len(rows)} in all): {where} them all"
