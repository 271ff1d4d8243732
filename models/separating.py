"""Separating set: do some k fixed guesses tell all words of a set apart, whatever the responses?

A CP-SAT feasibility problem, or with an objective the least such k; and the dual of its linear
relaxation, which proves that fewer are too few.

Sets        L, the words; T, the guesses, one for each of the finest partitions of L (`partitions`)
Data        S[a, b] = the guesses that split a and b: that give them different responses
Variables   use[t] in {0, 1} for t in T: t is played
Constraints apart[a, b], a < b in L:   OR(use[t] : t in S[a, b])
            guesses:                   sum(use) <= k
Objective   for the least k: minimise sum(use), without `guesses`
Claim       weights w >= 0 of pairs, of which no guess splits more than 1, sum(w[a, b] : t in S[a, b]) <= 1:
            fewer than sum(w) guesses don't do. The largest such sum is the value of the relaxation.
Source      the test collection problem (Garey and Johnson, "Computers and Intractability", SP6); the weights
            are the dual of a set cover, as in L. Poirrier, "Can we always solve Wordle offline with fixed
            guesses?", 2022.

The words are told apart iff any two of them get different responses from some guess: `apart` says just that.
A coarser partition may be replaced by a finer one, which tells more pairs apart, so T is enough.
If k guesses do, then k + 1 find every word in normal mode without adapting to a response before the last
guess. The converse fails: an adaptive strategy (`tree`) may need fewer.

Whatever k guesses split weighs k together at most; so if all pairs weigh more, some pair is split by none.
Weights that are multiplied and rounded to whole numbers are added up once more, by the checker. Where they
aren't enough, guesses are tried one by one (docs/certificates/fixed.md has the rules). All this isn't special
to pairs: if N words may be left, as `wordle-cp fixed` may ask, groups of N + 1 words take their place.

Pairs are many and few of them bind. So they are learnt (`groups`): those that seem hardest to split come
first, then those that a solution leaves together, until there are none. Each model has fewer constraints than
the whole one, so "infeasible" and a lower bound hold for it too; and a solution that leaves no pair together
solves the whole one. Guesses are many for the weights, whose program learns those that split too much.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.strategy_tree import in_turn
from wordle_cp.modelling.formulation import (
    Depth,
    FixedTooFew,
    Formulation,
    Found,
    Instance,
    NoSolution,
    StrategyFound,
    shown_words,
)
from wordle_cp.modelling.groups import Groups
from wordle_cp.modelling.linear import optimum
from wordle_cp.modelling.partitions import MAX_MEMBERS, partitions_of
from wordle_cp.modelling.rows import Rows, rows_of_program
from wordle_cp.modelling.solver import Feasible, Infeasible, Unknown, chosen, decide, new_model
from wordle_cp.modelling.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.work import Work

    Mask = NDArray[np.bool_]

_FIRST_GROUPS: Final = 60
"""Groups of the first linear program."""
_MORE_GROUPS: Final = 40
_FIRST_GUESSES: Final = 100
_MORE_GUESSES: Final = 60
_CLOSE: Final = 0.6
"""A guess stays in the linear program while its groups weigh so much."""
MARGIN: Final = 1e-4
"""So much more than the guesses the groups must weigh, lest rounding makes it less."""


def solve_separating(
    patterns: NDArray[np.uint8], count: int | None, settings: SolverSettings
) -> Outcome[tuple[int, ...]]:
    """Return `count` guesses, or fewer, that tell all words apart; without `count` as few as possible.

    `patterns` has shape (words, guesses): a row a word of the set. The witness is the guesses, as places in
    the rows, ascending. A work limit is for each model. Infeasible for the
    least number means that all guesses together don't.

    Raises:
        ValueError: `count` is negative, or there are too many words (`partitions`).
    """
    if count is not None and count < 0:
        message = f"expected a number of guesses, not {count}"
        raise ValueError(message)
    heed = settings.work.demand_time
    guesses = partitions_of(patterns, heed=heed).finest(heed=heed).guesses
    known = Groups(patterns[:, guesses], 1, heed)
    while not settings.work.must_stop():
        model, use = separating_model(zip(known.groups, known.splits, strict=True), len(guesses), count)
        outcome = decide(model, lambda solver: chosen(solver, use), settings)  # noqa: B023  called at once
        if not isinstance(outcome, Feasible):
            return outcome
        if not known.learn(outcome.witness):
            return Feasible(tuple(sorted(guesses[list(outcome.witness)].tolist())))
    return Unknown()


def separating_model(
    pairs: Iterable[tuple[tuple[int, ...], Mask]], guesses: int, count: int | None
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model for these `pairs` of words, and its variables `use`, one for each of the `guesses`.

    A pair comes with the guesses that split it. With `count` the model is a feasibility problem, without it
    asks for the least number.
    """
    model = new_model("separating_set")
    use = [model.new_bool_var(f"use[{guess}]") for guess in range(guesses)]
    for (one, other), splitting in pairs:
        telling = [use[guess] for guess in np.flatnonzero(splitting).tolist()]
        model.add_bool_or(telling).with_name(f"apart[{one},{other}]")
    if count is None:
        model.minimize(sum(use))
    else:
        model.add(sum(use) <= count).with_name("guesses")
    return model, use


