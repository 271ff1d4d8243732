"""Each search of the native code, on cuts of the real lists: several threads find what one finds.

`make sanitize` runs this module with the native code under sanitizers, so it spends its time there and not in
oracles written in Python; that the answers are right is for tests/property.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.native_depth import families, no_goods
from tests.oracle.real_cuts import real_cut
from wordle_cp import engine
from wordle_cp.engine import (
    BoundProver,
    DepthSearch,
    Game,
    PairSearch,
    TotalSearch,
    UltrahardTable,
    Verdict,
    compact_proof,
)
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.engine import OpenerDecision

SEEDS = range(3)
JOBS = (1, 3)


def drawn(seed: int, *, hidden: int = 60, others: int = 40, mode: Mode = Mode.NORMAL) -> Game:
    """Return a cut of the real lists; in ultrahard mode every guess may be hidden."""
    cut = real_cut(random.Random(f"native/{seed}"), hidden, others)  # noqa: S311  no secret
    return Game(cut.guesses, cut.guesses if mode is Mode.ULTRAHARD else cut.hidden)


def demand_equal(found: Sequence[object]) -> None:
    """Demand that all that was `found` is the same."""
    for one, other in pairwise(found):
        assert one == other


@pytest.fixture
def each_kernel() -> Iterator[Iterator[str]]:
    """Provide the kernel paths of this machine, each selected while it is the one at hand."""

    def select() -> Iterator[str]:
        for name in engine.kernel_names():
            engine.select_kernels(name)
            yield name

    before = engine.kernel_name()
    yield select()
    engine.select_kernels(before)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", SEEDS)
def test_depths(seed: int, mode: Mode) -> None:
    game = drawn(seed, mode=mode)
    opener = game.guesses[0]
    for depth in (3, 4):
        searches = [DepthSearch(game, mode, jobs=jobs) for jobs in JOBS]
        outcomes = [search.run(depth) for search in searches]
        demand_equal([outcome.verdict for outcome in outcomes])
        history = ((opener, pattern_of(opener, game.hidden[-1])),)
        demand_equal([search.run(depth, history=history).verdict for search in searches])
        demand_equal([families(search) for search in searches])
        for search in searches:
            assert all(set(each.words) <= set(game.hidden) for each in no_goods(search))


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_census_and_its_refutations_made_smaller(seed: int, mode: Mode) -> None:
    game = drawn(seed, mode=mode)
    for depth in (3, 4):
        verdicts = []
        for jobs in JOBS:
            search = DepthSearch(game, mode, jobs=jobs)
            left = search.census(depth, openers=game.guesses)
            decisions: list[OpenerDecision] = search.take_decisions()
            assert left == ()
            verdicts.append({one.opener: one.node is None for one in decisions})
            nodes = search.proof_nodes()
            refuting = sorted({one.node for one in decisions if one.node is not None})
            compact = [compact_proof(game, mode, depth, nodes, refuting, jobs=threads) for threads in JOBS]
            demand_equal(compact)
            assert len(compact[0][0]) <= len(nodes)
        demand_equal(verdicts)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", SEEDS)
def test_totals_and_their_proofs(seed: int, mode: Mode, each_kernel: Iterator[str]) -> None:
    game = drawn(seed, hidden=40 if mode is Mode.ULTRAHARD else 60)
    answers: list[object] = []
    for _kernel in each_kernel:
        for jobs in JOBS:
            search = TotalSearch(game, mode, jobs=jobs)
            ranked = search.rank(top=3, guesses_left=6).ranked
            strategies = [search.strategy(opener=one.opener, guesses_left=6) for one in ranked]
            weighted = TotalSearch(game, mode, jobs=jobs, costs=(0, 1, 4), loss=9)
            proof = None
            if mode is not Mode.ULTRAHARD and ranked:
                targets = [(one.opener, one.cost) for one in ranked]
                proof = BoundProver(game, mode, jobs=jobs).prove(targets, history=(), guesses_left=6)
            answers.append((ranked, strategies, weighted.rank(top=2, guesses_left=3).ranked, proof))
    demand_equal(answers)


def test_totals_of_codes(each_kernel: Iterator[str]) -> None:
    """Responses to codes are few: from twenty codes on they are marked, and not compared with each other."""
    variant = Variant.load("mastermind-4x6")
    game = engine.Game(variant.guesses, variant.hidden, variant.scoring)
    for _ in each_kernel:
        search = engine.TotalSearch(game, Mode.NORMAL, jobs=1, symmetry=True)
        outcome = search.rank(openers=("1122", "1123", "1234"), top=0)
        found = [(ranked.opener, ranked.cost) for ranked in outcome.ranked]
        assert found == [("1123", 5625), ("1234", 5673), ("1122", 5702)]


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_of_words(seed: int, each_kernel: Iterator[str]) -> None:
    game = drawn(seed, hidden=50, others=20)
    demand_equal(
        [PairSearch(game, jobs=jobs).rank(top=5, guesses_left=6).ranked for _ in each_kernel for jobs in JOBS]
    )


def test_sets_of_words() -> None:
    """What the best strategies for some sets cost, on one thread and on several."""
    game = drawn(1, hidden=30)
    sets = [[0], [0, 1], range(3, 9), range(0, 30, 2)]
    found = [TotalSearch(game, Mode.NORMAL, jobs=jobs).least(sets, guesses_left=4) for jobs in JOBS]
    demand_equal(found)
    assert found[0][:2] == (1, 3)
    assert TotalSearch(game, Mode.NORMAL, jobs=1).least([[0], [0, 1]], guesses_left=1) == (1, None)


def test_states_of_ultrahard_mode() -> None:
    game = drawn(2, hidden=20, others=10, mode=Mode.ULTRAHARD)
    everything = range(len(game.guesses))
    lost = [
        UltrahardTable(game).is_lost(everything, everything, guesses, lambda: None) for guesses in range(1, 8)
    ]
    assert lost == sorted(lost, reverse=True)
    search = DepthSearch(game, Mode.ULTRAHARD, jobs=3)
    for guesses, is_lost in enumerate(lost, 1):
        verdict = search.run(guesses, hidden=list(everything)).verdict
        assert verdict is (Verdict.IMPOSSIBLE if is_lost else Verdict.POSSIBLE)
