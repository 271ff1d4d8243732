"""Whether a certificate may take the place of a file that is there already.

That must be a certificate about the same game and question which claims no more: it may have taken longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.records import game_record

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.files.outputs import Ours
    from wordle_cp.games.question import Position

_SCOPE: Final = ("history", "within", "most", "among", "weights", "leave", "start")
"""Fields of claims that say what is asked; not every claim has each."""


def about(position: Position, *words: str, depth: int | None = None) -> Ours:
    """Return what tells whether a file is a certificate that an answer about `position` may replace.

    The words of its claim begin with some of these `words`, and if a `depth` is asked about, it doesn't say
    more than any answer would. `claims_no_more` judges the answer itself.
    """

    def ours(path: Path) -> bool:
        there = _head(path)
        claim = there.claim
        if (there.game, claim.history) != (game_record(position.variant), position.history):
            return False
        if not " ".join(claim.words).startswith(words):
            return False
        return depth is None or (claim.depth <= depth if claim.is_refutation else claim.depth >= depth)

    return ours


def is_certificate(path: Path) -> bool:
    """Tell whether the file at `path` is a certificate; a WordleCpError if it isn't."""
    return bool(_head(path))


def claims_no_more(than: Head[Any]) -> Ours:
    """Return what tells whether a file is a certificate about the same that claims no more `than` this."""

    def ours(path: Path) -> bool:
        there = _head(path)
        return _asked(there) == _asked(than) and _follows(there.claim, than.claim)

    return ours


def _head(path: Path) -> Head[Any]:
    with open_certificate(path) as reader:
        return reader.head


def _asked(head: Head[Any]) -> tuple[object, ...]:
    return head.game, *(getattr(head.claim, name, None) for name in _SCOPE)


def _follows(there: Any, new: Any) -> bool:  # noqa: ANN401  claims of any kind
    """Tell whether `there` claims no more than `new`, both about the same."""
    question, verdict = there.words
    if new.words != there.words and (verdict, *new.words) != ("between", question, "least"):
        return False
    match there.words:
        case ("depth", "possible"):
            numbers = ("depth", "total_guesses", "max_guesses")
            no_less = all(getattr(new, name) <= getattr(there, name) for name in numbers)
            return no_less and there.opener in {None, new.opener}
        case ("depth", "impossible"):
            mine, theirs = set(new.openers), set(there.openers)
            if there.scope == "only":
                refuted = theirs <= mine if new.scope == "only" else not theirs & mine
            else:
                refuted = new.scope != "only" and mine <= theirs
            return new.depth >= there.depth and refuted
        case ("fixed", _):
            return bool(new.count <= there.count if there.enough else new.count >= there.count)
    (low, high), (new_low, new_high) = _ends(there), _ends(new)
    exact = getattr(there, "exact", {}).items() <= getattr(new, "exact", {}).items()
    return (
        exact
        and low <= new_low
        and new_high <= high
        and getattr(there, "others", 0) <= getattr(new, "others", 0)
    )


def _ends(claim: Any) -> tuple[int, int]:  # noqa: ANN401  see `_follows`
    """Return between what numbers the one lies that is claimed."""
    (number,) = claim.answer.values()
    return tuple(number) if isinstance(number, list) else (number, number)
