"""All feedbacks, by name: the one place that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.rules.feedback.bulls_and_cows import BullsAndCows
from wordle_cp.rules.feedback.exact import Exact
from wordle_cp.rules.feedback.jotto import Jotto
from wordle_cp.rules.feedback.slots import Slots
from wordle_cp.rules.feedback.tiles import Tiles

if TYPE_CHECKING:
    from wordle_cp.rules.feedback.base import Feedback

OF_WORDS: Final[Feedback] = Tiles()
"""How guesses are answered in a game of words that doesn't say."""
OF_CODES: Final[Feedback] = BullsAndCows()
"""How guesses are answered in a game of codes that doesn't say."""
FEEDBACKS: Final[dict[str, Feedback]] = {
    one.name: one for one in (OF_WORDS, OF_CODES, Jotto(), Exact(), Slots())
}
"""All of them. Codes may have those that are symmetric, as equivalent openers of codes are looked at once."""
