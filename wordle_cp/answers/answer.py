"""What every answer is, and how one is worked out.

An answer is a record that tells itself to people, to programs and to notebooks. On its way what is known so
far is the answer already, which survives being stopped.

An answer says what was found by its fields. It writes two things of its own: `told`, the lines for people,
and `_json`, the fields of its JSON object where these aren't those of the record. All forms are made of them.
"""

from __future__ import annotations

import csv
import io
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum, StrEnum
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from wordle_cp.errors import UsageError, within
from wordle_cp.values import data_frame
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import pandas as pd

    from wordle_cp.work import Work


class Engine(StrEnum):
    """What decides a question."""

    SEARCH = "search"
    """The native search."""
    CP_SAT = "cp-sat"
    """The models alone, without the native search: a recursion, an and-or search, CP-SAT for families."""


Rows: TypeAlias = list[dict[str, object]]
"""The rows of a table, each by the names of its columns."""

_SHOWN_ROWS: Final = 10


class Told(ABC):
    """The forms of what tells itself: text, JSON, a data frame, and HTML for notebooks."""

    __slots__ = ()

    @abstractmethod
    def told(self, struck: str) -> Iterator[str]:
        """Yield what the command prints for people; `struck` is the limit that ended the work, in words."""

    @abstractmethod
    def _json(self) -> dict[str, Any]:
        """Return the fields of the JSON object; `plain` makes JSON of their values."""

    @property
    def finished(self) -> bool:
        """Whether all that was asked for is there."""
        return True

    @property
    def fault(self) -> str:
        """Whether a certificate was ``rejected``, or is ``malformed``; empty if there is no fault."""
        return ""

    def _rows(self) -> Rows:
        """Return the rows of a table of this, if there is one."""
        return []

    def _struck(self) -> str:
        """Return what ended the work, in words."""
        return ""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that the command prints with ``--json``."""
        return {name: plain(value) for name, value in self._json().items()}

    def __str__(self) -> str:
        """Return what the command prints for people."""
        return "\n".join(self.told(self._struck()))

    def __repr__(self) -> str:
        """Return the first line of what the command prints."""
        return within(f"<{next(iter(self.told(self._struck())))}>")

    def _repr_html_(self) -> str:
        """Return a form for notebooks: the first line, and below it the first rows or the other lines.

        Colours are those of the notebook, dark or light.
        """
        first, *rest = self.told(self._struck())
        rows = self._rows()
        below = _html_table(rows) if rows else f"<pre>{escape(chr(10).join(rest))}</pre>"
        return f'<div style="overflow-x: auto"><p><strong>{escape(first)}</strong></p>{below}</div>'

    def to_csv(self) -> str:
        """Return the rows as CSV, with a heading; nothing where there are none."""
        rows = self._rows()
        return csv_text(rows[0] if rows else (), rows)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the rows as a data frame of pandas.

        Raises:
            UsageError: pandas isn't installed, or this has no rows.
        """
        rows = self._rows()
        if not rows:
            message = f"{type(self).__name__}: nothing was found that has rows"
            raise UsageError(message)
        return data_frame(rows)


@dataclass(frozen=True, slots=True, repr=False)
class Written(Told):
    """What was written: its `lines` for people, and its JSON `fields`."""

    lines: tuple[str, ...]
    fields: dict[str, Any]

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  it is all there
        """Yield the lines."""
        yield from self.lines

    def _json(self) -> dict[str, Any]:
        return self.fields


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(Told):
    """An answer to a question: beside what was found, why no more is known, and how long it took.

    Answers with a `verdict` have `certified`, too: whether the checker has accepted, in this run, a
    certificate of all that is said.
    """

    stopped_by: StopReason | None = None
    seconds: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether there was no reason to stop before the whole answer was there."""
        return self.stopped_by is None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that the command prints with ``--json``."""
        return Told.to_json(self) | {"stopped_by": self.stopped_by, "seconds": round(self.seconds, 3)}

    def _json(self) -> dict[str, Any]:
        """Return the fields of the record."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in own.items() if name not in {"stopped_by", "seconds"}}

    def _struck(self) -> str:
        return str(self.stopped_by or "the search itself")


A = TypeVar("A", bound=Answer)


class Answering(Generic[A]):
    """An answer on its way; each step puts what it finds out into the `report`."""

    def __init__(self, report: A, work: Work) -> None:
        """Begin with the `report` that says what is asked."""
        self.report = report
        self.work = work
        self._started = time.monotonic()

    def answered(self, steps: Callable[[], StopReason | None]) -> A:
        """Take the `steps`, and return the report; they return, or raise, why more isn't looked for."""
        try:
            stopped_by = steps()
        except StoppedError as stopped:
            stopped_by = stopped.reason
        return replace(self.report, stopped_by=stopped_by, seconds=time.monotonic() - self._started)


def plain(value: object) -> object:
    """Return `value` as JSON has it: answers by `to_json`, other records by their fields, paths as text."""
    if isinstance(value, Told):
        return value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction | Path):
        return float(value) if isinstance(value, Fraction) else str(value)
    return value.value if isinstance(value, Enum) else value


def csv_text(columns: Iterable[str], rows: Rows) -> str:
    """Return these `columns` of `rows` as CSV, with a heading; what a row hasn't is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, tuple(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def distribution_rows(words: Sequence[int]) -> Rows:
    """Return the rows of a distribution."""
    return [{"guesses": number, "words": count} for number, count in enumerate(words, 1)]


def _html_table(rows: Rows) -> str:
    """Return the first `rows` as a table of HTML, and how many more there are."""
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in rows[0])
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(_cell(value))}</td>' for value in row.values())}</tr>"
        for row in rows[:_SHOWN_ROWS]
    )
    more = f"<p>... and {len(rows) - _SHOWN_ROWS:,} more</p>" if len(rows) > _SHOWN_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: object) -> str:
    """Return a value of a table for people."""
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
