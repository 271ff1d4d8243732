"""What guesses tell without a search, and beside it the least totals that are known.

The numbers are those of `games.numbers`. A total comes from a shipped proof, or from a search where one is
asked for, and so it shows how far the numbers lead.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.telling import column, position_words, words_of
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import TotalQuestion
from wordle_cp.values import wrong
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.games.numbers import GuessNumbers
    from wordle_cp.games.question import Position

_BEST_FIRST: Final[dict[str, Callable[[GuessNumbers], float]]] = {
    "bits": lambda one: -one.bits,
    "expected": lambda one: one.expected,
    "largest": lambda one: one.largest,
    "groups": lambda one: -one.groups,
    "alone": lambda one: -one.alone,
}
"""The numbers by which guesses are ranked, each with a key that is least for the best guess."""
SORTS: Final = tuple(_BEST_FIRST)
CSV_BEGINS: Final = "guess,bits,expected,"
"""How a table of guesses begins."""
NEEDS: Final = Needs(
    "what several guesses tell together",
    unbound=True,
    because="elsewhere a response may forbid the next one",
)
_SHOWN: Final = 20
_SHOWN_WORDS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GuessAnswer(Answer):
    """What the `guesses` tell at a `position`, all of them fixed in advance. Rows: one with their numbers.

    `ranks` say of a single guess by each number how many allowed guesses (of `among`) are better, and one.
    `total` is the least number of guesses in all from here with a single guess first, where it is known;
    `hopeless` says that no strategy which begins so keeps the limit of the game.
    """

    position: Position
    guesses: tuple[str, ...]
    numbers: GuessNumbers
    groups: Mapping[str, tuple[str, ...]]
    ranks: Mapping[str, int] | None = None
    among: int = 0
    total: int | None = None
    hopeless: bool = False
    table: Path | None = None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the numbers, each with its rank, and the groups, the largest first."""
        numbers, words, game = self.numbers, len(self.position.hidden), self.position.variant
        noun = game.scoring.noun
        yield _heading(self.position, " ".join(self.guesses).upper())
        for label, name, text in (
            ("bits", "bits", f"{numbers.bits:.3f}"),
            ("expected", "expected", f"{numbers.expected:.1f} {noun}s left on average"),
            ("largest", "largest", f"{words_of(game, numbers.largest, '')} left at worst"),
            ("groups", "groups", f"{numbers.groups}"),
            ("told apart", "alone", f"{words_of(game, numbers.alone, '')} alone in a group"),
        ):
            rank = "" if self.ranks is None else f"; rank {self.ranks[name]:,} of {self.among:,}"
            yield f"{label:<12} {text}{rank}"
        limit, made = self.position.variant.max_guesses, len(self.guesses)
        if limit is None or len(self.position.history) + made < limit:
            after = f"found with guess {made + 1} from here, at the latest"
            yield f"{'next':<12} {numbers.groups} of {words} ({numbers.chance:.1%}) {after}"
        yield f"{'hidden':<12} {'it may be' if numbers.possible else 'it cannot be'} the hidden {noun}"
        if self.total is not None:
            yield f"{'total':<12} {self.total} guesses over all {noun}s ({self.total / words:.4f}), at best"
        if self.hopeless:
            yield f"{'total':<12} none: no strategy that begins so keeps the limit"
        if self.stopped_by is not None:
            yield f"stopped by   {struck}"
        heading, *responses = column("response", self.groups)
        yield f"{heading}  {noun}s"
        for response, group in zip(responses, self.groups.values(), strict=True):
            more = f" and {len(group) - _SHOWN_WORDS} more" if len(group) > _SHOWN_WORDS else ""
            yield f"{response}  {len(group):>5}  {' '.join(group[:_SHOWN_WORDS])}{more}"
        yield from _written(self.table)

    def _json(self) -> dict[str, Any]:
        return _fields(self.position) | {
            "guesses": self.guesses,
            **{name: value for name, value in asdict(self.numbers).items() if name != "guess"},
            "ranks": self.ranks,
            "among": self.among or None,
            "total": self.total,
            "hopeless": self.hopeless,
            "by_response": [
                {"response": response, "words": words} for response, words in self.groups.items()
            ],
            "table": self.table,
        }

    def _rows(self) -> Rows:
        return [asdict(self.numbers) | {"total": self.total}]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GuessesAnswer(Answer):
    """What each of some guesses tells at a `position`. Rows: the guesses, by the number `sort`.

    `totals` are least numbers of guesses in all from here with that guess first, where they are known; None
    where no strategy that begins so keeps the limit of the game.
    """

    position: Position
    sort: str
    numbers: tuple[GuessNumbers, ...] = ()
    totals: Mapping[str, int | None]
    table: Path | None = None

    @property
    def complete(self) -> bool:
        """Whether all rows are there: they come together."""
        return bool(self.numbers)

    def told(self, struck: str) -> Iterator[str]:
        """Yield the first rows of the table."""
        yield _heading(self.position, counted(len(self.numbers), "guess", "guesses") + f", by {self.sort}")
        shown = self.numbers[:_SHOWN]
        heading, *guesses = column("guess", (one.guess.upper() for one in shown))
        total = "    total" if self.totals else ""
        yield f"{heading}    bits  expected  largest  groups  told apart  may be hidden{total}"
        for guess, one in zip(guesses, shown, strict=True):
            known = self.totals.get(one.guess, "")
            known = f"{'none' if known is None else known:>9}" if self.totals else ""
            numbers = f"{one.bits:6.3f}  {one.expected:8.2f}  {one.largest:7}  {one.groups:6}  {one.alone:10}"
            yield f"{guess}  {numbers}  {'yes' if one.possible else 'no':<13}{known}".rstrip()
        if self.complete or self.table is None:
            yield from _written(self.table)
        else:
            yield f"table        none: {self.table} is left as it is"
        if more := len(self.numbers) - len(shown):
            yield f"... and {more:,} more: {argument('out')} FILE.csv has them all"
        if self.stopped_by is not None:
            yield f"stopped by   {struck}"

    def _json(self) -> dict[str, Any]:
        return _fields(self.position) | {"sort": self.sort, "guesses": self._rows(), "table": self.table}

    def _rows(self) -> Rows:
        return [asdict(one) | {"total": self.totals.get(one.guess)} for one in self.numbers]


