"""`wordle-cp check`: the independent checker's verdict on a certificate."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wordle_cp import check as checker
from wordle_cp.certificate.format import (
    DepthImpossible,
    Head,
    OpenerScope,
    WordListRecord,
    claim_to_json,
    open_certificate,
)
from wordle_cp.cli.options import JsonOption, QuietOption
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_text
from wordle_cp.errors import CertificateParseError, CertificateRejected, WordleCpError, counted
from wordle_cp.resources import word_list_by_hash, word_list_name
from wordle_cp.rules import format_history

_SHOWN_OPENERS = 10


def register(app: typer.Typer) -> None:
    """Add the command `check` to `app`."""
    app.command("check")(check)


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate: plain text, gzip or xz.")],
    *,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Check a certificate with the rules of the game alone; exit code 0 accepted, 1 rejected, 2 malformed."""
    start = time.perf_counter()
    head: Head | None = None
    verdict = ExitCode.DONE
    error: CertificateRejected | CertificateParseError | None = None
    try:
        with open_certificate(file) as reader:
            head = reader.head
        accepted = _checked(file, quiet=quiet)
        head = Head(accepted.game, accepted.claim)  # what was checked, should the file have changed meanwhile
    except CertificateRejected as rejected:
        verdict, error = ExitCode.REJECTED, rejected
    except CertificateParseError as malformed:
        verdict, error = ExitCode.BAD_INPUT, malformed
    seconds = time.perf_counter() - start
    if as_json:
        print_json(_fields(head, error, seconds))
    if error is not None:
        print_error(_reason(error), as_json=False)
    elif head is not None and not as_json:
        print_text(f"accepted: {describe(head)} ({_size(head)}{seconds:.1f} s)")
    return verdict


def _size(head: Head) -> str:
    """Return how large the proof is, for a refutation: `3 nodes, `."""
    if not isinstance(head.claim, DepthImpossible):
        return ""
    return f"{counted(head.claim.nodes, 'node', 'nodes')}, "


def describe(head: Head) -> str:
    """Return the claim of an accepted certificate as one sentence for people.

    Names in a certificate are labels that anybody can choose; so a list goes by the name that its digest has
    here, and a list that doesn't ship by its digest too.
    """
    game, claim = head.game, head.claim
    after = f" after {format_history(claim.history, game.word_length)}" if claim.history else ""
    start = f"{_list_name(game.guesses)}, hidden {_list_name(game.hidden)}, {game.mode} mode{after}: "
    hidden = counted(claim.hidden_count, "hidden word", "hidden words")
    within = f"within {counted(claim.depth, 'guess', 'guesses')}"
    if isinstance(claim, DepthImpossible):
        return f"{start}{hidden} can't all be found {within}, {_whatever_opener(claim)}"
    opener = f" with {claim.opener}" if claim.opener else ""
    return (
        f"{start}{hidden} found {within}{opener}, "
        f"{counted(claim.total_guesses, 'guess', 'guesses')} in all, {claim.max_guesses} at most"
    )


def _whatever_opener(claim: DepthImpossible) -> str:
    """Return for which openers it is impossible."""
    listed = ", ".join(claim.openers[:_SHOWN_OPENERS])
    if len(claim.openers) > _SHOWN_OPENERS:
        listed += f" and {len(claim.openers) - _SHOWN_OPENERS} more"
    if claim.scope is OpenerScope.ALL:
        return "whatever the opener"
    return (
        f"whatever the opener but {listed}"
        if claim.scope is OpenerScope.EXCEPT
        else f"if the opener is {listed}"
    )


def _list_name(words: WordListRecord) -> str:
    known = word_list_name(words.sha256)
    count = counted(words.count, "word", "words")
    return known or f"list called {words.name!r} ({count}, SHA-256 {words.sha256[:16]}...)"


def _checked(file: Path, *, quiet: bool) -> checker.Accepted:
    """Run the checker, with a progress bar on standard error if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=quiet or not console.is_terminal
    ) as progress:
        task = progress.add_task("check", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return checker.check_file(file, word_list_by_hash, show)


def _reason(error: WordleCpError) -> str:
    """Return the error's line, said as a verdict."""
    return f"rejected: {error}" if isinstance(error, CertificateRejected) else str(error)


def _fields(head: Head | None, error: WordleCpError | None, seconds: float) -> dict[str, object]:
    """Return the fields of the JSON object."""
    fields: dict[str, object] = {
        "accepted": error is None,
        "claim": None if head is None else claim_to_json(head),
        "reason": None if error is None else str(error),
        "seconds": round(seconds, 3),
    }
    if isinstance(error, CertificateRejected):
        fields |= {"node": error.node, "rule": error.rule, "expected": error.expected, "found": error.found}
    if isinstance(error, CertificateParseError):
        fields |= {"file": error.file, "line": error.line, "column": error.column}
    return fields
