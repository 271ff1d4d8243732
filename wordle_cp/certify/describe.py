"""What a certificate claims, in a sentence that calls lists by the names that they have here.

Every report about a certificate takes its sentence from here, made of the claim that the checker accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordle_cp.certificate.describe import describe_head
from wordle_cp.data import word_list_name

if TYPE_CHECKING:
    from wordle_cp.certificate.base.claim import Head


def describe_claim(head: Head[Any], *, whole: bool = False) -> str:
    """Return the claim of a certificate as one sentence for people; see `describe_head`."""
    return describe_head(head, word_list_name, whole=whole)
