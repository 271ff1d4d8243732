"""Rule "turns" with any openers and plays: every deal, as the rule adds it up and as a game is played.

The searches write plays of one kind only. Here they are drawn, so that sets are left which no search leaves.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.mutants import with_claim
from tests.oracle.questions import variant_of
from tests.property.test_boards_certificates import judged
from wordle_cp.answers.boards.report import solve_boards
from wordle_cp.certificate.claims.boards import BoardsProof, Play
from wordle_cp.certificate.read import read_whole
from wordle_cp.certify.records import game_record
from wordle_cp.check.boards import turns as boards_turns
from wordle_cp.check.common.lists import Lists
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import score

if TYPE_CHECKING:
    from pathlib import Path

Words = tuple[str, ...]
Plays = dict[Words, str]
ANY = 10**9


def cells_of(game: SmallGame, openers: Words) -> list[Words]:
    """Return the words that the openers leave, by all responses, in the order in which boards are played."""
    cells: dict[tuple[int, ...], list[str]] = {}
    for word in game.hidden:
        if word not in openers:
            cells.setdefault(tuple(score(opener, word) for opener in openers), []).append(word)
    return sorted(map(tuple, cells.values()), key=lambda cell: (len(cell), game.hidden.index(cell[0])))


def agreeing(words: Words, guess: str, hidden: str) -> Words:
    """Return those of the `words` that give `guess` the response that `hidden` gives."""
    return tuple(word for word in words if score(guess, word) == score(guess, hidden))


def drawn_plays(game: SmallGame, openers: Words, boards: int, rng: random.Random) -> Plays:
    """Return a play for each set of three words or more that may be met."""
    plays: Plays = {}
    heard: list[str] = []
    for cell in cells_of(game, openers):
        sets = {cell}
        for _ in range(boards - 1):
            sets |= {agreeing(words, each, one) for words in sets for each in heard for one in words}
        heard += cell
        while sets:
            words = sets.pop()
            if len(words) < 3 or words in plays:
                continue
            useful = [
                guess
                for guess in game.guesses
                if guess in words or len({score(guess, word) for word in words}) > 1
            ]
            plays[words] = rng.choice(useful)
            sets |= {agreeing(words, plays[words], word) for word in words if word != plays[words]}
    return plays


def alone(words: Words, hidden: str, plays: Plays) -> list[str]:
    """Return the guesses on a board of which `words` are left."""
    made: list[str] = []
    while not made or made[-1] != hidden:
        made.append(words[0] if len(words) < 3 else plays[words])
        words = agreeing(words, made[-1], hidden)
    return made


def added_up(game: SmallGame, openers: Words, plays: Plays, deal: Words) -> int:
    """Return what rule "turns" counts for a deal: each board by itself, with the words that it hears."""
    cells = cells_of(game, openers)
    place = {word: number for number, cell in enumerate(cells) for word in cell}
    total = len(openers)
    for word in deal:
        if word in place:
            left = cells[place[word]]
            for other in deal:
                if place.get(other, ANY) < place[word]:
                    left = agreeing(left, other, word)
            total += len(alone(left, word, plays))
    return total


def played(game: SmallGame, openers: Words, plays: Plays, deal: Words) -> int:
    """Return how many guesses the game takes: one that solves a later board by accident is saved there."""
    cells = cells_of(game, openers)
    place = {word: number for number, cell in enumerate(cells) for word in cell}
    made = [opener for number, opener in enumerate(openers) if not set(deal) <= {*openers[:number]}]
    for word in sorted(set(deal) - set(made), key=lambda word: place[word]):
        left = cells[place[word]]
        for other in deal:
            if place.get(other, ANY) < place[word]:
                left = agreeing(left, other, word)
        for guess in alone(left, word, plays):
            if word not in made:
                made.append(guess)
    return len(made)


def in_turn(proof: BoardsProof, openers: Words, plays: Plays, most: int, worst: int) -> BoardsProof:
    """Return the claim that boards in turn take so much, in all and at the worst, and nothing from below."""
    claimed = with_claim(
        proof,
        total=(proof.claim.hidden_count**proof.claim.boards, most),
        worst=(1, worst),
        counted=0,
        one=None,
        openers=openers,
        plays=len(plays),
        positions=0,
        chains=None,
    )
    lines = tuple(Play(guess, words) for words, guess in plays.items())
    return replace(claimed, plays=lines, positions=(), sets=(), lemmas=())


@pytest.mark.parametrize("seed", range(share(2)))
def test_any_boards_in_turn(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"in turn {seed}")  # noqa: S311  no secret
    seen: Counter[str] = Counter()
    path = tmp_path / "turns.cert"
    for number in range(20):
        boards = (1, 2, 2, 3)[number % 4]
        drawn = random_game(rng, Size(most_hidden=8, most_guesses=12))
        game = SmallGame(drawn.guesses, drawn.hidden[: 9 - 2 * boards])
        openers = tuple(rng.choice(game.guesses) for _ in range(rng.choice((0, 1, 1, 2))))
        plays = drawn_plays(game, openers, boards, rng)
        deals = list(product(game.hidden, repeat=boards))
        total = sum(added_up(game, openers, plays, deal) for deal in deals)
        taken = [played(game, openers, plays, deal) for deal in deals]
        assert sum(taken) <= total
        solve_boards(variant_of(game, Mode.NORMAL), boards, out=path)
        proof = read_whole(path)
        assert isinstance(proof, BoardsProof)
        monkeypatch.setattr(boards_turns, "_BLOCK", rng.choice((1, 40)))
        assert judged(path, in_turn(proof, openers, plays, total, ANY))
        if total > len(deals):
            assert not judged(path, in_turn(proof, openers, plays, total - 1, ANY))
        if max(taken) > 1:
            assert not judged(path, in_turn(proof, openers, plays, total, max(taken) - 1))
        seen["plays"] += bool(plays)
        seen["heard"] += boards > 1 and len(cells_of(game, openers)) > 1
        seen["more than is played"] += sum(taken) < total
        if plays:
            other = dict(rng.sample(sorted(plays.items()), len(plays) - 1))
            seen["play missing"] += not judged(path, in_turn(proof, openers, other, ANY, ANY))
    assert min(seen.values()) > 3, seen
    assert len(seen) == 4


def test_parts_of_large_cells_are_refused_before_they_take_room(monkeypatch: pytest.MonkeyPatch) -> None:
    words = tuple(map("".join, product("abc", repeat=4)))
    ticks: list[None] = []
    game = game_record(variant_of(SmallGame(words, words), Mode.NORMAL))
    turns = boards_turns.Turns(game, Lists(words, frozenset(words), words), lambda: ticks.append(None))
    monkeypatch.setattr(boards_turns, "_BLOCK", 1)
    cell, heard = tuple(range(9)), range(9, 81)
    assert sum(turns.parts(cell, heard, 9 * 81).values()) == 72
    assert len(ticks) == 72
    with pytest.raises(CertificateRejected, match="words at most in the parts"):
        turns.parts(cell, heard, 9 * 3)
    assert len(ticks) < 72 + 40
