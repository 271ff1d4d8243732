"""What people write around the squares that they share: prose, bullets, numbers, links.

Only lines of a game are left: those with squares, and those of words or responses alone. What is left out
becomes blanks, so that places stay what they are.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_GREYS: Final = "⬛⬜◼◻◾◽▪▫⚫⚪🖤🤍"
_YELLOWS: Final = "🟨🟦🟪🟡🔵🟣💛💙💜"
_GREENS: Final = "🟩🟧🟢🟠💚🧡"
SQUARES: Final = {
    sign: tile for tile, signs in zip("BYG", (_GREYS, _YELLOWS, _GREENS), strict=True) for sign in signs
}
"""What games and people write for tiles: dark, light, with high contrast, of Nerdle, in other shapes."""
_ALIKE: Final = (("🟨🟡💛", "🟦🔵💙", "🟪🟣💜"), ("🟩🟢💚", "🟧🟠🧡"))
"""What means the same in games of different colours, and so isn't in one row."""
_RED: Final = "🟥"
_OF_MOTUS: Final = str.maketrans("🟥🟡🟦", "🟩🟨⬛")
"""What SUTOM and its like share: red in place, yellow elsewhere, blue for no letter of the word."""
_NAMED: Final = re.compile(
    r":(?:(?P<grey>(?:black|white)(?:_large|_medium)?_square|(?:black|white)_circle)"
    r"|(?P<yellow>(?:large_)?(?:yellow|blue|purple)_(?:square|circle))|(?P<green>(?:large_)?(?:green|orange)_(?:square|circle))):"
)
"""Names of squares, as chat programs have them."""
_FRONT: Final = re.compile(
    r"^\s*(?:[>*•◦·\u2013\u2014-]+\s+)*(?:(?:#|no\.?\s*)?\d{1,2}(?:/\d{1,2})?(?:\s*[.):]\s*|\s+))?",
    re.IGNORECASE,
)
"""A quotation mark, a bullet and a number before a row."""
_MARKS: Final = re.compile(r"[()\[\]{}\"'`*|~“”„«»<>]|[\u2013\u2014](?!\S)|(?<!\S)[\u2013\u2014]")
"""Signs around words beside a row."""
_COUNT: Final = re.compile(r"\(\d[\d.,]*\)")
"""How many words are left, which some programs put beside a row."""
_ROW: Final = 3
"""Signs of a line that may be a row of squares of another kind."""
_BLANK: Final = " "


def mixes_colours(row: str) -> bool:
    """Tell whether a row of squares has two colours that mean the same, so that one means something else."""
    return any(sum(not set(row).isdisjoint(kind) for kind in kinds) > 1 for kinds in _ALIKE)


def tidied(text: str, is_part: Callable[[str], bool]) -> str:
    """Return a game without what people write around it; as it is if it has no squares.

    `is_part` tells of a text whether it is a word of the game or a response.
    """
    named = _NAMED.sub(
        lambda match: {"grey": "⬛", "yellow": "🟨", "green": "🟩"}[match.lastgroup or ""], text
    )
    if _RED in named and "🟦" in named and not {"🟩", "🟧"} & set(named):
        named = named.translate(_OF_MOTUS)
    if not any(sign in named for sign in SQUARES):
        return text
    return "".join(_line(line, is_part) for line in named.splitlines(keepends=True))


def _line(line: str, is_part: Callable[[str], bool]) -> str:
    said = _FRONT.sub(_blanked, line)
    if any(sign in line for sign in SQUARES):
        return _MARKS.sub(_BLANK, _COUNT.sub(_blanked, said))
    said = _MARKS.sub(_BLANK, said)
    parts = re.split(r"[\s.,;:=→]+|->", said.strip())
    if all(len(part) == 1 for part in parts):
        parts = ["".join(parts)]
    signs = sum(unicodedata.category(sign) == "So" for sign in line)
    if all(map(is_part, parts)) or (signs >= _ROW and not any(map(str.isalnum, line))):
        return said
    return re.sub(r"\S", _BLANK, line)


def _blanked(match: re.Match[str]) -> str:
    return _BLANK * len(match[0])
