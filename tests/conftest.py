"""What all tests share."""

from __future__ import annotations

import importlib.util
import os
import random
import signal
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import settings

from tests.effort import FEW, share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.program import Run

SEED: Final = os.environ.get("WORDLE_CP_SEED", "")
"""What all random games begin with; without one they are the same each time (tools/nightly.py)."""

settings.register_profile(
    "repeatable", derandomize=not SEED, deadline=None, database=None, max_examples=share(300)
)
settings.load_profile("repeatable")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""As at a terminal. What a script starts behind `&` ignores it, and so would a program that a test starts."""

ROOT = Path(__file__).resolve().parent.parent
PAGE: Final = "tests/browser/"
FIRST: Final = (PAGE, "tests/unit/certificate/", "tests/unit/check/", "tests/behaviour/", "tests/property/")
"""What takes one process longest; then what shows a wrong checker, within a minute; then other long files."""
BUDGET: Final = 1.5
"""CPU seconds that a test function may take in `make test`, with the processes that it waits for."""
_used: Final[defaultdict[str, float]] = defaultdict(float)


class _Seeded(random.Random):
    """A generator that begins with the seed of the run, too."""

    def __init__(self, seed: object = None) -> None:
        super().__init__(f"{SEED} {seed}")


if SEED:
    vars(random)["Random"] = _Seeded  # tests ask the module for it


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
    monkeypatch.setattr("wordle_cp.cli.running.PipedLine.first_seconds", 3600.0)


@pytest.fixture
def run(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Return what runs the command that the module calls `COMMAND`, in an empty folder."""
    from tests.program import Run  # noqa: PLC0415  no native module before `_use_native_module`

    return Run(request.module.COMMAND, capsys, tmp_path, monkeypatch)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests into the order of `FIRST`."""

    def place(item: pytest.Item) -> int:
        return next((at for at, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST))

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:  # noqa: ANN401  of a library
    """Give each process a file after the other, in this order; all of the page to one, with one server."""
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415  not needed by one process

    class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
        def _split_scope(self, nodeid: str) -> str:
            return PAGE if nodeid.startswith(PAGE) else nodeid.partition("::")[0]

    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note the CPU time that a test takes."""
    before = sum(os.times()[:4])
    yield
    item.user_properties.append(("cpu", sum(os.times()[:4]) - before))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what all cases of a function take."""
    if report.when == "call":
        _used[report.nodeid.partition("[")[0]] += sum(
            seconds
            for name, seconds in report.user_properties
            if name == "cpu" and isinstance(seconds, float)
        )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which functions are above the budget."""
    above = [f"{seconds:6.1f} {name}" for name, seconds in sorted(_used.items()) if seconds > BUDGET]
    if above and FEW:
        terminalreporter.section(f"more than {BUDGET} CPU seconds", sep="-")
        terminalreporter.write("".join(f"{line}\n" for line in above))


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
