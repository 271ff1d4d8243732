"""A place in a refutation, in sentences: what the page and a static site show of it.

Plain records come out, which travel between processes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.views.refutations.arguments import BySums
from wordle_cp.views.refutations.sentences import tell_argument, tell_binding, tell_claim, tell_position

if TYPE_CHECKING:
    from wordle_cp.views.refutations.arguments import Argument
    from wordle_cp.views.refutations.positions import Place
    from wordle_cp.views.refutations.refutation import Explanation


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A place in the proof, in sentences; see `views.refutations.positions.Place`.

    `words` are those that can't all be found, with a row of `weights` each, if there are any; `possible` is
    how many hidden words agree with what was played, None if that isn't known.
    """

    node: int | None
    told: str
    binding: str | None
    words: tuple[str, ...]
    weights: tuple[tuple[int, ...], ...]
    possible: int | None
    guesses_left: int
    lines: tuple[str, ...]
    argument: Argument | None


def shown_position(explanation: Explanation, position: Place) -> ShownPosition:
    """Return `position` in sentences.

    Raises:
        As `Explanation.argument`.
    """
    argument = explanation.argument(position)
    weights: tuple[tuple[int, ...], ...] = ()
    lines: tuple[str, ...] = () if position.node is not None else (tell_claim(explanation),)
    if argument is not None and position.node is not None:
        lines = tuple(tell_argument(position, argument, shown=explanation.shown))
        if isinstance(argument, BySums):
            weights = tuple(zip(*(each.weights for each in argument.sums), strict=True))
    return ShownPosition(
        node=position.node,
        told=tell_position(position, explanation.claim.scope),
        binding=tell_binding(position.binding),
        words=position.words,
        weights=weights,
        possible=explanation.possible(position),
        guesses_left=position.guesses_left,
        lines=lines,
        argument=argument,
    )
