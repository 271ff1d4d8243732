"""Help texts: the lines of a command's text and options, in sections, as wide as the terminal."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from wordle_cp.cli.parse import Command, Group
from wordle_cp.cli.terminal import GLUE, USUAL_COLUMNS, columns, filled, said_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.commands.options import Parameter

_WIDEST: Final = 100
"""Columns of a help text: longer lines are hard to read."""
_NARROWEST: Final = 40
_NAMES: Final = 28
"""Columns of the names of options, unless the terminal is narrow."""


def _width() -> int:
    """Return the columns that a help text has: those of the terminal, within what can be read."""
    wide = columns(sys.stdout) or said_columns() or USUAL_COLUMNS
    return max(_NARROWEST, min(wide, _WIDEST))


def lines(command: Command | Group) -> Iterator[str]:
    """Yield the lines of a help text; those of a group list its commands between examples and options."""
    width = _width()
    usage = command.usage.removeprefix(command.path).strip()
    yield from filled(usage, width, f"Usage: {command.path} ", "       ")
    for paragraph in command.text.paragraphs:
        yield ""
        yield from filled(paragraph, width)
    if command.text.examples:
        yield from ("", "Examples:")
        for example in command.text.examples:
            yield from _example(example, width)
    overview: dict[str, dict[str, str]] = {}
    for entry in () if isinstance(command, Command) else command.entries:
        overview.setdefault(entry.section, {})[entry.name] = entry.about
    yield from _table(overview, width)
    options: dict[str, dict[str, str]] = {}
    for one in command.parameters:
        options.setdefault(one.option.section, {})[one.typed] = _about(one)
    yield from _table(options, width)


def _example(example: str, width: int) -> list[str]:
    """Return the line of an example; on a narrow terminal several, which a shell takes for one."""
    *begun, last = filled(re.sub(" (?!--)", GLUE, example), width - 2, "  ", "      ")
    return [*(f"{line} \\" for line in begun), last]


def _about(parameter: Parameter) -> str:
    """Return what a parameter is about, with its default."""
    about = parameter.option.about
    if parameter.needed:
        return about if parameter.is_argument else f"{about} Required."
    default = parameter.shown_default
    return f"{about} [default: {default}]" if default else about


def _table(sections: dict[str, dict[str, str]], width: int) -> Iterator[str]:
    """Yield the `sections` as tables whose columns are the same."""
    most = min(_NAMES, width // 3)
    names = [len(name) for rows in sections.values() for name in rows if len(name) <= most]
    indent = " " * (max(names, default=0) + 4)
    for section, rows in sections.items():
        yield from ("", f"{section}:")
        for name, about in rows.items():
            if len(name) + 4 <= len(indent):
                yield from filled(about, width, f"  {name}".ljust(len(indent)), indent)
            else:
                yield f"  {name}"
                yield from filled(about, width, indent, indent)
