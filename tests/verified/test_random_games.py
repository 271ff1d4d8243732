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
from tests.two_checkers import is_accepted
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


def changed(proof: Optimality | Refutation, rng: random.Random) -> Optimality | Refutation:
    """Return `proof` with one change, if the one that is drawn can be made of it."""
    if isinstance(proof, Optimality):
        return rng.choice(total_mutants.CHANGES)(proof, rng) or proof
    return rng.choice(refutation_mutants.CHANGES)(proof, rng) or proof


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_three_checkers_agree_on_random_games(program: Program, batch: int, tmp_path: Path) -> None:
    """What is true is accepted, in normal and in hard mode; what is changed is seen alike."""
    file = tmp_path / "random.cert"
    seen: Counter[tuple[str, str]] = Counter()
    for game in range(GAMES):
        rng = random.Random(f"{batch} {game}")  # noqa: S311
        proof = proof_of(rng, total=game % 2 == 0)
        for kind, one in (("true", proof), ("changed", changed(proof, rng))):
            file.write_text("".join(f"{line}\n" for line in render(one)), encoding="utf-8")
            word = program(file).word
            assert word == "not covered" or (word == "accepted") == is_accepted(file), file.read_text("utf-8")
            seen[kind, word] += 1
    assert seen["true", "accepted"] > GAMES // 3, seen
    assert not seen["true", "rejected"] + seen["true", "malformed"], seen
    assert seen["changed", "rejected"] > 0, seen
