"""Shipped certificates with one field changed: python -m tools.mutants [--count N] [FILE ...].

A field is a number, a word, a pattern, a restriction or a name of a rule; labels mean nothing and are left
alone. A mutant is killed if the checker rejects it or finds it malformed. One that it accepts must be true
all the same: it is if the plain checker, which shares no code with it, accepts it too. That one is slow; with
--cpu-seconds, for large certificates, it isn't asked, and mutants that are accepted are told one by one.
"""

from __future__ import annotations

import argparse
import gzip
import lzma
import math
import os
import random
import re
import resource
import signal
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.check import check_file
from wordle_cp.check.plain.game import lines_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD_LISTS: Final = Path(__file__).resolve().parent.parent / "wordlists"
_HEAD_LINES: Final = 24
_LABELS: Final = ("variant", "title")
_FIELD: Final = re.compile(r"[A-Z]{2,}|[a-z]{2,}|[0-9]+|[0-9a-f]{64}")
_CHOICES: Final = (
    ("possible", "impossible", "least"),
    ("normal", "hard", "ultrahard"),
    ("all", "only", "except"),
    ("pair", "weights", "chain", "rule"),
)


def text_of(path: Path) -> str:
    """Return the text of a shipped certificate."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else lzma.decompress(data)).decode()


def is_about_codes(path: Path) -> bool:
    """Tell whether it is about codes or Absurdle: the plain checker takes hours for those."""
    start = text_of(path)[:1000]
    return any(f"\n{line} " in start for line in ("game", "claim absurdle"))


def changed_field(lines: Sequence[str], words: Sequence[str], rng: random.Random) -> tuple[str, list[str]]:
    """Return the kind of the line that has been changed, and all lines with the change."""
    while True:
        place = rng.randrange(len(lines))
        line = lines[place]
        keyword = _kind(line)
        # Half of the time a line of the head: there are few, and they say what is claimed.
        if rng.random() < 0.5:
            place = rng.randrange(min(len(lines), _HEAD_LINES))
            line = lines[place]
            keyword = _kind(line)
        if keyword in _LABELS or not _FIELD.search(line):
            continue
        field = rng.choice(list(_FIELD.finditer(line)))
        if keyword in {"guesses", "hidden", "limit"} and field.start() > len(keyword) + 72:
            continue  # the name of a list
        other = _other(field.group(), words, rng)
        mutant = line[: field.start()] + other + line[field.end() :]
        if other != field.group():
            return keyword, [*lines[:place], mutant, *lines[place + 1 :]]


def change_of(line: str, words: Sequence[str], rng: random.Random) -> str:
    """Return `line` with one field changed; it may be what it was."""
    field = rng.choice(list(_FIELD.finditer(line)))
    return line[: field.start()] + _other(field.group(), words, rng) + line[field.end() :]


def _kind(line: str) -> str:
    """Return the keyword that `line` begins with; a guess of a strategy stands alone, and has none."""
    return line.partition(" ")[0] if " " in line else "step"


def _other(text: str, words: Sequence[str], rng: random.Random) -> str:
    """Return something else of the same kind as `text`."""
    if text.isdigit() and len(text) == len(words[0]) and words[0].isdigit():
        return rng.choice(words)
    if text.isdigit():
        other = str(max(0, int(text) + rng.choice((-1, 1, 1, 100))))
        return other.zfill(len(text)) if text.startswith("0") else other
    if set(text) <= set("BYG"):
        place = rng.randrange(len(text))
        return text[:place] + rng.choice("BYG".replace(text[place], "")) + text[place + 1 :]
    for choices in _CHOICES:
        if text in choices:
            return rng.choice([choice for choice in choices if choice != text])
    return rng.choice(words) if len(text) == len(words[0]) else text[::-1]


def killed(path: Path) -> bool:
    """Tell whether the checker doesn't accept the file at `path`; whatever else it does is a fault of it."""
    try:
        check_file(path, word_list_by_hash)
    except (CertificateParseError, CertificateRejected):
        return True
    return False


def is_true(path: Path) -> bool:
    """Tell whether the plain checker accepts the file at `path`."""
    try:
        check_plainly(lines_of(path.read_bytes()))
    except (ValueError, zlib.error, lzma.LZMAError):
        return False
    return True


