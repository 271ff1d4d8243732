"""Which format a strategy file has: its contents say so, not its name."""

from __future__ import annotations

import gzip
import lzma
import re
import zlib
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certify.foreign.selby import is_counted
from wordle_cp.errors import UsageError, file_errors, one_line
from wordle_cp.files.read import open_regular, strict_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_MOST_BYTES: Final = 64 * 2**20
_PACKED: Final[dict[bytes, Callable[..., Any]]] = {
    b"\x1f\x8b": gzip.open,
    b"\xfd7zXZ": lzma.open,
}
_REFUSED: Final = {b"PK\x03\x04": "a zip archive", b"BZh": "a file that bzip2 compressed", b"%PDF-": "a PDF"}
_GRAPHML: Final = re.compile(rb"<(?:\?xml[^>]*>\s*<)?graphml\b")


class StrategyFormat(StrEnum):
    """What a strategy file is."""

    JSON = "json"
    """Nodes and edges, as `tree export` writes them."""
    SELBY = "selby"
    NESTED = "nested"
    """JSON that isn't ours: positions in one another, or rows in a list."""
    ROWS = "rows"


def strategy_format(path: Path) -> StrategyFormat:
    """Return what the strategy at `path` is written in.

    Raises:
        FileError: it can't be read.
        CertificateParseError: it is no text.
        UsageError: it begins as JSON does, and is none; or it is GraphML.
    """
    start = _beginning(path)
    if _GRAPHML.match(start):
        message = f"{path}: GraphML was read up to version 0.1.0; export JSON or Selby's text instead"
        raise UsageError(message)
    if start[:1] in {b"{", b"["}:
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


def _beginning(path: Path) -> bytes:
    """Return the first bytes at `path` from the first on that isn't blank.

    Raises:
        FileError: it can't be read.
        UsageError: it is an archive or the like.
    """
    start = _unpacked(path, 4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    found = next((what for magic, what in _REFUSED.items() if start.startswith(magic)), None)
    if found is not None:
        message = f"{path}: expected a strategy, found {found}: unpack it, or save it as plain text"
        raise UsageError(message)
    return start


def _unpacked(path: Path, size: int) -> bytes:
    """Return so many bytes of what is in the file at `path`."""
    with file_errors(path), open_regular(path) as file:
        magic = file.read(5)
        file.seek(0)
        opened = next((one for sign, one in _PACKED.items() if magic.startswith(sign)), None)
        if opened is None:
            return file.read(size)
        try:
            contents: bytes = opened(file).read(size)
        except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
            message = f"{path}: expected a compressed file that can be unpacked: {error}"
            raise UsageError(message) from error
    return contents


def read_json(path: Path) -> Any:  # noqa: ANN401  whatever JSON has
    """Return what the JSON at `path` says; a list if each line is an object.

    Raises:
        FileError: it can't be read.
        UsageError: it is too large, or no JSON.
    """
    contents = _unpacked(path, _MOST_BYTES + 1)
    if len(contents) > _MOST_BYTES:
        message = f"{path}: expected JSON of at most {_MOST_BYTES // 2**20} MB"
        raise UsageError(message)
    contents = contents.removeprefix(b"\xef\xbb\xbf").strip()
    lines = contents.splitlines()
    if len(lines) > 1 and all(line.startswith(b"{") and line.endswith(b"}") for line in lines):
        return [_value(line, f"{path}:{number}") for number, line in enumerate(lines, 1)]
    return _value(contents, str(path))


def _value(contents: bytes, place: str) -> Any:  # noqa: ANN401  whatever JSON has
    try:
        return strict_json(contents)
    except (ValueError, RecursionError) as error:
        message = f"{place}: expected JSON: {one_line(str(error))}"
        raise UsageError(message) from None
