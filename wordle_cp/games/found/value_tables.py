"""Values as tables: what JSON, YAML, TOML, web pages, XML, SQL and source code hold.

A value is a text, a list of values, or an object: names and values, a name that comes twice included. Arrays
of texts, of rows and of objects are tables, and so are objects of texts or numbers. In a web page and in XML
the texts of equal elements inside one element are an array; elements within a line belong to the one around
them, and what isn't shown is left out. In SQL the rows that are inserted are a table.

Source code isn't run: an array is a bracket and texts in quotes, with commas, semicolons or blanks between
them. Each may have a value, as in a map. A text of many words, as it is split at its blanks, is one, too.
Texts that stand behind the same name many times (`word: "cigar"`, `add("cigar")`) are a list if there is no
larger one. What a comment says in between is left out.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from itertools import chain
from typing import Any, Final, TypeAlias

import yaml

from wordle_cp.games.found.table import UnreadError

Named: TypeAlias = tuple[str, tuple[str, ...], Sequence[tuple[str, ...]]]
"""A name, a header or none, and rows."""

UNNAMED: Final = "array "
"""How the name of an array without one begins; its number follows."""
_FEW: Final = 3
"""Fewest words of a text that is a list, and texts behind one name."""
_CUT_OFF: Final = "one that breaks off: get the whole file, or write its words into a text file, one a line"
_ALIAS: Final = re.compile(r"(?:^|[\s\[{,:])\*")
_MOST_MARKS: Final = 500_000
"""Most marks in YAML, each of which can begin a part that takes some 30 microseconds and a kilobyte."""


class Object(list[tuple[str, Any]]):
    """The names and values of an object, a name that comes twice included."""


# Numbers stay as they are written, so that none of their digits is lost.
_JSON: Final = json.JSONDecoder(object_pairs_hook=Object, parse_int=str, parse_float=str)


def json_tables(text: str) -> list[Named]:
    """Return the tables in JSON, or in lines of JSON; none if it isn't JSON."""
    text, end = text.rstrip(), 0
    values: list[Any] = []
    try:
        while end < len(text):
            value, end = _JSON.raw_decode(text, end)
            end += len(re.compile(r"\s*+").match(text, end)[0])  # type: ignore[index]
            values.append(value)
        return list(_tables_in(values if len(values) > 1 else values[0], ""))
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
            raise UnreadError(_CUT_OFF) from error
        return []
    except RecursionError:
        return []


def yaml_tables(text: str) -> list[Named]:
    """Return the tables in YAML, where each text means itself; none if it isn't YAML, or repeats parts."""
    try:
        return list(_tables_in(yaml_value(text, Object), ""))
    except (ValueError, RecursionError, yaml.YAMLError):
        return []


def yaml_value(text: str, objects: Callable[[list[tuple[str, object]]], object]) -> Any:  # noqa: ANN401
    """Return the value of a YAML text, whose texts all mean themselves; `objects` makes its mappings.

    Raises:
        ValueError: a part is repeated by its name, or there are too many. YAMLError: it isn't YAML.
    """
    if sum(map(text.count, "\n,:-?[{")) > _MOST_MARKS or _ALIAS.search(text):
        message = f"expected YAML of at most {_MOST_MARKS:,} lines, commas and the like, without aliases"
        raise ValueError(message)

    def value_of(node: yaml.Node | None) -> object:
        if isinstance(node, yaml.MappingNode):
            return objects([(str(value_of(name)), value_of(one)) for name, one in node.value])
        return [*map(value_of, node.value)] if isinstance(node, yaml.SequenceNode) else node and node.value

    return value_of(yaml.compose(text, yaml.BaseLoader))


def toml_tables(text: str) -> list[Named]:
    """Return the tables in TOML, as those in JSON; none if it isn't TOML."""
    try:
        return json_tables(json.dumps(tomllib.loads(text, parse_float=str), default=str))
    except (ValueError, RecursionError):
        return []


def _tables_in(value: object, name: str) -> Iterator[Named]:
    """Yield the tables in a value that is called `name`."""
    if isinstance(value, Object):
        if value and not any(isinstance(one, list) or len(_words(one)) >= _FEW for _, one in value):
            yield name, (), [(key, _shown(one)) for key, one in value]
        elif len(value) >= _FEW and all(isinstance(one, Object) for _, one in value):
            yield from _records(name, [Object([("word", key), *one]) for key, one in value])
        else:
            yield from chain.from_iterable(_tables_in(one, key) for key, one in value)
    elif isinstance(value, list):
        yield from _array_tables(value, name)
    elif len(words := _words(value)) >= _FEW:
        yield name, (), [(word,) for word in words]


