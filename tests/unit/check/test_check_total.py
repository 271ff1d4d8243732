"""The checker of least totals: its bulk counter, its bounds, samples, and what the command line says."""

from __future__ import annotations

import json
import math
import random
from itertools import permutations, product
from types import SimpleNamespace
from typing import TYPE_CHECKING
from unittest.mock import Mock

import numpy as np
import pytest

from tests.golden_files import GOLDEN
from tests.unit.cli.test_cli_check import run
from wordle_cp.certificate.claims.total import Optimality, TotalLeast
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certificate.read import open_certificate, read_proof
from wordle_cp.certificate.render import render
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import Asked
from wordle_cp.check import Sample, check_file, sample_file
from wordle_cp.check.counting import columns as check_columns
from wordle_cp.check.counting import counts
from wordle_cp.check.counting import counts as check_counts
from wordle_cp.check.counting import lemma_looks as check_looks
from wordle_cp.check.counting import sieve as check_sieve
from wordle_cp.check.counting.cell_counts import CellCounts, MostPatterns
from wordle_cp.check.counting.cells import SMALL, Cell, one_of_each
from wordle_cp.check.counting.columns import different, exceeding, in_order, most_different
from wordle_cp.check.counting.counts import PatternTable, most_shown, showing_more, shown
from wordle_cp.check.counting.facts_within import FactsWithin, Kept
from wordle_cp.check.counting.lemma_looks import LemmaTask
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.counting.weights import TableWeights, counts_of
from wordle_cp.check.totals import lemmas as check_lemmas
from wordle_cp.check.totals import sets as check_sets
from wordle_cp.check.totals.bounds import Bounds
from wordle_cp.check.totals.sets import facts_of
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateRejected, UsageError
from wordle_cp.rules.words import Restriction, parse_pattern, pattern_of
from wordle_cp.work import Counted, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.check.counting.cells import Divided

HARD, NORMAL = GOLDEN / "accept" / "total-hard.cert", GOLDEN / "accept" / "total-normal.cert"


@pytest.fixture(scope="module")
def table() -> PatternTable:
    """Return the patterns of some words of the original lists."""
    hidden = word_list_by_hash("5209b35f823f8b80f0404f863bd80df06d6a966c6eb1016d69f38badc6eed5d0")
    assert hidden is not None
    return PatternTable(GuessPatterns(hidden[:600]), hidden[:400:2])


def test_counts_are_those_of_the_rules(table: PatternTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_counts, "_BLOCK_BYTES", 50_000)  # several blocks
    rng = np.random.default_rng(1)
    for count in (1, 64, 70):
        inside = rng.random((count, len(table.words))) < rng.random((count, 1))
        inside[0] = True
        words, guesses = np.arange(len(table.words)), np.sort(rng.choice(600, 50, replace=False))
        limits = np.sort(rng.integers(0, 70, count))
        more = np.zeros((600, count), np.bool_)
        for block, exceed in showing_more(table, words, inside, limits, guesses):
            more[block, : exceed.shape[1]] = exceed
        numbers = shown(table, words, inside, guesses)
        for row, guess in zip(numbers, guesses.tolist(), strict=True):
            for place in range(0, count, 7):
                own = np.flatnonzero(inside[place]).tolist()
                patterns = {table.patterns[guess, word] for word in own}
                expected = len(patterns) + (int(table.member[guess]) in own)
                assert row[place] == expected
                assert more[guess, place] == (expected > limits[place])


def test_where_no_guess_is_allowed_nothing_is_counted(table: PatternTable) -> None:
    inside, limits = np.ones((3, len(table.words)), np.bool_), np.array([1, 2, 3])
    nobody = np.zeros(0, np.intp)
    assert not list(showing_more(table, np.arange(len(table.words)), inside, limits, nobody))


def test_every_lemma_of_a_block_may_be_without_an_allowed_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_looks, "_FEW_PATTERNS", -1)  # so that they are counted together
    check_file(GOLDEN / "accept" / "total-lemmas-without-guesses.cert", lambda _: None)


def test_more_than_255_patterns_are_counted() -> None:
    rng = random.Random(4)  # noqa: S311
    words = tuple({"".join(rng.choice("abcdefgh") for _ in range(16)) for _ in range(400)})
    long = PatternTable(GuessPatterns(words), words)
    for count in (254, 256, 400):
        inside = np.zeros((2, len(words)), np.bool_)
        inside[0, :count] = inside[1, :3] = True
        numbers = shown(long, np.arange(len(words)), inside, np.arange(4))
        for word, (number, few) in zip(words, numbers.tolist(), strict=False):
            assert number == len({pattern_of(word, hidden) for hidden in words[:count]}) + 1
            assert few == len({pattern_of(word, hidden) for hidden in words[:3]}) + (word in words[:3])


