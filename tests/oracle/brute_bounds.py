"""Proofs of least totals for random small games, found by trying everything: what the checkers are fed with.

Trying everything says what each opener costs at least; a certificate only has to say why. It may use the
bounds of docs/certificates/ ("Claim total least"), which are written down here once more, and where they
don't reach far enough a lemma is added for a cell chosen at random. Restrictions are weakened and limits
lifted at random as long as a lemma stays true, so that lemmas are as varied as those of a clever prover.
About half of the sets leave their number to the reader.
Nothing here is fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Final

from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.total_truth import is_true_of
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.total import OpenerTotal, Optimality, TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, FactSet, Lemma, format_fact
from wordle_cp.certify.records import game_record
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import GREEN, GREY, Restriction, all_green, colours, is_consistent

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tests.oracle.games import Size, SmallGame
    from wordle_cp.rules.words import History

MOST_LEMMAS: Final = 40

Words = frozenset[str]
Facts = frozenset[Fact]


@dataclass(frozen=True, slots=True)
class TotalQuestion:
    """What do the `listed` best openers after `history` cost, and what all others at least?

    Within `within` guesses in all, if that isn't None; `among` are the openers meant, empty for all.
    """

    game: SmallGame
    mode: Mode
    history: History = ()
    within: int | None = None
    among: tuple[str, ...] = ()
    listed: int = 1

    @property
    def words(self) -> Words:
        """The hidden words that agree with the history."""
        return words_after(self.game, self.history)

    @property
    def left(self) -> int | None:
        """What the history leaves of the guesses."""
        return None if self.within is None else self.within - len(self.history)


def random_question(rng: random.Random, size: Size) -> TotalQuestion:
    """Draw a question; its history hasn't won."""
    game = random_game(rng, size)
    mode = rng.choice(tuple(Mode))
    history = random_history(rng, game, mode, rng.choice((0, 0, 1, 2)))
    if not words_after(game, history):
        history = ()
    within = None if rng.random() < 0.4 else len(history) + rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 9))
    allowed = sorted(Play(game.guesses, mode).allowed_after(history))
    among = tuple(rng.sample(allowed, rng.randint(1, len(allowed)))) if rng.random() < 0.25 else ()
    return TotalQuestion(game, mode, history, within, among, rng.randint(1, 3))


def prove(question: TotalQuestion, rng: random.Random) -> Optimality | None:
    """Return a proof of the answer; None if there is none, or none short enough.

    It may be that no opener keeps the limit, or, in ultrahard mode, that hard mode is cheaper. The proof has
    a few lemmas and sets that it doesn't need.
    """
    objective = LeastCost(Play(question.game.guesses, question.mode), Objective(limit=question.left))
    words, allowed = question.words, objective.play.allowed_after(question.history)
    prover = BoundsProver(question, rng)
    costs: dict[str, int] = {}
    proven: dict[str, float] = {}
    for opener in question.among or sorted(allowed):
        cost = objective.value_of(opener, words, allowed)
        proven[opener] = prover.least_by(opener, prover.fixed, words, question.left)
        if cost == proven[opener] and (len(words) > 1 or opener in words):
            costs[opener] = cost
    in_order = sorted(rng.sample(sorted(costs), len(costs)), key=costs.__getitem__)[: question.listed]
    if not in_order:
        return None
    last = costs[in_order[-1]]
    least = min((cost for opener, cost in proven.items() if opener not in in_order), default=inf)
    if least < last:
        return None
    others = rng.choice((last, least, least)) if least < inf else last + rng.choice((0, 1, 100))
    if len(in_order) == len(proven):
        others = last  # nothing is left that it speaks of
    before = len(words) * len(question.history)
    try:
        for _ in range(rng.choice((0, 2, 4, 6))):
            prover.add_something(rng.choice(sorted(proven)))
        for opener in rng.sample(sorted(proven), len(proven)):
            prover.prove_opener(opener, costs[opener] if opener in in_order else others)
    except _TooLongError:
        return None
    strategies = tuple(tuple(_steps(objective, opener, words, allowed, 0, rng)) for opener in in_order)
    claim = TotalLeast(
        history=question.history,
        within=question.within,
        among=question.among,
        openers=tuple(
            OpenerTotal(opener, before + costs[opener], len(steps))
            for opener, steps in zip(in_order, strategies, strict=True)
        ),
        others=before + int(others),
        hidden_count=len(words),
        sets=len(prover.sets),
        lemmas=len(prover.lemmas),
    )
    head = Head(game_record(variant_of(question.game, question.mode)), claim)
    return Optimality(head, strategies, tuple(prover.sets), tuple(prover.lemmas))


