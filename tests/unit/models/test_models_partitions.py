"""Partitions, and which of them are the finest."""

from __future__ import annotations

import numpy as np
import pytest

from wordle_cp.modelling.partitions import MAX_MEMBERS, pair_bit, partitions_of

PATTERNS = np.array(
    # guess 0 and 2 partition alike, 3 is finer, 4 says nothing, 5 is not comparable with 0
    [
        [7, 1, 0, 0, 9, 0],
        [7, 1, 0, 1, 9, 0],
        [3, 1, 5, 2, 9, 0],
        [3, 2, 5, 2, 9, 1],
    ],
    np.uint8,
)


def cells(labels: list[int]) -> set[frozenset[int]]:
    return {frozenset(i for i, other in enumerate(labels) if other == label) for label in labels}


def pairs_by_definition(labels: list[int]) -> set[int]:
    return {pair_bit(a, b) for b in range(len(labels)) for a in range(b) if labels[a] == labels[b]}


def test_equal_guesses_are_merged_and_useless_ones_go() -> None:
    partitions = partitions_of(PATTERNS)
    assert partitions.guesses.tolist() == [0, 1, 3]
    assert partitions.labels.tolist() == [[0, 0, 2, 2], [0, 0, 0, 3], [0, 1, 2, 2]]
    assert partitions.cells(1) == [[0, 1, 2], [3]]
    assert partitions.cells(2) == [[2, 3], [0], [1]]
    assert partitions.leaves_together(2, 3).tolist() == [True, False, True]
    assert [set(pairs) for pairs in partitions.pairs()] == [
        pairs_by_definition(labels) for labels in partitions.labels.tolist()
    ]


def test_only_the_finest_are_kept() -> None:
    assert partitions_of(PATTERNS).finest().guesses.tolist() == [3, 1]


def test_guesses_with_other_facts_stay_distinct() -> None:
    facts = [np.array([1, 1, 0, 1, 1, 0], np.bool_), np.array([1, 1, 1, 1, 1, 1], np.bool_)]
    partitions = partitions_of(PATTERNS, facts)
    assert partitions.guesses.tolist() == [0, 1, 2, 3, 5]
    assert partitions.facts.tolist() == [[fact[place] for fact in facts] for place in (0, 1, 2, 3, 5)]
    assert sorted(partitions.finest().guesses.tolist()) == [1, 2, 3, 5]


def test_random_partitions_follow_the_definitions() -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        size, count = int(rng.integers(1, 15)), int(rng.integers(0, 30))
        patterns = rng.integers(0, 4, (size, count), dtype=np.uint8)
        everything = {frozenset(cells(column)) for column in patterns.T.tolist()}
        everything.discard(frozenset([frozenset(range(size))]))
        partitions = partitions_of(patterns)
        assert {frozenset(cells(labels)) for labels in partitions.labels.tolist()} == everything
        assert len(partitions) == len(everything)
        for guess, labels in zip(partitions.guesses.tolist(), partitions.labels.tolist(), strict=True):
            assert cells(patterns[:, guess].tolist()) == cells(labels)
        together = [pairs_by_definition(labels) for labels in partitions.labels.tolist()]
        finest = {i for i, mine in enumerate(together) if not any(other < mine for other in together)}
        assert sorted(partitions.finest().guesses.tolist()) == sorted(
            partitions.guesses[sorted(finest)].tolist()
        )


def test_too_many_words_are_refused() -> None:
    with pytest.raises(ValueError, match="255 at most"):
        partitions_of(np.zeros((MAX_MEMBERS + 1, 2), np.uint8))
    assert len(partitions_of(np.arange(MAX_MEMBERS, dtype=np.uint8)[:, None]).finest()) == 1
