"""The lines of a certificate and their bounds, by watching the parser while it reads certificates.

Nothing here knows the grammar: what the parser asks of each line of the files in tests/golden/accept is
noted, so that the tables say what it demands. Those files have every kind of line.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from unittest.mock import patch

from generated.markdown import code, described, table
from wordle_cp.certificate import read as reader
from wordle_cp.certificate.base import field_texts, fields, lines, records
from wordle_cp.certificate.base.fields import Field, Records
from wordle_cp.certificate.claims import fixed
from wordle_cp.certificate.kinds import KINDS, kind_of
from wordle_cp.certificate.parts import nodes, sets_and_lemmas
from wordle_cp.errors import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from wordle_cp.rules.scoring import Scoring

FILES: Final = Path(__file__).resolve().parents[2] / "tests" / "golden" / "accept"
_CLAIMS: Final = {
    kind_of(*words): f'Claim "{words[1] if words[0] == "depth" else " ".join(words)}"' for words in KINDS
}
_PARTS: Final = (
    (field_texts, "history_of", "a history"),
    (nodes, "restriction_of", "a restriction"),
    (nodes, "conditions_of", "conditions"),
    (sets_and_lemmas, "restriction_of", "a restriction"),
)
"""What else the parser asks of parts of lines: module, function, and what it reads."""
_Choice = TypeVar("_Choice", bound=StrEnum)


class _LineKind:
    """What is asked of lines of one kind: by the place in the parser that asks, in the order of asking."""

    def __init__(self) -> None:
        self.optional = False
        self.demands: dict[tuple[str, int], str] = {}
        self.ranges: dict[tuple[str, int], set[tuple[int, int]]] = defaultdict(set)


def _asking() -> tuple[str, int]:
    """Return the place in the parser that asks."""
    frame = sys._getframe(1)  # noqa: SLF001  the callers' names are in no other
    while frame.f_code.co_filename in {__file__, fields.__file__} and frame.f_back:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


class _Watched(Records):
    """The parser's reader of lines; it notes what the parser asks of each."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401
        super().__init__(*arguments)
        self.kinds: dict[str, _LineKind] = {}
        self._by_line: dict[int, _LineKind] = {}
        self._last = _LineKind()

    def _begin(self, keyword: str, line: int) -> None:
        self._last = self._by_line[line] = self.kinds.setdefault(keyword, _LineKind())

    def note(self, field: Field, demand: str) -> None:
        """Note what is asked of a part of a line."""
        self._by_line[field.line].demands.setdefault(_asking(), demand)

    def record(self, keyword: str) -> Field:
        found = super().record(keyword)
        self._begin(keyword, found.line)
        return found

    def optional(self, keyword: str) -> Field | None:
        found = super().optional(keyword)
        self.kinds.setdefault(keyword, _LineKind()).optional = True
        return found

    def line(self, expected: str) -> Field:
        found = super().line(expected)
        keyword = found.text.partition(" ")[0]
        self._begin(keyword if keyword in _KEYWORDS else expected, found.line)
        return found

    def word(self, scoring: Scoring) -> str:
        self._last.demands.setdefault(_asking(), "then words of the game's length, one a line")
        return super().word(scoring)

    def end(self) -> None:
        self.kinds[records.END] = _LineKind()
        super().end()

    def split(self, field: Field, parts: int, expected: str) -> list[Field]:
        without_keyword = re.sub(r"^a line '\w+ \.\.\.'(: )?", "", expected)
        self.note(field, re.sub(r"^\d+", "as many", without_keyword) or "perhaps nothing")
        return super().split(field, parts, expected)

    def number(self, field: Field, least: int, most: int) -> int:
        self.note(field, "")
        self._by_line[field.line].ranges[_asking()].add((least, most))
        return super().number(field, least, most)

    def choice(self, field: Field, kind: type[_Choice], permitted: tuple[_Choice, ...] = ()) -> _Choice:
        self.note(field, " or ".join(code(member.value) for member in permitted or tuple(kind)))
        return super().choice(field, kind, permitted)

    def word_of(self, field: Field, scoring: Scoring) -> str:
        self.note(field, "a word of the game's length")
        return super().word_of(field, scoring)


