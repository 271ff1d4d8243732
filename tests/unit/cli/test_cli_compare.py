"""`wordle-cp compare`: published figures, JSON fields, certificates, text for people, mistakes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import in_third, only_more
from tests.program import Run, cpu_seconds, has_fields, interrupted, let_work, start, wait_until
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

COMMAND: Final = "compare"
FIELDS: Final = {
    "policy": str,
    "opener": str,
    "total_guesses": int,
    "mean_guesses": float,
    "max_guesses": int,
}
"""What shared scripts rely on; more fields are welcome."""
TOY: Final = ("--variant", "toy")


def rounded(fields: dict[str, Any]) -> dict[tuple[str, str], float]:
    """Return the means as the seed prints them."""
    return {(one["policy"], one["opener"]): round(one["mean_guesses"], 3) for one in fields["results"]}


def test_published_averages_of_knuth(run: Run) -> None:
    """Seed 001, with the tie rule that brings them out."""
    code, fields = run.json("--policy", "knuth", "--opener", "raise", "--opener", "trace")
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert rounded(fields) == {("knuth", "raise"): 3.563, ("knuth", "trace"): 3.493}
    assert [one["max_guesses"] for one in fields["results"]] == [5, 5]
    assert fields["results"][1]["optimum"] == 7926
    assert fields["results"][1]["excess"] == 8086 - 7926
    assert (fields["policy"], fields["opener"], fields["total_guesses"]) == ("knuth", "raise", 8248)


@in_third
def test_published_averages_of_irving_and_neuwirth(run: Run) -> None:
    _, fields = run.json(
        "--policy", "irving", "--policy", "neuwirth", "--opener", "trace", "--opener", "crate", "--no-optimum"
    )
    means = rounded(fields)
    assert means["irving", "trace"] == 3.444
    assert means["neuwirth", "trace"] == 3.435
    assert means["neuwirth", "crate"] < means["neuwirth", "trace"]
    assert {one["max_guesses"] for one in fields["results"]} == {5}
    assert {one["optimum"] for one in fields["results"]} == {None}


@in_third
def test_published_duel(run: Run) -> None:
    """Seed 001 again; the two programs that it compared decided ties in different ways."""
    _, fields = run.json(
        "--policy", "irving-first", "--policy", "knuth-last", "--opener", "trace", "--no-optimum"
    )
    (duel,) = fields["duels"]
    assert (duel["wins"], duel["losses"], duel["draws"]) == (561, 418, 2315 - 561 - 418)


@in_third
def test_openers_that_the_policies_pick(run: Run) -> None:
    _, fields = run.json(
        *("--policy", "knuth", "--policy", "irving", "--policy", "neuwirth", "--policy", "kooi"),
        "--no-optimum",
    )
    assert [one["opener"] for one in fields["results"]] == ["raise", "roate", "soare", "trace"]
    assert all(one["own_opener"] for one in fields["results"])
    assert len(fields["duels"]) == 6


@pytest.mark.parametrize("mode", ["normal", "hard", "ultrahard"])
def test_the_checker_confirms_the_total(run: Run, mode: str) -> None:
    code, fields = run.json(
        *TOY, "--mode", mode, "--policy", "irving", "--opener", "salet", "--tree", "salet.cert"
    )
    assert (code, fields["certificate"], fields["checked"]) == (ExitCode.DONE, "salet.cert", True)
    claim = check_file(run.folder / "salet.cert", word_list_by_hash).claim
    assert isinstance(claim, DepthPossible)
    assert (claim.opener, claim.total_guesses) == ("salet", fields["total_guesses"])
    assert list(claim.distribution) == fields["distribution"]
    assert claim.depth == fields["max_guesses"]
    assert fields["excess"] >= 0


def test_the_checker_confirms_a_published_total(run: Run) -> None:
    _, fields = run.json(
        "--policy", "irving", "--opener", "trace", "--no-optimum", "--mode", "hard", "--tree", "t.cert.gz"
    )
    accepted = check_file(run.folder / "t.cert.gz", word_list_by_hash)
    assert isinstance(accepted.claim, DepthPossible)
    assert accepted.claim.total_guesses == fields["total_guesses"]
    assert accepted.game.mode == "hard"


def test_all_policies_and_their_optimum(run: Run) -> None:
    code, fields = run.json(*TOY, "--policy", "all", "--opener", "trace", "--width", "3")
    assert code == ExitCode.DONE
    assert len(fields["results"]) == 8
    assert fields["width"] == 3
    assert len(fields["duels"]) == 28
    for one in fields["results"]:
        assert one["excess"] == one["total_guesses"] - one["optimum"] >= 0
        assert sum(one["distribution"]) == 8


def test_a_policy_that_prints_or_exits(run: Run) -> None:
    """Standard output is for the one JSON object, whatever the user's code does."""
    (run.folder / "loud.py").write_text(
        "print('imported')\n\ndef choose(position):\n    print('asked')\n    return position.hidden[0]\n\n"
        "def leave(position):\n    raise SystemExit(3)\n"
    )
    code, out, err = run(*TOY, "--policy", "loud.py:choose", "--json")
    assert (code, json.loads(out)["policy"]) == (ExitCode.DONE, "loud.py:choose")
    assert set(err.splitlines()) == {"imported", "asked"}
    code, out, err = run(*TOY, "--policy", "loud.py:leave", "--json")
    assert (code, json.loads(out)) == (ExitCode.BAD_INPUT, {"error": "policy loud.py:leave: SystemExit: 3"})
    assert err.splitlines() == ["imported", "error: policy loud.py:leave: SystemExit: 3"]


def test_a_time_limit(run: Run) -> None:
    code, fields = run.json("--policy", "knuth", "--time-limit", "0.000001")
    assert (code, fields["stopped_by"], fields["results"]) == (ExitCode.UNDECIDED, "time limit", [])


@only_more
def test_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("open('begun', 'w').close()\n\ndef choose(position):\n    return ''\n")
    policies = ("--policy", "all", "--policy", "mine.py:choose")
    process = start(tmp_path, "compare", *policies, "--hidden", "big", "--json")
    wait_until((tmp_path / "begun").exists)
    let_work(process, cpu_seconds(process) + 1.0)  # from there to the first policy it takes no time
    out, _ = interrupted(process)
    assert process.returncode == ExitCode.UNDECIDED
    assert json.loads(out)["stopped_by"] == "interrupted"


def test_every_hidden_word_is_played(run: Run) -> None:
    variant = "nyt-2022-02-15"
    _, fields = run.json("--variant", variant, "--policy", "kooi", "--opener", "salet", "--no-optimum")
    assert sum(fields["distribution"]) == len(Variant.load(variant).hidden) == fields["hidden"]
