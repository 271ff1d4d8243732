"""Strategy graph: a strategy for a set of hidden words, with one guess for each state that it comes to.

    python models/states.py 's?are' wordlists/original-guesses.txt

Which strategy finds all words of L with the fewest guesses in all? Or, with a depth: is there one that finds
all of them within g guesses? Unlike `tree` it has no places for cells that a guess may or may not
have: a cell is a state, whichever guess leads to it, and so the model grows with the states.

Sets        L, the words
            S, the *states*: the words left, what the mode has fixed, and the guesses left. The root is the
            position asked about; others are the cells that guesses of C make of states. Of a *closed* state a
            count of patterns says what it costs, or that it can be solved; *lost* ones can't be solved. The
            states below are the others; for a depth also lost ones that the search came to. Where it tried no
            guess there, choose[s] says at[s] = 0.
            C(s), the guesses that state s may begin with, without those that are known not to be needed; for
            a total one of each class
Data        cost(s, t): what t costs at s, with what the closed cells cost that it leads to
Variables   at[s] in {0, 1} for s in S: the strategy comes to state s
            play[s, t] in {0, 1} for t in C(s): and guesses t there
Constraints start:        at[root]
            choose[s]:    sum(play[s, t] : t in C(s)) = at[s]
            come[s]:      at[s] = sum(play[r, t] : s is a cell of r under t), for each s but the root
Objective   minimise sum(cost(s, t) play[s, t]); none for a depth
Source      and-or graphs (Martelli and Montanari, 1973), with the states of docs/certificates/
            depth-impossible.md; the linear relaxation is that of a Markov decision process (Manne, 1960).

A strategy makes a solution: let at[s] be 1 where it comes to s. The cells of a guess share no word, so no
strategy comes to a state twice, and at[s] has one term of its sum. A solution makes a strategy: begin
at the root, play what is played. Costs add up: a guess at s costs each word of s a step.

The linear relaxation is exact. Cells have fewer words than their state, so let value(s) be the least of
cost(s, t) + sum(value(r) : r a cell of s under t), t in C(s), from small states to large ones. It is a
solution of the dual, which wants value(root) as large as possible with value(s) at most each of these. And
where each state that is come to plays a guess that attains its value, the cost is value(root). So both are
best, and no fractional solution costs less. The values are lemmas of docs/certificates/total-least.md, by
which a total is certified (`certify.total`).

So no solver is needed: what decides is that recursion, for a total with bounds, so that not all of C(s) has
to be looked at (`search.least_cost`). For a depth states are made and decided as they are needed
(`search.and_or`). Either way the model that is shown has the states that were decided, and guesses that were
tried there. What this file builds if it is run by itself has, in normal mode, all states that guesses lead to
which divide one, and of guesses that divide a state in the same way the first.

What is left out, and why no best strategy is lost:

- *Guesses of one class*, in normal mode those that divide L in the same way, and so each state; in hard mode
  those with the same facts of L, which also fix the same (`facts`). One is enough, but a word of L is
  never left out for another guess, as it may be the hidden one. In ultrahard mode all guesses stay.
- *Guesses that split nothing* (Theorem 6 of the page).
- *Guesses left when there are enough* (Theorem 7): with as many guesses as words the limit says nothing.
- *Closed states.* n words cost 3 n - k - [t in them] or more if t comes first and shows k patterns (L1 on the
  page). Where words of weight W together take guesses that cost c1, c2 and c3 a word, it is c1 W +
  c2 (W - w(t)) + c3 (W - m): w(t) is the weight of t, 0 if t isn't one of them, and m the sum of the largest
  weight under each pattern. If the best t leaves single words, it costs just that. With two guesses left t
  has to leave single words. So the last two guesses are data, not variables.
- *Dear guesses.* A strategy for s that is known costs v. A guess that costs v or more with its cells, by
  these bounds, isn't needed where that strategy's guess is among C(s).
- *Lost states*: as each guess leads to a lost state; for a depth also by pairs of words, by weights, or as
  they include a lost state, under what fixes no less and with no more guesses left. For a total a guess that
  may lead to one is left out; for a depth, all guesses not tried yet that keep the words together by which a
  state is lost, and fix what binds it.

Slots, which had to be kept from permuting, are gone: a state is its words. Pairs of words appear where two
guesses are left, as patterns, not as constraints.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import new_model, optimum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from ortools.sat.python import cp_model


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess at a state: what it costs there, and the states that it leads to, by number."""

    guess: str
    cost: int
    into: tuple[int, ...]


