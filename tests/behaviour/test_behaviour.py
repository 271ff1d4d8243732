"""What commands print and write is what was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.behaviour.session import recorded, sessions

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("session", sessions(), ids=lambda path: path.stem)
def test_behaviour_is_as_recorded(session: Path) -> None:
    assert recorded(session) == session.read_text(encoding="utf-8")
