"""What the processes of the pool do for the page: functions that are called by name.

Each takes a `Task` and keyword arguments, plain values, and returns a plain value. No module of this package
needs NiceGUI.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def job_function(name: str) -> Callable[..., object]:
    """Return the function of that name: a module of this package, a dot, and a function."""
    module, _, function = name.partition(".")
    found: Callable[..., object] = getattr(import_module(f"{__name__}.{module}"), function)
    return found
