"""Source code as tables: arrays of texts, as most languages write them, with their names.

Nothing is run. An array is a bracket and texts in quotes, with commas, semicolons or blanks between them.
Each may have a value, as in a map. A text of many words, as it is split at its blanks, is one, too. Texts
that stand behind the same name many times (`word: "cigar"`, `add("cigar")`) are a list if there is no larger
one. What a comment says in between is left out. Words without quotes aren't read.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from wordle_cp.games.found.table import CUT_OFF, UnreadError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.found.value_tables import Named

    Found = tuple[str, Sequence[tuple[str, ...]]]
    """A name and rows."""

_TEXT: Final = r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`[^`\\]*+`)"""
_BLANK: Final = r"(?:\s|(?://|\#|--)[^\n]{0,400}+\n|/\*(?:[^*]|\*(?!/)){0,400}+\*/|_[ \t]{0,400}+\n)*+"
"""Blanks, and comments that aren't too long."""
_PREFIX: Final = r"(?:<<|\[)?[@*&]{0,2}(?:u8|br|[bBuUrRL])?+(?=[\"'`])"
_NUMBER: Final = r"[-+]?[\d.][\w.]*+(?:(?<=[eE])[-+]\d++)?"
_NO_TEXT: Final = r"(?i:true|false|null|nil|none|undefined)\b"
_VALUE: Final = rf"(?:{_NUMBER}|{_NO_TEXT}|(?:struct)?(?:\{{\s*\}})++|\[\s*\])"
_PAIRED: Final = rf"(?:\s*+(?:\]\s*+)?(?:=>|:=?|=)\s*(?P<value>{_VALUE}))?"
_SPREAD: Final = r"(?:\.\.\.|\*{1,2})[A-Za-z_$][\w$.]*+"
_START: Final = re.compile(rf"[\[({{]\|?{_BLANK}(?:(?:{_SPREAD}|{_NO_TEXT}){_BLANK},{_BLANK})*+(?={_PREFIX})")
_ITEM: Final = re.compile(
    rf"{_BLANK}(?:{_SPREAD}|{_NO_TEXT}|{_PREFIX}(?P<text>{_TEXT})(?:>>)?(?:\.\w++\(\)|\s+as\s+[\w<>]++)?{_PAIRED}){_BLANK}"
    rf"(?:[,;]?{_BLANK}\|?(?P<end>[\])}}])|[,;]|(?<=\s)(?=[\"'`]))"
)
_CUT_OFF: Final = re.compile(rf"{_BLANK}(?:{_PREFIX}[\"'`][^\"'`]*+[\"'`]?)?\s*\Z")
"""The end of a file within an array."""
_CHAIN: Final = re.compile(
    rf"\\.|{_TEXT}(?:(?:\s*+(?:\+|\.|&(?:[ \t]+_)?)|(?<=[,;|][\"'])[ \t]*\r?\n)\s*+{_TEXT})*+"
)
"""A text, or texts that are joined, also by a new line after a comma or its like."""
_SEVERAL: Final = re.compile(r"[\s,;|]+")
"""What stands between the words of a text."""
_ROW: Final = re.compile(rf"[\[({{]\s*({_TEXT})\s*,\s*({_NUMBER})\s*[\])}}]")
_LONG: Final = re.compile(
    r"""(?<=[=:(,\s])(?:\"{3}(?P<a>[^"]{20,}+)\"{3}|'{3}(?P<b>[^']{20,}+)'{3}|"(?P<c>[^"\\\n]{20,}+)"|'(?P<d>[^'\\\n]{20,}+)'|`(?P<e>[^`\\]{20,}+)`)"""
)
_UNQUOTED: Final = re.compile(
    r"(?:%[wWiI]|\bqw|~w)\s*[(\[{][\w\s]*+[)\]}]|^[ \t]*(?:\w+ +)?\w+=\([\w\s]*+\)|"
    r"\benum\s+(?:class\s+)?\w+[^{;]{0,40}\{[\w\s,]*+[;}]",
    re.MULTILINE,
)
"""Words without quotes: of Perl, Ruby and Elixir; of shells; of enumerations."""
_BEHIND: Final = re.compile(
    rf"(?<![\w$])(?P<name>[A-Za-z_$][\w$]*+)(?P<sign>[\"']?\s*+(?:[:=(\[]\s*+)?)(?P<text>{_TEXT})"
)
_ASSIGNED: Final = re.compile(
    r"(?P<name>[A-Za-z_$][\w$]*)(?:\[\])?['\"]?\s*(?::[^=;,]{1,40})?(?:=|:=|=>|:)\s*[^=;:,]{0,40}$"
)
_ESCAPE: Final = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL
)
_BEFORE: Final = 120
"""Characters before an array in which its name is looked for."""
_MANY_WORDS: Final = 5
_FEW_WORDS: Final = 3
_FEWEST: Final = 2
"""Texts of an array that may be a list; a single one in brackets is an argument."""
_OFTEN: Final = 3
"""Fewest texts that stand behind the same name, and are a list."""
_MOST: Final = 0.8
"""Share of such texts that are words."""


