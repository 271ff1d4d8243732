"""Addresses of the page and what they mean: a game and a position in it, so that every link is a deep one.

`/ask?variant=original&mode=hard&hidden=list&guesses=6&after=salet.bybbb` is a position; other names are
options of one view. Reading never fails: it leaves out what makes no sense, and reports it in a line. As what
is left asks about something else, views answer nothing then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias
from urllib.parse import urlencode

from wordle_cp.commands.shared import guess_limit, whole
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import HistoryError, abridged
from wordle_cp.games.goal import First
from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import HiddenKind
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Collection

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

Reader: TypeAlias = Callable[[str], object]
"""What reads the value of a name in an address; it raises a ValueError for what makes no sense."""
MOST_WITHIN: Final = 31
_USUAL: Final = WordScoring(5)
_MOST: Final = 8192
"""Characters of a value."""
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
PLAYS: Final = {"hidden": "Find the hidden {}", "yours": "I think of a {}"}
"""What is played in the view Play: names in addresses, and titles, with the noun for what is guessed."""
_HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")
"""What JSON can say, but no address."""


def one_of(choices: Iterable[str]) -> Reader:
    """Return what reads one of some names; it raises a ValueError for anything else."""
    names = tuple(map(str, choices))

    def read(text: str) -> object:
        if text not in names:
            message = f"expected {', '.join(names)}, found {abridged(text)}"
            raise ValueError(message)
        return text

    return read


@dataclass(frozen=True, slots=True)
class View:
    """A view: its `name` is its address; in the header they have the keys Alt+1, Alt+2 and so on.

    `options` are the names in its addresses besides those of a game and a position, with what reads them.
    """

    name: str
    hint: str
    options: Mapping[str, Reader] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What people call it."""
        return (self.name or "start").capitalize()


MOST_SEED: Final = 2**32 - 1
_PLACE: Final = dict.fromkeys(("file", "opener", "path"), str)
START: Final = View("", "ways in")
CODES: Final = View("codes", "Mastermind, Bulls and Cows")
VIEWS: Final = (
    View(
        "ask",
        "the best guess, and how every other would do",
        {"goal": one_of(GOALS), "within": whole(0, MOST_WITHIN)},
    ),
    View("analyse", "the skill and luck of each move", {"game": str, "word": str, "star": one_of(["yes"])}),
    View(
        "play",
        "find a hidden word, or have yours found",
        {"kind": one_of(PLAYS), "seed": whole(0, MOST_SEED)},
    ),
    View("proof", "try to beat a proof", _PLACE | {"node": whole(0, 10**9)}),
    View("tree", "a strategy, response by response", _PLACE),
)
_GAME: Final[Mapping[str, Reader]] = {
    "variant": str,
    "mode": lambda text: Mode(str(one_of(Mode)(text.lower()))),
    "hidden": lambda text: HiddenKind(str(one_of(HiddenKind)(text))),
    "guesses": guess_limit,
    "after": str,
}
"""What reads the parts of an address that are about a game and a position."""


@dataclass(frozen=True, slots=True)
class Link:
    """What an address says: a game, a position in it, and options of one view as pairs (name, value).

    None stands for what the variant says, and a limit of "none" for no limit. `variant` is the name of a
    variant, shipped or uploaded; `scoring` is that of its game.
    """

    variant: str = DEFAULT_VARIANT
    mode: Mode | None = None
    hidden: HiddenKind | None = None
    limit: int | str | None = None
    after: History = ()
    options: tuple[tuple[str, str], ...] = ()
    scoring: Scoring = _USUAL

    def option(self, name: str, default: str = "") -> str:
        """Return the value of an option of the view."""
        return dict(self.options).get(name, default)

    def number(self, name: str) -> int | None:
        """Return the value of an option of the view that is a whole number; None where there is none."""
        text = self.option(name)
        return int(text) if text else None

    def with_options(self, **options: str) -> Self:
        """Return the same link with other values of these options; empty ones are left out."""
        merged = {**dict(self.options), **options}
        return replace(self, options=tuple((name, value) for name, value in merged.items() if value))

    def in_view(self) -> Self:
        """Return the same game and position without options, for a link to another view."""
        return replace(self, options=())

    def url(self, view: str) -> str:
        """Return the address of this in the view of that name."""
        values = (self.variant, self.mode, self.hidden, self.limit, self.write(self.after))
        said = [(name, value) for name, value in zip(_GAME, values, strict=True) if value]
        return f"/{view}?{urlencode([*said, *self.options])}"

    def write(self, history: History) -> str:
        """Return a history of the game as an address has it."""
        return self.scoring.format_history(history).lower()


def parse_link(
    query: Mapping[str, str],
    variants: Mapping[str, Scoring],
    options: Mapping[str, Reader],
    repeated: Collection[str] = (),
) -> tuple[Link, list[str]]:
    """Return what an address means whose names and values are `query`, and a line for what makes no sense.

    `variants` are those that there are, with their scorings; `options` read those that the view has. Names
    that are `repeated` in the address say nothing, as which value is meant isn't clear.
    """
    problems = [f"{abridged(name)}: expected once, found several times" for name in repeated]
    readers = {**_GAME, **options}
    read: dict[str, Any] = {}
    for name, text in query.items():
        if name in repeated or (not text and name not in _GAME):
            continue
        if name not in readers:
            problems.append(f"{abridged(name)}: expected one of {', '.join(sorted(readers))}")
        elif name == "variant" and text not in variants:
            problems.append(f"no variant is called {abridged(text)}")
        elif len(text) > _MOST or _HALF_A_PAIR.search(text):
            problems.append(f"{name}: expected text of {_MOST} characters at most, found {abridged(text)}")
        else:
            try:
                value = readers[name](text)
            except ValueError as error:
                problems.append(f"{name}: {error}")
            else:
                read[name] = value if name in _GAME else text
    variant, mode, hidden, limit, after = (read.pop(name, None) for name in _GAME)
    scoring = variants[variant or DEFAULT_VARIANT]
    history: History = ()
    try:
        history = parse_history(after or "", scoring)
    except HistoryError as error:
        problems.append(f"after: {error}")
    options_read = tuple(read.items())
    return Link(variant or DEFAULT_VARIANT, mode, hidden, limit, history, options_read, scoring), problems
