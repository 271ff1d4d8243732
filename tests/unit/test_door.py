"""The names that programs import from `wordle_cp`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import wordle_cp
from tests.each import each
from tools.stub import stub

LOADED = "import sys, wordle_cp; print(*sorted(name for name in sys.modules if name.startswith('wordle_cp')))"


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["wordle_cp"]


@each("name", wordle_cp.__all__)
def test_each_name_is_there(name: str) -> None:
    assert getattr(wordle_cp, name) is getattr(wordle_cp, name)
    assert name in dir(wordle_cp)


def test_what_types_say_is_what_is_loaded() -> None:
    """A type checker reads the stub, a program the table."""
    text = Path(wordle_cp.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    assert text == "\n".join([*stub(), ""]), "make stub"


def test_packages_keep_their_names_and_others_are_unknown() -> None:
    import wordle_cp.check  # noqa: PLC0415  after what may have hidden it

    assert wordle_cp.check.__name__ == "wordle_cp.check"
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = wordle_cp.nonsense  # type: ignore[attr-defined]
