"""Impossible in ultrahard mode: each such verdict has a certificate, and what is accepted is true.

Brute force says what is impossible. Proofs come from the project's writer and from one that draws them at
random; two checkers judge them, and changed ones.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_refutation import random_claim, refute
from tests.oracle.games import Size, game_of_modes, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.refutation_mutants import CHANGES, NODE_CHANGES
from tests.property.test_certificate_refutation import about_nothing, holds, lost_states
from tests.two_checkers import Changes, changed_by, is_accepted, put
from wordle_cp.answers.depths import prove_depth
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.parts.nodes import NodeKind
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.ultrahard import ultrahard_certificate
from wordle_cp.engine import Verdict
from wordle_cp.games.question import Question
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.oracle.games import SmallGame
    from wordle_cp.rules.words import History

SIZE = Size(most_hidden=9, most_guesses=26)
BATCHES = share(6)
GAMES = share(45)


def positions(rng: random.Random) -> Iterator[tuple[SmallGame, History, frozenset[str], BruteForce]]:
    """Yield the start of a random game, and a position after one guess or two."""
    game = game_of_modes(rng, SIZE)
    brute = BruteForce(game.guesses, Mode.ULTRAHARD)
    for history in ((), random_history(rng, game, Mode.ULTRAHARD, rng.choice((1, 2)))):
        words = words_after(game, history)
        if len(words) > 1:
            yield game, history, words, brute


def written(rng: random.Random) -> Iterator[tuple[Refutation, bool]]:
    """Yield what the writer makes of a random game, and whether hard mode allows a strategy.

    It is asked about one guess fewer than needed, and about the openers that lose with as many as needed.
    """
    for game, history, words, brute in positions(rng):
        variant = variant_of(game, Mode.ULTRAHARD)
        hard = BruteForce(game.guesses, Mode.HARD)
        least = brute.least_depth(words, history)
        left = least - len(history)
        if left > 1:
            easier = hard.solvable(words, hard.allowed_after(history), left - 1)
            yield ultrahard_certificate(Question.of(variant, history=history), least - 1), easier
        allowed = brute.allowed_after(history)
        losers = [guess for guess in game.guesses if guess in allowed]
        losers = [guess for guess in losers if not brute.solvable_by(guess, words, allowed, left)]
        if losers:
            may = hard.allowed_after(history)
            easier = any(hard.solvable_by(guess, words, may, left) for guess in losers)
            yield (
                ultrahard_certificate(Question.of(variant, history=history, openers=losers), least),
                easier,
            )


@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_the_writer_makes_is_accepted(batch: int, tmp_path: Path) -> None:
    path = tmp_path / "written.cert"
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        for proof, easier in written(random.Random(f"written/{batch}/{number}")):  # noqa: S311
            put(path, proof)
            assert read_proof(path, Refutation) == proof
            assert is_accepted(path), path.read_text(encoding="utf-8")
            assert holds(proof)
            conditions = any(node.conditions for node in proof.nodes)
            assert conditions or not easier, "a proof without conditions is one for hard mode"
            seen["impossible in ultrahard mode alone"] += easier
            seen["facts and conditions"] += conditions and not all(node.conditions for node in proof.nodes)
    assert all(seen.values()), seen
    assert len(seen) == 2


@pytest.mark.parametrize("batch", range(2))
def test_each_verdict_is_true_and_has_a_certificate(batch: int, tmp_path: Path) -> None:
    verdicts: Counter[Verdict] = Counter()
    for number in range(share(36)):
        rng = random.Random(f"proven/{batch}/{number}")  # noqa: S311
        for game, history, words, brute in positions(rng):
            least = brute.least_depth(words, history)
            for depth in {max(least - 1, len(history), 1), least}:
                report = prove_depth(
                    Question.of(variant_of(game, Mode.ULTRAHARD), history=history),
                    depth,
                    out=tmp_path / "proven.cert",
                )
                assert report.verdict is (Verdict.IMPOSSIBLE if depth < least else Verdict.POSSIBLE)
                assert report.accepted is not None
                verdicts[report.verdict] += 1
    assert min(verdicts[Verdict.POSSIBLE], verdicts[Verdict.IMPOSSIBLE]) > share(30), verdicts


def any_proof(rng: random.Random) -> Refutation | None:
    """Return a proof with conditions, from either writer."""
    if rng.random() < 0.5:
        return next((proof for proof, _ in written(rng) if any(n.conditions for n in proof.nodes)), None)
    claim, brute = random_claim(rng, SIZE, (Mode.ULTRAHARD,))
    proof = refute(claim, brute, rng)
    return proof if proof and claim.spoken_of(brute) and any(n.conditions for n in proof.nodes) else None


def proofs(name: str, count: int) -> Iterator[tuple[random.Random, Refutation]]:
    """Yield `count` proofs with conditions, and the random numbers to go on with."""
    number = 0
    while count:
        rng = random.Random(f"{name}/{number}")  # noqa: S311
        number += 1
        proof = any_proof(rng)
        if proof is not None:
            count -= 1
            yield rng, proof


def test_proofs_drawn_at_random_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "drawn.cert"
    kinds: Counter[NodeKind] = Counter()
    for _, proof in proofs("drawn", share(42)):
        put(path, proof)
        assert read_proof(path, Refutation) == proof
        assert is_accepted(path), path.read_text(encoding="utf-8")
        kinds.update(node.kind for node in proof.nodes if node.conditions)
    assert set(kinds) == {NodeKind.PAIR, NodeKind.WEIGHTS, NodeKind.RULE}


def test_what_is_accepted_of_changed_proofs_is_true(tmp_path: Path) -> None:
    changes = Changes(tmp_path)
    for rng, proof in proofs("changed", share(30)):
        changes.judge(changed_by([change for change in CHANGES for _ in range(2)], proof, rng), holds)
    for name in ("fewer_conditions", "facts_for_conditions", "another_condition", "drop_node"):
        assert changes.refused[name] > share(6), (name, changes.refused)


def test_every_accepted_node_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "nodes.cert"
    judged: Counter[bool] = Counter()
    for rng, original in proofs("nodes", share(36)):
        for _ in range(20):
            proof: Refutation | None = about_nothing(original)
            for _ in range(rng.randint(1, 3)):
                proof = proof and rng.choice(NODE_CHANGES)(proof, rng)
            if proof is None:
                continue
            put(path, proof)
            accepted = is_accepted(path)
            judged[accepted] += 1
            if accepted:
                assert all(lost_states(proof)), path.read_text(encoding="utf-8")
    assert min(judged[True], judged[False]) > share(60), judged
