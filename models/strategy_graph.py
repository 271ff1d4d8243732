"""Strategy graph: a strategy for a set of hidden words, with one guess for each state that it comes to.

Which strategy finds all words of L with the fewest guesses in all? Or, with a depth: is there one that finds
all of them within g guesses? Unlike `adaptive_tree` it has no places for cells that a guess may or may not
have: a cell is a state, whichever guess leads to it, and so the model grows with the states.

Sets        L, the words
            S, the *states*: the words left, what the mode has fixed, and the guesses left. The root is the
            position asked about; others are the cells that guesses of C make of states. Of a *closed* state a
            count of patterns says what it costs, or that it can be solved; of a *lost* one that it can't. The
            states below are the others.
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
which a total is certified (`certify.graph`).

So no solver is needed: what decides is that recursion. For a total guesses may join in rounds. What is left
out of C(s) costs a known number at least; where a best solution needs it, s gets more guesses. For a depth
states are made and decided as they are needed (`and_or`): the model has those that were decided, and the
guesses that were tried there.

What is left out, and why no best strategy is lost:

- *Guesses of one class*, in normal mode those that divide L in the same way, and so each state; in hard mode
  those with the same features of L, which also fix the same (`features`). One is enough, but a word of L is
  never left out for another guess, as it may be the hidden one. In ultrahard mode all guesses stay.
- *Guesses that split nothing* (Theorem 6 of the page).
- *Guesses left when there are enough* (Theorem 7): with as many guesses as words the limit says nothing.
- *Closed states.* n words cost 3 n - k - [t in them] or more if t comes first and shows k patterns (L1 on the
  page; with weights and costs likewise). If the best t leaves single words, it costs just that. With two
  guesses left t has to leave single words. So the last two guesses are data, not variables.
- *Dear guesses.* A strategy for s that is known costs v. A guess whose cells cost v or more by these bounds
  isn't needed where that strategy's guess is among C(s).
- *Lost states*: as they include a lost state, under what fixes no less and with no more guesses left; or as
  each guess leads to a lost state. A guess that may lead to one is left out; for a depth, all guesses that
  keep the words together by which a state is lost.

Slots, which had to be kept from permuting, are gone: a state is its words. Pairs of words appear where two
guesses are left, as patterns, not as constraints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.needs import Needs
from wordle_cp.games.strategy_tree import figures
from wordle_cp.modelling.formulation import (
    Depth,
    Formulation,
    Found,
    Instance,
    StrategyFound,
    all_words,
    refuted,
)
from wordle_cp.modelling.partitions import MAX_MEMBERS
from wordle_cp.modelling.solver import Feasible, Infeasible, Outcome, SolverSettings, new_model
from wordle_cp.modelling.statement import Statement
from wordle_cp.models.and_or import AndOr, GraphSize
from wordle_cp.models.endgame import Aim
from wordle_cp.models.states import Column, State, States

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ortools.sat.python import cp_model

    from wordle_cp.games.question import Position
    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.work import Work


@dataclass(frozen=True, slots=True)
class GraphSolution:
    """A best strategy, in preorder (see `formulation.StrategyFound`), and what it costs."""

    steps: tuple[str, ...]
    opener: str
    cost: int


class Graph:
    """The least cost of a question on its way: its states, and the values that they have by now."""

    def __init__(
        self, position: Position, asked: Sequence[str], aim: Aim, heed: Callable[[], None] = lambda: None
    ) -> None:
        """Ask about `position`, and openers `asked` (none: all); `heed` is as for `States`."""
        self.states: Final = States(position, asked, aim, heed)

    @property
    def size(self) -> GraphSize:
        """How large it is by now."""
        states = self.states.all
        tried = sum(len(state.known) for state in states)
        return GraphSize(0, 1, len(states), sum(state.lost for state in states), tried)

    def solve(self) -> GraphSolution | None:
        """Return a best strategy, or None if there is none.

        Raises:
            What `heed` raises.
        """
        self.states.grow(self.states.root)
        while True:
            for state in self.states.reached():
                if not state.grown and self.states.policy(state) is not None:
                    self.states.grow(state)
            self.states.settle()
            plays = self._best()
            if self.states.root.number not in plays and not self.states.root.closed:
                return None
            left_out = self._left_out(plays)
            if not left_out:
                return self._solution(plays)
            for state in left_out:
                self.states.grow(state)

    def _best(self) -> dict[int, Column | None]:
        """Return what each state plays that isn't lost: what attains its value, None for what is left out."""
        values: dict[int, int] = {}
        plays: dict[int, Column | None] = {}
        root = self.states.root  # an opener that was asked about may split nothing
        for state in sorted(self.states.reached(), key=lambda state: (len(state.words), state is root)):
            if state.lost or state.closed:
                continue
            found: list[tuple[int, Column | None]] = [] if state.rest is None else [(state.rest, None)]
            for column in state.columns:
                if column.lost is None and all(child.number in values for child in column.children):
                    cost = column.cost + sum(values[child.number] for child in column.children)
                    found.append((cost, column))
            if found:
                values[state.number], plays[state.number] = min(
                    found, key=lambda each: (each[0], each[1] is None)
                )
        return plays

    def _left_out(self, plays: dict[int, Column | None]) -> list[State]:
        """Return the states of a best solution that play what is left out."""
        found: list[State] = []
        queue = [] if self.states.root.closed else [self.states.root]
        for state in queue:
            column = plays[state.number]
            if column is None:
                found.append(state)
            else:
                queue.extend(column.children)
        return found

    def _solution(self, plays: dict[int, Column | None]) -> GraphSolution:
        root = self.states.root
        steps = tuple(self._follow(root, plays))
        return GraphSolution(steps, steps[0] if steps else self.states.words[0], self._cost(root, plays))

    def _cost(self, state: State, plays: dict[int, Column | None]) -> int:
        if state.closed:
            return state.bound
        column = plays[state.number]
        assert column is not None, "nothing that is left out is played"
        return column.cost + sum(self._cost(child, plays) for child in column.children)

    def _follow(self, state: State, plays: dict[int, Column | None]) -> Iterator[str]:
        """Yield the strategy from `state` on."""
        words = [self.states.words[word] for word in state.words]
        if len(words) == 1 and state is not self.states.root:
            return
        if state.closed:
            guess = None if state.guess is None else self.states.guesses.names[state.guess]
            yield from self._in_turn(words, guess)
            return
        column = plays[state.number]
        assert column is not None, "as above"
        guess = self.states.guesses.names[column.guess]
        yield guess
        cells = {cell.words: cell for cell in column.cells}
        for cell in self._cells(guess, words):
            yield from self._follow(cells[tuple(self.states.places[word] for word in cell)], plays)

    def _in_turn(self, words: Sequence[str], guess: str | None = None) -> Iterator[str]:
        """Yield a strategy that begins with `guess`, and else takes the heaviest word each time."""
        if len(words) == 1 and guess is None:
            return
        weights = self.states.aim.weights
        guess = guess or max(words, key=lambda word: weights[self.states.places[word]])
        yield guess
        for cell in self._cells(guess, words):
            yield from self._in_turn(cell)

    def _cells(self, guess: str, words: Sequence[str]) -> list[list[str]]:
        """Return the cells of `words` by ascending pattern, without the all-green one."""
        scoring = self.states.scoring
        cells: dict[int, list[str]] = {}
        for word in words:
            cells.setdefault(scoring.score(guess, word), []).append(word)
        cells.pop(scoring.win, None)
        return [cell for _, cell in sorted(cells.items())]


