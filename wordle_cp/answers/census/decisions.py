"""What a census finds out about an opener, as its ledger holds it: plain records."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Possible:
    """An opener with a strategy; `sha256` is that of its certificate, as a file."""

    opener: str
    sha256: str
    total_guesses: int
    max_guesses: int


@dataclass(frozen=True, slots=True)
class Refuted:
    """An opener without one; proof node number `node` refutes it.

    Where it was just found, `worker` found it, in `seconds` of a processor; `searched` is false where another
    opener's proof was enough. The same of `Pending`.
    """

    opener: str
    node: int
    searched: bool = False
    seconds: float = 0.0
    worker: str = ""


Decision = Possible | Refuted


@dataclass(frozen=True, slots=True)
class Pending:
    """An opener with a strategy, in preorder, that is still to be checked."""

    opener: str
    strategy: tuple[str, ...]
    searched: bool = True
    seconds: float = 0.0
    worker: str = ""


@dataclass(frozen=True, slots=True)
class RefutationState:
    """What the refutation certificate in the folder says: of how many openers, and the file's SHA-256."""

    sha256: str
    refuted: int
    undecided: int
