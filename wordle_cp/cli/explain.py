"""`wordle-cp explain`: a refutation one step at a time."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.describe import describe_claim
from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.check import progress_bar
from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import JsonOption, MaxMemoryOption, QuietOption, TimeLimitOption
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_text
from wordle_cp.cli.running import LimitOptions
from wordle_cp.errors import CertificateRejected, UsageError, counted
from wordle_cp.rules.letters import normal
from wordle_cp.rules.words import format_history, format_pattern
from wordle_cp.views.refutations.arguments import Argument, ByChildren, BySums
from wordle_cp.views.refutations.bound_sentences import tell_cells, tell_opener
from wordle_cp.views.refutations.opener_bound import OpenerBound, explain_opener
from wordle_cp.views.refutations.positions import Place, Reply
from wordle_cp.views.refutations.refutation import AnotherClaimError, Explanation
from wordle_cp.views.refutations.sentences import (
    plain,
    tell_argument,
    tell_binding,
    tell_position,
    tell_reply,
)
from wordle_cp.work import StoppedError

_SHOWN_WORDS = 60
_SHOWN_CHILDREN = 12


def register(app: typer.Typer) -> None:
    """Add the command `explain` to `app`."""
    app.command("explain")(explain)


def explain(
    file: Annotated[
        Path,
        typer.Argument(
            parser=file_name,
            metavar="FILE",
            help="A refutation, or a least total: plain text, gzip or xz.",
            show_default=False,
        ),
    ],
    *,
    guess: Annotated[
        str | None,
        typer.Option("--guess", metavar="W", help="Any guess: what refutes it? Of a least total: an opener."),
    ] = None,
    after: Annotated[
        str,
        typer.Option(
            "--after",
            metavar="HISTORY",
            help="What was asked before, with the responses: salet.bbbyb (without the claim's history).",
        ),
    ] = "",
    node: Annotated[
        int | None,
        typer.Option("--node", metavar="N", parser=whole_number(0), help="Begin at a node."),
    ] = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Why is it impossible? One step of a refutation: the response that refutes a guess, and what is left.

    The step shown is worked out from the rules. What it rests on is told as what other nodes say: step into
    them with --after. Whether the certificate as a whole is right is for `wordle-cp check` to tell.

    Of a least total: why does an opener take so many guesses? The numbers that add up to it. Examples:
    wordle-cp explain proofs/original-normal-hidden-big-depth-5.cert.gz --guess salet
    wordle-cp explain proofs/original-normal-optimal-within-6.cert.xz --guess crate
    """
    started = time.monotonic()
    options = LimitOptions(time_limit, max_memory)
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
            read = reached.describe("part of the file", "parts of the file")
            lines = [f"stopped by {options.describe(stopped.reason)} {read}"]
    if as_json:
        print_json(fields)
    else:
        print_text("\n".join(lines))
    return ExitCode.UNDECIDED if "stopped_by" in fields else ExitCode.DONE


def _explained(
    file: Path, guess: str | None, after: str, node: int | None, reached: Reached
) -> tuple[dict[str, object], list[str]]:
    """Return what is asked of the certificate as JSON fields and as lines."""
    try:
        return _step(file, guess, after, node, reached)
    except AnotherClaimError as error:
        if not error.claim.listed:
            raise
    if after or node is not None:
        message = "--after and --node are about refutations; a least total has openers: --guess W"
        raise UsageError(message)
    head, bound = explain_opener(file, None if guess is None else normal(guess), reached.tell)
    lines = [f"claimed: {describe_claim(head)}", tell_opener(bound)]
    return _bound_fields(head, bound), [*lines, *(f"  {plain(line)}" for line in tell_cells(bound))]


def _step(
    file: Path, guess: str | None, after: str, node: int | None, reached: Reached
) -> tuple[dict[str, object], list[str]]:
    """Return a step of a refutation, likewise."""
    with Explanation(file, reached.tell) as told:
        history = told.head.game.scoring.parse_history(after)
        replies = told.replies(history, node)
        position = replies[-1].after if replies else told.start(node)
        argument = None if position is None else told.argument(position)
        reply = None
        if guess is not None and position is not None:
            reply = told.reply(position, normal(guess))
        step = _Step(told, replies, position, argument, reply)
        return step.fields(), list(step.lines())


def _bound_fields(head: Head[Any], found: OpenerBound) -> dict[str, object]:
    """Return the JSON fields of the bound of an opener."""
    return {
        "claim": claim_to_json(head),
        "opener": found.opener,
        "claimed": found.claimed,
        "listed": found.listed,
        "words": found.words,
        "guesses_made": found.made + 1,
        "total": found.total,
        "cells": [
            {
                "response": format_pattern(cell.pattern, head.game.word_length),
                "words": list(cell.words),
                "bound": cell.bound,
                "reason": str(cell.reason),
                "number": cell.number,
                "most": cell.most,
                "facts": list(cell.facts),
            }
            for cell in found.cells
        ],
    }


