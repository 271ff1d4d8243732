"""`wordle-cp variants new`: write a variant file to start from, and say what is to be filled in."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

from wordle_cp.answers.variants import sizes_line
from wordle_cp.cli.output import SHOWN_PROBLEMS, ExitCode, print_json, print_text, problem_fields
from wordle_cp.commands.files import file_name
from wordle_cp.commands.options import Made, Option, Section, asked
from wordle_cp.commands.shared import Equal, Json, Letters, Quiet, whole
from wordle_cp.errors import UsageError, VariantError
from wordle_cp.files.outputs import put, reserve
from wordle_cp.files.write import temporary_file
from wordle_cp.games.schema import MAX_GUESSES, MOST_COLOURS, MOST_PEGS, GameKind
from wordle_cp.games.starter import DEFAULT_GUESSES, LONGEST, SHORTEST, starter_text
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode

_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterOptions:
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
    letters: Letters = None
    equal: Equal = None
    length: Annotated[
        int | None,
        Option(Section.GAME, "Letters of the example words. Default: 5.", "L", whole(SHORTEST, LONGEST)),
    ] = None
    mode: Annotated[Mode | None, Option(Section.GAME, "Which guesses are allowed. Default: normal.")] = None
    max_guesses: Annotated[
        int | None,
        Option(
            Section.GAME,
            f"Guesses in a game. Default: {DEFAULT_GUESSES} for words, no limit for codes.",
            "G",
            whole(1, MAX_GUESSES),
        ),
    ] = None
    pegs: Annotated[
        int | None,
        Option(Section.GAME, "Pegs of a code. Default: 4.", "P", whole(1, MOST_PEGS)),
    ] = None
    colours: Annotated[
        int | None,
        Option(Section.GAME, "Colours of Mastermind. Default: 6.", "C", whole(1, MOST_COLOURS)),
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
def new(
    file: Annotated[
        Path,
        Option(Section.ARGUMENTS, "The file to write, which ends in .yaml.", "FILE", file_name, writes=True),
    ],
    *,
    wanted: Annotated[StarterOptions, Made(StarterOptions)],
    quiet: Quiet = False,
    as_json: Json = False,
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
