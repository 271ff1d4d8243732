"""What is wrong with a command line, in one line: Typer's errors, said as the program says its own."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.cli.help import choices_of, value_of
from wordle_cp.errors import WordleCpError, abridged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typer import TyperException

_HELP: Final = "help"
_OF_A_WORD: Final = ("--opener", "--guess", "--word")
_ABOUT_A_WORD: Final = "wordle-cp solve --opener"
_OF_A_NUMBER: Final = ("--depth", "--top", "--boards", "--levels", "--port")
_LONGEST: Final = 100
"""Characters that are looked at for what may be meant."""
_NO_CHOICE: Final = " is not one of "
_OF_PYDANTIC: Final = "Value error, "
_NO_VALUE: Final = "does not take a value"
_NO_COMMAND: Final = re.compile(r"No such command (?P<name>.*?)\.(?: Did you mean .*)?$", re.DOTALL)
_NO_COMMAND_AT_ALL: Final = "Missing command."
_EXTRA: Final = re.compile(r"Got unexpected extra argument\(s\) \((?P<words>.*)\)$", re.DOTALL)


def usage_message(error: TyperException) -> str:
    """Return what is wrong, and what to do, in a line; another error's own message if it isn't known."""
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
        if wrong.lower() == _HELP:
            return f"no command is called {abridged(wrong)}; did you mean {context.command_path} --help?"
        return (
            f"no command is called {abridged(wrong)}{_meant(wrong, list(context.command.commands), context)}"
        )
    if found := _EXTRA.match(message):
        called = _with_option(found["words"], context) if len(found["words"]) <= _LONGEST else ""
        advice = f"; did you mean {called}?" if called else f": the command is {_usage(context)}"
        return f"unexpected {abridged(found['words'])}{advice}"
    if message == _NO_COMMAND_AT_ALL:
        return f"{context.command_path} needs a command: {listed(list(context.command.commands))}"
    return message


def _with_option(words: str, context: Any) -> str:  # noqa: ANN401  as above
    """Return the command with the option that words lack which stand alone; nothing if there is none."""
    has = {name for parameter in context.command.get_params(context) for name in parameter.opts}
    first = words.split(maxsplit=1)[0] if words.split() else ""
    if first.lower() == _HELP:
        return f"{context.command_path} --help"
    for option in _options_of(first):
        if option in has:
            return f"{context.command_path} {option} {shlex.quote(first)}"
    if "--after" in has and _is_a_game(words):
        return f"{context.command_path} --after {shlex.quote(words)}"
    if not first.isalpha():
        return ""
    for option in _OF_A_WORD:
        if option in has:
            return f"{context.command_path} {option} {first.lower()}"
    return f"{_ABOUT_A_WORD} {first.lower()}" if "--after" in has or "--openers" in has else ""


def _options_of(word: str) -> Iterable[str]:
    """Return the options that `word` could belong to, if it is no word of a game."""
    from wordle_cp.data import variant_names  # noqa: PLC0415  for an error alone
    from wordle_cp.rules.modes import Mode  # noqa: PLC0415  likewise

    if word.isascii() and word.isdigit():
        return _OF_A_NUMBER
    if word.lower() in set(Mode):
        return ("--mode",)
    if word in variant_names() or word.endswith((".yaml", ".yml")):
        return ("--variant",)
    return ()


def _is_a_game(words: str) -> bool:
    """Tell whether `words` are guesses with their responses."""
    from wordle_cp.games.notation import first_length, parse_history  # noqa: PLC0415  for an error alone

    try:
        return bool(parse_history(words, first_length(words)))
    except WordleCpError:  # whatever else is wrong with them
        return False


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
        return f"{name}: expected {listed(choices)}, found {abridged(value)}{meant(value, choices)}"
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
    if not name.startswith("--"):  # all that Typer says of -depth is -d
        return f"{wrong}: options begin with two dashes, such as {known[0]}"
    return wrong + _meant(name, known, context)


def _meant(word: str, known: Sequence[str], context: Any) -> str:  # noqa: ANN401  as above
    """Return which of the `known` is meant; where none is like `word`, where to look."""
    from wordle_cp.values import meant  # noqa: PLC0415  for an error alone

    return meant(word, known) or f": {context.command_path} --help lists what there is"


def _usage(context: Any) -> str:  # noqa: ANN401  as above
    """Return how the command is called."""
    return " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
