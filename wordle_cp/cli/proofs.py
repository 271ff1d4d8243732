"""`wordle-cp proofs`: the certificates that ship."""

from __future__ import annotations

from typing import Annotated, Final

from wordle_cp.answers.proofs import listed_proofs
from wordle_cp.cli.groups import argument
from wordle_cp.cli.options import JsonOption
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.parse import CommandEntry, Group

_Words = Annotated[
    list[str] | None,
    argument(metavar="WORD...", help="Only proofs with all of these words in their name or claim."),
]


def list_proofs(words: _Words = None, *, as_json: JsonOption = False) -> ExitCode:
    """List the proofs that ship, and what each claims. Nothing is checked: that is for wordle-cp check.

    A name in this list can stand for the file in every command that reads a certificate.

    Examples:
        wordle-cp proofs list
        wordle-cp proofs list hard salet
        wordle-cp check original-hard-depth-5-palet
    """
    return print_answer(listed_proofs(words or ()), as_json=as_json)


_SHIPPED: Final = "Look at proofs"
proofs = Group(
    "wordle-cp proofs",
    """List the proofs that ship, and what they claim.

Examples:
    wordle-cp proofs list
""",
    (
        CommandEntry(
            "list", _SHIPPED, "List the proofs that ship, and what each claims", "proofs:list_proofs"
        ),
    ),
)
