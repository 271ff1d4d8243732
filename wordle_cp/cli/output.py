"""What the program prints, and where: results on standard output, everything else on standard error."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.cli.terminal import wrapped
from wordle_cp.commands.files import PASSED_ON, STANDARD_OUTPUT, as_typed
from wordle_cp.errors import (
    ProblemsError,
    WordleCpError,
    counted,
    one_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TextIO

    from _typeshed import ReadableBuffer

    from wordle_cp.answers.answer import Told

_STANDARD_STREAMS: Final = range(3)


class ExitCode(IntEnum):
    """What the process returns to the shell."""

    DONE = 0
    """Decided, accepted or done."""
    REJECTED = 1
    BAD_INPUT = 2
    """Bad input or bad usage."""
    UNDECIDED = 3
    """A limit struck first."""
    FAILED = 70
    """A fault of the program, with its traceback, or of a solver, in one line: no verdict."""
    INTERRUPTED = 130
    """Ctrl-C where there is no partial result to report: 128 + SIGINT."""
    BROKEN_PIPE = 141
    """The reader of our output went away: 128 + SIGPIPE."""


class Exit(Exception):  # noqa: N818  no error: what there is to say has been said
    """The command ends here with a `code`."""

    def __init__(self, code: ExitCode) -> None:
        """Take the code."""
        super().__init__(code)
        self.code = code


def _print(text: str, stream: TextIO | None) -> None:
    """Print `text` at once, unless the stream is closed: Python has None for standard error then."""
    if stream is not None:
        stream.write(f"{text}\n")
        stream.flush()


def print_json(fields: Mapping[str, object]) -> None:
    """Print `fields` as the one JSON object of standard output."""
    _print(as_typed(json.dumps(fields, indent=2, ensure_ascii=False, allow_nan=False)), sys.stdout)


def print_text(text: str) -> None:
    """Print the result for people, on standard output; on a terminal it breaks between words."""
    print_lines(wrapped(as_typed(text), sys.stdout))


def print_lines(text: str) -> None:
    """Print what is to be as it is on standard output, unless a file is written there."""
    _print(text, sys.stderr if PASSED_ON else sys.stdout)


def print_answer(
    answer: Told, struck: str = "", *, as_json: bool, write: Callable[[], None] = lambda: None
) -> ExitCode:
    """Print an `answer`, `write` the files that go with it, and return what the process returns.

    `struck` is what stopped it, by the name of its option. The lines come before the files, so that what was
    found is there even if the disk is full. The JSON object comes last, as another one is printed if a file
    can't be written.
    """
    if not answer.fault:
        if not as_json:
            print_text("\n".join(answer.told(struck)))
        write()
    if as_json:
        print_json(answer.to_json())
    if not answer.fault:
        return ExitCode.DONE if answer.finished else ExitCode.UNDECIDED
    print_error("\n".join(answer.told(struck)), as_json=False)
    return ExitCode.REJECTED if answer.fault == "rejected" else ExitCode.BAD_INPUT


def print_message(text: str) -> None:
    """Print on standard error, in lines that fit the screen, `text` that isn't part of the result."""
    _print(wrapped(as_typed(text), sys.stderr), sys.stderr)


def note_warning(text: str) -> None:
    """Print a one-line warning while a run goes on."""
    print_message(f"warning: {one_line(text)}")


def print_error(message: str, *, as_json: bool) -> None:
    """Print a one-line error; with `as_json` also as the one object of standard output."""
    print_message(f"error: {one_line(message)}")
    if as_json:
        _print_json_error({"error": one_line(message)})


def print_input_error(error: WordleCpError, *, as_json: bool) -> None:
    """Print what is wrong with the input, one line for each problem."""
    if not isinstance(error, ProblemsError):
        print_error(str(error), as_json=as_json)
        return
    from wordle_cp.answers.variants import SHOWN_PROBLEMS, problem_fields  # noqa: PLC0415  for such errors alone

    lines = error.lines()
    for line in lines[:SHOWN_PROBLEMS]:
        print_message(f"error: {line}")
    more = len(lines) - SHOWN_PROBLEMS
    if more > 0:
        print_message(f"error: and {counted(more, 'more problem', 'more problems')}")
    if as_json:
        _print_json_error({"error": str(error), "problems": problem_fields(error)})


def _print_json_error(fields: Mapping[str, object]) -> None:
    """Print `fields`, if standard output takes them: what is wrong has been reported on standard error."""
    try:
        print_json(fields)
        flush_stdout()
    except OSError:
        silence_stdout()


class _Closed(io.TextIOBase):
    """Stands in for a standard output that is closed."""

    encoding = "utf-8"

    @property
    def buffer(self) -> _Closed:
        """What bytes are written to."""
        return self

    def writable(self) -> bool:
        """Tell that it is there to be written to."""
        return True

    def write(self, text: str | bytes, /) -> int:
        """Fail, unless there is nothing to write."""
        if text:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), STANDARD_OUTPUT)
        return 0


class _Named(io.FileIO):
    """Standard output, with its name in what fails: the system doesn't say what can't be written."""

    def write(self, data: ReadableBuffer, /) -> int:
        """Write `data`."""
        try:
            return super().write(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, STANDARD_OUTPUT) from error


def _named(stdout: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return `stdout`, or where it writes to a file what does the same and names it."""
    buffered = isinstance(stdout.buffer, io.BufferedWriter)
    raw = stdout.buffer.raw if isinstance(stdout.buffer, io.BufferedWriter) else stdout.buffer
    if type(raw) is not io.FileIO:
        return stdout
    stdout.flush()
    named = _Named(raw.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(named) if buffered else named,
        encoding=stdout.encoding,
        line_buffering=stdout.line_buffering,
        write_through=not buffered,  # as Python does it
    )


def make_streams_safe() -> None:
    """Let standard output and error escape what their encoding lacks instead of failing on it.

    What fails on standard output names it.

    Where one is closed (``>&-``), its number is taken by the null device, lest a file of ours is opened with
    it. Python has None for it, and prints nothing: for standard error that will do, but a result that isn't
    told mustn't look like one that is.
    """
    for number in _STANDARD_STREAMS:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
    stdout: object = sys.stdout  # None where it is closed, whatever its type says
    if stdout is None:
        sys.stdout = _Closed()
    elif type(sys.stdout) is io.TextIOWrapper:
        sys.stdout = _named(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush_stdout() -> None:
    """Write out what standard output holds back, so that what fails fails now."""
    sys.stdout.flush()


def silence_stdout() -> None:
    """Send the rest of standard output, which is flushed at exit, nowhere: its reader has gone."""
    try:
        stdout = sys.stdout.fileno()
    except io.UnsupportedOperation:  # not a file: nothing will be flushed to one
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stdout)
    os.close(nowhere)