@dataclass(frozen=True, slots=True)
class _Choice:
    """What may be done at a state, by its variable's name: its cost, and the states that it leads to."""

    variable: str
    cost: int
    into: tuple[int, ...]


def _model(choices: dict[int, list[_Choice]], heed: Callable[[], None]) -> cp_model.CpModel:
    """Return the model of the states, by number, the root first."""
    model = new_model("strategy_graph")
    at = {state: model.new_bool_var(f"at[{state}]") for state in choices}
    into: dict[int, list[cp_model.IntVar]] = {state: [] for state in choices}
    price: list[cp_model.LinearExprT] = []
    root = next(iter(choices))
    model.add_bool_or([at[root]]).with_name("start")
    for state, some in choices.items():
        heed()
        variables = [model.new_bool_var(choice.variable) for choice in some]
        for choice, variable in zip(some, variables, strict=True):
            price.append(choice.cost * variable)
            for child in choice.into:
                into[child].append(variable)
        model.add(sum(variables) == at[state]).with_name(f"choose[{state}]")
    for state, plays in into.items():
        if state != root:
            model.add(sum(plays) == at[state]).with_name(f"come[{state}]")
    if any(choice.cost for some in choices.values() for choice in some):
        model.minimize(sum(price))
    return model


def total_model(states: States) -> cp_model.CpModel:
    """Return the model of the states that have been made so far."""
    choices: dict[int, list[_Choice]] = {}
    for state in states.reached():
        choices[state.number] = [
            _Choice(
                f"play[{state.number},{states.guesses.names[column.guess]}]",
                column.cost,
                tuple(child.number for child in column.children),
            )
            for column in state.columns
            if column.lost is None
        ]
        if state.closed:  # the root, if it is one word
            choices[state.number].append(_Choice(f"play[{state.number},{states.words[0]}]", state.bound, ()))
    return _model(choices, states.heed)


