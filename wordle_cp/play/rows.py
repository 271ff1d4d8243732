"""Games that are shared: as rows of squares alone, and several of one day.

Several games of one day have one hidden word, which agrees with all of them. Of rows alone it is told which
guesses fit each of them, and how much each says.

Without the words nobody knows which position a row was played in. So each row is looked at by itself: a guess
*fits* it if one of the hidden words that explain all rows gives it that response. What the row would leave of
all hidden words, if this guess were the first, says how lucky it was: the fewer, the luckier.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.telling import first_names, game_words, words_of
from wordle_cp.errors import HistoryError, brief, counted
from wordle_cp.games.notation import day_of, heading_of
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.variant import Variant
    from wordle_cp.play.analysis import Analysis

NEXT: Final = "Write each guess beside its row, and the game is judged exactly."
_GREY: Final = "B"
_GREEN: Final = "G"


@dataclass(frozen=True, slots=True)
class FittingRow:
    """A response, the `guesses` that fit it, and how many hidden words it leaves, at least and at most.

    Guesses that may be hidden come first: people make them most.
    """

    pattern: int
    guesses: tuple[str, ...]
    fewest_left: int
    most_left: int

    __repr__ = brief("pattern", "fewest_left", "most_left")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExplainedRows(Answer):
    """What rows without words say: the hidden words that explain all of them, and each row."""

    variant: Variant
    hidden: tuple[str, ...]
    rows: tuple[FittingRow, ...]

    @property
    def game_told(self) -> str:
        """The game, and how its rows are looked at, in words."""
        return f"{game_words(self.variant)}: rows without words, so each is looked at by itself"

    @property
    def hidden_told(self) -> str:
        """What is known about the hidden word, in words."""
        if self.stopped_by is not None:
            return f"not known: the {self.stopped_by} struck first"
        if len(self.hidden) == 1:
            return self.hidden[0].upper()
        all_words = words_of(self.variant, len(self.variant.hidden), "")
        return f"one of {len(self.hidden)} of {all_words}: with these, some guess gets each row"

    def row_told(self, row: FittingRow) -> Iterator[str]:
        """Yield what one of the rows says."""
        variant = self.variant
        if row.pattern == variant.scoring.win:
            yield f"the hidden {variant.scoring.noun}"
            return
        ends = dict.fromkeys((row.fewest_left, row.most_left))
        left = " to ".join(map(str, ends))
        yield f"{counted(len(row.guesses), 'guess fits', 'guesses fit')}: {first_names(row.guesses)}"
        yield f"luck: as a first guess it leaves {left} of {words_of(variant, len(variant.hidden), '')}"

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  `hidden_told` says what struck
        """Yield the lines of `analyse`."""
        yield self.game_told
        yield f"hidden {self.variant.scoring.noun}  {self.hidden_told}"
        for row in self.rows:
            pattern = self.variant.scoring.format_pattern(row.pattern)
            for line in self.row_told(row):
                yield f"{pattern:<12} {line}"
                pattern = ""
        yield NEXT

    def _json(self) -> dict[str, Any]:
        return {
            "question": "rows",
            "variant": self.variant.name,
            "mode": self.variant.mode,
            "hidden": self.hidden,
            "rows": self._rows(),
        }

    def _rows(self) -> Rows:
        return [
            {
                "pattern": self.variant.scoring.format_pattern(row.pattern),
                "guesses": row.guesses,
                "fewest_left": row.fewest_left,
                "most_left": row.most_left,
            }
            for row in self.rows
        ]


def explain_rows(
    variant: Variant, patterns: Sequence[int], hidden: str | None = None, work: Work = UNLIMITED
) -> ExplainedRows:
    """Return what the responses `patterns` of one game say; `hidden` is the hidden word, if it is known.

    Raises:
        HistoryError: no hidden word, or not this one, explains each row, or no game has them in this order.
    """
    _demand_order(variant, patterns)
    answering = Answering(ExplainedRows(variant=variant, hidden=(), rows=()), work)

    def steps() -> None:
        words, rows = _explained(variant, patterns, hidden, work)
        answering.report = replace(answering.report, hidden=words, rows=tuple(rows[one] for one in patterns))

    return answering.answered(steps)


def _explained(
    variant: Variant, patterns: Sequence[int], hidden: str | None, work: Work
) -> tuple[tuple[str, ...], dict[int, FittingRow]]:
    """Return the hidden words that explain all of these `patterns`, and what each of them says."""
    import numpy as np  # noqa: PLC0415  loads the search, which help texts don't need

    from wordle_cp.engine.responses import responses  # noqa: PLC0415

    scoring = variant.scoring
    explained = np.zeros((len(patterns), len(variant.hidden)), np.bool_)
    left = np.zeros((len(patterns), len(variant.guesses)), np.int64)
    for block, table in responses(variant.guesses, variant.hidden, scoring, work):
        for number, pattern in enumerate(patterns):
            gets = table == pattern
            explained[number] |= gets.any(axis=0)
            left[number, block] = np.count_nonzero(gets, axis=1)
    words = np.array([hidden is None or word == hidden for word in variant.hidden])
    for number, pattern in enumerate(patterns):
        words &= explained[number]
        if not words.any():
            row = f"row {number + 1}, {scoring.format_pattern(pattern)}"
            if hidden is not None:
                message = f"{row}: no guess gets this response if {hidden.upper()} is hidden"
            else:
                before = " if those before it are right" if number else ""
                message = f"{row}: no guess gets this response{before}, whatever word is hidden"
            raise HistoryError(message)
    hidden_left = tuple(variant.hidden[word] for word in np.flatnonzero(words))
    for block, table in responses(variant.guesses, hidden_left, scoring, work):
        for number, pattern in enumerate(patterns):
            left[number, block] *= (table == pattern).any(axis=1)
    rows = {}
    may_hide = frozenset(variant.hidden)
    for sizes, pattern in zip(left, patterns, strict=True):
        fitting = np.flatnonzero(sizes)
        names = sorted((variant.guesses[guess] for guess in fitting), key=lambda word: word not in may_hide)
        rows[pattern] = FittingRow(pattern, tuple(names), int(sizes[fitting].min()), int(sizes.max()))
    return hidden_left, rows


def _demand_order(variant: Variant, patterns: Sequence[int]) -> None:
    """Demand what holds of every game, whatever its words: it ends with its last row, and heeds hard mode."""
    limit, mode, shown = variant.max_guesses, variant.mode, variant.scoring.format_pattern
    for number, (before, pattern) in enumerate(pairwise(patterns), 2):
        reason = ""
        if before == variant.scoring.win:
            reason = f"the game is over: row {number - 1} found the hidden word"
        elif limit is not None and number > limit:
            reason = f"the game is over: it has {counted(limit, 'guess', 'guesses')}"
        elif mode.facts and (kept := _not_kept(shown(before), shown(pattern))):
            reason = f"{mode.value} mode forbids this: row {number - 1} has {kept}"
        if reason:
            message = f"row {number}, {shown(pattern)}: {reason}"
            raise HistoryError(message)


def _not_kept(before: str, after: str) -> str:
    """Return what a guess that heeds the tiles `before` gets, whatever the words, and `after` lacks.

    It has their greens, and each of their coloured letters as often or more often; so it gets these greens,
    and as many coloured tiles.
    """
    for place, tiles in enumerate(zip(before, after, strict=True), 1):
        if tiles[0] == _GREEN != tiles[1]:
            return f"a green tile in place {place}, which stays green"
    many, left = (len(tiles) - tiles.count(_GREY) for tiles in (before, after))
    if left >= many:
        return ""
    return f"{counted(many, 'coloured tile', 'coloured tiles')}, and the next one has no fewer"


@dataclass(frozen=True, slots=True)
class JoinedDay:
    """How many `games` have one `heading`, and the `hidden` words that agree with all of them."""

    heading: str
    games: int
    hidden: tuple[str, ...]

    @property
    def told(self) -> str:
        """The line of `analyse`."""
        agree = counted(len(self.hidden), "word agrees", "words agree")
        words = f"{agree} with all {self.games}: {first_names(self.hidden)}"
        if not self.hidden:
            words = f"no word agrees with all {self.games}; are they of one game, and of this list?"
        return f"{self.heading}: the games of one day have one hidden word; {words}"


def joined_days(texts: Sequence[str], games: Sequence[Analysis | ExplainedRows]) -> list[JoinedDay]:
    """Return for each number that several of the `games` have in their headings which words may be hidden.

    A game that was stopped before anything was known of its hidden word is left out.
    """
    days: dict[str, list[frozenset[str]]] = {}
    order: dict[str, None] = {}
    for text, game in zip(texts, games, strict=True):
        words = _may_be_hidden(game)
        if (day := day_of(text)) and words is not None:
            days.setdefault(day, []).append(frozenset(words))
            order |= dict.fromkeys(words)
    return [
        JoinedDay(day, len(sets), tuple(word for word in order if all(word in one for one in sets)))
        for day, sets in days.items()
        if len(sets) > 1
    ]


def _may_be_hidden(game: Analysis | ExplainedRows) -> tuple[str, ...] | None:
    """Return the hidden words that agree with one game; None if that isn't known."""
    if isinstance(game, ExplainedRows):
        return game.hidden or None
    history = tuple((move.guess, move.pattern) for move in game.moves if move.pattern is not None)
    scoring = game.variant.scoring
    return tuple(word for word in game.variant.hidden if scoring.is_consistent(word, history))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SharedGames(Answer):
    """Several games, shared as these `texts` say, and what those of one day have in common."""

    texts: tuple[str, ...]
    games: tuple[Analysis | ExplainedRows, ...]
    joined: tuple[JoinedDay, ...]

    @classmethod
    def of(cls, texts: Sequence[str], games: Sequence[Analysis | ExplainedRows]) -> Self:
        """Return the answer about `games`."""
        return cls(
            texts=tuple(texts),
            games=tuple(games),
            joined=tuple(joined_days(texts, games)),
            stopped_by=next((one.stopped_by for one in games if one.stopped_by is not None), None),
            seconds=sum(one.seconds for one in games),
        )

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of each game below its heading, and those of the days."""
        for text, game in zip(self.texts, self.games, strict=True):
            yield heading_of(text)
            yield from game.told(struck)
            yield ""
        yield from (day.told for day in self.joined)

    def _json(self) -> dict[str, Any]:
        games = [
            {"heading": heading_of(text), **game.to_json()}
            for text, game in zip(self.texts, self.games, strict=True)
        ]
        return {"games": games, "joined": [asdict(day) for day in self.joined]}
