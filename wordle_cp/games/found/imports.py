"""Lists as they were found become a variant, and the files of one: `import_words`."""

from __future__ import annotations

import errno
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import FileError, UsageError, abridged, file_errors
from wordle_cp.files.outputs import put_together
from wordle_cp.games.found.word_lists import import_lists
from wordle_cp.games.schema import EXPECTED
from wordle_cp.games.starter import DEFAULT_GUESSES, HIDDEN_BIG, words_text
from wordle_cp.games.variant import Variant
from wordle_cp.games.words import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.games.found.word_lists import ImportedLists

_NO_NAME: Final = "words"
_TITLE: Final = 200


@dataclass(frozen=True, slots=True)
class Imported:
    """A `variant` of words as they were found, what was understood (`lists`), and the `files` written."""

    variant: Variant
    lists: ImportedLists
    files: tuple[Path, ...] = ()


def import_words(
    sources: Sequence[str],
    *,
    name: str | None = None,
    hidden: str | None = None,
    length: int | None = None,
    letters: str | None = None,
    encoding: str | None = None,
    column: str | None = None,
    out: Path | None = None,
) -> Imported:
    """Return the variant of the words in `sources`, called `name`; the rest is as for `import_lists`.

    With `out`, a folder, its files are written there, all or none: name.yaml, name-guesses.txt and, unless
    every guess may be hidden, name-hidden.txt. A run with `force` alone replaces files that are there.

    Raises:
        UsageError: there are no words, or it isn't clear what is meant, or a file is there already.
        VariantError: the words make no game. FileError: a file can't be read or written.
    """
    if name is not None and not re.fullmatch(NAME_PATTERN, name):
        message = f"--name: expected {EXPECTED['name']}, found {abridged(name)}"
        raise UsageError(message)
    lists = import_lists(
        sources, hidden=hidden, length=length, letters=letters, encoding=encoding, column=column
    )
    name = name or (lists.stem if re.fullmatch(NAME_PATTERN, lists.stem) else _NO_NAME)
    variant = Variant.from_words(
        lists.guesses, lists.hidden, name=name, letters=lists.letters, max_guesses=DEFAULT_GUESSES
    )
    contents = {} if out is None else _contents(variant, lists, out)
    if out is not None:
        _write(out, contents)
    return Imported(variant, lists, tuple(contents))


def _contents(variant: Variant, lists: ImportedLists, out: Path) -> dict[Path, bytes]:
    """Return what each file has; the variant comes last."""
    path, guesses, hidden = out / f"{variant.name}.yaml", f"{variant.name}-guesses.txt", HIDDEN_BIG
    files = {out / guesses: _lines(variant.guesses)}
    if lists.hidden is not None:
        hidden = f"{variant.name}-hidden.txt"
        files[out / hidden] = _lines(variant.hidden)
    words = f"Words of {lists.length} letters from {', '.join(part.partition(':')[0] for part in lists.read)}"
    title = "".join(character if character.isprintable() else "?" for character in words)[:_TITLE]
    letters = " ".join(lists.letters) if lists.letters else None
    return files | {path: words_text(path, variant.name, title, guesses, hidden, letters).encode()}


def _lines(words: Sequence[str]) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


def _write(out: Path, contents: dict[Path, bytes]) -> None:
    """Write the files, into a new folder if there is none; which is gone again if they can't be written."""
    with file_errors(out):
        if out.exists() and not out.is_dir():
            raise FileError(errno.ENOTDIR, "is a file, not a folder", str(out))
        is_new = not out.exists()
        out.mkdir(exist_ok=True)
    try:
        put_together(contents)
    except BaseException:
        if is_new:
            with suppress(OSError):
                out.rmdir()
        raise
