"""Small changes to proofs of least totals, by kind; whether they matter is for the caller to find out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tests.oracle import mutants
from tests.oracle.mutants import with_claim
from wordle_cp.certificate.claims.total import Optimality, TotalBetween
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, FactSet, Lemma, format_fact
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    Change = Callable[[Optimality, random.Random], Optimality | None]
    """Returns a changed proof, or None where there is nothing to change in this way."""

_Item = TypeVar("_Item")


def _put(items: Sequence[_Item], place: int, *others: _Item) -> tuple[_Item, ...]:
    """Return `items` with `others` instead of the one at `place`."""
    return (*items[:place], *others, *items[place + 1 :])


def _some(items: Sequence[object], rng: random.Random) -> int | None:
    return rng.randrange(len(items)) if items else None


def _some_set(proof: Optimality, rng: random.Random, *, stated: bool) -> int | None:
    """Return the place of a set that states its number, or of one that leaves it out."""
    places = [place for place, entry in enumerate(proof.sets) if (entry.most is not None) == stated]
    return rng.choice(places) if places else None


def with_parts(proof: Optimality, sets: tuple[FactSet, ...], lemmas: tuple[Lemma, ...]) -> Optimality:
    """Return `proof` with other sets and lemmas."""
    counted = with_claim(proof, sets=len(sets), lemmas=len(lemmas))
    return replace(counted, sets=sets, lemmas=lemmas)


# ----------------------------------------------------------------------------------------------- the claim


def another_total(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim one guess more or fewer for one opener."""
    openers = proof.claim.openers
    place = rng.randrange(len(openers))
    other = replace(openers[place], total=openers[place].total + rng.choice((-1, 1)))
    return with_claim(proof, openers=_put(openers, place, other))


