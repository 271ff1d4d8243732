"""Refutations of random small games, and changed ones, judged by brute force and by a second checker.

Whatever the checker accepts must be true: brute force decides the claim from its definition, with rules but
nothing else in common. Whatever it accepts or not, the plain checker must see it likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.each import each
from tests.effort import every_other, share
from tests.golden_files import ACCEPTED
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_refutation import Impossibility, random_claim, refute
from tests.oracle.games import Size, SmallGame
from tests.oracle.mutants import with_claim
from tests.oracle.questions import variant_of
from tests.oracle.refutation_mutants import CHANGES, NODE_CHANGES
from tests.two_checkers import Changes, changed_by, changed_lines, is_accepted, put, write_lines
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.parts.nodes import ChainSplit, NodeKind, RefutationNode
from wordle_cp.certificate.read import read_proof
from wordle_cp.certificate.render import render
from wordle_cp.certify.records import game_record
from wordle_cp.check import check_file
from wordle_cp.errors import CertificateParseError
from wordle_cp.games.strategy_tree import consistent_words
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import Restriction, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.parts.nodes import ChainCases

REFUTATIONS = sorted(ACCEPTED.glob("impossible*.cert"))
SIZE = Size(most_hidden=8, most_guesses=16)


def holds(proof: Refutation) -> bool:
    """Tell by brute force whether the claim of `proof` is true."""
    game, claim = proof.head.game, proof.claim
    lists = SmallGame(game.guesses.words, game.hidden.words or game.guesses.words)
    question = Impossibility(lists, game.mode, claim.depth, claim.history, claim.scope, claim.openers)
    return question.is_true(BruteForce(lists.guesses, game.mode))


def proofs(seeds: range) -> Iterator[tuple[int, Refutation]]:
    """Yield refutations of random small games with their seeds."""
    for seed in seeds:
        rng = random.Random(seed)  # noqa: S311
        claim, oracle = random_claim(rng, SIZE)
        proof = refute(claim, oracle, rng)
        if proof is None:
            assert not claim.is_true(oracle), claim
        elif claim.spoken_of(oracle):  # a claim about no opener is true, but no certificate
            yield seed, proof


@pytest.mark.parametrize("batch", range(share(8)))
def test_refutations_of_random_games_are_accepted(batch: int, tmp_path: Path) -> None:
    seen: Counter[object] = Counter()
    path = tmp_path / "random.cert"
    for _, proof in proofs(range(20 * batch, 20 * batch + 20)):
        put(path, proof)
        assert read_proof(path, Refutation) == proof
        assert is_accepted(path), path.read_text(encoding="utf-8")
        assert holds(proof)
        seen.update(node.kind for node in proof.nodes)
        seen.update([proof.head.game.mode, proof.claim.scope, bool(proof.claim.history)])
    assert all(seen[kind] for kind in (*NodeKind, *Mode, True, False)), seen


def test_what_is_accepted_of_changed_refutations_is_true(tmp_path: Path) -> None:
    rng = random.Random("mutants")  # noqa: S311
    originals = [(path.stem, read_proof(path, Refutation)) for path in REFUTATIONS]
    originals += [(f"seed {seed}", proof) for seed, proof in proofs(range(1000, 1000 + share(75)))]
    changes = Changes(tmp_path)
    for name, proof in originals:
        assert holds(proof), name
        rounds = share(12) if name.startswith("impossible") else 1
        each = [change for change in CHANGES for _ in range(rounds)]
        changes.judge(changed_by(each, proof, rng, CHANGES), holds)
    assert changes.accepted.total() + changes.refused.total() > share(3600)
    assert changes.refused.keys() == {change.__name__ for change in CHANGES}


def about_nothing(proof: Refutation) -> Refutation:
    """Return the nodes of `proof` with a claim that no guess is left: accepted if only the nodes are."""
    game = proof.head.game
    hidden = game.hidden.words or game.guesses.words
    guess = next(word for word in game.guesses.words if word != hidden[0])
    history = ((guess, pattern_of(guess, hidden[0])),)
    left = len(consistent_words(hidden, history))
    claim = DepthImpossible(1, history, OpenerScope.ALL, (), left, nodes=len(proof.nodes))
    return Refutation(Head(game, claim), proof.nodes, ())


def lost_states(proof: Refutation) -> Iterator[bool]:
    """Tell of each node by brute force whether its words can't be found."""
    oracle = BruteForce(proof.head.game.guesses.words, proof.head.game.mode)
    words: list[frozenset[str]] = []
    for node in proof.nodes:
        words.append(frozenset(node.words).union(*(words[child] for child in node.children)))
        allowed = oracle.allowed_under(node.restriction)
        if node.conditions:
            allowed = oracle.allowed_after(node.conditions)
        yield not oracle.solvable(words[-1], allowed, node.guesses)


