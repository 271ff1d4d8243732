"""Drawn trees and cheat sheets: what is on the page, that all of it lies there, and that it is repeatable."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import pytest

from tests.each import each
from tests.golden_files import ACCEPTED, WITH_STRATEGIES, of_words
from wordle_cp import prove
from wordle_cp.answers.certificates import ShownStrategy
from wordle_cp.certify.checked import CheckedStrategy, checked_strategy
from wordle_cp.data import hash_words, proof_paths
from wordle_cp.errors import UsageError
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.strategies.drawing import (
    MONO,
    Box,
    Circle,
    Folded,
    Page,
    Palette,
    Stroke,
    Text,
    draw_tree,
    folded,
    render_dot,
    render_html,
    render_svg,
    stacked,
    tile_row,
    unfolded,
)
from wordle_cp.views.strategies.outline import outline, outline_style
from wordle_cp.views.strategies.plotted import render_pdf, render_png
from wordle_cp.views.strategies.sheet import READABLE_TYPE, Sheet, cheat_sheet
from wordle_cp.views.strategies.walk import Branch, branches_of

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = {path.name: path for path in proof_paths()}
NORMAL = "original-normal-optimal-within-6.cert.xz"
BIG = "nyt-2022-02-15-normal-hidden-big-depth-6.cert.gz"
SMALL = ACCEPTED / "normal.cert"


def texts(page: Page) -> list[Text]:
    """Return the texts of `page`."""
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def words_on(page: Page, least: int = 2) -> Counter[str]:
    """Return how often each word in capitals stands on `page`; single letters may be those of tiles."""
    shown = (text.text.lower() for text in texts(page) if text.font == MONO)
    return Counter(word for word in shown if len(word) >= least)


def assert_inside(page: Page) -> None:
    """All shapes lie on the page; texts begin there."""
    for shape in page.shapes:
        if isinstance(shape, Stroke):
            points = list(shape.points)
        elif isinstance(shape, Box):
            points = [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        else:
            points = [(shape.x, shape.y)]
        assert all(0 <= x <= page.width and 0 <= y <= page.height for x, y in points)


def check_folding(node: Folded, levels: int, widest: int) -> None:
    """Every response is shown or counted, and the largest are shown."""
    branch = node.branch
    if levels == 1:
        assert (node.children, node.more_responses, node.more_words) == ((), 0, 0)
        return
    shown = [child.branch for child in node.children]
    histories = {child.history for child in shown}
    hidden = [child for child in branch.children if child.history not in histories]
    assert len(hidden) == node.more_responses != 1
    assert sum(len(child.hidden_set) for child in hidden) == node.more_words
    assert len(shown) <= widest + 1
    sizes = [len(child.hidden_set) for child in shown]
    assert sizes == sorted(sizes, reverse=True)
    assert not hidden or max(len(child.hidden_set) for child in hidden) <= sizes[-1]
    for child in node.children:
        check_folding(child, levels - 1, widest)


@pytest.mark.parametrize(("levels", "widest"), [(1, 5), (2, 20), (3, 4), (9, 2)])
def test_folding(levels: int, widest: int) -> None:
    check_folding(folded(checked_strategy(SHIPPED[NORMAL]), levels, widest), levels, widest)


def test_a_drawing_shows_what_it_says() -> None:
    strategy = checked_strategy(SHIPPED[NORMAL])
    tree = folded(strategy)
    page = draw_tree(strategy, tree)
    assert_inside(page)
    assert words_on(page) == Counter(branch.guess for branch in tree.branches())
    assert len(tree.children) == 20
    more = len(branches_of(strategy).children) - 20
    assert f"and {more} more responses, {tree.more_words} words" in [text.text for text in texts(page)]
    assert sum(len(child.branch.hidden_set) for child in tree.children) + tree.more_words == 2315
    tiles = [shape for shape in page.shapes if isinstance(shape, Box)]
    assert len(tiles) == 20 * 5 + 3  # and those of the legend
    rows = [text.y for text in texts(page) if text.font == MONO and len(text.text) > 1 and text.x > 100]
    assert min(b - a for a, b in zip(sorted(rows), sorted(rows)[1:], strict=False)) > 12


def test_dot_of_a_drawing() -> None:
    strategy = checked_strategy(SHIPPED[NORMAL])
    tree = folded(strategy, 3, 4)
    text = render_dot(strategy, tree)
    nodes = re.findall(r"^  (\d+) \[label", text, re.MULTILINE)
    edges = re.findall(r"^  (\d+) -> (\d+) \[", text, re.MULTILINE)
    shown = list(tree.branches())
    folds = text.count("shape=plaintext")
    assert len(nodes) == len(set(nodes)) == len(shown) + folds
    assert {end for _, end in edges} == set(nodes) - {"0"}
    assert len(edges) == len(nodes) - 1
    assert text.count("{") == text.count("}") == 1
    assert '[label="BBBBB"]' in text
    small = checked_strategy(SMALL)
    lines = render_dot(small, unfolded(small, 3)).splitlines()
    assert r'  1 [label="BAH\n3 words, 9 guesses, 3 at most", tooltip="mac.BGB", peripheries=1];' in lines
    assert '  1 -> 2 [label="BGB"];' in lines


def responses_of(branch: Branch) -> int:
    """Return how many entries a block has."""
    return len(branch.children)


def check_sheet(strategy: CheckedStrategy, sheet: Sheet) -> None:
    """Compare the sheet with the tree: which guesses are on it, and the words it covers."""
    root, coverage = branches_of(strategy), sheet.coverage
    blocks = [child for child in root.children if len(child.hidden_set) > 1]
    largest = sorted(blocks, key=lambda block: -len(block.hidden_set))[: coverage.blocks_shown]
    assert (coverage.blocks, coverage.hidden_count) == (len(blocks), len(root.hidden_set))
    on_page = words_on(stacked(sheet.pages), least=1)
    for child in root.children:
        assert on_page[child.guess] >= 1
    third = Counter(branch.guess for block in largest for branch in block.children)
    assert all(on_page[guess] >= number for guess, number in third.items())
    kept = {block.history for block in largest}
    dropped = [block for block in blocks if block.history not in kept]
    lost = sum(len(block.hidden_set) - block.wins for block in dropped)
    assert coverage.words_covered == len(root.hidden_set) - lost
    counts = Counter(root.guesses().values())
    start = root.number
    by_three = sum(counts[start + n] for n in range(3))
    third_in_dropped = sum(branch.wins for block in dropped for branch in block.children)
    assert coverage.words_found == by_three - third_in_dropped
    assert coverage.is_cut == bool(dropped)
    for page in sheet.pages:
        assert_inside(page)
    entries = [
        text
        for text in texts(stacked(sheet.pages))
        if text.font == MONO and len(text.text) == strategy.word_length and text.size == sheet.type_size
    ]
    places = [(round(text.x, 3), round(text.y, 3)) for text in entries]
    assert len(places) == len(set(places))
    assert len(entries) >= sum(map(responses_of, largest)) + len(largest)


@each(
    "path",
    of_words(*WITH_STRATEGIES),
)
def test_small_sheets(path: Path) -> None:
    strategy = checked_strategy(path)
    sheet = cheat_sheet(strategy)
    check_sheet(strategy, sheet)
    assert sheet.coverage.words_covered == sheet.coverage.hidden_count
    for levels in (1, 2, 9):
        assert_inside(draw_tree(strategy, folded(strategy, levels)))


def test_the_sheet_of_salet_has_all() -> None:
    strategy = checked_strategy(SHIPPED[NORMAL])
    sheet = cheat_sheet(strategy)
    check_sheet(strategy, sheet)
    assert sheet.coverage.words_covered == 2315
    assert len(sheet.pages) == 2
    assert sheet.type_size >= READABLE_TYPE
    shown = [text.text for text in texts(sheet.pages[0])]
    found = sum(strategy.claim.distribution[:3])
    assert (
        "These 2 pages cover 2315 of 2315 words (100 %), "
        f"and find {found} of them by the guesses shown alone." in shown
    )


def test_blocks_follow_each_other_through_the_columns() -> None:
    """Each column begins with a bar, and none ends with one; guesses stand below their bar, in order."""
    strategy = checked_strategy(SHIPPED[NORMAL])
    sheet = cheat_sheet(strategy)
    columns: dict[tuple[int, float], list[Text]] = {}
    for number, page in enumerate(sheet.pages):
        entries = [text for text in texts(page) if text.font == MONO and text.size == sheet.type_size]
        for text in sorted(entries, key=lambda text: (text.x, text.y)):
            columns.setdefault((number, text.x), []).append(text)
    assert len(columns) > 1
    seen: list[tuple[str, bool]] = []
    for column in columns.values():
        assert column[0].bold
        assert not column[-1].bold
        lines = [(text.text.lower(), text.bold) for text in column]
        bars = [line for line in seen if line[1]]
        seen += lines[1:] if bars[-1:] == lines[:1] else lines  # a block goes on below its bar
    blocks = [child for child in branches_of(strategy).children if len(child.hidden_set) > 1]
    wanted = [[(block.guess, True), *((third.guess, False) for third in block.children)] for block in blocks]
    assert seen == [line for block in wanted for line in block]


def test_a_sheet_with_too_much_for_a_page() -> None:
    strategy = checked_strategy(SHIPPED[BIG])
    assert not cheat_sheet(strategy).coverage.is_cut
    sheet = cheat_sheet(strategy, pages=1)
    assert len(sheet.pages) == 1
    check_sheet(strategy, sheet)
    assert sheet.coverage.is_cut
    assert (sheet.type_size, sheet.coverage.hidden_count) == (5.0, 12947)
    shown = [text.text for text in texts(sheet.pages[0])]
    coverage = sheet.coverage
    start = f"{coverage.blocks_shown} of {coverage.blocks} blocks fit, the largest: this page covers "
    assert any(text.startswith(f"{start}{coverage.words_covered} of 12947 words") for text in shown)
    assert sum(text.endswith("*") for text in shown) == coverage.blocks - coverage.blocks_shown


def test_tiles_differ_without_colours() -> None:
    """In each palette the three kinds differ by mark, or clearly by brightness."""
    for palette in Palette:
        looks = []
        for colour in (GREY, YELLOW, GREEN):
            shapes = list(tile_row(0, 0, 10, (colour,), palette))
            box = shapes[0]
            assert isinstance(box, Box)
            red, green, blue = (int(box.fill[i : i + 2], 16) for i in (1, 3, 5))
            brightness = 0.299 * red + 0.587 * green + 0.114 * blue
            looks.append((brightness, any(isinstance(shape, Circle) for shape in shapes)))
        assert [mark for _, mark in looks] == [False, True, False]
        assert looks[0][0] - looks[2][0] > 80


def test_svg_and_html_stand_alone() -> None:
    strategy = checked_strategy(SMALL)
    pages = cheat_sheet(strategy).pages
    page = pages[0]
    list_of_it = outline(unfolded(strategy, 3), page.title, strategy.scoring, opened=1)
    svg, html = render_svg(pages), render_html(pages, list_of_it, outline_style(Palette.STANDARD))
    root = ET.fromstring(svg)  # noqa: S314  our own text
    assert root.attrib["viewBox"] == "0 0 595.28 841.89"
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words == [text.text for text in texts(page)]
    for text in (svg, html):
        assert text.count("http") == text.count('xmlns="http://www.w3.org/2000/svg"')
        assert "<script" not in text
    assert "@page { size: 595.28pt 841.89pt; margin: 0 }" in html


def test_texts_are_escaped() -> None:
    page = Page("a<b", 10, 10, (Text(1, 1, "<&>", 5),))
    root = ET.fromstring(render_svg((page,)))  # noqa: S314  our own text
    assert [element.text for element in root if element.text and element.tag.endswith(("text", "title"))] == [
        "a<b",
        "<&>",
    ]


def test_the_same_page_gives_the_same_bytes() -> None:
    page, again = (cheat_sheet(checked_strategy(SMALL)).pages for _ in range(2))
    assert page == again
    for render in (render_svg, render_png):
        assert render(page) == render(again)
    pdf = render_pdf(page)
    assert pdf == render_pdf(again)
    assert b"Date" not in pdf


def test_a_page_too_large_for_pixels() -> None:
    with pytest.raises(UsageError, match="too large for a PNG, 55556 pixels along a side"):
        render_png((Page("x", 10, 20_000, ()),))


def test_a_page_too_large_for_readers_of_pdf() -> None:
    with pytest.raises(UsageError, match="too large for a PDF, 14401 points along a side"):
        render_pdf((Page("x", 14_401, 10, ()),))
    assert render_pdf((Page("x", 10, 14_400, ()),)).startswith(b"%PDF")


def test_words_too_long_for_a_sheet(tmp_path: Path) -> None:
    words = ["abacus", "ablaze", "mellow"]
    game = tmp_path / "long.cert"
    digest, lines = hash_words(words), "\n".join(words)
    game.write_text(
        "wordle-cp certificate 1\nclaim depth possible 3\nvariant long\ntitle Long words\n"
        "mode normal\nlength 6\n"
        f"guesses 3 {digest} embedded long\n{lines}\nhidden 3 {digest} guesses long\n"
        "covered 3\ntotal 5\nmost 2\ndistribution 1 2\nsteps 1\nabacus\nend of certificate\n",
        encoding="utf-8",
    )
    strategy = checked_strategy(game)
    with pytest.raises(UsageError, match="a sheet is for words of at most 5 letters, these have 6"):
        cheat_sheet(strategy)
    assert words_on(draw_tree(strategy, folded(strategy)))["ablaze"] == 1


def test_an_outline_has_every_response_and_guess() -> None:
    """What stands on a phone is the strategy, whole: as many entries as the tree has, with their words."""
    strategy = checked_strategy(SHIPPED[NORMAL])
    tree = unfolded(strategy, 3)
    text = outline(tree, "title", strategy.scoring, opened=1)
    guesses = re.findall(r'<span class="guess( wins)?">(\w+)</span>', text)
    below = list(tree.branches())[1:]
    assert guesses == [(" wins" if branch.wins else "", branch.guess.upper()) for branch in below]
    assert text.count("<details") == sum(bool(child.children) for child in tree.children)
    assert "<details open" not in text
    tiles = re.findall(r'<i class="([byg])">(\w)</i>', text)
    patterns = [strategy.scoring.format_pattern(branch.pattern).lower() for branch in below]
    assert "".join(tile for tile, _ in tiles) == "".join(patterns)
    cut = folded(strategy, 2, 3)
    assert f"and {cut.more_responses} more responses, {cut.more_words} words" in outline(
        cut, "title", strategy.scoring, opened=2
    )


def test_a_phone_has_the_outline_and_a_desk_the_pages() -> None:
    strategy = checked_strategy(SMALL)
    page = draw_tree(strategy, folded(strategy))
    text = render_html((page, page), "<main>list</main>", ".x { color: red }")
    assert text.count("<svg") == 2
    assert (
        "@media screen and (max-width: 48rem) { svg { display: none } .outline { display: block } }" in text
    )
    names = re.findall(r"^\.(p\d-\d+) ", text, re.MULTILINE)
    assert len(names) == len(set(names))


OTHERS: Final = {
    "codes": ("mastermind-4x6-depth-5", "12"),
    "black pegs": ("black-pegs-3x4-depth-6", "1"),
    "jotto": ("jotto-depth-9", "3"),
}
"""Certificates of games without tiles, and one of their responses."""


@pytest.mark.parametrize(("name", "response"), OTHERS.values(), ids=OTHERS)
def test_responses_are_drawn_as_the_feedback_writes_them(name: str, response: str) -> None:
    strategy = checked_strategy(next(path for file, path in SHIPPED.items() if file.startswith(name)))
    scoring, noun = strategy.scoring, strategy.scoring.noun
    tree = folded(strategy, 2)
    page, shown = draw_tree(strategy, tree), [child.branch for child in tree.children]
    assert_inside(page)
    said = "".join(text.text for text in texts(page))
    assert scoring.feedback.title in said
    signs = Counter(text.text for text in texts(page) if len(text.text) == 1)
    assert signs == Counter("".join(scoring.format_pattern(branch.pattern) for branch in shown))
    pegs = [shape for shape in page.shapes if isinstance(shape, Circle) and shape.edge]
    assert len(pegs) == scoring.length * len(shown)
    assert f"{shown[0].hidden_count} {noun}s, " in said
    sheet = cheat_sheet(strategy)
    for made in sheet.pages:
        assert_inside(made)
    assert f"{sheet.coverage.hidden_count} {noun}s (100 %)" in "".join(
        text.text for text in texts(sheet.pages[0])
    )
    text = outline(unfolded(strategy, 2), "title", scoring, opened=1)
    assert "".join(f'<i class="b">{sign}</i>' for sign in response) in text
    assert text.count(' peg"') == scoring.length * len(branches_of(strategy).children)
    assert f'label="{response}"' in render_dot(strategy, tree)
    table = list(ShownStrategy.of(strategy).told(""))
    assert table[1] == "responses in order, the least first"
    assert [line.split()[0] for line in table[3:-1]] == sorted(
        scoring.format_pattern(branch.pattern) for branch in shown
    )


def test_slots_are_drawn_as_tiles(tmp_path: Path) -> None:
    """A slot is yellow even where the hidden word has that letter in another place that is green."""
    game = Variant.from_words(("abb", "aab", "bab"), feedback="slots")
    prove(game, 3, opener="aab", out=tmp_path / "slots.cert")
    strategy = checked_strategy(tmp_path / "slots.cert")
    page = draw_tree(strategy, folded(strategy))
    assert words_on(page)["abb"] == 1
    fills = Counter(shape.fill for shape in page.shapes if isinstance(shape, Box))
    assert sum(fills.values()) == 2 * 3 + 3  # two responses, and the legend
    text = outline(unfolded(strategy, 2), "title", strategy.scoring, opened=1)
    assert '<i class="g">A</i><i class="y">A</i><i class="g">B</i></span><span class="guess wins">ABB' in text