def _array_tables(value: list[object], name: str) -> Iterator[Named]:
    rows = [one for one in value if type(one) is list and not any(isinstance(cell, list) for cell in one)]
    records = [one for one in value if isinstance(one, Object)]
    if value and not any(isinstance(one, list) for one in value):
        # True and false are words as texts alone.
        said = [f"the value {_shown(one)}" if isinstance(one, bool) else _shown(one) for one in value]
        yield name, (), [(one,) for one in said]
    elif value and len(records) == len(value):
        yield from _records(name, records)
    elif len(rows) == len(value) and len({len(row) for row in rows}) == 1 and len(rows[0]) < len(rows):
        yield name, (), [tuple(map(_shown, row)) for row in rows]
    else:
        texts = [(one,) for one in value if isinstance(one, str) and len(_words(one)) < _FEW]
        if len(texts) > 1:
            yield name, (), texts
        for number, one in enumerate(value, 1):
            yield from _tables_in(one, f"{name}[{number}]" if name else f"{UNNAMED}{number}")


def _records(name: str, records: Sequence[Object]) -> Iterator[Named]:
    """Yield the table of these objects, a row each, or what lies deeper in them."""
    keys = tuple(dict.fromkeys(key for one in records for key, cell in one if not isinstance(cell, list)))
    if not keys:
        deeper: dict[str, list[object]] = {}
        for key, one in chain.from_iterable(records):
            deeper.setdefault(key, []).append(one)
        for key, values in deeper.items():
            are_records = all(isinstance(one, Object) for one in values)
            yield from chain.from_iterable(
                _tables_in(one, key) for one in ([values] if are_records else values)
            )
        return
    rows: list[tuple[str, ...]] = []
    for record in records:
        cells = [
            [_shown(one) for name, one in record if name == key and not isinstance(one, list)] for key in keys
        ]
        # A name that comes twice makes two rows, so that neither value is lost.
        rows += [
            tuple(cell[min(number, len(cell) - 1)] if cell else "" for cell in cells)
            for number in range(max(map(len, cells)))
        ]
    yield name, keys, rows


def _shown(value: object) -> str:
    said = "" if value is None else str(value)
    return said.lower() if isinstance(value, bool) else said


def _words(value: object) -> list[str]:
    """Return the words of a value that is a text."""
    return value.replace(",", " ").split() if isinstance(value, str) else []


_MARKUP: Final = re.compile(
    r"<!--(?:[^-]|-(?!->))*+(?:-->)?|<!\[CDATA\[(?P<data>(?:[^\]]|\](?!\]>))*+)(?:\]\]>)?|<[!?][^>]*+>|"
    r"<(?P<end>/?)(?P<tag>[A-Za-z][\w:.-]*+)(?P<attributes>(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>|"
    r"(?P<text><?[^<]*+)"
)
_ATTRIBUTE: Final = re.compile(r"([\w:.-]+)\s*=\s*[\"']?((?<=\")[^\"]*|(?<=')[^']*|[^\s\"'>]+)")
_IN_LINE: Final = re.compile(
    "a|abbr|b|bdi|big|cite|code|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var|"
    "thead|tbody|tfoot|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
)
"""Elements of a web page that stand within a line, part the rows of a table, or have no end."""
_NOT_SHOWN: Final = re.compile("script|style|head|template|noscript|svg")
_CELLS: Final = frozenset(("td", "th"))
_NO_END: Final = re.compile("li|td|th|tr|option|dt|dd|p")
"""Elements that the next one of their kind ends, where their end is left out."""
_DEEPEST: Final = 100
"""Elements within elements that are told apart."""


class _Element:
    """An element that is open: its text, and the values of those in it, by tag; lists have its `name`."""

    def __init__(self, tag: str, name: str) -> None:
        self.tag, self.name = tag, name
        self.text: list[str] = []
        self.inside: dict[str, list[object]] = {}

    def value(self) -> object:
        """Return what it holds: a text, the values of the elements in it, or an object of them."""
        text = " ".join("".join(self.text).split())
        values = [*chain.from_iterable(self.inside.values())]
        if self.tag in _CELLS:
            return " ".join([text, *map(str, values)]).strip()
        if len(self.inside) > 1 and _CELLS.isdisjoint(self.inside):
            return Object((tag, ones if len(ones) > 1 else ones[0]) for tag, ones in self.inside.items())
        return (values if len(values) > 1 else values[0]) if values else text


