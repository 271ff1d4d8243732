"""`wordle-cp tree import`: strategies of others, and our own exports, made certificates."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.foreign.formats import StrategyFormat, strategy_format
from wordle_cp.certify.foreign.graph import read_graph_strategy
from wordle_cp.certify.foreign.moves import follow, read_rows
from wordle_cp.certify.foreign.nested import read_nested
from wordle_cp.certify.foreign.selby import Imported, read_strategy
from wordle_cp.certify.publish import write_certificate
from wordle_cp.certify.records import certificate_of
from wordle_cp.cli.alarm import limited
from wordle_cp.cli.files import file_name, file_option
from wordle_cp.cli.groups import without
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import JsonOption, LimitedGameOptions, QuietOption
from wordle_cp.cli.output import ExitCode, print_json, print_message, print_text
from wordle_cp.cli.position import history_of
from wordle_cp.cli.running import WholeLimitOptions
from wordle_cp.cli.sections import Section, option
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError, abridged, counted
from wordle_cp.files.write import check_target

if TYPE_CHECKING:
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

_Text = Annotated[
    Path,
    typer.Argument(
        parser=file_name,
        metavar="FILE",
        help="A strategy: rows of guesses, with or without responses, nested JSON, Selby's text, or what "
        "tree export wrote.",
    ),
]
_Variant = Annotated[
    str | None,
    option(
        Section.GAME,
        "--variant",
        metavar="NAME|FILE",
        about=f"The game: one that ships, or a file of yours. Default: {DEFAULT_VARIANT}, or "
        "what JSON of tree export says.",
    ),
]
_Depth = Annotated[
    int | None,
    option(
        Section.QUESTION,
        "--depth",
        metavar="G",
        parser=whole_number(1, MAX_DEPTH),
        about="How many guesses the certificate claims. Default: as many as the strategy takes.",
    ),
]
_After = Annotated[
    str | None,
    option(
        Section.QUESTION,
        "--after",
        metavar="HISTORY",
        about="The guesses and responses that the strategy follows: salet.bybbb",
    ),
]


def import_strategy(
    file: _Text,
    *,
    out: Annotated[
        Path,
        file_option(
            Section.OUTPUT, "--out", metavar="F", about="The certificate to write; .gz or .xz compresses it."
        ),
    ],
    variant: _Variant = None,
    changes: Annotated[LimitedGameOptions, without("variant")],
    depth: _Depth = None,
    after: _After = None,
    options: WholeLimitOptions,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Make a certificate of a strategy that another program, or tree export, wrote.

    The certificate claims what the file says; wordle-cp check decides whether it is true. Only JSON of tree
    export says its game: for other files --variant and --mode do.

    Examples:
        wordle-cp tree import a.tree --mode hard --out a.cert.gz
        wordle-cp tree import paths.csv --out paths.cert.gz
    """
    given = any(option is not None for option in (variant, changes.mode, changes.hidden))
    check_target(out)
    with limited(options, as_json=as_json):
        game = replace(changes, variant=variant or DEFAULT_VARIANT).load()
        history = history_of(after, game)
        kind = strategy_format(file)
        notes: list[str] = []
        dropped = 0
        if kind is StrategyFormat.JSON:
            if any(option is not None for option in (depth, after, changes.max_guesses)):
                message = (
                    "--depth, --after and --max-guesses are for other files; those of tree export say what "
                    "they claim"
                )
                raise UsageError(message)
            certificate: Certificate = read_graph_strategy(file, game if given else None)
        else:
            imported = _imported(file, kind, game, history, notes)
            dropped = imported.dropped
            certificate = certificate_of(
                game,
                depth or len(imported.numbers.distribution),
                imported.steps,
                imported.numbers,
                history=history,
                opener=imported.opener,
            )
    write_certificate(out, certificate)
    if dropped:
        words = counted(dropped, "hidden word is", "hidden words are")
        notes.append(f"{words} guessed at once where nothing else is left")
    if not quiet:
        for note in notes:
            print_message(f"note: {note}")
    if as_json:
        claim = claim_to_json(certificate.head)
        print_json({"certificate": str(out), "claim": claim, "checked": False, "dropped": dropped})
    elif not quiet:
        print_text(f"written to {out}, not checked yet: wordle-cp check {shlex.quote(str(out))}")
    return ExitCode.DONE


def _imported(
    file: Path, kind: StrategyFormat, game: Variant, history: History, notes: list[str]
) -> Imported:
    """Return the strategy that a file of another program has; the notes are added to."""
    if kind is StrategyFormat.SELBY:
        return read_strategy(file, game.length, history, game.alphabet)
    moves = (read_rows if kind is StrategyFormat.ROWS else read_nested)(file, game.scoring)
    followed = follow(moves, game, history)
    if moves.heading:
        notes.append(f"the first line was taken as a heading: {abridged(moves.heading)}")
    if followed.implied:
        words = counted(followed.implied, "hidden word", "hidden words")
        notes.append(f"the file doesn't guess {words}: they are guessed where nothing else is left")
    if followed.unmet:
        positions = counted(followed.unmet, "position", "positions")
        notes.append(f"no hidden word of {game.name} leads to {positions} of the file")
    return followed.strategy
