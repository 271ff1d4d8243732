"""`wordle-cp tree`: tables, exports and imports, as a user meets them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.golden_files import GOLDEN
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths

if TYPE_CHECKING:
    from tests.program import Run

COMMAND: Final = "tree"
NORMAL = GOLDEN / "accept" / "normal.cert"
TOTAL = GOLDEN / "accept" / "total-normal.cert"
SHIPPED = {path.name: path for path in proof_paths()}
PALET = SHIPPED["original-hard-depth-5-palet.cert.gz"]


def run_json(run: Run, *arguments: object) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the one object on standard output."""
    code, out, err = run(*arguments, "--json")
    assert not err
    fields = json.loads(out)
    assert isinstance(fields, dict)
    return code, fields


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