def markup_tables(text: str) -> list[Named]:
    """Return the tables in a web page or in XML."""
    stack = [_Element("", "")]
    for found in _MARKUP.finditer(text):
        tag, attributes, last = (found["tag"] or "").lower(), found["attributes"] or "", stack[-1]
        is_end = bool(found["end"])
        if _NOT_SHOWN.fullmatch(last.tag) and not (is_end and tag == last.tag):
            continue
        if not tag or tag == "br":
            last.text.append("\n" if tag else found["data"] or unescape(found["text"] or ""))
        elif is_end:
            while any(one.tag == tag for one in stack[1:]) and _close(stack) != tag:
                pass
        elif attributes.endswith("/") and not _IN_LINE.fullmatch(tag):
            record = Object((key, unescape(said)) for key, said in _ATTRIBUTE.findall(attributes))
            last.inside.setdefault(tag, []).extend([record] if record else [])
        elif len(stack) <= _DEEPEST and not _IN_LINE.fullmatch(tag):
            if _NO_END.fullmatch(tag) and last.tag in ({tag} | (_CELLS if tag in _CELLS else set())):
                _close(stack)
            names = map(dict(_ATTRIBUTE.findall(attributes)).get, ("name", "id", "class"))
            stack.append(_Element(tag, next(filter(None, names), "")))
    while len(stack) > 1:
        _close(stack)
    return list(_tables_in(stack[0].value(), ""))


def _close(stack: list[_Element]) -> str:
    """Close the last element, and return its tag; what it holds is added to the one around it."""
    element = stack.pop()
    value = element.value()
    if not _NOT_SHOWN.fullmatch(element.tag) and (value != "" or element.tag in _CELLS):
        name = element.name if type(value) is list and element.tag != "tr" else ""
        stack[-1].inside.setdefault(name or element.tag, []).append(value)
    return element.tag


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
            filter(None, (name.strip('`"[] \t\r\n') for name in (match["columns"] or "").split(",")))
        )
        rows = tables.setdefault((match["table"], columns), [])
        place, more = match.end(), True
        while (row := _ROW.match(text, place)) is not None:
            cells = re.sub(r"::\w+(?:\(\d+\))?|\(\)|\b[NE](?=')", "", " ".join(row["cells"].split()))
            rows += map(tuple, csv.reader([cells], quotechar="'", escapechar="\\", skipinitialspace=True))
            place, more = row.end(), bool(row["more"])
        if more:
            raise UnreadError(_CUT_OFF)
    return [(name, columns, rows) for (name, columns), rows in tables.items()]


_TEXT: Final = r"""(?:"{3}[^"]*+"{3}|'{3}[^']*+'{3}|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`[^`\\]*+`)"""
_BLANK: Final = r"(?:\s|(?://|\#|--)[^\n]{0,400}+\n|/\*(?:[^*]|\*(?!/)){0,400}+\*/|_[ \t]{0,400}+\n)*+"
"""Blanks, and comments that aren't too long."""
_PREFIX: Final = r"(?:<<|\[)?[@*&]{0,2}(?:u8|br|[bBuUrRL])?+(?=[\"'`])"
_NUMBER: Final = r"[-+]?[\d.][\w.]*+(?:(?<=[eE])[-+]\d++)?"
_NO_TEXT: Final = r"(?:(?:\.\.\.|\*{1,2})[A-Za-z_$][\w$.]*+|(?i:true|false|null|nil|none|undefined)\b)"
"""What stands among texts and is none: other arrays that are spread, and the like."""
_VALUE: Final = rf"(?:{_NUMBER}|{_NO_TEXT}|(?:struct)?(?:\{{\s*\}})++|\[\s*\])"
_START: Final = re.compile(rf"[\[({{]\|?{_BLANK}(?:{_NO_TEXT}{_BLANK},{_BLANK})*+(?={_PREFIX})")
_ITEM: Final = re.compile(
    rf"{_BLANK}(?:{_NO_TEXT}|{_PREFIX}(?P<text>{_TEXT})(?:>>)?(?:\.\w++\(\)|\s+as\s+[\w<>]++)?"
    rf"(?:\s*+(?:\]\s*+)?(?:=>|:=?|=)\s*(?P<value>{_VALUE}))?){_BLANK}"
    rf"(?:[,;]?{_BLANK}\|?(?P<end>[\])}}])|[,;]|(?<=\s)(?=[\"'`]))"
)
_AT_THE_END: Final = re.compile(rf"{_BLANK}(?:{_PREFIX}[\"'`][^\"'`]*+[\"'`]?)?\s*\Z")
"""The end of a file within an array."""
_CHAIN: Final = re.compile(
    rf"\\.|{_TEXT}(?:(?:\s*+(?:\+|\.|&(?:[ \t]+_)?)|(?<=[,;|][\"'])[ \t]*\r?\n)\s*+{_TEXT})*+"
)
"""A text, or texts that are joined, also by a new line after a comma or its like."""
_PAIR: Final = re.compile(rf"[\[({{]\s*({_TEXT})\s*,\s*({_NUMBER})\s*[\])}}]")
_LONG: Final = re.compile(rf"(?<=[=:(,\s]){_TEXT}")
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
    r"\\(?:(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))|(.))", re.DOTALL
)
_BEFORE: Final = 120
"""Characters before an array in which its name is looked for."""
_MANY: Final = 5
_FEWEST: Final = 2
"""Texts of an array that may be a list; a single one in brackets is an argument."""
_MOST: Final = 0.8
"""Share of texts behind one name that are words."""


