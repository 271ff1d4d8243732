"""Family table: the least number of guesses that finds all words of a family, for every endgame family.

Each family is settled by counting and greed where the two meet (`family_bounds`: 9 families in 10), and by
CP-SAT otherwise (`families`). `wordle-cp families` prints the table.

Which bounds hold where, for the least g such that all members can be found within g guesses:
- least g in normal mode <= least g in hard mode <= least g in ultrahard mode, as each allows fewer guesses
  than the one before; so the count bound and every "impossible" carry over to the right.
- g <= n for n members in every mode: guess them one after the other, each consistent with every response so
  far.
- A cover is a strategy for normal mode and a chain one for hard mode; neither is one for ultrahard mode.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WrongAnswerError, brief
from wordle_cp.modelling.family import family_columns, find_families, open_position, undominated
from wordle_cp.modelling.family_bounds import beam_cover, count_bound
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.families import solve_family
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.modelling.family import Columns, Family
    from wordle_cp.modelling.solver import Outcome
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History

TABLE_SETTINGS: Final = SolverSettings(work_limit=30.0)
"""One worker and a deterministic limit: the same table in every run, and no endless one for an odd word
list."""

_BEAM_WIDTHS: Final = (1, 16)


class _OfFamily:
    """What is known of a family."""

    __slots__ = ()

    pattern: str
    words: tuple[str, ...]

    @property
    def open_letters(self) -> tuple[str, ...]:
        """The letter of each word in the open position."""
        place = open_position(self.pattern)
        return tuple(word[place] for word in self.words)


@dataclass(frozen=True, slots=True)
class FamilyDepth(_OfFamily):
    """A game whose hidden words are `words` can be won within `least_depth` guesses, but not within one less.

    `words` are all hidden words that match `pattern`, which has one open position (``?``). "Not within one
    less" holds for every set of hidden words that includes `words`, and after every history that is
    consistent with all of them. After a history it speaks of the guesses still to be made.
    """

    pattern: str
    words: tuple[str, ...]
    least_depth: int

    __repr__ = brief()

    @property
    def lower(self) -> int:
        """The least depth is not below this."""
        return self.least_depth

    @property
    def upper(self) -> int:
        """The least depth is not above this."""
        return self.least_depth


@dataclass(frozen=True, slots=True)
class FamilyBound(_OfFamily):
    """Bounds only: ``lower <= least depth <= upper``, and ``lower < upper``; depths as in FamilyDepth.

    Either no more was asked for, or the mode has no exact model (ultrahard), or a limit struck.
    """

    pattern: str
    words: tuple[str, ...]
    lower: int
    upper: int

    __repr__ = brief()


def family_table(
    guesses: Sequence[str],
    hidden: Sequence[str],
    mode: Mode,
    *,
    history: History = (),
    min_size: int = 6,
    decide_depth: int | None = None,
    settings: SolverSettings = TABLE_SETTINGS,
) -> tuple[FamilyDepth | FamilyBound, ...]:
    """Return what is proven about each family of at least `min_size` hidden words, ordered by pattern.

    After a `history` only the hidden words that agree with it count, only what it allows is guessed, and the
    depths are those of the guesses still to be made. Some words of a family are a family too: to ask about a
    live subset, give it as `hidden`.

    Words have one length, the hidden ones are among the guesses. In normal and hard mode every family of up
    to 64 words gets an exact depth, unless a limit of `settings` strikes. In ultrahard mode the lower bound
    is the least depth in hard mode and the upper one the number of members; where these meet it is exact.
    With `decide_depth` g only as much is proven as tells, for every family, ``lower > g`` from ``upper <= g``
    (in ultrahard mode: whether hard mode needs more than g). A family that is too large, or that some guess
    doesn't split as a star (it can't be, `family`), keeps the bounds that counting gives. The work of
    `settings` hears how many families are done. Once it has reason to stop, nothing more is worked out: what
    is open then stays a bound.

    Raises:
        ValueError: a hidden word occurs twice or is not a guess, or `min_size` is below 2.
        HistoryError: the history shows two green letters in one position, in hard or ultrahard mode.
    """
    strangers = set(hidden).difference(guesses)
    if strangers:
        message = f"{len(strangers)} hidden words are not among the guesses, such as {min(strangers)!r}"
        raise ValueError(message)
    narrow = _bracket_chain if mode.facts else _bracket_cover
    work = settings.work
    progress = work.counting("families")
    # One guess is not two words, and the members can be guessed one after the other.
    live = hidden
    if history:
        scoring = WordScoring(len(history[0][0]))
        live = [word for word in hidden if scoring.is_consistent(word, history)]
    brackets = {
        family: _Bracket(2, len(family.words), decide_depth) for family in find_families(live, min_size)
    }
    open_families = [family for family, bracket in brackets.items() if not bracket.settled]
    done = len(brackets) - len(open_families)
    for family, columns in family_columns(_allowed(guesses, history, mode), open_families):
        if work.must_stop():
            break
        if columns is not None:
            narrow(brackets[family], columns, settings)
        done += 1
        progress(done, len(brackets))
    return tuple(_record(family, bracket, mode) for family, bracket in brackets.items())


def _allowed(guesses: Sequence[str], history: History, mode: Mode) -> Sequence[str]:
    """Return the guesses that facts allow, or all where facts don't bind; `mode` allows no others."""
    if not mode.facts or not history:
        return guesses
    restriction = Restriction.of(history, len(history[0][0]))
    return [guess for guess in guesses if restriction.permits(guess)]


