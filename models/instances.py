"""Graded instances: thirty questions to models, from tiny to hard, for other solvers to try.

Where this stands: above `registry`. `wordle-cp model instances` writes them in one format, with a table of
what is known about them. They are ordered by model, and within a model by size. Each is small enough to be a
file of less than `MOST_BYTES`, in all formats but DIMACS; small doesn't mean easy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import brief
from wordle_cp.games.given import matching
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.models.formulation import ModelQuestion
from wordle_cp.models.registry import FORMULATIONS

if TYPE_CHECKING:
    from wordle_cp.models.formulation import Formulation

MOST_BYTES: Final = 1_000_000
"""Larger files aren't written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """An instance of a model: the question, as the command line asks it.

    `words` is a pattern that the hidden words match, among all guesses; None for those of the variant. So is
    `mode` None for its mode.
    """

    model: str
    variant: str = "original"
    mode: str | None = None
    after: str | None = None
    words: str | None = None
    depth: int | None = None

    __repr__ = brief("model", "after", "words", "depth")

    @property
    def formulation(self) -> Formulation:
        """The model."""
        return FORMULATIONS[self.model]

    @property
    def arguments(self) -> str:
        """The options of the command line that ask the question."""
        options = {
            "variant": None if self.variant == "original" else self.variant,
            "mode": self.mode,
            "hidden": None if self.words is None else HiddenKind.BIG.value,
            "after": self.after,
            "set": None if self.words is None else f"'{self.words}'",
            "depth": self.depth,
        }
        return " ".join(f"--{name} {value}" for name, value in options.items() if value is not None)

    @property
    def name(self) -> str:
        """A name for its file, without an ending."""
        asked = (self.words or self.after or self.variant).replace("?", "_").replace(".", "-")
        parts = (self.model, asked, self.mode or "normal", None if self.depth is None else f"{self.depth}")
        return "-".join(part for part in parts if part is not None)

    def question(self) -> ModelQuestion:
        """Return the question."""
        hidden = HiddenKind.LIST if self.words is None else HiddenKind.BIG
        variant = Variant.load(self.variant, mode=self.mode, hidden=hidden)
        words = None if self.words is None else matching(variant.hidden, self.words)
        return ModelQuestion.of(variant, history=self.after, words=words, depth=self.depth)


def _family(model: str, *asked: tuple[str, int | None], mode: str | None = None) -> tuple[Graded, ...]:
    return tuple(Graded(model=model, mode=mode, words=words, depth=depth) for words, depth in asked)


GRADED: Final = (
    Graded(model="adaptive-tree", variant="toy", depth=1),
    Graded(model="adaptive-tree", variant="toy", depth=2),
    Graded(model="adaptive-tree", variant="toy", mode="hard", depth=3),
    *_family("adaptive-tree", ("?obby", 2), ("?obby", 3)),
    Graded(model="adaptive-tree", after="crane.bgybb", depth=3),
    Graded(model="adaptive-tree", after="crane.bgybb", depth=4),
    Graded(model="adaptive-tree", after="salet.gyybb", mode="hard", depth=3),
    Graded(model="adaptive-tree", after="salet.gyybb", depth=3),
    *_family("family-cover", ("?obby", 2), ("?obby", 3), ("co?ed", 3), ("co?ed", 4)),
    *_family("family-cover", ("?ills", 5), ("?ills", 6)),
    *_family("family-chain", ("?obby", 3), ("?obby", 4), ("?outs", 3), ("?outs", 4), mode="hard"),
    *_family("family-chain", ("co?ed", 4), ("co?ed", 5), ("?ills", 5), ("?ills", 6), mode="hard"),
    Graded(model="smallest-witness", after="crane.bgybb", depth=3),
    Graded(model="smallest-witness", after="salet.gyybb", depth=3),
    *_family("separating-set", ("?obby", None), ("?outs", None)),
    Graded(model="separating-set", after="crane.bgybb"),
    Graded(model="separating-set", after="salet.gyybb"),
    *_family("separating-set", ("?apes", None)),
)
"""All of them."""
