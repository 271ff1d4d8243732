"""Commands and groups of them: what is typed for each, read as values of its parameters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from inspect import cleandoc, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.commands.files import output_name
from wordle_cp.commands.options import JSON, NEEDED, OPTIONS, QUIET, Option, Parameter, Section
from wordle_cp.errors import UsageError, abridged
from wordle_cp.values import listed, meant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_EXAMPLES: Final = "Examples:"
_RETIRED: Final = {
    "boards": ": several boards were answered up to version 0.1.0",
    "diff": ": strategies were compared up to version 0.1.0; wordle-cp tree table --csv writes each",
    "instances": ": instances were written up to version 0.1.0; wordle-cp model export writes each of them",
    "trace": ": .trace was read up to version 0.1.0; wordle-cp solve --trace F.html writes the page",
}
_OF_LISTS: Final = ("--guesses", "--words", "--list", "--wordlist", "--word-list")
"""What people call the option for a list of words."""
_QUIET: Final = Parameter("quiet", QUIET, default=False, kind=bool)
_JSON: Final = Parameter("as_json", JSON, default=False, kind=bool)
PLOT: Final = Parameter(
    "plot",
    Option(
        Section.OUTPUT,
        "Draw the result, too: .png, .svg, or .html for a page.",
        "FILE",
        output_name(".svg"),
        writes=True,
    ),
    default=None,
    kind=Path,
)
TABLE: Final = Parameter(
    "table",
    Option(
        Section.OUTPUT,
        "Write the result as a table, too.",
        "FILE.csv",
        output_name(".csv"),
        ("--out",),
        writes=True,
    ),
    default=None,
    kind=Path,
)
FORCE: Final = Parameter(
    "force", Option(Section.OUTPUT, "Replace a file that is there."), default=False, kind=bool
)
_SHOW: Final = Option(Section.OUTPUT, "Show this message and exit.", names=("--help", "-h"))
HELP: Final = Parameter("help", _SHOW, default=False, kind=bool)


@dataclass(frozen=True, slots=True)
class HelpText:
    """What the text of a command says: paragraphs, and examples, each a line to copy."""

    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> HelpText:
        """Return the parts of a docstring.

        Behind its paragraphs a line ``Examples:`` has one example a line; what follows is about Python.
        """
        prose, _, rest = cleandoc(text).partition(f"{_EXAMPLES}\n")
        examples, *_ = rest.split("\n\n")
        return cls(
            tuple(" ".join(one.split()) for one in prose.split("\n\n") if one.strip()),
            tuple(line.strip() for line in examples.splitlines() if line.strip()),
        )


@dataclass(frozen=True, slots=True)
class Case:
    """One of the functions behind a command; of several the option `by` chooses it.

    The option is one of the function's own, unless `about` says what it is about. A function without an
    option is meant where none of these is given. The command line lacks
    those of the function's options that `without` names; `usual` are values of what isn't given.
    """

    function: str
    by: str = ""
    about: str = ""
    without: tuple[str, ...] = ()
    usual: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Chosen:
    """A function behind a command, and its options as the command line has them."""

    function: Callable[..., Any]
    case: Case
    extra: tuple[Parameter, ...] = ()

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The arguments and options."""
        found: tuple[Parameter, ...] = getattr(self.function, OPTIONS, ())
        flag = []
        if self.case.about:
            option = Option(Section.QUESTION, self.case.about, names=(self.case.by,))
            flag = [Parameter("", option, default=False, kind=bool)]
        force = [FORCE] if any(one.option.writes for one in (*found, *self.extra)) else []
        own = [one for one in (*found, *self.extra) if one.keyword not in {*self.case.without, "force"}]
        return (*flag, *own, *force, HELP)

    @property
    def own(self) -> set[str]:
        """The names of its options."""
        return {name for one in self.parameters for name in one.names}


