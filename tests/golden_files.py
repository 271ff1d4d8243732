"""The golden certificates, in three folders: `GOLDEN` / ``accept``, ``reject`` and ``malformed``.

tests/golden/accept has certificates. Of those that aren't accepted, tests/golden has what differs from one
that is: a text for each kind of claim, in which each case is a name and a base, the changes of its lines, and
the whole reason that the checkers give:

    # absurdle-guess-unknown: absurdle
    12 = guesses zzz
    ! start: guess list: expected a word of the guess list, found zzz

``12 = TEXT`` is another line 12, ``12 -`` takes line 12 away, and ``12 + TEXT`` puts a line behind it. All
numbers are those of the base. Where no base is like it, the base is ``-``, and each line is ``+ TEXT``.
What isn't plain text is a file of its own, with the reason in NAME.expected beside it.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEPT: Final = Path(__file__).resolve().parent / "golden"
ACCEPTED: Final = _KEPT / "accept"

WITH_STRATEGIES: Final = ("depth possible", "missed between", "missed least", "total between", "total least")
"""Claims whose certificates have strategies of one board."""


def cases(text: str) -> Iterator[tuple[str, list[str], str]]:
    """Yield the name, the lines and the reason of each case of a `text`."""
    for block in text.removeprefix("# ").split("\n\n# "):
        head, *changes, reason = block.rstrip("\n").split("\n")
        name, base = head.split(": ")
        text = "" if base == "-" else (ACCEPTED / f"{base}.cert").read_text(encoding="utf-8")
        assert reason.startswith("! "), f"{name}: expected '! REASON' at the end, found {reason}"
        yield name, _changed(text.split("\n")[:-1], changes), reason.removeprefix("! ")


def _changed(lines: list[str], changes: list[str]) -> list[str]:
    """Return `lines` with the `changes`."""
    found = [list[str](), *([line] for line in lines)]  # the first one has what comes before all others
    for change in changes:
        place, _, rest = change.partition(" ")
        how, _, text = rest.partition(" ")
        if place == "+":
            found[0].append(rest)
        elif how == "+":
            found[int(place)].append(text)
        else:
            found[int(place)][:1] = [] if rest == "-" else [text]
    return [line for group in found for line in group]


def _expanded() -> Path:
    """Return a folder of all golden certificates as files, which is made where it isn't there yet."""
    kept = [path for path in sorted(_KEPT.glob("*/*")) if path.is_file()]
    digest = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in kept))
    whole = _KEPT.parents[1] / "build" / f"golden-{digest.hexdigest()[:16]}"
    if whole.is_dir():
        return whole
    whole.parent.mkdir(exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix="golden-", dir=whole.parent))
    for path in kept:
        folder = made / path.parent.name
        folder.mkdir(exist_ok=True)
        if path.suffix != ".txt":
            shutil.copy(path, folder)
            continue
        for name, lines, reason in cases(path.read_text(encoding="utf-8")):
            (folder / f"{name}.cert").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            (folder / f"{name}.expected").write_text(f"{reason}\n", encoding="utf-8")
    try:
        made.rename(whole)
    except OSError:  # another process was first
        shutil.rmtree(made)
    return whole


GOLDEN: Final = _expanded()


def of_words(*claims: str) -> list[Path]:
    """Return the certificates of these claims, such as ``depth possible``, of words with coloured tiles."""
    return sorted(path for path in ACCEPTED.glob("*.cert") if _claim(path) in claims)


def _claim(path: Path) -> str | None:
    """Return the first two words of what a certificate claims; None in a game without tiles."""
    _, claim, *rest = path.read_text(encoding="utf-8").splitlines()
    others = any(line.startswith(("game ", "feedback ")) for line in rest[:3])
    return None if others else " ".join(claim.split()[1:3])
