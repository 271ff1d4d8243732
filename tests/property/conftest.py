"""Random games write one certificate after the other to the same path, whatever is there.

What may be replaced is shown in tests/unit/files/test_outputs.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True, scope="module")
def each_file_is_ours() -> Iterator[None]:
    """Let each path be written to."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("wordle_cp.files.outputs._demand_ours", lambda *_: None)
        yield
