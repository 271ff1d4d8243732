"""Refutations explained: every guess at every position, against brute force; faults are told, not explained.

`explore` plays every guess that is allowed everywhere. Each response named must lead to a position whose
words all give it, and that brute force can't win either; the positions end when no guess is left.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.each import each
from tests.effort import every_other, share
from tests.golden_files import GOLDEN
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_refutation import random_claim, refute
from tests.oracle.games import Size
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.parts.nodes import NodeKind
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.publish import write_certificate
from wordle_cp.errors import CertificateParseError, CertificateRejected, WordleCpError
from wordle_cp.rules.words import is_consistent, pattern_of
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.refutations.sentences import CLAIM, ByChildren, BySums, ProofPlace, Reason, tell_reply

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.rules.words import Restriction
    from wordle_cp.views.refutations.sentences import Argument, RefutingReply

SIZE = Size(most_hidden=7, most_guesses=14)


def refutations(folder: str) -> list[Path]:
    """Return the golden refutations of a folder."""
    return sorted(path for path in (GOLDEN / folder).glob("impossible*") if ".cert" in path.name)


def explore(told: Explanation) -> Iterator[tuple[ProofPlace, str, RefutingReply]]:
    """Yield the reply to every guess at every position that can be reached from the claim or from a node."""
    waiting = [told.start(), *(told.start(node) for node in range(told.claim.nodes))]
    seen: set[object] = set()
    while waiting:
        position = waiting.pop()
        state = (position.node, position.words, position.binding, position.guesses_left)
        if state in seen:
            continue
        seen.add(state)
        argument = told.argument(position)
        allowed = told.allowed(position)
        if isinstance(argument, ByChildren):
            assert sum(child.refutes for child in argument.children) + argument.telling_nothing == len(
                allowed
            )
        for guess in allowed:
            reply = told.reply(position, guess)
            yield position, guess, reply
            if reply.after is not None:
                waiting.append(reply.after)


def demand_truth(
    told: Explanation, oracle: BruteForce, position: ProofPlace, guess: str, reply: RefutingReply
) -> None:
    """Demand that `reply` refutes `guess` at `position`, by the rules and by brute force."""
    words, left = frozenset(position.words), position.guesses_left
    bound = position.binding
    allowed = frozenset(
        word
        for word in told.lists.guesses
        if bound.facts.permits(word) and is_consistent(word, bound.responses)
    )
    assert guess in allowed
    assert not oracle.solvable_by(guess, words, allowed, left)
    cell = {word for word in words if pattern_of(guess, word) == reply.pattern}
    assert reply.words
    assert cell >= set(reply.words)
    assert guess not in reply.words
    agreeing = {
        word for word in told.hidden_set if is_consistent(word, (*position.moves, (guess, reply.pattern)))
    }
    assert reply.possible == (None if position.alone else len(agreeing))
    assert position.alone or agreeing >= set(reply.words)
    after = reply.after
    if after is None:
        assert left == 1
        assert reply.reason is Reason.LAST
        return
    assert set(after.words) == set(reply.words)
    assert after.guesses_left == left - 1
    assert after.moves[-1] == (guess, reply.pattern)
    kept = frozenset(
        word
        for word in allowed
        if after.binding.facts.permits(word) and is_consistent(word, after.binding.responses)
    )
    assert not oracle.solvable(frozenset(after.words), kept, after.guesses_left)


def demand_sums(told: Explanation, position: ProofPlace, reply: RefutingReply) -> None:
    """Demand that a guess takes no more from a sum than the argument says, in the cases that it is in.

    The sums are about the words left at the position, and enough for the guesses left there, but for cases
    that a guess made there has excluded.
    """
    if position.kind not in {NodeKind.WEIGHTS, NodeKind.CHAIN} or reply.reason is Reason.LAST:
        return
    argument = told.argument(position)
    whole = argument if not position.answered else told.argument(told.start(position.node))
    assert isinstance(argument, BySums)
    assert isinstance(whole, BySums)
    words = told.start(position.node).words
    assert argument.words == whole.words == len(words)
    held = 0
    for one, first, left in zip(argument.sums, whole.sums, reply.left, strict=True):
        assert left == sum_of(words, first.weights, reply.words)
        assert sum(one.weights) == one.total == sum_of(words, first.weights, position.words)
        assert (one.most_lost, one.guesses) == (first.most_lost, position.guesses_left)
        assert one.total > 0
        if is_about(reply.guess, one.needs):
            assert one.total - left <= one.most_lost
        made = [guess for guess, _ in position.moves[len(position.moves) - position.answered :]]
        assert (one.excluded_by is None) == all(is_about(guess, one.needs) for guess in made)
        if one.excluded_by is None:
            assert one.left == one.total - (one.guesses - 1) * one.most_lost > one.largest
            held += 1
    assert held


def is_about(guess: str, needs: tuple[tuple[Restriction, Restriction], ...]) -> bool:
    """Tell whether `guess` has the second facts of each pair, if it has the first ones."""
    return all(wants.permits(guess) or not has.permits(guess) for has, wants in needs)


def sum_of(words: tuple[str, ...], weights: tuple[int, ...], some: tuple[str, ...]) -> int:
    """Return what `some` of `words` weigh."""
    return sum(weight for word, weight in zip(words, weights, strict=True) if word in some)


def test_every_guess_is_refuted_in_the_golden_refutations() -> None:
    reasons: Counter[Reason] = Counter()
    for path in every_other(refutations("accept")):
        with Explanation(path) as told:
            oracle = BruteForce(told.lists.guesses, told.head.game.mode)
            for position, guess, reply in explore(told):
                demand_truth(told, oracle, position, guess, reply)
                demand_sums(told, position, reply)
                reasons[reply.reason] += 1
    assert set(reasons) == set(Reason)
    assert min(reasons.values()) > 10


def test_every_guess_is_refuted_in_random_refutations(tmp_path: Path) -> None:
    rng = random.Random(20261122)  # noqa: S311  not for secrets
    kinds: Counter[str] = Counter()
    modes: Counter[str] = Counter()
    path = tmp_path / "random.cert"
    for _ in range(share(180)):
        claim, oracle = random_claim(rng, SIZE)
        proof = refute(claim, oracle, rng)
        if proof is None:
            continue
        write_certificate(path, proof)
        try:
            told = Explanation(path)
        except CertificateRejected as error:  # such a claim speaks of no opener
            assert error.rule == "openers"
            continue
        with told:
            modes[told.head.game.mode] += 1
            for position, guess, reply in explore(told):
                demand_truth(told, oracle, position, guess, reply)
                kinds[position.kind] += 1
    assert len(kinds) == 5, kinds
    assert len(modes) == 3, modes


def exhaust(path: Path) -> None:
    """Ask all that can be asked of the certificate at `path`."""
    with Explanation(path) as told:
        for node in range(told.claim.nodes):
            told.argument(told.start(node))
        for _ in explore(told):
            pass


@each("path", refutations("malformed"))
def test_what_is_malformed_is_told_as_the_checker_does(path: Path) -> None:
    with pytest.raises(CertificateParseError) as caught:
        exhaust(path)
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").strip()
    assert str(caught.value).removeprefix(f"{path}:") in expected or caught.value.message in expected


def test_no_false_refutation_is_explained_whole() -> None:
    for path in refutations("reject"):
        with open_certificate(path) as reader:
            assert isinstance(reader.head.claim, DepthImpossible)
        with pytest.raises((CertificateRejected, CertificateParseError)):
            exhaust(path)


def demand_facts(told: Explanation, oracle: BruteForce, position: ProofPlace) -> Iterator[RefutingReply]:
    """Demand that what is told at `position` as a fact is one; yield the replies to the guesses there."""
    words = frozenset(position.words)
    allowed = frozenset(told.lists.guesses) if position.node is None else frozenset(told.allowed(position))
    argument: Argument | None = None
    with suppress(CertificateRejected):
        argument = told.argument(position)
    proven = argument is not None and not isinstance(argument, ByChildren)
    if proven:  # a leaf that the checker has judged rests on nothing else
        assert not oracle.solvable(words, allowed, position.guesses_left)
    if isinstance(argument, ByChildren):
        for child in argument.children:
            inner = frozenset(told.start(child.node).words)
            assert inner <= frozenset(told.start(position.node).words)
            assert all(len({pattern_of(guess, word) for word in inner}) == 1 for guess in child.examples)
        nothing = [guess for guess in allowed if len({pattern_of(guess, word) for word in words}) == 1]
        assert argument.telling_nothing == len(nothing)
    for guess in told.allowed(position):
        try:
            reply = told.reply(position, guess)
        except CertificateRejected:
            assert not proven
            continue
        assert {pattern_of(guess, word) for word in reply.words} == {reply.pattern}
        if reply.reason is not Reason.LAST:
            assert len(reply.words) > 1
        if proven:
            demand_truth(told, oracle, position, guess, reply)
            demand_sums(told, position, reply)
        elif reply.reason is Reason.CHILD:
            assert reply.after is not None
            assert not told.shown
            assert "says that they are too many" in tell_reply(
                reply, told.head.game.scoring, shown=told.shown
            )
            inner = frozenset(told.start(reply.after.node).words)
            assert inner == frozenset(reply.words)
            assert inner <= (frozenset(told.hidden_set) if position.node is None else words)
        yield reply


def test_what_is_told_as_a_fact_of_a_false_refutation_is_one() -> None:
    judged: Counter[str] = Counter()
    for path in every_other(refutations("reject")):
        try:
            told = Explanation(path)
        except (CertificateRejected, CertificateParseError):
            continue
        with told:
            oracle = BruteForce(told.lists.guesses, told.head.game.mode)
            waiting = [told.start(), *(told.start(node) for node in range(told.claim.nodes))]
            seen: set[object] = set()
            while waiting:
                position = waiting.pop()
                state = (position.node, position.words, position.binding, position.guesses_left)
                if state in seen:
                    continue
                seen.add(state)
                for reply in demand_facts(told, oracle, position):
                    judged[reply.reason] += 1
                    if reply.after is not None:
                        waiting.append(reply.after)
    assert set(judged) == set(Reason)


def test_the_claim_and_its_nodes_by_hand() -> None:
    with Explanation(GOLDEN / "accept" / "impossible-except.cert") as told:
        start = told.start()
        assert (start.kind, start.guesses_left, start.words) == (
            CLAIM,
            3,
            ("bat", "cat", "hat", "mat", "rat"),
        )
        assert "cat" in told.allowed(start)
        assert not {"bah", "mac", "orb"} & set(told.allowed(start))
        reply = told.reply(start, "mat")
        assert reply.after is not None
        assert (reply.after.node, reply.words, reply.after.guesses_left) == (1, ("bat", "hat", "rat"), 2)
        with pytest.raises(WordleCpError, match=r"^mac: the claim doesn't speak of this opener$"):
            told.reply(start, "mac")
