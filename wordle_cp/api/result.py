"""What results have that aren't answers yet: their report's fields, and the forms of `answers.answer`."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

from wordle_cp.answers.answer import Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import DataclassInstance

    from wordle_cp.work import StopReason


class Result(Told):
    """The forms that every result has."""

    __slots__ = ()

    @classmethod
    def of(cls, report: DataclassInstance, **more: object) -> Self:
        """Return the result that `report` is, with the fields that it doesn't have."""
        names = (field.name for field in fields(report))
        return cls(**{name: getattr(report, name) for name in names}, **more)

    @abstractmethod
    def _lines(self) -> Iterator[str]:
        """Yield what the command prints for people."""

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  the lines know it
        """Yield what the command prints for people."""
        return self._lines()

    def _json(self) -> dict[str, Any]:
        return self.to_json()


def struck(reason: StopReason | None) -> str:
    """Return what stopped the work, in words."""
    return "" if reason is None else str(reason)
