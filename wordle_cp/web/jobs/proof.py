"""What the view Proof asks for."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import CertificateRejected
from wordle_cp.games.notation import parse_history
from wordle_cp.views.refutations.bound_sentences import tell_cells, tell_opener
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.sentences import tell_why
from wordle_cp.views.refutations.shown import ShownPosition, shown_position
from wordle_cp.web.jobs.certificates import game_of, open_explanation, told_plainly

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History
    from wordle_cp.views.refutations.positions import Reply
    from wordle_cp.views.refutations.refutation import Explanation
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.task import Task


_KNOWN: Final = ("crane", "salet", "raise", "slate")
"""Openers that many play."""


@dataclass(frozen=True, slots=True)
class ShownReply:
    """A guess that was asked about, its response, and why that refutes it."""

    guess: str
    pattern: int
    why: str


@dataclass(frozen=True, slots=True)
class ShownStep:
    """The replies on the way, and the position they lead to; None after the last guess.

    `allowed` are the guesses that may be asked next. `game` is the shipped game that the claim is about, None
    if it is about another one or the way began at a node; `before` is the history of the claim.
    """

    scoring: Scoring
    game: GameChoice | None
    before: History
    nodes: int
    replies: tuple[ShownReply, ...]
    position: ShownPosition | None
    allowed: tuple[str, ...]


def step(task: Task, *, file: Path, node: int | None, after: str, guess: str | None = None) -> ShownStep:
    """Return the place that the moves `after` lead to from the claim or from `node`; then ask `guess`."""
    with open_explanation(task, file) as explanation:
        return _step(explanation, node, parse_history(after, explanation.head.game.scoring), guess)


def example(task: Task, *, file: Path) -> ShownStep:
    """Return what comes of an opener that many know; what may be asked is what the claim allows.

    Where there is none, or where the certificate is wrong about it, it is the claim itself.
    """
    with open_explanation(task, file) as explanation:
        claim = _step(explanation, None, ())
        guess = next((known for known in _KNOWN if known in claim.allowed), next(iter(claim.allowed), None))
        with suppress(CertificateRejected):
            return replace(_step(explanation, None, (), guess), allowed=claim.allowed)
        return claim


def _step(explanation: Explanation, node: int | None, after: History, guess: str | None = None) -> ShownStep:
    replies = list(explanation.replies(after, node))
    position = replies[-1].after if replies else explanation.start(node)
    if guess is not None and position is not None:
        replies.append(explanation.reply(position, guess.lower()))
        position = replies[-1].after
    game = explanation.head.game
    return ShownStep(
        scoring=game.scoring,
        game=game_of(game) if node is None else None,
        before=explanation.claim.history,
        nodes=explanation.claim.nodes,
        replies=tuple(_reply(explanation, reply) for reply in replies),
        position=None if position is None else shown_position(explanation, position),
        allowed=() if position is None else explanation.allowed(position),
    )


@dataclass(frozen=True, slots=True)
class ShownBound:
    """What an opener costs at least by a certificate, and the numbers that add up to it."""

    told: str
    lines: tuple[str, ...]


def opener_bound(task: Task, *, file: Path, opener: str) -> ShownBound:
    """Return why `opener` takes so many guesses, by the certificate of a least total in `file`."""
    with told_plainly(file):
        _, bound = explain_opener(file, opener, task.heeding)
        return ShownBound(tell_opener(bound), tuple(tell_cells(bound)))


def _reply(explanation: Explanation, reply: Reply) -> ShownReply:
    return ShownReply(reply.guess, reply.pattern, tell_why(reply, shown=explanation.shown))
