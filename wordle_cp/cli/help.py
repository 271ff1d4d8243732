"""Help texts, and what is said of bad usage.

The parts, in their order:

Help texts: the lines of a command's text and options, in sections, as wide as the terminal.

Typer would draw them with Rich, which takes longer to load than everything else that a help text needs, and
has no examples.

What is wrong with a command line, in one line: Typer's errors, said as the program says its own.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final

from typer.core import TyperCommand, TyperGroup

from wordle_cp.cli.groups import Section
from wordle_cp.cli.terminal import GLUE, USUAL_COLUMNS, columns, filled, said_columns
from wordle_cp.errors import UsageError, abridged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typer import TyperException


_WIDEST: Final = 100
"""Columns of a help text: longer lines are hard to read."""
_NARROWEST: Final = 40
_NAMES: Final = 28
"""Columns of the names of options, unless the terminal is narrow."""
_EXAMPLES: Final = "Examples:"
_HELP_OPTION: Final = "--help"
HELP: Final = "help"
"""The word by which people may ask for a help text, too."""
ARGUMENTS: Final = "Arguments"
"""The section of what has no name."""


@dataclass(frozen=True, slots=True)
class HelpText:
    """What the text of a command says: paragraphs, and examples, each a line to copy."""

    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> HelpText:
        """Return the parts of a docstring: paragraphs, and behind a line ``Examples:`` one example a line."""
        prose, _, examples = cleandoc(text).partition(f"{_EXAMPLES}\n")
        return cls(
            tuple(" ".join(one.split()) for one in prose.split("\n\n") if one.strip()),
            tuple(line.strip() for line in examples.splitlines() if line.strip()),
        )


class Command(TyperCommand):
    """A command whose help text is ours, and whose options don't take each other for values."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  Typer's classes are private
        """Raise UsageError for an option that what looks like another one follows; else as Typer does.

        Typer takes that for the value, and a file would be called so. Whoever asks for help gets it.
        """
        if _HELP_OPTION in args:
            return super().parse_args(ctx, [_HELP_OPTION])
        takes = {
            name for one in self.get_params(ctx) if not getattr(one, "is_flag", True) for name in one.opts
        }
        words = iter(args)
        for word in words:
            if word == "--":
                break
            if word in takes and (value := next(words, "")).startswith("--"):
                message = f"{word} needs a value, found {abridged(value)}; {word}=VALUE takes any"
                raise UsageError(message)
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401  as above
        """Return what is typed behind the name of the command."""
        arguments = (one for one in self.get_params(ctx) if one.param_type_name == "argument")
        return [*map(typed, arguments), "[OPTIONS]"]

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401  as above
        """Write the help text."""
        formatter.write("\n".join(_lines(self, ctx)))


