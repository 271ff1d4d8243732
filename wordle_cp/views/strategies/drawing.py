"""A strategy drawn as a tree from left to right, the first levels of it; wide nodes folded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.views.strategies.branches import Branch, branches_of
from wordle_cp.views.strategies.canvas import LETTER_WIDTH, MONO, Page, Shape, Stroke, Text
from wordle_cp.views.strategies.tiles import Palette, Responses, tile_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certify.checked import CheckedStrategy

_ROW: Final = 21.0
_TILE: Final = 12.0
_GUESS: Final = 12.0
_NOTE: Final = 9.0
_MARGIN: Final = 24.0
_HEAD: Final = 66.0
"""Height of the lines above the tree."""
_NOTE_LETTER: Final = 0.57 * _NOTE
"""Width of a letter of the notes, on average, with some room."""
_BEND: Final = 26.0
"""From a node's text to its responses."""
_FAINT: Final = "#5f5f66"
_CONNECTOR: Final = "#9a9aa2"


@dataclass(frozen=True, slots=True)
class Folded:
    """A node of the drawing: those of its `children` that are shown, the largest first.

    `more_responses` others with `more_words` hidden words below are not; what is below the last level isn't
    counted there.
    """

    branch: Branch
    children: tuple[Folded, ...]
    more_responses: int
    more_words: int

    def rows(self) -> int:
        """Return how many rows the node and all below it take."""
        own = sum(child.rows() for child in self.children) + (self.more_responses > 0)
        return max(1, own)

    def branches(self) -> Iterator[Branch]:
        """Yield the nodes that are shown, each before its children."""
        yield self.branch
        for child in self.children:
            yield from child.branches()

    def depth(self) -> int:
        """Return the number of levels."""
        return 1 + max((child.depth() for child in self.children), default=0)


def default_widest(levels: int) -> int:
    """Return how many responses of a node to show, if nothing else is said."""
    return 20 if levels <= 2 else 8  # noqa: PLR2004  so that a page holds them


def folded(strategy: CheckedStrategy, levels: int = 2, widest: int | None = None) -> Folded:
    """Return the first `levels` guesses of `strategy`, at most `widest` responses of each node.

    A single response is never folded: its row would be taken anyway.
    """
    return _folded(branches_of(strategy), levels, widest or default_widest(levels))


def unfolded(strategy: CheckedStrategy, levels: int) -> Folded:
    """Return the first `levels` guesses of `strategy` with all responses, in their order."""
    return _unfolded(branches_of(strategy), levels)


def _unfolded(branch: Branch, levels: int) -> Folded:
    shown = branch.children if levels > 1 else ()
    return Folded(branch, tuple(_unfolded(child, levels - 1) for child in shown), 0, 0)


def _folded(branch: Branch, levels: int, widest: int) -> Folded:
    ordered = sorted(branch.children, key=lambda child: -len(child.hidden_set)) if levels > 1 else []
    shown = widest if len(ordered) > widest + 1 else len(ordered)
    hidden = ordered[shown:]
    return Folded(
        branch,
        tuple(_folded(child, levels - 1, widest) for child in ordered[:shown]),
        len(hidden),
        sum(len(child.hidden_set) for child in hidden),
    )


def _note(branch: Branch, noun: str) -> str:
    """Return what is known of a node, in short; `noun` is what is guessed."""
    words = counted(branch.hidden_count, noun, f"{noun}s")
    return words if branch.hidden_count == 1 else f"{words}, {branch.total} guesses, {branch.worst} at most"


def more_text(node: Folded, noun: str) -> str:
    """Return how much of `node` is folded; `noun` is what is guessed."""
    words = counted(node.more_words, noun, f"{noun}s")
    return f"and {node.more_responses} more responses, {words}"


def headline(strategy: CheckedStrategy) -> str:
    """Return the strategy, its game and its figures in one line."""
    game, claim = strategy.certificate.head.game, strategy.claim
    after = f" after {game.scoring.format_history(claim.history)}" if claim.history else ""
    mean, noun = claim.total_guesses / claim.hidden_count, game.scoring.noun
    return (
        f"{strategy.opener.upper()}, {game.name}, {game.mode} mode{after}: "
        f"{counted(claim.hidden_count, f'hidden {noun}', f'hidden {noun}s')}, {claim.total_guesses} guesses "
        f"({mean:.4f} on average), {claim.max_guesses} at most"
    )


