"""The names that programs import from `wordle_cp`."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wordle_cp

LOADED = "import sys, wordle_cp; print(*sorted(name for name in sys.modules if name.startswith('wordle_cp')))"


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["wordle_cp"]


@pytest.mark.parametrize("name", wordle_cp.__all__)
def test_each_name_is_there(name: str) -> None:
    assert getattr(wordle_cp, name) is getattr(wordle_cp, name)
    assert name in dir(wordle_cp)


def test_what_types_say_is_what_is_loaded() -> None:
    """A type checker reads the imports, a program the table."""
    tree = ast.parse(Path(wordle_cp.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.asname or alias.name: (statement.module, alias.name)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("wordle_cp.")
        for alias in statement.names
    }
    assert sorted([*typed, "__version__"]) == sorted(wordle_cp.__all__)
    for name, (module, called) in typed.items():
        __import__(str(module))
        assert getattr(wordle_cp, name) is getattr(sys.modules[str(module)], called)


def test_packages_keep_their_names_and_others_are_unknown() -> None:
    import wordle_cp.check  # noqa: PLC0415  after what may have hidden it

    assert wordle_cp.check.__name__ == "wordle_cp.check"
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = wordle_cp.nonsense
