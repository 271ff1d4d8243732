"""A strategy by its histories: the node after one, and the part below it.

`branches` keeps the whole tree in memory; so strategies of more than `MOST_GUESSES` in all are refused. The
largest that ships has 183,258. A node is known by its history, all that was played from the start of the
game, as for the option --after.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certify.checked import CheckedStrategy
from wordle_cp.errors import UsageError
from wordle_cp.games.strategy_tree import figures, walk
from wordle_cp.views.strategies.branches import branches_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.rules.words import History
    from wordle_cp.views.strategies.branches import Branch, TreeNode

MOST_GUESSES: Final = 500_000
"""Guesses, summed over all hidden words, of the largest strategy that is walked."""


class StrategyWalk:
    """A strategy to walk through."""

    def __init__(self, strategy: CheckedStrategy) -> None:
        """Take a strategy that the checker has accepted.

        Raises:
            UsageError: it is too large, see `MOST_GUESSES`.
        """
        if strategy.claim.total_guesses > MOST_GUESSES:
            message = (
                f"a strategy of {strategy.claim.total_guesses} guesses in all is too large to walk through; "
                f"{MOST_GUESSES} at most"
            )
            raise UsageError(message)
        self.strategy: Final = strategy
        self._scoring: Final = strategy.scoring
        self._root: Final = branches_of(strategy)

    def node(self, history: History | None = None) -> TreeNode:
        """Return the node after `history`, by default the first one.

        Raises:
            UsageError: the strategy never gets there; the message says where it goes on otherwise.
        """
        return self._branch(history).alone()

    def part(self, history: History) -> CheckedStrategy:
        """Return the part of the strategy after `history`, as a strategy of its own; errors as for `node`.

        What it claims follows from what was checked: the part finds the same words with the same guesses.
        """
        branch = self._branch(history)
        whole = self.strategy
        nodes = walk(
            whole.certificate.steps,
            whole.hidden_set,
            whole.claim.history,
            leaves=False,
            scoring=self._scoring,
        )
        below = (node for node in nodes if node.history[: len(branch.history)] == branch.history)
        steps = tuple(node.guess for node in below if len(node.hidden_set) > 1)
        numbers = figures(steps, branch.hidden_set, branch.history, self._scoring)
        claim = replace(
            whole.claim,
            history=branch.history,
            opener=branch.guess,
            hidden_count=numbers.hidden_count,
            total_guesses=numbers.total_guesses,
            max_guesses=len(numbers.distribution),
            distribution=numbers.distribution,
            steps=len(steps),
        )
        head = replace(whole.certificate.head, claim=claim)
        return CheckedStrategy(Certificate(head, steps), branch.hidden_set)

    def _branch(self, history: History | None) -> Branch:
        return next((child for _, child in reversed(list(self._pairs(history)))), self._root)

    def _pairs(self, history: History | None) -> Iterator[tuple[Branch, Branch]]:
        """Yield the branches from the first one to that after `history`, each with its parent."""
        branch = self._root
        wanted = branch.history if history is None else history
        start = len(branch.history)
        if wanted[:start] != branch.history:
            began = self._scoring.format_history(branch.history)
            message = f"{self._named(wanted)}: this strategy begins after {began}"
            raise UsageError(message)
        for place, (guess, pattern) in enumerate(wanted[start:], start):
            if guess != branch.guess:
                past = f" after {self._named(wanted[:place])}" if place else ""
                message = f"{guess.upper()}: this strategy guesses {branch.guess.upper()}{past}"
                raise UsageError(message)
            child = next((child for child in branch.children if child.pattern == pattern), None)
            if child is None:
                end = "ends the game" if pattern == self._scoring.win else "has no word left"
                message = f"{self._named(wanted[: place + 1])}: this {end}"
                raise UsageError(message)
            yield branch, child
            branch = child

    def _named(self, history: History) -> str:
        return self._scoring.format_history(history) or "the start of the game"
