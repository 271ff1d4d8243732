"""The graph of a refutation, and its texts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from tests.each import each
from tests.golden_files import ACCEPTED
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.read import read_proof
from wordle_cp.views.formats.graph import refutation_graph, render_dot, render_graphml, render_json

if TYPE_CHECKING:
    from pathlib import Path

EIGHT = ("bat", "cat", "fat", "hat", "mat", "pat", "rat", "sat")


@pytest.fixture
def graph() -> nx.DiGraph[int]:
    """Return the graph of a golden refutation of 26 nodes."""
    return refutation_graph(read_proof(ACCEPTED / "impossible-rule-upon-rule-hard.cert", Refutation), EIGHT)


def test_nodes_say_what_is_lost_and_why(graph: nx.DiGraph[int]) -> None:
    assert nx.is_directed_acyclic_graph(graph)
    assert graph.graph["verdict"] == "impossible"
    assert graph.nodes[4] == {
        "kind": "pair",
        "guesses": 2,
        "restriction": ".a./t",
        "words": "bat sat cat",
        "hidden_count": 3,
    }
    assert graph.nodes[1]["weights"] == "1 2 2 2"
    assert graph.nodes[6] == {
        "kind": "rule",
        "guesses": 3,
        "restriction": ".a./t",
        "words": "bat cat hat sat",
        "hidden_count": 4,
    }
    assert sorted(graph.successors(6)) == [2, 3, 4, 5]


def test_the_claim_is_a_node(graph: nx.DiGraph[int]) -> None:
    claim = graph.nodes[26]
    assert (claim["kind"], claim["guesses"], claim["restriction"]) == ("claim", 4, "-")
    assert claim["words"] == " ".join(EIGHT)
    assert list(graph.successors(26)) == [25]
    assert [node for node, degree in graph.in_degree() if not degree] == [26]


def test_the_claim_after_a_history() -> None:
    graph = refutation_graph(
        read_proof(ACCEPTED / "impossible-after-a-history-hard.cert", Refutation), ("cat", "hat", "mat")
    )
    assert (graph.nodes[5]["guesses"], graph.nodes[5]["restriction"]) == (2, "-")
    one_left = refutation_graph(
        read_proof(ACCEPTED / "impossible-one-guess-left.cert", Refutation), ("bat", "hat")
    )
    assert one_left.nodes[0]["guesses"] == 1


def test_dot(graph: nx.DiGraph[int]) -> None:
    text = list(render_dot(graph))
    assert (text[0], text[-1]) == ("digraph refutation {", "}")
    assert r'  4 [label="4 pair\n2 left, .a./t, 3 words\nbat sat cat", shape=ellipse];' in text
    assert "  26 -> 25;" in text


def test_dot_shows_weights(graph: nx.DiGraph[int]) -> None:
    number, data = next((n, data) for n, data in graph.nodes(data=True) if data["kind"] == "weights")
    words, weights = data["words"].split(" "), data["weights"].split(" ")
    assert len(words) == len(weights)
    label = next(line for line in render_dot(graph) if line.startswith(f"  {number} ["))
    shown = label.split('"')[1].split(r"\n")[2].removesuffix(" ...").split(" ")
    assert shown == [f"{word}*{weight}" for word, weight in zip(words, weights, strict=True)][: len(shown)]


def test_dot_shows_some_words_only(graph: nx.DiGraph[int]) -> None:
    graph.nodes[26]["words"] = " ".join(EIGHT * 2)
    assert any(r"fat hat ..." in line for line in render_dot(graph))


def test_graphml(graph: nx.DiGraph[int]) -> None:
    text = "\n".join(render_graphml(graph))
    assert ET.fromstring(text).tag.endswith("graphml")  # noqa: S314  our own text
    back = nx.parse_graphml(text, node_type=int)
    assert list(back.nodes(data="restriction")) == list(graph.nodes(data="restriction"))
    assert sorted(back.edges()) == sorted(graph.edges())


def test_json(graph: nx.DiGraph[int]) -> None:
    back = nx.node_link_graph(json.loads(render_json(graph)), edges="edges")
    assert list(back.nodes(data=True)) == list(graph.nodes(data=True))
    assert sorted(back.edges()) == sorted(graph.edges())


@each("path", sorted(ACCEPTED.glob("impossible*.cert")))
def test_every_accepted_refutation_has_a_graph(path: Path) -> None:
    refutation = read_proof(path, Refutation)
    graph = refutation_graph(refutation, ("cat",))
    assert len(graph) == refutation.claim.nodes + 1
    assert len(list(render_dot(graph))) == 3 + len(graph) + graph.number_of_edges()
