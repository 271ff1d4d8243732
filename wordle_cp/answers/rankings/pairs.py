"""Pairs of fixed opening words in the order of their least totals: the best K, and none missing.

Both words are played whatever the responses, the second unless the first wins; what follows is the best
strategy there is.

**What a pair is.** Two different words. Its two orders cost the same, unless one of the words may be hidden
and the other not: then it takes one guess less to begin with the former. For with N hidden words, the total
of the words a, b in this order is 2N - [a may be hidden] + what the combined cells cost, the sets of words
that show the same responses to both; and these are the same in either order. So a pair is ranked once, in its
better order, and the total of the other order stands beside it. Where they tie, the word comes first that
leaves fewer hidden words on average.

**Normal mode only.** In hard mode a second word would have to be allowed after every response to the first:
hardly any is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wordle_cp.answers.rankings.common import Ranking, demand_some, searched
from wordle_cp.answers.telling import some, together
from wordle_cp.engine import PairCost, PairSearch
from wordle_cp.errors import UsageError, counted
from wordle_cp.games.needs import Needs
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.games.variant import Variant

NEEDS: Final = Needs(
    "a ranking of pairs",
    tiles=True,
    unbound=True,
    because="others hardly ever allow a second word after every response to the first",
)
WORDS: Final = 2
"""Words in a pair."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PairAnswer(Ranking[PairCost]):
    """The best pairs, as far as they are known.

    `others` pairs cost more; of these `by_counts` were settled by counting combined cells, without a look at
    any of these.
    """

    left: int
    others: int = 0
    by_counts: int = 0
    refuted: int = 0

    nouns: ClassVar[tuple[str, str]] = ("pair", "pairs")
    heading: ClassVar[str] = "words"
    more: ClassVar[Mapping[str, str]] = {"reversed_total_guesses": "reversed_cost"}

    def name(self, found: PairCost) -> str:
        """Return both words."""
        return f"{found.first} {found.second}"

    def _wanted(self) -> tuple[str, str]:
        pairs = f"{counted(number_of_pairs(self.question.variant), 'pair', 'pairs')} of fixed words"
        return f"the best {self.top} of {pairs}", pairs

    def _others(self) -> str:
        if not self.others:
            return ""
        by_search = some(self.others - self.by_counts, "by search")
        how = together(some(self.by_counts, "by counting"), by_search)
        return f"{counted(self.others, 'pair costs', 'pairs cost')} more: {how}"

    def _asked(self) -> dict[str, Any]:
        return {"words": WORDS, "top": self.top}

    def _found(self) -> dict[str, Any]:
        return {
            "pairs": number_of_pairs(self.question.variant),
            "others": self.others,
            "bounded_by_counts": self.by_counts,
            "pairs_hopeless": self.refuted,
            "pairs_left": self.left,
        }


def number_of_pairs(variant: Variant) -> int:
    """Return how many pairs of different guesses there are."""
    words = len(variant.guesses)
    return words * (words - 1) // 2


def rank_pairs(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> PairAnswer:
    """Find the `top` pairs of fixed opening words of the `question`, and prove that none is missing.

    Costs count from the position on.

    Raises:
        UsageError: another mode than normal, a game of codes, or `top` is less than 1.
    """
    variant = question.variant
    demand_some(top, "pairs")
    NEEDS.demand(variant)
    if question.guesses_left is not None and question.guesses_left < WORDS:
        left = counted(question.guesses_left, "guess", "guesses")
        message = f"expected a limit that leaves both words, found {left} left"
        raise UsageError(message)
    about = PairAnswer(question=question, top=top, left=number_of_pairs(variant))
    return searched(about, lambda game: PairSearch(game, jobs=work.jobs), work)
