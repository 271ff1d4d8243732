"""The packages of `wordle_cp`, and what those that are trusted may import: a list of what is allowed."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE: Final = Path(wordle_cp.__file__).parent
RULES: Final = frozenset({"errors", "files", "rules"})
ALLOWED: Final = {  # package: those of this project, and others beside the standard library
    "errors": (RULES, frozenset[str]()),
    "files": (RULES, frozenset[str]()),
    "rules": (RULES, frozenset[str]()),
    "certificate": (RULES | {"certificate"}, frozenset[str]()),
    "check": (RULES | {"certificate", "check"}, frozenset({"numpy"})),
}
DOOR: Final = PACKAGE / "__init__.py"
"""It names what programs import, and uses none of it."""
ENTRY: Final = PACKAGE / "check" / "__main__.py"
"""It finds shipped lists, whose digests the checker computes, and prints a sentence after the verdict."""
PLAIN: Final = PACKAGE / "check" / "plain"


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted name of all that a file imports, for types too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            within = path.relative_to(PACKAGE.parent).parts[: -node.level] if node.level else ()
            yield from (".".join((*within, node.module, alias.name)) for alias in node.names)


def test_six_modules_at_most_stand_outside_of_packages() -> None:
    loose = sorted(path.name for path in PACKAGE.glob("*.py"))
    assert len(loose) <= 6, loose


@pytest.mark.parametrize("package", ALLOWED)
def test_what_is_trusted_imports_what_is_trusted(package: str) -> None:
    ours, others = ALLOWED[package]
    folder = PACKAGE / package
    paths = [path for path in folder.rglob("*.py") if path != ENTRY and PLAIN not in path.parents] or [
        folder.with_suffix(".py")
    ]
    strange = set()
    for path in paths or [folder.with_suffix(".py")]:
        for name in imported(path):
            first, _, rest = name.partition(".")
            known = (
                rest.split(".")[0] in ours
                if first == "wordle_cp"
                else first in sys.stdlib_module_names | others
            )
            if not known:
                strange.add(f"{path.relative_to(PACKAGE)}: {name}")
    assert not strange


def test_the_plain_checker_imports_the_standard_library_and_itself() -> None:
    alone = ("wordle_cp.check.plain.", "plain.")  # the latter where its folder is run
    strange = {
        f"{path.name}: {name}"
        for path in PLAIN.glob("*.py")
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith(alone)
    }
    assert not strange


def test_only_rules_and_checkers_score_past_the_scoring_of_a_game() -> None:
    """The others ask `Scoring`, so that what they do holds for codes, and for games to come."""
    past = {
        f"wordle_cp.rules.{name}"
        for name in (
            *("words", "words.pattern_of", "words.all_green", "words.colours", "words.is_consistent"),
            *("words.format_pattern", "words.parse_pattern", "words.format_history"),
            *("modes", "modes.is_allowed", "modes.explain_not_allowed"),
        )
    }
    paths = [*PACKAGE.rglob("*.py"), *(PACKAGE / "models").glob("*.py")]
    strange = {
        f"{place}: {name}"
        for path in dict.fromkeys(paths)
        if (place := path.relative_to(PACKAGE)).parts[0] not in {"rules", "check"}
        for name in imported(path)
        if name in past and path != DOOR
    }
    assert not strange
