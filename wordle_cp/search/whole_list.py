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

With three or four guesses left in normal mode families are too few words to refute much. Where many guesses
survive them, it is asked what no guess separates (`separable`).

No cut rests on a solver's word. Its proof is whole weights, cases of weights, or cuts for
what each guess leaves of its members; if none is found, there is no cut, whatever CP-SAT says. What is found
or lost closes all subproblems that it covers at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.modelling.cuts import Cut, CutRule, Decider
from wordle_cp.modelling.family import Types, distinct_columns, find_families, pieces_of, undominated
from wordle_cp.modelling.family_bounds import beam_cover
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.families import solve_family
from wordle_cp.models.weights import Chain, Effects, cases_against, indicators
from wordle_cp.rules.words import Restriction
from wordle_cp.search.separable import LAST, Separable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.question import Position
    from wordle_cp.modelling.family import Columns, Family

MOST_FOLLOWED: Final = 30
"""Where no more guesses survive, each is looked at once more: what may be answered."""
_MOST_CELLS: Final = 4
_BEAM: Final = 4
_MOST_LEFT: Final = 4
"""With more guesses left it takes too long to ask which guesses leave separable words."""


# ---------- a state
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


# ---------- the subproblems
class FamilyAt:
    """A family at a state, and what each guess does to it."""

    def __init__(
        self, family: Family, state: ListState, types: Types, settings: SolverSettings, tally: Tally
    ) -> None:
        """Take the `types` of the state's guesses."""
        self.family, self.state, self.settings, self.tally = family, state, settings, tally
        self.distinct = types.distinct(family)
        """D(t) of each guess."""
        self.types = types.of(family.pattern) if state.hard else np.zeros(len(self.distinct), np.uint32)
        """type(t) of each guess: nothing where guesses don't bind."""

    @cached_property
    def columns(self) -> Columns:
        """What guesses do, each once."""
        return distinct_columns(self.distinct, self.types, len(self.family.words))

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The distinct sets of the columns, as rows of 0 and 1."""
        return indicators(self.columns.masks, len(self.family.words))

    def under(self, kind: int) -> NDArray[np.bool_]:
        """Tell which columns have types that include `kind`."""
        including: NDArray[np.bool_] = (np.uint32(kind) & ~self.columns.types) == 0
        return including

    def cuts(self, guesses: NDArray[np.intp]) -> FamilyCuts:
        """Return the subproblems of these guesses, by place."""
        rests = self.distinct[guesses] ^ np.uint64((1 << len(self.family.words)) - 1)
        return FamilyCuts(self, self.state.left - 1, guesses, self.types[guesses], rests)

    def cut(
        self, kind: int, live: int, left: int, by: tuple[int, ...] | Chain | CutRule, decider: Decider
    ) -> Cut:
        """Return the cut (`kind`, `live`), which is lost with `left` guesses, as `by` proves."""
        fixed = (piece for bit, piece in enumerate(pieces_of(self.family.pattern)) if kind >> bit & 1)
        words = tuple(word for member, word in enumerate(self.family.words) if live >> member & 1)
        if isinstance(by, CutRule):
            words = by.words
        return Cut(words, left, reduce(Restriction.joined_with, fixed, self.state.binding), by, decider)


class FamilyCuts:
    """The subproblems of a family with `left` guesses, one for each type and members left, and its cuts.

    `open` tells which aren't decided; what `left` guesses find one after the other isn't even asked.
    """

    def __init__(
        self,
        at: FamilyAt,
        left: int,
        guesses: NDArray[np.intp],
        types: NDArray[np.uint32],
        rests: NDArray[np.uint64],
    ) -> None:
        """Take what each of some guesses does: its type, and the members that it leaves together."""
        self._at, self.left, self._guesses = at, left, guesses
        size = np.uint64(len(at.family.words))
        _, first, self._of = np.unique(
            (types.astype(np.uint64) << size) | rests, return_index=True, return_inverse=True
        )
        self._types, self._rests = types[first], rests[first]
        self.open = np.bitwise_count(self._rests) > left
        self.cuts: list[Cut] = []
        self._cut = np.full(len(first), -1)

    def forbidden(self) -> Iterator[tuple[int, Cut]]:
        """Yield each guess that a cut forbids, with the cut."""
        number = self._cut[self._of]
        for place in np.flatnonzero(number >= 0).tolist():
            yield int(self._guesses[place]), self.cuts[number[place]]

    def only(self, alive: NDArray[np.bool_]) -> None:
        """Don't ask any more about guesses that aren't `alive`."""
        wanted = np.zeros_like(self.open)
        wanted[self._of[alive[self._guesses]]] = True
        self.open &= wanted

    def settle(self) -> None:
        """Decide what counting, greed and the linear relaxation decide."""
        for kind, live in self._in_turn():
            columns = self._at.columns.take(self._at.under(kind)).restricted_to(live)
            most = int(np.bitwise_count(columns.masks).max(initial=0))
            if columns.size - (self.left - 1) * most > 1:
                self._weighed(kind, live, np.ones(columns.size, np.int64), Decider.COUNTING)
            elif (chosen := beam_cover(columns, at_most=self.left - 1, width=_BEAM)) is not None:
                self._found(columns.guesses[list(chosen)], Decider.GREED)
            else:
                weights = cases_against(columns.size, _effects(columns), self.left, splits=0)
                if weights is not None:
                    self._weighed(kind, live, np.array(weights), Decider.WEIGHTS)

    def ask(self) -> None:
        """Let CP-SAT decide the others."""
        at = self._at
        for kind, live in self._in_turn():
            columns = at.columns.take(at.under(kind)).restricted_to(live)
            fewer = undominated(columns)
            outcome = solve_family(fewer, self.left, at.settings)
            if isinstance(outcome, Feasible):
                self._found(fewer.guesses[list(outcome.witness)], Decider.CP_SAT)
            elif isinstance(outcome, Infeasible):
                by = self._chain(columns) or self._rule(kind, live)
                at.tally.decided[Decider.CP_SAT] += 1
                if by is None:
                    at.tally.without_cut += 1
                else:
                    self._add(kind, live, by, Decider.CP_SAT)
            else:
                at.settings.work.demand_time()

    def _in_turn(self) -> Iterator[tuple[int, int]]:
        """Yield what is open, by halves: a yes closes what is smaller, a no what is larger."""
        order = np.lexsort((np.bitwise_count(self._types), np.bitwise_count(self._rests)))
        while len(order := order[self.open[order]]):
            self._at.settings.work.demand_time()
            place = order[len(order) // 2]
            order = order[order != place]
            yield int(self._types[place]), int(self._rests[place])

    def _found(self, guesses: NDArray[np.int64], decider: Decider) -> None:
        """Close what is found by these guesses, whose types are a chain."""
        covered = np.bitwise_or.reduce(self._at.distinct[guesses])
        least = np.bitwise_and.reduce(self._at.types[guesses])
        self.open &= ((self._types & ~least) != 0) | (np.bitwise_count(self._rests & ~covered) > 1)
        self._at.tally.decided[decider] += 1

    def _add(self, kind: int, live: int, by: tuple[int, ...] | Chain | CutRule, decider: Decider) -> None:
        """Close what a cut forbids."""
        lost = self.open & ((np.uint32(kind) & ~self._types) == 0) & ((np.uint64(live) & ~self._rests) == 0)
        self._cut[lost] = len(self.cuts)
        self.cuts.append(self._at.cut(kind, live, self.left, by, decider))
        self.open &= ~lost

    def _weighed(self, kind: int, live: int, weights: NDArray[np.int64], decider: Decider) -> None:
        """Add a cut by weights, one a member of `live`, without words and facts that the proof can spare."""
        at, less = self._at, self.left - 1
        full = np.zeros(len(at.family.words), np.int64)
        full[indicators(np.array([live], np.uint64), len(full))[0] == 1] = weights
        rows = at.rows[at.under(kind)]
        losses = rows @ full
        for member in np.argsort(full, kind="stable").tolist():
            weight, full[member] = int(full[member]), 0
            fewer = losses - weight * rows[:, member]
            if weight and full.sum() - less * fewer.max(initial=0) > full.max():
                losses = fewer
            else:
                full[member] = weight
        heavy = at.columns.types[full.sum() - less * (at.rows @ full) <= full.max()]
        for bit in range(kind.bit_length()):
            if ((np.uint32(kind & ~(1 << bit)) & ~heavy) != 0).all():
                kind &= ~(1 << bit)
        kept = np.flatnonzero(full).tolist()
        at.tally.decided[decider] += 1
        self._add(kind, sum(1 << member for member in kept), tuple(full[kept].tolist()), decider)

    def _chain(self, columns: Columns) -> Chain | None:
        """Return cases of weights that prove that the members of these columns are lost; None if none do."""
        if not self._at.state.hard:
            return None
        heed = self._at.settings.work.demand_time
        cases = cases_against(columns.size, _effects(columns), self.left, heed)
        return None if cases is None else Chain(cases, pieces_of(self._at.family.pattern))

    def _rule(self, kind: int, live: int) -> CutRule | None:
        """Return cuts for what each guess leaves of the members; None if it isn't proven for one."""
        columns = self._at.columns.take(self._at.under(kind))
        splitting = np.flatnonzero(columns.masks & np.uint64(live))
        rests = np.uint64(live) & ~columns.masks[splitting]
        below = FamilyCuts(self._at, self.left - 1, splitting, columns.types[splitting], rests)
        below.settle()
        below.ask()
        return CutRule(tuple(below.cuts)) if (below._cut >= 0).all() else None


