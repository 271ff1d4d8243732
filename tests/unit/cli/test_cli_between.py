"""`wordle-cp prove --between`: fields, lines, names of files, and what it refuses."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import in_third
from wordle_cp import Goal, solve
from wordle_cp.answers import between
from wordle_cp.answers.between import Interval
from wordle_cp.certificate.claims.missed_between import MissedBetween
from wordle_cp.certificate.claims.total import TotalBetween
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash

if TYPE_CHECKING:
    from tests.program import Run

COMMAND: Final = "prove"
TOY: Final = ("--variant", "toy", "--between")


def test_a_search_that_was_given_up_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(interval: Interval, *_: object, **__: object) -> None:
        interval.paused = True

    monkeypatch.setattr(Interval, "find_strategy", give_up)
    monkeypatch.setattr("wordle_cp.answers.between._TotalInterval._policy_strategy", lambda *_: None)
    code, out, _ = run(*TOY, "--opener", "adieu", "--max-guesses", "none")
    assert code == ExitCode.UNDECIDED
    assert "\nlower        ADIEU costs " in out
    assert "\ncertificate  none: no strategy was found soon\n" in out
    code, fields = run.json("--variant", "toy", "--between", "--max-guesses", "1")
    assert (code, fields["verdict"]) == (ExitCode.DONE, "impossible"), "the depth search sees it"
    code, out, _ = run(*TOY, "--max-guesses", "2")
    assert code == ExitCode.UNDECIDED
    assert "\nupper        no strategy within 2 guesses was found; --max-guesses none " in out


def test_a_limit_leaves_an_interval(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(between, "_LATE_SECONDS", 60.0)
    code, out, _ = run("--variant", "black-pegs-3x4", "--between", "--time-limit", "1e-3", "--out", "x.cert")
    assert code == ExitCode.DONE
    assert out.startswith("between: black-pegs-3x4, normal mode: ")
    assert ", by a policy, made better, " in out
    assert "\nstopped by   --time-limit 0.001; more time may bring" in out
    assert [entry.name for entry in run.folder.iterdir()] == ["x.cert"]


@pytest.mark.parametrize("game", [("--max-guesses", "1"), ("--max-guesses", "2", "--after", "trace.bgbyy")])
def test_words_missed_where_the_game_ends_before_the_costs(run: Run, game: tuple[str, ...]) -> None:
    question = (*game, "--costs", "0,0,0", "--loss", "1")
    goal = Goal(costs=(0, 0, 0), loss=1)
    after = game[3] if game[2:] else ()
    least = solve("toy", history=after, max_guesses=int(game[1]), goal=goal).cost
    _, fields = run.json(*TOY, *question, "--out", "x.cert")
    assert (fields["low"], fields["high"]) == (least, least) == (7, 7)
    claim = check_file(run.folder / "x.cert", word_list_by_hash).claim
    assert isinstance(claim, MissedBetween)
    assert (claim.low, claim.within - len(claim.history)) == (7, 1)


@pytest.mark.parametrize("options", [(), ("--costs", "0,0", "--loss", "1")])
def test_an_interval_takes_the_place_of_one_that_is_no_nearer(run: Run, options: tuple[str, ...]) -> None:
    """Nothing else, which is told before the search."""
    name = "x.cert"
    assert run(*TOY, *options, "--out", name)[0] == ExitCode.DONE
    before = (run.folder / name).read_bytes()
    assert run(*TOY, *options, "--out", name)[0] == ExitCode.DONE
    assert (run.folder / name).read_bytes() == before
    claims_more = (
        (*TOY, *options, "--mode", "hard"),
        ("--variant", "toy", "--optimal", *options),
        ("--variant", "toy", "--depth", "3"),
    )
    for there, other in zip(("y.cert", "z.cert", "x2.cert"), claims_more, strict=True):
        assert run(*other, "--out", there)[0] == ExitCode.DONE
        kept = (run.folder / there).read_bytes()
        code, out, err = run(*TOY, *options, "--out", there)
        assert (run.folder / there).read_bytes() == kept
        if other == claims_more[1] and not options:  # about the same question
            assert code == ExitCode.UNDECIDED
            assert "\ncertificate  none: " in out
            continue
        assert (code, out) == (ExitCode.BAD_INPUT, "")
        assert err == f"error: {there}: is there already; --force writes over it\n"


def test_a_wider_interval_takes_no_place(run: Run) -> None:
    few = ("--variant", "nerdle-mini", "--between", "--opener", "4*7=28", "--out", "x.cert")
    assert run(*few, "--time-limit", "1e-9")[0] == ExitCode.DONE
    wide = check_file(run.folder / "x.cert", word_list_by_hash).claim
    assert run(*few, "--time-limit", "60")[0] == ExitCode.DONE
    narrow = check_file(run.folder / "x.cert", word_list_by_hash).claim
    assert isinstance(wide, TotalBetween)
    assert isinstance(narrow, TotalBetween)
    assert narrow.others > wide.others
    assert narrow.reached <= wide.reached
    code, fields = run.json(*few, "--time-limit", "1e-9")
    assert (code, fields["certificate"], fields["verdict"]) == (ExitCode.UNDECIDED, None, "between")
    assert check_file(run.folder / "x.cert", word_list_by_hash).claim == narrow


def test_codes_have_an_interval(run: Run) -> None:
    """It holds what the search finds, from the position on."""
    code, fields = run.json("--variant", "mastermind-4x6", "--between", "--after", "1122.21")
    least = solve("mastermind-4x6", history="1122.21").total_guesses
    assert least is not None
    assert code == ExitCode.DONE
    assert fields["low"] <= least <= fields["high"]


def test_words_missed_as_far_as_there_is_time(run: Run) -> None:
    question = ("--variant", "original", "--between", "--costs", "0,0,0,0", "--loss", "1")
    code, out, _ = run(*question, "--time-limit", "0.1")
    assert code == ExitCode.UNDECIDED
    assert out.startswith("undecided: original, normal mode: the least number of 2315 hidden words not")
    assert "there is no certificate" in out
    assert list(run.folder.iterdir()) == []


@in_third
def test_a_strategy_that_takes_long_heeds_the_limit(run: Run) -> None:
    """Each guess is asked whether it reaches the least number missed: 20 s of a processor in all."""
    began = time.process_time()
    code, out, _ = run("--json", "--between", "--costs", "0,0,0,0", "--loss", "1", "--time-limit", "4")
    fields = json.loads(out)
    ends = (code, fields["verdict"])  # a fast machine has both ends by then
    assert ends in {(ExitCode.UNDECIDED, "undecided"), (ExitCode.DONE, "between")}
    assert fields["stopped_by"] == "time limit"
    assert time.process_time() - began < 12, "a processor does no more than that in 4 s, and 2 s of start-up"
