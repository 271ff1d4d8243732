"""Pictures: each command draws one, the same result is the same file, and nothing is loaded for it."""

from __future__ import annotations

import errno
import json
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import matplotlib as mpl
import pytest

from tests.effort import only_more
from wordle_cp.answers.families import FamiliesAnswer, FamilyDepth, family_table
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals.solve import solve
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.experiments.compare import compare, entries_of
from wordle_cp.experiments.list_stats import stats
from wordle_cp.experiments.policies import ALL_POLICIES
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.views.charts import files
from wordle_cp.views.charts.charts import (
    NothingToDrawError,
    comparison_chart,
    distribution_chart,
    family_chart,
    letter_chart,
    ranking_chart,
)
from wordle_cp.views.charts.drawn import COLOURS, Band, Bars, Dots, HeatMap, Series, Squares, ticks_of
from wordle_cp.views.charts.files import picture, write_picture
from wordle_cp.views.strategies import plotted
from wordle_cp.views.strategies.drawing import Box, Circle, Text

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.charts.drawn import Chart

TOY: Final = ("--variant", "toy")
COMMANDS: Final = (
    ("solve", *TOY),
    ("rank", *TOY, "--top", "3"),
    ("compare", *TOY, "--policy", "knuth", "--policy", "kooi"),
    ("compare", *TOY, "--policy", "all", "--opener", "crate"),
    ("stats", *TOY),
    ("families", *TOY, "--min-size", "2"),
)
ODD: Final = "_<b>d$x_$</b> & \\frac{1"
"""A name that matplotlib could take for mathematics, and a browser for tags."""
CHARTS: Final[tuple[Chart, ...]] = (
    Bars("title", "x", "y", ("1", "2"), (Series("a", (3, 0)), Series("b", (0.5, 7)))),
    Dots("title", "x", "y", ("a", "b"), (1.5, 2.5), ("3", "5")),
    HeatMap("title", "x", "y", ("1", "2"), ("a", "b", "c"), "value", ((1, 0), (0, 0), (3, 7))),
    HeatMap("title", "x", "y", ("1",), ("a",), "value", ((0,),)),
    Squares("title", "x", "y", ("A", "B"), ("a", "b"), ("k", "l"), (0, 1), ((True, False), (True, True))),
    Band("title", "x", "y", ("0", "1"), (1.0, 1.0), (1.0, 2.0), (1.0, 3.0), 1.0, "optimum"),
    Bars(ODD, ODD, ODD, (ODD, "2"), (Series(ODD, (3, 0)), Series("_b", (0.5, 7)))),
    Dots(ODD, ODD, ODD, (ODD, "b"), (1.5, 2.5), (ODD, "5")),
    HeatMap(ODD, ODD, ODD, (ODD, "2"), (ODD, "b"), ODD, ((1, 3), (0, 7))),
    Squares(ODD, ODD, ODD, ("A", "B"), (ODD, "b"), (ODD, "l"), (0, 1), ((True, False), (True, True))),
    Band(ODD, ODD, ODD, (ODD, "1"), (1.0, 1.0), (1.0, 2.0), (1.0, 3.0), 1.0, ODD),
)
NOTHING: Final = (
    (("solve", *TOY, "--max-guesses", "1"), ExitCode.DONE, "--plot: there is no strategy to draw"),
    (("families", *TOY), ExitCode.DONE, "--plot: there is no family to draw"),
    (
        ("compare", "--policy", "knuth", "--time-limit", "0.000001"),
        ExitCode.UNDECIDED,
        "--plot: not every policy was played out",
    ),
    (
        ("rank", *TOY, "--top", "3", "--max-guesses", "1"),
        ExitCode.DONE,
        "--plot: no opener is ranked yet",
    ),
)


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        pytest.param(
            arguments, ending, marks=() if ending == "svg" or arguments == COMMANDS[0] else only_more
        )
        for arguments in COMMANDS
        for ending in ("png", "svg", "html")
    ],
)
def test_commands_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], ending: str
) -> None:
    """What each command draws in the other formats tests/browser/test_pictures.py looks at."""
    file = tmp_path / f"picture.{ending}"
    assert main([*arguments, "--plot", str(file), "--json"]) == ExitCode.DONE
    assert not capsys.readouterr().err
    contents = file.read_bytes()
    assert contents.startswith({"png": b"\x89PNG", "svg": b"<?xml", "html": b"<"}[ending])
    assert len(contents) > 1_500
    again = tmp_path / f"again.{ending.upper()}"
    assert main([*arguments, "--plot", str(again)]) == ExitCode.DONE
    assert again.read_bytes() == contents
    assert sorted(tmp_path.iterdir()) == sorted([file, again])


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_every_chart_is_whole(tmp_path: Path, chart: Chart) -> None:
    for ending in ("png", "svg", "html"):
        write_picture(tmp_path / f"picture.{ending}", chart)
    tree = ET.parse(tmp_path / "picture.svg")  # noqa: S314  our own file
    links = [
        value
        for element in tree.iter()
        for name, value in element.attrib.items()
        if name.endswith("href") and not value.startswith(("#", "data:"))
    ]
    assert not links
    assert "<dc:date>" not in (tmp_path / "picture.svg").read_text()
    page = (tmp_path / "picture.html").read_text()
    assert "default-src 'none'" in page.partition("<script")[0]
    assert not re.search(r"<[a-z]+\b[^>]*\s(?:src|href)=", page)
    assert len(page) < 600_000


