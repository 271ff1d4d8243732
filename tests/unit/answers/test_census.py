"""The census: the right verdicts with certificates, taken up again, and what is wrong with a folder."""

from __future__ import annotations

import itertools
import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import every_other, first
from tests.events import into
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from wordle_cp.answers.census import ledger as census_ledger
from wordle_cp.answers.census import run
from wordle_cp.answers.census import run as census_run
from wordle_cp.answers.census.ledger import CensusLedger, Possible, RunFolder, Writers
from wordle_cp.answers.census.run import CensusStatus, run_census
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import OpenerDecision
from wordle_cp.errors import HistoryError, UsageError, WordleCpError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, Question
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs import ledgers
from wordle_cp.runs.ledgers import LedgerError, held, pack_words
from wordle_cp.search.census import CensusQuestion
from wordle_cp.work import UNLIMITED, Counted, Limits, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.answers.census.run import CensusAnswer
    from wordle_cp.rules.words import History

PENDING: Final = "checking strategies of the last run"
TOY: Final = Variant.load("toy")
HARD_TOY: Final = Variant.load("toy", mode=Mode.HARD)
PROCESSES: Final = {
    "test_the_toy_agrees_with_brute_force",
    "test_what_is_decided_isn_t_searched_again",
    "test_callbacks_come_from_the_calling_thread",
    "test_a_run_that_can_t_write_ends",
    "test_a_run_that_is_to_end_waits_for_no_slow_writer",
}
"""Tests whose strategies are checked by processes; starting one takes longer than all that most others do."""


