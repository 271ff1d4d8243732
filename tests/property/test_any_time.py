"""An answer in any time: both ends of a least cost that isn't known yet, against exhaustive search."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.effort import only_more, share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from wordle_cp.answers import between
from wordle_cp.answers.between import prove_between
from wordle_cp.answers.totals import narrowing
from wordle_cp.answers.totals import solve as solving
from wordle_cp.answers.totals.answer import SolveAnswer
from wordle_cp.answers.totals.bracket import Bracket
from wordle_cp.answers.totals.solve import Solving, solve
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.engine import AtLeast, OpenerResult, TotalOutcome, TotalProgress, Verdict
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.search.total import IGNORING, Collector, TotalSession
from wordle_cp.work import Limits, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.oracle.brute_total import Cost

ORIGINAL = Variant.load("original")
SIXTH = ORIGINAL.hidden[::6]
LISTS = ORIGINAL.model_copy(
    update={"guesses": tuple(sorted({*ORIGINAL.guesses[::9], *SIXTH})), "hidden": SIXTH}
)
"""Real words, so many that more effort finds a better strategy, and few enough for an end in an instant."""
SMALL = Size(most_hidden=9, most_guesses=18)
GOALS = (Goal(), Goal(), Goal(costs=(0, 0), loss=1), Goal(costs=(1, 3, 4, 9)), Goal(costs=(1, 2, 3), loss=8))


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the time that both ends need, however busy the machine is."""
    monkeypatch.setattr(solving, "MOMENT_SECONDS", 120.0)


def stopped() -> Work:
    """Return work whose time is over."""
    return Work(limits=Limits(seconds=0.0))