def code_tables(text: str) -> list[Named]:
    """Return the name and the rows of each array of texts in `text`, without a header.

    Raises:
        UnreadError: the file ends within one, or has more words without quotes.
    """
    text = _CHAIN.sub(_in_one, text)
    found = [*_arrays(text), *_long_texts(text)]
    pairs = [(_unescaped(row[1]), row[2]) for row in _ROW.finditer(text)]
    found += [("", pairs)] if len(pairs) >= _OFTEN else []
    size = max((sum(map(str.isalpha, chain.from_iterable(rows))) for _, rows in found), default=0)
    behind = _behind_names(text)
    if len(behind[1]) > size:
        found, size = [behind], len(behind[1])
    if any(len(match[0].split()) > max(size, _FEW_WORDS) for match in _UNQUOTED.finditer(text)):
        message = "words without quotes; arrays of texts in quotes are read, and words alone, one a line"
        raise UnreadError(message)
    return [(name, (), rows) for name, rows in found]


def _in_one(chain: re.Match[str]) -> str:
    """Return the texts of `chain` as one, if they are joined."""
    texts = re.findall(_TEXT, chain[0])
    if len(texts) <= 1 or any(one[0] != texts[0][0] for one in texts):
        return chain[0]
    return f"{texts[0][0]}{''.join(one[1:-1] for one in texts)}{texts[0][0]}"


def _arrays(text: str) -> Iterator[Found]:
    place = 0
    while (start := _START.search(text, place)) is not None:
        texts: list[str] = []
        values: list[str] = []
        place = end = start.end()
        while (item := _ITEM.match(text, end)) is not None:
            if item["text"]:
                texts.append(_unescaped(item["text"]))
                values.append(item["value"] or "")
            end = item.end()
            if item["end"]:
                place = end
                break
        if place != end and len(texts) >= _FEWEST and _CUT_OFF.match(text, end):
            raise UnreadError(CUT_OFF)
        if place != end or len(texts) < _FEWEST:
            continue
        parts = [part for one in texts for part in _SEVERAL.split(one) if part]
        if any(values):
            yield _name(text, start.start()), list(zip(texts, values, strict=True))
        else:  # each text may be many words
            words = parts if len(parts) >= _FEW_WORDS * len(texts) else texts
            yield _name(text, start.start()), [(one,) for one in words]


def _long_texts(text: str) -> Iterator[Found]:
    """Yield each text of many words."""
    for match in _LONG.finditer(text):
        inside = next(group for group in match.groups() if group is not None)
        words = _SEVERAL.split(_unescaped(f"'{inside}'").strip())
        if len(words) >= _MANY_WORDS and (name := _name(text, match.start())):
            yield name, [(word,) for word in words]


def _behind_names(text: str) -> Found:
    """Return the texts that stand behind the same name and sign, of which most are words; none if few do."""
    groups: dict[tuple[str, str], list[str]] = {}
    for match in _BEHIND.finditer(text):
        groups.setdefault((match["name"], match["sign"].strip()), []).append(_unescaped(match["text"]))
    worded = [
        (name, texts)
        for (name, _), texts in groups.items()
        if len(set(texts)) >= _OFTEN and sum(map(str.isalpha, texts)) >= _MOST * len(texts)
    ]
    name, texts = max(worded, key=lambda one: len(set(one[1])), default=("", []))
    return name, [(one,) for one in texts]


def _name(text: str, place: int) -> str:
    """Return what the array at `place` is called, if that can be seen."""
    match = _ASSIGNED.search(text[max(0, place - _BEFORE) : place])
    return match["name"] if match else ""


def _unescaped(quoted: str) -> str:
    r"""Return the text in quotes with its escapes resolved: \u00e9, \x41, \n."""
    return _ESCAPE.sub(_resolved, quoted[1:-1])


def _resolved(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return {"n": "\n", "t": "\t", "r": "\r"}.get(match[4], match[4])
    number = int(code, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""  # noqa: PLR2004
