"""The depth questions that are measured: verdict, goal in seconds, and where we asked it, the strongest peer.

The peer is alex1770/wordle (commit 8fd3f1bdf884), the strongest published program, built with -O3
-march=native: user CPU seconds of one thread in its depth-only mode with default, exhaustive settings, on the
machine of docs/reference/speed.md (Xeon, 2.5 GHz, busy), with the same word lists. ``"> x"``: not done after
x CPU seconds, when we stopped it; None: not asked.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """One row: what is asked, what must come out, seconds that we want it to take at most, the peer's."""

    name: str
    arguments: tuple[str, ...]
    verdict: str
    goal: float
    peer: float | str | None = None


_NYT = ("--variant", "nyt-2022-02-15")
_BIG = (*_NYT, "--hidden", "big")
_HARD_7 = (*_BIG, "--mode", "hard", "--depth", "7")

QUESTIONS = (
    Question("original, normal, 5", ("--depth", "5"), "possible", 5),
    Question("nyt, normal, 5", (*_NYT, "--depth", "5"), "possible", 5, 3.5),
    Question("original, normal, 4", ("--depth", "4"), "impossible", 90),
    Question("nyt, normal, 4", (*_NYT, "--depth", "4"), "impossible", 90, "> 117"),
    Question(
        "original, hard, 5, palet", ("--mode", "hard", "--depth", "5", "--opener", "palet"), "possible", 5
    ),
    Question(
        "nyt, hard, 5, palet",
        (*_NYT, "--mode", "hard", "--depth", "5", "--opener", "palet"),
        "possible",
        5,
        6.0,
    ),
    Question("original, hard, 5", ("--mode", "hard", "--depth", "5"), "possible", 30),
    Question("nyt, hard, 5", (*_NYT, "--mode", "hard", "--depth", "5"), "possible", 30, "> 93"),
    Question("original, hard, 4", ("--mode", "hard", "--depth", "4"), "impossible", 60),
    Question("nyt, hard, 4", (*_NYT, "--mode", "hard", "--depth", "4"), "impossible", 60, "> 119"),
    Question("nyt big, normal, 6", (*_BIG, "--depth", "6"), "possible", 30, "> 118"),
    Question(
        "nyt big, normal, 6, lants", (*_BIG, "--depth", "6", "--opener", "lants"), "possible", 30, 102.8
    ),
    Question("nyt big, normal, 5", (*_BIG, "--depth", "5"), "impossible", 10, "> 87"),
    Question("nyt big, hard, 7, chomp", (*_HARD_7, "--opener", "chomp"), "possible", 25, "> 113"),
    Question(
        "original big, hard, 7, chomp",
        ("--hidden", "big", "--mode", "hard", "--depth", "7", "--opener", "chomp"),
        "possible",
        25,
    ),
    *(
        Question(f"nyt big, hard, 7, {opener}", (*_HARD_7, "--opener", opener), "possible", 60)
        for opener in ("blawn", "gumbo", "thumb", "thump", "whomp")
    ),
    Question("nyt big, hard, 7, tupik", (*_HARD_7, "--opener", "tupik"), "possible", 900),
    Question("nyt big, hard, 7", _HARD_7, "possible", 90),
    Question("nyt big, hard, 6", (*_BIG, "--mode", "hard", "--depth", "6"), "impossible", 90, "> 139"),
    Question(
        "nyt, stage.gbgbg, hard, 6",
        (*_NYT, "--mode", "hard", "--depth", "6", "--after", "stage.gbgbg"),
        "possible",
        1,
    ),
    Question("bulls and cows, 6", ("--variant", "bulls-and-cows", "--depth", "6"), "impossible", 90),
)
