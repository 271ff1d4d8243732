"""Temporary files of certificates that a killed run left behind.

Whoever writes one keeps it locked, and the kernel lets go of the lock when the process ends, however it
ends. So no clock is asked which files are still in use: that may jump, and a check may take days.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wordle_cp.files.write import TEMPORARY_PREFIX

if TYPE_CHECKING:
    from pathlib import Path

_TEMPORARY: Final = re.compile(re.escape(TEMPORARY_PREFIX) + r"[0-9a-f]{32}\.tmp")  # as `write` names them


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
