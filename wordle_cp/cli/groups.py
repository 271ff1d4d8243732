"""Options and their sections, and groups of options that commands share.

The parts, in their order:

The sections of a help text, in their order, and how an option is declared in one.

Groups of options that several commands take: declared once, and one parameter of a command.

A group is a frozen dataclass whose fields are annotated as Typer's options are, or are groups themselves.
Typer wants a parameter for each option; `unpacked` makes such a function of one that takes groups.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args, get_origin, get_type_hints

import typer

from wordle_cp.cli.output import passed_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Section(StrEnum):
    """What an option is about; help texts have their options in this order."""

    QUESTION = "Question"
    GAME = "Game"
    OBJECTIVE = "Objective"
    LIMITS = "Limits"
    OUTPUT = "Output"
    RARE = "Rarely needed"


def option(section: Section, *names: str, about: str, **more: Any) -> Any:  # noqa: ANN401  as typer.Option
    """Return the option `names` in a section of the help text, which says what it is `about`.

    Where it has choices, capitals don't matter. `more` are parameters of typer.Option.
    """
    return typer.Option(*names, help=about, rich_help_panel=section, case_sensitive=False, **more)


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Without:
    """Of the group that it annotates a command lacks these options; their fields have their defaults."""

    names: frozenset[str]


def without(*names: str) -> Without:
    """Return what takes the options of these fields out of a group, in ``Annotated[Group, ...]``."""
    return Without(frozenset(names))


_WRITES: Final = "writes"
_Force = Annotated[bool, option(Section.OUTPUT, "--force", about="Replace a file that is there.")]


def writing(made: Any) -> Any:  # noqa: ANN401  as typer.Option
    """Return `made`, an option or argument that is what to write: its command has --force, too."""
    setattr(made, _WRITES, True)
    return made


def unpacked(function: Callable[..., Result]) -> Callable[..., Result]:
    """Return `function` with a parameter for each option of the groups that it takes.

    What it does is one run (`files.outputs`), and if it writes, --force is an option, too.
    """
    given = inspect.signature(function, eval_str=True).parameters
    groups = {name: group for name, one in given.items() if (group := _Group.of(one.annotation)) is not None}

    @wraps(function)
    def call(**values: object) -> Result:
        from wordle_cp.files.outputs import run  # noqa: PLC0415  help texts don't need it

        with run(force=bool(values.get("force"))), passed_on(as_json=bool(values.get("as_json"))):
            return function(
                **{name: groups[name].of_values(values) if name in groups else values[name] for name in given}
            )

    flat: list[inspect.Parameter] = []
    for name, one in given.items():
        flat += groups[name].parameters() if name in groups else [one]
    if any(getattr(mark, _WRITES, False) for one in flat for mark in get_args(one.annotation)[1:]):
        kind = inspect.Parameter.KEYWORD_ONLY
        flat.append(inspect.Parameter("force", kind, default=False, annotation=_Force))
    vars(call)["__signature__"] = inspect.Signature(flat)  # what Typer reads
    call.__annotations__ = {one.name: one.annotation for one in flat}
    return call


@dataclass(frozen=True, slots=True)
class _Group:
    """A group without some of its options."""

    made: type[Any]
    lacks: frozenset[str] = frozenset()

    @classmethod
    def of(cls, annotation: object) -> _Group | None:
        """Return the group that `annotation` says, None if it is an option."""
        if isinstance(annotation, type):
            return cls(annotation) if is_dataclass(annotation) else None
        if get_origin(annotation) is not Annotated:
            return None
        group, mark, *_ = get_args(annotation)
        return cls(group, mark.names) if isinstance(mark, Without) else None

    def _parts(self) -> Iterator[tuple[inspect.Parameter, _Group | None]]:
        """Yield the fields that are options as they are, and those that are groups with what they are."""
        hints = get_type_hints(self.made, include_extras=True)
        for field in fields(self.made):
            if field.name not in self.lacks:
                default = inspect.Parameter.empty if field.default is MISSING else field.default
                kind = inspect.Parameter.KEYWORD_ONLY
                annotation = hints[field.name]
                one = inspect.Parameter(field.name, kind, default=default, annotation=annotation)
                yield one, _Group.of(annotation)

    def parameters(self) -> Iterator[inspect.Parameter]:
        """Yield a parameter for each option."""
        for one, group in self._parts():
            yield from [one] if group is None else group.parameters()

    def of_values(self, values: dict[str, object]) -> object:
        """Return the group with the `values` of its options."""
        return self.made(
            **{
                one.name: values[one.name] if group is None else group.of_values(values)
                for one, group in self._parts()
            }
        )
