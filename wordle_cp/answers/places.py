"""What files of answers are called, and where they go.

The parts, in their order:

Names of files and folders that tell the question they answer.

Where files go for which nobody has said a place: certificates, and the folders of runs.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import FileError
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX, check_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.games.question import Position, Question
    from wordle_cp.games.variant import Variant


CERTIFICATE_SUFFIX: Final = ".cert.gz"
_MOST_CHARACTERS: Final = 120
"""Longest name without its suffix: half of what file systems take, so that a suffix always fits."""
_DIGEST_CHARACTERS: Final = 12


def question_name(
    position: Position | Question, asked: str, label: str | None = None, suffix: str = CERTIFICATE_SUFFIX
) -> str:
    """Return a file name: variant, mode, what is `asked`, the history, and what `label` adds.

    One that would be too long is cut, and ends in a digest of the whole.
    """
    variant, history = position.variant, position.history
    parts = [variant.name, variant.mode.value]
    if variant.hidden == variant.guesses:
        parts.append("hidden-big")
    parts.append(asked)
    if history:
        parts.append("after-" + variant.scoring.format_history(history).lower().replace(".", "-"))
    if label is not None:
        parts.append(label)
    return _short("-".join(parts)) + suffix


def within_limit(kind: str, variant: Variant) -> str:
    """Return what is asked in a name, of a `kind`: optimal, between, rank, or a strategy alone."""
    return kind if variant.max_guesses is None else f"{kind}-within-{variant.max_guesses}"


def _short(whole: str) -> str:
    """Return a name of plain characters, cut if it is too long."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", whole)
    if len(name) <= _MOST_CHARACTERS:
        return name
    digest = hashlib.sha256(whole.encode()).hexdigest()[:_DIGEST_CHARACTERS]
    return f"{name[: _MOST_CHARACTERS - len(digest) - 1]}-{digest}"


def picture_name(certificate: Path, suffix: str, *, opener: str | None, after: str | None) -> str:
    """Return the file name that a picture of the strategy of a certificate gets unless another is given."""
    name = certificate.name
    for end in (GZIP_SUFFIX, XZ_SUFFIX, ".cert"):
        name = name.removesuffix(end)
    parts = [name, opener or "", f"after-{after}" if after else ""]
    return _short("-".join(filter(None, parts)).lower()) + suffix


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
