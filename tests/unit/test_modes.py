"""Modes: each property says a rule that holds, and hardly anything asks for a mode by its name."""

from __future__ import annotations

import ast
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import Restriction, is_consistent, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_NAMED: Final = 15
NAMES: Final = re.compile(rf"\bMode\b|[\"'](?:{'|'.join(Mode)})[\"']")
PACKAGE: Final = Path(wordle_cp.__file__).parent
WORDS: Final = tuple(map("".join, product("abc", repeat=3)))
PAST: Final = tuple({(past, pattern_of(past, hidden)) for past in WORDS for hidden in WORDS})
"""Every past guess with every response."""


@pytest.mark.parametrize("mode", Mode)
def test_properties_say_what_the_demands_mean(mode: Mode) -> None:
    judged = [(guess, (move,)) for guess in WORDS for move in PAST]
    allowed = {(guess, past) for guess, past in judged if is_allowed(guess, past, mode)}
    weaker = {(guess, past) for guess, past in judged if is_allowed(guess, past, mode.weaker)}
    permitted = {(guess, past) for guess, past in judged if Restriction.of(past, 3).permits(guess)}
    consistent = {(guess, past) for guess, past in judged if is_consistent(guess, past)}

    assert mode.binds == (len(allowed) < len(judged))
    assert mode.facts == (allowed <= permitted)
    assert mode.responses == (allowed <= consistent)
    assert mode.only_facts == (allowed in (permitted, set(judged)))
    assert allowed <= weaker
    assert (mode.weaker is mode) == mode.only_facts


def names_a_mode(node: ast.AST) -> bool:
    """Tell whether an expression is a mode by its name: `Mode.HARD`, `Mode("hard")`, or ``"hard"`` alone."""
    match node:
        case ast.Attribute(value=ast.Name("Mode"), attr=name):
            return name in Mode.__members__
        case ast.Constant(value=str(text)):
            return text in set(Mode)
        case ast.Tuple() | ast.List() | ast.Set() | ast.Call():
            return any(map(names_a_mode, ast.iter_child_nodes(node)))
    return False


def expressions() -> Iterator[tuple[str, ast.AST]]:
    """Yield each node of the syntax trees outside of rules/ and the command line, and where it stands.

    The plain checker is left out: it shares nothing with the rest, so it has the three modes by name.
    """
    for path in {*PACKAGE.rglob("*.py"), *(PACKAGE / "models").glob("*.py")}:
        place, text = path.relative_to(PACKAGE), path.read_text(encoding="utf-8")
        theirs = place.parts[0] in {"rules", "cli"} or place.parts[:2] == ("check", "plain")
        if not theirs and NAMES.search(text):
            for node in ast.walk(ast.parse(text)):
                yield f"{place}:{getattr(node, 'lineno', 0)}", node


def test_modes_are_named_where_a_default_or_a_file_says_so_and_never_compared() -> None:
    named, compared = set(), set()
    for place, node in expressions():
        match node:
            case ast.Attribute() if names_a_mode(node):
                named.add(place)
            case ast.Compare(left=left, comparators=others) if any(map(names_a_mode, [left, *others])):
                compared.add(place)
            case ast.MatchValue(value=value) if names_a_mode(value):
                compared.add(place)
    assert len(named) <= MOST_NAMED, sorted(named)
    assert not compared
