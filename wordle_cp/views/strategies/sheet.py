"""A cheat sheet: the first three guesses of a strategy on A4 pages, to be found by the tiles one sees.

At the top stands a grid with the second guess for every response to the opener: its first tiles choose the
row, the others the column; of black and white pegs the black ones choose the row, and a single number is a
column. Below are blocks, one for each response that leaves two words or more, in the
order of the grid's rows; a block has the third guess for every response to the second one. Where not all of
them fit in the least type, those with the most words are there, and the sheet says how many words it covers.
A sheet has one page if its type is then large enough to read, and otherwise two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, counted
from wordle_cp.rules.words import GREY
from wordle_cp.views.strategies.drawing import (
    BLACK,
    LETTER_WIDTH,
    MONO,
    Anchor,
    Box,
    Page,
    Palette,
    Responses,
    Shape,
    Stroke,
    Text,
    row_width,
    tile_row,
)
from wordle_cp.views.strategies.walk import Branch, branches_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.rules.scoring import Scoring

MAX_LENGTH: Final = 5
"""Longest words with tiles, of which the grid's 3**length places fit the page."""
LEAST_TYPE: Final = 5.0
"""Size of the least type of the blocks, in points."""
READABLE_TYPE: Final = 6.5
"""Size of type below which a sheet takes a second page, unless one was asked for."""
MOST_PAGES: Final = 2
_LARGEST_TYPE: Final = 7.5
_TYPE_STEP: Final = 0.1
_WIDTH: Final = 595.28
_HEIGHT: Final = 841.89
_MARGIN: Final = 22.0
_HEAD: Final = 48.0
"""Height of the title and what explains the sheet."""
_FOOT: Final = 8.0
_LATER_HEAD: Final = 14.0
"""Height of the line above the blocks of a later page."""
_GRID_ROW: Final = 13.6
_GRID_GUESS: Final = 6.6
_SMALL: Final = 6.0
"""Size of numbers, in points, where the guesses beside them aren't smaller."""
_TEXT: Final = 6.5
_TILE: Final = 0.58
"""Size of a block's tiles, as a share of its type."""
_LEADING: Final = 1.18
_WHERE: Final = ": first tiles at the left, last tiles at the top"
_FAINT: Final = "#55555c"
_RULE: Final = "#b9b9bf"
_BARS: Final = {
    Palette.STANDARD: ("#2b2b30", "#ffffff"),
    Palette.COLOUR_BLIND: ("#2b2b30", "#ffffff"),
    Palette.PRINT: ("#d4d4d8", BLACK),  # black tiles must stand out
}
"""Colours of the bar above a block, and of the guess in it."""


_Signs = tuple[int, ...] | str
"""Tiles of a response, or the signs it is written with; or some of them."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a strategy is on its sheet.

    Of `blocks` responses to the opener that leave two words or more, `blocks_shown` have their third guesses
    on the page. Their words, and all words that two guesses find, are `words_covered` of `hidden_count`.
    `words_found` are found by the guesses on the page alone.
    """

    hidden_count: int
    words_covered: int
    words_found: int
    blocks: int
    blocks_shown: int

    @property
    def is_cut(self) -> bool:
        """Whether some blocks are missing."""
        return self.blocks_shown < self.blocks


