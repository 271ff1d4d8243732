r"""Whole list: which next guesses do the endgame families of a list of any length leave?

Logic-based Benders decomposition. The master chooses a guess. The subproblems are the families of the hidden
words: can what the guess leaves of a family still be found? Each no is a cut, which forbids all guesses that
do as little, or less: thousands at once.

Sets        H, the hidden words left; T, the guesses allowed; g, the guesses left, 2 or more
            F, the families of H of g members or more (symbols: `family`)
            K, the cuts: (k, M), a type and some members of one f in F
Data        rest(t) = L \ D(t), the members of f that get one response from t
Variables   choose[t] in {0, 1} for t in T: t is the next guess
Constraints one:            sum(choose) = 1
            cut[t, k, M]:   choose[t] = 0 for t in T with k <= type(t), M <= rest(t); for (k, M) in K
Claim       (k, M) is a cut if M can't be found within g - 1 guesses of types that include k. Where the cuts
            forbid all of T, g guesses don't find H.
Source      Hooker and Ottosson, "Logic-based Benders decomposition" (2003): a cut is what the proof of the
            subproblem says of other choices of the master. The subproblems are Selby's (`families`).

Subproblem. For a chosen t and f: can g - 1 guesses, whose types include type(t), find the members rest(t)?
That is the model of `families`; where guesses don't bind all types are nothing. Greed says
yes to most, and weights from the linear relaxation say no (`weights`; where all are 1, *counting* does).
CP-SAT decides what they don't, and is asked only for guesses that no cut of another family forbids.

Why a cut forbids more than its own guess. Let M be lost under k, and t a guess with k <= type(t) and M part
of rest(t). What t reveals to M fixes type(t), so it fixes k; and M is part of what may be hidden then. More
words and more that is fixed never help (Theorem 2 of docs/certificates/depth-impossible.md). So rest(t) is
lost, too, with g - 1 guesses; and t, which may be answered by rest(t), doesn't win (Theorem 3). In the same
way a cover of U by g - 1 distinct sets, whose types are a chain and include k, shows for every t with type(t)
<= k that leaves one member at most outside U that its subproblem has a solution.

The master needs no solver: what the cuts leave may be chosen. Such a guess *survives*, which proves nothing:
all families together may be too many, where each one isn't. Where few survive, each is answered by one of its
largest cells, in which the same is asked with a guess less (`refute`). If nothing survives there, the guess
doesn't win; the cuts of that cell make one of its words, by the rule "rule".

No cut rests on a solver's word. Its proof is whole weights, cases of weights, or cuts for
what each guess leaves of its members; if none is found, there is no cut, whatever CP-SAT says. `family_cuts`
has the subproblems, and who decides them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.modelling.family import Types, find_families
from wordle_cp.models.family_cuts import Cut, CutRule, Decider, FamilyAt, FamilyCuts
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.question import Position
    from wordle_cp.modelling.solver import SolverSettings

MOST_FOLLOWED: Final = 30
"""Where no more guesses survive, each is looked at once more: what may be answered."""
_MOST_CELLS: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class ListState:
    """A game on its way: the words that may be hidden, the guesses that `binding` allows, how many are left.

    Where past guesses don't bind (not `hard`), `binding` fixes nothing. `win` is the response that ends it.
    """

    hidden: tuple[str, ...]
    guesses: tuple[str, ...]
    binding: Restriction
    left: int
    hard: bool
    win: int

    @classmethod
    def of(cls, position: Position, left: int) -> ListState:
        """Return `position` with so many guesses left; in ultrahard mode as hard mode has it."""
        variant, hard = position.variant, position.variant.mode.facts
        fixed = Restriction.of(position.history if hard else (), variant.length)
        allowed = tuple(filter(fixed.permits, variant.guesses))
        return cls(position.hidden, allowed, fixed, left, hard, variant.scoring.win)

    def answers(self, guess: str) -> Iterator[ListState]:
        """Yield what the answers to `guess` leave, most hidden words first; not where it is right."""
        cells: defaultdict[int, list[str]] = defaultdict(list)
        for word, pattern in zip(self.hidden, score_matrix([guess], self.hidden)[0].tolist(), strict=True):
            cells[pattern].append(word)
        cells.pop(self.win, None)
        for pattern, words in sorted(cells.items(), key=lambda cell: -len(cell[1])):
            shown = Restriction.of(((guess, pattern),) if self.hard else (), len(guess))
            yield replace(
                self,
                hidden=tuple(words),
                guesses=tuple(filter(shown.permits, self.guesses)),
                binding=self.binding.joined_with(shown),
                left=self.left - 1,
            )


@dataclass(frozen=True, slots=True, eq=False)
class Survivors:
    """What the cuts leave of the guesses that were asked about, and the cut that forbids each other one."""

    guesses: tuple[str, ...]
    forbidden: dict[str, Cut]

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts, each once."""
        return tuple(dict.fromkeys(self.forbidden.values()))