def depth_model(search: AndOr) -> cp_model.CpModel:
    """Return the model of the states that a search has decided, and of the guesses tried there."""
    number = {search.root: 0}
    choices: dict[int, list[_Choice]] = {}
    queue = [search.root]
    for state in queue:
        tried = dict(state.tried)
        if state.lost is None:
            tried.setdefault(search.first_guess(state), ())
        choices[number[state]] = some = []
        for guess, cells in tried.items():
            open_cells = [cell for cell in cells if cell.lost or (cell.guess is not None and cell.tried)]
            for cell in open_cells:
                if cell not in number:
                    number[cell] = len(number)
                    queue.append(cell)
            name = f"play[{number[state]},{search.guesses.names[guess]}]"
            some.append(_Choice(name, 0, tuple(number[cell] for cell in open_cells)))
    return _model(choices, search.heed)


def _search(question: ModelQuestion, work: Work) -> AndOr:
    return AndOr(question.position, (), question.left, work.demand_time)


def _graph(question: ModelQuestion, work: Work) -> Graph:
    return Graph(
        question.position, (), Aim((1,) * len(question.words), None, TOTAL_GUESSES), work.demand_time
    )


def _instance(question: ModelQuestion, work: Work) -> Instance:
    """Return the model of the states that have the answer."""
    if question.guesses_left is None:
        graph = _graph(question, work)
        graph.solve()
        model, size = total_model(graph.states), graph.size
    else:
        search = _search(question, work)
        search.decide()
        model, size = depth_model(search), search.size
    return Instance(
        model,
        (f"{counted(size.states, 'state', 'states')} looked at",),
        "not the whole model: a search left states and guesses out, and vouches for that",
    )


def _solve(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    size = len(question.words)
    if question.guesses_left is not None:
        search = _search(question, settings.work)
        if not search.decide():
            return refuted(question, Infeasible(), search)
        steps = tuple(search.steps())
        answer = f"a strategy finds {all_words(size)} within {counted(question.left, 'guess', 'guesses')}"
        values: dict[str, object] = {"guess": search.opener}
        return Feasible(Found(answer, values, StrategyFound(steps, question.left)))
    best = _graph(question, settings.work).solve()
    assert best is not None, "with any number of guesses all words are found"
    deepest = len(figures(best.steps, question.words, question.position.history).distribution)
    answer = f"a strategy finds {all_words(size)} with {counted(best.cost, 'guess', 'guesses')} in all"
    follows = StrategyFound(best.steps, deepest - len(question.position.history))
    values = {"guess": best.opener}
    return Feasible(Found(answer, values, follows, "that no strategy takes fewer", best.cost))


FORMULATION: Final = Formulation(
    name="strategy-graph",
    statement=Statement.parse(__doc__),
    needs=Needs("the model strategy-graph", tiles=True),
    depth=Depth.OPTIONAL,
    most_words=MAX_MEMBERS,
    instead="prove or solve",
    build=_instance,
    solve=_solve,
    by="the recursion",
    none=lambda question: (
        f"no strategy finds {all_words(len(question.words))} within "
        f"{counted(question.left, 'guess', 'guesses')}"
    ),
)
