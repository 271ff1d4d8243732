"""A real scheduler and real workers over loopback: some are killed, one lies; the answer stays the same."""

from __future__ import annotations

import errno
import gc
import json
import os
import pickle
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from tests.effort import only_more
from tests.events import noting
from tests.program import Run, ended, interrupted, start, wait_until
from tests.run_folder import stored
from tests.unit.answers.test_census import check_certificates, verdicts
from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.cli.output import ExitCode
from wordle_cp.engine import AtLeast, ExactCost, OpenerResult, RefutedOpener
from wordle_cp.errors import CertificateRejected, FileError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.cluster import coordinator
from wordle_cp.runs.cluster import worker as at_work
from wordle_cp.runs.cluster.coordinator import MalformedRowsError, RankingCoordinator
from wordle_cp.runs.ranking_state import Keeping, KnownOpeners
from wordle_cp.search.total import Keeper, TotalSession
from wordle_cp.work import NO_LIMITS, UNLIMITED, Limits, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.answers.census.run import CensusAnswer
    from wordle_cp.answers.rankings import RankAnswer

COMMAND: Final = "rank"
TOY: Final = Variant.load("toy")
CUT: Final = "name: cut\nguesses: guesses.txt\nhidden: hidden.txt\n"
OPENERS: Final = 90
HARD: Final = Variant.load("original", mode=Mode.HARD)
HARD_OPENERS: Final = tuple(sorted(random.Random(1).sample(HARD.guesses, 40)))  # noqa: S311  no secret


