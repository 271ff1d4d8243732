"""Absurdle, proven: the fewest guesses of random small games, and their certificates, against brute force.

Whatever the checker accepts, changed proofs included, must be true. Whether it accepts or not, the second
checker must see it likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.effort import share
from tests.oracle.brute_absurdle import fewest_guesses, response
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.mutants import with_claim, with_game
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from tests.two_checkers import Changes
from wordle_cp.answers.absurdle.run import beat_absurdle, certify
from wordle_cp.certificate.claims.absurdle import AbsurdleProof
from wordle_cp.certificate.read import read_whole
from wordle_cp.certify.records import game_record
from wordle_cp.check import absurdle as check_absurdle
from wordle_cp.check.absurdle import Positions
from wordle_cp.check.common.lists import Lists
from wordle_cp.check.plain.absurdle import PlainAbsurdle
from wordle_cp.check.plain.game import text_of
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import format_pattern, pattern_of
from wordle_cp.search import absurdle
from wordle_cp.search.absurdle import Search
from wordle_cp.search.positions import PatternBoard, PlayedState
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator

LISTS = Path(__file__).resolve().parents[2] / "wordlists"


def changed(proof: AbsurdleProof, rng: random.Random) -> Iterator[tuple[str, AbsurdleProof]]:
    """Yield changes of a proof, each with its name."""
    guesses, words = proof.guesses, proof.head.game.guesses.words

    def saying(*said: str) -> AbsurdleProof:
        return replace(with_claim(proof, fewest=len(said)), guesses=said)

    place = rng.randrange(len(guesses))
    yield "a guess more", saying(*guesses[:place], rng.choice(words), *guesses[place:])
    yield "the last guess again", saying(*guesses, guesses[-1])
    if len(guesses) > 1:
        yield "a guess less", saying(*guesses[:place], *guesses[place + 1 :])
        yield "turned", saying(*guesses[-2::-1], guesses[-1])
    yield "another guess", saying(*guesses[:place], rng.choice(words), *guesses[place + 1 :])
    yield "another count", with_claim(proof, hidden_count=proof.claim.hidden_count + 1)
    for mode in Mode:
        if mode is not proof.head.game.mode:
            yield "another mode", with_game(proof, mode=mode)


def test_the_checker_gives_the_responses_of_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many at a time, in several blocks, where only ties are left to tell cells apart."""
    monkeypatch.setattr(check_absurdle, "_BLOCK", 60)
    rng = random.Random("absurdle responses")  # noqa: S311  a fixed sample
    ties = 0
    for _ in range(share(60)):
        game = random_game(rng, Size(most_hidden=9, most_guesses=11))
        record = game_record(variant_of(game, Mode.NORMAL))
        lists = Lists(game.guesses, frozenset(game.guesses), game.hidden)
        positions = Positions(record, lists, game.hidden, (), lambda _done, _of: None)
        words = np.array(sorted(rng.sample(range(len(game.hidden)), rng.randint(1, len(game.hidden)))))
        left = frozenset(game.hidden[place] for place in words.tolist())
        patterns, sizes, numbers = positions.answers(words, np.arange(len(game.guesses)))
        cells = [Counter(pattern_of(guess, word) for word in left) for guess in game.guesses]
        assert numbers.tolist() == list(map(len, cells))
        assert sizes.tolist() == [max(sizes.values()) for sizes in cells]
        for guess, pattern in zip(game.guesses, patterns.tolist(), strict=True):
            assert format_pattern(pattern, len(guess)) == response(left, guess)
        ties += sum(list(sizes.values()).count(max(sizes.values())) > 1 for sizes in cells)
    assert ties > share(45)


