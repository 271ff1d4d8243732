"""`wordle-cp variants new`: write a variant file to start from, and say what is to be filled in."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

from wordle_cp.answers.variants import sizes_line
from wordle_cp.cli.groups import Section, argument, option, writing
from wordle_cp.cli.options import EqualOption, JsonOption, LettersOption, QuietOption, whole_number
from wordle_cp.cli.output import SHOWN_PROBLEMS, ExitCode, print_json, print_text, problem_fields
from wordle_cp.commands.files import file_name
from wordle_cp.errors import UsageError, VariantError
from wordle_cp.files.outputs import put, reserve
from wordle_cp.files.write import temporary_file
from wordle_cp.games.schema import MAX_GUESSES, MOST_COLOURS, MOST_PEGS, GameKind
from wordle_cp.games.starter import DEFAULT_GUESSES, LONGEST, SHORTEST, starter_text
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode

_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class StarterOptions:
    """What a new variant shall be."""

    game: Annotated[GameKind, option(Section.GAME, "--game", about="What is guessed.")] = GameKind.WORDLE
    name: Annotated[
        str | None, option(Section.GAME, "--name", about="A short name. Default: that of the file.")
    ] = None
    title: Annotated[str | None, option(Section.GAME, "--title", about="One line about the game.")] = None
    guesses: Annotated[
        str | None,
        option(
            Section.GAME,
            "--guesses",
            metavar="LIST|FILE",
            about="Words that may be guessed. Default: a few examples.",
        ),
    ] = None
    hidden: Annotated[
        str | None,
        option(
            Section.GAME,
            "--hidden",
            metavar="big|LIST|FILE",
            about="Words that may be hidden. Default: every guess, or some of the examples.",
        ),
    ] = None
    add_hidden: Annotated[
        bool,
        option(Section.GAME, "--add-hidden", about="Let hidden words that the guesses lack be guessed, too."),
    ] = False
    letters: LettersOption = None
    equal: EqualOption = None
    length: Annotated[
        int | None,
        option(
            Section.GAME,
            "--length",
            metavar="L",
            parser=whole_number(SHORTEST, LONGEST),
            about="Letters of the example words. Default: 5.",
        ),
    ] = None
    mode: Annotated[
        Mode | None, option(Section.GAME, "--mode", about="Which guesses are allowed. Default: normal.")
    ] = None
    max_guesses: Annotated[
        int | None,
        option(
            Section.GAME,
            "--max-guesses",
            metavar="G",
            parser=whole_number(1, MAX_GUESSES),
            about=f"Guesses in a game. Default: {DEFAULT_GUESSES} for words, no limit for codes.",
        ),
    ] = None
    pegs: Annotated[
        int | None,
        option(
            Section.GAME,
            "--pegs",
            metavar="P",
            parser=whole_number(1, MOST_PEGS),
            about="Pegs of a code. Default: 4.",
        ),
    ] = None
    colours: Annotated[
        int | None,
        option(
            Section.GAME,
            "--colours",
            metavar="C",
            parser=whole_number(1, MOST_COLOURS),
            about="Colours of Mastermind. Default: 6.",
        ),
    ] = None
    repeats: Annotated[
        bool | None,
        option(
            Section.GAME,
            "--repeats",
            "--no-repeats",
            about="Whether a code may have a colour twice. Default: it may.",
        ),
    ] = None


def new(
    file: Annotated[
        Path,
        writing(argument(parser=file_name, metavar="FILE", help="The file to write, which ends in .yaml.")),
    ],
    *,
    wanted: StarterOptions,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Write a variant file with comments, to play at once or to fill in; the output says what is left to do.

    Examples:
        wordle-cp variants new mine.yaml --guesses words.txt
        wordle-cp variants new m.yaml --game mastermind --pegs 5
    """
    if file.suffix not in _ENDINGS:
        message = f"{file}: expected the name of a file that ends in {' or '.join(_ENDINGS)}"
        raise UsageError(message)
    text = starter_text(file, wanted.game, asdict(wanted))
    reserve(file)
    if (
        wanted.guesses is not None
    ):  # words that are there already, so what is wrong with them is no gap to be filled
        with temporary_file(file, text.encode()) as draft:
            _demand_usable(draft, file)
    put(file, text.encode())
    return _report(file, quiet=quiet, as_json=as_json)


def _demand_usable(draft: Path, file: Path) -> None:
    """Raise a UsageError unless `draft` is a variant, which is to become `file`."""
    try:
        Variant.load(draft, codes=True)
    except VariantError as error:
        here = [replace(one, file=str(file)) if one.file == str(draft) else one for one in error.problems]
        message = f"{VariantError(here)}; {file} wasn't written"
        raise UsageError(message) from error


def _report(file: Path, *, quiet: bool, as_json: bool) -> ExitCode:
    """Say what has been written, and what is to be filled in or put right in it."""
    try:
        variant = Variant.load(file, codes=True)
    except VariantError as error:
        if as_json:
            print_json({"file": str(file), "valid": False, "problems": problem_fields(error)})
            return ExitCode.DONE
        print_text(f"{file}: written; to fill in or put right before it can be used:")
        for line in error.lines()[:SHOWN_PROBLEMS]:
            print_text(f"  {line}")
        return ExitCode.DONE
    if as_json:
        print_json({"file": str(file), "valid": True, "problems": []})
    elif not quiet:
        print_text(f"{sizes_line(file, variant)}\nnext: wordle-cp solve --variant {shlex.quote(str(file))}")
    return ExitCode.DONE
