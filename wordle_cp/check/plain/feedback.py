"""How guesses are answered, as docs/certificates/feedback.md says; a response is a text as there."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache


@lru_cache(2**16)
def tiles(guess: str, hidden: str) -> str:
    """Return the response to a word: green, then yellow from the left for as many as are left of a letter."""
    left, found = Counter(h for g, h in zip(guess, hidden, strict=True) if g != h), ""
    for g, h in zip(guess, hidden, strict=True):
        found += "G" if g == h else "Y" if left[g] > 0 else "B"
        left[g] -= found[-1] == "Y"
    return found


@lru_cache(2**16)
def slots(guess: str, hidden: str) -> str:
    """Return the response of which each tile looks at its own letter alone."""
    return "".join("G" if g == h else "BY"[g in hidden] for g, h in zip(guess, hidden, strict=True))


def pegs(black: int, both: int, _length: int) -> str:
    """Return letters in place, and other common ones."""
    return f"{black}{both - black}"


def jotto(black: int, both: int, length: int) -> str:
    """Return common letters, or the sign of the word itself."""
    return "!" if black == length else str(both)


def exact(black: int, _both: int, _length: int) -> str:
    """Return letters in place."""
    return str(black)


Counted = Callable[[int, int, int], str]
BY_TILES: dict[str, Callable[[str, str], str]] = {"tiles": tiles, "slots": slots}
BY_COUNTS: dict[str, Counted] = {"bulls-and-cows": pegs, "jotto": jotto, "exact": exact}
"""Of letters in place, common letters and the length."""


@lru_cache(2**16)
def answer(feedback: str, guess: str, hidden: str) -> str:
    """Return the response to `guess` where `hidden` is hidden."""
    if feedback in BY_TILES:
        return BY_TILES[feedback](guess, hidden)
    black = sum(g == h for g, h in zip(guess, hidden, strict=True))
    return BY_COUNTS[feedback](black, (Counter(guess) & Counter(hidden)).total(), len(guess))


def shape(feedback: str, length: int) -> str:
    """Return what matches the responses: all letters but one can't be in place if the last one is common."""
    if feedback in BY_TILES:
        return f"[BYG]{{{length}}}"
    counts = [(black, both) for both in range(length + 1) for black in range(both + 1)]
    told = {BY_COUNTS[feedback](*two, length) for two in counts if two != (length - 1, length)}
    return f"(?:{'|'.join(sorted(told))})"


def others(feedback: str, length: int) -> int:
    """Return how many responses a guess can get that isn't the hidden word."""
    if feedback in BY_TILES:
        return int(3**length - 1)
    counted = {"exact": length, "jotto": length + 1, "bulls-and-cows": (length + 1) * (length + 2) // 2 - 2}
    return counted[feedback]


def rank(feedback: str, response: str) -> list[int]:
    """Return what responses are ordered by: tiles from the last one on; numbers, the word itself last."""
    if feedback in BY_TILES:
        return ["BYG".index(tile) for tile in reversed(response)]
    if response == "!":
        return [2**8]
    return list(map(int, response)) if feedback == "bulls-and-cows" else [int(response)]
