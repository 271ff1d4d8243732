"""The census: the right verdicts with certificates, taken up again, and what is wrong with a folder."""

from __future__ import annotations

import random
import shutil
import sqlite3
import threading
from typing import TYPE_CHECKING, Final

import pytest

from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from wordle_cp.census import run as census_run
from wordle_cp.census.folder import RunFolder
from wordle_cp.census.ledger import Ledger, LedgerError
from wordle_cp.census.report import CensusStage, CensusWatcher, render_csv
from wordle_cp.census.run import run_census
from wordle_cp.census.writers import Task, Writers
from wordle_cp.certificate.format import DepthImpossible, DepthPossible, OpenerScope
from wordle_cp.check import check_file
from wordle_cp.errors import HistoryError, UsageError, WordleCpError
from wordle_cp.resources import word_list_by_hash
from wordle_cp.rules import Mode, parse_history
from wordle_cp.search.watch import Limits, StopReason
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.census.report import CensusReport, CensusStatus
    from wordle_cp.rules import History

TOY: Final = Variant.load("toy")
HARD_TOY: Final = Variant.load("toy", mode=Mode.HARD)


def verdicts(report: CensusReport) -> dict[str, bool]:
    """Return what is decided: whether each opener is possible."""
    return {found.opener: True for found in report.possible} | dict.fromkeys(report.refuted, False)


def check_certificates(report: CensusReport) -> None:
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
    if report.refutation is None:
        assert not report.refuted
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
    [(TOY, 2, ""), (HARD_TOY, 3, ""), (HARD_TOY, 4, "trace.bgbyy"), (TOY, 6, "")],
)
def test_the_toy_agrees_with_brute_force(variant: Variant, depth: int, after: str, tmp_path: Path) -> None:
    history = parse_history(after, 5)
    report = run_census(variant, depth, folder=tmp_path / "run", history=history, jobs=2)
    assert report.decided
    assert report.stopped_by is None
    assert verdicts(report) == truth(variant, depth, history)
    check_certificates(report)


@pytest.mark.parametrize(("seed", "mode"), [(3, Mode.NORMAL), (1, Mode.HARD), (5, Mode.HARD)])
def test_random_games_agree_with_brute_force(seed: int, mode: Mode, tmp_path: Path) -> None:
    rng = random.Random(seed)  # noqa: S311  a game, no secret
    variant = variant_of(random_game(rng, Size(most_hidden=14, most_guesses=40)), mode)
    for depth in (2, 3):
        report = run_census(variant, depth, folder=tmp_path / str(depth))
        assert verdicts(report) == truth(variant, depth)
        check_certificates(report)


def test_what_is_decided_isn_t_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    some = ("plied", "crane", "salet", "eiked")
    first = run_census(TOY, 2, folder=folder, openers=(*some, "plied"))
    assert (verdicts(first), first.before) == (
        {"plied": True, "eiked": True, "crane": False, "salet": False},
        0,
    )
    check_certificates(first)
    second = run_census(TOY, 2, folder=folder)
    assert (second.before, second.decided) == (len(some), True)
    assert verdicts(second) == truth(TOY, 2)
    check_certificates(second)
    refutation = RunFolder(folder).refuted.read_bytes()

    def fail(*_: object, **__: object) -> None:
        pytest.fail("everything is decided")

    monkeypatch.setattr(census_run, "search_census", fail)
    monkeypatch.setattr(census_run, "refutation_certificate", fail)
    third = run_census(TOY, 2, folder=folder)
    assert (verdicts(third), third.before) == (verdicts(second), len(TOY.guesses))
    assert RunFolder(folder).refuted.read_bytes() == refutation
    assert third.seconds_of_all_runs >= second.seconds_of_all_runs > 0


def test_in_pieces_as_in_one(tmp_path: Path) -> None:
    """Known proof nodes are given back to the search, so numbers go on; nothing is decided twice."""
    for start in range(0, len(TOY.guesses), 13):
        run_census(HARD_TOY, 3, folder=tmp_path, openers=TOY.guesses[start : start + 13])
    report = run_census(HARD_TOY, 3, folder=tmp_path)
    assert report.before == len(TOY.guesses)
    assert verdicts(report) == truth(HARD_TOY, 3)
    check_certificates(report)


