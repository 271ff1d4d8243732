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

_GLUE: Final = "\ue000"
"""Stands for a blank where no line may end."""
_TOGETHER: Final = re.compile(
    r"\b(?P<guess>[A-Z]+) (?=[BYG]+\b)"  # a guess and its response
    r"|(?<=\d) (?=(?:s|GB|MB|KB)\b)"  # a number and its unit
)
_COMMAND: Final = re.compile(r"(?<=: )wordle-cp .*$")
"""A command at the end of a line, to be copied."""
_LABEL: Final = re.compile(r" *(?:[a-z]+(?:-[a-z]+)*: (?=\S)|.*?\S {2,}(?=\S))?")


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
    return int(said) if said.isascii() and said.isdigit() else 0


def filled(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return `text` in lines of `width` at most, broken at blanks alone; a longer word keeps a line.

    The lines begin with `first`, and with `rest` from the second one on.
    """
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def wrapped(line: str, width: int | None) -> str:
    """Return `line` broken for a terminal of `width`; for None as it is.

    What goes on in the next line begins in the column of the value, which follows a label: ``strategy     ``
    or ``possible: ``. Guesses stay with their responses, and commands that end a line stay whole.
    """
    if width is None or len(line) <= width:
        return line
    label = _label(line, width // 2)
    indent = " " * (len(label) if label.strip() else len(label) + 2)
    glued = _TOGETHER.sub(lambda found: found[0].replace(" ", _GLUE), line)
    glued = _COMMAND.sub(lambda found: found[0].replace(" ", _GLUE), glued)
    lines = filled(glued[len(label) :], width, label, indent)
    return "\n".join(lines).replace(_GLUE, " ")


def _label(line: str, most: int) -> str:
    """Return what stands before the value of `line`, `most` columns at most: labels, cells of a table."""
    label = ""
    while found := _LABEL.match(line, len(label)):
        if found.end() in {len(label), len(line)} or found.end() > most:
            break
        label = line[: found.end()]
        if label.endswith(": "):
            break
    return label