def _steps(
    costs: LeastCost, guess: str, words: Words, allowed: Words, made: int, rng: random.Random
) -> Iterator[str]:
    """Yield the preorder of a cheapest strategy that begins with `guess`."""
    if len(words) == 1:
        return
    yield guess
    for pattern, cell in costs.play.cells(guess, words):
        if pattern != all_green(len(guess)):
            then = costs.play.still_allowed(allowed, guess, pattern)
            least = costs.value(cell, then, made + 1)
            best = [other for other in sorted(then) if costs.value_of(other, cell, then, made + 1) == least]
            yield from _steps(costs, rng.choice(best), cell, then, made + 1, rng)


def _less(left: int | None) -> int | None:
    return None if left is None else left - 1


def facts_of(guess: str, pattern: int) -> Facts:
    """Return what the response `pattern` to `guess` tells about single letters."""
    tiles = list(zip(guess, colours(pattern, len(guess)), range(1, len(guess) + 1), strict=True))
    coloured = {letter for letter, colour, _ in tiles if colour != GREY}
    return frozenset(
        Fact(letter, FactKind.PLACED if colour == GREEN else FactKind.ELSEWHERE, place)
        if colour != GREY
        else Fact(letter, FactKind.ABSENT, 0)
        for letter, colour, place in tiles
        if colour != GREY or letter not in coloured
    )


class _TooLongError(Exception):
    """The proof has too many lemmas to be of use for a test."""


