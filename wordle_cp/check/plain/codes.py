"""Codes, each of which may be guessed and hidden: what they tell, asked of all codes at once.

As in `responses` a number stands for a set of codes: bit i of it for code i of the list.
"""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from .responses import KEPT_BYTES, Fact, Responses, facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .feedback import Counted
    from .shown import Words

FEW = 20
"""Where no more codes are left, each is tried as a guess, before all guesses are counted."""


class Numbers:
    """A number for each guess, in binary: `bits[k]` are the guesses that have bit k in their number.

    All guesses are counted together, with as many steps as the numbers have bits.
    """

    def __init__(self, everyone: int, size: int, start: int = 0) -> None:
        """Begin with `start` for each guess; no number ever has more than `size` bits."""
        self.everyone, self.bits = everyone, [everyone if start >> bit & 1 else 0 for bit in range(size)]

    def add(self, guesses: int, bit: int = 0) -> None:
        """Add 2**bit to the number of each of `guesses`."""
        bits = self.bits
        while guesses:
            bits[bit], guesses, bit = bits[bit] ^ guesses, bits[bit] & guesses, bit + 1

    def equal(self, number: int) -> int:
        """Return the guesses that have this number."""
        found = self.everyone
        for bit, guesses in enumerate(self.bits):
            found &= guesses if number >> bit & 1 else ~guesses
        return found

    def most(self) -> int:
        """Return the largest number."""
        number, found = 0, self.everyone
        for bit in reversed(range(len(self.bits))):
            if found & self.bits[bit]:
                number, found = number | 1 << bit, found & self.bits[bit]
        return number


