"""Files that are put in place whole or never, and temporary ones that a killed run left behind.

Whoever writes a temporary file keeps it locked, and the kernel lets go of the lock when the process ends,
however it ends. So no clock is asked which files are still in use: that may jump, and a check may take days.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import shutil
import stat
import uuid
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, NoReturn

from wordle_cp.errors import FileError, UsageError, file_errors
from wordle_cp.files.read import read_bounded, strict_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


TEMPORARY_PREFIX: Final = ".wordle-cp-"
"""Files that begin so are a run's own; one that was killed may have left some."""
_TEMPORARY: Final = re.compile(re.escape(TEMPORARY_PREFIX) + r"[0-9a-f]{32}\.tmp")
GZIP_SUFFIX: Final = ".gz"
XZ_SUFFIX: Final = ".xz"
_OTHERS: Final = frozenset(
    (".7z", ".br", ".bz2", ".lz4", ".lzma", ".rar", ".tar", ".tbz", ".tgz", ".txz", ".z", ".zip", ".zst")
)
"""Ends of names that promise something else than is written."""
_TABLES: Final = frozenset((".html", ".json", ".ods", ".parquet", ".tsv", ".xls", ".xlsx"))
"""The same of tables."""
_WRITER: Final = "wordle-cp"
_MOST_MARKER_BYTES: Final = 2**24
_CURRENT: Final = -100
"""AT_FDCWD of Linux: names are as the current folder has them."""
_SWAP: Final = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""


def check_target(path: Path) -> None:
    """Make sure that a file can be put at `path`, before the work for it; nothing is left there.

    Raises:
        UsageError: its name ends as that of an archive, or of a compression that isn't written.
        FileError: `path` is something else than a file (it would be replaced: a device, a pipe, a link), its
            name is too long, or its folder is missing or can't be written to.
    """
    if path.suffix.lower() in _OTHERS:
        message = f"{path}: expected no name that ends in {path.suffix}: only .gz and .xz are written"
        raise UsageError(message)
    with file_errors(path):
        if path.is_dir():
            raise FileError(errno.EISDIR, "is a folder, not a file to write", str(path))
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise FileError(errno.EINVAL, "is not a regular file, and would be replaced", str(path))
        if not path.parent.is_dir():
            raise FileError(errno.ENOENT, "no such folder", str(path.parent))
        if len(os.fsencode(path.name)) > os.pathconf(path.parent, "PC_NAME_MAX"):
            raise FileError(errno.ENAMETOOLONG, "the name is too long", str(path))
    with temporary_file(path, b""):
        pass


def demand_text_name(path: Path) -> None:
    """Raise UsageError if `path` ends as if it were compressed, for a text that never is."""
    if path.suffix.lower() in {GZIP_SUFFIX, XZ_SUFFIX}:
        message = f"{path}: expected no name that ends in {path.suffix}: only certificates are compressed"
        raise UsageError(message)


def demand_csv_name(path: Path) -> None:
    """Raise UsageError if the name of a table to write promises something else than CSV."""
    demand_text_name(path)
    if path.suffix.lower() in _TABLES:
        message = f"{path}: expected a name that ends in .csv, as tables are written as CSV"
        raise UsageError(message)


@contextmanager
def temporary_file(path: Path, contents: bytes) -> Iterator[Path]:
    """Provide a file with `contents`, on disk, beside `path`; afterwards it is gone unless it was renamed.

    It is locked meanwhile: a temporary file that nobody has locked was left behind.
    """
    # Not the target's name and an ending: that may be longer than a name can be.
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}.tmp")
    with ExitStack() as stack:
        try:
            stack.callback(os.close, _create_locked(temporary))
            stack.callback(temporary.unlink, missing_ok=True)
            with temporary.open("wb") as file:
                file.write(contents)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:  # a full disk, of which the system doesn't say whose file it is
            raise FileError(error.errno, error.strerror, str(path)) from error
        yield temporary


def _create_locked(path: Path) -> int:
    """Make the file and lock it; return the descriptor that holds the lock until it is closed.

    The kernel closes it when the process ends, however it ends. Where a file system has no locks, the file
    stays without.
    """
    while True:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)  # before it was locked, somebody took it for one that was left behind


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files, and folders, in `folder` that no living process is at work on.

    What can't be removed, or locked, stays: nothing depends on it.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            if _TEMPORARY.fullmatch(path.name) is not None:
                with suppress(OSError):
                    _remove_unlocked(path)


def _remove_unlocked(path: Path) -> None:
    """Remove what is at `path`; an OSError if it is neither file nor folder, or somebody has locked it."""
    kind = path.lstat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        raise OSError
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stat.S_ISDIR(kind):
            shutil.rmtree(path)
        else:
            path.unlink()
    finally:
        os.close(descriptor)


def folder_marker(names: Iterable[str]) -> bytes:
    """Return the contents of a marker: a file by which `write_folder` knows later what it has written."""
    return json.dumps({"written by": _WRITER, "files": sorted(names)}, indent=1).encode()


