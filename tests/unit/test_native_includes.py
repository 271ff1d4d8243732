"""`make lint` finds native files that include what stands above them, or each other in a cycle."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from tools.native_includes import NATIVE, faults


@pytest.fixture
def native(tmp_path: Path) -> Path:
    """Return a copy of the native files."""
    return Path(shutil.copytree(NATIVE, tmp_path / "native"))


def _prepend(file: Path, text: str) -> None:
    file.write_text(text + file.read_text(encoding="utf-8"), encoding="utf-8")


def test_native_files_are_in_order() -> None:
    assert faults() == []


FAULTS: Final = {
    "a higher folder": (
        "depth/searcher.hpp",
        '#include "total/total_run.hpp"',
        ["depth/searcher.hpp:1: depth/ may not include total/total_run.hpp"],
    ),
    "a higher folder in angle brackets": (
        "base/hash.hpp",
        "# include <kernels/impl.inc>",
        ["base/hash.hpp:1: base/ may not include kernels/impl.inc"],
    ),
    "a file outside of the folders": (
        "bindings/module.cpp",
        '#include "planted_faults.cpp"',
        ["bindings/module.cpp:1: bindings/ may not include planted_faults.cpp"],
    ),
    "a path from its own folder": (
        "depth/proof.hpp",
        '#include "no_good_pool.hpp"',
        ["depth/proof.hpp:1: give the path from native/: it has no file no_good_pool.hpp"],
    ),
    "a cycle": (
        "game/game.hpp",
        '#include "game/cells.hpp"',
        ["game/game.hpp:1: a cycle: game/game.hpp -> game/cells.hpp -> game/game.hpp"],
    ),
    "itself": (
        "game/game.hpp",
        '#include "game/game.hpp"',
        ["game/game.hpp:1: a cycle: game/game.hpp -> game/game.hpp"],
    ),
}


@pytest.mark.parametrize(("file", "line", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_line_is_out_of_order(native: Path, file: str, line: str, expected: list[str]) -> None:
    _prepend(native / file, f"{line}\n")
    assert [fault.removeprefix(f"{native}/") for fault in faults(native)] == expected


def test_a_folder_that_is_not_listed(native: Path) -> None:
    (native / "more").mkdir()
    (native / "more" / "more.cpp").touch()
    with pytest.raises(ValueError, match=r"more/more\.cpp: CMakeLists\.txt doesn't list the folder more/"):
        faults(native)


def test_no_list_of_folders(native: Path) -> None:
    (native / "CMakeLists.txt").write_text("project(wordle_cp_native)\n", encoding="utf-8")
    with pytest.raises(ValueError, match="expected a line set"):
        faults(native)
