"""Values as tables: what JSON, YAML, TOML, web pages, XML, SQL and source code hold.

A value is a text, a list of values, or an object: names and values, a name that comes twice included. Arrays
of texts, of rows and of objects are tables, and so are objects of texts or numbers. In a web page and in XML
the texts of equal elements inside one element are an array; elements within a line belong to the one around
them, and what isn't shown is left out. In SQL the rows that are inserted are a table. A trie isn't read.

Source code isn't run: an array is a bracket and texts in quotes, with commas, semicolons or blanks between
them. Each may have a value, as in a map. A text of many words, as it is split at its blanks, is one, too.
Texts that stand behind the same name many times (`word: "cigar"`, `add("cigar")`) are a list if there is no
larger one. What a comment says in between is left out. Words without quotes aren't read.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import yaml

from wordle_cp.games.found.table import CUT_OFF, UnreadError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Named = tuple[str, tuple[str, ...], Sequence[tuple[str, ...]]]
    """A name, a header or none, and rows."""
    Found = tuple[str, Sequence[tuple[str, ...]]]
    """A name and rows."""

UNNAMED: Final = "array "
"""How the name of an array without one begins; its number follows."""
_WORDS: Final = 3
"""Fewest words of a text that is a list of them."""
_LETTER_BY_LETTER: Final = "words letter by letter; whole ones are read, in arrays or one a line"


class Object(list[tuple[str, Any]]):
    """The names and values of an object, a name that comes twice included."""


def json_tables(text: str) -> list[Named]:
    """Return the tables in JSON, or in lines of JSON; none if it isn't JSON.

    Raises:
        UnreadError: it lacks its end, or has words letter by letter.
    """
    try:
        try:
            value = _whole(text.strip())
        except ValueError:
            *lines, last = text.strip().splitlines()
            if not lines:  # it isn't lines of JSON
                raise
            value = [*map(_loads, filter(str.strip, lines)), _whole(last)]
        return _tables_of(value)
    except (ValueError, RecursionError):
        return []


def _whole(text: str) -> object:
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
            raise UnreadError(CUT_OFF) from error
        raise


def _loads(text: str) -> object:
    # Numbers stay as they are written, so that none of their digits is lost.
    return json.loads(text, object_pairs_hook=Object, parse_int=str, parse_float=str)


def yaml_tables(text: str) -> list[Named]:
    """Return the tables in YAML, where each text means itself; none if it isn't YAML, or repeats parts.

    Raises:
        UnreadError: it has words letter by letter.
    """
    try:
        return _tables_of(_of_node(yaml.compose(text, yaml.BaseLoader), set()))
    except (ValueError, RecursionError, yaml.YAMLError):
        return []


def toml_tables(text: str) -> list[Named]:
    """Return the tables in TOML, as those in JSON; none if it isn't TOML."""
    try:
        return json_tables(json.dumps(tomllib.loads(text, parse_float=str), default=str))
    except (ValueError, RecursionError):
        return []


