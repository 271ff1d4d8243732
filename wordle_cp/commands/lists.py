"""Variants: those that ship, and those made of words of your own."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.commands import shared
from wordle_cp.commands.files import file_name, variant_name
from wordle_cp.commands.options import Made, Option, Section, asked
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError, VariantError, argument
from wordle_cp.games.given import AnyGame
from wordle_cp.games.schema import MAX_GUESSES, MOST_COLOURS, MOST_PEGS, GameKind
from wordle_cp.games.starter import DEFAULT_GUESSES, LONGEST, SHORTEST
from wordle_cp.games.variant import Variant
from wordle_cp.games.words import MAX_LETTERS
from wordle_cp.rules.modes import Mode
from wordle_cp.values import items_of, path_of, text, whole_number

if TYPE_CHECKING:
    from wordle_cp.answers.variants import ImportAnswer, NewVariant, ShownVariant, VariantList

_ENDINGS: Final = (".yaml", ".yml")
_FILLED: Final = ("guesses", "hidden")
"""Keys that a new file may leave to be filled in."""
_SOURCES: Final = "files of words, as paths"


@asked
def import_words(
    sources: Annotated[
        list[Path],
        Option(
            Section.ARGUMENTS,
            "Files, or - for standard input: text, CSV, JSON, source code.",
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
            takes=shared.whole(1, MAX_LETTERS),
        ),
    ] = None,
    letters: shared.Letters = None,
    equal: shared.Equal = None,
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
        shared.writes("The folder for the files. Default: the current one.", "DIR", usual=Path()),
    ] = None,
) -> ImportAnswer:
    """Make a variant of lists of words as they were found; the output says what was understood and changed.

    Examples:
        wordle-cp variants import answers.txt allowed.txt --name mine
        wordle-cp variants import game.js --hidden La --out lists
        wordle-cp variants import words.csv --column word --length 5

    `sources` are files (text, CSV, JSON, source code; also packed with gzip). Words get lower case;
    duplicates, words of other lengths and texts that are no words are left out, and counted. `hidden` says
    which words may be hidden: a list by its name in a source, a file, or ``big`` for every guess; without it
    a list that is called so is taken, or the smaller one of two, or every word of a single one. `length` is
    the most frequent number of letters unless it is given, and `letters` are needed where one
    has several characters. `column` is the number (from 1) or name of the column of words in a table.
    Letters that are `equal` are one letter, as in ``accents`` or ``aáà, cç``.

    With `out`, a folder, a variant file and its lists are written there, called `name` or as the first
    source; files that are there already are replaced with `force` alone.

    Raises:
        UsageError: there are no words, or it isn't clear what is meant, or a file is there already.
        VariantError: the words make no game. FileError: a file can't be read or written.
    """
    from wordle_cp.answers.variants import ImportAnswer as Answer  # noqa: PLC0415  see the package
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


def list_variants() -> VariantList:
    """List the variants that ship; the first one is the default.

    Examples:
        wordle-cp variants list
    """
    from wordle_cp.answers.variants import VariantList as Variants  # noqa: PLC0415  see the package
    from wordle_cp.data import variant_names  # noqa: PLC0415

    return Variants(tuple(Variant.load(name) for name in variant_names()))


@asked
def show_variant(
    source: Annotated[
        Any,
        Option(
            Section.ARGUMENTS,
            "The same as --variant.",
            "[NAME|FILE]",
            variant_name,
        ),
    ] = None,
    *,
    variant: Annotated[AnyGame, shared.GAME] = DEFAULT_VARIANT,
    mode: shared.ModeOption = None,
    hidden: shared.HiddenOption = None,
    max_guesses: shared.MaxGuesses = None,
) -> ShownVariant:
    """Show a variant: its lists with their digests, its mode and its number of guesses.

    Examples:
        wordle-cp variants show nyt-2022-02-15
        wordle-cp variants show --mode hard --hidden big
    """
    from wordle_cp.answers.variants import ShownVariant as Shown  # noqa: PLC0415  see the package

    game = variant if source is None else source
    return Shown(shared.variant_of(game, mode=mode, hidden=hidden, max_guesses=max_guesses))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Starter:
    """What a new variant shall be."""

    game: Annotated[GameKind, Option(Section.GAME, "What is guessed.")] = GameKind.WORDLE
    name: Annotated[str | None, Option(Section.GAME, "A short name. Default: that of the file.")] = None
    title: Annotated[str | None, Option(Section.GAME, "One line about the game.")] = None
    guesses: Annotated[
        str | None,
        Option(Section.GAME, "Words that may be guessed. Default: a few examples.", "LIST|FILE"),
    ] = None
    hidden: Annotated[
        str | None,
        Option(
            Section.GAME,
            "Words that may be hidden. Default: every guess, or some of the examples.",
            "big|LIST|FILE",
        ),
    ] = None
    add_hidden: Annotated[
        bool,
        Option(Section.GAME, "Let hidden words that the guesses lack be guessed, too."),
    ] = False
    letters: shared.Letters = None
    equal: shared.Equal = None
    length: Annotated[
        int | None,
        Option(
            Section.GAME,
            "Letters of the example words. Default: 5.",
            "L",
            takes=shared.whole(SHORTEST, LONGEST),
        ),
    ] = None
    mode: Annotated[Mode | None, Option(Section.GAME, "Which guesses are allowed. Default: normal.")] = None
    max_guesses: Annotated[
        int | None,
        Option(
            Section.GAME,
            f"Guesses in a game. Default: {DEFAULT_GUESSES} for words, no limit for codes.",
            "G",
            shared.whole(1, MAX_GUESSES),
        ),
    ] = None
    pegs: Annotated[
        int | None,
        Option(Section.GAME, "Pegs of a code. Default: 4.", "P", takes=shared.whole(1, MOST_PEGS)),
    ] = None
    colours: Annotated[
        int | None,
        Option(Section.GAME, "Colours of Mastermind. Default: 6.", "C", takes=shared.whole(1, MOST_COLOURS)),
    ] = None
    repeats: Annotated[
        bool | None,
        Option(
            Section.GAME,
            "Whether a code may have a colour twice. Default: it may.",
            names=(
                "--repeats",
                "--no-repeats",
            ),
        ),
    ] = None


@asked
def new_variant(
    file: Annotated[
        Path,
        Option(Section.ARGUMENTS, "The file to write, which ends in .yaml.", "FILE", file_name, writes=True),
    ],
    *,
    wanted: Annotated[Any, Made(_Starter)],
) -> NewVariant:
    """Write a variant file with comments, to play at once or to fill in; the output says what is left to do.

    Examples:
        wordle-cp variants new mine.yaml --guesses words.txt
        wordle-cp variants new m.yaml --game mastermind --pegs 5

    Raises:
        UsageError: a value is none that the game can have, or the words are no words of it.
        FileError: the file can't be written.
    """
    from wordle_cp.answers.variants import NewVariant as New  # noqa: PLC0415  see the package
    from wordle_cp.files.outputs import put, reserve  # noqa: PLC0415
    from wordle_cp.files.write import temporary_file  # noqa: PLC0415
    from wordle_cp.games.starter import starter_text  # noqa: PLC0415

    file = path_of(file, "the path of a file")
    if file.suffix not in _ENDINGS:
        message = f"{file}: expected the name of a file that ends in {' or '.join(_ENDINGS)}"
        raise UsageError(message)
    try:
        contents = starter_text(file, wanted.game, asdict(wanted)).encode()
    except UnicodeEncodeError as error:
        message = f"{file}: expected texts and paths of lists that are Unicode text"
        raise UsageError(message) from error
    reserve(file)
    with temporary_file(file, contents) as draft:
        _demand_usable(draft, file, has_words=wanted.guesses is not None)
    put(file, contents)
    return New.of(file)


def _demand_usable(draft: Path, file: Path, *, has_words: bool) -> None:
    """Raise a UsageError unless `draft` is a variant, which is to become `file`, or lacks words alone."""
    try:
        Variant.load(draft)
    except VariantError as error:
        own = [
            replace(one, path=one.path.partition("[")[0]) for one in error.problems if one.file == str(draft)
        ]
        own.sort(key=lambda problem: problem.path in _FILLED)  # where letters are wrong, no example has them
        if not has_words and all(problem.path in _FILLED for problem in own):
            return
        told = str(error)
        if own:
            told = f"{argument(own[0].path)}: {own[0].expected}"
        message = f"{told}; {file} wasn't written"
        raise UsageError(message) from error
