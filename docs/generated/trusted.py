"""How many lines a checker makes you trust: those of the modules that it imports, for each kind of claim."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from generated.markdown import table
from wordle_cp.certificate.kinds import KINDS
from wordle_cp.check.kinds import CHECKERS
from wordle_cp.check.plain import kinds as plain_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
FAST: Final = "wordle_cp.check"
PLAIN: Final = "wordle_cp.check.plain"
VERIFIED: Final = ROOT / "proofs" / "verified"
PROVEN: Final = tuple(
    VERIFIED / name
    for name in (
        "Rules.v",
        "Claims.v",
        "Extract.v",
        "letters.ml",
        "reading.ml",
        "hints.ml",
        "wordle_check.ml",
    )
)
"""What no theorem is about in the checker that is proven in Coq."""
PROVEN_CLAIMS: Final = (
    ("depth", "possible"),
    ("depth", "impossible"),
    ("total", "least"),
    ("total", "between"),
)
"""Its claims, as `read_head` in reading.ml has them."""
_COMMENT: Final = re.compile(r"\(\*.*?\*\)", re.DOTALL)


def file_of(module: str) -> Path | None:
    """Return the file of a module of the project, None of any other."""
    path = ROOT / module.replace(".", "/")
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@cache
def imported_by(module: str) -> frozenset[str]:
    """Return the names that a module imports when it runs, as modules or as things in them."""
    return frozenset(_imported_by(module))


def _imported_by(module: str) -> Iterator[str]:
    file = file_of(module)
    assert file is not None
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    left: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([package] * bool(node.level) + [node.module or ""] * bool(node.module))
            yield base
            yield from (f"{base}.{name.name}" for name in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            left += node.orelse
        else:
            left += ast.iter_child_nodes(node)


def closure(modules: Iterable[str]) -> set[Path]:
    """Return the files of `modules`, and of all that they import of this project."""
    found: set[Path] = set()
    met, left = set[str](), list(modules)
    while left:
        module = left.pop()
        file = file_of(module)
        if file is None or module in met:
            continue
        met.add(module)
        found.add(file)
        left += imported_by(module)
    return found


def lines_of(files: Iterable[Path]) -> int:
    """Return how many lines of `files` are neither blank nor a comment; docstrings have proofs, and count."""
    texts = (line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith("#") for line in texts)


def unproven_lines() -> int:
    """Return how many lines of the proven checker are neither blank nor a comment, proofs left out."""
    texts = (_COMMENT.sub("", file.read_text(encoding="utf-8")) for file in PROVEN)
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


def trusted(words: tuple[str, str]) -> tuple[set[Path], set[Path]]:
    """Return the files of the plain checker, and of the fast one, that judge a kind of claim."""
    claim = " ".join(words) + " "
    named = [one for kind, one in plain_kinds.CHECKERS.items() if claim.startswith(f"{kind} ")]
    if words == ("depth", "impossible"):
        named.append(plain_kinds.LEMMAS)
    plain = [PLAIN, f"{PLAIN}.__main__", *(f"{PLAIN}.{module}" for module, _ in named)]
    fast = [FAST, CHECKERS[words], KINDS[words].partition(":")[0]]
    return closure(plain), closure(fast)


def trusted_lines() -> str:
    """Return the table."""
    head = ["claim", "plain: lines", "files", "fast: lines", "files", "proven: lines"]
    rows = []
    for words in KINDS:
        plain, fast = trusted(words)
        figures = (lines_of(plain), len(plain), lines_of(fast), len(fast))
        proven = f"{unproven_lines():,}" if words in PROVEN_CLAIMS else "-"
        rows.append([" ".join(words), *(f"{figure:,}" for figure in figures), proven])
    return table(head, rows)
