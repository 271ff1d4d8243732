"""A second checker of least totals: slow, short, standard library only, written from docs/certificates/."""

from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path

from .depth import PlainChecker
from .game import Fact, Facts, History, PlainGame, demand, facts, reveal

Fixed = frozenset[Fact]
Words = frozenset[str]
Most = Callable[[str, str, Fixed, Words], float]  # of a guess, its pattern, what is fixed then, and the cell

CLAIM = "claim depth (possible|impossible) (N)"  # what `PlainGame` asks for
FACT = "[a-z](?:-|[?!][1-9][0-9]?)"


def holds(fact: str, word: str) -> bool:
    """Tell whether `fact` is true of `word`: a- says no A, a!2 an A at place 2, a?2 only elsewhere."""
    if fact[1] == "-":
        return fact[0] not in word
    there = word[int(fact[2:]) - 1] == fact[0]
    return there if fact[1] == "!" else fact[0] in word and not there


def told(guess: str, pattern: str) -> set[str]:
    """Return the facts that `pattern` tells as the response to `guess`."""
    tiles = [
        (letter, tile, place) for place, (letter, tile) in enumerate(zip(guess, pattern, strict=True), 1)
    ]
    coloured = {letter for letter, tile, _ in tiles if tile != "B"}
    found = {f"{letter}{'!' if tile == 'G' else '?'}{place}" for letter, tile, place in tiles if tile != "B"}
    return found | {f"{letter}-" for letter in set(guess) - coloured}


