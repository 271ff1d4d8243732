"""What killed runs left behind is removed, and nothing else, whatever the clock says."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.depths import prove_depth
from wordle_cp.files import write as write_module
from wordle_cp.files.outputs import put
from wordle_cp.files.write import remove_leftovers
from wordle_cp.games.question import Question
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    import pytest

NAME: Final = ".wordle-cp-" + "0a" * 16 + ".tmp"
WRITES: Final = """
import sys
from pathlib import Path
from wordle_cp.files.write import temporary_file
with temporary_file(Path("x.cert"), b"half"):
    print("written", flush=True)
    sys.stdin.read()
"""


def make(path: Path) -> Path:
    """Make a file that is as old as files get: its age says nothing."""
    path.write_text("half", encoding="utf-8")
    os.utime(path, (0, 0))
    return path


def test_temporary_files_of_nobody_are_removed_and_nothing_else(tmp_path: Path) -> None:
    left_behind = [make(tmp_path / NAME.replace("0a", name)) for name in ("0b", "0c")]
    os.utime(left_behind[0], (2**33, 2**33))  # the clock has been put back since
    others = {
        make(tmp_path / ".wordle-cp-mine.tmp"),
        make(tmp_path / f"{NAME}.gz"),
        make(tmp_path / "x.cert.gz"),
    }
    folder, locked = (tmp_path / NAME.replace("0a", name) for name in ("0d", "0f"))
    for one in (folder, locked):
        one.mkdir()
        make(one / "index.html")
    link = tmp_path / NAME.replace("0a", "0e")
    link.symlink_to("x.cert.gz")
    descriptor = os.open(locked, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    remove_leftovers(tmp_path)
    os.close(descriptor)
    assert set(tmp_path.iterdir()) == {*others, locked, link}
    assert [*locked.iterdir()] == [locked / "index.html"]
    remove_leftovers(tmp_path / "missing")


def test_a_folder_that_is_being_written_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, seen = Path.replace, []

    def replace(path: Path, target: Path) -> Path:
        remove_leftovers(tmp_path)
        seen.append(sorted(file.name for file in path.iterdir()))
        return real(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    write_module.write_folder(tmp_path / "site", {"a/b.txt": b"b", "mark": b""}, "mark")
    assert seen == [["a", "mark"]]
    assert (tmp_path / "site" / "a" / "b.txt").read_bytes() == b"b"
    assert [file.name for file in tmp_path.iterdir()] == ["site"]


def test_those_of_a_living_process_stay_until_it_is_killed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITES], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"written\n"
        (temporary,) = tmp_path.iterdir()
        make(temporary)
        remove_leftovers(tmp_path)
        assert list(tmp_path.iterdir()) == [temporary]
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert list(tmp_path.iterdir()) == [temporary]
        remove_leftovers(tmp_path)
        assert not list(tmp_path.iterdir())


def test_one_that_was_removed_before_it_was_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock, removed = fcntl.flock, list[Path]()

    def after_a_removal(descriptor: int, how: int) -> None:
        if not removed:
            removed.extend(tmp_path.iterdir())
            remove_leftovers(tmp_path)
        flock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", after_a_removal)
    put(tmp_path / "x", b"whole")
    assert removed
    assert (tmp_path / "x").read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_proof_cleans_the_folder_that_it_writes_into(tmp_path: Path) -> None:
    make(tmp_path / NAME)
    prove_depth(Question.of(Variant.load("toy")), 2, out=tmp_path / "x.cert")
    assert [path.name for path in tmp_path.iterdir()] == ["x.cert"]