def code_tables(text: str) -> list[Named]:
    """Return the name and the rows of each array of texts in `text`, without a header.

    Raises:
        UnreadError: the file ends within one, or has more words without quotes.
    """
    text = _CHAIN.sub(_in_one, text)
    found = [*_arrays(text)]
    for match in _LONG.finditer(text):
        words = _parts(_unescaped(match[0]))
        if len(words) >= _MANY and (name := _name(text, match.start())):
            found.append((name, (), [(word,) for word in words]))
    pairs = [(_unescaped(row[1]), row[2]) for row in _PAIR.finditer(text)]
    found += [("", (), pairs)] if len(pairs) >= _FEW else []
    size = max((sum(map(str.isalpha, chain.from_iterable(rows))) for _, _, rows in found), default=0)
    behind: dict[tuple[str, str], list[str]] = {}
    for match in _BEHIND.finditer(text):
        behind.setdefault((match["name"], match["sign"].strip()), []).append(_unescaped(match["text"]))
    (name, _), texts = max(behind.items(), key=lambda one: _worded(one[1]), default=(("", ""), []))
    if len(texts) > size and _worded(texts):
        found, size = [(name, (), [(one,) for one in texts])], len(texts)
    if any(len(match[0].split()) > max(size, _FEW) for match in _UNQUOTED.finditer(text)):
        message = "words without quotes; arrays of texts in quotes are read, and words alone, one a line"
        raise UnreadError(message)
    return found


def _worded(texts: Sequence[str]) -> int:
    """Return how many different texts there are, if they are a list of words; else 0."""
    count = len(set(texts))
    return count if count >= _FEW and sum(map(str.isalpha, texts)) >= _MOST * len(texts) else 0


def _in_one(chained: re.Match[str]) -> str:
    """Return the texts of a chain as one, if they are joined."""
    texts = re.findall(_TEXT, chained[0])
    if len(texts) <= 1 or any(one[0] != texts[0][0] for one in texts):
        return chained[0]
    return f"{texts[0][0]}{''.join(one[1:-1] for one in texts)}{texts[0][0]}"


def _arrays(text: str) -> Iterator[Named]:
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
        if len(texts) < _FEWEST:
            continue
        if place != end:
            if _AT_THE_END.match(text, end):
                raise UnreadError(_CUT_OFF)
        elif any(values):
            yield _name(text, start.start()), (), list(zip(texts, values, strict=True))
        else:  # each text may be many words
            words = [*chain.from_iterable(map(_parts, texts))]
            words = words if len(words) >= _FEW * len(texts) else texts
            yield _name(text, start.start()), (), [(one,) for one in words]


def _parts(text: str) -> list[str]:
    """Return the words of a text, with blanks or signs between them."""
    return [part for part in re.split(r"[\s,;|]+", text) if part]


def _name(text: str, place: int) -> str:
    """Return what the array at `place` is called, if that can be seen."""
    match = _ASSIGNED.search(text[max(0, place - _BEFORE) : place])
    return match["name"] if match else ""


def _unescaped(quoted: str) -> str:
    r"""Return the text in quotes with its escapes resolved: \u00e9, \x41, \n."""
    size = 3 if quoted[:3] in {'"""', "'''"} and len(quoted) > 5 else 1  # noqa: PLR2004  triple quotes
    return _ESCAPE.sub(_resolved, quoted[size:-size])


def _resolved(match: re.Match[str]) -> str:
    if match[4]:
        return {"n": "\n", "t": "\t", "r": "\r"}.get(match[4], match[4])
    number = int(match[1] or match[2] or match[3], 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""  # noqa: PLR2004
