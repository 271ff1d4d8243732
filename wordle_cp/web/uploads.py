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
    from collections.abc import AsyncIterator, Collection, Mapping

    from nicegui.elements.upload_files import FileUpload

    from wordle_cp.web.jobs.games import GameFacts

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

    `variants` and `certificates` are files by what addresses call them; `facts` are what variants say.
    """

    def __init__(self, limits: UploadLimits | None = None) -> None:
        """Start empty; the folder is made when it is needed."""
        self.limits: Final = limits or UploadLimits()
        self.variants: Final[dict[str, Path]] = {}
        self.certificates: Final[dict[str, Path]] = {}
        self.facts: Final[dict[Path, GameFacts]] = {}
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
            upload = self._new_folder()
        except OSError as error:
            raise _not_kept(error) from error
        self._kept[upload] = size
        return upload

    @asynccontextmanager
    async def keeping(self, files: Mapping[str, FileUpload], most: int) -> AsyncIterator[Path]:
        """Provide a new folder with `files`, as `reserve`; an error discards it.

        Raises:
            UploadError: as `reserve`, or they can't be written.
        """
        upload = self.reserve({name: file.size() for name, file in files.items()}, most)
        try:
            for name, file in files.items():
                await save(file, upload / name)
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

    def name_variant(self, name: str, upload: Path, file: str, facts: GameFacts) -> str:
        """Return what addresses call the variant `name` in the YAML `file` of `upload`, which says `facts`.

        A newer one of the same name takes the place of the older.

        Raises:
            UploadError: the upload isn't kept any more.
        """
        self.facts[upload / file] = facts
        return self._named(self.variants, name, upload, file)

    def name_certificate(self, upload: Path, file: str) -> str:
        """Return what addresses call the certificate `file` of `upload`; as `name_variant`."""
        return self._named(self.certificates, file, upload, file)

    def close(self) -> None:
        """Remove everything."""
        for upload in list(self._kept):
            self.discard(upload)
        if self._root is not None:
            self._root.cleanup()
            self._root = None

    def _named(self, named: dict[str, Path], name: str, upload: Path, file: str) -> str:
        if upload not in self._kept:
            message = "the upload isn't kept any more: newer ones have taken its place"
            raise UploadError(message)
        key = f"my-{name}"
        named[key] = upload / file
        return key

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

    def _new_folder(self) -> Path:
        """Make a new folder that nobody else on this machine can read."""
        if self._root is None:
            self._root = TemporaryDirectory(prefix="wordle-cp-uploads-", ignore_cleanup_errors=True)
        folder = Path(self._root.name) / str(next(self._numbers))
        folder.mkdir(mode=0o700)
        return folder


@cache
def uploads() -> Uploads:
    """Return the uploads of this server: there is one in a process."""
    return Uploads()


async def save(file: FileUpload, path: Path) -> None:
    """Write a file piece by piece, without keeping others from the page.

    Raises:
        UploadError: it can't be written.
    """
    try:
        await file.save(path)
    except OSError as error:
        raise _not_kept(error) from error


def _not_kept(error: OSError) -> UploadError:
    return UploadError(f"the upload can't be kept: {error.strerror or 'it could not be written'}")
