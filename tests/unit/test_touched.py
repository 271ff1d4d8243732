"""`make test-changed`: the tests nearest to a change, and what stands for files that are no modules."""

from __future__ import annotations

import grimp
import pytest

from tests.conftest import ROOT
from tools import touched
from tools.touched import BESIDE, MOST, STANDS_FOR, is_test, module_of


@pytest.fixture(scope="module", autouse=True)
def graph() -> grimp.ImportGraph:
    """Return who imports whom, which takes a second."""
    return grimp.build_graph("tests", "tools", "wordle_cp", cache_dir=None)


@pytest.fixture(autouse=True)
def known(graph: grimp.ImportGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be built once."""
    monkeypatch.setattr(grimp, "build_graph", lambda *_names, **_options: graph)


@pytest.mark.parametrize(
    ("paths", "some"),
    [
        (["wordle_cp/check/totals/bounds.py"], {"unit/check/test_check_total", "unit/check/test_plain"}),
        (["wordle_cp/check/counting/sieve.py"], {"property/test_total_certificates"}),
        (["wordle_cp/check/plain/game.py"], {"unit/certificate/test_certificate_golden"}),
        (["wordle_cp/rules/words.py"], {"unit/rules/test_rules"}),
        (["wordle_cp/cli/progress.py"], {"behaviour/test_behaviour", "unit/cli/test_cli_solve"}),
        (["wordle_cp/errors.py"], {"unit/test_errors"}),
        (["models/weights.py"], {"unit/models/test_models_weights"}),
        (["wordle_cp/native/total/anything.cpp"], {"unit/engine/test_native"}),
        (["docs/index.md", "README.md"], {"unit/test_documents"}),
        (["tests/unit/test_doors.py"], {"unit/test_doors"}),
        (["tests/oracle/brute_absurdle.py"], {"unit/answers/test_absurdle"}),
        (["tests/unit/cli/removed.txt", "LICENSE"], set()),
    ],
)
def test_what_a_change_touches(paths: list[str], some: set[str]) -> None:
    files, _ = touched.touched(paths)
    assert {f"tests/{one}.py" for one in some} <= {*files}
    assert bool(files) == bool(some)
    assert all((ROOT / file).is_file() for file in files)


def test_what_everything_imports_touches_no_more_than_a_minute_has_time_for() -> None:
    files, left = touched.touched(["wordle_cp/rules/modes.py", "wordle_cp/games/variant.py"])
    assert len(files) <= MOST
    assert left > MOST


def test_what_stands_for_something_is_there(graph: grimp.ImportGraph) -> None:
    assert all((ROOT / path).exists() for path in STANDS_FOR)
    assert {*STANDS_FOR.values(), *BESIDE.values()} <= graph.modules
    assert all(map(is_test, BESIDE.values()))
    assert module_of("wordle_cp/check/__init__.py") == "wordle_cp.check"
    assert module_of("docs/generated/links.py") is None
