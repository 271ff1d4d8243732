"""What every result has: the forms in which it shows itself, made of its report.

Each result is a report of `answers` and others, with the same fields. `to_json` returns the very object that
the command prints with ``--json``, `str` is what the command prints for people, and `repr` the first line of
that. `to_dataframe` is there where rows are natural, `to_networkx` where there is a strategy or a refutation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp.errors import UsageError, install_hint, within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd
    from _typeshed import DataclassInstance

    from wordle_cp.work import StopReason

    Rows = list[dict[str, object]]

_SHOWN_ROWS: Final = 10


class Result(ABC):
    """The forms that every result has."""

    __slots__ = ()

    @classmethod
    def of(cls, report: DataclassInstance, **more: object) -> Self:
        """Return the result that `report` is, with the fields that it doesn't have."""
        names = (field.name for field in fields(report))
        return cls(**{name: getattr(report, name) for name in names}, **more)

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that the command prints with ``--json``."""

    @abstractmethod
    def _lines(self) -> Iterator[str]:
        """Yield what the command prints for people."""

    def _rows(self) -> Rows:
        """Return the rows of a table of this, if there is one."""
        return []

    def __str__(self) -> str:
        """Return what the command prints for people."""
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        """Return the first line of what the command prints."""
        return within(f"<{next(self._lines())}>")

    def _repr_html_(self) -> str:
        """Return the result for a notebook: its first line, and below it the first rows or the other lines.

        Colours are those of the notebook, dark or light.
        """
        first, *rest = self._lines()
        rows = self._rows()
        below = _html_table(rows) if rows else f"<pre>{escape(chr(10).join(rest))}</pre>"
        return f'<div style="overflow-x: auto"><p><strong>{escape(first)}</strong></p>{below}</div>'


class Table(Result):
    """A result of which rows are natural."""

    __slots__ = ()

    def to_dataframe(self) -> pd.DataFrame:
        """Return the rows as a data frame of pandas.

        Raises:
            UsageError: pandas isn't installed, or this result has no rows.
        """
        return _frame(self._rows(), f"{type(self).__name__}: nothing was found that has rows")


def struck(reason: StopReason | None) -> str:
    """Return what stopped the work, in words."""
    return "" if reason is None else str(reason)


def distribution_rows(words: Sequence[int]) -> Rows:
    """Return the rows of a distribution."""
    return [{"guesses": number, "words": count} for number, count in enumerate(words, 1)]


def _frame(rows: Rows, nothing: str) -> pd.DataFrame:
    """Return `rows` as a data frame; UsageError if there is none, or pandas isn't there."""
    try:
        import pandas as pd  # noqa: PLC0415  an extra, and it takes a moment to load
    except ImportError:
        message = f"data frames need pandas: {install_hint('pandas')}"
        raise UsageError(message) from None
    if not rows:
        raise UsageError(nothing)
    frame = pd.DataFrame(rows)
    for name in frame.columns:
        values = [row[name] for row in rows]
        if None in values and all(value is None or isinstance(value, int) for value in values):
            frame[name] = frame[name].astype("Int64")  # whole numbers stay whole where one is missing
    return frame


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
