"""Roughly how long a check takes, from a count of the work before it begins: no part of what is trusted."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

REFERENCE_SECONDS = 0.0032
"""What `_speed` took on the machine on which the numbers below were measured."""
GUESSES, HIDDEN = 12_972, 2315
"""The guesses and hidden words of the lists with which they were measured."""
NODE_SECONDS = {"pair": 2.4e-6, "weights": 1.3e-4, "chain": 1.6e-4, "rule": 5.5e-6}
"""For each word or child of a node; of a pair, for each word with each."""
PACKED = 0.4
"""What nodes of sets that are packed take of that: many are alike."""
SET_SECONDS, LEMMA_SECONDS = 7e-3, 0.04
HARD = 0.1
"""What a lemma takes of that in hard mode, which allows few guesses."""
WORDS_MISSED_SECONDS = 75
"""For each lemma about words missed, of some 200 words; `PACKED` is a part of that."""
CODE_SECONDS = 1e-7
"""For each guess of a game of codes, and each code of a node."""
CODE_LEMMA_SECONDS, LOST_SECONDS, MISSED_SECONDS = 7e-9, 1e-6, 4e-6
"""For each guess of a game of codes: of a least total for each code, too; if one is missed; if more are."""
LIMITED = 10
"""How many times longer a lemma about missed codes takes that has a limit of all guesses."""
CELL_SECONDS, SCORE_SECONDS = 2e-7, 4e-6
"""For each guess and word: by facts in common, and letter by letter."""
CODES_SECONDS = 4e-4
"""For each hidden code, in place of that: few openers are looked at, one of each class."""

FIXED_SECONDS = {"group": 6e-6, "weigh": 1.2e-5}
"""For each word of a group, and each weight."""
ATTEMPT_SECONDS = 3e-7
"""For each group, at the beginning of an attempt with fixed guesses and at its end."""


def _speed() -> float:
    """Return how much slower this machine is than that of the numbers."""
    started = time.process_time()
    words = [3 << place | 1 << place % 90 for place in range(100)]
    for _ in range(1000):
        len({word & words[0] for word in words})
    return max(0.1, (time.process_time() - started) / REFERENCE_SECONDS)


def _of_lemma(line: str, guesses: int) -> float:
    """Return how long the check of a lemma about codes takes."""
    kind, value, _, limit, *_ = [*line.split(" "), "", "", ""]
    if kind == "lemma":
        return CODE_LEMMA_SECONDS * guesses * guesses
    return guesses * (LOST_SECONDS if value == "1" else MISSED_SECONDS) * (1 if limit == "-" else LIMITED)


def _of_fixed(lines: Sequence[str], groups: int) -> float:
    """Return how long the lines about fixed guesses take, with `GUESSES`."""
    attempt = ATTEMPT_SECONDS * groups
    seconds = {**FIXED_SECONDS, "try": attempt, "fail": attempt}
    return sum(seconds.get(line.partition(" ")[0], 0) * line.count(" ") for line in lines)


def estimate(lines: Sequence[str]) -> float:
    """Return roughly how many seconds the check of a certificate with these `lines` takes."""
    text = "\n".join(lines[:40])
    found = re.findall(r"^(guesses|hidden|covered|groups) (\d{1,9})\b", "\n".join(lines), re.MULTILINE)
    counts = {key: int(number) for key, number in found}
    guesses, hidden = counts.get("guesses", 0), counts.get("covered", counts.get("hidden", 0))
    codes = re.search("^(game|feedback) ", text, re.MULTILINE) is not None
    share, of_set = guesses / GUESSES, SET_SECONDS * max(1, hidden / HIDDEN) ** 0.5
    hard = HARD * max(1, hidden / HIDDEN) ** 2  # lemmas about more words, and of each more guesses to look at
    of_lemma = {
        "lemma": LEMMA_SECONDS * (1 if "mode normal" in text else hard) * share,
        "missed": WORDS_MISSED_SECONDS * share**2,
    }
    seconds = 0.1 + (guesses + 6 * hidden) * 1e-5
    seconds += _of_fixed(lines, counts.get("groups", 0)) * max(0.1, share)
    for line in lines:
        kind = line.partition(" ")[0]
        if kind in NODE_SECONDS and not codes:
            parts = line.count(" ") - 2
            seconds += NODE_SECONDS[kind] * parts ** (1 + (kind == "pair")) * max(0.1, share)
        elif kind in NODE_SECONDS:
            seconds += CODE_SECONDS * guesses * (line.count(" ") - 2)
        elif kind == "set":
            seconds += of_set * share
        elif kind in of_lemma:
            seconds += _of_lemma(line, guesses) if codes else of_lemma[kind]
    claim = lines[1] if len(lines) > 1 else ""
    if claim.startswith("claim missed between"):
        seconds *= PACKED
    if claim.startswith(("claim total", "claim missed")):
        seconds += CODES_SECONDS * hidden if codes else CELL_SECONDS * guesses * hidden
    elif claim.startswith("claim absurdle"):
        seconds += SCORE_SECONDS * guesses * hidden
    return seconds * _speed()


def in_words(seconds: float) -> str:
    """Return a time in words: ``about 4 minutes``."""
    sizes = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}
    if seconds > 365 * sizes["day"]:
        return "more than a year"
    for name, size in sizes.items():
        if seconds >= size:
            number = round(seconds / size)
            return f"about {number} {name}{'s' * (number > 1)}"
    return "a moment"
