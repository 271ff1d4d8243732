"""Proofs about random small games of codes, and changed ones: the three checkers agree, and brute force."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.mutants import changed_field
from tests.oracle.brute_codes import RESPOND, BruteCodes, response
from tests.property.test_feedback import codes
from tests.two_checkers import ACCEPTED, verdict
from tests.verified.intervals import interval
from wordle_cp import prove, prove_optimal
from wordle_cp.games.question import hidden_after

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verified.program import Program

GAMES: Final = (
    (1, 5, True),
    (2, 3, True),
    (2, 4, True),
    (3, 2, True),
    (2, 4, False),
    (3, 3, False),
    (2, 5, False),
    (2, 5, True),
)
BATCHES, SIZE = (40, 25) if MORE else (1, 12)
MUTANTS: Final = 4
"""Changed certificates for each game: with the file itself and intervals there are 9,000 files in all."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_three_checkers_agree_on_random_games_of_codes(
    program: Program, batch: int, tmp_path: Path
) -> None:
    """What they accept of a least total, an interval or a depth is true."""
    seen: Counter[tuple[str, str]] = Counter()
    file = tmp_path / "random.cert"
    for game in range(SIZE):
        rng = random.Random(f"codes {batch} {game}")  # noqa: S311
        pegs, colours, repeats = rng.choice(GAMES)
        feedback = rng.choice(["bulls-and-cows", "exact"])
        variant = codes(tmp_path / "codes.yaml", pegs, colours, repeats=repeats, feedback=feedback)
        brute = BruteCodes(variant.guesses, response if feedback == "bulls-and-cows" else RESPOND[feedback])
        few = len(variant.guesses) < 25  # brute force takes long with all of 25 codes
        drawn = rng.choice((1, 1, 2, 3, 4, 5) if few else (3, 4, 5))
        word, *played = rng.sample(variant.guesses, drawn)
        history = tuple((guess, variant.scoring.score(guess, word)) for guess in played)
        left = frozenset(hidden_after(variant, history))
        made = len(history)
        least = prove_optimal(variant, history=history, out=file).total_guesses
        assert least == brute.total(left)
        total = least + made * len(left)  # a claim counts the guesses of the history
        text = file.read_text(encoding="utf-8")
        depth = next(depth for depth in range(1, 20) if brute.possible(left, depth)) + made
        texts = {"least": text, "between": interval(text, max(1, total - rng.randrange(3)))}
        for guesses, kind in ((depth, "possible"), (depth - 1, "impossible")):
            if guesses > made or kind == "possible":
                prove(variant, guesses, history=history, out=file)
                texts[kind] = file.read_text(encoding="utf-8")
        texts["others"] = re.sub(r"(?<=\nothers )\d+", lambda n: str(int(n[0]) + 1), text)
        texts["false"] = re.sub(rf"\b{total}\b", str(total + 1), text)
        for kind, one in list(texts.items()):
            lines = one.split("\n")[:-1]
            for number in range(MUTANTS):
                _, other = changed_field(lines, variant.guesses, rng)
                texts[f"{kind} {number}"] = "".join(f"{line}\n" for line in other)
        for kind, one in texts.items():
            file.write_text(one, encoding="utf-8")
            word_, others = program(file).word, verdict(file)
            assert word_ == "not covered" or (word_ == "accepted") == (others == ACCEPTED), one
            assert kind not in {"least", "possible"} or word_ == "accepted", one
            assert kind != "between" or word_ == "not covered", one
            seen[kind.split()[0], word_] += 1
    assert seen["least", "accepted"] >= SIZE, seen
    assert seen["false", "accepted"] == 0, seen
    assert seen["impossible", "accepted"], seen
