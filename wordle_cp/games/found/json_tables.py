"""JSON, YAML and TOML as tables: arrays of texts, of rows and of objects, objects of numbers, at any depth.

Lines of JSON, one value each, are read, too; so are tries, whose keys are the letters of words one by one,
and words as arrays of letters.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from typing import TYPE_CHECKING, Any, Final

import yaml

from wordle_cp.games.found.table import CutOffError, is_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Rows = tuple[tuple[str, ...], ...]
    Named = tuple[str, tuple[str, ...], Rows]

UNNAMED: Final = "array "
"""How the name of an array without one begins; its number follows."""
_WORDS: Final = 3
"""Fewest words of a text that is a list of them."""
_CHILDREN: Final = frozenset(("child", "children", "edges", "links", "next", "nodes"))
"""What a node of a trie may call those below it."""
_ENDS: Final = re.compile(r"end|word|term|leaf|final|stop|last", re.IGNORECASE)
"""What a trie calls the mark that a word ends."""
_NO: Final = frozenset(("", "0", "false"))
_LONG: Final = 3
"""Fewest letters of the longest word of a trie."""


class _Object(list[tuple[str, Any]]):
    """The names and values of an object, a name that comes twice included."""


def json_tables(text: str) -> list[Named]:
    """Return a name, a header and the rows of each table in `text`; none if it isn't JSON.

    Raises:
        CutOffError: it is JSON that lacks its end.
    """
    try:
        return list(_tables(_value(text), ""))
    except (ValueError, RecursionError):
        return []


def yaml_tables(text: str) -> list[Named]:
    """Return the same of YAML, where each text means itself; none if it isn't YAML, or repeats parts."""
    try:
        node = yaml.compose(text, yaml.BaseLoader)
        return list(_tables(_of_node(node, set()), ""))
    except (ValueError, RecursionError, yaml.YAMLError):
        return []


def _of_node(node: yaml.Node | None, met: set[int]) -> object:
    if id(node) in met:
        message = "a part that is repeated by its name"
        raise ValueError(message)
    met.add(id(node))
    if isinstance(node, yaml.MappingNode):
        return _Object((str(key.value), _of_node(value, met)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_of_node(one, met) for one in node.value]
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def toml_tables(text: str) -> list[Named]:
    """Return the same of TOML; none if it isn't TOML."""
    try:
        return list(_tables(_of_toml(tomllib.loads(text, parse_float=str)), ""))
    except (ValueError, RecursionError):
        return []


def _of_toml(value: object) -> object:
    if isinstance(value, dict):
        return _Object((key, _of_toml(one)) for key, one in value.items())
    if isinstance(value, list | bool):
        return [_of_toml(one) for one in value] if isinstance(value, list) else value
    return _shown(value)


def _value(text: str) -> object:
    stripped = text.strip("\ufeff \t\r\n")
    try:
        return _whole(stripped)
    except ValueError:
        *lines, last = [line for line in stripped.splitlines() if line.strip()]
        if not lines:  # it isn't lines of JSON
            raise
        return [*map(_loads, lines), _whole(last)]


def _whole(text: str) -> object:
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
            raise CutOffError from error
        raise


def _loads(text: str) -> object:
    # Numbers stay as they are written, so that none of their digits is lost.
    return json.loads(text, object_pairs_hook=_Object, parse_int=str, parse_float=str)


def _is_scalar(value: object) -> bool:
    return not isinstance(value, list)


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "", True: "true", False: "false"}[value]
    return str(value)


def _word(value: object) -> str:
    """Return what an array has: true and false are words as texts alone."""
    return f"the value {_shown(value)}" if isinstance(value, bool) else _shown(value)


def _tables(value: object, name: str) -> Iterator[Named]:
    if isinstance(value, _Object):
        words = _trie_words(value)
        yield from [(name, (), tuple((word,) for word in words))] if words else _object_tables(value, name)
    elif isinstance(value, list):
        yield from _array_tables(value, name)
    elif isinstance(value, str) and len(words := value.replace(",", " ").split()) >= _WORDS:
        yield name, (), tuple((word,) for word in words)


def _object_tables(value: _Object, name: str) -> Iterator[Named]:
    values = [one for _, one in value]
    if values and all(_is_scalar(one) and not _is_text_of_words(one) for one in values):
        yield name, (), tuple((key, _shown(one)) for key, one in value)
    elif len(value) >= _WORDS and all(isinstance(one, _Object) for one in values):
        yield from _records(name, [_Object([("word", key), *one]) for key, one in value])
    else:
        for key, one in value:
            yield from _tables(one, key)


