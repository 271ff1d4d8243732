"""Least totals of games of codes, proven: certificates of random small games against brute force.

Whatever the checker accepts, changed proofs included, must be true: brute force decides it from the
definitions. Whether it accepts or not, the second checker must see it likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from tests.effort import FEW, MORE, share
from tests.oracle import mutants, total_mutants
from tests.oracle.brute_codes import BruteCodes
from tests.oracle.mutants import with_claim
from tests.property.test_free_colours import hidden_after, some_history
from tests.property.test_optimality_weights import WEIGHT_CHANGES
from tests.two_checkers import Changes, changed_by, fast_verdict, is_accepted, put
from tests.unit.test_codes import codes_of
from wordle_cp.answers.rankings import certify, rank
from wordle_cp.answers.totals.solve import prove_optimal, solve
from wordle_cp.certificate.claims.total import Optimality, TotalBetween, TotalClaim, TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import Lemma
from wordle_cp.certificate.read import read_proof
from wordle_cp.games.goal import TOTAL_GUESSES, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.symmetry import kinds_weigh_alike
from wordle_cp.rules.words import Restriction
from wordle_cp.runs.ranking_state import Keeping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.oracle.total_mutants import Change
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

GAMES = (
    *("1 4 true", "2 2 true", "2 3 true", "2 5 true", "3 2 true", "3 3 true", "2 5 false", "3 4 false"),
    *("3 4 true", "2 6 true", "3 5 false"),
)
"""Pegs, colours, and whether colours may repeat."""
MOST_TRIED = 800
"""Codes that are left, times guesses, that brute force is tried on."""
MOST_DIVIDED = 12
"""Codes about all sets of which lemmas are made,"""
MOST_LEMMAS = 40
"""if there are no more of them: the second checker is slow."""
CHANGES: tuple[Change, ...] = (
    total_mutants.another_total,
    total_mutants.other_totals,
    total_mutants.more_for_others,
    total_mutants.less_for_others,
    total_mutants.drop_opener,
    total_mutants.drop_strategy,
    total_mutants.an_interval,
    total_mutants.another_limit,
    mutants.another_count,
    total_mutants.drop_lemma,
    total_mutants.lemmas_in_another_order,
    total_mutants.higher_bound,
    total_mutants.lower_bound,
    total_mutants.more_guesses,
    total_mutants.fewer_guesses,
)
"""Changes that don't name words."""
HARMLESS = frozenset(
    (
        "less_for_others",
        "drop_lemma",
        "lemmas_in_another_order",
        "lower_bound",
        "more_guesses",
        "fewer_guesses",
    )
)
"""Changes that may be without consequence wherever the games are small: then no lemma is needed."""


