"""Claims about guesses that are fixed in advance, checked by docs/certificates alone.

Sets of guesses are whole numbers, as in `responses`: bit i stands for guess i of the list.
"""

from collections import Counter
from typing import NamedTuple

from .codes import Numbers
from .game import PlainGame
from .verdict import demand, expect


class Attempt(NamedTuple):
    """A number of guesses, all of them among those `allowed`, is to split the groups that are left."""

    guesses: int
    left: frozenset[int]
    allowed: int
    tried: str = ""


class PlainFixed(PlainGame):
    """Certificates that some fixed guesses always leave few words, or that none of their number do."""

    def claim(self) -> None:
        """Take the claim."""
        self.verdict, count = self.take("claim fixed (possible|impossible) (N)")
        self.count = self.number(count, 0, 255)
        self.depth = 255

    def prove(self) -> None:
        """Demand what the page says of this claim."""
        demand(self.mode == "normal", "normal mode")
        most = self.number(self.take("leave (N)")[0], 1)
        start = self.take("start (W(?: W)*)", "")[0].split()
        expect(len(start) <= self.count, f"{self.count} words of start at most")
        demand({*start} <= self.place_of.keys(), "guesses of the list that come first")
        demand(self.number(self.take("covered (N)")[0], 1) == len(self.left), f"covered {len(self.left)}")
        if self.verdict == "impossible":
            self._refute(most + 1, start)
            return
        guesses = [self.take("(W)")[0] for _ in range(self.count)]
        self.end()
        demand({*guesses} <= self.place_of.keys(), "guesses of the list")
        demand(guesses[: len(start)] == start, "guesses that begin as claimed")
        cells = Counter(tuple(self.score(guess, word) for guess in guesses) for word in self.left)
        demand(max(cells.values()) <= most, f"at most {most} words left, not {max(cells.values())}")

    def _refute(self, size: int, start: list[str]) -> None:
        """Demand that each attempt fails."""
        count = self.number(self.take("groups (N)")[0], 1, 10**5)
        moves = self.number(self.take("moves (N)")[0], 1)
        steps = len(self.place_of) * count * (moves + size)
        demand(steps <= 2**40, "2^40 steps at most")
        groups = (self.take("group (W(?: W)*)")[0].split() for _ in range(count))
        self.splitting = [self._group(words, size) for words in groups]
        left = self.unsplit(frozenset(range(count)), start)
        attempts = [Attempt(self.count - len(start), left, self.responses.everyone)]
        for _ in range(moves):
            keyword, rest = self.take("(try|weigh|fail) (.*)")
            demand(attempts, "no move after the last attempt has failed")
            attempt = attempts.pop()
            if keyword == "try":
                expect(self.is_word(rest), "a word")
                demand(rest in self.place_of and attempt.guesses, "a guess of the list, and one left")
                fewer, unsplit = attempt.guesses - 1, self.unsplit(attempt.left, [rest])
                attempts += attempt, Attempt(fewer, unsplit, attempt.allowed, rest)
            elif keyword == "weigh":
                attempts.append(self._weighed(attempt, rest.split(" ")))
            else:
                group = self.number(rest, 0, count - 1)
                demand(group in attempt.left, "a group that is left")
                splitting = self.splitting[group] & attempt.allowed
                demand(not (attempt.guesses and splitting), f"no guess that splits group {group}")
                if attempts:
                    attempts.append(self._without(attempts.pop(), attempt.tried))
        demand(not attempts, "that all attempts fail")

    def _group(self, words: list[str], size: int) -> int:
        """Return the guesses that split a group."""
        expect(len(words) == size, f"{size} words")
        demand(len({*words}) == size and {*words} <= self.left, "different words that agree with the history")
        own = [self.responses.own_of(self.place_of[word]) for word in words]
        some, every = 0, own[0]
        for facts in own:
            some, every = some | facts, every & facts
        return self.responses.everyone & ~self.responses.alike(some, every)

    def unsplit(self, groups: frozenset[int], guesses: list[str]) -> frozenset[int]:
        """Return those of `groups` that none of the guesses splits."""
        bits = sum(1 << self.place_of[guess] for guess in {*guesses})
        return frozenset(group for group in groups if not self.splitting[group] & bits)

    def _weighed(self, attempt: Attempt, texts: list[str]) -> Attempt:
        """Return the attempt without guesses that split too little."""
        last, weights = -1, dict[int, int]()
        for text in texts:
            number, times, weight = text.partition("*")
            expect(times, "groups with weights")
            last = self.number(number, last + 1, len(self.splitting) - 1)
            weights[last] = self.number(weight, 1)
        demand(weights.keys() <= attempt.left and attempt.guesses, "groups that are left, and a guess left")
        total = sum(weights.values())
        weighed = Numbers(self.responses.everyone, total.bit_length())
        for group, one in weights.items():
            for bit in range(one.bit_length()):
                if one >> bit & 1:
                    weighed.add(self.splitting[group] & attempt.allowed, bit)
        least = total - (attempt.guesses - 1) * weighed.most()
        return attempt._replace(allowed=attempt.allowed & at_least(weighed, least))

    def _without(self, attempt: Attempt, tried: str) -> Attempt:
        """Return the attempt without the guess that was tried in vain, and those that split nothing more."""
        more = 0
        for group in self.unsplit(attempt.left, [tried]):
            more |= self.splitting[group]
        return attempt._replace(allowed=attempt.allowed & more)


def at_least(numbers: Numbers, least: int) -> int:
    """Return the guesses whose number is `least` or more."""
    if least >> len(numbers.bits) > 0:
        return 0
    same, more = numbers.everyone, numbers.everyone if least < 0 else 0
    for bit, guesses in reversed([*enumerate(numbers.bits)]):
        if least >> bit & 1:
            same &= guesses
        else:
            more |= same & guesses
            same &= ~guesses
    return same | more
