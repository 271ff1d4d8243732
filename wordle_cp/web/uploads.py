"""Files that were uploaded to the page: for no other user of this machine, and gone when the server ends.

No file is read here. Each upload is a folder of its own, with files of
plain names in it, which processes of the pool read.
"""

from __future__ import annotations

import re
import shutil
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WordleCpError, abridged
from wordle_cp.games.words import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterable, Mapping

    from nicegui.elements.upload_files import FileUpload

    from wordle_cp.games.variant import Variant

MEGABYTE: Final = 2**20


class UploadError(WordleCpError):
    """Something that can't be taken in."""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Bytes of an upload (a variant, a certificate) and of all that is kept; files of one, uploads in all."""

    variant: int = MEGABYTE
    certificate: int = 64 * MEGABYTE
    kept: int = 160 * MEGABYTE
    files: int = 8
    uploads: int = 32


class Uploads:
    """All uploads of a server, for one thread; the oldest make room for new ones.

    `variants` and `certificates` are files by what addresses call them; `loaded` are the variants.
    """

    def __init__(self, limits: UploadLimits | None = None) -> None:
        """Start empty; the folder is made when it is needed."""
        self.limits: Final = limits or UploadLimits()
        self.variants: Final[dict[str, Path]] = {}
        self.certificates: Final[dict[str, Path]] = {}
        self.loaded: Final[dict[Path, Variant]] = {}
        self._kept: dict[Path, int] = {}  # folders, with their bytes
        self._root: TemporaryDirectory[str] | None = None
        self._numbers = count(1)

    def reserve(self, files: Mapping[str, int], most: int) -> Path:
        """Return a new folder for `files`, sizes by name and `most` bytes in all, for the caller to write.

        Raises:
            UploadError: a name isn't plain, it is too much, or there can be no folder.
        """
        size = sum(files.values())
        self._demand_fit(files, size, most)
        while self._kept and (
            size + sum(self._kept.values()) > self.limits.kept or len(self._kept) >= self.limits.uploads
        ):
            self.discard(next(iter(self._kept)))
        try:
            if self._root is None:
                self._root = TemporaryDirectory(prefix="wordle-cp-uploads-", ignore_cleanup_errors=True)
            upload = Path(self._root.name) / str(next(self._numbers))
            upload.mkdir(mode=0o700)  # nobody else on this machine can read it
        except OSError as error:
            raise _not_kept(error) from error
        self._kept[upload] = size
        return upload

    @asynccontextmanager
    async def keeping(self, files: Iterable[FileUpload], most: int, called: str = "") -> AsyncIterator[Path]:
        """Provide a new folder with `files`, a single one `called` otherwise; an error discards it.

        Raises:
            UploadError: as `reserve`, or they can't be written.
        """
        named = {called or file.name: file for file in files}
        upload = self.reserve({name: file.size() for name, file in named.items()}, most)
        try:
            try:
                for name, file in named.items():
                    await file.save(upload / name)  # piece by piece, without keeping others from the page
            except OSError as error:
                raise _not_kept(error) from error
            yield upload
        except BaseException:
            self.discard(upload)
            raise

    def discard(self, upload: Path) -> None:
        """Remove an upload, or what is left of it."""
        self._kept.pop(upload, None)
        for named in (self.variants, self.certificates):
            for key in [key for key, path in named.items() if path.parent == upload]:
                del named[key]
        shutil.rmtree(upload, ignore_errors=True)

    def name(self, named: dict[str, Path], name: str, file: Path) -> str:
        """Return what addresses call `file`, one of the `named`; a newer one replaces it.

        Raises:
            UploadError: the upload isn't kept any more.
        """
        if file.parent not in self._kept:
            message = "the upload isn't kept any more: newer ones have taken its place"
            raise UploadError(message)
        named[f"my-{name}"] = file
        return f"my-{name}"

    def close(self) -> None:
        """Remove everything."""
        for upload in list(self._kept):
            self.discard(upload)
        if self._root is not None:
            self._root.cleanup()
            self._root = None

    def _demand_fit(self, files: Collection[str], size: int, most: int) -> None:
        for name in files:
            if not re.fullmatch(NAME_PATTERN, name):
                message = (
                    "expected a file name of 64 letters, digits, dots, dashes and underscores at most, "
                    f"a letter or digit first: {abridged(name)}"
                )
                raise UploadError(message)
        if not 1 <= len(files) <= self.limits.files:
            message = f"expected 1 to {self.limits.files} files, found {len(files)}"
            raise UploadError(message)
        if size > most:
            message = f"expected at most {most / MEGABYTE:g} MB, found {size / MEGABYTE:.1f} MB"
            raise UploadError(message)


@cache
def uploads() -> Uploads:
    """Return the uploads of this server: there is one in a process."""
    return Uploads()


def _not_kept(error: OSError) -> UploadError:
    return UploadError(f"the upload can't be kept: {error.strerror or 'it could not be written'}")
