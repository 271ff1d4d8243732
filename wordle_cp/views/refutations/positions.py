"""Where one is in a refutation, and what comes of a guess there: plain records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.words import History

CLAIM: Final = "claim"
"""What the claim itself is called, beside the kinds of nodes."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the proof: `words` can't all be found with `guesses_left` guesses, so it says.

    `node` says so, None: the claim itself. `kind` is that of the node, or `CLAIM`. Before it the claim's
    history was played, and `moves` since; `binding` binds the next guess, all that was played included. The
    node has given the answers to the last `answered` of the moves; in a leaf the words are those that these
    have left. The way began at a node by itself if `alone`: what was played before isn't known.
    """

    node: int | None
    kind: str
    words: tuple[str, ...]
    guesses_left: int
    binding: Binding
    moves: History
    answered: int = 0
    alone: bool = False

    @property
    def frame(self) -> str:
        """The letters that all words have in one place, ``?`` elsewhere: ``?ills`` for a family."""
        return "".join(
            letters[0] if len(set(letters)) == 1 else "?" for letters in zip(*self.words, strict=True)
        )

    @property
    def is_family(self) -> bool:
        """Whether the words, two or more, differ in one position only."""
        return len(self.words) > 1 and self.frame.count("?") == 1


class Reason(StrEnum):
    """Why the response to a guess refutes it."""

    CHILD = "child"
    """All words of a child give that response, and the child says that they can't all be found in time."""
    NOTHING = "nothing"
    """All words of the position give it: the guess told nothing, and one guess fewer is left."""
    PAIR = "pair"
    """Two words or more give it, and one guess is left."""
    HEAVIEST = "heaviest"
    """The heaviest cell of the words gives it."""
    LARGEST = "largest"
    """The largest cell of the words gives it."""
    LAST = "last"
    """It was the last guess, and some word isn't found."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The response that refutes `guess`.

    `words` are those of the proof that give it and are still to be found, and `after` is where the proof goes
    on; None if that was the last guess. For leaves with weights `left` is what `words` weigh, by the sums of
    the argument: a guess takes no more from each than its `most_lost`, if the case is about the guess.
    `possible` is how many hidden words agree with all that was played, `words` among them; None where that
    isn't known.
    """

    guess: str
    pattern: int
    reason: Reason
    words: tuple[str, ...]
    after: Place | None
    left: tuple[int, ...] = ()
    possible: int | None = None
