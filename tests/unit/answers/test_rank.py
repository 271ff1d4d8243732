"""Rankings of openers: complete, with ties, and resumable; every run of a folder adds to the last one's."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.each import each
from tests.oracle import brute_total
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from wordle_cp.answers.rankings import RankAnswer, certify, rank
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.engine import AtLeast, ExactCost, OpenerResult, RefutedOpener, TotalProgress
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import Goal
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ledgers import LedgerError, RankLedger, held
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.search.total import TotalSession
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.engine import Settled

TOY: Final = Variant.load("toy")
SIZE: Final = Size(most_hidden=7, most_guesses=14)


def costs_of(variant: Variant, limit: int | None) -> dict[str, int | None]:
    """Return the least cost of each opener, by the oracle."""
    play = brute_total.Play(variant.guesses, variant.mode)
    oracle = brute_total.LeastCost(play, brute_total.Objective(limit=limit))
    words, allowed = frozenset(variant.hidden), play.allowed_after(())
    return {guess: oracle.value_of(guess, words, allowed) for guess in variant.guesses}


def demand_right(report: RankAnswer, costs: dict[str, int | None]) -> None:
    """Compare a complete ranking with the costs of all openers."""
    finite = sorted(cost for cost in costs.values() if cost is not None)
    top = report.top or len(costs)
    threshold = finite[min(top, len(finite)) - 1] if finite else -1
    order = list(costs)
    expected = sorted(
        (
            (cost, order.index(opener))
            for opener, cost in costs.items()
            if cost is not None and cost <= threshold
        )
    )
    assert report.complete
    assert [(found.cost, order.index(found.opener)) for found in report.ranked] == expected
    refuted = {opener for opener, cost in costs.items() if cost is None}
    assert refuted.issuperset(report.refuted)
    assert report.top is not None or refuted.issubset(report.refuted)
    listed = {found.opener for found in report.ranked} | set(report.refuted)
    assert {found.opener for found in report.others} == set(costs) - listed
    for found in report.others:
        cost = costs[found.opener]  # None is infinite: a bound is enough to refute a refuted opener
        assert threshold < found.cost <= (found.cost if cost is None else cost)
        assert isinstance(found, AtLeast) or found.cost == cost


def results(*settled: Settled) -> list[OpenerResult]:
    """Return what a search tells that has `settled` openers."""
    return [OpenerResult(found) for found in settled]


def stored(folder: Path) -> dict[str, tuple[str, int | None]]:
    """Return what the ledger in `folder` knows."""
    with closing(sqlite3.connect(folder / "ledger.sqlite")) as connection:
        rows = connection.execute("SELECT unit, result, number FROM units").fetchall()
    assert len({opener for opener, _, _ in rows}) == len(rows)
    return {opener: (kind, cost) for opener, kind, cost in rows}


def test_toy() -> None:
    report = rank(TotalQuestion.of(TOY), top=10)
    assert [found.opener for found in report.ranked[9:]] == ["creed", "cried", "adieu"]
    assert report.places() == (1,) * 9 + (10,) * 3
    demand_right(report, costs_of(TOY, 6))
    assert (report.before, report.keeping.folder, report.stopped_by) == (0, None, None)
    assert report.to_csv().splitlines()[:2] == [
        "rank,opener,mean_guesses,total_guesses",
        "1,eiked,2.0000,16",
    ]


@pytest.mark.parametrize("top", [1, 2, 5, None])
@each("seed", range(8))
def test_rankings_agree_with_the_oracle(seed: int, top: int | None) -> None:
    rng = random.Random(seed)  # noqa: S311  no secret
    variant = variant_of(random_game(rng, SIZE), rng.choice(tuple(Mode)))
    limit = rng.choice((None, 2, 3, 4))
    demand_right(
        rank(TotalQuestion.of(variant, max_guesses=limit), top=top, work=Work(jobs=2)),
        costs_of(variant, limit),
    )


def test_openers_that_cannot_keep_the_limit_come_last() -> None:
    report = rank(TotalQuestion.of(TOY, max_guesses=2), top=None)
    demand_right(report, costs_of(TOY, 2))
    rows = report.to_csv().splitlines()
    assert len(rows) == 1 + len(TOY.guesses)
    assert rows[-1] == ",spoil,,"
    assert not any(
        row.endswith(",,") for row in rank(TotalQuestion.of(TOY, max_guesses=2), top=5).to_csv().splitlines()
    )


def test_where_one_word_is_left_the_certificate_lists_it_alone(tmp_path: Path) -> None:
    game = Variant.from_words(["bat", "cat", "mac"])
    question = TotalQuestion.of(game, history="cat.YGB")
    report = rank(question, top=3)
    assert [(found.opener, found.cost) for found in report.ranked] == [("mac", 1), ("bat", 2), ("cat", 2)]
    claim = certify(report, tmp_path / "one.cert").claim
    assert isinstance(claim, TotalLeast)
    assert [(found.opener, found.total) for found in claim.openers] == [("mac", 2)]
    assert claim.others == 3


def test_some_openers_and_other_costs() -> None:
    report = rank(
        TotalQuestion.of(TOY, openers=("crane", "crate", "cried", "cried"), goal=Goal(costs=(0,), loss=1)),
        top=2,
    )
    assert [(found.opener, found.cost) for found in report.ranked] == [
        ("cried", 7),
        ("crane", 8),
        ("crate", 8),
    ]
    assert report.to_csv().splitlines()[:2] == ["rank,opener,mean_cost,cost", "1,cried,0.8750,7"]


def test_what_is_settled_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    costs = costs_of(TOY, 6)
    first = rank(TotalQuestion.of(TOY), top=2, keeping=Keeping(folder=folder))
    demand_right(first, costs)
    assert (first.before, first.keeping.folder) == (0, folder)
    assert len(stored(folder)) == len(TOY.guesses)
    again = rank(TotalQuestion.of(TOY), top=2, keeping=Keeping(folder=folder))
    assert (again.ranked, again.before, again.work) == (first.ranked, len(TOY.guesses), 0)
    assert first.seconds <= first.seconds_of_all_runs
    assert first.seconds_of_all_runs + again.seconds <= again.seconds_of_all_runs
    more = rank(
        TotalQuestion.of(TOY), top=12, keeping=Keeping(folder=folder)
    )  # bounds that were enough for the best 2 aren't for the best 12
    demand_right(more, costs)
    demand_right(rank(TotalQuestion.of(TOY), top=None, keeping=Keeping(folder=folder)), costs)
    assert {kind for kind, _ in stored(folder).values()} == {"exact"}
    monkeypatch.setattr(TotalSession, "rank", None)
    demand_right(rank(TotalQuestion.of(TOY), top=None, keeping=Keeping(folder=folder)), costs)
    demand_right(rank(TotalQuestion.of(TOY), top=3, keeping=Keeping(folder=folder)), costs)


def test_a_stopped_run_keeps_what_it_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    report = rank(
        TotalQuestion.of(TOY), top=None, work=Work(limits=Limits(seconds=0.0)), keeping=Keeping(folder=folder)
    )
    assert (report.complete, report.stopped_by, report.left) == (False, StopReason.TIME, TOY.guesses)
    whole = rank(TotalQuestion.of(TOY), top=None)
    # A run that ends after some openers, as if it had been stopped there.
    question = TotalQuestion.of(TOY)
    with held(folder, "ranking"), RankLedger(folder / "ledger.sqlite", question) as ledger:
        ledger._accounted -= 1.5  # noqa: SLF001  as if that long ago
        ledger.record(results(*whole.ranked[20:]))
    asked: list[int] = []
    original = TotalSession.rank

    def spy(self: TotalSession, **options: object) -> object:
        openers = options["openers"]
        assert isinstance(openers, list)
        asked.append(len(openers))
        return original(self, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(TotalSession, "rank", spy)
    report = rank(TotalQuestion.of(TOY), top=None, keeping=Keeping(folder=folder))
    assert asked == [20]
    assert (report.before, report.ranked, report.complete) == (len(TOY.guesses) - 20, whole.ranked, True)
    assert report.seconds_of_all_runs > 1.5


def test_the_best_known_are_asked_again_for_comparison(tmp_path: Path) -> None:
    """The search must know how low the K-th cost is already, and find the same."""
    folder = tmp_path / "run"
    question = TotalQuestion.of(TOY)
    with held(folder, "ranking"), RankLedger(folder / "ledger.sqlite", question) as ledger:
        ledger.record(results(ExactCost("plied", 16), AtLeast("crane", 18), AtLeast("pseud", 16)))
    report = rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=folder))
    demand_right(report, costs_of(TOY, 6))
    assert report.before == 2
    assert ("crane", ("at least", 18)) in stored(folder).items()
    with held(folder, "ranking"), RankLedger(folder / "ledger.sqlite", question) as ledger:
        ledger.record(results(AtLeast("pseud", 15), ExactCost("plied", 15)))
    with pytest.raises(LedgerError, match="'plied': two searches disagree"):
        rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=folder))


def test_cancelled() -> None:
    report = rank(TotalQuestion.of(TOY), top=1, work=Work(cancelled=lambda: True))
    assert (report.complete, report.stopped_by, report.ranked) == (False, StopReason.INTERRUPTED, ())


def test_progress_is_told(tmp_path: Path) -> None:
    events: list[object] = []
    rank(
        TotalQuestion.of(TOY),
        top=None,
        work=Work(show=events.append),
        keeping=Keeping(folder=tmp_path / "run"),
    )
    seen = [
        (event.before + event.done, event.openers) for event in events if isinstance(event, TotalProgress)
    ]
    assert seen[-1] == (len(TOY.guesses), len(TOY.guesses))


@pytest.mark.parametrize(
    ("variant", "options", "message"),
    [
        (Variant.load("toy", mode=Mode.HARD), {}, "another question: mode normal, and not hard"),
        (TOY, {"max_guesses": 5}, "guesses left 6, and not 5"),
        (TOY, {"history": parse_history("trace.bgbyy", 5)}, "another question: after"),
        (TOY, {"goal": Goal(costs=(1, 2, 3, 4, 5, 6))}, "costs guesses, and not 1 2 3 4 5 6"),
        (TOY, {"goal": Goal(loss=6)}, "loss none, and not 6"),
        (TOY, {"goal": Goal.weighted(dict.fromkeys(TOY.hidden, 1))}, "weights equal"),
        (Variant.load("original"), {}, "guess list"),
    ],
)
def test_the_folder_of_another_question(
    variant: Variant, options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    rank(TotalQuestion.of(TOY, openers=("crane",)), top=1, keeping=Keeping(folder=tmp_path))
    with pytest.raises(UsageError, match=message):
        rank(TotalQuestion.of(variant, **options), top=1, keeping=Keeping(folder=tmp_path))


def test_a_folder_in_use(tmp_path: Path) -> None:
    with (
        held(tmp_path, RankLedger.run),
        pytest.raises(UsageError, match="another ranking is at work in this folder"),
    ):
        rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path))
    assert rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path)).complete


def test_ledgers_that_are_none(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    ledger.write_bytes(
        b"no database at all, but longer than a header of SQLite, which is a hundred bytes" * 9
    )
    with pytest.raises(LedgerError, match="no usable ledger"):
        rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path))
    ledger.unlink()
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    with pytest.raises(LedgerError, match="not the ledger of a ranking"):
        rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path))
    ledger.unlink()
    rank(TotalQuestion.of(TOY, openers=("crane",)), top=1, keeping=Keeping(folder=tmp_path))
    row_of = "INSERT INTO units (unit, result, number) VALUES ("
    for row in ("'house', 'exact', 9)", "'plied', 'exact', NULL)", "'plied', 'nonsense', 9)"):
        with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
            connection.execute(row_of + row)
        with pytest.raises(LedgerError, match="the ledger is damaged"):
            rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path))
        with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
            connection.execute("DELETE FROM units WHERE unit IN ('house', 'plied')")
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 9")
    with pytest.raises(LedgerError, match="a ledger of format 9"):
        rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path))


def test_a_record_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    question = TotalQuestion.of(TOY)
    half = results(RefutedOpener("crane"), ExactCost("plied", 2**70))  # more than a column takes
    with held(tmp_path, "ranking"), RankLedger(tmp_path / "ledger.sqlite", question) as ledger:
        with pytest.raises(OverflowError):
            ledger.record(half)
        assert ledger.settled() == {}


def test_questions_that_make_no_sense(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="1 or more, found 0"):
        rank(TotalQuestion.of(TOY), top=0)
    with pytest.raises(UsageError, match="'house' is not among the guesses"):
        rank(TotalQuestion.of(TOY, openers=("house",)), top=1, keeping=Keeping(folder=tmp_path / "run"))
    assert not list(tmp_path.iterdir())
