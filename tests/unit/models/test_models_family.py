"""Families, their distinct sets and types, and the bounds by counting."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from tests.effort import FEW
from wordle_cp import data
from wordle_cp.answers.families import FamilyDepth, family_table
from wordle_cp.engine import score_matrix
from wordle_cp.modelling.family import (
    Columns,
    Family,
    Types,
    find_families,
    open_position,
)
from wordle_cp.modelling.family_bounds import beam_cover, count_bound
from wordle_cp.rules.letters import Word
from wordle_cp.rules.modes import Mode

ILLS = Family("?ills", ("bills", "fills", "gills", "hills", "kills", "mills", "pills", "tills", "wills"))


def columns_for(guesses: list[str], family: Family) -> Columns:
    return Types(guesses).columns(family)


def members(columns: Columns, family: Family, guess: int) -> set[str]:
    (mask,) = columns.masks[columns.guesses == guess].tolist()
    return {word for bit, word in enumerate(family.words) if mask >> bit & 1}


def test_families_are_all_hidden_words_that_agree_in_all_positions_but_one() -> None:
    assert find_families(["shame", "shake", "shape", "stage", "snake"]) == (
        Family("s?ake", ("shake", "snake")),
        Family("sha?e", ("shame", "shake", "shape")),
    )
    assert find_families(["ab", "cb", "cd"], min_size=3) == ()
    assert find_families(["b", "a"]) == (Family("?", ("b", "a")),)


def test_families_reject_repeated_words_and_families_of_one() -> None:
    with pytest.raises(ValueError, match="twice"):
        find_families(["ab", "cb", "ab"])
    with pytest.raises(ValueError, match="two words or more"):
        find_families(["ab", "cb"], min_size=1)


def test_number_of_families_of_the_big_game() -> None:
    families = find_families(data.word_list("nyt-2022-02-15-guesses"), min_size=6)
    assert len(families) == 684
    assert max(families, key=lambda family: len(family.words)).pattern == "?ills"


def test_distinct_sets_are_what_the_letters_say() -> None:
    guesses = ["fight", "bills", "glump", "sissy", "zzzzz"]
    columns = columns_for(guesses, ILLS)
    assert members(columns, ILLS, 0) == {"fills", "gills", "hills", "tills"}
    assert members(columns, ILLS, 1) == {"bills"}
    assert members(columns, ILLS, 2) == {"gills", "mills", "pills"}
    assert 3 not in columns.guesses  # two s more than the pattern has, but no s fills the gap
    assert 4 not in columns.guesses
    assert len(columns.masks) == 3


def test_types_are_greens_and_counts_of_the_fixed_letters() -> None:
    columns = columns_for(["fight", "bills", "glump"], ILLS)
    types = dict(zip(columns.guesses.tolist(), columns.types.tolist(), strict=True))
    # bits: i l l s in place; at least one i; one l, two l; one s
    assert types == {0: 0b0001_0001, 1: 0b1111_1111, 2: 0b0010_0000}


def test_of_a_guess_that_separates_everybody_the_rest_cell_is_left_out() -> None:
    family = Family("?a", ("ba", "ca", "da"))
    columns = columns_for(["bc"], family)
    assert columns.masks.tolist() == [0b011]


def test_all_26_letters_fit() -> None:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    family = Family("?x", tuple(letter + "x" for letter in alphabet))
    columns = columns_for(["zy", "xx"], family)
    assert sorted(mask.bit_length() for mask in columns.masks.tolist()) == [24, 26]  # x and z


def test_a_family_of_more_than_64_words_has_bounds_by_counting_alone() -> None:
    letters = [chr(0xAC00 + number) for number in range(65)]
    words = [Word((letter, "a")) for letter in letters]
    (family,) = find_families(words[:64])
    columns = Types(words[:64]).columns(family)
    assert sorted(columns.masks.tolist()) == [1 << member for member in range(64)]
    assert family.pattern == "?a"
    with pytest.raises(ValueError, match="65 members"):
        Types(words).columns(*find_families(words))
    assert family_table(words, words, Mode.NORMAL) == (FamilyDepth("?a", tuple(words), 2, 65),)


def test_patterns_of_words_with_long_letters() -> None:
    words = [Word(letters) for letters in (("ch", "a"), ("c", "a"), ("ch", "h"), ("c", "h"))]
    families = find_families(words)
    assert [(family.pattern, len(family.words)) for family in families] == [
        ("(ch)?", 2),
        ("?a", 2),
        ("?h", 2),
        ("c?", 2),
    ]
    assert [open_position(family.pattern) for family in families] == [1, 0, 0, 1]
    assert families[0].pattern.upper() == "(CH)?"


def test_a_question_mark_that_is_a_letter_is_fixed() -> None:
    words = [Word(letters) for letters in (("?", "a"), ("?", "b"), ("c", "d"))]
    (family,) = find_families(words)
    assert family.pattern == "(?)?"
    assert open_position(family.pattern) == 1
    columns = Types(words).columns(family)
    assert set(columns.types.tolist()) == {0b11}  # the question mark in its place, and in the word


@pytest.mark.parametrize("name", ["nyt-2022-02-15-guesses", "original-hidden"])
def test_guesses_split_families_as_stars(name: str) -> None:
    """What gets a response of its own is the distinct set; the others share one response."""
    words = data.word_list(name)
    types = Types(words)
    for family in find_families(words, 4)[:: 160 if FEW else 40]:
        patterns, told = score_matrix(words, family.words), types.distinct(family).tolist()
        for row, distinct in zip(patterns.tolist(), told, strict=True):
            rest = [shown for bit, shown in enumerate(row) if not distinct >> bit & 1]
            own = [shown for bit, shown in enumerate(row) if distinct >> bit & 1]
            assert len(set(rest)) <= 1
            assert len(set(own) - set(rest)) == len(own)


def test_restriction_to_live_members_renumbers_and_merges() -> None:
    columns = Columns(
        4,
        np.array([0b1010, 0b1011, 0b0001], np.uint64),
        np.array([0, 0, 0], np.uint64),
        np.array([5, 6, 7], np.int64),
    )
    live = columns.restricted_to(0b1100)
    assert (live.size, live.masks.tolist(), live.guesses.tolist()) == (2, [0b10], [5])
    for wrong in (0, 0b10000):
        with pytest.raises(ValueError, match="not a set of some of 4 members"):
            columns.restricted_to(wrong)


def random_columns(rng: random.Random) -> Columns:
    size = rng.randint(2, 6)
    pairs = sorted({(rng.randrange(8), rng.randrange(1, 1 << size)) for _ in range(rng.randint(1, 9))})
    return Columns(
        size,
        np.array([mask for _, mask in pairs], np.uint64),
        np.array([kind for kind, _ in pairs], np.uint64),
        np.arange(len(pairs)),
    )


def coverable(columns: Columns, count: int) -> bool:
    """Some `count` columns with pairwise comparable types cover all members but one."""
    masks, types = columns.masks.tolist(), columns.types.tolist()
    for chosen in combinations(range(len(masks)), min(count, len(masks))):
        kinds = [types[column] for column in chosen]
        chain = all(a & ~b == 0 or b & ~a == 0 for a, b in combinations(kinds, 2))
        covered = 0
        for column in chosen:
            covered |= masks[column]
        if chain and covered.bit_count() >= columns.size - 1:
            return True
    return count > 1 and coverable(columns, count - 1)


def test_dropping_dominated_columns_and_bounds_keep_the_truth() -> None:
    rng = random.Random(2)  # noqa: S311
    dropped = 0
    for _ in range(400):
        columns = random_columns(rng)
        reduced = columns.undominated()
        dropped += len(columns.masks) - len(reduced.masks)
        for count in range(1, columns.size):
            possible = coverable(columns, count)
            assert coverable(reduced, count) == possible
            beam = beam_cover(columns, at_most=count, width=2)
            assert beam is None or (possible and coverable(columns.take(np.array(beam)), len(beam)))
            assert not possible or count_bound(columns) <= count + 1
    assert dropped > 400


def test_normal_mode_keeps_exactly_the_maximal_sets() -> None:
    rng = random.Random(3)  # noqa: S311
    for _ in range(200):
        columns = random_columns(rng).without_types()
        masks = set(columns.masks.tolist())
        maximal = {m for m in masks if not any(m != other and m & ~other == 0 for other in masks)}
        assert sorted(columns.undominated().masks.tolist()) == sorted(maximal)


def test_count_bound_says_if_nothing_would_do() -> None:
    columns = Columns(4, np.array([0b11], np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="can't separate"):
        count_bound(columns)


def test_comparable_types_is_inclusion_either_way() -> None:
    types = np.array([0b11, 0b00, 0b01, 0b10, 0b01], np.uint64)
    found, kind, table = Columns(3, np.ones(5, np.uint64), types, np.arange(5)).kinds()
    assert (found.tolist(), kind.tolist()) == ([0b00, 0b01, 0b10, 0b11], [3, 0, 1, 2, 1])
    assert (~table).nonzero()[0].tolist() == [1, 2]


def test_type_order_is_an_order_of_play() -> None:
    columns = Columns(3, np.ones(3, np.uint64), np.array([7, 0, 3], np.uint64), np.arange(3))
    assert columns.in_type_order((0, 1, 2)) == (1, 2, 0)
