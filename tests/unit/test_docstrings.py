"""What docstrings and comments name is there: modules, their members, and files."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import wordle_cp
from tests.conftest import ROOT
from tests.each import each

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE: Final = Path(wordle_cp.__file__).parent
PACKAGES: Final = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())
SOURCES: Final = sorted(
    path for folder in ("wordle_cp", "models") for path in (ROOT / folder).rglob("*.py") if path.is_file()
)
NATIVE: Final = sorted(path for path in (PACKAGE / "native").rglob("*") if path.suffix in {".hpp", ".cpp"})
NAMED: Final = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+)`")
FILE: Final = re.compile(r"(?<![\w/*.])((?:[a-z_]+/)+[a-z0-9_-]+\.(?:py|md|hpp|cpp|inc|js|css))(?![\w/])")
FOLDERS: Final = (ROOT, PACKAGE, PACKAGE / "native", PACKAGE / "web", PACKAGE / "views" / "traces")


def there(name: str) -> bool:
    """Tell whether `name` is a module of `wordle_cp`, or a member of one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module = ".".join(("wordle_cp", *parts[:length]))
        try:
            found: object = importlib.import_module(module)
        except ImportError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part) and part not in getattr(found, "__annotations__", {}):
                return False
            found = getattr(found, part, None)
        return True
    return False


def stale(path: Path) -> Iterator[str]:
    """Yield what a file names that isn't there."""
    text = path.read_text(encoding="utf-8")
    yield from (name for name in NAMED.findall(text) if not there(name))
    for file in FILE.findall(text):
        if not any((folder / file).exists() for folder in FOLDERS):
            yield file


@each("path", SOURCES)
def test_what_python_files_name_is_there(path: Path) -> None:
    assert not list(stale(path))


def test_what_native_files_name_is_there() -> None:
    assert not {f"{path.name}: {name}" for path in NATIVE for name in stale(path)}