class PegResponses(Responses):
    """The responses that are made of black pegs, and of pegs of both kinds: to codes, or to words.

    Responses are numbered as they come up, with few pegs first.

    The facts of a code are those of a word. *Two codes have as many black pegs as facts in common that are
    about a place, and as many pegs of both kinds as facts in common that are about a number.* Proof. A black
    peg is a colour that both have in one place. If one code has a colour m times and the other one n times,
    these make min(m, n) pegs: as many as they have facts in common about its number. QED

    The sets of codes that nodes are about are given by the codes that some, and all, of the words are. So the
    only fact of a code is there that it is this code.
    """

    def __init__(self, guesses: Sequence[str], told: Counted) -> None:
        """Take the list of codes, and what says the response."""
        length = len(guesses[0])
        self._number = dict[str, int]()
        self._number_of = {
            (black, both): self._number.setdefault(told(black, both, length), len(self._number))
            for both in range(length + 1)
            for black in range(both + 1)
        }
        self.everyone, self.size, self.codes = (1 << len(guesses)) - 1, len(guesses), guesses
        self._having, self._answers, self._rows = (
            dict[Fact, int](),
            dict[str, dict[int, int]](),
            dict[int, bytes](),
        )

    def own_of(self, place: int) -> int:
        """Return the one fact of the code at `place`."""
        return 1 << place

    def with_all(self, fixed: int) -> int:
        """Return all guesses: codes have normal mode only, in which nothing is fixed."""
        if fixed:
            message = "nothing is fixed"
            raise ValueError(message)
        return self.everyone

    def _who_has(self, fact: Fact) -> int:
        """Return the codes that have a fact."""
        if fact not in self._having:
            colour, place = fact
            has = (
                code[place] == colour if place >= 0 else code.count(colour) >= -place for code in self.codes
            )
            self._having[fact] = int("0" + "".join(["01"[one] for one in has][::-1]), 2)
        return self._having[fact]

    def count(self, groups: Sequence[int]) -> Numbers:
        """Return in how many of `groups` each guess is."""
        numbers = Numbers(self.everyone, len(groups).bit_length())
        for guesses in groups:
            numbers.add(guesses)
        return numbers

    def answers(self, code: str) -> dict[int, int]:
        """Return the codes of the list by their responses to `code`, which need not be in the list."""
        if code not in self._answers:
            named = facts(code, ""), facts("", code)
            blacks, boths = (self.count([*map(self._who_has, some)]) for some in named)
            found = dict[int, int]()
            for (black, both), number in self._number_of.items():
                if some := blacks.equal(black) & boths.equal(both):
                    found[number] = found.get(number, 0) | some
            if len(self._answers) >= max(2, KEPT_BYTES // (len(found) * (self.size // 7 + 100))):
                del self._answers[next(iter(self._answers))]
            self._answers[code] = found
        return self._answers[code]

    def agreeing(self, places: Words, history: Iterable[tuple[str, str]]) -> Words:
        """Return which of the codes at `places` agree with `history`."""
        found = sum(1 << place for place in places)
        for code, response in history:
            found &= self.answers(code).get(self._number[response], 0)
        return tuple(self.listed(found))

    def row(self, place: int) -> bytes:
        """Return the response between a code and each one."""
        if place not in self._rows:
            if len(self._rows) >= max(2, KEPT_BYTES // self.size):
                del self._rows[next(iter(self._rows))]
            row = 0
            for response, codes in self.answers(self.codes[place]).items():
                digits = f"{codes:0{self.size}b}".encode()
                row |= int.from_bytes(digits.translate(bytes.maketrans(b"01", bytes((0, response)))))
            self._rows[place] = row.to_bytes(self.size, "little")
        return self._rows[place]

    def alike(self, some: int, every: int) -> int:
        """Return the guesses to which all codes of a set give one response."""
        if some == every:
            return self.everyone
        first, *others = self.listed(some)
        found = self.answers(self.codes[first])
        for other in others:
            given = self.answers(self.codes[other])
            found = {
                response: both
                for response, codes in found.items()
                if (both := codes & given.get(response, 0))
            }
        return sum(found.values())

    def keys(self, guesses: Iterable[int], places: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the responses of the codes at `places` to each guess."""
        rows = [self.row(place) for place in places]
        for guess in guesses:
            yield tuple([row[guess] for row in rows])

    def about(self, places: Sequence[int]) -> None:
        """Do nothing: each code is asked of."""

    def given(self, places: Sequence[int]) -> Callable[[Iterable[int]], Iterator[tuple[int, ...]]]:
        """Return what gives the responses of the codes at `places` to guesses, and the first one's again."""
        columns = itemgetter(*places, places[0])
        return lambda guesses: map(columns, map(self.row, guesses))

    def beyond(self, size: int, places: Sequence[int], least: int) -> int:
        """Return the guesses whose cells of the codes at `places` have `least` codes or more beyond `size`.

        That is in all: a cell of n codes has n - `size` beyond it, or none. The numbers are counted in binary
        for all guesses together. They begin below a power of two by what is asked, so that they have its bit
        when they reach it; the bits below are what is more.
        """
        high, top = (max(len(places), most).bit_length() for most in (size, least))
        total, given = Numbers(self.everyone, top + 1, (1 << top) - least), dict[int, Numbers]()
        for place in places:
            for response, guesses in self.answers(self.codes[place]).items():
                if response not in given:
                    given[response] = Numbers(self.everyone, high + 1, (1 << high) - size)
                given[response].add(guesses)
        for numbers in given.values():
            for bit, guesses in enumerate(numbers.bits[:high]):
                total.add(guesses & numbers.bits[high], bit)
        return total.bits[top]

    def cells(self, guess: int, places: Iterable[int]) -> dict[int, list[int]]:
        """Return the codes at `places` by their responses to `guess`."""
        found: dict[int, list[int]] = {}
        row = self.row(guess)
        for place in places:
            found.setdefault(row[place], []).append(place)
        return found


class ShownOfCodes:
    """What each guess shows on a set of codes, counted for all guesses together; see `shown.Shown`.

    Each code weighs 1. No guess is forbidden: codes have normal mode only.
    """

    def __init__(self, responses: PegResponses, codes: Words, *, own: bool) -> None:
        """Take the set; `own` says that a guess that is one of the codes shows one more."""
        self._responses, self._codes, self._own = responses, codes, own

    @cached_property
    def _numbers(self) -> Numbers:
        """What each guess shows."""
        given: dict[int, int] = {}
        for place in self._codes:
            for response, guesses in self._responses.answers(self._responses.codes[place]).items():
                given[response] = given.get(response, 0) | guesses
        own = sum(1 << place for place in self._codes) if self._own else 0
        return self._responses.count([*given.values(), own])

    def most(self) -> int:
        """Return the most that a guess shows; none shows more than one of the codes that separates all."""
        codes, given = self._codes, self._responses.given(self._codes)
        if self._own and len(codes) <= FEW and len(codes) in map(len, map(set, given(codes))):
            return len(codes) + 1
        return self._numbers.most()

    def most_on(self, part: Words, _weight: object, _permitted: object) -> int:
        """Return the most that a guess shows on a part of the set."""
        return ShownOfCodes(self._responses, part, own=self._own).most()

    def beyond(self, least: float) -> list[int]:
        """Return the guesses that show more than `least`, ascending."""
        numbers = range(int(max(-1, least)) + 1, 1 << len(self._numbers.bits))
        return self._responses.listed(sum(map(self._numbers.equal, numbers)))
