"""What `explain` shows: a step of a refutation, or the numbers that add up to the total of an opener."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_cp.answers.answer import Told
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.describe import describe_claim
from wordle_cp.errors import counted
from wordle_cp.views.refutations.sentences import (
    Argument,
    ByChildren,
    BySums,
    plain,
    tell_argument,
    tell_binding,
    tell_cells,
    tell_claim,
    tell_opener,
    tell_position,
    tell_reply,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.refutations.opener_bound import OpenerBound
    from wordle_cp.views.refutations.refutation import Explanation
    from wordle_cp.views.refutations.sentences import ProofPlace, RefutingReply

_SHOWN_WORDS = 60
_SHOWN_CHILDREN = 12


@dataclass(frozen=True, slots=True, repr=False)
class ExplainedOpener(Told):
    """Why an opener of a least total takes so many guesses, by the certificate that begins with `head`."""

    head: Head[Any]
    bound: OpenerBound

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  who reads the file says what struck
        """Yield the claim, and the numbers that add up."""
        yield f"claimed: {describe_claim(self.head)}"
        yield tell_opener(self.bound)
        for line in tell_cells(self.bound):
            yield f"  {plain(line)}"

    def _json(self) -> dict[str, Any]:
        head, found = self.head, self.bound
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
                    "response": head.game.scoring.format_pattern(cell.pattern),
                    "words": cell.words,
                    "bound": cell.bound,
                    "reason": str(cell.reason),
                    "number": cell.number,
                    "most": cell.most,
                    "facts": cell.facts,
                }
                for cell in found.cells
            ],
        }


@dataclass(frozen=True, slots=True, repr=False)
class ExplainedStep(Told):
    """What is shown: the way to a position, the position, why it holds, and the reply to a guess."""

    explanation: Explanation
    replies: tuple[RefutingReply, ...]
    position: ProofPlace | None
    argument: Argument | None
    reply: RefutingReply | None

    @property
    def _scoring(self) -> Scoring:
        return self.explanation.head.game.scoring

    def _reply_told(self, reply: RefutingReply) -> str:
        return tell_reply(reply, self._scoring, shown=self.explanation.shown)

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  who reads the file says what struck
        """Yield the lines of `explain`; like the JSON object, they need the file, which is still open."""
        yield f"claimed: {describe_claim(self.explanation.head)}"
        for number, reply in enumerate(self.replies, start=1):
            yield f"{number}. {self._reply_told(reply)}"
        position = self.position
        if position is not None:
            yield from self._position_lines(position)
        if self.reply is not None:
            yield self._reply_told(self.reply)
            if self.reply.after is not None:
                yield _some(self.reply.words)

    def _position_lines(self, position: ProofPlace) -> Iterator[str]:
        yield tell_position(position, self.explanation.claim.scope)
        bound = tell_binding(position.binding)
        if bound is not None:
            yield f"  {bound}"
        if position.node is None:
            yield f"  {tell_claim(self.explanation)}"
            return
        yield f"  {_some(position.words)}"
        if self.argument is not None:
            for line in tell_argument(position, self.argument, shown=self.explanation.shown):
                yield f"  {plain(line)}"
        if isinstance(self.argument, ByChildren):
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
        told: dict[str, object] = {"told": tell_argument(position, argument, shown=self.explanation.shown)}
        if isinstance(argument, ByChildren):
            told["children"] = [
                {"node": child.node, "refutes": child.refutes, "examples": child.examples}
                for child in argument.children
            ]
        if isinstance(argument, BySums):
            told["sums"] = [
                {
                    "needs": [list(map(format_restriction, pair)) for pair in each.needs],
                    "weights": each.weights,
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