@pytest.fixture(autouse=True)
def _checked_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have strategies checked in this process, as where there can be no others."""
    with pytest.MonkeyPatch.context() as patch:
        if request.function.__name__ not in PROCESSES:
            patch.setattr(census_ledger, "has_processes", lambda: False)
        yield


def verdicts(report: CensusAnswer) -> dict[str, bool]:
    """Return what is decided: whether each opener is possible."""
    return {found.opener: True for found in report.possible} | dict.fromkeys(report.refuted, False)


def check_certificates(report: CensusAnswer) -> None:
    """Have the checker accept every certificate in the folder; they must say what the report says."""
    files = RunFolder(report.folder)
    for found in report.possible:
        claim = check_file(files.strategy(found.opener), word_list_by_hash).claim
        assert isinstance(claim, DepthPossible)
        assert (claim.opener, claim.depth, claim.history) == (
            found.opener,
            report.question.depth,
            report.question.history,
        )
        assert (claim.total_guesses, claim.max_guesses) == (found.total_guesses, found.max_guesses)
    assert {path.name for path in files.possible.iterdir()} == {
        f"{found.opener}.cert.gz" for found in report.possible
    }
    some = bool(report.possible or report.refuted)
    assert report.has_certificates == (some and (report.refutation is not None or not report.refuted))
    if report.refutation is None:
        return
    claim = check_file(report.refutation, word_list_by_hash).claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.history) == (report.question.depth, report.question.history)
    if claim.scope is OpenerScope.ONLY:
        assert set(report.refuted) <= set(claim.openers)
    else:
        assert not report.undecided
        assert sorted(claim.openers) == sorted(found.opener for found in report.possible)


def truth(variant: Variant, depth: int, history: History = ()) -> dict[str, bool]:
    """Return the verdict of the oracle on each opener."""
    brute = BruteForce(variant.guesses, variant.mode)
    allowed = brute.allowed_after(history)
    words = frozenset(
        word for word in variant.hidden if all(word in cell(brute, g, p, variant) for g, p in history)
    )
    return {
        opener: brute.solvable_by(opener, words, allowed, depth - len(history))
        for opener in variant.guesses
        if opener in allowed
    }


def cell(brute: BruteForce, guess: str, pattern: int, variant: Variant) -> frozenset[str]:
    """Return the hidden words that answer `guess` with `pattern`."""
    return dict(brute.cells(guess, variant.hidden)).get(pattern, frozenset())


@pytest.mark.parametrize(
    ("variant", "depth", "after"),
    every_other([(TOY, 2, ""), (HARD_TOY, 3, ""), (HARD_TOY, 4, "trace.bgbyy"), (TOY, 6, "")]),
)
def test_the_toy_agrees_with_brute_force(variant: Variant, depth: int, after: str, tmp_path: Path) -> None:
    history = parse_history(after, 5)
    report = run_census(
        Question.of(variant, history=history), depth, folder=tmp_path / "run", work=Work(jobs=2)
    )
    assert report.finished
    assert report.stopped_by is None
    assert verdicts(report) == truth(variant, depth, history)
    check_certificates(report)


@pytest.mark.parametrize(("seed", "mode"), [(3, Mode.NORMAL), (1, Mode.HARD), (5, Mode.HARD)])
def test_random_games_agree_with_brute_force(seed: int, mode: Mode, tmp_path: Path) -> None:
    rng = random.Random(seed)  # noqa: S311  a game, no secret
    variant = variant_of(random_game(rng, Size(most_hidden=14, most_guesses=40)), mode)
    for depth in (2, 3):
        report = run_census(Question.of(variant), depth, folder=tmp_path / str(depth))
        assert verdicts(report) == truth(variant, depth)
        check_certificates(report)


def test_what_is_decided_isn_t_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    some = ("plied", "crane", "salet", "eiked")
    begun = run_census(Question.of(TOY, openers=(*some, "plied")), 2, folder=folder)
    assert (verdicts(begun), begun.before) == (
        {"plied": True, "eiked": True, "crane": False, "salet": False},
        0,
    )
    check_certificates(begun)
    second = run_census(Question.of(TOY), 2, folder=folder)
    assert (second.before, second.decided) == (len(some), True)
    assert verdicts(second) == truth(TOY, 2)
    check_certificates(second)
    refutation = RunFolder(folder).refuted.read_bytes()

    def fail(*_: object, **__: object) -> None:
        pytest.fail("everything is decided")

    monkeypatch.setattr(census_run, "search_census", fail)
    monkeypatch.setattr(census_run, "refutation_certificate", fail)
    third = run_census(Question.of(TOY), 2, folder=folder)
    assert (verdicts(third), third.before) == (verdicts(second), len(TOY.guesses))
    assert RunFolder(folder).refuted.read_bytes() == refutation
    assert third.seconds_of_all_runs >= second.seconds_of_all_runs > 0


def test_the_time_of_all_runs_has_that_of_writing_the_refutation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certify = census_run._certify_refuted  # noqa: SLF001  what takes time is put in its place

    def slowly(*arguments: Any) -> Path | None:  # noqa: ANN401  passed on
        time.sleep(0.5)
        return certify(*arguments)

    monkeypatch.setattr(census_run, "_certify_refuted", slowly)
    assert run_census(Question.of(TOY), 2, folder=tmp_path / "run").seconds_of_all_runs >= 0.5


def test_in_pieces_as_in_one(tmp_path: Path) -> None:
    """Known proof nodes are given back to the search, so numbers go on; nothing is decided twice."""
    for start in range(0, len(TOY.guesses), 13):
        run_census(Question.of(HARD_TOY, openers=TOY.guesses[start : start + 13]), 3, folder=tmp_path)
    report = run_census(Question.of(HARD_TOY), 3, folder=tmp_path)
    assert report.before == len(TOY.guesses)
    assert verdicts(report) == truth(HARD_TOY, 3)
    check_certificates(report)


@pytest.mark.parametrize("how", every_other(["gone", "cut", "another"]))
def test_an_opener_whose_certificate_is_lost_is_undecided_again(
    how: str, small_run: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(small_run, folder)
    openers = ("crane", "eiked", "plied", "salet")
    run_census(Question.of(TOY, openers=openers), 2, folder=folder)
    lost = RunFolder(folder).strategy("plied")
    if how == "gone":
        lost.unlink()
    elif how == "cut":
        lost.write_bytes(lost.read_bytes()[:50])
    else:
        shutil.copy(RunFolder(folder).strategy("eiked"), lost)
    stopped = run_census(
        Question.of(TOY, openers=openers), 2, folder=folder, work=Work(limits=Limits(seconds=0))
    )
    assert (stopped.lost, stopped.undecided, stopped.stopped_by) == (
        ("plied",),
        ("plied",),
        StopReason.TIME,
    )
    again = run_census(Question.of(TOY, openers=openers), 2, folder=folder)
    assert (again.lost, again.before, again.decided) == ((), len(openers) - 1, True)
    assert verdicts(again) == {opener: opener in {"eiked", "plied"} for opener in openers}
    check_certificates(again)


@pytest.mark.parametrize(
    ("variant", "depth", "after", "message"),
    [
        (TOY, 3, "", "depth 2, and not 3"),
        (HARD_TOY, 2, "", "mode normal, and not hard"),
        (TOY, 2 + 1, "trace.bgbyy", "depth 2, and not 3"),
        (TOY.model_copy(update={"guesses": TOY.guesses[:-1]}), 2, "", "guesses 18f27d6b"),
        (TOY.model_copy(update={"hidden": TOY.hidden[:-1]}), 2, "", "hidden ba9653e3"),
    ],
)
def test_the_folder_of_another_question(
    variant: Variant, depth: int, after: str, message: str, small_run: Path, tmp_path: Path
) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    with pytest.raises(UsageError, match="the ledger of another question: .*" + message):
        run_census(Question.of(variant, history=parse_history(after, 5)), depth, folder=tmp_path)


@pytest.mark.parametrize(
    ("variant", "depth", "after", "openers", "kind", "message"),
    [
        (TOY, 1, "", (), UsageError, "expected a depth from 2 to 31 guesses, found 1"),
        (TOY, 33, "", (), UsageError, "found 33"),
        (TOY, 5, "trace.bgbyy.plied.bbbgb", (), UsageError, "only 'creek' agrees with the history"),
        (TOY, 5, "house.bbbbb", (), HistoryError, "'house' is not among the guesses"),
        (TOY, 5, "", ("house",), UsageError, "opener 'house' is not among the guesses"),
        (Variant.load("toy", mode=Mode.ULTRAHARD), 5, "", (), UsageError, "ultrahard"),
    ],
)
def test_questions_that_make_no_sense(
    variant: Variant,
    depth: int,
    after: str,
    openers: tuple[str, ...],
    kind: type[WordleCpError],
    message: str,
    tmp_path: Path,
) -> None:
    with pytest.raises(kind, match=message):
        run_census(
            Question.of(variant, history=parse_history(after, 5), openers=openers or None),
            depth,
            folder=tmp_path / "run",
        )
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small run, to be copied."""
    folder = tmp_path_factory.mktemp("census")
    run_census(Question.of(TOY, openers=("salet", "crane", "plied")), 2, folder=folder)
    return folder


