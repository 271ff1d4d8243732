"""Files that visitors have uploaded: private, capped, and gone when the visitor has gone.

Where this stands: below the views; it knows nothing of NiceGUI, and reads no file. Each upload is a folder of
its own, with files of plain names in it, which worker processes read. A *user* is a person's browser; the
uploads of one are gone when the last tab is, and everything is gone when the server ends.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WordleCpError, abridged
from wordle_cp.variant_words import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Mapping

MEGABYTE: Final = 2**20


class UploadError(WordleCpError):
    """Something that can't be taken in."""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Bytes that may be kept: of an upload (a variant, a certificate), of all of a user's, of everybody's.

    A user's oldest uploads make room for new ones; nobody else's do.
    """

    variant: int = MEGABYTE
    certificate: int = 64 * MEGABYTE
    user: int = 160 * MEGABYTE
    everybody: int = 1024 * MEGABYTE
    files: int = 8
    """Of one upload."""
    uploads: int = 32
    """Of one user."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A folder with the files of one upload."""

    folder: Path
    size: int

    def path(self, name: str) -> Path:
        """Return where the file of that name is."""
        return self.folder / name


@dataclass(slots=True)
class _User:
    tabs: set[str] = field(default_factory=set)
    uploads: list[Upload] = field(default_factory=list)
    variants: dict[str, Path] = field(default_factory=dict)
    certificates: dict[str, Path] = field(default_factory=dict)


class Uploads:
    """All uploads of a server; for one thread."""

    def __init__(self, limits: UploadLimits | None = None) -> None:
        """Start empty; the folder is made when it is needed."""
        self.limits: Final = limits or UploadLimits()
        self._users: dict[str, _User] = {}
        self._root: TemporaryDirectory[str] | None = None
        self._numbers = count(1)

    def enter(self, user: str, tab: str) -> None:
        """Note that `user` has opened `tab`."""
        self._users.setdefault(user, _User()).tabs.add(tab)

    def leave(self, tab: str) -> None:
        """Note that `tab` has gone; with the last of a user, what the user has uploaded goes, too."""
        for name, user in list(self._users.items()):
            user.tabs.discard(tab)
            if not user.tabs:
                del self._users[name]
                for upload in user.uploads:
                    shutil.rmtree(upload.folder, ignore_errors=True)

    def keep(self, user: str, files: Mapping[str, bytes], most: int) -> Upload:
        """Write `files`, contents by name and `most` bytes in all, to a folder of their own.

        Raises:
            UploadError: the user has gone, a name isn't plain, or it is too much, of this upload or of all.
            OSError: they can't be written.
        """
        owner = self._users.get(user)
        if owner is None:
            message = "the page has lost its connection: load it again"
            raise UploadError(message)
        size = sum(map(len, files.values()))
        self._demand_fit(files, size, most)
        while owner.uploads and (
            size + sum(one.size for one in owner.uploads) > self.limits.user
            or len(owner.uploads) >= self.limits.uploads
        ):
            self._drop(owner, owner.uploads[0])
        kept = sum(one.size for other in self._users.values() for one in other.uploads)
        if size + kept > self.limits.everybody:
            message = "there are too many uploads of others at the moment: try again later"
            raise UploadError(message)
        upload = Upload(self._new_folder(), size)
        owner.uploads.append(upload)
        for name, contents in files.items():
            upload.path(name).write_bytes(contents)
        return upload

    def discard(self, user: str, upload: Upload) -> None:
        """Remove an upload that isn't what it should be."""
        owner = self._users.get(user)
        if owner is not None and upload in owner.uploads:
            self._drop(owner, upload)

    def name_variant(self, user: str, name: str, path: Path) -> str:
        """Return what addresses call the variant called `name` in the YAML file `path`, an upload of `user`.

        A newer one of the same name takes the place of the older.
        """
        key = f"my-{name}"
        self._users[user].variants[key] = path
        return key

    def variants(self, user: str) -> Mapping[str, Path]:
        """Return the variants of `user`: YAML files by what addresses call them."""
        owner = self._users.get(user)
        return {} if owner is None else dict(owner.variants)

    def name_certificate(self, user: str, name: str, path: Path) -> str:
        """Return what addresses call the certificate `name` in the file `path`, an upload of `user`."""
        key = f"my-{name}"
        self._users[user].certificates[key] = path
        return key

    def certificates(self, user: str) -> Mapping[str, Path]:
        """Return the certificates of `user`: files by what addresses call them."""
        owner = self._users.get(user)
        return {} if owner is None else dict(owner.certificates)

    def close(self) -> None:
        """Remove everything."""
        self._users.clear()
        if self._root is not None:
            self._root.cleanup()
            self._root = None

    def _drop(self, owner: _User, upload: Upload) -> None:
        owner.uploads.remove(upload)
        for named in (owner.variants, owner.certificates):
            for key in [key for key, path in named.items() if path.parent == upload.folder]:
                del named[key]
        shutil.rmtree(upload.folder, ignore_errors=True)

    def _demand_fit(self, files: Mapping[str, bytes], size: int, most: int) -> None:
        for name in files:
            if not re.fullmatch(NAME_PATTERN, name):
                message = (
                    f"expected a file name of letters, digits, dots, dashes, underscores: {abridged(name)}"
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
