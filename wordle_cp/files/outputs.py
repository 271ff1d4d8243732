"""What may be written over: one rule for every file, asked before the work for it and before the rename.

A file that the run reads is never replaced. Another one is with `force`, or where it is ours to replace, as
whoever writes tells: a table begins with our heading, a picture bears our signature, a certificate claims no
more than the new one. Meanwhile nobody else writes it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
import struct
import time
import zlib
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, WordleCpError, argument, file_errors
from wordle_cp.files.read import READ, open_regular, read_bounded
from wordle_cp.files.write import (
    TEMPORARY_PREFIX,
    check_folder_target,
    check_target,
    remove_leftovers,
    temporary_file,
    write_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Ours = Callable[[Path], bool]
    """Tells whether the file at a path is ours to replace."""

_TRIES: Final = 4
_PAUSE_SECONDS: Final = 0.05
"""Who looks for leftovers holds a lock, too, for less than a moment."""
_MOST_BYTES: Final = 2**26
_SIGNATURE: Final = b"made by wordle-cp"
_CHUNK: Final = b"tEXtSoftware\0" + _SIGNATURE
_MARKS: Final = {
    ".svg": b"<!-- " + _SIGNATURE + b" -->",
    ".html": b"<!-- " + _SIGNATURE + b" -->",
    ".dot": b"// " + _SIGNATURE + b"\n",
    ".pdf": b"% " + _SIGNATURE + b"\n",
    ".png": struct.pack(">I", len(_CHUNK) - 4) + _CHUNK + struct.pack(">I", zlib.crc32(_CHUNK)),
}
_PNG_HEADER_BYTES: Final = 33


@dataclass(frozen=True, slots=True)
class _Run:
    force: bool
    held: ExitStack
    places: set[Path] = field(default_factory=set)
    written: set[tuple[int, int]] = field(default_factory=set)


_RUN: Final[ContextVar[_Run | None]] = ContextVar("_RUN", default=None)


@contextmanager
def run(*, force: bool = False) -> Iterator[None]:
    """Note what a run reads, and hold what it writes until its end; one within another has its `force`."""
    outer = _RUN.get()
    with ExitStack() as held:
        if outer is None:
            held.callback(READ.reset, READ.set(set()))
            new = _Run(force, held)
        else:
            new = _Run(force or outer.force, held, set(outer.places), outer.written)
        held.callback(_RUN.reset, _RUN.set(new))
        yield


def never(_path: Path) -> bool:
    """Tell that a file is the user's."""
    return False


def begins_with(line: str) -> Ours:
    """Return what tells whether a file begins with this, the heading of a table or its beginning."""

    def ours(path: Path) -> bool:
        with open_regular(path) as file:
            return file.read(len(line.encode())) == line.encode()

    return ours


def signed(picture: bytes, suffix: str) -> bytes:
    """Return a `picture`, of the kind that ends in this `suffix`, with our signature."""
    kind = suffix.lower()
    place = {".dot": 0, ".png": _PNG_HEADER_BYTES, ".pdf": len(picture)}.get(kind, picture.find(b">") + 1)
    return picture[:place] + _MARKS[kind] + picture[place:]


def is_signed(path: Path) -> bool:
    """Tell whether the file at `path` is a picture with our signature, of the kind that its name says."""
    contents = read_bounded(path, _MOST_BYTES, "a picture")
    before, _, after = contents.partition(_MARKS[path.suffix.lower()])
    return signed(before + after, path.suffix) == contents


def prepare(path: Path, ours: Ours = never) -> None:
    """Remove what a kill left beside `path`, and `reserve` it."""
    remove_leftovers(path.parent)
    reserve(path, ours)


def reserve(path: Path, ours: Ours = never) -> None:
    """Make sure that a file can be put at `path`, before the work for it, and keep others from it meanwhile.

    Raises:
        UsageError: a file is there that isn't to be replaced, or another run is writing it; the rest, and
            FileErrors, as for `check_target`.
    """
    with file_errors(path):
        check_target(path)
        _demand_ours(path, ours)
        _hold(path)


