"""Modes of the game: which guesses it allows after a history."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """Which guesses the game allows after a history; see `is_allowed`."""

    NORMAL = "normal"
    HARD = "hard"
    ULTRAHARD = "ultrahard"
