"""Files that visitors have uploaded: private, capped, and gone when the visitor has gone.

This module knows nothing of NiceGUI, and reads no file. Each upload is a folder of its own, with files of
plain names in it, which worker processes read. A *user* is a person's browser, known by a cookie: who sends
none is somebody new each time, so the caps of a user are for the polite, and the cap of all holds for
everybody. The uploads of a user are gone some minutes after the last tab is (`forget`), and everything is
gone when the server ends.
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
from wordle_cp.games.words import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

MEGABYTE: Final = 2**20


class UploadError(WordleCpError):
    """Something that can't be taken in."""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Bytes that may be kept: of an upload (a variant, a certificate), of all of a user's, of everybody's.

    A user's oldest uploads make room for new ones, and those of users without a tab; nobody else's do.
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


@dataclass(frozen=True, slots=True)
class Absence:
    """A user without a tab, after so many visits."""

    user: str
    visits: int


@dataclass(slots=True)
class _User:
    tabs: set[str] = field(default_factory=set)
    visits: int = 0
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
        owner = self._users.setdefault(user, _User())
        owner.tabs.add(tab)
        owner.visits += 1

    def leave(self, tab: str) -> Absence | None:
        """Note that `tab` has gone; return whose last one it was, if there is anything to forget."""
        for name, user in list(self._users.items()):
            if tab not in user.tabs:
                continue
            user.tabs.remove(tab)
            if not user.tabs and user.uploads:
                return Absence(name, user.visits)
            if not user.tabs:
                del self._users[name]
        return None

    def forget(self, absence: Absence) -> None:
        """Remove what the user has uploaded who has been absent since; nothing if there was another visit."""
        user = self._users.get(absence.user)
        if user is not None and not user.tabs and user.visits == absence.visits:
            self._forget(absence.user)

    def keep(self, user: str, files: Mapping[str, bytes], most: int) -> Upload:
        """Write `files`, contents by name and `most` bytes in all, to a folder of their own.

        Raises:
            UploadError: as `reserve`, or they can't be written.
        """
        upload = self.reserve(user, {name: len(contents) for name, contents in files.items()}, most)
        try:
            for name, contents in files.items():
                upload.path(name).write_bytes(contents)
        except OSError as error:
            self.discard(user, upload)
            raise not_kept(error) from error
        return upload

    def reserve(self, user: str, files: Mapping[str, int], most: int) -> Upload:
        """Return a new folder for `files`, sizes by name and `most` bytes in all, for the caller to write.

        Raises:
            UploadError: the user has gone, a name isn't plain, it is too much, of this upload or of all, or
                there can be no folder.
        """
        owner = self._users.get(user)
        if owner is None:
            message = "the page has lost its connection: load it again"
            raise UploadError(message)
        size = sum(files.values())
        self._demand_fit(files, size, most)
        while owner.uploads and (
            size + sum(one.size for one in owner.uploads) > self.limits.user
            or len(owner.uploads) >= self.limits.uploads
        ):
            self._drop(owner, owner.uploads[0])
        for name in [name for name, other in self._users.items() if not other.tabs]:
            if size + self._kept() > self.limits.everybody:
                self._forget(name)
        if size + self._kept() > self.limits.everybody:
            message = "there are too many uploads of others at the moment: try again later"
            raise UploadError(message)
        try:
            upload = Upload(self._new_folder(), size)
        except OSError as error:
            raise not_kept(error) from error
        owner.uploads.append(upload)
        return upload

    def discard(self, user: str, upload: Upload) -> None:
        """Remove an upload of `user` that isn't what it should be, or what is left of it."""
        owner = self._users.get(user)
        if owner is not None and upload in owner.uploads:
            self._drop(owner, upload)
        elif not any(upload in other.uploads for other in self._users.values()):
            shutil.rmtree(upload.folder, ignore_errors=True)

    def name_variant(self, user: str, name: str, upload: Upload, file: str) -> str:
        """Return what addresses call the variant `name` in the YAML `file` of `upload`, one of `user`.

        A newer one of the same name takes the place of the older.

        Raises:
            UploadError: the upload isn't kept any more.
        """
        return _named(self._owner(user, upload).variants, name, upload.path(file))

    def variants(self, user: str) -> Mapping[str, Path]:
        """Return the variants of `user`: YAML files by what addresses call them."""
        return dict(self._users.get(user, _User()).variants)

    def name_certificate(self, user: str, upload: Upload, file: str) -> str:
        """Return what addresses call the certificate `file` of `upload`, one of `user`; as `name_variant`."""
        return _named(self._owner(user, upload).certificates, file, upload.path(file))

    def certificates(self, user: str) -> Mapping[str, Path]:
        """Return the certificates of `user`: files by what addresses call them."""
        return dict(self._users.get(user, _User()).certificates)

    def close(self) -> None:
        """Remove everything."""
        self._users.clear()
        if self._root is not None:
            self._root.cleanup()
            self._root = None

    def _kept(self) -> int:
        """Return how many bytes there are in all."""
        return sum(one.size for user in self._users.values() for one in user.uploads)

    def _forget(self, user: str) -> None:
        for upload in self._users.pop(user).uploads:
            shutil.rmtree(upload.folder, ignore_errors=True)

    def _owner(self, user: str, upload: Upload) -> _User:
        owner = self._users.get(user)
        if owner is None or upload not in owner.uploads:
            message = (
                "the upload isn't kept any more: newer ones have taken its place, or the page was closed"
            )
            raise UploadError(message)
        return owner

    def _drop(self, owner: _User, upload: Upload) -> None:
        owner.uploads.remove(upload)
        for named in (owner.variants, owner.certificates):
            for key in [key for key, path in named.items() if path.parent == upload.folder]:
                del named[key]
        shutil.rmtree(upload.folder, ignore_errors=True)

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


def _named(files: dict[str, Path], name: str, path: Path) -> str:
    """Return what addresses call the file at `path` of that name from now on."""
    key = f"my-{name}"
    files[key] = path
    return key


def not_kept(error: OSError) -> UploadError:
    """Return what to raise where an upload can't be written."""
    return UploadError(f"the upload can't be kept: {error.strerror or 'it could not be written'}")