@pytest.mark.parametrize("how", ["gone", "cut", "another"])
def test_an_opener_whose_certificate_is_lost_is_undecided_again(
    how: str, small_run: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(small_run, folder)
    openers = ("crane", "eiked", "plied", "salet")
    run_census(TOY, 2, folder=folder, openers=openers)
    lost = RunFolder(folder).strategy("plied")
    if how == "gone":
        lost.unlink()
    elif how == "cut":
        lost.write_bytes(lost.read_bytes()[:50])
    else:
        shutil.copy(RunFolder(folder).strategy("eiked"), lost)
    stopped = run_census(TOY, 2, folder=folder, openers=openers, limits=Limits(seconds=0))
    assert (stopped.lost, stopped.undecided, stopped.stopped_by) == (
        ("plied",),
        ("plied",),
        StopReason.TIME,
    )
    again = run_census(TOY, 2, folder=folder, openers=openers)
    assert (again.lost, again.before, again.decided) == ((), len(openers) - 1, True)
    assert verdicts(again) == {opener: opener in {"eiked", "plied"} for opener in openers}
    check_certificates(again)


@pytest.mark.parametrize(
    ("variant", "depth", "after", "message"),
    [
        (TOY, 3, "", "depth 2, not depth 3"),
        (HARD_TOY, 2, "", "normal mode, not hard mode"),
        (TOY, 2 + 1, "trace.bgbyy", "depth 2, not depth 3"),
        (TOY.model_copy(update={"guesses": TOY.guesses[:-1]}), 2, "", "the guess list with SHA-256 18f27d6b"),
        (TOY.model_copy(update={"hidden": TOY.hidden[:-1]}), 2, "", "the hidden list with SHA-256 ba9653e3"),
    ],
)
def test_the_folder_of_another_question(
    variant: Variant, depth: int, after: str, message: str, small_run: Path, tmp_path: Path
) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    with pytest.raises(UsageError, match="the ledger of another question: .*" + message):
        run_census(variant, depth, folder=tmp_path, history=parse_history(after, 5))


@pytest.mark.parametrize(
    ("variant", "depth", "after", "openers", "kind", "message"),
    [
        (TOY, 1, "", (), UsageError, "depth must leave 2 to 31 guesses after the history, found 1"),
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
        run_census(variant, depth, folder=tmp_path / "run", history=parse_history(after, 5), openers=openers)
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small run, to be copied."""
    folder = tmp_path_factory.mktemp("census")
    run_census(TOY, 2, folder=folder, openers=("salet", "crane", "plied"))
    return folder


def execute(statement: str) -> Callable[[Path], None]:
    """Return a way to damage a ledger that is a sound database."""

    def damage(ledger: Path) -> None:
        with sqlite3.connect(ledger) as connection:
            connection.execute(statement)
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
        cut(0.9),
        scribble,
        lambda ledger: ledger.write_text("no ledger\n" * 100),
        lambda ledger: ledger.unlink(),
        foreign_database,
        execute("PRAGMA user_version = 2"),
        execute("DROP TABLE refuted"),
        execute("DELETE FROM question WHERE key = 'depth'"),
        execute("DELETE FROM nodes WHERE number = 0"),
        execute("DELETE FROM nodes"),
        execute("UPDATE nodes SET kind = 'guess'"),
        execute("UPDATE nodes SET words = x'ffff'"),
        execute("UPDATE nodes SET words = x'00'"),
        execute("UPDATE nodes SET children = x'ffffff7f'"),
        execute("UPDATE nodes SET restriction = 'aaaaaaaaa/b'"),
        execute("UPDATE nodes SET guesses = 1000000"),
        execute("UPDATE nodes SET guesses = -1"),
        execute("UPDATE nodes SET words = x'', children = x''"),
        execute("UPDATE nodes SET words = x'0000', children = x''"),
        execute("UPDATE refuted SET opener = 'house' WHERE opener = 'salet'"),
        execute("INSERT INTO possible VALUES ('salet', '', 1, 1, 1, '')"),
    ],
)
def test_a_damaged_ledger(damage: Callable[[Path], None], small_run: Path, tmp_path: Path) -> None:
    shutil.copytree(small_run, tmp_path, dirs_exist_ok=True)
    damage(RunFolder(tmp_path).ledger)
    with pytest.raises(LedgerError) as caught:
        run_census(TOY, 2, folder=tmp_path)
    assert str(RunFolder(tmp_path).ledger) in str(caught.value)
    assert str(caught.value).count("\n") == 0


def test_one_at_a_time(tmp_path: Path) -> None:
    with RunFolder(tmp_path).hold(), pytest.raises(UsageError, match="another census is at work"):
        run_census(TOY, 2, folder=tmp_path)
    assert run_census(TOY, 2, folder=tmp_path, openers=("crane",)).decided


def test_what_a_killed_run_left_half_written_goes(tmp_path: Path) -> None:
    run_census(TOY, 2, folder=tmp_path, openers=("plied",))
    for folder in (tmp_path, tmp_path / "possible"):
        (folder / ".wordle-cp-half.tmp").write_text("half", encoding="utf-8")
    run_census(TOY, 2, folder=tmp_path, openers=("plied",))
    names = {path.name for path in tmp_path.rglob("*")}
    assert names == {"lock", "ledger.sqlite", "possible", "plied.cert.gz"}


def test_without_time_nothing_is_decided(tmp_path: Path) -> None:
    report = run_census(TOY, 2, folder=tmp_path, limits=Limits(seconds=0))
    assert (report.undecided, report.stopped_by) == (TOY.guesses, StopReason.TIME)
    assert (report.possible, report.refuted, report.refutation) == ((), (), None)
    report = run_census(TOY, 2, folder=tmp_path, watcher=CensusWatcher(cancelled=lambda: True))
    assert report.stopped_by is StopReason.INTERRUPTED


@pytest.mark.parametrize("after", [0, 2])
def test_keyboard_interrupts_end_a_run_in_order(after: int, tmp_path: Path) -> None:
    """Wherever the interrupt comes from; here it is raised where progress is shown."""
    shown: list[CensusStatus] = []

    def show(status: CensusStatus) -> None:
        shown.append(status)
        if len(shown) == after + 1:
            raise KeyboardInterrupt

    report = run_census(TOY, 2, folder=tmp_path, watcher=CensusWatcher(search=show))
    assert report.stopped_by in {None, StopReason.INTERRUPTED}
    check_certificates(report)
    rest = run_census(TOY, 2, folder=tmp_path)
    assert verdicts(rest) == truth(TOY, 2)
    check_certificates(rest)


def test_a_run_that_can_t_write_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        message = "no space left"
        raise LedgerError(message)

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "record", full)
        with pytest.raises(LedgerError, match="no space left"):
            run_census(TOY, 2, folder=tmp_path)
    assert verdicts(run_census(TOY, 2, folder=tmp_path)) == truth(TOY, 2)


def test_a_certificate_that_can_t_be_written_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Writers.submit

    def sabotage(writers: Writers, task: Task) -> None:
        RunFolder(tmp_path).possible.rename(tmp_path / "elsewhere")
        monkeypatch.undo()
        original(writers, task)

    monkeypatch.setattr(Writers, "submit", sabotage)
    with pytest.raises(OSError, match="no such folder"):
        run_census(TOY, 2, folder=tmp_path)


def test_callbacks_come_from_the_calling_thread(tmp_path: Path) -> None:
    stages: list[CensusStage] = []
    threads: set[int] = set()
    statuses: list[CensusStatus] = []

    def note(stage: CensusStage) -> None:
        stages.append(stage)
        threads.add(threading.get_ident())

    def show(status: CensusStatus) -> None:
        statuses.append(status)
        threads.add(threading.get_ident())

    run_census(TOY, 2, folder=tmp_path, watcher=CensusWatcher(stage=note, search=show))
    assert stages == [CensusStage.FAMILIES, CensusStage.SEARCH, CensusStage.REFUTATION]
    assert threads == {threading.get_ident()}
    last = statuses[-1]
    assert (last.wanted, last.decided, last.possible, last.unchecked) == (38, 38, 9, 0)


def test_the_table(tmp_path: Path) -> None:
    openers = ("salet", "plied", "eiked", "crane")
    run_census(TOY, 2, folder=tmp_path, openers=openers[:3])
    report = run_census(TOY, 2, folder=tmp_path, openers=openers, limits=Limits(seconds=0))
    assert render_csv(report) == (
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
    run_census(TOY, 2, folder=tmp_path, openers=("salet", "plied"))
    RunFolder(tmp_path).refuted.unlink()
    hasty = run_census(TOY, 2, folder=tmp_path, watcher=CensusWatcher(cancelled=lambda: True))
    assert (hasty.stopped_by, hasty.refuted, hasty.refutation) == (
        StopReason.INTERRUPTED,
        ("salet",),
        None,
    )
    later = run_census(TOY, 2, folder=tmp_path, limits=Limits(seconds=0))
    assert later.refutation == RunFolder(tmp_path).refuted
    check_certificates(later)
