"""Temporary files of certificates that a killed run left behind."""

from __future__ import annotations

import re
import stat
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.write import TEMPORARY_PREFIX

if TYPE_CHECKING:
    from pathlib import Path

_TEMPORARY: Final = re.compile(re.escape(TEMPORARY_PREFIX) + r"[0-9a-f]{32}\.tmp")  # as `write` names them
_DAY_SECONDS: Final = 24 * 60 * 60


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files in `folder` that nobody wrote to for a day; younger ones may be in use.

    So a check that takes longer than a day loses its file to another run in that folder. What can't be
    removed stays: nothing depends on it.
    """
    before = time.time() - _DAY_SECONDS
    with suppress(OSError):
        for path in folder.iterdir():
            if _TEMPORARY.fullmatch(path.name) is None:
                continue
            with suppress(OSError):
                status = path.lstat()
                if stat.S_ISREG(status.st_mode) and status.st_mtime < before:
                    path.unlink()
