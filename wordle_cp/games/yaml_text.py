"""YAML with positions: one mapping of texts and lists of texts, each with its line and column.

Every scalar stays a text. `false` is a Wordle word, and YAML 1.1 would also turn `no`, `null` and `1e3` into
something else; so this reads the composed nodes of PyYAML's BaseLoader, which resolves nothing, and never
constructs an object.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

import yaml

from wordle_cp.errors import FileError, UsageError, VariantError, VariantProblem, abridged, one_line
from wordle_cp.files.read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Found = TypeVar("Found")

MAX_BYTES: Final = 16 * 2**20
"""Largest YAML file or word list that is read: a hundred times the largest that ships."""
MOST_WORDS: Final = 65_535
"""Most words of a list: the compiled code numbers them with 16 bits."""
_MOST_DEPTH: Final = 50
_MOST_NODES: Final = 2 * MOST_WORDS + 1000
"""Most texts, lists and mappings in a YAML file: two whole lists, and some more. Each takes the pure Python
loader some 30 microseconds and a kilobyte, so a few megabytes of YAML would do harm without this."""
_YAML_TAG: Final = "tag:yaml.org,2002:"
_TAGS: Final = frozenset(f"{_YAML_TAG}{kind}" for kind in ("str", "seq", "map"))
"""What a value is without a tag, and may say that it is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a text file; `line` and `column` count from 1, and are 0 for the file as a whole."""

    file: str
    line: int = 1
    column: int = 1

    def problem(self, path: str, expected: str, kind: str = "") -> VariantProblem:
        """Return a problem of this place; `path` is the key, or empty; those of one `kind` are alike."""
        return VariantProblem(self.file, self.line, self.column, path, expected, kind)


@dataclass(frozen=True, slots=True)
class Item:
    """One text and where it stands; what is `written` there, if that is another one."""

    text: str
    place: Place
    written: str = ""

    @property
    def shown(self) -> str:
        """What messages quote of it."""
        return abridged(self.written or self.text)


@dataclass(slots=True)
class Document:
    """A mapping as it stands in a file, with everything that is wrong with its form.

    `values` holds a text or a list of items for each key; `places` where its value stands, and `keys` where
    the key does.
    """

    start: Place
    values: dict[str, str | list[Item]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    keys: dict[str, Place] = field(default_factory=dict)
    problems: list[VariantProblem] = field(default_factory=list)

    def found(self, key: str, find: Callable[[str | list[Item], Place], Found]) -> Found | None:
        """Return what a key names; None if it is missing, or if there is a problem more."""
        try:
            return find(self.values[key], self.places[key]) if key in self.values else None
        except VariantError as error:
            self.problems += error.problems
            return None


def exists(path: Path) -> bool:
    """Tell whether there is anything at `path`; a path that can't exist is no error."""
    try:
        return path.exists()
    except (OSError, ValueError):  # ValueError: a null byte
        return False


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file of at most `MAX_BYTES`.

    Raises:
        VariantError: it is missing, no file, too large, unreadable or not text.
    """
    try:
        data = read_bounded(path, MAX_BYTES, "a file")
    except (FileError, UsageError) as error:
        expected = str(error).removeprefix(f"{one_line(str(path))}: ")
        raise VariantError([Place(str(path), 0, 0).problem("", expected)]) from error
    text = data.decode("utf-8-sig", "surrogateescape")
    if (wrong := re.search("[\0\udc80-\udcff]", text)) is not None:
        expected = "expected text, found binary data" if wrong[0] == "\0" else "expected UTF-8 text"
        raise VariantError([_place_in(text, wrong.start(), str(path)).problem("", expected)])
    return text


def read_document(path: Path) -> Document:
    """Return the mapping in a YAML file; the document holds the problems that leave something to validate.

    Raises:
        VariantError: there is no mapping to validate: the file can't be read, isn't YAML or holds something
        else.
    """
    root = _compose(read_text(path), str(path))
    start = Place(str(path))
    expected = "expected a mapping with the keys name, guesses and hidden"
    if root is None:
        raise VariantError([start.problem("", f"{expected}, found nothing")])
    if not isinstance(root, yaml.MappingNode):
        kind = "a list" if isinstance(root, yaml.SequenceNode) else "a single value"
        command = f"wordle-cp variants new mine.yaml --guesses {shlex.quote(path.name)}"
        advice = f"for a list of words of your own: {command}"
        raise VariantError([_place(root, str(path)).problem("", f"{expected}, found {kind}; {advice}")])
    document = Document(start)
    for key_node, value_node in root.value:
        _add(document, key_node, value_node)
    return document


class _TooManyNodesError(Exception):
    """A document has more than `_MOST_NODES` nodes."""


class _TagError(yaml.MarkedYAMLError):
    """A value has a tag that says it is something else than a text, a list or a mapping."""


class _Loader(yaml.BaseLoader):
    """PyYAML's own, but it refuses tags, and it counts.

    The list that an alias stands for counts as if it were written out.
    """

    _nodes = _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Return the next node of the document."""
        is_alias = self.check_event(yaml.AliasEvent)
        self._depth += 1
        if self._depth > _MOST_DEPTH:  # before Python's own limit, which leaves little for what tells of it
            raise RecursionError
        node = super().compose_node(parent, index)
        self._depth -= 1
        self._nodes += 1 + (len(node.value) if is_alias and isinstance(node, yaml.CollectionNode) else 0)
        if self._nodes > _MOST_NODES:
            raise _TooManyNodesError
        if node is not None and node.tag not in _TAGS:
            shown = abridged(node.tag.replace(_YAML_TAG, "!!"))
            raise _TagError(None, None, f"expected a value without a tag, found {shown}", node.start_mark)
        return node


