"""`wordle-cp prove --between`: fields, lines, names of files, and what it refuses."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.program import Run, has_fields
from wordle_cp import solve
from wordle_cp.answers.intervals import total
from wordle_cp.answers.intervals.answer import Interval
from wordle_cp.certificate.claims.missed_between import MissedBetween
from wordle_cp.certificate.claims.total import TotalBetween
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash

if TYPE_CHECKING:
    from pathlib import Path

FIELDS: Final = {
    "question": str,
    "verdict": str,
    "possible": bool | None,
    "low": int | None,
    "high": int | None,
    "opener": str | None,
    "certificate": str | None,
    "checked": bool,
    "seconds": float,
}
TOY: Final = ("--variant", "toy", "--between")
PAIRS: Final = """name: pairs
guesses: [abc, abd, abe, cde, xyz]
hidden: [abc, abd, abe]
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("prove", capsys, tmp_path, monkeypatch)


def test_as_json(run: Run) -> None:
    code, fields = run.json(*TOY)
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert (fields["question"], fields["verdict"], fields["low"], fields["high"]) == (
        "between",
        "between",
        16,
        16,
    )
    assert fields["certificate"] == "toy-normal-between-within-6.cert.gz"
    claim = check_file(run.folder / fields["certificate"], word_list_by_hash).claim
    assert isinstance(claim, TotalBetween)
    assert (claim.others, claim.reached, claim.within, claim.among) == (16, 16, 6, ())
    assert claim.openers[0].opener == fields["opener"]
    assert [entry.name for entry in run.folder.iterdir()] == [fields["certificate"]]


def test_for_people(run: Run) -> None:
    code, out, err = run(*TOY, "--out", "x.cert", "--strategy", "CREEK")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith("between: toy, normal mode, within 6 guesses: 16 to ")
    assert "\nupper        CREEK, " in out
    assert re.search(
        "\ncertificate  x.cert, .* checked\nproves       the least total of 8 hidden words ", out
    )


def test_what_nobody_can_do_is_impossible(run: Run) -> None:
    (run.folder / "pairs.yaml").write_text(PAIRS, encoding="utf-8")
    code, fields = run.json("--variant", "pairs.yaml", "--between", "--max-guesses", "1")
    assert code == ExitCode.DONE
    assert (fields["verdict"], fields["possible"], fields["certificate"]) == ("impossible", False, None)
    code, out, _ = run("--variant", "pairs.yaml", "--between", "--max-guesses", "2", "--strategy", "xyz")
    assert code == ExitCode.UNDECIDED
    assert "\ncertificate  none: the opener given can't keep the limit\n" in out
    assert [entry.name for entry in run.folder.iterdir()] == ["pairs.yaml"]


