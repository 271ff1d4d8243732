"""Proofs of least totals, changed by hand: lines that are a corner case, and larger proofs on real words."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from tests import two_checkers
from tests.each import each
from tests.oracle.brute_bounds import TotalQuestion, prove
from tests.oracle.games import SmallGame
from tests.oracle.mutants import with_claim
from tests.oracle.real_cuts import real_cut
from tests.oracle.total_mutants import with_parts
from tests.oracle.total_truth import Truth
from tests.two_checkers import ACCEPTED, MALFORMED, REJECTED
from wordle_cp.certificate.render import render
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.certificate.claims.total import Optimality

GAME: Final = SmallGame(("abc", "abd", "abe", "cde", "xyz"), ("abc", "abd", "abe"))
"""CDE tells all three apart, XYZ nothing."""
NORMAL: Final = TotalQuestion(GAME, Mode.NORMAL)
HARD: Final = TotalQuestion(GAME, Mode.HARD)
PAIRS_16: Final = ".".join(["xyz.BBB"] * 16)


def verdict(path: Path, lines: Sequence[str]) -> str:
    """Write `lines` to `path`, and return what both checkers say of it."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return two_checkers.verdict(path)


def lines_of(question: TotalQuestion) -> list[str]:
    """Return the lines of a certificate that needs neither sets nor lemmas."""
    proof = prove(question, random.Random(0))  # noqa: S311
    assert proof is not None
    return list(render(with_parts(proof, (), ())))


def with_part(lines: Sequence[str], part: str) -> list[str]:
    """Return `lines` with one set or lemma, `part`."""
    count = f"{part.partition(' ')[0]}s"
    return [*(line.replace(f"{count} 0", f"{count} 1") for line in lines[:-1]), part, lines[-1]]


@each(
    "part, expected",
    [
        ("set 3 a!1 b!2", ACCEPTED),  # what ABC shows: the other two are alike, but it is one of them
        ("set 2 a!1 b!2", REJECTED),
        ("set 1000000000000 a!1 b!2", ACCEPTED),
        ("set 1000000000001 a!1 b!2", MALFORMED),
        ("set 0 a!1 b!2", MALFORMED),
        ("set 03 a!1 b!2", MALFORMED),
        ("set 2 a!1 b!2 c!3", ACCEPTED),  # one word, which is a guess
        ("set 1 a!1 b!2 c!3", REJECTED),
        ("set 1 a- a?1", ACCEPTED),  # facts that contradict one another, or hold for no word: about nothing
        ("set 1 a!1 x!1", ACCEPTED),
        ("set 1 q!1 q!2", ACCEPTED),
        ("set 1 c!3 y?1", ACCEPTED),
        ("set 3 a!1", MALFORMED),
        ("set 3 a!1 b!2 c!3 x-", MALFORMED),
        ("set 3 b!2 a!1", MALFORMED),
        ("set 3 a!1 a!1", MALFORMED),
        ("set 3 a!1 b!02", MALFORMED),
        ("set 3 a!1 b!4", MALFORMED),
        ("set 3 a!0 b!2", MALFORMED),
        ("set 3 a!1  b!2", MALFORMED),
        ("set 3 a!1 b!2 ", MALFORMED),
        ("set 3 a!1 b-2", MALFORMED),
        ("set 3 a!1 B!2", MALFORMED),
        ("set 3 a!1 b!\uff12", MALFORMED),  # another kind of digit
        ("lemma 6 - - xyz.BBB", ACCEPTED),
        ("lemma 7 - - xyz.BBB", REJECTED),
        ("lemma 6 - 255 xyz.BBB", ACCEPTED),
        ("lemma 6 - 256 xyz.BBB", MALFORMED),
        ("lemma 6 - 0 xyz.BBB", MALFORMED),
        ("lemma lost - 1 xyz.BBB", ACCEPTED),
        ("lemma lost - 2 xyz.BBB", REJECTED),  # CDE, then the word
        ("lemma lost a../ 2 xyz.BBB", ACCEPTED),  # not in hard mode after a green A
        ("lemma 6 a../ 3 xyz.BBB", ACCEPTED),
        ("lemma lost a../ 3 xyz.BBB", REJECTED),
        ("lemma 1000000000000 q../ - xyz.BBB", ACCEPTED),  # no guess at all
        ("lemma lost .../aaa - xyz.BBB", ACCEPTED),
        ("lemma 1000000000001 q../ - xyz.BBB", MALFORMED),
        ("lemma 0 - - xyz.BBB", MALFORMED),
        ("lemma 06 - - xyz.BBB", MALFORMED),
        ("lemma Infeasible - - xyz.BBB", MALFORMED),
        ("lemma 1 - - xyz.BBG", REJECTED),  # no word
        ("lemma 1 - - abc.GGG", REJECTED),  # one word
        ("lemma 6 - - qqq.BBB", ACCEPTED),  # a word of no list
        (f"lemma 6 - - {PAIRS_16}", ACCEPTED),
        (f"lemma 6 - - {PAIRS_16}.xyz.BBB", MALFORMED),
        ("lemma 1 .../ - xyz.BBB", MALFORMED),
        ("lemma 1 .../ba - xyz.BBB", MALFORMED),
        ("lemma 1 .../aaaa - xyz.BBB", MALFORMED),
        ("lemma 1 a./ - xyz.BBB", MALFORMED),
        ("lemma 1 - - XYZ.BBB", MALFORMED),
        ("lemma 1 - - xyz.bbb", MALFORMED),
        ("lemma 1 - - xyz", MALFORMED),
        ("lemma 1 - -", MALFORMED),
        ("lemma 1 - - xyz.BBB xyz.BBB", MALFORMED),
    ],
)
def test_a_set_or_lemma(part: str, expected: str, tmp_path: Path) -> None:
    assert verdict(tmp_path / "part.cert", with_part(lines_of(HARD), part)) == expected


