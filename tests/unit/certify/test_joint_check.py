"""Several processes that check one certificate: they accept what one accepts, and nothing else."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.effort import FEW, only_more
from tests.golden_files import GOLDEN
from tests.program import EVER
from tests.unit.certificate.test_certificate_golden import certificates
from tests.unit.cli.test_cli_check import run
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify import jointly
from wordle_cp.certify import processes as in_processes
from wordle_cp.certify.jointly import ShareCounted, ShareReached, check_jointly
from wordle_cp.certify.processes import Processes
from wordle_cp.check import Shared, check_file, check_share, has_shares
from wordle_cp.check.common.share import Share
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected, CheckerEndedError, UsageError

TOTAL = GOLDEN / "accept" / "total-hard.cert"
MISSED = GOLDEN / "accept" / "missed-between-lemmas.cert"
EACH = 4 if FEW else 1
"""Of so many golden certificates this run shares one."""
LONG = next(path for path in proof_paths() if path.name == "original-normal-depth-4.cert.xz")


def with_shares(folder: str) -> list[Path]:
    """Return the golden certificates of a folder whose claims have shares."""
    found = []
    for path in certificates(folder):
        with open_certificate(path) as reader:
            if has_shares(reader.head.claim):
                found.append(path)
    return found


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Have small proofs shared, too; return the processes, as they are started."""
    started: list[subprocess.Popen[bytes]] = []

    popen: Any = subprocess.Popen

    def recorded(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
        started.append(popen(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", recorded)
    monkeypatch.setattr(jointly, "_PARTS", 1)
    return started


def asking(path: Path, module: str, name: str) -> bytes:
    """Return what asks a process for one of two shares, with lists that a function of a module finds."""
    call = partial(jointly._check_share, path, word_list_by_hash, Share(0, 2))  # noqa: SLF001  what is asked
    request = pickle.dumps(call, protocol=0)
    function = f"c{word_list_by_hash.__module__}\n{word_list_by_hash.__name__}\n".encode()
    assert function in request
    return request.replace(function, f"c{module}\n{name}\n".encode())


def verdicts(path: Path, shares: int) -> list[Shared | CertificateRejected]:
    """Return what is said of each share of a certificate."""
    found: list[Shared | CertificateRejected] = []
    for number in range(shares):
        try:
            found.append(check_share(path, word_list_by_hash, Share(number, shares)))
        except CertificateRejected as error:
            found.append(error)
    return found


@each("path", with_shares("accept")[::EACH])
def test_every_share_of_a_true_proof_is_accepted(path: Path) -> None:
    accepted = check_file(path, word_list_by_hash)
    for shares in (1, 3):
        found = verdicts(path, shares)
        assert all(isinstance(each, Shared) and each.accepted == accepted for each in found)
        assert len({each.sha256 for each in found if isinstance(each, Shared)}) == 1


@each("path", with_shares("reject")[::EACH])
def test_some_share_of_a_false_proof_is_rejected(path: Path) -> None:
    assert any(isinstance(each, CertificateRejected) for each in verdicts(path, 3))


def test_a_false_part_is_rejected_by_its_share_alone() -> None:
    alone = 0
    for path in with_shares("reject")[::EACH]:
        rejected = [isinstance(each, CertificateRejected) for each in verdicts(path, 2)]
        alone += sum(rejected) == 1
    assert alone > 30 // EACH


def test_shares_are_the_whole_and_disjoint() -> None:
    for count in (0, 1, 7, 12):
        for shares in (1, 2, 5):
            parts = [number for each in range(shares) for number in Share(each, shares).of(count)]
            assert sorted(parts) == list(range(count))
    with pytest.raises(ValueError, match="one of 2 shares"):
        Share(2, 2)


def test_claims_without_shares_are_checked_as_a_whole(processes: list[subprocess.Popen[bytes]]) -> None:
    path = next(path for path in certificates("accept") if path not in with_shares("accept"))
    with pytest.raises(UsageError, match="has no shares"):
        check_share(path, word_list_by_hash, Share(0, 2))
    assert check_jointly(path, word_list_by_hash, 4) == check_file(path, word_list_by_hash)
    assert not processes


@pytest.mark.parametrize("path", [TOTAL, MISSED], ids=lambda path: path.name)
def test_processes_accept_together(path: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    assert check_jointly(path, word_list_by_hash, 2) == check_file(path, word_list_by_hash)
    assert len(processes) == 2
    assert all(process.poll() is not None for process in processes)


@pytest.mark.parametrize("shares", [2, pytest.param(3, marks=only_more)])
def test_processes_tell_each_other_what_they_counted(
    shares: int, processes: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jointly, "_parts", lambda _: 9)
    told: list[list[list[int]]] = []
    ask = Processes.ask

    def recorded(asked: Processes, number: int, request: object) -> None:
        if isinstance(request, list) and request is not sys.path:
            told.append(request)
        ask(asked, number, request)

    monkeypatch.setattr(Processes, "ask", recorded)
    path = GOLDEN / "accept" / "total-set-without-number.cert"
    assert check_jointly(path, word_list_by_hash, shares) == check_file(path, word_list_by_hash)
    assert len(processes) == len(told) == shares
    assert all(counted == told[0] for counted in told)
    assert sum(map(len, told[0])) == 1 < len(told[0])  # one set, which one of them has counted
    for path in sorted((GOLDEN / "reject").glob("total-set-without-number-*.cert"))[::EACH]:
        with pytest.raises(CertificateRejected, match="opener"):
            check_jointly(path, word_list_by_hash, shares)


@pytest.mark.parametrize("numbers", [[[1], []], [[1, 2]], [[], [1]]])
def test_what_was_counted_of_another_text_is_rejected(numbers: list[list[int]]) -> None:
    path = GOLDEN / "accept" / "total-set-without-number.cert"
    with pytest.raises(CertificateRejected, match="doesn't change meanwhile"):
        check_share(path, word_list_by_hash, Share(1, 2), exchange=lambda _: [[1, *numbers[0]], *numbers[1:]])


def test_a_process_does_one_thing_after_the_other_and_ends_with_the_one_that_asks() -> None:
    call = partial(jointly._check_share, TOTAL, word_list_by_hash, Share(0, 1))  # noqa: SLF001  what is asked
    command = [sys.executable, "-P", "-c", in_processes._PROGRAM]  # noqa: SLF001
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        pickle.dump(sys.path, process.stdin)
        for _ in range(2):
            pickle.dump(call, process.stdin)
            process.stdin.flush()
            while not isinstance(answer := pickle.load(process.stdout), Shared):  # noqa: S301
                if isinstance(answer, ShareCounted):
                    pickle.dump([answer.numbers], process.stdin)
                    process.stdin.flush()
        assert process.poll() is None
        process.stdin.close()
        assert process.wait(10) == 1
        assert process.stderr.read() == b""


class Two(Processes):
    """Two processes that aren't there."""

    def __len__(self) -> int:
        """Say so."""
        return 2

    def ask(self, number: int, request: object) -> None:
        """Tell nobody."""


@pytest.mark.parametrize("counted_first", [True, False])
def test_nobody_waits_for_a_process_that_had_nothing_to_count(counted_first: bool) -> None:  # noqa: FBT001
    shared = check_share(TOTAL, word_list_by_hash, Share(1, 2))
    said: list[tuple[int, object]] = [(0, ShareCounted([1])), (1, shared)]
    processes = Two()
    for answer in said if counted_first else reversed(said):
        processes.answers.put(answer)
    with pytest.raises(CertificateRejected, match="doesn't change meanwhile"):
        jointly._collected(processes, 1, None)  # noqa: SLF001


def test_small_proofs_and_one_job_take_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    assert check_jointly(TOTAL, word_list_by_hash, 8) == check_file(TOTAL, word_list_by_hash)


def test_what_one_process_rejects_is_rejected(processes: list[subprocess.Popen[bytes]]) -> None:
    path = GOLDEN / "reject" / "total-set-too-low.cert"
    with pytest.raises(CertificateRejected, match="set 0"):
        check_jointly(path, word_list_by_hash, 2)
    assert len(processes) == 2
    assert all(process.poll() is not None for process in processes)


def test_a_file_that_ends_early_is_malformed(
    processes: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    cut = tmp_path / "cut.cert"
    cut.write_bytes(TOTAL.read_bytes()[:-20])
    with pytest.raises(CertificateParseError):
        check_jointly(cut, word_list_by_hash, 2)
    assert len(processes) == 2


def test_a_text_that_changes_meanwhile_is_rejected(
    processes: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = check_share(TOTAL, word_list_by_hash, Share(0, 2))
    other = check_share(TOTAL, word_list_by_hash, Share(1, 2))
    assert first == other
    changed = replace(other, sha256="0" * 64)
    monkeypatch.setattr(jointly, "_collected", lambda *_: [first, changed])
    with pytest.raises(CertificateRejected, match="doesn't change meanwhile"):
        check_jointly(TOTAL, word_list_by_hash, 2)
    assert processes


def test_what_progress_raises_ends_the_processes(processes: list[subprocess.Popen[bytes]]) -> None:
    class EnoughError(Exception):
        """Raised by what shows progress."""

    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise EnoughError

    with pytest.raises(EnoughError):
        check_jointly(LONG, word_list_by_hash, 2, tell)
    with open_certificate(LONG) as reader:
        claim = reader.head.claim
    assert isinstance(claim, DepthImpossible)
    assert told[-1][0] < told[-1][1] == claim.nodes
    assert len(processes) == 2
    assert all(process.poll() == -signal.SIGKILL for process in processes)


def test_a_process_that_is_killed_is_no_verdict(processes: list[subprocess.Popen[bytes]]) -> None:
    def kill(done: int, _total: int) -> None:
        if done:
            processes[0].kill()

    with pytest.raises(CheckerEndedError, match="has ended early"):
        check_jointly(LONG, word_list_by_hash, 2, kill)
    assert all(process.poll() is not None for process in processes)


def test_a_path_that_is_this_process_s_own_is_checked_here(processes: list[subprocess.Popen[bytes]]) -> None:
    with TOTAL.open("rb") as file:
        own = Path(f"/dev/fd/{file.fileno()}")
        assert check_jointly(own, word_list_by_hash, 2) == check_file(TOTAL, word_list_by_hash)
    assert len(processes) == 2


def test_where_no_process_can_be_started_one_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jointly, "_PARTS", 1)
    expected = check_file(TOTAL, word_list_by_hash)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert check_jointly(TOTAL, word_list_by_hash, 2) == expected
    with pytest.raises(CertificateRejected, match="set 0"):
        check_jointly(GOLDEN / "reject" / "total-set-too-low.cert", word_list_by_hash, 2)


@pytest.mark.parametrize(
    "answer", [b"", b"a line\n", pickle.dumps(ShareReached(1, 2))[:-3], pickle.dumps(ShareReached(1, 2))]
)
@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_process_that_answers_otherwise_is_no_verdict(
    answer: bytes, processes: list[subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, said = tmp_path / "python", tmp_path / "said"
    said.write_bytes(answer)
    program.write_text(f"#!/bin/sh\ncat '{said}'\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    with pytest.raises(CheckerEndedError, match="has ended early"):
        check_jointly(TOTAL, word_list_by_hash, 2)
    assert len(processes) == 2
    assert all(process.poll() is not None for process in processes)


def test_another_claim_than_was_read_first_is_rejected(
    processes: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = next(path for path in with_shares("accept") if path != TOTAL)
    shared = check_share(other, word_list_by_hash, Share(0, 2))
    monkeypatch.setattr(jointly, "_collected", lambda *_: [shared, shared])
    with pytest.raises(CertificateRejected, match="doesn't change meanwhile"):
        check_jointly(TOTAL, word_list_by_hash, 2)
    assert len(processes) == 2


def test_the_processes_run_the_program_that_this_one_runs(
    processes: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere" / "wordle_cp"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise SystemExit('another program')")
    monkeypatch.setenv("PYTHONPATH", str(other.parent))  # it counts for what is started from here on
    assert check_jointly(TOTAL, word_list_by_hash, 2) == check_file(TOTAL, word_list_by_hash)
    assert len(processes) == 2


def test_without_standard_error_processes_accept_together() -> None:
    code = (
        "import os, pathlib; os.close(2); from wordle_cp.certify import jointly\n"
        "jointly._PARTS = 1\n"
        "from wordle_cp.data import word_list_by_hash\n"
        f"print(jointly.check_jointly(pathlib.Path({str(TOTAL)!r}), word_list_by_hash, 2).claim.sets)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, timeout=EVER)
    assert int(done.stdout) > 0


def test_a_process_ends_with_the_one_that_asked(tmp_path: Path) -> None:
    """It does so in the middle of a step in which it tells nothing."""
    (tmp_path / "slow_lists.py").write_text(f"import time\ndef find(_):\n    time.sleep({2 * EVER})\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    code += "from wordle_cp.certify.processes import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(asking(LONG, "slow_lists", "find"))
        process.stdin.flush()
        time.sleep(3)
        assert process.poll() is None
        process.stdin.close()
        assert process.wait(EVER) == 1


def test_progress_is_told_while_the_processes_begin(processes: list[subprocess.Popen[bytes]]) -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_jointly(LONG, word_list_by_hash, 2, tell)
    with open_certificate(LONG) as reader:
        claim = reader.head.claim
    assert isinstance(claim, DepthImpossible)
    assert told == [(0, claim.nodes)]
    assert all(process.poll() is not None for process in processes)


def test_the_command(capsys: pytest.CaptureFixture[str], processes: list[subprocess.Popen[bytes]]) -> None:
    code, out, _ = run(capsys, "check", str(TOTAL), "--jobs", "2")
    assert code == ExitCode.DONE
    assert out.startswith("accepted: ")
    assert len(processes) == 2
    rejected = GOLDEN / "reject" / "total-set-too-low.cert"
    assert run(capsys, "check", str(rejected), "--jobs", "2")[0] == ExitCode.REJECTED
    code, out, _ = run(capsys, "check", str(LONG), "--jobs", "2", "--time-limit", "2")
    assert code == ExitCode.UNDECIDED
    assert "this is no verdict" in out
    assert all(process.poll() is not None for process in processes)
    for other in (("--sample", "1%"), ("--max-memory", "1")):
        code, _, err = run(capsys, "check", str(TOTAL), "--jobs", "2", *other)
        assert code == ExitCode.BAD_INPUT
        assert "--jobs doesn't go with" in err
