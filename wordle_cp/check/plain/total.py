"""Claims about least totals, "least" and "between", checked by docs/certificates alone.

In tests/golden/accept/total-hard.cert the hidden words are BAT, CAT, HAT, MAT and RAT, and the opener MAC is
claimed to cost 13. Its strategy is replayed: 1 + 1 guesses for MAT and CAT ..., together 13, so it costs no
more. That it costs no less is added up: each of the five words takes the guess MAC, then the cell MAT takes
1, CAT 1, and BAT HAT RAT 6, since none of the three separates the others: 5 + 1 + 1 + 6 (`cost`, `bound`).
Where such a sum is too small the file helps, with sets (what a guess *shows* on many words at once, see
`shown`) and with lemmas (what certain words cost, proven in the same way as an opener's cost).
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING

from .codes import PegResponses, ShownOfCodes
from .depth import PlainChecker
from .feedback import others
from .game import history_of
from .responses import KEPT_BYTES
from .shown import Shown, Words, showing
from .verdict import demand, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .game import History
    from .shown import Look

    Table = Shown | ShownOfCodes
    # what guesses show on a cell at most: by the guess before, what is fixed after it, and the cell
    Most = Callable[[int, int, Words], float]

FACT = "[a-z](?:-|[?!][1-9][0-9]?)"
LARGEST_TOTAL = 10**12
PERMITTED = 250
"""Restrictions that are kept with the guesses that they allow, at most."""


def holds(fact: str, word: str) -> bool:
    """Tell whether `fact` is true of `word`: a- says no A, a!2 an A at place 2, a?2 only elsewhere."""
    if fact[1] == "-":
        return fact[0] not in word
    there = word[int(fact[2:]) - 1] == fact[0]
    return there if fact[1] == "!" else fact[0] in word and not there


def facts_of(guess: str, pattern: str) -> set[str]:
    """Return the facts of a cell: `guess` got the response `pattern`. TRACE, BYBBG: t-, r?2, a-, c-, e!5."""
    tiles = [
        (letter, tile, place) for place, (letter, tile) in enumerate(zip(guess, pattern, strict=True), 1)
    ]
    coloured = {letter for letter, tile, _ in tiles if tile != "B"}
    found = {f"{letter}{'!' if tile == 'G' else '?'}{place}" for letter, tile, place in tiles if tile != "B"}
    return found | {f"{letter}-" for letter in set(guess) - coloured}


class PlainTotal(PlainChecker):
    """Certificates of least totals. Numbers are infinite for "however many" guesses, and what is "lost"."""

    between = False
    least = most = 0
    own = True  # whether a guess that is one of the words shows more

    def claim(self) -> None:
        """Take the claim."""
        claimed, numbers = self.take("claim total (least N|between N N)")[0].split(" ", 1)
        self.between = claimed == "between"
        totals = [self.number(text, 1, LARGEST_TOTAL) for text in numbers.split()]
        self.least, self.most = totals[0], totals[-1]
        expect(self.least <= self.most, "the smaller number first")
        self.depth = 255

    def prove(self) -> None:
        """Demand what the conclusion says."""
        self.begin()
        within, among = self.take("within (N)", "")[0], self.among()
        left = self.number(within, 1, 255) - len(self.history) if within else inf
        self.depth = self.number(within or "255", 1, 255)
        meant = among or self.guesses
        weights = self.take("weights (N)", "")[0]
        pairs = [self.take("(W) (N)") for _ in range(self.number(weights, 1))] if weights else []
        rows, others, covered = self._take_openers()
        self._weigh(pairs)
        totals = {t: self.number(total, 1, LARGEST_TOTAL) for t, total, _ in rows}
        named = set(meant)
        demand(
            len(rows) == len(totals) and totals.keys() <= named, "different openers, which the claim is about"
        )
        rest = self._not_listed(meant, totals)
        if not self.between:
            expect(sorted([*totals.values(), others]) == [*totals.values(), others], "ascending totals")
            expect(self.least == totals[rows[0][0]], f"{self.least}, the least total, first")
            demand(others == max(totals.values()) or rest, "the last total for others, as there are none")
        most = {"sets": 2**18, "lemmas": 2**20}
        sets, lemmas = [self.number(self.take(f"{key} (N)")[0], 0, most[key]) for key in most]
        expect(not sets or self.tiles, "no sets where there are no tiles")
        demand(self.number(covered, 1) == len(self.left) and left > 0, "covered, and a guess left")
        for t, _, steps in rows:
            self._take_strategy(t, totals[t], steps)
        for _ in range(sets):
            self.take_set()
        self.check_found()
        for _ in range(lemmas):
            self.take_lemma()
        for t in [*totals, *self.first_ones(rest, self.history, self.signs)]:
            if self.allows(t, self.history):
                self._conclude(t, left, others if self.between else totals.get(t, others))

    def _take_openers(self) -> tuple[list[tuple[str, ...]], int, str]:
        """Return the openers listed, each with its total and steps; what others cost; the words covered."""
        if self.between:
            opener, covered, steps = [self.take(f)[0] for f in ("opener (W)", "covered (N)", "steps (N)")]
            return [(opener, str(self.most), steps)], self.least, covered
        rows = [self.take("(W) (N) (N)") for _ in range(self.number(self.take("openers (N)")[0], 1))]
        others = self.number(self.take("others (N)")[0], 1, LARGEST_TOTAL)
        return rows, others, self.take("covered (N)")[0]

    def among(self) -> list[str]:
        """Take the openers of which alone the claim speaks; none if it speaks of all."""
        count = self.take("among (N)", "")[0]
        among = [self.take("(W)")[0] for _ in range(self.number(count, 1))] if count else []
        demand(len(among) == len(set(among)), "different openers")
        demand(all(self.allows(t, self.history) for t in among), "allowed openers")
        return among

    def _not_listed(self, meant: Sequence[str], listed: Iterable[str]) -> list[str]:
        """Return those openers of `meant` that aren't `listed`, nor equivalent to one that is."""
        rest = [t for t in meant if t not in listed and self.allows(t, self.history)]
        if not self.symmetric:
            return rest
        known = {self.form(t, self.history, self.signs) for t in listed}
        return [t for t in rest if self.form(t, self.history, self.signs) not in known]

    def _take_strategy(self, t: str, total: int, steps: str) -> None:
        """Take a strategy, and demand that it begins with the opener `t` and costs as much as claimed."""
        opener, found = self.strategy(self.number(steps, 0, LARGEST_TOTAL))
        demand(opener == t, f"a strategy that begins with {self.letters.text(t)}")
        cost = sum(k * self.weight[self.place_of[h]] for h, k in found.items())
        demand(cost == total, f"a strategy for {self.letters.text(t)} that costs {total}, not {cost}")

    def _conclude(self, t: str, left: float, total: int) -> None:
        """Demand that the opener `t` costs `total`, or more, the guesses of the history included."""
        mosts = [self.most_by_facts] if self.tiles else [self.most_by_levels, self.most_of_cell]
        fixed, played = self.after_history.facts, self.sum(self.start) * len(self.history)
        bound = played + self.cost(self.place_of[t], fixed, self.start, left, mosts, total - played)
        demand(bound >= total, f"a bound of {total} of the opener {self.letters.text(t)}, not {bound}")

    def begin(self) -> None:
        """Make ready for sets and lemmas."""
        self.hard = self.mode != "normal"
        self.start: Words = tuple(sorted(self.place_of[word] for word in self.left))
        self.weight, self.weighted, self.symmetric = dict.fromkeys(self.start, 1), False, bool(self.signs)
        self.known = dict[Words, list[tuple[int, float, float]]]()  # lemmas: restriction, guesses, bound
        self.sets = dict[frozenset[str], float]()
        self.found = dict[int, dict[frozenset[str], float]]()  # by guesses: the most words that these find
        self.tables: dict[frozenset[str], Table] = {}
        self.responses.about(self.start)
        self.counts = dict[tuple[int, Words], float]()

    def _weigh(self, pairs: Sequence[tuple[str, ...]]) -> None:
        if pairs:
            in_order = [h for h in self.hidden if h in self.left]
            demand([h for h, _ in pairs] == in_order, "the weight of each word that is left, in order")
            self.weight = {self.place_of[h]: self.number(w, 0, LARGEST_TOTAL) for h, w in pairs}
            self.weighted = True
            demand(any(self.weight.values()), "a weight that isn't 0")
            kinds = {(tuple(sorted(map(h.count, {*h}))), w) for h, w in pairs}  # 1123: 1, 1 and 2 of a colour
            self.symmetric = self.symmetric and len(kinds) == len({kind for kind, _ in kinds})

    def sum(self, words: Iterable[int]) -> int:
        """Return what `words` weigh together."""
        return sum(self.weight[word] for word in words)

    # Sets -------------------------------------------------------------------------------------------------

    def take_set(self) -> None:
        """Take a set."""
        stated, text = self.take(f"set((?: N)*)((?: {FACT})+)")
        named, numbers = text.split(), [self.number(n, 1, LARGEST_TOTAL) for n in stated.split()]
        expect(len(numbers) < 255, "254 numbers at most")
        expect(1 + (len(numbers) < 2) <= len(named) <= self.length, "two facts, or more")
        expect(named == sorted(set(named), key=self.letters.fact), "facts in order")
        expect(all(int(fact[2:] or 1) <= self.length for fact in named), "places of the word")
        counted = self.most_where(frozenset(named))
        most = numbers[0] if numbers else counted
        demand(counted <= most, f"a set of which a guess shows {most} at most, not {counted}")
        self.sets[frozenset(named)] = min(most, self.sets.get(frozenset(named), inf))
        demand(not numbers[1:] or not self.weighted, "no numbers of words found, where words have weights")
        for d, number in enumerate(numbers if numbers[1:] else (), 2):
            known = self.found.setdefault(d, {})
            known[frozenset(named)] = min(number, known.get(frozenset(named), inf))

    def check_found(self) -> None:
        """Demand that no guess, with those that follow it, finds more where facts hold than a set says."""
        stated = ((d, named, known[named]) for d, known in self.found.items() if d > 2 for named in known)
        for d, named, number in stated:
            words = tuple(self.responses.listed(self._words_where(named)))
            guesses = self.responses.listed(self.responses.with_all(self._fixed_where(named)))
            before = dict(self.found[d - 1])  # what one guess less finds where a part of a cell's facts holds
            for other, fewer in self.found[d - 1].items():
                if len(other - named) < 2:  # the others hold for all `words`
                    before[other - named] = min(fewer, before.get(other - named, inf))
            for t in guesses if words and number < len(words) else ():
                cells = self.responses.cells(t, words).values()
                found = sum(min(len(cell), self._least_where(self._told(t, cell), before)) for cell in cells)
                text = f"{number} words at most found by {self.letters.text(self.guesses[t])}, not {found}"
                demand(found <= number, text)

    def _told(self, guess: int, cell: Sequence[int]) -> set[str]:
        """Return the facts of a cell of `guess`."""
        word = self.guesses[guess]
        return facts_of(word, self.score(word, self.guesses[cell[0]]))

    @staticmethod
    def _least_where(facts: set[str], numbers: Mapping[frozenset[str], float]) -> float:
        """Return the least of the numbers of those sets whose facts are all among these."""
        if len(numbers) < 2 ** len(facts):
            return min((number for named, number in numbers.items() if named <= facts), default=inf)
        parts = (map(frozenset[str], combinations(facts, n)) for n in range(len(facts) + 1))
        return min((numbers[part] for some in parts for part in some if part in numbers), default=inf)

    def most_where(self, named: frozenset[str]) -> float:
        """Return the most that a guess shows where facts hold; 0 if no word is there, or no guess is allowed.

        A pair of the facts holds for these words and others: what guesses show there bounds what they show
        here. The pair of which the fewest words are is taken, as so few guesses have to be looked at.
        """
        words = tuple(self.responses.listed(self._words_where(named)))
        pairs = map(frozenset[str], combinations(sorted(named), 2))
        pair = min(pairs, key=lambda pair: self._words_where(pair).bit_count(), default=frozenset[str]())
        permitted = self.permitted(self._fixed_where(named))
        return max(0, self._where(pair).most_on(words, self.sum(words), permitted)) if words else 0

    def _fixed_where(self, named: Iterable[str]) -> int:
        """Return what hard mode fixes where facts hold, after the history."""
        fixed, bit_of = self.after_history.facts, self.responses.bit_of
        for fact in named if self.hard else ():
            revealed = [(fact[0], int(fact[2:]) - 1)] if fact[1] == "!" else []
            for one in [*revealed, (fact[0], -1)] if fact[1] != "-" else []:
                fixed |= bit_of.setdefault(one, 1 << len(bit_of))
        return fixed

    def _where(self, named: frozenset[str]) -> Table:
        """Return what those guesses show where facts hold that hard mode then allows; the newest are kept."""
        table = self.tables.pop(named, None)
        if table is None:
            if len(self.tables) >= KEPT_BYTES // (4 * len(self.guesses)):
                del self.tables[next(iter(self.tables))]
            words = tuple(self.responses.listed(self._words_where(named)))
            table = self.shown_on(words, self._fixed_where(named))
        self.tables[named] = table
        return table

    def _words_where(self, named: Iterable[str]) -> int:
        """Return the words left of which facts hold, as a number with a bit for each guess of the list."""
        found = self._everywhere
        for fact in named:
            if fact not in self._holding:
                numbers = (1 << place for place in self.start if holds(fact, self.guesses[place]))
                self._holding[fact] = sum(numbers)
            found &= self._holding[fact]
        return found

    @cached_property
    def anywhere(self) -> Table:
        """What guesses show on all words that are left."""
        return self.shown_on(self.start, self.after_history.facts)

    @cached_property
    def _everywhere(self) -> int:
        return sum(1 << place for place in self.start)

    @cached_property
    def _holding(self) -> dict[str, int]:
        return {}

    def look_at(self, words: Words) -> Look:
        """Return what says how much guesses show on `words`, their own weights left out."""
        return showing(words, self.responses, self.weight if self.weighted else None)

    def shown_on(self, words: Words, fixed: int) -> Table:
        """Return what those guesses show on `words` that are allowed where so much is fixed."""
        if isinstance(self.responses, PegResponses) and not self.weighted:
            return ShownOfCodes(self.responses, words, own=self.own)
        own = self.weight if self.own else dict.fromkeys(words, 0)
        return Shown(self.look_at, own, words, self.responses.listed(self.responses.with_all(fixed)))

    def most_by_facts(self, guess: int, _fixed: int, cell: Words) -> float:
        """Return the least number of a set, or of a single fact, among the facts of a cell of an opener."""
        if len(cell) <= 3:
            return inf
        facts = self._told(guess, cell)
        most = min(self._least_where(facts, self.sets), *map(self._most_where_one, facts))
        late = (len(cell) - self._least_where(facts, known) for d, known in self.found.items() if d > 2)
        return most - sum(max(0, n) for n in late)

    def _most_where_one(self, fact: str) -> float:
        if fact not in self._singles:
            self._singles[fact] = self.most_where(frozenset([fact]))
        return self._singles[fact]

    @cached_property
    def _singles(self) -> dict[str, float]:
        return {}

    # Lemmas -----------------------------------------------------------------------------------------------

    def take_lemma(self) -> None:
        """Take a lemma, and demand that it is true."""
        value, text, guesses, past = self.take(r"lemma (N|lost) (\S+) (N|-) (W\.P(?:\.W\.P){0,15})")
        bound = inf if value == "lost" else self.number(value, 1, LARGEST_TOTAL)
        left = inf if guesses == "-" else self.number(guesses, 1, 255)
        restriction = self.restriction(text)
        expect(not restriction.past, "a restriction of the hard kind")
        demand(text == "-" or self.hard, "no restriction in normal mode")
        pairs, words = self.of_history(past)
        fixed, weight = restriction.facts, self.sum(words)
        shown = self.shown_on(words, fixed)
        top = shown.most() if self.tiles else inf
        self.counts.clear()

        def quick(guess: int, after: int, cell: Words) -> float:
            # No guess shows more on a part of the words than on all of them: rule L1, for four words or more.
            known = len(cell) > 3 and self.sum(cell) >= top
            return top if known else self.most_of_own(guess, after, cell)

        def most(_: int, after: int, cell: Words) -> float:
            return self._shows(shown, after, cell)

        mosts = (quick, most) if self.tiles else (most,)
        splitting = shown.beyond(3 * weight - bound)
        for t in self.first_places(splitting, [*self.history, *pairs], words):
            if len(self.responses.cells(t, words)) > 1:
                cost = self.cost(t, fixed, words, left, mosts, bound)
                demand(
                    cost >= bound, f"a bound of {value} with {self.letters.text(self.guesses[t])}, not {cost}"
                )
        self.known.setdefault(words, []).append((fixed, left if left < len(words) else inf, bound))

    def of_history(self, past: str) -> tuple[History, Words]:
        """Return the pairs of the history of a lemma, and the words, two or more, that agree with it."""
        pairs = history_of(past)
        if isinstance(self.responses, PegResponses):
            words = self.responses.agreeing(self.start, pairs)
        else:
            words = tuple(p for p in self.start if all(self.score(t, self.guesses[p]) == s for t, s in pairs))
        demand(len(words) > 1, "two words")
        return pairs, words

    def first_places(self, guesses: list[int], history: History, words: Iterable[int]) -> list[int]:
        """Return the first of those `guesses` that are alike at `words`, which agree with `history`.

        Guesses that have the same facts in common with all words divide them in the same way, and reveal the
        same: *One of each class* on the page proves it.
        """
        if not self.symmetric and isinstance(self.responses, PegResponses):
            return guesses
        if not self.symmetric:
            some = self.responses.some(words)
            return list({self.responses.own_of(t) & some: t for t in reversed(guesses)}.values())
        colours = set().union(*(self.guesses[word] for word in words))
        first = self.first_ones([self.guesses[t] for t in guesses], history, colours)
        return [self.place_of[t] for t in first]

    def first_ones(self, guesses: Sequence[str], history: History, colours: Iterable[str]) -> Sequence[str]:
        """Return the first of those `guesses` that are alike but for colours that aren't among `colours`."""
        found: dict[str, str] = {}
        for t in guesses if self.symmetric else ():
            found.setdefault(self.form(t, history, colours), t)
        return list(found.values()) if self.symmetric else guesses

    # Bounds -----------------------------------------------------------------------------------------

    def cost(
        self, guess: int, fixed: int, words: Words, left: float, mosts: Sequence[Most], enough: float
    ) -> float:
        """Return a bound of what `words` cost with `guess` next.

        Each of `mosts` bounds what guesses show on a cell, a later one better, and with more work. They are
        asked until the bound is `enough`, of the largest cells first.
        """
        bounds: dict[tuple[int, Words], float] = {}
        for common, found in self.responses.cells(guess, words).items():
            if found != [guess]:
                after, cell = fixed | common if self.hard else 0, tuple(found)
                bounds[after, cell] = self.bound(after, cell, left - 1)
        total: float = self.sum(words) + sum(bounds.values())
        for most in mosts:
            for after, cell in sorted(bounds, key=lambda one: len(one[1]), reverse=True):
                if total >= enough:
                    return total
                more = 3 * self.sum(cell) - most(guess, after, cell) - bounds[after, cell]
                if more > 0:
                    bounds[after, cell] += more
                    total += more
        return total

    def bound(self, fixed: int, words: Words, left: float) -> float:
        """Return the largest bound of what `words` cost that is known without what guesses show on them."""
        n = len(words)
        left = left if left < n else inf
        if left <= 1 or (left == 2 and n > 3 and not self.is_separated(fixed, words)):
            return inf
        weight = self.sum(words)
        by_size: float = 2 * weight - max(self.weight[h] for h in words)
        if n == 3:
            by_size = 3 * weight - self.most_of_own(0, fixed, words)
        lemmas = [
            bound
            for had, guesses, bound in self.known.get(words, [])
            if had & ~fixed == 0 and guesses >= left
        ]
        return max([by_size, *lemmas])

    def most_of_own(self, _guess: int, _fixed: int, cell: Words) -> float:
        """Return the most that a word of the cell shows, or what others show at most: all that it weighs."""
        shown = zip(cell, self.look_at(cell)(cell), strict=True)
        return max(self.sum(cell), *(number + self.weight[word] for word, number in shown))

    def is_separated(self, fixed: int, words: Words) -> bool:
        """Tell whether a guess that is allowed separates all `words`."""
        if isinstance(self.responses, PegResponses):
            return ShownOfCodes(self.responses, words, own=False).most() == len(words)
        guesses = self.responses.listed(self.responses.with_all(fixed))
        return len(words) in map(len, map(set, self.responses.given(words)(guesses)))

    def most_by_levels(self, _guess: int, _fixed: int, cell: Words) -> float:
        """Return what guesses show at most on a cell that costs what numbers of responses allow."""
        cost, guess, room, heavy = 0, 1, 1, sorted(map(self.weight.__getitem__, cell), reverse=True)
        while heavy:
            cost, heavy = cost + guess * sum(heavy[:room]), heavy[room:]
            guess, room = guess + 1, room * others(self.feedback, self.length)
        return 3 * self.sum(cell) - cost

    def most_of_cell(self, _guess: int, fixed: int, cell: Words) -> float:
        """Return the most that a guess shows on a cell of an opener."""
        return self._shows(self.anywhere, fixed, cell)

    def _shows(self, above: Table, fixed: int, cell: Words) -> float:
        """Return the most that a guess shows on `cell`, a part of what `above` is about; -inf if none may."""
        if len(cell) <= 3:
            return inf
        if (fixed, cell) not in self.counts:
            most = above.most_on(cell, self.sum(cell), self.permitted(fixed))
            self.counts[fixed, cell] = -inf if most < 0 else most
        return self.counts[fixed, cell]

    def permitted(self, fixed: int) -> Sequence[int] | None:
        """Return for each guess whether hard mode allows it where so much is fixed; None for all."""
        if not fixed:
            return None
        if fixed not in self._permitted:
            digits = f"{self.responses.with_all(fixed):0{len(self.guesses)}b}"
            if len(self._permitted) >= PERMITTED:
                self._permitted.clear()
            self._permitted[fixed] = bytes(map(int, reversed(digits)))
        return self._permitted[fixed]

    @cached_property
    def _permitted(self) -> dict[int, Sequence[int]]:
        return {}
