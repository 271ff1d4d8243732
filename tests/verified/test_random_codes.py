"""Proofs about random small games without tiles, and changed ones: all checkers agree, and brute force."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.oracle.brute_codes import RESPOND, BruteCodes
from tests.property.test_feedback import codes
from tests.two_checkers import ACCEPTED, verdict
from tests.verified.intervals import interval
from tools.mutants import changed_field
from wordle_cp import prove, prove_optimal
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant

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
FEEDBACKS: Final = ("bulls-and-cows", "exact", "jotto")
BATCHES, SIZE = (40, 25) if MORE else (1, 16)
CLAIMS: Final = 6
"""False claims about openers for each game."""
MUTANTS: Final = 4
"""Changed certificates for each game: with the file itself and intervals there are 9,000 files in all."""


def drawn(rng: random.Random, folder: Path) -> tuple[Variant, BruteCodes]:
    """Return a game of codes, or one of words in four, and what brute force knows about it."""
    feedback = rng.choice(FEEDBACKS)
    if rng.random() < 0.25:
        every = ["".join(word) for word in product("abcd"[: rng.randint(2, 4)], repeat=rng.randint(2, 3))]
        words = rng.sample(every, min(len(every), 12))
        variant = Variant.from_words(words, rng.sample(words, rng.randint(2, len(words))), feedback=feedback)
    else:
        pegs, colours, repeats = rng.choice(GAMES)
        variant = codes(folder / "codes.yaml", pegs, colours, repeats=repeats, feedback=feedback)
    return variant, BruteCodes(variant.guesses, RESPOND[feedback])


def equivalent(brute: BruteCodes, played: list[str]) -> list[frozenset[str]]:
    """Return the classes of equivalent codes: maps of pegs and colours keep each guess of the history."""
    colours = sorted({*"".join(brute.codes)})

    def mapped(code: str, order: tuple[int, ...], image: tuple[str, ...]) -> str:
        return "".join(image[colours.index(code[place])] for place in order)

    maps = product(permutations(range(len(brute.codes[0]))), permutations(colours))
    keeping = [one for one in maps if all(mapped(code, *one) == code for code in played)]
    return [*{frozenset(mapped(code, *one) for one in keeping): None for code in brute.codes}]


def about_openers(
    text: str, brute: BruteCodes, left: frozenset[str], classes: list[frozenset[str]], rng: random.Random
) -> str:
    """Return a claim that is false: no opener takes less than some number but those of all `classes` but one.

    It lists one opener of each of these. `text` claims the least total of the same game.
    """
    costs = {opener: brute.total_with(opener, left) for opener in (min(one) for one in classes)}
    others = rng.choice([*sorted({*costs.values()})[1:], max(costs.values()) + 1])
    listed = sorted((opener for opener in costs if costs[opener] < others), key=lambda opener: costs[opener])
    listed.remove(rng.choice(listed[1:] or listed))
    steps = {opener: brute.strategy(opener, left) for opener in listed}
    head, _, proof = text.partition("\nopeners ")
    before = int(head.split()[6]) - min(costs.values())  # the guesses of the history
    rows = [f"{opener} {before + costs[opener]} {len(steps[opener])}" for opener in listed]
    lines = [f"openers {len(rows)}", *rows, f"others {before + others}", f"covered {len(left)}", "sets 0"]
    lemmas = re.findall(r"^lemma .*$", proof, re.MULTILINE)
    lines += [f"lemmas {len(lemmas)}", *(step for opener in listed for step in steps[opener]), *lemmas]
    return "\n".join([head, *lines, "end of certificate\n"])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_openers_that_are_as_good_but_not_equivalent_are_not_left_out(
    program: Program, batch: int, tmp_path: Path
) -> None:
    """A map that takes one to the other must keep the history, even colours that no code left has."""
    file = tmp_path / "random.cert"
    for game in range(SIZE):
        rng = random.Random(f"openers {batch} {game}")  # noqa: S311
        pegs, colours, repeats = rng.choice(((1, 5, True), (2, 5, True), (2, 4, False)))
        feedback = rng.choice(FEEDBACKS)
        variant = codes(tmp_path / "codes.yaml", pegs, colours, repeats=repeats, feedback=feedback)
        brute = BruteCodes(variant.guesses, RESPOND[feedback])
        word, *played = rng.sample(variant.guesses, rng.choice((3, 4)))
        history = tuple((guess, variant.scoring.score(guess, word)) for guess in played)
        prove_optimal(variant, history=history, out=file)
        text, left = file.read_text(encoding="utf-8"), frozenset(Position.of(variant, history).hidden)
        for _ in range(CLAIMS):
            one = about_openers(text, brute, left, equivalent(brute, played), rng)
            file.write_text(one, encoding="utf-8")
            assert program(file).word in {"rejected", "malformed"}, one
            assert verdict(file) != ACCEPTED, one


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_three_checkers_agree_on_random_games_of_codes(
    program: Program, batch: int, tmp_path: Path
) -> None:
    """What they accept of a least total, an interval or a depth is true."""
    seen: Counter[tuple[str, str]] = Counter()
    file = tmp_path / "random.cert"
    for game in range(SIZE):
        rng = random.Random(f"codes {batch} {game}")  # noqa: S311
        variant, brute = drawn(rng, tmp_path)
        few = len(variant.guesses) < 25  # brute force takes long with all of 25 codes
        moves, word = rng.choice((0, 1, 2, 2, 3, 3) if few else (2, 2, 3, 4)), rng.choice(variant.hidden)
        shuffled = rng.sample(variant.guesses, len(variant.guesses))
        played = [guess for guess in shuffled if guess != word][:moves]
        history = tuple((guess, variant.scoring.score(guess, word)) for guess in played)
        left = frozenset(Position.of(variant, history).hidden)
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
            assert kind not in {"least", "possible", "between"} or word_ == "accepted", one
            seen[kind.split()[0], word_] += 1
    assert seen["least", "accepted"] >= SIZE, seen
    assert seen["false", "accepted"] == 0, seen
    assert seen["impossible", "accepted"], seen
