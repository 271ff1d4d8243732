"""Proofs about random small games, and changed ones: the three checkers agree."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.oracle import refutation_mutants, total_mutants
from tests.oracle.brute_bounds import prove, random_question
from tests.oracle.brute_refutation import random_claim, refute
from tests.oracle.games import Size
from tests.oracle.total_truth import Truth
from tests.property.test_certificate_refutation import holds
from tests.two_checkers import ACCEPTED, MALFORMED, verdict
from tests.verified.intervals import interval
from wordle_cp.certificate.claims.total import Optimality
from wordle_cp.certificate.render import render

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verified.program import Program
    from wordle_cp.certificate.claims.impossible import Refutation

SIZE: Final = Size(most_hidden=8, most_guesses=14)
BATCHES, GAMES = (100, 100) if MORE else (2, 16)
"""Half of the games of a batch ask for a least total, half whether a depth is impossible: 10,000 in all."""


def proof_of(rng: random.Random, *, total: bool) -> Optimality | Refutation:
    """Return the proof of a claim about a random game, about a total or about a depth."""
    while True:
        if total:
            proof: Optimality | Refutation | None = prove(random_question(rng, SIZE), rng)
        else:
            claim, oracle = random_claim(rng, SIZE)
            proof = refute(claim, oracle, rng) if claim.spoken_of(oracle) else None
        if proof is not None:
            return proof


def is_true(proof: Optimality | Refutation) -> bool:
    """Tell by brute force whether the claim is true, and each set and lemma."""
    return Truth(proof).of_all(proof) if isinstance(proof, Optimality) else holds(proof)


def changed(proof: Optimality | Refutation, rng: random.Random) -> Optimality | Refutation:
    """Return `proof` with one change: of twenty that are drawn the first that makes it false, or the last."""
    other = proof
    for _ in range(20):
        if isinstance(proof, Optimality):
            other = rng.choice(total_mutants.CHANGES)(proof, rng) or other
        else:
            other = rng.choice(refutation_mutants.CHANGES)(proof, rng) or other
        if not is_true(other):
            break
    return other


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_three_checkers_agree_on_random_games(program: Program, batch: int, tmp_path: Path) -> None:
    """What is true is accepted, in normal and hard mode; half of what is changed is well formed and false."""
    file = tmp_path / "random.cert"
    seen: Counter[tuple[str, str]] = Counter()
    for game in range(GAMES):
        rng = random.Random(f"{batch} {game}")  # noqa: S311
        proof = proof_of(rng, total=game % 2 == 0)
        for kind, one in (("proof", proof), ("changed", changed(proof, rng))):
            text = "".join(f"{line}\n" for line in render(one))
            file.write_text(text, encoding="utf-8")
            word, others, true = program(file).word, verdict(file), is_true(one)
            assert word == "not covered" or (word == "accepted") == (others == ACCEPTED), text
            assert true or word != "accepted", text
            seen[kind, word] += 1
            least = "\nclaim total least " in text  # a change may have made an interval of it
            if isinstance(one, Optimality) and least and others != MALFORMED:
                low = max(1, one.claim.reached - rng.randrange(2))
                file.write_text(interval(text, low), encoding="utf-8")
                between = program(file).word
                assert between == "not covered" or (between == "accepted") == (verdict(file) == ACCEPTED), (
                    text
                )
                seen[f"{kind} between", between] += 1
            seen[kind, "false"] += others != MALFORMED and not true
    assert seen["proof", "accepted"] > GAMES // 3, seen
    assert not seen["proof", "rejected"] + seen["proof", "malformed"] + seen["proof", "false"], seen
    assert seen["changed", "rejected"] > 0, seen
    assert seen["proof between", "accepted"] > 0, seen
    assert seen["changed", "false"] >= GAMES // 2, seen
