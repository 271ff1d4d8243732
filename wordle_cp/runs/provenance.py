"""Where facts came from that turned out false: a run folder, or the workers of a cluster.

Facts are what `rank` and `solve` take over from there without searching again: costs, bounds, that openers
are hopeless. A proof that contradicts one is an error of theirs, told in a line.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_cp.engine import FalseBoundError
from wordle_cp.errors import WordleCpError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class DoubtfulFactsError(WordleCpError):
    """What a ledger or a worker said about openers isn't true."""


@contextmanager
def doubted(folder: Path | None, cluster: str | None) -> Iterator[None]:
    """Raise DoubtfulFactsError where a proof shows that facts are false that came from there.

    Without a run folder and a cluster all facts are this process's own: then it is a bug, raised as it is.
    """
    try:
        yield
    except (FalseBoundError, AssertionError) as error:
        if folder is None and cluster is None:
            raise
        sources = [
            *([str(folder)] if folder is not None else []),
            *([cluster] if cluster is not None else []),
        ]
        message = (
            f"{' and '.join(sources)}: what was settled there about openers can't all be true: {error}; "
            "to begin anew, take another folder"
        )
        raise DoubtfulFactsError(message) from error
