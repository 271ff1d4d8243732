"""Rankings of pairs of fixed opening words, in Python and on the command line."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import only_more
from wordle_cp.answers.rankings import number_of_pairs, rank_pairs
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.progress import describe_pairs
from wordle_cp.engine import PairProgress
from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from tests.program import Run

COMMAND: Final = "rank"
TOY: Final = Variant.load("toy")
TABLE: Final = "nyt-2022-02-15-two-word-top10"


def test_toy() -> None:
    report = rank_pairs(TotalQuestion.of(TOY), top=1)
    assert [(one.first, one.second, one.cost, one.reversed_cost) for one in report.ranked] == [
        ("cried", "creek", 21, 21),
        ("cried", "creep", 21, 21),
    ]
    assert (report.complete, report.others, report.left, report.places()) == (True, 701, 0, (1, 1))
    assert number_of_pairs(TOY) == 703
    assert report.to_csv().splitlines() == [
        "rank,opener,mean_guesses,total_guesses,reversed_total_guesses",
        "1,cried creek,2.6250,21,21",
        "1,cried creep,2.6250,21,21",
    ]


def test_after_a_history() -> None:
    """Totals count from the position on, and the limit counts all guesses."""
    history = parse_history("trace.bgbyy", 5)
    report = rank_pairs(TotalQuestion.of(TOY, history=history, max_guesses=3), top=1)
    assert report.question.guesses_left == 2
    assert (report.complete, report.ranked, report.refuted) == (True, (), 703)
    assert report.to_csv() == "rank,opener,mean_guesses,total_guesses,reversed_total_guesses\n"
    report = rank_pairs(TotalQuestion.of(TOY, history=history, max_guesses=4), top=1)
    assert report.complete
    assert report.question.guesses_left == 3
    hidden = report.question.hidden
    assert report.ranked[0].cost == 3 * len(hidden) - 3  # both words may be hidden, and all are told apart
    assert {report.ranked[0].first, report.ranked[0].second} <= set(hidden)


@pytest.mark.parametrize(
    ("variant", "top", "message"),
    [
        (TOY, 0, "1 or more, found 0"),
        (TOY.model_copy(update={"mode": Mode.HARD}), 1, "needs normal mode"),
        (TOY.model_copy(update={"max_guesses": 1}), 1, "leaves both words, found 1 guess left"),
    ],
)
def test_bad_questions(variant: Variant, top: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        rank_pairs(TotalQuestion.of(variant), top)


def test_stopped() -> None:
    report = rank_pairs(TotalQuestion.of(TOY), top=1, work=Work(limits=Limits(seconds=0.0)))
    assert (report.ranked, report.complete, report.left) == ((), False, 703)
    assert report.stopped_by is StopReason.TIME
    seen: list[PairProgress] = []

    def show(event: object) -> None:
        assert isinstance(event, PairProgress)
        seen.append(event)

    work = Work(2, show=show, cancelled=lambda: any(one.best is not None for one in seen))
    report = rank_pairs(TotalQuestion.of(Variant.load("nyt-2022-02-15")), top=1, work=work)
    assert report.stopped_by is StopReason.INTERRUPTED
    assert report.left > 0
    assert report.ranked
    assert seen[-1].pairs == report.others + report.refuted + report.left + len(report.ranked)


def test_undecided(run: Run) -> None:
    code, out, err = run("--variant", "toy", "--words", 2, "--top", 1, "--time-limit", "1e-9")
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert out.splitlines()[1:3] == ["stopped by   --time-limit 1e-09", "left         703 pairs"]


def test_progress_line() -> None:
    start = PairProgress(pairs=0, done=0, exact=0, best=None, current=None, work=0, bytes=0)
    assert describe_pairs(start) == "scoring all pairs"
    later = PairProgress(10, 4, 2, ("parse", "clint", 8302), "crane", 5, 6)
    assert describe_pairs(later, "about 0:10 left") == (
        "4 of 10 pairs, 2 exact, best PARSE CLINT 8302, about 0:10 left, now CRANE"
    )


@pytest.mark.slow
@only_more
def test_the_published_table(shared: Path) -> None:
    """Seed 002: ten pairs, none missing; `make test` has small games (tests/property) and large cells.

    It has each pair in one order, not always the better one: LARNT SPICE and CRISE PLANT begin with the word
    that can't be hidden, and take one guess less the other way round.
    """
    with (shared / "facts" / f"{TABLE}.csv").open(encoding="utf-8", newline="") as file:
        published = {row["opener"]: int(row["total_guesses"]) for row in csv.DictReader(file)}
    report = rank_pairs(TotalQuestion.of(Variant.load("nyt-2022-02-15")), top=10, work=Work(jobs=2))
    assert report.complete
    found = {f"{one.first} {one.second}": one.cost for one in report.ranked}
    assert len(found) == len(published)
    found |= {f"{one.second} {one.first}": one.reversed_cost for one in report.ranked}
    assert {pair: found.get(pair) for pair in published} == published
