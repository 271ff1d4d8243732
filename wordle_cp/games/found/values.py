"""Values as tables: what JSON and source code hold.

Arrays of texts, of rows and of objects are tables, and so are objects of texts or numbers. Source code isn't
run: an array is a bracket and texts in quotes with commas or semicolons between them, each with its value in
a map. A text of many words is one, too.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.files.read import each_name_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Named = tuple[str, Sequence[str], Sequence[tuple[str, ...]]]
    """A name, a header or none, and rows."""

_FEW: Final = 3
"""Fewest words of a text that is a list."""
_CUT_OFF: Final = "one that breaks off: get the whole file, or write its words into a text file, one a line"
_NO_ARRAY: Final = "arrays of texts in quotes are read, and words alone, one a line"


class UnreadError(Exception):
    """A file has words in a way that isn't read, or ends within a list: what was found instead."""


# Numbers stay as they are written, so that none of their digits is lost.
_JSON: Final = json.JSONDecoder(object_pairs_hook=each_name_once, parse_int=str, parse_float=str)


def json_tables(text: str) -> list[Named]:
    """Return the tables in JSON, or in lines with an object each; none if it isn't JSON."""
    lines = [line for line in text.splitlines() if line.strip()]
    is_lines = len(lines) > 1 and lines[0].endswith("}") and lines[1].startswith("{")
    try:
        return list(_tables_in(_JSON.decode(f"[{','.join(lines)}]" if is_lines else text.rstrip()), ""))
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise UnreadError(_CUT_OFF) from error
        return []
    except ValueError as error:
        raise UnreadError(str(error).removeprefix("found ")) from error


def _tables_in(value: object, name: str) -> Iterator[Named]:
    """Yield the tables in a value that is called `name`."""
    if isinstance(value, list):
        yield from _array_tables(value, name)
    elif not isinstance(value, dict):
        words = _words(value)
        yield from [(name, (), [(word,) for word in words])] if len(words) >= _FEW else []
    elif all(not isinstance(one, dict | list) and len(_words(one)) < _FEW for one in value.values()):
        yield name, (), [(key, _shown(one)) for key, one in value.items()]
    elif len(value) >= _FEW and all(isinstance(one, dict) for one in value.values()):
        yield from _records(name, [{"word": key} | one for key, one in value.items()])
    else:
        yield from chain.from_iterable(_tables_in(one, key) for key, one in value.items())


def _array_tables(value: list[Any], name: str) -> Iterator[Named]:
    kinds = {list if isinstance(one, list) else dict if isinstance(one, dict) else str for one in value}
    rows = [tuple(map(_shown, one)) for one in value if isinstance(one, list)]
    if kinds == {str}:
        # True and false are words as texts alone.
        said = (f"the value {_shown(one)}" if isinstance(one, bool) else _shown(one) for one in value)
        yield name, (), [(one,) for one in said]
    elif kinds == {dict}:
        yield from _records(name, value)
    elif str in kinds:
        message = "texts and arrays in one array; arrays of texts alone are read"
        raise UnreadError(message)
    elif len({*map(len, rows)}) == 1 and len(rows[0]) < len(rows) == len(value) and _is_flat(value):
        yield name, (), rows
    else:
        for number, one in enumerate(value, 1):
            yield from _tables_in(one, f"{name}[{number}]" if name else f"array {number}")


def _is_flat(rows: Sequence[list[Any]]) -> bool:
    return not any(isinstance(cell, dict | list) for cell in chain.from_iterable(rows))


def _records(name: str, records: Sequence[dict[str, Any]]) -> Iterator[Named]:
    """Yield the table of these objects, a row each, and what lies deeper in them."""
    cells = [*chain.from_iterable(one.items() for one in records)]
    keys = tuple(dict.fromkeys(key for key, one in cells if not isinstance(one, dict | list)))
    if keys:
        yield name, keys, [tuple(_shown(one.get(key)) for key in keys) for one in records]
    for key, one in cells:
        if isinstance(one, dict | list):
            yield from _tables_in(one, key)


def _shown(value: object) -> str:
    said = "" if value is None else str(value)
    return said.lower() if isinstance(value, bool) else said


def _words(value: object) -> list[str]:
    """Return the words of a value that is a text."""
    return value.replace(",", " ").split() if isinstance(value, str) else []


