"""Word lists, variants and proofs that ship with the project: the only module that knows where they live.

They are the project's top-level folders, which relative links make part of the package; so the same code
finds them in a checkout, in an editable install and in an installed wheel.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import ShippedProofError, UsageError, WordListError, abridged, counted
from wordle_cp.files.read import note_read

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_VARIANT = "original"

_CERTIFICATES: Final = (".cert.gz", ".cert.xz")
_SHIPPED: Final = "shipped:"
"""What may stand in front of the name of a proof that ships."""
_LEAST_LIKE: Final = 6
"""Fewest characters of the name of a missing file that may have been meant for that of a proof."""

_TABLE_ROW = re.compile(
    r"\| *(?P<name>[a-z0-9][a-z0-9-]*) *\| *(?P<count>\d+) *\| *(?P<sha256>[0-9a-f]{64}) *\|"
)


@dataclass(frozen=True, slots=True)
class WordListEntry:
    """One row of the table in wordlists/SOURCES.md: what the list of that name must be."""

    name: str
    count: int
    sha256: str


def hash_words(words: Sequence[str]) -> str:
    """Return the SHA-256, in hexadecimal, of `words` joined by newlines, with no newline at the end."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


@cache
def word_list_entries() -> tuple[WordListEntry, ...]:
    """Return what is known of each shipped word list, in the order of SOURCES.md.

    Raises:
        WordListError: SOURCES.md is missing or has no table.
    """
    text = _read_text(_folder("wordlists") / "SOURCES.md")
    rows = (_TABLE_ROW.fullmatch(line.strip()) for line in text.splitlines())
    entries = tuple(WordListEntry(row["name"], int(row["count"]), row["sha256"]) for row in rows if row)
    if not entries:
        message = "wordlists/SOURCES.md: expected a table of lists, words and SHA-256"
        raise WordListError(message)
    return entries


def word_list_names() -> tuple[str, ...]:
    """Return the names of the shipped word lists, in the order of SOURCES.md."""
    return tuple(entry.name for entry in word_list_entries())


@cache
def word_list(name: str) -> tuple[str, ...]:
    """Return the words of a shipped list, verified against its count and SHA-256 in SOURCES.md.

    Raises:
        WordListError: there is no such list, or its file is not the one that SOURCES.md describes.
    """
    for entry in word_list_entries():
        if entry.name == name:
            words = tuple(_read_text(_folder("wordlists") / f"{name}.txt").split())
            verify_word_list(entry, words)
            return words
    message = f"no word list is called {abridged(name)}; there are {', '.join(word_list_names())}"
    raise WordListError(message)


def verify_word_list(entry: WordListEntry, words: Sequence[str]) -> None:
    """Check that `words` are the list that `entry` describes.

    Raises:
        WordListError: the number of words or their SHA-256 differs.
    """
    found = hash_words(words)
    if (len(words), found) != (entry.count, entry.sha256):
        message = (
            f"word list {entry.name}: expected {counted(entry.count, 'word', 'words')} "
            f"with SHA-256 {entry.sha256}, "
            f"found {counted(len(words), 'word', 'words')} with {found}; restore the file"
        )
        raise WordListError(message)


def word_list_by_hash(sha256: str) -> tuple[str, ...] | None:
    """Return the shipped word list with this SHA-256 (see `hash_words`), or None if no shipped list has it.

    Raises:
        WordListError: its file is not the one that SOURCES.md describes.
    """
    name = word_list_name(sha256)
    return None if name is None else word_list(name)


def word_list_name(sha256: str) -> str | None:
    """Return the name of the shipped word list with this SHA-256, or None if no shipped list has it."""
    return next((entry.name for entry in word_list_entries() if entry.sha256 == sha256), None)


def variant_names() -> tuple[str, ...]:
    """Return the names of the shipped variants in alphabetical order, after the default, ``original``."""
    names = sorted(path.stem for path in _folder("variants").glob("*.yaml"))
    return tuple(sorted(names, key=lambda name: name != DEFAULT_VARIANT))


def variant_hiding(word: str, sha256: str) -> str | None:
    """Return the name of a shipped variant that hides `word`, where the list with this SHA-256 doesn't.

    None if there is none, or if no shipped list has that SHA-256: then another kind of game is played.
    """
    names = word_list_names() if word_list_name(sha256) else ()
    for name in reversed(names):
        variant = name.removesuffix("-hidden")
        if variant != name and variant in variant_names() and word in word_list(name):
            return variant
    return None


