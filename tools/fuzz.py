"""Coverage-guided fuzzing: python -m tools.fuzz [--seconds N] [PARSER ...]; `make fuzz` calls it.

Each parser gets its share of the time, in a process of its own, as libFuzzer ends the one it runs in. What it
finds interesting is kept in build/fuzz/PARSER, and a finding beside it: a file crash-..., timeout-... or
oom-... to be mended and put among the seeds.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wordle_cp.errors import install_hint

_INPUT_BYTES: Final = 20_000
_INPUT_SECONDS: Final = 60
_MEMORY_MB: Final = 1_000
_BUILD: Final = Path("build") / "fuzz"
_TOKEN: Final = re.compile(rb"[A-Za-z0-9_.:*/-]{1,20}")
"""What the fuzzer puts into its inputs: the parts of the seeds."""
_INSTRUMENTED: Final = ("wordle_cp", "yaml")


def fuzz(name: str, folder: Path, seconds: int) -> None:
    """Fuzz the parser called `name` in this process, which ends with it."""
    import atheris  # noqa: PLC0415  of the extra `fuzz`

    with atheris.instrument_imports(include=list(_INSTRUMENTED)):
        from tests.fuzz import parsers  # noqa: PLC0415  the imports of what is watched
    start = folder / "start"
    start.mkdir(exist_ok=True)
    tokens: set[bytes] = set()
    for seed in parsers.seeds_of(name):
        contents = seed.read_bytes()
        (start / seed.name).write_bytes(contents)
        tokens.update(_TOKEN.findall(contents))
    words = folder / "words"
    words.write_text("".join(f'"{token.decode()}"\n' for token in sorted(tokens)), encoding="ascii")
    options = (
        f"-max_total_time={seconds}",
        f"-max_len={_INPUT_BYTES}",
        f"-timeout={_INPUT_SECONDS}",
        f"-rss_limit_mb={_MEMORY_MB}",
        f"-artifact_prefix={folder}{os.sep}",
        f"-dict={words}",
        "-print_final_stats=1",
    )
    found, work = folder / "found", folder / "work"
    found.mkdir(exist_ok=True)
    work.mkdir(exist_ok=True)  # not among temporary files: the fuzzer ends the process, and tidies up nothing
    arguments = [sys.argv[0], *options, str(found), str(start)]
    atheris.Setup(arguments, lambda data: parsers.parse(name, data, work))
    atheris.Fuzz()


def main() -> int:
    """Fuzz each parser that is asked for, all by default; return 1 if there were findings."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("parsers", nargs="*", metavar="PARSER")
    parser.add_argument("--seconds", type=int, default=3600, help="for all of them together")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if find_spec("atheris") is None:
        sys.stderr.write(f"error: fuzzing needs atheris: {install_hint('fuzz')}\n")
        return 2
    if arguments.one:
        fuzz(arguments.one, _BUILD / arguments.one, arguments.seconds)
        return 0
    from tests.fuzz.parsers import PARSERS  # noqa: PLC0415  after the fuzzer's own look at the imports

    names = arguments.parsers or list(PARSERS)
    share = max(1, arguments.seconds // len(names))
    failed = False
    for name in names:
        folder = _BUILD / name
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tools.fuzz", "--one", name, "--seconds", str(share)]
        with (folder / "log").open("wb") as log:
            code = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False).returncode
        log_text = (folder / "log").read_text(encoding="utf-8", errors="replace")
        units = re.search(r"number_of_executed_units:\s+([0-9]+)", log_text)
        peak = re.search(r"peak_rss_mb:\s+([0-9]+)", log_text)
        verdict = "nothing found" if code == 0 else f"exit code {code}, see {folder}/log"
        executions = units[1] if units else "?"
        sys.stdout.write(f"{name}: {executions} executions, {peak[1] if peak else '?'} MB: {verdict}\n")
        sys.stdout.flush()
        failed |= code != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