def render_dot(strategy: CheckedStrategy, tree: Folded) -> str:
    """Return `tree` in the DOT language; folded responses are one node without a border."""
    lines = [
        "digraph strategy {",
        f'  graph [rankdir=LR, label="{_quoted(headline(strategy))}", labelloc=t];',
        '  node [shape=box, fontname="monospace"];',
        '  edge [fontname="monospace"];',
    ]
    number, scoring = 0, strategy.scoring
    stack: list[tuple[Folded, int | None]] = [(tree, None)]
    while stack:
        node, parent = stack.pop()
        branch = node.branch
        label = f"{branch.guess.upper()}\\n{_note(branch, scoring.noun)}"
        lines.append(f'  {number} [label="{label}", peripheries={2 if branch.wins else 1}];')
        if parent is not None:
            pattern = branch.history[-1][1]
            lines.append(f'  {parent} -> {number} [label="{scoring.format_pattern(pattern)}"];')
        here, number = number, number + 1
        if node.more_responses:
            lines.append(f'  {number} [label="{more_text(node, scoring.noun)}", shape=plaintext];')
            lines.append(f"  {here} -> {number} [style=dashed];")
            number += 1
        stack.extend((child, here) for child in reversed(node.children))
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """Return `text` as it may stand between the quotes of a DOT string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def draw_tree(strategy: CheckedStrategy, tree: Folded, palette: Palette = Palette.STANDARD) -> Page:
    """Return `tree` as a page: at each response its tiles, the next guess, and what is below."""
    scoring = strategy.scoring
    responses, length = Responses(scoring, palette), scoring.length
    notes = _NOTE_LETTER * max(len(_note(branch, scoring.noun)) for branch in tree.branches())
    offset = responses.width(_TILE) + 8
    plan = _Plan(responses, notes, offset, _BEND + offset + _note_offset(length) + notes)
    title = headline(strategy)
    name, _, figures = title.rpartition(": ")
    shapes: list[Shape] = [
        Text(_MARGIN, _MARGIN + 6, name, 12, bold=True),
        Text(_MARGIN, _MARGIN + 20, figures, 10),
    ]
    x = _MARGIN
    for row, meaning in responses.meanings:
        shapes += tile_row(x, _MARGIN + 29, 9, row, palette)
        shapes.append(Text(x + 13 * len(row), _MARGIN + 36.5, meaning, _NOTE, _FAINT))
        x += 26 + _NOTE_LETTER * len(meaning)
    legend = f"bold: may be the hidden {scoring.noun}; guesses count from the first"
    shapes.append(Text(_MARGIN, _MARGIN + 49, legend, _NOTE, _FAINT))
    shapes += _node(tree, _MARGIN - offset, _MARGIN + _HEAD, plan, first=True)
    width = 2 * _MARGIN + tree.depth() * plan.step - _BEND - offset - plan.notes
    heads = (8.4 * len(name), 5.9 * len(figures), x - _MARGIN, _NOTE_LETTER * len(legend))
    least = 2 * _MARGIN + max(heads)
    height = 2 * _MARGIN + _HEAD + tree.rows() * _ROW
    return Page(title, max(width, least), height, tuple(shapes))


@dataclass(frozen=True, slots=True)
class _Plan:
    """What all nodes of a drawing share.

    How their responses are drawn, how wide their notes are, how far a guess stands from where its response
    begins, and how far apart the levels are.
    """

    responses: Responses
    notes: float
    offset: float
    step: float

    def note(self, branch: Branch) -> str:
        """Return what is known of a node."""
        return _note(branch, self.responses.scoring.noun)


def _note_offset(length: int) -> float:
    """Return how far the note stands from where the guess begins."""
    return LETTER_WIDTH * _GUESS * length + 6


def _node(node: Folded, x: float, top: float, plan: _Plan, *, first: bool = False) -> Iterator[Shape]:
    """Yield the shapes of `node` and all below it, in rows from `top`; its response begins at `x`."""
    branch = node.branch
    length = len(branch.guess)
    middle = _middle(node, top)
    text = x + plan.offset
    end = text + _note_offset(length)
    yield Text(text, middle + 4.2, branch.guess.upper(), _GUESS, bold=branch.wins, font=MONO)
    if not first:  # the title has the figures of the first guess
        yield Text(end, middle + 3.2, plan.note(branch), _NOTE, _FAINT)
    start = end + (0 if first else plan.notes)
    bend, row, left = start + _BEND * 0.4, top, x + plan.step - (plan.notes if first else 0)
    if node.children or node.more_responses:
        yield Stroke(((start - 4, middle), (bend, middle)), _CONNECTOR, 0.8)
    joints: list[float] = [middle]
    for child in node.children:
        joints.append(_middle(child, row))
        yield Stroke(((bend, joints[-1]), (left - 3, joints[-1])), _CONNECTOR, 0.8)
        response = child.branch.history[-1]
        yield from plan.responses.drawn(left, joints[-1] - _TILE / 2, _TILE, response)
        yield from _node(child, left, row, plan)
        row += child.rows() * _ROW
    if node.more_responses:
        joints.append(row + _ROW / 2)
        yield Stroke(((bend, joints[-1]), (left - 3, joints[-1])), _CONNECTOR, 0.8)
        more = more_text(node, plan.responses.scoring.noun)
        yield Text(left, joints[-1] + 3.2, more, _NOTE + 1, _FAINT)
    if len(joints) > 1:
        yield Stroke(((bend, min(joints)), (bend, max(joints))), _CONNECTOR, 0.8)


def _middle(node: Folded, top: float) -> float:
    """Return the height of `node`, whose rows begin at `top`: halfway between its first and its last row."""
    return top + node.rows() * _ROW / 2