_TEXT: Final = r"""(?:"{3}[^"]*+"{3}|'{3}[^']*+'{3}|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`[^`\\]*+`)"""
_COMMENT: Final = r"(?:(?://|\#|--)[^\n]{0,400}+\n|/\*(?:[^*]|\*(?!/)){0,400}+\*/)"
_OTHERS: Final = r"(?:[\s,;]|(?:\.\.\.|\*{1,2})[\w.$]++|(?i:true|false|null|nil|none|undefined)\b)"
"""What stands among texts and is none: other arrays that are spread, and the like."""
_ARRAY: Final = re.compile(
    rf"[\[({{](?=(?:{_OTHERS}|{_COMMENT})*+[\"'`])((?:{_TEXT}|{_COMMENT}|[^\[\](){{}}\"'`])*+)(?:(?P<end>[\])}}])|[\"'`]?[^\"'`]*\Z)"
)
_ITEM: Final = re.compile(rf"({_TEXT})(?:\s*+(?:=>|[:=])\s*+([\w.+-]++))?|{_COMMENT}")
_LONG: Final = re.compile(rf"(?<=[=:(,\s])({_TEXT})(?P<joined>\s*[+.&]?[\s_]*[\"'`])?")
_UNQUOTED: Final = re.compile(r"(?:%[wWiI]|\bqw|~w)\s*[(\[{]\s*\w+(?:\s+\w+){2}[\w\s]*+[)\]}]")
"""Words without quotes, as in Perl, Ruby and Elixir."""
_ASSIGNED: Final = re.compile(
    r"(?P<name>[A-Za-z_$][\w$]*)(?:\[\])?['\"]?\s*(?::[^=;,]{1,40})?(?:=|:=|=>|:)\s*[^=;:,]{0,40}$"
)
_BEFORE: Final = 120
"""Characters before an array in which its name is looked for."""
_MANY: Final = 5


def code_tables(text: str) -> list[Named]:
    """Return the name and the rows of each array of texts in `text`, without a header.

    Raises:
        UnreadError: the file ends within one, or more words stand elsewhere, or a list has joined texts.
    """
    found: list[Named] = []
    text = re.sub(r":\s*(?:struct)?\{\s*\}", "", text)  # values of sets in Go
    rest, place = "", 0
    while (array := _ARRAY.search(text, place)) is not None:
        items = [(_unescaped(one), value) for one, value in _ITEM.findall(array[1]) if one]
        if len(items) <= 1 or not re.fullmatch(rf"{_OTHERS}*+", _ITEM.sub("", array[1])):
            start, place = place, array.start() + 1  # a single text in brackets is an argument
            rest += text[start:place]
            continue
        if not array["end"]:
            raise UnreadError(_CUT_OFF)
        rest, place = f"{rest}{text[place : array.start()]}[]", array.end()
        words = [*chain.from_iterable(_parts(one) for one, _ in items)]
        width = 2 if any(value for _, value in items) else 1
        is_split = len(words) >= _FEW * len(items)  # each text may be many words
        rows = [(one,) for one in words] if is_split else [item[:width] for item in items]
        found.append((_name(text, array.start()), (), rows))
    rest += text[place:]
    for match in _LONG.finditer(rest):
        words = _parts(_unescaped(match[1]))
        if len(words) >= _MANY and (name := _name(rest, match.start())):
            if match["joined"]:
                message = f"texts that are joined; {_NO_ARRAY}"
                raise UnreadError(message)
            found.append((name, (), [(word,) for word in words]))
    within = max((len({row[0] for row in rows}) for _, _, rows in found), default=0)
    outside = {one for one in re.findall(_TEXT, rest) if one[1:-1].isalpha()}
    if _UNQUOTED.search(text) or 0 < within < len(outside):
        message = f"words that stand outside of them; {_NO_ARRAY}"
        raise UnreadError(message)
    return found


def _parts(text: str) -> list[str]:
    """Return the words of a text, with blanks or signs between them."""
    return [part for part in re.split(r"[\s,;|]+", text) if part]


def _name(text: str, place: int) -> str:
    """Return what the array at `place` is called, if that can be seen."""
    match = _ASSIGNED.search(text[max(0, place - _BEFORE) : place])
    return match["name"] if match else ""


def _unescaped(quoted: str) -> str:
    r"""Return the text in quotes, with the escapes that JSON has resolved, such as \u00e9 and \n."""
    size = 3 if quoted[:3] in {'"""', "'''"} and len(quoted) > 5 else 1  # noqa: PLR2004  triple quotes
    text = quoted[size:-size]
    with suppress(ValueError):
        return str(json.loads(f'"{text}"', strict=False)) if "\\" in text else text
    return text
