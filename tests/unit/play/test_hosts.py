"""Who hides the word: at random by a seed, and the adversary against brute force."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.oracle.brute_total import TOTAL, LeastCost, Play, least_worst
from tests.oracle.games import Size, random_game, random_history
from tests.oracle.questions import variant_of
from wordle_cp.games.question import Position
from wordle_cp.games.strategy_tree import partition
from wordle_cp.games.variant import Variant
from wordle_cp.play.adversary import Adversary, WordHost, worst_cell
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, format_pattern, pattern_of
from wordle_cp.work import Counted, StoppedError, Work

TOY: Final = Variant.load("toy")


def test_somebody_who_has_chosen() -> None:
    host = WordHost("creek")
    assert host.respond(Position.start(TOY), "plied") == pattern_of("plied", "creek")
    words = {WordHost.at_random(TOY, seed).word for seed in range(60)}
    assert words == set(TOY.hidden)
    assert WordHost.at_random(TOY, 5) == WordHost.at_random(TOY, 5)


@pytest.mark.parametrize("mode", list(Mode))
def test_the_adversary_against_brute_force(mode: Mode) -> None:
    """The worst response of random games, and what it costs; ties on the worst case and on the total, too."""
    rng = random.Random(f"hosts {mode}")  # noqa: S311  a fixed sample
    searched = ties = wins = 0
    for _ in range(60):
        game = random_game(rng, Size(most_hidden=9, most_guesses=14))
        variant = variant_of(game, mode)
        state = Position.start(variant, random_history(rng, game, mode, rng.randint(0, 2)))
        allowed = [guess for guess in game.guesses if is_allowed(guess, state.history, mode)]
        guess = rng.choice(allowed)
        truth = _truth(state, guess)
        found = worst_cell(state, guess)
        worst = min(truth)
        assert (found.pattern, found.least_worst) == (worst[2], -worst[0])
        assert found.words == dict(partition(guess, state.hidden))[found.pattern]
        if found.least_total is not None:
            assert found.least_total == -worst[1]
            searched += 1
        ties += sum(other[0] == worst[0] for other in truth) > 1
        wins += found.least_worst == 0
        assert Adversary().respond(state, guess) == found.pattern
    assert searched > 2
    assert ties > 2
    assert wins > 0


def _truth(state: Position, guess: str) -> list[tuple[int, int, int]]:
    """Return, for each response, minus its least worst case, minus its least total, and the response."""
    play = Play(state.variant.guesses, state.variant.mode)
    found: list[tuple[int, int, int]] = []
    for pattern, cell in partition(guess, state.hidden):
        if pattern == all_green(len(guess)):
            found.append((0, 0, pattern))
            continue
        words = frozenset(cell)
        allowed = play.allowed_after((*state.history, (guess, pattern)))
        total = LeastCost(play, TOTAL).value(words, allowed)
        assert total is not None
        found.append((-least_worst(play, words, allowed), -total, pattern))
    return found


def test_the_limit_of_the_game_does_not_count() -> None:
    short = TOY.model_copy(update={"max_guesses": 1})
    assert worst_cell(Position.start(short), "audio") == worst_cell(Position.start(TOY), "audio")


def test_on_the_real_lists() -> None:
    """RAISE leaves 168 words where no letter is shown, and no other response is worse."""
    variant = Variant.load("original")
    events: list[object] = []
    found = worst_cell(Position.start(variant), "raise", Work(jobs=2, show=events.append))
    assert (format_pattern(found.pattern, 5), found.least_worst) == ("BBBBB", 4)
    assert events[0] == Counted("responses compared", 0, 131)


def test_a_stop() -> None:
    with pytest.raises(StoppedError):
        worst_cell(Position.start(TOY), "audio", work=Work(cancelled=lambda: True))
