"""`wordle-cp prove`: ask a question, get a verdict with a certificate."""

from __future__ import annotations

import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxGuessesOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.progress import ProveDisplay
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError, abridged
from wordle_cp.prove import DepthReport, certificate_name, prove_depth
from wordle_cp.rules import format_history, format_pattern, parse_history
from wordle_cp.search.depth import Limits
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_GIGABYTE = 1e9
_MAX_OPENERS_BYTES = 16 * 2**20
_SHOWN_OPENERS = 10
_MOST_JOBS = 256
_PATIENCE_SECONDS = 1.0

_Depth = Annotated[
    int,
    typer.Option("--depth", metavar="G", min=1, max=255, help="Guesses allowed, those of --after included."),
]
_Opener = Annotated[str | None, typer.Option("--opener", metavar="W", help="Start with this guess.")]
_Openers = Annotated[
    Path | None,
    typer.Option("--openers", metavar="FILE", help="Start with one of these guesses, one a line."),
]
_After = Annotated[
    str,
    typer.Option(
        "--after", metavar="H", help="Ask about the position after these guesses: salet.bybbb.handy.bygbb"
    ),
]
_Fresh = Annotated[bool, typer.Option("--fresh", help="Take no hint from the certificates that ship.")]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Certificate to write; default: a name that tells the question."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command `prove` to `app`."""
    app.command("prove")(prove)


