"""What the checker of a kind of claim offers: `check.kinds` says which kinds there are, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_cp.check.common.share import ALL_PARTS, Exchange, Share

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress


@dataclass(frozen=True, slots=True)
class CheckRun:
    """How a certificate is checked: who hears of progress, which share or sample of its parts is judged."""

    progress: Progress | None = None
    share: Share = ALL_PARTS
    exchange: Exchange | None = None
    sample: Any = None


@dataclass(frozen=True, slots=True)
class Kind:
    """The checker of a kind of claim. Whoever calls `check` demands the end of the file."""

    check: Callable[[CertificateReader, Lists, tuple[str, ...], CheckRun], Any]
    """Checks the proof that the reader is at, of the hidden words left; raises CertificateRejected.

    Returns how much was checked, where there are samples.
    """
    strategy: (
        Callable[[CertificateReader, Lists, tuple[str, ...], str | None], Certificate | list[str]] | None
    )
    """Checks strategies alone; returns that of an opener (None: the first), or which openers have one.

    What follows in the file is left unread.
    """
    instead: str = ""
    """Without `strategy`: why there is none."""
    has_shares: Callable[[Any], bool] = lambda _claim: False
    """Tells of a claim whether shares of its parts can be checked apart."""
    has_samples: bool = False
    """Whether a random part can be checked."""


def kept(steps: Any, into: list[str]) -> Any:  # noqa: ANN401  an iterator of words, passed on
    """Yield `steps`, and put them into a list."""
    for step in steps:
        into.append(step)
        yield step
