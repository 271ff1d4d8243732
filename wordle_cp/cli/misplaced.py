"""Words that stand where none is expected: the command line that was meant, made of what the words look like.

`wordle-cp solve salet` lacks an option, `wordle-cp crate lions focus` a command.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.cli.help import HELP, value_of
from wordle_cp.cli.sections import Section
from wordle_cp.data import certificate_path, variant_names, word_list
from wordle_cp.errors import WordleCpError, one_line
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_NO_MORE_OPTIONS: Final = "--"
_OF_A_WORD: Final = ("--opener", "--guess", "--word")
_OF_A_NUMBER: Final = ("--depth", "--top", "--boards", "--levels", "--port")
_OF_A_PICTURE: Final = ("--plot", "--out")
_OF_A_CERTIFICATE: Final = ("--certificate", "--out")
_READ: Final = {".txt": ("--openers", "--guesses"), ".csv": ("--weights",), ".cert": ("--strategy-file",)}
_WRITTEN: Final = {
    **dict.fromkeys((".svg", ".png", ".html", ".pdf", ".dot"), _OF_A_PICTURE),
    **dict.fromkeys((".cert", ".gz", ".xz"), _OF_A_CERTIFICATE),
    ".csv": ("--out",),
}
_COSTS: Final = re.compile(r"\d+(,\d+)+")
_LONGEST: Final = 100
"""Characters of a word that is looked at, and of what is suggested instead of it."""


def with_options(typed: Sequence[str], alone: Sequence[str], context: Any) -> str:  # noqa: ANN401  Typer's classes are private
    """Return the command as it was `typed`, with options for the words that stand `alone`.

    Options that are missing are there, too. It is empty if there is no option for the first of the words.
    """
    path = str(context.command_path)
    if alone[0].lower() == HELP:
        return f"{path} --help"
    options = [
        one
        for one in context.command.get_params(context)
        if one.param_type_name == "option" and one.name != HELP
    ]
    options.sort(key=lambda one: one.rich_help_panel == Section.RARE)
    rest = [word for word in typed if word != _NO_MORE_OPTIONS]
    for word in reversed(alone):
        del rest[len(rest) - 1 - rest[::-1].index(word)]
    given = {word.partition("=")[0] for word in rest}
    parameters = {name: one for one in options for name in one.opts if not given & {*one.opts}}
    found, left = _placed(alone, parameters)
    program, *_, command = path.split()
    takes_opener = any("--opener" in one.opts for one in options)
    if left.isalpha() and len(left) <= _LONGEST and not takes_opener:
        if command == "census":  # which asks about all openers what this asks about one
            path, found = f"{program} prove", {**found, "--opener": left.lower()}
        elif not found and {"--after", "--openers"} & parameters.keys():
            return f"{program} solve --opener {left.lower()}"
    if not found:
        return ""
    missing = [
        f"{name} {value_of(one)}" for name, one in parameters.items() if one.required and name not in found
    ]
    pairs = (f"{name} {shlex.quote(value)}" if value else name for name, value in found.items())
    called = one_line(" ".join([path, *map(shlex.quote, rest), *missing, *pairs]))
    return called if len(called) <= 2 * _LONGEST else ""


def _placed(alone: Sequence[str], parameters: dict[str, Any]) -> tuple[dict[str, str], str]:
    """Return the options that the words `alone` belong to, with their values, and the first that has none."""
    whole, found = " ".join(alone), dict[str, str]()
    if "--after" in parameters and len(whole) <= _LONGEST and _is_a_game(whole):
        return {"--after": whole}, ""
    words = iter(alone)
    for word in words:
        if len(word) > _LONGEST:
            return found, word
        named = parameters.get(f"--{word.lower()}")
        if named is not None:
            found[named.opts[0]] = "" if named.is_flag else next(words, value_of(named))
            continue
        names = (name for name in _options_of(word, parameters) if name in parameters and name not in found)
        name = next(names, None)
        if name is None:
            return found, word
        found[name] = word.lower() if name in _OF_A_WORD or _is_choice(word, parameters[name]) else word
    return found, ""


def _options_of(word: str, parameters: dict[str, Any]) -> Iterator[str]:
    """Yield the options that `word` could belong to, the likeliest first."""
    yield from (name for name, one in parameters.items() if _is_choice(word, one))
    if _is_a_number(word):
        yield from _OF_A_NUMBER
    if _is_a_variant(word):
        yield "--variant"
    if _COSTS.fullmatch(word):
        yield "--costs"
    if "--policy" in parameters and _is_a_policy(word):
        yield "--policy"
    path = Path(word)
    read, written = _READ.get(path.suffix, ()), _WRITTEN.get(path.suffix, ())
    yield from (*read, *written) if path.is_file() else (*written, *read)
    if word.isalpha():
        yield from _OF_A_WORD


def command_for(words: Sequence[str], context: Any) -> str:  # noqa: ANN401  as above
    """Return the command that the `words` lack which stand where its name is expected; empty if none fits."""
    whole = shlex.join(words)
    if not words or len(whole) > _LONGEST or not whole.isprintable():
        return ""
    group = context.command_path.split()[1:]
    commands = _OF_GROUPS.get(group[0], {}) if group else _OF_ALL
    found = next((command for command, fits in commands.items() if fits(words)), None)
    return "" if found is None else f"{context.command_path} {found} {whole}"


def _is_choice(word: str, parameter: Any) -> bool:  # noqa: ANN401  as above
    """Tell whether `word` is one of the few values that a parameter can have."""
    return not parameter.is_flag and word.lower() in filter(str.islower, value_of(parameter).split("|"))


def _is_a_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and not word.startswith("0")


def _is_a_variant(word: str) -> bool:
    return word in variant_names() or word.endswith((".yaml", ".yml"))


def _is_a_policy(word: str) -> bool:
    from wordle_cp.experiments.policies import parse_policy  # noqa: PLC0415  for compare alone

    try:
        return parse_policy(word) is not None
    except WordleCpError:
        return False


def _is_a_model(word: str) -> bool:
    from wordle_cp.models.registry import FORMULATIONS  # noqa: PLC0415  for model alone

    return word in FORMULATIONS


def _is_a_certificate(word: str) -> bool:
    try:
        return certificate_path(word).is_file()
    except (WordleCpError, ValueError):  # a name that is like another, or no name of a file
        return False


def _is_a_game(words: str) -> bool:
    """Tell whether `words` are guesses with their responses."""
    from wordle_cp.games.notation import first_length, parse_history  # noqa: PLC0415  for an error alone

    try:
        return bool(parse_history(words, first_length(words)))
    except WordleCpError:  # whatever else is wrong with them
        return False


def _are_guesses(words: Sequence[str]) -> bool:
    """Tell whether all `words` are guesses of the game that most people play."""
    return {word.lower() for word in words} <= {*word_list("original-guesses")}


_OF_ALL: Final[dict[str, Callable[[Sequence[str]], bool]]] = {
    "check": lambda words: _is_a_certificate(words[0]),
    "solve --variant": lambda words: _is_a_variant(words[0]),
    "solve --mode": lambda words: words[0].lower() in {*Mode},
    "prove --depth": lambda words: _is_a_number(words[0]),
    "solve --after": lambda words: len(words) == 1 and _is_a_game(words[0]),
    "solve --opener": lambda words: len(words) == 1 and _are_guesses(words),
    "analyse": lambda words: _are_guesses(words) or _is_a_game(" ".join(words)),
}
"""Which command is meant by words without one: the first that they fit."""
_OF_GROUPS: Final[dict[str, dict[str, Callable[[Sequence[str]], bool]]]] = {
    "variants": {"show": lambda words: _is_a_variant(words[0])},
    "model": {"show": lambda words: _is_a_model(words[0])},
    "tree": {"table": lambda words: _is_a_certificate(words[0])},
}
"""The same for the commands of a group."""
