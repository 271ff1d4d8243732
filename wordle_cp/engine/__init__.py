"""The native engine: pattern matrices, kernels, and the searches written in C++.

The modules of this package are the only ones that import the compiled `_native`. They give it types, check
what it is given, and speak in words where the compiled part speaks in indices. Words are in lower case, all
of one length. There are two builds (`library`): one for up to 5 letters a to z, whose patterns fit in a byte,
and one for up to 12 letters of any alphabet. Pattern codes are those of `rules.words.pattern_of`.
"""

from wordle_cp.engine.bounds import (
    BoundParts as BoundParts,
    BoundProgress as BoundProgress,
    BoundProver as BoundProver,
    FalseBoundError as FalseBoundError,
    MissedProver as MissedProver,
)
from wordle_cp.engine.depth import (
    FOUND as FOUND,
    IMPOSSIBLE as IMPOSSIBLE,
    DepthOutcome as DepthOutcome,
    DepthProgress as DepthProgress,
    DepthSearch as DepthSearch,
    OpenerDecision as OpenerDecision,
    ProofNode as ProofNode,
    RefutedStates as RefutedStates,
    UltrahardTable as UltrahardTable,
    Verdict as Verdict,
    compact_proof as compact_proof,
    is_taken_as_it_stands as is_taken_as_it_stands,
)
from wordle_cp.engine.game import (
    Game as Game,
    SearchStoppedError as SearchStoppedError,
    is_wide as is_wide,
    kernel_name as kernel_name,
    kernel_names as kernel_names,
    score_matrix as score_matrix,
    select_kernels as select_kernels,
    table_bytes as table_bytes,
)
from wordle_cp.engine.total import (
    AtLeast as AtLeast,
    AtMost as AtMost,
    Effort as Effort,
    ExactCost as ExactCost,
    OpenerResult as OpenerResult,
    PairCost as PairCost,
    PairOutcome as PairOutcome,
    PairProgress as PairProgress,
    PairSearch as PairSearch,
    RefutedOpener as RefutedOpener,
    Row as Row,
    Settled as Settled,
    TotalOutcome as TotalOutcome,
    TotalProgress as TotalProgress,
    TotalSearch as TotalSearch,
    settled_of as settled_of,
)
