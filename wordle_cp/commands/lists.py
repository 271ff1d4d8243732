"""Lists of words as people have them, made a game."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.commands.files import file_name
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import Equal, Letters, whole, writes
from wordle_cp.games.words import MAX_LETTERS
from wordle_cp.values import items_of, path_of, text, whole_number

if TYPE_CHECKING:
    from wordle_cp.answers.lists import ImportAnswer

_SOURCES: Final = "files of words, as paths"


@asked
def import_words(
    sources: Annotated[
        list[Path],
        Option(
            Section.ARGUMENTS,
            "Files, folders, zip archives, or - for standard input: text, CSV, JSON, source code.",
            "SOURCE...",
            file_name,
        ),
    ],
    *,
    name: Annotated[
        str | None, Option(Section.GAME, "A short name. Default: that of the first file.")
    ] = None,
    hidden: Annotated[
        Any,
        Option(
            Section.GAME,
            "Words that may be hidden: a list by its name in a source, or a file; big for every guess. "
            "Default: a list called answers, solutions ..., or the smaller one of two.",
            "big|LIST|FILE",
            takes=lambda value: str(path_of(value, "big, the name of a list, or a file")),
        ),
    ] = None,
    length: Annotated[
        int | None,
        Option(
            Section.GAME,
            "Letters of the words. Default: the most frequent number.",
            "L",
            takes=whole(1, MAX_LETTERS),
        ),
    ] = None,
    letters: Letters = None,
    equal: Equal = None,
    column: Annotated[
        Any,
        Option(
            Section.GAME,
            "The column of a table that has the words. Default: the one that looks so.",
            "N|NAME",
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        Option(
            Section.GAME,
            "Their encoding, for example latin-1. Default: UTF-8, or what a byte order mark says.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        writes("The folder for the files. Default: the current one.", "DIR", usual=Path()),
    ] = None,
) -> ImportAnswer:
    """Make a variant of lists of words as they were found; the output says what was understood and changed.

    Examples:
        wordle-cp variants import answers.txt allowed.txt --name mine
        wordle-cp variants import game.js --hidden La --out lists
        wordle-cp variants import words.csv --column word --length 5

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
    from wordle_cp.answers.lists import ImportAnswer as Answer  # noqa: PLC0415  see the package
    from wordle_cp.games.found import imports  # noqa: PLC0415

    given: object = sources
    places = (given,) if isinstance(given, str | PathLike) else items_of(given, _SOURCES)
    if letters is not None and not isinstance(letters, str):
        letters = " ".join(
            text(letter, "a letter") for letter in items_of(letters, "letters, texts one by one")
        )
    if column is not None and not isinstance(column, str):
        column = str(whole_number(column, "the number of a column", 1, 999))
    found = imports.import_words(
        [str(path_of(place, _SOURCES)) for place in places],
        name=name,
        hidden=hidden,
        length=length,
        letters=letters,
        encoding=encoding,
        column=column,
        equal=equal,
        out=out,
    )
    return Answer.of(found)
