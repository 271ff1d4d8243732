"""Options, each declared once: for the command line, and as a keyword of the function behind it.

An option is an annotation: ``Depth = Annotated[int, Option(...)]``. Functions that take it have it in their
signature, which is all that the command line and Python know of it. What is made of several options is a
parameter, too: ``Annotated[Question, Made(question_of)]`` stands for the parameters of `question_of`.
"""

from __future__ import annotations

import inspect
import os
import sys
from dataclasses import dataclass
from enum import EnumMeta, StrEnum
from functools import wraps
from inspect import Parameter as Declared
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, Union, get_args, get_origin

from wordle_cp.errors import UsageError, argument
from wordle_cp.files.outputs import run
from wordle_cp.values import in_a_line, listed, meant, truth
from wordle_cp.values import text as text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


NEEDED: Final = Declared.empty
"""The default of what must be given."""
BY_NAME: Final = Path("by-name")
"""This object stands for a file in the current folder, under a name that says the question."""
R = TypeVar("R")


class Section(StrEnum):
    """What an option is about; help texts have their options in this order."""

    ARGUMENTS = "Arguments"
    """What is given by its place, without a name."""
    QUESTION = "Question"
    GAME = "Game"
    OBJECTIVE = "Objective"
    LIMITS = "Limits"
    OUTPUT = "Output"
    RARE = "Rarely needed"


@dataclass(frozen=True, slots=True)
class Option:
    """What an option is: its section, what help says `about` it, and what stands for its value there.

    `takes` makes its value of what Python is given, and `reads` of a text on the command line; without it
    that is what `takes` does. Both raise ValueError for anything else. `names` are those on the command line;
    without any it is the name of the keyword. What `writes` a file has ``--force`` beside it. `usual` is what
    the command line takes where it isn't given, in place of the keyword's default.
    """

    section: Section
    about: str
    metavar: str = ""
    reads: Callable[[str], object] | None = None
    names: tuple[str, ...] = ()
    writes: bool = False
    takes: Callable[[Any], object] | None = None
    usual: object = NEEDED


QUIET: Final = Option(Section.OUTPUT, "Print the result only: no progress, no messages.")
JSON: Final = Option(Section.OUTPUT, "Print the result as one JSON object.", names=("--json",))


@dataclass(frozen=True, slots=True)
class Made:
    """Marks a parameter that a function makes of options: its own parameters, `without` some of them."""

    by: Callable[..., object]
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option of one function: its keyword there, its default, and what kind of value it has."""

    keyword: str
    option: Option
    default: Any
    kind: Any
    """The type of its value: bool for a flag, a StrEnum for one of some names, object for any of several."""
    many: bool = False
    """Whether it may be given again and again."""
    optional: bool = False
    """Whether None will do."""

    @classmethod
    def of(cls, declared: Declared) -> Parameter | None:
        """Return the option that a parameter of a function is; None if it is none."""
        if get_origin(declared.annotation) is not Annotated:
            return None
        kind, *marks = get_args(declared.annotation)
        option = next((mark for mark in marks if isinstance(mark, Option)), None)
        if option is None:
            return None
        optional = declared.default is None or NoneType in get_args(kind)
        if get_origin(kind) in {Union, UnionType}:
            kinds = [one for one in get_args(kind) if one is not NoneType]
            plain = len(kinds) == 1 or kinds[0] is bool or get_origin(kinds[0]) is list
            kind = kinds[0] if plain else object
        many = get_origin(kind) is list
        default = declared.default if option.usual is NEEDED else option.usual
        return cls(declared.name, option, default, get_args(kind)[0] if many else kind, many, optional)

    @property
    def is_argument(self) -> bool:
        """Whether it is given by its place."""
        return self.option.section is Section.ARGUMENTS

    @property
    def is_flag(self) -> bool:
        """Whether it takes no value."""
        return self.kind is bool

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is NEEDED

    @property
    def names(self) -> tuple[str, ...]:
        """What is typed: the names of an option, what stands for an argument."""
        if self.is_argument:
            return (self.option.metavar,)
        return self.option.names or (f"--{self.keyword.replace('_', '-')}",)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that it can have, if they can be listed."""
        return tuple(map(str, self.kind)) if isinstance(self.kind, EnumMeta) else ()

    @property
    def value(self) -> str:
        """What stands for its value in a help text."""
        return "|".join(self.choices) or self.option.metavar or self.keyword.upper()

    @property
    def typed(self) -> str:
        """What is typed for it: ``--mode normal|hard|ultrahard``."""
        if self.is_argument or self.is_flag:
            return ", ".join(self.names)
        return f"{', '.join(self.names)} {self.value}"

    @property
    def shown_default(self) -> str:
        """The default, if it is one that a help text shows."""
        value = self.default
        if self.needed or value is None or isinstance(value, bool) or "Default:" in self.option.about:
            return ""
        return f"{value:g}" if isinstance(value, float) else str(value)

    def flagged(self, name: str) -> bool:
        """Return the value of a flag of this `name`: ``--no-repeats`` beside ``--repeats`` is false."""
        return not name.startswith("--no-") or self.keyword.startswith("no_")

    def read(self, text: str) -> object:
        """Return the value that `text` says.

        Raises:
            UsageError: it says none; the message begins with the name of the option.
        """
        name = self.names[0]
        if self.choices:
            return self._choice(text, name)
        reads = self.option.reads or self.option.takes or str
        try:
            return reads(text)
        except ValueError as error:
            message = f"{name}: {error}"
            raise UsageError(message) from None

    def taken(self, value: object) -> object:
        """Return what `value`, which a caller gives, stands for; UsageError if that is nothing."""
        if value is None and self.optional:
            return None
        if self.option.takes is not None:
            try:
                return self.option.takes(value)
            except ValueError as error:
                message = f"{self.keyword}: {error}"
                raise UsageError(message) from None
        if self.many:
            return value
        if self.kind is bool:
            return truth(value, self.keyword)
        if self.choices:
            return self._choice(value, self.keyword)
        return text_of(value, self.keyword) if self.kind is str else value

    def _choice(self, value: object, name: str) -> object:
        """Return the choice that `value` names, in either case; UsageError, with `name` first, if none."""
        choices, text = self.choices, value.strip().lower() if isinstance(value, str) else ""
        if text in choices:
            return self.kind(text)
        hint = meant(text, choices)
        if not hint and name == "--hidden":
            hint = "; words of your own make a variant: wordle-cp variants new mine.yaml --hidden FILE"
        message = f"{name}: expected {listed(choices)}, found {in_a_line(value)}{hint}"
        raise UsageError(message)


