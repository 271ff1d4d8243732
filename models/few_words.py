"""Few words: after a fixed opener, which V second guesses are the best to remember?

    python models/few_words.py salet 's????' wordlists/original-guesses.txt 2

Each response is followed by the one of the V words that suits it best, and then by the best strategy. Without
the V each cell is a question by itself, which dynamic programming answers. That they share V words couples
them: the p-median problem, of cells as customers and words as places.

Sets        C, the cells of the opener, of two words or more; T, the guesses
Data        cost[q, t], the guesses that the words of cell q take from the second guess on, if that is t
            k(q), the distinct costs of q, in ascending order
Variables   word[t] in {0, 1} for t in T: t is one of the second guesses
            above[q, c] in {0, 1} for q in C and c in k(q), but for the last: q costs more than c
Constraints few:           sum(word) <= V
            serve[q, c]:   above[q, c] OR OR(word[t] : cost[q, t] <= c); for the last c without above[q, c]
Objective   minimise sum over q of the first of k(q) + sum((c' - c) above[q, c] : c' comes after c in k(q))
Claim       prices p[q] prove that V words cost sum(p) + the V least of the s(t) or more, where
            s(t) = sum over q of min(cost[q, t] - p[q], 0)
Source      the radius formulation: G. Cornuejols, G. L. Nemhauser and L. A. Wolsey, "A canonical
            representation of simple plant location problems and its applications", 1980.

A cell costs more than c iff no word serves it for c or less: `serve` says just that, and the steps above the
first cost add up to what the cell costs.

Why prices prove a bound. Let W be V words, of which t serves q. Then q costs p[q] + (cost[q, t] - p[q]). The
bracket is min(cost[q, t] - p[q], 0) or more, so it is the sum of these over W or more. Now add the cells up.
If t is one of W, the bound rises by s(t) less the greatest of the V least, where that is positive; and if t
serves q, also by cost[q, t] - p[q], where that is positive. So a pair (q, t) that lifts the bound to what
some V words cost is needed no more. The best prices are the dual solution of the linear relaxation. A
subgradient method comes close to them, and whatever it finds is added up in whole numbers (`priced`).

With V = 1 nothing has to be solved: the answer is the least sum of costs.

Costs may be lower bounds as long as nothing uses them (`counted_costs`). Whoever asks makes those exact that
matter, until both ends meet (`answers.totals.few_words`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.errors import UsageError, abridged
from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import Feasible, SolverSettings, decide, new_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.solver import Outcome

    Costs = NDArray[np.int64]
    """A row for each cell, a column for each guess."""

NEVER: Final = 10**6
"""What a pair costs that is forbidden: more guesses than any cell takes."""
SCALE: Final = 1000
"""Prices are whole thousandths of a guess."""
_STEPS: Final = 300
_PATIENCE: Final = 10
_SHORTER: Final = 0.6


# ---------- the model
def few_words_model(
    cost: Costs, most: int, names: Sequence[str]
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model, and its variables `word`, one for each of the `names` of guesses."""
    model = new_model("few_words")
    word = [model.new_bool_var(f"word[{name}]") for name in names]
    model.add(sum(word) <= most).with_name("few")
    price: cp_model.LinearExprT = 0
    for cell, row in enumerate(cost):
        levels = np.unique(row[row < NEVER]).tolist()
        price += levels[0] if levels else NEVER
        for level, following in zip(levels, [*levels[1:], None], strict=True):
            serving = [word[guess] for guess in np.flatnonzero(row <= level)]
            if following is not None:
                above = model.new_bool_var(f"above[{cell},{level}]")
                serving.append(above)
                price += (following - level) * above
            model.add_bool_or(serving).with_name(f"serve[{cell},{level}]")
    model.minimize(price)
    return model, word


def solve_few_words(cost: Costs, most: int, settings: SolverSettings) -> Outcome[list[int]]:
    """Return the best second guesses, as columns; those that serve no cell aren't looked at."""
    served = np.flatnonzero((cost < NEVER).any(axis=0))
    model, word = few_words_model(cost[:, served], most, list(map(str, served)))
    return decide(
        model, lambda solver: served[[solver.boolean_value(one) for one in word]].tolist(), settings
    )


