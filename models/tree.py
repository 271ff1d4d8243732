"""Adaptive tree: a whole strategy for a set of hidden words as one CP-SAT model.

Can every word of L, twenty or so, be found within g guesses? The model is for reading, and to cross-check the
native search, which is faster (docs/reference/speed.md).

    python models/tree.py 'sha?e' wordlists/original-guesses.txt 3 --hard

Sets        L, the words; C, the partitions that the allowed guesses make of L (`partitions`): in normal mode
            the finest ones; in hard mode the finest of those with the same facts
            N, the nodes: positions in which some words are live; the root has g guesses left. For a guess of
            C, the cells of L with more words than the guesses left after it have a *slot*: 0 for the largest,
            1 for the next, and so on. A node with three guesses left or more has a child for each slot that a
            guess of C has; with two guesses left it has none.
            F, the facts that hard mode can fix (`facts`): a letter in place, a least count of a letter
Variables   play[n, c] in {0, 1} for n in N, c in C: the guess at node n is c
            live[n, h] in {0, 1} for h in L: word h may be the hidden one at node n
            fixed[n, f] in {0, 1} for f in F, hard mode only: fact f has to be kept at node n
Constraints one_guess[n]:       exactly one play[n, c]
            all_live[h]:        live[root, h], for h in L
            cell[n, c, k, h]:   play[n, c] and live[n, h] => live[child k of n, h],
                                for h in the cell of c with slot k
            apart[n, a, b]:     live[n, a] and live[n, b] => OR(play[n, c] : c tells a from b),
                                for n with two guesses left
            too_few:            at most one live[root, h], where one guess is left for two words or more
            reveal[n, c, k, f]: play[n, c] => fixed[child k of n, f], hard mode only,
                                for f in the facts that c shares with the words of its cell with slot k
            lacks[n, c, f]:     play[n, c] => not fixed[n, f], hard mode only, for f that c lacks
Source      slots by rank of the cell and pairs at the last nodes: the experiments that preceded this project.

A strategy makes a solution: play its guesses at the nodes that it reaches, call live and fixed what is, and
do anything that is allowed elsewhere (a node that is not reached has nothing live; there the guess before may
be played again, as it has all that it shares with the cell). A coarser guess may be replaced by a finer one
that fixes the same; one that leaves all of L together is no use.
A solution makes a strategy, since `live` and `fixed` are never less than what is so: follow the solution;
with two guesses left all live words get different responses; and the words of a cell without a slot are no
more than the guesses left, so they can be guessed one after the other, as consistent words are allowed. Hard
mode fixes, by the response of h to t, exactly the facts that t and h share (`rules.words.Restriction`),
and allows t' iff t' has all that were fixed. What is fixed stays so without a constraint: the next guess has
it, and so have the live words, thus they share it again. A restriction already in force is expressed by the
guesses it allows: give those only.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from wordle_cp.modelling.partitions import MAX_MEMBERS, partitions_of
from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import Feasible, Outcome, SolverSettings, decide, new_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.solver import Values

LAST_CHOICE: Final = 2
"""With this number of guesses left the next one has to tell all live words apart."""

Strategy = tuple[str, ...]
"""Preorder: at each set of two or more words the guess, then the cells by ascending pattern, without the
all-green one; a cell of one word is implied."""


@dataclass(frozen=True, slots=True)
class _Guess:
    """A guess of C: its place in the list, the cells of L, largest first, and which of the facts it has."""

    place: int
    cells: list[list[int]]
    has: list[bool]

    def with_slot(self, guesses_left: int) -> list[list[int]]:
        """Return the cells too large for guessing their words one after the other."""
        return [cell for cell in self.cells if len(cell) >= guesses_left]


@dataclass(frozen=True, slots=True)
class _Node:
    """The variables of a node, and its children by slot."""

    guesses_left: int
    play: list[cp_model.IntVar]
    live: list[cp_model.IntVar]
    fixed: list[cp_model.IntVar]
    children: list[_Node]


class Tree:
    """The model, and how to read a strategy from its solution."""

    def __init__(
        self,
        guesses: Sequence[str],
        words: Sequence[str],
        patterns: NDArray[np.uint8],
        facts: Mapping[str, NDArray[np.bool_]],
        guesses_left: int,
        heed: Callable[[], None] = lambda: None,
    ) -> None:
        """Build the model; `heed` is called meanwhile, and what it raises ends that.

        `words` are distinct and among the guesses. `patterns` has a row for each word and a column for each
        guess. `facts` say which guesses have them, in hard mode; in normal mode there are none. The model
        grows by a factor with each guess left, of about the number of words divided by it.

        Raises:
            ValueError: there are no words, one is not a guess, there are too many of them (`partitions`), or
                `guesses_left` is not positive.
            UsageError: it would be too large.
        """
        if not words or guesses_left < 1:
            message = f"expected words and guesses left, not {len(words)} and {guesses_left}"
            raise ValueError(message)
        self._heed: Final = heed
        self._list: Final = guesses
        self._words: Final = words
        self._patterns: Final = patterns
        self._places: Final = [guesses.index(word) for word in words]
        self._facts: Final = {name: having[self._places] for name, having in facts.items()}
        partitions = partitions_of(patterns, facts.values(), heed).finest(heed)
        self.guesses: Final = [
            _Guess(place, partitions.cells(number), partitions.facts[number].tolist())
            for number, place in enumerate(partitions.guesses.tolist())
        ]
        branches = LAST_CHOICE <= guesses_left < len(words)
        self.model: Final = new_model("adaptive_tree", self._literals(guesses_left) if branches else 0)
        self.nodes = 0
        self._root: Final = self._node("root", guesses_left) if branches else None
        live = self._live("root") if self._root is None else self._root.live
        for word, variable in zip(words, live, strict=True):
            self.model.add_bool_or([variable]).with_name(f"all_live[{word}]")
        if guesses_left < LAST_CHOICE <= len(words):
            self.model.add_at_most_one(live).with_name("too_few")

    def _literals(self, guesses_left: int) -> int:
        """Return how many there are below a node: of one_guess, cell and apart, and at most of lacks."""
        count = len(self.guesses) * (1 + len(self._facts))
        if guesses_left > LAST_CHOICE:
            slots = (cell for guess in self.guesses for cell in guess.with_slot(guesses_left))
            below = self._literals(guesses_left - 1)
            return count + 3 * sum(map(len, slots)) + self._slots(guesses_left) * below
        together = sum(comb(len(cell), 2) for guess in self.guesses for cell in guess.cells)
        return count + len(self.guesses) * comb(len(self._words), 2) - together

    def _slots(self, guesses_left: int) -> int:
        """Return how many children a node with `guesses_left` has."""
        return max((len(guess.with_slot(guesses_left)) for guess in self.guesses), default=0)

    def _live(self, name: str) -> list[cp_model.IntVar]:
        """Add the variables that say which words are live at a node."""
        return [self.model.new_bool_var(f"live[{name},{word}]") for word in self._words]

    def _node(self, name: str, guesses_left: int) -> _Node:
        """Add a node and everything below it."""
        new, model = self.model.new_bool_var, self.model
        self.nodes += 1
        node = _Node(
            guesses_left,
            play=[new(f"play[{name},{self._list[guess.place]}]") for guess in self.guesses],
            live=self._live(name),
            fixed=[new(f"fixed[{name},{fact}]") for fact in self._facts],
            children=[],
        )
        model.add_exactly_one(node.play).with_name(f"one_guess[{name}]")
        for guess, play in zip(self.guesses, node.play, strict=True):
            self._heed()
            for fact, fixed, has in zip(self._facts, node.fixed, guess.has, strict=True):
                if not has:
                    text = f"lacks[{name},{self._list[guess.place]},{fact}]"
                    model.add_implication(play, ~fixed).with_name(text)
        if guesses_left == LAST_CHOICE:
            self._tell_apart(name, node)
        else:
            for slot in range(self._slots(guesses_left)):
                node.children.append(self._node(f"{name}.{slot}", guesses_left - 1))
                self._reach(name, node, slot)
        return node

    def _tell_apart(self, name: str, node: _Node) -> None:
        """With two guesses left: the next one leaves no two live words together."""
        shown = [self._patterns[:, guess.place].tolist() for guess in self.guesses]
        for one, other in combinations(range(len(self._words)), 2):
            self._heed()
            telling = [play for play, row in zip(node.play, shown, strict=True) if row[one] != row[other]]
            self.model.add_bool_or([*telling, ~node.live[one], ~node.live[other]]).with_name(
                f"apart[{name},{self._words[one]},{self._words[other]}]"
            )

    def _reach(self, name: str, node: _Node, slot: int) -> None:
        """What is live and fixed at the child at `slot`."""
        child = node.children[slot]
        for guess, play in zip(self.guesses, node.play, strict=True):
            self._heed()
            reached = f"{name},{self._list[guess.place]},{slot}"
            for cell in guess.with_slot(node.guesses_left)[slot : slot + 1]:
                for word in cell:
                    self.model.add_bool_or([~play, ~node.live[word], child.live[word]]).with_name(
                        f"cell[{reached},{self._words[word]}]"
                    )
                for (fact, words), fixed, has in zip(
                    self._facts.items(), child.fixed, guess.has, strict=True
                ):
                    if has and words[cell[0]]:
                        self.model.add_implication(play, fixed).with_name(f"reveal[{reached},{fact}]")

    def solve(self, settings: SolverSettings) -> Outcome[Strategy]:
        """Decide whether all words can be found within the guesses left."""
        live = list(range(len(self._words)))
        return decide(self.model, lambda solver: tuple(self._follow(solver, self._root, live)), settings)

    def _follow(self, solver: Values, node: _Node | None, live: list[int]) -> Iterator[str]:
        """Yield the strategy for the words `live` at `node`; at None they are guessed one after the other."""
        if len(live) == 1:
            return
        place, below = self._places[live[0]], list[tuple[_Node, list[int]]]()
        if node is not None:
            played = zip(self.guesses, node.play, strict=True)
            guess = next(guess for guess, play in played if solver.boolean_value(play))
            place = guess.place
            below = list(zip(node.children, guess.with_slot(node.guesses_left), strict=False))
        yield self._list[place]
        reached: dict[int, list[int]] = {}
        for word in live:
            if self._places[word] != place:
                reached.setdefault(int(self._patterns[word, place]), []).append(word)
        for _, cell in sorted(reached.items()):
            child = next((child for child, words in below if cell[0] in words), None)
            yield from self._follow(solver, child, cell)


def main(pattern: str, path: str, guesses_left: int, *, hard: bool = False) -> None:
    """Print a strategy for the words that match a pattern, or that CP-SAT finds none."""
    given = listed(path, pattern, MAX_MEMBERS)
    guesses, words = given.guesses, given.words
    outcome = Tree(guesses, words, given.patterns(), given.facts(hard=hard), guesses_left).solve(
        SolverSettings()
    )
    steps = " ".join(outcome.witness).upper() if isinstance(outcome, Feasible) else "none, as CP-SAT says"
    mode = "hard" if hard else "normal"
    print(f"{pattern}, {len(words)} words, {guesses_left} guesses, {mode} mode: {steps}")


if __name__ == "__main__":
    run(main)
