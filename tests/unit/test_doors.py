"""What the program and the package are given by name: files, folders and openers that can't be meant.

Each door of the public Python interface that takes a path raises a WordleCpError for a path that is of no
use, and each option that takes one refuses an empty name. What is refused leaves nothing behind.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from tests.effort import first
from tests.program import SCRIPT
from wordle_cp.answers.absurdle import run
from wordle_cp.answers.absurdle.run import beat_absurdle
from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.depths import prove_depth, prove_least_depth
from wordle_cp.answers.rankings import certify, rank
from wordle_cp.answers.totals import certificates
from wordle_cp.answers.totals.solve import prove_optimal, solve
from wordle_cp.certificate.read import open_certificate, read_whole
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.foreign import read_written
from wordle_cp.check import Sample, check_file, check_strategies, sample_file
from wordle_cp.cli.app import PROGRAM, main
from wordle_cp.cli.output import ExitCode
from wordle_cp.commands.files import certificate
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import FileError, UsageError, WordleCpError, file_errors
from wordle_cp.experiments.compare import compare, entries_of
from wordle_cp.experiments.list_stats import stats
from wordle_cp.experiments.policies import parse_policy
from wordle_cp.files.outputs import put
from wordle_cp.games.found.weights import read_weights
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ledgers import LedgerError, held
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.views.charts.files import check_picture
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.work import UNLIMITED, Limits, Work

if TYPE_CHECKING:
    from collections.abc import Callable

TOY: Final = Variant.load("toy")
UNREADABLE: Final = Path("/proc/self/mem")
"""A regular file of which nobody can read the beginning, not even root."""
AT_ONCE: Final = Limits(seconds=0)
NOT_WRITABLE: Final = Path("/proc/self")
"""A folder in which nobody can make a file, not even root."""


def _open(path: Path) -> None:
    with open_certificate(path):
        pass


def _explain(path: Path) -> None:
    with Explanation(path, lambda _done, _total: None):
        pass


READS: Final[dict[str, Callable[[Path], object]]] = {
    "check_file": lambda path: check_file(path, word_list_by_hash),
    "sample_file": lambda path: sample_file(path, word_list_by_hash, Sample(0.5, 1)),
    "check_strategies": lambda path: check_strategies(path, word_list_by_hash),
    "open_certificate": _open,
    "read_whole": read_whole,
    "read_written": read_written,
    "read_weights": lambda path: read_weights(path, TOY.hidden),
    "Variant.load": lambda path: Variant.load(str(path)),
    "checked_strategy": checked_strategy,
    "stats": lambda path: stats(TOY, strategy=path),
    "explain_opener": lambda path: explain_opener(path, None),
    "Explanation": _explain,
    "parse_policy": lambda path: parse_policy(f"{path}.py:best"),
}
WRITES: Final[dict[str, Callable[[Path], object]]] = {
    "absurdle_proof.certify": lambda path: run.certify(beat_absurdle(TOY), UNLIMITED, path),
    "prove_depth": lambda path: prove_depth(Question.of(TOY), 3, out=path),
    "prove_optimal": lambda path: prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=path)),
    "solve": lambda path: solve(TotalQuestion.of(TOY), tree=path),
    "certify": lambda path: certify(rank(TotalQuestion.of(TOY), top=1), path),
    "compare": lambda path: compare(TOY, entries_of([parse_policy("knuth")], ["plied"]), tree=path),
    "put": lambda path: put(path, b""),
    "check_picture": lambda path: check_picture(path.with_name(f"{path.name}.svg")),
}
FOLDERS: Final[dict[str, Callable[[Path], object]]] = {
    "prove_least_depth": lambda path: prove_least_depth(Question.of(TOY), folder=path),
    "run_census": lambda path: run_census(Question.of(TOY), 2, folder=path),
    "rank": lambda path: rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=path)),
}


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("door", READS)
def test_what_cannot_be_read(door: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "missing", tmp_path / "folder", UNREADABLE, tmp_path / ("x" * 300), Path("a\0b")):
        with pytest.raises(WordleCpError, match=r"."):
            READS[door](path)


@pytest.mark.parametrize("door", WRITES)
def test_what_cannot_be_written(door: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "file").write_text("")
    before = _files(tmp_path)
    for path in (
        tmp_path / "folder",
        tmp_path / "missing" / "x",
        tmp_path / "file" / "x",
        NOT_WRITABLE / "x",
        tmp_path / ("x" * 300),
        Path("a\0b"),
    ):
        with pytest.raises(WordleCpError, match=r"."):
            WRITES[door](path)
    assert _files(tmp_path) == before


@pytest.mark.parametrize("door", FOLDERS)
def test_what_cannot_be_the_folder_of_a_run(door: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    before = _files(tmp_path)
    for path in (
        tmp_path / "file",
        tmp_path / "missing" / "x",
        NOT_WRITABLE / "x",
        tmp_path / ("x" * 300),
        Path("a\0b"),
    ):
        with pytest.raises(WordleCpError, match=r"."):
            FOLDERS[door](path)
    assert _files(tmp_path) == before


def test_a_file_error_is_an_os_error_with_one_line() -> None:
    with (
        pytest.raises(OSError, match=r"^b\\nc: No such file or directory$") as caught,
        file_errors(Path("a")),
    ):
        Path("b\nc").read_bytes()
    assert isinstance(caught.value, FileError)
    assert (caught.value.filename, caught.value.strerror) == ("b\nc", "No such file or directory")
    with pytest.raises(FileError, match=r"^a: Input/output error$"), file_errors(Path("a")):
        raise OSError(5, "Input/output error")


def test_every_option_that_takes_a_path_refuses_an_empty_one() -> None:
    paths = [
        (command.path, parameter.keyword, parameter.option.reads)
        for command in PROGRAM.every()
        for parameter in command.parameters
        if parameter.kind is Path
    ]
    assert len(paths) > 40
    for _, _, reads in paths:
        assert reads is not None
        with pytest.raises(ValueError, match="expected the name of a f"):
            reads("")
    assert {(*path.split()[1:], name) for path, name, reads in paths if reads is certificate} == {
        ("check", "path"),
        ("explain", "path"),
        ("site", "certificates"),
        ("stats", "strategy"),
        ("prove", "strategy_file"),
        ("tree", "table", "path"),
        ("tree", "draw", "path"),
        ("tree", "sheet", "path"),
        ("tree", "export", "path"),
    }


@pytest.mark.parametrize(
    "command",
    [
        ("check", ""),
        ("census", "--depth", "2", "--run", ""),
        ("rank", "--top", "1", "--run", ""),
        ("prove", "--optimal", "--run", ""),
        ("prove", "--least-depth", "--out", ""),
        ("tree", "draw", "x.cert", "--out="),
    ],
)
def test_an_empty_name(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    toy = () if command[0] in {"check", "tree"} else ("--variant", "toy")
    assert main([*command, *toy]) == ExitCode.BAD_INPUT
    told = capsys.readouterr()
    assert told.out == ""
    option = command[-1].rstrip("=") or next((word for word in command if word in {"--run", "--out"}), "FILE")
    assert told.err == f"error: {option}: expected the name of a file or folder, found nothing\n"
    assert _files(tmp_path) == set()


def test_the_folder_of_another_kind_of_run_is_left_as_it_is(tmp_path: Path) -> None:
    rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path / "ranks"))
    run_census(Question.of(TOY), 2, folder=tmp_path / "census", work=Work(limits=AT_ONCE))
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "ledger.sqlite").write_text("no database at all\n")
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in _files(tmp_path)}
    for folder in ("ranks", "foreign"):
        with pytest.raises(LedgerError, match=r"ledger of a census"):
            run_census(Question.of(TOY), 2, folder=tmp_path / folder)
    for folder in ("census", "foreign"):
        with pytest.raises(LedgerError, match=r"ledger of a ranking"):
            rank(TotalQuestion.of(TOY), top=1, keeping=Keeping(folder=tmp_path / folder))
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in _files(tmp_path)} == before


@pytest.mark.parametrize("run", ["rank", "census"])
def test_another_questions_ledger_is_refused_before_it_is_changed(run: str, tmp_path: Path) -> None:
    def ask(variant: Variant) -> None:
        if run == "rank":
            rank(
                TotalQuestion.of(variant), top=1, work=Work(limits=AT_ONCE), keeping=Keeping(folder=tmp_path)
            )
        else:
            run_census(Question.of(variant), 2, folder=tmp_path, work=Work(limits=AT_ONCE))

    ask(TOY)
    ledger = sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)
    before = ledger.execute("PRAGMA user_version").fetchone()[0] - 1  # that one would be brought up to date
    ledger.execute(f"PRAGMA user_version = {before}")
    ledger.close()
    with pytest.raises(UsageError, match="the ledger of another question"):
        ask(Variant.load("toy", mode=Mode.HARD))
    ledger = sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)
    assert ledger.execute("PRAGMA user_version").fetchone() == (before,)
    ledger.close()


@pytest.mark.parametrize(
    "ask",
    [
        lambda _folder: solve(TotalQuestion.of(TOY, openers=())),
        lambda folder: prove_optimal(
            TotalQuestion.of(TOY, openers=[]), keeping=Keeping(out=folder / "x.cert")
        ),
        lambda _folder: rank(TotalQuestion.of(TOY, openers=()), top=1),
        lambda folder: prove_depth(Question.of(TOY, openers=()), 3, out=folder / "x.cert"),
        lambda folder: prove_least_depth(Question.of(TOY, openers=()), folder=folder),
        lambda folder: run_census(Question.of(TOY, openers=()), 2, folder=folder / "run"),
        lambda _folder: stats(TOY, openers=()),
    ],
)
def test_no_openers_are_not_all_openers(ask: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected at least one opener, found none"):
        ask(tmp_path)
    assert _files(tmp_path) == set()


def test_python_names_no_option_where_none_is_taken() -> None:
    with pytest.raises(UsageError, match=r"^top: .*, found '0'; top=None ranks every opener$"):
        wordle_cp.rank("toy", 0)


def test_a_run_folder_in_use_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_arguments: object, **_options: object) -> None:
        raise AssertionError

    monkeypatch.setattr(certificates, "least_worst_case", never)
    before = _files(tmp_path)
    with held(tmp_path / "run", "ranking"), pytest.raises(UsageError, match="another ranking is at work"):
        prove_optimal(
            TotalQuestion.of(TOY, goal=Goal(first=First.WORST_THEN_TOTAL)),
            keeping=Keeping(out=tmp_path / "x.cert", folder=tmp_path / "run"),
        )
    with pytest.raises(FileError, match="no such folder"):
        prove_optimal(
            TotalQuestion.of(TOY),
            keeping=Keeping(out=tmp_path / "missing" / "x.cert", folder=tmp_path / "other"),
        )
    assert _files(tmp_path) - before == {"run", "run/lock"}


TERMINATED: Final = """
import os, signal, sys
from wordle_cp.certify import publish as write
from wordle_cp.cli.app import main
whole = write.check_jointly
def check_jointly(*arguments):
    os.kill(os.getpid(), signal.SIGTERM)
    return whole(*arguments)
