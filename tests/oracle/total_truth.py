"""What is true of all that a proof of a least total says, by trying everything: claim, sets and lemmas."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import TYPE_CHECKING

from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import SmallGame, words_after
from wordle_cp.certificate.claims.total import Optimality, TotalBetween
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, FactSet, Lemma
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, is_consistent, pattern_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def is_true_of(fact: Fact, word: str) -> bool:
    """Tell whether `fact` holds for `word`: by all places at which its letter stands, counted from 1."""
    places = {place for place, letter in enumerate(word, start=1) if letter == fact.letter}
    match fact.kind:
        case FactKind.ABSENT:
            return places == set()
        case FactKind.PLACED:
            return fact.position in places
        case FactKind.ELSEWHERE:
            return places != set() and fact.position not in places


@cache
def _costs(
    guesses: tuple[str, ...], mode: Mode, limit: int | None, weights: tuple[tuple[str, int], ...] = ()
) -> LeastCost:
    return LeastCost(Play(guesses, mode), Objective(limit=limit, weights=dict(weights)))


class Truth:
    """What is true of all that a proof says, from the definitions alone."""

    def __init__(self, proof: Optimality) -> None:
        """Take `proof`, whose lists make a game."""
        game = proof.head.game
        self.claim = proof.claim
        self.guesses = game.guesses.words
        self.mode = game.mode
        self.rules = Mode.NORMAL if game.mode is Mode.NORMAL else Mode.HARD
        self.words = words_after(
            SmallGame(self.guesses, game.hidden.words or self.guesses), proof.claim.history
        )
        self.weights = dict.fromkeys(self.words, 1) | dict(proof.claim.weights)
        self.fixed = Restriction((None,) * game.word_length, ())
        if self.rules is Mode.HARD:
            self.fixed = Restriction.of(proof.claim.history, game.word_length)

    def of_claim(self) -> bool:
        """Tell whether the claim is true, and about openers that the mode allows."""
        claim = self.claim
        if len(self.words) != claim.hidden_count or self.weights.keys() != self.words:
            return False
        if claim.weights and (len(claim.weights) != len(self.words) or not any(self.weights.values())):
            return False
        left = None if claim.within is None else claim.within - len(claim.history)
        if left is not None and left < 1:
            return False
        costs = _costs(self.guesses, self.mode, left, claim.weights)
        allowed = costs.play.allowed_after(claim.history)
        totals = {listed.opener: listed.total for listed in claim.openers}
        meant = set(claim.among or allowed)
        if not meant <= allowed or not meant.issuperset(totals) or len(totals) != len(claim.openers):
            return False
        return all(
            self._is_true_of(opener, costs.value_of(opener, self.words, allowed), totals) for opener in meant
        )

    def _is_true_of(self, opener: str, cost: int | None, totals: Mapping[str, int]) -> bool:
        """Tell whether the claim is true of `opener`, whose `cost` is None if it has no strategy in time."""
        claim = self.claim
        total = None if cost is None else cost + sum(self.weights.values()) * len(claim.history)
        enough = total is None or total >= claim.others
        if isinstance(claim, TotalBetween):
            reached = total is not None and total <= claim.reached
            return enough and (reached or opener not in totals)
        return total == totals[opener] if opener in totals else enough

    def cost_of(self, lemma: Lemma) -> float:
        """Return the least cost of the state that `lemma` is about."""
        words = frozenset(word for word in self.words if is_consistent(word, lemma.history))
        costs = _costs(self.guesses, self.rules, lemma.guesses, self.claim.weights)
        allowed = frozenset(guess for guess in self.guesses if lemma.restriction.permits(guess))
        cost = costs.value(words, allowed)
        return inf if cost is None else cost

    def of_lemma(self, lemma: Lemma) -> bool:
        """Tell whether `lemma` is true."""
        return self.cost_of(lemma) >= (inf if lemma.bound is None else lemma.bound)

    def most_of(self, facts: Collection[Fact]) -> int:
        """Return the least number that a set of these `facts` may say."""
        words = {word for word in self.words if all(is_true_of(fact, word) for fact in facts)}
        most = 0
        for guess in self.guesses:
            if self.rules is Mode.HARD and not self._allowed_once_told(guess, facts):
                continue
            heaviest: dict[int, int] = {}
            for word in words:
                pattern = pattern_of(guess, word)
                heaviest[pattern] = max(heaviest.get(pattern, 0), self.weights[word])
            own = self.weights[guess] if guess in words else 0
            most = max(most, sum(heaviest.values()) + own)
        return most if words else 0

    def of_set(self, entry: FactSet) -> bool:
        """Tell whether `entry` is true, which is so if it states no number."""
        return entry.most is None or self.most_of(entry.facts) <= entry.most

    def _allowed_once_told(self, guess: str, facts: Collection[Fact]) -> bool:
        told = (fact for fact in facts if fact.kind is not FactKind.ABSENT)
        return self.fixed.permits(guess) and all(
            guess[fact.position - 1] == fact.letter if fact.kind is FactKind.PLACED else fact.letter in guess
            for fact in told
        )

    def of_all(self, proof: Optimality) -> bool:
        """Tell whether the claim, each set and each lemma is true."""
        return all(map(self.of_set, proof.sets)) and all(map(self.of_lemma, proof.lemmas)) and self.of_claim()
