"""Least totals where words have weights, proven: random games against exhaustive search, and mutants."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.effort import only_more, share
from tests.oracle.brute_total import LeastCost, Play
from tests.oracle.brute_total import Objective as Wanted
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.mutants import with_claim
from tests.oracle.questions import variant_of
from tests.oracle.total_mutants import CHANGES
from tests.oracle.total_truth import Truth
from tests.two_checkers import Changes, changed_by
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.certificate.claims.total import Optimality, TotalLeast
from wordle_cp.certificate.read import read_proof
from wordle_cp.check.counting import weighed_sets as check_weighed
from wordle_cp.check.counting import weights as check_weights
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.check.totals import lemmas as check_lemmas
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.oracle.total_mutants import Change
    from wordle_cp.rules.words import History

SMALL = Size(most_hidden=9, most_guesses=18)
MODES = (Mode.NORMAL, Mode.HARD)
GREATEST = (1, 2, 3, 10, 1000)


def truth(
    game: SmallGame, mode: Mode, history: History, limit: int | None, weights: dict[str, int]
) -> dict[str, int]:
    """Return the least cost of each opener that is in time, the history's guesses not counted."""
    play = Play(game.guesses, mode)
    left = None if limit is None else limit - len(history)
    oracle = LeastCost(play, Wanted(limit=left, weights=weights))
    allowed = play.allowed_after(history)
    words = words_after(game, history)
    costs = {opener: oracle.value_of(opener, words, allowed) for opener in sorted(allowed)}
    return {opener: cost for opener, cost in costs.items() if cost is not None}


@pytest.mark.parametrize("seed", range(share(6)))
def test_the_best_of_random_games_with_weights(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)  # noqa: S311  reproducible, not secret
    proven = 0
    for number in range(30):
        game = random_game(rng, SMALL)
        mode = rng.choice(MODES)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        limit = rng.choice((None, None, 2, 3, 4, 6))
        greatest = rng.choice(GREATEST)
        weights = {word: rng.randint(rng.choice((0, 1)), greatest) for word in game.hidden}
        words = words_after(game, history)
        if not any(weights[word] for word in words) or (limit is not None and limit <= len(history)):
            continue
        out = tmp_path / f"{number}.cert"
        variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
        report = prove_optimal(
            TotalQuestion.of(variant, history=history, goal=Goal.weighted(weights)), keeping=Keeping(out=out)
        )
        costs = truth(game, mode, history, limit, weights)
        if not costs:
            assert report.cost is None
            continue
        assert report.cost == min(costs.values())
        assert report.accepted is not None
        claim = report.accepted.claim
        assert isinstance(claim, TotalLeast)
        assert claim.weights == tuple((word, weights[word]) for word in game.hidden if word in words)
        before = len(history) * sum(weights[word] for word in words)
        assert {found.opener: found.total - before for found in claim.openers} == {
            opener: cost for opener, cost in costs.items() if cost == report.cost
        }
        PlainTotal(text_of(out), out.parent)
        proven += 1
    assert proven > 12


def another_weight(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim the same with one word a little heavier or lighter."""
    weights = list(proof.claim.weights)
    place = rng.randrange(len(weights))
    word, weight = weights[place]
    weights[place] = (word, max(0, weight + rng.choice((-1, 1))))
    return with_claim(proof, weights=tuple(weights))


def exchanged_weights(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Claim the same with the weights of the words in another order."""
    words, weights = zip(*proof.claim.weights, strict=True)
    return with_claim(proof, weights=tuple(zip(words, rng.sample(weights, len(weights)), strict=True)))


def words_in_another_order(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Write the words with their weights in another order."""
    return with_claim(proof, weights=tuple(rng.sample(proof.claim.weights, len(proof.claim.weights))))


def without_weights(proof: Optimality, rng: random.Random) -> Optimality | None:
    """Leave out one weight, or all of them, or write one twice."""
    weights = proof.claim.weights
    return with_claim(proof, weights=rng.choice(((), weights[1:], (*weights, weights[0]))))


def nothing_weighs(proof: Optimality, _rng: random.Random) -> Optimality | None:
    """Let all weights be 0."""
    return with_claim(proof, weights=tuple((word, 0) for word, _ in proof.claim.weights))


WEIGHT_CHANGES: tuple[Change, ...] = (
    another_weight,
    exchanged_weights,
    words_in_another_order,
    without_weights,
    nothing_weighs,
)


def weighed_proofs(rng: random.Random, count: int, path: Path) -> Iterator[Optimality]:
    """Yield proofs of random games whose words have weights, most of them with lemmas or sets."""
    found = 0
    while found < count:
        game = random_game(rng, SMALL)
        weights = {word: rng.randint(rng.choice((0, 1)), rng.choice(GREATEST)) for word in game.hidden}
        if not any(weights.values()):
            continue
        mode = rng.choice(MODES)
        variant = variant_of(game, mode).model_copy(update={"max_guesses": rng.choice((None, None, 3, 4))})
        report = prove_optimal(
            TotalQuestion.of(variant, goal=Goal.weighted(weights)), keeping=Keeping(out=path)
        )
        if report.accepted is None:
            continue
        proof = read_proof(path, Optimality)
        if proof.sets or proof.lemmas or rng.random() < 0.2:
            found += 1
            yield proof


@only_more
def test_what_is_accepted_of_changed_proofs_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("weights")  # noqa: S311  reproducible, not secret
    changes = Changes(tmp_path)
    for number, proof in enumerate(weighed_proofs(rng, share(60), tmp_path / "proof.cert")):
        monkeypatch.setattr(check_weights, "_COMPARED", 2 if number % 2 else 64)  # then words are sorted
        monkeypatch.setattr(check_weights, "_BLOCK", 20)  # a few guesses at a time
        monkeypatch.setattr(check_weighed, "_TOGETHER", 1)
        monkeypatch.setattr(check_lemmas, "_MANY_WORDS", 1)  # lest tables of facts, which have no weights,
        monkeypatch.setattr(check_lemmas, "_MANY_GUESSES", 1)  # take the place of what guesses show
        monkeypatch.setattr(check_lemmas, "_MANY_GUESSES_HARD", 1)
        assert Truth(proof).of_all(proof)
        changed = changed_by((*WEIGHT_CHANGES, *WEIGHT_CHANGES, *CHANGES), proof, rng)
        changes.judge(changed, lambda one: Truth(one).of_all(one))
    assert changes.accepted.total() + changes.refused.total() > 300
    assert all(changes.refused[change.__name__] > 5 for change in WEIGHT_CHANGES), changes.refused
    for name in ("another_total", "higher_bound", "less_in_set", "more_for_others", "another_step"):
        assert changes.refused[name], f"{name}: never refused"
