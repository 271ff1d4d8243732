"""Running the program on a terminal of its own, as somebody would who types and reads."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from typing import Final

from tests.program import EVER, SCRIPT

_INTERRUPTIBLE: Final = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""What a shell starts in the background inherits that Ctrl-C is ignored; on a terminal it isn't."""


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        """Start it."""
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _INTERRUPTIBLE + SCRIPT, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def wait_for(self, text: str) -> None:
        """Read until `text` has been shown since the last wait, or until the end."""
        self.text = ""
        self._read_until(text, EVER)
        if text not in self.text:
            self.process.kill()
            self.process.wait()
        assert text in self.text

    def interrupt_at_question(self, text: str) -> None:
        """Press Ctrl-C until `text` is shown.

        Python notes a signal and goes on to read if it comes right before that; then nothing happens.
        """
        self.text = ""
        for _ in range(5):
            self.process.send_signal(signal.SIGINT)
            self._read_until(text, EVER / 5)
            if text in self.text:
                return
        self.wait_for(text)

    def _read_until(self, text: str, seconds: float) -> None:
        ends = time.monotonic() + seconds
        while text not in self.text and time.monotonic() < ends:
            if select.select([self._master], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self._master, 65536).decode()
                except OSError:  # the program has ended
                    break

    def type(self, text: str) -> None:
        """Type `text`."""
        os.write(self._master, text.encode())

    def end(self) -> int:
        """Return the exit code."""
        code = self.process.wait(EVER)
        os.close(self._master)
        return code


def screen(*arguments: str, columns: int = 80) -> tuple[int, str]:
    """Return the exit code of the program, and what it shows on a terminal of so many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"TERM": "xterm"},
        start_new_session=True,
    )
    os.close(slave)
    written = b""
    with contextlib.suppress(OSError):  # when the program has ended
        while some := os.read(master, 65536):
            written += some
    os.close(master)
    return process.wait(EVER), written.decode().replace("\r\n", "\n")
