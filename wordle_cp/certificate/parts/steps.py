"""A part of proofs: words, one a line, such as the guesses of a strategy in preorder."""

from __future__ import annotations

from typing import Final

from wordle_cp.certificate.base.claim import ProofPart
from wordle_cp.rules.letters import written

STEPS: Final[ProofPart[str]] = ProofPart(
    lambda records, head, _number: records.word(head.game.scoring), lambda word, _game: written(word)
)