class PlainTotal(PlainChecker):
    """One certificate: the constructor returns if it is accepted, and raises a ValueError if it isn't.

    Numbers of guesses left and costs are infinite for "however many" and "lost".
    """

    def __init__(self, path: Path, lists: Path) -> None:
        """Check the certificate at `path`; `lists` is the folder of the word lists that are known."""
        PlainGame.__init__(self, path, lists)
        self.hard = self.mode != "normal"
        self.fixed: Fixed = frozenset().union(*(self._revealed(*move) for move in self.history))
        self.allowed: dict[Fixed, list[str]] = {}
        self.counts: dict[tuple[Fixed, Words], tuple[float, float]] = {}
        self.known: dict[Words, list[tuple[Fixed, float, float]]] = {}  # lemmas: restriction, guesses, bound
        self.sets: list[tuple[frozenset[str], float]] = []
        self.singles: dict[str, float] = {}
        within, among = self.take("within (N)", "")[0], self.take("among (N)", "")[0]
        left = self.number(within, 1, 255) - len(self.history) if within else inf
        self.depth = self.number(within or "255", 1, 255)
        meant = [self.take("(W)")[0] for _ in range(self.number(among, 1))] if among else self.guesses
        demand(len(meant) == len(set(meant)), "different openers")
        demand(not among or all(self.allows(t, self.history) for t in meant), "allowed openers")
        weights = "" if self.signs else self.take("weights (N)", "")[0]
        pairs = [self.take("(W) (N)") for _ in range(self.number(weights, 1))] if weights else []
        self.weight = {h: self.number(w, 0, 10**12) for h, w in pairs} or dict.fromkeys(self.left, 1)
        demand(
            not weights or [h for h, _ in pairs] == [h for h in self.hidden if h in self.left],
            "the weight of each word, in order",
        )
        demand(any(self.weight.values()), "a weight")
        if self.between:
            opener, covered, steps = [self.take(f)[0] for f in ("opener (W)", "covered (N)", "steps (N)")]
            rows: list[tuple[str, ...]] = [(opener, str(self.most), steps)]
            others = self.least
        else:
            rows = [self.take("(W) (N) (N)") for _ in range(self.number(self.take("openers (N)")[0], 1))]
            others = self.number(self.take("others (N)")[0], 1, 10**12)
            covered = self.take("covered (N)")[0]
        totals = {t: self.number(total, 1, 10**12) for t, total, _ in rows}
        demand(len(rows) == len(totals) and totals.keys() <= set(meant), "openers")
        if not self.between:
            demand(sorted([*totals.values(), others]) == [*totals.values(), others], "ascending totals")
            no_other = all(self._known(t, totals) for t in meant if self.allows(t, self.history))
            demand(others == max(totals.values()) or not no_other, "nothing that others could be")
            demand(self.least == totals[rows[0][0]], "the least total")
        sets, lemmas = [self.take(f"{key} (N)")[0] for key in ("sets", "lemmas")]
        demand(self.number(covered, 1) == len(self.left) and left > 0, "covered, and a guess left")
        for t, _, steps in rows:
            end, found = len(self.lines) - self.number(steps, 0, 10**12), dict[str, int]()
            demand(self._replay(self.left, self.history, end, found) == t, "the opener")
            demand(len(self.lines) == end, "the strategy")
            demand(sum(k * self.weight[h] for h, k in found.items()) == totals[t], "its total")
        for _ in range(self.number(sets, 0, 0 if self.signs else 10**6)):
            self._set()
        for _ in range(self.number(lemmas, 0)):
            self._lemma()
        most = self._most if self.signs else self._most_by_facts
        others_meant = self.first_ones(
            [t for t in meant if not self._known(t, totals)], self.history, self.signs
        )
        for t in [*totals, *others_meant]:
            if self.allows(t, self.history):
                cost = self.cost(t, self.fixed, self.left, left, most)
                total = others if self.between else totals.get(t, others)
                demand(cost >= total - self.sum(self.left) * len(self.history), f"opener {t}")
        demand(self.take("end of certificate") == () and not self.lines, "nothing after the end")

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return what `PlainGame` does, but ask for another claim."""
        if pattern != CLAIM:
            demand(self.lines, "a line")
            return super().take(pattern, default)
        claimed, numbers = super().take("claim total (least N|between N N)")[0].split(" ", 1)
        self.between = claimed == "between"
        totals = [self.number(text, 1, 10**12) for text in numbers.split()]
        self.least, self.most = totals[0], totals[-1]
        demand(self.least <= self.most, "the smaller number first")
        return "least", "255"

    def sum(self, words: Iterable[str]) -> int:
        """Return what `words` weigh together."""
        return sum(self.weight[h] for h in words)

    def _known(self, opener: str, listed: Iterable[str]) -> bool:
        """Tell whether `opener`, or one that is alike to it, is `listed`."""
        return any(opener == t or self._alike(opener, t, self.history) for t in listed)

    def _set(self) -> None:
        stated, text = self.take(f"set( N)?((?: {FACT})+)")
        named = text.split()
        demand(
            2 <= len(named) <= self.length and named == sorted(set(named), key=self.letters.fact),
            "facts in order",
        )
        demand(all(int(fact[2:] or 1) <= self.length for fact in named), "places")
        counted = self._most_where(named)
        most = self.number(stated[1:], 1, 10**12) if stated else counted
        demand(counted <= most, "set")
        self.sets.append((frozenset(named), most))

    def _most_where(self, named: Iterable[str]) -> float:
        """Return the most that a guess shows where facts hold."""
        fixed: Facts = {(fact[0], -1) for fact in named if fact[1] != "-"}
        fixed |= {(fact[0], int(fact[2:]) - 1) for fact in named if fact[1] == "!"}
        words = {h for h in self.left if all(holds(fact, h) for fact in named)}
        return max(0, self.count(self.fixed | fixed if self.hard else self.fixed, frozenset(words))[0])

    def _most_by_facts(self, guess: str, pattern: str, _fixed: Fixed, _words: Words) -> float:
        facts_told = told(guess, pattern)
        for fact in facts_told - self.singles.keys():
            self.singles[fact] = self._most_where([fact])
        by_sets = (most for named, most in self.sets if named <= facts_told)
        return min((*by_sets, *(self.singles[fact] for fact in facts_told)))

    def _lemma(self) -> None:
        value, text, guesses, past = self.take(r"lemma (N|lost) (\S+) (N|-) (W\.P(?:\.W\.P){0,15})")
        bound = inf if value == "lost" else self.number(value, 1, 10**12)
        left = inf if guesses == "-" else self.number(guesses, 1, 255)
        fixed = frozenset(self._restriction(text))
        demand(text == "-" or self.hard, "no restriction")
        moves = past.split(".")
        pairs = list(zip(moves[::2], moves[1::2], strict=True))
        words = frozenset(h for h in self.left if all(self.score(t, h) == p for t, p in pairs))
        demand(len(words) > 1, "two words")
        for t in self.first_ones(self.permitted(fixed), [*self.history, *pairs], "".join(words)):
            if len(self._cells(t, words)) > 1:
                by_t = self.cost(t, fixed, words, left, lambda *_: inf)
                demand(by_t >= bound or self.cost(t, fixed, words, left, self._most) >= bound, t)
        self.known.setdefault(words, []).append((fixed, left if left < len(words) else inf, bound))

    def first_ones(self, guesses: list[str], history: History, colours: str) -> list[str]:
        """Return the first of those `guesses` that are alike but for blanks; `colours` aren't blanked."""
        found: dict[str, str] = {}  # by what is left after blanking
        for t in guesses if self.signs else ():
            blanked = "".join(c if c in colours else " " for c in t)
            if not any(self._alike(blanked, other, history) for other in found):
                found[blanked] = t
        return list(found.values()) if self.signs else guesses

    def _most(self, _guess: str, _pattern: str, fixed: Fixed, words: Words) -> float:
        return self.count(fixed, words)[0] if len(words) > 3 else inf

    def cost(self, guess: str, fixed: Fixed, words: Iterable[str], left: float, most: Most) -> float:
        """Return a bound of what `words` cost with `guess` next; `most` bounds the patterns of a cell."""
        total = 0.0
        for cell in map(frozenset, self._cells(guess, words)):
            total += self.sum(cell)
            if guess not in cell:
                pattern = self.score(guess, min(cell))
                after = fixed | self._revealed(guess, pattern)
                total += self.bound(after, cell, left - 1, most(guess, pattern, after, cell))
        return total

    def bound(self, fixed: Fixed, words: Words, left: float, most: float) -> float:
        """Return the largest known bound of what `words` cost, where no guess shows more than `most`."""
        n = len(words)
        left = left if left < n else inf
        if left <= 1 or (left == 2 and n > 3 and self.count(fixed, words)[1] < n):
            return inf
        weight = self.sum(words)
        by_size = 2 * weight - max(self.weight[h] for h in words)
        if n == 3:  # a guess that is none of the three shows no more than they weigh
            by_size = 3 * weight - max(weight, *(self.shown(t, words) for t in words))
        lemmas = [
            bound for had, guesses, bound in self.known.get(words, []) if had <= fixed and guesses >= left
        ]
        return max(by_size, 3 * weight - most, *lemmas)

    def shown(self, guess: str, words: Words) -> int:
        """Return what the heaviest words of the cells of `guess` weigh, and `guess` if it is a word."""
        cells = self._cells(guess, words)
        own = self.weight[guess] if guess in words else 0
        return own + sum(max(self.weight[h] for h in cell) for cell in cells)

    def count(self, fixed: Fixed, words: Words) -> tuple[float, float]:
        """Return the most that a guess shows, and the most patterns that one gives."""
        if (fixed, words) not in self.counts:
            guesses = self.permitted(fixed)
            self.counts[fixed, words] = (
                max((self.shown(t, words) for t in guesses), default=-inf),
                max((len(self._cells(t, words)) for t in guesses), default=-inf),
            )
        return self.counts[fixed, words]

    def permitted(self, fixed: Fixed) -> list[str]:
        """Return the guesses that hard mode allows where so much is fixed."""
        if fixed not in self.allowed:
            self.allowed[fixed] = [t for t in self.guesses if not fixed or fixed <= facts(t, t)]
        return self.allowed[fixed]

    def _revealed(self, guess: str, pattern: str) -> Facts:
        return reveal(guess, pattern) if self.hard else set()
