"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

ROOT = Path(__file__).resolve().parent.parent


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
