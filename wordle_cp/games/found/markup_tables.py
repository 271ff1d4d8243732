"""Web pages and XML as tables: the texts of equal elements inside one element are a list.

Items of a list, options, paragraphs, and elements of any name in XML; a row of a table is a row, and so are
elements of different names that stand together many times. Elements within a line (a link, bold letters)
belong to the one around them. What isn't shown (scripts, styles, comments) is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

Rows = tuple[tuple[str, ...], ...]
Named = tuple[str, tuple[str, ...], Rows]

_IN_LINE: Final = frozenset(
    (
        *(
            "a",
            "abbr",
            "b",
            "bdi",
            "big",
            "cite",
            "code",
            "dfn",
            "em",
            "font",
            "i",
            "ins",
            "kbd",
            "mark",
            "q",
        ),
        *("s", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var"),
    )
)
"""Elements of a web page that stand within a line."""
_EMPTY: Final = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source"),
        *("track", "wbr"),
    )
)
"""Elements of a web page that have no end."""
_NOT_SHOWN: Final = frozenset(("script", "style", "head", "template", "noscript", "svg"))
_CELLS: Final = frozenset(("td", "th"))
_NO_END: Final = frozenset(("li", "td", "th", "tr", "option", "dt", "dd", "p"))
"""Elements that the next one of their kind ends, where their end is left out."""
_ROWS: Final = frozenset(("thead", "tbody", "tfoot"))
"""Elements that part the rows of a table."""
_NAMES: Final = ("name", "id", "class")
"""Attributes that tell what a list is called."""
_MANY_WORDS: Final = 3
_DEEPEST: Final = 100
"""Elements within elements that are told apart."""


@dataclass(slots=True)
class _Element:
    """An element that is open: its text, the texts of its children by tag, and rows by header."""

    tag: str
    name: str
    text: list[str] = field(default_factory=list)
    lists: dict[str, list[str]] = field(default_factory=dict)
    rows: dict[tuple[str, ...], list[tuple[str, ...]]] = field(default_factory=dict)
    cells: list[str] = field(default_factory=list)

    def add_row(self, header: tuple[str, ...], row: tuple[str, ...]) -> None:
        """Add one row."""
        self.rows.setdefault(header, []).append(row)

    def take_text(self) -> str:
        """Return its text, or that of its only child, which then isn't a list."""
        text = "".join(self.text).strip()
        if not text and not self.rows and [len(texts) for texts in self.lists.values()] == [1]:
            [[text]] = self.lists.values()
            self.lists = {}
        return text


class _Reader(HTMLParser):
    """Collects tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open = [_Element("", "")]
        self.tables: list[Named] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        if tag == "br":
            self._open[-1].text.append("\n")
        if tag in _EMPTY or tag in _IN_LINE or len(self._open) > _DEEPEST:
            return
        if tag in _NO_END and self._open[-1].tag in ({tag} | (_CELLS if tag in _CELLS else set())):
            self._close()
        known = dict(attrs)
        name = next((value for key in _NAMES if (value := known.get(key))), "")
        self._open.append(_Element(tag, name))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element without contents: in XML its attributes may be a row."""
        if tag in _EMPTY or tag in _IN_LINE:
            self.handle_starttag(tag, attrs)
        elif attrs:
            self._open[-1].add_row(tuple(key for key, _ in attrs), tuple(value or "" for _, value in attrs))

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and those in it that were left open."""
        if tag in _IN_LINE or all(one.tag != tag for one in self._open[1:]):
            return
        while self._open[-1].tag != tag:
            self._close()
        self._close()

    def handle_data(self, data: str) -> None:
        """Take in a text."""
        self._open[-1].text.append(data)

    def unknown_decl(self, data: str) -> None:
        """Take in the text of <![CDATA[...]]>."""
        self._open[-1].text.append(data.removeprefix("CDATA["))

    def close(self) -> None:
        """Close what is still open."""
        super().close()
        while len(self._open) > 1:
            self._close()
        self._finish(self._open[0])

    def _close(self) -> None:
        element = self._open.pop()
        if element.tag in _NOT_SHOWN:
            return
        above = self._open[-1]
        text = element.take_text()
        if any(one.tag in _CELLS for one in self._open):
            above.text.append(f" {text} ")
            return
        if element.tag in _CELLS:
            above.cells.append(" ".join(text.split()))
            return
        if element.cells:
            above.add_row((), tuple(element.cells))
        elif element.tag in _ROWS:
            for header, rows in element.rows.items():
                above.rows.setdefault(header, []).extend(rows)
            element.rows = {}
        elif len(element.lists) > 1 and all(len(texts) == 1 for texts in element.lists.values()):
            above.add_row(tuple(element.lists), tuple(texts[0] for texts in element.lists.values()))
            element.lists = {}
        elif text:
            above.lists.setdefault(element.tag, []).append(text)
        self._finish(element)

    def _finish(self, element: _Element) -> None:
        for header, rows in element.rows.items():
            self.tables.append((element.name, header, tuple(rows)))
        for tag, texts in element.lists.items():
            words = texts if len(texts) > 1 else texts[0].replace(",", " ").split()
            if len(texts) > 1 or len(words) >= _MANY_WORDS:
                self.tables.append((element.name or tag, (), tuple((word,) for word in words)))


def markup_tables(text: str) -> list[Named]:
    """Return a name, a header and the rows of each list and table in `text`; an empty header is unknown."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.tables
