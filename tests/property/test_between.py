"""Intervals of least totals: the search's own certificates of random games, against exhaustive search."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from wordle_cp.answers.between import better_strategy, prove_between
from wordle_cp.answers.totals import bracket
from wordle_cp.answers.totals.replay import replay
from wordle_cp.certificate.claims.total import TotalBetween
from wordle_cp.check.counting import counts
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.engine import ExactCost
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import Goal as Asked
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import partition
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search import parts
from wordle_cp.search.bounds import prove_counted
from wordle_cp.search.total import TotalSession
from wordle_cp.work import Limits, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers import between
    from wordle_cp.answers.between import IntervalAnswer
    from wordle_cp.rules.words import History

SMALL = Size(most_hidden=9, most_guesses=18)
MODES = (Mode.NORMAL, Mode.HARD)


def assert_raised(report: IntervalAnswer, least: int, folder: Path) -> None:
    """Demand that lemmas raise the lower end of the interval to the `least` total, and no farther."""
    question, out = report.question, folder / "raised.cert"
    with pytest.raises(UsageError, match=f"each opener reaches, found {least + 1}"):
        prove_between(question, out, low=least + 1)
    raised = prove_between(question, out, low=least)
    assert raised.accepted is not None
    assert (raised.low, raised.strategy) == (least, report.strategy)
    PlainTotal(text_of(out), folder)
    out.unlink()


@pytest.mark.parametrize("in_parts", ["", "in parts"])
@pytest.mark.parametrize("seed", range(share(4)))
def test_the_least_total_is_in_the_interval(
    seed: int, in_parts: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if in_parts:  # as if there were no room for tables of the game, nor for the checker's
        for name, most in (("MOST_BYTES", 0), ("CHECKER_BYTES", 0), ("PART_BYTES", 1)):
            monkeypatch.setattr(parts, name, most)
        monkeypatch.setattr(counts, "MAX_TABLE_BYTES", 0)
    rng = random.Random(f"between {seed}")  # noqa: S311  reproducible, not secret
    proven, met = 0, 0
    for number in range(12 if in_parts else 30):
        game = random_game(rng, SMALL)
        mode = rng.choice(MODES)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        limit = rng.choice((None, 2, 3, 4, 6))
        words = words_after(game, history)
        if not words or (limit is not None and limit <= len(history)):
            continue
        weighed = not in_parts and rng.random() < 0.3
        weights = {word: rng.choice((0, 1, 1, 2, 7)) for word in game.hidden} if weighed else {}
        if weights and not any(weights[word] for word in words):
            continue
        play = Play(game.guesses, mode)
        left = None if limit is None else limit - len(history)
        oracle = LeastCost(play, Objective(limit=left, weights=weights))
        allowed = play.allowed_after(history)
        openers = None
        if len(words) > 1 and rng.random() < 0.4:
            openers = tuple(rng.sample(sorted(allowed), min(3, len(allowed))))
        values = [oracle.value_of(opener, words, allowed) for opener in openers or sorted(allowed)]
        costs = [value for value in values if value is not None]
        out = tmp_path / f"{number}.cert"
        question = TotalQuestion.of(
            variant_of(game, mode).model_copy(update={"max_guesses": limit}),
            history=history,
            openers=openers,
            goal=Asked(weights=tuple(weights.items())),
        )
        report = prove_between(question, out)
        assert out.exists() == report.possible == bool(costs)
        if not costs:
            assert report.accepted is None
            continue
        assert report.low is not None
        assert report.high is not None
        assert report.low <= min(costs) <= report.high
        assert report.high in costs
        assert report.accepted is not None
        claim = report.accepted.claim
        assert isinstance(claim, TotalBetween)
        before = len(history) * sum(weights.get(word, 1) for word in words)
        assert (claim.others - before, claim.reached - before) == (report.low, report.high)
        assert (claim.within, claim.among, claim.history) == (limit, openers or (), history)
        PlainTotal(text_of(out), tmp_path)
        proven += 1
        met += report.low == report.high
        if not in_parts:
            assert_raised(report, min(costs), tmp_path)
    assert proven > (4 if in_parts else 12)
    assert met > (0 if in_parts else 3)


def test_codes_have_no_lower_end_from_a_class_of_another_opener(tmp_path: Path) -> None:
    """Of each class one opener is proven: that of the strategy, which isn't the first of its class here."""
    question = TotalQuestion.of("black-pegs-3x4", max_guesses=None)
    report = prove_between(question, tmp_path / "x.cert", strategy="443", low=280)
    assert report.accepted is not None
    assert report.strategy is not None
    assert report.strategy.opener == "443"
    assert (report.low, report.weakest) == (280, None)
    with pytest.raises(UsageError, match="found 281, and 443 takes 280"):
        prove_between(question, tmp_path / "x.cert", strategy="443", low=281)


@pytest.mark.parametrize("mode", MODES)
def test_the_bound_is_the_least_of_those_of_single_openers(mode: Mode) -> None:
    rng = random.Random(5)  # noqa: S311  reproducible, not secret
    for limit in (None, 3):
        variant = variant_of(real_cut(rng, 40, 60), mode)
        question = TotalQuestion.of(variant, max_guesses=limit)
        bounds = {}
        for opener in question.openers:
            bound, weakest, (sets, lemmas) = prove_counted(question, [opener], guesses_left=limit)
            assert (weakest, lemmas) == (opener, ())
            assert bound is None or bound > len(question.hidden) + (len(sets) > 0)
            bounds[opener] = bound
        finite = [bound for bound in bounds.values() if bound is not None]
        together = prove_counted(question, question.openers, guesses_left=limit)
        assert together[0] == (min(finite) if finite else None)
        if finite:
            assert bounds[together[1]] == together[0]
        twice = prove_counted(question, question.openers, guesses_left=limit, work=Work(jobs=2))
        assert twice == together


