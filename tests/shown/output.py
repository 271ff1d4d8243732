"""Comparing what a document shows with what came out."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP: Final = "..."
OPTIONAL: Final = ("note: ", "states ", "effort ")
"""What lines begin with that may be left out."""
_VARYING: Final = re.compile(r"\d[\d,]*(?:\.\d+)?(?= s\b| seconds\b)")
_EFFORT: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_VARIANT: Final = r"\b(?:original|toy|nyt-\d{4}-\d\d-\d\d)\b"
_SHAPES: Final = (
    (re.compile(r"[\w./-]+\.(?:cert|csv|html|pdf|png|svg)\b[\w.]*"), "(file)"),
    (re.compile(_VARIANT), "(variant)"),
    (re.compile(r"'[a-z]+'"), "(word)"),
    (re.compile(r"\b[A-Z]{2,}\b"), "(word)"),
    (re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?(?![\w.])"), "(number)"),
    (re.compile(r"(\((?:number|word)\))(?:,? \1)+"), r"\1"),
    (re.compile(r"(?<=ss)es\b|(?<=[a-rt-z])s\b|,(?=\))"), ""),  # one guess, several guesses; (1,)
    (re.compile(r"\(number\) by (?:counting pattern|search)(?:, \(number\) by search)?"), "(how)"),
)
"""What depends on the question, and what stands for it."""
_MEAN: Final = re.compile(r"(\d+) guesses over (\d+) (?:hidden )?words \((\d\.\d{4}) on average\)")
_DISTRIBUTION: Final = re.compile(r"distribution ([\d ]+)")
_OTHERS: Final = re.compile(
    r"(\d+) openers? costs? more: (?:(\d+) by counting patterns)?(?:, )?(?:(\d+) by search)?"
)


def difference(shown: Sequence[str], printed: str, *, wrapped: bool = False, shapes: bool = False) -> str:
    """Return what of `shown` didn't come out in `printed`; nothing if all did, in order and with no more.

    A line ``...`` stands for any lines, ``...`` in a line for any text; seconds, and every number of a line
    ``effort``, stand for any number. Lines that are `OPTIONAL` may be left out. With `wrapped`, breaks of
    lines and spaces mean nothing. With `shapes` something else was run: then numbers, words of the game,
    variants and files stand for any such, one for several, and lines may be missing between those shown.
    """
    wanted, found = _trimmed(shown), _trimmed(printed.splitlines())
    for kind in OPTIONAL:
        if not any(line.startswith(kind) for line in wanted):
            found = [line for line in found if not line.startswith(kind)]
    if shapes:
        lines = (line for line in wanted if not _is_gap(line))
        return _first_missing([shape for shape, _ in groupby(map(_shape, lines))], found)
    if wrapped:
        wanted, found = [" ".join(" ".join(wanted).split())], [" ".join(" ".join(found).split())]
    return _difference(wanted, found)


def not_from(shown: Sequence[str], text: str) -> str:
    """Return what of `shown` isn't in `text`, in order; lines may be missing, and remarks don't count.

    A remark is what stands on a line behind three spaces.
    """
    wanted = [GAP]
    for line in shown:
        wanted += [re.sub(r"(?<=\S)\s{3}.*", "", line), GAP]
    return _difference(wanted, _trimmed(text.splitlines()))


def _trimmed(lines: Iterable[str]) -> list[str]:
    """Return the lines without spaces at their ends, and without empty ones above and below."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").split("\n")


def _shape(line: str) -> str:
    """Return `line` with what depends on the question left out."""
    shape = " ".join(line.split())
    for pattern, kind in _SHAPES:
        shape = pattern.sub(kind, shape)
    return shape


def miscounted(shown: Sequence[str]) -> str:
    """Return which sum is wrong in `shown`, an output: averages, distributions, openers; nothing if none is.

    It is for outputs that no run is compared with.
    """
    total = words = 0
    for line in shown:
        for found in _MEAN.finditer(line):
            total, words = int(found[1]), int(found[2])
            if f"{total / words:.4f}" != found[3]:
                return f"{found[0]}: that is {total / words:.4f}"
        for found in _OTHERS.finditer(line):
            if int(found[1]) != int(found[2] or 0) + int(found[3] or 0):
                return f"{found[0]}: that isn't the sum"
        numbers = _DISTRIBUTION.fullmatch(line.strip())
        if numbers and words:
            counts = [int(number) for number in numbers[1].split()]
            guesses = sum(place * count for place, count in enumerate(counts, 1))
            if (guesses, sum(counts)) != (total, words):
                return f"{line.strip()}: these are {guesses} guesses over {sum(counts)} words"
    return ""


def _pattern(line: str) -> str:
    """Return the regular expression that a shown line stands for."""
    varying = _EFFORT if line.startswith("effort") else _VARYING
    parts = []
    end = 0
    for match in varying.finditer(line):
        parts += [_text(line[end : match.start()]), r"\d[\d,]*(?:\.\d+)?"]
        end = match.end()
    return "".join([*parts, _text(line[end:])])


def _text(text: str) -> str:
    return ".*".join(re.escape(part) for part in text.split(GAP))


def _first_missing(shapes: Sequence[str], lines: Sequence[str]) -> str:
    """Return the first of `shapes` that no line after those of the ones before it has."""
    place = 0
    for shape in shapes:
        while place < len(lines) and not re.fullmatch(_text(shape), _shape(lines[place])):
            place += 1
        if place == len(lines):
            return f"no line is like {shape!r}, after those of the lines above it"
        place += 1
    return ""


def _difference(wanted: Sequence[str], found: Sequence[str]) -> str:
    """Match the parts between gaps one after the other, each as early as it can be, the last at the end."""
    parts = [list(lines) for gap, lines in groupby(wanted, _is_gap) if not gap]
    anchored = not _is_gap(wanted[0])
    place = 0
    for number, part in enumerate(parts):
        patterns = [_pattern(line) for line in part]
        starts = range(1) if anchored and number == 0 else range(place, len(found) + 1)
        counts = [_matching(patterns, found[start:]) for start in starts]
        if max(counts) < len(part):
            best = counts.index(max(counts))
            return _told(part[counts[best]], found[starts[best] + counts[best] :])
        place = starts[counts.index(len(part))] + len(part)
    if place == len(found) or not parts or _is_gap(wanted[-1]):
        return ""
    patterns = [_pattern(line) for line in parts[-1]]
    only_place = anchored and len(parts) == 1
    if not only_place and _matching(patterns, found[-len(patterns) :]) == len(patterns):
        return ""
    return f"more came out than is shown: {found[place]!r}"


def _is_gap(line: str) -> bool:
    return line.strip() == GAP


def _told(line: str, rest: Sequence[str]) -> str:
    """Return that `line` should come first in the `rest` of what came out."""
    return f"shown {line!r}, came {rest[0]!r}" if rest else f"shown {line!r}, came nothing more"


def _matching(patterns: Sequence[str], found: Sequence[str]) -> int:
    """Return how many of the first lines of `found` match."""
    count = 0
    for pattern, line in zip(patterns, found, strict=False):
        if not re.fullmatch(pattern, line):
            break
        count += 1
    return count