def _of_node(node: yaml.Node | None, met: set[int]) -> object:
    if id(node) in met:
        message = "a part that is repeated by its name"
        raise ValueError(message)
    met.add(id(node))
    if isinstance(node, yaml.MappingNode):
        return Object((str(key.value), _of_node(value, met)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_of_node(one, met) for one in node.value]
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def _tables_of(value: object) -> list[Named]:
    if _letters_on_a_way(value) >= _WORDS:
        raise UnreadError(_LETTER_BY_LETTER)
    return list(tables_in(value, ""))


def _letters_on_a_way(value: object) -> int:
    """Return how many names on a way into an object are single letters, at most."""
    pairs = value if isinstance(value, Object) else ()
    return max(((len(key) == 1) + _letters_on_a_way(one) for key, one in pairs), default=0)


def tables_in(value: object, name: str) -> Iterator[Named]:
    """Yield the tables in a value that is called `name`.

    Raises:
        UnreadError: it has words letter by letter.
    """
    if isinstance(value, Object):
        yield from _object_tables(value, name)
    elif isinstance(value, list):
        yield from _array_tables(value, name)
    elif len(words := _words(value)) >= _WORDS:
        yield name, (), [(word,) for word in words]


def _object_tables(value: Object, name: str) -> Iterator[Named]:
    if value and all(_is_scalar(one) and len(_words(one)) < _WORDS for _, one in value):
        yield name, (), [(key, _shown(one)) for key, one in value]
    elif len(value) >= _WORDS and all(isinstance(one, Object) for _, one in value):
        yield from _records(name, [Object([("word", key), *one]) for key, one in value])
    else:
        for key, one in value:
            yield from tables_in(one, key)


def _array_tables(value: Sequence[object], name: str) -> Iterator[Named]:
    rows = [
        one
        for one in value
        if isinstance(one, list) and not isinstance(one, Object) and all(map(_is_scalar, one))
    ]
    records = [one for one in value if isinstance(one, Object)]
    is_table = len(rows) == len(value) and len({len(row) for row in rows}) == 1 and len(rows[0]) < len(rows)
    if value and all(map(_is_scalar, value)):
        # True and false are words as texts alone.
        yield (
            name,
            (),
            [(f"the value {_shown(one)}" if isinstance(one, bool) else _shown(one),) for one in value],
        )
    elif value and len(records) == len(value):
        yield from _records(name, records)
    elif rows and all(len(row) >= _WORDS and all(len(_shown(one)) == 1 for one in row) for row in rows):
        raise UnreadError(_LETTER_BY_LETTER)
    elif is_table:
        yield name, (), [tuple(map(_shown, row)) for row in rows]
    else:
        texts = [(one,) for one in value if isinstance(one, str) and len(_words(one)) < _WORDS]
        if len(texts) > 1:
            yield name, (), texts
        for number, one in enumerate(value, 1):
            yield from tables_in(one, f"{name}[{number}]" if name else f"{UNNAMED}{number}")


def _records(name: str, records: Sequence[Object]) -> Iterator[Named]:
    """Yield the table of these objects, a row each, or what lies deeper in them."""
    keys = tuple(dict.fromkeys(key for record in records for key, one in record if _is_scalar(one)))
    rows: list[tuple[str, ...]] = []
    deeper: dict[str, list[object]] = {}
    for record in records:
        known: dict[str, list[str]] = {}
        for key, one in record:
            if _is_scalar(one):
                known.setdefault(key, []).append(_shown(one))
            else:
                deeper.setdefault(key, []).append(one)
        columns = [known.get(key, [""]) for key in keys]
        rows += [  # a name that comes twice makes two rows, so that neither value is lost
            tuple(cells[min(number, len(cells) - 1)] for cells in columns)
            for number in range(max(map(len, columns), default=0))
        ]
    if keys:
        yield name, keys, rows
        return
    for key, values in deeper.items():
        are_records = all(isinstance(one, Object) for one in values)
        for one in [values] if are_records else values:
            yield from tables_in(one, key)


def _is_scalar(value: object) -> bool:
    return not isinstance(value, list)


def _shown(value: object) -> str:
    said = "" if value is None else str(value)
    return said.lower() if isinstance(value, bool) else said


def _words(value: object) -> list[str]:
    """Return the words of a value that is a text."""
    return value.replace(",", " ").split() if isinstance(value, str) else []


_IN_LINE: Final = re.compile(
    "a|abbr|b|bdi|big|cite|code|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var|"
    "thead|tbody|tfoot|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
)
"""Elements of a web page that stand within a line, part the rows of a table, or have no end."""
_NOT_SHOWN: Final = re.compile("script|style|head|template|noscript|svg")
_CELLS: Final = frozenset(("td", "th"))
_NO_END: Final = re.compile("li|td|th|tr|option|dt|dd|p")
"""Elements that the next one of their kind ends, where their end is left out."""
_NAMES: Final = ("name", "id", "class")
"""Attributes that tell what a list is called."""
_DEEPEST: Final = 100
"""Elements within elements that are told apart."""


@dataclass(slots=True)
class _Element:
    """An element that is open: its text, and the values of those in it, by tag."""

    tag: str
    name: str
    text: list[str] = field(default_factory=list)
    inside: dict[str, list[object]] = field(default_factory=dict)

    def value(self) -> object:
        """Return what it holds: a text, the values of the elements in it, or an object of them."""
        text = " ".join("".join(self.text).split())
        if self.tag in _CELLS:
            return " ".join([text, *(str(one) for ones in self.inside.values() for one in ones)]).strip()
        if len(self.inside) > 1 and _CELLS.isdisjoint(self.inside):
            return Object((tag, ones if len(ones) > 1 else ones[0]) for tag, ones in self.inside.items())
        values = [one for ones in self.inside.values() for one in ones]
        return (values if len(values) > 1 else values[0]) if values else text


class _Reader(HTMLParser):
    """Makes a value of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [_Element("", "")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        if tag == "br":
            self.open[-1].text.append("\n")
        if _IN_LINE.fullmatch(tag) or len(self.open) > _DEEPEST:
            return
        if _NO_END.fullmatch(tag) and self.open[-1].tag in ({tag} | (_CELLS if tag in _CELLS else set())):
            self.close_one()
        known = dict(attrs)
        self.open.append(_Element(tag, next((value for key in _NAMES if (value := known.get(key))), "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element without contents: in XML its attributes may be a record."""
        if _IN_LINE.fullmatch(tag):
            self.handle_starttag(tag, attrs)
        elif attrs:
            record = Object((key, value or "") for key, value in attrs)
            self.open[-1].inside.setdefault(tag, []).append(record)

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and those in it that were left open."""
        if not _IN_LINE.fullmatch(tag) and any(one.tag == tag for one in self.open[1:]):
            while self.open[-1].tag != tag:
                self.close_one()
            self.close_one()

    def handle_data(self, data: str) -> None:
        """Take in a text."""
        self.open[-1].text.append(data)

    def unknown_decl(self, data: str) -> None:
        """Take in the text of <![CDATA[...]]>."""
        self.open[-1].text.append(data.removeprefix("CDATA["))

    def close_one(self) -> None:
        """Close the last element; what it holds is added to the one around it."""
        element = self.open.pop()
        value = element.value()
        if not _NOT_SHOWN.fullmatch(element.tag) and (value != "" or element.tag in _CELLS):
            is_list = isinstance(value, list) and not isinstance(value, Object) and element.tag != "tr"
            self.open[-1].inside.setdefault((is_list and element.name) or element.tag, []).append(value)


def markup_tables(text: str) -> list[Named]:
    """Return the tables in a web page or in XML."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    while len(reader.open) > 1:
        reader.close_one()
    return list(tables_in(reader.open[0].value(), ""))


_INSERT: Final = re.compile(
    r"\b(?:INSERT|REPLACE)\s+(?:\w+\s+){0,3}INTO\s+(?:[`\"\[]?\w+[`\"\]]?\.)*[`\"\[]?(?P<table>\w+)[`\"\]]?\s*"
    r"(?:\((?P<columns>[^()]*)\))?\s*VALUES?\b",
    re.IGNORECASE,
)
_COPY: Final = re.compile(r"^COPY\s[^;\n]{1,400}?\sFROM\s+STDIN\b", re.IGNORECASE | re.MULTILINE)
_BETWEEN: Final = r"(?:\s|--[^\n]*+\n|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_ROW: Final = re.compile(
    rf"{_BETWEEN},?{_BETWEEN}\((?P<cells>(?:[^'()]|'(?:[^'\\]|''|\\.)*+'|\((?:[^()'])*+\))*+)\){_BETWEEN}(?P<more>,?)"
)


