"""The proofs of the search: each impossible verdict becomes a certificate that the checker accepts."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from tests.oracle.questions import Question, after_a_history, search, variant_of, with_opener
from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certificate.parts.nodes import NodeKind
from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.certify.publish import write_certificate
from wordle_cp.check import check_file
from wordle_cp.engine import DepthSearch, Game, Verdict
from wordle_cp.engine.depth import native_nodes
from wordle_cp.games import question as asked
from wordle_cp.rules.modes import Mode
from wordle_cp.work import Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.engine import OpenerDecision, ProofNode

SIZE = Size(most_hidden=18, most_guesses=26)
MODES = (Mode.NORMAL, Mode.HARD, Mode.HARD)
SEEDS = range(share(3))
GAMES_PER_SEED = 50
DEPTHS = range(1, 6)
NO_FAMILIES = 100


def accepted(certificate: Refutation, folder: Path) -> None:
    """Let the checker judge `certificate` from a file; it raises what is wrong with it."""
    path = folder / "refutation.cert"
    write_certificate(path, certificate)
    check_file(path, lambda _: None)


def questions(rng: random.Random, mode: Mode) -> Iterator[Question]:
    """Yield the impossible one of most guesses, with one guess less, with an opener, and after a history."""
    game = random_game(rng, SIZE)
    brute = BruteForce(game.guesses, mode)
    impossible = [depth for depth in DEPTHS if Question(game, mode, depth).truth(brute) is Verdict.IMPOSSIBLE]
    if not impossible:
        return
    yield Question(game, mode, impossible[-1])
    yield Question(game, mode, max(impossible[-1] - 1, 1))
    for other in (
        with_opener(rng, game, mode, impossible[-1] + 1),
        after_a_history(rng, game, mode, impossible[-1]),
    ):
        if len(other.words) > 1 and other.truth(brute) is Verdict.IMPOSSIBLE:
            yield other


@pytest.mark.parametrize("seed", SEEDS)
def test_each_impossible_verdict_has_a_certificate_that_is_accepted(seed: int, tmp_path: Path) -> None:
    kinds: Counter[NodeKind] = Counter()
    scopes: Counter[OpenerScope] = Counter()
    for number in range(GAMES_PER_SEED):
        rng = random.Random(f"proofs/{seed}/{number}")  # noqa: S311
        mode = rng.choice(MODES)
        for question in questions(rng, mode):
            min_family = rng.choice((2, NO_FAMILIES))  # without families there is more to search
            native, outcome = search(question, jobs=1 + number % 3, min_family=min_family)
            assert outcome.verdict is Verdict.IMPOSSIBLE
            certificate = refutation_certificate(
                asked.Question.of(
                    variant_of(question.game, mode),
                    history=question.history,
                    openers=None if question.opener is None else (question.opener,),
                ),
                question.depth,
                native.proof_nodes(),
                outcome.refuting,
                work=Work(1 + number % 3),
            )
            accepted(certificate, tmp_path)
            kinds.update(node.kind for node in certificate.nodes)
            scopes[OpenerScope.ALL if question.opener is None else OpenerScope.ONLY] += 1
    assert set(kinds) >= {NodeKind.PAIR, NodeKind.WEIGHTS, NodeKind.RULE}
    assert len(scopes) > 1


def reachable(nodes: Sequence[ProofNode], refuting: Sequence[int]) -> dict[int, ProofNode]:
    """Return the nodes that `refuting` rest on, by number, themselves included."""
    found: dict[int, ProofNode] = {}
    left = list(refuting)
    while left:
        number = left.pop()
        if number not in found:
            found[number] = nodes[number]
            left += nodes[number].children
    return found


def test_a_compaction_that_is_stopped_keeps_the_children_of_all_nodes() -> None:
    rng = random.Random("stopped")  # noqa: S311
    compared = 0
    while not compared:
        question = next(questions(rng, Mode.HARD), None)
        if question is None:
            continue
        native, outcome = search(question, jobs=1, min_family=NO_FAMILIES)
        nodes = native.proof_nodes()
        if len(nodes) < 20 or question.history:
            continue
        game = Game(question.game.guesses, question.game.hidden)
        work = game.library.ProofCompaction(
            game.native,
            question.mode.value,
            question.guesses_left,
            [],
            native_nodes(game, nodes),
            [*outcome.refuting],
            False,  # noqa: FBT003  that of a compiled class
            3,
        )
        work.stop()
        raw, refuting = work.run()
        with pytest.raises(RuntimeError, match="only once"):
            work.run()
        assert work.done() == work.size()
        kept = reachable(nodes, outcome.refuting)
        assert refuting
        assert len(raw) <= len(kept)
        assert not Counter(len(node[4]) for node in raw) - Counter(
            len(node.children) for node in kept.values()
        )
        compared += 1


def census(
    native: DepthSearch, question: Question, known: list[ProofNode]
) -> tuple[list[OpenerDecision], list[ProofNode]]:
    """Decide every opener of `question`; return the decisions and the whole proof."""
    left = native.census(question.guesses_left, openers=question.game.guesses, known=known)
    assert left == ()
    return native.take_decisions(), native.proof_nodes()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_census_decides_each_opener_and_its_refutations_share_one_certificate(
    seed: int, tmp_path: Path
) -> None:
    verdicts: Counter[bool] = Counter()
    for number in range(GAMES_PER_SEED):
        rng = random.Random(f"census/{seed}/{number}")  # noqa: S311
        mode = rng.choice(MODES)
        game = random_game(rng, SIZE)
        brute = BruteForce(game.guesses, mode)
        depth = next((d for d in DEPTHS if Question(game, mode, d).truth(brute) is Verdict.POSSIBLE), 0)
        if depth < 2 or len(game.hidden) < 2:
            continue
        question = Question(game, mode, depth)
        words = Game(game.guesses, game.hidden)
        decisions, proof = census(DepthSearch(words, mode, jobs=1 + number % 3), question, [])
        truth = {
            opener: brute.solvable_by(opener, question.words, frozenset(game.guesses), depth)
            for opener in game.guesses
        }
        assert {decision.opener: bool(decision.strategy) for decision in decisions} == truth
        verdicts.update(truth.values())
        refuted = {decision.opener: decision.node for decision in decisions if not decision.strategy}
        refuting = sorted({node for node in refuted.values() if node is not None})
        for scope, openers in (
            (OpenerScope.ONLY, tuple(refuted)),
            (OpenerScope.EXCEPT, tuple(opener for opener in truth if truth[opener])),
        ):
            if refuted:
                certificates = [
                    refutation_certificate(
                        asked.Question(asked.Position.of(variant_of(game, mode)), openers),
                        depth,
                        proof,
                        refuting,
                        scope=scope,
                        work=Work(jobs),
                    )
                    for jobs in (1, 3)
                ]
                assert certificates[0] == certificates[1]
                accepted(certificates[0], tmp_path)
        again, longer = census(DepthSearch(words, mode, jobs=1), question, proof)
        assert longer[: len(proof)] == proof
        assert {decision.opener: bool(decision.strategy) for decision in again} == truth
    assert len(verdicts) > 1
