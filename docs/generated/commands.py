"""Every command with its options, out of the application; and the exit codes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import typer

from generated.markdown import code, described, table
from wordle_cp.cli import output
from wordle_cp.cli.app import build_app

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROGRAM = "wordle-cp"


def all_commands() -> str:
    """Return a section for each command."""
    application: Any = typer.main.get_command(build_app())
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
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    usage = " ".join([name, *(one.display_name_raw for one in arguments), "[OPTIONS]"])
    options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
    parts = [
        f"## {name.removeprefix(_PROGRAM).strip()}\n",
        f"```text\n{usage}\n```\n",
        _help(command.help or ""),
    ]
    if any(one.help for one in arguments):
        rows = [[code(one.display_name_raw), one.help or ""] for one in arguments]
        parts.append(table(["argument", ""], rows))
    rows = [[_names(one, context), _options_as_code(one.help or ""), _default(one)] for one in options]
    parts.append(table(["option", "", "default"], rows))
    return "\n".join(parts)


def _help(text: str) -> str:
    """Return the help text, the commands that it shows as code."""
    escaped = _options_as_code(text.replace("*", r"\*"))
    examples = r"(?m)((?:^wordle-cp .*\n?)+)"
    unmarked = re.sub(
        examples, lambda found: f"\n```text\n{found[0].replace('`', '').rstrip()}\n```\n", escaped
    )
    return re.sub(
        r"Example: (wordle-cp [^\n]*)", lambda found: f"Example: `{found[1].replace('`', '')}`", unmarked
    )


def _options_as_code(text: str) -> str:
    return re.sub(r"(?<![\w`])(--[a-z][a-z-]*)", r"`\1`", text)


def _names(option: Any, context: Any) -> str:  # noqa: ANN401
    """Return the names of an option, and its values."""
    names = ", ".join(code(name) for name in [*option.opts, *option.secondary_opts])
    if option.is_flag:
        return names
    value = option.metavar or option.display_type_rich(ctx=context)
    choices = value.removeprefix("<").removesuffix(">").split("|") if value.startswith("<") else [value]
    return f"{names} {' or '.join(code(choice) for choice in choices)}"


def _default(option: Any) -> str:  # noqa: ANN401
    value = option.default
    if option.required:
        return "needed"
    if value is None or value is False or value == [] or callable(value):
        return ""
    return code(getattr(value, "value", value))
