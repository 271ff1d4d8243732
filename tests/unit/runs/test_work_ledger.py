"""The ledger of units: results, what the checker says of fragments; and runs that go on."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.oracle.games import Size, random_game
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.engine import AtLeast, ExactCost, Game, OpenerResult, RefutedOpener, TotalSearch
from wordle_cp.errors import CertificateRejected, UsageError
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.judges import Judge
from wordle_cp.runs.ledgers import LedgerError, RankLedger, held
from wordle_cp.runs.ranking_state import FalseResultsError, Keeping
from wordle_cp.search.total import Keeper, TotalSession
from wordle_cp.work import NO_LIMITS, Limits, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.engine import Settled

TOY: Final = Variant.load("toy")
OBJECTIVES: Final = (
    Goal(),
    Goal(costs=(0, 0), loss=1),
    Goal(costs=(1, 2, 3), loss=7),
    Goal.weighted({word: number for number, word in enumerate(TOY.hidden)}),
)


def searched(question: TotalQuestion) -> list[OpenerResult]:
    """Return what a search says about all openers, with strategies."""
    kept = Keeper()
    TotalSession(question).rank(top=0, collector=kept)
    return kept.results


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_the_checker_accepts_strategies_and_refuses_changed_ones(mode: Mode, objective: Goal) -> None:
    question = TotalQuestion.of(Variant.load("toy", mode=mode), goal=objective)
    judge = Judge(question)
    results = searched(question)
    exact = [result for result in results if isinstance(result.settled, ExactCost)]
    assert len(exact) > 20
    assert all(bool(result.strategy) is (result in exact) for result in results)
    for result in exact:
        judge.judge(result)
        assert isinstance(result.settled, ExactCost)
        cost = result.settled.cost
        other = next(one.opener for one in exact if one.opener != result.opener)
        for lie in (
            replace(result, settled=ExactCost(result.opener, cost - 1)),
            replace(result, settled=ExactCost(result.opener, cost + 1)),
            replace(result, settled=ExactCost(other, cost)),
            replace(result, strategy=result.strategy[:-1]),
            replace(result, strategy=(*result.strategy, "crane")),
            replace(result, strategy=("zzzzz", *result.strategy[1:])),
        ):
            with pytest.raises(CertificateRejected):
                judge.judge(lie)


@pytest.mark.parametrize("seed", range(share(12)))
def test_units_one_by_one_say_what_one_search_says(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  no secret
    mode = rng.choice(tuple(Mode))
    game = random_game(rng, Size(most_hidden=9, most_guesses=16))
    native = Game(game.guesses, game.hidden)
    top = rng.choice((0, 1, 3))
    whole = TotalSearch(native, mode, jobs=1).rank(top=top, guesses_left=5)
    search = TotalSearch(native, mode, jobs=1)
    order = search.by_promise(game.guesses)
    assert sorted(order) == sorted(game.guesses)
    least: list[int] = []
    exact: list[ExactCost] = []
    for start in range(0, len(order), 2):
        most = sorted(least)[top - 1] if 0 < top <= len(least) else None
        unit = order[start : start + 2]
        search.rank(openers=unit, top=top, guesses_left=5, most=most, strategies=True, keep=True)
        results = search.take_results()
        assert {one.opener for one in results} == set(unit)
        for result in results:
            if isinstance(result.settled, ExactCost):
                exact.append(result.settled)
                least.append(result.settled.cost)
                assert result.strategy[:1] == (result.opener,) or len(game.hidden) == 1
    last = sorted(least)[top - 1] if 0 < top <= len(least) else max(least, default=0)
    place = {word: number for number, word in enumerate(game.guesses)}
    assert (
        tuple(
            sorted((one for one in exact if one.cost <= last), key=lambda one: (one.cost, place[one.opener]))
        )
        == whole.ranked
    )


def test_a_strategy_that_is_too_late_is_refused() -> None:
    question = TotalQuestion.of(TOY)
    late = max((one for one in searched(question) if one.strategy), key=lambda one: len(one.strategy))
    with pytest.raises(CertificateRejected, match="depth"):
        Judge(TotalQuestion.of(TOY, max_guesses=2)).judge(late)
    weights = {word: number for number, word in enumerate(TOY.hidden, 1)}
    with pytest.raises(CertificateRejected, match="depth"):
        Judge(TotalQuestion.of(TOY, max_guesses=2, goal=Goal.weighted(weights))).judge(late)


def test_results_take_the_place_of_earlier_ones(tmp_path: Path) -> None:
    question = TotalQuestion.of(TOY)
    path = tmp_path / "ledger.sqlite"
    with RankLedger(path, question) as ledger:
        ledger.record([OpenerResult(AtLeast("crane", 17)), OpenerResult(AtLeast("plied", 12))])
        result = next(one for one in searched(question) if one.opener == "plied")
        ledger.record([result, OpenerResult(RefutedOpener("spoil"))], "there:2")
        assert {opener: found.settled for opener, found in ledger.settled().items()} == {
            "crane": AtLeast("crane", 17),
            "plied": result.settled,
            "spoil": RefutedOpener("spoil"),
        }
        assert ledger.strategy("plied") == result.strategy
        assert ledger.strategy("spoil") == ()
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT unit, worker, seconds >= 0 FROM units").fetchall()
    assert {("plied", "there:2", 1), ("spoil", "there:2", 1)} < set(rows)


@pytest.mark.parametrize("aim", list(First))
def test_prove_optimal_goes_on_where_it_was(
    aim: First, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(folder: Path | None, limits: Limits = NO_LIMITS) -> object:
        report = prove_optimal(
            TotalQuestion.of(TOY, goal=Goal(first=aim)),
            work=Work(limits=limits),
            keeping=Keeping(out=tmp_path / "x.cert", folder=folder),
        )
        return (
            report.cost,
            report.best,
            sorted(other.opener for other in report.outcome.others),
            report.outcome.refuted,
            report.outcome.by_counts + report.outcome.by_search,
            report.accepted is not None,
            report.stopped_by,
        )

    whole = ask(None)
    folder = tmp_path / "run"
    assert ask(folder, limits=Limits(seconds=0.0)) != whole
    assert ask(folder) == whole
    asked: list[object] = []
    original = TotalSession.rank

    def spy(self: TotalSession, **options: object) -> object:
        asked.append(options.get("collector"))
        return original(self, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(TotalSession, "rank", spy)
    assert ask(folder) == whole
    assert not any(asked)  # none of the ledger's openers was settled again


def test_prove_optimal_takes_over_what_rank_settled(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    rank(TotalQuestion.of(TOY), top=3, keeping=Keeping(folder=folder))
    report = prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=tmp_path / "x.cert", folder=folder))
    assert (report.cost, len(report.best), report.outcome.work) == (16, 9, 0)
    assert report.lower_bound_checked
    with pytest.raises(UsageError, match="another question: guesses left 6, and not 5"):
        prove_optimal(
            TotalQuestion.of(TOY, max_guesses=5), keeping=Keeping(out=tmp_path / "x.cert", folder=folder)
        )


@pytest.mark.parametrize(
    "lie",
    [
        AtLeast("eiked", 17),  # it costs 16, as the best ones do
        AtLeast("crane", 30),
        RefutedOpener("plied"),
        ExactCost("creed", 16),
    ],
)
def test_a_false_fact_is_found_by_the_proof(lie: Settled, tmp_path: Path) -> None:
    """What a worker or a ledger says about lower bounds has no fragment: the certificate is what shows it."""
    folder = tmp_path / "run"
    with held(folder, RankLedger.run), RankLedger(folder / "ledger.sqlite", TotalQuestion.of(TOY)) as ledger:
        ledger.record([OpenerResult(lie)])
    out = tmp_path / "x.cert"
    if lie == AtLeast("crane", 30):  # false, and harmless: it isn't among the best, as is proven
        assert prove_optimal(
            TotalQuestion.of(TOY), keeping=Keeping(out=out, folder=folder)
        ).lower_bound_checked
        return
    with pytest.raises((FalseResultsError, LedgerError), match=r"run.*(can't all be true|disagree)"):
        prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=out, folder=folder))
    assert not out.exists()


def test_prove_optimal_stopped_keeps_what_it_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    original = RankLedger.record

    def record(self: RankLedger, results: Sequence[OpenerResult], worker: str = "") -> None:
        original(self, results[:5], worker)
        if results:
            raise ConnectionAbortedError

    with monkeypatch.context() as patched:
        patched.setattr(RankLedger, "record", record)
        with pytest.raises(ConnectionAbortedError):
            prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=tmp_path / "x.cert", folder=folder))
    with RankLedger(folder / "ledger.sqlite", TotalQuestion.of(TOY)) as ledger:
        assert len(ledger.settled()) == 5
    report = prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=tmp_path / "x.cert", folder=folder))
    assert (report.cost, report.stopped_by, report.lower_bound_checked) == (16, None, True)