def become(some: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether `some` codes become the `others` if pegs are moved and colours exchanged, in all alike."""
    for order in permutations(range(len(some[0]))):
        moved = ["".join(code[place] for place in order) for code in some]
        pairs = {*zip("".join(moved), "".join(others), strict=True)}
        if len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
            return True
    return False


class Truth:
    """What is true of a game of codes after a history, by trying everything."""

    def __init__(self, variant: Variant, weights: dict[str, int] | None = None) -> None:
        """Take the game, and what each code weighs."""
        assert variant.codes is not None
        self._codes = variant.codes
        self._variant = variant
        self._brute = BruteCodes(variant.guesses, weights=weights)

    def weight(self, words: frozenset[str]) -> int:
        """Return what `words` weigh together."""
        return self._brute.weight(words)

    def with_weights(self, weights: Mapping[str, int]) -> Truth:
        """Return what is true with these weights, and 0 for other codes; without any each weighs 1."""
        every = {code: weights.get(code, 0) for code in self._variant.guesses}
        return Truth(self._variant, every) if weights else Truth(self._variant)

    def cost_of(self, opener: str, words: frozenset[str], left: int | None) -> int | None:
        """Return what `words` cost if `opener` is next; None if `left` guesses aren't enough for all."""
        cells = self._brute.cells(opener, words)
        rest = None if left is None else left - 1
        parts = [self.least(cell, rest) for cell in cells]
        if None in parts or (left is not None and left < 1):
            return None
        return self._brute.weight(words) + sum(part for part in parts if part is not None)

    def divides(self, opener: str, words: frozenset[str]) -> bool:
        """Tell whether `opener` gets more than one response from `words`."""
        return self._brute.cells(opener, words) != [words]

    def least(self, words: frozenset[str], left: int | None) -> int | None:
        """Return what `words` cost at least; None if they can't all be found with `left` guesses."""
        if left == 0:
            return None if words else 0
        return self._brute.total_within(words, len(words) if left is None else min(left, len(words)))

    def of_claim(self, claim: TotalClaim) -> bool:
        """Tell whether all that `claim` says is true: of openers that are listed, and of every other one.

        That those alike to one that is listed cost the same is a part of this: so others may have that cost.
        What codes weigh is what the claim says.
        """
        words = frozenset(hidden_after(self._codes, claim.history))
        if claim.weights and ({*words} != {*dict(claim.weights)} or not any(dict(claim.weights).values())):
            return False
        kinds = {(tuple(sorted(Counter(code).values())), weight) for code, weight in claim.weights}
        classes = len(kinds) == len(dict(kinds))  # codes of one kind have one weight
        past = [guess for guess, _ in claim.history]
        left = None if claim.within is None else claim.within - len(claim.history)
        totals = {listed.opener: listed.total for listed in claim.openers}
        for opener in claim.among or self._codes.codes():
            cost = self.cost_of(opener, words, left)
            total = None if cost is None else cost + self.weight(words) * len(claim.history)
            if isinstance(claim, TotalBetween):
                reached = total is not None and total <= claim.reached
                if (total is not None and total < claim.others) or (opener in totals and not reached):
                    return False
                continue
            if opener in totals:
                if total != totals[opener]:
                    return False
            elif total is not None and total < claim.others:
                alike = (one for one, known in totals.items() if classes and known == total)
                if not any(become([*past, one], [*past, opener]) for one in alike):
                    return False
        return len(words) == claim.hidden_count

    def of_lemma(self, lemma: Lemma, claim: TotalClaim) -> bool:
        """Tell whether `lemma` is true."""
        cost = self.least(
            frozenset(hidden_after(self._codes, (*claim.history, *lemma.history))), lemma.guesses
        )
        return cost is None or (lemma.bound is not None and cost >= lemma.bound)


def some_weights(rng: random.Random, codes: tuple[str, ...]) -> dict[str, int] | None:
    """Return what codes weigh: None for each 1, or one weight for codes of one kind, or random ones."""
    how = rng.choice(("1", "1", "by kind", "at random"))
    if how == "1":
        return None
    greatest = rng.choice((1, 2, 9))
    of_kind: dict[tuple[int, ...], int] = {}
    weights = {
        code: of_kind.setdefault(tuple(sorted(Counter(code).values())), rng.randint(0, greatest))
        if how == "by kind"
        else rng.randint(0, greatest)
        for code in codes
    }
    return weights if any(weights.values()) else None


def random_proof(rng: random.Random, folder: Path) -> tuple[Optimality, Truth] | None:
    """Return a proof about a random game, with what is true; None if it is too large, or can't be won."""
    variant = codes_of(folder, rng.choice(GAMES))
    assert variant.codes is not None
    weights = some_weights(rng, variant.guesses)
    truth = Truth(variant, weights)
    history = some_history(rng, variant.codes, rng.choice((0, 0, 1, 1, 2)))
    words = frozenset(hidden_after(variant.codes, history))
    if len(words) * len(variant.guesses) > MOST_TRIED or not truth.weight(words):
        return None
    goal = Goal.weighted(weights) if weights else TOTAL_GUESSES
    enough = next(left for left in range(1, 20) if truth.least(words, left) is not None)
    left = rng.choice((None, None, max(1, enough - 1), enough, enough, enough + 1))
    limit = None if left is None else left + len(history)
    openers: list[str] = []
    if len(words) > 1 and rng.random() < 0.4:
        openers = rng.sample(variant.guesses, min(len(variant.guesses), rng.randint(1, 9)))
    costs = {opener: truth.cost_of(opener, words, left) for opener in openers or variant.guesses}
    if len(words) > 1:  # the search has no use for an opener that divides nothing
        costs = {opener: cost for opener, cost in costs.items() if truth.divides(opener, words)}
    least = min((cost for cost in costs.values() if cost is not None), default=None)
    out = folder / "proof.cert"
    if rng.random() < 0.5:
        report = prove_optimal(
            TotalQuestion.of(variant, history=history, openers=openers or None, max_guesses=limit, goal=goal),
            keeping=Keeping(out=out),
        )
        assert report.cost == least
        if least is None:
            return None
        assert report.lower_bound_checked
        assert set(report.best) == {opener for opener, cost in costs.items() if cost == least}
    else:
        ranked = rank(
            TotalQuestion.of(variant, history=history, openers=openers or None, max_guesses=limit, goal=goal),
            top=rng.randint(1, 4),
        )
        if least is None or not ranked.ranked:
            return None
        claim = certify(ranked, out).claim
        assert isinstance(claim, TotalLeast)
        totals = {found.cost + truth.weight(words) * len(history) for found in ranked.ranked}
        assert {found.total for found in claim.openers} == ({min(totals)} if len(words) == 1 else totals)
    proof = read_proof(out, Optimality)
    assert proof.claim.reached == least + truth.weight(words) * len(history)
    return proof, truth


def with_more_lemmas(proof: Optimality, truth: Truth) -> Optimality:
    """Return `proof` with a lemma about each set of four codes or more that can be met, by what it costs."""
    claim, game = proof.claim, proof.head.game
    assert game.codes is not None
    codes = tuple(game.codes.codes())
    nothing = Restriction((None,) * game.word_length, ())
    lemmas: list[Lemma] = []
    seen: set[tuple[frozenset[str], int | None]] = set()

    def add(path: History, words: frozenset[str], left: int | None) -> None:
        left = None if left is None or left >= len(words) else left
        if len(words) <= 3 or left == 0 or (words, left) in seen:
            return
        seen.add((words, left))
        divide(path, words, left)
        cost = truth.least(words, left)
        if cost != 0:  # words that weigh nothing need no lemma
            lemmas.append(Lemma(cost, nothing, left, path))

    def divide(path: History, words: frozenset[str], left: int | None) -> None:
        for guess in codes:
            cells: dict[int, set[str]] = {}
            for word in words:
                cells.setdefault(game.scoring.score(guess, word), set()).add(word)
            for pattern, cell in cells.items():
                if len(cells) > 1 and pattern != game.scoring.win:
                    add((*path, (guess, pattern)), frozenset(cell), None if left is None else left - 1)

    words = frozenset(hidden_after(game.codes, claim.history))
    divide((), words, None if claim.within is None else claim.within - len(claim.history))
    return total_mutants.with_parts(proof, (), tuple(lemmas)) if len(lemmas) <= MOST_LEMMAS else proof


def what_occurs(proof: Optimality) -> list[str]:
    """Return what tests demand to have seen."""
    claim, lemmas = proof.claim, proof.lemmas
    codes = proof.head.game.codes
    assert codes is not None
    kinds = {
        "repeats": codes.repeats,
        "distinct": not codes.repeats,
        "history": bool(claim.history),
        "among": bool(claim.among),
        "within": claim.within is not None,
        "several openers": len(claim.openers) > 1,
        "no other opener": claim.others == claim.openers[-1].total,
        "weights": bool(claim.weights),
        "weights that keep classes": bool(claim.weights) and kinds_weigh_alike(claim.weights),
        "lemmas": bool(lemmas),
        "a lemma of lost codes": any(lemma.bound is None for lemma in lemmas),
    }
    return [kind for kind, seen in kinds.items() if seen]


def proofs(name: str, count: int, folder: Path) -> Iterator[tuple[Optimality, Truth]]:
    """Yield proofs about random games; some of them have many more lemmas than they need."""
    for seed in range(count):
        rng = random.Random(f"codes/{name}/{seed}")  # noqa: S311  reproducible, not secret
        made = random_proof(rng, folder)
        if made is None:
            continue
        proof, truth = made
        if proof.claim.hidden_count <= MOST_DIVIDED:
            proof = with_more_lemmas(proof, truth)
        yield proof, truth


def test_proofs_about_random_games_are_accepted_and_true(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    path = tmp_path / "random.cert"
    for proof, truth in proofs("accepted", share(120), tmp_path):
        put(path, proof)
        assert read_proof(path, Optimality) == proof
        assert is_accepted(path), path.read_text(encoding="utf-8")
        assert truth.of_claim(proof.claim), path.read_text(encoding="utf-8")
        assert all(truth.of_lemma(lemma, proof.claim) for lemma in proof.lemmas)
        seen.update(what_occurs(proof))
    assert len(seen) == 11, seen


def test_what_is_accepted_of_changed_proofs_is_true(tmp_path: Path) -> None:
    rng = random.Random("code mutants")  # noqa: S311  reproducible, not secret
    changes = Changes(tmp_path)
    for proof, truth in proofs("changed", share(42), tmp_path):

        def is_true(one: Optimality, truth: Truth = truth) -> bool:
            weighed = truth.with_weights(dict(one.claim.weights))
            return weighed.of_claim(one.claim) and all(
                weighed.of_lemma(each, one.claim) for each in one.lemmas
            )

        some = (*CHANGES, *(WEIGHT_CHANGES if proof.claim.weights else ()))
        changes.judge(changed_by(some, proof, rng), is_true)
    for name in (change.__name__ for change in (*CHANGES, *WEIGHT_CHANGES)):
        assert FEW or changes.accepted[name] + changes.refused[name], f"{name}: never tried"
        assert FEW or changes.refused[name] or name in HARMLESS, f"{name}: never refused"


def accepts(path: Path) -> bool:
    """Tell whether the checker, without the second one, which is slow, accepts the certificate."""
    return fast_verdict(path) == "accepted"


def test_lemmas_upon_lemmas_are_needed(tmp_path: Path) -> None:
    """In a larger game: lemmas that are dropped one at a time, and claim one guess more."""
    variant = codes_of(tmp_path, "2 9 true")
    path = tmp_path / "proof.cert"
    assert prove_optimal(TotalQuestion.of(variant), keeping=Keeping(out=path)).lower_bound_checked
    proof = read_proof(path, Optimality)
    assert is_accepted(path)
    assert any(len(lemma.history) > 1 for lemma in proof.lemmas)
    refused: Counter[str] = Counter()
    some = range(len(proof.lemmas)) if MORE else (0, 1, len(proof.lemmas) // 2, len(proof.lemmas) - 1)
    for place in some:
        lemma = proof.lemmas[place]
        before, after = proof.lemmas[:place], proof.lemmas[place + 1 :]
        put(path, total_mutants.with_parts(proof, (), (*before, *after)))
        refused["dropped"] += not accepts(path)
        assert lemma.bound is not None
        more = replace(lemma, bound=lemma.bound + 1)
        put(path, total_mutants.with_parts(proof, (), (*before, more, *after)))
        if accepts(path):
            assert (solve(TotalQuestion.of(variant, history=lemma.history)).cost or 0) > lemma.bound
        else:
            refused["more"] += 1
    assert refused["dropped"] > 0
    assert refused["more"] > 0


def test_an_opener_stands_for_those_that_are_alike(tmp_path: Path) -> None:
    """One that isn't listed must cost more, unless it is alike to one that is."""
    variant = codes_of(tmp_path, "2 3 true")
    path = tmp_path / "proof.cert"
    report = prove_optimal(TotalQuestion.of(variant), keeping=Keeping(out=path))
    proof = read_proof(path, Optimality)
    assert len(report.best) == 6
    assert [listed.opener for listed in proof.claim.openers] == [report.best[0]]
    assert report.cost is not None
    assert proof.claim.others == report.cost + 1
    for opener, accepted in ((report.best[0], True), (report.best[-1], True), ("11", False)):
        listed = replace(proof.claim.openers[0], opener=opener)
        steps = solve(TotalQuestion.of(variant, openers=[opener])).strategy
        assert steps is not None
        put(path, replace(with_claim(proof, openers=(listed,)), strategies=(steps.steps,)))
        assert is_accepted(path) is accepted


def test_weights_of_codes_that_are_ruled_out_tell_no_codes_apart(tmp_path: Path) -> None:
    variant = codes_of(tmp_path, "2 3 true")
    goal = Goal.weighted({code: 1 + (code == "33") for code in variant.guesses})
    assert not TotalQuestion.of(variant, goal=goal).symmetric
    history = (("12", variant.scoring.score("12", "11")),)
    assert TotalQuestion.of(variant, history=history, goal=goal).symmetric


def test_proofs_where_codes_of_one_kind_weigh_apart_take_no_code_for_another(tmp_path: Path) -> None:
    """A lemma that is proven with one guess of each class wouldn't be true of the others."""
    variant = codes_of(tmp_path, "3 4 true")
    rng = random.Random(0)  # noqa: S311  reproducible, not secret
    goal = Goal.weighted({code: rng.randint(0, 9) for code in variant.guesses})
    out = tmp_path / "weights.cert"
    assert prove_optimal(TotalQuestion.of(variant, goal=goal), keeping=Keeping(out=out)).lower_bound_checked
    assert read_proof(out, Optimality).lemmas
    assert is_accepted(out)
