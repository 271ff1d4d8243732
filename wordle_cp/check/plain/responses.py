"""Sets of guesses as whole numbers: bit i of a number stands for guess i of the list.

What a rule demands of every guess is so asked of all guesses at once, with `&` and `|` on numbers as long as
the list. Of what else is here only `codes` and `shown` are about speed.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from functools import cached_property
from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

KEPT_BYTES = 2**27
"""How much is kept of what could be computed again; then the oldest goes."""

FEW = 3
"""Words of which the numbers aren't looked up."""

# (a, 2): green a in place 2, from 0; (a, -2): a twice at least, with (a, -1)
Fact = tuple[str, int]


def facts(greens: str, letters: str) -> list[Fact]:
    """Return the facts of a restriction: its greens, and each letter once, twice, up to its number."""
    places = [(letter, place) for place, letter in enumerate(greens) if letter != "."]
    return places + [(letter, -n) for letter in set(letters) for n in range(1, letters.count(letter) + 1)]


def ones(number: int) -> Iterator[int]:
    """Yield the powers of two that `number` is the sum of, ascending."""
    while number:
        low = number & -number
        yield low
        number ^= low


class Kept(dict[tuple[int, ...], int]):
    """Numbers of `bits` bits by their keys, the newest ones, as many as there is room for."""

    def __init__(self, bits: int) -> None:
        """Make room for KEPT_BYTES."""
        super().__init__()
        self.room = max(1, KEPT_BYTES // (300 + bits // 7))

    def __setitem__(self, key: tuple[int, ...], value: int) -> None:
        """Keep `value`; forget the oldest one if there is no room."""
        if len(self) >= self.room:
            del self[next(iter(self))]
        super().__setitem__(key, value)


class Responses:
    """The responses that the guesses of a list give: here to words.

    A *fact* of a word is a letter in its place, or a letter with a number of times that it has it at least.
    Each fact has a bit; `own[i]` are the facts of word i.

    *Two words give a guess the same response exactly if it has the same facts in common with both.* Proof. A
    tile is green exactly where guess and hidden word agree: where they have a fact in common that is about
    that place. If a letter is m times in the guess and n times in the hidden word, min(m, n) of its tiles are
    coloured: as many as the words have facts in common about its number. The greens among these are known,
    the others are the first ones from the left that aren't green. So the common facts determine the response.
    Conversely the response shows the green tiles, and of each letter the number of coloured ones. QED

    So all words of a set give a guess one response exactly if it has no fact that some of the words have and
    others don't.
    """

    def __init__(self, guesses: Sequence[str]) -> None:
        """Take the list of guesses."""
        self.everyone = (1 << len(guesses)) - 1
        self.bit_of: dict[Fact, int] = {}
        self.size, self.own = len(guesses), [self.number_of(word, word) for word in guesses]
        self.having: defaultdict[int, int] = defaultdict(int)  # by the bit of a fact: who has it
        for place, own in enumerate(self.own):
            for bit in ones(own):
                self.having[bit] |= 1 << place

    def number_of(self, greens: str, letters: str) -> int:
        """Return facts as a number; see `facts`."""
        return sum(self.bit_of.setdefault(fact, 1 << len(self.bit_of)) for fact in facts(greens, letters))

    def own_of(self, place: int) -> int:
        """Return the facts of the word at `place`."""
        return self.own[place]

    def with_all(self, fixed: int) -> int:
        """Return the guesses that have all facts of `fixed`."""
        found = self.everyone
        for bit in ones(fixed):
            found &= self.having.get(bit, 0)
        return found

    def alike(self, some: int, every: int) -> int:
        """Return the guesses to which all words of a set give one response.

        `some` are the facts that some word has, `every` those that every word has.
        """
        splitting = 0
        for bit in ones(some & ~every):
            splitting |= self.having.get(bit, 0)
        return self.everyone & ~splitting

    def listed(self, guesses: int) -> list[int]:
        """Return the places of `guesses`, ascending."""
        return list(compress(range(self.size), map("1".__eq__, reversed(bin(guesses)))))

    def keys(self, guesses: Iterable[int], places: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield what separates the words at `places`: for each guess a key for each word.

        Words have the same key if they give the guess the same response. Guesses that divide the words in one
        way may be answered once.
        """
        own, varying = [self.own[place] for place in places], self.varying(places)
        for seen in {self.own[guess] & varying for guess in guesses}:
            yield tuple([seen & facts_of_word for facts_of_word in own])

    def about(self, places: Sequence[int]) -> None:
        """Say of which words somebody will ask how they respond to guesses: those at `places`."""
        self._asked, self._column = places, {place: column for column, place in enumerate(places)}

    @cached_property
    def _numbered(self) -> Sequence[Sequence[int]]:
        """A number for each guess and word that is asked of; words have the same if they respond the same."""
        asked: list[int] = [self.own[place] for place in self._asked]
        rows: list[Sequence[int]] = []
        for own in self.own:
            numbers: dict[int, int] = {}
            row = [numbers.setdefault(own & facts_of_word, len(numbers)) for facts_of_word in asked]
            bits = (len(numbers) - 1).bit_length()
            rows.append(bytes(row) if bits <= 8 else array("H" if bits <= 16 else "L", row))
        return rows

    def given(self, places: Sequence[int]) -> Callable[[Iterable[int]], Iterator[tuple[int, ...]]]:
        """Return what gives each guess's numbers for the words at `places`, and that of the first one again.

        (Of one place alone `itemgetter` would give no tuple.) For a few words alone no table is made.
        """
        if len(places) <= FEW and "_numbered" not in vars(self):
            words = [self.own[place] for place in (*places, places[0])]
            return lambda guesses: (tuple([self.own[guess] & word for word in words]) for guess in guesses)
        columns = itemgetter(*[self._column[place] for place in (*places, places[0])])
        return lambda guesses: map(columns, map(self._numbered.__getitem__, guesses))

    def some(self, places: Iterable[int]) -> int:
        """Return the facts that some of the words have."""
        found = 0
        for place in places:
            found |= self.own[place]
        return found

    def varying(self, places: Sequence[int]) -> int:
        """Return the facts that some of the words have, and others don't."""
        every = -1
        for place in places:
            every &= self.own[place]
        return self.some(places) & ~every

    def cells(self, guess: int, places: Iterable[int]) -> dict[int, list[int]]:
        """Return the words at `places` by what the response to `guess` reveals: the facts in common."""
        found: dict[int, list[int]] = {}
        own = self.own[guess]
        for place in places:
            found.setdefault(own & self.own[place], []).append(place)
        return found


class SlotResponses(Responses):
    """The responses of which each tile looks at its own letter alone.

    *Two words give a guess the same response exactly if it has the same facts in common with both*, where the
    facts of a word are its letters in their places, and each of its letters once. Proof. A tile is green
    exactly if guess and hidden word have the fact in common that is about its place, and coloured exactly if
    they have that in common that the letter is there. QED
    """

    def number_of(self, greens: str, letters: str) -> int:
        """Return facts as a number: of letters only whether they are there."""
        return super().number_of(greens, "".join(set(letters)))