@dataclass(slots=True)
class Tally:
    """How many states were looked at, and how many subproblems each decided.

    Of `without_cut` CP-SAT says that they have no solution, and no proof was found.
    """

    states: int = 0
    decided: Counter[Decider] = field(default_factory=Counter)
    without_cut: int = 0


@dataclass(frozen=True, slots=True)
class WholeListSize:
    """Who decided: `subproblems`, the `openers` that cuts of each forbid, and the `cuts` of the refutation.

    Of `without_cut` subproblems CP-SAT says that they have no solution, and no proof was found.
    """

    states: int
    subproblems: dict[str, int]
    without_cut: int
    openers: dict[str, int]
    cuts: dict[str, int]

    @classmethod
    def of(cls, found: Survivors, tally: Tally) -> WholeListSize:
        """Count what was `found` of a position, with its `tally`."""
        cuts = dict.fromkeys(found.cuts)
        for cut in (todo := [*cuts]):
            below = cut.by.cuts if isinstance(cut.by, CutRule) else ()
            todo += [one for one in below if one not in cuts]
            cuts |= dict.fromkeys(below)
        openers = Counter(cut.decider for cut in found.forbidden.values())
        return cls(
            tally.states,
            _by_name(tally.decided),
            tally.without_cut,
            _by_name(openers),
            _by_name(Counter(cut.decider for cut in cuts)),
        )


def _by_name(count: Counter[Decider]) -> dict[str, int]:
    return {str(decider): count[decider] for decider in Decider if count[decider]}


def refute(
    state: ListState, asked: Sequence[str], settings: SolverSettings, tally: Tally, plies: int = 2
) -> Survivors:
    """Return which of the guesses `asked`, which are allowed, neither families nor `plies` answers forbid.

    At two guesses or more. The `tally` is added to.

    Raises:
        StoppedError: there was reason to stop.
    """
    found = survivors(state, asked, settings, tally)
    if state.left > 2 and (not plies or len(found.guesses) > MOST_FOLLOWED):  # noqa: PLR2004  else two words of a cell do
        return found
    forbidden = {
        guess: cut for guess in found.guesses for cut in _lost_answer(state, guess, settings, tally, plies)
    }
    return Survivors(
        tuple(guess for guess in found.guesses if guess not in forbidden), found.forbidden | forbidden
    )


def _lost_answer(
    state: ListState, guess: str, settings: SolverSettings, tally: Tally, plies: int
) -> Iterator[Cut]:
    """Yield the cut of one answer to `guess` after which nothing is left to choose, if there is one."""
    for _, after in zip(range(_MOST_CELLS), state.answers(guess), strict=False):
        settings.work.demand_time()
        if after.left == 1 < len(after.hidden):
            yield Cut(after.hidden[:2], 1, after.binding, (1, 1), Decider.COUNTING)
            return
        if after.left > 1:
            below = refute(after, after.guesses, settings, tally, plies - 1)
            if not below.guesses:
                rule = CutRule(below.cuts)
                yield Cut(rule.words, after.left, after.binding, rule, Decider.ANSWERS)
                return


def survivors(state: ListState, asked: Sequence[str], settings: SolverSettings, tally: Tally) -> Survivors:
    """Return which of the guesses `asked`, which are allowed, the families of a state don't forbid.

    Otherwise as `refute`.
    """
    types, alive = Types(state.guesses), np.isin(np.array(state.guesses), np.array(asked))
    forbidden: dict[str, Cut] = {}
    tally.states += 1

    def forbid(cuts: FamilyCuts) -> None:
        for place, cut in cuts.forbidden():
            if alive[place]:
                alive[place] = False
                forbidden[state.guesses[place]] = cut

    doubtful: list[FamilyCuts] = []
    for family in sorted(find_families(state.hidden, state.left), key=lambda one: -len(one.words)):
        settings.work.demand_time()
        if not alive.any():
            break
        cuts = FamilyAt(family, state, types, settings, tally).cuts(np.flatnonzero(alive))
        cuts.settle()
        forbid(cuts)
        if cuts.open.any():
            doubtful.append(cuts)
    for cuts in doubtful:
        cuts.only(alive)
        cuts.ask()
        forbid(cuts)
    return Survivors(tuple(state.guesses[place] for place in np.flatnonzero(alive).tolist()), forbidden)
