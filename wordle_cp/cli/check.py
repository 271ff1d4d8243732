"""`wordle-cp check`: the independent checker's verdict on a certificate."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wordle_cp import check as checker
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.describe import describe_claim
from wordle_cp.certify.jointly.run import check_jointly
from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import positive_number, whole_number
from wordle_cp.cli.options import JsonOption, MaxMemoryOption, QuietOption, TimeLimitOption
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_text
from wordle_cp.cli.running import LimitOptions
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import (
    CertificateParseError,
    CertificateRejected,
    UsageError,
    WordleCpError,
    abridged,
    counted,
)
from wordle_cp.work import StoppedError, StopReason

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
    file: Annotated[
        Path, typer.Argument(parser=file_name, metavar="FILE", help="A certificate: plain text, gzip or xz.")
    ],
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
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            metavar="N",
            parser=whole_number(1, 256),
            help="Processes, 16 at most, that check a share each of a long refutation or proof about totals.",
        ),
    ] = 1,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Check a certificate with the rules of the game alone; exit code 0 accepted, 1 rejected, 2 malformed.

    A check that is stopped by a limit or by Ctrl-C is no verdict: exit code 3, and how far it came.
    """
    started = time.monotonic()
    options = LimitOptions(time_limit, max_memory)
    if jobs > 1 and (sample is not None or max_memory is not None):
        message = "--jobs doesn't go with --sample, nor with --max-memory, which is about one process"
        raise UsageError(message)
    chosen = None if sample is None or sample == 1 else checker.Sample(sample, seed)  # all parts: the proof
    with progress_bar("checking", quiet=quiet) as show:
        reached = Reached(show)
        outcome = _Outcome()
        try:
            with alarmed(options.limits, started, reached):
                _judge(file, chosen, jobs, outcome, reached.tell)
        except StoppedError as stopped:
            outcome.stopped_by = stopped.reason
        except (CertificateRejected, CertificateParseError) as error:
            outcome.error = error
    seconds = time.monotonic() - started
    if as_json:
        print_json(_fields(outcome, reached, seconds))
    if outcome.error is not None:
        print_error(_reason(outcome.error), as_json=False)
    elif not as_json:
        print_text(f"{_told(outcome, reached, options)}{seconds:.1f} s)")
    return outcome.code


@dataclass(slots=True)
class _Outcome:
    """What came of a check; `head` is None until it has been read."""

    head: Head[Any] | None = None
    sampled: checker.Sampled | None = None
    error: CertificateRejected | CertificateParseError | None = None
    stopped_by: StopReason | None = None

    @property
    def code(self) -> ExitCode:
        if isinstance(self.error, CertificateRejected):
            return ExitCode.REJECTED
        if self.error is not None:
            return ExitCode.BAD_INPUT
        undecided = self.stopped_by is not None or self.sampled is not None
        return ExitCode.UNDECIDED if undecided else ExitCode.DONE


def _judge(
    file: Path,
    sample: checker.Sample | None,
    jobs: int,
    outcome: _Outcome,
    show: Callable[[int, int], None],
) -> None:
    """Check the certificate with so many processes, or a `sample` of it; raise what the checker raises."""
    with open_certificate(file) as reader:
        outcome.head = reader.head
    if sample is None:
        accepted = check_jointly(file, word_list_by_hash, jobs, show)
        outcome.head = accepted.head  # what was checked, should the file have changed
    else:
        sampled = checker.sample_file(file, word_list_by_hash, sample, show)
        outcome.head, outcome.sampled = Head(sampled.game, sampled.claim), sampled


def _told(outcome: _Outcome, reached: Reached, options: LimitOptions) -> str:
    """Return what came of a check that found no fault, for people; the seconds are to be added."""
    if outcome.stopped_by is not None:
        struck = options.describe(outcome.stopped_by)
        return f"stopped by {struck} {_reached(outcome.head, reached)}: this is no verdict ("
    if outcome.sampled is not None:
        return f"sampled: {_parts(outcome.sampled)}: no fault found; this is no proof ("
    assert outcome.head is not None
    size = outcome.head.claim.size
    return f"accepted: {describe_claim(outcome.head)} ({size}{', ' if size else ''}"


def _reached(head: Head[Any] | None, reached: Reached) -> str:
    """Return how far a check came, in what the parts of such a proof are called."""
    return reached.describe(*("part", "parts") if head is None else head.claim.noun)


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


def _fields(outcome: _Outcome, reached: Reached, seconds: float) -> dict[str, object]:
    """Return the fields of the JSON object."""
    accepted = outcome.code == ExitCode.DONE
    error, stopped = outcome.error, outcome.stopped_by is not None
    fields: dict[str, object] = {
        "accepted": accepted,
        "claim": None if outcome.head is None else claim_to_json(outcome.head),
        "proves": describe_claim(outcome.head, whole=True) if accepted and outcome.head else None,
        "reason": None if error is None else str(error),
        "stopped_by": outcome.stopped_by,
        "parts_done": reached.done if stopped else None,
        "parts": reached.whole if stopped else None,
        "seconds": round(seconds, 3),
    }
    if outcome.sampled is not None:
        fields["sampled"] = asdict(outcome.sampled.checked)
    if isinstance(error, CertificateRejected):
        fields |= {"node": error.node, "rule": error.rule, "expected": error.expected, "found": error.found}
    if isinstance(error, CertificateParseError):
        fields |= {"file": error.file, "line": error.line, "column": error.column}
    return fields
