"""Strategies out of JSON, as `views.formats.graph` writes them: read back into a certificate.

The graph holds the fields of its claim, and the tree. What it says is claimed again, not judged: whether the
tree is a strategy, and whether its numbers are right, is for the checker to decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.records import (
    MAX_DEPTH,
    MAX_NUMBER,
    MAX_WORD_LENGTH,
    MAX_WORDS,
    GameRecord,
    Origin,
    WordListRecord,
)
from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
from wordle_cp.certify.foreign.formats import read_json
from wordle_cp.certify.records import game_record
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import HistoryError, UsageError, abridged, one_line
from wordle_cp.rules.letters import MOST_CHARACTERS, MOST_LETTERS, PLAIN, Alphabet, is_letter
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.games.variant import Variant

_MOST_CHARACTERS: Final = MAX_WORD_LENGTH * (MOST_CHARACTERS + 1)
_Word = Annotated[str, Field(min_length=1, max_length=_MOST_CHARACTERS)]
_Count = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
_Guesses = Annotated[int, Field(ge=1, le=MAX_DEPTH)]


class _List(BaseModel):
    """A word list of the claim."""

    model_config = ConfigDict(strict=True)
    name: str
    count: Annotated[int, Field(ge=1, le=MAX_WORDS)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    origin: Annotated[Origin, Field(strict=False)]


class _Claim(BaseModel):
    """The fields of `claim_to_json`; what may be null may be missing."""

    model_config = ConfigDict(strict=True)
    question: Literal["depth"]
    verdict: Literal["possible"]
    depth: _Guesses
    after: str
    variant: str
    title: str
    mode: Annotated[Mode, Field(strict=False)]
    word_length: Annotated[int, Field(ge=1, le=MAX_WORD_LENGTH)]
    letters: Annotated[list[str] | None, Field(min_length=1, max_length=MOST_LETTERS)] = None
    game_max_guesses: _Guesses | None = None
    guesses: _List
    hidden: _List
    hidden_count: Annotated[int, Field(ge=1, le=MAX_WORDS)]
    opener: _Word | None = None
    total_guesses: _Count
    max_guesses: _Guesses
    distribution: Annotated[list[_Count], Field(fail_fast=True)]


class _Node(BaseModel):
    """A node of the tree."""

    model_config = ConfigDict(strict=True)
    id: int
    guess: _Word
    hidden_count: Annotated[int, Field(ge=1, le=MAX_WORDS)]


class _Edge(BaseModel):
    """A response."""

    model_config = ConfigDict(strict=True)
    source: int
    target: int
    pattern: str


class _Document(BaseModel):
    """The node-link form of a strategy's graph; of a million wrong nodes the first is reported."""

    graph: _Claim
    nodes: Annotated[list[_Node], Field(min_length=1, fail_fast=True)]
    edges: Annotated[list[_Edge], Field(fail_fast=True)]


def read_graph_strategy(path: Path, variant: Variant | None = None) -> Certificate:
    """Return the certificate that the graph at `path` is the export of.

    It claims what the file says, true or not. Word lists that don't ship aren't in the file: they are those
    of `variant`. If one is given, the file must be about its words and its mode.

    Raises:
        FileError: the file can't be read.
        UsageError: it isn't the graph of a strategy, it is one cut off, or its word lists aren't to be had.
    """
    document = _parsed(path)
    claim = document.graph
    length = claim.word_length
    if len(claim.distribution) != claim.max_guesses:
        raise _problem(path, "graph.distribution", f"expected {claim.max_guesses} numbers")
    scoring = WordScoring(length, _alphabet(path, claim.letters))
    try:
        history = scoring.parse_history(claim.after)
    except HistoryError as error:
        raise _problem(path, "graph.after", str(error)) from None
    steps = _steps(path, document, scoring)
    game = GameRecord(
        name=one_line(claim.variant),
        title=one_line(claim.title),
        mode=claim.mode,
        word_length=length,
        max_guesses=claim.game_max_guesses,
        guesses=_list_of(path, claim.guesses, variant),
        hidden=_list_of(path, claim.hidden, variant),
        alphabet=scoring.alphabet,
    )
    if variant is not None and variant.mode is not claim.mode:
        raise _problem(path, "graph.mode", f"the strategy is for {claim.mode} mode, not {variant.mode} mode")
    possible = DepthPossible(
        depth=claim.depth,
        history=history,
        opener=None if claim.opener is None else _word(path, "graph.opener", claim.opener, scoring),
        hidden_count=claim.hidden_count,
        total_guesses=claim.total_guesses,
        max_guesses=claim.max_guesses,
        distribution=tuple(claim.distribution),
        steps=len(steps),
    )
    return Certificate(Head(game, possible), steps)


