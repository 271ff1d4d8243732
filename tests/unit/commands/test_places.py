"""Functions that write a file by default answer in a folder that is read-only, and warn where it went."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from wordle_cp import WordleCpError

if TYPE_CHECKING:
    from collections.abc import Callable

NOT_WRITABLE: Final = Path("/proc/self")
"""Nobody can make a file here, not even root."""
CALLS: Final[dict[str, Callable[..., object]]] = {
    "prove": lambda **more: wordle_cp.prove("toy", 2, **more),
    "prove_least_depth": lambda **more: wordle_cp.prove_least_depth("toy", **more),
    "census": lambda **more: wordle_cp.census("toy", 2, openers="eiked crate", **more),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_written_by_default_goes_to_the_cache(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(NOT_WRITABLE)
    with pytest.warns(UserWarning, match="this folder can't be written to") as caught:
        CALLS[name]()
    place = tmp_path / "wordle-cp"
    [warning] = caught
    assert str(warning.message).endswith(f" goes to {place}")
    assert warning.filename == __file__
    assert list(place.iterdir())


@pytest.mark.parametrize("name", CALLS)
def test_a_folder_that_can_be_written_to_is_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path / "here")
    CALLS[name]()
    assert not recwarn
    assert os.listdir()  # noqa: PTH208  names, wherever that is
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("name", CALLS)
def test_a_place_that_was_asked_for_is_an_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    given = {"out": NOT_WRITABLE / "x.cert"} if name == "prove" else {"folder": NOT_WRITABLE / "x"}
    with pytest.raises(WordleCpError, match="/proc/self"):
        CALLS[name](**given)
    assert not list(tmp_path.iterdir())