def _trie_words(value: _Object) -> list[str]:
    """Return the words of the trie `value`; none if it isn't one."""
    try:
        words = list(_below(value, ""))
    except ValueError:
        return []
    return words if max(map(len, words), default=0) >= _LONG else []


def _below(node: _Object, start: str) -> Iterator[str]:
    """Yield the words that begin with `start`, the letters that lead to this `node` of a trie.

    Raises:
        ValueError: it is no node of a trie.
    """
    inner = [pair for key, one in node if key in _CHILDREN and isinstance(one, _Object) for pair in one]
    own = [(key, one) for key, one in node if not (key in _CHILDREN and isinstance(one, _Object))]
    letters = [(key, one) for key, one in own + inner if _is_letter(key)]
    marks = [(key, one) for key, one in own + inner if not _is_letter(key)]
    if not all(_is_scalar(one) or one == [] for _, one in marks):
        message = "a node of a trie has letters and marks"
        raise ValueError(message)
    if not letters or any(_ends(key, one) for key, one in marks):
        yield start
    for key, one in letters:
        if one == [] or _is_scalar(one):
            yield start + key
        elif isinstance(one, _Object):
            yield from _below(one, start + key)
        else:
            message = "a letter of a trie leads to a node"
            raise ValueError(message)


def _is_letter(key: str) -> bool:
    return is_word(key) and len(unicodedata.normalize("NFC", key)) == 1


def _ends(key: str, mark: object) -> bool:
    """Tell whether a mark of a node says that a word ends there: a sign does if it isn't false, or a name."""
    if any(map(str.isalpha, key)):
        return _ENDS.search(key) is not None and _shown(mark).lower() not in _NO
    return mark is not False


def _is_text_of_words(value: object) -> bool:
    return isinstance(value, str) and len(value.replace(",", " ").split()) >= _WORDS


def _array_tables(value: Sequence[object], name: str) -> Iterator[Named]:
    if value and all(map(_is_scalar, value)):
        yield name, (), tuple((_word(one),) for one in value)
    elif value and all(isinstance(one, _Object) for one in value):
        yield from _records(name, [one for one in value if isinstance(one, _Object)])
    elif _are_spelled(value):
        yield name, (), tuple(("".join(one),) for one in value if isinstance(one, list))
    elif _are_rows(value):
        yield name, (), tuple(tuple(map(_shown, one)) for one in value if isinstance(one, list))
    else:
        for number, one in enumerate(value, 1):
            yield from _tables(one, f"{name}[{number}]" if name else f"{UNNAMED}{number}")


def _are_spelled(value: Sequence[object]) -> bool:
    """Tell whether these are words as arrays of letters."""
    return bool(value) and all(
        isinstance(one, list)
        and len(one) >= _LONG
        and all(isinstance(letter, str) and _is_letter(letter) for letter in one)
        for one in value
    )


def _are_rows(value: Sequence[object]) -> bool:
    """Tell whether these are rows of a table: scalars, as many in each, and fewer than there are rows."""
    rows = [one for one in value if isinstance(one, list) and all(map(_is_scalar, one))]
    return (
        len(rows) == len(value) > 0
        and {len(row) for row in rows} == {len(rows[0])}
        and len(rows[0]) < len(rows)
    )


def _records(name: str, records: Sequence[_Object]) -> Iterator[Named]:
    """Yield the table of these objects, a row each, and what lies deeper in them."""
    keys = tuple(dict.fromkeys(key for record in records for key, one in record if _is_scalar(one)))
    if keys:
        rows = []
        for record in records:
            known: dict[str, list[str]] = {}
            for key, one in record:
                if _is_scalar(one):
                    known.setdefault(key, []).append(_shown(one))
            columns = [known.get(key, [""]) for key in keys]
            rows += [  # a name that comes twice makes two rows, so that neither value is lost
                tuple(cells[min(number, len(cells) - 1)] for cells in columns)
                for number in range(max(map(len, columns)))
            ]
        yield name, keys, tuple(rows)
    else:
        deeper: dict[str, list[object]] = {}
        for key, one in (pair for record in records for pair in record):
            deeper.setdefault(key, []).append(one)
        for key, values in deeper.items():
            if all(isinstance(one, _Object) for one in values):
                yield from _array_tables(values, key)
            else:
                for one in values:
                    yield from _tables(one, key)
