"""How long the page's view Ask takes to answer: cold positions of random games, through its worker processes.

A position is what a game has come to after one, two or three guesses: a random hidden word, an opener, then
random words that may still be hidden. Openers are drawn from the 100 best ones, or from the whole list: these
leave far more words now and then. The seed is fixed. A worker has loaded the words of the game and knows
nothing of any position. Seconds of the clock, as a browser sees them but for its own part, from the question
to the cells of every guess, and to the exact value with all best guesses; CPU seconds of the same answers.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tools.bench.measure import say
from wordle_cp.answers.position.guess_values import Cells, best_answer, count_cells
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import pattern_of
from wordle_cp.web.jobs.ask import PositionChoice
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.pool import Pool
from wordle_cp.work import NO_LIMITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.rules.words import History

_BEST: Final = """
salet reast crate trace slate crane carle slane carte torse slant trice least trine prate slart
caret roast stale rance clast lance trone carse crine train earst stare trade leant roist trape
taser snare peart react saint crone toile stane reist scale plate loast crise drant riant sorel
clart roset saner corse slice parse soare plane alist dealt roate tares crost resat aline artel
canst liane ronte stile prase raine store tried antre tripe caner raile sault orant saine strae
tears trail orate snirt stole thale truce close cater arose cline crest earnt alter seral trans
liart place snore grate
"""
"""The openers of least total on the original lists in normal mode, as `wordle-cp rank --top 100` has them."""
_SEED: Final = 2026
_POSITIONS: Final = 100


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    variant: str
    mode: Mode
    openers: tuple[str, ...] | None  # None: the whole list


_ROWS: Final = tuple(
    _Row(f"{variant}, {mode.value}, {what}", variant, mode, openers)
    for variant in ("original", "nyt-2022-02-15")
    for mode in (Mode.NORMAL, Mode.HARD)
    for what, openers in (("one of the 100 best openers", tuple(_BEST.split())), ("any opener", None))
)


@dataclass(frozen=True, slots=True)
class _Times:
    cells: float
    answer: float
    cpu: float


def ask_table(only: str) -> None:
    """Measure and print the rows whose name contains `only`."""
    chosen = [row for row in _ROWS if only in row.name]
    if not chosen:
        return
    say("")
    say(f"Ask: {_POSITIONS} cold positions a row, seed {_SEED}, two worker processes, seconds")
    say(f"{'positions after':<58}{'cells 95%':>10}{'50%':>8}{'95%':>8}{'most':>8}{'CPU 95%':>9}{'load':>6}")
    for row in chosen:
        _measure(row)


def positions(variant: Variant, openers: Sequence[str], count: int, seed: int) -> list[History]:
    """Return `count` positions of random games of `variant` that aren't over."""
    rng = random.Random(seed)  # noqa: S311  the same in each run
    found: list[History] = []
    while len(found) < count:
        hidden = rng.choice(variant.hidden)
        guesses = rng.randint(1, 3)
        history: History = ()
        left = variant.hidden
        for number in range(guesses):
            allowed = [word for word in left if is_allowed(word, history, variant.mode)]
            guess = rng.choice(openers) if number == 0 else rng.choice(allowed)
            pattern = pattern_of(guess, hidden)
            history = (*history, (guess, pattern))
            left = tuple(word for word in left if pattern_of(guess, word) == pattern)
        if all(guess != hidden for guess, _ in history):
            found.append(history)
    return found


def _measure(row: _Row) -> None:
    choice = GameChoice(row.variant, row.mode)
    variant = Variant.load(row.variant, mode=row.mode)
    histories = positions(variant, row.openers or variant.guesses, _POSITIONS, _SEED)
    times = asyncio.run(_ask(choice, variant, histories))
    cells = sorted(one.cells for one in times)
    answers = sorted(one.answer for one in times)
    cpus = sorted(one.cpu for one in times)
    last = len(times) * 95 // 100 - 1
    say(
        f"{row.name:<58}{cells[last]:>10.2f}{answers[len(times) // 2]:>8.2f}{answers[last]:>8.2f}"
        f"{answers[-1]:>8.2f}{cpus[last]:>9.2f}{os.getloadavg()[0]:>6.1f}"
    )


async def _ask(choice: GameChoice, variant: Variant, histories: Sequence[History]) -> list[_Times]:
    pool = Pool(2, NO_LIMITS)
    await asyncio.gather(
        *(pool.run("tab", slot, "ask.warm", choice=choice) for slot in "ab")
    )  # both are ready
    times: list[_Times] = []
    for history in histories:
        started = time.monotonic()
        seen: list[float] = []

        def hear(message: object, seen: list[float] = seen) -> None:
            if isinstance(message, Cells):
                seen.append(time.monotonic())

        await pool.run("tab", "ask", "ask.position", hear=hear, choice=PositionChoice(choice, history))
        answered = time.monotonic() - started
        before = time.process_time()
        question = TotalQuestion.of(variant, history=history)
        count_cells(question)
        best_answer(question)
        times.append(_Times(seen[0] - started, answered, time.process_time() - before))
    pool.close()
    return times
