"""Games that several people shared on one day: they have one hidden word, which agrees with all of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from wordle_cp.answers.answer import Answer
from wordle_cp.answers.telling import first_names
from wordle_cp.errors import counted
from wordle_cp.games.notation import day_of, heading_of
from wordle_cp.play.rows import ExplainedRows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.play.analysis import Analysis


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
