"""`prove --least-depth`: the least g, with a strategy at g and a refutation at g - 1, both checked."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Final

import pytest

from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers import depths
from wordle_cp.answers.depths import LeastDepthAnswer, prove_depth, prove_least_depth
from wordle_cp.answers.places import question_name
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Question
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.work import About, Limits, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.words import History

TOY: Final = Variant.load("toy")
SIZE: Final = Size(most_hidden=14, most_guesses=40)


def check_certificates(report: LeastDepthAnswer, history: History = ()) -> None:
    """Have the checker accept both certificates again; they must say what the report says."""
    assert report.depth is not None
    assert report.possible is not None
    assert report.possible.certificate is not None
    claim = check_file(report.possible.certificate, word_list_by_hash).claim
    assert isinstance(claim, DepthPossible)
    assert (claim.depth, claim.history) == (report.depth, history)
    if report.trivial:
        assert report.depth == len(history) + 1
        return
    assert report.impossible is not None
    assert report.impossible.certificate is not None
    claim = check_file(report.impossible.certificate, word_list_by_hash).claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.history, claim.scope) == (report.depth - 1, history, OpenerScope.ALL)


@pytest.mark.parametrize(("mode", "least"), [(Mode.NORMAL, 2), (Mode.HARD, 2)])
def test_the_toy(mode: Mode, least: int, tmp_path: Path) -> None:
    variant = Variant.load("toy", mode=mode)
    report = prove_least_depth(Question.of(variant), folder=tmp_path / "new")
    assert report.depth == least
    check_certificates(report)
    assert len(list((tmp_path / "new").iterdir())) == 2


@pytest.mark.parametrize("seed", range(8))
def test_random_games_agree_with_brute_force(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)  # noqa: S311  a game, no secret
    mode = Mode.HARD if seed % 2 else Mode.NORMAL
    game = random_game(rng, SIZE)
    variant = variant_of(game, mode)
    brute = BruteForce(game.guesses, mode)
    for history in ((), random_history(rng, game, mode, 1)):
        report = prove_least_depth(Question.of(variant, history=history), folder=tmp_path)
        assert report.depth == brute.least_depth(words_after(game, history), history)
        check_certificates(report, history)


def test_openers_can_be_chosen(tmp_path: Path) -> None:
    report = prove_least_depth(Question.of(TOY, openers=("crane", "salet")), folder=tmp_path)
    brute = BruteForce(TOY.guesses, Mode.NORMAL)
    words, allowed = frozenset(TOY.hidden), brute.allowed_after(())
    assert report.depth == next(
        depth
        for depth in range(1, 9)
        if any(brute.solvable_by(opener, words, allowed, depth) for opener in ("crane", "salet"))
    )
    assert report.impossible is not None
    assert report.impossible.certificate is not None
    claim = check_file(report.impossible.certificate, word_list_by_hash).claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.scope, sorted(claim.openers)) == (OpenerScope.ONLY, ["crane", "salet"])


def test_a_single_hidden_word_needs_one_guess(tmp_path: Path) -> None:
    variant = variant_of(SmallGame(guesses=TOY.guesses, hidden=("creek",)), Mode.NORMAL)
    report = prove_least_depth(Question.of(variant), folder=tmp_path)
    assert (report.depth, report.trivial, report.impossible) == (1, True, None)
    check_certificates(report)


def test_a_limit_leaves_bounds(tmp_path: Path) -> None:
    events: list[object] = []
    work = Work(limits=Limits(seconds=0), show=events.append)
    report = prove_least_depth(Question.of(TOY), folder=tmp_path, work=work)
    assert (report.depth, report.lower, report.stopped_by) == (None, 2, StopReason.TIME)
    assert [event for event in events if isinstance(event, About)] == [About("depth 2")]
    uncertified = "that 1 guess is too few, by counting or by CP-SAT"
    assert f"uncertified  {uncertified}" in report.told("--time-limit 0")
    assert report.to_json()["uncertified"] == uncertified


def test_stopped_on_the_way_the_certificate_of_the_bound_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(depths, "_lower_bound", lambda *_: 1)
    events: list[object] = []
    work = Work(show=events.append, cancelled=lambda: About("depth 2") in events)
    report = prove_least_depth(Question.of(TOY), folder=tmp_path, work=work)
    assert (report.depth, report.lower) == (None, 2)
    assert [event for event in events if isinstance(event, About)] == [About("depth 1"), About("depth 2")]
    assert report.impossible is not None
    assert [report.impossible.certificate] == list(tmp_path.iterdir())
    accepted = check_file(next(tmp_path.iterdir()), word_list_by_hash)
    assert isinstance(accepted.claim, DepthImpossible)
    assert accepted.claim.depth == 1
    assert report.to_json()["uncertified"] is None


@pytest.mark.parametrize("there", [False, True])
def test_only_the_certificates_that_count_stay(
    there: bool,  # noqa: FBT001  pytest gives it
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Refutations of smaller depths go again, but not where a file of that name was there before."""
    monkeypatch.setattr(depths, "_lower_bound", lambda *_: 0)
    history = parse_history("trace.bgbyy", TOY.length)
    weaker = tmp_path / question_name(Question.of(TOY, history=history), "depth-1")
    if there:
        prove_depth(Question.of(TOY, history=history), 1, weaker)
    report = prove_least_depth(Question.of(TOY, history=history), folder=tmp_path)
    check_certificates(report, history)
    assert report.possible is not None
    assert report.impossible is not None
    kept = {report.possible.certificate, report.impossible.certificate}
    assert set(tmp_path.iterdir()) == (kept | {weaker} if there else kept)
    if there:
        claim = check_file(weaker, word_list_by_hash).claim
        assert isinstance(claim, DepthImpossible)
        assert claim.depth == 1


