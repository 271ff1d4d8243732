"""How the cost of SALET's exact total grows with the number of hidden words.

2309 and 3158 are the hidden lists of nyt-2022-02-15 and nyt-2023-07-01, each with its own guesses; 12947 are
all the guesses of nyt-2022-02-15, and the other sizes samples of these by a fixed seed. Normal mode, no limit
on guesses, one thread.
"""

from __future__ import annotations

import os
import random
import threading
import time
from dataclasses import dataclass

from tools.bench.measure import say
from wordle_cp.data import word_list
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.rules.modes import Mode

_OPENER = "salet"
_LIMIT = 300.0
"""CPU seconds that a size may take."""


@dataclass(frozen=True, slots=True)
class Size:
    """A number of hidden words, and SALET's total for them where we know it; a shipped list has a name."""

    words: int
    total: int | None
    guesses: str = "nyt-2022-02-15-guesses"
    hidden: str = ""

    @property
    def name(self) -> str:
        """What `--only` looks at."""
        return f"growth, {self.words} words"

    def game(self) -> Game:
        """Score all pairs."""
        guesses = word_list(self.guesses)
        if self.hidden:
            return Game(guesses, word_list(self.hidden))
        return Game(guesses, sorted(random.Random(self.words).sample(guesses, self.words)))  # noqa: S311  a seed


SIZES = (
    Size(250, 682),
    Size(500, 1458),
    Size(1000, 3163),
    Size(2309, 7897, hidden="nyt-2022-02-15-hidden"),
    Size(3158, 11235, "nyt-2022-08-30-guesses", "nyt-2023-07-01-hidden"),
    Size(6000, 22450),
    Size(12947, 52561),
)


def growth_table(only: str) -> int:
    """Measure and print the sizes whose name contains `only`; return how many totals are wrong."""
    chosen = [size for size in SIZES if only in size.name]
    if chosen:
        say("")
        say(f"SALET exact, normal mode, no limit, search alone, one thread; > {_LIMIT:.0f}: given up")
        say(
            f"{'hidden words':<16}{'total':>8}{'CPU':>9}{'wall':>9}{'matrices':>10}{'tables MB':>11}"
            f"{'load':>6}"
        )
    return sum(_row(size) for size in chosen)


def _row(size: Size) -> bool:
    """Measure and print one size; tell whether its total is wrong."""
    before = time.process_time()
    game = size.game()
    matrices = time.process_time() - before
    search = TotalSearch(game, Mode.NORMAL, jobs=1)
    finished = threading.Event()
    guard = threading.Thread(target=_stop_in_time, args=(search, finished))
    guard.start()
    started, before = time.monotonic(), time.process_time()
    outcome = search.rank(openers=(_OPENER,), top=0)
    cpu, wall = time.process_time() - before, time.monotonic() - started
    finished.set()
    guard.join()
    memory = search.progress().bytes / 2**20
    total = outcome.ranked[0].cost if outcome.ranked else None
    wrong = not outcome.left and size.total is not None and total != size.total
    say(
        f"{size.words:<16}{'-' if total is None else str(total) + ('!' if wrong else ''):>8}"
        f"{f'> {_LIMIT:.0f}' if outcome.left else f'{cpu:.3f}':>9}{wall:>9.1f}{matrices:>10.2f}"
        f"{memory:>11.0f}{os.getloadavg()[0]:>6.1f}"
    )
    return wrong


def _stop_in_time(search: TotalSearch, finished: threading.Event) -> None:
    end = time.process_time() + _LIMIT
    while not finished.wait(0.05):
        if time.process_time() >= end:
            search.stop()
            return