# ---------- the dual
@dataclass(frozen=True, slots=True)
class Weighed:
    """Weights of groups, by place: fewer guesses than `bound` don't split all of them.

    The next linear program may begin with the `groups` and `guesses` of this one.
    """

    weights: dict[int, float] = field(default_factory=dict)
    bound: float = 0.0
    groups: Sequence[int] = ()
    guesses: Sequence[int] = ()


def weigh(
    known: Groups, left: Mask, allowed: Mask, count: int, before: Weighed, heed: Callable[[], None]
) -> Weighed:
    """Return the best weights of the groups that are `left`, for guesses that are `allowed`.

    They are in floating point, so they prove nothing yet. The first that are enough, whose bound is more
    than `count`, are taken.
    """
    splits, in_question = known.splits, np.flatnonzero(allowed)
    groups = [group for group in before.groups if left[group]]
    if len(groups) < _FIRST_GROUPS:
        splitting = np.where(left, splits[:, allowed].sum(axis=1), len(allowed) + 1)
        hardest = np.argsort(splitting, kind="stable")[:_FIRST_GROUPS]
        groups = list(dict.fromkeys(groups + [group for group in hardest.tolist() if left[group]]))
    guesses = [guess for guess in before.guesses if allowed[guess]]
    best = Weighed()
    while True:
        heed()
        part = splits[groups][:, in_question].astype(np.float32)
        if not guesses:
            guesses = in_question[np.argsort(-part.sum(axis=0), kind="stable")[:_FIRST_GUESSES]].tolist()
        found = optimum(dual_program(splits[np.ix_(groups, guesses)]))
        if found is None:
            return best
        weights = np.array(found.x)
        split = weights.astype(np.float32) @ part
        bound, heavy = float(weights.sum() / split.max()), np.flatnonzero(weights > 0).tolist()
        if bound > best.bound:
            best = Weighed({groups[place]: float(weights[place]) for place in heavy}, bound)
        best = replace(best, groups=groups, guesses=guesses)
        if best.bound > count + MARGIN:
            return best
        weighs = dict(zip(in_question.tolist(), split.tolist(), strict=True))
        broken = in_question[np.argsort(-split, kind="stable")[:_MORE_GUESSES]].tolist()
        more = [guess for guess in broken if weighs[guess] > 1 + MARGIN and guess not in set(guesses)]
        if not more:  # it is the optimum for these groups: are others split by less than 1 of the guesses?
            played = np.array(found.prices)
            covered = np.where(left, splits[:, guesses] @ played, 2)
            hardest = np.argsort(covered, kind="stable")[:_MORE_GROUPS]
            missing = [g for g in hardest.tolist() if covered[g] < 1 - MARGIN and g not in set(groups)]
            if not missing:
                return best
            groups = groups + missing
        else:
            guesses = [guess for guess in guesses if weighs[guess] > _CLOSE] + more


def dual_program(splits: Mask) -> Rows:
    """Return the linear program for the weights; `splits` has a row a group and a column a guess."""
    groups, guesses = splits.shape
    ones = np.ones(groups)
    return rows_of_program("weights of groups", ones, ones, splits.T.astype(np.float64), np.ones(guesses))


# ---------- the protocol
def _instance(question: ModelQuestion, work: Work) -> Instance:
    """Return the model with all pairs."""
    heed = work.demand_time
    partitions = partitions_of(question.patterns(), heed=heed).finest(heed=heed)
    pairs = (
        (pair, ~partitions.leaves_together(*pair)) for pair in combinations(range(len(question.words)), 2)
    )
    model, _ = separating_model(pairs, len(partitions), question.count)
    guesses = counted(len(question.guesses), "guess", "guesses")
    return Instance(model, (f"{guesses} allowed, in {counted(len(partitions), 'column', 'columns')}",))


def _found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    outcome = solve_separating(question.patterns(), question.count, settings)
    if isinstance(outcome, Infeasible) and question.count is not None:
        return NoSolution(FixedTooFew(question.count))
    if not isinstance(outcome, Feasible):
        return outcome
    guesses = [question.guesses[place] for place in outcome.witness]
    number = counted(len(guesses), "fixed guess tells", "fixed guesses tell")
    least = question.count is None
    return Feasible(
        Found(
            f"{number} all {len(question.words)} words apart: {shown_words(guesses)}"
            if len(question.words) > 1
            else "no guess is needed: there is one word",
            {"guesses": guesses},
            StrategyFound(in_turn(guesses, question.words), len(guesses) + 1),
            "that no fewer do" if least and guesses else "",
            len(guesses) if least else None,
            FixedTooFew(len(guesses) - 1) if least and guesses else None,
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
    build=_instance,
    solve=_found,
    none=lambda question: (
        "some two words get the same response from every guess"
        if question.count is None
        else f"{counted(question.count, 'fixed guess', 'fixed guesses')} can't tell "
        f"all {len(question.words)} words apart"
    ),
)