def test_limits_beyond_what_a_byte_holds() -> None:
    rng = random.Random(4)  # noqa: S311
    words = tuple({"".join(rng.choice("abcdefgh") for _ in range(16)) for _ in range(400)})
    long = PatternTable(GuessPatterns(words), words)
    for count in (100, 254, 400):  # numbers in one byte, and in more
        inside = np.zeros((6, len(words)), np.bool_)
        inside[:, :count] = True
        limits = np.array([0, count - 2, count - 1, 255, 256, 300])
        limits.sort()
        numbers = shown(long, np.arange(len(words)), inside, np.arange(8))
        more = np.zeros(numbers.shape, np.bool_)
        for block, exceed in showing_more(long, np.arange(len(words)), inside, limits, np.arange(8)):
            more[block, : exceed.shape[1]] = exceed
        assert (more == (numbers > limits)).all()
        assert more.any(axis=0).tolist() == [limit < numbers.max() for limit in limits.tolist()]
    with pytest.raises(ValueError, match="limits are 0 or more"):
        next(showing_more(long, np.arange(4), inside[:1, :4], np.array([-1]), np.arange(8)))


def test_patterns_of_long_words_are_counted_as_well() -> None:
    rng = random.Random(2)  # noqa: S311
    words = tuple({"".join(rng.choice("abc") for _ in range(16)) for _ in range(40)})
    long = PatternTable(GuessPatterns(words), words[:30])
    numbers = shown(long, np.arange(30), np.ones((1, 30), np.bool_), np.arange(len(words)))
    for word, (number,) in zip(words, numbers.tolist(), strict=True):
        assert number == len({pattern_of(word, hidden) for hidden in words[:30]}) + (word in words[:30])


def test_different_values_of_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_columns, "_SORTED_BYTES", 1000)  # several blocks
    monkeypatch.setattr(check_columns, "_PROMISING", 5)
    rng = np.random.default_rng(3)
    for number in range(300):
        size = rng.integers(1, 30) + (150 if number % 4 == 0 else 0)
        values = rng.integers(0, rng.integers(2, 30), (size + 9, rng.integers(1, 80))).astype(np.uint8)
        places = None if number % 3 else np.sort(rng.choice(size + 9, size, replace=False))
        columns = None if number % 5 else np.flatnonzero(rng.random(values.shape[1]) < 0.5)
        chosen = range(values.shape[1]) if columns is None else columns.tolist()
        rows = values if places is None else values[places]
        numbers = {column: len(set(rows[:, column].tolist())) for column in chosen}
        assert different(rows.T).tolist() == [len(set(column)) for column in rows.T.tolist()]
        most = max(numbers.values(), default=0)
        for least in (0, most - 1, most, most + 1):
            assert most_different(values, least, places, columns) == max(most, least)
            found, counted = exceeding(values, least, places, columns)
            exceed = {column: count for column, count in numbers.items() if count > least}
            assert dict(zip(found.tolist(), counted.tolist(), strict=True)) == exceed


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32])
@pytest.mark.parametrize("words", [1, 30, 800])
def test_words_in_the_order_of_their_patterns(kind: type[np.uint8], words: int) -> None:
    patterns = np.random.default_rng(4).integers(0, 200, (5, words)).astype(kind)
    ordered, order, first = in_order(patterns)
    for row, values, places, new in zip(patterns, ordered, order, first, strict=True):
        assert row[places].tolist() == values.tolist() == sorted(row.tolist())
        assert new.tolist() == [
            not place or values[place] != values[place - 1] for place in range(len(values))
        ]
        assert places.tolist() == sorted(range(words), key=lambda place: (int(row[place]), place))
    assert different(patterns).tolist() == first.sum(axis=1).tolist()


@pytest.mark.parametrize("reordered", [1, 10**9])
def test_the_most_that_is_shown_on_sets(
    table: PatternTable, reordered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_counts, "_FIRST", 7)
    monkeypatch.setattr(check_counts, "_ORDERED", 5000)
    monkeypatch.setattr(check_counts, "_REORDERED", reordered)
    monkeypatch.setattr(check_counts, "_BLOCK_BYTES", 50_000)
    rng = np.random.default_rng(5)
    ticks: list[None] = []
    for count in (1, 64, 130):
        inside = rng.random((count, len(table.words))) < rng.random((count, 1))
        inside[-1] = False
        words = np.arange(len(table.words))
        for guesses in (np.arange(600), np.sort(rng.choice(600, 50, replace=False))):
            allowed = rng.random((600, count)) < rng.random((1, count))
            numbers = shown(table, words, inside, guesses)
            for mask in (None, allowed):
                counted = numbers if mask is None else numbers * mask[guesses]
                found = most_shown(table, words, inside, guesses, mask, lambda: ticks.append(None))
                assert found.tolist() == counted.max(axis=0).tolist()
    assert ticks


