"""Refutations: hostile ones, the messages of the checker, and its verdict on a real family."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import pytest

from tests.golden_files import ACCEPTED
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.parts.nodes import NODES, ChainSplit, NodeKind, RefutationNode
from wordle_cp.certificate.read import open_certificate, read_proof
from wordle_cp.certify.publish import write_certificate, write_checked
from wordle_cp.certify.records import asked_impossible, game_record
from wordle_cp.check import check_file
from wordle_cp.check import refutation as check_refutation
from wordle_cp.check.common import lists as check_lists
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from pathlib import Path

NOTHING = Restriction((None,) * 5, ())
ILLS = tuple(f"{letter}ills" for letter in "bcdfghjklmnprstvwyz")


def pair(guesses: int, *words: str) -> RefutationNode:
    """Return a pair without restriction."""
    return RefutationNode(NodeKind.PAIR, guesses, NOTHING, words, (), ())


def refutation(variant: Variant, depth: int, *nodes: RefutationNode, root: tuple[int, ...]) -> Refutation:
    """Return a refutation for all openers, true or false."""
    claim = DepthImpossible(depth, (), OpenerScope.ALL, (), len(variant.hidden), len(nodes))
    return Refutation(Head(game_record(variant), claim), nodes, root)


@pytest.fixture(scope="module")
def big() -> Variant:
    """Return the real game in which every guess may be hidden."""
    return Variant.load("nyt-2022-02-15", hidden=HiddenKind.BIG)


def test_one_family_refutes_five_guesses(big: Variant, tmp_path: Path) -> None:
    words = tuple(word for word in ILLS if word in big.hidden)
    weights = tuple(2 if word[0] in "bfgjklvz" else 1 for word in words)
    node = RefutationNode(NodeKind.WEIGHTS, 5, NOTHING, words, weights, ())
    path = tmp_path / "ills.cert.gz"
    accepted = write_checked(
        path, refutation(big, 5, node, root=(0,)), asked_impossible(Question.of(big, history=()), 5)
    )
    assert isinstance(accepted.claim, DepthImpossible)
    assert len(accepted.hidden_set) == len(big.hidden)
    assert path.stat().st_size < 1000
    assert read_proof(path, Refutation).nodes == (node,)


def test_one_guess_more_is_not_refuted_by_the_family(big: Variant, tmp_path: Path) -> None:
    words = tuple(word for word in ILLS if word in big.hidden)
    node = RefutationNode(NodeKind.WEIGHTS, 6, NOTHING, words, (1,) * len(words), ())
    with pytest.raises(CertificateRejected, match=r"^node 0: weights: expected a cell that weighs"):
        write_checked(
            tmp_path / "ills.cert",
            refutation(big, 6, node, root=(0,)),
            asked_impossible(Question.of(big, history=()), 6),
        )
    assert list(tmp_path.iterdir()) == []


def test_rejections_tell_node_rule_and_both_sides(tmp_path: Path) -> None:
    toy = Variant.load("toy")
    path = tmp_path / "toy.cert"
    write_certificate(path, refutation(toy, 2, pair(1, *toy.hidden[:2]), pair(2, *toy.hidden), root=(1,)))
    with pytest.raises(CertificateRejected) as caught:
        check_file(path, word_list_by_hash)
    error = caught.value
    assert (error.node, error.rule) == ("node 1", "pair")
    assert error.expected == "two words with one pattern under each guess"
    assert error.found == "none under eiked"


def test_the_words_of_rules_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_refutation, "MAX_KEPT_WORDS", 40)
    path = ACCEPTED / "impossible-rule-upon-rule.cert"
    with pytest.raises(CertificateRejected, match=r"^node 12: size: expected 40 words at most in the nodes"):
        check_file(path, word_list_by_hash)
    with open_certificate(path) as reader:
        words: list[frozenset[str]] = []
        for node in reader.read(NODES, reader.head.claim.nodes):
            words.append(frozenset(node.words).union(*(words[child] for child in node.children)))
    kept = sum(map(len, words))
    monkeypatch.setattr(check_refutation, "MAX_KEPT_WORDS", kept)
    check_file(path, word_list_by_hash)
    monkeypatch.setattr(check_refutation, "MAX_KEPT_WORDS", kept - 1)
    with pytest.raises(CertificateRejected, match=rf"^node 15: size: .*, found {kept}$"):
        check_file(path, word_list_by_hash)


@pytest.mark.parametrize("name", ["impossible-weights", "impossible-chain", "impossible-rule-upon-rule-hard"])
def test_guesses_are_looked_at_in_blocks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_refutation, "_BLOCK", 16)
    monkeypatch.setattr(check_refutation, "_RULE_BLOCK", 16)
    check_file(ACCEPTED / f"{name}.cert", word_list_by_hash)


@pytest.mark.parametrize("name", ["impossible-weights", "impossible-chain"])
def test_every_block_counts(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ACCEPTED / f"{name}.cert").read_text(encoding="utf-8")
    path = tmp_path / "changed.cert"
    path.write_text(text.replace("sat*2", "sat*4").replace("by 2,2,1", "by 2,2,3"), encoding="utf-8")
    for block in (1, 8, 1000):
        monkeypatch.setattr(check_refutation, "_BLOCK", block)
        with pytest.raises(CertificateRejected, match=r"^node 0: (weights|chain)"):
            check_file(path, word_list_by_hash)


def test_a_huge_number_of_nodes_is_no_burden(tmp_path: Path) -> None:
    path = tmp_path / "huge.cert"
    text = (ACCEPTED / "impossible-all.cert").read_text(encoding="utf-8")
    path.write_text(text.replace("nodes 1\n", "nodes 1000000\n"), encoding="utf-8")
    with (
        open_certificate(path) as reader,
        pytest.raises(CertificateParseError, match="27:1: expected a kind"),
    ):
        deque(reader.read(NODES, reader.head.claim.nodes), maxlen=0)


def test_one_reader_for_each_kind() -> None:
    with pytest.raises(CertificateParseError, match=r":2:1: .* another kind, found 'depth impossible'"):
        read_proof(ACCEPTED / "impossible-all.cert", Certificate)
    with pytest.raises(CertificateParseError, match=r":2:1: .* another kind, found 'depth possible'"):
        read_proof(ACCEPTED / "normal.cert", Refutation)


def test_records() -> None:
    chain = read_proof(ACCEPTED / "impossible-chain.cert", Refutation)
    only = read_proof(ACCEPTED / "impossible-only.cert", Refutation)
    after = read_proof(ACCEPTED / "impossible-after-a-history-hard.cert", Refutation)
    letters = [Restriction((None,) * 3, ((letter, 1),)) for letter in "at"]
    cases = ChainSplit(letters[0], letters[1], (2, 2, 1, 1, 2), (1, 1, 2, 2, 2))
    assert chain.nodes[0] == RefutationNode(
        NodeKind.CHAIN, 3, Restriction((None,) * 3, ()), ("bat", "cat", "dat", "fat", "gat"), (), (), cases
    )
    assert (only.claim.scope, only.claim.openers, only.root) == (OpenerScope.ONLY, ("rat", "cat"), (0, 1))
    assert after.claim.history == parse_history("orb.BBB", 3)
    assert after.nodes[0].restriction == Restriction((None, "a", None), (("a", 1),))
    assert [format_restriction(node.restriction) for node in after.nodes[:3]] == [".a./a", ".a./t", ".../t"]


def test_progress_counts_nodes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_refutation, "_PROGRESS", 3)
    seen: list[tuple[int, int]] = []
    check_file(ACCEPTED / "impossible-rule.cert", word_list_by_hash, lambda *done: seen.append(done))
    assert seen == [(3, 8), (6, 8), (8, 8)]


@pytest.mark.parametrize("name", ["impossible-after-a-history", "after-a-history"])
def test_an_endless_history_is_rejected_unread(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ACCEPTED / f"{name}.cert").read_text(encoding="utf-8")
    path = tmp_path / "endless.cert"
    path.write_text(text.replace("\nafter ", "\nafter " + "orb.BBB." * 130_000), encoding="utf-8")
    monkeypatch.delattr(check_lists, "demand_allowed")  # what would take hours
    with pytest.raises(CertificateRejected, match=r"depth: .* the depth of \d, found 13000\d guesses$"):
        check_file(path, word_list_by_hash)


def test_the_greatest_weights_are_exact(tmp_path: Path) -> None:
    toy = Variant.load("toy", mode=Mode.HARD)
    node = RefutationNode(NodeKind.WEIGHTS, 2, NOTHING, toy.hidden[:3], (10**6, 10**6, 10**6), ())
    with pytest.raises(CertificateRejected, match="expected a cell that weighs 1000001 of 3000000 at least"):
        write_checked(
            tmp_path / "toy.cert",
            refutation(toy, 2, node, root=(0,)),
            asked_impossible(Question.of(toy, history=()), 2),
        )
