"""`--by cp-sat`, as people and scripts see it: what is answered, what is certified, and what is refused."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Never

import pytest

import wordle_cp
from tests.effort import first
from wordle_cp.answers.answer import Engine
from wordle_cp.answers.depths import prove_depth
from wordle_cp.certify.total import graph_lemmas
from wordle_cp.cli import main as program
from wordle_cp.cli.app import main
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError
from wordle_cp.games.question import Question
from wordle_cp.games.variant import Variant
from wordle_cp.search.whole_list import WholeListSize
from wordle_cp.work import Counted, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

HARD: tuple[str, ...] = ("--after", "raise.bbbbg.farce.gbbbg", "--mode", "hard")
"""Six hidden words: two guesses more aren't enough, three are."""
MANY: tuple[str, ...] = ("--after", "raise.bbbbg", "--mode", "hard")
"""61 hidden words, whose least total is proven with lemmas."""


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main([*words, "--by", "cp-sat", "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_depth_is_decided_and_certified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for depth, verdict in ((4, "impossible"), (5, "possible")):
        file = tmp_path / f"{depth}.cert"
        fields = printed(capsys, "prove", "--depth", str(depth), *HARD, "--out", str(file))
        assert fields["verdict"] == verdict
        assert fields["checked"]
        assert fields["by"] == "cp-sat"
        assert fields["model"]["endgames"] == 1
        assert fields["model"]["states"] >= 1
        assert main(["check", "--plain", str(file), "--quiet"]) == 0
        capsys.readouterr()
    least = printed(capsys, "prove", "--least-depth", *HARD, "--out", str(tmp_path))
    assert least["verdict"] == "proven"
    assert least["depth"] == 5
    assert least["possible"]["by"] == least["impossible"]["by"] == "cp-sat"


def test_whole_lists_are_decided_without_a_search(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_arguments: object, **_named: object) -> Never:
        message = "the native search was asked"
        raise AssertionError(message)

    for name in (
        "engine.depth.DepthSearch.__init__",
        "search.depth.search_depth",
        "certify.depth.search_depth",
    ):
        monkeypatch.setattr(f"wordle_cp.{name}", search)
    file = tmp_path / "list.cert.gz"
    with pytest.raises(AssertionError, match="native search"):
        main(["prove", "--depth", "3", "--fresh", "--out", str(file), "--force"])
    capsys.readouterr()
    for mode in first(("normal", "hard")):
        fields = printed(capsys, "prove", "--depth", "3", "--mode", mode, "--out", str(file), "--force")
        assert (fields["verdict"], fields["checked"], fields["by"]) == ("impossible", True, "cp-sat")
        assert fields["model"]["openers"] == {"counting": 12972}
        assert fields["proof_nodes"] == sum(fields["model"]["cuts"].values())
        assert main(["check", "--plain", str(file), "--quiet"]) == 0
        capsys.readouterr()
    assert main(["prove", "--depth", "2", "--by", "cp-sat", "--out", str(file), "--force"]) == 0
    assert "\nrefuted      12972 openers: 12972 by counting\n" in capsys.readouterr().out
    fields = printed(capsys, "prove", "--depth", "1", "--out", str(file), "--force")
    assert (fields["checked"], fields["proof_nodes"]) == (True, 0)
    words = ("prove", "--depth", "6", "--opener", "crate", "--out", str(file), "--force")
    assert main([*words, "--by", "cp-sat"]) == 0
    report = capsys.readouterr().out
    assert report.startswith("possible: ")
    assert ".cert.gz, checked\n" in report
    assert "\nmodel        1 state split, " in report


def test_a_total_is_proven(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "total.cert"
    fields = printed(capsys, "solve", *HARD, "--tree", str(file))
    assert (fields["verdict"], fields["total_guesses"], fields["by"]) == ("proven", 13, "cp-sat")
    assert fields["proves"].count(" 25") == 3
    assert main(["check", "--plain", str(file), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["solve", *HARD, "--by", "cp-sat"]) == 0
    assert "certified    the least total of 6 hidden words" in capsys.readouterr().out


def test_an_optimum_is_proven_for_one_opener(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (HARD, ("--variant", "toy", "--opener", "cried")):
        file, searched = tmp_path / f"{words[0]}.cert", tmp_path / f"{words[0]}-searched.cert"
        assert main(["prove", "--optimal", *words, "--json", "--out", str(searched)]) == 0
        by_search = json.loads(capsys.readouterr().out)
        fields = printed(capsys, "prove", "--optimal", *words, "--out", str(file))
        assert (fields["verdict"], fields["question"], fields["by"]) == ("proven", "optimal", "cp-sat")
        assert fields["total_guesses"] == by_search["total_guesses"]
        assert {*fields["openers"]} <= {*by_search["openers"]}
        assert fields["lower_bound_certificate"] == str(file)
        assert main(["check", "--plain", str(file), "--quiet"]) == 0
        capsys.readouterr()
        assert main(["prove", "--optimal", *words, "--by", "cp-sat", "--out", str(file)]) == 0
        assert " is a best one; others may take as few guesses\n" in capsys.readouterr().out
    found = wordle_cp.prove_optimal("toy", out=tmp_path / "toy.cert", by="cp-sat")
    assert (found.verdict, found.lower_bound_checked) == ("proven", True)


def test_what_has_no_certificate_is_called_uncertified(capsys: pytest.CaptureFixture[str]) -> None:
    endgame = ("--after", "salet.gyybb")
    for words, rest in (
        ((*endgame, "--mode", "ultrahard"), "that no strategy costs less, by the recursion"),
        (
            (*endgame, "--costs", "0,0", "--loss", "1"),
            "that no strategy costs less, by the recursion, and what this strategy costs",
        ),
        (
            (*endgame, "--costs", "0,1,2,4,8,9,9,9", "--opener", "salty"),
            "that no strategy with this opener costs less, by the recursion, and what this strategy costs",
        ),
    ):
        fields = printed(capsys, "solve", *words)
        assert fields["verdict"] == "exact"
        assert fields["checked"]
        assert main(["solve", *words, "--by", "cp-sat"]) == 0
        assert f"\nuncertified  {rest}\n" in capsys.readouterr().out
    for opener, these in ((), ""), (("--opener", "fluke"), " with this opener"):
        impossible = ("solve", *HARD, "--max-guesses", "4", *opener)
        assert printed(capsys, *impossible)["verdict"] == "impossible"
        assert main([*impossible, "--by", "cp-sat"]) == 0
        assert (
            f"\nuncertified  that there is no strategy{these}, by the recursion;" in capsys.readouterr().out
        )


def test_a_limit_that_strikes_during_the_check_leaves_all_uncertified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strike(*_arguments: object) -> None:
        raise StoppedError(StopReason.TIME)

    monkeypatch.setattr("wordle_cp.answers.totals.by_model.write_checked", strike)
    words = ("solve", *HARD, "--tree", str(tmp_path / "tree.cert"), "--time-limit", "60", "--by", "cp-sat")
    assert main(words) == 3
    report = capsys.readouterr().out
    assert report.startswith("exact: ")
    assert "\ncertificate  none: stopped by --time-limit 60\n" in report
    rest = "that no strategy costs less, by the recursion; no checker has judged this strategy, either"
    assert f"\nuncertified  {rest}\n" in report
    assert "\ntrace " not in report  # nobody asked for one


def test_a_certificate_of_ours_that_is_rejected_is_no_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its lemmas the proof doesn't hold: that is a fault of the program, by whatever it is found."""
    monkeypatch.setattr(
        "wordle_cp.answers.totals.by_model.graph_lemmas", lambda states: (graph_lemmas(states)[0], ())
    )
    for tree in ((), ("--tree", str(tmp_path / "tree.cert"))):
        monkeypatch.setattr(sys, "argv", ["wordle-cp", "solve", *MANY, *tree, "--by", "cp-sat"])
        assert program() == 70
        output = capsys.readouterr()
        assert not output.out
        assert "Traceback" in output.err
        assert "OwnCertificateRejected: opener " in output.err
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("limit", "reason"), [(("--time-limit", "0.01"), "time"), (("--max-memory", "0.01"), "memory")]
)
def test_limits_hold_while_the_model_is_built(
    limit: tuple[str, str],
    reason: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (
        ("prove", "--depth", "4", *HARD),
        ("prove", "--depth", "4"),
        ("solve", *HARD, "--tree", "tree.cert"),
    ):
        fields = printed(capsys, *words, *limit, code=3)
        assert fields["verdict"] == "undecided"
        assert fields["stopped_by"] == f"{reason} limit"
        assert main([*words, *limit, "--by", "cp-sat"]) == 3
        assert f"stopped by   {limit[0]} {limit[1]}" in capsys.readouterr().out
        assert not list(tmp_path.iterdir())


def test_python_says_by_in_the_same_words(tmp_path: Path) -> None:
    found = wordle_cp.prove("original", 5, out=tmp_path / "d.cert", history=HARD[1], mode="hard", by="cp-sat")
    assert found.verdict == "possible"
    assert found.model is not None
    total = wordle_cp.solve("original", history=HARD[1], mode="hard", by="cp-sat")
    assert (total.total_guesses, total.verdict) == (13, "proven")
    assert sum(total.checked_strategy().certificate.claim.distribution) == 6
    least = wordle_cp.prove_least_depth("toy", folder=tmp_path, by="cp-sat")
    assert least.depth == wordle_cp.prove_least_depth("toy", folder=tmp_path).depth
    with pytest.raises(UsageError, match=r"^by: expected search or cp-sat, found 'glop'$"):
        wordle_cp.solve("toy", by="glop")


def test_what_was_refuted_before_a_limit_is_told(tmp_path: Path) -> None:
    refuted = 0

    def show(event: object) -> None:
        nonlocal refuted
        if isinstance(event, Counted):
            refuted = event.done

    work = Work(show=show, cancelled=lambda: refuted > 0)
    question = Question.of(Variant.load("original", mode="hard"))
    answer = prove_depth(question, 3, tmp_path / "stopped.cert", by=Engine.CP_SAT, work=work)
    assert answer.verdict is Verdict.UNDECIDED
    assert isinstance(answer.model, WholeListSize)
    assert answer.model.openers == {"counting": refuted}
    assert len(answer.result.left) == 12972 - refuted > 0
    told = [*answer.told("Ctrl-C")]
    assert told[1] == f"stopped by   Ctrl-C; refuted {refuted} openers: {refuted} by counting"
    assert told[2].startswith(f"left         {12972 - refuted} openers: ")
