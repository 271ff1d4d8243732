"""`wordle-cp tree import`: strategies of others, and our own exports, made certificates."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.foreign import Followed, ForeignStrategy, read_written
from wordle_cp.certify.publish import is_certificate, write_certificate
from wordle_cp.certify.records import certificate_of
from wordle_cp.cli.alarm import limited
from wordle_cp.cli.output import ExitCode, print_json, print_message, print_text
from wordle_cp.cli.running import WhollyLimited
from wordle_cp.commands.files import kept_input, variant_name
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import (
    HiddenOption,
    Json,
    MaxGuesses,
    ModeOption,
    Quiet,
    history_text,
    variant_of,
    whole,
    writes,
)
from wordle_cp.data import DEFAULT_VARIANT, variant_names
from wordle_cp.errors import UsageError, abridged, counted, one_line
from wordle_cp.files.outputs import prepare
from wordle_cp.games.given import history_of
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterator

_LISTS: Final = ("guesses", "hidden")
_Text = Annotated[
    Path,
    Option(
        Section.ARGUMENTS,
        "A strategy: rows of guesses, with or without responses, Selby's text, or a tree in JSON, "
        "JavaScript, Python, YAML, indented lines or Markdown tables.",
        "FILE",
        kept_input,
    ),
]
_Variant = Annotated[
    str | None,
    Option(
        Section.GAME,
        f"The game: one that ships, or a file of yours. Default: {DEFAULT_VARIANT}, or "
        "what JSON of tree export says.",
        "NAME|FILE",
        variant_name,
    ),
]
_Depth = Annotated[
    int | None,
    Option(
        Section.QUESTION,
        "How many guesses the certificate claims. Default: as many as the strategy takes.",
        "G",
        whole(1, MAX_DEPTH),
    ),
]
_After = Annotated[
    str | None,
    Option(
        Section.QUESTION,
        "The guesses and responses that the strategy follows: salet.bybbb",
        "HISTORY",
        history_text,
    ),
]


@asked
def import_strategy(
    file: _Text,
    *,
    out: Annotated[
        Path,
        writes("The certificate to write; .gz or .xz compresses it.", "F"),
    ],
    variant: _Variant = None,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuesses = None,
    depth: _Depth = None,
    after: _After = None,
    options: WhollyLimited,
    quiet: Quiet = False,
    as_json: Json = False,
) -> ExitCode:
    """Make a certificate of a strategy that another program, or tree export, wrote.

    The certificate claims what the file says; wordle-cp check decides whether it is true. Only JSON of tree
    export says its game: for other files --variant and --mode do.

    Examples:
        wordle-cp tree import a.tree --mode hard --out a.cert.gz
        wordle-cp tree import paths.csv --out paths.cert.gz
    """
    given = any(option is not None for option in (variant, mode, hidden))
    with limited(options, as_json=as_json):
        prepare(out, is_certificate)
        game = variant_of(variant or DEFAULT_VARIANT, mode=mode, hidden=hidden, max_guesses=max_guesses)
        history = history_of(game, after)
        written = read_written(file)
        claim = written.get("graph") if isinstance(written, dict) else None
        names_opener = True
        if isinstance(claim, dict):
            if any(option is not None for option in (depth, after, max_guesses)):
                message = (
                    "--depth, --after and --max-guesses are for other files; those of tree export say what "
                    "they claim"
                )
                raise UsageError(message)
            game, depth, after = _claimed(file, claim, game if given else None)
            history = history_of(game, after)
            names_opener = claim.get("opener") is not None
        strategy = ForeignStrategy(file, written, WordScoring(game.length, game.alphabet))
        imported = strategy.follow(game, history)
        certificate = certificate_of(
            game,
            depth or len(imported.numbers.distribution),
            imported.steps,
            imported.numbers,
            history=history,
            opener=imported.opener if names_opener else None,
        )
    write_certificate(out, certificate)
    if not quiet:
        for note in _notes(strategy.heading, imported, game.name):
            print_message(f"note: {note}")
    if as_json:
        claimed = claim_to_json(certificate.head)
        fields = {"certificate": str(out), "claim": claimed, "checked": False, "dropped": imported.dropped}
        print_json(fields)
    elif not quiet:
        print_text(f"written to {out}, not checked yet: wordle-cp check {shlex.quote(str(out))}")
    return ExitCode.DONE


def _claimed(file: Path, claim: dict[str, Any], game: Variant | None) -> tuple[Variant, int, str | None]:
    """Return game, depth and history of the claim in a file of tree export.

    The file has no word lists but their digests: they ship, or are those of the `game` that options name.
    """
    lists = [claim[name].get("sha256") if isinstance(claim.get(name), dict) else "" for name in _LISTS]
    if game is None:
        name = str(claim.get("variant"))
        if name not in variant_names():
            message = f"{file}: the words of {abridged(name)} are not in the file; --variant FILE says them"
            raise UsageError(message)
        mode = next((one for one in Mode if one == claim.get("mode")), None)
        game = Variant.load(name, mode=mode, hidden=HiddenKind.BIG if lists[0] == lists[1] else None)
    if [game.guesses_hash, game.hidden_hash] != lists:
        message = f"{file}: the strategy is about other words than {game.name}"
        raise UsageError(message)
    if claim.get("mode") != game.mode:
        message = f"{file}: the strategy is for {one_line(str(claim.get('mode')))} mode, not {game.mode} mode"
        raise UsageError(message)
    try:
        return game, whole(1, MAX_DEPTH)(claim.get("depth")), str(claim.get("after") or "") or None
    except ValueError as error:
        message = f"{file}: depth: {error}"
        raise UsageError(message) from None


def _notes(heading: str, imported: Followed, game: str) -> Iterator[str]:
    """Yield what the file has too much or too little."""
    if heading:
        yield f"the first line was taken as a heading: {abridged(heading)}"
    if imported.implied:
        words = counted(imported.implied, "hidden word", "hidden words")
        yield f"the file doesn't guess {words}: they are guessed where nothing else is left"
    if imported.unmet:
        positions = counted(imported.unmet, "position", "positions")
        yield f"no hidden word of {game} leads to {positions} of the file"
    if imported.dropped:
        words = counted(imported.dropped, "hidden word is", "hidden words are")
        yield f"{words} guessed at once where nothing else is left"
