"""Addresses of the page and what they mean: a game and a position in it, so that every link is a deep one.

`/ask?variant=original&mode=hard&hidden=list&guesses=6&after=salet.bybbb` is a position; other names are
options of one view. Reading never fails: it leaves out what makes no sense, and reports it in a line. As what
is left asks about something else, views answer nothing then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlencode

from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import HistoryError, UsageError, abridged
from wordle_cp.games.goal import First
from wordle_cp.games.notation import first_length, parse_history
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

MOST_WITHIN: Final = 31
MOST_NODE: Final = 10**9
_MOST: Final = 8192
"""Characters of a value."""
_NO_LIMIT: Final = "none"
MOST_SEED: Final = 2**32 - 1
_NUMBERS: Final = {"within": MOST_WITHIN, "node": MOST_NODE, "seed": MOST_SEED}
"""Options of views that are whole numbers, and the most that each may be."""
WORST: Final = "worst"
MISSED: Final = "missed"
GOALS: Final = {
    First.TOTAL.value: "least total of guesses",
    WORST: "least worst case",
    First.WORST_THEN_TOTAL.value: "least worst case, then total",
    First.TOTAL_THEN_WORST.value: "least total, then worst case",
    MISSED: "fewest words missed",
}
"""What makes a guess good in the view Ask: names in addresses, and titles."""
PLAYS: Final = {
    "hidden": "Find the hidden {}",
    "absurdle": "Nothing is hidden",
    "yours": "I think of a {}",
}
"""What is played in the view Play: names in addresses, and titles, with the noun for what is guessed."""
_CHOICES: Final = {
    "mode": tuple(Mode),
    "hidden": tuple(HiddenKind),
    "goal": tuple(GOALS),
    "kind": tuple(PLAYS),
    "optimum": ("yes",),
    "star": ("yes",),
}
"""Options of views that have these values only."""
_HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")
"""What JSON can say, but no address."""
_GAME: Final = ("variant", "mode", "hidden", "guesses", "after")


@dataclass(frozen=True, slots=True)
class LinkLimit:
    """A limit on the guesses that was asked for; None for no limit at all."""

    guesses: int | None

    def __str__(self) -> str:
        """Return it as an address has it."""
        return _NO_LIMIT if self.guesses is None else str(self.guesses)


@dataclass(frozen=True, slots=True)
class Link:
    """What an address says: a game, a position in it, and options of one view as pairs (name, value).

    None stands for what the variant says. `variant` is the name of a variant, shipped or uploaded; `scoring`
    is that of its game, None for words of letters a to z with a tile for each letter, of any length.
    """

    variant: str = DEFAULT_VARIANT
    mode: Mode | None = None
    hidden: HiddenKind | None = None
    limit: LinkLimit | None = None
    after: History = ()
    options: tuple[tuple[str, str], ...] = ()
    scoring: Scoring | None = None

    def option(self, name: str, default: str = "") -> str:
        """Return the value of an option of the view."""
        return dict(self.options).get(name, default)

    def number(self, name: str) -> int | None:
        """Return the value of an option of the view that is a whole number; None where there is none."""
        return whole_number(self.option(name), _NUMBERS[name])

    def with_options(self, **options: str) -> Self:
        """Return the same link with other values of these options; empty ones are left out."""
        merged = {**dict(self.options), **options}
        return replace(self, options=tuple((name, value) for name, value in merged.items() if value))

    def in_view(self) -> Self:
        """Return the same game and position without options, for a link to another view."""
        return replace(self, options=())

    def query(self) -> str:
        """Return the part of the address after the question mark."""
        pairs: list[tuple[str, str]] = [("variant", self.variant)]
        if self.mode is not None:
            pairs.append(("mode", self.mode.value))
        if self.hidden is not None:
            pairs.append(("hidden", self.hidden.value))
        if self.limit is not None:
            pairs.append(("guesses", str(self.limit)))
        if self.after:
            pairs.append(("after", self.write(self.after)))
        return urlencode([*pairs, *self.options])

    def write(self, history: History) -> str:
        """Return a history of the game as an address has it."""
        return self.scoring_of(history).format_history(history).lower()

    def scoring_of(self, history: History) -> Scoring:
        """Return how `history` is written, whose words may be of another length than those of the game."""
        return self.scoring or WordScoring(len(history[0][0]) if history else 1)

    def url(self, view: str) -> str:
        """Return the address of this in the view of that name."""
        return f"/{view}?{self.query()}"


@dataclass(frozen=True, slots=True)
class ParsedLink:
    """A link, and a line for each part of the address that made no sense."""

    link: Link
    problems: tuple[str, ...] = ()


def whole_number(text: str, most: int) -> int | None:
    """Return the number from 0 to `most` that `text` says in digits 0 to 9; None if it says none."""
    if not re.fullmatch(rf"[0-9]{{1,{len(str(most))}}}", text) or int(text) > most:
        return None
    return int(text)


def named(scoring: Scoring | None) -> Scoring | None:
    """Return `scoring` as a link has it: None where it goes without saying, and so does what is typed."""
    usual = type(scoring) is WordScoring and scoring == WordScoring(scoring.length)
    return None if usual else scoring


def parse_link(
    query: Mapping[str, str],
    variants: Mapping[str, Scoring | None],
    options: Collection[str],
    repeated: Collection[str] = (),
) -> ParsedLink:
    """Return what an address means whose names and values are `query`.

    `variants` are those that there are, with what their links have for a scoring; `options` the names of
    those that the view has. Names that are `repeated` in the address say nothing, as which value is meant
    isn't clear.
    """
    problems = [f"{abridged(name)}: expected once, found several times" for name in repeated]
    given: dict[str, str] = {}
    for name, value in query.items():
        if name in repeated or (not value and name not in _GAME):
            continue
        text = value.lower() if name == "mode" else value
        problem = _problem(name, text, {*_GAME, *options}, variants)
        if problem:
            problems.append(problem)
        else:
            given[name] = text
    variant, mode, hidden, limit, after = (given.pop(name, "") for name in _GAME)
    scoring = variants.get(variant or DEFAULT_VARIANT)
    history: History = ()
    try:
        history = parse_history(after, scoring or first_length(after)) if after else ()
    except (HistoryError, UsageError) as error:  # the first word may be too long for any game
        problems.append(f"after: {error}")
    link = Link(
        variant or DEFAULT_VARIANT,
        Mode(mode) if mode else None,
        HiddenKind(hidden) if hidden else None,
        LinkLimit(None if limit == _NO_LIMIT else int(limit)) if limit else None,
        history,
        tuple(given.items()),
        scoring,
    )
    return ParsedLink(link, tuple(problems))


def _problem(name: str, value: str, known: Collection[str], variants: Collection[str]) -> str:
    """Return what is wrong with a part of an address that has those that are `known`; empty if nothing is."""
    found = f"found {abridged(value)}"
    if name not in known:
        return f"{abridged(name)}: expected one of {', '.join(sorted(known))}"
    if name == "variant" and value not in variants:
        return f"no variant is called {abridged(value)}"
    if len(value) > _MOST or _HALF_A_PAIR.search(value):
        return f"{name}: expected text of {_MOST} characters at most, {found}"
    if name in _NUMBERS and whole_number(value, _NUMBERS[name]) is None:
        return f"{name}: expected a number from 0 to {_NUMBERS[name]}, {found}"
    if name in _CHOICES and value not in _CHOICES[name]:
        return f"{name}: expected {', '.join(_CHOICES[name])}, {found}"
    wrong = name == "guesses" and value != _NO_LIMIT and not whole_number(value, MAX_GUESSES)
    return f"{name}: expected {_NO_LIMIT} or a number from 1 to {MAX_GUESSES}, {found}" if wrong else ""
