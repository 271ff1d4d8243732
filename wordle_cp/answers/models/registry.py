"""All models that can be asked, by name: `wordle-cp model` knows those here and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, abridged
from wordle_cp.models import (
    adaptive_tree,
    chain_weights,
    family_chain,
    family_cover,
    fixed_guesses,
    separating_set,
    smallest_witness,
    strategy_graph,
    weights,
)
from wordle_cp.values import meant

if TYPE_CHECKING:
    from wordle_cp.modelling.formulation import Formulation

FORMULATIONS: Final[dict[str, Formulation]] = {
    module.FORMULATION.name: module.FORMULATION
    for module in (
        adaptive_tree,
        strategy_graph,
        separating_set,
        fixed_guesses,
        smallest_witness,
        family_cover,
        family_chain,
        weights,
        chain_weights,
    )
}
"""By name, in the order in which they are listed."""


def formulation(name: str) -> Formulation:
    """Return the model of that name, in any case, with hyphens or underscores.

    Raises:
        UsageError: there is none; it says which one may be meant.
    """
    asked = name.lower().replace("_", "-")
    if asked not in FORMULATIONS:
        hint = meant(asked, FORMULATIONS) or f"; there are {', '.join(FORMULATIONS)}"
        message = f"no model is called {abridged(name)}{hint}"
        raise UsageError(message)
    return FORMULATIONS[asked]
