"""What the processes of the pool do for the page: functions that are called by name, and nothing else is.

Each takes a `Task` and keyword arguments, plain values, and returns a plain value. No module of this package
needs NiceGUI.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_ALLOWED: Final = frozenset(
    {
        "analyse.analyse",
        "ask.found",
        "ask.position",
        "ask.settle_guesses",
        "ask.warm",
        "certificates.check",
        "certificates.code_games",
        "certificates.head",
        "certificates.shipped",
        "certificates.tree",
        "compare.compare",
        "compare.picture",
        "games.facts",
        "proof.example",
        "proof.opener_bound",
        "proof.step",
        "trace.trace",
        "uploads.check_variant",
    }
)
"""Module of this package, dot, function."""


def job_function(name: str) -> Callable[..., object]:
    """Return the function that is called `name`; KeyError if none is to be called from the page."""
    if name not in _ALLOWED:
        raise KeyError(name)
    module, _, function = name.partition(".")
    found: Callable[..., object] = getattr(import_module(f"{__name__}.{module}"), function)
    return found
