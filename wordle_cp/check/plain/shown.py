"""What guesses show on sets of words, the most of it without a look at each guess.

A guess *shows* on a set of words what the heaviest words of its cells weigh together, and its own weight more
if it is one of them. Where words have no weights, each weighs 1: that is the number of different responses,
and one more. For example TRACE has the responses BGBBG, BYBBB, GBBYB to the words PRIDE, FIORD, TUNIC: it
shows 3 on these. PRIDE separates them, too, and shows 4.

*No guess shows more on a part of a set.* Proof. Each cell of the part lies in one of the set, and no two in
the same one; the heaviest word of a cell weighs no less than that of a part of it. QED

*A guess that is none of the words shows no more than they weigh together.* Proof. The heaviest words of
different cells are different words. QED

So to find what guesses show most on a part of a set, first the words of the part are looked at, then the
other guesses in descending order of what they show on the set. Once that, or what the part weighs, is no more
than what some guess was found to show on the part, no other guess shows more there.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .responses import Responses

    LookAt = Callable[["Words"], "Look"]
    Look = Callable[[Iterable[int]], Iterator[int]]  # what guesses show, their own weights left out

Words = tuple[int, ...]  # places in the list of guesses, ascending


def showing(words: Words, responses: Responses, weight: Mapping[int, int] | None) -> Look:
    """Return what says how much guesses show on `words`, their own weights left out.

    `weight` is None where each word weighs 1.
    """
    if weight is None:
        given = responses.given(words)
        return lambda guesses: map(len, map(set, given(guesses)))
    ascending = sorted(words, key=weight.__getitem__)
    given, weights = responses.given(ascending), [weight[word] for word in ascending]

    def look(guesses: Iterable[int]) -> Iterator[int]:
        for answer in given(guesses):
            heaviest = dict(zip(answer, weights, strict=False))  # the last word of a cell stays
            yield sum(heaviest.values())

    return look


class Shown:
    """What each of some guesses shows on a set of words: `groups` has numbers, and who shows as much."""

    def __init__(self, look_at: LookAt, own: Mapping[int, int], words: Words, guesses: Sequence[int]) -> None:
        """Look at each of `guesses`; `own` says what a word shows more if it is the guess."""
        self._look_at, self._own = look_at, own
        among, found = set(words), dict[int, "array[int]"]()
        for guess, number in zip(guesses, look_at(words)(guesses), strict=True):
            more = own[guess] if guess in among else 0
            found.setdefault(number + more, array("I")).append(guess)
        self.groups = [(number, found[number]) for number in sorted(found, reverse=True)]

    def most(self) -> int:
        """Return the most that one of the guesses shows; -1 if there is none."""
        return self.groups[0][0] if self.groups else -1

    def beyond(self, least: float) -> list[int]:
        """Return the guesses that show more than `least`, ascending."""
        return sorted(guess for number, group in self.groups if number > least for guess in group)

    def most_on(self, part: Words, weight: int, permitted: Sequence[int] | None) -> int:
        """Return the most that a guess shows on a part of the set, which weighs so much; -1 if there is none.

        Only guesses of the table count that are `permitted`, or all of them if that is None. The words of the
        part are among the guesses of the table if they are permitted.
        """
        look = self._look_at(part)
        own = [word for word in part if permitted is None or permitted[word]]
        best = max((n + self._own[word] for word, n in zip(own, look(own), strict=True)), default=-1)
        for number, group in self.groups:
            if number <= best or weight <= best:
                break
            guesses = group if permitted is None else [guess for guess in group if permitted[guess]]
            best = max(best, *look(guesses), -1)
        return best
