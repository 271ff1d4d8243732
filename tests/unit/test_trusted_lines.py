"""The table of trusted lines in docs/trust.md counts what is really imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
TOLD = """
import os, sys
def tell(check):
    if not os.fork():
        check()
        modules = list(sys.modules.values())
        print("loaded", *(getattr(module, "__file__", None) for module in modules), flush=True)
        os._exit(0)
    os.wait()
"""
"""Each certificate is checked in a child of its own, so that none has what another one loaded."""
LOADED = f"""{TOLD}
from pathlib import Path
from wordle_cp.check import check_file
for file in sys.argv[1:]:
    tell(lambda: check_file(Path(file), lambda _: None))
"""
PLAIN_LOADED = f"""{TOLD}
import contextlib, runpy
_, folder, *files = sys.argv
def check():
    with contextlib.suppress(SystemExit):
        runpy.run_path(folder, run_name="__main__")
for sys.argv[1:] in ([file] for file in files):
    tell(check)
"""


def loaded(*command: str) -> list[set[Path]]:
    """Return which modules of this project each child of a process of Python loads."""
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True, cwd=ROOT)
    told = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("loaded ")]
    return [{Path(name) for name in names if name.startswith(str(ROOT / "wordle_cp"))} for names in told]


def test_the_fast_checker_imports_what_is_counted() -> None:
    files = (str(ACCEPTED / f"{EXAMPLES[words]}.cert") for words in KINDS)
    for words, found in zip(KINDS, loaded("-c", LOADED, *files), strict=True):
        plain, counted = trusted(words)
        without_code = {path for path in found if path.name == "__init__.py" and path not in counted}
        assert found - without_code <= counted, words
        assert not plain & found, words


def test_the_plain_checker_imports_what_is_counted() -> None:
    names = [EXAMPLES[words] for words in KINDS] + ["codes-impossible-lemmas"]
    folder = ROOT / "wordle_cp" / "check" / "plain"
    files = (str(ACCEPTED / f"{name}.cert") for name in names)
    *found, of_lemmas = loaded("-S", "-I", "-c", PLAIN_LOADED, str(folder), *files)
    for words, paths in zip(KINDS, found, strict=True):
        # The file that is run is no longer among the modules when it has run.
        more = {folder / "__main__.py"} | (of_lemmas if words == ("depth", "impossible") else set())
        assert paths | more == trusted(words)[0], words
