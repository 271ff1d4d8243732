"""Two modes that only the native module of a build for tests knows; run by `make sanitize`.

Where greens alone bind, each native class goes by the properties of the mode, and finds what brute force
finds. A mode that forbids grey letters, too, none of them can heed: each refuses it when it is made. What
takes no mode (pairs of words, noisy players, the worst openers, proofs of words missed, the table of
ultrahard mode) is refused by the answers: see tests/property/test_fourth_mode.py.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

from tests.fourth_mode import GREENS, NAME, fourth_mode, green_moved
from tests.native_depth import no_goods
from tests.oracle import questions
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, SmallGame, game_of_modes, random_game, random_history, words_after
from tests.property import test_total_search as totals
from wordle_cp import engine
from wordle_cp.engine import BoundProver, DepthSearch, Game, TotalSearch, compact_proof
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import is_consistent, pattern_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.engine import ProofNode

SIZE: Final = Size(most_hidden=8, most_guesses=16)
GAMES: Final = 25
GOALS: Final[dict[str, Callable[[Sequence[str]], Objective]]] = {
    "guesses": lambda _words: Objective(limit=4),
    "prices": lambda _words: Objective(costs=(1, 2, 4), loss=9),
    "words missed": lambda _words: Objective(costs=(0, 0, 0), loss=1),
    "weights": lambda words: Objective(weights={word: 1 + place % 3 for place, word in enumerate(words)}),
}


@pytest.fixture(scope="module", name="mode")
def greens() -> Iterator[Mode]:
    with fourth_mode(GREENS, green_moved) as mode:
        yield mode


def games(count: int) -> Iterator[tuple[random.Random, SmallGame]]:
    for number in range(count):
        rng = random.Random(f"native modes/{number}")  # noqa: S311
        yield rng, rng.choice((random_game, game_of_modes))(rng, SIZE)


def truth_of_depth(game: SmallGame, mode: Mode) -> int:
    return BruteForce(game.guesses, mode).least_depth(frozenset(game.hidden))


def truth_of_total(game: SmallGame, mode: Mode) -> int | None:
    play = Play(game.guesses, mode)
    return LeastCost(play, Objective(limit=3)).value(frozenset(game.hidden), frozenset(game.guesses))


@pytest.mark.parametrize("truth", [truth_of_depth, truth_of_total])
def test_the_mode_differs_from_all_others(truth: Callable[[SmallGame, Mode], object], mode: Mode) -> None:
    for known in (Mode.NORMAL, Mode.HARD, Mode.ULTRAHARD):
        assert any(truth(game, known) != truth(game, mode) for _, game in games(100)), known


def test_depths_no_goods_and_strategies(mode: Mode) -> None:
    restricted = 0
    for rng, game in games(GAMES):
        brute = BruteForce(game.guesses, mode)
        history = random_history(rng, game, mode, rng.randint(0, 2))
        for left in range(1, 5):
            question = questions.Question(game, mode, len(history) + left, history)
            search, outcome = questions.search(question, jobs=rng.choice((1, 2)))
            assert outcome.verdict is question.truth(brute), question
            for no_good in no_goods(search):
                assert no_good.restriction.counts == ()
                allowed = brute.allowed_under(no_good.restriction)
                assert not brute.solvable(frozenset(no_good.words), allowed, no_good.guesses), no_good
                restricted += any(no_good.restriction.greens)
    assert restricted > 10


def words_of(proof: Sequence[ProofNode]) -> list[frozenset[str]]:
    """Return the words of each node; a cover has those of its children."""
    words: list[frozenset[str]] = []
    for node in proof:
        words.append(frozenset(node.words).union(*(words[child] for child in node.children)))
    return words


def test_a_census_and_its_refutations_made_smaller(mode: Mode) -> None:
    refuted = 0
    for _, game in games(GAMES):
        if len(game.hidden) == 1:
            continue
        brute = BruteForce(game.guesses, mode)
        native = Game(game.guesses, game.hidden)
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        for left in range(2, 5):
            search = DepthSearch(native, mode, jobs=2, min_family=2)
            assert search.census(left, openers=game.guesses) == ()
            decisions = search.take_decisions()
            for one in decisions:
                assert (one.node is None) == brute.solvable_by(one.opener, words, allowed, left)
            nodes = search.proof_nodes()
            refuting = sorted({one.node for one in decisions if one.node is not None})
            smaller, _ = compact_proof(native, mode, left, nodes, refuting, jobs=2)
            for proof in (nodes, smaller):
                for node, left_words in zip(proof, words_of(proof), strict=True):
                    under = brute.allowed_under(node.restriction)
                    assert not brute.solvable(left_words, under, node.guesses), node
            refuted += len(refuting)
    assert refuted


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("kernels", engine.kernel_names())
def test_least_costs(kernels: str, goal: str, mode: Mode) -> None:
    before = engine.kernel_name()
    engine.select_kernels(kernels)
    try:
        for rng, game in games(GAMES):
            history = random_history(rng, game, mode, rng.randint(0, 1))
            if not words_after(game, history):
                history = ()
            question = totals.Question(game, mode, GOALS[goal](game.hidden), history)
            search, truth = question.search(rng.choice((1, 2))), question.truth()
            totals.check_ranking(question, question.rank(search, 2), 2, truth)
            totals.check_ranking(question, question.rank(search, 0), 0, truth)
            finite = [(cost, opener) for opener, cost in truth.items() if cost is not None]
            if finite:
                totals.check_strategy(question, search, None, min(finite)[0])
    finally:
        engine.select_kernels(before)


@pytest.mark.parametrize("weighs", ["no", "yes"])
def test_proofs_of_lower_bounds(weighs: str, mode: Mode) -> None:
    seen = {"sets": 0, "lemmas": 0, "restricted": 0}
    for rng, game in games(GAMES):
        limit = rng.choice((None, 4, 5))
        weights = {word: 1 + place % 3 for place, word in enumerate(game.hidden)} if weighs == "yes" else {}
        play = Play(game.guesses, mode)
        oracle = LeastCost(play, Objective(limit=limit, weights=weights))
        words = frozenset(game.hidden)
        costs = {opener: oracle.value_of(opener, words, frozenset(game.guesses)) for opener in game.guesses}
        prover = BoundProver(Game(game.guesses, game.hidden), mode, jobs=2, weights=list(weights.values()))
        targets = [(opener, cost) for opener, cost in costs.items() if cost is not None]
        sets, lemmas = prover.prove(targets, history=(), guesses_left=limit)
        for lemma in lemmas:
            left = frozenset(word for word in game.hidden if is_consistent(word, lemma.history))
            allowed = frozenset(filter(lemma.restriction.permits, game.guesses))
            assert frozenset(play.allowed_after(lemma.history)) <= allowed
            made = 0 if lemma.guesses is None or limit is None else limit - lemma.guesses
            value = LeastCost(
                play, Objective(limit=None if lemma.guesses is None else limit, weights=weights)
            )
            cost = value.value(left, allowed, made)
            paid = made * sum(weights.get(word, 1) for word in left)
            assert cost is None or (lemma.bound is not None and lemma.bound <= cost - paid), lemma
            seen["restricted"] += any(lemma.restriction.greens)
        seen["sets"] += len(sets)
        seen["lemmas"] += len(lemmas)
        bound, opener, _ = prover.prove_counted(game.guesses, history=(), guesses_left=limit)
        truth = costs[opener]
        assert truth is None or (bound is not None and bound <= truth)
    assert all(seen.values()), seen


def test_a_cell_keeps_its_guesses(mode: Mode) -> None:
    """What one search says after a guess is what it says of the position of which that is the history."""
    for rng, game in games(GAMES):
        opener = rng.choice(game.guesses)
        word = rng.choice(game.hidden)
        history = ((opener, pattern_of(opener, word)),)
        allowed = [guess for guess in game.guesses if is_allowed(guess, history, mode)]
        ranked = TotalSearch(Game(game.guesses, game.hidden), mode, jobs=1).rank(history=history, top=0)
        told = [one.opener for one in ranked.ranked] + list(ranked.refuted)
        assert sorted(told) == sorted(allowed) or not words_after(game, history)


def test_what_no_search_can_heed_is_refused_by_each() -> None:
    game = Game(("ab", "cd"), ("ab", "cd"))
    with fourth_mode() as mode:
        assert mode == NAME
        classes: dict[str, Callable[[], object]] = {
            "depth": lambda: DepthSearch(game, mode, jobs=1),
            "total": lambda: TotalSearch(game, mode, jobs=1),
            "words missed": lambda: TotalSearch(game, mode, jobs=1, costs=(0, 0), loss=1),
            "proofs of bounds": lambda: BoundProver(game, mode, jobs=1),
            "proofs of depths": lambda: compact_proof(game, mode, 3, [], []),
        }
        for made in classes.values():
            with pytest.raises(ValueError, match=f"^this search can't heed the grey letters of {NAME} mode$"):
                made()


def test_proofs_refuse_the_responses_of_ultrahard_mode() -> None:
    game = Game(("ab", "cd"), ("ab", "cd"))
    for made in (
        lambda: BoundProver(game, Mode.ULTRAHARD, jobs=1),
        lambda: compact_proof(game, Mode.ULTRAHARD, 3, [], []),
    ):
        with pytest.raises(ValueError, match=r"^this search can't heed the responses of ultrahard mode$"):
            made()
