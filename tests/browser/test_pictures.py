"""Every picture that a command, a document or a notebook makes is looked at: it can be read, and isn't blank.

What makes pictures is listed here, and compared with what there is: whoever adds a command, a chart, a
picture of a document or a notebook adds it to the list, too.
"""

from __future__ import annotations

import base64
import html
import inspect
import re
import runpy
import socket
from typing import TYPE_CHECKING, Any, Final

import pytest
from matplotlib.figure import Figure

from tests.conftest import ROOT
from tests.effort import every_other, first
from tests.looking import blankness, watching_matplotlib
from tests.shown.session import PICTURES, Session, documents, drawing_documents
from wordle_cp import threads
from wordle_cp.cli.app import PROGRAM, main
from wordle_cp.cli.output import ExitCode
from wordle_cp.views.charts import charts, files
from wordle_cp.views.charts.drawn import Bars, Dots, HeatMap, Series, Squares
from wordle_cp.views.charts.files import write_picture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

    from wordle_cp.views.charts.drawn import Chart

LOOK: Final = (ROOT / "tests" / "browser" / "pictures.js").read_text(encoding="utf-8")
TOY: Final = ("--variant", "toy")
SALET: Final = "proofs/original-normal-optimal-within-6.cert.xz"
PALET: Final = "proofs/original-hard-depth-5-palet.cert.gz"
COMMANDS: Final[dict[tuple[str, str], tuple[tuple[str, ...], ...]]] = {
    ("compare", "--plot"): (
        (*TOY, "--policy", "knuth", "--policy", "kooi"),
        ("--policy", "knuth", "--policy", "irving", "--policy", "kooi", "--opener", "salet"),
        (*TOY, "--policy", "all", "--opener", "crate"),
    ),
    ("families", "--plot"): ((), (*TOY, "--min-size", "2"), ("--mode", "ultrahard", "--hidden", "big")),
    ("noise", "--plot"): ((*TOY, "--runs", "2"),),
    ("rank", "--plot"): ((*TOY, "--top", "3"), (*TOY, "--all", "--words", "1")),
    ("solve", "--plot"): (TOY, (*TOY, "--opener", "salet")),
    ("solve", "--trace"): (TOY,),
    ("stats", "--plot"): (TOY, ()),
    ("tree draw", "--out"): (
        (SALET,),
        (SALET, "--levels", "3", "--palette", "print"),
        (PALET, "--palette", "colour-blind"),
    ),
    ("tree sheet", "--out"): ((PALET, "--palette", "colour-blind"), (SALET,)),
}
"""Every option that takes a picture, and what to draw with it.

`make test` draws the first, `make test-docs` the first of each; HARD has more on it than any of the others.
"""
CHARTS: Final = {
    "comparison_chart": "compare",
    "distribution_chart": "solve",
    "family_chart": "families",
    "letter_chart": "stats",
    "noise_chart": "noise",
    "ranking_chart": "rank",
}
"""The command that draws each chart, None for one of the page alone."""
LONG: Final = "a policy of a long name, from the OPENER (3.4567)"
HARD: Final[dict[str, Chart]] = {
    "many bars": Bars(
        "t" * 60,
        "guesses needed",
        "hidden words",
        tuple(map(str, range(1, 41))),
        tuple(Series(f"{LONG} {number}", tuple(range(1000, 1040))) for number in range(4)),
    ),
    "many dots": Dots(
        "title", "x", "y", tuple(f"WORD{n}" for n in range(40)), tuple(map(float, range(40))), ("12345",) * 40
    ),
    "large numbers": HeatMap(
        "title", "x", "y", tuple(map(str, range(1, 8))), (LONG, "b"), "words", ((12947,) * 7, (0,) * 7)
    ),
    "many squares": Squares(
        "title",
        "letter",
        "family",
        tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        tuple(f"?AB{n:02}" for n in range(40)),
        tuple(f"{n} guesses needed" for n in range(8)),
        tuple(n % 8 for n in range(40)),
        ((True, False) * 13,) * 40,
    ),
}
"""Charts with more on them than a command of a test draws."""
DESK: Final = (1280, 900)
PHONE: Final = (390, 844)
LEAST_PIXELS: Final = {".html": 9, ".svg": 7.8}
"""Height of type on a screen; an SVG is for paper, too."""
LEAST_POINTS: Final = 5.9
"""Height of type on paper, of 4/3 of a pixel each."""
LEAST_CONTRAST: Final = 3


def options_for_pictures() -> Iterator[tuple[str, str]]:
    """Yield each command and option whose help says that it writes a picture."""
    for command in PROGRAM.every():
        for one in command.parameters:
            text = f"{one.option.about} {one.option.metavar}"
            if re.search(rf"\.(?:{'|'.join(PICTURES)})\b", text):
                yield command.path.removeprefix("wordle-cp").strip(), one.names[0]