def prove(
    *,
    depth: _Depth,
    opener: _Opener = None,
    openers: _Openers = None,
    after: _After = "",
    fresh: _Fresh = False,
    out: _Out = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Is there a strategy that finds every hidden word within G guesses?

    A strategy is written as a certificate, and an independent checker replays it before the verdict is told.
    Ctrl-C ends the search with what is known. Example:
    wordle-cp prove --depth 7 --mode hard --hidden big --variant nyt-2022-02-15
    """
    chosen = Variant.load(variant, mode=mode, hidden=hidden, max_guesses=max_guesses)
    history = parse_history(after, chosen.length)
    wanted = _wanted(opener, openers, chosen)
    path = out if out is not None else Path(certificate_name(chosen, depth, history, _label(opener, openers)))
    console = Console(stderr=True)
    with (
        _interruptible() as interrupted,
        ProveDisplay(console, shown=not quiet and console.is_terminal) as display,
    ):
        report = prove_depth(
            chosen,
            depth,
            out=path,
            history=history,
            openers=wanted,
            fresh=fresh,
            jobs=jobs or min(os.cpu_count() or 1, _MOST_JOBS),
            limits=Limits(time_limit, None if max_memory is None else max_memory * _GIGABYTE),
            watcher=display.watcher(interrupted),
        )
    if as_json:
        print_json(_fields(report, chosen))
    else:
        print_text("\n".join(_lines(report, chosen)))
    return ExitCode.UNDECIDED if report.verdict is Verdict.UNDECIDED else ExitCode.DONE


def _wanted(opener: str | None, openers: Path | None, variant: Variant) -> tuple[str, ...]:
    """Return the openers asked for; none means all."""
    if opener is not None and openers is not None:
        message = "give --opener or --openers, not both"
        raise UsageError(message)
    if opener is not None:
        return (opener.lower(),)
    if openers is None:
        return ()
    if openers.stat().st_size > _MAX_OPENERS_BYTES:
        message = f"{openers}: expected a word list of at most 16 MB"
        raise UsageError(message)
    try:
        lines = openers.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        message = f"{openers}: expected UTF-8 text, one word a line"
        raise UsageError(message) from error
    known = frozenset(variant.guesses)
    words = []
    for number, line in enumerate(lines, 1):
        word = line.strip().lower()
        if not word:
            continue
        if word not in known:
            message = f"{openers}:{number}: expected a guess of {variant.name}, found {abridged(line)}"
            raise UsageError(message)
        words.append(word)
    if not words:
        message = f"{openers}: expected at least one word"
        raise UsageError(message)
    return tuple(dict.fromkeys(words))


def _label(opener: str | None, openers: Path | None) -> str | None:
    """Return what the certificate's name says about the openers asked for."""
    if openers is not None:
        return f"openers-{openers.stem}"
    return None if opener is None else opener.lower()


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Turn Ctrl-C into a flag, so that the run can end with what it knows; one a second later kills."""
    struck: list[float] = []
    before = signal.getsignal(signal.SIGINT)

    def note(_number: int, _frame: object) -> None:
        struck.append(time.monotonic())
        if struck[-1] - struck[0] > _PATIENCE_SECONDS:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(struck)
    finally:
        signal.signal(signal.SIGINT, before)


def _fields(report: DepthReport, variant: Variant) -> dict[str, object]:
    outcome, claim = report.result.outcome, None if report.accepted is None else report.accepted.claim
    return {
        "question": "depth",
        "depth": report.depth,
        "verdict": report.verdict.value,
        "opener": outcome.opener,
        "certificate": None if report.certificate is None else str(report.certificate),
        "checked": report.accepted is not None,
        "variant": variant.name,
        "mode": variant.mode.value,
        "after": format_history(report.history, variant.length),
        "hidden": report.result.hidden_count,
        "total_guesses": None if claim is None else claim.total_guesses,
        "max_guesses": None if claim is None else claim.max_guesses,
        "distribution": None if claim is None else list(claim.distribution),
        "family_lemmas": report.lemmas,
        "hinted": list(report.hinted),
        "refuted_by_families": outcome.refuted_by_families,
        "refuted_by_search": outcome.refuted_by_search,
        "left": list(outcome.left),
        "stopped_by": report.result.stopped_by,
        "nodes": outcome.nodes,
        "seconds": round(report.seconds, 3),
    }


def _lines(report: DepthReport, variant: Variant) -> Iterator[str]:
    """Yield the report for people."""
    outcome = report.result.outcome
    after = f" after {format_history(report.history, variant.length)}" if report.history else ""
    question = (
        f"{variant.name}, {variant.mode} mode{after}: every one of {report.result.hidden_count} hidden words "
        f"within {_count(report.depth, 'guess', 'guesses')}"
    )
    yield f"{report.verdict.value}: {question}"
    if report.accepted is not None:
        claim = report.accepted.claim
        first = (outcome.opener or "the one word left").upper()
        yield f"strategy     {first}, {_mean(claim.total_guesses, claim.hidden_count)}"
        if outcome.opener is not None and outcome.opener in report.hinted:
            yield "             (opener named by a shipped certificate; --fresh searches without that hint)"
        for move in report.first_moves:
            guess, pattern = move.history[-1]
            yield (
                f"             {guess.upper()} {format_pattern(pattern, variant.length)}"
                f" leaves {move.hidden_count}: {move.guess.upper()}"
            )
        yield f"distribution {' '.join(map(str, claim.distribution))}"
        yield f"certificate  {report.certificate}, checked"
    elif report.verdict is Verdict.IMPOSSIBLE:
        yield f"refuted      {_refuted(report)}"
        yield "certificate  none: an impossibility is not certified yet"
    else:
        yield f"stopped by   {report.result.stopped_by}; {_refuted(report)}"
        dots = " ..." if len(outcome.left) > _SHOWN_OPENERS else ""
        yield f"left         {len(outcome.left)} openers: {' '.join(outcome.left[:_SHOWN_OPENERS])}{dots}"
    lemmas = _count(report.lemmas, "family lemma", "family lemmas")
    yield f"effort       {report.seconds:.1f} s, {_count(outcome.nodes, 'node', 'nodes')}, {lemmas}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _mean(total: int, count: int) -> str:
    return f"{total} guesses over {count} words ({total / count:.4f} on average)"


def _refuted(report: DepthReport) -> str:
    outcome = report.result.outcome
    left = report.depth - len(report.history)
    if report.verdict is Verdict.IMPOSSIBLE and left <= 1:
        words = _count(report.result.hidden_count, "hidden word", "hidden words")
        return f"{words} and {_count(left, 'guess', 'guesses')} left"
    return (
        f"{outcome.refuted_by_families} openers refuted by endgame families, "
        f"{outcome.refuted_by_search} by search"
    )
