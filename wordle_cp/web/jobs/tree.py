"""What the view Tree asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certify.describe import describe_claim
from wordle_cp.games.notation import parse_history
from wordle_cp.web.jobs.certificates import game_of, open_walk

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History
    from wordle_cp.views.strategies.branches import TreeNode
    from wordle_cp.views.strategies.walk import ChildFilter, ChildOrder
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.task import Task


@dataclass(frozen=True, slots=True)
class ShownNode:
    """A node of a strategy, the way to it, and those of its children that were asked for.

    `claim` is what is claimed of the strategy, `start` the history that it begins after, `game` the shipped
    game that it is for, None if it is for another one.
    """

    claim: str
    scoring: Scoring
    game: GameChoice | None
    start: History
    node: TreeNode
    path: tuple[TreeNode, ...]
    children: tuple[TreeNode, ...]


def node(
    task: Task, *, file: Path, opener: str | None, after: str, wanted: ChildFilter, order: ChildOrder
) -> ShownNode:
    """Return the node after the history `after`; empty: the first one."""
    with open_walk(task, file, opener) as walk:
        history = parse_history(after, walk.strategy.scoring) or None
        head = walk.strategy.certificate.head
        return ShownNode(
            describe_claim(head),
            walk.strategy.scoring,
            game_of(head.game),
            walk.strategy.claim.history,
            walk.node(history),
            walk.path(history),
            walk.children(history, wanted, order),
        )


def find(task: Task, *, file: Path, opener: str | None, word: str) -> History:
    """Return the history after which the strategy guesses the hidden word `word`, which it is."""
    with open_walk(task, file, opener) as walk:
        return walk.path_of(word)
