"""Several boards by trying everything: the oracle of wordle_cp.boards.

A position is the set of deals that are still possible, each a word for every board, and the boards that are
solved. There are no bounds, boards aren't exchanged, and words aren't kept by board.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from wordle_cp.rules import all_green, score

Deals = frozenset[tuple[str, ...]]


def brute_values(guesses: tuple[str, ...], hidden: tuple[str, ...], boards: int) -> tuple[int, int]:
    """Return the least total over all deals, and the least worst case."""

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
    def values(deals: Deals, solved: frozenset[int]) -> tuple[int, int]:
        if len(solved) == boards:
            return 0, 0
        totals, worst = [], []
        for guess in guesses:
            found = []
            for responses, left in after(deals, solved, guess).items():
                now = {board for board, one in enumerate(responses) if one == all_green(len(guess))}
                if left == deals and not now:
                    break  # nothing is learnt and nothing is found
                found.append(values(left, solved | now))
            else:
                totals.append(len(deals) + sum(total for total, _ in found))
                worst.append(1 + max(most for _, most in found))
        return min(totals), min(worst)

    return values(frozenset(product(hidden, repeat=boards)), frozenset())
