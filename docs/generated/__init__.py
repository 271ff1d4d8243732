"""Pages of the reference that are made out of the code whenever the site is built.

`conf.py` offers each part as a directive: ``{generated} commands`` is what `PARTS["commands"]` returns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from generated.certificate import certificate_bounds, certificate_lines
from generated.commands import all_commands, exit_codes
from generated.results import all_results
from generated.variants import variant_keys

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS: Final[dict[str, Callable[[], str]]] = {
    "commands": all_commands,
    "exit-codes": exit_codes,
    "results": all_results,
    "variant-keys": variant_keys,
    "certificate-lines": certificate_lines,
    "certificate-bounds": certificate_bounds,
}
"""Each returns Markdown; headings begin at the second level."""
