"""`wordle-cp solve`: exit codes, JSON fields, text for people, weights and costs, Ctrl-C."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.program import Run, ended, has_fields, interrupted, let_work, start
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.cli import running
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.progress import describe_total
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import ExactCost, TotalProgress
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

FIELDS: Final = {
    "total_guesses": int | None,
    "mean_guesses": float | None,
    "max_guesses": int | None,
    "best": list,
    "distribution": list | None,
    "exact": bool,
    "seconds": float,
}
"""What shared scripts rely on; more fields are welcome."""
SEPARATING: Final = ["eiked", "euked", "kidel", "liked", "piked", "piled", "plied", "pseud", "speld"]
SMALL: Final = ("--variant", "nerdle-mini")
"""206 equations, whose least total counting alone doesn't tell."""
TOY: Final = ("--variant", "toy")
LONG: Final = ("--variant", "nyt-2022-02-15", "--hidden", "big", "--mode", "hard")
"""A question that takes hours."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("solve", capsys, tmp_path, monkeypatch)


def test_as_json(run: Run) -> None:
    code, fields = run.json(*TOY)
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert (fields["total_guesses"], fields["mean_guesses"], fields["max_guesses"]) == (16, 2.0, 2)
    assert (fields["best"], fields["distribution"], fields["exact"]) == (SEPARATING, [0, 8], True)
    assert (fields["cost"], fields["mean_fraction"], fields["checked"]) == (16, "16/8", False)
    assert (fields["openers_bounded"], fields["openers_hopeless"], fields["left"]) == (29, 0, [])
    assert fields["bounded_by_counts"] + fields["bounded_by_search"] == 29
    assert not list(run.folder.iterdir())


def test_for_people(run: Run) -> None:
    code, out, err = run(*TOY)
    assert (code, err) == (ExitCode.DONE, "")
    lines = out.splitlines()
    assert lines[0] == (
        "exact: toy, normal mode, within 6 guesses: 16 guesses over 8 hidden words (2.0000 on average)"
    )
    assert lines[1] == "strategy     EIKED, 2 guesses at most"
    assert "distribution 0 8" in lines
    assert f"equally good {' '.join(SEPARATING).upper()}" in lines
    assert any(line.startswith("others       29 openers cost more: ") for line in lines)


def test_an_opener_with_its_tree(run: Run) -> None:
    code, fields = run.json(*TOY, "--opener", "CREED", "--tree", "creed.cert.gz")
    assert (code, fields["total_guesses"], fields["best"]) == (ExitCode.DONE, 17, ["creed"])
    assert (fields["certificate"], fields["checked"]) == ("creed.cert.gz", True)
    claim = check_file(run.folder / "creed.cert.gz", word_list_by_hash).claim
    assert isinstance(claim, DepthPossible)
    assert (claim.opener, claim.total_guesses, claim.depth) == ("creed", 17, 6)
    assert list(claim.distribution) == fields["distribution"]
    out = run(*TOY, "--opener", "creed", "--tree", "creed.cert.gz")[1]
    assert "\ncertificate  creed.cert.gz, checked\n" in out
    assert "others" not in out
    assert "equally good" not in out
    assert [entry.name for entry in run.folder.iterdir()] == ["creed.cert.gz"]


def test_after_a_history(run: Run) -> None:
    code, fields = run.json(*TOY, "--after", "TRACE.bgbyy", "--tree", "x.cert")
    assert (code, fields["after"], fields["total_guesses"]) == (0, "trace.BGBYY", 16)
    assert (fields["distribution"], fields["max_guesses"]) == ([0, 8], 2)
    assert fields["with_history"] == {
        "total_guesses": 24,
        "max_guesses": 3,
        "distribution": [0, 0, 8],
    }
    claim = check_file(run.folder / "x.cert", word_list_by_hash).claim
    assert isinstance(claim, DepthPossible)
    assert (claim.total_guesses, claim.depth) == (24, 6)
    out = run(*TOY, "--after", "trace.bgbyy")[1]
    assert ": 16 guesses from here (24 with the history) over 8 hidden words (2.0000 on average)\n" in out
    assert "\nstrategy     EIKED, 2 guesses from here (3 with the history) at most\n" in out


def test_limits_on_the_guesses(run: Run) -> None:
    code, fields = run.json(*TOY, "--opener", "crane", "--max-guesses", 3)
    assert (code, fields["total_guesses"], fields["guesses_left"]) == (0, 24, 3)
    code, fields = run.json(*TOY, "--opener", "crane", "--max-guesses", "none", "--tree", "x.cert")
    assert (code, fields["total_guesses"], fields["guesses_left"], fields["limit"]) == (0, 24, None, None)
    claim = check_file(run.folder / "x.cert", word_list_by_hash).claim
    assert isinstance(claim, DepthPossible)
    assert claim.depth == 3
    code, fields = run.json(*TOY, "--max-guesses", 1)
    assert (code, fields["exact"], fields["possible"], fields["total_guesses"]) == (0, True, False, None)
    assert (fields["best"], fields["distribution"], fields["openers_hopeless"]) == ([], None, 38)
    out = run(*TOY, "--max-guesses", 1)[1]
    assert out.startswith("impossible: toy, normal mode, within 1 guess: no strategy finds every one of 8")
    assert "\nopeners      none of 38 keeps the limit\n" in out


@pytest.mark.parametrize("aim", ["worst-then-total", "total-then-worst"])
def test_lexicographic_objectives(run: Run, aim: str) -> None:
    code, fields = run.json(*TOY, "--objective", aim)
    assert (code, fields["objective"], fields["total_guesses"], fields["guesses_left"]) == (0, aim, 16, 2)
    least = {"worst-then-total": "the least worst case", "total-then-worst": "the least for this total"}[aim]
    assert f"strategy     EIKED, 2 guesses at most, {least}\n" in run(*TOY, "--objective", aim)[1]


def test_weights(run: Run) -> None:
    file = run.folder / "weights.csv"
    file.write_text("word,weight\n# often\nCREDO, 10\n\n" + "".join(f"{word},1\n" for word in words()[1:]))
    code, fields = run.json(*TOY, "--weights", file)
    assert (code, fields["total_guesses"], fields["mean_fraction"], fields["best"]) == (
        0,
        27,
        "27/17",
        ["credo"],
    )
    assert sum(fields["distribution"]) == 8
    out = run(*TOY, "--weights", file)[1]
    assert "weighted total 27 over 8 hidden words (27/17 = 1.5882 on average)\n" in out


def words() -> tuple[str, ...]:
    """Return the hidden words."""
    return Variant.load("toy").hidden


REST: Final = "".join(f"{word},1\n" for word in words()[1:])
"""Seven lines that are right, without CREDO."""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "w.csv: expected words, found an empty file"),
        (f"{REST}house,1\n", "w.csv:1:1: expected a weight for each hidden word; 'credo' lacking"),
        (f"{REST}credo,1\n  credo,2\n", "w.csv:9:1: expected one weight for a word, and 'credo' comes twice"),
        (f"{REST} credo,-1\n", "w.csv:8:1: expected a number, 0 or more, such as 3, 0.25 or 1.5e-6, as the"),
        (f"{REST}credo\n", "as the weight of 'credo', found '': --missing-weight W lets it weigh W"),
        (f"{REST}credo,word\n", "as the weight of 'credo', found 'word'"),
        (f"{REST}credo,1e999999999\n", "as the weight of 'credo', found '1e999999999'"),
        (f"{REST}credo,NaN\n", "w.csv:8:1: expected a number, 0 or more, such as 3, 0.25 or 1.5e-6, as the"),
        (f"{REST}credo,-\n", "as the weight of 'credo', found '-': --missing-weight W lets it weigh W"),
        (
            "".join(f"{word},0\n" for word in words()),
            "w.csv: expected a weight greater than 0, found 0 for each of 8 words",
        ),
        (
            f"{REST}credo,9999999999999999\n",
            "a sum of them could exceed 9007199254740992; rounding would do: --round-weights 15",
        ),
        (
            "".join(f"{word},{n},{n}.5\n" for n, word in enumerate(words(), 2)),
            "w.csv: expected one column of numbers, found 2 and 3: call the right one weight",
        ),
    ],
)
def test_files_of_weights_that_are_wrong(run: Run, content: str, message: str) -> None:
    (run.folder / "w.csv").write_text(content, encoding="utf-8")
    code, out, err = run(*TOY, "--weights", "w.csv")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1


def test_everything_that_is_wrong_with_weights_is_told(run: Run) -> None:
    (run.folder / "w.csv").write_text("word,weight\n\ncredo,x  # no\nhouse,-1\ncred,1\ncreek,1\ncreek,2\n")
    code, out, err = run(*TOY, "--weights", "w.csv")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    number = "expected a number, 0 or more, such as 3, 0.25 or 1.5e-6, as the weight of 'credo', found 'x'"
    lacking = "expected a weight for each hidden word; 'creed' and 5 more lacking: --missing-weight W lets"
    assert err.splitlines() == [
        f"error: w.csv:1:1: {lacking} them weigh W",
        f"error: w.csv:3:1: {number}",
        "error: w.csv:7:1: expected one weight for a word, and 'creek' comes twice; add them up, or keep one",
    ]
    _, out, _ = run("--json", *TOY, "--weights", "w.csv")
    problems = json.loads(out)["problems"]
    assert (len(problems), problems[1]["line"], problems[1]["column"]) == (3, 3, 1)
    (run.folder / "w.csv").write_text("".join(f"{word},x\n" for word in words()))
    code, _, err = run(*TOY, "--weights", "w.csv")
    assert (code, err.count("\n")) == (ExitCode.BAD_INPUT, 1)
    assert err.endswith("found 'x' (and 7 more like it in this file)\n")


def test_words_missed(run: Run) -> None:
    code, fields = run.json(*TOY, "--costs", "0", "--loss", "1", "--tree", "x.cert")
    assert (code, fields["cost"], fields["lost"], fields["total_guesses"]) == (0, 7, 7, None)
    assert (fields["costs"], fields["loss"], fields["weighted"]) == ([0], 1, False)
    assert (fields["mean_guesses"], fields["mean_fraction"], fields["distribution"]) == (None, "7/8", [1])
    assert fields["checked"] is True
    out = run(*TOY, "--costs", "0", "--loss", "1")[1]
    assert "cost 7 over 8 hidden words (0.8750 on average)\n" in out
    assert "strategy     CREDO, 1 guess at most; 7 words not found in time\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--max-guesses", "0"), "--max-guesses:"),
        (("--max-guesses", "few"), "--max-guesses:"),
        (("--costs", "1,x"), "--costs:"),
        (("--costs", "2,1"), "--costs: expected costs of which none is less"),
        (("--loss", "-1"), "--loss:"),
        (("--loss", "5"), "expected a loss of 6 or more, as a word costs that the last guess finds"),
        (("--loss", "9", "--objective", "worst-then-total"), "not together with a loss"),
        (("--objective", "best"), "--objective:"),
        (("--weights", "missing.csv"), "missing.csv: No such file"),
        (("--opener", "house"), "opener 'house' is not among the guesses of toy"),
        (("--after", "trace"), "TRACE lacks its response"),
        (("--after", "eiked.ggggg"), "guess 1, EIKED GGGGG: no hidden word of toy agrees with this"),
        (("--after", "trace.bgbyy", "--max-guesses", "1"), "leaves a guess after the history"),
        (("--after", "trace.bgbyy.plied.bbbgb", "--opener", "crane"), "only 'creek' agrees"),
        (("--tree", "missing/x.cert"), "missing: no such folder"),
        (("--tree", "."), "is a folder"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*TOY, *arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    code, out, _ = run(*TOY, *arguments, "--json")
    assert message in json.loads(out)["error"]
    assert not list(run.folder.iterdir())


def test_undecided(run: Run) -> None:
    code, fields = run.json(*SMALL, "--time-limit", "1e-9", "--tree", "x.cert", "--quiet")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    assert (fields["exact"], fields["best"], fields["stopped_by"], len(fields["left"])) == (
        False,
        [],
        "time limit",
        476,
    )
    assert fields["low"] <= 544 <= fields["high"]
    assert fields["gap"] == (fields["high"] - fields["low"]) / fields["high"]
    assert (fields["certificate"], fields["checked"]) == ("x.cert", True)
    (run.folder / "x.cert").unlink()
    code, out, err = run(*SMALL, "--time-limit", "1e-9")
    name = "nerdle-mini-normal-optimal-within-6"
    note = f"note: {name} ships and answers this; to check it: wordle-cp check {name}\n"
    assert (code, err) == (ExitCode.UNDECIDED, note)
    asked = "nerdle-mini, normal mode, within 6 guesses: the least number of guesses over 206 hidden words"
    assert out.startswith(f"undecided: {asked}\nlower        ")
    assert " guesses or more\nupper        " in out
    assert "\nstopped by   --time-limit 1e-09; " in out
    assert "\nleft         476 openers: 0*10=0 0*11=0 " in out
    assert not list(run.folder.iterdir())


def test_where_both_ends_meet_the_least_is_known(run: Run) -> None:
    code, out, _ = run(*TOY, "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED  # whether there are other openers as good
    assert out.startswith("exact: toy, normal mode, within 6 guesses: 16 guesses over 8 hidden words")
    assert "\nstopped by   --time-limit 1e-09; that other openers are as good isn't ruled out\n" in out
    assert "\nleft         37 openers: " in out
    assert not list(run.folder.iterdir())


def test_ctrl_c_ends_the_run_with_a_report(tmp_path: Path) -> None:
    process = start(tmp_path, "solve", *LONG, "--json")
    let_work(process, 1.5)
    out, err = interrupted(process)
    assert (process.returncode, err) == (ExitCode.UNDECIDED, "")
    fields = json.loads(out)
    assert (fields["exact"], fields["stopped_by"]) == (False, "interrupted")
    assert fields["left"]
    assert not list(tmp_path.iterdir())


def test_snapshots_as_a_line() -> None:
    assert describe_total(TotalProgress(0, 0, 0, 0, 0, None, None, 0, 0)) == "scoring all pairs"
    progress = TotalProgress(12972, 12700, 3, 12690, 7, ExactCost("salet", 7920), "crane", 5, 6)
    assert describe_total(progress, "about 0:03 left") == (
        "12700 of 12972 openers, 3 exact, 12697 refuted, best SALET 7920, about 0:03 left, now CRANE"
    )


@pytest.mark.parametrize("command", ["solve", "rank --top 2", "prove --optimal"])
def test_progress_on_a_terminal(
    command: str, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line goes to standard error, and is gone at the end."""
    arguments = [*command.split(), *TOY]
    assert main(arguments) == ExitCode.DONE
    silent = capsys.readouterr()
    monkeypatch.setattr(running, "on_terminal", lambda: True)
    assert main(arguments) == ExitCode.DONE
    shown = capsys.readouterr()
    assert shown.out.splitlines()[:3] == silent.out.splitlines()[:3]
    assert main([*arguments, "--quiet"]) == ExitCode.DONE
    assert not capsys.readouterr().err
    assert run.command == "solve"


def test_what_a_quick_answer_does_not_load(tmp_path: Path) -> None:
    script = (
        "import sys; from wordle_cp.cli.app import main; code = main(); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr); sys.exit(code)"
    )
    process = start(tmp_path, "solve", *TOY, script=script)
    _, err = ended(process)
    assert process.returncode == ExitCode.DONE
    assert {"networkx", "numpy", "ortools", "rich", "sqlite3"}.isdisjoint(err.split())
