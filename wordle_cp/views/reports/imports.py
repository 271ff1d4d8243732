"""What `variants import` shows: the JSON fields, and five lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import may_be_guessed
from wordle_cp.data import word_list_name
from wordle_cp.errors import abridged, counted, one_line
from wordle_cp.views.reports.variants import signs_line, variant_fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.found.imports import Happened, Imported


def import_fields(report: Imported) -> dict[str, object]:
    """Return the JSON fields of an import."""
    lists = report.lists
    return {
        "variant": variant_fields(report.variant),
        "read": list(lists.read),
        "changed": _happened_fields(lists.changed),
        "left_out": _happened_fields(lists.left_out),
        "hidden": lists.roles,
        "files": [str(path) for path in report.files],
    }


def _happened_fields(happened: Sequence[Happened]) -> list[dict[str, object]]:
    return [{"what": one.what, "count": one.count, "first": list(one.first)} for one in happened]


def import_lines(report: Imported) -> Iterator[str]:
    """Yield the lines for people: what was read, changed and left out, the game, and where it is."""
    lists, variant = report.lists, report.variant
    yield f"read         {'; '.join(map(one_line, lists.read))}"
    yield f"changed      {_listed(lists.changed)}"
    yield f"left out     {_listed(lists.left_out)}"
    guesses = may_be_guessed(variant) + _as_shipped(variant.guesses_hash)
    hidden = f"{len(variant.hidden)} may be hidden{_as_shipped(variant.hidden_hash)}: "
    yield (
        f"game         {guesses}, {counted(lists.length, 'letter', 'letters')} each"
        f"; {hidden if lists.hidden is not None else ''}{one_line(lists.roles)}"
    )
    signs = signs_line(variant)
    if signs is not None:
        yield f"letters      {signs}"
    if report.files:
        yield f"wrote        {', '.join(map(str, reversed(report.files)))}"


def _as_shipped(sha256: str) -> str:
    name = word_list_name(sha256)
    return f" (the list {name}, which ships)" if name else ""


def _listed(happened: Sequence[Happened]) -> str:
    """Return what happened, counted, with the first three texts."""
    return "; ".join(f"{one.what}: {one.count} ({_first(one)})" for one in happened) or "nothing"


def _first(one: Happened) -> str:
    shown = ", ".join(abridged(text, 20).strip("'") for text in one.first)
    return f"{shown} ..." if one.count > len(one.first) else shown
