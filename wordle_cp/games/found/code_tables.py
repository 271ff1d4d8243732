"""Source code as tables: arrays of texts, as most languages write them, with their names.

Nothing is run. An array is a bracket and texts in quotes, with commas, semicolons or blanks between them.
Each may have a value, as in a map. A text of many words, as it is split at its blanks, is one, too, and so
are words without quotes where a language has a form for that (`qw`, `%w`, an array of a shell, an
enumeration). Texts that stand behind the same name many times (`word: "cigar"`, `add("cigar")`) are a list if
there is no larger one. What a comment says in between is left out.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from wordle_cp.games.found.table import CutOffError

if TYPE_CHECKING:
    from collections.abc import Iterator

    Rows = tuple[tuple[str, ...], ...]
    Named = tuple[str, Rows]

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
_UNION: Final = re.compile(rf"=\s*+\|?(?P<texts>(?:\s*+{_TEXT}\s*+\|)++\s*+{_TEXT})")
_SEVERAL: Final = re.compile(r"[\s,;|]+")
"""What stands between the words of a text."""
_ROW: Final = re.compile(rf"[\[({{]\s*({_TEXT})\s*,\s*({_NUMBER})\s*[\])}}]")
_LONG: Final = re.compile(
    r"""(?<=[=:(,\s])(?:\"{3}(?P<a>[^"]{20,}+)\"{3}|'{3}(?P<b>[^']{20,}+)'{3}|"(?P<c>[^"\\\n]{20,}+)"|'(?P<d>[^'\\\n]{20,}+)'|`(?P<e>[^`\\]{20,}+)`)"""
)
_UNQUOTED: Final = (
    re.compile(r"(?:%[wWiI]|\bqw|~w)\s*(?:\((?P<a>[^()]*+)\)|\[(?P<b>[^\[\]]*+)\]|\{(?P<c>[^{}]*+)\})"),
    re.compile(r"^[ \t]*(?:\w+ +)?\w+=\((?P<a>[\w\s]*+)\)", re.MULTILINE),
    re.compile(r"\benum\s+(?:class\s+)?\w+[^{;]{0,40}\{(?P<a>[\w\s,]*+)[;}]"),
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
    """Return the name and the rows of each array of texts in `text`."""
    text = _CHAIN.sub(_in_one, text)
    found = [*_arrays(text), *_pairs(text), *_long_texts(text), *_unquoted(text)] or [*_unions(text)]
    size = max((sum(map(_is_word, chain.from_iterable(rows))) for _, rows in found), default=0)
    behind = _behind_names(text)
    return [behind] if behind is not None and len(behind[1]) > size else found


def _in_one(chain: re.Match[str]) -> str:
    """Return the texts of `chain` as one, if they are joined."""
    texts = re.findall(_TEXT, chain[0])
    if len(texts) <= 1 or any(one[0] != texts[0][0] for one in texts):
        return chain[0]
    return f"{texts[0][0]}{''.join(one[1:-1] for one in texts)}{texts[0][0]}"


def _unions(text: str) -> Iterator[Named]:
    """Yield each type that is one of several texts."""
    for match in _UNION.finditer(text):
        texts = re.findall(_TEXT, match["texts"])
        yield _name(text, match.start("texts")), tuple((_unescaped(one[1:-1]),) for one in texts)


def _arrays(text: str) -> Iterator[Named]:
    place = 0
    while (start := _START.search(text, place)) is not None:
        texts, values, place = _items(text, start.end())
        if len(texts) >= _FEWEST:
            parts = [part for one in texts for part in _SEVERAL.split(one) if part]
            lines = len(parts) >= _FEW_WORDS * len(texts)  # each text is many words
            name = _name(text, start.start())
            if any(values):
                yield name, tuple(zip(texts, values, strict=True))
            else:
                yield name, tuple((one,) for one in (parts if lines else texts))


def _items(text: str, place: int) -> tuple[list[str], list[str], int]:
    """Return the texts of the array at `place`, their values, and where to go on; no texts if it is none.

    Raises:
        CutOffError: the file ends within it.
    """
    texts: list[str] = []
    values: list[str] = []
    first = place
    while (item := _ITEM.match(text, place)) is not None:
        if item["text"]:
            texts.append(_unescaped(item["text"][1:-1]))
            values.append(item["value"] or "")
        place = item.end()
        if item["end"]:
            return texts, values, place
    if len(texts) >= _FEWEST and _CUT_OFF.match(text, place):
        raise CutOffError
    return [], [], first


def _pairs(text: str) -> Iterator[Named]:
    """Yield the rows of a text and a number, each in brackets."""
    rows = tuple((_unescaped(row[1][1:-1]), row[2]) for row in _ROW.finditer(text))
    if len(rows) >= _OFTEN:
        yield "", rows


def _long_texts(text: str) -> Iterator[Named]:
    """Yield each text of many words."""
    for match in _LONG.finditer(text):
        inside = next(group for group in match.groups() if group is not None)
        words = _SEVERAL.split(_unescaped(inside).strip())
        if len(words) >= _MANY_WORDS and _name(text, match.start()):
            yield _name(text, match.start()), tuple((word,) for word in words)


def _unquoted(text: str) -> Iterator[Named]:
    """Yield the lists of words without quotes."""
    for match in chain.from_iterable(form.finditer(text) for form in _UNQUOTED):
        words = next(group for group in match.groups() if group is not None).replace(",", " ").split()
        if len(words) >= _FEWEST:
            yield _name(text, match.start()), tuple((word,) for word in words)


def _behind_names(text: str) -> Named | None:
    """Return the texts that stand behind the same name and sign, of which most are words; None if few do."""
    groups: dict[tuple[str, str], list[str]] = {}
    for match in _BEHIND.finditer(text):
        key = match["name"], match["sign"].strip()
        groups.setdefault(key, []).append(_unescaped(match["text"][1:-1]))
    worded = [
        (name, texts)
        for (name, _), texts in groups.items()
        if len(set(texts)) >= _OFTEN and sum(map(_is_word, texts)) >= _MOST * len(texts)
    ]
    if not worded:
        return None
    name, texts = max(worded, key=lambda one: len(set(one[1])))
    return name, tuple((one,) for one in texts)


def _is_word(text: str) -> bool:
    return text.isalpha()


def _name(text: str, place: int) -> str:
    """Return what the array at `place` is called, if that can be seen."""
    match = _ASSIGNED.search(text[max(0, place - _BEFORE) : place])
    return match["name"] if match else ""


def _unescaped(text: str) -> str:
    r"""Return `text` with its escapes resolved: \u00e9, \x41, \n."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_resolved, text)


def _resolved(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return {"n": "\n", "t": "\t", "r": "\r"}.get(match[4], match[4])
    number = int(code, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""  # noqa: PLR2004
