"""Where an answer is kept, and where results came from that turned out false.

Results are what `rank` and `solve` take over from there without searching again: costs, bounds, that openers
are refuted. A proof that contradicts one is an error of theirs, reported in a line.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import FalseBoundError
from wordle_cp.errors import WordleCpError, brief

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class FalseResultsError(WordleCpError):
    """What a ledger or a worker said about openers isn't true."""


@dataclass(frozen=True, slots=True)
class LesserNames:
    """Names of files beside the certificate of an optimum, for what is claimed where a limit strikes."""

    between: str
    """Both ends."""
    strategy: str
    """A strategy alone, where lower bounds have no proofs."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where an answer is kept: its certificate as the file `out`, and what is settled in a run's `folder`.

    `cluster` is the address of a Dask scheduler whose workers settle openers. Each may be None: then there is
    no such thing. Where a limit strikes, what is claimed gets one of these `names` in place of that of `out`.
    """

    out: Path | None = None
    folder: Path | None = None
    cluster: str | None = None
    names: LesserNames | None = None

    __repr__ = brief()

    @contextmanager
    def doubted(self) -> Iterator[None]:
        """Raise FalseResultsError where a proof shows that results are false that came from there.

        Without a folder and a cluster all results are this process's own: then it is a bug, raised as it is.
        """
        try:
            yield
        except (FalseBoundError, AssertionError) as error:
            if self.folder is None and self.cluster is None:
                raise
            sources = [str(source) for source in (self.folder, self.cluster) if source is not None]
            message = (
                f"{' and '.join(sources)}: what was settled there about openers can't all be true: {error}; "
                "to begin anew, take another folder"
            )
            raise FalseResultsError(message) from error


UNKEPT: Final = Keeping()
"""Nothing is kept."""