def test_one_of_each_class_has_the_same_patterns(table: PatternTable) -> None:
    guesses = GuessPatterns(word_list_by_hash_of_table(table))
    words = [table.words[place] for place in range(0, 40, 4)]
    kept = one_of_each(guesses, np.arange(len(guesses.words)), words)
    assert len(kept) < len(guesses.words)
    forms = {tuple(pattern_of(guesses.words[guess], word) for word in words) for guess in kept.tolist()}
    assert forms == {tuple(pattern_of(guess, word) for word in words) for guess in guesses.words}
    assert {guesses.words[guess] for guess in kept.tolist()} >= set(words)


def word_list_by_hash_of_table(table: PatternTable) -> tuple[str, ...]:
    """Return some guesses, those of `table` among them."""
    more = word_list_by_hash("5209b35f823f8b80f0404f863bd80df06d6a966c6eb1016d69f38badc6eed5d0")
    assert more is not None
    return tuple(dict.fromkeys((*table.words, *more)))


def test_the_guess_that_tells_all_apart_is_found_where_it_matters() -> None:
    """CAB shows as much as there are words, so that without a limit no other guess matters.

    With two guesses left one does that tells all of them apart: BMH. It must be looked for then, although
    the same words were counted before without a limit.
    """
    words = ("bat", "hat", "mat", "cab")
    nothing, places = Restriction((None,) * 3, ()), np.arange(4)
    free, limited = Cell(places, 0, None, nothing), Cell(places, 0, 2, nothing)
    for listed, bound in (((*words, "bmh"), 8), (words, math.inf)):
        guesses = GuessPatterns(listed)
        counts = CellCounts(Bounds(PatternTable(guesses, words), guesses, hard=False))
        for _ in range(2):
            part = counts.of(places, nothing)
            assert part.quick(free) == part.thorough(free) == part.quick(limited) == 8
            assert part.thorough(limited) == bound


def test_what_is_known_of_a_cell_serves_other_questions() -> None:
    """One of these words tells three others apart, and counts once more than its patterns."""
    words = ("caa", "cab", "cae", "caf", "cag")
    nothing, places = Restriction((None,) * 3, ()), np.arange(5)
    guesses = GuessPatterns(words)
    for asked in permutations(
        ((None, math.inf, 12), (2, math.inf, math.inf), (None, 11, 12), (None, 13, 12)), 2
    ):
        part = CellCounts(Bounds(PatternTable(guesses, words), guesses, hard=False)).of(places, nothing)
        for left, enough, bound in asked:
            found = part.thorough(Cell(places, 0, left, nothing), enough)
            assert min(bound, enough) <= found <= bound


def test_facts_within_many_words_bound_cells_as_counting_does(table: PatternTable) -> None:
    """What is passed over costs as much as is wanted; what is left has bounds, the better of which is L1."""
    guesses = GuessPatterns(word_list_by_hash_of_table(table)[:600])
    table = PatternTable(guesses, table.words)
    bounds, words = Bounds(table, guesses, hard=False), np.arange(len(table.words))
    nothing = Restriction((None,) * 5, ())
    count = CellCounts(bounds).of(words, nothing)
    kept = Kept()
    within = FactsWithin(bounds, words, nothing, kept)
    everything = np.arange(0, len(guesses.words), 9)
    totals = [
        bounds.cost(guess, words, nothing, None, math.inf, count, largest_first=False)
        for guess in everything.tolist()
    ]
    wanted = float(np.quantile(totals, 0.5))
    left = dict(within.open(everything, wanted))
    assert 0 < len(left) < len(everything)
    looked, better = 0, 0
    for guess, total in zip(everything.tolist(), totals, strict=True):
        if guess not in left:
            assert total >= wanted
            continue
        found = bounds.cost(guess, words, nothing, None, math.inf, left[guess], largest_first=False)
        assert found == total
        row = table.patterns[guess][words]
        for pattern in np.unique(row[row != guesses.win]).tolist():
            cell = Cell(words[row == pattern], pattern, None, nothing)
            if cell.n > SMALL:
                kept.clear()
                quick = left[guess].quick(cell)
                thorough = count.thorough(cell)
                enough = float(2 * cell.n)
                assert min(enough, thorough) <= left[guess].thorough(cell, enough) <= thorough
                assert min(enough, thorough) <= CellCounts(bounds).of(words, nothing).thorough(cell, enough)
                assert quick <= thorough == left[guess].thorough(cell, math.inf)
                assert left[guess].quick(cell) == thorough, "what was counted isn't counted again"
                looked, better = looked + 1, better + (quick > 2 * cell.n - 1)
    assert looked > better > 0