write.check_jointly = check_jointly
if sys.argv[1] == "in the background":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
code = main(sys.argv[2:])
assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
sys.exit(code)
"""


@pytest.mark.parametrize("where", first(["in the background", "in the foreground"]))
def test_sigterm_is_heeded_as_ctrl_c_is(where: str, tmp_path: Path) -> None:
    command = ("prove", "--depth", "3", "--variant", "toy", "--out", "x.cert")
    done = subprocess.run(
        [sys.executable, "-c", TERMINATED, where, *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (ExitCode.UNDECIDED, "")
    assert "stopped by   SIGTERM" in done.stdout
    assert _files(tmp_path) == set()


@pytest.mark.parametrize(
    "command",
    [
        ("prove", "--depth", "3", "--out", "x.zip"),
        ("solve", "--tree", "x.cert.ZST"),
        ("rank", "--top", "1", "--out", "x.csv.gz"),
        ("rank", "--top", "1", "--certificate", "x.bz2"),
        ("census", "--depth", "2", "--out", "x.csv.xz"),
        ("absurdle", "--out", "x.7z"),
    ],
)
def test_a_name_that_promises_another_compression(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--variant", "toy"]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err.startswith(f"error: {command[-1]}: expected no name that ends in .")
    assert _files(tmp_path) == set()


def test_a_table_has_no_name_of_another_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (
        ("rank", "--top", "1", "--variant", "toy", "--out"),
        ("tree", "table", "original-normal-depth-5", "--csv"),
    ):
        assert main([*command, "x.XLSX"]) == ExitCode.BAD_INPUT
        expected = "error: x.XLSX: expected a name that ends in .csv, as tables are written as CSV\n"
        assert capsys.readouterr().err == expected
    assert _files(tmp_path) == set()


def test_endings_in_capitals(tmp_path: Path) -> None:
    solve(TotalQuestion.of(TOY), tree=tmp_path / "x.GZ")
    assert (tmp_path / "x.GZ").read_bytes().startswith(b"\x1f\x8b")


@pytest.mark.parametrize(
    "export", [("--format", "dot", "--out", "x.dot.gz"), ("--format", "certificate", "--out", "x.zip")]
)
def test_trees_refuse_them_too(
    export: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["tree", "export", "missing.cert", *export]) == ExitCode.BAD_INPUT
    assert main(["tree", "table", "missing.cert", "--csv", "x.csv.gz"]) == ExitCode.BAD_INPUT
    assert main(["tree", "import", "missing", "--out", "x.rar"]) == ExitCode.BAD_INPUT
    lines = capsys.readouterr().err.splitlines()
    assert [": expected no name that ends in ." in line for line in lines] == [True] * 3


HUGE: Final = "\n".join(f"{word},{10**15 - number}" for number, word in enumerate(TOY.hidden))


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (
            ("solve", "--weights", "w.csv"),
            "--weights: expected smaller weights or costs: a sum of them could",
        ),
        (
            ("solve", "--loss", "1"),
            "expected a loss of 6 or more, which is what a word costs that the last guess finds",
        ),
        (("prove", "--depth", "32"), "expected a depth from 1 to 31 guesses, found 32"),
        (("rank", "--top", "9" * 20), "1 or more and of 18 digits at most, found"),
        (("solve", "--opener", "x" * 300), f"opener '{'x' * 40}...' is not among the guesses of toy"),
        (("solve", "--variant", "x" * 300 + ".yaml"), "File name too long"),
        (("solve", "--variant", "long.yaml"), "1:7: name: expected a name of at most 64 letters"),
        (("prove", "--depth", "3", "--out", "x" * 300), "File name too long"),
    ],
)
def test_what_is_too_much(
    command: tuple[str, ...],
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w.csv").write_text(HUGE, encoding="utf-8")
    (tmp_path / "long.yaml").write_text(f"name: {'x' * 300}\nguesses: [ab]\nhidden: [ab]\n", encoding="utf-8")
    before = _files(tmp_path)
    variant = () if "--variant" in command else ("--variant", "toy")
    assert main([*command, *variant]) == ExitCode.BAD_INPUT
    told = capsys.readouterr().err
    assert (told.count("\n"), line in told) == (1, True), told
    assert _files(tmp_path) == before


def test_a_folder_that_cannot_be_searched_is_not_an_empty_one(tmp_path: Path) -> None:
    """Not even root may look into this one: its rights to that are taken away first, if there is a way."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "x.yaml").write_text("name: x\nguesses: [ab]\nhidden: [ab]\n", encoding="utf-8")
    without = [shutil.which("setpriv") or "", "--bounding-set", "-dac_override,-dac_read_search"]
    as_root = without if os.geteuid() == 0 else []
    if as_root and subprocess.run([*without, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root may look everywhere, and its rights can't be taken away here")
    folder.chmod(0)
    try:
        done = subprocess.run(
            [*as_root, sys.executable, "-c", SCRIPT, "variants", "check", "closed/x.yaml"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        folder.chmod(0o755)
    expected = "error: closed/x.yaml: Permission denied\n"
    assert (done.returncode, done.stdout, done.stderr) == (ExitCode.BAD_INPUT, "", expected)
