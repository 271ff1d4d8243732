"""Work of each search on one thread, to the last unit: an order or a bound that changes shows here at once.

A change that means to alter a count writes the new one here and says why. The counts are the same for each
path of kernels and each level of optimisation.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp import data
from wordle_cp.engine import (
    BoundProver,
    DepthSearch,
    Game,
    PairSearch,
    TotalSearch,
    compact_proof,
)
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

NARROW: Final = 5
WIDE: Final = 6
MISSED: Final = (0, 0, 0, 0)


@cache
def game_of(length: int, hidden: int = 1000, others: int = 500) -> Game:
    """Return a game of words of the real lists; in six letters the first one stands at the end once more."""
    rng = random.Random(f"work/{hidden}")  # noqa: S311  no secret
    words = rng.sample(data.word_list("original-hidden"), hidden)
    guesses = dict.fromkeys(words + rng.sample(data.word_list("original-guesses"), others))
    longer = [[word + word[: length - 5] for word in each] for each in (guesses, words)]
    return Game(longer[0], longer[1])


def total(mode: Mode, length: int = NARROW, *, costs: tuple[int, ...] = (), loss: int | None = None) -> int:
    search = TotalSearch(
        game_of(length, {0: 1000, 3: 500, 4: 400}[len(costs)]), mode, jobs=1, costs=costs, loss=loss
    )
    return search.rank(guesses_left=len(costs) or 6).work


def weighted() -> int:
    game = game_of(NARROW, 700)
    weights = [1 + number % 5 for number in range(len(game.hidden))]
    return TotalSearch(game, Mode.NORMAL, jobs=1, weights=weights).rank(guesses_left=6).work


def codes() -> int:
    variant = Variant.load("mastermind-4x6")
    game = Game(variant.guesses, variant.hidden, variant.scoring)
    search = TotalSearch(game, Mode.NORMAL, jobs=1, symmetry=True)
    return search.rank(openers=("1122", "1123"), top=0).work


def worst() -> int:
    """Return the work of a ranking of the worst openers."""
    search = TotalSearch(game_of(NARROW, 400), Mode.NORMAL, jobs=1, worst=True)
    return search.rank(top=3, guesses_left=6).work


def depth(mode: Mode, hidden: int, length: int = NARROW) -> tuple[int, int]:
    """Return the nodes of a search, and those of its refutation made smaller."""
    game = game_of(length, hidden, 0 if mode is Mode.ULTRAHARD else 500)
    search = DepthSearch(game, mode, jobs=1)
    outcome = search.run(4)
    nodes = search.proof_nodes()
    if mode is Mode.ULTRAHARD or not outcome.refuting:
        return outcome.nodes, len(nodes)
    refuting = sorted(outcome.refuting)
    return outcome.nodes, len(compact_proof(game, mode, 4, nodes, refuting, jobs=1)[0])


def proof(mode: Mode, length: int = NARROW) -> tuple[int, ...]:
    """Return how many sets a lower bound rests on, how many lemmas, and the sum of their bounds."""
    game = game_of(length)
    targets = [
        (one.opener, one.cost) for one in TotalSearch(game, mode, jobs=1).rank(top=5, guesses_left=6).ranked
    ]
    found = BoundProver(game, mode, jobs=1).prove(targets, history=(), guesses_left=6)
    return len(found[0]), len(found[1]), sum(lemma.bound or 0 for lemma in found[1])


COUNTS: Final[dict[str, tuple[Callable[[], object], object]]] = {
    "total, normal": (lambda: total(Mode.NORMAL), 380_757),
    "total, hard": (lambda: total(Mode.HARD), 44_661),
    "total, ultrahard": (lambda: total(Mode.ULTRAHARD), 11_693),
    "total, wide, normal": (lambda: total(Mode.NORMAL, WIDE), 354_122),
    "total, wide, hard": (lambda: total(Mode.HARD, WIDE), 32_339),
    "tolls, normal": (lambda: total(Mode.NORMAL, costs=(0, 1, 4), loss=9), 972),
    "tolls, hard": (lambda: total(Mode.HARD, costs=(0, 1, 4), loss=9), 972),
    "tolls, wide": (lambda: total(Mode.NORMAL, WIDE, costs=(0, 1, 4), loss=9), 972),
    "weights": (weighted, 4_731),
    "codes": (codes, 107_118),
    "missed, normal": (lambda: total(Mode.NORMAL, costs=MISSED, loss=1), 19_691),
    "missed, hard": (lambda: total(Mode.HARD, costs=MISSED, loss=1), 62_884),
    "missed, wide": (lambda: total(Mode.NORMAL, WIDE, costs=MISSED, loss=1), 15_605),
    "depth, normal": (lambda: depth(Mode.NORMAL, 1350), (32_206, 13_850)),
    "depth, hard": (lambda: depth(Mode.HARD, 850), (33_338, 12_494)),
    "depth, ultrahard": (lambda: depth(Mode.ULTRAHARD, 780), (100_306, 0)),
    "depth, wide": (lambda: depth(Mode.HARD, 750, WIDE), (214, 26)),
    "proof, normal": (lambda: proof(Mode.NORMAL), (152, 34, 4_444)),
    "proof, hard": (lambda: proof(Mode.HARD), (158, 64, 6_608)),
    "proof, wide": (lambda: proof(Mode.NORMAL, WIDE), (133, 53, 4_972)),
    "pairs": (lambda: PairSearch(game_of(NARROW, 100, 100), jobs=1).rank(top=3, guesses_left=6).work, 9_408),
    "worst": (worst, 17_759),
}


@pytest.mark.parametrize("name", COUNTS)
def test_work_is_what_it_was(name: str) -> None:
    ask, count = COUNTS[name]
    assert ask() == count
