"""How many lines of code there are, by package: `python -m tools.size`.

Lines count that are neither blank nor begin with # or //, of Python, C++, JavaScript and CSS in wordle_cp/
and models/. The plain checker is left out: it is a second program, which shares no line with the rest.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SUFFIXES: Final = frozenset({".py", ".cpp", ".hpp", ".inc", ".js", ".css"})


def sizes(root: Path = ROOT) -> Counter[str]:
    """Return the lines of each package, of wordle_cp itself where a module stands alone."""
    found: Counter[str] = Counter()
    for folder in (root / "wordle_cp", root / "models"):
        for path in folder.rglob("*"):
            place = path.relative_to(root)
            if path.suffix not in SUFFIXES or place.parts[:3] == ("wordle_cp", "check", "plain"):
                continue
            if place.parts[:2] == ("wordle_cp", "models"):  # a link to models/
                continue
            lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
            package = (
                "/".join(place.parts[: min(2, len(place.parts) - 1)])
                if folder.name == "wordle_cp"
                else "models"
            )
            found[package] += sum(1 for line in lines if line and not line.startswith(("#", "//")))
    return found


def main() -> None:
    """Print the table."""
    found = sizes()
    for package, lines in found.most_common():
        print(f"{lines:>8,}  {package}")  # noqa: T201  the output
    print(f"{found.total():>8,}  in all")  # noqa: T201


if __name__ == "__main__":
    main()
