"""The boards that are left after what a claim says was played: records ``played`` of docs/certificates/."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordle_cp.check.common.lists import WHOLE
from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.boards import BoardsBetween
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.rules.words import History


class BoardLeft(NamedTuple):
    """A board that isn't solved: its words, in the order of the hidden list, and what was played on it."""

    words: tuple[str, ...]
    history: History


def boards_left(game: GameRecord, claim: BoardsBetween, lists: Lists) -> list[BoardLeft]:
    """Return the boards that aren't solved.

    Raises:
        CertificateRejected: a guess isn't on the list, or the mode allows it on no board that isn't solved; a
            response is missing, or is there though the board was solved; no word is left; or all are solved.
    """
    left: list[BoardLeft] = []
    for board, history in _unsolved(game, claim, lists):
        words = tuple(word for word in lists.hidden if game.scoring.is_consistent(word, history))
        if not words:
            raise CertificateRejected(WHOLE, "played", f"a word that is left on board {board + 1}", "none")
        left.append(BoardLeft(words, history))
    if not left:
        raise CertificateRejected(WHOLE, "played", "a board that isn't solved", "none")
    return left


def _unsolved(game: GameRecord, claim: BoardsBetween, lists: Lists) -> Iterator[tuple[int, History]]:
    """Yield the boards that aren't solved, each with its history."""
    histories: list[list[tuple[str, int]]] = [[] for _ in range(claim.boards)]
    unsolved = set(range(claim.boards))
    for guess, responses in claim.played:
        if guess not in lists.guess_set:
            raise CertificateRejected(WHOLE, "guess list", "a word of the guess list", guess)
        if not any(game.scoring.is_allowed(guess, tuple(histories[board]), game.mode) for board in unsolved):
            expected = f"a guess that {game.mode} mode allows on a board that isn't solved"
            raise CertificateRejected(WHOLE, "played", expected, guess)
        if {board for board, pattern in enumerate(responses) if pattern is not None} != unsolved:
            expected = f"responses to {guess} on the boards that aren't solved, and no others"
            raise CertificateRejected(WHOLE, "played", expected, "others")
        for board, pattern in enumerate(responses):
            if pattern is not None:
                histories[board].append((guess, pattern))
                if pattern == game.scoring.win:
                    unsolved.remove(board)
    yield from ((board, tuple(histories[board])) for board in sorted(unsolved))
