"""What `.ci/run` runs beside `make test`: a test that is left out there runs where its files change."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Final

import grimp
import pytest

from tests.conftest import ROOT
from tests.each import each
from tools import changed
from tools.changed import ALL, ASKED, asked, changed_since

if TYPE_CHECKING:
    from pathlib import Path

MARKED: Final = re.compile(r"mark\.(verified|package|docs)\b|\bdef test\w*\(\s*(program): Program")
SANITIZED: Final = ("tests/planted_faults.py", "tests/native_modes.py", "tests/unit/engine/test_native.py")


def left_out() -> list[tuple[str, str]]:
    """Return each file of tests that `make test` doesn't run, or not all of, with the target that does."""
    marked = [
        (path.relative_to(ROOT).as_posix(), f"test-{mark or 'verified'}")
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for mark, _ in MARKED.findall(path.read_text(encoding="utf-8"))
    ]
    return [*((name, "sanitize") for name in SANITIZED), *dict.fromkeys(marked)]


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Return who imports whom, among the tests and the packages."""
    return grimp.build_graph("tests", "tools", "wordle_cp", cache_dir=None)


@pytest.mark.parametrize(("file", "target"), left_out())
def test_what_a_test_imports_asks_for_it(graph: grimp.ImportGraph, file: str, target: str) -> None:
    """The modules of the packages that it names, and those of the tests that help it."""
    module = file.removesuffix(".py").replace("/", ".")
    helps = {one for one in graph.find_upstream_modules(module) if one.startswith(("tests.", "tools."))}
    used = {module, *helps, *graph.find_modules_directly_imported_by(module)}
    paths = [one.replace(".", "/") for one in sorted(used)]
    files = [f"{path}/__init__.py" if (ROOT / path).is_dir() else f"{path}.py" for path in paths]
    assert not [one for one in files if target not in asked([one])]


def test_the_makefile_sanitizes_these_files_and_has_these_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [named] = re.findall(r"(?m)^build/sanitized-%: build/sanitized-modules (.*)$", makefile)
    assert {*named.split()} == {*SANITIZED}
    assert {*ALL} <= {*re.findall(r"(?m)^([a-z-]+): .*## ", makefile)}


@each("path", ASKED)
def test_each_row_is_about_something(path: str) -> None:
    assert (ROOT / path).exists()
    assert (ROOT / path).is_dir() == path.endswith("/")


@pytest.mark.parametrize(
    ("paths", "targets"),
    [
        ((), ()),
        (("tests/unit/test_doors.py", "tests/property/test_between.py"), ()),
        (("tests/unit/engine/test_native.py",), ("sanitize",)),
        (("proofs/verified/Rules.v", "CHANGELOG.md"), ("test-verified", "test-docs")),
        (("wordle_cp/check/plain/game.py",), ("test-verified", "test-package", "test-docs")),
        (("docs/index.md", "wordle_cp/native/bindings/module.cpp"), ALL),
        (("docs/index.md", "something/new.py"), ALL),
        (("docs",), ALL),
    ],
)
def test_what_files_ask_for(paths: tuple[str, ...], targets: tuple[str, ...]) -> None:
    assert asked(paths) == targets


def git(folder: Path, *arguments: str) -> str:
    """Return what git prints in `folder`."""
    who = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(folder), *who, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path) -> str:
    """Commit all that there is, and return the name of the commit."""
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "more")
    return git(folder, "rev-parse", "HEAD")


def test_what_differs_from_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files that were changed, moved, removed or made, committed or not; where it can't be told, all runs."""
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    monkeypatch.setattr(changed, "RECORD", tmp_path / "nightly.txt")
    everything = (0, f"{' '.join(ALL)}\n")
    assert (changed.main(), capsys.readouterr().out) == everything  # no repository, no record
    git(tmp_path, "init", "-q")
    for name in "README.md", "moved", "removed", "same":
        (tmp_path / name).write_text(name)
    first = commit(tmp_path)
    assert (changed.main(), capsys.readouterr().out) == everything  # no record
    (tmp_path / "README.md").write_text("changed")
    (tmp_path / "moved").rename(tmp_path / "to")
    second = commit(tmp_path)
    (tmp_path / "removed").unlink()
    (tmp_path / "made").touch()
    assert {*changed_since(first)} == {"README.md", "moved", "to", "removed", "made"}
    assert {*changed_since(second)} == {"removed", "made"}

    git(tmp_path, "reset", "-q", "--hard", first)
    (tmp_path / "made").unlink()
    (tmp_path / "CHANGELOG.md").touch()
    (tmp_path / ".git" / "info" / "exclude").write_text("nightly.txt\n")
    for known, targets in (first, "test-docs\n"), (second, everything[1]), ("0" * 40, everything[1]):
        (tmp_path / "nightly.txt").write_text(f"commit {known}\n")
        assert (changed.main(), capsys.readouterr().out) == (0, targets)
    (tmp_path / "nightly.txt").write_text("")
    assert (changed.main(), capsys.readouterr().out) == everything
