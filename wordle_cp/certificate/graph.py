"""Strategy trees as networkx graphs, and those as DOT, GraphML and JSON text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import networkx as nx

from wordle_cp.certificate.format import claim_to_json
from wordle_cp.certificate.strategy import walk
from wordle_cp.rules import History, all_green, format_history, format_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certificate.format import Certificate


def strategy_graph(certificate: Certificate, hidden_set: Sequence[str]) -> nx.DiGraph[int]:
    """Return the tree of an accepted certificate as a directed graph.

    `hidden_set` are the hidden words left after the history of the claim.
    Nodes are numbered from 0 in preorder and carry ``history`` (words and patterns joined by dots),
    ``hidden_count`` (size of the hidden set there), ``guess`` and ``wins`` (the guess is one of those
    hidden words). An edge leads from a guess to the next one after one of its patterns and carries
    ``pattern``, such as ``BYGBB``; the all-green pattern ends the game and has no edge. The graph itself
    carries the fields of the claim.
    """
    length = certificate.head.game.word_length
    green = all_green(length)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.graph.update(claim_to_json(certificate.head))
    numbers: dict[History, int] = {}
    for number, node in enumerate(walk(certificate.steps, hidden_set, certificate.head.claim.history)):
        numbers[node.history] = number
        graph.add_node(
            number,
            history=format_history(node.history, length),
            hidden_count=len(node.hidden_set),
            guess=node.guess,
            wins=node.cells[-1][0] == green,
        )
        if number:
            before, (_, pattern) = node.history[:-1], node.history[-1]
            graph.add_edge(numbers[before], number, pattern=format_pattern(pattern, length))
    return graph


def render_dot(graph: nx.DiGraph[int]) -> Iterator[str]:
    """Yield the lines of `graph` in the DOT language; a guess that can win has a double border."""
    yield "digraph strategy {"
    yield '  node [shape=box, fontname="monospace"];'
    for number, data in graph.nodes(data=True):
        words = f"{data['hidden_count']} words" if data["hidden_count"] > 1 else "1 word"
        label = f'label="{data["guess"]}\\n{words}", tooltip="{data["history"]}"'
        yield f"  {number} [{label}, peripheries={2 if data['wins'] else 1}];"
    for start, end, data in graph.edges(data=True):
        yield f'  {start} -> {end} [label="{data["pattern"]}"];'
    yield "}"


def render_graphml(graph: nx.DiGraph[int]) -> Iterator[str]:
    """Yield the lines of `graph` as GraphML; lists among the claim's fields become JSON text."""
    plain = graph.copy()
    plain.graph.clear()
    for key, value in graph.graph.items():
        if value is not None:
            plain.graph[key] = value if isinstance(value, str | int) else json.dumps(value)
    yield from nx.generate_graphml(plain)


def render_json(graph: nx.DiGraph[int]) -> str:
    """Return `graph` as one JSON object in networkx's node-link form: ``graph``, ``nodes`` and ``edges``."""
    return json.dumps(nx.node_link_data(graph, edges="edges"))