def test_no_guess_that_costs_less_than_is_wanted_is_passed_over() -> None:
    """Small games, where single facts bound cells so well that a bound that is one higher would be false."""
    rng = random.Random("within")  # noqa: S311  reproducible, not secret
    for _ in range(30):
        length = rng.choice((2, 3))
        every = ["".join(letters) for letters in product("abc", repeat=length)]
        listed = tuple(rng.sample(every, rng.randint(8, 9)))
        guesses, words = GuessPatterns(listed), listed[: rng.randint(6, 8)]
        bounds, places = Bounds(PatternTable(guesses, words), guesses, hard=False), np.arange(len(words))
        nothing = Restriction((None,) * length, ())
        within, count = FactsWithin(bounds, places, nothing, Kept()), CellCounts(bounds).of(places, nothing)
        for guess in range(len(listed)):
            total = bounds.cost(guess, places, nothing, None, math.inf, count, largest_first=False)
            assert list(within.open(np.array([guess]), total + 1))


def test_tables_of_facts_are_for_cells_with_three_guesses_left_or_more(table: PatternTable) -> None:
    """With two left, rule "separate" may say more of a cell than they do."""
    guesses = GuessPatterns(table.words)
    bounds = Bounds(PatternTable(guesses, table.words), guesses, hard=False)
    lemmas = check_lemmas.TotalLemmas(bounds, (), by_class=False)
    words, nothing = np.arange(len(table.words)), Restriction((None,) * 5, ())
    for left, pays_off in ((3, False), (4, True), (None, True)):
        task = LemmaTask(1, words, nothing, left, math.inf, chosen=True, past=())
        assert lemmas._has_many(task, 600) is pays_off  # noqa: SLF001  what it decides alone takes long


@pytest.mark.parametrize("weight", [0, 1])
def test_a_cell_whose_words_weigh_nothing_costs_nothing(weight: int) -> None:
    """No guess of "bat", "cat" and "hat" tells all four apart: words of weight 1 cost 12 less 3."""
    words = ("bat", "cat", "hat", "mat")
    guesses = GuessPatterns(words)
    table = PatternTable(guesses, words)
    weights = TableWeights(table, [(word, weight) for word in words])
    nothing, places = Restriction((None,) * 3, ()), np.arange(4)
    part = counts_of(Bounds(table, guesses, hard=False, weights=weights)).of(places, nothing)
    assert part.thorough(Cell(places, 0, None, nothing)) == 9 * weight


def test_what_is_kept_of_a_count_answers_no_more_than_it_knows() -> None:
    not_more_than_5, seven, none_at_all = MostPatterns(5, 5), MostPatterns(7, 5), MostPatterns(0, 0)
    assert [not_more_than_5.answers(least) for least in (0, 4, 5, 6)] == [False, False, True, True]
    assert all(known.answers(least) for known in (seven, none_at_all) for least in range(9))


def test_facts_of_a_cell() -> None:
    assert facts_of("speed", parse_pattern("BBGYB", 5)) == ["d-", "e!3", "e?4", "p-", "s-"]
    assert facts_of("speed", parse_pattern("BBYBB", 5)) == ["d-", "e?3", "p-", "s-"]
    assert facts_of("eerie", parse_pattern("BBBBB", 5)) == ["e-", "i-", "r-"]


@pytest.mark.parametrize("path", [HARD, NORMAL], ids=lambda path: path.name)
def test_written_as_read(path: Path, tmp_path: Path) -> None:
    certificate = read_proof(path, Optimality)
    assert "".join(f"{line}\n" for line in render(certificate)) == path.read_text(encoding="utf-8")
    seen: list[object] = []
    for name in ("plain.cert", "packed.cert.xz"):
        asked = Mock(spec=Asked)
        accepted = write_checked(tmp_path / name, certificate, asked, Work(show=seen.append))
        assert accepted.claim == certificate.claim
        assert isinstance(seen[-1], Counted)
        assert seen[-1].done == seen[-1].of
        assert read_proof(tmp_path / name, Optimality) == certificate