def _written(table: Path | None) -> Iterator[str]:
    """Yield the line on the table that was written, if one was."""
    if table is not None:
        yield f"table        {table}"


def _heading(position: Position, what: str) -> str:
    """Return the first line."""
    words = words_of(position.variant, len(position.hidden))
    return f"{position_words(position.variant, position.history)}: {what}, {words}"


def _fields(position: Position) -> dict[str, Any]:
    """Return the fields that tell the position."""
    variant = position.variant
    return {
        "variant": variant.name,
        "mode": variant.mode,
        "after": variant.scoring.format_history(position.history),
        "hidden": len(position.hidden),
    }


def look_at_guess(
    position: Position, guesses: Sequence[str], *, total: bool = False, work: Work = UNLIMITED
) -> GuessAnswer:
    """Return what the `guesses`, one or several fixed in advance, tell at a `position`.

    Raises:
        UsageError: as for `commands.studies.guess`; or the mode binds guesses, or fewer are left.
    """
    from wordle_cp.games.numbers import numbers_of_all  # noqa: PLC0415  numpy takes a while to load

    asked = tuple(position.variant.word(guess) for guess in guesses)
    if total and len(asked) > 1:
        message = "a total is about one guess: several that are fixed in advance have none"
        raise UsageError(message)
    if len(asked) > 1:
        NEEDS.demand(position.variant)
    limit = position.variant.max_guesses
    if limit is not None and (left := limit - len(position.history)) < len(asked):
        message = (
            f"expected {counted(left, 'guess', 'guesses')} at most, as no more are left, found {len(asked)}"
        )
        raise UsageError(message)
    about = GuessAnswer(
        position=position, guesses=asked, numbers=position.numbers(*asked), groups=position.groups(*asked)
    )
    answering = Answering(about, work)

    def steps() -> None:
        if len(asked) > 1:
            return
        table = list(numbers_of_all(position, position.allowed, work))
        ranks = {
            name: 1 + sum(key(one) < key(about.numbers) for one in table) for name, key in _BEST_FIRST.items()
        }
        answering.report = replace(about, ranks=ranks, among=len(table))
        for _, known in _totals(position, asked, search=total, work=work):
            answering.report = replace(answering.report, total=known, hopeless=known is None)

    return answering.answered(steps)


def look_at_guesses(
    position: Position,
    guesses: Sequence[str] | None = None,
    *,
    sort: str = "bits",
    total: bool = False,
    work: Work = UNLIMITED,
) -> GuessesAnswer:
    """Return what each of the `guesses` tells at a `position`, None for all that are allowed."""
    from wordle_cp.games.numbers import numbers_of_all  # noqa: PLC0415  numpy takes a while to load

    if sort not in _BEST_FIRST:
        expected = f"one of {', '.join(SORTS)}"
        raise wrong(expected, sort)
    asked = position.allowed if guesses is None else tuple(map(position.variant.word, guesses))
    position.demand_allowed(asked, "guess")
    answering = Answering(GuessesAnswer(position=position, sort=sort, totals={}), work)

    def steps() -> None:
        table = sorted(numbers_of_all(position, asked, work), key=_BEST_FIRST[sort])
        answering.report = replace(answering.report, numbers=tuple(table))
        totals: dict[str, int | None] = {}
        for one, known in _totals(position, [one.guess for one in table], search=total, work=work):
            totals[one] = known
            answering.report = replace(answering.report, totals=totals)

    return answering.answered(steps)


def _totals(
    position: Position, guesses: Sequence[str], *, search: bool, work: Work
) -> Iterator[tuple[str, int | None]]:
    """Yield the least totals of the `guesses` that ship, with `search` those of all; None if there is none.

    Raises:
        StoppedError: there is reason to stop.
    """
    from wordle_cp.answers.shipped import shipped_total  # noqa: PLC0415  certificates take a moment to load
    from wordle_cp.answers.totals.solve import solve  # noqa: PLC0415  as does the search

    variant, last = position.variant, len(position.hidden) == 1
    ships = None if position.history else shipped_total(variant, variant.max_guesses)
    known = {} if ships is None else {**dict(ships.exact), **dict.fromkeys(ships.best, ships.total)}
    for guess in guesses:
        if guess in known:
            yield guess, known[guess]
        elif search and last:
            left = TotalQuestion.of(variant, history=position.history).guesses_left
            total = 1 if guess == position.hidden[0] else 2
            yield guess, total if left is None or total <= left else None
        elif search:
            work.demand_time()
            answer = solve(TotalQuestion.of(variant, history=position.history, openers=guess), work=work)
            if answer.stopped_by is not None:
                raise StoppedError(answer.stopped_by)
            yield guess, answer.cost
