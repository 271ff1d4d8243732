"""`wordle-cp explain`: a refutation one step at a time."""

import shlex
import time
from pathlib import Path
from typing import Annotated

from wordle_cp.answers.telling import how_far
from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.check import progress_bar
from wordle_cp.cli.output import ExitCode, print_error, print_report
from wordle_cp.cli.running import Limited
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import Json, Quiet, certificate_argument, whole
from wordle_cp.errors import CertificateRejected, UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.work import StoppedError


@asked
def explain(
    file: Annotated[
        Path,
        certificate_argument("A refutation, or a least total"),
    ],
    *,
    guess: Annotated[
        str | None,
        Option(
            Section.QUESTION,
            "Why does this guess fail? For a least total: why does this opener take so many guesses?",
            "W",
        ),
    ] = None,
    after: Annotated[
        str,
        Option(
            Section.QUESTION,
            "Step to the position after these guesses and responses: salet.bbbyb (behind the "
            "history of the claim itself)",
            "HISTORY",
        ),
    ] = "",
    node: Annotated[
        int | None,
        Option(Section.QUESTION, "Begin at this node of the refutation.", "N", whole(0)),
    ] = None,
    options: Limited,
    quiet: Quiet = False,
    as_json: Json = False,
) -> ExitCode:
    """Ask a certificate why something is impossible: one step, and what it rests on.

    For each guess, a step names a response after which too many words are left. --after goes one step on.
    Each step is worked out from the rules; whether the whole certificate is right, wordle-cp check says.
    Asked about a least total, the answer is the numbers that add up to the total of an opener.

    Examples:
        wordle-cp explain original-normal-depth-4 --guess salet
        wordle-cp explain original-normal-depth-4 --after salet.bbbbb
        wordle-cp explain original-hard-optimal-within-6 --guess crate
    """
    started = time.monotonic()
    with progress_bar("reading", quiet=quiet) as show:
        reached = Reached(show)
        try:
            with alarmed(options.limits, started, reached):
                fields, lines = _explained(file, guess, after, node, reached)
        except CertificateRejected as error:
            print_error(f"rejected: {error}", as_json=as_json)
            return ExitCode.REJECTED
        except StoppedError as stopped:
            fields = {"stopped_by": stopped.reason, "parts_read": reached.done, "parts": reached.whole}
            read = how_far(reached.done, reached.whole, "part of the file", "parts of the file")
            lines = [f"stopped by {options.describe(stopped.reason)} {read}"]
    print_report(lambda: fields, lines, as_json=as_json)
    return ExitCode.UNDECIDED if "stopped_by" in fields else ExitCode.DONE


def _explained(
    file: Path, guess: str | None, after: str, node: int | None, reached: Reached
) -> tuple[dict[str, object], list[str]]:
    """Return what is asked of the certificate as JSON fields and as lines."""
    from wordle_cp.answers.explain import ExplainedOpener  # noqa: PLC0415  help texts don't need it
    from wordle_cp.views.refutations.opener_bound import explain_opener  # noqa: PLC0415  help texts don't need it
    from wordle_cp.views.refutations.refutation import AnotherClaimError  # noqa: PLC0415  help texts don't need it

    try:
        return _step(file, guess, after, node, reached)
    except AnotherClaimError as error:
        if not error.claim.listed:
            if error.claim.about:
                raise
            message = f"{error}: wordle-cp tree table {shlex.quote(str(file))}"
            raise UsageError(message) from error
    if after or node is not None:
        message = "--after and --node are about refutations; a least total has openers: --guess W"
        raise UsageError(message)
    head, bound = explain_opener(file, guess, reached.tell)
    answer = ExplainedOpener(head, bound)
    lines = list(answer.told(""))
    if guess is None:
        lines.append(f"next: wordle-cp explain {shlex.quote(str(file))} --guess W explains another opener")
    return answer.to_json(), lines


def _step(
    file: Path, guess: str | None, after: str, node: int | None, reached: Reached
) -> tuple[dict[str, object], list[str]]:
    """Return a step of a refutation as JSON fields and as lines."""
    from wordle_cp.answers.explain import ExplainedStep  # noqa: PLC0415  help texts don't need it
    from wordle_cp.views.refutations.refutation import Explanation  # noqa: PLC0415  help texts don't need it

    with Explanation(file, reached.tell) as explanation:
        history = parse_history(after, explanation.head.game.scoring)
        replies = explanation.replies(history, node)
        position = replies[-1].after if replies else explanation.start(node)
        argument = None if position is None else explanation.argument(position)
        reply = None
        if guess is not None and position is not None:
            reply = explanation.reply(position, guess)
        step = ExplainedStep(explanation, replies, position, argument, reply)
        lines = list(step.told(""))
        if guess is None and node is None and not after:
            lines.append(f"next: wordle-cp explain {shlex.quote(str(file))} --guess W says why a guess fails")
        return step.to_json(), lines
