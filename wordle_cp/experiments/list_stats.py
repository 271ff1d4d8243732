"""What the word lists are like, what openers colour, and how a strategy's hidden words are distributed.

Nothing is searched here: everything is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.shipped import shipped_total
from wordle_cp.answers.telling import column, may_be_guessed
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.data import called
from wordle_cp.engine.responses import responses
from wordle_cp.errors import UsageError, argument, brief, counted
from wordle_cp.games.given import openers_of
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Position
from wordle_cp.games.strategy_tree import figures_of, walk
from wordle_cp.modelling.family import find_families
from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.games.given import AnyOpeners
    from wordle_cp.games.strategy_tree import Figures
    from wordle_cp.games.variant import Variant
    from wordle_cp.modelling.family import Family
    from wordle_cp.work import Work


NEEDS: Final = Needs("a count of letters and tiles", tiles=True)
_SHOWN_HARDEST: Final = 20


@dataclass(frozen=True, slots=True)
class LetterCount:
    """How often `letter` occurs in a list: in all, in how many words, and at each position."""

    letter: str
    total: int
    words: int
    by_position: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ColouredTiles:
    """Tiles that `opener` has coloured (green or yellow) and green on average over the hidden words.

    `place` is that among all guesses: 1 for the most coloured tiles, of equal ones for the most greens.
    """

    opener: str
    place: int
    coloured: Fraction
    green: Fraction


@dataclass(frozen=True, slots=True)
class StrategyStats:
    """A strategy that the checker has accepted: which hidden words it finds with which guess.

    `source` is its file; guesses count from the start of the game. `hardest` are the words that take the most
    guesses, in the order of the hidden list.
    """

    source: Path
    mode: str
    opener: str
    figures: Figures
    hardest: tuple[str, ...]

    __repr__ = brief("source", "opener", "figures")

    @property
    def within(self) -> tuple[Fraction, ...]:
        """The share of the hidden words that is found within 1, 2, ... guesses."""
        found = np.cumsum(self.figures.distribution).tolist()
        return tuple(Fraction(words, self.figures.hidden_count) for words in found)

    def told(self) -> Iterator[str]:
        """Yield the lines of `stats` about the strategy."""
        total = counted(self.figures.total_guesses, "guess", "guesses")
        source = called(self.source)
        yield f"strategy     {self.opener.upper()}, {self.mode} mode, {total} in all ({source})"
        for guesses, (words, share) in enumerate(zip(self.figures.distribution, self.within, strict=True), 1):
            yield f"             guess {guesses} finds {words:>5}; {float(share):>7.2%} found by then"
        dots = " ..." if len(self.hardest) > _SHOWN_HARDEST else ""
        shown = " ".join(self.hardest[:_SHOWN_HARDEST])
        yield f"hardest      {counted(len(self.hardest), 'word', 'words')}: {shown}{dots}"

    def fields(self) -> dict[str, object]:
        """Return the JSON fields."""
        return {
            "certificate": self.source,
            "mode": self.mode,
            "opener": self.opener,
            "total_guesses": self.figures.total_guesses,
            "max_guesses": len(self.figures.distribution),
            "distribution": self.figures.distribution,
            "share_within": self.within,
            "hardest": self.hardest,
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ListStats(Answer):
    """What `stats` counts: letters by falling number, openers by place, families by falling size.

    Rows: the letters of the hidden words. There are none where there was reason to stop before.
    """

    variant: Variant
    hidden_letters: tuple[LetterCount, ...] = ()
    guess_letters: tuple[LetterCount, ...] = ()
    tiles: tuple[ColouredTiles, ...] = ()
    families: tuple[Family, ...] = ()
    strategy: StrategyStats | None = None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `stats`."""
        if self.hidden_letters:
            yield from self._counts_told()
        if self.strategy is not None:
            yield from self.strategy.told()
        if self.stopped_by is not None:
            left = "the strategy was checked" if self.hidden_letters else "anything was counted"
            yield f"stopped by {struck} before {left}"

    def _counts_told(self) -> Iterator[str]:
        variant = self.variant
        hidden = counted(len(variant.hidden), "hidden word", "hidden words")
        yield f"{variant.name}: {hidden}, {may_be_guessed(variant)}"
        positions = "".join(f"{place:>6}" for place in range(1, variant.length + 1))
        heading, *letters = column("letter", (capital(one.letter) for one in self.hidden_letters))
        yield f"{heading}   total   words  at{positions}  in guesses"
        in_guesses = {one.letter: one.total for one in self.guess_letters}
        for letter, one in zip(letters, self.hidden_letters, strict=True):
            places = "".join(f"{number:>6}" for number in one.by_position)
            yield f"{letter}{one.total:>8}{one.words:>8}    {places}{in_guesses[one.letter]:>12}"
        heading, *openers = column("opener", (tiles.opener.upper() for tiles in self.tiles))
        yield f"{heading}  coloured tiles   green   rank"
        for opener, tiles in zip(openers, self.tiles, strict=True):
            yield f"{opener}  {float(tiles.coloured):>14.3f}{float(tiles.green):>8.3f}{tiles.place:>7}"
        heading, *patterns = column("family", (family.pattern for family in self.families))
        if self.families:
            yield f"{heading}  words"
        for pattern, family in zip(patterns, self.families, strict=True):
            yield f"{pattern}  {len(family.words):>5}  {' '.join(family.words)}"

    def _json(self) -> dict[str, Any]:
        return {
            "variant": self.variant.name,
            "hidden": len(self.variant.hidden),
            "guesses": len(self.variant.guesses),
            "letters": {"hidden": self.hidden_letters, "guesses": self.guess_letters},
            "coloured_tiles": [
                {
                    "opener": tiles.opener,
                    "rank": tiles.place,
                    "mean_coloured": tiles.coloured,
                    "mean_green": tiles.green,
                }
                for tiles in self.tiles
            ],
            "families": [
                {"pattern": family.pattern, "size": len(family.words), "words": family.words}
                for family in self.families
            ],
            "strategy": self.strategy and self.strategy.fields(),
        }

    def _rows(self) -> Rows:
        return [
            {"letter": one.letter, "total": one.total, "words": one.words}
            | {f"at_{place}": number for place, number in enumerate(one.by_position, 1)}
            for one in self.hidden_letters
        ]


