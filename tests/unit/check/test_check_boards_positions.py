"""What the checker takes at the most for a position of several boards, whatever a file asks for."""

from __future__ import annotations

import tracemalloc
from itertools import product

import pytest

from tests.oracle.games import SmallGame
from tests.oracle.questions import variant_of
from wordle_cp.certificate.claims.boards import BoardsPosition, Measure, Side
from wordle_cp.certify.records import game_record
from wordle_cp.check.boards import positions as boards_positions
from wordle_cp.check.boards.played import BoardLeft
from wordle_cp.check.boards.positions import Positions
from wordle_cp.check.common.lists import Lists
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import score


def positions_of(words: tuple[str, ...]) -> Positions:
    """Return the positions of a board on which any of the `words`, all guesses, is hidden."""
    game = game_record(variant_of(SmallGame(words, words), Mode.NORMAL))
    return Positions(Lists(words, frozenset(words), words), game, [BoardLeft(words, ())])


def told_apart(most: int) -> tuple[str, ...]:
    """Return ABCD and other words, which have different responses to it, so many in all."""
    cells = {score("abcd", word): word for word in map("".join, product("efabcd", repeat=4))}
    return ("abcd", *[word for word in cells.values() if word != "abcd"][: most - 1])


def test_outcomes_of_a_position_are_not_kept() -> None:
    """There are 6,435 with ABCD alone; each is some hundred bytes."""
    words = told_apart(8)
    positions = positions_of(words)
    tracemalloc.start()
    positions.add("position 0", BoardsPosition(Measure.WORST, Side.LEAST, 2, None, ((8, words),)))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2**19


@pytest.mark.parametrize(("alone", "rule"), [(7, "position"), (8, "size")])
def test_outcomes_of_more_than_eight_groups_count_more(
    alone: int, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = told_apart(12)
    monkeypatch.setattr(boards_positions, "MAX_OUTCOMES", 165)  # 8 boards and 4 cells
    groups = ((8, words[:4]), *((1, (word,)) for word in words[4 : 4 + alone]))
    with pytest.raises(CertificateRejected) as rejected:
        positions_of(words).add("p", BoardsPosition(Measure.WORST, Side.MOST, 9, "abcd", groups))
    assert rejected.value.rule == rule
