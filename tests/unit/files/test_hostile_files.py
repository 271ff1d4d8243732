"""What is no file, or a huge one: refused with exit code 2, without waiting, in bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import FEW, MORE
from wordle_cp.certify import foreign
from wordle_cp.certify.foreign import ForeignStrategy, read_written
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import UsageError
from wordle_cp.files.read import open_regular, read_bounded
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Callable

TOY: Final = ("--variant", "toy")
COMMANDS: Final = (
    ("check", "FILE"),
    ("explain", "FILE"),
    ("tree", "export", "FILE", "--format", "dot"),
    ("tree", "import", "FILE", "--out", "x.cert", *TOY),
    ("variants", "show", "./FILE"),
    ("solve", *TOY, "--weights", "FILE"),
    ("solve", *TOY, "--openers", "FILE"),
)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    """Let `path` be a device that never ends."""
    path.symlink_to("/dev/zero")


def nothing(path: Path) -> None:
    """Let `path` be a device that ends at once."""
    path.symlink_to("/dev/null")


@pytest.mark.parametrize("make", [fifo, device, nothing, Path.mkdir])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_what_is_no_file_is_refused_at_once(
    command: tuple[str, ...],
    make: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "FILE")
    assert main(list(command)) == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), err.startswith("error: ")) == ("", 1, True)


def test_a_pipe_is_read_to_its_end() -> None:
    """Such as a list of openers that another program makes."""
    reader, writer = os.pipe()
    try:
        os.write(writer, b"x" * 10_000)
        os.close(writer)
        assert read_bounded(Path(f"/dev/fd/{reader}"), 2**20, "a list") == b"x" * 10_000
    finally:
        os.close(reader)


def test_bounds_of_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (2**20 + 1))
    with pytest.raises(UsageError, match=r"file: expected a table of at most 1 MB$"):
        read_bounded(path, 2**20, "a table")
    path.write_bytes(b"x" * 2**20)
    assert len(read_bounded(path, 2**20, "a table")) == 2**20
    with open_regular(path) as file:
        assert file.seek(0, os.SEEK_END) == 2**20
    with pytest.raises(OSError, match="is not a regular file"):
        open_regular(Path("/dev/null"))


def test_the_positions_of_a_strategy_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word may be found late, so a hidden word a line is no bound on them."""
    path = tmp_path / "late.tree"
    path.write_text("aab BBB1 ccc BBB2 ddd GGG3\naab BGB1 dad GGG2\n", encoding="utf-8")
    monkeypatch.setattr(foreign, "_MOST_POSITIONS", 3)
    ForeignStrategy(path, read_written(path), WordScoring(3))
    monkeypatch.setattr(foreign, "_MOST_POSITIONS", 2)
    message = r"late.tree: line 2: expected at most 255 guesses in a row, and 2 positions"
    with pytest.raises(UsageError, match=message):
        ForeignStrategy(path, read_written(path), WordScoring(3))


PART: Final = 1 if MORE else 5
LARGE: Final = {
    "strategy: lists": b'{"nodes":[' + b"[]," * (5_000_000 // PART) + b"[]]}",
    "strategy: names": b"{" + b"a:b," * (4_000_000 // PART) + b"}",
    "strategy: yaml": b"mac:\n" + b" x: y\n" * (160_000 // PART),
    "strategy: comments": b"[" + b"/*" * (8_000_000 // PART),
    "strategy: quotes": b'["' + b'\\"' * (8_000_000 // PART),
    "strategy: rows": b"aab aac\n" * (2_000_000 // PART),
    "strategy: long row": b"aaaab " * (2_700_000 // PART),
    "variant": b"name: x\nguesses: [" + b"a," * (140_000 // PART) + b"]\nhidden: big\n",
    "words": b"ab\n" * (5_000_000 // PART),
    "strategy: large": b"aaaaa " * 3_000_000,
    "weights": b"credo,1\n" * 2_000_000,
}
"""What would take gigabytes or minutes, were there no bounds; a name begins with that of its parser."""
MOST_MEGABYTES: Final = 800
"""Of a whole process that reads any of these; docs/howto/check.md tells the bounds."""
READS: Final = """
import sys
from pathlib import Path
from tests.fuzz.parsers import parse
assert not parse(sys.argv[1], sys.stdin.buffer.read(), Path(sys.argv[2])), "it should be refused"
(peak,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
print(int(peak.split()[1]) // 1024)
"""
"""Prints the most megabytes that it had; what getrusage tells has its parent's in it."""


@pytest.mark.parametrize("name", [*LARGE][:: 1 if MORE else 4 if FEW else 2])
def test_the_memory_for_large_files(name: str, root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", READS, name.partition(":")[0], str(tmp_path)]
    done = subprocess.run(command, input=LARGE[name], cwd=root, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < MOST_MEGABYTES
