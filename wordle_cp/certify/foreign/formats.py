"""Which format a strategy file has: its contents say so, not its name."""

from __future__ import annotations

import re
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certify.foreign.selby import is_counted
from wordle_cp.errors import UsageError, abridged, file_errors
from wordle_cp.files.read import open_regular, read_bounded, strict_json

if TYPE_CHECKING:
    from pathlib import Path

_MOST_BYTES: Final = 64 * 2**20
XML: Final = b"<"
"""How GraphML begins."""


class StrategyFormat(StrEnum):
    """What a strategy file is."""

    JSON = "json"
    """Nodes and edges, as `tree export` writes them."""
    GRAPHML = "graphml"
    SELBY = "selby"
    NESTED = "nested"
    """JSON that isn't ours: positions in one another, or rows in a list."""
    ROWS = "rows"


def strategy_format(path: Path) -> StrategyFormat:
    """Return what the strategy at `path` is written in.

    Raises:
        FileError: it can't be read.
        CertificateParseError: it is no text.
        UsageError: it begins as JSON does, and is none.
    """
    start = first_sign(path)
    if start == XML and not _is_selby(path):  # a word may begin so
        return StrategyFormat.GRAPHML
    if start in {b"{", b"["}:
        try:
            fields = read_json(path)
        except UsageError:
            if _is_selby(path):
                return StrategyFormat.SELBY
            if _is_list_a_line(path):
                return StrategyFormat.ROWS
            raise
        ours = isinstance(fields, dict) and not {"nodes", "edges", "graph"}.isdisjoint(fields)
        return StrategyFormat.JSON if ours else StrategyFormat.NESTED
    return StrategyFormat.SELBY if _is_selby(path) else StrategyFormat.ROWS


def _is_selby(path: Path) -> bool:
    """Tell whether the first line at `path` has a pattern with its number, or there is none."""
    with closing(read_lines(path)) as lines:
        first = next((line.text for line in lines if line.text.strip()), "")
    return not first or any(map(is_counted, first.split()))


def _is_list_a_line(path: Path) -> bool:
    """Tell whether the first line at `path` is a whole list in brackets, as Python writes them."""
    with closing(read_lines(path)) as lines:
        first = next((line.text.strip() for line in lines if line.text.strip()), "")
    return re.fullmatch(r"\[[^\[\]{}]+\],?", first) is not None


def first_sign(path: Path) -> bytes:
    """Return the first byte at `path` that isn't blank.

    Raises:
        FileError: it can't be read.
    """
    with file_errors(path), open_regular(path) as file:
        return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()[:1]


def read_json(path: Path) -> Any:  # noqa: ANN401  whatever JSON has
    """Return what the JSON at `path` says.

    Raises:
        FileError: it can't be read.
        UsageError: it is too large, or no JSON.
    """
    try:
        return strict_json(read_bounded(path, _MOST_BYTES, "JSON").removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as error:
        message = f"{path}: expected JSON: {abridged(str(error), 100)}"
        raise UsageError(message) from None
