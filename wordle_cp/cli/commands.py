"""Groups of commands: each command is loaded when it runs or when its own help text is shown, not before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import typer

from wordle_cp.cli.groups import unpacked
from wordle_cp.cli.help import Command, Group

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_HELP: Final = {"help_option_names": ["--help", "-h"]}


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of a group: its name, the section of the overview that it is in, and a line about it.

    `place` is ``module:name`` below wordle_cp.cli if the name isn't the module's, too.
    """

    name: str
    section: str
    about: str
    place: str = ""

    def load(self) -> Any:  # noqa: ANN401  Typer's classes are private
        """Return the command; what stands at the place is its function, or a group of commands."""
        module, _, name = (self.place or f"{self.name}:{self.name}").partition(":")
        found = getattr(import_module(f"wordle_cp.cli.{module}"), name)
        if isinstance(found, Group):
            return found
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        single.command(self.name, cls=Command, context_settings=_HELP)(unpacked(found))
        return typer.main.get_command(single)


class _Commands(Mapping[str, Any]):
    """The commands of a group by name, each loaded when it is first asked for."""

    def __init__(self, entries: Sequence[CommandEntry]) -> None:
        self._entries: Final = {entry.name: entry for entry in entries}
        self._loaded: Final[dict[str, Any]] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401  as above
        if name not in self._loaded:
            self._loaded[name] = self._entries[name].load()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def group(name: str, options: Callable[..., None], entries: Sequence[CommandEntry]) -> Any:  # noqa: ANN401  as above
    """Return the group of the commands `entries`; `options` takes its options, and has its help text."""
    made = typer.Typer(name=name, add_completion=False, pretty_exceptions_enable=False)
    made.callback(cls=Group, context_settings=_HELP)(options)
    found: Any = typer.main.get_command(made)
    found.commands = _Commands(entries)
    found.overview = {}
    for entry in entries:
        found.overview.setdefault(entry.section, {})[entry.name] = entry.about
    return found