def check_folder_target(path: Path, marker: str, *, force: bool = False) -> None:
    """Make sure that a folder can be put at `path`.

    There is none yet, an empty one, or one that holds nothing but files that its file `marker` lists; with
    `force` one that has a marker will do.

    Raises:
        FileError: something else is there, it is the current folder or one around that, or the folder around
            it is missing or can't be written to.
    """
    with file_errors(path):
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise FileError(errno.EEXIST, "is no folder, and would be replaced", str(path))
        if path.is_dir():
            _check_replaceable(path, marker, force=force)
        if not path.absolute().parent.is_dir():
            raise FileError(errno.ENOENT, "no such folder", str(path.absolute().parent))
    with temporary_file(path.absolute(), b""):
        pass


def _check_replaceable(folder: Path, marker: str, *, force: bool) -> None:
    """Raise FileError if `folder` holds what `write_folder` didn't write, or somebody stands in it."""
    here = folder.cwd()
    if any(map(folder.samefile, (here, *here.parents))):
        reason = "is the folder you are in, or around it; name another one, such as a new folder in it"
        raise FileError(errno.EBUSY, reason, str(folder))
    written = _written_files(folder / marker)
    foreign = _foreign(folder, written)
    if foreign is not None and not (force and written):
        reason = f"holds {foreign}, which wordle-cp didn't write; move it away, or name another folder"
        raise FileError(errno.ENOTEMPTY, reason, str(folder))


def _written_files(marker: Path) -> frozenset[str]:
    """Return the names of the files that `marker` lists, and its own; none if it isn't a marker."""
    if marker.is_file():  # a pipe might never end
        with suppress(OSError, UsageError, ValueError, RecursionError):
            found = strict_json(read_bounded(marker, _MOST_MARKER_BYTES, "a list of files"))
            if isinstance(found, dict) and found.get("written by") == _WRITER:
                files = found.get("files")
                return frozenset(map(str, [marker.name, *(files if isinstance(files, list) else ())]))
    return frozenset()


def _foreign(folder: Path, files: frozenset[str]) -> str | None:
    """Return the first name in `folder` that is neither one of `files` nor a folder of some, or None."""
    folders = {parent.as_posix() for name in files for parent in PurePosixPath(name).parents}
    for place, inner, names in os.walk(folder, onerror=_fail):
        inner.sort()
        for name in sorted((*inner, *names)):
            found = Path(place, name)
            inside = found.relative_to(folder).as_posix()
            is_ours = inside in folders if name in inner else inside in files and found.is_file()
            if not is_ours or found.is_symlink():
                return inside
    return None


def _fail(error: OSError) -> NoReturn:
    raise error


def write_folder(path: Path, files: Mapping[str, bytes], marker: str, *, force: bool = False) -> None:
    """Write `files`, by their names within it, to a folder beside `path`, then put it there in one step.

    One of them is the `marker`, made by `folder_marker`. A folder that is there, see `check_folder_target`,
    is replaced as a whole. So `path` holds what it held before, or all of `files`, whenever a kill comes.

    Raises:
        FileError: see `check_folder_target`; a file can't be written; or a folder is there, and the file
            system can't replace it in one step.
    """
    path = path.absolute()
    with _temporary_folder(path) as made, file_errors(path):
        for name, contents in files.items():
            file = made / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(contents)
        check_folder_target(path, marker, force=force)
        if path.exists() and any(path.iterdir()):
            _exchange(made, path)
        else:
            made.replace(path)


def _exchange(new: Path, old: Path) -> None:
    """Let two folders exchange their names in one step of the system.

    Raises:
        OSError: they can't; FileError if that is for lack of such a step.
    """
    import ctypes  # noqa: PLC0415  to replace a folder alone

    names = os.fsencode(new), os.fsencode(old)
    system = ctypes.CDLL(None, use_errno=True)
    if hasattr(system, "renamex_np"):  # macOS
        failed = system.renamex_np(*names, _SWAP)
    elif hasattr(system, "renameat2"):
        failed = system.renameat2(_CURRENT, names[0], _CURRENT, names[1], _SWAP)
    else:
        failed = True
        ctypes.set_errno(errno.ENOSYS)
    if failed:
        number = ctypes.get_errno()
        reason = os.strerror(number)
        if number in {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}:
            reason = "can't be replaced in one step on this file system; remove it, or name another folder"
        raise FileError(number, reason, str(old))


@contextmanager
def _temporary_folder(path: Path) -> Iterator[Path]:
    """Provide a new folder beside `path`, locked as temporary files are; gone afterwards unless renamed."""
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}.tmp")
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, temporary, ignore_errors=True)
        with file_errors(path):
            temporary.mkdir()
            descriptor = os.open(temporary, os.O_RDONLY)
        stack.callback(os.close, descriptor)
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield temporary
