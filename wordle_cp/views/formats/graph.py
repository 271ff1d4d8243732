"""Strategies and refutations as networkx graphs, and those as GraphML and JSON text, refutations as DOT."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import networkx as nx

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certificate.parts.nodes import NodeKind, format_binding
from wordle_cp.certificate.read import open_certificate, read_whole
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import UsageError, counted
from wordle_cp.rules.bindings import Binding
from wordle_cp.views.strategies.walk import branches_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.views.strategies.walk import Branch


_CLAIM: Final = "claim"
_SHOWN_WORDS: Final = 12
_SHAPES: Final = {
    _CLAIM: "doubleoctagon",
    NodeKind.RULE: "box",
    NodeKind.PAIR: "ellipse",
    NodeKind.WEIGHTS: "hexagon",
    NodeKind.CHAIN: "octagon",
}


def certificate_graph(path: Path) -> nx.DiGraph[int]:
    """Return the first strategy of the certificate at `path`, or its refutation, once that is checked.

    Raises:
        UsageError: it has neither, or a refutation by lemmas.
        FileError, CertificateParseError, CertificateRejected: see `checked_strategy`.
    """
    with open_certificate(path) as reader:
        refutes = reader.head.claim.is_refutation
    if not refutes:
        return strategy_graph(checked_strategy(path))
    accepted = check_file(path, word_list_by_hash)
    proof = read_whole(path)
    if not isinstance(proof, Refutation):
        message = f"{path}: expected a strategy or a refutation of a depth, found another proof"
        raise UsageError(message)
    return refutation_graph(proof, accepted.hidden_set)


def strategy_graph(strategy: CheckedStrategy, levels: int | None = None) -> nx.DiGraph[int]:
    """Return the tree of `strategy` as a directed graph, or its first `levels` guesses.

    Nodes are numbered from 0 in preorder and carry ``history`` (words and patterns joined by dots),
    ``hidden_count`` (size of the hidden set there), ``guess`` and ``wins`` (the guess is one of those
    hidden words). An edge leads from a guess to the next one after one of its patterns and carries
    ``pattern``, such as ``BYGBB``; the all-green pattern ends the game and has no edge. The graph itself
    carries the fields of the claim.
    """
    scoring, start = strategy.certificate.head.game.scoring, len(strategy.claim.history)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.graph.update(claim_to_json(strategy.certificate.head))
    stack: list[tuple[Branch, int | None]] = [(branches_of(strategy), None)]
    while stack:
        branch, parent = stack.pop()
        number = len(graph)
        graph.add_node(
            number,
            history=scoring.format_history(branch.history),
            hidden_count=branch.hidden_count,
            guess=str(branch.guess),
            wins=branch.wins,
        )
        if parent is not None:
            graph.add_edge(parent, number, pattern=scoring.format_pattern(branch.pattern))
        if levels is None or branch.number - start < levels:
            children = sorted(branch.children, key=lambda child: -child.pattern)
            stack.extend((child, number) for child in children)
    return graph


def refutation_graph(refutation: Refutation, hidden_set: Sequence[str]) -> nx.DiGraph[int]:
    """Return the nodes of an accepted refutation as a directed acyclic graph; edges lead to what refutes.

    `hidden_set` are the hidden words left after the history of the claim. Nodes have the numbers of the file
    and carry ``kind`` (why the node is lost: pair, weights, chain, rule), ``guesses`` left, ``restriction``
    (or the conditions that stand in its place), ``words`` (separated by spaces, those of a rule sorted),
    ``hidden_count`` (how many), and ``weights`` (in the order of the words, for that kind only). One node
    more, with the next number, is the claim: its kind is ``claim``, its edges lead to the root's nodes. An
    edge leads from a rule to each child. The graph itself carries the fields of the claim.

    Raises:
        UsageError: the refutation is made of lemmas, which don't name each other.
    """
    if refutation.lemmas:
        message = f"expected a refutation by nodes, found {len(refutation.lemmas)} lemmas, which are no graph"
        raise UsageError(message)
    game, claim = refutation.head.game, refutation.claim
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.graph.update(claim_to_json(refutation.head))
    words: list[Sequence[str]] = []
    for number, node in enumerate(refutation.nodes):
        words.append(node.words or sorted({word for child in node.children for word in words[child]}))
        graph.add_node(number, **_lost(node.kind, node.guesses, format_binding(node), words[-1]))
        if node.kind is NodeKind.WEIGHTS:
            graph.nodes[number]["weights"] = " ".join(map(str, node.weights))
        graph.add_edges_from((number, child) for child in node.children)
    fixed = Binding.after(claim.history, game.mode, game.scoring).facts
    root = len(refutation.nodes)
    graph.add_node(
        root, **_lost(_CLAIM, claim.depth - len(claim.history), format_restriction(fixed), hidden_set)
    )
    graph.add_edges_from((root, child) for child in refutation.root)
    return graph


def _lost(kind: str, guesses: int, binding: str, words: Sequence[str]) -> dict[str, str | int]:
    return {
        "kind": str(kind),
        "guesses": guesses,
        "restriction": binding,
        "words": " ".join(words),
        "hidden_count": len(words),
    }


def rendered(graph: nx.DiGraph[int], as_format: str) -> str:
    """Return `graph` as text: as json, as graphml, or a refutation as dot."""
    if as_format == "json":
        return f"{render_json(graph)}\n"
    lines = render_graphml(graph) if as_format == "graphml" else render_dot(graph)
    return "".join(f"{line}\n" for line in lines)


def render_dot(graph: nx.DiGraph[int]) -> Iterator[str]:
    """Yield the `graph` of a refutation in the DOT language; a shape tells the kind of a node."""
    noun = "code" if "game" in graph.graph else "word"  # claims about codes say which ones
    yield "digraph refutation {"
    yield '  node [fontname="monospace"];'
    for number, data in graph.nodes(data=True):
        name = data["kind"] if data["kind"] == _CLAIM else f"{number} {data['kind']}"
        words = data["words"].split(" ")
        if data["kind"] == NodeKind.WEIGHTS:
            words = [
                f"{word}*{weight}" for word, weight in zip(words, data["weights"].split(" "), strict=True)
            ]
        shown = " ".join(words[:_SHOWN_WORDS]) + (" ..." if len(words) > _SHOWN_WORDS else "")
        count = counted(data["hidden_count"], noun, f"{noun}s")
        state = f"{data['guesses']} left, {data['restriction']}, {count}"
        yield f'  {number} [label="{name}\\n{state}\\n{shown}", shape={_SHAPES[data["kind"]]}];'
    for start, end in graph.edges():
        yield f"  {start} -> {end};"
    yield "}"


def render_graphml(graph: nx.DiGraph[int]) -> Iterator[str]:
    """Yield the lines of `graph` as GraphML; lists among the claim's fields become JSON text."""
    plain = graph.copy()
    plain.graph.clear()
    for key, value in graph.graph.items():
        if value is not None:
            plain.graph[key] = value if isinstance(value, str | int) else json.dumps(value)
            if isinstance(value, str):
                plain.graph[key] = str(value)
    yield from nx.generate_graphml(plain)


def render_json(graph: nx.DiGraph[int]) -> str:
    """Return `graph` as one JSON object in networkx's node-link form: ``graph``, ``nodes`` and ``edges``."""
    return json.dumps(nx.node_link_data(graph, edges="edges"))
