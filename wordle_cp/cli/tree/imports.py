"""`wordle-cp tree import`: strategies of others, and our own exports, made certificates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.foreign.graph import StrategyFormat, read_graph_strategy, strategy_format
from wordle_cp.certify.foreign.selby import read_strategy
from wordle_cp.certify.publish import write_certificate
from wordle_cp.certify.records import certificate_of
from wordle_cp.cli.alarm import limited
from wordle_cp.cli.files import file_name, file_option
from wordle_cp.cli.groups import without
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import JsonOption, LimitedGameOptions, QuietOption
from wordle_cp.cli.output import ExitCode, print_json, print_message, print_text
from wordle_cp.cli.position import history_of
from wordle_cp.cli.running import LimitOptions
from wordle_cp.cli.sections import Section, option
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError, counted
from wordle_cp.files.write import check_target

if TYPE_CHECKING:
    from wordle_cp.certificate.claims.possible import Certificate

_Text = Annotated[
    Path,
    typer.Argument(
        parser=file_name,
        metavar="FILE",
        help="A strategy: Selby's text, or JSON or GraphML that tree export wrote.",
    ),
]
_Variant = Annotated[
    str | None,
    option(
        Section.GAME,
        "--variant",
        metavar="NAME|FILE",
        about=f"The game: one that ships, or a file of yours. Default: {DEFAULT_VARIANT}, or "
        "what JSON or GraphML say.",
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
    options: LimitOptions,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Make a certificate of a strategy: Selby's text, or a graph that tree export wrote.

    The certificate claims what the file says; wordle-cp check decides whether it is true. Selby's text
    doesn't say its game: --variant and --mode do. JSON and GraphML say it themselves.

    Examples:
        wordle-cp tree import a.tree --mode hard --out a.cert.gz
    """
    given = any(option is not None for option in (variant, changes.mode, changes.hidden))
    check_target(out)
    with limited(options, as_json=as_json):
        game = replace(changes, variant=variant or DEFAULT_VARIANT).load()
        history = history_of(after, game)
        dropped = 0
        if strategy_format(file) is StrategyFormat.SELBY:
            imported = read_strategy(file, game.length, history, game.alphabet)
            dropped = imported.dropped
            certificate: Certificate = certificate_of(
                game,
                depth or len(imported.numbers.distribution),
                imported.steps,
                imported.numbers,
                history=history,
                opener=imported.opener,
            )
        else:
            if any(option is not None for option in (depth, after, changes.max_guesses)):
                message = (
                    "--depth, --after and --max-guesses are for Selby's text; graphs say what they claim"
                )
                raise UsageError(message)
            certificate = read_graph_strategy(file, game if given else None)
    write_certificate(out, certificate)
    if dropped and not quiet:
        words = counted(dropped, "hidden word is", "hidden words are")
        print_message(f"note: {words} guessed at once where nothing else is left")
    if as_json:
        claim = claim_to_json(certificate.head)
        print_json({"certificate": str(out), "claim": claim, "checked": False, "dropped": dropped})
    elif not quiet:
        print_text(f"written to {out}, not checked yet: wordle-cp check {out}")
    return ExitCode.DONE
