"""What was played on several boards: each guess with its response on each board, none where it was solved.

As text a guess has its responses in the order of the boards, joined by slashes, and ``-`` on a solved board:
``crate.BYBBB/GGGGG.tonic.BBYYB/-`` are two guesses on two boards, of which the second is solved by the first.
`games.notation` says how else it may be written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.claims.boards import responses_told
from wordle_cp.errors import HistoryError, abridged
from wordle_cp.games.notation import parse_boards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.claims.boards import Played
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


def parse_played(text: str, variant: Variant, boards: int) -> Played:
    """Return what was played on so many boards of `variant`, written as this module says.

    Raises:
        HistoryError: it is malformed or breaks the rules, no word is left on some board, or all are solved.
    """
    played: list[tuple[str, tuple[int | None, ...]]] = []
    solved = [False] * boards
    scoring = variant.scoring
    for guess, responses in parse_boards(text, variant, boards):
        if guess not in variant.guesses:
            raise HistoryError(variant.no_guess(guess))
        _demand_allowed(guess, _unsolved(tuple(played), boards), variant)
        for board, response in enumerate(responses):
            if solved[board] != (response is None):
                what = "is solved: expected '-'" if solved[board] else "isn't solved: expected a response"
                found = "'-'" if response is None else scoring.format_pattern(response)
                message = f"{guess.upper()}: board {board + 1} {what}, found {found}"
                raise HistoryError(message)
            solved[board] = solved[board] or response == scoring.win
        played.append((guess, responses))
    if all(solved):
        message = f"history {abridged(text)}: all boards are solved"
        raise HistoryError(message)
    for board, (history, open_) in enumerate(zip(histories(played, boards), solved, strict=True), 1):
        if not open_ and not any(scoring.is_consistent(word, history) for word in variant.hidden):
            message = f"history {abridged(text)}: no hidden word agrees with it on board {board}"
            raise HistoryError(message)
    return tuple(played)


def format_played(played: Played) -> str:
    """Return what was played as `parse_played` takes it."""
    return ".".join(f"{guess}.{'/'.join(responses_told(guess, told))}" for guess, told in played)


def histories(played: Sequence[tuple[str, tuple[int | None, ...]]], boards: int) -> list[History]:
    """Return the history of each board, up to the guess that solves it."""
    return [
        tuple((guess, told[board]) for guess, told in played if told[board] is not None)  # type: ignore[misc]
        for board in range(boards)
    ]


def open_boards(played: Played, variant: Variant, boards: int) -> list[tuple[tuple[str, ...], History]]:
    """Return the boards that aren't solved: the words left on each, in the order of the list, its history."""
    if not played:
        return [(variant.hidden, ())] * boards
    left: dict[History, tuple[str, ...]] = {}
    found = []
    for history in _unsolved(played, boards):
        if history not in left:
            agrees = variant.scoring.is_consistent
            left[history] = tuple(word for word in variant.hidden if agrees(word, history))
        found.append((left[history], history))
    return found


def _unsolved(played: Played, boards: int) -> list[History]:
    """Return the histories of the boards that aren't solved: those that have all guesses, none all green."""
    return [
        history
        for history in histories(played, boards)
        if len(history) == len(played) and not any(pattern == 3 ** len(t) - 1 for t, pattern in history)
    ]


def _demand_allowed(guess: str, unsolved: Sequence[History], variant: Variant) -> None:
    """Raise a `HistoryError` unless the mode allows `guess` on some board that isn't solved."""
    if not unsolved:
        message = f"{guess.upper()}: all boards are solved before it"
        raise HistoryError(message)
    if not any(variant.scoring.is_allowed(guess, history, variant.mode) for history in unsolved):
        message = f"{guess.upper()}: {variant.mode} mode allows it on no board that isn't solved"
        raise HistoryError(message)
