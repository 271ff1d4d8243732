"""Where files go for which nobody has said a place: certificates, and the folders of runs."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import FileError
from wordle_cp.files.write import check_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CERTIFICATE: Final = "the certificate"
EACH_CERTIFICATE: Final = "each certificate"
ANY_NAME: Final = "least-depth.cert.gz"
"""A name by which to try a folder for certificates whose names say what is found, so none is known yet."""
RUN_FOLDER: Final = "the run folder"
_NOT_WRITABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT})
"""What the system says of a folder in which we may make nothing, or that is gone."""


def default_place(name: str, what: str, warn: Callable[[str], None]) -> Path:
    """Return where to write `what`, for which nobody has said a place: to `name` in the current folder.

    Where nothing can be made there, it is a folder of the user's cache, or else a temporary one; `warn`
    gets a line that says so.
    """
    here = Path(name)
    refused = _refused(here)
    if refused is None:
        return here
    for folder in _other_folders():
        with suppress(OSError, RuntimeError):
            made = folder()
            if _refused(made / name) is None:
                warn(f"this folder can't be written to ({refused}); {what} goes to {made}")
                return made / name
    return here  # writing there raises the error


def _other_folders() -> Iterator[Callable[[], Path]]:
    """Yield what makes a folder of our own to write to, the best one first; it raises where it can't."""

    def cache() -> Path:
        above = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(above).absolute() / "wordle-cp"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    yield cache
    yield lambda: Path(tempfile.mkdtemp(prefix="wordle-cp-"))


def _refused(place: Path) -> str | None:
    """Return why nothing can be made in the folder of `place`; None if it can, or fails otherwise."""
    try:
        check_target(place)
    except FileError as error:
        return error.strerror if error.errno in _NOT_WRITABLE else None
    return None
