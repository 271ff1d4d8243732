"""Docstrings have the Markdown of people; autodoc wants reStructuredText. Few of their marks differ."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wordle_cp.modelling.statement import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ITEM: Final = re.compile(r"- |\d+\. ")
_CODE: Final = re.compile(r"(`[^`]*`)")


def as_restructured_text(lines: Sequence[str]) -> Iterator[str]:
    """Yield `lines` with tables, lists, models and indented code as reStructuredText has them."""
    for empty, group in groupby(lines, lambda line: not line.strip()):
        paragraph = [""] if empty else list(group)
        if paragraph[0].startswith("|"):
            yield from _table(paragraph)
        elif paragraph[0].startswith("    "):
            yield from ("::", "", *paragraph)
        elif paragraph[0].split(" ", 1)[0] in LABELS:  # the mathematics of a model, in columns
            yield from ("::", "", *(f"    {line}" for line in paragraph))
        else:
            yield from _paragraph(paragraph)


def _paragraph(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a paragraph, with an empty one above and below each list."""
    listing = bool(_ITEM.match(lines[0]))
    for line in lines:
        starts = bool(_ITEM.match(line))
        if starts is not listing and (starts or not line.startswith(" ")):
            yield ""
            listing = starts
        yield "".join(
            part if part.startswith("`") else part.replace("|", r"\|") for part in _CODE.split(line)
        )


def _table(lines: Sequence[str]) -> Iterator[str]:
    yield from (".. list-table::", "   :header-rows: 1", "")
    for line in (line for line in lines if not set(line) <= set("|-: ")):
        first, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        yield f"   * - {first}"
        yield from (f"     - {cell}" for cell in cells)
    yield ""