def many_parts(tmp_path: Path) -> Path:
    """Write a true certificate with 20 sets and 30 lemmas, each of which says something else."""
    text = HARD.read_text(encoding="utf-8")
    text = text.replace("sets 1\nlemmas 1\n", "sets 20\nlemmas 30\n")
    sets = "".join(f"set {3 + more} a!2 t!3\n" for more in range(20))
    text = text.replace("set 3 a!2 t!3\n", sets)
    lemma = "lemma 10 .at/at - cat.BGG\n"
    path = tmp_path / "many.cert"
    path.write_text(text.replace(lemma, 29 * "lemma 6 - - mac.BGB\n" + lemma), encoding="utf-8")
    return path


def with_false(path: Path, tmp_path: Path, line: str, false: str) -> Iterator[Path]:
    """Write the certificate at `path` once for each such `line`, with a false one instead."""
    parts = path.read_text(encoding="utf-8").split(line)
    for place in range(1, len(parts)):
        changed = tmp_path / f"false-{place}.cert"
        changed.write_text(line.join(parts[:place]) + false + line.join(parts[place:]), encoding="utf-8")
        yield changed


def test_a_sample_is_a_random_part(tmp_path: Path) -> None:
    path = many_parts(tmp_path)
    check_file(path, lambda _: None)
    for share, parts in ((0.01, (1, 1, 1)), (0.25, (5, 8, 1)), (1.0, (20, 30, 2))):
        sampled = sample_file(path, lambda _: None, Sample(share, 7))
        assert (sampled.checked.sets, sampled.checked.lemmas, sampled.checked.openers) == parts
        assert sampled.claim.reached == 13
    # A false lemma is found if it is in the sample: by about a quarter of the seeds, each time others.
    found: set[tuple[bool, ...]] = set()
    falsified = list(with_false(path, tmp_path, "lemma 6 - - mac.BGB\n", "lemma 7 - - mac.BGB\n"))
    assert len(falsified) == 29
    for seed in range(3):
        refused: list[bool] = []
        for changed in falsified:
            try:
                sample_file(changed, lambda _: None, Sample(0.25, seed))
                refused.append(False)
            except CertificateRejected:
                refused.append(True)
        assert 7 <= sum(refused) <= 8
        found.add(tuple(refused))
    assert len(found) == 3


@pytest.mark.parametrize("few", [2**18, -1])  # counted one by one, and together
def test_lemmas_read_together_can_be_stopped_while_they_are_counted(
    few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_looks, "_FEW_PATTERNS", few)
    monkeypatch.setattr(check_counts, "_MOST_TOGETHER", 1)
    events: list[str] = []

    def looked(*_: object) -> Iterator[tuple[LemmaTask, list[Divided]]]:
        events.append("looked")
        return iter(())

    def told(*_: int) -> None:
        events.append("told")

    monkeypatch.setattr(check_sieve.Sieve, "left", looked)
    check_file(many_parts(tmp_path), lambda _: None, told)
    counting = events.index("looked")
    events.clear()
    nobody = np.zeros(0, np.uint8)
    monkeypatch.setattr(check_looks.Looks, "find", lambda _, tasks, *__: [nobody] * len(tasks))
    check_file(many_parts(tmp_path), lambda _: None, told)
    assert events.count("looked") == 1
    assert counting >= events.index("looked") + 30