@dataclass(frozen=True)
class Command:
    """A command: functions whose parameters are its options; the first one's docstring is its help text."""

    path: str
    """What is typed for it: ``wordle-cp tree draw``."""
    cases: tuple[Chosen, ...]
    entry: CommandEntry

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its arguments and options in the order of a help text: by section, the choosing ones first."""
        by = [case.case.by for case in self.cases]
        found: dict[str, Parameter] = {}
        for case in self.cases:
            for one in case.parameters:
                chooses = one.names[0] in by
                found.setdefault(one.names[0], replace(one, default=None) if chooses else one)
        order = [*Section]
        return tuple(
            sorted(found.values(), key=lambda one: (order.index(one.option.section), one.names[0] not in by))
        )

    @property
    def text(self) -> HelpText:
        """What its help text says."""
        return HelpText.of(self.cases[0].function.__doc__ or "")

    @property
    def usage(self) -> str:
        """How it is called."""
        return " ".join([self.path, *(one.typed for one in self.parameters if one.is_argument), "[OPTIONS]"])

    def chosen(self, names: Sequence[str]) -> Chosen:
        """Return the function that is meant where options of these `names` are given; else UsageError."""
        if len(self.cases) == 1:
            return self.cases[0]
        given = [case for case in self.cases if case.case.by in names]
        given = given or [case for case in self.cases if not case.case.by]
        others = {name for case in given for name in case.own if name != case.case.by}
        meant = [case for case in given if case.case.by not in others]
        if len(meant) != 1:
            choices = listed([case.case.by for case in meant or self.cases if case.case.by], "and")
            message = f"give one of {choices}, such as {self.text.examples[0]}"
            raise UsageError(f"give only one of {choices}" if meant else message)
        if wrong := [name for name in names if name not in meant[0].own]:
            message = f"{meant[0].case.by}: not with {', '.join(wrong)}"
            raise UsageError(message)
        return meant[0]

    def read(self, words: Sequence[str]) -> tuple[Chosen, dict[str, Any]]:
        """Return the function that is meant, and the values of what is typed behind the command, by keyword.

        Those that are neither given nor usual are missing.

        Raises:
            UsageError: there is no such option, or its value is none; or one that is needed is missing.
        """
        typed = list(self._typed(words))
        self._demand_places([text for name, text in typed if not name])
        chosen = self.chosen([name for name, _ in typed if name])
        known = {name: one for one in chosen.parameters for name in one.names}
        places = [one for one in chosen.parameters if one.is_argument]
        values: dict[str, Any] = {}
        if not places and any(not name for name, _ in typed):
            given = abridged(next(text for name, text in typed if not name))
            message = f"{chosen.case.by}: not with {given}"
            raise UsageError(message)
        for name, text in typed:
            parameter = known[name] if name else places[0] if places[0].many else places.pop(0)
            value = parameter.flagged(text) if parameter.is_flag else parameter.read(text)
            if parameter.many:
                values.setdefault(parameter.keyword, []).append(value)
            else:
                values[parameter.keyword] = value
        for parameter in chosen.parameters:
            if parameter.needed and parameter.keyword not in values:
                what = listed(parameter.choices) if parameter.choices else parameter.value
                say = self.usage if parameter.is_argument else f"give {parameter.names[0]} {what}"
                message = f"{parameter.names[0]} is missing: {say}"
                raise UsageError(message)
            if parameter.option.usual is not NEEDED:
                values.setdefault(parameter.keyword, parameter.option.usual)
        values.pop("", None)
        return chosen, {**chosen.case.usual, **values}

    def _demand_places(self, words: Sequence[str]) -> None:
        """Raise UsageError if there are more `words` without a name than arguments."""
        places = [one for one in self.parameters if one.is_argument]
        if len(words) > len(places) and not (places and places[-1].many):
            lists = f"{self.path} --help lists the options"
            extra = abridged(" ".join(words[len(places) :]))
            message = f"unexpected {extra}: the command is {self.usage}; {lists}"
            raise UsageError(message)

    def _typed(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of each option that is typed, of a flag its name; other words nameless.

        Raises:
            UsageError: there is no such option, or it takes no value, or needs one.
        """
        known = {name: one for one in self.parameters if not one.is_argument for name in one.names}
        rest = iter(words)
        for word in rest:
            name, given, text = word.partition("=")
            if word == "--":
                yield from (("", other) for other in rest)
            elif word == "-" or not word.startswith("-"):
                yield "", word
            elif name not in known:
                raise UsageError(_no_option(name, tuple(known), self.path))
            elif known[name].is_flag:
                if given:
                    message = f"{name} takes no value"
                    raise UsageError(message)
                yield name, name
            else:
                value = text if given else next(rest, None)
                if value is None or (value.startswith("--") and not given):
                    found = "" if value is None else f", found {abridged(value)}; {name}=VALUE takes any"
                    message = f"{name} needs a value{found}"
                    raise UsageError(message)
                yield name, value


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


def _has_quiet(function: Callable[..., object]) -> bool:
    """Tell whether a function takes long, writes files and says which, or asks for it."""
    return not {"work", "force", "quiet"}.isdisjoint(signature(function).parameters)


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of a group: its name, the section of the overview that it is in, and a line about it.

    `place` is the module of its function, below wordle_cp, and behind a colon the function where that isn't
    called as the command; the command line lacks those of its options that `without` names. Or there are
    several `cases`. What it prints may be drawn as a `chart`, and written as a table that begins so
    (`CSV_BEGINS` of the module `table`). It may be a `group` of commands.
    """

    name: str
    section: str
    about: str
    place: str = ""
    without: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    chart: str = ""
    table: str = ""
    as_json: bool = True
    group: Group | None = None

    def load(self, path: str) -> Command | Group:
        """Return the command, or the group of commands."""
        if self.group is not None:
            return self.group
        place, _, function = self.place.partition(":")
        module = import_module(f"wordle_cp.{place}")
        cases = self.cases or (Case(function or self.name, without=self.without),)
        more = (PLOT,) * bool(self.chart) + (TABLE,) * bool(self.table) + (_JSON,) * self.as_json
        found = []
        for case in cases:
            called = getattr(module, case.function)
            found.append(Chosen(called, case, (*more, *(_QUIET,) * _has_quiet(called))))
        return Command(f"{path} {self.name}", tuple(found), self)


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
