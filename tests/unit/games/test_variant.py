"""Variants: what ships, what overrides change, and files of the user's own."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from wordle_cp import data, prove, solve
from wordle_cp.errors import UsageError, VariantError
from wordle_cp.games.variant import HiddenKind, Variant, find_variant, variant_schema
from wordle_cp.rules.modes import Mode


@pytest.mark.parametrize(
    ("name", "guesses", "hidden"),
    [
        ("original", 12972, 2315),
        ("nyt-2022-02-15", 12947, 2309),
        ("nyt-2022-08-30", 14855, 2309),
        ("nyt-2023-07-01", 14855, 3158),
        ("toy", 38, 8),
    ],
)
def test_shipped_variants(name: str, guesses: int, hidden: int) -> None:
    variant = Variant.load(name)
    assert (variant.name, len(variant.guesses), len(variant.hidden)) == (name, guesses, hidden)
    assert (variant.mode, variant.max_guesses, variant.length) == (Mode.NORMAL, 6, 5)
    assert set(variant.hidden) <= set(variant.guesses)
    assert variant.guesses_hash == data.hash_words(variant.guesses)
    assert variant.hidden_hash == data.hash_words(variant.hidden)


def test_lists_have_names_for_certificates() -> None:
    shipped = Variant.load("nyt-2022-08-30")
    assert (shipped.guesses_name, shipped.hidden_name) == ("nyt-2022-08-30-guesses", "nyt-2022-02-15-hidden")
    inline = Variant.load("toy")
    assert (inline.guesses_name, inline.hidden_name) == ("toy-guesses", "toy-hidden")


def test_overrides() -> None:
    variant = Variant.load("nyt-2022-02-15", mode=Mode.HARD, hidden=HiddenKind.BIG, max_guesses=7)
    assert (variant.mode, variant.max_guesses) == (Mode.HARD, 7)
    assert variant.hidden == variant.guesses
    assert variant.hidden_name == "nyt-2022-02-15-guesses"
    assert variant.hidden_hash == variant.guesses_hash
    assert Variant.load("toy", hidden=HiddenKind.LIST) == Variant.load("toy")


@pytest.mark.parametrize("number", [0, -1, 256, 10**30])
def test_numbers_of_guesses_out_of_range_are_refused(number: int) -> None:
    with pytest.raises(UsageError, match="expected a number of guesses from 1 to 255"):
        Variant.load("toy", max_guesses=number)


def test_a_variant_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Variant.load("toy").name = "other"  # type: ignore[misc]


def test_a_variant_that_ships_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    once = Variant.load("toy")
    monkeypatch.setattr("wordle_cp.games.variant.read_document", None)
    assert Variant.load("toy") == once
    assert Variant.load("toy", mode=Mode.HARD).mode is Mode.HARD


def test_names_come_before_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy").mkdir()
    assert find_variant("toy") == data.variant_path("toy")
    (tmp_path / "mine").write_text("", encoding="utf-8")
    assert find_variant("mine").name == "mine"
    with pytest.raises(UsageError, match="no file is called 'original'; a variant that ships is named by"):
        find_variant(Path("original"))


@pytest.mark.parametrize(
    ("name", "hint"),
    [("orignal", "did you mean original"), ("xyz", "there are original,"), ("", "there are")],
)
def test_an_unknown_name_is_an_error_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        Variant.load(name)


def test_every_guess_may_be_hidden(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_text("name: mine\nguesses: [ab, ba]\nhidden: big\n", encoding="utf-8")
    variant = Variant.load(path)
    assert variant.hidden == variant.guesses == ("ab", "ba")
    assert variant.hidden_name == variant.guesses_name == "mine-guesses"
    assert (variant.title, variant.mode, variant.max_guesses) == ("mine", Mode.NORMAL, None)
    with pytest.raises(UsageError, match="no hidden list of its own"):
        Variant.load(path, hidden=HiddenKind.LIST)


def test_words_that_yaml_would_read_as_something_else(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(
        "name: 1e3\nguesses: [false, 'trues', naves]\nhidden:\n  - false\nmax_guesses: null\n",
        encoding="utf-8",
    )
    variant = Variant.load(path)
    assert variant.name == "1e3"
    assert variant.hidden == ("false",)
    assert variant.guesses == ("false", "trues", "naves")


@pytest.mark.parametrize("words", [("no", "on"), ("yes", "off"), ("null", "true"), ("y", "n")])
def test_more_such_words(tmp_path: Path, words: tuple[str, ...]) -> None:
    right = [word for word in words if len(word) == len(words[0])]
    path = tmp_path / "f.yaml"
    path.write_text(f"name: x\nguesses: [{', '.join(right)}]\nhidden: big\n", encoding="utf-8")
    assert Variant.load(path).guesses == tuple(right)


def test_lists_in_files_resolve_against_the_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    (tmp_path / "all.txt").write_bytes(b"\xef\xbb\xbf# a comment\r\nfalse\r\n\r\n  crane \r\ntrace\r\n")
    (folder / "some words").write_text("trace", encoding="utf-8")
    path = folder / "f.yaml"
    path.write_text("name: x\nguesses: ../all.txt\nhidden: some words\n", encoding="utf-8")
    monkeypatch.chdir("/")
    variant = Variant.load(path)
    assert variant.guesses == ("false", "crane", "trace")
    assert variant.hidden == ("trace",)
    assert (variant.guesses_name, variant.hidden_name) == ("all", "x-hidden")


def test_the_order_of_the_words_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("name: x\nguesses: [c, a, b]\nhidden: [b, a]\n", encoding="utf-8")
    assert Variant.load(path).guesses == ("c", "a", "b")
    assert Variant.load(path).hidden == ("b", "a")


def test_aliases_are_lists_like_others(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("name: x\nguesses: &words [a, b]\nhidden: *words\n", encoding="utf-8")
    assert Variant.load(path).hidden == ("a", "b")


def test_the_committed_schema_is_the_generated_one(root: Path) -> None:
    text = (root / "variants" / "variant.schema.json").read_text(encoding="utf-8")
    assert text == json.dumps(variant_schema(), indent=2) + "\n"


@pytest.mark.parametrize(
    "words",
    ["../words.txt", "/etc/passwd", "..", ".hidden", "inner/words.txt", "./words.txt", "\\\\host\\share", ""],
)
def test_a_confined_variant_names_no_file_elsewhere(tmp_path: Path, words: str) -> None:
    (tmp_path / "words.txt").write_text("crane\n")
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    for place in (folder / "words.txt", folder / "inner" / "words.txt", folder / ".hidden"):
        place.write_text("crane\n")
    path = folder / "x.yaml"
    path.write_text(f'name: x\nguesses: words.txt\nhidden: "{words}"\n'.replace("\\", "\\\\"))
    with pytest.raises(VariantError, match="a file beside this one") as caught:
        Variant.load(path, confined=True)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.path) == (3, 9, "hidden")


def test_a_confined_variant_has_its_own_files_and_shipped_lists(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    (tmp_path / "words.txt").write_text("crane\nslate\n")
    path.write_text("name: x\nguesses: original-guesses\nhidden: words.txt\n")
    variant = Variant.load(path, confined=True)
    assert (len(variant.guesses), variant.hidden) == (12972, ("crane", "slate"))


def test_a_copy_with_other_words_knows_what_they_are() -> None:
    toy = Variant.load("toy")
    computed = toy.scoring.length, toy.guesses_hash, toy.hidden_hash
    copied = toy.model_copy(update={"guesses": ("cat", "dog"), "hidden": ("dog",)})
    assert (copied.scoring.length, copied.guesses_hash, copied.hidden_hash) == (
        3,
        data.hash_words(("cat", "dog")),
        data.hash_words(("dog",)),
    )
    same = toy.model_copy(update={"max_guesses": 9})
    assert (same.scoring.length, same.guesses_hash, same.hidden_hash) == computed


def test_codes_of_six_pegs_are_words_of_six_signs(tmp_path: Path) -> None:
    """The wide build searches them, with one opener of each class; words have no classes."""
    file = tmp_path / "six.yaml"
    file.write_text("name: six\ngame: mastermind\npegs: 6\ncolours: 2\n")
    codes = solve(file)
    words = Variant.from_words(codes.question.variant.guesses, letters=["1", "2"], feedback="bulls-and-cows")
    assert codes.total_guesses == solve(words).total_guesses == 224
    assert prove(file, depth=5).certified
