"""Files of tests that a change can touch, the nearest: python -m tools.touched BASE, for `make test-changed`.

A change is what differs from where the branch BASE was left, committed or not. The nearest tests are those of
the package, tests/unit/PACKAGE; then those that import what was changed; then those that import what imports
it in its package. A ring that would make more than `MOST` files is left to `make test`, and told.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING, Final

import grimp

from tools.changed import ROOT, changed_since, git

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST: Final = 45
"""So many files take less than a minute on two processors."""
STANDS_FOR: Final = {
    "wordle_cp/native/": "wordle_cp.engine.game",
    "tests/behaviour/": "tests.behaviour.test_behaviour",
    "tests/golden/": "wordle_cp.certificate",
    "proofs/": "wordle_cp.certificate",
    "variants/": "wordle_cp.data",
    "wordlists/": "wordle_cp.data",
    "docs/": "tests.shown.session",
    "README.md": "tests.shown.session",
    "CONTRIBUTING.md": "tests.shown.session",
    "Makefile": "tools.changed",
    ".ci/": "tools.changed",
}
"""The module whose tests are about files that are no modules of the tests or packages."""
BESIDE: Final = {
    "check": "tests.unit.certificate.test_certificate_golden",
    "rules": "tests.unit.certificate.test_certificate_golden",
    "cli": "tests.behaviour.test_behaviour",
    "views": "tests.behaviour.test_behaviour",
}
"""What else is about a package: modules that it loads by name aren't imported."""


def module_of(path: str) -> str | None:
    """Return the module that the file at `path` is, or stands for."""
    for start, module in STANDS_FOR.items():
        if path.startswith(start) and not path.endswith(".py"):
            return module
    if not path.endswith(".py") or not path.startswith(("wordle_cp/", "models/", "tests/", "tools/")):
        return None
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"wordle_cp.{dotted}" if dotted.startswith("models") else dotted


def is_test(module: str) -> bool:
    """Tell whether a module is a file of tests."""
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def rings(graph: grimp.ImportGraph, modules: Iterable[str]) -> Iterator[set[str]]:
    """Yield the files of tests about `modules`, those that import them, and those that import these."""
    own, direct, far = set[str](), set[str](), set[str]()
    for module in modules:
        users = graph.find_downstream_modules(module) if module in graph.modules else set()
        if module.startswith(("tests.", "tools.")):
            own |= {module, *users}
            continue
        package = ".".join(module.split(".")[:2])
        short = package.rpartition(".")[2]
        own |= {one for one in graph.modules if one.startswith(f"tests.unit.{short}.")}
        own |= {f"tests.unit.test_{short}", BESIDE.get(short, "")}
        inside = {one for one in users if f"{one}.".startswith(f"{package}.")}
        direct |= graph.find_modules_that_directly_import(module) if module in graph.modules else set()
        far |= {one for inner in inside for one in graph.find_modules_that_directly_import(inner)}
    for ring in own, direct, far:
        yield {one for one in ring if is_test(one) and one in graph.modules}


@cache
def imports() -> grimp.ImportGraph:
    """Return which module imports which."""
    return grimp.build_graph("tests", "tools", "wordle_cp", cache_dir=None)


def touched(paths: Iterable[str]) -> tuple[list[str], int]:
    """Return the files of tests that changed files can touch, and how many more there are."""
    graph = imports()
    found: set[str] = set()
    left: set[str] = set()
    for ring in rings(graph, filter(None, map(module_of, paths))):
        if found and (left or len(found | ring) > MOST):
            left |= ring - found
        else:
            found |= ring
    return sorted(f"{module.replace('.', '/')}.py" for module in found), len(left)


def main() -> int:
    """Print the files, and on standard error what there is more."""
    try:
        base = git("merge-base", sys.argv[1], "HEAD").strip()
    except (IndexError, subprocess.CalledProcessError):
        base = "HEAD"
    paths = changed_since(base)
    files, left = touched(paths)
    more = f"; {left} that are farther from it run in `make test`" if left else ""
    sys.stderr.write(f"{len(paths)} files differ from {base[:8]}: {len(files)} files of tests{more}\n")
    sys.stdout.write("".join(f"{file}\n" for file in files if (ROOT / file).exists()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
