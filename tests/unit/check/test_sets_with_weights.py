"""Sets of facts where words have weights: few guesses are weighed, and the heaviest one is among them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from wordle_cp.certificate.parts.sets_and_lemmas import FactKind
from wordle_cp.check.counting.counts import PatternTable
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.counting.weights import TableWeights
from wordle_cp.check.totals.sets import FactSets
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, pattern_of
from wordle_cp.search.bounds import prove_counted

if TYPE_CHECKING:
    from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactSet
    from wordle_cp.games.variant import Variant

NO_RESTRICTION = Restriction((None,) * 5, ())
# Alike, of very different sizes, and with zeros; so that the number of patterns says much, or little.
WEIGHTS = ((1, 2), (1, 2, 3, 4, 5), (0, 1, 10, 40), (10**9, 10**9 + 1, 2 * 10**9))


scored = cache(pattern_of)


def holds(fact: Fact, word: str) -> bool:
    there = word[fact.position - 1] == fact.letter
    if fact.kind is FactKind.ABSENT:
        return fact.letter not in word
    return there if fact.kind is FactKind.PLACED else fact.letter in word and not there


def heaviest(variant: Variant, weights: dict[str, int], fact_set: FactSet) -> int:
    """Return the most that a guess shows on the set: the definition, spelled out."""
    words = [word for word in variant.hidden if all(holds(fact, word) for fact in fact_set.facts)]
    most = 0
    for guess in variant.guesses:
        coloured = [fact for fact in fact_set.facts if fact.kind is not FactKind.ABSENT]
        kept = all(
            guess[fact.position - 1] == fact.letter if fact.kind is FactKind.PLACED else fact.letter in guess
            for fact in coloured
        )
        if variant.mode is Mode.HARD and not kept:
            continue
        cells: dict[int, int] = {}
        for word in words:
            pattern = scored(guess, word)
            cells[pattern] = max(cells.get(pattern, 0), weights[word])
        most = max(most, sum(cells.values()) + (weights[guess] if guess in words else 0))
    return most


def checked(variant: Variant, weights: dict[str, int], sets: list[FactSet]) -> None:
    """Let the checker judge the sets."""
    guesses = GuessPatterns(variant.guesses)
    table = PatternTable(guesses, variant.hidden)
    claimed = TableWeights(table, [(word, weights[word]) for word in variant.hidden])
    hard = variant.mode is Mode.HARD
    facts = FactSets(table, guesses, NO_RESTRICTION, hard=hard, tick=lambda: None, weights=claimed)
    for number, fact_set in enumerate(sets):
        facts.add(number, fact_set, doubtful=True)
    facts.check(lambda _: None)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("range_", WEIGHTS)
def test_what_sets_claim_is_the_most_that_a_guess_shows(mode: Mode, range_: tuple[int, ...]) -> None:
    rng = random.Random(f"{mode} {range_}")  # noqa: S311  reproducible, not secret
    variant = variant_of(real_cut(rng, 110, 110), mode)
    weights = {word: rng.choice(range_) for word in variant.hidden}
    weights[variant.hidden[0]] += 1  # not all of them 0
    question = TotalQuestion.of(variant, max_guesses=None, goal=Goal.weighted(weights))
    sets = set()
    for opener in question.openers[: share(40)]:
        _, _, (proven, _) = prove_counted(question, [opener], guesses_left=None)
        sets |= {*proven}
    assert len(sets) > 10
    some = rng.sample(sorted(sets, key=str), min(len(sets), share(40)))
    for fact_set in some:
        assert fact_set.most == max(heaviest(variant, weights, fact_set), 1), fact_set
    checked(variant, weights, some)
    numbers = [(each, each.most) for each in some if each.most is not None]
    assert len(numbers) == len(some)
    for fact_set, most in rng.sample([each for each in numbers if each[1] > 1], share(12)):
        with pytest.raises(CertificateRejected, match=f"a weight of {most - 1} at most.*{most} with"):
            checked(variant, weights, [*some, replace(fact_set, most=most - 1)])
