"""What a native depth search has learned, which tests alone look at: no-goods, and endgame families."""
# ruff: noqa: SLF001  what it keeps to itself

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordle_cp.engine import DepthSearch
from wordle_cp.engine.depth import restriction_of
from wordle_cp.rules.words import Restriction


@dataclass(frozen=True, slots=True)
class WordNoGood:
    """A no-good: under `restriction` the words can't all be found within `guesses` guesses.

    `kind` says how it was derived: family, pair (two guesses: every allowed guess gives two words one
    pattern), cover (the no-goods `children` refute every allowed guess), borrowed (`children` names searcher
    and no-good).
    """

    searcher: int
    number: int
    kind: str
    restriction: Restriction
    words: tuple[str, ...]
    guesses: int
    children: tuple[int, ...]


def no_goods(search: DepthSearch) -> Iterator[WordNoGood]:
    """Yield every no-good learned; not while `run` is at work."""
    game = search._game
    for searcher, number, kind, bits, words, guesses, children in search._native.no_goods():
        members = tuple(game.hidden[h] for h in words)
        yield WordNoGood(
            searcher, number, kind, restriction_of(game, bits), members, guesses, tuple(children)
        )


def families(search: DepthSearch) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the pattern and the members of each indexed family."""
    hidden = search._game.hidden
    return tuple((p, tuple(hidden[h] for h in members)) for p, members in search._native.families())


def family_solvable(
    search: DepthSearch, family: int, guesses: int, live: Sequence[int] | None = None
) -> bool:
    """Ask the native solver about a family, by its place in `families`, from the empty restriction.

    Returns False if its live members (default: all; indices into the members) can't be found in `guesses`
    guesses.
    """
    members = len(families(search)[family][1])
    mask = sum(1 << member for member in (range(members) if live is None else set(live)))
    return bool(search._native.family_solvable(family, mask, guesses))
