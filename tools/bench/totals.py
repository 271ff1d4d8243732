"""The questions of least totals that are measured: what is asked, what must come out, and the peer's time.

The peer is alex1770/wordle (commit 8fd3f1bdf884), the strongest published program, built with -O3
-march=native: CPU seconds of its one thread with default, exhaustive settings, on the machine of
docs/reference/speed.md (Xeon, 2.5 GHz), with the same word lists, while other jobs kept both cores busy. For
a search alone it is the time that it reports itself, without its start; for a whole process the user CPU
seconds of that. It was given the best total as its bound where 60 openers are to be refuted; our rows find
that total, too.
``"> 26.2"``: it was stopped then, with 13 of the 60 done; None: not asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from wordle_cp.rules.modes import Mode

NYT = "nyt-2022-02-15"
GUESSES = 6


@dataclass(frozen=True, slots=True)
class Search:
    """A row about the search alone, in this process, one thread: its game is built before.

    `totals` must be those of the openers with exact totals, in order: the `top` best, or with 0 all.
    `goal` is how many times faster than the peer we want it to be.
    """

    name: str
    mode: Mode
    openers: tuple[str, ...]
    top: int
    totals: tuple[int, ...]
    goal: float | None = None
    peer: float | str | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A row about a whole process, from a cold shell, with so many `jobs`; `out` asks for a certificate."""

    name: str
    arguments: tuple[str, ...]
    total: int
    jobs: int
    out: bool = False
    goal: float | None = None
    peer: float | str | None = None


_SIXTY = """
flick hemin calif ulnae lowry owlet cutto britt biner aloud lyssa redub gusla wites belie faves
prese quoll koban goony yogas diene caple genal exalt annal spark geals glues dukes deers hoied
gusto smowt vacua latch brass shola jibes tachs livre plaid fubsy dobes frizz orals gramp brill
rebus heady adobo hable ruggy toyed homme withe plots duomi meane minds
"""
SIXTY = tuple(_SIXTY.split())
"""`random.Random(4).sample` of the guesses of nyt-2022-02-15 but SALET."""

TEN = ("brose", "parch", "liart", "feign", "poles", "tubae", "penal", "pares", "litre", "saner")
"""`random.Random(4).sample` of the 3000 guesses with the most patterns, ties in the order of the list."""

SEARCHES = (
    Search("salet, normal", Mode.NORMAL, ("salet",), 0, (7897,), 25, 2.49),
    Search("salet, hard", Mode.HARD, ("salet",), 0, (8099,), 25, 5.55),
    Search("60 openers refuted, normal", Mode.NORMAL, ("salet", *SIXTY), 1, (7897,), 20, 162.9),
    Search("60 openers refuted, hard", Mode.HARD, ("salet", *SIXTY), 1, (8099,), 20, "> 26.2"),
    Search(
        "10 openers exact, normal",
        Mode.NORMAL,
        TEN,
        0,
        (7971, 7991, 8013, 8058, 8065, 8070, 8106, 8153, 8204, 8299),
        50,
        179.7,
    ),
)

_QUESTIONS = (
    ("nyt", NYT, "normal", 7897),
    ("original", "original", "normal", 7920),
    ("nyt", NYT, "hard", 8099),
    ("original", "original", "hard", 8122),
)

PROGRAMS = (
    Program(
        "solve --opener salet, nyt",
        ("solve", "--opener", "salet", "--variant", NYT),
        7897,
        1,
        goal=1,
        peer=4.7,
    ),
    *(
        Program(
            f"solve, every opener, {short}, {mode}, jobs {jobs}",
            ("solve", "--variant", name, "--mode", mode),
            total,
            jobs,
        )
        for short, name, mode, total in _QUESTIONS
        for jobs in (1, 2)
    ),
    *(  # with the proof of every bound, checked
        Program(
            f"prove --optimal, {short}, {mode}, jobs 1",
            ("prove", "--optimal", "--variant", name, "--mode", mode),
            total,
            1,
            out=True,
        )
        for short, name, mode, total in _QUESTIONS
    ),
    *(
        Program(
            f"prove --optimal, {name}", ("prove", "--optimal", "--variant", *arguments), total, 1, out=True
        )
        for name, total, *arguments in (
            ("Mastermind 4x6", 5625, "mastermind-4x6"),
            ("the same within 5", 5626, "mastermind-4x6", "--objective", "worst-then-total"),
            ("codes missed within 4", 528, "mastermind-4x6", "--costs", "0,0,0,0", "--loss", "1"),
            ("the same, all within 5", 539, "mastermind-4x6", "--costs", "0,0,0,0,1"),
        )
    ),
    Program("solve, Bulls and Cows", ("solve", "--variant", "bulls-and-cows"), 26274, 1),
    Program(  # the limit refutes most guesses, which counting doesn't see
        "THUMP YBBBB, 7 guesses, hard",
        (
            *("solve", "--variant", NYT, "--mode", "hard", "--hidden", "big", "--max-guesses", "7"),
            *("--after", "thump.ybbbb"),
        ),
        4317,
        1,
    ),
)
