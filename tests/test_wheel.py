"""The package as users get it: a wheel, in an environment of its own, run from another folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from wordle_cp import data

pytestmark = pytest.mark.package


def call(*command: str | Path, cwd: Path, path: str | None = None) -> str:
    """Run a command away from the source tree and return its standard output; `path` is another PATH."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {} if path is None else {"PATH": path}
    process = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as `make wheel` does, with the build requirements that are installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    call(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, root, cwd=folder)
    (built,) = folder.glob("*.whl")
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    repair = ("auditwheel", "repair", "--plat", "auto", "--wheel-dir", folder / "repaired")
    call(sys.executable, "-m", *repair, built, cwd=folder, path=programs)
    (path,) = (folder / "repaired").glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a fresh environment and return the folder of its programs.

    With the pip that is here, and without byte code of what is never run: either takes many seconds.
    """
    folder = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder)]
    call(*pip, "install", "--quiet", "--no-compile", wheel, cwd=folder)
    return folder / "bin"


def test_the_wheel_holds_the_data_and_no_sources(wheel: Path, root: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("models", "variants", "wordlists", "proofs"):
        files = [
            path
            for path in (root / folder).rglob("*")
            if path.is_file() and not {"__pycache__", "verified"} & {*path.parts}
        ]
        assert {f"wordle_cp/{path.relative_to(root)}" for path in files} <= names
    assert {"wordle_cp/py.typed", "wordle_cp/_native.pyi"} <= names
    for build in ("_native", "_native_wide"):
        assert any(name.startswith(f"wordle_cp/{build}.") and name.endswith(".so") for name in names)
    assert not [name for name in names if name.startswith(("wordle_cp/native", "wordle_cp/proofs/verified"))]
    assert {name.split("/")[0].split("-")[0] for name in names} == {"wordle_cp"}


def test_the_wheel_is_for_many_systems(wheel: Path) -> None:
    found = re.fullmatch(r"wordle_cp-.*-manylinux_2_(\d+)_\w+\.whl", wheel.name)
    assert found is not None
    assert int(found[1]) <= 34, (
        "the C library of 2021: with libstdc++ outside, or libgcc inside, it would be newer"
    )
    with ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if "libstdc++" in name or "libgcc" in name]


def test_nothing_is_compiled(installed: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        return call(installed / "wordle-cp", *arguments, cwd=tmp_path, path=str(installed))

    assert "16 guesses" in run("solve", "--variant", "toy", "--tree", "toy.cert.gz")
    assert run("check", "toy.cert.gz").startswith("accepted: ")


def test_the_program_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    program = installed / "wordle-cp"
    assert "Usage: wordle-cp" in call(program, "--help", cwd=tmp_path)
    assert call(program, "--version", cwd=tmp_path).startswith("wordle-cp ")
    listed = json.loads(call(program, "variants", "list", "--json", cwd=tmp_path))
    assert tuple(variant["name"] for variant in listed["variants"]) == data.variant_names()
    assert "toy" in call(program, "variants", "check", cwd=tmp_path)


def test_the_installed_modules_are_the_wheels(installed: Path, tmp_path: Path) -> None:
    code = (
        "import wordle_cp._native\n"
        "from wordle_cp import check, engine, models, data as resources\n"
        "from wordle_cp.answers import depths\n"
        "assert len(resources.word_list('original-hidden')) == 2315\n"
        "print(wordle_cp.__file__, len(resources.proof_paths()))"
    )
    file, proofs = call(installed / "python", "-c", code, cwd=tmp_path).split()
    assert file.startswith(str(installed.parent))
    assert int(proofs) == len(data.proof_paths())


def test_nothing_is_missing_from_the_requirements(installed: Path, tmp_path: Path) -> None:
    call(sys.executable, "-m", "pip", "--python", installed.parent, "check", cwd=tmp_path)


def test_the_source_archive_holds_the_links_and_their_targets(root: Path, tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    call(sys.executable, "-c", code, cwd=root)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        members = {member.name.partition("/")[2]: member for member in archive}
    for folder in ("models", "variants", "wordlists", "proofs"):
        assert members[f"wordle_cp/{folder}"].linkname == f"../{folder}"
    assert "wordlists/original-hidden.txt" in members
    native = [path for path in (root / "wordle_cp" / "native").rglob("*") if path.is_file()]
    assert {path.relative_to(root).as_posix() for path in native} <= members.keys()
    assert not [name for name in members if name.startswith((".venv", "build/"))]