def execute(statement: str, *values: bytes) -> Callable[[Path], None]:
    """Return a way to damage a ledger that is a sound database."""

    def damage(ledger: Path) -> None:
        with sqlite3.connect(ledger) as connection:
            connection.execute(statement, values)
        connection.close()

    return damage


def foreign_database(ledger: Path) -> None:
    ledger.unlink()
    execute("CREATE TABLE mine (x)")(ledger)


def cut(share: float) -> Callable[[Path], None]:
    """Return a way to cut a ledger off."""

    def damage(ledger: Path) -> None:
        contents = ledger.read_bytes()
        ledger.write_bytes(contents[: int(len(contents) * share)])

    return damage


def scribble(ledger: Path) -> None:
    contents = ledger.read_bytes()
    ledger.write_bytes(contents[:4096] + bytes(len(contents) - 4096))


@pytest.mark.parametrize(
    "damage",
    [
        cut(0.0),
        cut(0.01),
        cut(0.5),
        cut(0.7),
        scribble,
        lambda ledger: ledger.write_text("no ledger\n" * 100),
        lambda ledger: ledger.unlink(),
        foreign_database,
        execute("PRAGMA user_version = 2"),
        execute("PRAGMA user_version = 5"),
        execute("DROP TABLE units"),
        execute("DROP TABLE certificates"),
        execute("DELETE FROM question WHERE key = 'depth'"),
        execute("DELETE FROM nodes WHERE number = 0"),
        execute("DELETE FROM nodes"),
        execute("UPDATE nodes SET kind = 'guess'"),
        execute("UPDATE nodes SET words = x'ffff'"),
        execute("UPDATE nodes SET words = x'00'"),
        execute("UPDATE nodes SET children = x'ffffff7f'"),
        execute("UPDATE nodes SET restriction = 'aaaaaaaaa/b'"),
        execute("UPDATE nodes SET guesses = 1000000"),
        execute("UPDATE nodes SET guesses = 1000000000000"),
        execute("UPDATE nodes SET guesses = -1"),
        execute("UPDATE nodes SET words = x'', children = x''"),
        execute("UPDATE nodes SET words = x'0000', children = x''"),
        execute("UPDATE units SET unit = 'house' WHERE unit = 'salet'"),
        execute("UPDATE units SET result = 'hopeless' WHERE unit = 'salet'"),
        execute("UPDATE units SET result = 'possible' WHERE unit = 'salet'"),
        execute("UPDATE units SET result = 'impossible' WHERE unit = 'plied'"),
        execute("UPDATE units SET number = NULL WHERE unit = 'salet'"),
        execute("UPDATE units SET number = -1 WHERE unit = 'salet'"),
        execute("DELETE FROM certificates"),
        execute("INSERT INTO units (unit, result) VALUES ('house', 'strategy')"),
        *(
            execute("INSERT INTO units (unit, result, fragment) VALUES ('eiked', 'strategy', ?)", blob)
            for blob in (
                b"no such thing",
                pack_words(()),
                pack_words(("eiked", "eike")),
                pack_words(("eiked", "house")),
                pack_words(("plied",)),
                pack_words(("eiked",) * 3),
                pack_words(("eiked",) * 100_000),
                pack_words(("eiked",)) + b"more",
                pack_words(("eiked",))[:-1],
            )
        ),
    ],
)
def test_a_damaged_ledger(damage: Callable[[Path], None], small_run: Path, tmp_path: Path) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    damage(RunFolder(tmp_path).ledger)
    with pytest.raises(LedgerError) as caught:
        run_census(Question.of(TOY), 2, folder=tmp_path)
    told = str(caught.value)
    assert told.startswith(f"{RunFolder(tmp_path).ledger}: ")
    assert told.endswith("; to begin anew, take another folder")
    assert not re.search(r"\n|\\n|\*|btree|malformed|no such|database disk", told)


