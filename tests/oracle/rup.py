"""A slow checker of DRAT proofs whose lemmas all follow by unit propagation (RUP), which is most of them.

Goldberg and Novikov ("Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003): a lemma
follows from clauses if making all of its literals false leads to a conflict by unit propagation alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Clause = frozenset[int]


def clauses_of(dimacs: Iterable[str]) -> list[Clause]:
    """Return the clauses of a file in DIMACS CNF that has one in each line."""
    lines = (line.split() for line in dimacs if line[:1] not in {"c", "p", ""})
    return [frozenset(map(int, words[:-1])) for words in lines]


def refutes(clauses: Iterable[Clause], proof: Iterable[str]) -> bool:
    """Tell whether each lemma of the `proof` (DRAT as text) is RUP, the empty clause among them."""
    known = dict.fromkeys(clauses)
    for line in proof:
        deletes = line.startswith("d ")
        lemma = frozenset(map(int, line.removeprefix("d ").split()[:-1]))
        if deletes:
            known.pop(lemma, None)
            continue
        if not _follows(list(known), lemma):
            return False
        if not lemma:
            return True
        known[lemma] = None
    return False


def _follows(clauses: list[Clause], lemma: Clause) -> bool:
    false = set(lemma)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            left = [literal for literal in clause if literal not in false]
            if not left:
                return True
            if len(left) == 1 and -left[0] not in false:
                false.add(-left[0])
                changed = True
    return False
