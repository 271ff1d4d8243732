"""A strategy of least cost, replayed: what it really costs, word by word, and its certificate.

Nothing here is taken from the search but the preorder of its guesses; the replay is
`games.strategy_tree.walk`, with the readable rules.

Where words may be lost, the search goes on with some strategy for these, after the last guess that counts. So
there is always a strategy that finds every word, and a certificate: how many words are found in time is a
part of the distribution that the checker recomputes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.telling import second_guesses
from wordle_cp.errors import brief
from wordle_cp.games.strategy_tree import figures_of, walk
from wordle_cp.values import data_frame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.games.strategy_tree import Figures, StrategyNode


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for every hidden word of a question, replayed.

    `steps` is the preorder that certificates have. Guesses count from the position asked about in
    `distribution` (index 0: words found with one guess) and `max_guesses`, and from the start of the game in
    `figures`. `missed` counts the words that aren't found in time, where the question allows it: they aren't
    in the distribution, but in `figures`, as the strategy finds them later. `cost` is what the
    goal of the question says. `replies` are the second guesses, those in the largest cells first. `guesses`
    says of each hidden word how many it takes from the position asked about.
    """

    opener: str
    steps: tuple[str, ...]
    cost: int
    missed: int
    distribution: tuple[int, ...]
    figures: Figures
    replies: tuple[StrategyNode, ...]
    guesses: Mapping[str, int]

    __repr__ = brief("opener", "cost", "distribution", "steps")

    @property
    def max_guesses(self) -> int:
        """The most guesses that a word takes, of those that aren't lost."""
        return len(self.distribution)

    @property
    def listed(self) -> tuple[str, int, tuple[str, ...]]:
        """The opener, what it costs, and the steps, as certificates list them."""
        return self.opener, self.cost, self.steps

    def to_dataframe(self) -> pd.DataFrame:
        """Return the hidden words with their guesses as a data frame of pandas; UsageError without pandas."""
        return data_frame([{"word": word, "guesses": count} for word, count in self.guesses.items()])


def replay(question: TotalQuestion, steps: Sequence[str]) -> Strategy:
    """Return the strategy that `steps` of a search stand for.

    Raises:
        AssertionError: they are none, or it loses words that mustn't be lost: a bug.
    """
    history, hidden, left = question.history, question.hidden, question.guesses_left
    try:
        nodes = tuple(walk(steps, hidden, history, scoring=question.variant.scoring))
    except ValueError as error:
        message = f"the search's strategy is none: {error}"
        raise AssertionError(message) from error
    past = len(history)
    guesses = {
        node.guess: len(node.history) - past + 1
        for node in nodes
        if node.cells[-1][0] == question.variant.scoring.win
    }
    weights = question.goal.weights_of(hidden)
    cost, missed = 0, 0
    for word, weight in zip(hidden, weights, strict=True):
        late = left is not None and guesses[word] > left
        price = question.goal.price(None if late else guesses[word])
        if price is None:
            message = f"the search's strategy finds {word!r} too late"
            raise AssertionError(message)
        cost += weight * price
        missed += late
    found_after = Counter(guesses.values())
    in_time = {count: words for count, words in found_after.items() if left is None or count <= left}
    return Strategy(
        opener=nodes[0].guess,
        steps=tuple(steps),
        cost=cost,
        missed=missed,
        distribution=figures_of(in_time).distribution,
        figures=figures_of({past + count: words for count, words in found_after.items()}),
        replies=second_guesses(nodes, history) if left is None or left > 1 else (),
        guesses={word: guesses[word] for word in hidden},
    )