def put(path: Path, contents: bytes, ours: Ours = never) -> None:
    """Write `contents` to a temporary file beside `path`, force it to disk and rename it to `path`.

    So `path` holds what it held before, or all of `contents`, whatever happens in between.

    Raises:
        UsageError, FileError: see `reserve`; the file can't be written.
    """
    put_together({path: contents}, ours)


def put_together(files: Mapping[Path, bytes], ours: Ours = never) -> None:
    """Write the contents of several files as `put` does; none gets its name before all are on disk.

    Raises:
        UsageError, FileError: see `put`.
    """
    with run(), ExitStack() as stack:
        for path in files:
            reserve(path, ours)
        temporary = {path: stack.enter_context(temporary_file(path, files[path])) for path in files}
        for path, written in temporary.items():
            rename(written, path, ours)


def rename(written: Path, path: Path, ours: Ours = never) -> None:
    """Let the file that is `written` have the name `path`; what it must not replace may have come meanwhile.

    Raises:
        UsageError, FileError: see `reserve`.
    """
    with file_errors(path):
        _demand_ours(path, ours)
        written.replace(path)
        if (current := _RUN.get()) is not None:
            current.written.add(_identity(path))


def is_free(path: Path, ours: Ours) -> bool:
    """Tell whether a file may be put at `path`: there is none, or one that is to be replaced."""
    try:
        _demand_ours(path, ours)
    except UsageError:
        return False
    return True


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino


def _demand_ours(path: Path, ours: Ours) -> None:
    """Raise UsageError if there is a file at `path` that isn't to be replaced."""
    if not path.exists():
        return
    there, read, current = _identity(path), READ.get(set()), _RUN.get()
    if current is not None and there in current.written:
        return
    if there in read:
        raise _reads(path)
    if current is None or not current.force:
        replaceable = False
        with suppress(WordleCpError):
            replaceable = bool(path.stat().st_mode & stat.S_IWUSR) and ours(path)
        read.discard(there)  # only to tell whose it is
        if not replaceable:
            message = f"{path}: is there already; {argument('force')} writes over it"
            raise UsageError(message)


def prepare_folder(path: Path, marker: str) -> None:
    """Do for a folder what `prepare` does for a file; errors as for `check_folder_target`."""
    remove_leftovers(path.absolute().parent)
    check_folder_target(path, marker, force=_forced())
    with file_errors(path):
        _hold(path.absolute())


def put_folder(path: Path, files: Mapping[str, bytes], marker: str) -> None:
    """Write `files` as `write_folder` does, unless the run reads one of those that they replace."""
    with file_errors(path):
        for there in path.rglob("*"):
            if there.name != marker and there.is_file() and _identity(there) in READ.get(set()):
                raise _reads(there)
    write_folder(path, files, marker, force=_forced())


def _forced() -> bool:
    current = _RUN.get()
    return current is not None and current.force


def _reads(path: Path) -> UsageError:
    return UsageError(f"{path}: this run reads that file, so it can't write over it; name another one")


def _hold(path: Path) -> None:
    """Lock `path` until the run ends, by a file beside it; of a killed run, that is a leftover."""
    current, place = _RUN.get(), Path(os.path.realpath(path.parent), path.name)
    if current is None or place in current.places:
        return
    digest = hashlib.blake2b(os.fsencode(path.name), digest_size=16).hexdigest()
    lock = path.with_name(f"{TEMPORARY_PREFIX}{digest}.tmp")
    for _ in range(_TRIES):
        descriptor = os.open(lock, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone = True
        except OSError as error:  # perhaps the file system has no locks
            alone = not isinstance(error, BlockingIOError)
        if alone and os.fstat(descriptor).st_nlink:
            current.held.callback(os.close, descriptor)
            current.held.callback(lock.unlink, missing_ok=True)
            current.places.add(place)
            return
        os.close(descriptor)
        time.sleep(_PAUSE_SECONDS)
    message = f"{path}: another run is writing that file; wait for its end, or name another one"
    raise UsageError(message)
