"""Groups of options: what a command gets, and that no option is declared twice."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import pytest

from wordle_cp import cli
from wordle_cp.cli.groups import unpacked, without
from wordle_cp.cli.parse import Case, Chosen, Command, CommandEntry
from wordle_cp.commands.options import Option, Section
from wordle_cp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(cli.__file__).parent


@dataclass(frozen=True, slots=True)
class Inner:
    """A group in a group."""

    far: Annotated[str, Option(Section.GAME, "far")] = "3"


@dataclass(frozen=True, slots=True)
class Outer:
    """A group with an option that must be given."""

    wanted: Annotated[str, Option(Section.GAME, "wanted")]
    inner: Inner = Inner()
    near: Annotated[bool, Option(Section.GAME, "near")] = False


def command(
    first: Annotated[str, Option(Section.ARGUMENTS, "first", "FIRST")],
    *,
    outer: Outer,
    last: Annotated[int, Option(Section.GAME, "last")] = 5,
) -> str:
    """Show it."""
    return f"{first} {outer} {last}"


def lacking(*, outer: Annotated[Outer, without("near")]) -> str:
    """Show it without one."""
    return str(outer)


def called(function: Callable[..., object], *arguments: str) -> object:
    """Return what the command `function` returned."""
    entry = CommandEntry("try", "Try", "Try it")
    chosen, values = Command("try", (Chosen(unpacked(function), Case("")),), entry).read(arguments)
    return chosen.function(**values)


def test_each_option_is_a_parameter_in_its_place() -> None:
    parameters = inspect.signature(unpacked(command)).parameters
    assert list(parameters) == ["first", "wanted", "far", "near", "last"]
    assert [one.default for one in parameters.values()][1:] == [inspect.Parameter.empty, "3", False, 5]
    assert unpacked(command).__doc__ == "Show it."


def test_a_command_gets_its_groups() -> None:
    told = called(command, "a", "--wanted", "w", "--far", "7", "--near")
    assert told == f"a {Outer('w', Inner('7'), near=True)} 5"
    assert called(command, "a", "--wanted", "w") == f"a {Outer('w')} 5"
    with pytest.raises(UsageError):
        called(command, "a")


def test_a_command_may_lack_options_of_a_group() -> None:
    assert list(inspect.signature(unpacked(lacking)).parameters) == ["wanted", "far"]
    assert called(lacking, "--wanted", "w") == str(Outer("w"))
    with pytest.raises(UsageError):
        called(lacking, "--wanted", "w", "--near")


@pytest.mark.parametrize("kind", ["argument", "file_option"])
def test_no_option_is_declared_twice(kind: str) -> None:
    declared: Counter[str] = Counter()
    for path in FOLDER.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == kind:
                about = [ast.unparse(one.value) for one in call.keywords if one.arg in {"help", "about"}]
                declared[" ".join([*map(ast.unparse, call.args), *about])] += 1
    assert declared
    assert [option for option, times in declared.items() if times > 1] == []
