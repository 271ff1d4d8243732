"""The first lines of a strategy tree, for people: what to do after the responses to its first guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.certificate.strategy import Node
    from wordle_cp.rules import History
    from wordle_cp.scoring import Scoring


@dataclass(frozen=True, slots=True)
class Reply:
    """A second guess of a strategy: what to do after one response to its first guess."""

    history: History
    hidden_count: int
    guess: str


def largest_replies(nodes: Iterable[Node], history: History, most: int = 5) -> tuple[Reply, ...]:
    """Return the next guesses after the responses to the first one, those of the `most` largest cells.

    `nodes` are those of a strategy after `history`.
    """
    level = len(history) + 1
    found = [node for node in nodes if len(node.history) == level]
    found.sort(key=lambda node: -len(node.hidden_set))
    return tuple(Reply(node.history, len(node.hidden_set), node.guess) for node in found[:most])


def reply_lines(replies: Iterable[Reply], scoring: Scoring) -> Iterator[str]:
    """Yield a line for each reply, to stand below that of the strategy."""
    for reply in replies:
        guess, pattern = reply.history[-1]
        yield (
            f"             {guess.upper()} {scoring.format_pattern(pattern)}"
            f" leaves {reply.hidden_count}: {reply.guess.upper()}"
        )
