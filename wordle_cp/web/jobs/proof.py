"""What the view Proof asks for, as the viewer takes it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import CertificateRejected, counted
from wordle_cp.games.notation import parse_history
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.refutation import shown_position
from wordle_cp.views.refutations.sentences import in_noun, tell_cells, tell_opener, tell_why
from wordle_cp.views.site.steps import position_data
from wordle_cp.views.site.trees import MoveNumbers
from wordle_cp.web.jobs.certificates import ask_url, open_explanation, told_plainly

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.words import History
    from wordle_cp.views.refutations.refutation import Explanation, ShownPosition
    from wordle_cp.web.worker import Task


_KNOWN: Final = ("crane", "salet", "raise", "slate")
"""Openers that many play."""


def step(task: Task, *, file: Path, node: int | None, after: str, guess: str | None = None) -> dict[str, Any]:
    """Return the place that the moves `after` lead to from the claim or from `node`; then ask `guess`.

    `made` guesses are made by now, `of` there are; after the last one `left` are words still possible.
    `moves` are those on the way, as an address has them, and `replies` the same with what refuted each;
    `position` is where they lead to, None after the last guess; `allowed` are the guesses that may be asked
    next. `ask` is the address in the view Ask, None for a game that doesn't ship or for a way from a node.
    """
    with open_explanation(task, file) as explanation:
        return _step(explanation, node, parse_history(after, explanation.head.game.scoring), guess)


def example(task: Task, *, file: Path) -> dict[str, Any]:
    """Return what comes of an opener that many know; what may be asked is what the claim allows.

    Where there is none, or where the certificate is wrong about it, it is the claim itself.
    """
    with open_explanation(task, file) as explanation:
        claim = _step(explanation, None, ())
        allowed = claim["allowed"]
        guess = next((known for known in _KNOWN if known in allowed), next(iter(allowed), None))
        with suppress(CertificateRejected):
            return {**_step(explanation, None, (), guess), "allowed": allowed, "example": guess is not None}
        return claim


def _step(
    explanation: Explanation, node: int | None, after: History, guess: str | None = None
) -> dict[str, Any]:
    replies = list(explanation.replies(after, node))
    position = replies[-1].after if replies else explanation.start(node)
    if guess is not None and position is not None:
        replies.append(explanation.reply(position, guess.lower()))
        position = replies[-1].after
    game, claim = explanation.head.game, explanation.claim
    made = len(replies) + (len(claim.history) if node is None else 0)
    table = MoveNumbers(game.scoring)
    moves = tuple((reply.guess, reply.pattern) for reply in replies)
    return {
        "node": node,
        "noun": game.scoring.noun,
        "made": made,
        "of": made + (0 if position is None else position.guesses_left),
        "left": [] if position is not None else [word.upper() for word in replies[-1].words],
        "moves": [game.scoring.format_history((move,)).lower() for move in moves],
        "replies": [
            [
                table.guess(reply.guess),
                table.response(reply.pattern),
                in_noun(tell_why(reply, shown=explanation.shown), game.scoring.noun),
            ]
            for reply in replies
        ],
        "position": None if position is None else _shown(explanation, shown_position(explanation, position)),
        "allowed": [] if position is None else explanation.allowed(position),
        "ask": ask_url(game, (*explanation.claim.history, *moves)) if moves and node is None else None,
        **table.fields(),
    }


def _shown(explanation: Explanation, shown: ShownPosition) -> dict[str, object]:
    """Return a position; of the claim itself the words only where they are few."""
    data, noun = position_data(shown), explanation.head.game.scoring.noun
    if shown.node is None:
        note = f"The proof has {counted(explanation.claim.nodes, 'step', 'steps')}. Ask about any guess."
        if data.pop("more", 0):
            data.pop("words")
    elif shown.possible is None:
        note = f"{counted(len(shown.words), f'{noun} is', f'{noun}s are')} too many."
    else:
        left = counted(shown.possible, f"{noun} is", f"{noun}s are")
        note = f"{left} left, and {len(shown.words)} of them alone are too many."
    return {**data, "notes": [note]}


def opener_bound(task: Task, *, file: Path, opener: str) -> dict[str, Any]:
    """Return why `opener` takes so many guesses, by the certificate of a least total in `file`."""
    with told_plainly(file):
        _, bound = explain_opener(file, opener, task.heeding)
        return {"told": tell_opener(bound), "lines": list(tell_cells(bound))}
