"""Whole lists by the native search and by models, and what is lost where a part of the models is left out.

Every question is answered by the native search, by `search.whole_list` as it is, and by it without one part:
the calls of CP-SAT, the weights of linear programs, or families as a whole. Openers that survive are left to
the and-or search, which is asked where few openers are in question or there is a strategy. CPU seconds of one
thread, no certificates; "CP-SAT" is how many subproblems it decided. An answer is wrong if the search finds a
strategy and the models don't, or the other way round. The question of 50 openers draws them by a fixed seed.
"""

from __future__ import annotations

import random
import time
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from tools.bench.measure import say
from wordle_cp.games.question import Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.modelling.cuts import Decider
from wordle_cp.modelling.solver import SolverSettings, Unknown
from wordle_cp.search import whole_list
from wordle_cp.search.and_or import AndOr
from wordle_cp.search.depth import search_depth
from wordle_cp.search.whole_list import ListState, WholeList
from wordle_cp.work import Limits, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME: Final = "whole lists"
_MOST_SECONDS: Final = 400.0
"""An engine is stopped after so long on the clock, and its row is marked."""
_NYT: Final = "nyt-2022-02-15"
_QUESTIONS: Final = (
    (f"{_NYT}, hidden big, normal, 5", _NYT, "big", "normal", 5, ()),
    (f"{_NYT}, hidden big, hard, 6", _NYT, "big", "hard", 6, ()),
    ("original, hard, 3", "original", None, "hard", 3, ()),
    ("original, normal, 4, 50 openers", "original", None, "normal", 4, 50),
    ("original, normal, 5", "original", None, "normal", 5, ()),
    ("original, hard, 5, PALET", "original", None, "hard", 5, ("palet",)),
)
_WITHOUT: Final[dict[str, dict[str, Any]]] = {
    "models": {},
    "without CP-SAT": {"solve_family": lambda *_: Unknown()},
    "without weights": {"cases_against": lambda *_, **__: None},
    "without families": {"find_families": lambda *_: ()},
}


@contextmanager
def _patched(names: dict[str, Any]) -> Iterator[None]:
    with ExitStack() as stack:
        for name, other in names.items():
            stack.enter_context(mock.patch(f"{whole_list.__name__}.{name}", other))
        yield


def whole_lists_table(only: str) -> int:
    """Measure and print the table, if `only` is part of its name; return how many answers are wrong."""
    if only not in _NAME:
        return 0
    say("")
    say(f"{_NAME}: openers refuted, by the search and by models, one thread, no certificates")
    say(f"{'question and engine':<42}{'openers':>8}{'left':>8}{'states':>8}{'CP-SAT':>8}{'CPU s':>8}")
    wrong = 0
    for name, variant, hidden, mode, depth, asked in _QUESTIONS:
        game = Variant.load(variant, mode=mode, hidden=None if hidden is None else HiddenKind(hidden))
        some = random.Random(_NAME).sample(game.guesses, asked) if isinstance(asked, int) else asked  # noqa: S311  a seed
        question = Question.of(game, openers=tuple(some) or None)
        say(name)
        started = time.process_time()
        possible = search_depth(question, depth).verdict == "possible"
        left = "some" if possible else "0"
        taken = time.process_time() - started
        say(f"{'  search':<42}{len(question.openers):>8}{left:>8}{'':>8}{'':>8}{taken:>8.1f}")
        for engine, names in _WITHOUT.items():
            started = time.process_time()
            settings = SolverSettings(work_limit=20.0, work=Work(limits=Limits(seconds=_MOST_SECONDS)))
            whole = WholeList(ListState.of(question.position, depth), question.openers, settings)
            left = ""
            with _patched(names), suppress(StoppedError):
                survivors = whole.refute().guesses
                if survivors and (some or possible):
                    search = AndOr(question.position, survivors, depth, settings.work.heeding())
                    left = "some" if search.decide() else "0"
                else:
                    left = str(len(survivors))
            left = left or f"{len(whole.found.guesses)}!"
            wrong += left == ("0" if possible else "some")
            say(
                f"{f'  {engine}':<42}{len(question.openers):>8}{left:>8}{whole.states:>8}"
                f"{whole.decided[Decider.CP_SAT]:>8}{time.process_time() - started:>8.1f}"
            )
    return wrong
