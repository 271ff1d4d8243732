"""Faults that are planted in the checker: each changes one place, and is really there."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.code_mutants import MUTANT, PARTS, _bounded, asked_of, changes, mutants

SOURCE: Final = """
def f(a: tuple[int, 1], b):
    "A text."
    if a < b and not b:
        return f"{a + 1}" if a + 2 else g(3 - a)
"""
SIZES: Final = "wordle_cp/certificate/parts/sets_and_lemmas.py"


def test_what_is_changed() -> None:
    """Each of these alone; nothing of types and texts."""
    number = len(list(changes(ast.parse(SOURCE))))
    found = []
    for place in range(number):
        tree = ast.parse(SOURCE)
        node, name, value = list(changes(tree))[place]
        setattr(node, name, value)
        old, new = (text.splitlines() for text in (ast.unparse(ast.parse(SOURCE)), ast.unparse(tree)))
        assert sum(one != other for one, other in zip(old, new, strict=True)) == 1
        found += [other.strip() for one, other in zip(old, new, strict=True) if one != other]
    assert found[:3] == ["if False:", "if a < b or not b:", "if a <= b and (not b):"]
    assert [line.partition(" if ")[2] for line in found[3:]] == [
        "a - 2 else g(3 - a)",
        "a + 3 else g(3 - a)",
        "a + 2 else g(3 + a)",
        "a + 2 else g(4 - a)",
    ]


def test_the_module_is_loaded_with_its_fault() -> None:
    code = "import tools.code_mutants; from wordle_cp.certificate.parts import sets_and_lemmas as module; "
    command = [sys.executable, "-c", code + "print(module.MAX_SETS)"]

    def printed(**environment: str) -> int:
        done = subprocess.run(
            command, env=os.environ | environment, capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    sets = printed()
    planted = next(one for one in mutants(SIZES) if one.old == str(sets))
    assert printed(**{MUTANT: f"{SIZES}:{planted.place}"}) == sets + 1
    assert len(asked_of(SIZES)) == PARTS


def test_what_imports_a_module_is_asked_first_outside_of_the_checker() -> None:
    nearest, rest = asked_of("wordle_cp/games/found/weights.py")
    files = [name for name in nearest if name.endswith(".py")]
    assert files[0] == "tests/unit/games/test_weights_found.py"
    assert {Path(name).parent for name in files} == {Path("tests/unit/games")}
    assert "tests/unit/test_doors.py" in rest
    assert not {*files} & {*rest}


def test_a_bounded_test_may_start_what_has_bounds_of_its_own() -> None:
    """Else tests that do fail with each fault, and all look as if they were seen."""
    code = "from resource import *; setrlimit(RLIMIT_CPU, (100, 200)); setrlimit(RLIMIT_AS, (2**34, 2**34))"
    subprocess.run([sys.executable, "-c", code], preexec_fn=_bounded, check=True)