def other_totals(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim one guess more or fewer for all openers, also those that aren't listed."""
    step = rng.choice((-1, 1))
    openers = tuple(replace(opener, total=opener.total + step) for opener in proof.claim.openers)
    return with_claim(proof, openers=openers, others=proof.claim.others + step)


def more_for_others(proof: Optimality, _rng: random.Random) -> Optimality | None:
    """Claim one guess more for the openers that aren't listed."""
    return with_claim(proof, others=proof.claim.others + 1)


def less_for_others(proof: Optimality, _rng: random.Random) -> Optimality | None:
    """Claim one guess fewer for the openers that aren't listed."""
    return with_claim(proof, others=proof.claim.others - 1)


def drop_opener(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a listed opener and its strategy: it becomes one of the others."""
    openers = proof.claim.openers
    if len(openers) == 1:
        return None
    place = rng.randrange(len(openers))
    dropped = replace(proof, strategies=_put(proof.strategies, place))
    return with_claim(dropped, openers=_put(openers, place))


def drop_strategy(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a strategy and its number of steps, but not its opener."""
    place = rng.randrange(len(proof.strategies))
    opener = replace(proof.claim.openers[place], steps=0)
    return with_claim(
        replace(proof, strategies=_put(proof.strategies, place, ())),
        openers=_put(proof.claim.openers, place, opener),
    )


def another_opener(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Put another guess in the place of a listed opener, and of the first step of its strategy."""
    place = rng.randrange(len(proof.strategies))
    word = rng.choice(proof.head.game.guesses.words)
    opener = replace(proof.claim.openers[place], opener=word)
    steps = (word, *proof.strategies[place][1:])[: opener.steps]
    return with_claim(
        replace(proof, strategies=_put(proof.strategies, place, steps)),
        openers=_put(proof.claim.openers, place, opener),
    )


def an_interval(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim an interval from the first total, or about there; or other ends of it."""
    claim = proof.claim
    if isinstance(claim, TotalBetween):
        first = replace(claim.openers[0], total=claim.reached + rng.choice((-1, 0, 1)))
        return with_claim(proof, openers=(first,), others=claim.others + rng.choice((-1, 0, 1)))
    between = TotalBetween(
        claim.history,
        claim.within,
        claim.among,
        claim.openers[:1],
        max(1, claim.reached + rng.choice((-2, -1, 0, 0, 1))),
        claim.hidden_count,
        claim.sets,
        claim.lemmas,
        claim.weights,
    )
    return replace(proof, head=replace(proof.head, claim=between), strategies=proof.strategies[:1])


def another_order(proof: Optimality, rng: random.Random) -> Optimality | None:
    """List the openers in another order, with their strategies."""
    openers = proof.claim.openers
    order = rng.sample(range(len(openers)), len(openers))
    strategies = tuple(proof.strategies[place] for place in order)
    return with_claim(replace(proof, strategies=strategies), openers=tuple(openers[place] for place in order))


def another_limit(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim the same within one guess more or fewer, or however many."""
    within = proof.claim.within
    choices = (*range(1, 6), None) if within is None else (within - 1, within + 1, None)
    return with_claim(proof, within=rng.choice(choices) or None)


def other_openers_meant(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Speak of more or fewer openers."""
    guesses = proof.head.game.guesses.words
    among = set(proof.claim.among) ^ set(rng.sample(guesses, rng.randint(0, min(2, len(guesses)))))
    if rng.random() < 0.3:
        among = set()
    return with_claim(proof, among=tuple(sorted(among)))


# ------------------------------------------------------------------------------------------ the strategies


def another_step(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Make another guess somewhere in a strategy."""
    place = rng.randrange(len(proof.strategies))
    steps = proof.strategies[place]
    step = _some(steps, rng)
    if step is None:
        return None
    other = _put(steps, step, rng.choice(proof.head.game.guesses.words))
    return replace(proof, strategies=_put(proof.strategies, place, other))


def another_number_of_steps(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a guess of a strategy, or make one twice; the number of steps is counted again."""
    place = rng.randrange(len(proof.strategies))
    steps = proof.strategies[place]
    step = _some(steps, rng)
    if step is None:
        return None
    other = _put(steps, step) if rng.random() < 0.5 else _put(steps, step, steps[step], steps[step])
    opener = replace(proof.claim.openers[place], steps=len(other))
    return with_claim(
        replace(proof, strategies=_put(proof.strategies, place, other)),
        openers=_put(proof.claim.openers, place, opener),
    )


# ---------------------------------------------------------------------------------------- sets and lemmas


def drop_set(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a set."""
    place = _some(proof.sets, rng)
    return None if place is None else with_parts(proof, _put(proof.sets, place), proof.lemmas)


def less_in_set(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim one pattern fewer for a set that states a number."""
    place = _some_set(proof, rng, stated=True)
    if place is None:
        return None
    other = replace(proof.sets[place], most=(proof.sets[place].most or 0) - 1)
    return with_parts(proof, _put(proof.sets, place, other), proof.lemmas)


def drop_counted_set(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a set that states no number."""
    place = _some_set(proof, rng, stated=False)
    return None if place is None else with_parts(proof, _put(proof.sets, place), proof.lemmas)


def a_number_for_a_counted_set(proof: Optimality, rng: random.Random) -> Optimality | None:
    """State a number, right or wrong, in a set that leaves it out."""
    place = _some_set(proof, rng, stated=False)
    if place is None:
        return None
    other = replace(proof.sets[place], most=rng.randint(1, 8))
    return with_parts(proof, _put(proof.sets, place, other), proof.lemmas)


def no_number_in_set(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Leave out the number of a set, which says no less then."""
    place = _some_set(proof, rng, stated=True)
    if place is None:
        return None
    return with_parts(proof, _put(proof.sets, place, replace(proof.sets[place], most=None)), proof.lemmas)


def other_facts(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a fact of a set, change one, or add one."""
    return _with_other_facts(proof, _some(proof.sets, rng), rng)


def other_facts_of_a_counted_set(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Do that in a set that states no number: whatever its facts are, it is true."""
    return _with_other_facts(proof, _some_set(proof, rng, stated=False), rng)


def _with_other_facts(proof: Optimality, place: int | None, rng: random.Random) -> Optimality | None:
    if place is None:
        return None
    facts = set(proof.sets[place].facts)
    if rng.random() < 0.7:
        facts.remove(rng.choice(proof.sets[place].facts))
    if rng.random() < 0.7:
        word = rng.choice(proof.head.game.guesses.words)
        position = rng.randint(1, len(word))
        kind = rng.choice(tuple(FactKind))
        facts.add(Fact(word[position - 1], kind, 0 if kind is FactKind.ABSENT else position))
    other = FactSet(proof.sets[place].most, tuple(sorted(facts, key=format_fact)))
    return with_parts(proof, _put(proof.sets, place, other), proof.lemmas)


def facts_out_of_order(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Write the facts of a set in another order, or one of them twice."""
    place = _some(proof.sets, rng)
    if place is None:
        return None
    facts = proof.sets[place].facts
    other = rng.choice((facts[::-1], (*facts, facts[-1])))
    return with_parts(proof, _put(proof.sets, place, replace(proof.sets[place], facts=other)), proof.lemmas)


def drop_lemma(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a lemma."""
    place = _some(proof.lemmas, rng)
    return None if place is None else with_parts(proof, proof.sets, _put(proof.lemmas, place))


def lemmas_in_another_order(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Let a lemma come earlier or later."""
    place = _some(proof.lemmas, rng)
    if place is None:
        return None
    left = list(_put(proof.lemmas, place))
    left.insert(rng.randint(0, len(left)), proof.lemmas[place])
    return with_parts(proof, proof.sets, tuple(left))


def _changed_lemma(
    proof: Optimality, rng: random.Random, change: Callable[[Lemma], Lemma | None]
) -> Optimality | None:
    place = _some(proof.lemmas, rng)
    if place is None:
        return None
    other = change(proof.lemmas[place])
    return None if other is None else with_parts(proof, proof.sets, _put(proof.lemmas, place, other))


def higher_bound(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Let a lemma claim one guess more, or that all is lost."""

    def change(lemma: Lemma) -> Lemma | None:
        if lemma.bound is None:
            return None
        return replace(lemma, bound=rng.choice((lemma.bound + 1, lemma.bound + 1, None)))

    return _changed_lemma(proof, rng, change)


def lower_bound(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Let a lemma claim one guess less."""
    return _changed_lemma(proof, rng, lambda lemma: replace(lemma, bound=(lemma.bound or 100) - 1))


def more_guesses(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Let a lemma claim that its bound holds with one guess more, or however many."""

    def change(lemma: Lemma) -> Lemma | None:
        more = rng.choice((None, (lemma.guesses or 0) + 1))
        return None if lemma.guesses is None else replace(lemma, guesses=more)

    return _changed_lemma(proof, rng, change)


def fewer_guesses(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Let a lemma speak of one guess fewer, or of a few."""

    def change(lemma: Lemma) -> Lemma | None:
        fewer = rng.randint(1, 6) if lemma.guesses is None else lemma.guesses - 1
        return replace(lemma, guesses=fewer)

    return _changed_lemma(proof, rng, change)


def stronger_restriction(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Fix one thing more in a lemma."""
    word = rng.choice(proof.head.game.guesses.words)
    place = rng.randrange(len(word))

    def change(lemma: Lemma) -> Lemma | None:
        greens, counts = list(lemma.restriction.greens), dict(lemma.restriction.counts)
        if rng.random() < 0.5:
            greens[place] = word[place]
        else:
            counts[word[place]] = counts.get(word[place], 0) + 1
        if sum(counts.values()) > len(word):
            return None
        return replace(lemma, restriction=Restriction(tuple(greens), tuple(sorted(counts.items()))))

    return _changed_lemma(proof, rng, change)


def weaker_restriction(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Fix one thing less in a lemma."""

    def change(lemma: Lemma) -> Lemma | None:
        greens, counts = list(lemma.restriction.greens), dict(lemma.restriction.counts)
        fixed: list[int | str] = [place for place, green in enumerate(greens) if green]
        fixed += list(counts)
        if not fixed:
            return None
        gone = rng.choice(fixed)
        if isinstance(gone, int):
            greens[gone] = None
        else:
            counts[gone] -= 1
        left = tuple((letter, least) for letter, least in sorted(counts.items()) if least)
        return replace(lemma, restriction=Restriction(tuple(greens), left))

    return _changed_lemma(proof, rng, change)


def other_words(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Drop a pair of a lemma's history, change its pattern or its word, or add one."""

    def change(lemma: Lemma) -> Lemma | None:
        history = list(lemma.history)
        place = rng.randrange(len(history))
        word, pattern = history[place]
        guess = rng.choice(proof.head.game.guesses.words)
        step = 3 ** rng.randrange(len(word))
        choices = [(), ((word, (pattern + step) % 3 ** len(word)),), ((guess, pattern),)]
        choices.append(((word, pattern), (guess, rng.randrange(3 ** len(word)))))
        history[place : place + 1] = rng.choice(choices)
        return replace(lemma, history=tuple(history)) if history else None

    return _changed_lemma(proof, rng, change)


PART_CHANGES: tuple[Change, ...] = (
    drop_set,
    drop_counted_set,
    less_in_set,
    a_number_for_a_counted_set,
    no_number_in_set,
    other_facts,
    other_facts_of_a_counted_set,
    drop_lemma,
    lemmas_in_another_order,
    higher_bound,
    lower_bound,
    more_guesses,
    fewer_guesses,
    stronger_restriction,
    weaker_restriction,
    other_words,
)
"""Changes of what sets and lemmas say."""
COUNTED_CHANGES: tuple[Change, ...] = (
    drop_counted_set,
    a_number_for_a_counted_set,
    other_facts_of_a_counted_set,
)
"""Those of sets that state no number."""
CHANGES: tuple[Change, ...] = (
    *PART_CHANGES,
    facts_out_of_order,
    another_total,
    other_totals,
    more_for_others,
    less_for_others,
    drop_opener,
    drop_strategy,
    another_opener,
    an_interval,
    another_order,
    another_limit,
    other_openers_meant,
    *mutants.CHANGES,
    another_step,
    another_number_of_steps,
)
"""All changes."""
