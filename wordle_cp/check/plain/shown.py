"""What guesses show on sets of words, the most of it without a look at each guess.

A guess *shows* on a set of words what the heaviest words of its cells weigh together, and its own weight more
if it is one of them. Where words have no weights, each weighs 1: that is the number of different responses,
and one more.

*No guess shows more on a part of a set.* Proof. Each cell of the part lies in one of the set, and no two in
the same one; the heaviest word of a cell weighs no less than that of a part of it. QED

So guesses are looked at in descending order of what they show on a larger set. Once that is no more than what
some guess was found to show on the part, no other guess shows more there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .responses import Responses

    Look = Callable[[int], int]  # what a guess shows
    LookAt = Callable[["Words"], Look]  # the same, by the set of words on which it does

Words = tuple[int, ...]  # places in the list of guesses, ascending


def showing(words: Words, responses: Responses, weight: Mapping[int, int] | None) -> Look:
    """Return what tells what a guess shows on `words`; `weight` is None where each word weighs 1."""
    own = set(words)
    if weight is None:
        count = responses.counter(words)
        return lambda guess: count(guess) + (guess in own)

    def weigh(guess: int) -> int:
        cells = responses.cells(guess, words).values()
        return (weight[guess] if guess in own else 0) + sum(
            max(weight[word] for word in cell) for cell in cells
        )

    return weigh


class Shown:
    """What each guess shows on a set: what it was found to show, or at most what it shows on a larger set."""

    def __init__(self, look_at: LookAt, words: Words, size: int, above: Shown | None) -> None:
        """Begin with what the `size` guesses show on the larger set `above`; None if nothing is known."""
        self._look_at, self._look, self._found = look_at, look_at(words), set[int]()
        self._sorted, self._above = above is None, above
        self.bounds: list[float] = [float("inf")] * size if above is None else above.bounds.copy()
        self._order = list(range(size)) if above is None else above.order

    @property
    def order(self) -> list[int]:
        """The guesses, in descending order of what they show at most."""
        if not self._sorted:
            self._order, self._sorted = sorted(self._order, key=self.bounds.__getitem__, reverse=True), True
        return self._order

    def by(self, guess: int) -> float:
        """Return what `guess` shows."""
        if guess not in self._found:
            self._found.add(guess)
            self.bounds[guess], self._sorted = self._look(guess), False
        return self.bounds[guess]

    def most(self, guesses: Sequence[int] | None) -> float:
        """Return the most that one of `guesses` shows, or any guess if they are None; -1 if there is none."""
        best: float = -1
        for guess in self.order:
            if self.bounds[guess] <= best:
                break
            allowed = guesses is None or guesses[guess]
            if allowed and (self._above is None or self._above.by(guess) > best):
                best = max(best, self.by(guess))
        return best

    def most_on(self, part: Words, guesses: Sequence[int] | None) -> float:
        """Return the same on a part of the set."""
        look, best = self._look_at(part), float(-1)
        for guess in self.order:
            if self.bounds[guess] <= best:
                break
            if guesses is None or guesses[guess]:
                best = max(best, look(guess))
        return best

    def beyond(self, least: float, guesses: Sequence[int] | None) -> list[int]:
        """Return those of `guesses` that show more than `least`, ascending."""
        found = []
        for guess in self.order:
            if self.bounds[guess] <= least:
                break
            if (guesses is None or guesses[guess]) and self.by(guess) > least:
                found.append(guess)
        return sorted(found)
