"""Selby's strategy text: what is read, what is refused and where, and what is written."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.foreign.selby import Imported, read_strategy
from wordle_cp.data import proof_paths
from wordle_cp.errors import CertificateParseError
from wordle_cp.games.strategy_tree import Figures, walk
from wordle_cp.rules.words import parse_history
from wordle_cp.views.formats.selby import DEFAULT_ORDER, Style, render_strategy

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).resolve().parent.parent.parent / "golden" / "accept"
HIDDEN = ("bat", "cat", "hat", "mat", "rat")
FULL = """\
mac BGB1 bah BGB2 rat GGG3
mac BGB1 bah BGY2 hat GGG3
mac BGB1 bah GGB2 bat GGG3
mac BGY1 cat GGG2
mac GGB1 mat GGG2
"""
HOLLOW = """\
mac BGB1 bah BGB2 rat GGG3
             BGY2 hat GGG3
             GGB2 bat GGG3
    BGY1 cat GGG2
    GGB1 mat GGG2
"""
EXPECTED = Imported(("mac", "bah"), "mac", Figures(5, 13, (0, 2, 3)), dropped=0)


def read(folder: Path, text: str, history: str = "") -> Imported:
    """Read `text` as a strategy for words of three letters."""
    path = folder / "strategy.tree"
    path.write_text(text, encoding="utf-8")
    return read_strategy(path, 3, parse_history(history, 3))


@pytest.mark.parametrize(("style", "text"), [(Style.FULL, FULL), (Style.HOLLOW, HOLLOW)])
def test_write(style: Style, text: str) -> None:
    steps = read_proof(GOLDEN / "normal.cert", Certificate).steps
    assert list(render_strategy(walk(steps, HIDDEN), 3, style)) == text.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        HOLLOW,
        "\n".join(line.strip() for line in HOLLOW.splitlines()),  # columns lost, no newline at the end
        HOLLOW.replace("\n", " \r\n"),
        HOLLOW.replace("    ", "\t"),
        "\n" + HOLLOW + "\n\n",
        "".join(reversed(FULL.splitlines(keepends=True))),
        FULL.upper(),
        FULL.lower(),
    ],
)
def test_read(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == EXPECTED


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress], ids=["gzip", "xz"])
def test_read_compressed(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "strategy.tree"
    path.write_bytes(compress(HOLLOW.encode()))
    assert read_strategy(path, 3) == EXPECTED


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize(
    "name",
    ["original-hard-depth-5-palet.cert.gz", "nyt-2022-02-15-hard-depth-6-after-stage-gbgbg-spare.cert.gz"],
)
@pytest.mark.parametrize("order", [DEFAULT_ORDER, "GYB"])
def test_shipped_strategies_come_back_byte_for_byte(
    name: str, style: Style, order: str, tmp_path: Path
) -> None:
    """Whatever the style and the order, the text says all; what is written from it again is the same text."""
    path = next(path for path in proof_paths() if path.name == name)
    strategy = checked_strategy(path)
    history = strategy.claim.history

    def text(steps: tuple[str, ...]) -> str:
        nodes = walk(steps, strategy.hidden_set, history)
        return "".join(f"{line}\n" for line in render_strategy(nodes, 5, style, order))

    file = tmp_path / "strategy.tree"
    file.write_text(text(strategy.certificate.steps), encoding="utf-8")
    imported = read_strategy(file, 5, history)
    assert imported.steps == strategy.certificate.steps
    assert imported.numbers.distribution == strategy.claim.distribution
    assert text(imported.steps).encode() == file.read_bytes()
    if style is Style.HOLLOW:
        return
    keys = [
        [order.index(tile) for word in line.split()[1::2] for tile in word[:5]]
        for line in text(strategy.certificate.steps).splitlines()
    ]
    assert keys == sorted(keys)


def test_read_after_a_history(tmp_path: Path) -> None:
    text = "".join(FULL.splitlines(keepends=True)[:3])
    assert read(tmp_path, text, "mac.bgb") == Imported(("bah",), "bah", Figures(3, 9, (0, 0, 3)), dropped=0)


def test_a_word_that_the_text_lacks_is_the_checkers_business(tmp_path: Path) -> None:
    text = "".join(FULL.splitlines(keepends=True)[1:])
    assert read(tmp_path, text).numbers == Figures(4, 10, (0, 2, 2))


def test_guesses_wasted_on_a_single_word_are_dropped(tmp_path: Path) -> None:
    text = FULL.replace("mac BGY1 cat GGG2", "mac BGY1 orb BBB2 cat GGG3")
    assert read(tmp_path, text) == Imported(EXPECTED.steps, "mac", EXPECTED.numbers, dropped=1)


def test_the_green_cell_is_sorted_like_any_other() -> None:
    lines = list(render_strategy(walk(["bat", "mac", "hat"], HIDDEN), 3, Style.HOLLOW))
    assert lines == [
        "bat BGG1 mac BGB2 hat BGG3 rat GGG4",
        "                      GGG3",
        "             BGY2 cat GGG3",
        "             GGB2 mat GGG3",
        "    GGG1",
    ]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("", "1:1", "expected a strategy, found no line"),
        ("\n \n", "1:1", "expected a strategy, found no line"),
        ("cat", "1:1", "expected a pattern after cat"),
        ("mac BGY1 cat", "1:10", "expected a pattern after cat"),
        ("mac BGY1", "1:5", "expected GGG at the end of the line"),
        ("mac BGY cat GGG2", "1:5", "expected 3 letters B, Y, G and a number from 1 to 255, found 'BGY'"),
        ("mac BGYB1 cat GGG2", "1:5", "expected 3 letters B, Y, G and a number from 1 to 255, found 'BGYB1'"),
        ("cat GGG0", "1:5", "expected 3 letters B, Y, G and a number from 1 to 255, found 'GGG0'"),
        ("mac BGY1 cats GGG2", "1:10", "expected a word of 3 letters a to z, found 'cats'"),
        ("mac BGY1 c4t GGG2", "1:10", "expected a word of 3 letters a to z, found 'c4t'"),
        ("mac BGY1 cat GGG3", "1:14", "guess number 2 is counted as number 3"),
        ("mac BGY2 cat GGG3", "1:1", "this line needs 1 guess of the line above, which has 0"),
        ("    BGY1 cat GGG2", "1:5", "this line needs 1 guess of the line above, which has 0"),
        ("cat GGG1\n    BGG2 rat GGG3", "2:5", "this line needs 2 guesses of the line above, which has 1"),
        ("mac BGB1 cat GGG2", "1:1", "guess number 1, mac, gets BGY if cat is hidden, not BGB"),
        ("cat GGG1 cat GGG2", "1:1", "the line goes on after cat is found by guess number 1"),
        (FULL + "mac BGY1 cat GGG2", "6:1", "the hidden word cat has a line already"),
        (
            FULL + "mac BGB1 orb BBB2 wag GGG3",
            "6:1",
            "after mac BGB the guess is bah for rat, but orb for wag",
        ),
        (FULL + "orb BBB1 wag GGG2", "6:1", "start the guess is mac for rat, but orb for wag"),
    ],
)
def test_malformed(tmp_path: Path, text: str, where: str, message: str) -> None:
    with pytest.raises(CertificateParseError) as caught:
        read(tmp_path, text)
    assert str(caught.value) == f"{tmp_path / 'strategy.tree'}:{where}: {message}"


def test_a_line_that_leaves_the_history_is_malformed(tmp_path: Path) -> None:
    with pytest.raises(CertificateParseError, match=r":4:5: expected a line that goes on from mac\.BGB"):
        read(tmp_path, HOLLOW, "mac.bgb")
