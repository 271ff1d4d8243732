"""Where two strategies of one game part, and what it costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_cp.errors import UsageError
from wordle_cp.views.strategies.branches import Branch, TreeNode, branches_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class Parting:
    """A history up to which the strategies guess the same, and after which they don't.

    The nodes there are `first` and `second`. Of the words left the second strategy finds `earlier` with fewer
    guesses than the first one, and `later` with more.
    """

    first: TreeNode
    second: TreeNode
    earlier: int
    later: int

    @property
    def history(self) -> History:
        """What both strategies played."""
        return self.first.history

    @property
    def hidden_count(self) -> int:
        """How many words are left."""
        return self.first.hidden_count

    @property
    def cost(self) -> int:
        """How many guesses more the second strategy takes here."""
        return self.second.total - self.first.total


@dataclass(frozen=True, slots=True)
class StrategyDiff:
    """How the `second` strategy differs from the `first` one.

    `partings` are in the order of the tree, responses in that of `branches.order_of`; their costs add up to
    `cost`. `shifts` says how many hidden words take how many guesses more with the second strategy: pairs
    (guesses, words), ascending, words that take as many included.
    """

    first: CheckedStrategy
    second: CheckedStrategy
    partings: tuple[Parting, ...]
    shifts: tuple[tuple[int, int], ...]

    @property
    def cost(self) -> int:
        """How many guesses more the second strategy takes in all."""
        return self.second.claim.total_guesses - self.first.claim.total_guesses

    @property
    def earlier(self) -> int:
        """Hidden words that the second strategy finds with fewer guesses."""
        return sum(words for guesses, words in self.shifts if guesses < 0)

    @property
    def later(self) -> int:
        """Hidden words that the second strategy finds with more guesses."""
        return sum(words for guesses, words in self.shifts if guesses > 0)


def compare_strategies(first: CheckedStrategy, second: CheckedStrategy) -> StrategyDiff:
    """Return where `second` parts from `first`, and what that costs.

    Raises:
        UsageError: they are strategies of different games, or of different positions.
    """
    _demand_one_game(first.certificate.head, second.certificate.head)
    partings: list[Parting] = []
    shifts: Counter[int] = Counter()
    apart = 0
    for one, other in _parted(branches_of(first), branches_of(second)):
        found, again = one.guesses(), other.guesses()
        moved = Counter(again[word] - number for word, number in found.items())
        shifts += moved
        apart += len(found)
        partings.append(
            Parting(
                first=one,
                second=other,
                earlier=sum(words for guesses, words in moved.items() if guesses < 0),
                later=sum(words for guesses, words in moved.items() if guesses > 0),
            )
        )
    shifts[0] += len(first.hidden_set) - apart
    return StrategyDiff(first, second, tuple(partings), tuple(sorted((+shifts).items())))


def _parted(first: Branch, second: Branch) -> Iterator[tuple[Branch, Branch]]:
    """Yield the pairs of nodes with one history where the guesses differ for the first time."""
    stack = [(first, second)]
    while stack:
        one, other = stack.pop()
        if one.guess != other.guess:
            yield one, other
        else:  # the same words are left and the same guess is made, so the responses are the same
            stack.extend(zip(reversed(one.children), reversed(other.children), strict=True))


def _demand_one_game(first: Head[Any], second: Head[Any]) -> None:
    """Raise a UsageError that names what differs, unless both are about one position of one game."""
    ours, theirs = _game(first), _game(second)
    for what, one in ours.items():
        if one != theirs[what]:
            message = f"strategies of different games can't be compared; {what}: {one} and {theirs[what]}"
            raise UsageError(message)


def _game(head: Head[Any]) -> dict[str, str]:
    """Return what makes the game and the position of a claim, each part as people may read it."""
    game = head.game
    return {
        "word length": str(game.word_length),
        "feedback": game.scoring.feedback.name,
        "mode": game.mode,
        "guesses": f"{game.guesses.count} words with SHA-256 {game.guesses.sha256}",
        "hidden words": f"{game.hidden.count} words with SHA-256 {game.hidden.sha256}",
        "after": game.scoring.format_history(head.claim.history) or "the start",
    }
