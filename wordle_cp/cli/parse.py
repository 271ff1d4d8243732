"""Commands and groups of them: what is typed for each, read as values of its parameters."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.commands.options import Option, Parameter, Section
from wordle_cp.errors import UsageError, abridged
from wordle_cp.values import listed, meant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_EXAMPLES: Final = "Examples:"
_RETIRED: Final = {
    "trace": ": .trace was read up to version 0.1.0; wordle-cp solve --trace F.html writes the page"
}
_OF_LISTS: Final = ("--guesses", "--words", "--list", "--wordlist", "--word-list")
"""What people call the option for a list of words."""
_SHOW: Final = Option(Section.OUTPUT, "Show this message and exit.", names=("--help", "-h"))
HELP: Final = Parameter("help", _SHOW, default=False, kind=bool)


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


@dataclass(frozen=True)
class Command:
    """A command: a function whose parameters are its options, and whose docstring is its help text."""

    path: str
    """What is typed for it: ``wordle-cp tree draw``."""
    function: Callable[..., Any]

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its arguments and options by section, in the order of a help text."""
        declared = inspect.signature(self.function, eval_str=True).parameters.values()
        found = [one for parameter in declared if (one := Parameter.of(parameter)) is not None]
        return tuple(sorted([*found, HELP], key=lambda one: [*Section].index(one.option.section)))

    @property
    def text(self) -> HelpText:
        """What its help text says."""
        return HelpText.of(self.function.__doc__ or "")

    @property
    def usage(self) -> str:
        """How it is called."""
        return " ".join([self.path, *(one.typed for one in self.parameters if one.is_argument), "[OPTIONS]"])

    def values(self, words: Sequence[str]) -> dict[str, Any]:
        """Return the values of what is typed behind the command, by keyword; those not given are missing.

        Raises:
            UsageError: there is no such option, or its value is none; or one that is needed is missing.
        """
        places = [one for one in self.parameters if one.is_argument]
        values: dict[str, Any] = {}
        extra: list[str] = []
        for named, text in list(self._typed(words)):
            if named is None and not places:
                extra.append(text)
                continue
            parameter = named or (places[0] if places[0].many else places.pop(0))
            value = parameter.flagged(text) if parameter.is_flag else parameter.read(text)
            if parameter.many:
                values.setdefault(parameter.keyword, []).append(value)
            else:
                values[parameter.keyword] = value
        for parameter in self.parameters:
            if parameter.needed and parameter.keyword not in values:
                what = listed(parameter.choices) if parameter.choices else parameter.value
                say = self.usage if parameter.is_argument else f"give {parameter.names[0]} {what}"
                message = f"{parameter.names[0]} is missing: {say}"
                raise UsageError(message)
        if extra:
            lists = f"{self.path} --help lists the options"
            message = f"unexpected {abridged(' '.join(extra))}: the command is {self.usage}; {lists}"
            raise UsageError(message)
        return values

    def _typed(self, words: Sequence[str]) -> Iterator[tuple[Parameter | None, str]]:
        """Yield each option that is typed with its text, a flag with its name; and with None other words.

        Raises:
            UsageError: there is no such option, or it takes no value, or needs one.
        """
        known = {name: one for one in self.parameters if not one.is_argument for name in one.names}
        rest = iter(words)
        for word in rest:
            name, given, text = word.partition("=")
            if word == "--":
                yield from ((None, other) for other in rest)
            elif word == "-" or not word.startswith("-"):
                yield None, word
            elif name not in known:
                raise UsageError(_no_option(name, tuple(known), self.path))
            elif known[name].is_flag:
                if given:
                    message = f"{name} takes no value"
                    raise UsageError(message)
                yield known[name], name
            else:
                value = text if given else next(rest, None)
                if value is None or (value.startswith("--") and not given):
                    found = "" if value is None else f", found {abridged(value)}; {name}=VALUE takes any"
                    message = f"{name} needs a value{found}"
                    raise UsageError(message)
                yield known[name], value


def _no_option(name: str, names: tuple[str, ...], path: str) -> str:
    """Return that there is no such option of the command at `path`, and which of its `names` is like it."""
    wrong = f"no option is called {abridged(name)}"
    if name in _OF_LISTS and "--variant" in names:
        return f"{wrong}; words of your own make a variant: wordle-cp variants new mine.yaml --guesses FILE"
    if not name.startswith("--"):
        return f"{wrong}: options begin with two dashes, such as {names[0]}"
    return wrong + _meant(name, names, path)


def _meant(word: str, known: Sequence[str], path: str) -> str:
    """Return which of the `known` is meant; where none is like `word`, where to look."""
    return meant(word, known) or f": {path} --help lists them all"


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of a group: its name, the section of the overview that it is in, and a line about it.

    `place` is ``module:name`` below wordle_cp.cli if the name isn't the module's, too.
    """

    name: str
    section: str
    about: str
    place: str = ""

    def load(self, path: str) -> Command | Group:
        """Return the command; what stands at the place is its function, or makes a group of commands."""
        from wordle_cp.cli.groups import unpacked  # noqa: PLC0415  for a command alone

        module, _, name = (self.place or f"{self.name}:{self.name}").partition(":")
        found = getattr(import_module(f"wordle_cp.cli.{module}"), name)
        return found if isinstance(found, Group) else Command(f"{path} {self.name}", unpacked(found))


@dataclass(frozen=True)
class Group:
    """A group of commands, each of which is loaded when it is asked for."""

    path: str
    about: str
    """The text of its help."""
    entries: tuple[CommandEntry, ...]
    version: Parameter | None = None
    _loaded: dict[str, Command | Group] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its options."""
        return (HELP,) if self.version is None else (self.version, HELP)

    @property
    def text(self) -> HelpText:
        """What its help text says."""
        return HelpText.of(self.about)

    @property
    def usage(self) -> str:
        """How it is called."""
        return f"{self.path} COMMAND [OPTIONS]"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its commands, in the order of the help text."""
        return tuple(entry.name for entry in self.entries)

    def __getitem__(self, name: str) -> Command | Group:
        """Return the command of this `name`, which must be one."""
        if name not in self._loaded:
            [entry] = [one for one in self.entries if one.name == name]
            self._loaded[name] = entry.load(self.path)
        return self._loaded[name]

    def every(self) -> Iterator[Command | Group]:
        """Yield this group, and all that is below it."""
        yield self
        for name in self.names:
            found = self[name]
            yield from found.every() if isinstance(found, Group) else (found,)

    def find(self, words: Sequence[str]) -> tuple[Command | Group, list[str]]:
        """Return the command that `words` begin with, and what is typed behind it.

        A group is returned where its own help is asked for, or its version.

        Raises:
            UsageError: there is no such command.
        """
        known = tuple(name for one in self.parameters for name in one.names)
        if not words:
            message = f"{self.path} needs a command: {listed(self.names)}"
            raise UsageError(message)
        first = words[0]
        if first.startswith("-"):
            if first not in known:
                raise UsageError(_no_option(first, known, self.path))
            return self, list(words)
        if first not in self.names:
            hint = _RETIRED.get(first) or _meant(first, self.names, self.path)
            message = f"no command is called {abridged(first)}{hint}"
            raise UsageError(message)
        found = self[first]
        return found.find(words[1:]) if isinstance(found, Group) else (found, list(words[1:]))
