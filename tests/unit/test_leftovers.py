"""What killed runs left behind is removed after a day, and nothing else."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.leftovers import remove_leftovers
from wordle_cp.prove import prove_depth
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

HOUR: Final = 3600
NAME: Final = ".wordle-cp-" + "0a" * 16 + ".tmp"


def make(path: Path, hours: int) -> Path:
    """Make a file that is so many hours old."""
    path.write_text("half", encoding="utf-8")
    then = time.time() - hours * HOUR
    os.utime(path, (then, then))
    return path


def test_old_temporary_files_are_removed_and_nothing_else(tmp_path: Path) -> None:
    old = make(tmp_path / NAME, 25)
    others = {
        make(tmp_path / NAME.replace("0a", "0b"), 23),  # somebody may be writing it
        make(tmp_path / ".wordle-cp-mine.tmp", 25),
        make(tmp_path / f"{NAME}.gz", 25),
        make(tmp_path / "x.cert.gz", 25),
    }
    folder = tmp_path / NAME.replace("0a", "0c")
    folder.mkdir()
    os.utime(folder, (0, 0))
    remove_leftovers(tmp_path)
    assert not old.exists()
    assert set(tmp_path.iterdir()) == {*others, folder}
    remove_leftovers(tmp_path / "missing")


def test_a_proof_cleans_the_folder_that_it_writes_into(tmp_path: Path) -> None:
    make(tmp_path / NAME, 25)
    prove_depth(Variant.load("toy"), 2, out=tmp_path / "x.cert")
    assert [path.name for path in tmp_path.iterdir()] == ["x.cert"]