def test_normal_mode_has_no_restriction(tmp_path: Path) -> None:
    part = "lemma 6 ..e/e - xyz.BBB"
    assert verdict(tmp_path / "hard.cert", with_part(lines_of(HARD), part)) == ACCEPTED
    assert verdict(tmp_path / "normal.cert", with_part(lines_of(NORMAL), part)) == REJECTED


@pytest.mark.parametrize(
    ("before_openers", "expected"),
    [
        ((), ACCEPTED),
        (("within 1",), REJECTED),
        (("within 2",), ACCEPTED),
        (("within 255",), ACCEPTED),
        (("within 0",), MALFORMED),
        (("within 256",), MALFORMED),
        (("within -",), MALFORMED),
        (("among 1", "cde"), ACCEPTED),
        (("among 5", *GAME.guesses), ACCEPTED),
        (("within 3", "among 2", "xyz", "cde"), ACCEPTED),
        (("among 1", "xyz"), REJECTED),
        (("among 2", "cde", "cde"), REJECTED),
        (("among 2", "cde", "qqq"), REJECTED),
        (("among 2", "cde"), MALFORMED),
        (("among 0",), MALFORMED),
        (("among 1", "cde", "within 3"), MALFORMED),
    ],
)
def test_a_limit_and_the_openers_meant(
    before_openers: tuple[str, ...], expected: str, tmp_path: Path
) -> None:
    lines = lines_of(NORMAL)
    start = lines.index("openers 1")
    lines[start:start] = before_openers
    assert verdict(tmp_path / "head.cert", lines) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [("others 6", ACCEPTED), ("others 7", REJECTED), ("others 5", MALFORMED), ("others 06", MALFORMED)],
)
def test_all_others(number: str, expected: str, tmp_path: Path) -> None:
    lines = lines_of(NORMAL)
    lines = [number if line.startswith("others ") else line for line in lines]
    assert verdict(tmp_path / "others.cert", lines) == expected


@pytest.mark.parametrize(
    ("within", "others", "expected"),
    [((), 2, ACCEPTED), ((), 3, REJECTED), (("within 1",), 99, ACCEPTED)],  # no other opener is in time
)
def test_one_hidden_word(within: tuple[str, ...], others: int, expected: str, tmp_path: Path) -> None:
    lines = lines_of(TotalQuestion(SmallGame(("abc", "xyz"), ("abc",)), Mode.NORMAL))
    start = lines.index("openers 1")
    lines[start : start + 3] = [*within, "openers 1", "abc 1 0", f"others {others}"]
    assert verdict(tmp_path / "one.cert", lines) == expected


