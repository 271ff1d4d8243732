"""DRAT: a checker of the proofs that SAT solvers write, so that nobody has to trust the solver.

Where this stands: beside `sat`, which runs the solver. It knows clauses and nothing of games: that the
clauses say what a game says rests on the model that they were made of.

A proof is a list of clauses, the *lemmas*, each added to the clauses before it, and of clauses deleted. A
lemma l_1 or ... or l_n is allowed if it is

- RUP: with all of its literals false, unit propagation finds a clause without a literal left. So the lemma
  follows from the clauses. (Goldberg and Novikov, "Verification of Proofs of Unsatisfiability for CNF
  Formulas", DATE 2003.)
- or RAT: for each clause with the negation of l_1, the lemma together with the rest of that clause is RUP.
  Then a solution of the clauses in which the lemma is false stays one if l_1 is made true. (Heule, Hunt and
  Wetzler, "Verifying Refutations with Extended Resolution", CADE 2013.)

So each step keeps at least one solution if there was one; and once unit propagation alone finds a conflict,
there was none. A clause by which propagation has set a variable for good stays, even if the proof deletes it;
with more clauses each of the two conditions still says what it says.

Each clause is watched at two literals that aren't false (Moskewicz and others, "Chaff", DAC 2001): as long as
they aren't, it can't make anything follow.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Clause = tuple[int, ...]
"""Literals, as DIMACS numbers them: from 1 on, negative if they are negated."""

_LITERAL: Final = re.compile(r"-?[1-9][0-9]*", re.ASCII)
_SHOWN: Final = 60
_OFTEN: Final = 4096
"""After so many clauses were looked at, `heed` is called."""


def clauses_of(dimacs: Iterable[str]) -> list[Clause]:
    """Return the clauses of a text in DIMACS CNF that has one in each line.

    Raises:
        CertificateRejected: a line is no clause.
    """
    lines = ((number, line) for number, line in enumerate(dimacs, 1) if line[:1] not in {"c", "p", ""})
    return [_clause(line.split(), number) for number, line in lines]


def _clause(words: Sequence[str], number: int) -> Clause:
    """Return the clause that stands in a line: literals, none of which is 0, and then 0.

    Were 0 taken for a literal, it would be its own negation, and prove anything.
    """
    if not words or words[-1] != "0" or not all(map(_LITERAL.fullmatch, words[:-1])):
        raise _rejected(number, "literals, and 0 behind them", " ".join(words)[:_SHOWN])
    return tuple(map(int, words[:-1]))


def check_refutation(
    clauses: Iterable[Clause], proof: Iterable[str], heed: Callable[[], None] = lambda: None
) -> int:
    """Check that the `proof`, DRAT as text, shows that the `clauses` have no solution; count its lemmas.

    `heed` is called meanwhile, and what it raises ends the check.

    Raises:
        CertificateRejected: it doesn't.
    """
    checker = _Checker(heed)
    for clause in clauses:
        checker.add(clause)
    lemmas = 0
    for number, line in enumerate(proof, 1):
        if checker.refuted:
            break
        words = line.split()
        deletes = words[:1] == ["d"]
        clause = _clause(words[deletes:], number)
        if deletes:
            checker.delete(clause)
            continue
        if not checker.allows(clause):
            raise _rejected(number, "a clause that is RUP or RAT", line.strip())
        checker.add(clause)
        lemmas += 1
    if not checker.refuted:
        raise _rejected(None, "the empty clause", f"{lemmas} lemmas without it")
    return lemmas


def _rejected(line: int | None, expected: str, found: str) -> CertificateRejected:
    """Return what is wrong in a line of the proof, or at its end."""
    return CertificateRejected("end" if line is None else f"line {line}", "drat", expected, found)


class _Checker:
    """Clauses, what propagation has set for good, and what follows from more literals."""

    def __init__(self, heed: Callable[[], None]) -> None:
        self.refuted = False
        self._heed: Final = heed
        self._looked_at = 0
        self._clauses: Final[list[list[int] | None]] = []
        self._places: Final[dict[Clause, list[int]]] = {}
        self._watched: Final[dict[int, list[int]]] = {}
        self._true: Final[dict[int, None]] = {}  # in the order in which they were set
        self._kept: Final[set[int]] = set()

    def add(self, clause: Clause) -> None:
        """Add a clause, and set for good what follows by propagation."""
        if self.refuted:
            return
        true = self._true
        literals = list(dict.fromkeys(clause))
        literals.sort(key=lambda literal: -literal in true)  # those that aren't false first
        place = len(self._clauses)
        self._clauses.append(literals)
        self._places.setdefault(tuple(sorted(literals)), []).append(place)
        if len(literals) > 1:
            for literal in literals[:2]:
                self._watched.setdefault(literal, []).append(place)
        open_ones = [literal for literal in literals[:2] if -literal not in true]
        if not open_ones:
            self.refuted = True
        elif len(open_ones) == 1 and open_ones[0] not in true:
            self._kept.add(place)
            self.refuted = self._propagate(open_ones, self._kept)

    def delete(self, clause: Clause) -> None:
        """Take a clause away, unless it has set something for good; one that isn't there is passed over."""
        places = self._places.get(tuple(sorted(set(clause))), [])
        if places and places[-1] not in self._kept:
            self._clauses[places.pop()] = None

    def allows(self, lemma: Clause) -> bool:
        """Tell whether a clause is RUP or RAT."""
        if self._conflicts(lemma):
            return True
        if not lemma:
            return False
        pivot = lemma[0]
        return all(
            self._conflicts((*lemma, *(literal for literal in clause if literal != -pivot)))
            for clause in self._clauses
            if clause is not None and -pivot in clause
        )

    def _conflicts(self, false: Sequence[int]) -> bool:
        """Tell whether propagation finds a conflict once these literals are false; undo it again."""
        before = len(self._true)
        conflict = self._propagate([-literal for literal in false], None)
        while len(self._true) > before:
            self._true.popitem()
        return conflict

    def _propagate(self, literals: Iterable[int], reasons: set[int] | None) -> bool:
        """Make literals true, and what follows; tell whether there is a conflict. Note the clauses used."""
        true, queue = self._true, list[int]()
        for literal in literals:
            if -literal in true:
                return True
            if literal not in true:
                true[literal] = None
                queue.append(literal)
        for literal in queue:
            watching = self._watched.get(-literal, [])
            kept: list[int] = []
            for number, place in enumerate(watching):
                found = self._moved(place, -literal)
                if found is None:
                    continue
                kept.append(place)
                if -found in true:
                    self._watched[-literal] = kept + watching[number + 1 :]
                    return True
                if found not in true:
                    true[found] = None
                    queue.append(found)
                    if reasons is not None:
                        reasons.add(place)
            self._watched[-literal] = kept
        return False

    def _moved(self, place: int, false: int) -> int | None:
        """Watch a clause at another literal than the `false` one; if there is none, return the other watched.

        None is for a clause that is watched elsewhere now, or that was deleted.
        """
        self._looked_at += 1
        if not self._looked_at % _OFTEN:
            self._heed()
        clause, true = self._clauses[place], self._true
        if clause is None:
            return None
        if clause[0] == false:
            clause[0], clause[1] = clause[1], clause[0]
        if clause[0] in true:
            return clause[0]
        for number in range(2, len(clause)):
            if -clause[number] not in true:
                clause[1], clause[number] = clause[number], clause[1]
                self._watched.setdefault(clause[1], []).append(place)
                return None
        return clause[0]