def endings_of(command: str, option: str) -> tuple[str, ...]:
    """Return the kinds of picture that the help of an option names."""
    parameters = PROGRAM.find([*command.split(), "--help"])[0].parameters
    [text] = [f"{one.option.about} {one.option.metavar}" for one in parameters if option in one.names]
    return tuple(kind for kind in PICTURES if f".{kind}" in text)


@pytest.fixture(scope="session")
def screen(browser: Browser) -> BrowserContext:
    """Return what pictures are shown on; a new one for each would take longer than its picture."""
    context = browser.new_context()
    context.new_page()  # while one is open, what the browser knows of the others is kept
    return context


def look(screen: BrowserContext, file: Path, width: int, height: int, *, dark: bool = False) -> list[str]:
    """Return what is wrong with a picture that a browser shows, each with where it was seen."""
    page = screen.new_page()
    try:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(file.as_uri())
        seen = page.evaluate(LOOK, [LEAST_PIXELS[file.suffix], LEAST_CONTRAST])
        found = [*errors, *seen["found"], *blankness(page.screenshot())]
        if seen["texts"] < 3 or seen["marks"] < 3:
            found.append(f"{seen['texts']} texts and {seen['marks']} marks")
        return [f"{file.name} at {width} pixels{', dark' if dark else ''}: {one}" for one in found]
    finally:
        page.close()


def complaints(screen: BrowserContext, file: Path) -> list[str]:
    """Return what is wrong with the picture `file`.

    Of a page each size and each scheme is looked at; with `make test-more`, each size in each scheme.
    """
    if file.suffix == ".html":
        places = every_other([(*DESK, False), (*DESK, True), (*PHONE, True), (*PHONE, False)])
        return [one for width, height, dark in places for one in look(screen, file, width, height, dark=dark)]
    if file.suffix == ".svg" and "<text" in file.read_text(encoding="utf-8"):
        return look(screen, file, *DESK)
    if file.suffix == ".png":
        return blankness(file.read_bytes())
    return []  # text drawn as lines, or a PDF: what matplotlib draws is watched


def test_all_that_makes_pictures_is_listed() -> None:
    assert set(options_for_pictures()) == set(COMMANDS)
    drawing = {
        name
        for name, function in inspect.getmembers(charts, inspect.isfunction)
        if name.endswith("_chart") and function.__module__ == charts.__name__
    }
    assert drawing == set(CHARTS)
    assert {name for name in CHARTS.values() if name} <= {command for command, _ in COMMANDS}


def write_noted(file: Path, chart: Chart, charts: list[Chart]) -> None:
    """Write the picture of `chart`, and note it in `charts`."""
    charts.append(chart)
    write_picture(file, chart)


@pytest.mark.parametrize(
    ("command", "option", "arguments"),
    [
        pytest.param(*key, arguments, marks=() if key == ("compare", "--plot") else pytest.mark.docs)
        for key, runs in COMMANDS.items()
        for arguments in first(runs)
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value) or "real",
)
def test_pictures_of_commands(
    screen: BrowserContext,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    option: str,
    arguments: tuple[str, ...],
) -> None:
    given = [str(ROOT / one) if one.startswith("proofs/") else one for one in arguments]
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    noted: list[Chart] = []
    monkeypatch.setattr(files, "write_picture", lambda file, chart: write_noted(file, chart, noted))
    for ending in endings_of(command, option):
        file = tmp_path / f"picture.{ending}"
        with watching_matplotlib() as figures:
            if noted:  # which the command draws to whatever file it is given: it needn't compute it again
                write_picture(file, noted[0])
            else:
                code = main([*command.split(), *given, option, str(file), "--json"])
                assert code in {ExitCode.DONE, ExitCode.UNDECIDED}, capsys.readouterr().err
        for drawn in figures.values():
            found += [f"{file.name}: {one}" for one in drawn.complaints(LEAST_POINTS)]
        found += complaints(screen, file)
    assert not found


@pytest.mark.parametrize("name", HARD)
def test_charts_with_much_on_them(screen: BrowserContext, tmp_path: Path, name: str) -> None:
    found: list[str] = []
    for ending in ("png", "svg", "html"):
        file = tmp_path / f"picture.{ending}"
        with watching_matplotlib() as figures:
            write_picture(file, HARD[name])
        for drawn in figures.values():
            found += [f"{file.name}: {one}" for one in drawn.complaints(LEAST_POINTS)]
        found += complaints(screen, file)
    assert not found


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "pictures").iterdir()), ids=lambda file: file.name)
def test_pictures_in_documents(screen: BrowserContext, file: Path) -> None:
    texts = "".join(document.read_text(encoding="utf-8") for document in documents(ROOT))
    assert f"pictures/{file.name}" in texts
    assert not complaints(screen, file)