def asked(function: Callable[..., R]) -> Callable[..., R]:
    """Return `function` with all its options spelled out, each of which is read before it is called.

    So `help` and editors show them, and one that is unknown is Python's TypeError, as everywhere. Where none
    of the options is given that something is made of, it has its default, if it has one. What the function
    does is one run (`files.outputs`); if it writes files, ``force`` replaces those that are there.
    """
    own = {one.name: one for one in declared_by(function)}
    makers: dict[str, Made] = {}
    flat: dict[str, Declared] = {}
    for name, one in own.items():
        made = next((mark for mark in get_args(one.annotation)[1:] if isinstance(mark, Made)), None)
        if made is None:
            flat[name] = one
        else:
            makers[name] = made
            known_otherwise = {*own.keys() - {name}, *made.without}
            flat |= {part.name: part for part in declared_by(made.by) if part.name not in known_otherwise}
    known = {name: found for name, one in flat.items() if (found := Parameter.of(one)) is not None}
    if any(one.option.writes for one in known.values()):
        flat["force"] = Declared("force", Declared.KEYWORD_ONLY, default=False, annotation=bool)
    own_first = sorted(
        flat.values(),
        key=lambda one: (one.kind, one.kind is _KEYWORD and one.name not in own.keys() - makers),
    )
    signature = inspect.signature(function).replace(parameters=own_first)

    @wraps(function)
    def call(*arguments: object, **named: object) -> R:
        from wordle_cp.work import NoResultError, StoppedError  # noqa: PLC0415  not needed for a help text

        try:
            given = signature.bind(*arguments, **named).arguments
        except TypeError as error:
            message = f"{function.__name__}(): {error}"
            raise TypeError(message) from None
        with run(force=truth(given.pop("force", False), "force")):
            values: dict[str, Any] = {
                name: known[name].taken(given[name]) if name in known else given[name]
                for name in own
                if name in given
            }
            demand_apart(
                {name: values[name] for name in values if name in known and known[name].option.writes}
            )
            for name, maker in makers.items():
                parts = [part for part in inspect.signature(maker.by).parameters if part not in maker.without]
                its = {part: given[part] for part in parts if part in given}
                if any(one is not None for one in its.values()) or own[name].default is NEEDED:
                    usual = {part: own[part].default for part in parts if part in own}
                    values[name] = maker.by(
                        **{part: one for part, one in usual.items() if one is not NEEDED} | its
                    )
            try:
                return function(**values)
            except StoppedError as stopped:
                raise NoResultError(stopped.reason) from None

    vars(call)[DECLARED] = own_first
    vars(call)[OPTIONS] = tuple(known[one.name] for one in own_first if one.name in known)
    plain = [one.replace(annotation=_plain(one.annotation)) for one in own_first]
    vars(call)["__signature__"] = signature.replace(parameters=plain)
    return call


def demand_apart(files: dict[str, object]) -> None:
    """Raise UsageError if two of the files to write are one."""
    places: dict[str, str] = {}
    for name, file in files.items():
        if (
            isinstance(file, Path)
            and "\0" not in str(file)
            and (first := places.setdefault(os.path.realpath(file), name)) != name
        ):
            message = f"{argument(name)}: {file} is what {argument(first)} writes"
            raise UsageError(message)


def declared_by(function: Callable[..., object]) -> Iterable[Declared]:
    """Return the parameters of a function, with the options that they are."""
    known: Iterable[Declared] = getattr(function, DECLARED, inspect.signature(function).parameters.values())
    return [one.replace(annotation=_evaluated(one, function)) for one in known]


DECLARED: Final = "declared"
OPTIONS: Final = "options"
"""Attributes of what `asked` returns: all its parameters, and those that are options."""


def _plain(annotation: object) -> object:
    """Return an annotation as `help` shows it, without the option that it is."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _evaluated(one: Declared, function: Callable[..., object]) -> Any:
    """Return the annotation of a parameter, which must be known when the program runs if it is an option."""
    names = vars(sys.modules[function.__module__])
    try:
        return eval(one.annotation, names) if isinstance(one.annotation, str) else one.annotation  # noqa: S307
    except NameError:  # imported for type checkers alone
        return one.annotation


_KEYWORD: Final = Declared.KEYWORD_ONLY


_OPTIONS: Final = {
    "as_format": "--format",
    "folder": "--run",
    "game": "--variant",
    "history": "--after",
    "table": "--out",
    "to_csv": "--out",
    "to_json": "--json",
    "words": "--set",
}
"""Of keywords of Python the options that have other names."""


def option_name(keyword: str) -> str:
    """Return the option that is the `keyword` of Python."""
    return _OPTIONS.get(keyword) or f"--{keyword.replace('_', '-')}"
