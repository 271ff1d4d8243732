"""What `.ci/run` has to run beside `make test`: python -m tools.changed prints targets of the Makefile.

Files ask for them that differ from the last commit of which everything ran: `make nightly` writes that commit
into tools/nightly.txt. Where it can't be told what differs, everything runs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).resolve().parent.parent
RECORD: Final = ROOT / "tools" / "nightly.txt"
ALL: Final = ("sanitize", "test-verified", "test-package", "test-docs")
"""What `make test` leaves out, each with a target of its own."""
_DOCS: Final = ("test-docs",)
_SHOWN: Final = ("test-docs", "test-package")
_PROVEN: Final = ("test-docs", "test-package", "test-verified")
ASKED: Final[dict[str, tuple[str, ...]]] = {
    "ARCHITECTURE.md": _DOCS,
    "CHANGELOG.md": _DOCS,
    "CONTRIBUTING.md": _DOCS,
    "README.md": _SHOWN,
    "docs/": _DOCS,
    "docs/certificates/": ("test-docs", "test-verified"),
    "models/": _SHOWN,
    "proofs/": _PROVEN,
    "proofs/verified/": ("test-docs", "test-verified"),
    "tests/behaviour/": (),
    "tests/browser/": _DOCS,
    "tests/fuzz/": (),
    "tests/golden/": ("test-docs", "test-verified"),
    "tests/paces/": (),
    "tests/property/": (),
    "tests/property/test_certificate_refutation.py": ("test-verified",),
    "tests/property/test_feedback.py": ("test-verified",),
    "tests/property/test_total_search.py": ("sanitize",),
    "tests/shown/": _DOCS,
    "tests/test_wheel.py": ("test-package",),
    "tests/unit/": (),
    "tests/unit/certificate/": ("test-verified",),
    "tests/unit/engine/test_native.py": ("sanitize",),
    "tests/unit/test_site.py": _DOCS,
    "tests/unit/test_teaching.py": _DOCS,
    "tests/verified/": ("test-verified",),
    "tools/": (),
    "tools/mutants.py": ("test-verified",),
    "variants/": _SHOWN,
    "wordle_cp/answers/": _PROVEN,
    "wordle_cp/certificate/": _PROVEN,
    "wordle_cp/certify/": _PROVEN,
    "wordle_cp/check/": _PROVEN,
    "wordle_cp/cli/": _PROVEN,
    "wordle_cp/commands/": _PROVEN,
    "wordle_cp/experiments/": _SHOWN,
    "wordle_cp/play/": _SHOWN,
    "wordle_cp/runs/": _SHOWN,
    "wordle_cp/search/": _PROVEN,
    "wordle_cp/views/": _SHOWN,
    "wordle_cp/web/": _SHOWN,
}
"""What a file or a folder asks for; of several rows the longest counts. What no row has asks for all."""


def asked(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the targets that files at `paths` ask for, in the order of `ALL`."""
    found: set[str] = set()
    for path in paths:
        rows = [row for row in ASKED if path == row or (row.endswith("/") and path.startswith(row))]
        found.update(ASKED[max(rows, key=len)] if rows else ALL)
    return tuple(target for target in ALL if target in found)


def git(*arguments: str) -> str:
    """Return what git prints in the folder of the project."""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def changed_since(commit: str) -> list[str]:
    """Return the paths of all files that differ from an ancestor of HEAD, new and removed ones, too.

    Raises CalledProcessError or OSError if git can't tell.
    """
    git("merge-base", "--is-ancestor", commit, "HEAD")
    differ = git("diff", "--name-only", "--no-renames", commit)
    return [*differ.splitlines(), *git("ls-files", "--others", "--exclude-standard").splitlines()]


def main() -> int:
    """Print the targets, and on standard error why."""
    try:
        commit = RECORD.read_text(encoding="utf-8").split()[1]
        targets = asked(changed_since(commit))
        reason = f"what differs from {commit[:8]}, of which everything ran, asks for"
    except (OSError, IndexError, subprocess.CalledProcessError):
        targets = ALL
        reason = "no commit is known here of which everything ran, so there are"
    sys.stderr.write(f"beside `make test`: {reason}: {' '.join(targets) or 'nothing'}\n")
    sys.stdout.write(f"{' '.join(targets)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