def test_a_search_that_was_given_up_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(interval: Interval, *_: object, **__: object) -> None:
        interval.paused = True

    monkeypatch.setattr(Interval, "find_strategy", give_up)
    monkeypatch.setattr("wordle_cp.answers.intervals.total._TotalInterval._policy_strategy", lambda *_: None)
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
    monkeypatch.setattr(total, "_LATE_SECONDS", 60.0)
    code, out, _ = run("--variant", "original", "--between", "--time-limit", "0.1", "--out", "x.cert")
    assert code == ExitCode.DONE
    assert out.startswith("between: original, normal mode, within 6 guesses: ")
    assert ", by a policy, made better, " in out
    assert "\nstopped by   --time-limit 0.1; more time may bring" in out
    assert [entry.name for entry in run.folder.iterdir()] == ["x.cert"]


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--between", "--optimal"), "give only one of --optimal and --between"),
        (("--between", "--loss", "1", "--costs", "0,1"), "of words missed, without weights, have bounds"),
        (
            ("--between", "--loss", "1", "--costs", "0", "--strategy-file", "original-hard-depth-5-palet"),
            "--strategy-file: not with --costs",
        ),
        (
            ("--between", "--loss", "1", "--costs", "0", "--low", "1"),
            "--low: not with --costs",
        ),
        (("--between", "--low", "0"), "--low: expected a whole number of 1 or more"),
        (
            ("--between", "--low", "17"),
            "--low: expected a number that each opener reaches, found 17, and EIKED",
        ),
        (("--optimal", "--low", "16"), "error: --optimal: not with --low\n"),
        (
            ("--between", "--loss", "1", "--costs", "0", "--strategy", "creek", "--opener", "crier"),
            "expected a strategy that begins with one of the openers, found 'creek'",
        ),
        (("--between", "--run", "x"), "error: --between: not with --run\n"),
        (("--between", "--run", "x", "--cluster", "y"), "error: --between: not with --run, --cluster\n"),
        (("--between", "--objective", "worst-then-total"), "error: --between: not with --objective\n"),
        (("--optimal", "--strategy", "creek"), "error: --optimal: not with --strategy\n"),
        (
            ("--depth", "3", "--strategy-file", "original-hard-depth-5-palet"),
            "error: --depth: not with --strategy-file\n",
        ),
        (("--between", "--strategy", "house"), "'house' is not among the guesses"),
        (("--between", "--strategy", "creek", "--opener", "crier"), "found 'creek'"),
        (("--between", "--mode", "ultrahard"), "totals needs normal or hard mode, found ultrahard mode"),
        (("--between", "--out", "missing/x.cert"), "missing: no such folder"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("--variant", "toy", *arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_codes_have_an_interval(run: Run) -> None:
    """It holds what the search finds, from the position on."""
    code, fields = run.json("--variant", "mastermind-4x6", "--between", "--after", "1122.21")
    least = solve("mastermind-4x6", history="1122.21").total_guesses
    assert least is not None
    assert code == ExitCode.DONE
    assert fields["low"] <= least <= fields["high"]


def test_weights_that_no_certificate_has_room_for_are_named(run: Run) -> None:
    (run.folder / "pairs.yaml").write_text(PAIRS, encoding="utf-8")
    heavy = "".join(f"{word},{10**12}\n" for word in ("abc", "abd", "abe"))
    (run.folder / "heavy.csv").write_text(heavy, encoding="utf-8")
    code, out, err = run("--variant", "pairs.yaml", "--between", "--weights", "heavy.csv")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert f"expected weights with which no total exceeds {10**12}" in err
    assert f"found {3 * 10**12} in all" in err
    assert len(err.splitlines()) == 1


def test_a_strategy_out_of_a_file_is_made_better(run: Run) -> None:
    words = "bat, cat, hat, mat, rat, sat"
    text = f"name: six\nguesses: [{words}, chm]\nhidden: [{words}]\n"
    (run.folder / "six.yaml").write_text(text, encoding="utf-8")
    game = ("--variant", "six.yaml", "--max-guesses")
    code, *_ = run(*game[:2], "--depth", "6", "--opener", "chm", "--out", "chm.cert")
    assert code == ExitCode.DONE
    between = ("--between", "--strategy-file", "chm.cert", "--out", "x.cert")
    code, fields = run.json(*game, "6", *between)
    assert (code, fields["opener"], fields["high"], fields["least_of_opener"]) == (0, "chm", 15, False)
    code, out, err = run(*game, "3", *between)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "chm.cert: expected a strategy that takes 3 guesses at most, found 4" in err
    code, _, err = run(*TOY, *between)
    assert code == ExitCode.BAD_INPUT
    assert "chm.cert: expected a strategy for this game, its mode and its history" in err
    code, _, err = run(*game, "6", *between, "--opener", "bat")
    assert code == ExitCode.BAD_INPUT
    assert "begins with one of the openers, found 'chm'" in err


def test_words_missed(run: Run) -> None:
    words = "bat, cat, hat, mat, rat, big, dig, fig, pig, wig"
    (run.folder / "two.yaml").write_text(
        f"name: two\nguesses: [{words}]\nhidden: [{words}]\n", encoding="utf-8"
    )
    question = ("--variant", "two.yaml", "--between", "--costs", "0,0,0", "--loss", "1")
    code, fields = run.json(*question, "--mode", "hard")
    assert code == ExitCode.DONE
    assert (fields["question"], fields["verdict"], fields["guesses"]) == ("missed-between", "between", 3)
    assert (fields["low"], fields["high"], fields["settled"], fields["checked"]) == (4, 4, True, True)
    claim = check_file(run.folder / fields["certificate"], word_list_by_hash).claim
    assert isinstance(claim, MissedBetween)
    assert (claim.low, claim.high, claim.within, claim.sets) == (4, 4, 3, 0)
    assert claim.lemmas <= len(words.split())
    code, out, err = run(*question, "--strategy", "bat", "--out", "x.cert")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith(
        "between: two, normal mode: the least number of 10 hidden words not found within 3 g"
    )
    assert "\nupper        BAT misses 4, the fewest with this opener\n" in out
    assert re.search("\nproves       of 10 hidden words, the least number not found within 3 g", out)


def test_words_missed_with_some_openers(run: Run) -> None:
    """One that splits nothing, too: two guesses are left then, of which the first finds one word."""
    words = "bat, cat, hat, mat, rat, big, dig, fig, pig, wig"
    (run.folder / "two.yaml").write_text(
        f"name: two\nguesses: [{words}, zoo]\nhidden: [{words}]\n", encoding="utf-8"
    )
    question = ("--variant", "two.yaml", "--between", "--costs", "0,0,0", "--loss", "1")
    for openers, least in ((["zoo"], 6), (["zoo", "bat"], 4)):
        listed = "-".join(openers) + ".txt"
        (run.folder / listed).write_text("\n".join(openers), encoding="utf-8")
        asked = ("--openers", listed)
        code, fields = run.json(*question, *asked)
        assert code == ExitCode.DONE
        assert (fields["openers"], fields["low"], fields["high"]) == (openers, least, least)
        claim = check_file(run.folder / fields["certificate"], word_list_by_hash).claim
        assert isinstance(claim, MissedBetween)
        assert claim.among == tuple(openers)
        code, out, _ = run(*question, *asked, "--out", "x.cert")
        which = "ZOO" if len(openers) == 1 else "each of these"
        assert f"\nlower        {which} misses {least} or more\n" in out


def test_words_missed_as_far_as_there_is_time(run: Run) -> None:
    question = ("--variant", "original", "--between", "--costs", "0,0,0,0", "--loss", "1")
    code, out, _ = run(*question, "--time-limit", "0.1")
    assert code == ExitCode.UNDECIDED
    assert out.startswith("undecided: original, normal mode: the least number of 2315 hidden words not")
    assert "there is no certificate" in out
    assert list(run.folder.iterdir()) == []


def test_a_strategy_that_takes_long_heeds_the_limit(run: Run) -> None:
    """Each guess is asked whether it reaches the least number missed: 20 s of a processor in all."""
    began = time.process_time()
    code, out, _ = run("--json", "--between", "--costs", "0,0,0,0", "--loss", "1", "--time-limit", "4")
    fields = json.loads(out)
    ends = (code, fields["verdict"])  # a fast machine has both ends by then
    assert ends in {(ExitCode.UNDECIDED, "undecided"), (ExitCode.DONE, "between")}
    assert fields["stopped_by"] == "time limit"
    assert time.process_time() - began < 12, "a processor does no more than that in 4 s, and 2 s of start-up"