@contextmanager
def process(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Provide a process of a cluster with its address."""
    pytest.importorskip("distributed")
    command = [sys.executable, "-W", "ignore", "-m", "tests.cluster_process", *arguments]
    with (
        tempfile.TemporaryDirectory() as scratch,  # what a killed worker leaves
        subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": scratch},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as running,
    ):
        assert running.stdout is not None
        try:
            yield running, running.stdout.readline().strip()
        finally:
            running.kill()


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Provide the address of a scheduler."""
    with process("scheduler") as (_, address):
        yield address


@pytest.fixture(scope="module")
def worker(scheduler: str) -> Iterator[str]:
    """Provide a worker that stays."""
    with process("worker", scheduler) as (_, address):
        yield address


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a variant: a cut of the real lists, with some openers in a file."""
    folder = tmp_path_factory.mktemp("cut")
    original = Variant.load("original")
    hidden = original.hidden[::5]
    guesses = sorted({*hidden, *original.guesses[::9]})
    for name, words in (
        ("guesses", guesses),
        ("hidden", hidden),
        ("openers", guesses[:: len(guesses) // OPENERS]),
    ):
        (folder / f"{name}.txt").write_text("\n".join(words), encoding="utf-8")
    (folder / "cut.yaml").write_text(CUT, encoding="utf-8")
    return folder


def openers_of(cut: Path) -> tuple[str, ...]:
    """Return the openers of the cut."""
    return tuple((cut / "openers.txt").read_text(encoding="utf-8").split())


def spread(
    variant: Variant, openers: tuple[str, ...], folder: Path, scheduler: str
) -> tuple[RankAnswer, list[str]]:
    """Rank all of `openers` on the cluster, with a run folder; return the report, and what was noted."""
    notes: list[str] = []
    work = Work(show=noting(notes))
    report = rank(
        TotalQuestion.of(variant, openers=openers),
        top=None,
        work=work,
        keeping=Keeping(folder=folder, cluster=scheduler),
    )
    return report, notes


def wait_for(folder: Path, units: int) -> None:
    """Wait until the ledger in `folder` has so many units."""
    wait_until(lambda: len(stored(folder)) >= units)


@only_more
def test_a_worker_killed_in_the_middle(scheduler: str, worker: str, cut: Path, tmp_path: Path) -> None:
    variant, openers, folder = Variant.load(cut / "cut.yaml"), openers_of(cut), tmp_path / "run"
    with process("worker", scheduler) as (victim, address):

        def kill() -> None:
            wait_for(folder, 8)
            victim.kill()

        killer = threading.Thread(target=kill)
        killer.start()
        report, notes = spread(variant, openers, folder, scheduler)
        killer.join()
        assert victim.wait(10) == -signal.SIGKILL
    assert report.complete
    assert (report.before, report.ranked) == (
        0,
        rank(TotalQuestion.of(variant, openers=openers), top=None, work=Work(jobs=2)).ranked,
    )
    assert len(stored(folder)) == len(openers)
    with closing(sqlite3.connect(folder / "ledger.sqlite")) as connection:
        by = dict(connection.execute("SELECT worker, count(*) FROM units GROUP BY worker").fetchall())
        assert connection.execute("SELECT count(*) FROM units WHERE fragment IS NULL").fetchone() == (0,)
    assert by.keys() <= {worker, address}
    assert by[worker] > len(openers) // 2
    assert [note for note in notes if note.startswith(f"worker {address} is gone")]


def test_coordinators_stopped_and_killed(scheduler: str, worker: str, cut: Path, tmp_path: Path) -> None:
    del worker
    folder = tmp_path / "run"
    options = (
        "--variant",
        str(cut / "cut.yaml"),
        "--openers",
        str(cut / "openers.txt"),
        "--jobs",
        "2",
        "--json",
    )
    command = ("rank", "--all", "--run", str(folder), *options)
    before: dict[str, tuple[str, int | None]] = {}
    for number, how in enumerate((signal.SIGINT, signal.SIGKILL), 1):
        running = start(tmp_path, *command, "--cluster", scheduler)
        wait_for(folder, len(before) + 6 * number)
        if how == signal.SIGINT:
            out, err = interrupted(running)
            assert (running.returncode, err) == (ExitCode.UNDECIDED, "")
            assert json.loads(out)["stopped_by"] == "interrupted"
        else:
            running.kill()
            ended(running)
            assert running.returncode == -signal.SIGKILL
        after = stored(folder)
        assert before.items() <= after.items()
        before = after
    assert len(before) < len(openers_of(cut))
    report = rank(
        TotalQuestion.of(Variant.load(cut / "cut.yaml"), openers=openers_of(cut)),
        top=None,
        work=Work(jobs=2),
        keeping=Keeping(folder=folder),
    )
    assert (report.before, report.complete) == (len(before), True)  # on this machine's threads
    assert len(stored(folder)) == len(openers_of(cut))


def test_a_worker_that_lies_is_named_and_asked_no_more(
    scheduler: str, worker: str, cut: Path, tmp_path: Path
) -> None:
    variant, openers, folder = Variant.load(cut / "cut.yaml"), openers_of(cut)[:60], tmp_path / "run"
    with process("liar", scheduler) as (_, address):
        report, notes = spread(variant, openers, folder, scheduler)
    assert report.complete
    assert (
        report.ranked == rank(TotalQuestion.of(variant, openers=openers), top=None, work=Work(jobs=2)).ranked
    )
    refused = [note for note in notes if note.startswith(f"worker {address}: its result is refused")]
    assert len(refused) == 1
    assert "of its results are taken back" in refused[0]  # though they were true
    assert not [note for note in notes if note.startswith(f"worker {worker}")]
    with closing(sqlite3.connect(folder / "ledger.sqlite")) as connection:
        by = connection.execute("SELECT worker, count(*) FROM units GROUP BY worker").fetchall()
    assert by == [(worker, len(openers))]


CODES: Final = "name: codes\ngame: mastermind\npegs: 3\ncolours: 3\nrepeats: true\n"
LETTERS: Final = """
name: letters
letters: [a, ch, é, l]
guesses: [acha, chal, léch, éla]
hidden: big
"""


@pytest.mark.parametrize("text", [CODES, LETTERS])
@pytest.mark.parametrize("top", [1, None])
def test_other_games(top: int | None, text: str, scheduler: str, worker: str, tmp_path: Path) -> None:
    del worker
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    variant = Variant.load(tmp_path / "game.yaml")
    there = rank(
        TotalQuestion.of(variant), top=top, keeping=Keeping(folder=tmp_path / "run", cluster=scheduler)
    )
    here = rank(TotalQuestion.of(variant), top=top)
    assert (there.complete, there.ranked, there.refuted) == (True, here.ranked, here.refuted)
    assert rank(TotalQuestion.of(variant), top=top, keeping=Keeping(folder=tmp_path / "run")).before == len(
        variant.guesses
    )


def test_prove_optimal_on_a_cluster(scheduler: str, worker: str, tmp_path: Path) -> None:
    del worker
    report = prove_optimal(
        TotalQuestion.of(TOY),
        keeping=Keeping(out=tmp_path / "x.cert", folder=tmp_path / "run", cluster=scheduler),
    )
    alone = prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=tmp_path / "y.cert"))
    assert (report.cost, report.best, report.lower_bound_checked) == (alone.cost, alone.best, True)
    assert (tmp_path / "x.cert").read_bytes() == (tmp_path / "y.cert").read_bytes()


def census(folder: Path, scheduler: str | None, limits: Limits = NO_LIMITS) -> tuple[CensusAnswer, list[str]]:
    """Return the report of a census of some openers, possible ones and others, and what was noted."""
    notes: list[str] = []
    report = run_census(
        Question.of(HARD, history=parse_history("salet.bbbbb", 5), openers=HARD_OPENERS),
        5,
        folder=folder,
        cluster=scheduler,
        work=Work(jobs=2, limits=limits, show=noting(notes)),
    )
    return report, notes


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bool]:
    """Provide the verdicts of the census on this machine's threads."""
    return verdicts(census(tmp_path_factory.mktemp("here") / "run", None)[0])


def found_by(folder: Path) -> dict[str, int]:
    """Return how many units the ledger of a census has of each worker."""
    with closing(sqlite3.connect(folder / "ledger.sqlite")) as connection:
        return dict(connection.execute("SELECT worker, count(*) FROM units GROUP BY worker").fetchall())


@only_more
def test_a_census_with_a_worker_killed_in_the_middle(
    scheduler: str, worker: str, told: dict[str, bool], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    first, _ = census(folder, scheduler, limits=Limits(seconds=0))  # what ends before it begins
    assert (first.undecided, first.stopped_by) == (HARD_OPENERS, StopReason.TIME)
    with process("worker", scheduler) as (victim, address):

        def kill() -> None:
            wait_for(folder, 4)
            victim.kill()

        killer = threading.Thread(target=kill)
        killer.start()
        report, notes = census(folder, scheduler)
        killer.join()
        assert victim.wait(10) == -signal.SIGKILL
    assert (report.finished, report.before, verdicts(report)) == (True, 0, told)
    check_certificates(report)
    by = found_by(folder)
    assert by.keys() <= {worker, address}
    assert by[worker] > len(HARD_OPENERS) // 2
    assert [note for note in notes if note.startswith(f"worker {address} is gone")]


@only_more  # what is judged, and how: test_census_judge
def test_a_worker_that_lies_in_a_census(
    scheduler: str, worker: str, told: dict[str, bool], tmp_path: Path
) -> None:
    with process("liar", scheduler) as (_, address):
        report, notes = census(tmp_path / "run", scheduler)
    assert (report.finished, verdicts(report)) == (True, told)
    check_certificates(report)
    refused = [note for note in notes if note.startswith(f"worker {address}: its result is refused")]
    assert len(refused) == 1
    assert "taken back" not in refused[0]  # what was accepted is proven
    assert not [note for note in notes if note.startswith(f"worker {worker}")]
    assert found_by(tmp_path / "run")[worker] > len(HARD_OPENERS) // 2


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:9", "no scheduler answers at tcp://127.0.0.1:9"),
        ("127.0.0.1:8786", "expected an address such as tcp://host:8786, found '127.0.0.1:8786'"),
        ("tcp://", "expected an address"),
        ("tcp://127.0.0.1", "expected an address"),
        ("tcp://127.0.0.1:99999", "expected an address"),
    ],
)
def test_no_cluster(address: str, message: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("wordle_cp.runs.cluster.coordinator._CONNECT_SECONDS", 0.5)
    code, out, err = run("--top", 1, "--variant", "toy", "--cluster", address)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_time_limit_holds_for_a_scheduler_that_is_not_there(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    waited: list[float] = []

    def connect(_client: object, address: str, *, timeout: float, **_: object) -> None:
        waited.append(timeout)
        raise OSError(address)

    monkeypatch.setattr(distributed.Client, "__init__", connect)
    for limit in ("5", "60"):
        options = ("--cluster", "tcp://127.0.0.1:9", "--time-limit", limit)
        assert run("--top", 1, "--variant", "toy", *options)[0] == ExitCode.BAD_INPUT
    assert waited[0] <= 5
    assert waited[1:] == [10]


def test_something_else_listens(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("wordle_cp.runs.cluster.coordinator._CONNECT_SECONDS", 2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)

        def answer() -> None:
            with suppress(OSError):
                while True:
                    line, _ = server.accept()
                    with line:
                        line.sendall(b"HTTP/1.0 200 OK\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        code, out, err = run("--top", 1, "--variant", "toy", "--cluster", address)
        gc.collect()
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert f"no scheduler answers at {address}" in err


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, out, err = run("--top", 1, "--variant", "toy", "--cluster", "tcp://127.0.0.1:9")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == "error: --cluster needs the extra cluster: in a checkout, pip install '.[cluster]'\n"


def test_a_worker_of_another_version_is_of_no_use() -> None:
    job = pickle.dumps((TotalQuestion.of(TOY), ()))
    with pytest.raises(at_work.OtherVersionError, match="and the question is from 0"):
        at_work.take("run", "0.0.1/1", job)
    with pytest.raises(at_work.UnknownRunError):
        at_work.settle("key", "run", TOY.guesses[:1], (1, None))


class Future:
    """A unit that has come to an end, by an exception of its worker if one is given."""

    def __init__(self, error: Exception | None = None) -> None:
        """Take what the worker raised."""
        self.error = error

    def result(self, timeout: float) -> None:
        """Raise what the worker raised."""
        del timeout
        if self.error is not None:
            raise self.error


def test_only_an_error_of_this_side_ends_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may raise any error of the program, too: its unit is handed out again, twice."""
    monkeypatch.setattr(coordinator, "connected", lambda *_: None)
    known = KnownOpeners(TotalQuestion.of(TOY), 1, None)
    ranking = RankingCoordinator("tcp://nowhere:1", known, ("crane",), 1, UNLIMITED)

    def end(error: Exception | None) -> None:
        ranking._take_unit(coordinator._Unit(("crane",), "w", Future(error)))  # noqa: SLF001

    def full(*_: object) -> float:
        raise FileError(errno.ENOSPC, "no space left", "ledger")

    monkeypatch.setattr(ranking, "_accept", full)
    with pytest.raises(FileError):
        end(None)
    refused = MalformedRowsError("no space left")
    for error in (at_work.UnknownRunError(), refused, refused):
        end(error)
    with pytest.raises(coordinator.ClusterError, match=r"'crane' fails again and again: .*: no space left"):
        end(refused)
    assert list(ranking._queue) == ["crane"] * 5  # noqa: SLF001  as it was, and after each unit


def test_results_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "connected", lambda *_: None)
    monkeypatch.setattr(RankingCoordinator, "_tell", lambda *_: None)
    unit = ("crane", "plied", "spoil")
    plied = next(one for one in kept_of(TOY, ("plied",)) if isinstance(one.settled, ExactCost))
    rows = [
        ("plied", "exact", 16, 1, 0.0, plied.strategy),
        ("crane", "at least", 17, 0, 0.5, ()),
        ("spoil", "hopeless", None, 1, 0.0, ()),
    ]

    def take(rows: object) -> set[OpenerResult]:
        known = KnownOpeners(TotalQuestion.of(TOY), 1, None)
        RankingCoordinator("tcp://nowhere:1", known, unit, 1, UNLIMITED)._accept(unit, (rows, 1), "w")  # noqa: SLF001
        return set(known.results())

    assert take(rows) == {
        OpenerResult(ExactCost("plied", 16), strategy=plied.strategy),
        OpenerResult(AtLeast("crane", 17), searched=False, seconds=0.5),
        OpenerResult(RefutedOpener("spoil")),
    }
    first = rows[0]
    for wrong in (
        None,
        rows[:2],
        [*rows, first],
        [("house", *first[1:]), *rows[1:]],
        [(first[0], "sure", *first[2:]), *rows[1:]],
        [(*first[:2], None, *first[3:]), *rows[1:]],
        [(*first[:2], "16", *first[3:]), *rows[1:]],
        [(*first[:5], ("plied", "house")), *rows[1:]],
        [(*first[:5], ("plied", 7)), *rows[1:]],
        [first[:5], *rows[1:]],
        [*rows[:2], ("spoil", "hopeless", 3, 1, 0.0, ())],
        [*rows[:2], ("spoil", "hopeless", None, 1, -1.0, ())],
        [*rows[:2], ("spoil", "hopeless", None, 1, float("inf"), ())],
        [*rows[:2], ("spoil", "hopeless", None, -1, 0.0, ())],
        [*rows[:2], ("spoil", "at least", 10**30, 1, 0.0, ())],
        [*rows[:2], ("spoil", "at least", -1, 1, 0.0, ())],
        [*rows[:2], ("spoil", "at least", True, 1, 0.0, ())],
        [*rows[:2], ("spoil", "at least", 17, 1, 0.0, ("plied",))],
    ):
        with pytest.raises(MalformedRowsError):
            take(wrong)
    for lie in (
        [("plied", "exact", 15, *first[3:]), *rows[1:]],
        [first, ("crane", "at least", 16, 0, 0.5, ()), rows[2]],  # it might be as good as the best
    ):
        with pytest.raises(CertificateRejected):
            take(lie)


def kept_of(variant: Variant, openers: Sequence[str]) -> list[OpenerResult]:
    """Return what a search here says about `openers`, with strategies."""
    kept = Keeper()
    TotalSession(TotalQuestion.of(variant)).rank(openers=openers, collector=kept)
    return kept.results