def stats(
    variant: Variant,
    *,
    openers: AnyOpeners = None,
    top: int = 10,
    strategy: Path | None = None,
    work: Work = UNLIMITED,
) -> ListStats:
    """Count letters, coloured tiles, families, and what a strategy finds when; see `commands.studies.stats`.

    Without `openers` the tiles are those of the `top` openers that colour most. All families are returned
    that are as large as the last of the `top`. Without a `strategy` it is the best of the shipped certificate
    that proves the least total of this very game, if there is one.
    """
    answering = Answering(ListStats(variant=variant), work)

    def steps() -> None:
        with work.alarmed():
            source, first = strategy, None
            if strategy is None and (shipped := shipped_total(variant, variant.max_guesses)) is not None:
                source, first = shipped.path, shipped.best[0]
            asked = openers_of(variant, openers) or ()
            NEEDS.demand(variant)
            Position.of(variant).demand_allowed(asked)
            answering.report = ListStats(
                variant=variant,
                hidden_letters=letter_counts(variant.hidden),
                guess_letters=letter_counts(variant.guesses),
                tiles=coloured_tiles(variant, asked, top),
                families=_largest(find_families(variant.hidden), top),
            )
            work.demand_time()
            if source is not None:
                found = strategy_stats(variant, source, first)
                answering.report = replace(answering.report, strategy=found)

    return answering.answered(steps)


def letter_counts(words: Sequence[str]) -> tuple[LetterCount, ...]:
    """Return the letters of `words`, the most frequent first."""
    total = Counter(letter for word in words for letter in word)
    having = Counter(letter for word in words for letter in set(word))
    positions = [Counter(place) for place in zip(*words, strict=True)]
    return tuple(
        LetterCount(letter, number, having[letter], tuple(place[letter] for place in positions))
        for letter, number in sorted(total.items(), key=lambda item: (-item[1], item[0]))
    )


def coloured_tiles(variant: Variant, openers: Sequence[str] = (), top: int = 10) -> tuple[ColouredTiles, ...]:
    """Return the coloured tiles of `openers`, or without any of the `top` guesses that colour most."""
    codes = np.array([variant.scoring.tiles(code) for code in range(variant.scoring.win + 1)])
    tiles = [kind.sum(axis=1).astype(np.uint8) for kind in (codes != GREY, codes == GREEN)]
    blocks = responses(variant.guesses, variant.hidden, variant.scoring)
    sums = [[table[row].sum(dtype=np.int64) for table in tiles] for _, some in blocks for row in some]
    coloured, green = np.array(sums).T
    order = np.lexsort((-green, -coloured))
    keys = [(int(coloured[guess]), int(green[guess])) for guess in order]
    places = {key: place for place, key in reversed(list(enumerate(keys, 1)))}
    asked = dict.fromkeys(openers)
    chosen = [guess for guess in order if variant.guesses[guess] in asked] if asked else order[:top]
    count = len(variant.hidden)
    return tuple(
        ColouredTiles(
            variant.guesses[guess],
            places[int(coloured[guess]), int(green[guess])],
            Fraction(int(coloured[guess]), count),
            Fraction(int(green[guess]), count),
        )
        for guess in chosen
    )


def _largest(families: Sequence[Family], top: int) -> tuple[Family, ...]:
    """Return the `top` largest families, and those as large as the last of them."""
    ordered = sorted(families, key=lambda family: (-len(family.words), family.pattern))
    if len(ordered) <= top:
        return tuple(ordered)
    least = len(ordered[top - 1].words)
    return tuple(family for family in ordered if len(family.words) >= least)


def strategy_stats(variant: Variant, path: Path, opener: str | None = None) -> StrategyStats:
    """Tell when the strategy of the certificate at `path` finds which words, after checking it.

    Of a proof that a total is least it is the strategy that begins with `opener`, or the first one; that the
    total is least isn't checked here.

    Raises:
        As `stats`.
    """
    strategy = checked_strategy(path, opener)
    game = strategy.certificate.head.game
    if (game.guesses.sha256, game.hidden.sha256) != (variant.guesses_hash, variant.hidden_hash):
        message = (
            f"{path}: is about other word lists than {variant.name}: choose them with {argument('game')}"
        )
        raise UsageError(message)
    if game.scoring.feedback != variant.scoring.feedback:
        message = f"{path}: is about the feedback {game.scoring.feedback}"
        raise UsageError(message)
    if game.mode is not variant.mode:
        message = f"{path}: is about {game.mode} mode: choose it with {argument('mode')}"
        raise UsageError(message)
    if strategy.claim.history:
        message = f"{path}: expected a strategy from the start of the game"
        raise UsageError(message)
    found = {
        node.guess: len(node.history) + 1
        for node in walk(strategy.certificate.steps, strategy.hidden_set, scoring=strategy.scoring)
        if node.guess in node.hidden_set
    }
    figures = figures_of(Counter(found.values()))
    most = len(figures.distribution)
    return StrategyStats(
        source=path,
        mode=game.mode.value,
        opener=strategy.opener,
        figures=figures,
        hardest=tuple(word for word in strategy.hidden_set if found[word] == most),
    )
