"""Every command with its options, out of the application; and the exit codes."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from generated.markdown import GENERATED, code, described, table
from wordle_cp.cli import output
from wordle_cp.cli.app import program
from wordle_cp.cli.help import HelpText, choices_of, default_of, names_of, sections_of, typed, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROGRAM = "wordle-cp"
_WIDTH = 120
"""Lines of prose have no more characters."""


def all_commands() -> str:
    """Return a section for each command."""
    application: Any = program()
    return "\n".join(_section(name, command) for name, command in leaves(application, _PROGRAM))


def exit_codes() -> str:
    """Return a table of the exit codes."""
    texts = dict(described(output, "ExitCode"))
    return table(
        ["code", "name", "meaning"],
        [[code(int(one)), one.name, texts.get(one.name, "") or _words(one.name)] for one in output.ExitCode],
    )


def _words(name: str) -> str:
    return f"{name.replace('_', ' ').capitalize()}."


def leaves(command: Any, name: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  Typer's classes are private
    """Yield the commands that do something, in the order of the help text."""
    children = getattr(command, "commands", None)
    if children is None:
        yield name, command
        return
    for child in command.list_commands(command.make_context(_PROGRAM, [], resilient_parsing=True)):
        yield from leaves(children[child], f"{name} {child}")


def _section(name: str, command: Any) -> str:  # noqa: ANN401
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    text = HelpText.of(command.help or "")
    parts = [
        f"## {name.removeprefix(_PROGRAM).strip()}\n",
        f"{GENERATED}\n```text\n{usage}\n```\n",
        *(f"{_wrapped(paragraph)}\n" for paragraph in text.paragraphs),
    ]
    if text.examples:
        parts.append("\n".join([GENERATED, "```text", *text.examples, "```\n"]))
    for section, parameters in sections_of(command, context).items():
        rows = [[_typed(one), _options_as_code(one.help or ""), _default(one)] for one in parameters]
        parts.append(table([section.lower(), "", "default"], rows))
    return "\n".join(parts)


def _wrapped(paragraph: str) -> str:
    text = _options_as_code(paragraph.replace("*", r"\*"))
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _options_as_code(text: str) -> str:
    return re.sub(r"(?<![\w`])(--[a-z][a-z-]*)", r"`\1`", text)


def _typed(parameter: Any) -> str:  # noqa: ANN401
    """Return the names of a parameter, and its values."""
    if parameter.param_type_name == "argument":
        return code(typed(parameter))
    names = ", ".join(code(name) for name in names_of(parameter))
    if parameter.is_flag:
        return names
    return f"{names} {' or '.join(code(value) for value in choices_of(parameter) or [value_of(parameter)])}"


def _default(parameter: Any) -> str:  # noqa: ANN401
    default = default_of(parameter)
    return "needed" if parameter.required else code(default) if default else ""
