"""The program is built once for all tests; they are skipped where Coq or OCaml is missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess

import pytest

from tests.property.conftest import each_file_is_ours  # noqa: F401  for these tests, too
from tests.verified.program import BUILT, ROOT, Program


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the program."""
    for item in items:
        if isinstance(item, pytest.Function) and "program" in item.fixturenames:
            item.add_marker(pytest.mark.verified)


@pytest.fixture(scope="session")
def program() -> Program:
    """Build the program, or skip the test where that can't be done, unless it must be."""
    missing = [name for name in ("coqc", "ocamlfind") if shutil.which(name) is None]
    if missing:
        reason = f"{' and '.join(missing)} missing (Debian's packages coq, ocaml-nox and ocaml-findlib)"
        if os.environ.get("WORDLE_CP_VERIFIED_TESTS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    BUILT.parent.mkdir(parents=True, exist_ok=True)
    with BUILT.with_suffix(".lock").open("w") as lock:  # tests run in several processes
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "-s", "verified"], cwd=ROOT, check=True)  # noqa: S607  whatever make there is
    return Program(BUILT / "wordle-check")
