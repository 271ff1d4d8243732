"""`wordle-cp check`: the independent checker's verdict on a certificate."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
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
    TotalLeast,
    WordListRecord,
    claim_to_json,
    open_certificate,
)
from wordle_cp.cli.numbers import positive_number, whole_number
from wordle_cp.cli.options import JsonOption, QuietOption
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_text
from wordle_cp.errors import CertificateParseError, CertificateRejected, WordleCpError, abridged, counted
from wordle_cp.resources import word_list_by_hash, word_list_name
from wordle_cp.rules import format_history

_SHOWN_OPENERS = 10
_WHOLE = 100  # percent


def share(value: object) -> float:
    """Return the share that a percentage such as ``1%`` is; raise a ValueError for anything else."""
    text = str(value)
    percent = positive_number(text.removesuffix("%")) if text.endswith("%") else math.nan
    if not percent <= _WHOLE:
        message = f"expected a percentage such as 1%, found {abridged(text)}"
        raise ValueError(message)
    return percent / _WHOLE


def register(app: typer.Typer) -> None:
    """Add the command `check` to `app`."""
    app.command("check")(check)


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate: plain text, gzip or xz.")],
    *,
    sample: Annotated[
        float | None,
        typer.Option(
            "--sample",
            metavar="PERCENT",
            parser=share,
            help="Check a random part, such as 1%, of a proof that a total is least; exit code 3 if nothing "
            "is wrong there. 100% is the whole proof.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=whole_number(0), help="Which part --sample takes.")
    ] = 0,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Check a certificate with the rules of the game alone; exit code 0 accepted, 1 rejected, 2 malformed."""
    start = time.perf_counter()
    head: Head | None = None
    verdict = ExitCode.DONE
    error: CertificateRejected | CertificateParseError | None = None
    sampled: checker.Sampled | None = None
    try:
        with open_certificate(file) as reader:
            head = reader.head
        with _progress(quiet=quiet) as show:
            if sample is None or sample == 1:  # 100% of the parts are the whole proof
                accepted = checker.check_file(file, word_list_by_hash, show)
                head = Head(accepted.game, accepted.claim)  # what was checked, should the file have changed
            else:
                chosen = checker.Sample(sample, seed)
                sampled = checker.sample_file(file, word_list_by_hash, chosen, show)
                head, verdict = Head(sampled.game, sampled.claim), ExitCode.UNDECIDED
    except CertificateRejected as rejected:
        verdict, error = ExitCode.REJECTED, rejected
    except CertificateParseError as malformed:
        verdict, error = ExitCode.BAD_INPUT, malformed
    seconds = time.perf_counter() - start
    if as_json:
        print_json(_fields(head, error, sampled, seconds))
    if error is not None:
        print_error(_reason(error), as_json=False)
    elif sampled is not None and not as_json:
        print_text(f"sampled: {_parts(sampled)}: no fault found; this is no proof ({seconds:.1f} s)")
    elif head is not None and not as_json:
        print_text(f"accepted: {describe(head)} ({_size(head)}{seconds:.1f} s)")
    return verdict


def _size(head: Head) -> str:
    """Return how large the proof is, if it isn't just a strategy: `3 nodes, `."""
    claim = head.claim
    if isinstance(claim, DepthImpossible):
        return f"{counted(claim.nodes, 'node', 'nodes')}, "
    if isinstance(claim, TotalLeast):
        return f"{counted(claim.lemmas, 'lemma', 'lemmas')}, {counted(claim.sets, 'set', 'sets')}, "
    return ""


def _parts(sampled: checker.Sampled) -> str:
    """Return what was checked of a sampled proof."""
    claim, checked = sampled.claim, sampled.checked
    return (
        f"{counted(len(claim.openers), 'strategy', 'strategies')}, "
        f"{checked.lemmas} of {counted(claim.lemmas, 'lemma', 'lemmas')}, "
        f"{checked.sets} of {counted(claim.sets, 'set', 'sets')}, "
        f"{counted(checked.openers, 'opener', 'openers')}"
    )


