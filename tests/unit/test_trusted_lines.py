"""The table of trusted lines in docs/trust.md counts what is really imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from generated.trusted import ROOT, trusted

from tests.golden_files import ACCEPTED
from wordle_cp.certificate.kinds import KINDS

EXAMPLES = {
    ("depth", "possible"): "hard",
    ("depth", "impossible"): "impossible-rule",
    ("total", "least"): "total-hard",
    ("total", "between"): "total-between",
    ("missed", "least"): "missed-words",
    ("missed", "between"): "missed-between",
    ("absurdle", "least"): "absurdle",
    ("fixed", "possible"): "fixed",
    ("fixed", "impossible"): "fixed-weights",
}
LOADED = """
import sys
from pathlib import Path
from wordle_cp.check import check_file
check_file(Path(sys.argv[1]), lambda _: None)
for module in list(sys.modules.values()):
    print(getattr(module, "__file__", None))
"""
PLAIN_LOADED = """
import runpy, sys
try:
    runpy.run_path(sys.argv.pop(1), run_name="__main__")
finally:
    for module in list(sys.modules.values()):
        print(getattr(module, "__file__", None))
"""


@pytest.mark.parametrize("words", KINDS, ids=" ".join)
def test_the_fast_checker_imports_what_is_counted(words: tuple[str, str]) -> None:
    file = ACCEPTED / f"{EXAMPLES[words]}.cert"
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(file)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {Path(name) for name in done.stdout.split() if name.startswith(str(ROOT / "wordle_cp"))}
    plain, counted = trusted(words)
    without_code = {path for path in loaded if path.name == "__init__.py" and path not in counted}
    assert loaded - without_code <= counted
    assert not plain & loaded


@pytest.mark.parametrize("words", KINDS, ids=" ".join)
def test_the_plain_checker_imports_what_is_counted(words: tuple[str, str]) -> None:
    names = [EXAMPLES[words], *["codes-impossible-lemmas"] * (words == ("depth", "impossible"))]
    folder = ROOT / "wordle_cp" / "check" / "plain"
    loaded = {folder / "__main__.py"}  # no longer among the modules when it has run
    for name in names:
        file = ACCEPTED / f"{name}.cert"
        command = [sys.executable, "-S", "-I", "-c", PLAIN_LOADED, str(folder), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        loaded |= {Path(line) for line in done.stdout.split() if line.startswith(str(ROOT))}
    plain, _ = trusted(words)
    assert loaded == plain