def let_rankings_pause(monkeypatch: pytest.MonkeyPatch, rng: random.Random, stops: float) -> None:
    """Let each ranking that may pause do so after some of its openers, or be `stops` so often by a limit.

    Small games would be settled before a clock could tell it to.
    """
    real = TotalSession.rank

    def rank(
        self: TotalSession,
        *,
        openers: Sequence[str] = (),
        collector: Collector = IGNORING,
        **named: Any,  # noqa: ANN401  whatever is asked is handed on
    ) -> tuple[TotalOutcome, StopReason | None]:
        if collector.pause_after is None:
            return real(self, openers=openers, collector=collector, **named)
        every = tuple(openers) or self.question.openers
        some = rng.sample(every, rng.randint(0, len(every)))
        left = tuple(opener for opener in every if opener not in some)
        outcome = TotalOutcome()
        if some:
            outcome, _ = real(self, openers=some, collector=collector, **named)
        stopped = bool(left) and rng.random() < stops
        return replace(outcome, left=left), StopReason.TIME if stopped else None

    monkeypatch.setattr(TotalSession, "rank", rank)
    monkeypatch.setattr(narrowing, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(narrowing, "_NEAR", 1_000_000)


def least(question: TotalQuestion) -> Cost:
    """Return what the best strategy costs, by exhaustive search; None: there is none in time."""
    goal, variant = question.goal, question.variant
    play = Play(variant.guesses, variant.mode)
    oracle = LeastCost(play, Objective(goal.costs, goal.loss, dict(goal.weights), question.guesses_left))
    allowed = play.allowed_after(question.history)
    words = frozenset(question.hidden)
    values = [oracle.value_of(opener, words, allowed) for opener in question.openers]
    return min((value for value in values if value is not None), default=None)


def random_question(rng: random.Random) -> TotalQuestion | None:
    """Return a question about a small game, or None."""
    game = random_game(rng, SMALL)
    mode = rng.choice(tuple(Mode))
    history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
    limit = rng.choice((None, 3, 4, 6))
    goal = rng.choice(GOALS)
    words = words_after(game, history)
    if not words or (limit is not None and limit <= len(history)):
        return None
    if goal == Goal() and rng.random() < 0.3:
        goal = Goal.weighted({word: rng.choice((1, 1, 2, 7)) for word in game.hidden})
    allowed = sorted(Play(game.guesses, mode).allowed_after(history))
    openers = None
    if len(words) > 1 and rng.random() < 0.3:
        openers = tuple(rng.sample(allowed, min(3, len(allowed))))
    variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
    return TotalQuestion.of(variant, history=history, openers=openers, goal=goal)


@pytest.mark.parametrize("seed", range(share(4)))
def test_a_question_that_was_stopped_has_both_ends(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"any time {seed}")  # noqa: S311  reproducible, not secret
    certified, met = 0, 0
    for number in range(share(180)):
        question = random_question(rng)
        if question is None:
            continue
        truth = least(question)
        tree = tmp_path / f"{number}.cert"
        report = solve(question, tree, stopped())
        meet = report.high is not None and report.high == report.low
        assert (report.exact, report.stopped_by) == (meet, StopReason.TIME)
        if report.low is not None:
            assert truth is None or report.low <= truth
        assert report.strategy is None or (truth is not None and report.high is not None)
        if truth is None:
            continue
        assert report.low is not None
        if question.guesses_left is None or question.goal.loss is not None:
            assert report.strategy is not None
        if report.high is None:
            assert not tree.exists()
            continue
        assert truth <= report.high
        assert report.gap is not None
        assert report.tree == tree
        assert report.accepted is not None
        certified += 1
        if meet:
            assert report.cost == truth
            met += 1
        if report.proven_ends is not None:
            assert report.proven_ends[0] <= truth <= report.proven_ends[1]
            assert (report.verdict is Verdict.PROVEN) == (report.proven_ends == (truth, truth))
    assert certified > share(60)
    assert met > share(15)


@pytest.mark.parametrize("seed", range(share(3)))
def test_whenever_a_limit_strikes_both_ends_hold(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"whenever {seed}")  # noqa: S311  reproducible, not secret
    let_rankings_pause(monkeypatch, rng, 0.2)
    stopped_midway = 0
    for number in range(share(120)):
        question = random_question(rng)
        if question is None:
            continue
        truth = least(question)
        aim = rng.choice(tuple(First)) if question.goal.loss is None else First.TOTAL
        if aim is First.WORST_THEN_TOTAL:
            continue  # whose truth is another one
        question = replace(question, goal=replace(question.goal, first=aim))
        report = solve(question, tmp_path / f"{number}.cert")
        stopped_midway += report.stopped_by is not None
        if report.exact:
            assert report.cost == truth
        if truth is None:
            assert report.high is None
            continue
        assert report.low is not None
        assert report.low <= truth
        assert report.high is None or truth <= report.high
        assert report.proven_ends is None or report.proven_ends[0] <= truth <= report.proven_ends[1]
        for found in report.outcome.ranked:
            assert found.cost == least(question.about((found.opener,)))
    assert stopped_midway > share(24)


def test_progress_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a ranking pauses, the numbers go one way: more openers done, both ends nearer."""
    rng = random.Random("never back")  # noqa: S311  reproducible, not secret
    let_rankings_pause(monkeypatch, rng, 0.0)
    monkeypatch.setattr(narrowing, "_SHOWN_SECONDS", 0.0)
    passes = 0
    for _ in range(share(270)):
        question = random_question(rng)
        if question is None:
            continue
        events: list[object] = []
        solve(question, work=Work(show=events.append))
        seen = [event for event in events if isinstance(event, TotalProgress)]
        passes += len(seen) > 3
        for before, after in itertools.pairwise(seen):
            assert before.openers == after.openers
            assert before.done <= after.done
            assert (before.low or 0) <= (after.low or 0)
            if before.best is not None:
                assert after.best is not None
                assert after.best.cost <= before.best.cost
    assert passes > 5


@pytest.mark.parametrize("seed", range(share(3)))
def test_an_interval_that_was_stopped_is_one(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether there is time to count single facts or not."""
    rng = random.Random(f"stopped {seed}")  # noqa: S311  reproducible, not secret
    proven = 0
    for number in range(share(180)):
        question = random_question(rng)
        if question is None or question.variant.mode is Mode.ULTRAHARD or not question.goal.counts_guesses:
            continue
        truth, out = least(question), tmp_path / f"{number}.cert"
        monkeypatch.setattr(between, "_COUNTING_SECONDS", rng.choice((0.0, 60.0)))
        monkeypatch.setattr(between, "_LATE_SECONDS", 60.0)
        report = prove_between(question, out, work=stopped())
        assert report.stopped_by is StopReason.TIME
        if truth is None:
            assert not out.exists()
            continue
        assert report.accepted is not None or question.guesses_left is not None
        if report.accepted is not None:
            assert report.low is not None
            assert report.high is not None
            assert report.low <= truth <= report.high
            PlainTotal(text_of(out), tmp_path)
            proven += 1
    assert proven > share(24)


@pytest.mark.parametrize("seed", range(share(3)))
def test_a_search_in_passes_finds_what_one_in_a_go_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"passes {seed}")  # noqa: S311  reproducible, not secret
    let_rankings_pause(monkeypatch, rng, 0.0)
    answered = 0
    for _ in range(share(75)):
        question = random_question(rng)
        if question is None:
            continue
        truth = least(question)
        report = solve(question, work=Work(jobs=rng.choice((1, 2))))
        assert (report.exact, report.cost) == (True, truth)
        if truth is None:
            continue
        each = {opener: least(question.about((opener,))) for opener in question.openers}
        assert report.best == tuple(
            opener for opener in question.variant.guesses if each.get(opener) == truth
        )
        for bound in report.outcome.others:
            value = each[bound.opener]
            assert bound.cost > truth
            assert value is None or bound.cost <= value
        assert (report.outcome.left, report.low, report.high) == ((), truth, truth)
        answered += 1
    assert answered > share(24)


