"""`wordle-cp variants import`: make a variant of lists as they were found, and say what was understood."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from wordle_cp.answers.lists import ImportAnswer
from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section, argument, option
from wordle_cp.cli.options import EqualOption, JsonOption, LettersOption, QuietOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer, print_text
from wordle_cp.commands.files import file_name
from wordle_cp.games.found.imports import import_words
from wordle_cp.games.words import MAX_LETTERS


def import_lists(
    sources: Annotated[
        list[Path],
        argument(
            parser=file_name,
            metavar="SOURCE...",
            help="Files, folders, zip archives, or - for standard input: text, CSV, JSON, source code.",
        ),
    ],
    *,
    name: Annotated[
        str | None, option(Section.GAME, "--name", about="A short name. Default: that of the first file.")
    ] = None,
    hidden: Annotated[
        str | None,
        option(
            Section.GAME,
            "--hidden",
            metavar="big|LIST|FILE",
            about="Words that may be hidden: a list by its name in a source, or a file; big for every guess. "
            "Default: a list called answers, solutions ..., or the smaller one of two.",
        ),
    ] = None,
    length: Annotated[
        int | None,
        option(
            Section.GAME,
            "--length",
            metavar="L",
            parser=whole_number(1, MAX_LETTERS),
            about="Letters of the words. Default: the most frequent number.",
        ),
    ] = None,
    letters: LettersOption = None,
    equal: EqualOption = None,
    column: Annotated[
        str | None,
        option(
            Section.GAME,
            "--column",
            metavar="N|NAME",
            about="The column of a table that has the words. Default: the one that looks so.",
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        option(
            Section.GAME,
            "--encoding",
            about="Their encoding, for example latin-1. Default: UTF-8, or what a byte order mark says.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        output_option(
            Section.OUTPUT,
            "--out",
            metavar="DIR",
            about="The folder for the files. Default: the current one.",
        ),
    ] = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Make a variant of lists of words as they were found; the output says what was understood and changed.

    Examples:
        wordle-cp variants import answers.txt allowed.txt --name mine
        wordle-cp variants import game.js --hidden La --out lists
        wordle-cp variants import words.csv --column word --length 5
    """
    found = import_words(
        [str(source) for source in sources],
        name=name,
        hidden=hidden,
        length=length,
        letters=letters,
        encoding=encoding,
        column=column,
        equal=equal,
        out=out or Path(),
    )
    if quiet and not as_json:
        return ExitCode.DONE
    code = print_answer(ImportAnswer.of(found), as_json=as_json)
    if not as_json:
        print_text(f"next: wordle-cp solve --variant {shlex.quote(str(found.files[-1]))}")
    return code
