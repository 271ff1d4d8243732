"""The notebooks: each runs as a script with no server and no network, and marimo finds no fault."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.harness import chromium
from tests.conftest import ROOT
from tests.effort import first

if TYPE_CHECKING:
    from pathlib import Path

NOTEBOOKS: Final = sorted((ROOT / "docs" / "teaching").glob("*.py"))
GUARD: Final = """
import runpy, socket, sys
def refuse(*_arguments): raise AssertionError("a notebook asked for the network")
socket.socket.connect = socket.getaddrinfo = refuse
runpy.run_path(sys.argv[1], run_name="__main__")
"""


pytestmark = pytest.mark.docs


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in `folder`, without plots that a screen would show."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "MPLBACKEND": "agg"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_there_are_six_that_import_from_the_package_itself() -> None:
    assert [notebook.name[:2] for notebook in NOTEBOOKS] == ["1_", "2_", "3_", "4_", "5_", "6_"]
    texts = [notebook.read_text(encoding="utf-8") for notebook in NOTEBOOKS]
    assert all(text.count("assert ") >= 8 for text in texts)
    assert not [
        line for text in texts for line in text.splitlines() if "import" in line and "wordle_cp." in line
    ]


@pytest.mark.parametrize(
    "notebook", first(NOTEBOOKS) if chromium() else NOTEBOOKS, ids=lambda notebook: notebook.stem
)
def test_a_notebook_as_a_script(notebook: Path, tmp_path: Path) -> None:
    """Each number that it tells is asserted in a cell; so it fails where one is wrong.

    Where there is a browser, tests/browser/test_pictures.py runs all of them without a network, too.
    """
    done = run(tmp_path, "-c", GUARD, str(notebook))
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(tmp_path.iterdir())


def test_an_assertion_that_fails_fails_the_script(tmp_path: Path) -> None:
    text = NOTEBOOKS[0].read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        text.replace('{"credo": 18, "plied": 16}', '{"credo": 17, "plied": 16}'), encoding="utf-8"
    )
    done = run(tmp_path, "-c", GUARD, str(wrong))
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("AssertionError")


def test_marimo_has_nothing_to_say(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "marimo", "check", "--strict", *map(str, NOTEBOOKS))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