@dataclass(frozen=True, slots=True)
class Sheet:
    """A cheat sheet: its pages, what is on them, and the size of the blocks' type in points."""

    pages: tuple[Page, ...]
    coverage: Coverage
    type_size: float


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the blocks: a response, the next guess, and the words left; `head` begins a block."""

    branch: Branch
    head: bool


def cheat_sheet(
    strategy: CheckedStrategy, palette: Palette = Palette.STANDARD, pages: int | None = None
) -> Sheet:
    """Return the cheat sheet of `strategy`, on a number of `pages`.

    None: on one page, or on two if its type would be below `READABLE_TYPE`.

    Raises:
        UsageError: its words have tiles, and more letters than `MAX_LENGTH`.
    """
    responses = Responses(strategy.scoring, palette)
    if responses.tiled and strategy.word_length > MAX_LENGTH:
        message = f"a sheet is for words of at most {MAX_LENGTH} letters, these have {strategy.word_length}"
        raise UsageError(message)
    root = branches_of(strategy)
    blocks = [child for child in root.children if child.children]
    grid = _Grid(root, responses)
    top = _MARGIN + _HEAD + grid.height + 8
    bottom = _HEIGHT - _MARGIN - _FOOT
    heights = [bottom - top, bottom - _MARGIN - _LATER_HEAD]
    size, shown = _fitted(blocks, responses, heights[: pages or 1])
    if pages is None and (size < READABLE_TYPE or len(shown) < len(blocks)):
        size, shown = _fitted(blocks, responses, heights)
    kept = {block.history for block in shown}
    covered = len(root.hidden_set) - sum(
        len(block.hidden_set) for block in blocks if block.history not in kept
    )
    covered += sum(block.wins for block in blocks if block.history not in kept)
    found = root.wins + sum(
        child.wins + sum(third.wins for third in child.children if child.history in kept)
        for child in root.children
    )
    coverage = Coverage(len(root.hidden_set), covered, found, len(blocks), len(shown))
    title = f"{strategy.opener.upper()}: cheat sheet"
    columns = _flow(shown, responses, size, heights)
    across = _across(responses, size)
    first = (
        *_heading(strategy, coverage, responses, 1 if len(columns) <= across else MOST_PAGES),
        *grid.shapes(_MARGIN, _MARGIN + _HEAD, kept),
        *_columns(columns[:across], responses, size, top),
    )
    made = [Page(title, _WIDTH, _HEIGHT, first)]
    if len(columns) > across:
        below = _MARGIN + _LATER_HEAD
        later = (
            Text(_MARGIN, _MARGIN + 8, f"{strategy.opener.upper()}, page 2 of 2", _TEXT, _FAINT),
            *_columns(columns[across:], responses, size, below),
        )
        made.append(Page(title, _WIDTH, _HEIGHT, later))
    return Sheet(tuple(made), coverage, size)


def _heading(
    strategy: CheckedStrategy, coverage: Coverage, responses: Responses, pages: int
) -> Iterator[Shape]:
    """Yield the title, and what explains the sheet."""
    game, claim, noun = strategy.certificate.head.game, strategy.claim, strategy.scoring.noun
    opener = strategy.opener.upper()
    yield Text(_MARGIN, _MARGIN + 15, opener, 20, bold=True, font=MONO)
    x = _MARGIN + LETTER_WIDTH * 20 * len(opener) + 10
    after = f" after {game.scoring.format_history(claim.history)}" if claim.history else ""
    mean = claim.total_guesses / claim.hidden_count
    figures = (
        f"{game.name}, {game.mode} mode{after}: {counted(claim.hidden_count, noun, f'{noun}s')}, "
        f"{mean:.4f} guesses on average, {claim.max_guesses} at most."
    )
    covers = f"{coverage.words_covered} of {coverage.hidden_count}"
    blocks = (
        f"{coverage.blocks_shown} of {coverage.blocks} blocks fit, the largest: " if coverage.is_cut else ""
    )
    share = 100 * coverage.words_covered / coverage.hidden_count
    pages_cover, they_find = ("this page covers", "finds") if pages == 1 else ("these 2 pages cover", "find")
    on_page = (
        f"{blocks}{pages_cover} {covers} {noun}s ({share:.0f} %), and {they_find} {coverage.words_found} of "
        "them by the guesses shown alone."
    )
    on_page = on_page[0].upper() + on_page[1:]
    most = int((_WIDTH - _MARGIN - x) / (0.53 * 7.2))  # a certificate may call its game by a long name
    yield Text(x, _MARGIN + 6, figures if len(figures) <= most else figures[:most] + "...", 7.2)
    yield Text(x, _MARGIN + 15, on_page, 7.2)
    first = (
        f"1  Guess {opener}. Find its response in the grid{_WHERE if responses.tiled else ''}. "
        f"There stand your second guess and how many {noun}s are left."
    )
    second = (
        "2  Find that response among the bars below, in the order of the grid. Under the bar, find the "
        "response to your second guess: beside it stands your third."
    )
    missing = "; a star: no block below" if coverage.is_cut else ""
    for place, step in enumerate((first, second)):
        yield Text(_MARGIN, _MARGIN + 26 + 8.5 * place, step, _TEXT, _FAINT)
    x = _MARGIN
    for row, meaning in responses.meanings:
        yield from tile_row(x, _MARGIN + 37.6, 6.2, row, responses.palette)
        yield Text(x + 9 * len(row), _MARGIN + 43.2, meaning, _TEXT, _FAINT)
        x += 18 + 3.5 * len(meaning)
    note = f"a guess without a number (nor a bar) is the only {noun} left{missing}"
    yield Text(x, _MARGIN + 43.2, note, _TEXT, _FAINT)


class _Grid:
    """The second guess for every response, by its first and its last signs; empty lines left out."""

    def __init__(self, root: Branch, responses: Responses) -> None:
        scoring = responses.scoring
        self._responses = responses
        self._length = scoring.length
        self._split = (scoring.feedback.width(self._length) or 0) // 2
        self._cells: dict[tuple[_Signs, _Signs], Branch] = {}
        for child in root.children:
            signs = _signs_of(child.pattern, scoring)
            self._cells[signs[: self._split], signs[self._split :]] = child
        self._rows = _ordered(row for row, _ in self._cells)
        self._columns = _ordered(column for _, column in self._cells)

    @property
    def height(self) -> float:
        """The height of the grid, its tiles at the top included."""
        return 9 + _GRID_ROW * len(self._rows)

    def shapes(self, left: float, top: float, kept: set[tuple[tuple[str, int], ...]]) -> Iterator[Shape]:
        """Yield the grid, its upper left corner at (`left`, `top`); `kept` have blocks on the page."""
        if not self._cells:
            return
        head = row_width(self._split, 6.2) + 5
        width = min((_WIDTH - 2 * _MARGIN - head) / len(self._columns), 40.0)
        right, first = left + head + width * len(self._columns), top + 8
        tile = min(5.0 if self._responses.tiled else 6.2, (width - 2) / (1.1 * len(self._columns[-1])))
        for place, column in enumerate(self._columns):
            start = left + head + width * place
            x = start + (width - row_width(len(column), tile)) / 2
            yield from self._signs(x, top, tile, column)
            new = not place or self._columns[place - 1][:1] != column[:1]
            yield self._rule((start, top - 1), (start, first + _GRID_ROW * len(self._rows)), strong=new)
        for place, row in enumerate(self._rows):
            y = first + _GRID_ROW * place
            yield from self._signs(left, y + (_GRID_ROW - 6.2) / 2, 6.2, row)
            new = not place or self._rows[place - 1][:1] != row[:1]
            yield self._rule((left, y), (right, y), strong=new)
            for column_place, column in enumerate(self._columns):
                child = self._cells.get((row, column))
                if child is not None:
                    yield from self._cell(child, left + head + width * (column_place + 0.5), y, width, kept)

    def _cell(
        self, child: Branch, middle: float, y: float, width: float, kept: set[tuple[tuple[str, int], ...]]
    ) -> Iterator[Shape]:
        """Yield the second guess `child`, and how many words are left, unless it is the only one."""
        size = min(_GRID_GUESS, (width - 2.6) / (LETTER_WIDTH * self._length))
        sure = len(child.hidden_set) == 1
        text = child.guess.upper()
        baseline = y + (9.0 if sure else 6.4)
        yield Text(middle, baseline, text, size, bold=not sure, anchor=Anchor.MIDDLE, font=MONO)
        if not sure:
            star = "" if child.history in kept else "*"
            note = f"{len(child.hidden_set)}{star}"
            yield Text(middle, y + 12.4, note, _SMALL, _FAINT, anchor=Anchor.MIDDLE)

    def _signs(self, x: float, y: float, size: float, signs: _Signs) -> Iterator[Shape]:
        """Yield tiles, or the signs of a response on grey ones."""
        row, text = (signs, "") if isinstance(signs, tuple) else ((GREY,) * len(signs), signs)
        yield from tile_row(x, y, size, row, self._responses.palette, text)

    @staticmethod
    def _rule(start: tuple[float, float], end: tuple[float, float], *, strong: bool) -> Stroke:
        return Stroke((start, end), BLACK if strong else _RULE, 0.6 if strong else 0.3)


def _signs_of(pattern: int, scoring: Scoring) -> _Signs:
    """Return what a response is made of: its tiles, or the signs that it is written with."""
    return scoring.tiles(pattern) if scoring.feedback.tiled else scoring.format_pattern(pattern)


def _ordered(parts: Iterable[_Signs]) -> list[_Signs]:
    """Return the parts of responses, each once, in order: of two numbers the shorter is the less."""
    return sorted(set(parts), key=lambda part: (len(part), tuple(part)))


def _tile(responses: Responses, size: float) -> float:
    """Return the size of tiles in blocks of type of `size`; signs on them are to be read."""
    return size * (_TILE if responses.tiled else 1.1)


def _entry_width(responses: Responses, size: float) -> float:
    """Return the width of a column of blocks in type of `size`: a response, a guess, a number, a space."""
    guess = LETTER_WIDTH * size * responses.scoring.length
    return responses.width(_tile(responses, size), alone=True) + 0.35 * size + guess + 1.25 * size


def _fitted(
    blocks: Sequence[Branch], responses: Responses, heights: Sequence[float]
) -> tuple[float, list[Branch]]:
    """Return the size of type for `blocks` on pages with such `heights`, and those that fit, in order."""
    steps = round((_LARGEST_TYPE - LEAST_TYPE) / _TYPE_STEP)
    sizes = [round(_LARGEST_TYPE - _TYPE_STEP * step, 1) for step in range(steps + 1)]
    for size in sizes:
        if _fits(blocks, responses, size, heights):
            return size, list(blocks)
    by_size = sorted(blocks, key=lambda block: -len(block.hidden_set))
    few, many = 0, len(blocks)  # the first number fits, the second doesn't
    while many - few > 1:
        half = (few + many) // 2
        kept = {block.history for block in by_size[:half]}
        chosen = [block for block in blocks if block.history in kept]
        few, many = (half, many) if _fits(chosen, responses, LEAST_TYPE, heights) else (few, half)
    kept = {block.history for block in by_size[:few]}
    return LEAST_TYPE, [block for block in blocks if block.history in kept]


def _fits(blocks: Sequence[Branch], responses: Responses, size: float, heights: Sequence[float]) -> bool:
    return len(_flow(blocks, responses, size, heights)) <= _across(responses, size) * len(heights)


def _across(responses: Responses, size: float) -> int:
    """Return how many columns of blocks stand beside each other."""
    return max(1, int((_WIDTH - 2 * _MARGIN + 1.25 * size) / _entry_width(responses, size)))


def _flow(
    blocks: Sequence[Branch], responses: Responses, size: float, heights: Sequence[float]
) -> list[list[_Entry]]:
    """Return the lines of `blocks` in columns on pages with such `heights`; more are as high as the last.

    A block that goes on in the next column has its bar there, too; a bar is never the last line of a column.
    """
    across = _across(responses, size)
    columns: list[list[_Entry]] = [[]]

    def room() -> int:
        page = min((len(columns) - 1) // across, len(heights) - 1)
        return int(heights[page] / (_LEADING * size))

    for block in blocks:
        if len(columns[-1]) + 2 > room():
            columns.append([])
        columns[-1].append(_Entry(block, head=True))
        for third in block.children:
            if len(columns[-1]) == room():
                columns.append([_Entry(block, head=True)])
            columns[-1].append(_Entry(third, head=False))
    return columns


def _columns(
    columns: Sequence[Sequence[_Entry]], responses: Responses, size: float, top: float
) -> Iterator[Shape]:
    """Yield blocks in `columns` of one page, from `top`."""
    pitch, tile = _LEADING * size, _tile(responses, size)
    step = (_WIDTH - 2 * _MARGIN + 1.25 * size) / _across(responses, size)
    guess = responses.width(tile, alone=True) + 0.35 * size
    bar, on_bar = _BARS[responses.palette]
    for place, column in enumerate(columns):
        x = _MARGIN + step * place
        for line, entry in enumerate(column):
            y = top + pitch * line
            branch = entry.branch
            colour, baseline = BLACK, y + 0.92 * size
            if entry.head:
                yield Box(x - 1, y + 0.06 * size, step - 0.55 * size, pitch - 0.1 * size, bar)
                colour = on_bar
            yield from responses.drawn(x, y + (pitch - tile) / 2, tile, branch.history[-1], alone=True)
            text = branch.guess.upper()
            yield Text(x + guess, baseline, text, size, colour, bold=entry.head, font=MONO)
            if len(branch.hidden_set) > 1 and not entry.head:
                right = x + guess + LETTER_WIDTH * size * (responses.scoring.length + 0.4)
                number = min(size, max(_SMALL, 0.72 * size))
                yield Text(right, baseline, str(len(branch.hidden_set)), number, _FAINT)
