"""Claims about intervals of words missed, checked by docs/certificates alone."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from .missed import PlainMissed
from .verdict import demand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .depth import Fixed, Node


class PlainPacking(PlainMissed):
    """Certificates of intervals of words missed."""

    def claim(self) -> None:
        """Take the claim."""
        low, high = self.take("claim missed between (N) (N)")
        self.high = self.number(high, 0)
        self.low = self.number(low, 0, self.high)
        self.depth = 255

    def prove(self) -> None:
        """Demand what the conclusion says."""
        demand(self.mode != "ultrahard", "normal or hard mode")
        within = self.number(self.take("within (N)")[0], 1, 255)
        among = self.among()
        covered, steps, count, sets = [
            self.take(f"{key} (N)")[0] for key in ("covered", "steps", "nodes", "sets")
        ]
        lemmas = self.take("lemmas (N)", "")[0]
        left = within - len(self.history)
        demand(self.number(covered, 1) == len(self.left) and left > 0, "covered, and a guess left")
        opener, found = self.strategy(self.number(steps, 0, 10**12))
        demand(not among or opener in among, "a strategy with an opener that the claim is about")
        late = sum(k > within for k in found.values())
        demand(late == self.high, f"a strategy that misses {self.high}, not {late}")
        nodes = self.nodes(self.number(count, 0))
        texts = [self.take("set (N)")[0] for _ in range(self.number(sets, 0, len(nodes)))]
        places = [self.number(text, 0, len(nodes) - 1) for text in texts]
        demand(len(set(places)) == len(places), "different sets")
        packed = [nodes[place] for place in places]
        demand(all(node.inside for node in packed), "sets of words that agree with the history")
        taken = self._taken(packed, self.after_history, left)
        if lemmas:
            self.begin()
            self.lemmas(str(self.number(lemmas, 1)))
        listed, words = set(among), [self.place_of[word] for word in self.left]
        for place, t in enumerate(self.guesses):
            cells = self.responses.cells(place, words).values()
            meant = t in listed if among else len(cells) > 1 or len(words) == 1
            if meant and self.allows(t, self.history):
                others = sum(cell != [place] for cell in cells)
                counted = len(self.left - {t}) - others * (left - 1) if left < 3 else 0
                missed: float = max(counted, taken[place])
                if missed < self.low:
                    missed = max(missed, self._by_lemmas(list(cells), left - 1))
                demand(missed >= self.low, f"{self.low} missed with {self.letters.text(t)}, not {missed}")

    def _by_lemmas(self, cells: Sequence[Iterable[int]], guesses: int) -> float:
        """Return the sum over the `cells` of the most that a lemma says of words that are all in the cell."""
        cell_of = {word: number for number, cell in enumerate(cells) for word in cell}
        most: list[float] = [0] * len(cells)
        for words, said in self.proven.items():
            bounds = [bound for had, all_in, bound in said if had >= guesses and all_in == inf]
            number = cell_of[words[0]]
            if bounds and all(cell_of[word] == number for word in words):
                most[number] = max(most[number], *bounds)
        return sum(most)

    def _taken(self, packed: list[Node], fixed: Fixed, left: int) -> list[int]:
        """Return how many of the sets each opener takes, in their order."""
        count, taken = [0] * len(self.guesses), [0] * len(self.guesses)
        for node in packed:
            words = sum(1 << word for word in self.words_of(node))
            lost = node.guesses >= left and self.within(node.fixed, fixed)
            openers = self.responses.everyone if lost else self.refuted([node], fixed, left)
            for opener in self.responses.listed(openers):
                if not taken[opener] & words:
                    taken[opener] |= words
                    count[opener] += 1
        return count
