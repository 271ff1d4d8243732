"""Separating set: do some k fixed guesses tell all words of a set apart, whatever the responses?

A CP-SAT feasibility problem, or with an objective the least such k; and the dual of its linear
relaxation, which proves how many are too few.

    python models/separating.py 'sha?e' wordlists/original-guesses.txt

Sets        L, the words; T, the guesses, one for each of the finest partitions of L (`partitions`)
Data        S[a, b] = the guesses that split a and b: that give them different responses
Variables   use[t] in {0, 1} for t in T: t is played
Constraints apart[a, b], a < b in L:   OR(use[t] : t in S[a, b])
            guesses:                   sum(use) <= k
Objective   for the least k: minimise sum(use), without `guesses`
Claim       weights w >= 0 of pairs, of which no guess splits more than 1, sum(w[a, b] : t in S[a, b]) <= 1:
            fewer than sum(w) guesses don't do. The largest such sum is the value of the relaxation.
Source      the test collection problem (Garey and Johnson, "Computers and Intractability", SP6); the weights
            are an optimal solution of the dual of a set cover, as in L. Poirrier, "Can we always solve Wordle
            offline with fixed guesses?", 2022.

The words are told apart iff any two of them get different responses from some guess: `apart` says just that.
A coarser partition may be replaced by a finer one, which tells more pairs apart, so T is enough.
If k guesses do, then k + 1 find every word in normal mode without adapting to a response before the last
guess. The converse fails: an adaptive strategy (`tree`) may need fewer.

Whatever k guesses split weighs k together at most; so if all pairs weigh more, some pair is split by none.
Weights that are multiplied and rounded to whole numbers are added up once more, by the checker. Where they
aren't enough, guesses are tried one by one (docs/certificates/fixed.md has the rules). All this isn't special
to pairs: if N words may be left, as `wordle-cp fixed` may ask, groups of N + 1 words take their place.

Pairs are many and few of them bind. So they are learnt (`Groups`): those that seem hardest to split come
first, then those that a solution leaves together, until there are none. Each model has fewer constraints than
the whole one, so "infeasible" and a lower bound hold for it too; and a solution that leaves no pair together
solves the whole one. Guesses are many for the weights, whose program learns those that split too much.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.modelling.partitions import MAX_MEMBERS, Groups, partitions_of
from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import (
    Feasible,
    SolverSettings,
    Unknown,
    chosen,
    decide,
    linear_program,
    new_model,
    optimum,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.rows import Rows
    from wordle_cp.modelling.solver import Outcome

    Mask = NDArray[np.bool_]


def solve_separating(
    patterns: NDArray[np.uint8], count: int | None, settings: SolverSettings
) -> Outcome[tuple[int, ...]]:
    """Return `count` guesses, or fewer, that tell all words apart; without `count` as few as possible.

    `patterns` has shape (words, guesses): a row a word of the set. The witness is the guesses, as places in
    the rows, ascending. A work limit is for each model. Infeasible for the least number means that all
    guesses together don't.

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
def dual_program(splits: Mask) -> Rows:
    """Return the linear program for the weights; `splits` has a row a group and a column a guess."""
    groups, guesses = splits.shape
    ones = np.ones(groups)
    return linear_program("weights of groups", ones, ones, splits.T.astype(np.float64), np.ones(guesses))


def main(pattern: str, path: str) -> None:
    """Print the fewest guesses that tell apart all words that match a pattern, and what the dual says."""
    given = listed(path, pattern, MAX_MEMBERS)
    words, patterns = given.words, given.patterns()
    found = solve_separating(patterns, None, SolverSettings())
    assert isinstance(found, Feasible), "no limit is set, and words are guesses"
    pairs = [patterns[one] != patterns[other] for one, other in combinations(range(len(words)), 2)]
    relaxed = optimum(dual_program(np.unique(pairs, axis=1)))
    assert relaxed is not None, "no weights are weights, too"
    least = " ".join(given.guesses[place] for place in found.witness).upper()
    print(f"{pattern}: {len(words)} words, told apart by {least}, {len(found.witness)} guesses")
    print("fewer don't, as CP-SAT says")
    print(f"relaxation {relaxed.value:.4f} guesses, which proves nothing by itself")


if __name__ == "__main__":
    run(main)
