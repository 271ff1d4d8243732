"""`wordle-cp check`: the independent checker's verdict on a certificate."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wordle_cp import check as checker
from wordle_cp.certificate.described import describe_claim
from wordle_cp.certificate.format import (
    DepthImpossible,
    Head,
    TotalLeast,
    claim_to_json,
    open_certificate,
)
from wordle_cp.cli.numbers import positive_number, whole_number
from wordle_cp.cli.options import JsonOption, QuietOption
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_text
from wordle_cp.errors import CertificateParseError, CertificateRejected, WordleCpError, abridged, counted
from wordle_cp.resources import word_list_by_hash

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
        with progress_bar("checking", quiet=quiet) as show:
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
        print_text(f"accepted: {describe_claim(head)} ({_size(head)}{seconds:.1f} s)")
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


@contextmanager
def progress_bar(doing: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Provide what shows a progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=quiet or not console.is_terminal
    ) as progress:
        task = progress.add_task(doing, total=None)

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
