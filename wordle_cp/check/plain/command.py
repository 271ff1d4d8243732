"""The command line of the plain checker."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from .effort import estimate, in_words
from .game import text_of
from .kinds import check_plainly, word_lists
from .verdict import MalformedError, RejectedError

if TYPE_CHECKING:
    from collections.abc import Sequence

ACCEPTED, REJECTED, MALFORMED, FAILED = 0, 1, 2, 70
MOST_LINES = 40
"""How many lines are printed that say what is claimed: there may be a weight for each hidden word."""


def main(arguments: Sequence[str]) -> int:
    """Check the file that the `arguments` name.

    Returns 0 if it is accepted, 1 if rejected, 2 if malformed or not readable, and 70 without a verdict, if
    this program fails.
    """
    parser = argparse.ArgumentParser(
        prog="plain", description="Check a certificate of wordle-cp with the standard library alone."
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a certificate, or a pipe of one: plain text, gzip or xz"
    )
    parser.add_argument(
        "--lists",
        type=Path,
        default=word_lists(),
        metavar="DIR",
        help="a folder of word lists (*.txt), in which a list that the file only names is found by its "
        "SHA-256; by default the one that comes with wordle-cp",
    )
    chosen = parser.parse_args(arguments)
    try:
        return judge(chosen.file, chosen.lists)
    except Exception:  # noqa: BLE001  Python would end with the exit code of a rejection
        traceback.print_exc()
        return FAILED


def judge(file: Path, lists: Path) -> int:
    """Check `file`, say what came of it, and return the exit code."""
    started = time.monotonic()
    try:
        lines = text_of(file)

        def begin() -> None:
            seconds = estimate(lines)
            if seconds >= 1:
                print(f"this takes {in_words(seconds)}", file=sys.stderr, flush=True)

        checked = check_plainly(lines, lists, begin=begin)
    except RejectedError as error:
        print(f"rejected: {error}", file=sys.stderr)
        return REJECTED
    except MalformedError as error:
        print(f"{file}: {error}", file=sys.stderr)
        return MALFORMED
    except OSError as error:
        print(f"{error.filename or file}: {error.strerror or error}", file=sys.stderr)
        return MALFORMED
    _, claim, *others = checked.stated
    print(f"accepted: {claim} ({time.monotonic() - started:.1f} s)")
    for line in others[:MOST_LINES]:
        print(f"  {line}")
    if len(others) > MOST_LINES:
        print(f"  and {len(others) - MOST_LINES} more lines of {file} that say what is claimed")
    return ACCEPTED
