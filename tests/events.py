"""Listening to events of a `Work`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.work import Note, Stage

if TYPE_CHECKING:
    from collections.abc import Callable


def into(stages: list[str]) -> Callable[[object], None]:
    """Return what puts the texts of the stages that begin into `stages`."""

    def show(event: object) -> None:
        if isinstance(event, Stage):
            stages.append(event.text)

    return show


def noting(notes: list[str]) -> Callable[[object], None]:
    """Return what puts the texts of notes into `notes`."""

    def show(event: object) -> None:
        if isinstance(event, Note):
            notes.append(event.text)

    return show
