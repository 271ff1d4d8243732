"""Claims about words missed, and refutations by lemmas, checked by docs/certificates alone."""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from .codes import PegResponses
from .total import PlainTotal
from .verdict import demand, expect

if TYPE_CHECKING:
    from .shown import Words
    from .total import Table


class PlainMissed(PlainTotal):
    """Certificates of words missed. Numbers are infinite for "however many" guesses and "lost" words.

    Here a guess *shows* on a set the number of its different responses.
    """

    own = False

    def claim(self) -> None:
        """Take the claim."""
        self.missed = self.number(self.take("claim missed least (N)")[0], 0)
        self.depth = 255

    def prove(self) -> None:
        """Demand what the conclusion says."""
        demand(self.mode == "normal", "normal mode")
        self.begin()
        within = self.number(self.take("within (N)")[0], 1, 255)
        most, among = self.take("most (N)", "")[0], self.among()
        self.depth = self.number(most, within, 255) if most else 255
        covered, steps, lemmas = [self.take(f"{key} (N)")[0] for key in ("covered", "steps", "lemmas")]
        played = len(self.history)
        demand(self.number(covered, 1) == len(self.left) and played < within, "covered, and a guess left")
        opener, found = self.strategy(self.number(steps, 0, 10**12))
        demand(not among or opener in among, "a strategy with an opener that the claim is about")
        late = sum(k > within for k in found.values())
        demand(late == self.missed, f"a strategy that misses {self.missed}, not {late}")
        self.lemmas(lemmas)
        left = within - played, self.depth - played if most else inf
        self.conclude(among or self.guesses, left, self.missed, unsplit=bool(among))

    def lemmas(self, count: str) -> None:
        """Take `count` lemmas, and demand that they are true."""
        for _ in range(self.number(count, 0, 2**20)):
            self._missed_lemma()

    def conclude(self, meant: list[str], left: tuple[float, float], least: int, *, unsplit: bool) -> None:
        """Demand that each opener misses `least` words; with `unsplit` also one that splits nothing."""
        places = [self.place_of[t] for t in meant]
        places = self.unsettled(places, self.start, left[0], least, self.anywhere)
        for t in self.first_ones([self.guesses[place] for place in places], self.history, self.signs):
            place = self.place_of[t]
            if unsplit or len(self.start) == 1 or len(self.responses.cells(place, self.start)) > 1:
                found = self.missed_with(place, self.start, *left, self.anywhere, least)
                demand(found >= least, f"{least} words missed with {self.letters.text(t)}, not {found}")

    @cached_property
    def proven(self) -> dict[Words, list[tuple[float, float, float]]]:
        """Lemmas: G, D and the bound, by words."""
        return {}

    @cached_property
    def most_cells(self) -> dict[Words, float]:
        """The most cells that a guess makes of words."""
        return {}

    def _missed_lemma(self) -> None:
        value, guesses, most, past = self.take(r"missed (N|lost) (N) (N|-) (W\.P(?:\.W\.P){0,15})")
        bound = inf if value == "lost" else self.number(value, 1)
        left = self.number(guesses, 0, 255), inf if most == "-" else self.number(most, 1, 255)
        pairs, words = self.of_history(past)
        demand(all(t in self.place_of for t, _ in pairs), "guesses of the list")
        shown = self.shown_on(words, 0)
        splitting = self.unsettled(shown.beyond(1), words, left[0], bound, shown)
        for t in self.first_places(splitting, [*self.history, *pairs], words):
            if len(self.responses.cells(t, words)) > 1:
                found = self.missed_with(t, words, *left, shown, bound)
                demand(
                    found >= bound, f"{value} missed with {self.letters.text(self.guesses[t])}, not {found}"
                )
        self.proven.setdefault(words, []).append((*left, bound))

    def unsettled(self, guesses: list[int], words: Words, g: float, bound: float, shown: Table) -> list[int]:
        """Return those of `guesses` for which the sizes of cells don't prove that `bound` codes are missed.

        That is for two guesses after this one. Then as many codes of a cell are found as a guess shows on it
        at most, so no more than some guess shows on all, and the others are missed. Of guesses that are alike
        at `words` all are left out or none, as their cells have the same sizes.
        """
        if not isinstance(self.responses, PegResponses) or g != 3 or bound == inf:
            return guesses
        settled = self.responses.beyond(int(shown.most()), words, int(bound))
        return [guess for guess in guesses if not settled >> guess & 1]

    def missed_with(self, guess: int, words: Words, g: float, d: float, shown: Table, enough: float) -> float:
        """Return how many of `words` are missed at the least with `guess` next, counted until it is `enough`.

        Where two guesses are left for a cell, no more of its words are found than a guess shows on `words`.
        """
        cells = [tuple(cell) for cell in self.responses.cells(guess, words).values() if cell != [guess]]
        most = shown.most() if g == 3 else inf
        found: float = sum(max(0, len(cell) - most) for cell in cells)
        for cell in sorted(cells, key=len, reverse=True):
            if found >= enough:
                break
            found += self.missed_of(cell, max(0, g - 1), d - 1, shown) - max(0, len(cell) - most)
        return found

    def missed_of(self, words: Words, g: float, d: float, shown: Table) -> float:
        """Return the largest known bound of how many of `words`, a part of those of `shown`, are missed."""
        n = len(words)
        if d < min(n, 2):
            return inf
        bounds = [bound for had, all_in, bound in self.proven.get(words, []) if had >= g and all_in >= d]
        if g < 2:
            bounds.append(n - g)
        if n > 1 and 2 in {g, d}:
            if words not in self.most_cells:
                self.most_cells[words] = shown.most_on(words, n, None)
            if g == 2:
                bounds.append(n - self.most_cells[words])
            if d == 2:
                own = n in self.look_at(words)(words)
                bounds.append(inf if self.most_cells[words] < n else n - min(g, own) if g < 2 else 0)
        return max(bounds, default=0)


class PlainAllMiss(PlainMissed):
    """Certificates of claim "impossible" that have lemmas instead of nodes."""

    def claim(self) -> None:
        """Take the claim."""
        super(PlainTotal, self).claim()

    def prove(self) -> None:
        """Demand what the rule says."""
        expect(self.verdict == "impossible" and self.signs, "lemmas only where codes can't be found")
        self.begin()
        scope, meant, left = self.scope()
        self.lemmas(self.take("lemmas (N)")[0])
        if left:
            self.conclude(meant, (left, inf), 1, unsplit=scope != "all")
