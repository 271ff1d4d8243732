"""Counts our functions on the way from `main` to the native search, and back to the printed text.

Run it as ``python -m tools.hops``: it asks ``solve --opener salet``, or a command that is given. The command
runs twice, as modules are loaded by the first run; of the second each function of wordle_cp is counted once
that is called before the first call of `engine`, and once that is called after the last one.
"""

import contextlib
import io
import sys
import threading
from types import FrameType

from wordle_cp.cli.app import main

_OURS = "wordle_cp."
_USUAL = ("solve", "--opener", "salet", "--jobs", "1", "--quiet")


class Hops:
    """The functions that were called, in order, and how many were before each call of the engine."""

    def __init__(self) -> None:
        """Begin with nothing called."""
        self.called: list[str] = []
        self.native: list[int] = []

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call, as `sys.setprofile` tells it."""
        module = frame.f_globals.get("__name__", "")
        name = frame.f_code.co_qualname
        generated = name.startswith("__create_fn__") or name.endswith(">")
        if event == "call" and module.startswith(_OURS) and not generated:
            self.called.append(f"{module.removeprefix(_OURS)}:{name}")
            if module.startswith("wordle_cp.engine."):
                self.native.append(len(self.called))


def counted(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the functions on the way to the first call of the engine, and from the last one, each once."""
    hops = Hops()
    for profile in (None, hops):
        with contextlib.redirect_stdout(io.StringIO()):
            threading.setprofile(profile)
            sys.setprofile(profile)
            main(words)
            sys.setprofile(None)
            threading.setprofile(None)
    there, back = hops.called[: hops.native[0]], hops.called[hops.native[-1] :]
    return list(dict.fromkeys(there)), list(dict.fromkeys(back))


if __name__ == "__main__":
    ways = counted(sys.argv[1:] or list(_USUAL))
    for way in ways:
        sys.stdout.writelines(f"{name}\n" for name in [*way, ""])
    sys.stdout.write(
        f"{len(ways[0])} functions to the first call of the engine, {len(ways[1])} from the last one\n"
    )
