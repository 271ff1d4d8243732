"""`wordle-cp prove --optimal`: fields, names of files, and what the text says about the lower bound."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import only_more
from tests.program import Run, has_fields
from wordle_cp.answers.totals import solve as solving
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalBetween, TotalLeast
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search import bounds

if TYPE_CHECKING:
    from pathlib import Path

FIELDS: Final = {
    "question": str,
    "verdict": str,
    "openers": list,
    "total_guesses": int | None,
    "mean_guesses": float | None,
    "openers_bounded": int,
    "certificate": str | None,
    "checked": bool,
    "seconds": float,
}
"""What shared scripts rely on; more fields are welcome."""
TOY: Final = ("--variant", "toy", "--optimal")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder, and take the time that both ends need, however busy the machine is."""
    monkeypatch.setattr(solving, "MOMENT_SECONDS", 120.0)
    return Run("prove", capsys, tmp_path, monkeypatch)


def test_what_is_proven_of_a_worst_case_is_said(run: Run) -> None:
    after = ("--after", "trace.bgbyy", *TOY)
    code, fields = run.json(*after, "--objective", "total-then-worst")
    assert code == ExitCode.DONE
    claim = check_file(run.folder / fields["certificate"], word_list_by_hash).claim
    assert isinstance(claim, TotalLeast)
    assert (claim.within, claim.least) == (6, fields["with_history"]["total_guesses"])  # the game's limit
    assert {found.opener for found in claim.openers} >= set(fields["openers"])
    _, out, _ = run(*after, "--objective", "total-then-worst")
    assert re.search(
        "-impossible-within-2.cert.gz, .* checked\nproves       .* can't all be found within 2", out
    )
    _, out, _ = run(*after, "--objective", "worst-then-total", "--opener", "creek", "--out", "creek.cert.gz")
    assert re.search(
        r"\nproves       of 1 opener listed \(CREEK\): .* within 4 guesses is .*, with CREEK; nothing ", out
    )
    assert re.search(
        "\nproves       .* within 3 guesses, if the opener is creek; guesses count from the", out
    )
    claim = check_file(run.folder / "creek-impossible-within-3.cert.gz", word_list_by_hash).claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.openers, len(claim.history)) == (3, ("creek",), 1)


def test_names_tell_the_question(run: Run) -> None:
    (run.folder / "some.txt").write_text("crane\ncreed\n", encoding="utf-8")
    for options, name in (
        (("--mode", "hard", "--max-guesses", "none"), "toy-hard-optimal"),
        (("--after", "trace.bgbyy"), "toy-normal-optimal-within-6-after-trace-bgbyy"),
        (("--openers", "some.txt"), "toy-normal-optimal-within-6-openers-some"),
        (
            ("--objective", "worst-then-total", "--opener", "crane"),
            "toy-normal-optimal-within-6-crane-worst-then-total",
        ),
        (("--costs", "0,0", "--loss", "1"), "toy-normal-optimal-within-6-costs-0-0-loss-1"),
    ):
        code, fields = run.json(*TOY, *options)
        assert (code, fields["verdict"]) == (0, "proven")
        assert fields["certificate"] == f"{name}.cert.gz"


def test_undecided(run: Run) -> None:
    code, fields = run.json(*TOY, "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    # Both ends meet, so that the least total is proven; which openers reach it isn't known.
    name = "toy-normal-optimal-within-6.cert.gz"
    assert (fields["verdict"], fields["certificate"], fields["openers"]) == ("proven", name, ["eiked"])
    assert (fields["certified_low"], fields["certified_high"], len(fields["left"])) == (16, 16, 37)
    assert isinstance(check_file(run.folder / name, word_list_by_hash).claim, TotalLeast)


@only_more
def test_undecided_on_the_original_lists(run: Run) -> None:
    """Of what is left then `prove --between` says the same: tests/unit/cli/test_cli_between.py."""
    _, fields = run.json("--optimal", "--time-limit", "1e-9")
    bracket = "original-normal-between-within-6.cert.gz"
    assert (fields["verdict"], fields["certificate"], fields["openers"]) == ("undecided", bracket, [])
    assert isinstance(check_file(run.folder / bracket, word_list_by_hash).claim, TotalBetween)


def test_what_is_certified_is_said_apart(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where what the certificate says of levels isn't known yet."""
    monkeypatch.setattr(bounds, "least_by_cells", lambda _question, openers, *_: (0, openers[0]))
    arguments = ("--optimal", "--variant", "black-pegs-3x4", "--time-limit", "1e-9", "--quiet")
    _, fields = run.json(*arguments)
    claim = check_file(run.folder / fields["certificate"], word_list_by_hash).claim
    assert isinstance(claim, TotalBetween)
    assert (fields["certified_low"], fields["certified_high"]) == (claim.others, claim.reached)
    assert fields["low"] > claim.others
    _, out, _ = run(*arguments, "--out", "x.cert")
    assert f"\nlower        {fields['low']} guesses or more; certified: {claim.others} or more\n" in out


def test_a_strategy_alone_is_called_one(run: Run) -> None:
    code, out, _ = run(*TOY, "--costs", "1,2", "--loss", "9", "--opener", "creek", "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED
    (name,) = (path.name for path in run.folder.iterdir())
    assert name == "toy-normal-strategy-within-6-creek-costs-1-2-loss-9.cert.gz"
    assert isinstance(check_file(run.folder / name, word_list_by_hash).claim, DepthPossible)
    assert re.search(
        "\nupper        CREEK, cost .*, 2 guesses at most; [1-7] words? not found in time; gap ", out
    )


def test_a_limit_leaves_a_file_alone_that_claims_more(run: Run) -> None:
    assert run(*TOY, "--out", "best.cert")[0] == ExitCode.DONE
    best = (run.folder / "best.cert").read_bytes()
    code, fields = run.json(*TOY, "--out", "best.cert", "--time-limit", "1e-9")
    assert (code, fields["certificate"]) == (ExitCode.UNDECIDED, None)
    assert (run.folder / "best.cert").read_bytes() == best


@pytest.mark.parametrize("mode", [*Mode])
def test_a_cost_of_nothing_is_proven_by_its_strategy(run: Run, mode: Mode) -> None:
    words = (*TOY, "--mode", mode, "--loss", "1")
    _, out, _ = run(*words, "--costs", "0,0,0", "--out", "nothing.cert")
    assert out.startswith(f"proven: toy, {mode} mode, within 3 guesses: cost 0 over 8 hidden words")
    assert "exhaustive search" not in out
    _, out, _ = run(*words, "--costs", "0,0,0", "--json", "--out", "json.cert")
    fields = json.loads(out)
    assert (fields["certified"], fields["certified_low"], fields["certified_high"]) == (True, 0, 0)
    assert fields["lower_bound_certificate"] == "json.cert"
    assert check_file(run.folder / "json.cert", word_list_by_hash).claim.hidden_count == 8
    _, out, _ = run(*words, "--costs", "0", "--opener", "creed", "--json", "--out", "some.cert")
    fields = json.loads(out)
    assert fields["cost"] == 7
    assert fields["certified"] is (mode is Mode.NORMAL)
    (run.folder / "w.csv").write_text(
        "creed,1\n" + "".join(f"{word},0\n" for word in Variant.load("toy").hidden if word != "creed")
    )
    _, out, _ = run(*words, "--costs", "0", "--weights", "w.csv", "--out", "weights.cert")
    assert out.startswith(f"exact: toy, {mode} mode, within 1 guess: cost 0 ")  # words of no weight are late