def _compose(text: str, file: str) -> yaml.Node | None:
    # The pure Python loader on purpose: libyaml's recursion on deeply nested input would overflow the C
    # stack.
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        place = _marked(error.problem_mark or error.context_mark, file)
        reason = " ".join(part for part in (error.context, error.problem) if part)
        expected = reason if isinstance(error, _TagError) else f"expected YAML: {reason}"
        raise VariantError([place.problem("", expected)]) from error
    except yaml.reader.ReaderError as error:
        expected = "expected YAML text, found a special character"
        raise VariantError([_place_in(text, error.position, file).problem("", expected)]) from error
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError, _TooManyNodesError) as error:
        # PyYAML's own ValueError and OverflowError: of "\UFFFFFFFF", which is no character.
        told = {
            RecursionError: "expected YAML without deep nesting",
            _TooManyNodesError: f"expected at most {_MOST_NODES:,} words and other parts",
        }
        expected = told.get(type(error), f"expected YAML: {error}")
        raise VariantError([Place(file).problem("", expected)]) from error
    return node


def _add(document: Document, key_node: yaml.Node, value_node: yaml.Node) -> None:
    """Add one key and its value to `document`, or the problem that keeps them out."""
    file = document.start.file
    key_place = _place(key_node, file)
    if not isinstance(key_node, yaml.ScalarNode):
        document.problems.append(key_place.problem("", "expected a key, found a list or a mapping"))
        return
    key: str = key_node.value
    shown = abridged(key).strip("'")
    if key in document.keys:
        expected = f"expected this key once, it is also in line {document.keys[key].line}"
        document.problems.append(key_place.problem(shown, expected))
        return
    document.keys[key] = key_place
    document.places[key] = _place(value_node, file)
    if isinstance(value_node, yaml.ScalarNode):
        document.values[key] = value_node.value
    elif isinstance(value_node, yaml.SequenceNode):
        document.values[key] = items = []
        for index, node in enumerate(value_node.value):
            place = _place(node, file)
            if isinstance(node, yaml.ScalarNode):
                items.append(Item(node.value, place))
            else:
                expected = "expected a word, found a list or a mapping"
                document.problems.append(place.problem(f"{shown}[{index}]", expected))
    else:
        expected = "expected a text or a list, found a mapping"
        document.problems.append(document.places[key].problem(shown, expected))


def _place_in(text: str, position: int, file: str) -> Place:
    """Return the place of a character of the text in a file."""
    return Place(file, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))


def _place(node: yaml.Node, file: str) -> Place:
    return _marked(node.start_mark, file)


def _marked(mark: yaml.Mark | None, file: str) -> Place:
    return Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