class Group(TyperGroup):
    """A group of commands, likewise; `overview` has its commands by section, with a line about each."""

    overview: dict[str, dict[str, str]]

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401  as above
        """Write the help text."""
        formatter.write("\n".join(_lines(self, ctx, self.overview)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401  as above
        """Return what is typed behind the name of the group."""
        del ctx
        return ["COMMAND", "[OPTIONS]"]

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401  as above
        """Return the names of the commands, none of which is loaded for it."""
        del ctx
        return list(self.commands)


def _width() -> int:
    """Return the columns that a help text has: those of the terminal, within what can be read."""
    wide = columns(sys.stdout) or said_columns() or USUAL_COLUMNS
    return max(_NARROWEST, min(wide, _WIDEST))


def _lines(command: Any, ctx: Any, overview: dict[str, dict[str, str]] | None = None) -> Iterator[str]:  # noqa: ANN401
    """Yield the lines of a help text, `overview` between its examples and its options."""
    width = _width()
    pieces = command.collect_usage_pieces(ctx)
    yield from filled(" ".join(pieces), width, f"Usage: {ctx.command_path} ", "       ")
    text = HelpText.of(command.help or "")
    for paragraph in text.paragraphs:
        yield ""
        yield from filled(paragraph, width)
    if text.examples:
        yield from ("", _EXAMPLES)
        for example in text.examples:
            yield from _example(example, width)
    yield from _table(overview or {}, width)
    options = {
        section: {typed(one): _about(one) for one in parameters}
        for section, parameters in sections_of(command, ctx).items()
    }
    yield from _table(options, width)


def _example(example: str, width: int) -> list[str]:
    """Return the line of an example; on a narrow terminal several, which a shell takes for one."""
    *begun, last = filled(re.sub(" (?!--)", GLUE, example), width - 2, "  ", "      ")
    return [*(f"{line} \\" for line in begun), last]


def sections_of(command: Any, ctx: Any) -> dict[str, list[Any]]:  # noqa: ANN401
    """Return the arguments and the options of `command` by section, in the order of a help text."""
    found: dict[str, list[Any]] = {name: [] for name in (ARGUMENTS, *Section)}
    for parameter in command.get_params(ctx):
        found.setdefault(_section(parameter), []).append(parameter)
    return {name: parameters for name, parameters in found.items() if parameters}


def _section(parameter: Any) -> str:  # noqa: ANN401
    """Return the section of a parameter; Typer's --help is the only option that isn't declared with one."""
    if parameter.param_type_name == "argument":
        return ARGUMENTS
    return parameter.rich_help_panel or (Section.OUTPUT if "--help" in parameter.opts else "Options")


def typed(parameter: Any) -> str:  # noqa: ANN401
    """Return what is typed for a parameter: ``--mode normal|hard|ultrahard``."""
    if parameter.param_type_name == "argument":
        return str(parameter.display_name_raw)
    names = ", ".join(names_of(parameter))
    return names if parameter.is_flag else f"{names} {value_of(parameter)}"


def names_of(parameter: Any) -> list[str]:  # noqa: ANN401
    """Return the names of an option; Typer has those of --help in no certain order."""
    return sorted([*parameter.opts, *parameter.secondary_opts], key=lambda name: not name.startswith("--"))


def value_of(parameter: Any) -> str:  # noqa: ANN401
    """Return what an option takes: its choices, or what stands for its value."""
    return "|".join(choices_of(parameter)) or parameter.metavar or parameter.name.upper()


def choices_of(parameter: Any) -> list[str]:  # noqa: ANN401
    """Return the values that a parameter can have, if they can be listed."""
    return [str(one.value) for one in parameter.type_descriptor.choices or ()]


def _about(parameter: Any) -> str:  # noqa: ANN401
    """Return what a parameter is about, with its default."""
    about = str(parameter.help or "")
    if parameter.required:
        return f"{about} Required." if parameter.param_type_name == "option" else about
    default = default_of(parameter)
    return f"{about} [default: {default}]" if default else about


def default_of(parameter: Any) -> str:  # noqa: ANN401
    """Return the default of a parameter, if it has one that a help text shows."""
    value = parameter.default
    if parameter.required or value is None or isinstance(value, bool) or value == [] or callable(value):
        return ""
    return f"{value:g}" if isinstance(value, float) else str(getattr(value, "value", value))


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


_NO_CHOICE: Final = " is not one of "
_OF_PYDANTIC: Final = "Value error, "
_NO_VALUE: Final = "does not take a value"
_NO_COMMAND: Final = re.compile(r"No such command (?P<name>.*?)\.(?: Did you mean .*)?$", re.DOTALL)
_NO_COMMAND_AT_ALL: Final = "Missing command."
_RETIRED: Final = {
    "trace": ": .trace was read up to version 0.1.0; wordle-cp solve --trace F.html writes the page"
}
_OF_LISTS: Final = ("--guesses", "--words", "--list", "--wordlist", "--word-list")
"""What people call the option for a list of words."""
_EXTRA: Final = re.compile(r"Got unexpected extra argument\(s\) \((?P<words>.*)\)$", re.DOTALL)


def usage_message(error: TyperException) -> str:
    """Return what is wrong with a command line, and what to do, in a line.

    It is the error's own message if the error isn't known.
    """
    context: Any = getattr(error, "ctx", None)
    parameter: Any = getattr(error, "param", None)
    option: str | None = getattr(error, "option_name", None)
    if parameter is not None:
        return _value(parameter, error.message.replace(_OF_PYDANTIC, ""), context)
    if option is not None:
        if context is not None:
            return _no_option(option, context)
        return f"{option} takes no value" if _NO_VALUE in error.message else f"{option} needs a value"
    return error.format_message() if context is None else _words(error.message, context)


def _words(message: str, context: Any) -> str:  # noqa: ANN401  Typer's classes are private
    """Return what is wrong with words that are no options."""
    from wordle_cp.values import listed  # noqa: PLC0415  for an error alone

    if found := _NO_COMMAND.match(message):
        wrong = found["name"].strip("'\"")
        hint = _RETIRED.get(wrong) or _meant(wrong, list(context.command.commands), context)
        return f"no command is called {abridged(wrong)}{hint}"
    if found := _EXTRA.match(message):
        usage = f"the command is {_usage(context)}; {context.command_path} --help lists the options"
        return f"unexpected {abridged(found['words'])}: {usage}"
    if message == _NO_COMMAND_AT_ALL:
        return f"{context.command_path} needs a command: {listed(list(context.command.commands))}"
    return message


def _value(parameter: Any, message: str, context: Any) -> str:  # noqa: ANN401  as above
    """Return what is wrong with the value of a parameter, or that it is missing."""
    from wordle_cp.values import listed, meant  # noqa: PLC0415  for an error alone

    is_option = parameter.param_type_name == "option"
    name = parameter.opts[0] if is_option else parameter.display_name_raw
    choices = choices_of(parameter)
    if not message:
        what = listed(choices) if choices else value_of(parameter)
        return f"{name} is missing: {f'give {name} {what}' if is_option else _usage(context)}"
    if _NO_CHOICE in message:
        value = message.partition(_NO_CHOICE)[0].strip("'\"")
        hint = meant(value, choices)
        if not hint and name == "--hidden":
            hint = "; words of your own make a variant: wordle-cp variants new mine.yaml --hidden FILE"
        return f"{name}: expected {listed(choices)}, found {abridged(value)}{hint}"
    return f"{name}: {message}"


def _no_option(name: str, context: Any) -> str:  # noqa: ANN401  as above
    """Return that there is no such option, and which is like it."""
    known = [
        one
        for parameter in context.command.get_params(context)
        for one in [*parameter.opts, *parameter.secondary_opts]
        if one.startswith("--")
    ]
    wrong = f"no option is called {abridged(name)}"
    if name in _OF_LISTS and "--variant" in known:
        return f"{wrong}; words of your own make a variant: wordle-cp variants new mine.yaml --guesses FILE"
    if not name.startswith("--"):  # all that Typer says of -depth is -d
        return f"{wrong}: options begin with two dashes, such as {known[0]}"
    return wrong + _meant(name, known, context)


def _meant(word: str, known: Sequence[str], context: Any) -> str:  # noqa: ANN401  as above
    """Return which of the `known` is meant; where none is like `word`, where to look."""
    from wordle_cp.values import meant  # noqa: PLC0415  for an error alone

    return meant(word, known) or f": {context.command_path} --help lists them all"


def _usage(context: Any) -> str:  # noqa: ANN401  as above
    """Return how the command is called."""
    return " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