def long_and_thin(words: int) -> SmallGame:
    """Return a game whose words repeat two letters each, as がらがら and きらきら do: few share any.

    A guess tells few of them apart, so that games are long, and counting patterns proves little.
    """
    letters = "abcdefghijklmnopqrstuvwxyz"
    pairs = [first + second for first, second in itertools.permutations(letters, 2)]
    random.Random(30).shuffle(pairs)  # noqa: S311  reproducible, not secret
    hidden = [pair * 2 for pair in pairs[:words]]
    guesses = [*hidden, *(first + second for first, second in itertools.pairwise(pairs[: 3 * words]))]
    return SmallGame(tuple(dict.fromkeys(guesses)), tuple(hidden))


def test_both_ends_of_a_long_game_come_nearer(tmp_path: Path) -> None:
    variant = variant_of(long_and_thin(150), Mode.NORMAL).model_copy(update={"max_guesses": None})
    question = TotalQuestion.of(variant)
    early = solve(question, tmp_path / "early.cert", stopped())
    late = solve(question, tmp_path / "late.cert", Work(limits=Limits(seconds=0.3)))
    for report in (early, late):
        assert report.low is not None
        assert report.high is not None
        assert report.accepted is not None
        assert report.low <= report.high
    assert early.low is not None
    assert late.low is not None
    assert early.high is not None
    assert late.high is not None
    assert early.low <= late.low
    assert late.high <= early.high


