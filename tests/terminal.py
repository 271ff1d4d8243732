"""Running the program on a terminal of its own, as somebody would who types and reads."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from typing import Final

from tests.program import SCRIPT

WAIT_SECONDS: Final = 60.0
"""How long a busy machine may take to show something."""


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        """Start it."""
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, *arguments],
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
        ends = time.monotonic() + WAIT_SECONDS
        self.text = ""
        while text not in self.text and time.monotonic() < ends:
            if select.select([self._master], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self._master, 65536).decode()
                except OSError:  # the program has ended
                    break
        assert text in self.text

    def type(self, text: str) -> None:
        """Type `text`."""
        os.write(self._master, text.encode())

    def end(self) -> int:
        """Return the exit code."""
        code = self.process.wait(WAIT_SECONDS)
        os.close(self._master)
        return code
