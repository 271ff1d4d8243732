"""Strategies in memory: the walk through the tree that a preorder of guesses stands for.

Used by what writes certificates and shows them. The checker has a replay of its own, so that no mistake
made here can reach its verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.errors import brief
from wordle_cp.rules.letters import Word, alphabet_of
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class StrategyNode:
    """One node of a strategy tree.

    After `history` the hidden words `hidden_set` are left and `guess` is made. `cells` is the partition of
    `hidden_set` by `guess`: pairs (pattern, words), patterns ascending, all-green included.
    """

    history: History
    hidden_set: tuple[str, ...]
    guess: str
    cells: tuple[tuple[int, tuple[str, ...]], ...]

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of a strategy; guesses count from the start of the game, its history included."""

    hidden_count: int
    total_guesses: int
    distribution: tuple[int, ...]

    __repr__ = brief()


def _of_words(words: Sequence[str]) -> Scoring:
    """Return the scoring of `words`; codes have theirs with them."""
    if words and isinstance(words[0], Word):
        return WordScoring(len(words[0]), alphabet_of(words))
    game = WordScoring(len(words[0]) if words else 1)
    if words and not game.is_word(words[0]):
        message = f"{words[0]!r} is no word, and nothing says what code it is"
        raise ValueError(message)
    return game


def consistent_words(
    hidden: Sequence[str], history: History, scoring: Scoring | None = None
) -> tuple[str, ...]:
    """Return the words of `hidden` that explain every pattern of `history`, in their order.

    `scoring` says what a pattern is; without it the game is Wordle, here and below.
    """
    game = scoring or _of_words(hidden)
    return tuple(word for word in hidden if game.is_consistent(word, history))


def walk(
    steps: Iterable[str],
    hidden_set: Sequence[str],
    history: History = (),
    *,
    leaves: bool = True,
    scoring: Scoring | None = None,
) -> Iterator[StrategyNode]:
    """Yield the nodes of a strategy in preorder.

    `steps` is the preorder of the guesses at sets of two or more words; `hidden_set` are the words left
    after `history`. Without `leaves` the nodes of a single word, where it is guessed, are left out, but for
    the root.

    Raises:
        ValueError: there are fewer or more steps than the tree needs.
    """
    remaining = iter(steps)
    game = scoring or _of_words(hidden_set)
    stack = [(history, tuple(hidden_set))] if hidden_set else []
    while stack:
        past, words = stack.pop()
        guess = words[0] if len(words) == 1 else next(remaining, None)
        if guess is None:
            message = f"the strategy ends where {len(words)} words are left"
            raise ValueError(message)
        node = StrategyNode(past, words, guess, partition(guess, words, game))
        yield node
        stack.extend(
            ((*past, (guess, pattern)), cell)
            for pattern, cell in reversed(node.cells)
            if pattern != game.win and (leaves or len(cell) > 1)
        )
    if next(remaining, None) is not None:
        message = "the strategy goes on where no word is left"
        raise ValueError(message)


def partition(
    guess: str, words: Sequence[str], scoring: Scoring | None = None
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the cells of `words` under `guess`: pairs (pattern, words) by ascending pattern."""
    game = scoring or _of_words((guess,))
    cells: dict[int, list[str]] = {}
    for word in words:
        cells.setdefault(game.score(guess, word), []).append(word)
    return tuple((pattern, tuple(cells[pattern])) for pattern in sorted(cells))


def in_turn(guesses: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return the steps of the strategy for `words` that plays `guesses` in turn, whatever the responses.

    One that tells nothing of the words left is left out; after the last one these are guessed in turn.
    """
    steps: list[str] = []
    stack = [(tuple(words), 0)]
    while stack:
        live, played = stack.pop()
        if len(live) == 1:
            continue
        telling = (place for place in range(played, len(guesses)) if len(partition(guesses[place], live)) > 1)
        place = next(telling, len(guesses))
        guess = guesses[place] if place < len(guesses) else live[0]
        steps.append(guess)
        cells = [cell for _, cell in partition(guess, live) if cell != (guess,)]
        stack.extend((cell, place + 1) for cell in reversed(cells))
    return tuple(steps)


def figures(
    steps: Iterable[str],
    hidden_set: Sequence[str],
    history: History = (),
    scoring: Scoring | None = None,
) -> Figures:
    """Return the numbers of a strategy; arguments and errors as for `walk`."""
    found_after: dict[int, int] = {}
    game = scoring or _of_words(hidden_set)
    for node in walk(steps, hidden_set, history, leaves=False, scoring=game):
        count = len(node.history) + 1
        for pattern, cell in node.cells:
            if pattern == game.win:
                found_after[count] = found_after.get(count, 0) + 1
            elif len(cell) == 1:
                found_after[count + 1] = found_after.get(count + 1, 0) + 1
    return figures_of(found_after)


def figures_of(found_after: Mapping[int, int]) -> Figures:
    """Return the numbers of a strategy that finds ``found_after[c]`` hidden words with guess number c."""
    return Figures(
        hidden_count=sum(found_after.values()),
        total_guesses=sum(count * words for count, words in found_after.items()),
        distribution=tuple(found_after.get(count, 0) for count in range(1, max(found_after, default=0) + 1)),
    )