def test_what_charts_say() -> None:
    variant = Variant.load("toy")
    solved = distribution_chart(solve(TotalQuestion.of(variant, openers=["creed"])))
    assert isinstance(solved, Bars)
    assert solved.title == "CREED: 17 guesses, toy, normal mode"
    assert [series.values for series in solved.series] == [(1, 5, 2)]
    ranked = ranking_chart(rank(TotalQuestion.of(variant), top=2))
    assert isinstance(ranked, Dots)
    assert (ranked.values[0], ranked.notes[0], ranked.names[0]) == (2.0, "16", "EIKED")
    few = comparison_chart(compare(variant, entries_of(ALL_POLICIES[:2], ["creed"])))
    assert isinstance(few, Bars)
    assert [sum(series.values) for series in few.series] == [8, 8, 8]
    assert [series.name for series in few.series if series.yardstick] == ["best play after CREED (2.125)"]
    assert list(few.series[-1].values) == [1, 5, 2]  # 17 guesses, the least that begin with CREED
    many = comparison_chart(compare(variant, entries_of(ALL_POLICIES, ["creed"])))
    assert isinstance(many, HeatMap)
    assert many.rows[0].startswith("knuth CREED (")
    assert many.rows[-1] == "best play after CREED (2.125)"
    unknown = comparison_chart(compare(variant, entries_of(ALL_POLICIES[:2], ["creed"]), optimum=False))
    assert isinstance(unknown, Bars)
    assert [series.yardstick for series in unknown.series] == [False, False]
    letters = letter_chart(stats(variant))
    assert isinstance(letters, HeatMap)
    assert letters.values[letters.rows.index("C")] == (8, 0, 0, 0, 0)
    table = family_table(variant.guesses, variant.hidden, Mode.NORMAL, min_size=2)
    families = family_chart(families_report(variant, table))
    assert isinstance(families, Squares)
    assert families.kinds == ("2 guesses needed",)
    for row, filled in zip(families.rows, families.filled, strict=True):
        letters_of_row = [name for name, there in zip(families.columns, filled, strict=True) if there]
        members = next(family.words for family in table if family.pattern.upper() == row)
        assert [row.replace("?", letter).lower() for letter in letters_of_row] == sorted(members)


def test_what_bounds_of_families_say() -> None:
    """A number that isn't known is never shown as one that is needed."""
    variant = Variant.load("toy")
    table = (FamilyDepth("cr?ed", ("creed", "cried"), 2, 2), FamilyDepth("cree?", ("creed", "creek"), 1, 2))
    chart = family_chart(families_report(variant, table, after="trace.bgbyy"))
    assert isinstance(chart, Squares)
    assert chart.title.endswith("toy, normal mode after TRACE BGBYY")
    assert chart.kinds == ("2 more guesses needed", "1 to 2 more guesses needed")
    assert [chart.kinds[kind] for kind in chart.kind_of] == list(chart.kinds)


def families_report(variant: Variant, table: tuple[FamilyDepth, ...], after: str = "") -> FamiliesAnswer:
    """Return what `families` reports."""
    position = Position.of(variant, parse_history(after, 5) if after else ())
    return FamiliesAnswer(position=position, min_size=2, table=table)


def test_nothing_to_draw() -> None:
    variant = Variant.load("toy", max_guesses=1)
    with pytest.raises(NothingToDrawError, match="no strategy to draw"):
        distribution_chart(solve(TotalQuestion.of(variant)))
    with pytest.raises(NothingToDrawError, match="no family to draw"):
        family_chart(families_report(variant, ()))


