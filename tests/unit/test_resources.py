"""What ships: six verified word lists, the variants, the proofs."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from wordle_cp import data
from wordle_cp.errors import UsageError, WordListError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LISTS = {
    "original-hidden": 2315,
    "original-guesses": 12972,
    "nyt-2022-02-15-hidden": 2309,
    "nyt-2022-02-15-guesses": 12947,
    "nyt-2022-08-30-guesses": 14855,
    "nyt-2023-07-01-hidden": 3158,
}


@pytest.fixture
def lists(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the program read a copy of the word lists, and return its folder."""
    copy = tmp_path / "wordlists"
    shutil.copytree(root / "wordlists", copy)
    monkeypatch.setattr(data, "_folder", lambda name: tmp_path / name)
    _forget()
    yield copy
    _forget()


def _forget() -> None:
    data.word_list.cache_clear()
    data.word_list_entries.cache_clear()


def test_six_lists_ship() -> None:
    assert {entry.name: entry.count for entry in data.word_list_entries()} == LISTS


@pytest.mark.parametrize("name", LISTS)
def test_each_list_is_sorted_and_found_by_its_hash(name: str) -> None:
    words = data.word_list(name)
    assert len(words) == LISTS[name]
    assert list(words) == sorted(set(words))
    assert data.word_list_by_hash(data.hash_words(words)) == words


def test_every_file_is_in_the_table(root: Path) -> None:
    assert {path.stem for path in (root / "wordlists").glob("*.txt")} == set(LISTS)


def test_published_table_agrees(root: Path, shared: Path) -> None:
    ours = (root / "wordlists" / "SOURCES.md").read_text(encoding="utf-8")
    for line in (shared / "wordlists" / "SOURCES.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and line.count("|") == 4:
            assert line in ours


def test_a_hash_is_of_the_words_joined_by_newlines() -> None:
    assert data.hash_words(["aback", "abase"]) != data.hash_words(["abase", "aback"])
    assert data.hash_words([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert data.word_list_by_hash("0" * 64) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("\nabase\n", "\n"),
        lambda text: text + "zzzzz\n",
        lambda text: text.replace("aback", "abacc"),
        lambda _: "",
    ],
)
def test_a_list_that_differs_is_an_error(lists: Path, damage: object) -> None:
    assert callable(damage)
    path = lists / "original-hidden.txt"
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(
        WordListError, match=r"original-hidden: expected 2315 words with SHA-256 5209b35f.*found"
    ):
        data.word_list("original-hidden")


def test_a_list_that_is_missing_is_an_error(lists: Path) -> None:
    (lists / "original-hidden.txt").unlink()
    with pytest.raises(WordListError, match=r"wordlists/original-hidden\.txt: No such file"):
        data.word_list("original-hidden")


def test_a_list_of_garbage_is_an_error(lists: Path) -> None:
    (lists / "original-hidden.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WordListError, match="not UTF-8 text"):
        data.word_list("original-hidden")


def test_a_table_without_rows_is_an_error(lists: Path) -> None:
    (lists / "SOURCES.md").write_text("nothing\n", encoding="utf-8")
    with pytest.raises(WordListError, match="expected a table"):
        data.word_list("original-hidden")


def test_carriage_returns_do_no_harm(lists: Path) -> None:
    path = lists / "original-hidden.txt"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert len(data.word_list("original-hidden")) == 2315


@pytest.mark.parametrize("name", ["", "original", "../wordlists/original-hidden", "original-hidden.txt"])
def test_other_names_are_an_error(name: str) -> None:
    with pytest.raises(WordListError, match="no word list is called"):
        data.word_list(name)


def test_variants_ship_with_the_default_first() -> None:
    names = (
        "original",
        "black-pegs-3x4",
        "black-pegs-3x6",
        "bulls-and-cows",
        "jotto",
        "mastermind-4x6",
        "mastermind-4x7",
        "mastermind-4x8",
        "mastermind-5x6",
        "mastermind-5x7",
        "mastermind-5x8",
        "nerdle-mini",
        "nyt-2022-02-15",
        "nyt-2022-08-30",
        "nyt-2023-07-01",
        "primel",
        "toy",
    )
    assert data.variant_names() == names
    assert all(data.variant_path(name).is_file() for name in names)
    with pytest.raises(UsageError, match="no variant is called"):
        data.variant_path("../toy")


def test_proofs_are_certificates_without_the_texts_and_tables() -> None:
    assert data.proof_paths()
    assert all(path.name.endswith((".cert.gz", ".cert.xz")) for path in data.proof_paths())
