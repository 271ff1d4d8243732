"""The tables in proofs/: what a census found, beside the certificates that prove it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from wordle_cp.certificate.format import DepthImpossible, DepthPossible, OpenerScope, open_certificate
from wordle_cp.resources import proof_paths, word_list_by_hash

PROOFS = Path(__file__).resolve().parent.parent.parent / "proofs"
ENDING = "-openers.csv"
TABLES = sorted(PROOFS.glob(f"*{ENDING}"))
MOST_BYTES = 20_000_000


def rows(table: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_are_tables() -> None:
    assert TABLES


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.name)
def test_a_table_decides_each_opener_and_its_refutation_is_about_those_called_impossible(table: Path) -> None:
    verdicts = {row["opener"]: row["verdict"] for row in rows(table)}
    refutation = table.with_name(table.name.replace(ENDING, "-refuted.cert.xz"))
    with open_certificate(refutation) as reader:
        game, claim = reader.head.game, reader.head.claim
    assert tuple(verdicts) == tuple(sorted(word_list_by_hash(game.guesses.sha256) or ()))
    assert isinstance(claim, DepthImpossible)
    assert claim.history == ()
    assert claim.scope is OpenerScope.EXCEPT
    assert sorted(claim.openers) == [opener for opener in verdicts if verdicts[opener] == "possible"]
    assert set(verdicts.values()) == {"possible", "impossible"}


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


def test_all_proofs_together_are_small() -> None:
    assert sum(path.stat().st_size for path in PROOFS.iterdir()) < MOST_BYTES
