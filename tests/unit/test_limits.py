"""Every command that can take long has limits, keeps them, and says with exit code 3 that one has struck."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from wordle_cp.cli.app import PROGRAM, main
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.parse import Command
from wordle_cp.data import proof_paths
from wordle_cp.work import Limits, StoppedError, Work

TABLE: Final = Path(__file__).resolve().parents[2] / "docs" / "reference" / "limits.md"
REAL: Final = str(max(proof_paths(), key=lambda path: path.stat().st_size))
"""Takes an hour to check, and seconds to read."""
STRATEGY: Final = str(next(path for path in proof_paths() if "optimal" in path.name))
TOY: Final = ("--variant", "toy")
LONG: Final[dict[str, tuple[str, ...]]] = {
    "prove": ("--depth", "2", *TOY),
    "solve": TOY,
    "rank": ("--top", "3", *TOY),
    "census": ("--depth", "2", *TOY),
    "analyse": ("plied", "creek", "cress", *TOY),
    "absurdle": TOY,
    "check": (REAL,),
    "explain": (REAL,),
    "compare": ("--policy", "knuth", *TOY),
    "families": ("--variant", "nyt-2022-02-15"),
    "guess": ("raise",),
    "stats": ("--variant", "toy"),
    "tree table": (STRATEGY,),
    "tree draw": (STRATEGY, "--out", "x.svg"),
    "tree sheet": (STRATEGY, "--out", "x.svg"),
    "tree import": (STRATEGY, "--out", "x.cert"),
    "model show": ("adaptive-tree", "--depth", "3", *TOY),
    "model solve": ("separating-set", *TOY),
    "witness": ("--depth", "4"),
    "fixed": ("--count", "4"),
    "site": (REAL, "--out", "site"),
}
ELSEWHERE: Final = {"play", "assist", "serve", "noise", "tree export", "model export"}
"""Their own tests show it: three have limits for each answer, one is done with toys at once, and two have
their result on standard output."""
NAMES: Final = ("--time-limit", "--max-memory")


def offered() -> dict[str, tuple[bool, ...]]:
    """Return for each command which of the two limits it has; subcommands have two names."""
    options = {
        command.path.partition(" ")[2]: {name for one in command.parameters for name in one.names}
        for command in PROGRAM.every()
        if isinstance(command, Command)
    }
    return {name: tuple(limit in options[name] for limit in NAMES) for name in options}


def test_the_table_tells_which_commands_have_limits() -> None:
    rows = re.findall(
        r"(?m)^\| `([a-z]+)` \| (yes|no) \| (yes|no) \| .+ \|$", TABLE.read_text(encoding="utf-8")
    )
    told = {name: (time == "yes", memory == "yes") for name, time, memory in rows}
    found = offered()
    assert told.keys() == {name.partition(" ")[0] for name in found}
    long = {name: limits for name, limits in found.items() if name != "model list"}
    assert all(limits == told[name.partition(" ")[0]] for name, limits in long.items())


def test_every_command_with_limits_is_tried() -> None:
    assert {name for name, limits in offered().items() if any(limits)} == LONG.keys() | ELSEWHERE


@pytest.mark.parametrize("command", LONG)
def test_a_limit_ends_a_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for limit, struck in (("--time-limit", "time limit"), ("--max-memory", "memory limit")):
        assert main([*command.split(), *LONG[command], limit, "1e-6", "--json"]) == ExitCode.UNDECIDED
        fields = json.loads(capsys.readouterr().out)
        assert fields["stopped_by"] == struck
        assert main([*command.split(), *LONG[command], limit, "1e-6"]) == ExitCode.UNDECIDED
        out, err = capsys.readouterr()
        assert f"{limit} 1e-06" in out
        assert not err or re.fullmatch(
            r"warning: (\S+ ships and answers this, but its check|this takes \S+ GB of memory at least).*\n",
            err,
        )
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


def test_a_limit_as_large_as_numbers_go_is_no_limit(capsys: pytest.CaptureFixture[str]) -> None:
    for limit in NAMES:
        assert main(["solve", *TOY, limit, "1e308"]) == ExitCode.DONE
        assert not capsys.readouterr().err


def test_no_limit_is_named_that_nobody_gave() -> None:
    """After a limit there is a tenth more of memory for a moment, which is nobody's question."""
    shown: list[object] = []
    work = Work(limits=Limits(memory_bytes=10**12), show=shown.append)
    for one, notes in ((work.ending(), 0), (work, 1)):
        with pytest.raises(StoppedError):
            one.demand_room(2 * 10**12)
        assert len(shown) == notes
    assert "the limit is 1000" in str(shown)


@pytest.mark.parametrize(
    "command", [name for name in (*LONG, "tree export") if name.split()[0] in {"tree", "site"}]
)
def test_commands_without_a_partial_result_say_so(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == ExitCode.DONE
    assert "Stop after so long; there is no result then." in capsys.readouterr().out