def in_word_lists(word: str) -> bool:
    """Tell whether a list of words that ships has `word`."""
    return any(word in word_list(name) for name in word_list_names())


def variant_path(name: str) -> Path:
    """Return the YAML file of a shipped variant.

    Raises:
        UsageError: no shipped variant has that name.
    """
    if name not in variant_names():
        message = f"no variant is called {abridged(name)}; there are {', '.join(variant_names())}"
        raise UsageError(message)
    return _folder("variants") / f"{name}.yaml"


def proof_paths() -> tuple[Path, ...]:
    """Return the certificates that ship with the project: proofs/ without its texts and tables, by name."""
    folder = _folder("proofs")
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(path for path in folder.iterdir() if path.is_file() and path.name.endswith(_CERTIFICATES))
    )


def is_as_shipped(path: Path) -> bool:
    """Tell whether `path` is, wherever, a file of proofs/ that the checker accepted when it was added."""
    try:
        size = path.stat().st_size if path.is_file() else None  # what isn't a file may be read once only
        sized = (proof for proof in proof_paths() if proof.stat().st_size == size)
        return any(_digest(path, proof)[1] for proof in sized)
    except (OSError, UnicodeDecodeError):
        return False


def _digest(path: Path, proof: Path) -> tuple[str, bool]:
    """Return the SHA-256 of the file at `path`, and whether it is that of a `proof` in its SHA256SUMS."""
    sums = (proof.parent / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    return found, f"{found}  {proof.name}" in sums


def proof_name(path: Path) -> str:
    """Return the name of a proof that ships: that of its file without what certificates end in."""
    return next((path.name.removesuffix(end) for end in _CERTIFICATES if path.name.endswith(end)), path.name)


def called(path: Path) -> str:
    """Return what to call a certificate: a proof that ships by its name, which says it to every command."""
    return proof_name(path) if path in proof_paths() else str(path)


def certificate_path(named: str | os.PathLike[str]) -> Path:
    """Return the certificate that is meant: a file, or a proof that ships, by its name.

    ``shipped:NAME`` is a proof that ships. So is NAME alone, unless there is a file of that name. It may end
    as the file of the proof does.

    Raises:
        UsageError: no proof that ships has that name; or there is no such file, and a proof has one like it,
            or the name has no ending as those of files have.
    """
    text = os.fspath(named)
    bare = text.removeprefix(_SHIPPED)
    if bare == text and ("/" in text or os.path.lexists(text.replace("\0", ""))):
        return Path(text)
    proofs = {proof_name(path): path for path in proof_paths()}
    name = proof_name(Path(bare))
    if name in proofs and bare in (name, proofs[name].name):
        return proofs[name]
    from wordle_cp.values import meant  # noqa: PLC0415  the checker alone doesn't need it

    hint = meant(name, proofs) if bare != text or len(name) >= _LEAST_LIKE else ""
    if bare == text and not hint and (not bare or not bare.isprintable() or "." in bare):
        return Path(text)
    what = "no proof that ships" if bare != text else "no file and no proof that ships"
    message = f"{what} is called {abridged(bare, 100)}{hint or '; wordle-cp proofs list lists them'}"
    raise UsageError(message)


@cache
def demand_as_shipped(path: Path) -> None:
    """Make sure that `path`, of proofs/, is the file that the checker accepted when it was added.

    Its digest is in proofs/SHA256SUMS. A number that is taken from a proof without checking it rests on that.

    Raises:
        ShippedProofError: it has another digest, or none is known.
    """
    try:
        found, is_listed = _digest(path, path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        message = f"{path}: can't be compared with proofs/SHA256SUMS: {reason}; restore both files"
        raise ShippedProofError(message) from error
    if not is_listed:
        message = (
            f"{path}: expected the proof that ships, with the SHA-256 of proofs/SHA256SUMS, found {found}; "
            f"restore the file, or see what it proves: wordle-cp check {shlex.quote(str(path))}"
        )
        raise ShippedProofError(message)


def _folder(name: str) -> Path:
    """Return a data folder of the package; a real one, as a package with native code is never zipped."""
    return Path(str(resources.files("wordle_cp").joinpath(name)))


def _read_text(path: Path) -> str:
    try:
        note_read(path)
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        message = f"wordlists/{path.name}: {reason}"
        raise WordListError(message) from error
