"""Proofs of SAT solvers: our checker against a slow one, on what follows and on what doesn't."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from tests.oracle.rup import refutes
from wordle_cp.errors import CertificateRejected
from wordle_cp.models.drat import Clause, check_refutation, clauses_of


def random_clauses(rng: random.Random, variables: int, number: int) -> list[Clause]:
    return [
        tuple(rng.choice((-1, 1)) * one for one in rng.sample(range(1, variables + 1), rng.randint(1, 3)))
        for _ in range(number)
    ]


def has_solution(clauses: list[Clause], variables: int) -> bool:
    return any(
        all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        for values in product((False, True), repeat=variables)
    )


@pytest.mark.parametrize("line", ["0 0", "1", "1 0 0", "d 0 0", "d 1", "", "x 0", "+1 0", "1 -0 0", "1 0 -1"])
def test_a_line_that_is_no_clause_is_rejected(line: str) -> None:
    with pytest.raises(CertificateRejected, match="literals, and 0 behind them"):
        check_refutation([(1, 2), (-1, 2)], [line, line, "0"])
    with pytest.raises(CertificateRejected):
        clauses_of(["p cnf 2 1", line.replace("d ", "") or "2"])


def accepts(clauses: list[Clause], proof: list[str]) -> bool:
    try:
        check_refutation(clauses, proof)
    except CertificateRejected:
        return False
    return True


def text(clause: Clause) -> str:
    return " ".join(map(str, [*clause, 0]))


@pytest.mark.parametrize("seed", range(400))
def test_random_proofs_are_judged_as_by_the_slow_checker_or_by_trying_all_values(seed: int) -> None:
    """What is accepted has no solution; and what is RUP, line by line, is accepted."""
    rng = random.Random(seed)  # noqa: S311
    variables = rng.randint(3, 5)
    clauses = random_clauses(rng, variables, rng.randint(3, 14))
    proof = [text(one) for one in random_clauses(rng, variables, rng.randint(0, 5))]
    for _ in range(rng.randint(0, 2)):
        place = rng.randrange(len(proof) + 1)
        proof.insert(place, f"d {text(rng.choice(clauses))}")
    proof.append("0")
    accepted = accepts(clauses, proof)
    if accepted:
        assert not has_solution(clauses, variables)
    if refutes(map(frozenset, clauses), proof):
        assert accepted


@pytest.mark.parametrize("seed", range(100))
def test_a_clause_for_each_step_of_a_resolution_is_accepted_and_none_may_be_missing(seed: int) -> None:
    """All clauses over three variables but some: a solution exists iff one is missing."""
    rng = random.Random(seed)  # noqa: S311
    clauses: list[Clause] = [(a * 1, b * 2, c * 3) for a, b, c in product((-1, 1), repeat=3)]
    rng.shuffle(clauses)
    proof = [*(text(pair) for pair in product((-1, 1), (-2, 2))), "-1 0", "1 0", "0"]
    assert 0 < check_refutation(clauses, proof) <= len(proof)
    assert not accepts(clauses[1:], proof)
    assert not accepts(clauses, [])


def pigeons(holes: int) -> list[Clause]:
    """One pigeon more than holes: variable 1 + pigeon * holes + hole."""
    at = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(holes + 1)]
    return [*map(tuple, at)] + [
        (-at[one][hole], -at[other][hole])
        for hole in range(holes)
        for one, other in combinations(range(holes + 1), 2)
    ]


def test_definitions_are_rat_and_not_rup() -> None:
    """Cook's proof for three holes: q[i, j] = p[i, j] or (p[i, 2] and p[3, j]); q comes first."""
    clauses, holes = pigeons(3), 3
    new = 13
    proof: list[str] = []
    q: dict[tuple[int, int], int] = {}
    for i, j in product(range(holes), range(holes - 1)):
        q[i, j] = new
        here, last, other = 1 + i * holes + j, 1 + i * holes + holes - 1, 1 + holes * holes + j
        proof += [text((-new, here, last)), text((-new, here, other))]
        proof += [text((new, -here)), text((new, -last, -other))]
        new += 1
    proof += [text((-q[i, j], -q[k, j])) for j in range(2) for i, k in combinations(range(3), 2)]
    proof += [text((q[i, 0], q[i, 1])) for i in range(3)]
    proof += [text((-q[0, 0],)), "0"]
    assert not refutes(map(frozenset, clauses), proof), "the first lemma names a variable that no clause has"
    assert 0 < check_refutation(clauses, proof) <= len(proof)
    swapped = [" ".join(reversed(line.split()[:-1])) + " 0" for line in proof]
    assert not accepts(clauses, swapped), "the first literal is the one that may be made true"


def test_a_clause_that_set_a_variable_for_good_stays() -> None:
    """With x deleted, not x would be RAT, and all be refuted: but x = 1 is a solution."""
    clauses: list[Clause] = [(1,), (1, 2)]
    assert not accepts(clauses, ["d 1 0", "-1 0", "0"])


def test_what_is_wrong_is_named_by_its_line() -> None:
    with pytest.raises(CertificateRejected, match=r"line 2: drat: expected a clause .* found 2 0"):
        check_refutation([(1, 2), (-1, 2), (3, -2)], ["d 1 2 0", "2 0"])
    with pytest.raises(CertificateRejected, match="end: drat: expected the empty clause, found 1 lemmas"):
        check_refutation([(1, 2), (1, -2)], ["1 0"])


def test_a_limit_ends_the_check() -> None:
    def strike() -> None:
        raise TimeoutError

    clauses: list[Clause] = [(-one, one + 1) for one in range(1, 6000)]
    with pytest.raises(TimeoutError):
        check_refutation([*clauses, (1,)], ["0"], strike)


def test_dimacs_is_read() -> None:
    assert clauses_of(["c x", "p cnf 2 2", "1 -2 0", "c y", "2 0"]) == [(1, -2), (2,)]
