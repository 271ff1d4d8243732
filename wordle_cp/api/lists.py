"""Lists of words as people have them: `import_words`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.lists import ImportAnswer
from wordle_cp.files.outputs import run
from wordle_cp.games.found import imports
from wordle_cp.games.words import MAX_LETTERS
from wordle_cp.values import items_of, path_of, text, truth, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

_SOURCES: Final = "files of words, as paths"


def import_words(
    sources: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    name: str | None = None,
    hidden: str | PathLike[str] | None = None,
    length: int | None = None,
    letters: str | Iterable[str] | None = None,
    encoding: str | None = None,
    column: int | str | None = None,
    equal: str | None = None,
    out: str | PathLike[str] | None = None,
    force: bool = False,
) -> ImportAnswer:
    """Return the variant of lists of words as they were found, and what was understood and changed.

    `sources` are files (text, CSV, JSON, source code; also packed), folders and zip archives. Words get lower
    case; duplicates, words of other lengths and texts that are no words are left out, and counted. `hidden`
    says which words may be hidden: a list by its name in a source, a file, or ``big`` for every guess;
    without it a list that is called so is taken, or the smaller one of two, or every word of a single one.
    `length` is the most frequent number of letters unless it is given, and `letters` are needed where one
    has several characters. `column` is the number (from 1) or name of the column of words in a table.
    Letters that are `equal` are one letter, as in ``accents`` or ``aáà, cç``.

    With `out`, a folder, a variant file and its lists are written there, called `name` or as the first
    source; files that are there already are replaced with `force` alone.

    Raises:
        UsageError: there are no words, or it isn't clear what is meant, or a file is there already.
        VariantError: the words make no game. FileError: a file can't be read or written.
    """
    one = isinstance(sources, str) or hasattr(sources, "__fspath__")
    places = (sources,) if one else items_of(sources, _SOURCES)
    given = {"name": name, "encoding": encoding, "equal": equal}
    chosen = {what: None if value is None else text(value, what) for what, value in given.items()}
    with run(force=truth(force, "force")):
        report = imports.import_words(
            [str(path_of(place, _SOURCES)) for place in places],
            hidden=None if hidden is None else str(path_of(hidden, "big, the name of a list, or a file")),
            length=None if length is None else whole_number(length, "a number of letters", 1, MAX_LETTERS),
            letters=_letters(letters),
            column=_column(column),
            out=None if out is None else Path(path_of(out, "a folder")),
            **chosen,
        )
    return ImportAnswer.of(report)


def _letters(letters: str | Iterable[str] | None) -> str | None:
    if letters is None or isinstance(letters, str):
        return letters
    return " ".join(text(letter, "a letter") for letter in items_of(letters, "letters, texts one by one"))


def _column(column: int | str | None) -> str | None:
    if column is None or isinstance(column, str):
        return column
    return str(whole_number(column, "the number of a column", 1, 999))
