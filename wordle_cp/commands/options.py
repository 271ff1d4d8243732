"""Options, each declared once: for the command line, and as a keyword of the function behind it.

An option is an annotation: ``Depth = Annotated[int, Option(...)]``. Functions that take it have it in their
signature, which is all that the command line and Python know of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from inspect import Parameter as Declared
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, get_args, get_origin

from wordle_cp.errors import UsageError, abridged
from wordle_cp.values import listed, meant

if TYPE_CHECKING:
    from collections.abc import Callable


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

    `reads` makes a value of its text, and raises ValueError for anything else. `names` are those on the
    command line; without any it is the name of the keyword. What `writes` a file has ``--force`` beside it.
    """

    section: Section
    about: str
    metavar: str = ""
    reads: Callable[[str], object] | None = None
    names: tuple[str, ...] = ()
    writes: bool = False


NEEDED: Final = Declared.empty
"""The default of what must be given."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option of one function: its keyword there, its default, and what kind of value it has."""

    keyword: str
    option: Option
    default: Any
    kind: Any
    """The type of its value: bool for a flag, a StrEnum for one of some names."""
    many: bool = False
    """Whether it may be given again and again."""

    @classmethod
    def of(cls, declared: Declared) -> Parameter | None:
        """Return the option that a parameter of a function is; None if it is none."""
        if get_origin(declared.annotation) is not Annotated:
            return None
        kind, *marks = get_args(declared.annotation)
        option = next((mark for mark in marks if isinstance(mark, Option)), None)
        if option is None:
            return None
        if get_origin(kind) in {Union, UnionType}:
            kind = next(one for one in get_args(kind) if one is not NoneType)
        many = get_origin(kind) is list
        return cls(declared.name, option, declared.default, get_args(kind)[0] if many else kind, many)

    @property
    def is_argument(self) -> bool:
        """Whether it is given by its place."""
        return self.option.section is Section.ARGUMENTS

    @property
    def is_flag(self) -> bool:
        """Whether it takes no value."""
        return self.kind is bool and self.option.reads is None

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
        named = self.option.reads is None and isinstance(self.kind, type) and issubclass(self.kind, StrEnum)
        return tuple(map(str, self.kind)) if named else ()

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
        if self.needed or value is None or isinstance(value, bool):
            return ""
        return f"{value:g}" if isinstance(value, float) else str(value)

    def flagged(self, name: str) -> bool:
        """Return the value of a flag of this `name`: ``--no-repeats`` beside ``--repeats`` is false."""
        return name.replace("--no-", "--", 1) not in self.names or not name.startswith("--no-")

    def read(self, text: str) -> object:
        """Return the value that `text` says.

        Raises:
            UsageError: it says none; the message begins with the name of the option.
        """
        name = self.names[0]
        if choices := self.choices:
            if text.lower() in choices:
                return self.kind(text.lower())
            hint = meant(text, choices)
            if not hint and name == "--hidden":
                hint = "; words of your own make a variant: wordle-cp variants new mine.yaml --hidden FILE"
            message = f"{name}: expected {listed(choices)}, found {abridged(text)}{hint}"
            raise UsageError(message)
        try:
            return text if self.option.reads is None else self.option.reads(text)
        except ValueError as error:
            message = f"{name}: {error}"
            raise UsageError(message) from None


_OPTIONS: Final = {
    "as_format": "--format",
    "folder": "--run",
    "game": "--variant",
    "history": "--after",
    "to_csv": "--out",
    "to_json": "--json",
    "words": "--set",
}
"""Of keywords of Python the options that have other names."""


def option_name(keyword: str) -> str:
    """Return the option that is the `keyword` of Python."""
    return _OPTIONS.get(keyword) or f"--{keyword.replace('_', '-')}"
