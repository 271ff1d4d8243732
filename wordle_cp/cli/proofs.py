"""`wordle-cp proofs`: the certificates that ship."""

from __future__ import annotations

from typing import Final

from wordle_cp.cli.parse import Case, CommandEntry, Group

_SHIPPED: Final = "Look at proofs"
_LIST: Final = "List the proofs that ship, and what each claims"
proofs = Group(
    "wordle-cp proofs",
    """List the proofs that ship, and what they claim.

Examples:
    wordle-cp proofs list
""",
    (CommandEntry("list", _SHIPPED, _LIST, "studies", (Case("list_proofs"),)),),
)
