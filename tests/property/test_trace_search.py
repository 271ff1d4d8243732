"""The traced search against exhaustive search: the value whatever the techniques, and when they help."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from wordle_cp.answers.totals.solve import solve
from wordle_cp.errors import UsageError
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode
from wordle_cp.views.traces.game import ALL_TECHNIQUES, BRUTE_FORCE, Technique
from wordle_cp.views.traces.page import Guess, Node, Value
from wordle_cp.views.traces.record import trace_of, trace_of_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.rules.words import History
    from wordle_cp.views.traces.page import Trace

TINY: Final = Size(most_hidden=5, most_guesses=9)
SMALL: Final = Size(most_hidden=7, most_guesses=16)
SUBSETS: Final = [frozenset(some) for size in range(10) for some in combinations(Technique, size)]
FOREVER: Final = 10**9


def questions(seed: str, size: Size, number: int) -> Iterator[tuple[SmallGame, Mode, History, int | None]]:
    """Yield random games with a mode, a history and a number of guesses left."""
    rng = random.Random(seed)  # noqa: S311
    for place in range(number):
        game = random_game(rng, size)
        mode = tuple(Mode)[place % 3]
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        yield game, mode, history, rng.choice((None, 2, 3, 4))


def traced(
    game: SmallGame, mode: Mode, history: History, left: int | None, techniques: frozenset[Technique]
) -> Trace:
    """Return the trace of the least total with `left` guesses left."""
    question = TotalQuestion.of(variant_of(game, mode), history=history)
    return trace_of(question, guesses_left=left, techniques=techniques, most_events=FOREVER)


def true_total(game: SmallGame, mode: Mode, history: History, left: int | None) -> int | None:
    """Return the same by definition."""
    play = Play(game.guesses, mode)
    least = LeastCost(play, Objective(limit=left))
    return least.value(words_after(game, history), play.allowed_after(history))


def fixed_order(techniques: frozenset[Technique]) -> bool:
    """Tell whether one technique more never means more nodes; see `traces.record._Search`."""
    return not {Technique.MEMO, Technique.SUMS} <= techniques


def test_every_set_of_techniques() -> None:
    """All 512: the value is that of the definition; and the number of nodes falls where that is a theorem."""
    fewer = 0
    for game, mode, history, left in questions("subsets", TINY, share(45)):
        expected = true_total(game, mode, history, left)
        nodes: dict[frozenset[Technique], int] = {}
        for techniques in SUBSETS:
            trace = traced(game, mode, history, left, techniques)
            assert trace.total == expected
            nodes[techniques] = trace.nodes
        for techniques in SUBSETS:
            for added in ALL_TECHNIQUES - techniques - {Technique.ORDER}:
                if fixed_order(techniques | {added}):
                    assert nodes[techniques | {added}] <= nodes[techniques]
                    fewer += nodes[techniques | {added}] < nodes[techniques]
    assert fewer > share(4_500)


@pytest.mark.parametrize(
    ("hidden", "guesses", "left", "before", "added"),
    [
        (
            "shake shame share shape shade shave shale",
            "shake shave urase kists shame hurts ohone shale shade mount shape share vogie",
            None,
            {Technique.MEMO},
            Technique.SUMS,
        ),
        (
            "hills gills lills dills nills",
            "cions dills winos nills mills lills gills miler golds hills",
            4,
            {Technique.SUMS, Technique.T},
            Technique.ORDER,
        ),
    ],
)
def test_more_nodes_where_it_is_no_theorem(
    hidden: str, guesses: str, left: int | None, before: set[Technique], added: Technique
) -> None:
    """With memo and sums together, and with another order, a technique more can mean more nodes."""
    game = SmallGame(tuple(guesses.split()), tuple(hidden.split()))
    small = traced(game, Mode.NORMAL, (), left, frozenset(before))
    large = traced(game, Mode.NORMAL, (), left, frozenset({*before, added}))
    assert (large.total, large.nodes > small.nodes) == (small.total, True)


def test_larger_games() -> None:
    for game, mode, history, left in questions("larger", SMALL, 60):
        for techniques in (
            ALL_TECHNIQUES,
            ALL_TECHNIQUES - {Technique.SEPARATED},
            frozenset({Technique.MEMO}),
        ):
            trace = traced(game, mode, history, left, techniques)
            assert trace.total == true_total(game, mode, history, left)


@pytest.mark.parametrize("mode", Mode)
def test_the_native_search_on_cuts_of_the_real_lists(mode: Mode) -> None:
    rng = random.Random(f"trace/{mode}")  # noqa: S311
    compared = 0
    for hidden, others in ((12, 60), (16, 60), (20, 20)):
        variant = variant_of(real_cut(rng, hidden, others), mode)
        for limit in (4, 6):
            report = solve(TotalQuestion.of(variant, max_guesses=limit))
            try:
                trace = trace_of_report(report, ALL_TECHNIQUES)
            except UsageError:  # too long
                continue
            compared += 1
            assert trace.total == report.cost
            opener = variant.guesses[rng.randrange(len(variant.guesses))]
            one = solve(TotalQuestion.of(variant, openers=[opener], max_guesses=limit))
            assert trace_of_report(one, ALL_TECHNIQUES - {Technique.SEPARATED}).total == one.cost
    assert compared >= 4


def test_events_tell_what_the_search_did() -> None:
    """Values of nodes are those of the definition, or bounds that are no more."""
    exact = inexact = 0
    for game, mode, history, left in questions("events", SMALL, 12):
        play = Play(game.guesses, mode)
        least = LeastCost(play)
        trace = traced(game, mode, history, None, ALL_TECHNIQUES - {Technique.SEPARATED})
        del left
        hidden, guesses = trace.claim.hidden, trace.claim.guesses
        open_nodes: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        tried: dict[int, tuple[int, str]] = {}
        for event in trace.events:
            if isinstance(event, Node):
                words = frozenset(hidden[word] for word in event.words)
                allowed = play.allowed_after(history)
                if event.parent is not None:
                    assert event.pattern is not None
                    above, guess = tried[event.parent]
                    allowed = play.still_allowed(open_nodes[above][1], guess, event.pattern)
                    assert words == dict(play.cells(guess, open_nodes[above][0]))[event.pattern]
                open_nodes[event.id] = words, allowed
            elif isinstance(event, Guess):
                tried[event.id] = event.of, guesses[event.guess]
            elif isinstance(event, Value) and event.of in open_nodes and event.value is not None:
                value = least.value(*open_nodes[event.of])
                assert value is not None
                assert value == event.value if event.exact else value >= event.value
                exact += event.exact
                inexact += not event.exact
    assert exact
    assert inexact


def test_brute_force_cuts_nothing() -> None:
    nodes = 0
    for game, mode, history, _ in questions("brute", TINY, 9):
        trace = traced(game, mode, history, None, BRUTE_FORCE)
        assert not trace.cutoffs
        nodes += trace.nodes
    assert nodes > 100
