"""Proofs of least totals of random small games, and changed ones, judged by brute force and a second checker.

Whatever the checker accepts must be true, the claim and each set and lemma: brute force decides it from the
definitions, with rules but nothing else in common. Whatever it accepts or not, the plain checker must see it
likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.effort import FEW, share
from tests.oracle.brute_bounds import TotalQuestion, prove, random_question
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.mutants import with_claim
from tests.oracle.total_mutants import CHANGES, COUNTED_CHANGES, with_parts
from tests.oracle.total_truth import Truth
from tests.two_checkers import Changes, changed_by, changed_lines, is_accepted, put, write_lines
from wordle_cp.certificate.claims.total import Optimality
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, FactSet, Lemma, format_fact
from wordle_cp.certificate.read import read_proof
from wordle_cp.certificate.render import render
from wordle_cp.check import check_file
from wordle_cp.check.counting import columns as check_columns
from wordle_cp.check.counting import counts as check_counts
from wordle_cp.check.counting import fact_words as check_facts
from wordle_cp.check.counting import facts_within as check_within
from wordle_cp.check.counting import lemma_looks as check_looks
from wordle_cp.check.counting import sieve as check_sieve
from wordle_cp.check.counting import weighed_sets as check_weighed
from wordle_cp.check.counting import weights as check_weights
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.check.totals import lemmas as check_lemmas
from wordle_cp.errors import CertificateParseError
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BLOCKS = (
    (check_columns, ("MAX_ROWS", "_COPIED", "_PROMISING", "_SORTED_BYTES", "_WIDE")),
    (check_counts, ("_BLOCK_BYTES", "_COLUMNS", "_FIRST", "_MOST_TOGETHER", "_ORDERED", "_REORDERED")),
    (
        check_lemmas,
        ("_GUESSES", "_MANY_GUESSES", "_MANY_GUESSES_HARD", "_MANY_WORDS", "_TOGETHER", "_TOGETHER_WORDS"),
    ),
    (check_looks, ("_COUNTED", "_FEW_PATTERNS", "_FEW_WORDS")),
    (check_facts, ("_FEW_WORDS", "_TOGETHER")),
    (check_sieve, ("_OWN", "_TOGETHER")),
    (check_weighed, ("_TOGETHER",)),
    (check_weights, ("_BLOCK", "_COMPARED")),
    (check_within, ("_MAX_KEPT_WORDS", "_TOGETHER")),
)
"""What the checker does at a time, or keeps, and from when on it does things in another way."""
SIZE = Size(most_hidden=9, most_guesses=16)
WORDS = ["-", "zzz", "lost", "set", "lemma", "0", "01", "-1", "a-", "a?1", "a!9", "within", "256", ""]
"""What may stand, or not, in a line of a proof."""


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the checker work on a few guesses, sets and lemmas at a time, so that small games have blocks."""
    for module, names in _BLOCKS:
        for name in names:
            monkeypatch.setattr(module, name, 3)


def proofs(seeds: range) -> Iterator[tuple[int, Optimality]]:
    """Yield proofs about random small games with their seeds; few of them have neither sets nor lemmas."""
    for seed in seeds:
        rng = random.Random(seed)  # noqa: S311
        proof = prove(random_question(rng, SIZE), rng)
        if proof is not None and (proof.sets or proof.lemmas or rng.random() < 0.3):
            yield seed, proof


def what_occurs(proof: Optimality) -> Iterator[object]:
    """Yield what tests demand to have seen."""
    claim, lemmas = proof.claim, proof.lemmas
    yield from (proof.head.game.mode, len(claim.openers))
    yield from ("a set with its number",) * any(entry.most is not None for entry in proof.sets)
    yield from ("a set without its number",) * any(entry.most is None for entry in proof.sets)
    yield from ("after a history",) * bool(claim.history)
    yield from ("among",) * bool(claim.among)
    yield from ("within",) * (claim.within is not None)
    yield from ("lemmas",) * bool(lemmas)
    yield from ("a lemma of lost words",) * any(lemma.bound is None for lemma in lemmas)
    yield from ("a lemma with a limit",) * any(lemma.guesses is not None for lemma in lemmas)
    yield from ("a lemma with a restriction",) * any(lemma.restriction.counts for lemma in lemmas)
    yield from ("lemma upon lemma",) * (len(lemmas) > 5)


