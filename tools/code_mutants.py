"""Faults planted in the checker, one at a time: python -m tools.code_mutants.

A mutant is a module with one comparison flipped, a sign or an ``and`` turned into the other, an ``if``
dropped or a number raised by one. It is killed if the golden files fail, or else the tests of its package and
of the checker, and random games that are about it; outside of the checker, if the tests of its package fail,
or else those that import it. One that survives is equivalent, and stands in code_mutants.txt with the reason,
or a test is missing. Nothing is written to the sources: this module, imported first, hands the changed code
to Python where the module is imported.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import os
import random
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from tools.touched import imports, module_of, rings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
EQUIVALENT: Final = Path(__file__).with_name("code_mutants.txt")
MUTANT: Final = "WORDLE_CP_MUTANT"
PACKAGES: Final = ("wordle_cp/check", "wordle_cp/certificate")
MOST_SECONDS: Final = 60
"""CPU seconds that the tests of a mutant may take; one that no test fails on by then survives."""
MOST_BYTES: Final = 8 << 30
PARTS: Final = 2
"""First the golden files, or else the tests of the package, for all mutants; then, for those left, others."""
GAMES: Final = {
    "absurdle": "test_absurdle*",
    "fixed": "test_fixed*",
    "missed": "test_missed*",
    "possible": "test_certificate.py",
    "refutation": "test_certificate_refutation.py",
    "impossible": "test_certificate_refutation.py",
    "depth": "test_certificate_refutation.py",
    "codes": "test_code_lemmas.py",
    "packing": "test_code_lemmas.py",
    "weigh": "test_optimality_weights.py",
    "letters": "test_letters.py",
    "feedback": "test_feedback.py",
    "responses": "test_feedback.py",
}
"""The random games about a module with such a name; those of totals are about the others."""
_OTHER: Final[dict[type[ast.AST], Callable[[], ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutant(NamedTuple):
    """A change of one line of a module."""

    path: str
    place: int
    """Its number among the mutants of the module."""
    line: int
    old: str
    new: str
    column: int
    text: str
    """The line of code that has it, and where."""

    def __str__(self) -> str:
        """Return what the list of those that are equivalent has."""
        return f"{self.path}: {self.old} -> {self.new} at {self.column} of {self.text}"


def changes(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any]]:
    """Yield for each mutant of a module the node, the field that changes, and its new value."""
    for node in _code(tree):
        if isinstance(node, ast.Compare):
            yield node, "ops", [_OTHER[type(node.ops[0])](), *node.ops[1:]]
        elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _OTHER:
            yield node, "op", _OTHER[type(node.op)]()
        elif isinstance(node, ast.If) and not isinstance(node.test, ast.Name):
            yield node, "test", ast.Constant(value=False)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, "value", node.value + 1


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that do something: no types, no texts, nothing of messages."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list"} or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and "TYPE_CHECKING" not in ast.dump(child)[:60]:
                yield from _code(child)


def mutants(path: str) -> list[Mutant]:
    """Return all mutants of the module at `path`, which is relative to the project."""
    found, source = [], (ROOT / path).read_text("utf-8")
    for place, (node, field, value) in enumerate(list(changes(ast.parse(source)))):
        before = getattr(node, field)
        old = ast.unparse(node.test if isinstance(node, ast.If) else node)
        setattr(node, field, value)
        new = ast.unparse(node.test if isinstance(node, ast.If) else node)
        setattr(node, field, before)
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        found.append(Mutant(path, place, line, old, new, column, source.splitlines()[line - 1].strip()))
    return found


class _Finder(importlib.machinery.SourceFileLoader):
    """Loads one module with one change."""

    def __init__(self, path: str, place: int) -> None:
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        super().__init__(name, str(ROOT / path))
        self._place = place

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:  # noqa: ANN401, ARG002
        if name == self.name:
            return importlib.util.spec_from_file_location(name, self.path, loader=self)
        return None

    def get_code(self, fullname: str) -> Any:  # noqa: ANN401  never from the cache of byte code
        tree = ast.parse(self.get_data(self.get_filename(fullname)))
        node, field, value = list(changes(tree))[self._place]
        setattr(node, field, value)
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


def golden() -> None:
    """Judge all golden files, as their tests do, and exit with the name of the first test that fails."""
    from tests.unit.certificate import test_certificate_golden as module  # noqa: PLC0415  once the mutant is there

    for name, test in vars(module).items():
        if hasattr(test, "cases") and [*test.__annotations__] == ["path", "return"]:
            for path in test.cases:
                try:
                    test.__wrapped__(path)
                except BaseException as error:  # noqa: BLE001  whatever a mutant does
                    sys.exit(f"FAILED {name}[{path.name}] {type(error).__name__}")


def asked_of(path: str) -> list[list[str]]:
    """Return what Python is asked about a mutant of the module at `path`, one run after the other."""
    names = Path(path).parts
    pytest = ["-m", "pytest", "-xq", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "tools.code_mutants"]
    if "/".join(names[:2]) not in PACKAGES:
        own, direct, far = rings(imports(), filter(None, [module_of(path)]))
        nearest = sorted(own, key=lambda test: (test not in direct, test))
        parts = nearest, sorted(direct - own) or sorted(far - own) or nearest
        return [[*pytest, *(f"{test.replace('.', '/')}.py" for test in part)] for part in parts]
    pattern = next((GAMES[name] for name in GAMES if any(name in part for part in names)), "test_total_cert*")
    games = sorted(f"tests/property/{found.name}" for found in (ROOT / "tests/property").glob(pattern))
    return [
        ["-c", "from tools.code_mutants import golden; golden()"],
        [*pytest, *dict.fromkeys((f"tests/unit/{names[1]}", "tests/unit/check")), *games, "-k", "not golden"],
    ]


def killer(mutant: Mutant, part: int) -> str | None:
    """Return the first of the tests in a part that fails, or what else ends it; None if it survives."""
    done = subprocess.run(
        [sys.executable, *asked_of(mutant.path)[part]],
        cwd=ROOT,
        env=os.environ | {MUTANT: f"{mutant.path}:{mutant.place}"},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        preexec_fn=_bounded,
    )
    lines = (done.stdout + done.stderr).splitlines()
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    if failed:
        return failed[0].split()[1]
    is_golden = part == 0 and mutant.path.startswith(PACKAGES)
    in_time = done.returncode == 0 or (not is_golden and done.returncode == -signal.SIGXCPU)
    return None if in_time else f"exit code {done.returncode}"


def _bounded() -> None:
    """Bound a process softly: tests start some with bounds of their own, which may be larger."""
    for kind, most in ((resource.RLIMIT_CPU, MOST_SECONDS), (resource.RLIMIT_AS, MOST_BYTES)):
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def main() -> int:
    """Print a table of mutants; return 1 if one that isn't known as equivalent survives."""
    parser = argparse.ArgumentParser(prog="python -m tools.code_mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", default=PACKAGES, metavar="PATH")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    files = [file for path in asked.paths for file in sorted((ROOT / path).rglob("*.py"))]
    every = [mutant for file in files for mutant in mutants(str(file.relative_to(ROOT)))]
    left = random.Random(asked.seed).sample(every, min(asked.count, len(every)))  # noqa: S311
    count = len(left)
    known = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    with ThreadPoolExecutor(asked.jobs) as pool:
        for part in range(PARTS):
            by = pool.map(lambda mutant: (mutant, killer(mutant, part)), left)  # noqa: B023  ends in this turn
            left = []
            for mutant, test in by:
                left += [mutant] if test is None else []
                last = "equivalent" if str(mutant) in known else "SURVIVES"
                verdict = test or ("-" if part + 1 < PARTS else last)
                sys.stdout.write(f"{mutant.path}:{mutant.line}: {mutant.old} -> {mutant.new}\t{verdict}\n")
                sys.stdout.flush()
    unknown = [mutant for mutant in left if str(mutant) not in known]
    sys.stdout.write(f"{count} of {len(every)} mutants: {len(left)} survive, {len(unknown)} unknown\n")
    return int(bool(unknown))


if MUTANT in os.environ and __name__ != "__main__":
    _path, _place = os.environ[MUTANT].rsplit(":", 1)
    sys.meta_path.insert(0, cast("Any", _Finder(_path, int(_place))))

if __name__ == "__main__":
    sys.exit(main())