class BoundsProver:
    """The sets and lemmas of a proof that grows, in the order of the file, and what they prove so far.

    Costs count from the position in question; the history isn't part of them. They are infinite where
    words are lost. In ultrahard mode all is proven for hard mode.
    """

    def __init__(self, question: TotalQuestion, rng: random.Random) -> None:
        """Begin a proof for `question`; whatever is chosen is chosen by `rng`."""
        self.question = question
        self.rng = rng
        self.sets: list[FactSet] = []
        self.lemmas: list[Lemma] = []
        rules = Mode.NORMAL if question.mode is Mode.NORMAL else Mode.HARD
        self.play = Play(question.game.guesses, rules)
        self.hard = rules is Mode.HARD
        self.length = len(question.game.guesses[0])
        self.fixed = Restriction.of(question.history if self.hard else (), self.length)
        self._known: dict[Words, list[tuple[Restriction, float, float]]] = {}
        self._facts: dict[Facts, int] = {}
        self._values: dict[tuple[Words, Words, int | None], float] = {}
        self.permitted = cache(self._permitted)
        self.spread = cache(self._spread)
        self.most_where = cache(self._most_where)

    def _permitted(self, fixed: Restriction) -> Words:
        return frozenset(guess for guess in self.play.guesses if fixed.permits(guess))

    # ---------------------------------------------------------------------------------------------- truth

    def least(self, fixed: Restriction, words: Words, left: int | None) -> float:
        """Return the least cost of `words` under `fixed`."""
        return self._least(self.permitted(fixed), words, left)

    def least_by(self, guess: str, fixed: Restriction, words: Words, left: int | None) -> float:
        """Return the same where `guess` is the next one."""
        return self._least_by(guess, self.permitted(fixed), words, left)

    def _least(self, allowed: Words, words: Words, left: int | None) -> float:
        if left is not None and left >= len(words):
            left = None
        if left == 0:
            return inf
        key = (allowed, words, left)
        if key not in self._values:
            best = inf
            for guess in sorted(allowed, key=lambda guess: (guess not in words, guess)):
                if guess in words or len(self.play.cells(guess, words)) > 1:
                    best = min(best, self._least_by(guess, allowed, words, left))
                    if best == 2 * len(words) - 1:  # all others are found by the second guess: never less
                        break
            self._values[key] = best
        return self._values[key]

    def _least_by(self, guess: str, allowed: Words, words: Words, left: int | None) -> float:
        if left == 0:
            return inf
        return len(words) + sum(
            self._least(self.play.still_allowed(allowed, guess, pattern), cell, _less(left))
            for pattern, cell in self.play.cells(guess, words)
            if pattern != all_green(self.length)
        )

    # ------------------------------------------------------------------------------------- bounds of cells

    def _spread(self, fixed: Restriction, words: Words) -> tuple[float, bool]:
        """Return the most patterns that a guess gives, one more for a member; and whether one tells all."""
        counts = [(len(self.play.cells(guess, words)), guess in words) for guess in self.permitted(fixed)]
        return max((k + member for k, member in counts), default=-inf), any(
            k == len(words) for k, _ in counts
        )

    def bound(self, fixed: Restriction, words: Words, left: int | None, told: Facts | None = None) -> float:
        """Return what rules 1 to 5 say; where facts are `told`, by an opener, rule 6 stands for rule 3."""
        n = len(words)
        guesses = inf if left is None or left >= n else left
        if guesses == 0 or (n > 1 and guesses == 1):
            return inf
        found: list[float] = [2 * n - 1]
        if n == 3 and not any(len(self.play.cells(word, words)) == 3 for word in words):
            found.append(6)
        if n > 3 and told is None:
            found.append(3 * n - self.spread(fixed, words)[0])
        if n > 3 and guesses == 2 and not self.spread(fixed, words)[1]:
            found.append(inf)
        found += [
            value
            for weaker, more, value in self._known.get(words, ())
            if fixed.includes(weaker) and more >= guesses
        ]
        if told is not None:
            found += [3 * n - self.most_where(frozenset([fact])) for fact in told]
            found += [3 * n - most for facts, most in self._facts.items() if facts <= told]
        return max(found)

    def _most_where(self, facts: Facts) -> float:
        words = frozenset(
            word for word in self.question.words if all(is_true_of(fact, word) for fact in facts)
        )
        return max(0, self.spread(self.restriction_of(facts), words)[0]) if words else 0

    def restriction_of(self, facts: Facts) -> Restriction:
        """Return what hard mode fixes once `facts` are told, and the history; they must be true together."""
        if not self.hard:
            return self.fixed
        greens: list[str | None] = [None] * self.length
        for fact in facts:
            if fact.kind is FactKind.PLACED:
                greens[fact.position - 1] = fact.letter
        letters = sorted({fact.letter for fact in facts if fact.kind is not FactKind.ABSENT})
        return self.fixed.joined_with(Restriction(tuple(greens), tuple((letter, 1) for letter in letters)))

    # ---------------------------------------------------------------------------------------------- proofs

    def prove_opener(self, opener: str, value: float) -> None:
        """Add what shows that `opener` costs `value`, which must be true."""
        self._raise(opener, self.fixed, self.question.words, self.question.left, value, ())

    def add_something(self, opener: str) -> None:
        """Add a set or a lemma about something that may happen after `opener`."""
        fixed, words, left = self.fixed, self.question.words, self.question.left
        past: History = ()
        for guess in (opener, *self.rng.sample(self.play.guesses, self.rng.choice((0, 0, 1)))):
            cells = [cell for cell in self.play.cells(guess, words) if len(cell[1]) > 1]
            if not cells or guess not in self.permitted(fixed) or left == 1:
                break
            pattern, words = self.rng.choice(cells)
            fixed, past, left = self._after(fixed, (guess, pattern)), (*past, (guess, pattern)), _less(left)
        if not past:
            return
        if self.rng.random() < 0.3:
            self._add_set(facts_of(*past[0]), inf)
        else:
            truth = self.least(fixed, words, left)
            self._add_lemma(
                fixed, words, left, self._value(self.bound(fixed, words, left) - 1, truth, truth), past
            )

    def _after(self, fixed: Restriction, move: tuple[str, int]) -> Restriction:
        return fixed.joined_with(Restriction.of((move,), self.length)) if self.hard else fixed

    def _raise(
        self, guess: str, fixed: Restriction, words: Words, left: int | None, value: float, past: History
    ) -> None:
        """Add what shows that `guess`, made at the position named by `past`, costs `value`."""
        then = _less(left)
        cells: list[tuple[Restriction, Words, History, Facts | None]] = []
        for pattern, cell in self.play.cells(guess, words):
            if pattern != all_green(self.length):
                move = (guess, pattern)
                told = None if past else facts_of(*move)
                cells.append((self._after(fixed, move), cell, (*past, move), told))
        while True:
            bounds = [self.bound(after, cell, then, told) for after, cell, _, told in cells]
            lacking = value - len(words) - sum(bounds)
            if not lacking > 0:  # what is infinite on both sides is enough
                return
            open_cells = [
                (state, bound)
                for state, bound in zip(cells, bounds, strict=True)
                if bound < self.least(state[0], state[1], then)
            ]
            (after, cell, name, told), bound = self.rng.choice(open_cells)
            if told is not None and self.rng.random() < 0.7 and self._add_set(told, 3 * len(cell) - bound):
                continue
            truth = self.least(after, cell, then)
            self._add_lemma(after, cell, then, self._value(bound, min(bound + lacking, truth), truth), name)

    def _value(self, bound: float, wanted: float, truth: float) -> float:
        """Return what a lemma is to say: more than `bound`, and mostly what is `wanted`."""
        choice = self.rng.random()
        if choice < 0.6:
            return wanted
        if choice < 0.8 or wanted == inf:
            return truth
        return self.rng.randint(int(bound) + 1, int(wanted))

    def _add_set(self, told: Facts, most: float) -> bool:
        """Add a set of some of the facts `told` that is better than `most`, if there is one."""
        better = [
            facts
            for size in range(2, min(len(told), 5) + 1)
            for facts in map(frozenset, combinations(sorted(told, key=format_fact), size))
            if max(1, self.most_where(facts)) < most
        ]
        if not better:
            return False
        facts = self.rng.choice(better)
        number = max(1, int(self.most_where(facts)))
        self._facts[facts] = number
        stated = None if number == self.most_where(facts) and self.rng.random() < 0.5 else number
        self.sets.append(FactSet(stated, tuple(sorted(facts, key=format_fact))))
        return True

    def _add_lemma(
        self, fixed: Restriction, words: Words, left: int | None, value: float, past: History
    ) -> None:
        """Add a lemma that `words`, those that `past` leaves, cost `value`, and the lemmas that it needs."""
        fixed = self._weaker(fixed, words, left, value)
        if left is not None and self.rng.random() < 0.7:
            more = self.rng.choice((None, None, left + 1, len(words)))
            left = more if self.least(fixed, words, more) >= value and (more or inf) >= left else left
        for guess in self.rng.sample(sorted(self.permitted(fixed)), len(self.permitted(fixed))):
            if len(self.play.cells(guess, words)) > 1:
                self._raise(guess, fixed, words, left, value, past)
        if len(self.lemmas) == MOST_LEMMAS:
            raise _TooLongError
        self.lemmas.append(
            Lemma(None if value == inf else int(value), fixed, left, self._shorter(past, words))
        )
        guesses = inf if left is None or left >= len(words) else left
        self._known.setdefault(words, []).append((fixed, guesses, value))

    def _weaker(self, fixed: Restriction, words: Words, left: int | None, value: float) -> Restriction:
        """Drop parts of a restriction at random as long as `words` cost `value`."""
        for place in range(self.length):
            less = Restriction((*fixed.greens[:place], None, *fixed.greens[place + 1 :]), fixed.counts)
            if self.rng.random() < 0.5 and self.least(less, words, left) >= value:
                fixed = less
        for letter in fixed.counts:
            less = Restriction(fixed.greens, tuple(other for other in fixed.counts if other != letter))
            if self.rng.random() < 0.5 and self.least(less, words, left) >= value:
                fixed = less
        return fixed

    def _shorter(self, past: History, words: Words) -> History:
        """Return moves that leave the same words as `past`: some of them dropped, and at most 16."""
        for move in self.rng.sample(past, len(past)):
            less = tuple(other for other in past if other != move)
            if less and self.rng.random() < 0.7 and self.named(less) == words:
                past = less
        assert len(past) <= 16, "games are too small for that"
        return past

    def named(self, past: History) -> Words:
        """Return the hidden words that a lemma with this history is about."""
        return frozenset(word for word in self.question.words if is_consistent(word, past))
