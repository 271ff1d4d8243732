"""The native engine: pattern matrices, kernels, and the searches written in C++.

The modules of this package are the only ones that import the compiled `_native`. They give it types, check
what it is given, and speak in words where the compiled part speaks in indices. Words are in lower case, all
of one length. There are two builds (`library`): one for up to 5 letters a to z, whose patterns fit in a byte,
and one for up to 12 letters of any alphabet. Pattern codes are those of `rules.words.score`.
"""

from wordle_cp.engine.bounds import (
    BoundParts,
    BoundProgress,
    BoundProver,
    FalseBoundError,
    LetterFact,
    MissedProver,
    ProvenLemma,
    ProvenMissed,
    ProvenSet,
)
from wordle_cp.engine.depth import DepthSearch
from wordle_cp.engine.game import Game, kernel_name, kernel_names, score_matrix, select_kernels, table_bytes
from wordle_cp.engine.library import is_wide
from wordle_cp.engine.pairs import PairCost, PairOutcome, PairProgress, PairSearch
from wordle_cp.engine.proof import compact_proof, is_taken_as_it_stands
from wordle_cp.engine.records import (
    DepthOutcome,
    DepthProgress,
    NoGood,
    OpenerDecision,
    ProofNode,
    RefutedStates,
    Verdict,
)
from wordle_cp.engine.total import Effort, SearchStoppedError, TotalSearch
from wordle_cp.engine.total_records import (
    AtLeast,
    ExactCost,
    OpenerResult,
    Refuted,
    Settled,
    TotalOutcome,
    TotalProgress,
    plain_fields,
    settled_of,
)
from wordle_cp.engine.ultrahard import UltrahardTable
from wordle_cp.engine.worst import AtMost, WorstOutcome, WorstSearch

__all__ = [
    "AtLeast",
    "AtMost",
    "BoundParts",
    "BoundProgress",
    "BoundProver",
    "DepthOutcome",
    "DepthProgress",
    "DepthSearch",
    "Effort",
    "ExactCost",
    "FalseBoundError",
    "Game",
    "LetterFact",
    "MissedProver",
    "NoGood",
    "OpenerDecision",
    "OpenerResult",
    "PairCost",
    "PairOutcome",
    "PairProgress",
    "PairSearch",
    "ProofNode",
    "ProvenLemma",
    "ProvenMissed",
    "ProvenSet",
    "Refuted",
    "RefutedStates",
    "SearchStoppedError",
    "Settled",
    "TotalOutcome",
    "TotalProgress",
    "TotalSearch",
    "UltrahardTable",
    "Verdict",
    "WorstOutcome",
    "WorstSearch",
    "compact_proof",
    "is_taken_as_it_stands",
    "is_wide",
    "kernel_name",
    "kernel_names",
    "plain_fields",
    "score_matrix",
    "select_kernels",
    "settled_of",
    "table_bytes",
]
