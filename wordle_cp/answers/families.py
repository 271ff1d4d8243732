"""The endgame families of a position, and how many guesses each needs.

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

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.telling import column
from wordle_cp.errors import WrongAnswerError, brief, counted
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.family import MOST_MEMBERS, Types, find_families, open_position
from wordle_cp.modelling.family_bounds import beam_cover, count_bound
from wordle_cp.modelling.solver import Infeasible, SolverSettings, Unknown
from wordle_cp.models.families import solve_family
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import Restriction
from wordle_cp.work import UNLIMITED, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.question import Position
    from wordle_cp.modelling.family import Columns
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History


NEEDS: Final = Needs("a list of families", tiles=True)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FamiliesAnswer(Answer):
    """The families of `min_size` hidden words or more at a `position`; do `depth` more guesses suffice?

    Rows: the families.
    """

    position: Position
    depth: int | None = None
    min_size: int
    table: tuple[FamilyDepth, ...] = ()

    @property
    def bounds(self) -> bool:
        """Whether some families have bounds only."""
        return any(one.lower < one.upper for one in self.table)

    @property
    def finished(self) -> bool:
        """Whether nothing is open that the models could settle: ultrahard mode has bounds only."""
        return self.stopped_by is None and not (self.bounds and self.position.variant.mode.only_facts)

    def told(self, struck: str) -> Iterator[str]:
        """Yield the families, hardest first; with a depth only those that it doesn't suffice for."""
        table, depth = self.table, self.depth
        shown = [family for family in table if depth is None or family.lower > depth]
        shown = sorted(shown, key=lambda family: (-family.lower, -len(family.words), family.pattern))
        heading, *patterns = column("pattern", (family.pattern for family in shown))
        if shown:
            yield f"{heading}  {'size':>4}  {'least depth':<13}letters"
        for pattern, family in zip(patterns, shown, strict=True):
            yield f"{pattern}  {len(family.words):>4}  {_needs(family):<13}{' '.join(family.open_letters)}"
        needed = Counter(_needs(family) for family in table)
        summary = ", ".join(f"{counted(needed[least], 'needs', 'need')} {least}" for least in sorted(needed))
        families = f"{counted(len(table), 'family', 'families')} of {self.min_size} words or more"
        yield families + (f": {summary}" if summary else "")
        if depth is not None:
            within = counted(depth, "more guess", "more guesses")
            yield f"{len(shown)} of them can't be solved within {within}"
        if self.stopped_by is not None:
            yield f"stopped by {struck}: bounds where the least depth isn't known"

    def _json(self) -> dict[str, Any]:
        position, variant = self.position, self.position.variant
        return {
            "variant": variant.name,
            "mode": variant.mode,
            "hidden": len(position.hidden),
            "after": variant.scoring.format_history(position.history),
            "depth": self.depth,
            "families": self._rows(),
        }

    def _rows(self) -> Rows:
        rows: Rows = []
        for family in self.table:
            row: dict[str, object] = {
                "pattern": family.pattern,
                "size": len(family.words),
                "least_depth": family.least_depth,
                "lower": family.lower,
                "upper": family.upper,
            }
            if self.depth is not None:
                decided = family.lower > self.depth or family.upper <= self.depth
                row["solvable"] = family.upper <= self.depth if decided else None
            rows.append(row)
        return rows


def _needs(family: FamilyDepth) -> str:
    return f"{family.lower}" if family.lower == family.upper else f"{family.lower} to {family.upper}"


def families(
    position: Position, depth: int | None = None, *, min_size: int = 6, work: Work = UNLIMITED
) -> FamiliesAnswer:
    """Find how many guesses the families of `min_size` hidden words or more at a `position` need.

    With a `depth` the answer says of each whether that number of further guesses suffices. In ultrahard
    mode, or where there is reason to stop, some have bounds only.

    Raises:
        UsageError: see `family_table`.
    """
    NEEDS.demand(position.variant)
    about = FamiliesAnswer(position=position, depth=depth, min_size=min_size)
    answering = Answering(about, work)

    def steps() -> StopReason | None:
        variant, hidden, history = position.variant, position.hidden, position.history
        settings = replace(TABLE_SETTINGS, work=work)
        table = family_table(
            variant.guesses, hidden, variant.mode, history=history, min_size=min_size, settings=settings
        )
        answering.report = replace(about, table=table)
        return work.reason_to_stop() if answering.report.bounds else None

    return answering.answered(steps)


TABLE_SETTINGS: Final = SolverSettings(work_limit=30.0)
"""One worker and a deterministic limit: the same table in every run, and no endless one for an odd word
list."""

_BEAM_WIDTHS: Final = (1, 16)


