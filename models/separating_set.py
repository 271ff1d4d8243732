"""Separating set: do some k fixed guesses tell all words of a set apart, whatever the responses?

A CP-SAT feasibility problem, or with an objective the least such k.

Sets        L, the words; C, the finest partitions that guesses make of L (`partitions`)
Variables   use[P] in {0, 1} for P in C: a guess that makes partition P is played
Constraints apart[a, b], a < b in L:   OR(use[P] : P has a and b in different cells)
            not_two:                   sum(use) >= 3, where no two guesses do
            guesses:                   sum(use) <= k
Objective   for the least k: minimise sum(use), without `guesses`
Source      the test collection problem (Garey and Johnson, "Computers and Intractability", SP6).

The words are told apart iff any two of them get different responses from some guess: `apart` says just that.
A coarser partition may be replaced by a finer one, which tells more pairs apart, so C is enough.
If k guesses do, then k + 1 find every word in normal mode without adapting to a response before the last
guess. The converse fails: an adaptive strategy (`adaptive_tree`) may need fewer.

Pairs are many and few of them bind. The model starts with the pairs that the fewest partitions tell apart and
is solved again with those that its solution leaves together, until there are none. Each model has fewer
constraints than the whole one, so "infeasible" and a lower bound hold for it too; and a solution that leaves
no pair together solves the whole one.

Whether two guesses do is settled by looking at all pairs of partitions: the linear relaxation says little
about it, and the models would take seconds. So they ask for three or more, by `not_two`.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.strategy_tree import in_turn
from wordle_cp.modelling.formulation import (
    Depth,
    Formulation,
    Found,
    Instance,
    StrategyFound,
    shown_words,
)
from wordle_cp.modelling.partitions import MAX_MEMBERS, partitions_of
from wordle_cp.modelling.solver import (
    Budget,
    Feasible,
    Infeasible,
    Outcome,
    SolverSettings,
    Unknown,
    decide,
    new_model,
    optimize,
)
from wordle_cp.modelling.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.modelling.partitions import Partitions
    from wordle_cp.work import Work

_PAIRS_AT_ONCE: Final = 40

MOST_BY_HAND: Final = 2
"""So many guesses are tried without a model."""

Pair = tuple[int, int]


def solve_separating(
    patterns: NDArray[np.uint8], count: int, settings: SolverSettings
) -> Outcome[tuple[int, ...]]:
    """Decide whether `count` guesses tell all words apart.

    `patterns` has shape (words, guesses): a row a word of the set. The witness is the guesses, as places in
    the rows, ascending, at most `count`. A time limit is for all models together, a work limit for each.

    Raises:
        ValueError: `count` is negative, or there are too many words (`partitions`).
    """
    if count < 0:
        message = f"expected a number of guesses, not {count}"
        raise ValueError(message)
    return _solve(patterns, count, settings)


def least_separating(patterns: NDArray[np.uint8], settings: SolverSettings) -> Outcome[tuple[int, ...]]:
    """Return as few guesses as possible that tell all words apart; see `solve_separating`.

    Infeasible means that all guesses together don't: two of the words are not guesses themselves.

    Raises:
        ValueError: there are too many words (`partitions`).
    """
    return _solve(patterns, None, settings)


def separating_model(
    partitions: Partitions, pairs: Iterable[Pair], count: int | None, *, few: bool = False
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model for these `pairs` of words, and its variables `use`, one a partition.

    With `count` it is a feasibility problem, without it asks for the least number. Without `few` no two
    partitions do.
    """
    model = new_model("separating_set")
    use = [model.new_bool_var(f"use[{place}]") for place in range(len(partitions))]
    for one, other in pairs:
        telling = np.flatnonzero(~partitions.leaves_together(one, other)).tolist()
        model.add_bool_or([use[place] for place in telling]).with_name(f"apart[{one},{other}]")
    if not few:
        model.add(sum(use) > MOST_BY_HAND).with_name("not_two")
    if count is None:
        model.minimize(sum(use))
    else:
        model.add(sum(use) <= count).with_name("guesses")
    return model, use


