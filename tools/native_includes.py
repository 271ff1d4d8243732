"""Whether native files include each other in the order of their folders: python -m tools.native_includes.

The order is the list `folders` in CMakeLists.txt, which also says what is compiled. A file may include files
of its own folder and of folders before it. No files may include each other in a cycle.
"""

from __future__ import annotations

import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

NATIVE: Final = Path(__file__).resolve().parent.parent / "wordle_cp" / "native"
_FOLDERS: Final = re.compile(r"(?m)^set\(folders ([^)]+)\)")
_INCLUDE: Final = re.compile(r"""\s*#\s*include\s*([<"])([^>"]+)[>"]""")


def includes(file: Path) -> Iterator[tuple[int, bool, str]]:
    """Yield the line, whether it is in quotation marks, and the path of each include."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if match := _INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def faults(native: Path = NATIVE) -> list[str]:
    """Return a line for each include out of order, and one for a cycle of files if there is any.

    Raises ValueError if CMakeLists.txt has no list of folders, or lacks one that has source files.
    """
    match = _FOLDERS.search((native / "CMakeLists.txt").read_text(encoding="utf-8"))
    if match is None:
        msg = f"{native / 'CMakeLists.txt'}: expected a line set(folders ...), the order of includes"
        raise ValueError(msg)
    order = {folder: place for place, folder in enumerate(match[1].split())}
    found = []
    graph: dict[str, dict[str, int]] = {}
    for file in sorted(path for path in native.rglob("*") if path.suffix in {".cpp", ".hpp", ".inc"}):
        name = file.relative_to(native).as_posix()
        folder = name.rpartition("/")[0]
        if folder and folder not in order:
            msg = f"{file}: CMakeLists.txt doesn't list the folder {folder}/"
            raise ValueError(msg)
        graph[name] = {}
        for line, quoted, included in includes(file):
            if (native / included).is_file():
                graph[name].setdefault(included, line)
                other = included.rpartition("/")[0]
                if order.get(other, len(order)) > order.get(folder, len(order)):
                    found.append(f"{file}:{line}: {folder}/ may not include {included}")
            elif quoted:
                found.append(f"{file}:{line}: give the path from {native.name}/: it has no file {included}")
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1][::-1]
        found.append(f"{native / cycle[0]}:{graph[cycle[0]][cycle[1]]}: a cycle: {' -> '.join(cycle)}")
    return found


def main() -> int:
    """Print what is out of order; return 1 if anything is."""
    try:
        found = faults()
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stderr.writelines(f"{fault}\n" for fault in found)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
