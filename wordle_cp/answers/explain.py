"""What `explain` shows: a step of a refutation, or the numbers that add up to the total of an opener."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from wordle_cp.answers.answer import Answer, Answering, Told
from wordle_cp.answers.telling import how_far
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.describe import describe_claim
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.notation import parse_history
from wordle_cp.views.refutations import sentences
from wordle_cp.views.refutations.opener_bound import OpenerBound, explain_opener
from wordle_cp.views.refutations.refutation import AnotherClaimError, Explanation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.refutations.sentences import ProofPlace, RefutingReply
    from wordle_cp.work import Work

_NEXT_OPENER = "next: wordle-cp explain FILE --guess W explains another opener"
_NEXT_GUESS = "next: wordle-cp explain FILE --guess W says why a guess fails"
_SHOWN_WORDS = 60
_SHOWN_CHILDREN = 12


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Explained(Answer):
    """What a certificate says to a question: its `lines`, and the same as JSON `fields`.

    Where it was stopped, `parts_read` of the `parts` of the file had been read.
    """

    lines: tuple[str, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)
    parts_read: int | None = None
    parts: int | None = None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `explain`."""
        yield from self.lines
        if self.stopped_by is not None:
            read = how_far(self.parts_read, self.parts, "part of the file", "parts of the file")
            yield f"stopped by {struck} {read}"

    def _json(self) -> dict[str, Any]:
        if self.stopped_by is not None:
            return {"parts_read": self.parts_read, "parts": self.parts}
        return self.fields


def explained(path: Path, guess: str | None, after: str, node: int | None, work: Work) -> Explained:
    """Return what the certificate says of a `guess`: of the position `after` some moves, or at a `node`."""
    answering = Answering(Explained(), work)

    def steps() -> None:
        with work.alarmed() as alarmed:
            show = alarmed.heeding("reading")

            def tell(done: int, whole: int) -> None:
                answering.report = Explained(parts_read=done, parts=whole)
                show(done, whole)

            answering.report = _explained(path, guess, after, node, tell)

    return answering.answered(steps)


def _explained(
    path: Path, guess: str | None, after: str, node: int | None, tell: Callable[[int, int], None]
) -> Explained:
    """Return what the certificate says, of a step or of an opener."""
    try:
        return _step(path, guess, after, node, tell)
    except AnotherClaimError as error:
        if not error.claim.listed:
            if error.claim.about:
                raise
            message = f"{error}: wordle-cp tree table {shlex.quote(str(path))}"
            raise UsageError(message) from error
    if after or node is not None:
        given = f"{argument('after')} and {argument('node')}"
        message = f"{given} are about refutations; a least total has openers: {argument('guess')} W"
        raise UsageError(message)
    head, bound = explain_opener(path, guess, tell)
    lines = [f"claimed: {describe_claim(head)}", sentences.tell_opener(bound)]
    lines += [f"  {sentences.plain(line)}" for line in sentences.tell_cells(bound)]
    lines += [] if guess is not None else [_NEXT_OPENER.replace("FILE", shlex.quote(str(path)))]
    return Explained(lines=tuple(lines), fields=_opener_fields(head, bound))


def _step(
    path: Path, guess: str | None, after: str, node: int | None, tell: Callable[[int, int], None]
) -> Explained:
    """Return a step of a refutation, told while the file is open."""
    with Explanation(path, tell) as explanation:
        history = parse_history(after, explanation.head.game.scoring)
        replies = explanation.replies(history, node)
        position = replies[-1].after if replies else explanation.start(node)
        argued = None if position is None else explanation.argument(position)
        reply = None if guess is None or position is None else explanation.reply(position, guess)
        step = ExplainedStep(explanation, replies, position, argued, reply)
        asked = guess is not None or node is not None or after
        silent = asked or explanation.start().guesses_left == 0  # of no guess left nothing is said
        more = () if silent else (_NEXT_GUESS.replace("FILE", shlex.quote(str(path))),)
        return Explained(lines=(*step.told(""), *more), fields=step.to_json())


def _opener_fields(head: Head[Any], found: OpenerBound) -> dict[str, Any]:
    """Return the JSON fields that say why an opener takes what it does, by the certificate of `head`."""
    show = head.game.scoring.format_pattern
    return {
        "claim": claim_to_json(head),
        "opener": found.opener,
        "claimed": found.claimed,
        "listed": found.listed,
        "words": found.words,
        "guesses_made": found.made + 1,
        "total": found.total,
        "cells": [
            {"response": show(cell.pattern)}
            | {name: value for name, value in asdict(cell).items() if name != "pattern"}
            | {"reason": str(cell.reason)}
            for cell in found.cells
        ],
    }


