"""Folders that are written: what somebody else put there stays, and a kill leaves the old or the new."""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.errors import FileError
from wordle_cp.files.write import folder_marker, remove_leftovers, write_folder

if TYPE_CHECKING:
    from pathlib import Path

MARKER: Final = "site.json"
KILLED: Final = """
import os, sys
from pathlib import Path
from wordle_cp.files import write
count, most = 0, int(sys.argv[1])
def watch(event, _):
    global count
    if event.split(".")[0] in {"open", "os", "shutil", "ctypes", "fcntl"}:
        count += 1
        if count > most:
            os._exit(9)
files = {"index.html": b"new", "data/b.js": b"new"}
files["site.json"] = write.folder_marker(files)
import ctypes, shutil
sys.addaudithook(watch)
write.write_folder(Path("site"), files, "site.json")
"""


def write(path: Path, names: tuple[str, ...], text: bytes = b"old") -> None:
    """Write a folder with files of these names, and a marker."""
    files = dict.fromkeys(names, text)
    write_folder(path, {**files, MARKER: folder_marker(files)}, MARKER)


def held(folder: Path) -> dict[str, bytes]:
    """Return what is in a folder and all below it, but for its marker."""
    found = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    return {name: file.read_bytes() for name, file in found.items() if name != MARKER}


def test_a_folder_of_nothing_else_is_replaced(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(site, ("index.html", "data/a.js"))
    (site / "data" / "a.js").unlink()  # what is gone is nothing foreign
    write(site, ("index.html", "data/b.js"), b"new")
    assert held(site) == {"index.html": b"new", "data/b.js": b"new"}
    assert [*tmp_path.iterdir()] == [site]


@pytest.mark.parametrize("name", ["CNAME", ".git/config", "data/.git/config", "data/c.js", "site.json.old"])
def test_what_was_added_stays(tmp_path: Path, name: str) -> None:
    site = tmp_path / "site"
    write(site, ("index.html", "data/a.js"))
    (site / name).parent.mkdir(exist_ok=True)
    (site / name).write_bytes(b"mine")
    before = held(site)
    with pytest.raises(FileError, match=r"site: holds \S+, which wordle-cp didn't write; move it away, or"):
        write(site, ("index.html",), b"new")
    assert held(site) == before
    assert [*tmp_path.iterdir()] == [site]


def test_the_first_of_what_was_added_is_named(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(site, ("b/a.js", "b/c.js"))
    for name in ("z", "b/b.js"):
        (site / name).write_bytes(b"mine")
    with pytest.raises(FileError, match="holds z, "):  # a folder before what is in its folders
        write(site, ())
    (site / "z").unlink()
    with pytest.raises(FileError, match=r"holds b/b\.js, "):
        write(site, ())
    (site / "b" / "b.js").unlink()
    (site / "a").mkdir()
    with pytest.raises(FileError, match="holds a, "):
        write(site, ())


def test_what_stands_for_a_file_of_the_folder_stays(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(site, ("a.html", "data/a.js"))
    (tmp_path / "mine").write_bytes(b"mine")
    (site / "a.html").unlink()
    (site / "a.html").symlink_to(tmp_path / "mine")
    with pytest.raises(FileError, match=r"holds a\.html, "):
        write(site, ())
    (site / "a.html").unlink()
    os.mkfifo(site / "a.html")
    with pytest.raises(FileError, match=r"holds a\.html, "):
        write(site, ())


@pytest.mark.parametrize(
    "marker",
    [
        b'{"title": "my web site"}',
        b'{"written by": "somebody", "files": ["thesis.txt"]}',
        b'{"written by": "wordle-cp", "files": 1}',
        b'{"written by": "wordle-cp"}',
        b'["written by"]',
        b"",
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_a_file_of_the_same_name_is_no_marker(tmp_path: Path, marker: bytes) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / MARKER).write_bytes(marker)
    (mine / "thesis.txt").write_bytes(b"mine")
    with pytest.raises(FileError, match=r"mine: holds \S+, which"):
        write(mine, ("index.html",))
    assert held(mine) == {"thesis.txt": b"mine"}
    assert (mine / MARKER).read_bytes() == marker


def test_a_pipe_is_no_marker(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MARKER)
    with pytest.raises(FileError, match=r"holds site\.json, "):
        write(tmp_path, ())


@pytest.mark.parametrize("inside", ["", "data", "data/deep"])
def test_where_somebody_stands_nothing_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    site = tmp_path / "site"
    write(site, ("data/deep/a.js",))
    monkeypatch.chdir(site / inside)
    for path in (site, site.cwd() / os.path.relpath(site)):
        with pytest.raises(FileError, match="is the folder you are in, or around it; name another one"):
            write(path, ())
    assert held(site) == {"data/deep/a.js": b"old"}


def test_a_kill_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    site, seen, most = tmp_path / "site", set(), 0
    old, new = {"index.html": b"old", "a.js": b"old"}, {"index.html": b"new", "data/b.js": b"new"}
    while True:
        if not site.exists() or held(site) != old:
            remove_leftovers(tmp_path)
            write(site, ("index.html", "a.js"))
        done = subprocess.run([sys.executable, "-c", KILLED, str(most)], cwd=tmp_path, check=False)
        assert site.exists(), most
        assert held(site) in (old, new), most
        seen.add(held(site) == new)
        remove_leftovers(tmp_path)
        assert [*tmp_path.iterdir()] == [site]
        if done.returncode == 0:
            break
        assert done.returncode == 9  # as KILLED ends
        most += 1
    assert seen == {False, True}


@pytest.mark.parametrize("system", ["none", "a file system without"])
def test_without_a_step_that_replaces_it_a_folder_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    def refuse(*_: object) -> int:
        ctypes.set_errno(errno.EINVAL)
        return -1

    site = tmp_path / "site"
    write(site, ("a.html",))
    steps = SimpleNamespace() if system == "none" else SimpleNamespace(renameat2=refuse)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: steps)
    with pytest.raises(FileError, match="can't be replaced in one step on this file system; remove it, or"):
        write(site, ("b.html",))
    assert held(site) == {"a.html": b"old"}
    assert [*tmp_path.iterdir()] == [site]