def judge(path: Path, count: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Change `count` fields of the certificate at `path`, one at a time, the same ones each time.

    Returns how many mutants were killed, true, and neither, in all and of each kind of line, such as
    ``pair killed``, and the lines of those that are neither.
    """
    rng = random.Random(path.name)  # noqa: S311
    lines = text_of(path).split("\n")[:-1]
    words = words_of(lines)
    figures: Counter[str] = Counter()
    wrong: list[str] = []
    mutant = folder / "mutant.cert"
    for _ in range(count):
        kind, changed = changed_field(lines, words, rng)
        mutant.write_text("\n".join(changed) + "\n", encoding="utf-8")
        if killed(mutant):
            verdict = "killed"
        elif is_true(mutant):
            verdict = "true"
        else:
            verdict = "wrong"
        figures.update((verdict, f"{kind} {verdict}"))
        if verdict == "wrong":
            wrong += [new for old, new in zip(lines, changed, strict=True) if old != new]
    return figures, wrong


def words_of(lines: Sequence[str]) -> list[str]:
    """Return the words, or the codes, that a field of the certificate `lines` may be changed to."""
    file = WORD_LISTS / f"{lines[2].removeprefix('variant ')}-guesses.txt"
    if file.exists():
        return file.read_text(encoding="utf-8").split()
    length = int(next(line for line in lines if line.startswith("length ")).split()[1])
    return sorted({code for line in lines for code in re.findall(r"[0-9]+", line) if len(code) == length})


def judge_within(path: Path, seconds: float, folder: Path) -> tuple[Counter[str], list[str]]:
    """Change fields of the certificate at `path`, one at a time, until `seconds` of CPU time are over.

    A mutant that the checker isn't done with by then is left out; it is counted as ``unjudged``. Returns how
    many there were, as `judge` does, and what was changed in those that the checker accepted.
    """
    rng = random.Random(path.name)  # noqa: S311
    lines = text_of(path).split("\n")[:-1]
    words = words_of(lines)
    figures: Counter[str] = Counter()
    accepted: list[str] = []
    mutant = folder / "mutant.cert"
    ends = _cpu_seconds() + seconds
    while _cpu_seconds() < ends:
        kind, changed = changed_field(lines, words, rng)
        mutant.write_text("\n".join(changed) + "\n", encoding="utf-8")
        code = _judged_in_a_child(mutant, ends - _cpu_seconds())
        verdict = {_KILLED: "killed", _ACCEPTED: "true", -signal.SIGXCPU: "unjudged"}.get(code, "wrong")
        figures.update((verdict, f"{kind} {verdict}"))
        if verdict in {"true", "wrong"}:
            pairs = zip(lines, changed, strict=True)
            accepted += [f"{kind} (exit code {code}): {old} -> {new}" for old, new in pairs if old != new]
    return figures, accepted


_KILLED: Final = 10
_ACCEPTED: Final = 11


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of the children that it has waited for."""
    return sum(os.times()[:4])


def _judged_in_a_child(mutant: Path, seconds: float) -> int:
    """Return the exit code of a child process that judges the file at `mutant`, and may take so long."""
    pid = os.fork()
    if pid == 0:
        used = math.ceil(seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (max(used, 1), max(used, 1) + 5))
        os._exit(_KILLED if killed(mutant) else _ACCEPTED)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def shares(figures: Counter[str]) -> str:
    """Return for each kind of line how many of its mutants were killed, and how many there were."""
    kinds = sorted({name.partition(" ")[0] for name in figures if " " in name})
    verdicts = ("killed", "true", "wrong", "unjudged")
    counts = {kind: [figures[f"{kind} {verdict}"] for verdict in verdicts] for kind in kinds}
    return ", ".join(f"{kind} {count[0]} of {sum(count)}" for kind, count in counts.items())


def _tell_within(path: Path, figures: Counter[str], accepted: Sequence[str]) -> None:
    """Print what `judge_within` found."""
    judged = figures["killed"] + figures["true"] + figures["wrong"]
    percent = 100 * figures["killed"] / max(judged, 1)
    sys.stdout.write(
        f"{path.name}: {judged} mutants, {percent:.1f} % killed, {figures['true']} accepted, "
        f"{figures['unjudged']} unjudged; {shares(figures)}\n"
    )
    sys.stdout.writelines(f"  accepted: {line[:400]}\n" for line in accepted)
    sys.stdout.flush()


def main() -> int:
    """Judge mutants of the certificates that are asked for; return 1 if one was accepted and isn't true."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=200, help="mutants of each certificate")
    parser.add_argument("--cpu-seconds", type=float, help="as many mutants of each as take so long")
    parser.add_argument("--most-bytes", type=int, default=100_000, help="larger certificates are left out")
    arguments = parser.parse_args()
    failed = False
    together: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in arguments.files or proof_paths():
            if arguments.cpu_seconds is not None:
                figures, accepted = judge_within(path, arguments.cpu_seconds, Path(folder))
                _tell_within(path, figures, accepted)
                failed |= figures["wrong"] > 0
                continue
            if path.stat().st_size > arguments.most_bytes or is_about_codes(path):
                continue
            figures, wrong = judge(path, arguments.count, Path(folder))
            percent = 100 * figures["killed"] / arguments.count
            sys.stdout.write(
                f"{path.name}: {arguments.count} mutants, {percent:.1f} % killed, {figures['true']} true\n"
            )
            sys.stdout.writelines(f"  accepted, though not true: {line}\n" for line in wrong)
            sys.stdout.flush()
            together += figures
            failed |= bool(wrong)
    if together:
        count = sum(together[verdict] for verdict in ("killed", "true", "wrong"))
        sys.stdout.write(
            f"together: {count} mutants, {together['killed']} killed, {together['true']} accepted and true, "
            f"{together['wrong']} accepted though not true\nkilled by kind of line: {shares(together)}\n"
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
