"""Proofs that ship: listed with their claims, and read by name wherever a certificate is read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import wordle_cp
from tests.effort import only_more
from wordle_cp import data
from wordle_cp.certify.describe import describe_claim
from wordle_cp.check.__main__ import main as checker_alone
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import FileError, UsageError
from wordle_cp.views.refutations.refutation import Explanation

if TYPE_CHECKING:
    from collections.abc import Callable

PALET = "original-hard-depth-5-palet"
REFUTED = "original-normal-hidden-big-depth-5"
NAMES = (PALET, f"{PALET}.cert.gz", f"shipped:{PALET}", f"shipped:{PALET}.cert.gz")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_list_has_the_claim_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["proofs", "list", "--json"]) == ExitCode.DONE
    fields = json.loads(capsys.readouterr().out)
    assert fields["checked"] is False
    assert [proof["file"] for proof in fields["proofs"]] == [str(path) for path in data.proof_paths()]
    assert main(["proofs", "list"]) == ExitCode.DONE
    first, *lines = capsys.readouterr().out.splitlines()
    count = len(data.proof_paths())
    assert first == f"{count} proofs that ship, with claims; nothing is checked here: wordle-cp check NAME"
    assert lines[::2] == [proof["name"] for proof in fields["proofs"]]
    said = dict(zip(lines[::2], lines[1::2], strict=True))
    for name in (PALET, REFUTED):
        accepted = wordle_cp.check_certificate(name)
        assert accepted.head is not None
        assert said[name].strip() == describe_claim(accepted.head)
        whole = describe_claim(accepted.head, whole=True)
        assert next(proof for proof in fields["proofs"] if proof["name"] == name)["claims"] == whole


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_the_file(name: str) -> None:
    file = data.certificate_path(name)
    assert file.name == f"{PALET}.cert.gz"
    assert file in data.proof_paths()


@pytest.mark.parametrize("name", [PALET, pytest.param(f"shipped:{PALET}", marks=only_more)])
@pytest.mark.parametrize(
    "line",
    [
        "check {}",
        "check --plain {}",
        "check {} --jobs 2",
        "tree table {}",
        "tree draw {} --out palet.svg",
        "tree sheet {} --out palet.svg",
        "tree export {} --format selby",
        "tree export {} --format certificate --out palet.cert",
        "stats --mode hard --strategy {}",
        pytest.param(
            "prove --between --mode hard --opener palet --strategy-file {} --time-limit 1 --out b.cert.gz",
            marks=only_more,
        ),
    ],
)
def test_every_command_reads_it(line: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.format(name).split()) in {ExitCode.DONE, ExitCode.UNDECIDED}
    assert "error" not in capsys.readouterr().err


def test_a_refutation_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", REFUTED, "--guess", "salet"]) == ExitCode.DONE
    assert "SALET" in capsys.readouterr().out
    with Explanation(data.certificate_path(f"shipped:{REFUTED}")) as told:
        assert told.claim.depth == 5


def test_the_checker_alone() -> None:
    for name in NAMES:
        assert checker_alone([name]) == 0
    assert checker_alone(["shipped:nope"]) == 2


def test_from_python() -> None:
    assert wordle_cp.check_certificate(PALET).claim == wordle_cp.check_certificate(f"shipped:{PALET}").claim
    assert wordle_cp.checked_strategy(f"shipped:{PALET}").opener == "palet"
    with pytest.raises(UsageError, match=f"did you mean {PALET}"):
        wordle_cp.check_certificate(f"{PALET[:-2]}te")
    with pytest.raises(
        UsageError, match="no proof that ships is called 'nope'; wordle-cp proofs list lists them"
    ):
        wordle_cp.checked_strategy("shipped:nope")


@pytest.mark.parametrize(
    "read", [wordle_cp.check_certificate, wordle_cp.load_certificate, wordle_cp.checked_strategy]
)
def test_a_path_is_no_name(read: Callable[[str | Path], object]) -> None:
    for path in (f"./{PALET}", Path(PALET), Path.cwd() / PALET):
        with pytest.raises(FileError, match=f"{PALET}: No such file or directory"):
            read(path)


def test_a_file_comes_first(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = data.certificate_path(REFUTED)
    shutil.copy(other, elsewhere / PALET)
    assert data.certificate_path(PALET).resolve() == elsewhere / PALET
    assert main(["check", PALET]) == ExitCode.DONE
    assert "can't all be found within 5 guesses" in capsys.readouterr().out
    assert main(["check", f"shipped:{PALET}"]) == ExitCode.DONE
    assert "found within 5 guesses with palet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "original-hard-depth-5-palte",
            f"no file and no proof that ships is called .*; did you mean {PALET}\\?",
        ),
        (f"{PALET}.cert.xz", f"did you mean {PALET}"),
        (f"./{PALET}", f"{PALET}: No such file or directory"),
        ("nothing-like-it.cert", "nothing-like-it.cert: No such file or directory"),
        ("shipped:", "no proof that ships is called '';"),
        ("shipped:../proofs/x", "no proof that ships is called '../proofs/x'"),
        (f"shipped:./{PALET}", "no proof that ships is called './"),
        ("shipped:README.md", "no proof that ships is called 'README.md'"),
        ("x" * 5000, "no file and no proof that ships is called 'xxx"),
        ("salet", "no file and no proof that ships is called 'salet'; wordle-cp proofs list"),
        (f"{'x' * 5000}.cert", "File name too long"),
        ("a\0b", "null byte"),
    ],
)
def test_what_is_no_name(name: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises((UsageError, FileError), match=message):
        wordle_cp.check_certificate(name)
    assert main(["check", name]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1
