"""What the view Compare compares: pairs of a policy and an opener, as its addresses have them. Pure text.

`knuth.trace,irving` is Knuth's policy from TRACE, and Irving's from an opener of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wordle_cp.errors import UsageError, abridged
from wordle_cp.experiments.policies import PLIES, Policy, Ties, named_policy
from wordle_cp.search.criteria import Criterion

MOST_PAIRS: Final = 6
POLICY_NAMES: Final = tuple(
    Policy(criterion, plies, ties).name for ties in Ties for plies in PLIES for criterion in Criterion
)
"""All policies that have a name, the best known first."""
_WORD: Final = re.compile("[a-z]{1,32}")


@dataclass(frozen=True, slots=True)
class Pair:
    """The name of a policy, and an opener; empty for one that the policy picks."""

    policy: str
    opener: str = ""

    def __str__(self) -> str:
        """Return the pair as addresses have it."""
        return f"{self.policy}.{self.opener}" if self.opener else self.policy


DEFAULT_PAIRS: Final = (Pair("knuth"), Pair("irving"), Pair("neuwirth"))


def parse_pairs(text: str) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Return the pairs that `text` says, each once, and a line for each part that makes no sense."""
    pairs: dict[Pair, None] = {}
    problems: list[str] = []
    for part in filter(None, text.lower().split(",")):
        policy, _, opener = part.partition(".")
        try:
            name = named_policy(policy).name
        except UsageError:  # which also names what only the command line takes
            problems.append(f"play: expected {', '.join(POLICY_NAMES)}, found {abridged(policy)}")
            continue
        if opener and not _WORD.fullmatch(opener):
            problems.append(f"play: expected an opener, found {abridged(opener)}")
            continue
        pairs.setdefault(Pair(name, opener))
    if len(pairs) > MOST_PAIRS:
        problems.append(f"play: expected {MOST_PAIRS} pairs at most, found {len(pairs)}")
    return tuple(pairs)[:MOST_PAIRS], tuple(problems)


def write_pairs(pairs: tuple[Pair, ...]) -> str:
    """Return the text that reads as `pairs`."""
    return ",".join(map(str, pairs))
