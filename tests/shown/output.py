"""Comparing what a document shows with what came out."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP: Final = "..."
OPTIONAL: Final = ("states ", "effort ")
"""What lines begin with that may be left out."""
_VARYING: Final = re.compile(r"\d[\d,]*(?:\.\d+)?(?= s\b| seconds\b)")
_EFFORT: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NUMBER: Final = re.compile(r"[+-]?\d[\d,.]*")
_VARIANT: Final = re.compile(r"(?:original|toy|nyt-[\d-]+)[,:]?")
_CAPITALS: Final = re.compile(r"[A-Z]{2,}")


def difference(shown: Sequence[str], printed: str, *, wrapped: bool = False, labels: bool = False) -> str:
    """Return what of `shown` didn't come out in `printed`; nothing if all did, in order and with no more.

    A line ``...`` stands for any lines, ``...`` in a line for any text; seconds, and every number of a line
    ``effort``, stand for any number. Lines that are `OPTIONAL` may be left out. With `wrapped`, breaks of
    lines and spaces mean nothing. With `labels` something else was run, so only the first word of each line
    is compared, where a number, capitals and a variant's name stand for any such, and lines may be missing
    between them.
    """
    wanted, found = _trimmed(shown), _trimmed(printed.splitlines())
    for kind in OPTIONAL:
        if not any(line.startswith(kind) for line in wanted):
            found = [line for line in found if not line.startswith(kind)]
    if labels:
        kinds = [_kind(line) for line in found]
        wanted_kinds = [kind for kind, _ in groupby(_kind(line) for line in wanted if line.strip() != GAP)]
        return _first_missing([re.escape(kind) for kind in wanted_kinds], kinds, wanted_kinds)
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


def _kind(line: str) -> str:
    """Return the first word of `line`, or what kind of word it is."""
    word = (line.split() or [""])[0]
    if _NUMBER.fullmatch(word):
        return "(number)"
    if _VARIANT.fullmatch(word):
        return "(variant)"
    return "(capitals)" if _CAPITALS.fullmatch(word) else word


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


def _first_missing(patterns: Sequence[str], lines: Sequence[str], names: Sequence[str]) -> str:
    """Return the first of `patterns` that no line after those of the ones before it matches."""
    place = 0
    for pattern, name in zip(patterns, names, strict=True):
        while place < len(lines) and not re.fullmatch(pattern, lines[place]):
            place += 1
        if place == len(lines):
            return f"no line begins with {name!r}, after those of the lines above it"
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
