"""Small lost sets: few hidden words that g guesses can't all find, and a size below which there are none.

A set of words is *lost* if no strategy finds all of them in g guesses. Smallest witnesses
(`models.witness`) are exact, for lists of some dozens of words. For thousands there are bounds:

**From above.** What contains a lost set is lost. So words can be left out as long as the rest is lost, many
at a time first; where no single word can be left out any more the set is *minimal*. There may be smaller ones
that aren't parts of it. `shrunk` asks a function whether words are lost, such as one that asks the depth
search; `prove --depth` on a variant that has these hidden words writes the refutation.

**From below.** Normal mode; every hidden word is a guess.

- Any g words are found in g guesses: one after the other is guessed.
- If for any three of the hidden words there is a guess that gives them three different responses, then any
  2 g - 1 words, or fewer, are found in g guesses. *Proof.* By induction on g. g = 1: one word is guessed.
  g > 1: two words, or one, are found as above. Of more take any three, and a guess that gives these different
  responses: so each response leaves one of the three at most, and of all 2 g - 3 at most, which are found in
  g - 1 guesses. QED

So no lost set has `never_lost` words or fewer. A triple that some word of its own tells apart needs no other
guess: so `untold_triples` looks at those alone whose words all fail.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import DepthSearch, Game, Verdict
from wordle_cp.modelling.family import find_families
from wordle_cp.modelling.solver import Feasible, Incumbent, Infeasible, Unknown
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.models.witness import Words
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History

_SHRINKING: Final = 0.5
_TRIPLES: Final = 0.4
"""Shares of the time that is left."""

_TOGETHER: Final = 1024  # pairs
_PROMISING: Final = (16, 256)
"""The first 16 guesses are tried first, then those up to number 256: they tell nearly all triples apart."""


def shrunk(
    order: Sequence[int],
    lost: Callable[[Words], bool],
    *,
    step: int,
    found: Callable[[Words], None] = lambda _words: None,
) -> Words:
    """Return a minimal lost set of the words `order`, which are lost; the first ones are left out first.

    `lost` has to be exact. `step` words are left out together at first, then half as many, at last one; a
    step of more than one only saves questions. `found` gets each lost set that is smaller than the one
    before, so that what is known can be kept when the work is stopped.
    """
    kept = frozenset(order)
    while step:
        words = [word for word in order if word in kept]
        for start in range(0, len(words), step):
            fewer = kept.difference(words[start : start + step])
            if fewer and lost(fewer):
                kept = fewer
                found(kept)
        step //= 2
    return kept


def untold_triples(
    patterns: NDArray[np.unsignedinteger],
    guess_of: NDArray[np.intp],
    heed: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, int, int]]:
    """Yield the three words, ascending, of which every guess gives two the same response.

    `patterns` has the responses, [guess][word]; `guess_of` tells which guess each word is.
    `heed` is called meanwhile, and what it raises ends that.
    """
    own = patterns[guess_of]  # [word as a guess][word]
    order = np.argsort([-len(np.unique(row)) for row in patterns], kind="stable")
    telling = np.ascontiguousarray(patterns[order].T)  # [word][guess], those with many responses first
    for first in range(len(own)):
        heed()
        later = np.arange(first + 1, len(own))
        untold: list[tuple[int, int]] = []
        for response in np.unique(own[first, later]):
            some = later[own[first, later] == response]
            # [second][third]: none of the three tells the other two apart
            back, among = own[some, first], own[some[:, np.newaxis], some]
            alike = np.triu((back[:, np.newaxis] == among) & (back == among.T), 1)
            pairs = some[np.argwhere(alike)]
            for start in range(0, len(pairs), _TOGETHER):
                untold += _untold(telling, first, pairs[start : start + _TOGETHER])
        yield from ((first, second, third) for second, third in sorted(untold))


def _untold(
    telling: NDArray[np.unsignedinteger], first: int, pairs: NDArray[np.intp]
) -> list[tuple[int, int]]:
    """Return the `pairs` of words that no guess tells apart from each other and from the `first` one."""
    start = 0
    for end in (*_PROMISING, telling.shape[1]):
        one, two, three = (telling[words, start:end] for words in (first, pairs[:, 0], pairs[:, 1]))
        pairs = pairs[~((one != two) & (one != three) & (two != three)).any(axis=1)]
        start = end
    return [(second, third) for second, third in pairs.tolist()]


def never_lost(guesses: int, *, triples_told: bool) -> int:
    """Return a number of words such that any set of that size, or smaller, is found in `guesses` guesses.

    `triples_told` says whether any three words are told apart by a guess, as `untold_triples` finds out.
    """
    return 2 * guesses - 1 if triples_told else guesses


def lost_bounds(question: ModelQuestion, settings: SolverSettings) -> Outcome[tuple[tuple[str, ...], int]]:
    """Return words left that can't all be found in time, and a number: any fewer words can.

    The words are shrunk to a minimal lost set; stopped meanwhile, they are the fewest so far. Of a limited
    time the half is for that, and a part of the rest for the words that are never lost: what is left is for
    the certificate. Infeasible says that all words can be found.
    """
    work, left, words = settings.work, question.left, question.words
    position = question.position
    smallest = frozenset(range(len(words)))
    least = never_lost(left, triples_told=False) + 1

    def oracle(work: Work) -> Callable[[Words], bool]:
        return native_oracle(position.variant.guesses, words, left, question.mode, position.history, work)

    def found(lost: Words) -> None:
        nonlocal smallest
        smallest = lost
        work.show(Incumbent(len(lost), least))

    try:
        if oracle(work)(smallest):
            return Infeasible()
    except StoppedError:
        return Unknown()
    with suppress(StoppedError):
        solvable = oracle(work.share(_SHRINKING))
        shrunk(_loneliest_first(words), lambda some: not solvable(some), step=len(words) // 2, found=found)
    with suppress(StoppedError):
        least = 1 + never_lost(left, triples_told=_triples_told(question, work.share(_TRIPLES).demand_time))
    return Feasible((tuple(words[place] for place in sorted(smallest)), least))


def _triples_told(question: ModelQuestion, heed: Callable[[], None]) -> bool:
    """Tell whether any three words left are told apart by a guess; without a theorem for it in this mode, no.

    In hard mode the guess that tells three words apart may be forbidden later.
    """
    guesses = question.guesses
    if question.mode.binds or not set(question.words) <= set(guesses):
        return False
    number = {guess: place for place, guess in enumerate(guesses)}
    guess_of = np.array([number[word] for word in question.words], np.intp)
    return next(untold_triples(question.patterns().T, guess_of, heed), None) is None


def _loneliest_first(words: Sequence[str]) -> list[int]:
    """Return the places of the words, those first that agree with the fewest in all positions but one."""
    near = [0] * len(words)
    for family in find_families(words):
        for word in family.words:
            near[words.index(word)] += len(family.words) - 1
    return sorted(range(len(words)), key=lambda place: (near[place], place))


def native_oracle(
    guesses: Sequence[str],
    words: Sequence[str],
    guesses_left: int,
    mode: Mode,
    history: History = (),
    work: Work = UNLIMITED,
) -> Callable[[Words], bool]:
    """Return a function that asks the native search whether some of `words` can be found in `guesses_left`.

    It takes places in `words`. They are among the `guesses` and agree with `history`, which comes before. It
    raises StoppedError when there is reason for `work` to stop.

    Raises:
        ValueError: the mode is ultrahard, or as `engine.Game`.
    """
    if not mode.only_facts:
        message = f"there is no oracle for {mode} mode"
        raise ValueError(message)
    game = Game(guesses, words, work=work)
    known: dict[Words, bool] = {}

    def solvable(chosen: Words) -> bool:
        if chosen not in known:
            search = DepthSearch(game, mode, jobs=1)
            outcome, stopped_by = watched(
                lambda: search.run(guesses_left, history=history, hidden=sorted(chosen)),
                search.stop,
                poll=lambda: None,
                work=work,
            )
            if outcome.verdict is Verdict.UNDECIDED:
                raise StoppedError(stopped_by or StopReason.INTERRUPTED)
            known[chosen] = outcome.verdict is Verdict.POSSIBLE
        return known[chosen]

    return solvable
