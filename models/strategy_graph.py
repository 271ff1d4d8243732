"""Strategy graph: a strategy for a set of hidden words, with one guess for each state that it comes to.

Which strategy finds all words of L with the fewest guesses in all? Or, with a depth: is there one that finds
all of them within g guesses? Unlike `adaptive_tree` it has no places for cells that a guess may or may not
have: a cell is a state, whichever guess leads to it, and so the model grows with the states.

Sets        L, the words
            S, the *states*: the words left, what the mode has fixed, and the guesses left. The root is the
            position asked about; others are the cells that guesses of C make of states. Of a *closed* state a
            count of patterns says what it costs, or that it can be solved; of a *lost* one that it can't. The
            states below are the others.
            C(s), the guesses that state s may begin with, one of each class, without those that are known
            not to be needed. They come in batches: `rest` stands for those that aren't in the model yet.
Data        cost(s, t): what t costs at s, with what the closed cells cost that it leads to
            least(s): what the guesses left out cost at least; for a depth, how many pairs of words s has
Variables   at[s] in {0, 1} for s in S: the strategy comes to state s
            play[s, t] in {0, 1} for t in C(s): and guesses t there
            rest[s] in {0, 1} for s in S with guesses left out: or one of those
Constraints start:        at[root]
            choose[s]:    sum(play[s, t] : t in C(s)) + rest[s] = at[s]
            come[s]:      at[s] = sum(play[r, t] : s is a cell of r under t), for each s but the root
Objective   minimise sum(cost(s, t) play[s, t]) + sum(least(s) rest[s]); for a depth without the first sum
Source      and-or graphs (Martelli and Montanari, 1973), with the states of docs/certificates/
            depth-impossible.md; the linear relaxation is that of a Markov decision process (Manne, 1960).

A strategy makes a solution: let at[s] be 1 where it comes to s. The cells of a guess share no word, so no
strategy comes to a state twice, and at[s] has one term of its sum. A solution with no rest[s] makes a
strategy: begin at the root, play what is played. Costs add up: a guess at s costs each word of s a step.

Rounds. With rest[s] the model is a relaxation: whatever the guesses left out lead to costs least(s) or more.
So if a best solution has no rest[s], it is a best strategy; if there is no solution, there is no strategy.
Otherwise the states with rest[s] = 1 get more guesses, and the model is solved once more. There are finitely
many.

The linear relaxation is exact. Cells have fewer words than their state, so let value(s) be the least of
least(s), if s has rest[s], and cost(s, t) + sum(value(r) : r a cell of s under t), t in C(s), from small
states to large ones. It is a solution of the dual, which wants value(root) as large as possible with value(s)
at most each of these. And where each state that is come to plays a guess that attains its value, the cost is
value(root). So both are best, and no fractional solution costs less. The values are lemmas of
docs/certificates/total-least.md, by which a total is certified (`certify.graph`).

What is left out, and why no best strategy is lost:

- *Guesses of one class*, in normal mode those that divide L in the same way, and so each state; in hard mode
  those with the same features of L, which also fix the same (`features`). One is enough, but a word of L is
  never left out for another guess, as it may be the hidden one. In ultrahard mode all guesses stay.
- *Dominated guesses*, for a depth in normal mode: where t divides L more finely than u, each cell of t lies
  in one of u, so a strategy after u is one after t.
- *Guesses that split nothing* (Theorem 6 of the page).
- *Guesses left when there are enough* (Theorem 7): with as many guesses as words the limit says nothing.
- *Closed states.* n words cost 3 n - k - [t in them] or more if t comes first and shows k patterns (L1 on the
  page; with weights and costs likewise). If the best t leaves single words, it costs just that. With two
  guesses left t has to leave single words. So the last two guesses are data, not variables.
- *Dear guesses.* A strategy for s that is known costs v. A guess whose cells cost v or more by these bounds
  isn't needed where that strategy's guess is among C(s). Such guesses are also the solver's hint.
- *Lost states*: by weights (`weights`); or as they include a lost state, under what fixes no less and with
  no more guesses left; or as each guess leads to a lost state. A guess that may lead to one is left out.

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
from wordle_cp.models.endgame import Aim
from wordle_cp.models.formulation import (
    Depth,
    Formulation,
    Found,
    Instance,
    StrategyFound,
    all_words,
    refuted,
)
from wordle_cp.models.partitions import MAX_MEMBERS
from wordle_cp.models.solver import Feasible, Outcome, SolverSettings, Unknown, new_model, optimize
from wordle_cp.models.statement import Statement
from wordle_cp.models.states import Column, State, States

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ortools.sat.python import cp_model

    from wordle_cp.games.question import Position
    from wordle_cp.models.formulation import ModelQuestion
    from wordle_cp.models.solver import Values
    from wordle_cp.work import Work


@dataclass(frozen=True, slots=True)
class GraphSize:
    """How large the last model was, and how many `rounds` there were.

    `states` were looked at in all, closed and lost ones included.
    """

    states: int
    variables: int
    constraints: int
    rounds: int


@dataclass(frozen=True, slots=True)
class GraphSolution:
    """A best strategy, in preorder (see `formulation.StrategyFound`), and what it costs."""

    steps: tuple[str, ...]
    opener: str
    cost: int


class Graph:
    """A question on its way: its states, and the models that are made of them."""

    def __init__(self, position: Position, asked: Sequence[str], aim: Aim, settings: SolverSettings) -> None:
        """Ask about `position`, and openers `asked` (none: all)."""
        self.states: Final = States(position, asked, aim, settings.work.demand_time)
        self._settings: Final = settings
        self._rounds = 0
        self.model: cp_model.CpModel | None = None
        """The model of the last round."""
        self._extra = 1

    @property
    def size(self) -> GraphSize:
        """How large it is by now."""
        proto = None if self.model is None else self.model.proto
        variables, constraints = (0, 0) if proto is None else (len(proto.variables), len(proto.constraints))
        return GraphSize(len(self.states.all), variables, constraints, self._rounds)

    def solve(self) -> Outcome[GraphSolution]:
        """Make models, each with more guesses than the one before, until one has the answer.

        Raises:
            StoppedError: a limit struck while a model was being built.
        """
        self.states.grow(self.states.root)
        while True:
            self._close()
            self.states.settle()
            outcome = self._round()
            if not isinstance(outcome, Feasible):
                return outcome
            plays, left_out = outcome.witness
            if not left_out:
                return Feasible(self._solution(plays))
            for state in self._most_wanted(left_out):
                self.states.grow(state)

    def _close(self) -> None:
        """Let all states grow of which a strategy is known; without a goal none is."""
        for state in self.states.reached():
            if not self.states.decides and not state.grown and self.states.policy(state) is not None:
                self.states.grow(state)

    def _most_wanted(self, left_out: Sequence[State]) -> list[State]:
        """Return the states to grow: those of the solution, and more of them from round to round.

        The others are those that stand under most guesses of the model: a guess is refuted by one of its
        cells, so these refute most, if they are lost.
        """
        wanted = {state.number: state for state in left_out}
        count: dict[int, int] = {}
        for state in self.states.reached():
            for column in state.columns:
                if column.lost is None:
                    for child in column.children:
                        if not child.grown:
                            count[child.number] = count.get(child.number, 0) + 1
        for number in sorted(count, key=lambda number: -count[number])[: self._extra]:
            wanted.setdefault(number, self.states.all[number])
        self._extra *= 2
        return list(wanted.values())

    def _round(self) -> Outcome[tuple[dict[int, Column], list[State]]]:
        model = Model(self.states)
        self.model = model.model
        self._rounds += 1
        return self._solved(model)

    def _solved(self, model: Model) -> Outcome[tuple[dict[int, Column], list[State]]]:
        return optimize(model.model, model.read, self._settings)

    def _solution(self, plays: dict[int, Column]) -> GraphSolution:
        root = self.states.root
        steps = tuple(self._follow(root, plays))
        return GraphSolution(steps, steps[0] if steps else self.states.words[0], self._cost(root, plays))

    def _cost(self, state: State, plays: dict[int, Column]) -> int:
        if state.closed:
            return state.bound
        column = plays[state.number]
        return column.cost + sum(self._cost(child, plays) for child in column.children)

    def _follow(self, state: State, plays: dict[int, Column]) -> Iterator[str]:
        """Yield the strategy from `state` on."""
        words = [self.states.words[word] for word in state.words]
        if len(words) == 1 and state is not self.states.root:
            return
        if state.closed:
            guess = None if state.guess is None else self.states.guesses.names[state.guess]
            yield from self._in_turn(words, guess)
            return
        guess = self.states.guesses.names[plays[state.number].guess]
        yield guess
        cells = {cell.words: cell for cell in plays[state.number].cells}
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


class Model:
    """The model of the states that have been made so far, and how to read its solution."""

    def __init__(self, states: States) -> None:
        """Build it."""
        self.model: Final = new_model("strategy_graph")
        self._plays: Final[list[tuple[State, Column, cp_model.IntVar]]] = []
        self._rest: Final[list[tuple[State, cp_model.IntVar]]] = []
        model, new = self.model, self.model.new_bool_var
        reached = list(states.reached())
        at = {state.number: new(f"at[{state.number}]") for state in reached}
        into: dict[int, list[cp_model.IntVar]] = {state.number: [] for state in reached}
        price: list[cp_model.LinearExprT] = []
        model.add_bool_or([at[states.root.number]]).with_name("start")
        for state in reached:
            states.heed()
            choices: list[cp_model.IntVar] = []
            for column in state.columns:
                if column.lost is not None:
                    continue
                play = new(f"play[{state.number},{states.guesses.names[column.guess]}]")
                choices.append(play)
                self._plays.append((state, column, play))
                price.append(column.cost * play)
                for child in column.children:
                    into[child.number].append(play)
                if column is state.best:
                    model.add_hint(play, value=True)
            if state.closed:
                continue  # the root, if it is one word
            if state.rest is not None and not state.lost:
                rest = new(f"rest[{state.number}]")
                choices.append(rest)
                self._rest.append((state, rest))
                size = len(state.words)
                price.append((size * (size - 1) // 2 if states.decides else state.rest) * rest)
            model.add(sum(choices) == at[state.number]).with_name(f"choose[{state.number}]")
        for state in reached:
            if state is not states.root:
                model.add(sum(into[state.number]) == at[state.number]).with_name(f"come[{state.number}]")
        model.minimize(sum(price))

    def read(self, solver: Values) -> tuple[dict[int, Column], list[State]]:
        """Return what is played at each state, and the states where something left out is."""
        plays = {state.number: column for state, column, play in self._plays if solver.boolean_value(play)}
        return plays, [state for state, rest in self._rest if solver.boolean_value(rest)]


def _graph(question: ModelQuestion, settings: SolverSettings) -> Graph:
    goal = TOTAL_GUESSES if question.guesses_left is None else None
    aim = Aim((1,) * len(question.words), question.guesses_left, goal)
    return Graph(question.position, (), aim, settings)


def _instance(question: ModelQuestion, work: Work) -> Instance:
    """Return the model of the last round, which has the answer."""
    graph = _graph(question, SolverSettings(work=work))
    if isinstance(graph.solve(), Unknown):
        work.demand_time()
    assert graph.model is not None, "there was a round"
    rounds = counted(graph.size.rounds, "round", "rounds")
    return Instance(graph.model, (f"{counted(graph.size.states, 'state', 'states')} looked at, in {rounds}",))


def _solve(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    graph = _graph(question, settings)
    outcome = graph.solve()
    if not isinstance(outcome, Feasible):
        return refuted(question, outcome, graph.states)
    steps, cost, size = outcome.witness.steps, outcome.witness.cost, len(question.words)
    values: dict[str, object] = {"guess": outcome.witness.opener}
    if question.guesses_left is not None:
        within = counted(question.guesses_left, "guess", "guesses")
        answer = f"a strategy finds {all_words(size)} within {within}"
        return Feasible(Found(answer, values, StrategyFound(steps, question.guesses_left)))
    deepest = len(figures(steps, question.words, question.position.history).distribution)
    answer = f"a strategy finds {all_words(size)} with {counted(cost, 'guess', 'guesses')} in all"
    follows = StrategyFound(steps, deepest - len(question.position.history))
    return Feasible(Found(answer, values, follows, "that no strategy takes fewer", cost))


FORMULATION: Final = Formulation(
    name="strategy-graph",
    statement=Statement.parse(__doc__),
    needs=Needs("the model strategy-graph", tiles=True),
    depth=Depth.OPTIONAL,
    most_words=MAX_MEMBERS,
    instead="prove or solve",
    build=_instance,
    solve=_solve,
    none=lambda question: (
        f"no strategy finds {all_words(len(question.words))} within "
        f"{counted(question.left, 'guess', 'guesses')}"
    ),
)
