"""The sections of a help text, in their order, and how an option is declared in one."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import typer


class Section(StrEnum):
    """What an option is about; help texts have their options in this order."""

    QUESTION = "Question"
    GAME = "Game"
    OBJECTIVE = "Objective"
    LIMITS = "Limits"
    OUTPUT = "Output"
    RARE = "Rarely needed"


def option(section: Section, *names: str, about: str, **more: Any) -> Any:  # noqa: ANN401  as typer.Option
    """Return the option `names` in a section of the help text, which says what it is `about`.

    Where it has choices, capitals don't matter. `more` are parameters of typer.Option.
    """
    return typer.Option(*names, help=about, rich_help_panel=section, case_sensitive=False, **more)
