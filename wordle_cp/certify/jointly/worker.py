"""A process that checks one share of a certificate for `run`, which calls `main` there.

It is asked on its standard input and answers on its standard output, both pickled: how far it is, now and
then, what it has counted for the others, who are told by the one that has asked, and in the end what
`check.check_share` returned or raised. Nobody else is to write there: the two are one program. It ends when
nobody is there any more who has asked.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.check import check_share

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.check import Share, WordListFinder

_OUTPUT, _ERRORS = 1, 2  # descriptors
_TOLD_SECONDS: Final = 0.1  # from one report of progress to the next


@dataclass(frozen=True, slots=True)
class Request:
    """What to check."""

    path: Path
    find_list: WordListFinder
    share: Share


@dataclass(frozen=True, slots=True)
class ShareCounted:
    """What was counted for this share; the answer is what was counted for each share."""

    numbers: list[int]


@dataclass(frozen=True, slots=True)
class ShareReached:
    """How many parts of `total` are done."""

    done: int
    total: int


def _listen(told: queue.SimpleQueue[list[list[int]]]) -> None:
    """Pass on what the others have counted; end the process as soon as the one that has asked has ended.

    That is so even in the middle of a long step.
    """
    try:
        while True:
            told.put(pickle.load(sys.stdin.buffer))  # noqa: S301  from the process that started this one
    except Exception:  # noqa: BLE001  perhaps in the middle of what it said
        os._exit(1)


def main() -> None:
    """Check what is asked."""
    os.open(os.devnull, os.O_WRONLY)  # becomes standard error if there is none
    answers = os.fdopen(os.dup(_OUTPUT), "wb")
    os.dup2(_ERRORS, _OUTPUT)  # what might be printed is no answer
    try:
        request = pickle.load(sys.stdin.buffer)  # noqa: S301  from the process that started this one
    except EOFError:
        return
    others: queue.SimpleQueue[list[list[int]]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(others,), daemon=True).start()
    told = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= _TOLD_SECONDS:
            told = time.monotonic()
            _answer(ShareReached(done, total))

    def _answer(answer: object) -> None:
        try:
            pickle.dump(answer, answers)
            answers.flush()
        except BrokenPipeError:
            os._exit(1)

    def exchange(counted: list[int]) -> list[list[int]]:
        _answer(ShareCounted(counted))
        return others.get()

    try:
        _answer(check_share(request.path, request.find_list, request.share, tell, exchange))
    except Exception as error:  # noqa: BLE001  raised again in the process that asked
        _answer(error)
    # What listens holds its input, which Python would wait for in vain as it ends.
    os._exit(0)