def _effects(columns: Columns) -> Effects:
    return Effects(columns.masks, columns.types.astype(np.uint64))


# ---------- what was found
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


# ---------- the master
def refute(
    state: ListState, asked: Sequence[str], settings: SolverSettings, tally: Tally, plies: int = 2
) -> Survivors:
    """Return which of the guesses `asked`, which are allowed, neither families nor `plies` answers forbid.

    At two guesses or more. The `tally` is added to.

    Raises:
        StoppedError: there was reason to stop.
    """
    found = survivors(state, asked, settings, tally)
    if len(found.guesses) > MOST_FOLLOWED and LAST < state.left <= _MOST_LEFT and not state.hard:
        found = separated(state, found, settings, tally)
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


def separated(state: ListState, found: Survivors, settings: SolverSettings, tally: Tally) -> Survivors:
    """Return which of the guesses that were `found` to survive leave separable words; see `separable`.

    Once more than `MOST_FOLLOWED` do, the others aren't asked about, and survive.
    """
    settings.work.stage("words that no guess separates")
    separable = Separable(state, settings.work, tally)
    alive = np.isin(np.array(state.guesses), np.array(found.guesses))
    surviving = separable.survivors(np.arange(len(state.hidden)), state.left, alive, [])
    for _ in zip(range(MOST_FOLLOWED + 1), surviving, strict=False):
        pass
    forbidden = separable.forbidding(np.flatnonzero(alive))
    return Survivors(
        tuple(guess for guess in found.guesses if guess not in forbidden), found.forbidden | forbidden
    )


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