def test_what_the_checker_and_the_search_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guesses that leave as few words as the most cells allow, those with the fewest first."""
    monkeypatch.setattr(check_absurdle, "_BLOCK", 60)
    monkeypatch.setattr(check_absurdle, "_TOGETHER", 2)
    monkeypatch.setattr(absurdle, "_TOGETHER", 2)
    rng = random.Random("absurdle promising")  # noqa: S311  a fixed sample
    left_out = 0
    for _ in range(share(120)):
        game = random_game(rng, Size(most_hidden=14, most_guesses=20))
        if len(game.hidden) == 1:
            continue
        variant = variant_of(game, Mode.NORMAL)
        lists = Lists(variant.guesses, frozenset(variant.guesses), variant.hidden)
        positions = Positions(game_record(variant), lists, variant.hidden, (), lambda _done, _of: None)
        search = Search(PatternBoard(variant), UNLIMITED.demand_time, lambda _guesses, _positions: None)
        words, guesses = np.arange(len(game.hidden)), np.arange(len(game.guesses))
        state = PlayedState((), words)
        search.moves_of(state)
        for guesses_left in (4, 3, 3):
            looked_at = list(positions.promising(words, guesses, guesses_left))
            patterns, sizes, cells = positions.answers(words, guesses)
            most = min(int(cells.max()) ** (guesses_left - 2), len(words) - 1)
            exact = zip(guesses.tolist(), patterns.tolist(), sizes.tolist(), strict=True)
            few = [answer for answer in exact if answer[2] <= most]
            assert sorted(looked_at) == few
            assert [left for _, _, left in looked_at] == sorted(left for _, _, left in looked_at)
            left_out += len(guesses) - len(looked_at)
            moves = search.moves_within(state, guesses_left)
            found = zip(moves.guesses.tolist(), moves.patterns.tolist(), moves.left.tolist(), strict=True)
            assert sorted(move for move in found if move[2] <= most) == few
            assert moves.most_cells == cells.max()
            words = np.array(sorted(rng.sample(range(len(game.hidden)), rng.randint(2, len(game.hidden)))))
            state = PlayedState((("x", 0),), words)
    assert left_out > 50


@pytest.mark.parametrize("count", [63, 64, 65, 128, 129])
def test_what_the_first_position_leaves_of_many_words(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its words are bits, 64 to a number; a guess is left out later only if it keeps too many of them."""
    monkeypatch.setattr(check_absurdle, "_TOGETHER", 2)
    rng = random.Random(f"absurdle {count} words")  # noqa: S311  a fixed sample
    cut = variant_of(real_cut(rng, count, 2 * count), Mode.NORMAL)
    lists = Lists(cut.guesses, frozenset(cut.guesses), cut.hidden)
    positions = Positions(game_record(cut), lists, cut.hidden, (), lambda _done, _of: None)
    words, guesses = np.arange(len(cut.hidden)), np.arange(len(cut.guesses))
    assert len(words) == count
    for guesses_left in (4, *(3,) * 20):
        looked_at = list(positions.promising(words, guesses, guesses_left))
        answers = positions.answers(words, guesses)
        few = np.flatnonzero(
            answers.left <= min(int(answers.cells.max()) ** (guesses_left - 2), len(words) - 1)
        )
        assert sorted(guess for guess, _, _ in looked_at) == few.tolist()
        words = np.array(sorted(rng.sample(range(count), rng.randint(6, count))))


@pytest.mark.parametrize("mode", list(Mode))
def test_the_fewest_guesses_and_their_certificates(
    mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every other game promising guesses aren't tried first: so what is left out must not win."""
    rng = random.Random(f"absurdle {mode}")  # noqa: S311  a fixed sample
    seen = set()
    changes = Changes(tmp_path)
    out = tmp_path / "absurdle.cert"
    for number in range(25):
        game = random_game(rng, Size(most_hidden=9, most_guesses=11))
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        with monkeypatch.context() as patch:
            if number % 2:
                patch.setattr(absurdle, "_WIDTHS", ())
            report = beat_absurdle(variant_of(game, mode), history)
        left = words_after(game, history)
        assert report.fewest == len(report.moves) == report.lower
        assert report.fewest == fewest_guesses(game.guesses, left, mode, history)
        seen.add(report.fewest)
        if number >= share(15):
            continue
        assert certify(report, UNLIMITED, out).certified
        proof = read_whole(out)
        assert isinstance(proof, AbsurdleProof)
        PlainAbsurdle(text_of(out), LISTS)
        fewest = {one: fewest_guesses(game.guesses, left, one, history) for one in Mode}

        def is_true(one: AbsurdleProof, fewest: dict[Mode, int] = fewest) -> bool:
            return one.claim.fewest == fewest[one.head.game.mode]

        changes.judge(changed(proof, rng), is_true)
    assert not changes.malformed
    assert {1, 2, 3, 4} <= seen
    assert {"another mode"} <= changes.accepted.keys()
    assert min(changes.refused[name] for name in ("a guess more", "a guess less", "another guess")) > 0
    never = {"a guess more", "the last guess again", "a guess less", "another count"}
    assert not never & changes.accepted.keys()