FALSE: Final = (
    "UPDATE nodes SET guesses = guesses + 2",
    "UPDATE nodes SET words = x'00000100' WHERE words != x''",
)
NO_NODES: Final = (
    "UPDATE nodes SET guesses = 0",
    "UPDATE nodes SET words = x'', children = x''",
    "UPDATE nodes SET words = x'0000' WHERE words != x''",
    "UPDATE nodes SET kind = 'cover'",
)


@pytest.mark.parametrize("statement", FALSE)
def test_a_ledger_that_proves_nothing(statement: str, small_run: Path, tmp_path: Path) -> None:
    """Well-formed rows can be false; the ledger is to blame then, in this run and in the next."""
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    files = RunFolder(tmp_path)
    execute(statement)(files.ledger)
    files.refuted.unlink()
    for _ in range(2):
        with pytest.raises(LedgerError, match="take another folder") as caught:
            run_census(Question.of(TOY, openers=("salet", "crane")), 2, folder=tmp_path)
        rejected = "the checker rejects a refutation, which this ledger calls proven: "
        assert str(caught.value).startswith(f"{files.ledger}: {rejected}")
        assert not files.refuted.exists()


@pytest.mark.parametrize("statement", NO_NODES)
def test_a_ledger_of_rows_that_no_search_wrote(statement: str, small_run: Path, tmp_path: Path) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    files = RunFolder(tmp_path)
    ledger = files.ledger
    execute(statement)(ledger)
    files.refuted.unlink()  # so that the nodes are needed
    for _ in range(2):
        with pytest.raises(LedgerError, match="the ledger is damaged: proof node 0 ") as caught:
            run_census(Question.of(TOY, openers=("salet", "crane")), 2, folder=tmp_path)
        assert str(caught.value).startswith(f"{ledger}: ")


def test_units_say_what_came_out_and_who_found_it(small_run: Path, tmp_path: Path) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    with sqlite3.connect(RunFolder(tmp_path).ledger) as connection:
        rows = connection.execute(
            "SELECT unit, result, fragment IS NULL, worker, seconds >= 0 FROM units ORDER BY unit"
        ).fetchall()
    connection.close()
    worker = f"{socket.gethostname()}:{os.getpid()}"
    assert rows == [
        ("crane", "impossible", 1, worker, 1),
        ("plied", "possible", 0, worker, 1),
        ("salet", "impossible", 1, worker, 1),
    ]
    with open_ledger(tmp_path) as ledger, pytest.raises(LedgerError, match="'crane' is decided already"):
        ledger.record([Possible("crane", "", 16, 2)], [], [])


