"""What a certificate says, as plain records: the game, the claim, and the steps of its proof.

`format` reads them from a file and `write` renders them; `wordle_cp.check` judges them. docs/certificates.md
has the grammar, examples, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, counted
from wordle_cp.letters import PLAIN, Alphabet, letter_text
from wordle_cp.rules import History, Mode, Restriction, format_history
from wordle_cp.scoring import CodeScoring, Scoring, WordScoring

if TYPE_CHECKING:
    from wordle_cp.certificate.claims.kinds import Claim
    from wordle_cp.certificate.missed_records import MissedLemma

FORMAT_VERSION: Final = 1
PROGRAM: Final = "wordle-cp"
KIND: Final = f"certificate {FORMAT_VERSION}"
"""What follows `PROGRAM` on the first line."""
END: Final = "end of certificate"
"""The last line; the spaces keep it apart from any word."""
NO_RESTRICTION: Final = "-"
"""How a node says that nothing is fixed."""
CODE_GAME: Final = "mastermind"
"""The one kind of game beside that of words, which isn't named."""
FREE: Final = "."
"""A position without a green letter, in the text of a restriction."""
MAX_DEPTH: Final = 255
"""Greatest number of guesses that a claim may speak of."""
MAX_WORDS: Final = 1_000_000
"""Longest word list that a certificate may embed or refer to."""
MAX_WORD_LENGTH: Final = 16
MAX_NUMBER: Final = 10**12
"""Greatest number that a record may hold."""
MAX_NODES: Final = 1_000_000
"""Most nodes of a refutation."""
MAX_WEIGHT: Final = 1_000_000
"""Greatest weight of a word; with it, sums over a whole list stay far below 2**63."""
MAX_CONDITIONS: Final = MAX_DEPTH
"""Most conditions of a node."""
MAX_SPLITS: Final = 32
"""Most splits of a chain, one below the other."""


class Question(StrEnum):
    """What a claim answers; the first word of the claim's record."""

    DEPTH = "depth"
    TOTAL = "total"
    MISSED = "missed"
    BOARDS = "boards"
    ABSURDLE = "absurdle"


class ClaimVerdict(StrEnum):
    """The answer; the second word of the claim's record."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    LEAST = "least"
    BETWEEN = "between"


class Origin(StrEnum):
    """Where the words of a list are to be had."""

    SHIPPED = "shipped"
    """The checker has them: a list of the project, found by its SHA-256."""
    EMBEDDED = "embedded"
    """They follow, one a line."""
    GUESSES = "guesses"
    """They are the guesses of the same certificate; for the hidden list only."""
    GENERATED = "generated"
    """They are all codes of the game; for the guesses of a game of codes, and nothing else."""


class Repeats(StrEnum):
    """Whether a code may have a colour more than once."""

    REPEATS = "repeats"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class WordListRecord:
    """One word list.

    `name` is a label; `count` and `sha256` (of the words joined by newlines) say which list is meant.
    `words` holds the words, in order, of an embedded list; it is empty for the other origins.
    """

    name: str
    count: int
    sha256: str
    origin: Origin
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The variant in full. `name` and `title` are labels; the rest is the game that the claim is about.

    `max_guesses` is the game's own limit, or None. A claim about depth brings its own limit and doesn't
    depend on it. `codes` is None where words are guessed, and says which codes otherwise; `alphabet` has the
    letters of the words.
    """

    name: str
    title: str
    mode: Mode
    word_length: int
    max_guesses: int | None
    guesses: WordListRecord
    hidden: WordListRecord
    codes: CodeScoring | None = None
    alphabet: Alphabet = PLAIN

    @property
    def scoring(self) -> Scoring:
        """What a response is."""
        return self.codes or WordScoring(self.word_length, self.alphabet)

    def demand_words(self, source: object, what: str) -> None:
        """Raise UsageError if codes are guessed; `source` is where this stands, `what` is for words alone."""
        if self.codes is not None:
            message = f"{source}: {what} are for games of words so far; this certificate is about codes"
            raise UsageError(message)


@dataclass(frozen=True, slots=True)
class DepthPossible:
    """Claim: a strategy finds every hidden word that agrees with `history` within `depth` guesses in all.

    Proof: the steps are such a strategy, the preorder of its tree: at each set of two or more hidden words
    the guess, then the cells of that guess by ascending pattern, without the all-green one; at a set of one
    word that word is guessed. docs/certificates.md argues why a replay proves the claim.

    All guesses are counted from the start of the game, those of `history` included: in `depth`, in
    `max_guesses` (the most that any hidden word takes), in `total_guesses` (summed over the hidden words)
    and in `distribution` (how many words take 1, 2, ..., `max_guesses` guesses). `hidden_count` is the
    number of hidden words that agree with `history`, `steps` the number of guesses in the preorder.
    `opener` is the first guess after `history`, or None if the claim names none.
    """

    depth: int
    history: History
    opener: str | None
    hidden_count: int
    total_guesses: int
    max_guesses: int
    distribution: tuple[int, ...]
    steps: int


class OpenerScope(StrEnum):
    """Of which openers, that is guesses after the history, an impossibility speaks."""

    ALL = "all"
    """All of them: it is impossible whatever the opener."""
    EXCEPT = "except"
    """All but those listed."""
    ONLY = "only"
    """Those listed."""


