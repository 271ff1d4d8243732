"""Published totals of the real lists, those that take seconds; every strategy is replayed or checked."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from tests.effort import every_other, first, only_more
from wordle_cp import data, engine
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals.solve import prove_optimal, solve
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.work import Work

if TYPE_CHECKING:
    from pathlib import Path

FACTS = pytest.mark.parametrize(
    ("name", "mode", "total"),
    every_other(
        [
            ("original", Mode.NORMAL, 7920),
            ("original", Mode.HARD, 8122),
            ("nyt-2022-02-15", Mode.HARD, 8099),
            ("nyt-2022-02-15", Mode.NORMAL, 7897),
        ]
    ),
)
"""Seeds 002 and 004: SALET is the best opener."""


@FACTS
def test_salet(name: str, mode: Mode, total: int, tmp_path: Path) -> None:
    variant = Variant.load(name, mode=mode)
    report = solve(
        TotalQuestion.of(variant, openers=("salet",)), tree=tmp_path / "salet.cert.gz", work=Work(jobs=2)
    )
    assert (report.exact, report.cost, report.best) == (True, total, ("salet",))
    assert report.strategy is not None
    assert report.strategy.max_guesses == (5 if mode is Mode.NORMAL else 6)
    assert report.accepted is not None
    claim = report.accepted.claim
    assert isinstance(claim, DepthPossible)
    assert (claim.total_guesses, claim.depth, claim.opener) == (total, 6, "salet")


@pytest.mark.parametrize(
    "table",
    [
        "original-normal-top105",
        "original-normal-worst10",
        "original-hard-top101",
        "nyt-2022-02-15-normal-top11",
        "nyt-2022-02-15-hard-top10",
    ],
)
def test_published_tables(table: str, shared: Path) -> None:
    """The first eight openers of each have the totals that were published."""
    name, _, rest = table.rpartition("-")[0].rpartition("-")
    variant = Variant.load(name, mode=Mode(rest))
    with (shared / "facts" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[:8]
    openers = tuple(row["opener"] for row in rows)
    report = rank(TotalQuestion.of(variant, openers=openers, max_guesses=None), top=None, work=Work(jobs=2))
    assert report.complete
    found = {one.opener: one.cost for one in report.ranked}
    assert found == {row["opener"]: int(row["total_guesses"]) for row in rows}


def test_strategies_of_the_best_dont_depend_on_threads() -> None:
    """Threads share a table, and which of several best strategies it leads to depends on who came first."""
    game = engine.Game(data.word_list("original-guesses"), data.word_list("original-hidden"))
    found = []
    for jobs in (1, 4):
        search = engine.TotalSearch(game, Mode.NORMAL, jobs=jobs)
        openers = search.by_promise(game.guesses)[:6]
        best = search.rank(openers=openers, top=4, guesses_left=6, strategies=True).ranked
        steps = {one.opener: one.strategy for one in search.take_results()}
        found.append({one.opener: steps[one.opener] for one in best})
    assert found[0] == found[1]


@only_more
def test_an_opener_with_large_cells() -> None:
    """After FUZZY a guess is counted on many parts of a cell; a strategy that takes 9183 was checked."""
    report = solve(TotalQuestion.of(Variant.load("original"), openers=("fuzzy",)), work=Work(jobs=1))
    assert (report.exact, report.cost) == (True, 9183)


def test_palet_never_takes_more_than_five_guesses(tmp_path: Path) -> None:
    """The published tree of PALET takes 8206; the least is at most that."""
    variant = Variant.load("original", mode=Mode.HARD)
    report = solve(
        TotalQuestion.of(variant, openers=("palet",), max_guesses=5),
        tree=tmp_path / "palet.cert.gz",
        work=Work(jobs=2),
    )
    assert report.exact
    assert report.cost is not None
    assert report.cost <= 8206
    assert report.strategy is not None
    assert report.strategy.max_guesses == 5
    assert solve(
        TotalQuestion.of(variant, openers=("salet",), max_guesses=5), work=Work(jobs=2)
    ).outcome.refuted == ("salet",)


def test_in_the_middle_of_a_game() -> None:
    """Seed 002: SPARE is best after STAGE GBGBG, and BROND after SALET BYBBB HANDY BYGBB."""
    variant = Variant.load("nyt-2022-02-15", mode=Mode.HARD)
    report = solve(TotalQuestion.of(variant, history=parse_history("stage.gbgbg", 5)), work=Work(jobs=2))
    assert (report.exact, report.best[0]) == (True, "spare")
    report = solve(
        TotalQuestion.of(Variant.load("nyt-2022-02-15"), history=parse_history("salet.bybbb", 5)),
        work=Work(jobs=2),
    )
    assert (report.exact, report.best) == (True, ("brond",))
    assert report.strategy is not None
    aim = First.TOTAL_THEN_WORST
    worst = solve(
        TotalQuestion.of(
            Variant.load("nyt-2022-02-15"), history=parse_history("salet.bybbb", 5), goal=Goal(first=aim)
        ),
        work=Work(jobs=2),
    )
    assert worst.cost == report.cost
    assert worst.strategy is not None
    assert worst.strategy.max_guesses <= report.strategy.max_guesses
    assert set(worst.best) <= set(report.best)


@pytest.mark.parametrize(("history", "openers"), [("", ("snare",)), ("snare.bbyyy", ())])
def test_a_limit_that_cannot_be_kept_is_seen_early(history: str, openers: tuple[str, ...]) -> None:
    """ADDER, AFTER, AIDER, AIRED ...: 94 words that hard mode leaves few guesses for.

    Three million guesses are examined after SNARE; without a look at what the limit allows, 32 million.
    """
    variant = Variant.load("nyt-2023-07-01", mode=Mode.HARD)
    search = engine.TotalSearch(engine.Game(variant.guesses, variant.hidden), Mode.HARD, jobs=1)
    past = parse_history(history, 5)
    outcome = search.rank(history=past, openers=openers, top=1, guesses_left=6 - len(past))
    assert not outcome.ranked
    assert not outcome.left
    assert outcome.work < 10_000_000


def test_weights_of_one_change_nothing() -> None:
    variant = Variant.load("original")
    history = parse_history("salet.bbbbb", 5)
    plain = solve(TotalQuestion.of(variant, history=history), work=Work(jobs=2))
    weighted = solve(
        TotalQuestion.of(variant, history=history, goal=Goal.weighted(dict.fromkeys(variant.hidden, 3))),
        work=Work(jobs=2),
    )
    assert plain.cost is not None
    assert (weighted.cost, weighted.best) == (3 * plain.cost, plain.best)


@pytest.mark.slow
@only_more
def test_no_opener_is_better() -> None:
    """One of four complete searches; `make bench` runs them all.

    `make test` checks its certificate, and searches all second guesses (test_in_the_middle_of_a_game).
    """
    report = solve(TotalQuestion.of(Variant.load("original")), work=Work(jobs=2))
    assert (report.exact, report.cost, report.best) == (True, 7920, ("salet",))
    assert len(report.outcome.others) + len(report.outcome.refuted) + 1 == len(report.question.openers)


@pytest.mark.parametrize("mode", first([Mode.HARD, Mode.NORMAL]))
def test_the_best_second_guess_is_proven(mode: Mode, tmp_path: Path) -> None:
    variant = Variant.load("original", mode=mode)
    history = parse_history("salet.bbyyb", 5)
    report = prove_optimal(
        TotalQuestion.of(variant, history=history),
        work=Work(jobs=2),
        keeping=Keeping(out=tmp_path / "best.cert.xz"),
    )
    assert report.lower_bound_checked
    assert report.accepted is not None
    claim = report.accepted.claim
    assert isinstance(claim, TotalLeast)
    assert tuple(found.opener for found in claim.openers) == report.best
    assert report.cost is not None
    assert claim.others == claim.least + 1 == report.cost + len(report.question.hidden) + 1


@pytest.mark.slow
@only_more
def test_lemmas_about_many_words(tmp_path: Path) -> None:
    """CATER's cells of up to 300 words need lemmas, for which thousands of guesses have to be looked at."""
    variant = Variant.load("nyt-2023-07-01")
    report = prove_optimal(
        TotalQuestion.of(variant, openers=("cater",)),
        work=Work(jobs=2),
        keeping=Keeping(out=tmp_path / "cater.cert"),
    )
    assert report.lower_bound_checked
    assert report.accepted is not None
    claim = report.accepted.claim
    assert isinstance(claim, TotalLeast)
    assert claim.lemmas > 20
