"""What the word lists are like, what openers colour, and how a strategy's hidden words are distributed.

Where this stands: beside `solve`, below the command line. Nothing is searched here: everything is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.certificate.format import DepthPossible, TotalLeast, open_certificate
from wordle_cp.certificate.strategy import consistent_words, figures_of, walk
from wordle_cp.engine import score_matrix
from wordle_cp.errors import UsageError
from wordle_cp.models.family import find_families
from wordle_cp.resources import proof_paths
from wordle_cp.rules import GREEN, GREY, all_green, colours, explain_not_allowed, format_history
from wordle_cp.search.depth import check_openers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from wordle_cp.certificate.format import CertificateReader
    from wordle_cp.certificate.strategy import Figures
    from wordle_cp.models.family import Family
    from wordle_cp.variant import Variant


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
    """A strategy of a certificate, replayed by the rules: which hidden words it finds with which guess.

    `source` is its file; guesses count from the start of the game. `hardest` are the words that take the most
    guesses, in the order of the hidden list.
    """

    source: Path
    mode: str
    opener: str
    figures: Figures
    hardest: tuple[str, ...]

    @property
    def within(self) -> tuple[Fraction, ...]:
        """The share of the hidden words that is found within 1, 2, ... guesses."""
        found = np.cumsum(self.figures.distribution).tolist()
        return tuple(Fraction(words, self.figures.hidden_count) for words in found)


@dataclass(frozen=True, slots=True)
class StatsReport:
    """What `stats` counts: letters by falling number, openers by place, families by falling size."""

    variant: Variant
    hidden_letters: tuple[LetterCount, ...]
    guess_letters: tuple[LetterCount, ...]
    tiles: tuple[ColouredTiles, ...]
    families: tuple[Family, ...]
    strategy: StrategyStats | None


def stats(
    variant: Variant, *, openers: Sequence[str] = (), top: int = 10, tree: Path | None = None
) -> StatsReport:
    """Count letters, coloured tiles, families, and what a strategy finds when.

    The coloured tiles are those of `openers`; without any, those of the `top` openers that colour most. Of
    the families the `top` largest are returned, and all that are as large as the last of them. The strategy
    is that of the certificate `tree`; without one, the best of the shipped certificate that proves the least
    total of this game; where there is none, there is no strategy.

    Raises:
        UsageError: an opener that is no guess; or `tree` has no strategy for the game's word lists from the
            start, or one that doesn't do what it claims.
        OSError, CertificateParseError: `tree` can't be read.
    """
    check_openers(variant, (), openers)
    source = tree if tree is not None else _shipped(variant)
    return StatsReport(
        variant=variant,
        hidden_letters=letter_counts(variant.hidden),
        guess_letters=letter_counts(variant.guesses),
        tiles=coloured_tiles(variant, openers, top),
        families=_largest(find_families(variant.hidden), top),
        strategy=None if source is None else strategy_stats(variant, source),
    )


def letter_counts(words: Sequence[str]) -> tuple[LetterCount, ...]:
    """Return the letters of `words`, the most frequent first."""
    total = Counter("".join(words))
    having = Counter(letter for word in words for letter in set(word))
    positions = [Counter(place) for place in zip(*words, strict=True)]
    return tuple(
        LetterCount(letter, number, having[letter], tuple(place[letter] for place in positions))
        for letter, number in sorted(total.items(), key=lambda item: (-item[1], item[0]))
    )


def coloured_tiles(variant: Variant, openers: Sequence[str] = (), top: int = 10) -> tuple[ColouredTiles, ...]:
    """Return the coloured tiles of `openers`, or without any of the `top` guesses that colour most."""
    patterns = score_matrix(variant.guesses, variant.hidden)
    codes = [tuple(colours(code, variant.length)) for code in range(all_green(variant.length) + 1)]
    coloured = _sums(patterns, [sum(colour != GREY for colour in code) for code in codes])
    green = _sums(patterns, [sum(colour == GREEN for colour in code) for code in codes])
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


def _sums(patterns: NDArray[np.uint8], tiles: Sequence[int]) -> NDArray[np.int64]:
    """Return, for each guess, the sum of the `tiles` of its patterns."""
    table = np.array(tiles, np.uint8)
    return np.array([int(table[row].sum(dtype=np.int64)) for row in patterns])


def _largest(families: Sequence[Family], top: int) -> tuple[Family, ...]:
    """Return the `top` largest families, and those as large as the last of them."""
    ordered = sorted(families, key=lambda family: (-len(family.words), family.pattern))
    if len(ordered) <= top:
        return tuple(ordered)
    least = len(ordered[top - 1].words)
    return tuple(family for family in ordered if len(family.words) >= least)


def strategy_stats(variant: Variant, source: Path) -> StrategyStats:
    """Replay the strategy of the certificate `source`; of a proof that a total is least, that of the best.

    The strategy is checked here, by the rules; that a total is least isn't.

    Raises:
        As `stats`.
    """
    with open_certificate(source) as reader:
        game, claim = reader.head.game, reader.head.claim
        if (game.guesses.sha256, game.hidden.sha256) != (variant.guesses_hash, variant.hidden_hash):
            message = f"{source}: is about other word lists than {variant.name}: choose them with --variant"
            raise UsageError(message)
        if not isinstance(claim, DepthPossible | TotalLeast) or claim.history:
            message = f"{source}: expected a strategy from the start of the game"
            raise UsageError(message)
        steps = _steps(reader)
    try:
        nodes = tuple(walk(steps, consistent_words(variant.hidden, claim.history)))
    except ValueError as error:
        message = f"{source}: {error}"
        raise UsageError(message) from error
    known = frozenset(variant.guesses)
    found: dict[str, int] = {}
    for node in nodes:
        reason = explain_not_allowed(node.guess, node.history, game.mode)
        if node.guess not in known or reason is not None:
            where = format_history(node.history, variant.length)
            message = f"{source}: after {where}: {reason or f'{node.guess!r} is no guess'}"
            raise UsageError(message)
        if node.guess in node.hidden_set:
            found[node.guess] = len(node.history) + 1
    figures = figures_of(Counter(found.values()))
    claimed = claim.total_guesses if isinstance(claim, DepthPossible) else claim.least
    if figures.total_guesses != claimed:
        message = f"{source}: claims {claimed} guesses, and takes {figures.total_guesses}"
        raise UsageError(message)
    most = len(figures.distribution)
    return StrategyStats(
        source=source,
        mode=game.mode.value,
        opener=nodes[0].guess,
        figures=figures,
        hardest=tuple(word for word in variant.hidden if found[word] == most),
    )


def _steps(reader: CertificateReader) -> tuple[str, ...]:
    """Return the strategy of a certificate, of a proof of the least total the first one."""
    if isinstance(reader.head.claim, DepthPossible):
        return tuple(reader.steps())
    return tuple(next(reader.strategies()))


def _shipped(variant: Variant) -> Path | None:
    """Return the shipped proof of the least total of this game, if there is one."""
    for path in proof_paths():
        with open_certificate(path) as reader:
            game, claim = reader.head.game, reader.head.claim
        ours = (game.guesses.sha256, game.hidden.sha256, game.mode)
        if (
            isinstance(claim, TotalLeast)
            and ours == (variant.guesses_hash, variant.hidden_hash, variant.mode)
            and not claim.history
            and not claim.among
        ):
            return path
    return None
