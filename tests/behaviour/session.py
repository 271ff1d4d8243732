"""Running one session, and writing down what came out."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import lzma
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from tests.golden_files import GOLDEN
from wordle_cp import threads
from wordle_cp.cli.app import main
from wordle_cp.cli.running import PipedLine

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parent
ROOT: Final = FOLDER.parent.parent
LINKED: Final = {"proofs": ROOT / "proofs", "tests/golden": GOLDEN}
"""Folders that commands may read, and what stands behind them."""
ENVIRONMENT: Final = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
_GIVEN: Final = ("#", "@", "\t", "$", "<")
"""What begins the lines that are written by hand; the others are recorded."""
_VARYING: Final = (
    (re.compile(r"\d[\d,]*(?:\.\d+)? s\b"), "S s"),
    (re.compile(r'("\w*seconds\w*": )\d+(?:\.\d+)?(?:e-\d+)?'), r"\1S"),
    (re.compile(r"\d{4}-\d\d-\d\d(?= by)"), "DATE"),
    (re.compile(r'("since": ")[^"]*'), r"\1DATE"),
    (re.compile(r"\d+:\d\d(?= in all runs)"), "M:SS"),
)
_OPENERS: Final = {".gz": gzip.decompress, ".xz": lzma.decompress}
"""For what is compressed: other versions of the library make other bytes of it."""
_OPAQUE: Final = (".html", ".png", ".svg", ".pdf", ".sqlite", ".parquet")
"""Endings of files of which only the name is recorded: they hold versions of libraries, or times."""


def recorded(session: Path) -> str:
    """Return the text of `session` with what comes out now."""
    with (
        tempfile.TemporaryDirectory() as name,
        patch.dict(os.environ, ENVIRONMENT),
        patch.object(sys, "dont_write_bytecode", new=True),  # of a policy in the folder
    ):
        folder = Path(name).resolve()
        with (
            contextlib.chdir(folder),
            patch.object(threads, "processors", lambda: 1),
            patch.object(PipedLine, "first_seconds", 3600.0),  # a busy machine says no more than a quiet one
        ):
            return "".join(f"{line}\n" for line in _lines(session.read_text(encoding="utf-8"), folder))


def _lines(text: str, folder: Path) -> Iterator[str]:
    _empty(folder)
    given = [line for line in text.splitlines() if not line or line.startswith(_GIVEN)]
    while given:
        line = given.pop(0)
        if given or line:
            yield line
        taken = []
        while given and line.startswith(("@", "$")) and given[0].startswith(("\t", "<")):
            taken.append(given.pop(0))
            yield taken[-1]
        if line.startswith("## "):
            _empty(folder)
        elif line.startswith("@ "):
            (folder / line[2:]).write_text("".join(f"{each[1:]}\n" for each in taken), encoding="utf-8")
        elif line.startswith("$ "):
            yield from _outcome(line[2:], "".join(f"{each[2:]}\n" for each in taken), folder)


def _empty(folder: Path) -> None:
    """Leave nothing in `folder` but what commands may read."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    for name, behind in LINKED.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(behind)


def _outcome(command: str, typed: str, folder: Path) -> Iterator[str]:
    program, *arguments = shlex.split(command)
    assert program == "wordle-cp", command
    before = _files(folder)
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "stdin", io.StringIO(typed)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(arguments)
    for mark, written in (("|", out), ("!", err)):
        for line in written.getvalue().splitlines():
            yield f"{mark} {_steady(line, folder)}".rstrip()
    if code:
        yield f"= {int(code)}"
    for name, about in sorted(_files(folder).items()):
        if before.get(name) != about:
            yield f"+ {name}{about}"


def _files(folder: Path) -> dict[str, str]:
    """Return the files below `folder`, with what is to be recorded of each."""
    found = {}
    for path in folder.rglob("*"):  # doesn't follow links
        if path.is_file():
            name = str(path.relative_to(folder))
            data = _OPENERS.get(path.suffix, bytes)(path.read_bytes())
            opaque = any(ending in path.name for ending in _OPAQUE)
            found[name] = "" if opaque else f" {len(data)} {hashlib.sha256(data).hexdigest()[:32]}"
    return found


def _steady(line: str, folder: Path) -> str:
    """Return `line` with what differs from run to run replaced."""
    line = line.replace(str(folder), "FOLDER")
    for pattern, instead in _VARYING:
        line = pattern.sub(instead, line)
    return line


def sessions() -> list[Path]:
    """Return the sessions, in the order of their names."""
    return sorted(FOLDER.glob("*.txt"))