# ---------- its bounds
def counted_costs(patterns: NDArray[np.integer], places: Sequence[int]) -> NDArray[np.int64]:
    """Return what the words of a cell cost at least with each guess: L1 of docs/certificates/total-least.md.

    `patterns` has a row for each guess and a column for each word; `places` says where these are among the
    guesses.
    """
    ordered = np.sort(patterns, axis=1)
    cells = 1 + (ordered[:, 1:] != ordered[:, :-1]).sum(axis=1)
    cells[list(places)] += 1
    costs: NDArray[np.int64] = 3 * len(places) - cells
    return costs


def priced(cost: Costs, most: int, prices: Costs) -> tuple[int, Costs]:
    """Return what any `most` words cost at least, by these prices; and so for those that use each pair."""
    beyond = SCALE * cost - prices[:, None]
    saved = np.minimum(beyond, 0).sum(axis=0)
    least = np.sort(saved)[:most]
    bound = prices.sum() + least.sum()
    using = bound + np.maximum(saved - least[-1], 0) + np.maximum(beyond, 0)
    return int(-(-bound // SCALE)), -(-using // SCALE)


def better_prices(cost: Costs, most: int, upper: int, prices: Costs) -> Costs:
    """Return prices that prove more, or as much, by a subgradient method; `upper` is to be reached."""
    best, kept = -np.inf, prices / SCALE
    tried, length, failed = kept, 1.0, 0
    for _ in range(_STEPS):
        saved = np.minimum(cost - tried[:, None], 0)
        sums = saved.sum(axis=0)
        words = np.argpartition(sums, most - 1)[:most]
        bound = tried.sum() + sums[words].sum()
        if bound > best:
            best, kept, failed = bound, tried, 0
        elif (failed := failed + 1) > _PATIENCE:
            tried, length, failed = kept, _SHORTER * length, 0
            continue
        slope = 1 - (saved[:, words] < 0).sum(axis=1)
        if not slope.any():
            break
        tried = tried + length * (upper - bound) / (slope @ slope) * slope
    return np.rint(SCALE * kept).astype(np.int64)


def chosen_words(cost: Costs, most: int) -> list[int]:
    """Return `most` good words, as columns: one is exchanged after the other as long as that helps."""
    words: list[int] = []
    total = None
    while total is None or cost[:, words].min(axis=1).sum() < total:
        total = cost[:, words].min(axis=1).sum() if words else None
        for place in range(most):
            rest = cost[:, words[:place] + words[place + 1 :]].min(axis=1, initial=NEVER)
            words[place : place + 1] = [int(np.minimum(cost, rest[:, None]).sum(axis=0).argmin())]
    return words


def main(opener: str, pattern: str, path: str, most: int) -> None:
    """Print which second guesses are best for the words that match a pattern, if only counts are asked."""
    given = listed(path, pattern)
    guesses, words, patterns = given.guesses, given.words, given.patterns()
    if opener not in guesses:
        message = f"expected a word of {path} as opener, found {abridged(opener)}"
        raise UsageError(message)
    shown = patterns[:, guesses.index(opener)]
    places = np.array([guesses.index(word) for word in words])
    cells = [np.flatnonzero(shown == response) for response in np.unique(shown)]
    cost = np.array(
        [counted_costs(patterns[cell].T, places[cell].tolist()) for cell in cells if len(cell) > 1]
    )
    if not len(cost):
        message = f"expected a cell of two words or more, found none: {opener} tells all words apart"
        raise UsageError(message)
    found = solve_few_words(cost, most, SolverSettings())
    assert isinstance(found, Feasible), "any words are a solution"
    total, names = cost[:, found.witness].min(axis=1).sum(), " ".join(guesses[word] for word in found.witness)
    prices = better_prices(cost, most, total, SCALE * cost.min(axis=1))
    print(f"{pattern}: {len(words)} words, of which {opener} makes {len(cost)} cells of two or more")
    print(f"these take {total} guesses or more, as CP-SAT says; of second guesses best are {names.upper()}")
    print(f"prices prove {priced(cost, most, prices)[0]}")


if __name__ == "__main__":
    run(main)
