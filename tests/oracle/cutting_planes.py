"""A checker of VeriPB's proofs that have one line `pol`, which knows no more than the two formats.

A constraint is a sum of whole numbers times variables, each 0 or 1, that is some number or more. A proof adds
up constraints, each times a whole number of 0 or more; no solution is left if the sum can't be reached.
"""

from __future__ import annotations

from typing import TypeAlias

Constraint: TypeAlias = tuple[dict[str, int], int]


class RejectedError(Exception):
    """The proof isn't one."""


def constraints_of(opb: str) -> list[Constraint]:
    """Read OPB without an objective; an equation is two constraints."""
    found: list[Constraint] = []
    for line in opb.splitlines():
        if not line or line.startswith("*"):
            continue
        *terms, relation, bound, end = line.split()
        if end != ";" or relation not in {">=", "="}:
            raise RejectedError(line)
        left = {name: int(factor) for factor, name in zip(terms[::2], terms[1::2], strict=True)}
        found.append((left, int(bound)))
        if relation == "=":
            found.append(({name: -factor for name, factor in left.items()}, -int(bound)))
    return found


def check(opb: str, proof: str) -> None:
    """Raise RejectedError unless the proof shows that the constraints have no solution."""
    known = constraints_of(opb)
    head, count, steps, output, conclusion, *end = proof.splitlines()
    expected = ("pseudo-Boolean proof version 2.0", f"f {len(known)}", "output NONE")
    if (head, count, output) != expected or end != ["end pseudo-Boolean proof"]:
        raise RejectedError(proof)
    if conclusion != f"conclusion UNSAT : {len(known) + 1}" or not steps.startswith("pol "):
        raise RejectedError(conclusion)
    left, bound = _added(known, steps.split()[1:])
    if sum(factor for factor in left.values() if factor > 0) >= bound:
        message = f"the sum can be {bound}"
        raise RejectedError(message)


def _added(known: list[Constraint], steps: list[str]) -> Constraint:
    """Return what a line adds up, in reverse Polish notation: numbers of constraints, factors, * and +."""
    stack: list[int | Constraint] = []
    for number, step in enumerate(steps):
        if step == "+":
            one, other = stack.pop(), stack.pop()
            if isinstance(one, int) or isinstance(other, int):
                raise RejectedError(step)
            names = one[0].keys() | other[0].keys()
            stack.append(
                ({name: one[0].get(name, 0) + other[0].get(name, 0) for name in names}, one[1] + other[1])
            )
        elif step == "*":
            factor, one = stack.pop(), stack.pop()
            if not isinstance(factor, int) or factor < 0 or isinstance(one, int):
                raise RejectedError(step)
            stack.append(({name: factor * value for name, value in one[0].items()}, factor * one[1]))
        elif steps[number + 1 : number + 2] == ["*"]:
            stack.append(int(step))
        elif 1 <= int(step) <= len(known):
            stack.append(known[int(step) - 1])
        else:
            raise RejectedError(step)
    [whole] = stack
    if isinstance(whole, int):
        raise RejectedError(steps[-1])
    return whole