@dataclass(frozen=True, slots=True, repr=False)
class ExplainedStep(Told):
    """What is shown: the way to a position, the position, why it holds, and the reply to a guess."""

    explanation: Explanation
    replies: tuple[RefutingReply, ...]
    position: ProofPlace | None
    argument: sentences.Argument | None
    reply: RefutingReply | None

    @property
    def _scoring(self) -> Scoring:
        return self.explanation.head.game.scoring

    def _reply_told(self, reply: RefutingReply) -> str:
        return sentences.tell_reply(reply, self._scoring, shown=self.explanation.shown)

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  who reads the file says what struck
        """Yield the lines of `explain`; like the JSON object, they need the file, which is still open."""
        yield f"claimed: {describe_claim(self.explanation.head)}"
        for number, reply in enumerate(self.replies, start=1):
            yield f"{number}. {self._reply_told(reply)}"
        position = self.position
        if position is not None:
            for line in self._position_lines(position):
                yield sentences.in_noun(line, self._scoring.noun)
        if self.reply is not None:
            yield self._reply_told(self.reply)
            if self.reply.after is not None:
                yield _some(self.reply.words)

    def _position_lines(self, position: ProofPlace) -> Iterator[str]:
        yield sentences.tell_position(position, self.explanation.claim.scope)
        bound = sentences.tell_binding(position.binding)
        if bound is not None:
            yield f"  {bound}"
        if position.node is None:
            yield f"  {sentences.tell_claim(self.explanation)}"
            return
        yield f"  {_some(position.words)}"
        if self.argument is not None:
            for line in sentences.tell_argument(position, self.argument, shown=self.explanation.shown):
                yield f"  {sentences.plain(line)}"
        if isinstance(self.argument, sentences.ByChildren):
            children = self.argument.children
            for child in children[:_SHOWN_CHILDREN]:
                guesses = counted(child.refutes, "guess", "guesses")
                yield f"    step {child.node} answers {guesses}: {_some(child.examples)}"
            if len(children) > _SHOWN_CHILDREN:
                yield f"    and {counted(len(children) - _SHOWN_CHILDREN, 'more step', 'more steps')}"

    def _json(self) -> dict[str, Any]:
        position = self.position
        return {
            "claim": claim_to_json(self.explanation.head),
            "steps": [self._reply_fields(reply) for reply in self.replies],
            "position": None if position is None else self._position_fields(position),
            "reply": None if self.reply is None else self._reply_fields(self.reply),
        }

    def _position_fields(self, position: ProofPlace) -> dict[str, object]:
        return {
            "node": position.node,
            "kind": position.kind,
            "after": self._scoring.format_history(position.moves),
            "guesses_left": position.guesses_left,
            "restriction": format_restriction(position.binding.facts),
            "words": position.words,
            "family": position.frame if position.is_family else None,
            "allowed": len(self.explanation.allowed(position)),
            "argument": self._argument_fields(position),
        }

    def _argument_fields(self, position: ProofPlace) -> dict[str, object] | None:
        argument = self.argument
        if argument is None:
            return None
        lines = sentences.tell_argument(position, argument, shown=self.explanation.shown)
        told: dict[str, object] = {"told": [sentences.in_noun(line, self._scoring.noun) for line in lines]}
        if isinstance(argument, sentences.ByChildren):
            told["children"] = argument.children
        if isinstance(argument, sentences.BySums):
            told["sums"] = [
                asdict(each)
                | {"needs": [list(map(format_restriction, pair)) for pair in each.needs], "left": each.left}
                for each in argument.sums
            ]
        return told

    def _reply_fields(self, reply: RefutingReply) -> dict[str, object]:
        after = reply.after
        return {
            "guess": reply.guess,
            "response": self._scoring.format_pattern(reply.pattern),
            "reason": str(reply.reason),
            "told": self._reply_told(reply),
            "words": reply.words,
            "possible": reply.possible,
            "weights_left": reply.left,
            "node": None if after is None else after.node,
            "guesses_left": 0 if after is None else after.guesses_left,
        }


def _some(words: tuple[str, ...]) -> str:
    """Return the first of `words`, and how many more there are."""
    more = len(words) - _SHOWN_WORDS
    return " ".join(words[:_SHOWN_WORDS]) + (f" and {more} more" if more > 0 else "")