def first_words_first(words: tuple[str, ...]) -> list[str]:
    """Return the strategy that always guesses the first of the `words` left."""
    steps, left = [], [words]
    while left:
        now = left.pop()
        if len(now) > 1:
            steps.append(now[0])
            left += [cell for _, cell in partition(now[0], now)[::-1] if cell != (now[0],)]
    return steps


@pytest.mark.parametrize("mode", MODES)
def test_a_strategy_made_better_is_the_best_that_begins_alike(mode: Mode) -> None:
    rng = random.Random(11)  # noqa: S311  reproducible, not secret
    better = 0
    for _ in range(40):  # in many of the games few words are all that can be made better, or none
        variant = variant_of(real_cut(rng, 40, 80), mode)
        question = TotalQuestion.of(variant)
        steps = first_words_first(question.hidden)
        before = replay(question, steps).cost
        whole = replay(question, better_strategy(question, steps, few=39))
        exact, _ = TotalSession(question).rank(openers=(steps[0],))
        assert exact.ranked[0] == ExactCost(steps[0], whole.cost)
        some = replay(question, better_strategy(question, steps, few=6)).cost
        assert whole.cost <= some <= before
        better += whole.cost < some < before
        if better == 2:
            break
    assert better == 2


def any_strategy(rng: random.Random, play: Play, words: frozenset[str], history: History) -> list[str]:
    """Return a strategy for `words` after `history` that also makes guesses which tell nothing."""
    if len(words) == 1:
        return []
    allowed = sorted(play.allowed_after(history))
    guess = rng.choice(sorted(words)) if rng.random() < 0.5 else rng.choice(allowed)
    steps = [guess]
    for pattern, cell in partition(guess, sorted(words)):
        if cell != (guess,):
            steps += any_strategy(rng, play, frozenset(cell), (*history, (guess, pattern)))
    return steps


@pytest.mark.parametrize("mode", MODES)
def test_any_strategy_is_made_the_best_that_begins_alike(mode: Mode) -> None:
    rng = random.Random(f"better {mode}")  # noqa: S311  reproducible, not secret
    alone, better = 0, 0
    for _ in range(60):
        game = random_game(rng, SMALL)
        history = random_history(rng, game, mode, rng.choice((0, 1, 2)))
        words = words_after(game, history)
        weights = {word: rng.choice((0, 0, 1, 7)) for word in game.hidden} if rng.random() < 0.5 else {}
        if not words or (weights and not any(weights[word] for word in words)):
            continue
        play = Play(game.guesses, mode)
        question = TotalQuestion.of(variant_of(game, mode), history=history, goal=Asked.weighted(weights))
        steps = any_strategy(rng, play, words, history)
        before, found = replay(question, steps), replay(question, better_strategy(question, steps))
        oracle = LeastCost(play, Objective(limit=None, weights=weights))
        assert found.opener == before.opener
        assert found.cost == oracle.value_of(found.opener, words, play.allowed_after(history))
        alone += len(words) == 1
        better += found.cost < before.cost
    assert alone
    assert better > 9


@pytest.mark.parametrize(
    ("crier", "reason", "known"),
    [
        (1, StopReason.TIME, True),
        (1, StopReason.INTERRUPTED, False),
        (2, StopReason.TIME, False),
        (2, StopReason.INTERRUPTED, False),
    ],
)
def test_cells_are_counted_where_time_ended_and_words_weigh_the_same(
    crier: int,
    reason: StopReason,
    known: bool,  # noqa: FBT001  a parameter of the test
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How many cells there are says nothing of weights, and who presses Ctrl-C again wants an end."""

    def stopped(*_: object, **_named: object) -> None:
        raise StoppedError(reason)

    monkeypatch.setattr(bracket, "prove_counted", stopped)
    toy = Variant.load("toy")
    weights = dict.fromkeys(toy.hidden, 1) | {"crier": crier}
    question = TotalQuestion.of(toy, goal=Asked() if crier == 1 else Asked.weighted(weights))
    report = prove_between(question, tmp_path / "x.cert", work=Work(limits=Limits(seconds=0)))
    assert (report.low is not None) is known


@pytest.mark.parametrize(("limit", "searching"), [(5, 3.0), (100, 97.0), (None, None)])
def test_some_of_the_time_is_kept_for_the_certificate(
    limit: float | None, searching: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def find(self: between._TotalInterval, *_: object, **_named: object) -> None:
        given.append(self.work.limits.seconds)

    monkeypatch.setattr("wordle_cp.answers.between._TotalInterval.find", find)
    prove_between(TotalQuestion.of("toy"), tmp_path / "x.cert", work=Work(limits=Limits(seconds=limit)))
    assert given == [searching if searching is None else pytest.approx(searching, abs=0.5)]


def test_of_codes_without_room_for_tables_no_least_strategy_is_sought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "CHECKER_BYTES", 0)
    monkeypatch.setattr(counts, "MAX_TABLE_BYTES", 0)
    report = prove_between(TotalQuestion.of("mastermind-4x6"), tmp_path / "b.cert", fresh=True)
    assert report.accepted is not None
    assert report.by_policy
