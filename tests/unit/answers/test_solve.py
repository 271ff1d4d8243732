"""The average question from Python: costs, ties, limits, aims and weights; small games by an oracle."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.events import into
from tests.oracle import brute_total
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers.totals import replay
from wordle_cp.answers.totals.certificates import worst_case_path
from wordle_cp.answers.totals.solve import prove_optimal, solve
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.check import check_file, check_strategies
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import TotalProgress, Verdict
from wordle_cp.engine import bounds as engine_bounds
from wordle_cp.errors import FileError, HistoryError, ProofTooLongError, UsageError
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import figures
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.search.total import TotalSession
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.rules.words import History

TOY: Final = Variant.load("toy")
SEPARATING: Final = ("eiked", "euked", "kidel", "liked", "piked", "piled", "plied", "pseud", "speld")
"""The guesses that tell all eight words apart, in the order of the list."""
SIZE: Final = Size(most_hidden=7, most_guesses=12)


def small(seed: int) -> tuple[Variant, History, brute_total.Play, frozenset[str], frozenset[str]]:
    """Draw a game, a mode and a position; return it with the moves, the words and the guesses allowed."""
    rng = random.Random(seed)  # noqa: S311  no secret
    while True:
        game = random_game(rng, SIZE)
        mode = rng.choice(tuple(Mode))
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        words = words_after(game, history)
        if words:
            play = brute_total.Play(game.guesses, mode)
            return variant_of(game, mode), history, play, words, play.allowed_after(history)


def truth(
    play: brute_total.Play, words: frozenset[str], allowed: frozenset[str], objective: brute_total.Objective
) -> tuple[int | None, set[str]]:
    """Return the least cost and all guesses that reach it."""
    oracle = brute_total.LeastCost(play, objective)
    costs = {guess: oracle.value_of(guess, words, allowed) for guess in play.guesses if guess in allowed}
    least = min((cost for cost in costs.values() if cost is not None), default=None)
    return least, {guess for guess, cost in costs.items() if cost == least and cost is not None}


def demand_sound(report: SolveAnswer, tree: Path | None = None) -> None:
    """Replay the strategy of a report, and have its certificate checked."""
    question, strategy = report.question, report.strategy
    assert (report.exact, report.outcome.left, report.stopped_by) == (True, (), None)
    if report.cost is None:
        assert (strategy, report.best, report.mean) == (None, (), None)
        return
    assert strategy is not None
    # One word that is left is guessed at once; where costs are equal other guesses may tie with it.
    assert strategy.opener == (report.best[0] if len(question.hidden) > 1 else question.hidden[0])
    assert strategy.opener in report.best
    numbers = figures(strategy.steps, question.hidden, question.history)
    assert numbers == strategy.figures
    past = len(question.history)
    if report.total_guesses is not None and not question.goal.weights:
        assert numbers.total_guesses - past * len(question.hidden) == report.cost
        assert numbers.distribution[past:] == strategy.distribution
    if tree is None:
        return
    accepted = check_file(tree, word_list_by_hash)
    assert isinstance(accepted.claim, DepthPossible)
    assert (accepted.claim.total_guesses, accepted.claim.history) == (
        numbers.total_guesses,
        question.history,
    )
    if report.guesses_left is not None and question.goal.loss is None:
        assert accepted.claim.depth == past + report.guesses_left


def test_toy() -> None:
    report = solve(TotalQuestion.of(TOY))
    demand_sound(report)
    assert report.verdict is Verdict.EXACT
    assert (report.cost, report.total_guesses, report.mean, report.best) == (16, 16, Fraction(2), SEPARATING)
    assert (report.guesses_left, report.outcome.refuted, report.tree, report.accepted) == (6, (), None, None)
    assert report.strategy is not None
    assert (report.strategy.distribution, report.strategy.missed) == ((0, 8), 0)
    assert report.strategy.max_guesses == 2
    assert (
        len(report.outcome.others)
        == len(TOY.guesses) - len(SEPARATING)
        == report.outcome.by_counts + report.outcome.by_search
    )
    assert all(bound.cost > 16 for bound in report.outcome.others)


def test_openers_and_their_ties(tmp_path: Path) -> None:
    tree = tmp_path / "toy.cert.gz"
    report = solve(TotalQuestion.of(TOY, openers=("crane", "creed", "cried", "crane")), tree=tree)
    demand_sound(report, tree)
    assert (report.cost, report.best, report.question.asked) == (
        17,
        ("creed", "cried"),
        ("crane", "creed", "cried"),
    )
    assert report.accepted is not None
    assert isinstance(report.accepted.claim, DepthPossible)
    assert (report.accepted.claim.opener, report.accepted.claim.depth) == ("creed", 6)
    assert report.tree == tree


def test_after_a_history_costs_count_from_there(tmp_path: Path) -> None:
    tree = tmp_path / "toy.cert"
    history = parse_history("trace.bgbyy", 5)
    report = solve(TotalQuestion.of(TOY, history=history), tree=tree)
    demand_sound(report, tree)
    assert (report.cost, report.guesses_left) == (16, 5)
    assert report.strategy is not None
    assert report.strategy.figures.total_guesses == 24
    assert report.strategy.replies[0].history[0] == history[0]


def test_one_word_left(tmp_path: Path) -> None:
    history = parse_history("trace.bgbyy.plied.bbbgb", 5)
    report = solve(TotalQuestion.of(TOY, history=history), tree=tmp_path / "x.cert")
    demand_sound(report, tmp_path / "x.cert")
    assert (report.cost, report.best) == (1, ("creek",))
    assert report.strategy is not None
    assert (report.strategy.steps, report.strategy.distribution) == ((), (1,))
    assert solve(TotalQuestion.of(TOY, history=history, openers=("creek",))).cost == 1
    with pytest.raises(UsageError, match="only 'creek' agrees"):
        solve(TotalQuestion.of(TOY, history=history, openers=("crane",)))


def test_a_limit_that_cannot_be_kept(tmp_path: Path) -> None:
    report = solve(TotalQuestion.of(TOY, max_guesses=1), tree=tmp_path / "x.cert")
    demand_sound(report)
    assert (report.cost, report.outcome.refuted, report.outcome.others) == (None, TOY.guesses, ())
    assert not list(tmp_path.iterdir())
    assert solve(TotalQuestion.of(TOY, openers=("crane",), max_guesses=2)).outcome.refuted == ("crane",)


def test_prove_optimal(tmp_path: Path) -> None:
    out = tmp_path / "toy.cert.gz"
    report = prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=out))
    demand_sound(report)
    assert (report.cost, report.best, report.tree) == (16, SEPARATING, out)
    assert report.lower_bound_checked
    assert report.accepted is not None
    claim = check_file(out, word_list_by_hash).claim
    assert claim == report.accepted.claim
    assert isinstance(claim, TotalLeast)
    assert {(found.opener, found.total) for found in claim.openers} == {(word, 16) for word in SEPARATING}
    assert claim.others == 17


def test_prove_optimal_where_bounds_have_no_proofs(tmp_path: Path) -> None:
    out = tmp_path / "toy.cert.gz"
    report = prove_optimal(
        TotalQuestion.of(Variant.load("toy", mode=Mode.ULTRAHARD)), keeping=Keeping(out=out)
    )
    demand_sound(report, out)
    assert not report.lower_bound_checked


@pytest.mark.parametrize("limit", [None, 2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_totals_agree_with_the_oracle(seed: int, limit: int | None, tmp_path: Path) -> None:
    variant, history, play, words, allowed = small(seed)
    past = len(history)
    tree = tmp_path / "small.cert"
    report = solve(
        TotalQuestion.of(variant, history=history, max_guesses=None if limit is None else past + limit),
        tree=tree,
        work=Work(jobs=2),
    )
    demand_sound(report, tree if report.cost is not None else None)
    expected = truth(play, words, allowed, brute_total.Objective(limit=limit))
    assert (report.cost, set(report.best)) == expected
    assert list(report.best) == sorted(report.best, key=variant.guesses.index)


@pytest.mark.parametrize("seed", range(12))
def test_weights_and_costs_agree_with_the_oracle(seed: int, tmp_path: Path) -> None:
    variant, history, play, words, allowed = small(seed)
    rng = random.Random(seed)  # noqa: S311  no secret
    weights: Mapping[str, int] = {word: rng.randint(0, 5) for word in variant.hidden}
    if not any(weights[word] for word in words):
        weights = dict.fromkeys(variant.hidden, 1)
    costs = tuple(sorted(rng.choices(range(6), k=rng.randint(1, 4))))
    for chosen in (
        {"weights": weights},
        {"costs": costs, "loss": costs[-1] + rng.randint(0, 2)},
        {"costs": costs, "weights": weights},
        {"costs": costs, "loss": costs[-1], "weights": weights},
    ):
        options: dict[str, Any] = chosen
        ours = dict(options)
        if "weights" in ours:
            ours["weights"] = tuple(ours["weights"].items())
        tree = tmp_path / "small.cert"
        tree.unlink(missing_ok=True)
        report = solve(TotalQuestion.of(variant, history=history, goal=Goal(**ours)), tree=tree)
        demand_sound(report, tree if report.cost is not None else None)
        expected = truth(play, words, allowed, brute_total.Objective(**options))
        assert (report.cost, set(report.best)) == expected, chosen


@pytest.mark.parametrize("seed", range(12))
def test_lexicographic_aims_agree_with_the_oracle(seed: int, tmp_path: Path) -> None:
    variant, history, play, words, allowed = small(seed)
    tree = tmp_path / "small.cert"
    worst, total = brute_total.least_among_least_worst(play, words, allowed, {})
    report = solve(
        TotalQuestion.of(variant, history=history, goal=Goal(first=First.WORST_THEN_TOTAL)), tree=tree
    )
    demand_sound(report, tree)
    assert (report.guesses_left, report.cost) == (worst, total)
    assert set(report.best) == truth(play, words, allowed, brute_total.Objective(limit=worst))[1]
    assert report.strategy is not None
    assert report.strategy.max_guesses == worst
    total, worst = brute_total.least_worst_among_least(play, words, allowed, {})
    report = solve(
        TotalQuestion.of(variant, history=history, goal=Goal(first=First.TOTAL_THEN_WORST)), tree=tree
    )
    demand_sound(report, tree)
    assert (report.guesses_left, report.cost) == (worst, total)
    assert set(report.best) == truth(play, words, allowed, brute_total.Objective(limit=worst))[1]
    assert report.strategy is not None
    assert report.strategy.max_guesses == worst


@pytest.mark.parametrize("seed", range(12))
def test_a_least_worst_case_is_proven_beside_the_total(seed: int, tmp_path: Path) -> None:
    variant, history, play, words, allowed = small(seed)
    tree = tmp_path / "small.cert.gz"
    report = prove_optimal(
        TotalQuestion.of(variant, history=history, goal=Goal(first=First.WORST_THEN_TOTAL)),
        keeping=Keeping(out=tree),
    )
    worst, total = brute_total.least_among_least_worst(play, words, allowed, {})
    assert (report.guesses_left, report.cost) == (worst, total)
    if worst == 1 or variant.mode is Mode.ULTRAHARD:
        assert report.worst_case is None
        return
    depth = len(history) + worst - 1
    assert report.worst_case == tmp_path / f"small-impossible-within-{depth}.cert.gz"
    claim = check_file(report.worst_case, word_list_by_hash).claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.history, claim.scope) == (depth, history, OpenerScope.ALL)
    assert (
        solve(
            TotalQuestion.of(variant, history=history, goal=Goal(first=First.WORST_THEN_TOTAL)),
            tree=tmp_path / "solved.cert",
        ).worst_case
        is None
    )


def test_a_least_worst_case_of_the_least_total_is_proven(tmp_path: Path) -> None:
    kinds: set[type] = set()
    for seed in (*range(10), 28, 33, 37, 94):  # of the last ones some have a dearer strategy in time
        variant, history, play, words, allowed = small(seed)
        rng = random.Random(seed)  # noqa: S311  no secret
        weights = {word: rng.choice((1, 1, 1, 9)) for word in variant.hidden} if seed > 9 else {}
        tree = tmp_path / f"{seed}.cert.gz"
        report = prove_optimal(
            TotalQuestion.of(
                variant, history=history, goal=replace(Goal.weighted(weights), first=First.TOTAL_THEN_WORST)
            ),
            keeping=Keeping(out=tree),
        )
        total, worst = brute_total.least_worst_among_least(play, words, allowed, weights)
        assert (report.guesses_left, report.cost) == (worst, total)
        if worst == 1 or variant.mode is Mode.ULTRAHARD:
            assert report.worst_case is None
            continue
        assert report.worst_case is not None
        assert report.accepted is not None
        least = report.accepted.claim
        assert isinstance(least, TotalLeast)
        assert report.strategy is not None
        assert least.openers[0].opener == report.best[0]
        kept = check_strategies(tree, word_list_by_hash).certificate.claim
        assert kept.max_guesses == len(history) + worst
        claim = check_file(report.worst_case, word_list_by_hash).claim
        kinds.add(type(claim))
        asked = {listed.opener for listed in least.openers}
        fewer = brute_total.LeastCost(play, brute_total.Objective(limit=worst - 1, weights=weights))
        costs = {fewer.value_of(opener, words, allowed) for opener in asked} - {None}
        name = f"{seed}-{{}}-within-{len(history) + worst - 1}.cert.gz"
        if isinstance(claim, TotalLeast):
            assert (claim.within, set(claim.among)) == (len(history) + worst - 1, asked)
            assert report.worst_case_cost == min(cost for cost in costs if cost is not None) > total
            assert report.worst_case.name == name.format("total")
        else:
            assert isinstance(claim, DepthImpossible)
            assert (claim.depth, set(claim.openers)) == (len(history) + worst - 1, asked)
            assert (report.worst_case_cost, costs) == (None, set())
            assert report.worst_case.name == name.format("impossible")
    assert kinds == {TotalLeast, DepthImpossible}


@pytest.mark.parametrize(
    ("name", "second"),
    [
        ("palet.cert.gz", "palet-impossible-within-4.cert.gz"),
        ("my.v2.cert.xz", "my.v2-impossible-within-4.cert.xz"),
        ("plain.cert", "plain-impossible-within-4.cert"),
        ("plain.txt", "plain.txt-impossible-within-4"),
        (".cert.gz", ".cert-impossible-within-4.gz"),
    ],
)
def test_the_name_of_the_second_certificate(name: str, second: str, tmp_path: Path) -> None:
    assert worst_case_path(tmp_path / name, 4) == tmp_path / second


def test_a_second_certificate_that_cannot_be_written_is_told_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "toy-impossible-within-1.cert.gz").mkdir()
    stages: list[str] = []
    with pytest.raises(FileError, match="is a folder"):
        prove_optimal(
            TotalQuestion.of(TOY, goal=Goal(first=First.WORST_THEN_TOTAL)),
            keeping=Keeping(out=tmp_path / "toy.cert.gz"),
            work=Work(show=into(stages)),
        )
    assert stages == ["least worst case"]


def test_the_refutation_of_a_smaller_worst_case_can_be_stopped(tmp_path: Path) -> None:
    stages: list[str] = []
    work = Work(show=into(stages), cancelled=lambda: stages[-1:] == ["refuting one guess less"])
    variant = Variant.load("original")
    history = parse_history("salet.bbyyb", variant.length)
    out = tmp_path / "salet.cert.gz"
    report = prove_optimal(
        TotalQuestion.of(variant, history=history, goal=Goal(first=First.WORST_THEN_TOTAL)),
        work=work,
        keeping=Keeping(out=out),
    )
    assert (report.stopped_by, report.worst_case, report.accepted) == (StopReason.INTERRUPTED, None, None)
    assert not any(tmp_path.iterdir())


def test_a_proof_that_would_take_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    objective = Goal(costs=(0, 0), loss=1)
    out = tmp_path / "toy.cert"
    proven = prove_optimal(
        TotalQuestion.of(TOY, openers=("salet", "crane"), goal=objective), keeping=Keeping(out=out)
    )
    assert (proven.too_long, proven.lower_bound_checked) == (False, True)
    out.unlink()
    monkeypatch.setattr(engine_bounds, "MISSED_WORK", 10)
    report = prove_optimal(
        TotalQuestion.of(TOY, openers=("salet", "crane"), goal=objective), keeping=Keeping(out=out)
    )
    assert (report.cost, report.best) == (proven.cost, proven.best)
    assert (report.too_long, report.finished, report.lower_bound_checked) == (True, True, False)
    assert report.accepted is not None
    assert isinstance(check_file(out, word_list_by_hash).claim, DepthPossible)


def test_a_second_proof_that_is_too_long_leaves_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(*_args: object, **_kwargs: object) -> None:
        raise ProofTooLongError

    monkeypatch.setattr("wordle_cp.answers.totals.certificates.proof_of_fewer", too_long)
    out = tmp_path / "toy.cert"
    report = prove_optimal(
        TotalQuestion.of(TOY, goal=Goal(first=First.TOTAL_THEN_WORST)), keeping=Keeping(out=out)
    )
    assert (report.too_long, report.lower_bound_checked, report.worst_case) == (False, True, None)
    assert isinstance(check_file(out, word_list_by_hash).claim, TotalLeast)
    assert [path.name for path in tmp_path.iterdir()] == ["toy.cert"]


def test_the_least_worst_case_beyond_the_limit() -> None:
    report = solve(TotalQuestion.of(TOY, max_guesses=1, goal=Goal(first=First.WORST_THEN_TOTAL)))
    demand_sound(report)
    assert (report.cost, report.outcome.refuted) == (None, TOY.guesses)


def test_words_lost() -> None:
    report = solve(TotalQuestion.of(TOY, goal=Goal(costs=(0,), loss=1)))
    demand_sound(report)
    assert (report.cost, report.total_guesses, report.best) == (7, None, TOY.hidden)
    assert report.strategy is not None
    assert (report.strategy.missed, report.strategy.distribution) == (7, (1,))
    assert sum(report.strategy.figures.distribution) == 8


def test_weighted_mean_is_a_fraction() -> None:
    weights = {word: place for place, word in enumerate(TOY.hidden)}
    report = solve(TotalQuestion.of(TOY, openers=("crier",), goal=Goal.weighted(weights)))
    assert report.mean == Fraction(report.cost or 0, 28)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"costs": (1, 0)}, "none is less"),
        ({"costs": (-1,)}, "the cost of a guess from 0 to"),
        ({"costs": (1, 5), "loss": 4}, "at least what the last guess costs, 5"),
        ({"loss": 5}, "a loss of 6 or more, .* let guesses cost 0"),
        ({"weights": (("credo", 0),)}, "greater than 0"),
        ({"weights": (("credo", 1), ("credo", 1))}, "not two"),
        ({"weights": (("credo", 1),)}, "'creed' has none"),
        ({"weights": tuple((word, 2**53) for word in TOY.hidden)}, "smaller weights or costs"),
        (
            {"weights": tuple((word, 2**60) for word in TOY.hidden)},
            "the weight of .* from 0 to 900",
        ),
    ],
)
def test_objectives_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        solve(TotalQuestion.of(TOY, goal=Goal(**options)))


def test_questions_that_make_no_sense(tmp_path: Path) -> None:
    unlimited = TOY.model_copy(update={"max_guesses": None})
    with pytest.raises(UsageError, match="a limit on the guesses, or costs, where words may be lost"):
        solve(TotalQuestion.of(unlimited, goal=Goal(loss=9)))
    with pytest.raises(UsageError, match="not together with a loss"):
        solve(TotalQuestion.of(TOY, goal=replace(Goal(loss=9), first=First.TOTAL_THEN_WORST)))
    with pytest.raises(UsageError, match="leaves a guess after the history"):
        solve(TotalQuestion.of(TOY, history=parse_history("trace.bgbyy", 5), max_guesses=1))
    many = Goal(costs=(0,) * 255, loss=1)
    assert solve(TotalQuestion.of(unlimited, goal=many)).cost == 0
    with pytest.raises(UsageError, match=r"costs of 255 guesses at most.*found 256"):
        solve(TotalQuestion.of(unlimited, history=parse_history("trace.bgbyy", 5), goal=many))
    with pytest.raises(UsageError, match="'house' is not among the guesses"):
        solve(TotalQuestion.of(TOY, openers=("house",)))
    with pytest.raises(UsageError, match="hard mode forbids the opener"):
        solve(
            TotalQuestion.of(
                Variant.load("toy", mode=Mode.HARD),
                history=parse_history("trace.bgbyy", 5),
                openers=("plied",),
            )
        )
    with pytest.raises(HistoryError, match="TRACE BBBBB: no hidden word of toy agrees with this"):
        solve(TotalQuestion.of(TOY, history=parse_history("trace.bbbbb", 5)))
    zero = Goal.weighted({word: int(word == "credo") for word in TOY.hidden})
    with pytest.raises(UsageError, match="one of the words that agree"):
        solve(TotalQuestion.of(TOY, history=parse_history("trace.bgbyy.plied.bbbgb", 5), goal=zero))
    with pytest.raises(OSError, match="no such folder"):
        solve(TotalQuestion.of(TOY), tree=tmp_path / "missing" / "x.cert")


def test_without_a_limit() -> None:
    unlimited = Variant.load("toy", hidden=HiddenKind.BIG).model_copy(update={"max_guesses": None})
    limited = solve(TotalQuestion.of(unlimited, openers=("crane",), max_guesses=6))
    report = solve(TotalQuestion.of(unlimited, openers=("crane",)))
    demand_sound(report)
    assert (report.guesses_left, limited.guesses_left) == (None, 6)
    assert report.cost is not None
    assert limited.cost is not None
    assert report.cost <= limited.cost


@pytest.mark.parametrize("aim", [First.TOTAL, First.WORST_THEN_TOTAL, First.TOTAL_THEN_WORST])
def test_whoever_asks_to_stop_for_a_moment_gets_all_or_undecided(aim: First) -> None:
    whole = solve(TotalQuestion.of(TOY, goal=Goal(first=aim)))
    for moment in range(1, 60):
        asked = 0

        def cancelled(moment: int = moment) -> bool:
            nonlocal asked
            asked += 1
            return asked == moment

        report = solve(TotalQuestion.of(TOY, goal=Goal(first=aim)), work=Work(cancelled=cancelled))
        if report.verdict is Verdict.EXACT:
            assert report.cost == whole.cost
        if report.stopped_by is None:
            assert (report.exact, report.best, report.strategy) == (True, whole.best, whole.strategy)
        else:
            assert report.stopped_by is StopReason.INTERRUPTED
        if asked < moment:
            return
    pytest.fail("so often it isn't asked")


def test_a_stopped_search_says_what_is_known(tmp_path: Path) -> None:
    tree = tmp_path / "x.cert"
    report = solve(TotalQuestion.of(TOY), tree=tree, work=Work(limits=Limits(seconds=0.0)))
    assert (report.verdict, report.stopped_by) == (Verdict.PROVEN, StopReason.TIME)  # as both ends meet
    assert report.strategy is not None
    opener = report.strategy.opener
    assert (report.cost, report.best) == (16, (opener,))
    assert set(report.outcome.left) == set(TOY.guesses) - {opener}
    assert (report.low, report.high) == (16, report.strategy.cost)
    assert report.accepted is not None  # of both ends, which took a moment more
    tree.unlink()
    report = solve(
        TotalQuestion.of(TOY, goal=Goal(first=First.WORST_THEN_TOTAL)), work=Work(cancelled=lambda: True)
    )
    assert (report.exact, report.stopped_by, report.outcome.left) == (
        False,
        StopReason.INTERRUPTED,
        TOY.guesses,
    )
    assert not list(tmp_path.iterdir())


def test_a_stop_before_the_certificate_leaves_the_answer(tmp_path: Path) -> None:
    stages: list[str] = []
    work = Work(show=into(stages), cancelled=lambda: "checking the certificate" in stages)
    report = solve(TotalQuestion.of(TOY), tree=tmp_path / "x.cert", work=work)
    assert stages == ["search", "strategy", "checking the certificate"]
    assert (report.exact, report.finished, report.tree) == (True, False, None)
    assert (report.cost, report.stopped_by) == (16, StopReason.INTERRUPTED)
    assert (report.best, report.accepted) == (SEPARATING, None)
    assert report.strategy is not None
    assert not list(tmp_path.iterdir())
    stages.clear()
    work = Work(show=into(stages), cancelled=lambda: "proving the lower bounds" in stages)
    report = prove_optimal(TotalQuestion.of(TOY), work=work, keeping=Keeping(out=tmp_path / "x.cert"))
    assert stages == ["search", "strategy", "proving the lower bounds"]
    assert (report.exact, report.finished, report.lower_bound_checked) == (True, False, False)
    assert not list(tmp_path.iterdir())


def test_progress_is_told() -> None:
    events: list[object] = []
    solve(TotalQuestion.of(TOY), work=Work(show=events.append))
    done = [event.done for event in events if isinstance(event, TotalProgress)]
    assert done
    assert done[-1] <= len(TOY.guesses)


def test_a_strategy_that_costs_something_else_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    other = solve(TotalQuestion.of(TOY, openers=("crane",))).strategy
    assert other is not None
    monkeypatch.setattr(TotalSession, "strategy", lambda *_args, **_options: other.steps)
    with pytest.raises(AssertionError, match="costs 24 within 3; the search claims 16"):
        solve(TotalQuestion.of(TOY))
    monkeypatch.setattr(TotalSession, "strategy", lambda *_args, **_options: ("crane",))
    with pytest.raises(AssertionError, match="the search's strategy is none"):
        solve(TotalQuestion.of(TOY))
    with pytest.raises(AssertionError, match=r"finds '.*' too late"):
        replay.replay(TotalQuestion.of(TOY, max_guesses=2), other.steps)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_strategy_that_loses_words_finds_them_later(mode: Mode, tmp_path: Path) -> None:
    """So it has a certificate; the checker finds nothing against it in any mode."""
    variant = Variant.load("toy", mode=mode, hidden=HiddenKind.BIG)
    for guesses in (1, 2):
        tree = tmp_path / f"lost-{guesses}.cert"
        objective = Goal(costs=(0,) * guesses, loss=1)
        report = solve(TotalQuestion.of(variant, openers=("crane",), goal=objective), tree=tree)
        demand_sound(report, tree)
        assert report.strategy is not None
        assert report.strategy.missed == report.cost
        assert all(is_allowed(word, (), mode) for word in report.best)