@dataclass(frozen=True, slots=True)
class FamilyDepth:
    """A game whose hidden words are `words` takes `lower` guesses or more, and `upper` are enough.

    `words` are all hidden words that match `pattern`, which has one open position (``?``). The lower bound
    holds for every set of hidden words that includes `words`, and after every history that is consistent with
    all of them. After a history both speak of the guesses still to be made. Where they differ, the mode has
    no exact model (ultrahard), or a limit struck.
    """

    pattern: str
    words: tuple[str, ...]
    lower: int
    upper: int

    __repr__ = brief()

    @property
    def least_depth(self) -> int | None:
        """The least number of guesses that is enough; None if it isn't known."""
        return self.lower if self.lower == self.upper else None

    @property
    def open_letters(self) -> tuple[str, ...]:
        """The letter of each word in the open position."""
        place = open_position(self.pattern)
        return tuple(word[place] for word in self.words)


def family_table(
    guesses: Sequence[str],
    hidden: Sequence[str],
    mode: Mode,
    *,
    history: History = (),
    min_size: int = 6,
    settings: SolverSettings = TABLE_SETTINGS,
) -> tuple[FamilyDepth, ...]:
    """Return what is proven about each family of at least `min_size` hidden words, ordered by pattern.

    After a `history` only the hidden words that agree with it count, only what it allows is guessed, and the
    depths are those of the guesses still to be made. Some words of a family are a family too: to ask about a
    live subset, give it as `hidden`.

    Words have one length, the hidden ones are among the guesses. In normal and hard mode every family of up
    to 64 words gets an exact depth, unless a limit of `settings` strikes. In ultrahard mode the lower bound
    is the least depth in hard mode and the upper one the number of members; where these meet it is exact.
    A larger family keeps the bounds that counting gives. The work of `settings` hears how many families are
    done. Once it has reason to stop, nothing more is worked out: what is open then stays a bound.

    Raises:
        ValueError: a hidden word occurs twice or is not a guess, or `min_size` is below 2.
        HistoryError: the history shows two green letters in one position, in hard or ultrahard mode.
    """
    strangers = set(hidden).difference(guesses)
    if strangers:
        message = f"{len(strangers)} hidden words are not among the guesses, such as {min(strangers)!r}"
        raise ValueError(message)
    work = settings.work
    progress = work.counting("families")
    # One guess is not two words, and the members can be guessed one after the other.
    live = hidden
    if history:
        scoring = WordScoring(len(history[0][0]))
        live = [word for word in hidden if scoring.is_consistent(word, history)]
    brackets = {family: _Bracket(2, len(family.words)) for family in find_families(live, min_size)}
    open_families = [family for family, bracket in brackets.items() if bracket.lower < bracket.upper]
    done = len(brackets) - len(open_families)
    types = Types(_allowed(guesses, history, mode))
    for family in open_families:
        if work.must_stop():
            break
        if len(family.words) <= MOST_MEMBERS:
            columns = types.columns(family)
            brackets[family].narrow(columns if mode.facts else columns.without_types(), settings)
        done += 1
        progress(done, len(brackets))
    return tuple(
        FamilyDepth(
            family.pattern,
            family.words,
            bracket.lower,
            bracket.upper if mode.only_facts else len(family.words),
        )
        for family, bracket in brackets.items()
    )


def _allowed(guesses: Sequence[str], history: History, mode: Mode) -> Sequence[str]:
    """Return the guesses that facts allow, or all where facts don't bind; `mode` allows no others."""
    if not mode.facts or not history:
        return guesses
    restriction = Restriction.of(history, len(history[0][0]))
    return [guess for guess in guesses if restriction.permits(guess)]


@dataclass(slots=True)
class _Bracket:
    """The least depth lies in ``lower <= . <= upper``."""

    lower: int
    upper: int

    def narrow(self, columns: Columns, settings: SolverSettings) -> None:
        """Narrow it, cheap means first, until it is settled or a limit strikes."""
        self.lower = max(self.lower, count_bound(columns))
        for width in _BEAM_WIDTHS:
            if self.lower < self.upper:
                better = beam_cover(columns, at_most=self.upper - 2, width=width)
                self.upper = self.upper if better is None else len(better) + 1
        if self.lower == self.upper:
            return
        if columns.types.any():  # the cover is smaller, and its lower bound mostly meets the upper one
            cover = replace(self)
            cover.narrow(columns.without_types(), settings)
            self.lower = max(self.lower, cover.lower)
        columns = columns.undominated()
        self.lower = max(self.lower, count_bound(columns))
        while self.lower < self.upper and not settings.work.must_stop():
            outcome = solve_family(columns, self.lower, settings)
            if isinstance(outcome, Unknown):
                return
            if isinstance(outcome, Infeasible):
                self.lower += 1
            else:
                self.upper = len(outcome.witness) + 1
            if self.lower > self.upper:
                message = (
                    f"CP-SAT says that {self.upper} guesses are too few for a family, and they find its words"
                )
                raise WrongAnswerError(message)
