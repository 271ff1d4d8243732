"""`wordle-cp check`: the independent checker's verdict on a certificate."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wordle_cp import check as checker
from wordle_cp.answers.answer import Answering
from wordle_cp.answers.certificates import CheckAnswer
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.lines import Line
from wordle_cp.certificate.read import CertificateReader, open_certificate
from wordle_cp.certify.jointly.run import check_jointly
from wordle_cp.check.plain.effort import estimate, in_words
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.check.plain.verdict import MalformedError, RejectedError
from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_message, print_text
from wordle_cp.cli.running import Limited, LimitOptions, PipedLine
from wordle_cp.cli.verified import check_verified
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import CertificateFile, Json, Quiet, positive, reads, whole
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected, UsageError, abridged, file_errors
from wordle_cp.work import UNLIMITED

_WHOLE = 100  # percent


def share(value: object) -> float:
    """Return the share that a percentage such as ``1%`` is; raise a ValueError for anything else."""
    text = str(value)
    percent = positive(text.removesuffix("%")) if text.endswith("%") else math.nan
    if not percent <= _WHOLE:
        message = f"expected a percentage such as 1%, found {abridged(text)}"
        raise ValueError(message)
    return percent / _WHOLE


@asked
def check(
    file: CertificateFile,
    *,
    sample: Annotated[
        float | None,
        Option(
            Section.QUESTION,
            "Check a random part of a proof that a total is least, for example 1%. The exit "
            "code is 3 if nothing is wrong there.",
            "PERCENT",
            share,
        ),
    ] = None,
    seed: Annotated[
        int,
        Option(Section.QUESTION, "Which part --sample takes.", "N", whole(0)),
    ] = 0,
    jobs: Annotated[
        int,
        Option(
            Section.LIMITS,
            "Processes, 16 at most, that share a long refutation or a long proof about totals.",
            "N",
            whole(1, 256),
        ),
    ] = 1,
    plain: Annotated[
        bool,
        Option(
            Section.QUESTION,
            "Ask the second checker, which is slow and short, and needs only the standard library.",
        ),
    ] = False,
    verified: Annotated[
        bool,
        Option(
            Section.QUESTION,
            "Ask the checker that Coq proves, for depths and least totals; make verified builds it.",
        ),
    ] = False,
    lists: Annotated[
        Path | None,
        reads(
            Section.RARE,
            "With --plain or --verified: look in this folder for the word lists (*.txt) that a "
            "certificate names by SHA-256. Default: the lists that ship.",
            "DIR",
        ),
    ] = None,
    options: Limited,
    quiet: Quiet = False,
    as_json: Json = False,
) -> ExitCode:
    """Have the independent checker judge a certificate by the rules of the game alone.

    Exit codes: 0 accepted, 1 rejected, 2 malformed. If a limit or Ctrl-C ends the check, there is no verdict:
    exit code 3, and the output says how far it came.

    Examples:
        wordle-cp check original-hard-depth-5-palet
        wordle-cp check mine.cert.gz --plain
    """
    started = time.monotonic()
    if jobs > 1 and (sample is not None or options.max_memory is not None):
        message = "--jobs doesn't go with --sample, nor with --max-memory, which is about one process"
        raise UsageError(message)
    _demand_one_checker(plain=plain, verified=verified, parts=jobs > 1 or sample is not None, options=options)
    _demand_a_folder(lists, used=plain or verified)
    chosen = None if sample is None or sample == 1 else checker.Sample(sample, seed)  # all parts: the proof
    known = CheckAnswer(path=file, checker="verified" if verified else "plain" if plain else "fast")
    answering = Answering(known, UNLIMITED)
    with progress_bar("checking", quiet=quiet) as show:
        reached = Reached(show)

        def steps() -> None:
            with alarmed(options.limits, started, reached):
                if verified:
                    answering.report = replace(known, theorem=check_verified(file, lists))
                elif plain:
                    head = _judge_plainly(file, lists, reached.tell, quiet=quiet or as_json)
                    answering.report = replace(known, head=head)
                else:
                    _judge(chosen, jobs, answering, reached.tell)

        try:
            answer = answering.answered(steps)
        except (CertificateRejected, CertificateParseError, RejectedError, MalformedError) as error:
            answer = replace(answering.report, error=error, seconds=time.monotonic() - started)
    answer = replace(answer, done=reached.done, whole=reached.whole)
    told = "\n".join(answer.told(options.describe(answer.stopped_by)))
    if as_json:
        print_json(answer.to_json())
    if answer.error is not None:
        print_error(told, as_json=False)
        rejected = isinstance(answer.error, CertificateRejected | RejectedError)
        return ExitCode.REJECTED if rejected else ExitCode.BAD_INPUT
    if not as_json:
        print_text(told)
    return ExitCode.DONE if answer.accepted else ExitCode.UNDECIDED


def _demand_one_checker(*, plain: bool, verified: bool, parts: bool, options: LimitOptions) -> None:
    """Refuse what doesn't go with a checker that checks all, in one process or in a program of its own."""
    if plain and parts:
        message = "--plain doesn't go with --sample or --jobs: the plain checker checks all, in one process"
        raise UsageError(message)
    if verified and (plain or parts or options.max_memory is not None):
        message = "--verified doesn't go with --plain, --sample, --jobs or --max-memory"
        raise UsageError(message)


def _demand_a_folder(lists: Path | None, *, used: bool) -> None:
    """Refuse word lists that aren't in a folder, or that the checker asked wouldn't look for."""
    if lists is not None and not (used and lists.is_dir()):
        unused = "--lists is for --plain and --verified"
        message = f"--lists: expected a folder, and {lists} is none" if used else unused
        raise UsageError(message)


def _judge(
    sample: checker.Sample | None,
    jobs: int,
    answering: Answering[CheckAnswer],
    show: Callable[[int, int], None],
) -> None:
    """Check the certificate with so many processes, or a `sample` of it; raise what the checker raises."""
    file = answering.report.path
    with open_certificate(file) as reader:
        answering.report = replace(answering.report, head=reader.head)
    if sample is None:
        accepted = check_jointly(file, word_list_by_hash, jobs, show)
        answering.report = replace(answering.report, head=accepted.head)  # should the file have changed
    else:
        sampled = checker.sample_file(file, word_list_by_hash, sample, show)
        head = Head(sampled.game, sampled.claim)
        answering.report = replace(answering.report, head=head, sampled=sampled)


def _judge_plainly(
    file: Path, lists: Path | None, show: Callable[[int, int], None], *, quiet: bool
) -> Head[Any]:
    """Have the plain checker check the certificate, and return its head, read from the same text."""
    with file_errors(file):
        lines = text_of(file)

    def begin() -> None:
        seconds = 0.0 if quiet else estimate(lines)
        if seconds >= 1:
            print_message(f"the plain checker takes {in_words(seconds)}; --time-limit ends it")

    with file_errors(file):
        check_plainly(lines, lists, show, begin)
    numbered = (Line(number, text, terminated=True) for number, text in enumerate(lines, 1))
    return CertificateReader(file, numbered).head


@contextmanager
def progress_bar(doing: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Provide what shows a progress bar on standard error; in a pipe a line now and then."""
    console = Console(stderr=True)
    if not quiet and not console.is_terminal:
        with PipedLine() as line:
            yield lambda done, total: line.say(f"{doing}: {done} of {total}")
        return
    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task(doing, total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield show