@pytest.mark.parametrize("batch", range(2))
def test_proofs_about_random_games_are_accepted(
    batch: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if batch == 1:
        request.getfixturevalue("small_blocks")
    seen: Counter[object] = Counter()
    path = tmp_path / "random.cert"
    for seed, proof in proofs(range(80 * batch, 80 * batch + share(120))):
        put(path, proof)
        assert read_proof(path, Optimality) == proof
        assert is_accepted(path), path.read_text(encoding="utf-8")
        assert Truth(proof).of_all(proof), seed
        seen.update(what_occurs(proof))
    assert FEW or len(seen) == 16, seen


def test_what_is_accepted_of_changed_proofs_is_true(tmp_path: Path) -> None:
    rng = random.Random("total mutants")  # noqa: S311
    changes = Changes(tmp_path)
    for seed, proof in proofs(range(1000, 1000 + share(600))):
        some = CHANGES if seed < 1000 + share(186) else COUNTED_CHANGES
        changes.judge(changed_by(some, proof, rng, CHANGES), lambda changed: Truth(changed).of_all(changed))
    assert changes.accepted.total() + changes.refused.total() > share(1800)
    for change in (change.__name__ for change in CHANGES):
        assert changes.accepted[change] + changes.refused[change], f"{change}: never tried"
        may_pass = {"less_for_others", "lower_bound", "no_number_in_set"}
        assert FEW or changes.refused[change] or change in may_pass, f"{change}: never refused"


def about_little(rng: random.Random) -> Optimality:
    """Return a proof of little about a random game, to which any set and lemma may be added."""
    while True:
        game = random_game(rng, Size(rng.choice((4, 6, 8)), rng.choice((9, 12, 14))))
        opener = rng.choice(game.hidden)
        mode = rng.choice((Mode.NORMAL, Mode.HARD, Mode.HARD))
        proof = prove(TotalQuestion(game, mode, among=(opener,)), rng)
        if proof is not None:
            return proof


def random_restriction(proof: Optimality, rng: random.Random) -> Restriction:
    """Return what some hints fix, which needn't be true of any word."""
    words = proof.head.game.guesses.words
    length = proof.head.game.word_length
    if proof.head.game.mode is Mode.NORMAL or rng.random() < 0.3:
        return Restriction((None,) * length, ())
    guess = rng.choice(words)
    fixed = Restriction.of(((guess, pattern_of(guess, rng.choice(words))),), length)
    return fixed if rng.random() < 0.7 else Restriction(fixed.greens, ())


def random_lemma(proof: Optimality, truth: Truth, rng: random.Random) -> Lemma:
    """Return a lemma about two words or more whose bound is just true or just false."""
    word = rng.choice(sorted(truth.words))
    tests = rng.sample(truth.guesses, min(len(truth.guesses), rng.choice((1, 1, 2))))
    tests = (
        tests
        if rng.random() < 0.6
        else ["".join(rng.choice(letters) for letters in zip(*tests, strict=True))]
    )
    history = tuple((test, pattern_of(test, word)) for test in tests)
    left = rng.choice((None, None, 1, 2, 2, 3, 3, 4, 5, 7))
    lemma = Lemma(None, random_restriction(proof, rng), left, history)
    cost = truth.cost_of(lemma)
    if cost < 100:
        bound = int(cost) + rng.choice((-2, -1, 0, 0, 1))
        lemma = replace(lemma, bound=max(1, bound) if rng.random() < 0.95 else None)
    return lemma


@pytest.mark.usefixtures("small_blocks")
def test_random_lemmas(tmp_path: Path) -> None:
    rng = random.Random("lemmas")  # noqa: S311
    path = tmp_path / "lemma.cert"
    judged: Counter[object] = Counter()
    for _ in range(share(60)):
        proof = about_little(rng)
        truth = Truth(proof)
        for _ in range(8):
            lemma = random_lemma(proof, truth, rng)
            added = with_parts(proof, proof.sets, (*proof.lemmas, lemma))
            put(path, added)
            accepted = is_accepted(path)
            true = truth.of_lemma(lemma)
            assert true or not accepted, path.read_text(encoding="utf-8")
            judged[accepted, true] += 1
            if accepted and rng.random() < 0.7:
                proof = added
    assert min(judged[True, True], judged[False, True], judged[False, False]) > share(45), judged


@pytest.mark.usefixtures("small_blocks")
def test_words_that_no_guess_tells_apart_are_lost_however_many_they_are(tmp_path: Path) -> None:
    """The first of three guesses leaves five words or more together, and no second one tells these apart."""
    words = ("bat", "cat", "fat", "hat", "mat", "pat")
    question = TotalQuestion(SmallGame(words, words), Mode.NORMAL, among=words[:1])
    proof = prove(question, random.Random(1))  # noqa: S311
    assert proof is not None
    nothing = Restriction((None,) * 3, ())
    for guesses, lost in ((3, True), (4, False), (5, False)):
        lemma = Lemma(None, nothing, guesses, (("zzz", 0),))
        put(tmp_path / "lost.cert", with_parts(proof, proof.sets, (*proof.lemmas, lemma)))
        assert is_accepted(tmp_path / "lost.cert") == lost


def random_facts(rng: random.Random, word: str, guesses: tuple[str, ...]) -> set[Fact]:
    """Return facts most of which hold for `word`."""
    facts: set[Fact] = set()
    for place in rng.sample(range(len(word)), rng.randint(2, len(word))):
        letter = rng.choice(rng.choice((word, word, rng.choice(guesses))))
        kind = FactKind.ELSEWHERE if letter in word else FactKind.ABSENT
        if rng.random() < 0.4:
            letter, kind = word[place], FactKind.PLACED
        facts.add(Fact(letter, kind, 0 if kind is FactKind.ABSENT else place + 1))
    return facts


@pytest.mark.usefixtures("small_blocks")
def test_random_sets(tmp_path: Path) -> None:
    rng = random.Random("sets")  # noqa: S311
    path = tmp_path / "set.cert"
    judged: Counter[bool] = Counter()
    for _ in range(share(60)):
        proof = about_little(rng)
        truth = Truth(proof)
        length = proof.head.game.word_length
        for _ in range(6 if length > 1 else 0):
            facts = random_facts(rng, rng.choice(sorted(truth.words)), truth.guesses)
            if len(facts) < 2:
                continue
            most = truth.most_of(facts)
            stated = max(1, most - rng.choice((0, 1)))
            entry = FactSet(stated, tuple(sorted(facts, key=format_fact)))
            put(path, with_parts(proof, (*proof.sets, entry), proof.lemmas))
            judged[stated >= most] += 1
            assert is_accepted(path) == (stated >= most), path.read_text(encoding="utf-8")
            put(path, with_parts(proof, (*proof.sets, replace(entry, most=None)), proof.lemmas))
            assert is_accepted(path), path.read_text(encoding="utf-8")
    assert min(judged[True], judged[False]) > share(60), judged


@pytest.mark.usefixtures("small_blocks")
def test_sets_that_are_counted_say_just_so_much_as_with_the_exact_number(tmp_path: Path) -> None:
    """What `others` can be claimed rests on the sets; without lemmas most of all."""
    rng = random.Random("counted sets")  # noqa: S311
    path = tmp_path / "counted.cert"
    judged: Counter[tuple[str, bool]] = Counter()
    for _, proof in proofs(range(5000, 5000 + share(180))):
        truth = Truth(proof)
        counted = tuple(replace(entry, most=None) for entry in proof.sets)
        stated = tuple(replace(entry, most=max(1, truth.most_of(entry.facts))) for entry in proof.sets)
        if not counted:
            continue
        lemmas = tuple(lemma for lemma in proof.lemmas if rng.random() < 0.7)
        for step in (-1, 0, 1):
            some = rng.sample(range(len(counted)), rng.randint(0, len(counted)))
            raised = with_claim(proof, others=proof.claim.others + step)
            verdicts = []
            for sets in (counted, stated):
                put(path, with_parts(raised, sets, lemmas))
                verdicts.append(is_accepted(path))
            assert verdicts[0] == verdicts[1], path.read_text(encoding="utf-8")
            put(path, with_parts(raised, tuple(counted[place] for place in sorted(some)), lemmas))
            fewer = is_accepted(path)
            assert verdicts[0] or not fewer, path.read_text(encoding="utf-8")
            judged["all", verdicts[0]] += 1
            judged["fewer", fewer] += 1
    assert min(judged.values()) > share(9), judged
    assert FEW or judged["fewer", False] > judged["all", False], judged


def test_what_is_said_of_others_is_as_much_as_the_bounds_prove(tmp_path: Path) -> None:
    rng = random.Random("others")  # noqa: S311
    path = tmp_path / "others.cert"
    steps: Counter[int] = Counter()
    for _, proof in proofs(range(2000, 2000 + share(75))):
        if len(proof.claim.openers) == len(proof.head.game.guesses.words):
            continue
        for step in range(1, 10):
            raised = with_claim(proof, others=proof.claim.others + step)
            some = tuple(lemma for lemma in proof.lemmas if rng.random() < 0.8)
            put(path, changed := with_parts(raised, proof.sets, some))
            if is_accepted(path):
                assert Truth(changed).of_claim(), path.read_text(encoding="utf-8")
                steps[step] += 1
    assert steps[1] > steps[9], steps


def test_what_is_accepted_of_changed_lines_is_true(tmp_path: Path) -> None:
    rng = random.Random("lines")  # noqa: S311
    path = tmp_path / "lines.cert"
    judged: Counter[bool] = Counter()
    for _, proof in proofs(range(3000, 3000 + share(9))):
        original = list(render(proof))
        keywords = ("after", "within", "among", "openers")
        first = next(number for number, line in enumerate(original) if line.split(" ")[0] in keywords)
        some = [line for line in original[:first] if line.isalpha()][:3] + WORDS
        for lines in changed_lines(original, first, partial(rng.sample, some, 2 if FEW else 4)):
            write_lines(path, lines)
            accepted = lines != original and is_accepted(path)
            judged[accepted] += 1
            if accepted:
                read = read_proof(path, Optimality)
                assert Truth(read).of_all(read), lines
    assert judged[False] > 5 * judged[True], judged


def test_every_cut_is_malformed(tmp_path: Path) -> None:
    path = tmp_path / "cut.cert"
    proof = next(proof for _, proof in proofs(range(4000, 4100)) if proof.sets and proof.lemmas)
    whole = "".join(f"{line}\n" for line in render(proof)).encode()
    for size in range(0, len(whole), 7):
        path.write_bytes(whole[:size])
        with pytest.raises(CertificateParseError):
            check_file(path, lambda _: None)
        with pytest.raises(ValueError):  # noqa: PT011
            PlainTotal(text_of(path), tmp_path)