@pytest.mark.parametrize("most_rows", [20, 255])  # sorted, and looked at one by one
def test_what_words_of_cells_show(
    table: PatternTable, most_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that show little on all words aren't counted on a cell, where they show no more."""
    monkeypatch.setattr(check_sieve, "MAX_ROWS", most_rows)
    sieve = check_sieve.Sieve(Bounds(table, GuessPatterns(table.words), hard=False))
    shown, everything = table.shown[table.guess_of], np.arange(len(table.words))
    chance = random.Random(1)  # noqa: S311  not for secrets
    for size in (len(everything), 100, 30):
        cells = np.sort([chance.sample(everything.tolist(), size) for _ in range(4)])
        patterns = [
            [{pattern_of(table.words[a], table.words[b]) for b in cell} for a in cell] for cell in cells
        ]
        own = [max(map(len, rows)) + 1 for rows in patterns]
        for others in range(int(shown.max()) + 2):
            expected = [max(each, others) for each in own]
            assert sieve._shown(cells, others).tolist() == expected  # noqa: SLF001


@pytest.mark.parametrize("tables", ["by word, too", "by guess"])
@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_bounds_of_cells_are_those_of_rule_l1(
    mode: str, tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a guess shows the most that can't be the hidden word, and without all patterns by word."""
    monkeypatch.setattr(check_sieve, "MAX_ROWS", 7)
    if tables == "by guess":
        monkeypatch.setattr(PatternTable, "by_word", None)
    chance, hard = random.Random(2), mode == "hard"  # noqa: S311  not for secrets
    other = 0
    for _ in range(60):
        stems = chance.sample(("aa", "ab", "zz"), chance.randint(1, 2))
        words = [first + stem for stem in stems for first in chance.sample("abcdefgh", chance.randint(4, 8))]
        others = {"".join(chance.choices("abcdefghz", k=3)) for _ in range(12)} - {*words}
        guesses = GuessPatterns((*words, *sorted(others)))
        bounds = Bounds(PatternTable(guesses, words), guesses, hard=hard)
        sieve, nothing = check_sieve.Sieve(bounds), Restriction((None,) * 3, ())
        for _ in range(6):
            places = np.sort(chance.sample(range(len(words)), chance.randint(4, len(words))))
            cell_words = [words[place] for place in places]
            guess = chance.choice(guesses.words)
            fixed = Restriction.of(((guess, pattern_of(guess, cell_words[0])),), 3) if hard else nothing
            shows = {
                t: len({pattern_of(t, h) for h in cell_words}) + (t in cell_words) for t in guesses.words
            }
            least = 3 * len(places) - max(shows.values())
            allowed = [shows[t] for t in guesses.words if fixed.permits(t)]
            exactly = 3 * len(places) - max(allowed) if allowed else math.inf
            part = CellCounts(bounds).of(np.arange(len(words)), nothing)
            assert part.thorough(Cell(places, 0, None, fixed)) == exactly
            for enough in range(least, least + 4):
                found = part.thorough(Cell(places, 0, None, fixed), enough)
                assert found == exactly or enough <= found <= exactly
            most = min(len(places), bounds.most_shown)
            other += max(shows[t] for t in words) < bounds.most_shown <= len(places)
            shown = sieve._shown(places[np.newaxis], most)[0]  # noqa: SLF001
            assert max(part.quick(Cell(places, 0, None, fixed)), 3 * len(places) - shown) <= least
    assert other > 20


def test_in_hard_mode_only_allowed_guesses_are_weighed() -> None:
    """Rule L1 with weights: of each cell those that are allowed after the response, whatever was before."""
    chance = random.Random(4)  # noqa: S311  not for secrets
    fewer = 0
    for _ in range(60):
        mixed = {"".join(chance.choices("abcdefgh", k=3)) for _ in range(40)}
        words = sorted(mixed | {first + "yz" for first in "abcdefgh"})  # others tell these apart
        guesses, everything = GuessPatterns(tuple(words)), np.arange(len(words))
        table = PatternTable(guesses, words)
        weights = TableWeights(table, [(word, chance.randint(0, 9)) for word in words])
        part = counts_of(Bounds(table, guesses, hard=True, weights=weights)).of(
            everything, Restriction((None,) * 3, ())
        )
        guess = chance.choice("abcdefgh") + "yz"
        for pattern in range(26):
            places = np.flatnonzero([pattern_of(guess, word) == pattern for word in words])
            if len(places) < 4:
                continue
            cell = Cell(places, pattern, None, Restriction((None,) * 3, ()), guess)
            allowed = [place for place, word in enumerate(words) if cell.fixed.permits(word)]
            most, most_of_any = (
                int(weights.shown(places, some).max()) for some in (np.array(allowed), everything)
            )
            assert part.thorough(cell) == 3 * weights.sum(places) - most
            fewer += most < most_of_any
    assert fewer > 20


@pytest.mark.parametrize("together", [1, 2**18])  # cells of one size one by one, and together
def test_cells_are_counted_by_their_own_words(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule L1, where other guesses show what any does at most: of the words of the very cell alone."""
    monkeypatch.setattr(check_sieve, "_OWN", together)
    chance = random.Random(3)  # noqa: S311  not for secrets
    raised = 0
    for _ in range(40):
        mixed = {"".join(chance.choices("abc", k=4)) for _ in range(40)}
        alike = [first + "ddd" for first in "abcdefghijklmnopqrstuvwxyz"]  # each shows little on the others
        words = [*sorted(mixed), *alike]
        guesses = GuessPatterns(tuple(words))
        sieve = check_sieve.Sieve(Bounds(PatternTable(guesses, words), guesses, hard=False))
        others = chance.choice((1, 3, 9))
        sieve._bounds.most_shown = others  # noqa: SLF001  the words of a cell decide, or others
        order: list[int] = []
        sizes, starts = [], []
        kinds = [*range(len(mixed))], [*range(len(mixed), len(words))]
        while min(map(len, kinds)) > 8:
            kind = chance.choice(kinds)  # so a cell shows something else than its neighbours
            chance.shuffle(kind)
            order += (kind.pop() for _ in range(chance.randrange(2)))  # an all-green cell
            starts.append(len(order))
            sizes.append(chance.randint(4, 7))
            order += (kind.pop() for _ in range(sizes[-1]))
        before = np.array([chance.choice((0, 2 * size)) for size in sizes])
        of_guess = np.sort([chance.randrange(3) for _ in sizes])
        nothing = np.zeros(len(sizes), np.uint64)
        cells = check_sieve._Cells(  # noqa: SLF001
            np.array(order), np.array(starts), np.array(sizes), of_guess, nothing.astype(np.intp), nothing
        )
        enough = chance.randrange(3)  # of the guesses this one isn't looked at
        tried = SimpleNamespace(cost=np.zeros(3), wanted=np.array([float(g != enough) for g in range(3)]))
        each, expected = before.copy(), before.copy()
        for cell, (start, size) in enumerate(zip(starts, sizes, strict=True)):
            mine = [words[number] for number in order[start : start + size]]
            own = max(len({pattern_of(guess, word) for word in mine}) + 1 for guess in mine)
            shown = max(own, min(size, others))
            if of_guess[cell] != enough:
                expected[cell] = max(expected[cell], 3 * size - shown)
        sieve._count_own(tried, cells, each, np.arange(len(sizes)))  # type: ignore[arg-type]  # noqa: SLF001
        assert each.tolist() == expected.tolist()
        assert tried.cost.tolist() == np.bincount(of_guess, expected - before, 3).tolist()
        raised += int((expected > before).sum())
    assert raised > 40


def test_what_has_no_sample() -> None:
    with pytest.raises(UsageError, match="least totals"):
        sample_file(GOLDEN / "accept" / "normal.cert", lambda _: None, Sample(0.5, 1))
    with pytest.raises(CertificateRejected):
        sample_file(GOLDEN / "reject" / "total-lemma-too-high.cert", lambda _: None, Sample(0.01, 1))


def test_what_needs_too_much_memory_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_sets, "MAX_KEPT_FACTS", 1)
    with pytest.raises(CertificateRejected, match="set 0: size: expected 1 facts at most"):
        check_file(HARD, lambda _: None)
    monkeypatch.setattr(check_sets, "MAX_KEPT_FACTS", 2)
    monkeypatch.setattr(check_lemmas, "MAX_KEPT_WORDS", 3)
    with pytest.raises(CertificateRejected, match="lemma 0: size: expected 3 words at most"):
        check_file(HARD, lambda _: None)
    monkeypatch.setattr(counts, "MAX_TABLE_BYTES", 30)
    with pytest.raises(CertificateRejected, match="size: expected 30 bytes at most"):
        check_file(HARD, lambda _: None)


def test_without_room_levels_bound_the_cells_of_a_game_without_tiles(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Cells of 111: itself, 9 codes that cost 1 + 3 * 2 + 5 * 3, and 27 twice, 1 + 6 + 9 * 3 + 14 * 4."""
    by_cells = 64 + 22 + 2 * 90
    text = (GOLDEN / "accept" / "feedback-exact-codes-between.cert").read_text()
    path = tmp_path / "x.cert"
    path.write_text(text.replace("between 267", f"between {by_cells}"))
    monkeypatch.setattr(counts, "MAX_TABLE_BYTES", 0)
    found = sample_file(path, lambda _: None, Sample(1.0, 1))
    assert (found.checked.sets, found.checked.lemmas, found.checked.openers) == (0, 0, 3)
    check_file(path, lambda _: None)
    path.write_text(text)
    with pytest.raises(CertificateRejected, match=f"size: expected {by_cells} at most .*, found 267"):
        check_file(path, lambda _: None)


def test_of_lemmas_about_the_same_words_only_those_are_kept_that_say_something(table: PatternTable) -> None:
    guesses = GuessPatterns(table.words)
    bounds = Bounds(PatternTable(guesses, table.words), guesses, hard=True)
    words = np.arange(6)
    nothing = Restriction((None,) * 5, ())
    fixed = [Restriction((letter, *nothing.greens[1:]), ()) for letter in "abcdef"]
    each_new = [bounds.add_lemma(number, words, each, None, 12) for number, each in enumerate(fixed)]
    assert each_new == [1, 2, 3, 4, 5, 6]
    assert bounds.add_lemma(6, words, fixed[0], None, 11) == 6  # less
    assert bounds.add_lemma(7, words, fixed[0], 6, 12) == 6  # as many guesses as words: the same
    assert bounds.add_lemma(8, words, fixed[0], 3, 13) == 7  # more, but in a limit only
    assert bounds.add_lemma(9, words, fixed[0], 2, math.inf) == 8
    assert bounds.add_lemma(10, words, nothing, None, 12) == 9  # says what the first six do
    assert bounds.add_lemma(11, words, nothing, None, 13) == 10


def test_a_lemma_serves_those_behind_it(table: PatternTable) -> None:
    guesses = GuessPatterns(table.words)
    bounds = Bounds(PatternTable(guesses, table.words), guesses, hard=False)
    words, nothing = np.arange(6), Restriction((None,) * 5, ())
    for number, bound in enumerate((12, 14, 13, 15)):
        bounds.add_lemma(number, words, nothing, None, bound)
    cell = Cell(words, 0, None, nothing)
    assert [bounds.by_lemma(cell, before) for before in (0, 1, 2, 3, 4, math.inf)] == [0, 12, 14, 14, 15, 15]


def test_many_lemmas_about_the_same_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "same.cert"
    text = HARD.read_text(encoding="utf-8").replace("lemmas 1\n", "lemmas 3001\n")
    lemma = "lemma 10 .at/at - cat.BGG\n"
    path.write_text(
        text.replace(lemma, 1500 * f"lemma 9 .at/at - cat.BGG\n{lemma}" + lemma), encoding="utf-8"
    )
    monkeypatch.setattr(check_lemmas, "MAX_ALIKE", 2)
    ticks: list[int] = []
    check_file(path, lambda _: None, lambda done, _: ticks.append(done))
    assert len(ticks) > 2
    alike = GOLDEN / "accept" / "total-lemmas-alike.cert"
    monkeypatch.setattr(check_lemmas, "MAX_ALIKE", 1)
    with pytest.raises(CertificateRejected, match="size: expected 1 lemmas at most about the same words"):
        check_file(alike, lambda _: None)
    monkeypatch.setattr(check_lemmas, "MAX_ALIKE", 1000)
    check_file(alike, lambda _: None)


def test_claim_as_json() -> None:
    with open_certificate(HARD) as reader:
        assert isinstance(reader.head.claim, TotalLeast)
        fields = claim_to_json(reader.head)
    assert (fields["question"], fields["verdict"], fields["total"]) == ("total", "least", 13)
    assert (fields["within"], fields["among"], fields["others"]) == (None, ["cat", "mac"], 15)
    assert fields["openers"] == [{"opener": "mac", "total": 13, "steps": 2}]


def test_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", HARD)
    assert (code, err) == (ExitCode.DONE, "")
    assert (
        "hard mode: of 2 openers listed (CAT, MAC): the least total of 5 hidden words is 13 guesses, "
        "with MAC; every other one of these takes 15 or more; nothing is said of openers that are not listed "
        "(1 lemma, 1 set, "
    ) in out
    code, out, _ = run(capsys, "check", GOLDEN / "accept" / "total-among-one.cert")
    assert (
        ": of 1 opener listed (MAC): the least total of 5 hidden words is 13 guesses, with MAC; "
        "nothing is said of openers that are not listed ("
    ) in out
    code, out, _ = run(capsys, "check", GOLDEN / "accept" / "total-among-worse.cert")
    assert (
        ": of 2 openers listed (BAT, CAT): the least total of 5 hidden words is 15 guesses, with CAT; " in out
    )
    code, out, _ = run(capsys, "check", NORMAL)
    assert "words within 4 guesses is 13 guesses, with MAC, BAH, ORB; every other opener takes" in out


def test_sampled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = many_parts(tmp_path)
    code, out, err = run(capsys, "check", path, "--sample", "1%", "--seed", "3")
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert out.startswith("sampled: 1 strategy, 1 of 30 lemmas, 1 of 20 sets, 1 opener: no fault found; ")
    code, out, _ = run(capsys, "check", path, "--sample", "50%", "--json")
    fields = json.loads(out)
    assert (code, fields["accepted"], fields["reason"]) == (ExitCode.UNDECIDED, False, None)
    assert fields["sampled"] == {"sets": 10, "lemmas": 15, "openers": 1}
    code, out, _ = run(capsys, "check", path, "--sample", "100%")
    assert code == ExitCode.DONE
    assert out.startswith("accepted: ")


@pytest.mark.parametrize("text", ["1", "0%", "101%", "x%", "-1%"])
def test_no_percentage(capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, out, _ = run(capsys, "check", HARD, "--sample", text)
    assert (code, out) == (ExitCode.BAD_INPUT, "")


def test_no_sample_of_another_claim(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", GOLDEN / "accept" / "normal.cert", "--sample", "1%")
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
