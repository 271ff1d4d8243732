"""The table of lemmas on the real lists, and the solver wrapper."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import first, in_third
from tests.program import EVER
from wordle_cp import data
from wordle_cp.answers.families import FamilyDepth, family_table
from wordle_cp.modelling.family import Columns, Types, find_families
from wordle_cp.modelling.solver import (
    Feasible,
    Infeasible,
    SolverSettings,
    Unknown,
    decide,
    new_model,
)
from wordle_cp.models.families import family_model, solve_family
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import History, pattern_of
from wordle_cp.work import Counted, Limits, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

GUESSES = data.word_list("nyt-2022-02-15-guesses")
HIDDEN = data.word_list("nyt-2022-02-15-hidden")
ILLS = tuple(word for word in GUESSES if word[1:] == "ills")


def columns_of(words: tuple[str, ...]) -> Columns:
    (family,) = find_families(words)
    return Types(GUESSES).columns(family)


def plan_for_ills(mode: Mode) -> list[str]:
    """Refute five guesses for ?ILLS, and return the guesses of the witness for six."""
    columns = columns_of(ILLS)
    if mode is Mode.NORMAL:
        columns = columns.without_types()
    assert isinstance(solve_family(columns, 5, SolverSettings()), Infeasible)
    outcome = solve_family(columns, 6, SolverSettings())
    assert isinstance(outcome, Feasible)
    return [GUESSES[columns.guesses[column]] for column in outcome.witness]


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_ills_takes_six_guesses(mode: Mode) -> None:
    assert len(ILLS) == 19
    plan = plan_for_ills(mode)
    assert len(plan) == 5
    live = set(ILLS)
    history: History = ()
    for guess in plan:
        assert is_allowed(guess, history, mode)
        ((rest, count),) = Counter(pattern_of(guess, word) for word in live).most_common(1)
        live = {word for word in live if pattern_of(guess, word) == rest and count > 1}
        history = (*history, (guess, rest))
    assert len(live) <= 1


@in_third
@pytest.mark.parametrize(
    ("mode", "histogram"),
    first(
        [
            (Mode.HARD, {2: 23, 3: 521, 4: 123, 5: 16, 6: 1}),
            (Mode.NORMAL, {2: 23, 3: 525, 4: 121, 5: 14, 6: 1}),
        ]
    ),
)
def test_least_depths_of_all_families_of_the_big_game(mode: Mode, histogram: dict[int, int]) -> None:
    table = family_table(GUESSES, GUESSES, mode)
    assert all(lemma.least_depth for lemma in table)
    assert Counter(lemma.lower for lemma in table) == histogram
    assert [lemma.pattern for lemma in table if lemma.lower == 6] == ["?ills"]
    assert [lemma.pattern for lemma in table] == sorted(lemma.pattern for lemma in table)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_families_of_the_hidden_list_are_easy(mode: Mode) -> None:
    table = family_table(GUESSES, HIDDEN, mode)
    assert len(table) == 12
    assert {lemma.lower for lemma in table} == {3}


def test_ultrahard_mode_gets_bounds() -> None:
    assert family_table(GUESSES, ILLS, Mode.ULTRAHARD) == (FamilyDepth("?ills", ILLS, 6, 19),)


def test_progress_ends_complete_and_cancelling_leaves_bounds() -> None:
    seen: list[object] = []
    family_table(GUESSES, HIDDEN, Mode.NORMAL, settings=SolverSettings.of(Work(show=seen.append)))
    assert seen[-1] == Counted("families", 12, 12)
    stopped = SolverSettings.of(Work(cancelled=lambda: True))
    (bound,) = family_table(GUESSES, ILLS, Mode.NORMAL, settings=stopped)
    assert bound.least_depth is None
    assert bound.lower <= 6 <= bound.upper


def test_limits_make_bounds_not_lemmas() -> None:
    (bound,) = family_table(GUESSES, ILLS, Mode.NORMAL, settings=SolverSettings(work_limit=1e-9))
    assert bound.least_depth is None
    assert bound.lower <= 6 <= bound.upper


def test_hidden_words_must_be_guesses() -> None:
    with pytest.raises(ValueError, match="2 hidden words are not among the guesses, such as 'mills'"):
        family_table(["bills", "fills"], ["bills", "pills", "mills"], Mode.NORMAL)


def test_outcomes_are_types() -> None:
    model = new_model("parity")
    x, y = (model.new_bool_var(name) for name in "xy")
    model.add(x + y == 1)
    outcome = decide(model, lambda solver: (solver.value(x), solver.value(y)), SolverSettings())
    assert isinstance(outcome, Feasible)
    assert sum(outcome.witness) == 1
    model.add(x == y)
    assert decide(model, lambda _: None, SolverSettings()) == Infeasible()


def test_a_limit_is_unknown() -> None:
    columns = columns_of(ILLS)
    for settings in SolverSettings(work_limit=1e-9), SolverSettings(work=Work(limits=Limits(seconds=1e-9))):
        assert isinstance(solve_family(columns, 5, settings), Unknown)


@pytest.fixture
def default_interrupts() -> Iterator[None]:
    """Have SIGINT raise KeyboardInterrupt: a shell's background job inherits that it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("default_interrupts")
def test_an_interrupt_stops_the_solver() -> None:
    rng = random.Random(0)  # noqa: S311
    model = new_model("random 3-SAT where it is hardest")
    variables = [model.new_bool_var("") for _ in range(400)]
    for _ in range(1704):
        model.add_bool_or([v if rng.random() < 0.5 else ~v for v in rng.sample(variables, 3)])
    threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT]).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        decide(
            model,
            lambda _: None,
            SolverSettings(linearization_level=0, work=Work(limits=Limits(seconds=EVER))),
        )
    assert time.monotonic() - started < EVER / 2


def test_a_malformed_model_is_a_bug() -> None:
    model = new_model("malformed")
    model.proto.variables.add().domain.extend([1, 0])
    with pytest.raises(ValueError, match="malformed"):
        decide(model, lambda _: None, SolverSettings())


def test_no_guesses_is_no_question() -> None:
    columns = columns_of(ILLS)
    with pytest.raises(ValueError, match="positive number of guesses"):
        solve_family(columns, 0, SolverSettings())


def test_the_solver_log_goes_where_it_is_wanted(capfd: pytest.CaptureFixture[str]) -> None:
    lines: list[str] = []
    decide(new_model("empty"), lambda _: None, SolverSettings(log=lines.append))
    assert "CP-SAT" in "\n".join(lines)
    assert capfd.readouterr() == ("", "")


def test_a_stop_ends_the_solver() -> None:
    columns = columns_of(ILLS)
    outcome = solve_family(columns, 7, SolverSettings.of(Work(cancelled=lambda: True)))
    assert isinstance(outcome, Unknown)


def test_constraints_have_names() -> None:
    columns = columns_of(ILLS[:2])
    model, use = family_model(columns, 2)
    names = {constraint.name for constraint in model.proto.constraints}
    assert {"separate[0]", "separate[1]", "one_last", "guesses", "type_of[0]"} <= names
    assert len(use) == len(columns.masks)