@pytest.mark.parametrize(("arguments", "code", "message"), NOTHING, ids=lambda value: str(value)[2:6])
def test_commands_with_nothing_to_draw(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    code: ExitCode,
    message: str,
) -> None:
    """The answer stands, as without --plot."""
    assert main([*arguments, "--json"]) == code
    without = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--json", "--plot", str(tmp_path / "p.png")]) == code
    written = capsys.readouterr()
    assert json.loads(written.out).keys() == without.keys()
    assert written.err == f"{message}\n"
    assert main([*arguments, "--plot", str(tmp_path / "p.png")]) == code
    assert capsys.readouterr().err == f"{message}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_a_picture_that_cannot_be_written(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
) -> None:
    """With --json there is one object, about the error; people are told the answer before it."""

    def fail(path: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(files, "put", fail)
    error = "p.html: No space left on device"
    assert main([*arguments, "--plot", "p.html", "--json"]) == ExitCode.BAD_INPUT
    written = capsys.readouterr()
    assert json.loads(written.out) == {"error": error}
    assert written.err == f"error: {error}\n"
    assert main([*arguments, "--plot", "p.html"]) == ExitCode.BAD_INPUT
    written = capsys.readouterr()
    assert "toy" in written.out or "family" in written.out or "families" in written.out
    assert written.err == f"error: {error}\n"


def test_a_table_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of `rank` likewise."""

    def fail(path: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("wordle_cp.cli.run.put", fail)
    assert main(["rank", *TOY, "--top", "3", "--out", "t.csv", "--json"]) == ExitCode.BAD_INPUT
    assert json.loads(capsys.readouterr().out) == {"error": "t.csv: No space left on device"}


def test_names_are_shown_as_they_are() -> None:
    """Not as tags, and each in the legend."""
    bars = next(chart for chart in CHARTS if isinstance(chart, Bars) and chart.title == ODD)
    shown = "_&lt;b&gt;d$x_$&lt;/b&gt; &amp; \\frac{1"
    for kind, places in (("svg", 6), ("html", 7)):  # titles, two labels, a category and a key
        text = picture(bars, kind).decode()
        assert "<b>" not in text
        assert text.count(shown) == places
        assert ">_b</text>" in text


def test_charts_have_the_numbers() -> None:
    """Bars as high as their values, cells with their numbers, dots at their places."""
    bars, dots, heat_map, _, squares, band = (chart.drawn().shapes for chart in CHARTS[:6])
    heights = {
        colour: [shape.height for shape in bars if isinstance(shape, Box) and shape.fill == colour][-2:]
        for colour in COLOURS[:2]
    }
    (three, nothing), (half, seven) = heights.values()
    assert [seven / half, three / half] == pytest.approx([14, 6])
    assert nothing < half / 10
    first, second = (shape for shape in dots if isinstance(shape, Circle))
    assert first.x < second.x
    assert first.y < second.y
    assert [shape.text for shape in heat_map if isinstance(shape, Text) and shape.text.isdecimal()][-6:] == [
        "1",
        "0",
        "0",
        "0",
        "3",
        "7",
    ]
    assert [shape.text for shape in squares if isinstance(shape, Text)][-3:] == ["A", "A", "B"]
    low, high = (shape for shape in band if isinstance(shape, Circle))
    assert low.y > high.y


@pytest.mark.parametrize(
    ("low", "high"), [(0, 7), (0.5, 0.7), (-3, 12_972), (2, 2), (7919.5, 7920.5), (0, 1e-9)]
)
def test_ticks_are_round_and_enclose_the_values(low: float, high: float) -> None:
    ticks = ticks_of(low, high)
    assert 2 <= len(ticks) <= 9
    assert ticks[0] <= low <= high <= ticks[-1]
    first, *others = (after - before for before, after in pairwise(ticks))
    assert others == pytest.approx([first] * len(others))


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_settings_of_the_user_make_no_difference(chart: Chart) -> None:
    plain = picture(chart, "png")
    with mpl.rc_context(
        {"axes.facecolor": "red", "lines.linewidth": 20, "font.size": 30, "xtick.color": "blue"}
    ):
        assert picture(chart, "png") == plain


def test_without_matplotlib(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plotted, "find_spec", lambda _wanted: None)
    assert main(["solve", *TOY, "--plot", str(tmp_path / "p.png")]) == ExitCode.BAD_INPUT
    message = "error: --plot: .png needs matplotlib: in a checkout, pip install '.[plots]'\n"
    assert capsys.readouterr().err == message
    assert main(["solve", *TOY, "--plot", str(tmp_path / "p.svg"), "--quiet"]) == ExitCode.DONE
