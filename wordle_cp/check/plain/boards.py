"""Claims about several boards, checked by docs/certificates alone.

Two boards hide words of the list BAT, CAT, HAT, MAT, RAT: there are 25 deals, and a claim bounds the sum of
the guesses of all deals, and the guesses of the worst one, from above and from below. From above a strategy
is played on every deal (`in_turn`, `chained`), or positions have bounds for a guess (`position`). From below
words are counted: how many can be found with the first, the second, the third guess (`found`, `counted`).
Where the page has a formula, this plays every deal or tries every tuple of numbers.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import ceil, inf, perm, prod

from .game import History
from .total import PlainTotal
from .verdict import demand, expect

Words = frozenset[str]
Left = tuple[Words, frozenset[str]]  # words, and guesses allowed; in normal mode nobody asks for these
State = frozenset[tuple[Left, int]]  # and how many boards have them
LARGE = "([1-9][0-9]{0,59})"


class PlainBoards(PlainTotal):
    """Certificates about several boards."""

    def claim(self) -> None:
        """Take the claim."""
        self.boards = self.number(self.take("claim boards between (N)")[0], 1, 8)
        self.depth = 255

    def prove(self) -> None:
        """Demand what the conclusion says."""
        expect(not self.history, "covered, and no history of one board")
        demand(self.tiles, "words with coloured tiles")
        self.begin()
        self.hard = False
        played, words_of, start = self._take_played()
        demand(self.number(self.take("covered (N)")[0], 1) == len(self.hidden), "covered")
        total, worst = ([int(x) for x in self.take(f"{key} {LARGE} {LARGE}")] for key in ("total", "worst"))
        expect(
            total[0] <= total[1] and worst[0] <= worst[1],
            "two numbers, of which the first isn't the greater one",
        )
        counted, one = self.number(self.take("counted (N)")[0], 0, 3), self.one()
        turns = self.take("turns (N) (N)", "")
        openers = [self.take("(W)")[0] for _ in range(self.number(turns[0], 0, 255))] if turns[0] else []
        demand(set(openers) <= set(self.guesses), "openers")
        chains = self.take("chains (W|-)", "")[0]
        demand(chains in {"", "-", *self.tried}, "an opener that is allowed")
        demand(
            not (((played or self.mode != "normal") and (turns[0] or one)) or (played and counted)),
            "rules of the start",
        )
        positions = self.number(self.take("positions (N)")[0], 0, 2**18)
        self._take_plays(self.number(turns[1], 0, 2**18) if turns[0] else 0)
        self.bounds: dict[tuple[str, str, State], int] = {}
        for _ in range(positions):
            self.position()
        for words_played in self.plays:
            self.alone(words_played)
        alone = self.least_of_one(*one) if one else 0
        upper = [self.bounds.get((key, "most", start), inf) for key in ("total", "worst")]
        if turns[0]:
            upper = list(map(min, upper, self.in_turn(openers)))
        if chains:
            upper = list(map(min, upper, self.chained(sorted(words_of, key=self.places), chains)))
        demand(upper[0] <= total[1] and upper[1] <= worst[1], "from above")
        if played:
            lower = [ceil(self.bound_of(key, "least", start)) for key in ("total", "worst")]
        else:
            lower = self.counted(self.found(counted), alone)
            lower[1] = max(lower[1], min(len(self.hidden), self.boards))
        lower = [
            max(x, self.bounds.get((key, "least", start), 0))
            for x, key in zip(lower, ("total", "worst"), strict=True)
        ]
        lower[1] = max(lower[1], ceil(Fraction(lower[0], prod(map(len, words_of)))))
        demand(lower[0] >= total[0] and lower[1] >= worst[0], "from below")

    def _take_played(self) -> tuple[list[str], list[list[str]], State]:
        """Take the guesses made before; return them, the words left on each board, and the position."""
        self.past: list[History] = [[] for _ in range(self.boards)]
        made = self.take("played (N)", "")[0]
        played = [self.turn() for _ in range(self.number(made, 1, 255))] if made else []
        live = [past for past in self.past if not past or past[-1][1] != self.win]
        words_of = [[h for h in self.hidden if self.agrees(h, past)] for past in live]
        demand(live and all(words_of), "boards with words that are left")
        self.tried = [t for t in dict.fromkeys(self.guesses) if any(self.allows(t, past) for past in live)]
        self.some = frozenset[str]().union(*words_of)
        groups = Counter((frozenset(w), self.kept(past)) for w, past in zip(words_of, live, strict=True))
        return played, words_of, frozenset(groups.items())

    def _take_plays(self, count: int) -> None:
        """Take so many plays: the guess where just these words are left of one board."""
        self.plays: dict[tuple[str, ...], str] = {}
        for _ in range(count):
            guess, words = self.take("play (W)((?: W){3,})")
            demand(guess in self.guesses and self.ordered(words.split()), "play")
            demand(tuple(words.split()) not in self.plays, "another set")
            self.plays[tuple(words.split())] = guess

    def turn(self) -> str:
        """Take a guess that was played, add it to the boards that aren't solved, and return it."""
        guess, *responses = " ".join(self.take(f"(W)((?: (?:P|-)){{{self.boards}}})")).split()
        live = [past for past in self.past if not past or past[-1][1] != self.win]
        demand(any(self.allows(guess, past) for past in live), "a guess that is allowed")
        for past, response in zip(self.past, responses, strict=True):
            demand((response == "-") == all(past is not one for one in live), "responses where unsolved")
            if response != "-":
                past.append((guess, response))
        return guess

    def agrees(self, word: str, past: History) -> bool:
        """Tell whether `word` has all responses of `past`."""
        return all(self.score(t, word) == p for t, p in past)

    def kept(self, past: History) -> frozenset[str]:
        """Return the guesses allowed after `past` on a board alone; in normal mode nothing."""
        return frozenset(t for t in self.tried if self.mode != "normal" and self.allows(t, past))

    def places(self, words: list[str]) -> list[int]:
        """Return the places of words in the hidden list."""
        return list(map(self.hidden.index, words))

    def chained(self, boards: list[list[str]], opener: str) -> tuple[int, int]:
        """Return a total and a worst case of words that agree with one board after the other."""

        @cache
        def longest(words: tuple[str, ...], last: str) -> int:
            later = (
                (t, tuple(w for w in words[k + 1 :] if self.score(t, w) == self.score(t, last)))
                for k, t in enumerate(words)
                if t != last
            )
            return max((1 + longest(left, last) for _, left in later if last in left), default=1)

        def alone(words: tuple[str, ...], last: str) -> int:
            left = tuple(w for w in words if self.score(words[0], w) == self.score(words[0], last))
            return 1 if words[0] == last else 1 + alone(left, last)

        total, most = Fraction(int(opener != "-")), int(opener != "-")
        for number, words in enumerate(boards):
            taken = []
            for word in words:
                cell = tuple(
                    w for w in words if opener == "-" or self.score(opener, w) == self.score(opener, word)
                )
                taken.append(0 if word == opener else longest(cell, word) if number else alone(cell, word))
            total += Fraction(sum(taken), len(words))
            most += max(taken)
        return int(total * prod(map(len, boards))), most

    def ordered(self, words: list[str]) -> bool:
        """Tell whether `words` are hidden ones, in the order of their list."""
        return set(words) <= set(self.hidden) and words == sorted(set(words), key=self.hidden.index)

    def one(self) -> list[int]:
        """Return what the file says of one board, if it does: a total, sets, lemmas."""
        texts = self.take("one (N) (N) (N)", "")
        return [self.number(text, 1 if k == 0 else 0, 10**12) for k, text in enumerate(texts) if text]

    def least_of_one(self, least: int, sets: int, lemmas: int) -> int:
        """Return `least` if the sets and lemmas prove it."""
        for _ in range(sets):
            self.take_set()
        for _ in range(lemmas):
            self.take_lemma()
        for place in range(len(self.guesses)):
            cost = self.cost(place, 0, self.start, inf, [self.most_by_facts], least)
            demand(cost >= least, f"one board takes {least} guesses, or more, with each opener")
        return least

    def cells(self, guess: str, words: Words) -> dict[str, Words]:
        """Return the words by their patterns."""
        found: dict[str, set[str]] = {}
        for word in words:
            found.setdefault(self.score(guess, word), set()).add(word)
        return {pattern: frozenset(cell) for pattern, cell in found.items()}

    def found(self, counted: int) -> list[int]:
        """Return F_1 to F_counted."""

        @cache
        def most(words: Words, j: int) -> int:
            if j == 1 or len(words) == 1:
                return 1
            return max(
                sum(
                    1 if pattern == self.win else most(cell, j - 1)
                    for pattern, cell in self.cells(t, words).items()
                )
                for t in self.guesses
            )

        return [most(frozenset(self.hidden), j) for j in range(1, counted + 1)]

    def counted(self, found: list[int], alone: int) -> list[int]:
        """Return the bounds by counting and by the mean, of the total and of the worst case."""
        n, b = len(self.hidden), self.boards
        at = Counter(min(j for j, most in enumerate([*found, n], 1) if most >= k) for k in range(1, n + 1))
        deals = Counter(len(set(deal)) for deal in product(range(n), repeat=b))
        late: Counter[int] = Counter()
        for numbers in product(at, repeat=b):
            latest = max(u + b - r for r, u in enumerate(sorted(numbers), 1))
            late[latest] += prod(at[u] for u in numbers)
        total = sum(t * ways for t, ways in late.items()) - sum((b - d) * ways for d, ways in deals.items())
        alone = max(alone, sum(u * ways for u, ways in at.items()))
        apart = Fraction(sum(d * (d - 1) * ways for d, ways in deals.items()), 2 * b)
        total = max(total, ceil(n ** (b - 1) * alone + apart), sum(d * ways for d, ways in deals.items()))
        in_time = (sum(ways for t, ways in late.items() if t <= s) for s in count())
        worst = next(s for s, ways in enumerate(in_time) if ways >= perm(n, b))
        return [total, worst]

    def alone(self, words: tuple[str, ...]) -> int:
        """Return the most guesses of a word of `words` on one board."""
        if len(words) < 3:
            return len(words)
        demand(words in self.plays, "a play")
        cells = self.cells(self.plays[words], frozenset(words))
        demand(max(map(len, cells.values())) < len(words), "a guess that finds a word or divides the others")
        parts = [tuple(sorted(cell, key=self.hidden.index)) for p, cell in cells.items() if p != self.win]
        return 1 + max(map(self.alone, parts), default=0)

    def in_turn(self, openers: list[str]) -> tuple[int, int]:
        """Return the total of boards in turn, and a bound of the worst case, by playing all deals.

        For example the words are BAT, CAT, HAT, MAT, RAT and the opener is MAC. A deal of two boards hides
        HAT and CAT: MAC leaves BAT HAT RAT on the first one and CAT on the second one. The smaller set is
        played first: CAT. The first board hears its response to CAT, BGG, with which all three words agree;
        then it is played like a single board.
        """
        cell_of = {
            h: tuple(w for w in self.hidden if all(self.score(t, w) == self.score(t, h) for t in openers))
            for h in self.hidden
        }
        rank = {h: (len(cell), self.hidden.index(cell[0])) for h, cell in cell_of.items()}
        total, most = 0, 0
        for deal in product(self.hidden, repeat=self.boards):
            total += len(openers)
            solved: list[str] = []
            for word in sorted((word for word in deal if word not in openers), key=rank.__getitem__):
                sets = [cell_of[word]]
                for heard in solved:
                    if rank[heard] != rank[word]:  # of one cell no board hears the other
                        sets.append(self.agreeing(sets[-1], heard, word))
                most = max(most, *map(self.alone, sets))
                total += self.guesses_for(word, sets[-1])
                solved.append(word)
        return total, len(openers) + self.boards * most

    def agreeing(self, words: tuple[str, ...], guess: str, word: str) -> tuple[str, ...]:
        """Return those of `words` that give `guess` the response of `word`."""
        return tuple(w for w in words if self.score(guess, w) == self.score(guess, word))

    def guesses_for(self, word: str, words: tuple[str, ...]) -> int:
        """Return how many guesses `word` takes on a board alone of which `words` are left."""
        number, guess = 0, ""
        while guess != word:
            guess = words[0] if len(words) < 3 else self.plays[words]
            words = tuple(w for w in self.agreeing(words, guess, word) if w != guess)
            number += 1
        return number

    def position(self) -> None:
        """Check the bound of a position."""
        past = "" if self.mode == "normal" else " (?:-|W(?:,W)*)"
        measure, rest = self.take(
            f"(total|worst) ((?:least {LARGE[1:-1]}|most {LARGE[1:-1]} W){past}(?: [1-8]\\*W(?:,W)*)+)"
        )
        side, bound, *groups = rest.split()
        guesses = [groups.pop(0)] if side == "most" else self.tried
        made = [] if self.mode == "normal" or (texts := groups.pop(0)) == "-" else texts.split(",")
        demand({*guesses, *made} <= set(self.guesses), "a guess")
        pairs = [(group[2:].split(","), int(group[0])) for group in groups]
        demand(all(self.ordered(words) and {*words} <= self.some for words, _ in pairs), "words in order")
        words = [word for words, _ in pairs for word in words]
        demand(len(words) == len(set(words)), "groups apart")
        for words, t in product((words for words, _ in pairs), made):
            demand(len({self.score(t, w) for w in words}) == 1, "responses that are alike")
        state: State = frozenset(
            ((frozenset(words), self.kept([(t, self.score(t, words[0])) for t in made])), boards)
            for words, boards in pairs
        )
        permitted = frozenset[str]().union(*(allowed for (_, allowed), _ in state))
        guesses = [t for t in guesses if self.mode == "normal" or t in permitted]
        demand(guesses or side == "least", "a guess that is allowed")
        for t in guesses:
            value = self.with_guess(measure, side, state, t)
            demand(value >= int(bound) if side == "least" else value <= int(bound), f"{t} {value}")
        better = max if side == "least" else min
        key = measure, side, state
        self.bounds[key] = better(int(bound), self.bounds.get(key, int(bound)))

    def with_guess(self, measure: str, side: str, state: State, guess: str) -> float:
        """Return the bound of `state` with `guess` next; infinite if that changes nothing."""
        boards = [
            {p: (cell, allowed & self.kept([(guess, p)])) for p, cell in self.cells(guess, words).items()}
            for (words, allowed), k in state
            for _ in range(k)
        ]
        before = Counter(words for (words, _), k in state for _ in range(k))
        values: list[float] = []
        for patterns in product(*boards):
            cells = [board[pattern] for board, pattern in zip(boards, patterns, strict=True)]
            left = Counter(cell for cell, pattern in zip(cells, patterns, strict=True) if pattern != self.win)
            after: State = frozenset(left.items())
            if Counter(words for (words, _), k in left.items() for _ in range(k)) == before:
                return inf
            values.append(self.bound_of(measure, side, after))
        if measure == "worst":
            return 1 + max(values)
        deals: int = prod(len(words) ** k for (words, _), k in state)
        return deals + sum(values)

    def bound_of(self, measure: str, side: str, state: State) -> float:
        """Return what is known of `state`."""
        known = self.bounds.get((measure, side, state))
        if not state:
            return 0
        if side == "most":
            return inf if known is None else known
        others, p = 3**self.length - self.length - 1, len(state)
        found = {words: self.least_sum(len(words), others) for (words, _), _ in state}
        if measure == "worst":
            return max(known or 0, p, *(most for _, most in found.values()))
        deals = prod(len(words) ** k for (words, _), k in state)
        sums = [Fraction(deals * total, len(words)) for words, (total, _) in found.items()]
        return max(known or 0, *map(ceil, sums), ceil(sum(sums) / p + Fraction(deals * (p - 1), 2)))

    def least_sum(self, words: int, others: int) -> tuple[int, int]:
        """Return a total and a worst case of one board: others**(k - 1) words are found with guess k."""
        guess_of = [k for k in range(1, words + 1) for _ in range(min(words, others ** (k - 1)))][:words]
        return sum(guess_of), guess_of[-1]