def describe(head: Head) -> str:
    """Return the claim of an accepted certificate as one sentence for people.

    Names in a certificate are labels that anybody can choose; so a list goes by the name that its digest has
    here, and a list that doesn't ship by its digest too.
    """
    game, claim = head.game, head.claim
    after = f" after {format_history(claim.history, game.word_length)}" if claim.history else ""
    start = f"{_list_name(game.guesses)}, hidden {_list_name(game.hidden)}, {game.mode} mode{after}: "
    hidden = counted(claim.hidden_count, "hidden word", "hidden words")
    if isinstance(claim, TotalLeast):
        return f"{start}{_least(claim, hidden)}"
    within = f"within {counted(claim.depth, 'guess', 'guesses')}"
    if isinstance(claim, DepthImpossible):
        return f"{start}{hidden} can't all be found {within}, {_whatever_opener(claim)}"
    opener = f" with {claim.opener}" if claim.opener else ""
    return (
        f"{start}{hidden} found {within}{opener}, "
        f"{counted(claim.total_guesses, 'guess', 'guesses')} in all, {claim.max_guesses} at most"
    )


def _least(claim: TotalLeast, hidden: str) -> str:
    """Return how many guesses the `hidden` words take at the least, and with which openers.

    Where the claim is about some openers only, that comes first.
    """
    within = f" within {counted(claim.within, 'guess', 'guesses')}" if claim.within is not None else ""
    openers = _some_of(
        [
            listed.opener.upper() + (f" ({listed.total})" if listed.total != claim.least else "")
            for listed in claim.openers
        ]
    )
    meant = [opener.upper() for opener in claim.among]
    scope = f"of {counted(len(meant), 'opener', 'openers')} listed ({_some_of(meant)}): " if meant else ""
    take = "takes" if claim.hidden_count == 1 else "take"
    least = counted(claim.least, "guess", "guesses")
    fail = " or can fail" if within else ""
    others = f"; every other {'one of these' if meant else 'opener'} takes {claim.others} or more{fail}"
    return (
        f"{scope}{hidden} {take} {least} at the least{within}, with {openers}"
        f"{others if len(meant) != len(claim.openers) else ''}"
        f"{'; nothing is said of openers that are not listed' if meant else ''}"
    )


def _some_of(words: Sequence[str]) -> str:
    """Return the first ones of `words`, and how many more there are."""
    more = len(words) - _SHOWN_OPENERS
    return ", ".join(words[:_SHOWN_OPENERS]) + (f" and {more} more" if more > 0 else "")


def _whatever_opener(claim: DepthImpossible) -> str:
    """Return for which openers it is impossible."""
    listed = _some_of(claim.openers)
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


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Provide what shows a progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=quiet or not console.is_terminal
    ) as progress:
        task = progress.add_task("check", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield show


def _reason(error: WordleCpError) -> str:
    """Return the error's line, said as a verdict."""
    return f"rejected: {error}" if isinstance(error, CertificateRejected) else str(error)


def _fields(
    head: Head | None, error: WordleCpError | None, sampled: checker.Sampled | None, seconds: float
) -> dict[str, object]:
    """Return the fields of the JSON object."""
    fields: dict[str, object] = {
        "accepted": error is None and sampled is None,
        "claim": None if head is None else claim_to_json(head),
        "reason": None if error is None else str(error),
        "seconds": round(seconds, 3),
    }
    if sampled is not None:
        fields["sampled"] = asdict(sampled.checked)
    if isinstance(error, CertificateRejected):
        fields |= {"node": error.node, "rule": error.rule, "expected": error.expected, "found": error.found}
    if isinstance(error, CertificateParseError):
        fields |= {"file": error.file, "line": error.line, "column": error.column}
    return fields
