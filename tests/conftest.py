"""What all tests share."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.effort import share

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, max_examples=share(300)
)
settings.load_profile("repeatable")

ROOT = Path(__file__).resolve().parent.parent


def _use_native_module(file: str) -> None:
    """Take the native module from `file`, which `make sanitize` builds, in place of the installed one."""
    name = "wordle_cp._native"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])


if "WORDLE_CP_NATIVE" in os.environ:
    _use_native_module(os.environ["WORDLE_CP_NATIVE"])


@pytest.fixture(autouse=True)
def _as_on_a_quiet_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no line say how far a run is because this machine is busy."""
    running = sys.modules.get("wordle_cp.cli.running")
    if running is not None:
        monkeypatch.setattr(running.PipedLine, "first_seconds", 3600.0)


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of published tables beside the project; skip the test where there is none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder of published tables is not here")
    return folder