def test_a_lost_certificate_is_written_again_without_a_search(
    small_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    RunFolder(tmp_path).strategy("plied").unlink()
    monkeypatch.delattr(census_run, "search_census")
    report = run_census(Question.of(TOY, openers=("plied",)), 2, folder=tmp_path)
    assert (report.lost, report.finished) == (("plied",), True)
    check_certificates(report)


def test_every_lost_certificate_is_told_once(small_run: Path, tmp_path: Path) -> None:
    """That of the refuted openers is one of them, also where a limit strikes before it is written again."""

    def lost(limits: Limits = Limits()) -> tuple[str, ...]:  # noqa: B008  it is frozen
        question = Question.of(TOY, openers=("crane", "plied", "salet"))
        report = run_census(question, 2, folder=tmp_path, work=Work(limits=limits))
        return tuple(line for line in report.told("") if line.startswith("lost"))

    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    assert lost() == ()
    RunFolder(tmp_path).strategy("plied").unlink()
    RunFolder(tmp_path).refuted.unlink()
    assert lost(Limits(seconds=0)) == ("lost         2 certificates since the last run",)
    assert lost() == ()
    RunFolder(tmp_path).refuted.write_bytes(b"")
    assert lost() == ("lost         1 certificate since the last run",)
    assert lost() == ()


def open_ledger(folder: Path) -> CensusLedger:
    """Open the ledger of the census of the toy with two guesses."""
    return CensusLedger(RunFolder(folder).ledger, CensusQuestion(Position.of(TOY), depth=2))


def test_a_strategy_is_dated_when_it_is_accepted(tmp_path: Path) -> None:
    """Not when it was found, perhaps days before, and not by what was accepted before it."""
    with open_ledger(tmp_path) as ledger:
        ledger.record([], [OpenerDecision("plied", ("plied",), None, 0)])
        for opener in ("plied", "crane"):  # one that is pending, one that isn't
            with ledger._transaction():  # noqa: SLF001  as if all had been long ago
                ledger._connection.execute("UPDATE units SET done_at = '2022-02-02T00:00:00+00:00'")  # noqa: SLF001
            assert ledger.latest == "2022-02-02"
            ledger.record([Possible(opener, "", 16, 2)], [])
            assert ledger.latest == datetime.now(UTC).date().isoformat()


def test_a_copy_without_the_write_ahead_log(tmp_path: Path) -> None:
    """All decisions may be in that file; one that is missing must not pass for a census that begins."""
    folder, copy = tmp_path / "run", tmp_path / "copy"
    run_census(Question.of(TOY), 2, folder=folder, work=Work(limits=Limits(seconds=0)))
    RunFolder(folder).ledger.unlink()
    with open_ledger(folder) as ledger:
        ledger.record([Possible("plied", "", 16, 2)], [], [])
        shutil.copytree(folder, copy)
    assert (copy / "ledger.sqlite-wal").stat().st_size > 0
    (copy / "ledger.sqlite-wal").unlink()
    with pytest.raises(LedgerError, match=r"ledger\.sqlite-wal left behind .* take another folder"):
        run_census(Question.of(TOY), 2, folder=copy)
    assert not (folder / "ledger.sqlite-wal").exists()


@pytest.mark.parametrize(("constant", "value"), [("COMMITS", 1), ("SECONDS", 0.0)])
def test_the_write_ahead_log_is_emptied_now_and_then(
    constant: str, value: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledgers, f"_CHECKPOINT_{constant}", value)
    with open_ledger(tmp_path) as ledger:
        time.sleep(0.001)
        ledger.record([Possible("plied", "", 16, 2)], [], [])
        (tmp_path / "copy").mkdir()
        shutil.copy(RunFolder(tmp_path).ledger, tmp_path / "copy")
        with open_ledger(tmp_path / "copy") as other:
            assert other.decisions().keys() == {"plied"}


def test_what_says_that_a_run_has_begun_is_not_written_again(small_run: Path, tmp_path: Path) -> None:
    """A kill could come when the file is empty."""
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    before = (tmp_path / "lock").stat().st_mtime_ns
    assert (tmp_path / "lock").stat().st_size > 0
    run_census(Question.of(TOY), 2, folder=tmp_path)
    assert (tmp_path / "lock").stat().st_mtime_ns == before


def test_one_at_a_time(tmp_path: Path) -> None:
    with held(tmp_path, "census"), pytest.raises(UsageError, match="another census is at work"):
        run_census(Question.of(TOY), 2, folder=tmp_path)
    assert run_census(Question.of(TOY, openers=("crane",)), 2, folder=tmp_path).decided


def test_what_a_killed_run_left_half_written_goes(tmp_path: Path) -> None:
    run_census(Question.of(TOY, openers=("plied",)), 2, folder=tmp_path)
    for folder in (tmp_path, tmp_path / "possible"):
        (folder / ".wordle-cp-half.tmp").write_text("half", encoding="utf-8")
    run_census(Question.of(TOY, openers=("plied",)), 2, folder=tmp_path)
    names = {path.name for path in tmp_path.rglob("*")}
    assert names == {"lock", "ledger.sqlite", "possible", "plied.cert.gz"}


def test_without_time_nothing_is_decided(tmp_path: Path) -> None:
    report = run_census(Question.of(TOY), 2, folder=tmp_path, work=Work(limits=Limits(seconds=0)))
    assert (report.undecided, report.stopped_by) == (TOY.guesses, StopReason.TIME)
    assert (report.possible, report.refuted, report.refutation) == ((), (), None)
    assert not report.checked
    report = run_census(Question.of(TOY), 2, folder=tmp_path, work=Work(cancelled=lambda: True))
    assert report.stopped_by is StopReason.INTERRUPTED


@pytest.mark.parametrize("when", first(["after", "before"]))
@pytest.mark.parametrize("call", first([1, 2]))
@pytest.mark.parametrize(
    ("holder", "name"),
    [
        (CensusStatus, "show"),
        (Writers, "submit"),
        (Writers, "take"),
        (CensusLedger, "record"),
        (CensusLedger, "strategy"),
    ],
)
def test_keyboard_interrupts_end_a_run_in_order(
    holder: type, name: str, call: int, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the interrupt comes from, before or after what was done there; nothing stored is lost."""
    calls: list[object] = []
    original = (lambda *_: None) if holder is CensusStatus else getattr(holder, name)

    def interrupt(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401  whatever the original takes
        calls.append(None)
        if (len(calls), when) == (call, "before"):
            raise KeyboardInterrupt
        result = original(*arguments, **options)
        if (len(calls), when) == (call, "after"):
            raise KeyboardInterrupt
        return result

    work = Work(show=lambda event: interrupt(event) if isinstance(event, CensusStatus) else None)
    if holder is not CensusStatus:
        work = UNLIMITED
        monkeypatch.setattr(holder, name, interrupt)
    report = run_census(Question.of(TOY), 2, folder=tmp_path, work=work)
    assert (report.stopped_by, report.finished) == (StopReason.INTERRUPTED, False)
    assert set(report.unchecked) <= set(report.undecided)
    check_certificates(report)
    monkeypatch.undo()
    with open_ledger(tmp_path) as ledger:
        assert ledger.pending() == tuple(sorted(report.unchecked, key=ledger.pending().index))
    rest = run_census(Question.of(TOY), 2, folder=tmp_path)
    assert (rest.before, rest.finished) == (len(report.possible) + len(report.refuted), True)
    assert verdicts(rest) == truth(TOY, 2)
    check_certificates(rest)


def run_until_all_are_found(folder: Path) -> CensusAnswer:
    """Return the report of a run that is interrupted when the first strategy is to be checked."""
    with pytest.MonkeyPatch.context() as patch:

        def submit(*_: object) -> None:
            raise KeyboardInterrupt

        patch.setattr(Writers, "submit", submit)
        return run_census(Question.of(TOY, openers=("plied", "eiked")), 2, folder=folder)


def test_a_strategy_found_is_checked_by_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = run_until_all_are_found(tmp_path)
    assert (begun.stopped_by, begun.finished) == (StopReason.INTERRUPTED, False)
    assert begun.unchecked
    assert set(begun.unchecked) <= set(begun.undecided) <= {"plied", "eiked"}
    nothing = run_census(
        Question.of(TOY, openers=begun.unchecked), 2, folder=tmp_path, work=Work(limits=Limits(seconds=0))
    )
    assert (nothing.unchecked, nothing.stopped_by) == (begun.unchecked, StopReason.TIME)

    def fail(*_: object, **__: object) -> None:
        pytest.fail("strategies are there already")

    stages: list[str] = []
    monkeypatch.setattr(census_run, "search_census", fail)
    work = Work(show=into(stages))
    second = run_census(Question.of(TOY, openers=begun.unchecked), 2, folder=tmp_path, work=work)
    assert (stages, second.finished, second.unchecked) == ([PENDING], True, ())
    assert verdicts(second) == dict.fromkeys(begun.unchecked, True)
    check_certificates(second)


NEVER_DONE: Final = 300
"""Seconds that end long after this test."""


def never_done(*_: object) -> None:
    """Be a writer that takes long to check a strategy."""
    time.sleep(NEVER_DONE)


@pytest.mark.parametrize("slow", first(["_begin", "_write"]))
def test_a_run_that_is_to_end_waits_for_no_slow_writer(
    slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it was to check stays pending; the next run does it."""
    found: list[float] = []

    def show(event: object) -> None:
        if isinstance(event, CensusStatus) and event.unchecked and not found:
            found.append(time.monotonic())

    with monkeypatch.context() as patch:
        patch.setattr(census_ledger, slow, never_done)
        patch.setattr(run, "_PATIENCE_SECONDS", 0.1)
        patience = 0.0 if slow == "_begin" else 3.0
        work = Work(show=show, cancelled=lambda: bool(found) and time.monotonic() > found[0] + patience)
        report = run_census(Question.of(TOY, openers=("plied",)), 2, folder=tmp_path, work=work)
        assert time.monotonic() - found[0] - patience < NEVER_DONE
    assert (report.stopped_by, report.unchecked) == (StopReason.INTERRUPTED, ("plied",))
    assert not list(RunFolder(tmp_path).possible.iterdir())
    check_certificates(run_census(Question.of(TOY, openers=("plied",)), 2, folder=tmp_path))


def test_a_false_strategy_in_the_ledger(tmp_path: Path) -> None:
    """The checker rejects it: it takes more than two guesses."""
    steps = ("crane", *("crane",) * 20)
    found = OpenerDecision("crane", steps[:1], None, 1)
    with open_ledger(tmp_path) as ledger:
        ledger.record([], [found])
    rejected = "the checker rejects a strategy, which this ledger calls proven: .* take another folder"
    with pytest.raises(LedgerError, match=rejected):
        run_census(Question.of(TOY), 2, folder=tmp_path)


class Stop:
    """Watches a census; a way to stop it is at work from the first event on that counts what `when` says."""

    def __init__(self, when: str, how: str) -> None:
        """Remember `when`, and `how`: "flag", "raise", or a limit of "time"."""
        self.when = "writing the proof" if when == "proof" else "checking the certificate"
        self.how = how
        self.struck = False

    def show(self, event: object) -> None:
        """Strike, if it is time."""
        if not isinstance(event, Counted) or event.text != self.when:
            return
        self.struck = True
        if self.how == "raise":
            raise KeyboardInterrupt
        if self.how == "time":
            time.sleep(3.0)

    @property
    def work(self) -> Work:
        """How the run is worked out."""
        limits = Limits(seconds=3.0) if self.how == "time" else Limits()
        return Work(limits=limits, show=self.show, cancelled=lambda: self.struck and self.how == "flag")


def test_another_refutation_in_the_folder_is_left_alone(small_run: Path, tmp_path: Path) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    refuted = RunFolder(tmp_path).refuted
    gzipped = refuted.with_suffix(".gz")
    refuted.rename(gzipped)
    before = gzipped.read_bytes()
    report = run_census(Question.of(TOY, openers=("salet", "crane", "plied")), 2, folder=tmp_path)
    assert (report.finished, report.refutation) == (True, refuted)
    check_certificates(report)
    assert gzipped.read_bytes() == before


@pytest.mark.parametrize(
    ("when", "how"), every_other(list(itertools.product(["proof", "check"], ["flag", "raise", "time"])))
)
def test_a_census_without_its_refutation_isn_t_done(
    when: str, how: str, small_run: Path, tmp_path: Path
) -> None:
    reason = StopReason.TIME if how == "time" else StopReason.INTERRUPTED
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    RunFolder(tmp_path).refuted.unlink()
    openers = ("salet", "crane", "plied")
    stop = Stop(when, how)
    report = run_census(Question.of(TOY, openers=openers), 2, folder=tmp_path, work=stop.work)
    assert stop.struck
    assert (report.decided, report.checked, report.finished) == (True, False, False)
    assert (report.refutation, report.stopped_by) == (None, reason)
    assert sorted(report.refuted) == ["crane", "salet"]
    assert not RunFolder(tmp_path).refuted.exists()
    possible = run_census(
        Question.of(TOY, openers=("plied",)), 2, folder=tmp_path, work=Work(limits=Limits(seconds=0))
    )
    assert (possible.finished, possible.stopped_by) == (True, None)
    later = run_census(Question.of(TOY, openers=openers), 2, folder=tmp_path)
    assert (later.finished, later.stopped_by) == (True, None)
    check_certificates(later)


def test_a_run_that_can_t_write_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        message = "no space left"
        raise LedgerError(message)

    with monkeypatch.context() as patch:
        patch.setattr(CensusLedger, "record", full)
        with pytest.raises(LedgerError, match="no space left"):
            run_census(Question.of(TOY), 2, folder=tmp_path)
    assert verdicts(run_census(Question.of(TOY), 2, folder=tmp_path)) == truth(TOY, 2)


def test_a_certificate_that_can_t_be_written_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Writers.submit

    def sabotage(writers: Writers, opener: str, strategy: tuple[str, ...]) -> None:
        RunFolder(tmp_path).possible.rename(tmp_path / "elsewhere")
        monkeypatch.undo()
        original(writers, opener, strategy)

    monkeypatch.setattr(Writers, "submit", sabotage)
    with pytest.raises(OSError, match="no such folder"):
        run_census(Question.of(TOY), 2, folder=tmp_path)


def test_callbacks_come_from_the_calling_thread(tmp_path: Path) -> None:
    stages: list[str] = []
    threads: set[int] = set()
    statuses: list[CensusStatus] = []

    def show(event: object) -> None:
        into(stages)(event)
        if isinstance(event, CensusStatus):
            statuses.append(event)
        threads.add(threading.get_ident())

    run_census(Question.of(TOY), 2, folder=tmp_path, work=Work(show=show))
    assert stages == [
        "search",
        "writing the refutations (Ctrl-C leaves them for the next run)",
        "checking the certificate",
    ]
    assert threads == {threading.get_ident()}
    last = statuses[-1]
    assert (last.wanted, last.decided, last.possible, last.unchecked) == (38, 38, 9, 0)


def test_the_table(tmp_path: Path) -> None:
    openers = ("salet", "plied", "eiked", "crane")
    run_census(Question.of(TOY, openers=openers[:3]), 2, folder=tmp_path)
    report = run_census(
        Question.of(TOY, openers=openers), 2, folder=tmp_path, work=Work(limits=Limits(seconds=0))
    )
    assert report.to_csv() == (
        "opener,verdict,max_guesses,total_guesses\n"
        "crane,undecided,,\n"
        "eiked,possible,2,16\n"
        "plied,possible,2,16\n"
        "salet,impossible,,\n"
    )


def test_after_an_interrupt_a_large_proof_is_left_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(census_run, "_QUICK_NODES", 0)
    run_census(Question.of(TOY, openers=("salet", "plied")), 2, folder=tmp_path)
    RunFolder(tmp_path).refuted.unlink()
    hasty = run_census(Question.of(TOY), 2, folder=tmp_path, work=Work(cancelled=lambda: True))
    assert (hasty.stopped_by, hasty.refuted, hasty.refutation) == (
        StopReason.INTERRUPTED,
        ("salet",),
        None,
    )
    limited = run_census(Question.of(TOY), 2, folder=tmp_path, work=Work(limits=Limits(seconds=0)))
    assert (limited.stopped_by, limited.checked) == (StopReason.TIME, False)
    later = run_census(Question.of(TOY, openers=("salet", "plied")), 2, folder=tmp_path)
    assert later.refutation == RunFolder(tmp_path).refuted
    check_certificates(later)


MOVING: Final = """
import os, sys, tempfile
os.chdir(tempfile.mkdtemp(dir=sys.argv[1]))  # at the top, so in each process that is started afresh, too
from wordle_cp import census
if __name__ == "__main__":
    print(len(census("toy", 2, folder="run").possible), os.path.isdir("run/possible"))
"""


def test_a_script_that_changes_its_folder(tmp_path: Path) -> None:
    (tmp_path / "moving.py").write_text(MOVING, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "moving.py", str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "9 True\n", "")
