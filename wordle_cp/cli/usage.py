"""What is wrong with a command line, in one line: Typer's errors, said as the program says its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.cli.help import choices_of, value_of
from wordle_cp.errors import abridged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typer import TyperException

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