def test_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["prove", "--least-depth", "--variant", "toy", "--out", "both"]
    assert main([*arguments, "--json"]) == ExitCode.DONE
    out, err = capsys.readouterr()
    fields = json.loads(out)
    assert not err
    assert (fields["question"], fields["verdict"], fields["depth"]) == ("least-depth", "proven", 2)
    assert fields["checked"] is True
    assert fields["certificates"] == {
        "possible": "both/toy-normal-depth-2.cert.gz",
        "impossible": "both/toy-normal-depth-1.cert.gz",
    }
    for verdict, depth in (("possible", 2), ("impossible", 1)):
        assert (fields[verdict]["verdict"], fields[verdict]["depth"]) == (verdict, depth)
        check_file(tmp_path / fields["certificates"][verdict], word_list_by_hash)
    assert main(arguments) == ExitCode.DONE
    out, err = capsys.readouterr()
    assert out.startswith("least depth 2: toy, normal mode\n")
    assert "both/toy-normal-depth-1.cert.gz, " in out


def test_ultrahard_mode_has_certificates_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [
        "prove",
        "--least-depth",
        "--variant",
        "toy",
        "--mode",
        "ultrahard",
        "--out",
        "both",
        "--json",
    ]
    assert main(arguments) == ExitCode.DONE
    fields = json.loads(capsys.readouterr().out)
    assert (fields["verdict"], fields["depth"], fields["checked"]) == ("proven", 2, True)
    assert fields["certificates"]["impossible"] is not None
    assert main([*arguments, "--time-limit", "1e-9"]) == ExitCode.UNDECIDED
    fields = json.loads(capsys.readouterr().out)
    assert (fields["verdict"], fields["depth"], fields["checked"]) == ("undecided", None, False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--least-depth", "--depth", "3"), "give only one of --depth and --least-depth"),
        (("--least-depth", "--out", "missing/folder"), "missing/folder: No such file"),
        (
            ("--least-depth", "--out", "x.cert"),
            "x.cert: expected the name of a folder, and .cert is the end of a file's name",
        ),
        (("--least-depth", "--out", "x.CERT.XZ"), "expected the name of a folder, and .XZ is"),
        (("--least-depth", "--out", "x.gz"), "expected the name of a folder"),
        (("--least-depth", "--opener", "house"), "opener 'house' is not among the guesses"),
        (("--least-depth", "--after", ""), "--after: expected guesses and patterns"),
    ],
)
def test_bad_usage(
    arguments: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["prove", "--variant", "toy", *arguments]) == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert not list(tmp_path.iterdir())
