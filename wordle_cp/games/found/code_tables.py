"""Source code as tables: arrays of texts in quotes, as most languages write them, with their names.

Nothing is run. An array is a bracket and texts with commas between them; a text of many words, as it is split
at its blanks, is one, too. What a comment says in between is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    Named = tuple[str, tuple[tuple[str, ...], ...]]

_TEXT: Final = r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`[^`\\]*+`)"""
_BLANK: Final = r"(?:\s|//[^\n]*+\n|/\*(?:[^*]|\*(?!/))*+\*/|\#[^\n]*+\n)*+"
_ARRAY: Final = re.compile(
    rf"[\[({{]{_BLANK}({_TEXT}(?:{_BLANK},{_BLANK}{_TEXT})*+){_BLANK},?{_BLANK}[\])}}]", re.DOTALL
)
_LITERAL: Final = re.compile(rf"({_TEXT})|//[^\n]*+\n|/\*(?:[^*]|\*(?!/))*+\*/|\#[^\n]*+\n", re.DOTALL)
_LONG: Final = re.compile(
    r"""(?<=[=:(,\s])(?:\"{3}(?P<a>[^"]{20,}+)\"{3}|'{3}(?P<b>[^']{20,}+)'{3}|"(?P<c>[^"\\\n]{20,}+)"|'(?P<d>[^'\\\n]{20,}+)'|`(?P<e>[^`\\]{20,}+)`)"""
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


def code_tables(text: str) -> list[Named]:
    """Return the name and the rows of each array of texts in `text`."""
    return [*_arrays(text), *_long_texts(text)]


def _arrays(text: str) -> Iterator[Named]:
    for match in _ARRAY.finditer(text):
        texts = [_unescaped(literal[1][1:-1]) for literal in _LITERAL.finditer(match[1] + "\n") if literal[1]]
        if len(texts) >= _FEWEST:
            parts = [part for one in texts for part in one.split()]
            lines = len(parts) >= _FEW_WORDS * len(texts)  # each text is many words
            yield _name(text, match.start()), tuple((one,) for one in (parts if lines else texts))


def _long_texts(text: str) -> Iterator[Named]:
    """Yield each text of many words."""
    for match in _LONG.finditer(text):
        inside = next(group for group in match.groups() if group is not None)
        words = re.split(r"[\s,;|]+", _unescaped(inside).strip())
        if len(words) >= _MANY_WORDS and _name(text, match.start()):
            yield _name(text, match.start()), tuple((word,) for word in words)


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
