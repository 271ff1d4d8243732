"""`wordle-cp tree`: tables, exports and imports, as a user meets them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden_files import GOLDEN
from tests.program import Run
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths

if TYPE_CHECKING:
    from pathlib import Path

NORMAL = GOLDEN / "accept" / "normal.cert"
TOTAL = GOLDEN / "accept" / "total-normal.cert"
REFUTATION = GOLDEN / "accept" / "impossible-rule.cert"
REJECT = GOLDEN / "reject" / "total-off-by-one.cert"
SHIPPED = {path.name: path for path in proof_paths()}
PALET = SHIPPED["original-hard-depth-5-palet.cert.gz"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs `wordle-cp tree`."""
    return Run("tree", capsys, tmp_path, monkeypatch)


def run_json(run: Run, *arguments: object) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the one object on standard output."""
    code, out, err = run(*arguments, "--json")
    assert not err
    fields = json.loads(out)
    assert isinstance(fields, dict)
    return code, fields


def test_table(run: Run) -> None:
    code, out, err = run("table", NORMAL)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines() == [
        "MAC, rhymes, normal mode: 13 guesses over 5 hidden words, 3 at most",
        "responses in order, tile by tile from the left, grey before yellow before green",
        "response  words  guess  worst  total",
        "BGB           3  BAH        3      9",
        "BGY           1  CAT        2      2",
        "GGB           1  MAT        2      2",
        "level 2: 3 responses, 5 words, 13 guesses",
    ]


def test_a_deeper_table(run: Run) -> None:
    code, out, _ = run("table", NORMAL, "--levels", "9", "--csv", "table.csv")
    lines = out.splitlines()
    assert code == ExitCode.DONE
    assert lines[3:7] == [
        "BGB           3  BAH        3      9",
        "  BGB         1  RAT        3      3",
        "  BGY         1  HAT        3      3",
        "  GGB         1  BAT        3      3",
    ]
    assert lines[-1] == "level 3: 3 responses, 3 words, 9 guesses; found before: 2 words, 4 guesses"
    assert len((run.folder / "table.csv").read_text(encoding="utf-8").splitlines()) == 7


def test_a_table_as_json(run: Run) -> None:
    code, fields = run_json(run, "table", PALET)
    assert (code, fields["opener"], fields["total_guesses"], fields["mode"]) == (0, "palet", 8376, "hard")
    assert fields["order"].startswith("tile by tile from the left")
    (level,) = fields["levels"]
    assert level["total_guesses"] + level["guesses_of_found_before"] == 8376
    assert sum(row["hidden_count"] for row in fields["rows"]) == level["hidden_count"] == 2315
    assert fields["rows"][0] == {
        "level": 2,
        "after": "palet.BBBBB",
        "response": "BBBBB",
        "hidden_count": 255,
        "guess": "doris",
        "max_guesses": 5,
        "total_guesses": fields["rows"][0]["total_guesses"],
    }


def test_a_strategy_of_a_least_total(run: Run) -> None:
    first = run("table", TOTAL)
    assert first[0] == ExitCode.DONE
    assert first == run("table", TOTAL, "--opener", "MAC")
    assert run("table", TOTAL, "--opener", "orb")[1].startswith("ORB, rhymes, normal mode: 13 guesses")
    code, out, err = run("export", TOTAL, "--opener", "bah", "--format", "selby")
    assert (code, out.splitlines()[0][:3], err) == (ExitCode.DONE, "bah", "")
    assert run("export", TOTAL, "--opener", "bah", "--format", "certificate", "--out", "bah.cert")[0] == 0
    assert run("export", "bah.cert", "--format", "selby")[1] == out
    assert run("export", TOTAL, "--opener", "bah", "--format", "certificate")[1] == (
        run.folder / "bah.cert"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize("tree_format", ["dot", "graphml", "json"])
def test_export_of_the_first_levels(run: Run, tree_format: str) -> None:
    sizes = [len(run("export", NORMAL, "--format", tree_format, "--levels", n)[1]) for n in (1, 2, 3, 4)]
    assert sizes[0] < sizes[1] < sizes[2] == sizes[3]
    assert sizes[3] == len(run("export", NORMAL, "--format", tree_format)[1])
    assert '"rat' not in run("export", NORMAL, "--format", "dot", "--levels", 2)[1]


def test_json_in_and_out(run: Run) -> None:
    assert run("export", PALET, "--format", "json", "--out", "a.json")[0] == ExitCode.DONE
    code, fields = run_json(run, "import", "a.json", "--out", "a.cert.gz")
    assert (code, fields["checked"], fields["claim"]["total_guesses"]) == (ExitCode.DONE, False, 8376)
    assert run("export", "a.cert.gz", "--format", "json", "--out", "b.json")[0] == ExitCode.DONE
    assert (run.folder / "b.json").read_bytes() == (run.folder / "a.json").read_bytes()


def test_selby_in_the_order_of_choice(run: Run) -> None:
    plain = run("export", NORMAL, "--format", "selby")[1]
    assert run("export", NORMAL, "--format", "selby", "--order", "bgy")[1] == plain
    out = run("export", NORMAL, "--format", "selby", "--order", "GYB", "--full")[1]
    assert [line.split()[1] for line in out.splitlines()] == ["GGB1", "BGY1", "BGB1", "BGB1", "BGB1"]
    assert [line.split()[-1] for line in out.splitlines()] == ["GGG2", "GGG2", "GGG3", "GGG3", "GGG3"]
    assert sorted(out.splitlines()) == sorted(
        run("export", NORMAL, "--format", "selby", "--full")[1].splitlines()
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table", REFUTATION), "proves an impossibility, so it has no strategy"),
        (("sheet", REFUTATION, "--out", "x.html"), "proves an impossibility, so it has no strategy"),
        (("draw", REFUTATION, "--out", "x.svg"), "so it has no strategy: wordle-cp explain "),
        (("table", NORMAL, "--levels", "1"), "expected a whole number from 2 to 255, found '1'"),
        (("table", NORMAL, "--levels", "256"), "expected a whole number from 2 to 255, found '256'"),
        (("export", NORMAL, "--format", "dot", "--levels", "0"), "expected a whole number from 1 to 255"),
        (("draw", NORMAL, "--out", "x.svg", "--levels", "1"), "expected a whole number from 2 to"),
        (
            ("sheet", NORMAL, "--out", "x.svg", "--pages", "3"),
            "expected a whole number from 1 to 2, found '3'",
        ),
        (
            ("table", TOTAL, "--opener", "cat"),
            "no strategy begins with 'cat'; there is one for mac, bah, orb",
        ),
        (("table", NORMAL, "--csv", "missing/x.csv"), "missing: no such folder"),
        (("draw", NORMAL, "--out", "x.gif"), "expected a name that ends in .svg, .html, .pdf, .png, .dot"),
        (("draw", NORMAL, "--out", "x.svg", "--widest", "0"), "expected a whole number from 1 to 1000"),
        (("sheet", NORMAL, "--out", "x"), "expected a name that ends in .svg, .html, .pdf, .png, found 'x'"),
        (("sheet", NORMAL, "--out", "missing/x.pdf"), "missing: no such folder"),
        (("export", NORMAL, "--format", "selby", "--levels", "2"), "--levels is for dot, graphml and json"),
        (("export", REFUTATION, "--format", "dot", "--opener", "mac"), "are for strategies"),
        (("export", REFUTATION, "--format", "certificate"), "--format certificate is for strategies"),
        (
            ("export", NORMAL, "--format", "selby", "--order", "BGR"),
            "expected the letters B, G and Y in some",
        ),
        (("import", "a.json", "--out", "x.cert", "--depth", "4"), "--depth, --after and --max-guesses are"),
        (("import", "a.json", "--out", "x.cert", "--max-guesses", "3"), "--max-guesses are for other files"),
        (("export", NORMAL, "--format", "json", "--full"), "--full and --order are for --format selby, not"),
        (("export", NORMAL, "--format", "dot", "--order", "BGY"), "are for --format selby, not dot"),
        (("export", REFUTATION, "--format", "dot", "--full"), "are for --format selby, not dot"),
        (("draw", NORMAL, "--out", "x.dot", "--palette", "standard"), "--palette is for tiles; DOT has none"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[object, ...], message: str) -> None:
    (run.folder / "a.json").write_text('{"graph": {}, "nodes": []}', encoding="utf-8")
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert message in err
    assert sorted(path.name for path in run.folder.iterdir()) == ["a.json"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("table", REJECT),
        ("draw", REJECT, "--out", "x.svg"),
        ("sheet", REJECT, "--out", "x.html"),
    ],
)
def test_a_rejected_certificate_gives_nothing(run: Run, arguments: tuple[object, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (ExitCode.REJECTED, "")
    assert err == f"error: rejected: {REJECT}: start: total: expected 12, as claimed, found 13\n"
    assert not list(run.folder.iterdir())


def test_rejected_as_json(run: Run) -> None:
    code, out, _ = run("table", REJECT, "--json")
    assert code == ExitCode.REJECTED
    assert json.loads(out)["error"].startswith(f"rejected: {REJECT}: start")


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("x.svg", b"<?xml"),
        ("x.html", b"<!DOCTYPE html>"),
        ("x.pdf", b"%PDF"),
        ("x.png", b"\x89PNG"),
        ("x.dot", b"// made by wordle-cp\ndigraph strategy {"),
    ],
)
def test_draw(run: Run, name: str, beginning: bytes) -> None:
    assert run("draw", NORMAL, "--out", name) == (ExitCode.DONE, f"written to {name}\n", "")
    first = (run.folder / name).read_bytes()
    assert first.startswith(beginning)
    code, fields = run_json(run, "draw", NORMAL, "--out", name, "--levels", 3, "--widest", 1)
    assert (code, fields) == (ExitCode.DONE, {"drawing": name, "opener": "mac", "rows": 3})
    assert (run.folder / name).read_bytes() != first


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("x.svg", b"<?xml"), ("x.html", b"<!DOCTYPE html>"), ("x.pdf", b"%PDF"), ("x.png", b"\x89PNG")],
)
def test_sheet(run: Run, name: str, beginning: bytes) -> None:
    code, out, err = run("sheet", NORMAL, "--out", name)
    assert (code, err) == (ExitCode.DONE, "")
    assert out == f"written to {name}: covers 5 of 5 words, in type of 7.5 pt\n"
    first = (run.folder / name).read_bytes()
    assert first.startswith(beginning)
    code, fields = run_json(run, "sheet", TOTAL, "--out", name, "--palette", "print")
    assert (code, fields["opener"], fields["words_covered"], fields["words_found"]) == (0, "mac", 5, 5)
    assert (run.folder / name).read_bytes() != first


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("draw", NORMAL), "normal.svg"),
        (("draw", TOTAL, "--opener", "MAC"), "total-normal-mac.svg"),
        (("draw", "original-normal-depth-5", "--opener", "temps"), "original-normal-depth-5-temps.svg"),
        (("sheet", NORMAL), "normal.html"),
        (
            ("sheet", "original-hard-depth-5-palet", "--after", "palet bbbbb"),
            "original-hard-depth-5-palet-after-palet-bbbbb.html",
        ),
    ],
)
def test_a_picture_goes_to_the_current_folder_by_default(
    run: Run, arguments: tuple[object, ...], name: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith(f"written to {name}")
    assert [path.name for path in run.folder.iterdir()] == [name]


@pytest.mark.parametrize("name", ["x.pdf", "x.png"])
def test_matplotlib_is_missing(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for command in ("draw", "sheet"):
        code, out, err = run(command, "missing.cert", "--out", name)  # matplotlib is looked for first
        assert (code, out) == (ExitCode.BAD_INPUT, "")
        assert err == f"error: {name[2:].upper()} needs matplotlib: in a checkout, pip install '.[plots]'\n"
    assert run("sheet", NORMAL, "--out", "x.html")[0] == ExitCode.DONE
    assert [path.name for path in run.folder.iterdir()] == ["x.html"]