def test_every_accepted_node_is_lost(tmp_path: Path) -> None:
    rng = random.Random("nodes")  # noqa: S311
    path = tmp_path / "nodes.cert"
    judged: Counter[bool] = Counter()
    originals = [read_proof(path, Refutation) for path in REFUTATIONS]
    originals += [proof for _, proof in proofs(range(2000, 2000 + share(120)))]
    for original in originals:
        for _ in range(share(36)):
            proof: Refutation | None = about_nothing(original)
            for _ in range(rng.randint(1, 3)):
                proof = proof and rng.choice(NODE_CHANGES)(proof, rng)
            if proof is None:
                continue
            put(path, proof)
            accepted = is_accepted(path)
            judged[accepted] += 1
            if accepted:
                assert all(lost_states(proof)), path.read_text(encoding="utf-8")
    assert min(judged[True], judged[False]) > share(90), judged


def random_clash(rng: random.Random) -> SmallGame:
    """Return a family, and probes for two members each that exclude one another in hard mode."""
    letters = rng.sample("bcdfg", 5)
    hidden = tuple(f"{letter}at" for letter in letters)
    tests = [[*letters[:2], "a"], [*letters[2:4], rng.choice("att")]]
    tests += [[*rng.sample(letters, 2), rng.choice("at")] for _ in range(rng.randint(0, 1))]
    probes = {"".join(rng.sample(test, 3)) for test in tests}
    return SmallGame((*hidden, *sorted(probes)), hidden)


def random_cases(rng: random.Random, words: tuple[str, ...], guesses: list[str], splits: int) -> ChainCases:
    """Return cases for words ?AT, by what they have; the weights are good or bad guesses."""
    if not splits or rng.random() < 0.2:
        tested = {letter for guess in guesses if guess not in words for letter in guess}
        weights = [1 if word[0] in tested else 2 for word in words]
        if rng.random() < 0.4:
            weights[rng.randrange(len(words))] = rng.randint(0, 4)
        return tuple(weights)
    pieces = [Restriction((None,) * 3, ((letter, 1),)) for letter in "at"]
    pieces += [Restriction((None, "a", None), ()), Restriction((None, None, "t"), ())]
    first, second = rng.sample(pieces, 2)
    one = [guess for guess in guesses if second.permits(guess) or not first.permits(guess)]
    other = [guess for guess in guesses if first.permits(guess) or not second.permits(guess)]
    return ChainSplit(
        first,
        second,
        random_cases(rng, words, one, splits - 1),
        random_cases(rng, words, other, splits - 1),
    )


