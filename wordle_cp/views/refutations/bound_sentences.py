"""The lower bound of an opener as sentences for people, with all numbers that add up to it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.parts.sets_and_lemmas import FactKind
from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.refutations.opener_bound import BoundReason, CellBound, OpenerBound
from wordle_cp.views.refutations.sentences import MINUS, TIMES

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOST: Final = "no strategy finds all of them in time"


def tell_opener(found: OpenerBound) -> str:
    """Return what the opener costs at least, and what the certificate claims."""
    name = found.opener.upper()
    trusting = any(cell.reason is BoundReason.LEMMA for cell in found.cells)
    proviso = " if the lemmas below are true, which `check` tells" if trusting else ""
    if found.total is None:
        return f"{name}: no strategy that begins so finds all words in time{proviso}."
    claimed = "just that, with a strategy" if found.listed else "that or more"
    if found.total != found.claimed:
        claimed = f"{found.claimed}{', with a strategy' if found.listed else ' or more'}"
    return f"{name}: {found.total} guesses at least{proviso}; the certificate claims {claimed}."


def tell_cells(found: OpenerBound) -> Iterator[str]:
    """Yield the numbers that add up to the bound: large cells one by one, small ones by their size."""
    made = found.made + 1
    words = counted(found.words, "word", "words")
    yield f"{counted(made, 'guess', 'guesses')} for each of {words} up to here: {found.words * made}"
    alone = [cell for cell in found.cells if cell.reason not in {BoundReason.FEW, BoundReason.T}]
    for cell in alone:
        yield _tell_cell(found, cell)
    sizes = Counter(
        (len(cell.words), cell.bound)
        for cell in found.cells
        if cell.reason in {BoundReason.FEW, BoundReason.T} and cell.bound is not None
    )
    for (size, bound), count in sorted(sizes.items(), reverse=True):
        cells = f"{counted(count, 'cell', 'cells')} of {counted(size, 'word', 'words')}"
        yield f"{cells}: {count} {TIMES} {bound} = {count * bound}{_why(size, bound)}"
    if found.total is not None:
        yield f"together: {found.total}"
    if any(cell.reason is BoundReason.SET for cell in found.cells):
        yield (
            f"(n words take 3n {MINUS} k guesses at least if no guess gets more than k different responses, "
            "where one that can be right counts as one more.)"
        )


def _why(size: int, bound: int) -> str:
    """Return why a number of words, few or bounded by rule T, costs what it does."""
    if size == 3:  # noqa: PLR2004
        one = "one" if bound == 2 * size - 1 else "none"
        return f" ({one} of them tells the other two apart)"
    return f" (2n {MINUS} 1: one at most is found by the next guess)" if size > 3 else ""  # noqa: PLR2004


def _tell_cell(found: OpenerBound, cell: CellBound) -> str:
    """Return what a cell costs, with the calculation."""
    n = len(cell.words)
    start = f"{WordScoring(len(found.opener)).format_pattern(cell.pattern)} {counted(n, 'word', 'words')}: "
    if cell.reason is BoundReason.SET:
        number = "" if cell.number is None else f" (set {cell.number})"
        facts = "; ".join(map(_tell_fact, cell.facts))
        return (
            f"{start}3 {TIMES} {n} {MINUS} {cell.most} = {cell.bound}; k is {cell.most} for {facts}{number}"
        )
    if cell.reason is BoundReason.LEMMA:
        return f"{start}{_LOST if cell.bound is None else cell.bound}, says lemma {cell.number}"
    if cell.reason is BoundReason.SEPARATE:
        return f"{start}{_LOST}: two guesses are left, and none tells all words apart"
    return f"{start}{_LOST}: not enough guesses are left"


def _tell_fact(fact: str) -> str:
    """Return a fact, in the writing of certificates, in words."""
    text, kind, place = re.split(r"([-?!])", fact, maxsplit=1)
    letter = capital(text.strip("()"))
    if kind == FactKind.ABSENT:
        return f"no {letter}"
    return f"{letter} in place {place}" if kind == FactKind.PLACED else f"{letter}, not in place {place}"
