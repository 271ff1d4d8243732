"""Selby's strategy text: what is read, what is refused and where, and what is written."""

from __future__ import annotations

import gzip
import lzma
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.effort import in_third
from tests.golden_files import ACCEPTED
from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.foreign import Followed, ForeignStrategy, read_written
from wordle_cp.data import proof_paths
from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.strategy_tree import Figures, walk
from wordle_cp.games.variant import Variant
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.formats.selby import DEFAULT_ORDER, Style, render_strategy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.rules.words import History

HIDDEN = ("bat", "cat", "hat", "mat", "rat")
RHYMES = Variant.from_words(["bah", "mac", "orb", "wag", *HIDDEN], HIDDEN)
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
EXPECTED = Followed(("mac", "bah"), "mac", Figures(5, 13, (0, 2, 3)))


def read_file(path: Path, game: Variant = RHYMES, history: History = ()) -> Followed:
    """Read the strategy text at `path`."""
    return ForeignStrategy(path, read_written(path), WordScoring(game.length)).follow(game, history)


def read(folder: Path, text: str, history: str = "") -> Followed:
    """Read `text` as a strategy for words of three letters."""
    path = folder / "strategy.tree"
    path.write_text(text, encoding="utf-8")
    return read_file(path, history=parse_history(history, 3))


@pytest.mark.parametrize(("style", "text"), [(Style.FULL, FULL), (Style.HOLLOW, HOLLOW)])
def test_write(style: Style, text: str) -> None:
    steps = read_proof(ACCEPTED / "normal.cert", Certificate).steps
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
    assert read_file(path) == EXPECTED


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize(
    "name",
    [
        "nyt-2022-02-15-hard-depth-6-after-stage-gbgbg-spare.cert.gz",
        pytest.param("original-hard-depth-5-palet.cert.gz", marks=in_third),
    ],
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
    game = Variant.from_words(strategy.hidden_set, strategy.hidden_set)
    imported = read_file(file, game, history)
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
    assert read(tmp_path, text, "mac.bgb") == Followed(("bah",), "bah", Figures(3, 9, (0, 0, 3)))


def test_a_word_that_the_text_lacks_is_guessed_where_it_is_alone(tmp_path: Path) -> None:
    text = "".join(FULL.splitlines(keepends=True)[1:])
    assert read(tmp_path, text) == replace(EXPECTED, implied=1)


def test_guesses_wasted_on_a_single_word_are_dropped(tmp_path: Path) -> None:
    text = FULL.replace("mac BGY1 cat GGG2", "mac BGY1 orb BBB2 cat GGG3")
    assert read(tmp_path, text) == replace(EXPECTED, dropped=1)


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
    ("text", "message"),
    [
        ("\n \n", "expected a strategy, found no guess"),
        ("mac BGY1 cat", "line 1: expected guess number 2 with its response and number, found 'cat '"),
        ("mac BGY1", "line 1: expected a next guess at the end, and all green nowhere before it"),
        ("mac BGY1 cat GGG", "line 1: expected guess number 2 with its response and number, found 'cat GGG'"),
        ("mac BGYB1 cat GGG2", "line 1: pattern 'BGYB': expected 3 letters"),
        ("mac BGY1 cats GGG2", "line 1: guess: expected a word of 3 letters a to z, found 'cats'"),
        ("mac BGY1 c4t GGG2", "line 1: guess: expected a word of 3 letters a to z, found 'c4t'"),
        (
            "mac BGY1 cat GGG3",
            "line 1: expected guess number 2 with its response and number, found 'cat GGG3'",
        ),
        (
            "mac BGY2 cat GGG3",
            "line 1: expected guess number 1 with its response and number, found 'mac BGY2'",
        ),
        (
            "    BGY1 cat GGG2",
            "line 1: expected guess number 1 with its response and number, found 'BGY1 cat'",
        ),
        (
            "cat GGG1\n    BGG2 rat GGG3",
            "line 2: expected guess number 2 with its response and number, found ",
        ),
        ("mac BGB1 cat GGG2", "line 1: if CAT is hidden, MAC gets BGY, not BGB"),
        ("cat GGG1 cat GGG2", "line 1: expected a next guess at the end, and all green nowhere before it"),
        (FULL + "mac BGB1 orb BBB2 wag GGG3", "line 6: the guess after mac.BGB is ORB, but BAH in line 1"),
        (FULL + "orb BBB1 wag GGG2", "line 6: the guess at the start is ORB, but MAC in line 1"),
    ],
)
def test_malformed(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'strategy.tree'}: {message}")


def test_lines_that_leave_the_history_are_passed_over(tmp_path: Path) -> None:
    expected = Followed(("bah",), "bah", Figures(3, 9, (0, 0, 3)), unmet=2)
    assert read(tmp_path, HOLLOW, "mac.bgb") == expected