@dataclass(frozen=True, slots=True)
class DepthImpossible:
    """Claim: whichever opener of the scope follows `history`, no strategy finds every hidden word in time.

    "In time" means within `depth` guesses in all, those of `history` included, whichever hidden word that
    agrees with `history` it is; there are `hidden_count` of them. `openers` are those that the scope lists,
    in the order of the file; with `OpenerScope.ALL` there are none. Openers that the mode doesn't allow after
    `history` are not spoken of; one at least is. `nodes` is the number of nodes of the proof; see
    `RefutationNode`. In games of codes the proof may be made of lemmas instead: there are so many `lemmas`,
    and no node.
    """

    depth: int
    history: History
    scope: OpenerScope
    openers: tuple[str, ...]
    hidden_count: int
    nodes: int
    lemmas: int | None = None

    @property
    def parts(self) -> str:
        """What the proof is made of, for people: `3 nodes`."""
        if self.lemmas is not None:
            return counted(self.lemmas, "lemma", "lemmas")
        return counted(self.nodes, "node", "nodes")


class NodeKind(StrEnum):
    """Why a node of a refutation is lost; see `RefutationNode`."""

    PAIR = "pair"
    WEIGHTS = "weights"
    CHAIN = "chain"
    RULE = "rule"


class CaseKind(StrEnum):
    """What a case of a chain is; see `ChainCases`."""

    SPLIT = "split"
    BY = "by"


@dataclass(frozen=True, slots=True)
class ChainSplit:
    """Two cases of a chain: guesses that have `first` have `second` too, or the other way round."""

    first: Restriction
    second: Restriction
    first_needs_second: ChainCases
    second_needs_first: ChainCases


ChainCases = tuple[int, ...] | ChainSplit
"""Weights, one a word of the node, or a split; see `RefutationNode`."""


@dataclass(frozen=True, slots=True)
class RefutationNode:
    """One node: under `restriction`, its words can't all be found within `guesses` guesses.

    The rules, whose proofs are in docs/certificates.md ("The rules for nodes"):

    - ``pair``: one guess is left; or two are, and each guess allowed gives two of the words one pattern.
    - ``weights``: whatever is guessed, its heaviest cell keeps so much of the weight that before the last
      guess more is left than any one word weighs.
    - ``chain``, hard mode: the same by `cases`. No guess that has one piece alone can be played together with
      one that has the other piece alone, so each case has weights for fewer guesses.
    - ``rule``: the words are those of `children`, which are earlier nodes. Each guess allowed that tells two
      words apart is hopeless: its response may leave all words of a child, with no more guesses than that.

    In ultrahard mode there may be `conditions` instead of a restriction, which fixes nothing then: words with
    patterns, by the words, which each guess must explain.

    `words` belongs to all but rules, `weights` (one a word) to weights, `cases` to chains, `children`
    (numbers of nodes, counted from 0, ascending) to rules; they are empty elsewhere.
    """

    kind: NodeKind
    guesses: int
    restriction: Restriction
    words: tuple[str, ...]
    weights: tuple[int, ...]
    children: tuple[int, ...]
    cases: ChainCases = ()
    conditions: History = ()


@dataclass(frozen=True, slots=True)
class Head:
    """What a certificate says before its steps."""

    game: GameRecord
    claim: Claim


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate whose steps are in memory, those of a strategy; its claim is a `DepthPossible`."""

    head: Head
    steps: tuple[str, ...]

    @property
    def claim(self) -> DepthPossible:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, DepthPossible), "a strategy proves a possibility"
        return self.head.claim


@dataclass(frozen=True, slots=True)
class Refutation:
    """A certificate of impossibility whose proof is in memory; its claim is a `DepthImpossible`.

    `root` are the nodes, ascending, from which the claim follows: one that refutes the claim's own state
    (after its history, with the guesses left), or enough to make each opener of the scope hopeless there.
    With no guess left, or one guess and another word than the opener, no node is needed. If the claim has
    `lemmas` they are the proof: each opener of the scope misses a word at least.
    """

    head: Head
    nodes: tuple[RefutationNode, ...]
    root: tuple[int, ...]
    lemmas: tuple[MissedLemma, ...] = ()

    @property
    def claim(self) -> DepthImpossible:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, DepthImpossible), "a refutation proves an impossibility"
        return self.head.claim


def format_restriction(restriction: Restriction) -> str:
    """Return `restriction` as a node writes it: ``-``, or greens and sorted least letters, ``..a.e/aee``."""
    if not restriction.counts and not any(restriction.greens):
        return NO_RESTRICTION
    greens = "".join(letter_text(green or FREE) for green in restriction.greens)
    return f"{greens}/{''.join(letter_text(letter) * least for letter, least in restriction.counts)}"


def format_binding(node: RefutationNode) -> str:
    """Return what binds the guesses of `node`, as it is written: its restriction, or its conditions."""
    if node.conditions:
        return format_history(node.conditions, len(node.restriction.greens))
    return format_restriction(node.restriction)


def node_name(history: History, scoring: Scoring) -> str:
    """Return what messages call the node that `history` leads to, such as ``after salet BYBBB``."""
    if not history:
        return "start"
    return "after " + " ".join(f"{guess} {scoring.format_pattern(pattern)}" for guess, pattern in history)