@dataclass(slots=True)
class _Bracket:
    """The least depth lies in ``lower <= . <= upper``; settled once that answers the question."""

    lower: int
    upper: int
    decide_depth: int | None

    @property
    def settled(self) -> bool:
        depth = self.decide_depth
        if depth is None:
            return self.lower == self.upper
        return self.lower > depth or self.upper <= depth


def _bracket_cover(bracket: _Bracket, columns: Columns, settings: SolverSettings) -> None:
    """Narrow the bracket of the least depth in normal mode, cheap means first."""
    columns = columns.without_types()
    _bracket_by_bounds(bracket, columns)
    if not bracket.settled:
        columns = undominated(columns)
        bracket.lower = max(bracket.lower, count_bound(columns))
        _bracket_by_solver(bracket, settings, lambda depth: solve_family(columns, depth, settings))


def _bracket_chain(bracket: _Bracket, columns: Columns, settings: SolverSettings) -> None:
    """Narrow the bracket of the least depth in hard mode, cheap means first."""
    _bracket_by_bounds(bracket, columns)
    if bracket.settled:
        return
    # The cover is the smaller model, and its lower bound mostly meets the upper bound found for chains.
    cover = replace(bracket)
    _bracket_cover(cover, columns, settings)
    bracket.lower = max(bracket.lower, cover.lower)
    if not bracket.settled:
        columns = undominated(columns)
        _bracket_by_solver(bracket, settings, lambda depth: solve_family(columns, depth, settings))


def _bracket_by_bounds(bracket: _Bracket, columns: Columns) -> None:
    if not bracket.settled:
        bracket.lower = max(bracket.lower, count_bound(columns))
    for width in _BEAM_WIDTHS:
        if not bracket.settled:
            better = beam_cover(columns, at_most=bracket.upper - 2, width=width)
            if better is not None:
                bracket.upper = len(better) + 1


def _bracket_by_solver(
    bracket: _Bracket,
    settings: SolverSettings,
    solve: Callable[[int], Outcome[tuple[int, ...]]],
) -> None:
    """Ask about the depth to decide, or else one depth after the other, until settled or a limit strikes."""
    while not (bracket.settled or settings.work.must_stop()):
        depth = bracket.lower if bracket.decide_depth is None else bracket.decide_depth
        outcome = solve(depth)
        if isinstance(outcome, Infeasible):
            bracket.lower = depth + 1
        elif isinstance(outcome, Feasible):
            bracket.upper = len(outcome.witness) + 1
        else:
            return
        if bracket.lower > bracket.upper:
            message = (
                f"CP-SAT says that {bracket.upper} guesses are too few for a family, and they find its words"
            )
            raise WrongAnswerError(message)


def _record(family: Family, bracket: _Bracket, mode: Mode) -> FamilyDepth | FamilyBound:
    upper = bracket.upper if mode.only_facts else len(family.words)
    if bracket.lower == upper:
        return FamilyDepth(family.pattern, family.words, upper)
    return FamilyBound(family.pattern, family.words, bracket.lower, upper)