@pytest.mark.docs
@pytest.mark.parametrize("document", drawing_documents(ROOT), ids=lambda file: file.name)
def test_pictures_that_documents_make(
    screen: BrowserContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    document: Path,
) -> None:
    """Each document runs as a whole, as in tests/unit/test_documents.py."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(threads, "processors", lambda: 1)
    with watching_matplotlib() as figures:
        Session(ROOT, tmp_path).run(document)
    made = [file for file in tmp_path.rglob("*") if file.suffix[1:] in PICTURES and not file.is_symlink()]
    assert made
    found = [one for drawn in figures.values() for one in drawn.complaints(LEAST_POINTS)]
    assert not found + [one for file in made for one in complaints(screen, file)]


def refuse_network(*_arguments: object) -> None:
    """Fail: a notebook needs no other machine."""
    pytest.fail("a notebook asked for the network")


@pytest.mark.docs
@pytest.mark.parametrize(
    "notebook", sorted((ROOT / "docs" / "teaching").glob("*.py")), ids=lambda file: file.stem
)
def test_notebooks(
    screen: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notebook: Path
) -> None:
    """Every cell runs, without a network; pictures can be read, and no line of text has become a list."""
    drawn_here: list[Figure] = []
    begin = Figure.__init__

    def record(self: Figure, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  as matplotlib's
        drawn_here.append(self)
        begin(self, *arguments, **named)

    monkeypatch.setattr(Figure, "__init__", record)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setattr(socket, "getaddrinfo", refuse_network)
    monkeypatch.setattr(socket.socket, "connect", refuse_network)
    app = runpy.run_path(str(notebook))["app"]
    with watching_matplotlib() as figures:
        outputs, _ = app.run()
        for number, figure in enumerate(drawn_here):
            figure.savefig(tmp_path / f"figure-{number}.png")
    found = [one for drawn in figures.values() for one in drawn.complaints(LEAST_POINTS)]
    text = html.unescape("\n".join(getattr(output, "text", "") for output in outputs if output is not None))
    lists = re.findall(r"(?:<|\\u003c)ol.*?(?:<|\\u003c)/ol", text, re.DOTALL)
    found += [
        f"a list of one entry: {one[:80]}" for one in lists if one.count("li>") + one.count("li\\u003e") == 2
    ]
    images = re.findall(r"src=[\"']data:image/(svg\+xml|png);base64,([\w+/=]+)[\"']", text)
    for number, (kind, data) in enumerate(dict.fromkeys(images)):
        file = tmp_path / f"{number}.{kind[:3]}"
        file.write_bytes(base64.b64decode(data))
        if file.suffix == ".png" or file.stat().st_size > 5_000:  # a row of tiles is smaller
            found += complaints(screen, file)
    found += [one for file in tmp_path.glob("figure-*") for one in complaints(screen, file)]
    assert not found
    assert images or drawn_here or notebook.stem == "4_proofs"


MARKS: Final = ((120, "#0072b2"), (170, "#d55e00"), (220, "#009e73"))
WRONG: Final = {
    "5.0 pixels high: small": '<text x="9" y="40" font-size="5">small</text>',
    "pixels outside: far": '<text x="290" y="40">far to the right</text>',
    "one lies on two": '<text x="9" y="40">one</text><text x="12" y="42">two</text>',
    "contrast": '<text x="9" y="40" fill="#dddddd">pale</text>',
    "1 texts and 3 marks": "",
    "pixels outside: <rect": '<rect x="-9" y="0" width="20" height="5"/>',
}
"""What makes a picture wrong, and what is said of it."""


@pytest.mark.parametrize("complaint", WRONG)
def test_a_look_finds_what_is_wrong(screen: BrowserContext, tmp_path: Path, complaint: str) -> None:
    more = WRONG[complaint]
    right = "".join(f'<text x="9" y="{y}">text</text>' for y in (80, 120, 160)[: 3 if more else 1])
    marks = "".join(f'<rect x="{x}" y="50" width="45" height="140" fill="{fill}"/>' for x, fill in MARKS)
    file = tmp_path / "picture.svg"
    size = 'width="300" height="200" viewBox="0 0 300 200"'
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{marks}{right}'
    file.write_text(f"{begin}{more}</svg>", encoding="utf-8")
    assert any(complaint in one for one in complaints(screen, file))
    two = '<text x="80" y="40">x</text><text x="80" y="80">y</text>'
    file.write_text(f"{begin}{two}</svg>", encoding="utf-8")
    assert complaints(screen, file) == []


def test_a_blank_picture_is_found(tmp_path: Path) -> None:
    """And text that matplotlib draws too small, outside, or on other text."""
    figure = Figure(figsize=(3, 2))
    with watching_matplotlib() as figures:
        figure.savefig(tmp_path / "blank.png")
        assert blankness((tmp_path / "blank.png").read_bytes())
        figure.text(0.5, 0.5, "small", fontsize=4)
        figure.text(0.1, 0.2, "one")
        figure.text(0.12, 0.2, "two")
        figure.text(0.98, 0.8, "outside")
        figure.savefig(tmp_path / "wrong.svg")
    [drawn] = figures.values()
    assert drawn.complaints(LEAST_POINTS) == ["4.0 points high: small", "outside: outside", "one lies on two"]
