"""Guaranteed depth in ultrahard mode: what hard mode makes impossible is impossible there too.

Each ultrahard strategy is a hard one, and the search of hard mode has no-goods and a proof to show.
So it is asked first. Where it finds nothing impossible the plain search of ultrahard mode decides.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import Verdict
from wordle_cp.search.depth import search_depth
from wordle_cp.work import UNLIMITED, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.question import Question
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.modes import Mode
    from wordle_cp.search.depth import DepthResult

_SHARE: Final = 0.5
"""Part of a time limit that hard mode gets."""


@dataclass(frozen=True, slots=True)
class DecidedBy:
    """A `result`, and the `mode` by whose rules it was found: hard for what hard mode makes impossible."""

    result: DepthResult
    mode: Mode


def by_hard_rules(variant: Variant) -> Variant:
    """Return the game whose impossibilities are those of `variant` too: in hard mode if that is ultrahard."""
    return variant if variant.mode.only_facts else variant.model_copy(update={"mode": variant.mode.weaker})


def decide_depth(
    question: Question,
    depth: int,
    *,
    first: Sequence[str] = (),
    work: Work = UNLIMITED,
) -> DecidedBy:
    """Decide what `search_depth` decides; in ultrahard mode ask hard mode before.

    In ultrahard mode hard mode has half of the time that is left, and openers of the question are those that
    ultrahard mode allows.

    Raises:
        As `search_depth`.
    """
    variant = question.variant
    if variant.mode.only_facts:
        return DecidedBy(search_depth(question, depth, first=first, work=work), variant.mode)
    started = time.monotonic()
    wanted = question.of_game(by_hard_rules(variant))
    if question.history and len(question.hidden) > 1:  # hard mode may allow more of them
        wanted = wanted.about(question.openers)
    hard = search_depth(wanted, depth, first=first, work=work.share(_SHARE))
    if hard.verdict is Verdict.IMPOSSIBLE or hard.stopped_by in {StopReason.INTERRUPTED, StopReason.MEMORY}:
        return DecidedBy(hard, wanted.variant.mode)
    plain = search_depth(question, depth, first=first, work=work)
    outcome = replace(plain.outcome, nodes=hard.outcome.nodes + plain.outcome.nodes)
    return DecidedBy(replace(plain, outcome=outcome, seconds=time.monotonic() - started), variant.mode)