class _Step:
    """What is shown: the way to a position, the position, why it holds, and the reply to a guess."""

    def __init__(
        self,
        told: Explanation,
        replies: tuple[Reply, ...],
        position: Place | None,
        argument: Argument | None,
        reply: Reply | None,
    ) -> None:
        self._told = told
        self._replies = replies
        self._position = position
        self._argument = argument
        self._reply = reply
        self._length = told.head.game.word_length

    def lines(self) -> Iterator[str]:
        """Yield the lines for people."""
        yield f"claimed: {describe_claim(self._told.head)}"
        for number, reply in enumerate(self._replies, start=1):
            yield f"{number}. {tell_reply(reply)}"
        position = self._position
        if position is not None:
            yield from self._position_lines(position)
        if self._reply is not None:
            yield tell_reply(self._reply)
            if self._reply.after is not None:
                yield _some(self._reply.words)

    def _position_lines(self, position: Place) -> Iterator[str]:
        yield tell_position(position, self._told.claim.scope)
        bound = tell_binding(position.binding)
        if bound is not None:
            yield f"  {bound}"
        if position.node is None:
            nodes = counted(len(self._told.root), "node", "nodes")
            covering = self._told.covering
            yield (
                f"  its root has {nodes}: one for each opener, so it says"
                if covering is None
                else f"  it follows from what node {covering} says, whatever the opener"
            )
            return
        yield f"  {_some(position.words)}"
        if self._argument is not None:
            for line in tell_argument(position, self._argument):
                yield f"  {plain(line)}"
        if isinstance(self._argument, ByChildren):
            children = self._argument.children
            for child in children[:_SHOWN_CHILDREN]:
                guesses = counted(child.refutes, "guess", "guesses")
                yield f"    node {child.node} answers {guesses}: {_some(child.examples)}"
            if len(children) > _SHOWN_CHILDREN:
                yield f"    and {counted(len(children) - _SHOWN_CHILDREN, 'more node', 'more nodes')}"

    def fields(self) -> dict[str, object]:
        """Return the fields of the JSON object."""
        position = self._position
        return {
            "claim": claim_to_json(self._told.head),
            "steps": [self._reply_fields(reply) for reply in self._replies],
            "position": None if position is None else self._position_fields(position),
            "reply": None if self._reply is None else self._reply_fields(self._reply),
        }

    def _position_fields(self, position: Place) -> dict[str, object]:
        return {
            "node": position.node,
            "kind": position.kind,
            "after": format_history(position.moves, self._length),
            "guesses_left": position.guesses_left,
            "restriction": format_restriction(position.binding.facts),
            "words": list(position.words),
            "family": position.frame if position.is_family else None,
            "allowed": len(self._told.allowed(position)),
            "argument": self._argument_fields(position),
        }

    def _argument_fields(self, position: Place) -> dict[str, object] | None:
        argument = self._argument
        if argument is None:
            return None
        told: dict[str, object] = {"told": tell_argument(position, argument)}
        if isinstance(argument, ByChildren):
            told["children"] = [
                {"node": child.node, "refutes": child.refutes, "examples": list(child.examples)}
                for child in argument.children
            ]
        if isinstance(argument, BySums):
            told["sums"] = [
                {
                    "needs": [list(map(format_restriction, pair)) for pair in each.needs],
                    "weights": list(each.weights),
                    "total": each.total,
                    "largest": each.largest,
                    "guesses": each.guesses,
                    "most_lost": each.most_lost,
                    "costliest": each.costliest,
                    "left": each.left,
                    "excluded_by": each.excluded_by,
                }
                for each in argument.sums
            ]
        return told

    def _reply_fields(self, reply: Reply) -> dict[str, object]:
        after = reply.after
        return {
            "guess": reply.guess,
            "response": format_pattern(reply.pattern, self._length),
            "reason": str(reply.reason),
            "told": tell_reply(reply),
            "words": list(reply.words),
            "possible": reply.possible,
            "weights_left": list(reply.left),
            "node": None if after is None else after.node,
            "guesses_left": 0 if after is None else after.guesses_left,
        }


def _some(words: tuple[str, ...]) -> str:
    """Return the first of `words`, and how many more there are."""
    more = len(words) - _SHOWN_WORDS
    return " ".join(words[:_SHOWN_WORDS]) + (f" and {more} more" if more > 0 else "")
