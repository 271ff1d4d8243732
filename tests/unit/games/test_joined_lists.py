"""Lists that are joined: several files as one key, and hidden words that are added to the guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wordle_cp.errors import VariantError
from wordle_cp.games import words as lists_of_words
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path


def variant_of(folder: Path, keys: str, **lists: str) -> Path:
    """Write a variant with these `keys`, and text files beside it."""
    for name, words in lists.items():
        (folder / f"{name}.txt").write_text(words.replace(" ", "\n"), encoding="utf-8")
    path = folder / "f.yaml"
    path.write_text(f"name: x\n{keys}\n", encoding="utf-8")
    return path


def problems_of(path: Path) -> list[str]:
    """Return the problems of a variant as people see them, with file names instead of paths."""
    with pytest.raises(VariantError) as caught:
        Variant.load(path)
    return [line.replace(f"{path.parent}/", "") for line in caught.value.lines()]


def test_files_are_joined_and_a_word_of_two_of_them_counts_once(tmp_path: Path) -> None:
    path = variant_of(tmp_path, "guesses: [a.txt, ./b.txt]\nhidden: b.txt", a="bat cat", b="cat hat")
    game = Variant.load(path)
    assert game.guesses == ("bat", "cat", "hat")
    assert game.hidden == ("cat", "hat")
    assert (game.guesses_name, game.hidden_name) == ("x-guesses", "b")


def test_words_shipped_lists_and_files_are_joined(tmp_path: Path) -> None:
    path = variant_of(tmp_path, "guesses: [crwth, original-guesses, a.txt]\nhidden: big", a="zzzzz crane")
    game = Variant.load(path)
    original = Variant.load("original").guesses
    assert game.guesses == ("crwth", *(word for word in original if word != "crwth"), "zzzzz")


@pytest.mark.parametrize("yes", ["true", "Yes", "on"])
def test_hidden_words_are_added_however_yes_is_written(tmp_path: Path, yes: str) -> None:
    path = variant_of(tmp_path, f"guesses: [bat, cat]\nhidden: [cat, hat]\nadd_hidden: {yes}")
    assert Variant.load(path).guesses == ("bat", "cat", "hat")


def test_a_word_twice_in_one_of_the_files_is_a_problem(tmp_path: Path) -> None:
    path = variant_of(tmp_path, "guesses: [a.txt, b.txt]\nhidden: big", a="bat bat", b="bat")
    [problem] = problems_of(path)
    assert problem.startswith("a.txt:2:1: guesses[1]: expected each word once, 'bat' is also in line 1")


def test_each_file_that_is_missing_is_named(tmp_path: Path) -> None:
    path = variant_of(tmp_path, "guesses: [no.txt, a.txt, nor/this.txt]\nhidden: big", a="bat")
    assert problems_of(path) == [
        "f.yaml:2:11: guesses: word list no.txt: No such file or directory",
        "f.yaml:2:26: guesses: word list nor/this.txt: No such file or directory",
    ]


def test_hidden_words_are_added_to_the_guesses(tmp_path: Path) -> None:
    keys = "guesses: a.txt\nhidden: b.txt\n"
    assert (
        "expected a word of the guesses, 'hat'"
        in problems_of(variant_of(tmp_path, keys, a="bat cat", b="cat hat"))[0]
    )
    game = Variant.load(variant_of(tmp_path, keys + "add_hidden: true"))
    assert game.guesses == ("bat", "cat", "hat")
    assert game.guesses_name == "x-guesses"
    same = Variant.load(variant_of(tmp_path, keys + "add_hidden: true", b="cat"))
    assert (same.guesses, same.guesses_name) == (("bat", "cat"), "a")
    assert problems_of(variant_of(tmp_path, keys + "add_hidden: maybe")) == [
        "f.yaml:4:13: add_hidden: expected true or false, found 'maybe'"
    ]


def test_joined_lists_are_no_longer_than_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists_of_words, "MOST_WORDS", 3)
    path = variant_of(tmp_path, "guesses: a.txt\nhidden: b.txt\nadd_hidden: true", a="bat cat", b="hat mat")
    assert problems_of(path) == ["a.txt:1:1: guesses: expected at most 3 words"]


def test_many_problems_of_one_kind_are_one_line(tmp_path: Path) -> None:
    path = variant_of(tmp_path, "guesses: a.txt\nhidden: big", a="BAT CAT HAT MAT rat ra ra7 tar tar")
    hint = f" To make a clean list of it: wordle-cp variants import {tmp_path}/a.txt"
    assert problems_of(path) == [
        "a.txt:1:1: guesses[0]: expected lower-case letters a to z, found 'BAT'; did you mean bat?"
        f"{hint} (and 3 more like it in this file)".replace(f"{tmp_path}/", ""),
        "a.txt:6:1: guesses[5]: expected 3 letters as in the other words, found 'ra'",
        (
            "a.txt:7:1: guesses[6]: expected lower-case letters a to z, found 'ra7'"
            "; if 7 is a letter of this game, list all its letters under the key letters"
        ),
        "a.txt:9:1: guesses[8]: expected each word once, 'tar' is also in line 8",
    ]
    with pytest.raises(VariantError) as caught:
        Variant.load(path)
    assert len(caught.value.problems) == 7


def test_text_in_another_encoding_is_answered_with_the_command_that_reads_it(tmp_path: Path) -> None:
    path = variant_of(tmp_path, "guesses: a.txt\nhidden: big")
    (tmp_path / "a.txt").write_bytes("été\n".encode("latin-1"))
    hint = "; to make a clean list of it: wordle-cp variants import a.txt"
    assert problems_of(path) == [f"f.yaml:2:10: guesses: word list a.txt:1:1: expected UTF-8 text{hint}"]
