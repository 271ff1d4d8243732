"""The search for least totals against exhaustive search, on hundreds of random small games."""

from __future__ import annotations

import random
import string
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from tests.effort import FEW, share
from tests.oracle.brute_total import (
    Cost,
    LeastCost,
    Objective,
    Play,
    least_among_least_worst,
    least_worst_among_least,
    replay,
    worst_case,
)
from tests.oracle.games import Size, SmallGame, random_game, random_history, shuffled, words_after
from tests.oracle.real_cuts import real_cut
from tests.oracle.seed_bellman import BellmanTotal, Framework
from wordle_cp import engine
from wordle_cp.engine import AtLeast, ExactCost, RefutedOpener, TotalOutcome, TotalSearch
from wordle_cp.rules.feedback.tiles import Tiles
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.rules.words import History

SMALL = Size(most_hidden=8, most_guesses=18)
SEEDS = range(share(6))
GAMES_PER_SEED = share(105)
FEW_GAMES = share(30)
"""Games whose questions are put to every kernel path, number of threads, or order of the lists."""
TOPS = (0, 1, 3)


@dataclass(frozen=True)
class Question:
    """What do the best strategies of a game cost after `history`, with one of `openers` (none: any) next?"""

    game: SmallGame
    mode: Mode
    objective: Objective
    history: History = ()
    openers: tuple[str, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The hidden words left."""
        return words_after(self.game, self.history)

    def truth(self) -> dict[str, Cost]:
        """Return the least cost of each opener."""
        play = Play(self.game.guesses, self.mode)
        oracle = LeastCost(play, self.objective)
        allowed = play.allowed_after(self.history)
        return {
            opener: oracle.value_of(opener, self.words, allowed)
            for opener in self.game.guesses
            if opener in (self.openers or allowed)
        }

    def search(self, jobs: int = 1) -> TotalSearch:
        """Return a new native search for the objective."""
        weights = self.objective.weights
        return TotalSearch(
            engine.Game(self.game.guesses, self.game.hidden),
            self.mode,
            jobs=jobs,
            costs=self.objective.costs,
            loss=self.objective.loss,
            weights=[weights[word] for word in self.game.hidden] if weights else (),
        )

    def rank(self, search: TotalSearch, top: int) -> TotalOutcome:
        """Ask `search` for the best openers."""
        return search.rank(
            history=self.history, openers=self.openers, top=top, guesses_left=self.objective.limit
        )

    def strategy(self, search: TotalSearch, opener: str | None) -> tuple[str, ...]:
        """Ask `search` for a least strategy."""
        return search.strategy(history=self.history, opener=opener, guesses_left=self.objective.limit)


def games(name: object, count: int, size: Size = SMALL) -> Iterator[tuple[random.Random, SmallGame]]:
    """Yield games, each with a source of more random choices."""
    for number in range(count):
        rng = random.Random(f"totals/{name}/{number}")  # noqa: S311
        yield rng, random_game(rng, size)


def random_objective(rng: random.Random, hidden: Sequence[str]) -> Objective:
    """Draw totals, weighted totals, or general costs; with a limit of 2 to 6 guesses, or with none."""
    limit = rng.choice((None, None, 2, 3, 4, 5, 6))
    kind = rng.choice(("total", "total", "weights", "costs", "costs and weights", "loss"))
    weights: dict[str, int] = {}
    if "weights" in kind or (kind == "loss" and rng.random() < 0.4):
        most = rng.choice((2, 5, 1000))
        weights = {word: rng.randint(0, most) for word in hidden}
        weights[rng.choice(hidden)] += 1
    costs: tuple[int, ...] = ()
    loss: int | None = None
    if "costs" in kind or kind == "loss":
        costs = tuple(sorted(rng.choices(range(rng.choice((2, 6, 500))), k=rng.randint(1, 6))))
    if kind == "loss":
        loss = costs[-1] + rng.choice((0, 1, 1, 4))
        if rng.random() < 0.2:  # how many words are missed
            costs, loss = (0,) * len(costs), 1
    return Objective(costs=costs, loss=loss, weights=weights, limit=limit)


def random_question(rng: random.Random, game: SmallGame, mode: Mode, objective: Objective) -> Question:
    """Draw the rest: the whole game or the position after a history, all openers or some."""
    history = random_history(rng, game, mode, rng.choice((0, 0, 1, 2)))
    if not words_after(game, history):
        history = ()
    openers: tuple[str, ...] = ()
    if rng.random() < 0.4:
        allowed = sorted(Play(game.guesses, mode).allowed_after(history))
        openers = tuple(rng.sample(allowed, rng.randint(1, min(4, len(allowed)))))
    return Question(game, mode, objective, history, openers)


def questions(name: object, count: int) -> Iterator[tuple[random.Random, Question]]:
    """Yield a question about each of so many games, the modes in turn."""
    for number, (rng, game) in enumerate(games(name, count)):
        mode = tuple(Mode)[number % 3]
        yield rng, random_question(rng, game, mode, random_objective(rng, game.hidden))


def check_ranking(question: Question, outcome: TotalOutcome, top: int, truth: dict[str, Cost]) -> None:
    """Compare a ranking with the least costs of all openers."""
    place = {guess: number for number, guess in enumerate(question.game.guesses)}
    exact = sorted((cost, place[opener], opener) for opener, cost in truth.items() if cost is not None)
    last = exact[top - 1][0] if 0 < top <= len(exact) else exact[-1][0] if exact else 0
    best = tuple(ExactCost(opener, cost) for cost, _, opener in exact if cost <= last)
    assert outcome.ranked == best, question
    rest = {opener: cost for opener, cost in truth.items() if cost is None or cost > last}
    assert sorted([*(other.opener for other in outcome.others), *outcome.refuted]) == sorted(rest), question
    assert all(rest[opener] is None for opener in outcome.refuted), question
    for other in outcome.others:
        cost = rest[other.opener]
        assert last < other.cost, question
        assert cost is None or other.cost <= cost, question
    if top == 0 or len(exact) < top:
        assert not outcome.others, question
    assert not outcome.left
    assert outcome.by_counts + outcome.by_search == len(outcome.others)


def check_results(question: Question, search: TotalSearch, truth: dict[str, Cost]) -> None:
    """Check what the search tells about openers while it ranks them."""
    results = search.take_results()
    assert sorted(result.opener for result in results) == sorted(truth), question
    for result in results:
        cost = truth[result.opener]
        match result.settled:
            case ExactCost(cost=found):
                assert found == cost, question
            case AtLeast(cost=found):
                assert cost is None or found <= cost, question
            case RefutedOpener():
                assert cost is None, question
    assert search.take_results() == []


def check_strategy(question: Question, search: TotalSearch, opener: str | None, cost: int) -> None:
    """Replay a strategy of the search: it is one, in the mode, and costs what is claimed."""
    steps = question.strategy(search, opener)
    assert steps == question.strategy(search, opener), question
    if len(question.words) == 1:
        assert steps == (), question
        return
    assert steps[0] == (opener or steps[0]), question
    play = Play(question.game.guesses, question.mode)
    last = question.objective.last
    # It goes on until every word is found, also where guesses no longer count.
    found = {
        word: None if last is not None and number is not None and number > last else number
        for word, number in replay(play, question.words, question.history, None, steps).items()
    }
    assert question.objective.total(found) == cost, (question, steps)


@pytest.mark.parametrize("seed", SEEDS)
def test_rankings_are_true_and_strategies_cost_what_is_claimed(seed: int) -> None:
    seen: Counter[str] = Counter()
    for rng, question in questions(seed, GAMES_PER_SEED):
        truth = question.truth()
        search = question.search(rng.randint(1, 3))
        for top in rng.sample(TOPS, 3):
            outcome = question.rank(search, top)
            check_ranking(question, outcome, top, truth)
            check_results(question, search, truth)
            seen["others"] += len(outcome.others)
            seen["ties"] += 0 < top < len(outcome.ranked)
        finite = [(cost, opener) for opener, cost in truth.items() if cost is not None]
        if finite:
            for cost, opener in rng.sample(finite, min(2, len(finite))):
                check_strategy(question, search, opener, cost)
            if not question.openers:
                check_strategy(question, search, None, min(finite)[0])
        seen["refuted"] += len(truth) - len(finite)
        seen["finite"] += len(finite)
    assert all(seen[what] > 10 for what in ("others", "ties", "refuted", "finite")), seen


@pytest.mark.parametrize("mode", Mode)
def test_every_limit_is_kept(mode: Mode) -> None:
    for rng, game in games("limits", FEW_GAMES):
        search = Question(game, mode, Objective()).search()
        for limit in (1, 2, 3, 4, 5, 6, 7, 8, None):
            question = Question(game, mode, Objective(limit=limit))
            top = rng.choice(TOPS)
            check_ranking(question, question.rank(search, top), top, question.truth())


@pytest.mark.parametrize("mode", Mode)
def test_lexicographic_values_are_had_through_limits(mode: Mode) -> None:
    for rng, game in games("lexicographic", FEW_GAMES):
        weights = {word: rng.randint(1, 4) for word in game.hidden} if rng.random() < 0.5 else {}
        play = Play(game.guesses, mode)
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        least: dict[int | None, int] = {}
        for limit in (None, *range(1, len(words) + 1)):
            question = Question(game, mode, Objective(limit=limit, weights=weights))
            search = question.search()
            ranked = question.rank(search, 1).ranked
            if ranked:
                least[limit] = ranked[0].cost
                check_strategy(question, search, ranked[0].opener, ranked[0].cost)
        total = least.pop(None)
        worst = min(limit for limit in least if limit is not None)
        assert (worst, least[worst]) == least_among_least_worst(play, words, allowed, weights)
        worst = min(limit for limit, cost in least.items() if cost == total and limit is not None)
        assert (total, worst) == least_worst_among_least(play, words, allowed, weights)
        question = Question(game, mode, Objective(limit=worst, weights=weights))
        steps = question.strategy(question.search(), None)
        assert worst_case(replay(play, words, (), worst, steps)) == worst


def test_words_missed_within_a_number_of_guesses() -> None:
    missed: Counter[int] = Counter()
    for number, (_, game) in enumerate(games("missed", FEW_GAMES)):
        for guesses in (1, 2, 3):
            question = Question(game, tuple(Mode)[number % 3], Objective(costs=(0,) * guesses, loss=1))
            truth = question.truth()
            search = question.search()
            check_ranking(question, question.rank(search, 1), 1, truth)
            least = min(cost for cost in truth.values() if cost is not None)
            check_strategy(question, search, None, least)
            missed[least] += 1
    assert FEW or min(missed[0], missed.total() - missed[0]) >= 0.2 * missed.total()


def test_a_loss_may_come_with_a_limit_alone() -> None:
    for number, (rng, game) in enumerate(games("loss", FEW_GAMES)):
        limit = rng.randint(1, 4)
        objective = Objective(limit=limit, loss=limit + rng.randint(0, 3))
        question = Question(game, tuple(Mode)[number % 3], objective)
        search = question.search()
        check_ranking(question, question.rank(search, 3), 3, question.truth())


def test_neither_kernels_nor_threads_change_an_answer() -> None:
    before = engine.kernel_name()
    try:
        for rng, question in questions("kernels", FEW_GAMES):
            top = rng.choice(TOPS)
            truth = question.truth()
            answers = []
            for name in engine.kernel_names():
                engine.select_kernels(name)
                for jobs in (1, 2, 3):
                    search = question.search(jobs)
                    outcome = question.rank(search, top)
                    check_ranking(question, outcome, top, truth)
                    steps = question.strategy(search, outcome.ranked[0].opener) if outcome.ranked else ()
                    answers.append((outcome.ranked, steps))
            assert answers.count(answers[0]) == len(answers), question
    finally:
        engine.select_kernels(before)


def test_what_was_asked_before_changes_no_answer() -> None:
    searches: dict[tuple[SmallGame, Mode], TotalSearch] = {}
    for rng, question in questions("again", FEW_GAMES):
        key = (question.game, question.mode)
        for _ in range(4):
            limit = rng.choice((None, 2, 3, 4, 5))
            drawn = random_question(rng, question.game, question.mode, Objective(limit=limit))
            search = searches.setdefault(key, drawn.search())
            top = rng.choice(TOPS)
            outcome = drawn.rank(search, top)
            check_ranking(drawn, outcome, top, drawn.truth())
            if outcome.ranked:
                best = outcome.ranked[0]
                check_strategy(drawn, search, best.opener, best.cost)
                assert drawn.strategy(search, best.opener) == drawn.strategy(drawn.search(), best.opener)


def test_the_order_of_the_lists_changes_no_cost() -> None:
    for rng, question in questions("order", FEW_GAMES):
        other = Question(
            shuffled(rng, question.game),
            question.mode,
            question.objective,
            question.history,
            question.openers,
        )
        costs = [
            {best.opener: best.cost for best in one.rank(one.search(), 0).ranked} for one in (question, other)
        ]
        assert costs[0] == costs[1], question


class Untold(Tiles):
    """Tiles of which the search is given a table, and nothing of what they tell about letters."""

    __slots__ = ()

    shows_facts = False


@pytest.mark.parametrize("length", [5, 6])
def test_what_facts_about_letters_prove_changes_no_total(length: int) -> None:
    """Openers and sets of many words are bounded by facts; without them the search has other bounds alone."""
    for number in range(2, 2 + share(3)):  # the first shows a bound that is too high by one
        rng = random.Random(f"600/{number}")  # noqa: S311
        cut = real_cut(rng, 600, 100)
        guesses, hidden = (
            [word + word[0] * (length - 5) for word in some] for some in (cut.guesses, cut.hidden)
        )
        told, untold = (
            TotalSearch(engine.Game(guesses, hidden, scoring), Mode.NORMAL, jobs=1)
            for scoring in (None, WordScoring(length, feedback=Untold()))
        )
        ranked = told.rank(top=5).ranked
        assert ranked == untold.rank(top=5).ranked
        openers = rng.sample(guesses, share(90))
        assert told.rank(openers=openers, top=0).ranked == untold.rank(openers=openers, top=0).ranked


# ----------------------------------------------------------------------------------- the published algorithms


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("hidden", "others"), [(20, 20), (60, 10), *([] if FEW else [(25, 15), (30, 15), (45, 10)])]
)
def test_the_published_algorithm_finds_the_same_on_cuts_of_the_real_lists(
    hidden: int, others: int, mode: Mode
) -> None:
    for number in range(2, 2 + share(6)):
        rng = random.Random(f"cuts/{hidden}/{number}")  # noqa: S311
        game = real_cut(rng, hidden, others)
        weights = {word: rng.randint(1, 9) for word in game.hidden}
        for rounds in (3, 4, 6):
            question = Question(game, mode, Objective(limit=rounds))
            search = question.search()
            ranked = question.rank(search, 3).ranked
            bellman = BellmanTotal(Framework(game.guesses, game.hidden, mode, rounds=rounds))
            if bellman.least() is None:
                assert ranked == ()
                continue
            for best in ranked:
                assert best.cost == bellman.after(best.opener)
            assert ranked[0].cost == bellman.least()
            check_strategy(question, search, ranked[0].opener, ranked[0].cost)
        for some in ({}, weights) if hidden <= 30 else (weights,):
            framework = Framework(game.guesses, game.hidden, mode, rounds=4, weights=some)
            question = Question(game, mode, Objective(limit=4, weights=some))
            ranked = question.rank(question.search(), 1).ranked
            assert (ranked[0].cost if ranked else None) == BellmanTotal(framework).least()


def test_openers_that_tell_nothing_cost_what_exhaustive_search_says() -> None:
    seen: Counter[bool] = Counter()
    for number in range(share(240)):
        rng = random.Random(f"totals/nothing/{number}")  # noqa: S311
        length = rng.choice((2, 3, 4))
        hidden = {"".join(rng.choices("abc", k=length)) for _ in range(rng.randint(1, 6))}
        if rng.random() < 0.5:  # a letter that all have in one place
            place = rng.randrange(length)
            hidden = {f"{word[:place]}e{word[place + 1 :]}" for word in hidden}
        others = {"".join(rng.choices("bexyz", k=length)) for _ in range(8)} - hidden
        guesses = (*sorted(hidden), *sorted(others))
        game = SmallGame(tuple(rng.sample(guesses, len(guesses))), tuple(sorted(hidden)))
        mode = rng.choice(tuple(Mode))
        limited = Objective(limit=rng.choice((None, len(hidden), len(hidden) + 1)))
        objective = limited if rng.random() < 0.5 else random_objective(rng, game.hidden)
        question = random_question(rng, game, mode, objective)
        for opener, cost in question.truth().items():
            if opener in hidden or len(Play(game.guesses, mode).cells(opener, question.words)) > 1:
                continue
            one = replace(question, openers=(opener,))
            outcome = one.rank(one.search(), 1)
            assert [found.cost for found in outcome.ranked] == ([] if cost is None else [cost]), one
            assert outcome.refuted == ((opener,) if cost is None else ()), one
            seen[cost is not None] += 1
    assert seen[True] > seen[False] > 0


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_long_games(mode: Mode) -> None:
    # Words that share few letters: large cells, whose bounds one more ply raises.
    for number in range(share(2)):
        rng = random.Random(f"totals/long/{number}")  # noqa: S311
        letters = string.ascii_lowercase[:18]
        words = rng.sample([one + two for one in letters for two in letters], 20)
        game = SmallGame(tuple(words), tuple(words[:18]))
        bellman = BellmanTotal(Framework(game.guesses, game.hidden, mode, rounds=19))
        question = Question(game, mode, Objective())
        truth = {guess: bellman.after(guess) for guess in game.guesses}
        for top in TOPS:
            check_ranking(question, question.rank(question.search(), top), top, truth)
        costs = [cost for cost in truth.values() if cost is not None]
        tight = 0
        for most in (min(costs), max(costs)):
            search = question.search()
            search.rank(most=most, bounds=True)
            for result in search.take_results():
                cost, settled = truth[result.opener], result.settled
                assert isinstance(settled, AtLeast)
                assert cost is not None
                assert settled.cost <= cost
                tight += settled.cost == cost
        assert 0 < tight < 2 * len(costs)