def test_targets_out_of_reach_are_lowered_until_the_lower_end_rises(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = variant_of(long_and_thin(150), Mode.NORMAL).model_copy(update={"max_guesses": None})
    reach, targets = 533, list[int]()

    def rank(
        self: TotalSession,
        *,
        openers: Sequence[str],
        collector: Collector,
        most: int | None = None,
        **_: object,
    ) -> tuple[TotalOutcome, StopReason | None]:
        """Show at once that openers cost more than what is in reach, and nothing about a higher target."""
        left = tuple(openers) or self.question.openers
        outcome = TotalOutcome(left=left)
        if most is None:
            return outcome, None
        targets.append(most)
        if most > reach:
            return outcome, StopReason.INTERRUPTED if len(targets) > 200 else None
        collector.collect([OpenerResult(AtLeast(opener, most + 1)) for opener in openers])
        return replace(outcome, left=()), None

    monkeypatch.setattr(narrowing, "FIRST_SECONDS", 0.1)
    monkeypatch.setattr(narrowing, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(TotalSession, "rank", rank)
    session = TotalSession(TotalQuestion.of(variant))
    bracket = Bracket(session, None)
    with suppress(StoppedError):
        narrowing.Narrowing(session, bracket, None, Work()).rank()
    # The first target is 495, the next one 557: with all of them halfway to 618 the lower end stays at 496.
    assert bracket.low is not None
    assert reach <= bracket.low <= reach + 1


def test_a_first_strategy_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 32,768 codes it takes 12 s, for which no pass has the time."""
    times: list[float | None] = []
    monkeypatch.setattr(Bracket, "improve", lambda _self, work, **_: times.append(work.seconds_left))
    monkeypatch.setattr(narrowing, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(narrowing, "_PATIENCE_SECONDS", 0.01)
    variant = variant_of(long_and_thin(150), Mode.NORMAL).model_copy(update={"max_guesses": None})
    for limits in (Limits(), Limits(seconds=100.0)):
        work = Work(limits=limits, cancelled=lambda: len(times) > 2)
        session = TotalSession(TotalQuestion.of(variant), work)
        with suppress(StoppedError):
            narrowing.Narrowing(session, Bracket(session, None), None, work).rank()
        at_once, first = times[:2]
        assert at_once == pytest.approx(0.4, abs=0.1)
        assert first is None if limits.seconds is None else first == pytest.approx(40, abs=1)
        times.clear()


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_more_effort_is_no_worse_and_keeps_the_limit(mode: Mode) -> None:
    rng = random.Random(8)  # noqa: S311  reproducible, not secret
    variant = variant_of(real_cut(rng, 200, 400), mode).model_copy(update={"max_guesses": 6})
    question = TotalQuestion.of(variant)
    session = TotalSession(question)
    bracket = Bracket(session, question.guesses_left)
    high = []
    for efforts in range(1, 6):
        bracket.improve(Work(), efforts=efforts)
        assert bracket.strategy is not None
        assert bracket.strategy.max_guesses <= 6
        high.append(bracket.strategy.cost)
    assert high == sorted(high, reverse=True)
    exact, _ = session.rank()
    assert exact.ranked[0].cost <= high[-1] <= exact.ranked[0].cost * 1.02
    bracket.count(Work(), sets=True)
    assert bracket.low is not None
    assert bracket.low <= exact.ranked[0].cost


def test_of_the_least_worst_case_both_parts_are_bounded(tmp_path: Path) -> None:
    goal = Goal(first=First.WORST_THEN_TOTAL)
    question = TotalQuestion.of(LISTS, goal=goal)
    report = solve(question, tmp_path / "x.cert", stopped())
    assert (report.worst_low, report.high, report.gap) == (1, None, None)
    assert report.strategy is not None
    assert report.strategy.max_guesses <= 6
    assert report.low is not None
    assert report.proven_ends == (report.low, report.strategy.cost)
    # Once the least worst case is known, which is 2, it is the limit of the certificate, too.
    question = TotalQuestion.of("toy", goal=goal)
    found = both_ends(replace(unanswered(question), guesses_left=2), None, Keeping(tmp_path / "y.cert"))
    assert (found.cost, found.verdict) == (16, Verdict.EXACT)


def unanswered(question: TotalQuestion) -> SolveAnswer:
    """Return the report of a question of which nothing is known."""
    outcome = TotalOutcome(left=question.openers)
    return SolveAnswer(question=question, outcome=outcome, guesses_left=question.guesses_left)


def both_ends(report: SolveAnswer, bracket: Bracket | None, keeping: Keeping | None = None) -> SolveAnswer:
    """Return the report of work that was stopped, with both ends."""
    run = Solving(report.question, keeping or Keeping(), stopped(), bounds=False)
    run.report, run.bracket = report, bracket
    run.find_both_ends(stopped())
    return run.report


def test_more_time_ends_with_no_worse_strategy() -> None:
    question = TotalQuestion.of(LISTS)
    none = both_ends(unanswered(question), None)
    bracket = Bracket(TotalSession(question), question.guesses_left)
    bracket.improve(Work(), efforts=1)
    first = bracket.high
    some = both_ends(unanswered(question), bracket)
    assert none.high is not None
    assert some.high is not None
    assert first is not None
    assert some.high <= none.high < first


def test_the_best_opener_of_a_search_that_was_stopped_has_its_strategy() -> None:
    report = replace(unanswered(TotalQuestion.of("original")), cost=7920, best=("salet",))
    found = both_ends(report, None)
    assert found.strategy is not None
    assert (found.strategy.opener, found.strategy.cost, found.high) == ("salet", 7920, 7920)


@only_more
def test_a_pause_while_facts_are_counted_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    openers = TotalSession(TotalQuestion.of("original")).by_promise(ORIGINAL.guesses)[:100]
    question = TotalQuestion.of("original", openers=openers)
    monkeypatch.setattr(narrowing, "FIRST_SECONDS", 0.0)  # the count takes longer than a pause is away
    report = solve(question)
    assert (report.cost, report.best) == (7920, ("salet",))
