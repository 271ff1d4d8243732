"""What the models prove about the endgame families of a question, as the lemmas that a search starts from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import FamilyLemma, is_wide
from wordle_cp.models.family_table import TABLE_SETTINGS, family_table
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.variant import Variant

SMALLEST_FAMILY: Final = 6
"""Smaller families are left to the search, which decides them, and every live part of the others, itself."""


def family_lemmas(
    variant: Variant,
    hidden: Sequence[str],
    left: int,
    work: Work = UNLIMITED,
) -> tuple[FamilyLemma, ...]:
    """Return what the models prove about the families of `hidden` that matters with `left` guesses left.

    Once there is reason to stop nothing more is worked out.
    """
    if left <= 2 or not variant.mode.only_facts or not variant.scoring.feedback.shows_facts:  # noqa: PLR2004  the search settles those at once
        return ()
    if is_wide(variant.guesses):  # the models are for words of letters a to z, five at most
        return ()
    table = family_table(
        variant.guesses,
        hidden,
        variant.mode,
        min_size=max(SMALLEST_FAMILY, left),
        decide_depth=left - 1,
        settings=replace(TABLE_SETTINGS, work=work),
    )
    lemmas: list[FamilyLemma] = []
    for family in table:
        lemmas.append(FamilyLemma(family.pattern, family.lower - 1, solvable=False))
        lemmas.append(FamilyLemma(family.pattern, family.upper, solvable=True))
    return tuple(lemma for lemma in lemmas if 1 < lemma.guesses <= left)
