"""What the families of random small games leave, compared with exhaustive search.

A guess that wins survives, and what a cut says is so: its words can't be found, whatever is guessed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game, random_history
from tests.oracle.questions import variant_of
from wordle_cp.games.question import Position
from wordle_cp.models.solver import SolverSettings
from wordle_cp.models.whole_list import Rule, State, Tally, refute, survivors
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.models.whole_list import Cut

SIZE: Final = Size(10, 16)
CASES: Final = [(mode, seed) for mode in Mode for seed in range(share(30))]


def with_its_own(cuts: Sequence[Cut]) -> Iterator[Cut]:
    """Yield the cuts, and those that they rest on."""
    for cut in cuts:
        yield cut
        if isinstance(cut.by, Rule):
            yield from with_its_own(cut.by.cuts)


@pytest.mark.parametrize(("mode", "seed"), CASES)
def test_guesses_that_win_survive_and_cuts_are_lost(mode: Mode, seed: int) -> None:
    rng = random.Random(f"whole-list/{mode}/{seed}")  # noqa: S311
    game = random_game(rng, SIZE)
    history = random_history(rng, game, mode, rng.randrange(2))
    position = Position.of(variant_of(game, mode), history)
    brute, weaker = BruteForce(game.guesses, mode), BruteForce(game.guesses, mode.weaker)
    words, allowed = frozenset(position.hidden), frozenset(position.allowed)
    for left in range(2, 6):
        state = State.of(position, left)
        for ask in survivors, refute:
            tally = Tally()
            found = ask(state, position.allowed, SolverSettings(), tally)
            assert {*found.guesses, *found.forbidden} == allowed
            for guess in found.forbidden:
                assert not brute.solvable_by(guess, words, allowed, left), guess
            for cut in with_its_own(found.cuts):
                assert words.issuperset(cut.words)
                assert not weaker.solvable(frozenset(cut.words), weaker.allowed_under(cut.binding), cut.left)
