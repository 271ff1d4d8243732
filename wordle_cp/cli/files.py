"""Names of files and folders as options and arguments take them."""

from __future__ import annotations

from pathlib import Path


def file_name(value: object) -> Path:
    """Return the path that `value` says; raise a ValueError for an empty one.

    A variable that wasn't set leaves one, and Python would take it for the current folder.
    """
    text = str(value)
    if not text:
        message = "expected the name of a file or folder, found nothing"
        raise ValueError(message)
    return Path(text)