@pytest.mark.parametrize(
    ("within", "expected"), [("4", ACCEPTED), ("3", REJECTED), ("2", REJECTED), ("1", REJECTED)]
)
def test_a_limit_after_a_history(within: str, expected: str, tmp_path: Path) -> None:
    lines = lines_of(TotalQuestion(GAME, Mode.NORMAL, history=(("xyz", 0),), within=4, among=("abc",)))
    lines = [f"within {within}" if line == "within 4" else line for line in lines]
    assert verdict(tmp_path / "history.cert", lines) == expected


def test_an_opener_that_splits_nothing(tmp_path: Path) -> None:
    lines = lines_of(TotalQuestion(GAME, Mode.ULTRAHARD, among=("xyz",)))
    assert "claim total least 9" in lines  # 3 guesses, one a word, and 6 for what is then as it was before
    assert verdict(tmp_path / "nothing.cert", lines) == ACCEPTED


def test_facts_are_in_the_order_of_their_texts(tmp_path: Path) -> None:
    words = tuple("a" * 11 + letter for letter in "abc")
    lines = lines_of(TotalQuestion(SmallGame(words, words), Mode.HARD))
    path = tmp_path / "long.cert"
    assert verdict(path, with_part(lines, "set 4 a!1 a!10 a!2")) == ACCEPTED
    assert verdict(path, with_part(lines, "set 4 a!1 a!2 a!10")) == MALFORMED
    assert verdict(path, with_part(lines, "set 4 a!1 a!13")) == MALFORMED


@pytest.mark.parametrize("mode", Mode)
def test_proofs_on_real_words(mode: Mode, tmp_path: Path) -> None:
    path = tmp_path / "real.cert"
    judged: Counter[tuple[str, bool]] = Counter()
    for seed in range(2):
        rng = random.Random(f"{mode} {seed}")  # noqa: S311
        game = real_cut(rng, 14, 28)
        among = tuple(rng.sample(game.guesses, 8))
        proof = prove(TotalQuestion(game, mode, (), rng.choice((None, 4, 5)), among, listed=2), rng)
        if proof is None:
            continue
        assert verdict(path, list(render(proof))) == ACCEPTED
        changes = changed_by_one(proof)
        for change, mutant in rng.sample(changes, min(len(changes), 16)):
            accepted = verdict(path, list(render(mutant))) == ACCEPTED
            judged[change, accepted] += 1
            if change == "claim":
                assert not accepted, path.read_text(encoding="utf-8")
            elif change == "bound" and accepted:
                truth = Truth(mutant)
                assert all(map(truth.of_lemma, mutant.lemmas)), path.read_text(encoding="utf-8")
    assert min(judged["claim", False], judged["bound", False] + judged["dropped", False]), judged


def changed_by_one(proof: Optimality) -> list[tuple[str, Optimality]]:
    """Return `proof` with one number raised, or a part dropped, by kind of change."""
    claim, sets, lemmas = proof.claim, proof.sets, proof.lemmas
    found: list[tuple[str, Optimality]] = []
    for place, opener in enumerate(claim.openers):
        for step in (-1, 1):
            other = replace(opener, total=opener.total + step)
            openers = (*claim.openers[:place], other, *claim.openers[place + 1 :])
            found.append(("claim", with_claim(proof, openers=openers)))
    for number, entry in enumerate(sets):
        if entry.most is not None:
            less = replace(entry, most=entry.most - 1)
            found.append(("bound", with_parts(proof, (*sets[:number], less, *sets[number + 1 :]), lemmas)))
        found.append(("dropped", with_parts(proof, (*sets[:number], *sets[number + 1 :]), lemmas)))
    for number, lemma in enumerate(lemmas):
        if lemma.bound is not None:
            more = replace(lemma, bound=lemma.bound + 1)
            found.append(("bound", with_parts(proof, sets, (*lemmas[:number], more, *lemmas[number + 1 :]))))
        found.append(("dropped", with_parts(proof, sets, (*lemmas[:number], *lemmas[number + 1 :]))))
    return found
