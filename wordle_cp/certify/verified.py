"""The checker that Coq proves: a program beside this one, which `wordle-cp check --verified` calls."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import wordle_cp
from wordle_cp.check.plain.verdict import MalformedError, RejectedError
from wordle_cp.errors import UsageError, argument

NAME: Final = "wordle-check"
_PACKAGE: Final = Path(wordle_cp.__file__).resolve().parent
_BUILT: Final = _PACKAGE.parent / "build" / "verified" / NAME
_ACCEPTED: Final = "accepted\n"
_REJECTED: Final = 1
_MALFORMED: Final = 2
_NOT_COVERED: Final = 3


def program() -> str:
    """Return the program on PATH, or the one that `make verified` has built."""
    found = shutil.which(NAME) or (str(_BUILT) if _BUILT.is_file() else None)
    if found is None:
        message = (
            f"{argument('verified')} calls {NAME}, which is neither on PATH nor in build/verified: "
            "run `make verified` in a checkout, with Coq and OCaml "
            "(Debian: apt-get install coq ocaml-nox ocaml-findlib)"
        )
        raise UsageError(message)
    return found


def check_verified(file: Path, lists: Path | None) -> str:
    """Have the program judge a certificate, with the word lists of a folder; return what it proves.

    Raises:
        RejectedError: the certificate doesn't prove its claim.
        MalformedError: it is none.
        UsageError: there is no such program, or it doesn't cover such a claim.
        RuntimeError: the program ended without a verdict.
    """
    command = [program(), str(file), str(lists or _PACKAGE / "wordlists")]
    done = subprocess.run(  # noqa: S603  no shell
        command, capture_output=True, encoding="utf-8", errors="backslashreplace", check=False
    )
    if done.returncode == 0 and done.stdout.startswith(_ACCEPTED):
        return done.stdout.removeprefix(_ACCEPTED).rstrip("\n")
    reason = done.stderr.removeprefix("error: ").rstrip("\n")
    if done.returncode == _REJECTED:
        raise RejectedError(reason.removeprefix("rejected: "))
    if done.returncode == _MALFORMED:
        raise MalformedError(reason.removeprefix("malformed: "))
    if done.returncode == _NOT_COVERED:
        message = f"the verified checker doesn't cover {file}: {reason.removeprefix('not covered: ')}"
        raise UsageError(message)
    message = f"{NAME} ended with {done.returncode}: {reason}"
    raise RuntimeError(message)
