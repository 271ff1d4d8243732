"""Text on a terminal: how wide it is, and where lines break, so that it wraps once and between words."""

from __future__ import annotations

import os
import re
import textwrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import TextIO

USUAL_COLUMNS: Final = 80
"""The width of a terminal that doesn't say."""

GLUE: Final = "\ue000"
"""Stands for a blank where no line may end."""
_TOGETHER: Final = re.compile(
    r"(?<=: )wordle-cp .*$"  # a command at the end of a line, to be copied
    r"|\bwordle-cp [a-z]+(?: --help)?"
    r"|--[a-z-]+ [\d,]+\b"  # an option and its value
    r"|\b[A-Z]+ [BYG]+\b"  # a guess and its response
    r"|\d (?:s|[GMK]B)\b"  # a number and its unit
)
"""What stays on one line."""
_LABEL: Final = re.compile(r" *(?:(?:[a-z]+(?:-[a-z]+)*: |equally good |certificates |.*?\S {2,})(?=\S))?")
"""A label, or a cell of a table, with the blanks behind it: one is enough for a colon and for long labels."""

_NUMBER: Final = re.compile("[0-9]{1,6}")


def columns(stream: TextIO | None) -> int | None:
    """Return the width of the terminal that `stream` writes to; None if it writes to none."""
    if stream is None or not stream.isatty():
        return None
    try:
        found = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        found = 0
    return said_columns() or found or USUAL_COLUMNS


def said_columns() -> int:
    """Return the width that the environment says; 0 if it says none."""
    said = os.environ.get("COLUMNS", "")
    return int(said) if _NUMBER.fullmatch(said) else 0


def filled(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return `text` in lines of `width` at most, broken at blanks alone; a longer word keeps a line.

    The lines begin with `first`, and with `rest` from the second one on.
    """
    lines = textwrap.wrap(
        _TOGETHER.sub(lambda found: found[0].replace(" ", GLUE), text),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(GLUE, " ") for line in lines] or [first.rstrip()]


def wrapped(text: str, stream: TextIO | None) -> str:
    """Return `text` with its lines broken for the terminal that `stream` writes to, if it writes to one.

    What goes on in the next line begins in the column of the value, which follows a label: ``strategy     ``
    or ``possible: ``.
    """
    width = columns(stream)
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _broken(line, width))


def _broken(line: str, width: int) -> list[str]:
    """Return `line` in lines of `width`."""
    if len(line) <= width:
        return [line]
    label = _label(line, width * 2 // 3)
    indent = " " * (len(label) if label.strip() else len(label) + 2)
    return filled(line[len(label) :], width, label, indent)


def _label(line: str, most: int) -> str:
    """Return what stands before the value of `line`, `most` columns at most: a label, cells of a table."""
    end = 0
    while (found := _LABEL.match(line, end)) and end < found.end() <= most:
        end = found.end()
        if line[:end].endswith(": "):
            break
    return line[:end]
