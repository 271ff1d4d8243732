"""What every opener's exact total costs, told from a stratified sample.

The openers stand in the order of their number of cells, the most first, ties in the order of the list. They
are divided into as many strata of alike openers as the sample has members, and each stratum gives one, drawn
by a fixed seed. A member stands for its stratum: with N openers and n members the time for all is N/n times
the time for the sample. Neighbouring strata are nearly alike, so half the sum of the squared differences of
neighbours estimates the variance of the sum.

Each opener is a question of its own here, and nothing found for one helps the next. `rank --all` keeps its
tables, so it should take no longer.
"""

from __future__ import annotations

import itertools
import math
import os
import random
import time
from typing import TYPE_CHECKING

from tools.bench.measure import say
from wordle_cp.data import word_list
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME = "every opener exact, by a sample"
_LIST = "nyt-2022-02-15"
_GUESSES_LEFT = 6


def every_opener_table(only: str, members: int) -> None:
    """Measure a sample of so many openers if `only` is in the name; print what its time says of all."""
    if only not in _NAME:
        return
    guesses = word_list(f"{_LIST}-guesses")
    game = Game(guesses, word_list(f"{_LIST}-hidden"))
    search = TotalSearch(game, Mode.NORMAL, jobs=1)
    seconds: list[float] = []
    for opener in stratified(guesses, game, members):
        before = time.process_time()
        outcome = search.rank(openers=(opener,), top=0, guesses_left=_GUESSES_LEFT)
        seconds.append(time.process_time() - before)
        if not outcome.ranked:
            message = f"no exact total for {opener}"
            raise AssertionError(message)
    scale = len(guesses) / len(seconds)
    spread = scale * math.sqrt(sum((a - b) ** 2 for a, b in itertools.pairwise(seconds)) / 2)
    say("")
    say(f"{_NAME}: {_LIST}, normal mode, at most {_GUESSES_LEFT} guesses, one thread, {_sizes(seconds)}")
    say(f"{'sample, CPU s':<20}{'all openers, CPU h':>20}{'standard error':>18}{'load':>8}")
    say(
        f"{sum(seconds):<20.1f}{scale * sum(seconds) / 3600:>20.2f}{spread / 3600:>18.2f}"
        f"{os.getloadavg()[0]:>8.1f}"
    )


def stratified(guesses: Sequence[str], game: Game, members: int) -> list[str]:
    """Return one opener of each of so many strata, the ones with the most cells first."""
    order = sorted(guesses, key=lambda guess: -len(set(game.by_guess[game.guess_id(guess)].tolist())))
    draw = random.Random(4)  # noqa: S311  a seed
    bounds = [len(order) * index // members for index in range(members + 1)]
    return [order[draw.randrange(low, high)] for low, high in itertools.pairwise(bounds)]


def _sizes(seconds: list[float]) -> str:
    return f"{len(seconds)} openers of {min(seconds):.2f} to {max(seconds):.2f} s"