def test_random_chains(tmp_path: Path) -> None:
    rng = random.Random("chains")  # noqa: S311
    path = tmp_path / "chain.cert"
    judged: Counter[str] = Counter()
    nothing = Restriction((None,) * 3, ())
    for _ in range(share(90)):
        game = random_clash(rng)
        words = tuple(rng.sample(game.hidden, len(game.hidden)))
        for _ in range(25):
            cases = random_cases(rng, words, list(game.guesses), rng.choice((1, 1, 2)))
            node = RefutationNode(NodeKind.CHAIN, 3, nothing, words, (), (), cases)
            claim = DepthImpossible(3, (), OpenerScope.ALL, (), len(words), 1)
            proof = Refutation(Head(game_record(variant_of(game, Mode.HARD)), claim), (node,), (0,))
            put(path, proof)
            accepted = is_accepted(path)
            judged[f"accepted: {accepted}"] += 1
            if accepted:
                assert holds(proof), path.read_text(encoding="utf-8")
                easier = BruteForce(game.guesses, Mode.NORMAL)
                judged["possible in normal mode"] += easier.solvable(
                    frozenset(words), frozenset(game.guesses), 3
                )
    assert len(judged) == 3, judged
    assert min(judged.values()) > share(30), judged


@each("path", REFUTATIONS)
def test_every_cut_is_malformed(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    mutant = tmp_path / "mutant.cert"
    start = whole.index(b"\nopeners ")
    step = max(1, (len(whole) - start) // share(300))
    for size in [*range(0, start, 97), *range(start, len(whole), step), len(whole) - 1]:
        mutant.write_bytes(whole[:size])
        with pytest.raises(CertificateParseError):
            check_file(mutant, lambda _: None)


@pytest.mark.parametrize("name", every_other(["impossible-all", "impossible-only", "impossible-chain"]))
def test_what_is_accepted_of_changed_lines_is_true(name: str, tmp_path: Path) -> None:
    proof = read_proof(ACCEPTED / f"{name}.cert", Refutation)
    original = list(render(proof))
    first = next(number for number, line in enumerate(original) if line.startswith("openers"))
    mutant = tmp_path / "mutant.cert"
    accepted = refused = 0
    some = [line for line in original[:first] if line.isalpha()][:3]
    some += ["-", "zzz", "all", "pair", "rule", "root", "0", "01", "-1", "", "by", ":"]
    for lines in changed_lines(original, first, lambda: some):
        if lines == original:
            continue
        write_lines(mutant, lines)
        if is_accepted(mutant):
            accepted += 1
            assert holds(read_proof(mutant, Refutation)), lines
        else:
            refused += 1
    assert refused > 10 * accepted


@pytest.mark.parametrize("name", ["all", "except", "only", "chain", "rule-upon-rule"])
def test_every_node_of_a_minimal_refutation_is_needed(name: str, tmp_path: Path) -> None:
    proof = read_proof(ACCEPTED / f"impossible-{name}.cert", Refutation)
    path = tmp_path / "mutant.cert"
    for number in proof.root:
        put(path, replace(proof, root=tuple(kept for kept in proof.root if kept != number)))
        assert not is_accepted(path), number
    for place, node in enumerate(proof.nodes):
        for child in node.children:
            less = replace(node, children=tuple(kept for kept in node.children if kept != child))
            nodes = (*proof.nodes[:place], less, *proof.nodes[place + 1 :])
            put(path, replace(proof, nodes=nodes))
            assert not is_accepted(path), (place, child)


@pytest.mark.parametrize("name", ["after-a-history", "after-a-history-hard"])
def test_another_history_is_another_claim(name: str, tmp_path: Path) -> None:
    proof = read_proof(ACCEPTED / f"impossible-{name}.cert", Refutation)
    game = proof.head.game
    path = tmp_path / "mutant.cert"
    accepted = refused = 0
    for guess in game.guesses.words:
        for pattern in range(3**game.word_length):
            history = ((guess, pattern),)
            count = len(consistent_words(game.hidden.words, history))
            openers = tuple(word for word in proof.claim.openers if is_allowed(word, history, game.mode))
            if not count or not openers:
                continue
            changed = with_claim(proof, history=history, hidden_count=count, openers=openers)
            put(path, changed)
            if is_accepted(path):
                accepted += 1
                assert holds(changed), history
            else:
                refused += 1
    assert accepted, "the history of the original is one of them"
    assert refused, "a proof holds for few histories"