def sql_tables(text: str) -> list[Named]:
    """Return the columns and the rows of each table into which commands of SQL insert them.

    Raises:
        UnreadError: a row lacks its end, or rows are copied.
    """
    if _COPY.search(text):
        message = "rows of COPY; those of INSERT are read, and CSV"
        raise UnreadError(message)
    tables: dict[tuple[str, tuple[str, ...]], list[tuple[str, ...]]] = {}
    for match in _INSERT.finditer(text):
        columns = tuple(
            name.strip('`"[] \t\r\n') for name in (match["columns"] or "").split(",") if name.strip()
        )
        rows = tables.setdefault((match["table"], columns), [])
        place, more = match.end(), True
        while (row := _ROW.match(text, place)) is not None:
            cells = re.sub(r"::\w+(?:\(\d+\))?|\(\)|\b[NE](?=')", "", " ".join(row["cells"].split()))
            rows += map(tuple, csv.reader([cells], quotechar="'", escapechar="\\", skipinitialspace=True))
            place, more = row.end(), bool(row["more"])
        if more:
            raise UnreadError(CUT_OFF)
    return [(name, columns, rows) for (name, columns), rows in tables.items()]


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
_PAIR: Final = re.compile(rf"[\[({{]\s*({_TEXT})\s*,\s*({_NUMBER})\s*[\])}}]")
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
    pairs = [(_unescaped(row[1]), row[2]) for row in _PAIR.finditer(text)]
    found += [("", pairs)] if len(pairs) >= _OFTEN else []
    size = max((sum(map(str.isalpha, chain.from_iterable(rows))) for _, rows in found), default=0)
    behind = _behind_names(text)
    if len(behind[1]) > size:
        found, size = [behind], len(behind[1])
    if any(len(match[0].split()) > max(size, _WORDS) for match in _UNQUOTED.finditer(text)):
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
            words = parts if len(parts) >= _WORDS * len(texts) else texts
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