Choices = dict[int, list[Choice]]
"""What may be done at each state, by its number; the root comes first."""


# ---------- the model
def state_model(choices: Choices, heed: Callable[[], None] = lambda: None) -> cp_model.CpModel:
    """Return the model of the states; what `heed`, called meanwhile, raises ends that."""
    model = new_model("strategy_graph")
    at = {state: model.new_bool_var(f"at[{state}]") for state in choices}
    into: dict[int, list[cp_model.IntVar]] = {state: [] for state in choices}
    price: list[cp_model.LinearExprT] = []
    root = next(iter(choices))
    model.add_bool_or([at[root]]).with_name("start")
    for state, some in choices.items():
        heed()
        plays = [model.new_bool_var(f"play[{state},{choice.guess}]") for choice in some]
        for choice, play in zip(some, plays, strict=True):
            price.append(choice.cost * play)
            for child in choice.into:
                into[child].append(play)
        model.add(sum(plays) == at[state]).with_name(f"choose[{state}]")
    for state, plays in into.items():
        if state != root:
            model.add(sum(plays) == at[state]).with_name(f"come[{state}]")
    if any(choice.cost for some in choices.values() for choice in some):
        model.minimize(sum(price))
    return model


# ---------- its dual
def values(choices: Choices) -> dict[int, int]:
    """Return what each state costs at least; `choices` lead to states that come later."""
    found: dict[int, int] = {}
    for state, some in reversed(choices.items()):
        found[state] = min(choice.cost + sum(found[child] for child in choice.into) for choice in some)
    return found


# ---------- all states of few words, in normal mode
State = tuple[int, ...]
"""Words, by place."""


def all_choices(guesses: Sequence[str], patterns: NDArray[np.uint8], win: int) -> Choices:
    """Return all states that some words lead to, larger ones first, and each way to divide one, by one guess.

    `patterns` has the response of each word (a row) to each guess, `win` to itself.
    """
    rows, first = np.unique(patterns.T, axis=0, return_index=True)
    found: dict[State, dict[tuple[State, ...], int]] = {}
    queue = [tuple(range(len(patterns)))]
    while queue:
        if (state := queue.pop()) not in found:
            found[state] = _divided(rows[:, state].tolist(), win, state)
            queue += (cell for cells in found[state] for cell in cells)
    number = {state: place for place, state in enumerate(sorted(found, key=len, reverse=True))}
    return {
        number[state]: [
            Choice(guesses[first[guess]], len(state), tuple(number[cell] for cell in cells))
            for cells, guess in found[state].items()
        ]
        for state in number
    }


def _divided(rows: Sequence[Sequence[int]], win: int, state: State) -> dict[tuple[State, ...], int]:
    """Return the cells that guesses make of a state, without the word that is found, and one guess for each.

    `rows` are the responses of the words of the state to each guess.
    """
    found: dict[tuple[State, ...], int] = {}
    for guess, row in enumerate(rows):
        cells: defaultdict[int, list[int]] = defaultdict(list)
        for word, response in zip(state, row, strict=True):
            cells[response].append(word)
        cells.pop(win, None)
        if state not in (divided := tuple(sorted(map(tuple, cells.values())))):
            found.setdefault(divided, guess)
    return found


def main(pattern: str, path: str) -> None:
    """Print the least total for the words that match a pattern, by the recursion and by the relaxation."""
    given = listed(path, pattern)
    words, patterns = given.words, given.patterns()
    choices = all_choices(given.guesses, patterns, int(patterns[0, given.guesses.index(words[0])]))
    total, relaxed = values(choices)[0], optimum(state_model(choices))
    assert relaxed is not None, "there is a strategy"
    tried = sum(map(len, choices.values()))
    print(
        f"{pattern}: {len(words)} words, {len(choices)} states, {tried} guesses that divide them differently"
    )
    print(f"the best strategies take {total} guesses in all, as the values of states prove")
    print(f"relaxation {relaxed.value:.4f}")


if __name__ == "__main__":
    run(main)
