"""Several boards by trying everything: the oracle of wordle_cp.answers.boards.

A position is the set of deals that are still possible, each a word for every board, the boards that are
solved, and the guesses made, which any of these deals shows the responses to. There are no bounds, boards
aren't exchanged, and words aren't kept by board. In hard and ultrahard mode a guess must be allowed on some
board that isn't solved.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, score

Played = tuple[tuple[str, tuple[int | None, ...]], ...]
Deals = frozenset[tuple[str, ...]]


def _allowed(guess: str, deal: tuple[str, ...], left: set[int], made: frozenset[str], mode: Mode) -> bool:
    """Tell whether `mode` allows `guess` on one of the boards `left`, whose responses `deal` shows."""
    return any(is_allowed(guess, tuple((t, score(t, deal[board])) for t in made), mode) for board in left)


def brute_values(
    guesses: tuple[str, ...],
    hidden: tuple[str, ...],
    boards: int,
    mode: Mode = Mode.NORMAL,
    played: Played = (),
) -> tuple[int, int]:
    """Return the least total over all deals after what was `played`, and the least worst case."""

    @cache
    def after(deals: Deals, solved: frozenset[int], guess: str) -> dict[tuple[int, ...], Deals]:
        answers: dict[tuple[int, ...], set[tuple[str, ...]]] = {}
        for deal in deals:
            responses = tuple(
                -1 if board in solved else score(guess, word) for board, word in enumerate(deal)
            )
            answers.setdefault(responses, set()).add(deal)
        return {responses: frozenset(left) for responses, left in answers.items()}

    @cache
    def values(deals: Deals, solved: frozenset[int], made: frozenset[str]) -> tuple[int, int]:
        if len(solved) == boards:
            return 0, 0
        totals, worst = [], []
        for guess in guesses:
            if not _allowed(guess, min(deals), set(range(boards)) - solved, made, mode):
                continue
            found = []
            for responses, left in after(deals, solved, guess).items():
                now = {board for board, one in enumerate(responses) if one == all_green(len(guess))}
                if left == deals and not now:
                    break  # nothing is learnt and nothing is found
                found.append(values(left, solved | now, made if mode is Mode.NORMAL else made | {guess}))
            else:
                totals.append(len(deals) + sum(total for total, _ in found))
                worst.append(1 + max(most for _, most in found))
        return min(totals), min(worst)

    deals, solved = frozenset(product(hidden, repeat=boards)), frozenset[int]()
    for guess, told in played:
        deals = after(deals, solved, guess)[tuple(-1 if pattern is None else pattern for pattern in told)]
        solved |= {board for board, pattern in enumerate(told) if pattern == all_green(len(guess))}
    return values(deals, solved, frozenset(guess for guess, _ in played))
