"""Commands that write a file by default answer in a folder that is read-only, and say where it went."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Final

import pytest

from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

NOT_WRITABLE: Final = Path("/proc/self")
"""Nobody can make a file here, not even root."""
COMMANDS: Final = {
    "prove --depth 2": ("certificate", "verdict", "possible"),
    "prove --depth 1": ("certificate", "verdict", "impossible"),
    "prove --least-depth": ("certificates", "depth", 2),
    "prove --optimal": ("certificate", "total_guesses", 16),
    "prove --between": ("certificate", "total_upper", 16),
    "prove --between --costs 0,0 --loss 1": ("certificate", "missed_upper", 0),
    "census --depth 2 --openers {openers}": ("run", "decided", True),
    "rank --all --openers {openers}": ("run", "complete", True),
}


@pytest.fixture
def openers(tmp_path: Path) -> Path:
    (tmp_path / "openers.txt").write_text("eiked\ncrate\n", encoding="utf-8")
    return tmp_path / "openers.txt"


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_written_by_default_goes_to_the_cache(
    command: str,
    openers: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(NOT_WRITABLE)
    arguments = command.format(openers=openers).split()
    assert main([*arguments, "--variant", "toy", "--json"]) == ExitCode.DONE
    out, err = capsys.readouterr()
    place = tmp_path / "cache" / "wordle-cp"
    assert err.startswith("warning: this folder can't be written to (No such file or directory); ")
    assert err.endswith(f" to {place}\n")
    assert err.count("\n") == 1
    _, name, value = COMMANDS[command]
    assert json.loads(out).get(name, value) == value
    assert str(place) in out
    assert list(place.iterdir())


def test_without_a_cache_it_is_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(NOT_WRITABLE))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(NOT_WRITABLE)
    assert main(["prove", "--depth", "2", "--variant", "toy"]) == ExitCode.DONE
    [folder] = tmp_path.iterdir()
    assert [path.name for path in folder.iterdir()] == ["toy-normal-depth-2.cert.gz"]
    assert capsys.readouterr().err.endswith(f"the certificate goes to {folder}\n")


def test_a_place_that_was_asked_for_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for arguments in (
        ("prove", "--depth", "2", "--out", str(NOT_WRITABLE / "x.cert")),
        ("prove", "--optimal", "--out", str(NOT_WRITABLE / "x.cert")),
        ("prove", "--between", "--out", str(NOT_WRITABLE / "x.cert")),
        ("census", "--depth", "2", "--run", str(NOT_WRITABLE / "x")),
    ):
        assert main([*arguments, "--variant", "toy"]) == ExitCode.BAD_INPUT
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("error: /proc/self")
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_made_at_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(NOT_WRITABLE))
    monkeypatch.setattr(tempfile, "tempdir", str(NOT_WRITABLE))
    monkeypatch.chdir(NOT_WRITABLE)
    assert main(["prove", "--depth", "2", "--variant", "toy"]) == ExitCode.BAD_INPUT
    assert capsys.readouterr() == ("", "error: toy-normal-depth-2.cert.gz: No such file or directory\n")


def test_a_folder_that_can_be_written_to_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert main(["prove", "--depth", "2", "--variant", "toy"]) == ExitCode.DONE
    assert not capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["toy-normal-depth-2.cert.gz"]
    assert not (tmp_path / "cache").exists()
