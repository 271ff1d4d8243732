"""Options and their sections, and groups of options that commands share.

The parts, in their order:

Groups of options that several commands take: declared once, and one parameter of a command.

A group is a frozen dataclass whose fields are annotated as options are, or are groups themselves. A
parameter is wanted for each option; `unpacked` makes such a function of one that takes groups.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from wordle_cp.commands.files import passed_on
from wordle_cp.commands.options import Option, Parameter, Section

__all__ = ["Section", "argument", "option", "unpacked", "without", "writing"]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def option(
    section: Section,
    *names: str,
    about: str,
    parser: Callable[[str], Any] | None = None,
    metavar: str = "",
) -> Any:  # noqa: ANN401  as an annotation
    """Return the option `names` in a section of the help text, which says what it is `about`."""
    return Option(section, about, metavar, parser, names)


def argument(*, metavar: str, help: str, parser: Callable[[str], Any] | None = None) -> Any:  # noqa: A002, ANN401
    """Return an argument, which stands in a help text as `metavar`."""
    return Option(Section.ARGUMENTS, help, metavar, parser)


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Without:
    """Of the group that it annotates a command lacks these options; their fields have their defaults."""

    names: frozenset[str]


def without(*names: str) -> Without:
    """Return what takes the options of these fields out of a group, in ``Annotated[Group, ...]``."""
    return Without(frozenset(names))


_Force = Annotated[bool, option(Section.OUTPUT, "--force", about="Replace a file that is there.")]


def writing(made: Any) -> Any:  # noqa: ANN401  as an annotation
    """Return `made`, an option or argument that is what to write: its command has --force, too."""
    return replace(made, writes=True)


def unpacked(function: Callable[..., Result]) -> Callable[..., Result]:
    """Return `function` with a parameter for each option of the groups that it takes.

    What it does is one run (`files.outputs`), and if it writes, --force is an option, too.
    """
    given = inspect.signature(function, eval_str=True).parameters
    groups = {name: group for name, one in given.items() if (group := _Group.of(one.annotation)) is not None}

    @wraps(function)
    def call(**typed: object) -> Result:
        values = defaults | typed
        from wordle_cp.files.outputs import run  # noqa: PLC0415  help texts don't need it

        with run(force=bool(values.get("force"))), passed_on(as_json=bool(values.get("as_json"))):
            return function(
                **{name: groups[name].of_values(values) if name in groups else values[name] for name in given}
            )

    flat: list[inspect.Parameter] = []
    for name, one in given.items():
        flat += groups[name].parameters() if name in groups else [one]
    if any(found is not None and found.option.writes for found in map(Parameter.of, flat)):
        kind = inspect.Parameter.KEYWORD_ONLY
        flat.append(inspect.Parameter("force", kind, default=False, annotation=_Force))
    defaults = {one.name: one.default for one in flat}
    vars(call)["__signature__"] = inspect.Signature(flat)  # what its parameters are read from
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
