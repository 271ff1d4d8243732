"""Every command with its options, out of the application; and the exit codes."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from generated.markdown import GENERATED, code, described, table
from wordle_cp.cli import output
from wordle_cp.cli.app import PROGRAM
from wordle_cp.cli.parse import Command

if TYPE_CHECKING:
    from wordle_cp.commands.options import Parameter

_PROGRAM = "wordle-cp"
_WIDTH = 120
"""Lines of prose have no more characters."""


def all_commands() -> str:
    """Return a section for each command."""
    return "\n".join(_section(one) for one in PROGRAM.every() if isinstance(one, Command))


def exit_codes() -> str:
    """Return a table of the exit codes."""
    texts = dict(described(output, "ExitCode"))
    return table(
        ["code", "name", "meaning"],
        [[code(int(one)), one.name, texts.get(one.name, "") or _words(one.name)] for one in output.ExitCode],
    )


def _words(name: str) -> str:
    return f"{name.replace('_', ' ').capitalize()}."


def _section(command: Command) -> str:
    text = command.text
    parts = [
        f"## {command.path.removeprefix(_PROGRAM).strip()}\n",
        f"{GENERATED}\n```text\n{command.usage}\n```\n",
        *(f"{_wrapped(paragraph)}\n" for paragraph in text.paragraphs),
    ]
    if text.examples:
        parts.append("\n".join([GENERATED, "```text", *text.examples, "```\n"]))
    sections: dict[str, list[list[str]]] = {}
    for one in command.parameters:
        row = [_typed(one), _options_as_code(one.option.about), _default(one)]
        sections.setdefault(one.option.section, []).append(row)
    parts += [table([section.lower(), "", "default"], rows) for section, rows in sections.items()]
    return "\n".join(parts)


def _wrapped(paragraph: str) -> str:
    text = _options_as_code(paragraph.replace("*", r"\*"))
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _options_as_code(text: str) -> str:
    return re.sub(r"(?<![\w`])(--[a-z][a-z-]*)", r"`\1`", text)


def _typed(parameter: Parameter) -> str:
    """Return the names of a parameter, and its values."""
    names = ", ".join(code(name) for name in parameter.names)
    if parameter.is_argument or parameter.is_flag:
        return names
    return f"{names} {' or '.join(code(value) for value in parameter.choices or [parameter.value])}"


def _default(parameter: Parameter) -> str:
    default = parameter.shown_default
    return "needed" if parameter.needed else code(default) if default else ""