def _solve(
    patterns: NDArray[np.uint8], count: int | None, settings: SolverSettings
) -> Outcome[tuple[int, ...]]:
    budget = Budget(settings)
    heed = settings.work.demand_time
    partitions = partitions_of(patterns, heed=heed).finest(heed=heed)
    few = _two_at_most(partitions, heed)
    if few is not None:
        enough = count is None or len(few) <= count
        return Feasible(tuple(sorted(partitions.guesses[list(few)].tolist()))) if enough else Infeasible()
    if count is not None and count <= MOST_BY_HAND:
        return Infeasible()
    pairs = list(combinations(range(len(patterns)), 2))
    telling = {pair: int((~partitions.leaves_together(*pair)).sum()) for pair in pairs}
    pairs.sort(key=lambda pair: (telling[pair], pair))
    used = pairs[:_PAIRS_AT_ONCE]
    while (left := budget.left()) is not None:
        model, use = separating_model(partitions, used, count)
        outcome = (optimize if count is None else decide)(model, lambda solver: _chosen(solver, use), left)  # noqa: B023  called at once
        if isinstance(outcome, Infeasible):
            return outcome
        if isinstance(outcome, Unknown):
            return Unknown(budget.spent().seconds, outcome.best)
        together = _left_together(partitions.labels[list(outcome.witness)], pairs)
        if not together:
            return Feasible(tuple(sorted(partitions.guesses[list(outcome.witness)].tolist())))
        used = [*used, *together[:_PAIRS_AT_ONCE]]
    return budget.spent()


def _two_at_most(partitions: Partitions, heed: Callable[[], None] = lambda: None) -> tuple[int, ...] | None:
    """Return the fewest partitions that tell all words apart, if these are two at most."""
    if partitions.size == 1:
        return ()
    for place, together in enumerate(partitions.together):
        heed()
        if not together.any():
            return (place,)
        others = np.arange(place + 1, len(partitions))
        for part, word in enumerate(together):
            others = others[(partitions.together[others, part] & word) == 0]
        if len(others):
            return place, int(others[0])
    return None


def _chosen(solver: cp_model.CpSolver, use: list[cp_model.IntVar]) -> tuple[int, ...]:
    return tuple(place for place, used in enumerate(use) if solver.boolean_value(used))


def _left_together(labels: NDArray[np.uint8], pairs: list[Pair]) -> list[Pair]:
    """Return the pairs of words that all the partitions (`labels`, a row each) have in one cell."""
    columns = [tuple(column) for column in labels.T.tolist()]
    return [(one, other) for one, other in pairs if columns[one] == columns[other]]


def _instance(question: ModelQuestion, work: Work) -> Instance:
    guesses, heed = question.guesses, work.demand_time
    partitions = partitions_of(question.patterns(), heed=heed).finest(heed=heed)
    few = _two_at_most(partitions, heed) is not None
    pairs = list(combinations(range(len(question.words)), 2))
    model, _ = separating_model(partitions, pairs, question.count, few=few)
    columns = counted(len(partitions), "column", "columns")
    return Instance(model, (f"{counted(len(guesses), 'guess', 'guesses')} allowed, in {columns}",))


def _found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    outcome = _solve(question.patterns(), question.count, settings)
    if not isinstance(outcome, Feasible):
        return outcome
    chosen = [question.guesses[place] for place in outcome.witness]
    number = counted(len(chosen), "fixed guess tells", "fixed guesses tell")
    return Feasible(
        Found(
            f"{number} all {len(question.words)} words apart: {shown_words(chosen)}"
            if len(question.words) > 1
            else "no guess is needed: there is one word",
            {"guesses": chosen},
            StrategyFound(in_turn(chosen, question.words), len(chosen) + 1),
            "that no fewer do" if question.count is None and chosen else "",
            len(chosen) if question.count is None else None,
        )
    )


FORMULATION: Final = Formulation(
    name="separating-set",
    statement=Statement.parse(__doc__),
    needs=Needs(
        "the model separating-set",
        tiles=True,
        unbound=True,
        because="elsewhere a response may forbid the next of the guesses",
    ),
    depth=Depth.FIXED,
    most_words=MAX_MEMBERS,
    instead="fixed",
    by="all pairs of guesses and CP-SAT",
    build=_instance,
    solve=_found,
    none=lambda question: (
        "some two words get the same response from every guess"
        if question.count is None
        else f"{counted(question.count, 'fixed guess', 'fixed guesses')} can't tell "
        f"all {len(question.words)} words apart"
    ),
)
