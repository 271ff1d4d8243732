"""The tables in proofs/: what a census found, beside the certificates that prove it."""

from __future__ import annotations

import csv
import random
import re
import time
from pathlib import Path

import pytest

from tests.effort import first
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.read import open_certificate
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.engine import Verdict
from wordle_cp.games.question import Position, Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search.depth import search_depth
from wordle_cp.work import Work

PROOFS = Path(__file__).resolve().parent.parent.parent.parent / "proofs"
ENDING = "-openers.csv"
TABLES = sorted(PROOFS.glob(f"*{ENDING}"))
REFUTATIONS = [
    path
    for table in TABLES
    if (path := table.with_name(table.name.replace(ENDING, "-refuted.cert.xz"))).exists()
]
WITHOUT_REFUTATION = [
    table
    for table in TABLES
    if table.name.replace(ENDING, "-refuted.cert.xz") not in {r.name for r in REFUTATIONS}
]
MOST_BYTES = 32_000_000


def variant_of(table: Path) -> Variant:
    """Return the game that the name of a table tells."""
    name = re.match(r"(.*)-(normal|hard)-(hidden-big-)?depth-\d+-openers", table.stem)
    assert name is not None
    hidden = HiddenKind.BIG if name[3] else HiddenKind.LIST
    return Variant.load(name[1], mode=Mode(name[2]), hidden=hidden)


def depth_of(table: Path) -> int:
    """Return the depth that the name of a table tells."""
    depth = re.search(r"-depth-(\d+)-", table.name)
    assert depth is not None
    return int(depth[1])


def rows(table: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_are_tables() -> None:
    assert TABLES


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.name)
def test_a_table_decides_each_opener(table: Path) -> None:
    verdicts = {row["opener"]: row["verdict"] for row in rows(table)}
    assert tuple(verdicts) == tuple(sorted(variant_of(table).guesses))
    assert set(verdicts.values()) == {"possible", "impossible"}


@pytest.mark.parametrize("refutation", REFUTATIONS, ids=lambda path: path.name)
def test_a_refutation_is_about_the_openers_called_impossible(refutation: Path) -> None:
    table = refutation.with_name(refutation.name.replace("-refuted.cert.xz", ENDING))
    verdicts = {row["opener"]: row["verdict"] for row in rows(table)}
    with open_certificate(refutation) as reader:
        game, claim = reader.head.game, reader.head.claim
    assert tuple(verdicts) == tuple(sorted(word_list_by_hash(game.guesses.sha256) or ()))
    assert isinstance(claim, DepthImpossible)
    assert claim.history == ()
    assert claim.scope is OpenerScope.EXCEPT
    assert sorted(claim.openers) == [opener for opener in verdicts if verdicts[opener] == "possible"]


@pytest.mark.slow
@pytest.mark.parametrize("table", first(WITHOUT_REFUTATION), ids=lambda path: path.name)
def test_a_table_without_its_refutation_agrees_with_a_new_search(table: Path) -> None:
    # The refutation is too large to ship; its openers are too many to ask about each.
    variant, depth = variant_of(table), depth_of(table)
    hidden = Position.of(variant, ()).hidden
    verdicts = {row["opener"]: row["verdict"] for row in rows(table)}
    rng = random.Random(20)  # noqa: S311 - a fixed sample
    decided = 0
    count = 4 if len(hidden) < len(variant.guesses) else 2  # every guess hidden: seconds each
    for verdict in ("possible", "impossible"):
        for opener in rng.sample([opener for opener in verdicts if verdicts[opener] == verdict], count):
            ends = time.process_time() + 20
            work = Work(cancelled=lambda: time.process_time() > ends)  # noqa: B023  used at once
            result = search_depth(Question.of(variant, openers=(opener,)), depth, work=work)
            assert result.verdict in {verdict, Verdict.UNDECIDED}, opener
            decided += result.verdict is not Verdict.UNDECIDED
    assert decided >= (3 * count) // 2


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.name)
def test_shipped_strategies_have_the_numbers_of_the_table(table: Path) -> None:
    by_opener = {row["opener"]: row for row in rows(table)}
    prefix = table.name.removesuffix(ENDING)
    compared = 0
    for path in proof_paths():
        opener = path.name.removeprefix(f"{prefix}-").removesuffix(".cert.gz")
        if opener not in by_opener:
            continue
        with open_certificate(path) as reader:
            claim = reader.head.claim
        assert isinstance(claim, DepthPossible)
        assert claim.opener == opener
        row = by_opener[opener]
        assert (row["max_guesses"], row["total_guesses"]) == (
            str(claim.max_guesses),
            str(claim.total_guesses),
        )
        compared += 1
    assert compared


def test_883_of_the_original_words_are_too_many_for_four_guesses() -> None:
    """What is claimed, and of which words; `make check` judges the proof."""
    original = Variant.load("original")
    with open_certificate(PROOFS / "original-lost-883-normal-depth-4.cert.xz") as reader:
        game, claim = reader.head.game, reader.head.claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.scope, claim.hidden_count) == (4, OpenerScope.ALL, 883)
    assert (game.guesses.sha256, game.mode) == (original.guesses_hash, Mode.NORMAL)
    assert game.hidden.words is not None
    assert set(game.hidden.words) < set(original.hidden)


def test_all_proofs_together_are_small() -> None:
    assert sum(path.stat().st_size for path in PROOFS.iterdir()) < MOST_BYTES
