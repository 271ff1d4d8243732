"""Strategies out of JSON: the round trip, and what is no such file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import open_certificate, read_proof
from wordle_cp.certify.checked import CheckedStrategy, checked_strategy
from wordle_cp.certify.foreign.formats import StrategyFormat, strategy_format
from wordle_cp.certify.foreign.graph import read_graph_strategy
from wordle_cp.certify.publish import write_certificate
from wordle_cp.check import check_file
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import UsageError, WordleCpError
from wordle_cp.games.variant import Variant
from wordle_cp.views.formats.graph import render_json, strategy_graph

if TYPE_CHECKING:
    from collections.abc import Callable

PALET = next(path for path in proof_paths() if path.name == "original-hard-depth-5-palet.cert.gz")
GOLDEN = Path(__file__).resolve().parent.parent.parent / "golden" / "accept"
RHYMES = """\
name: rhymes
guesses: [bah, bat, cat, hat, mac, mat, orb, rat]
hidden: [bat, cat, hat, mat, rat]
"""


def written(strategy: CheckedStrategy, levels: int | None = None) -> str:
    """Return `strategy` as JSON."""
    return render_json(strategy_graph(strategy, levels))


@pytest.fixture
def rhymes(tmp_path: Path) -> Variant:
    """Return the game of the golden certificate."""
    path = tmp_path / "rhymes.yaml"
    path.write_text(RHYMES, encoding="utf-8")
    return Variant.load(path)


@pytest.mark.parametrize(
    "path",
    [PALET, *(path for path in proof_paths() if "after-stage" in path.name)],
    ids=lambda path: path.name,
)
def test_round_trip_of_shipped_strategies(path: Path, tmp_path: Path) -> None:
    text = written(checked_strategy(path))
    file = tmp_path / "strategy"
    file.write_text(text, encoding="utf-8")
    assert strategy_format(file) is StrategyFormat.JSON
    certificate = read_graph_strategy(file)
    assert certificate == read_proof(path, Certificate)
    again = tmp_path / "again.cert"
    write_certificate(again, certificate)
    assert written(checked_strategy(again)) == text


def test_word_lists_of_ones_own_come_from_the_variant(rhymes: Variant, tmp_path: Path) -> None:
    file = tmp_path / "strategy"
    file.write_text(written(checked_strategy(GOLDEN / "normal.cert")), encoding="utf-8")
    assert read_graph_strategy(file, rhymes) == read_proof(GOLDEN / "normal.cert", Certificate)
    with pytest.raises(UsageError, match=r"'rhymes-guesses' are not in the file; --variant FILE says them"):
        read_graph_strategy(file)
    with pytest.raises(UsageError, match=r"about other words than toy: 'rhymes-guesses'"):
        read_graph_strategy(file, Variant.load("toy"))
    hard = tmp_path / "rhymes.yaml"
    hard.write_text(RHYMES + "mode: hard\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"graph.mode: the strategy is for normal mode, not hard mode"):
        read_graph_strategy(file, Variant.load(hard))


def test_a_lie_is_for_the_checker(rhymes: Variant, tmp_path: Path) -> None:
    fields = json.loads(written(checked_strategy(GOLDEN / "normal.cert")))
    fields["graph"]["total_guesses"] -= 1
    file, certificate = tmp_path / "strategy.json", tmp_path / "strategy.cert"
    file.write_text(json.dumps(fields), encoding="utf-8")
    write_certificate(certificate, read_graph_strategy(file, rhymes))
    with open_certificate(certificate) as reader:
        assert reader.head.claim.hidden_count == 5
    with pytest.raises(WordleCpError, match="total: expected 12, as claimed, found 13"):
        check_file(certificate, word_list_by_hash)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """Return the JSON of a strategy after `change`."""
    fields = json.loads(written(checked_strategy(GOLDEN / "normal.cert")))
    change(fields)
    return json.dumps(fields)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.pop("edges"), "edges: Field required"),
        (lambda f: f["graph"].update(verdict="impossible"), "graph.verdict: Input should be 'possible'"),
        (lambda f: f["graph"].update(depth=0), "graph.depth: Input should be greater than or equal to 1"),
        (lambda f: f["graph"].update(mode="easy"), "graph.mode: "),
        (lambda f: f["graph"].update(after="mac"), "graph.after: history 'mac'"),
        (lambda f: f["graph"].update(distribution=[5]), "graph.distribution: expected 3 numbers"),
        (lambda f: f["graph"]["hidden"].update(sha256="x"), "graph.hidden.sha256: "),
        (lambda f: f["nodes"][0].update(guess="ma\nc"), "node 0: expected a word of 3 letters"),
        (lambda f: f["nodes"][0].update(guess="macs"), "node 0: expected a word of 3 letters"),
        (lambda f: f["nodes"][1].update(id=0), "nodes: expected each id once"),
        (
            lambda f: f["nodes"].append({"id": 9, "guess": "cat", "hidden_count": 1}),
            "nodes: expected one first",
        ),
        (lambda f: f["edges"][0].update(target=9), "edge 0 to 9: there is no such node"),
        (lambda f: f["edges"][0].update(target=0), "node"),
        (lambda f: f["edges"][0].update(pattern="BBQ"), "pattern 'BBQ'"),
        (lambda f: f["edges"][0].update(pattern="GGG"), "expected a tree"),
        (lambda f: f["edges"][1].update(pattern=f["edges"][0]["pattern"]), "expected a tree"),
        (lambda f: f["nodes"][0].update(hidden_count=1), "node 0: one word and responses"),
        (lambda f: f.update(nodes=[]), "nodes: List should have at least 1 item"),
    ],
)
def test_malformed_json(
    change: Callable[[dict[str, Any]], object], message: str, rhymes: Variant, tmp_path: Path
) -> None:
    file = tmp_path / "strategy.json"
    file.write_text(changed(change), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_graph_strategy(file, rhymes)
    assert str(caught.value).startswith(f"{file}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_circle_is_no_tree(rhymes: Variant, tmp_path: Path) -> None:
    def circle(fields: dict[str, Any]) -> None:
        fields["nodes"] += [{"id": n, "guess": "cat", "hidden_count": 2} for n in (8, 9)]
        fields["edges"] += [
            {"source": 8, "target": 9, "pattern": "BBB"},
            {"source": 9, "target": 8, "pattern": "BBB"},
        ]

    file = tmp_path / "strategy.json"
    file.write_text(changed(circle), encoding="utf-8")
    with pytest.raises(UsageError, match="expected one tree, found 2 nodes outside of it"):
        read_graph_strategy(file, rhymes)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"nodes": ' + "[" * 100_000,
        '{"graph": ' + "9" * 5000,
        "<html></html>",
    ],
)
def test_what_is_no_strategy(text: str, tmp_path: Path) -> None:
    file = tmp_path / "strategy"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_graph_strategy(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["<graphml>", '<?xml version="1.0" encoding="utf-8"?>\n<graphml xmlns="x">', "\ufeff\n<graphml>"]
)
def test_graphml_was_read_once(text: str, tmp_path: Path) -> None:
    file = tmp_path / "strategy"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        strategy_format(file)
    message = "GraphML was read up to version 0.1.0; export JSON or Selby's text instead"
    assert str(caught.value) == f"{file}: {message}"


def test_a_tree_cut_off(rhymes: Variant, tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    strategy = checked_strategy(GOLDEN / "normal.cert")
    file.write_text(written(strategy, levels=2), encoding="utf-8")
    with pytest.raises(UsageError, match=r"node 1: 3 words and no response: no whole strategy"):
        read_graph_strategy(file, rhymes)
