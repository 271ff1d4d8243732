"""Files that were uploaded, looked at in a process of the pool: whatever is in them, the page goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import VariantError
from wordle_cp.web.jobs.games import GameChoice, load_game

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.web.task import Task

SHOWN_PROBLEMS: Final = 200
"""So many lines of problems of one variant are listed; the others are counted."""


@dataclass(frozen=True, slots=True)
class VariantCheck:
    """What a variant file holds: its name and the sizes of its lists, or what is wrong with it.

    `problems` are lines, `SHOWN_PROBLEMS` at most, and `more` is how many there are besides.
    """

    name: str = ""
    guesses: int = 0
    hidden: int = 0
    problems: tuple[str, ...] = ()
    more: int = 0


def check_variant(task: Task, *, file: Path) -> VariantCheck:
    """Read the variant in `file`, an upload."""
    try:
        variant = load_game(GameChoice(file))
    except VariantError as error:
        lines = tuple(error.lines())
        return VariantCheck(problems=lines[:SHOWN_PROBLEMS], more=max(len(lines) - SHOWN_PROBLEMS, 0))
    finally:
        task.demand_time()
    return VariantCheck(variant.name, len(variant.guesses), len(variant.hidden))