_WITHOUT_DEMANDS: Final = {records.PROGRAM: code(records.KIND), records.END: "nothing behind it"}
"""What is asked of these lines stands in no part of them."""
_KEYWORDS: Final = {
    *(kind.value for kind in nodes.NodeKind),
    "set",
    "lemma",
    "missed",
    "root",
    "try",
    "weigh",
    "fail",
}


def certificate_lines() -> str:
    """Return a table of the lines for each kind of claim, those that all have in common first."""
    kinds: dict[str, dict[str, _LineKind]] = {claim: {} for claim in _CLAIMS.values()}
    for path in sorted(FILES.iterdir()):
        claim, notes = _watched(path)
        for keyword, kind in notes.items():
            _merge(kinds[claim].setdefault(keyword, _LineKind()), kind)
    first = next(iter(kinds.values()))
    common = [keyword for keyword in first if _is_common(keyword, kinds)]
    sections = [f"## Lines of every certificate\n\n{_rows(first, common)}"]
    for claim, lines_of in kinds.items():
        rest = [keyword for keyword in lines_of if keyword not in common]
        sections.append(f"## {claim}\n\n{_rows(lines_of, rest)}")
    return "\n".join(sections)


def rejections() -> str:
    """Return a table of the rules that a rejection may name."""
    return table(("rule", "what it demands"), ([code(rule), rule.meaning] for rule in Rule))


def certificate_bounds() -> str:
    """Return a table of the bounds that the reader sets."""
    rows = [
        [code(name), f"{getattr(module, name):,}", text]
        for module in (lines, records, field_texts, sets_and_lemmas, fixed)
        for name, text in described(module)
        if name.startswith("MAX_")
    ]
    return table(["bound", "value", ""], rows)


def _watched(path: Path) -> tuple[str, dict[str, _LineKind]]:
    """Return the kind of claim of a certificate, and what is asked of its lines."""
    watched: list[_Watched] = []

    def make(*arguments: Any) -> _Watched:  # noqa: ANN401
        watched.append(_Watched(*arguments))
        return watched[-1]

    with ExitStack() as patches:
        patches.enter_context(patch.object(reader, "Records", make))
        for module, name, demand in _PARTS:
            patches.enter_context(patch.object(module, name, _noting(getattr(module, name), demand)))
        claim = reader.read_whole(path).head.claim
    return next(name for kind, name in _CLAIMS.items() if isinstance(claim, kind)), watched[0].kinds


def _noting(parse: Callable[..., object], demand: str) -> Callable[..., object]:
    """Return `parse` for a part of a line, with a note that it was asked for."""

    def parse_and_note(watched: _Watched, field: Field, length: int) -> object:
        watched.note(field, demand)
        return parse(watched, field, length)

    return parse_and_note


def _merge(into: _LineKind, kind: _LineKind) -> None:
    into.optional |= kind.optional
    into.demands = {**into.demands, **kind.demands}
    for place, ranges in kind.ranges.items():
        into.ranges[place] |= ranges


def _is_common(keyword: str, kinds: Mapping[str, Mapping[str, _LineKind]]) -> bool:
    """Tell whether all claims have such a line, and of the same form."""
    found = [lines_of.get(keyword) for lines_of in kinds.values()]
    forms = [list(_demands(one)) for one in found if one and (one.demands or not one.optional)]
    return all(found) and all(form == forms[0] for form in forms)


def _rows(kinds: Mapping[str, _LineKind], keywords: Sequence[str]) -> str:
    rows = []
    for keyword in keywords:
        kind = kinds[keyword]
        name = keyword if keyword.startswith("an ") else code(keyword)
        demands = "; ".join(_demands(kind)) or _WITHOUT_DEMANDS.get(keyword, "any text")
        rows.append([name, "may be missing" if kind.optional else "", demands])
    return table(["line", "", "what the reader demands of it"], rows)


def _demands(kind: _LineKind) -> Iterator[str]:
    for place, demand in kind.demands.items():
        if demand:
            yield demand
            continue
        least, most = ({bound[side] for bound in kind.ranges[place]} for side in (0, 1))
        low, high = (
            f"{min(one):,}" if len(one) == 1 else "what earlier lines allow" for one in (least, most)
        )
        yield f"a number from {low} to {high}"