def _problem(path: Path, place: str, message: str) -> UsageError:
    return UsageError(f"{path}: {place}: {message}")


def _alphabet(path: Path, letters: list[str] | None) -> Alphabet:
    """Return the alphabet of a claim, which names its letters unless they are a to z."""
    if letters is None:
        return PLAIN
    alphabet = Alphabet(tuple(letters))
    if alphabet.plain or letters != sorted(set(letters)) or not all(map(is_letter, letters)):
        raise _problem(path, "graph.letters", "expected letters in order, each once, not all of them a to z")
    return alphabet


def _word(path: Path, place: str, text: str, scoring: WordScoring) -> str:
    """Return the word that `text` is, in the one way in which it is written."""
    word = scoring.word(text)
    if word is None or word != text:
        raise _problem(path, place, f"expected {scoring.a_word}, found {abridged(text)}")
    return word


def _list_of(path: Path, listed: _List, variant: Variant | None) -> WordListRecord:
    """Return the word list that `listed` means: one that ships, the guesses themselves, or `variant`'s."""
    name = one_line(listed.name)
    if variant is not None:
        record = game_record(variant)
        for own in (record.guesses, record.hidden):
            if (own.sha256, own.count) == (listed.sha256, listed.count):
                origin = own.origin if listed.origin is not Origin.GUESSES else Origin.GUESSES
                words = () if origin is Origin.GUESSES else own.words
                return WordListRecord(name, listed.count, listed.sha256, origin, words)
        message = f"the strategy is about other words than {variant.name}: {abridged(listed.name)}"
        raise _problem(path, "graph", message)
    if listed.origin is Origin.EMBEDDED or (
        listed.origin is Origin.SHIPPED and word_list_by_hash(listed.sha256) is None
    ):
        message = f"the words of {abridged(listed.name)} are not in the file; --variant FILE says them"
        raise _problem(path, "graph", message)
    return WordListRecord(name, listed.count, listed.sha256, listed.origin)


def _parsed(path: Path) -> _Document:
    """Return the graph at `path`, of the right form."""
    try:
        return _Document.model_validate(read_json(path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise _problem(path, place, first["msg"]) from None


def _steps(path: Path, document: _Document, scoring: WordScoring) -> tuple[str, ...]:
    """Return the guesses at two or more words, in the preorder of `DepthPossible`."""
    nodes = {node.id: node for node in document.nodes}
    if len(nodes) != len(document.nodes):
        raise _problem(path, "nodes", "expected each id once")
    words = {node.id: _word(path, f"node {node.id}", node.guess, scoring) for node in document.nodes}
    children, stack = _tree(path, document)
    steps: list[str] = []
    reached = 0
    while stack:
        node = nodes[stack.pop()]
        reached += 1
        cells = children.get(node.id, {})
        if (node.hidden_count > 1) != bool(cells):
            found = "one word and responses" if cells else f"{node.hidden_count} words and no response"
            message = f"{found}: no whole strategy, as --levels leaves out what is below"
            raise _problem(path, f"node {node.id}", message)
        if cells:
            steps.append(words[node.id])
        stack.extend(cells[pattern] for pattern in sorted(cells, reverse=True))
    if reached != len(nodes):
        raise _problem(path, "nodes", f"expected one tree, found {len(nodes) - reached} nodes outside of it")
    return tuple(steps)


def _tree(path: Path, document: _Document) -> tuple[dict[int, dict[int, int]], list[int]]:
    """Return the nodes after each node, by pattern, and the first node, in a list of its own."""
    scoring = WordScoring(document.graph.word_length)
    numbers = {node.id for node in document.nodes}
    children: dict[int, dict[int, int]] = {}
    below: set[int] = set()
    for edge in document.edges:
        place = f"edge {edge.source} to {edge.target}"
        if not {edge.source, edge.target} <= numbers:
            raise _problem(path, place, "there is no such node")
        try:
            pattern = scoring.parse_pattern(edge.pattern)
        except HistoryError as error:
            raise _problem(path, place, str(error)) from None
        cells = children.setdefault(edge.source, {})
        if edge.target in below or pattern in cells or pattern == scoring.win:
            message = "expected a tree: each node but the first after one response, none of them all green"
            raise _problem(path, place, message)
        below.add(edge.target)
        cells[pattern] = edge.target
    roots = [node.id for node in document.nodes if node.id not in below]
    if len(roots) != 1:
        raise _problem(path, "nodes", f"expected one first node, found {len(roots)}")
    return children, roots
