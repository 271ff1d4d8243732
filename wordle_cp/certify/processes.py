"""Processes of this program that do what they are asked, one thing after the other.

They are asked on their standard input and answer on their standard output, both pickled. Nobody else is to
write there: they and the one that has started them are one program. They end when nobody is there any more
who has asked.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

ENDED: Final = "ended"
"""In place of an answer of a process that has ended by itself."""
HAS_ENDED: Final = "a process that checks certificates has ended early: it was killed, or memory was short"
_PROGRAM: Final = (
    f"import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from {__name__} import main; main()"
)
"""It looks for this program where this process has found it: there may be another one elsewhere."""
_OUTPUT, _ERRORS = 1, 2  # descriptors


def has_processes() -> bool:
    """Tell whether there can be such processes: in a frozen program Python is another program."""
    return bool(sys.executable) and not hasattr(sys, "frozen")


class Processes:
    """Processes by their numbers, which are started when they are first asked; a context manager."""

    def __init__(self) -> None:
        """Begin with none."""
        self.answers: Final[queue.SimpleQueue[tuple[int, Any]]] = queue.SimpleQueue()
        """Each answer, behind the number of its process; what a call raised is an answer, too."""
        self._started: dict[int, tuple[subprocess.Popen[bytes], threading.Thread]] = {}

    def __enter__(self) -> Self:
        """Return the processes."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End all processes; what they were doing is lost."""
        for process, _ in self._started.values():
            process.kill()
        for process, reader in self._started.values():
            process.wait()
            reader.join()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdout.close()
            with suppress(OSError):  # what it didn't read
                process.stdin.close()

    def __len__(self) -> int:
        """Return how many were started."""
        return len(self._started)

    def ask(self, number: int, request: object) -> None:
        """Have a process call what is asked, or `hear` it; if it has ended, that is its answer.

        Raises:
            OSError: it can't be started.
        """
        if number not in self._started:
            # A group of its own, as Ctrl-C goes to all of the terminal's group, but is ours to answer.
            process = subprocess.Popen(  # noqa: S603  this very program
                [sys.executable, "-P", "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=0,
            )
            reader = threading.Thread(target=self._listen, args=(number, process.stdout), daemon=True)
            self._started[number] = process, reader
            reader.start()
            self.ask(number, sys.path)
        stdin = self._started[number][0].stdin
        assert stdin is not None
        with suppress(OSError):
            stdin.write(pickle.dumps(request))
            stdin.flush()

    def _listen(self, number: int, output: BinaryIO) -> None:
        """Take the answers of a process until it ends."""
        try:
            while True:
                self.answers.put((number, pickle.load(output)))  # noqa: S301  our own program's
        except Exception:  # noqa: BLE001  it has ended, perhaps in the middle of an answer
            self.answers.put((number, ENDED))


_told: Final[queue.SimpleQueue[Any]] = queue.SimpleQueue()
_output: Final[list[BinaryIO]] = []
"""In such a process: what was asked and isn't heard yet, and where answers go."""


def hear() -> Any:  # noqa: ANN401  whatever it is
    """Return, in such a process, what comes next from the one that asks."""
    return _told.get()


def answer(told: object) -> None:
    """Answer the one that asks, in such a process; end it where that one is gone."""
    try:
        pickle.dump(told, _output[0])
        _output[0].flush()
    except BrokenPipeError:
        os._exit(1)


def _hear_all() -> None:
    """Take what comes; end the process as soon as the one that asks has ended, even in a long step."""
    try:
        while True:
            _told.put(pickle.load(sys.stdin.buffer))  # noqa: S301  from the process that started this one
    except Exception:  # noqa: BLE001  perhaps in the middle of what it said
        os._exit(1)


def main() -> None:
    """Do what is asked, for ever."""
    os.open(os.devnull, os.O_WRONLY)  # becomes standard error if there is none
    _output.append(os.fdopen(os.dup(_OUTPUT), "wb"))
    os.dup2(_ERRORS, _OUTPUT)  # what might be printed is no answer
    threading.Thread(target=_hear_all, daemon=True).start()
    while True:
        request = hear()
        try:
            answer(request())
        except Exception as error:  # noqa: BLE001  raised again in the process that asked
            answer(error)
