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
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


CERTIFICATE_SUFFIX: Final = ".cert.gz"
_MOST_CHARACTERS: Final = 120
"""Longest name without its suffix: half of what file systems take, so that a suffix always fits."""
_DIGEST_CHARACTERS: Final = 12


def question_name(variant: Variant, depth: int, history: History = (), label: str | None = None) -> str:
    """Return a file name without suffix: variant, mode, depth, history and what `label` adds.

    One that would be too long is cut, and ends in a digest of the whole.
    """
    return _name(variant, f"depth-{depth}", history, label)


def _name(variant: Variant, question: str, history: History, label: str | None) -> str:
    """Return the same for a `question` of any kind."""
    parts = [variant.name, variant.mode.value]
    if variant.hidden == variant.guesses:
        parts.append("hidden-big")
    parts.append(question)
    if history:
        parts.append("after-" + variant.scoring.format_history(history).lower().replace(".", "-"))
    if label is not None:
        parts.append(label)
    return _short("-".join(parts))


def _short(whole: str) -> str:
    """Return a name of plain characters, cut if it is too long."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", whole)
    if len(name) <= _MOST_CHARACTERS:
        return name
    digest = hashlib.sha256(whole.encode()).hexdigest()[:_DIGEST_CHARACTERS]
    return f"{name[: _MOST_CHARACTERS - len(digest) - 1]}-{digest}"


def certificate_name(variant: Variant, depth: int, history: History = (), label: str | None = None) -> str:
    """Return the file name that `prove` gives a certificate unless another is given."""
    return question_name(variant, depth, history, label) + CERTIFICATE_SUFFIX


def certificate_stem(certificate: Path) -> str:
    """Return the name of a certificate without what the names of certificates end in."""
    name = certificate.name
    for suffix in (GZIP_SUFFIX, XZ_SUFFIX, ".cert"):
        name = name.removesuffix(suffix)
    return name


def picture_name(certificate: Path, suffix: str, *, opener: str | None, after: str | None) -> str:
    """Return the file name that a picture of the strategy of a certificate gets unless another is given."""
    parts = [certificate_stem(certificate), opener or "", f"after-{after}" if after else ""]
    return _short("-".join(filter(None, parts)).lower()) + suffix


def census_name(variant: Variant, depth: int, history: History = ()) -> str:
    """Return the name that `census` gives its run folder unless another is given."""
    return "census-" + question_name(variant, depth, history)


def total_name(kind: str, variant: Variant, history: History = (), label: str | None = None) -> str:
    """Return the file name of a certificate about a least total: optimal, between, or a strategy alone."""
    return _name(variant, f"{kind}{_within(variant)}", history, label) + CERTIFICATE_SUFFIX


def rank_name(variant: Variant, history: History = (), label: str | None = None) -> str:
    """Return the name that `rank --all` gives its run folder unless another is given."""
    return _name(variant, f"rank{_within(variant)}", history, label)


def fixed_name(variant: Variant, count: int, history: History, leave: int, start: Sequence[str]) -> str:
    """Return the file name of the certificate that `count` fixed guesses do, or don't."""
    label = f"-leave-{leave}" * (leave > 1) + "".join(f"-{word}" for word in start)
    return _name(variant, f"fixed-{count}{label}", history, None) + CERTIFICATE_SUFFIX


def _within(variant: Variant) -> str:
    """Return what a name says about the number of guesses in a game."""
    return "" if variant.max_guesses is None else f"-within-{variant.max_guesses}"


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
