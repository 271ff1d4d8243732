"""The checker of openers by how many cells they have, where a claim needs no more than that.

That takes the patterns of one opener at a time, and no table of those of all guesses: so there is room for
many more words. The rules are the closed forms of docs/certificates/, 'Claim "total least"', as in
`check.totals.bounds`.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.errors import CertificateRejected, Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.total import TotalClaim
    from wordle_cp.check.common.lists import Progress

_PROGRESS: Final = 64  # openers from one report of progress to the next


@cache
def by_levels(words: int, responses: int) -> int:
    """Return what `words` cost if each is found as early as `responses` allow, both numbers: bound 7."""
    cost, guess, room = 0, 1, 1
    while words:
        found = min(words, room)
        cost, words = cost + guess * found, words - found
        guess, room = guess + 1, room * responses
    return cost


def check_cell_numbers(
    game: GameRecord,
    claim: TotalClaim,
    hidden_set: tuple[str, ...],
    openers: Sequence[str],
    progress: Progress | None,
) -> None:
    """Reject unless cells show that each of the `openers` costs what the `claim`, without weights, says.

    A claim of more may be true, so it is rejected as too large.
    """
    words = GuessPatterns(hidden_set, scoring=game.scoring)
    played, count = len(claim.history), len(hidden_set)
    left = math.inf if claim.within is None else claim.within - played - 1  # guesses after the opener
    # Bound 7 without tiles; with tiles rule T, 2 n - 1, as if there were a response for each word.
    responses = count if game.scoring.feedback.shows_facts else game.scoring.response_count - 1
    costs = np.array([by_levels(size, responses) for size in range(count + 1)], np.int64)
    for number, opener in enumerate(openers, 1):
        sizes = np.bincount(words.responses(opener), minlength=game.scoring.win + 1)[: game.scoring.win]
        sizes = sizes[sizes > 0]
        # A word and no guess, or two words and one guess, are lost.
        lost = left < min(int(sizes.max(initial=0)), 2)
        cost = math.inf if lost else (played + 1) * count + int(costs[sizes].sum())
        total = claim.exact.get(opener, claim.others)
        if cost < total:
            room = "there is no room for the patterns of all guesses"
            expected = f"{cost} at most of opener {opener}, which its cells show, as {room}"
            raise CertificateRejected(WHOLE, Rule.SIZE, expected, str(total))
        if progress is not None and number % _PROGRESS == 0:
            progress(number, len(openers))
