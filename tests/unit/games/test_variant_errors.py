"""What is wrong with a variant file: everything at once, each with file, line and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wordle_cp.errors import VariantError
from wordle_cp.games import words as variant_words
from wordle_cp.games import yaml_text
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "name: x\n"


def problems_of(path: Path) -> list[str]:
    """Return what is wrong with the file at `path`, with file names instead of paths."""
    with pytest.raises(VariantError) as caught:
        Variant.load(path)
    return [str(problem).replace(f"{path.parent}/", "") for problem in caught.value.problems]


def write(folder: Path, text: str) -> Path:
    """Write a variant file."""
    path = folder / "f.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "name: x\nguesses: [ab, ba]\nhiden: [ab]\n",
            [
                "f.yaml:1:1: hidden: expected this key with big, the name of a word list, a file or a list of "
                "words; it is missing",
                "f.yaml:3:1: 'hiden': expected one of the keys name, title, game, guesses, hidden, add_hidden, letters, equal, feedback, mode, max_guesses; "
                "did you mean hidden?",
            ],
        ),
        (
            HEAD + "letters: abc\nguesses: [ab, ba]\nhidden: big\n",
            ["f.yaml:2:10: letters: expected letters with spaces between them, such as a b c, found 'abc'"],
        ),
        (
            HEAD + "game: mastermind\npegs: 3\ncolours: 4\nfeedback: slots\nmode: hard\n",
            [
                "f.yaml:5:11: feedback: expected bulls-and-cows, jotto or exact, as codes have no other, "
                "found 'slots'",
                "f.yaml:6:7: mode: expected normal, as codes have no other, found 'hard'",
            ],
        ),
        (
            HEAD + "guesses: [ab, ba]\nhidden: big\nmode: hrad\nmax_guesses: 0\ntitle: ''\n",
            [
                "f.yaml:4:7: mode: expected normal, hard or ultrahard, found 'hrad'; did you mean hard?",
                "f.yaml:5:14: max_guesses: expected a whole number from 1 to 255, or null for no limit, found '0'",
                "f.yaml:6:8: title: expected one line of 1 to 200 printable characters, found ''",
            ],
        ),
        (
            HEAD + "guesses: [ab]\nhidden: big\nboards: 1\n",
            ["f.yaml:4:1: 'boards': several boards were read up to version 0.1.0; leave this key out"],
        ),
        (
            HEAD + "guesses: [ab]\nhidden: big\nguesses: [ba]\n",
            ["f.yaml:4:1: guesses: expected this key once, it is also in line 2"],
        ),
        (
            HEAD
            + "guesses:\n  - abc\n  - abd\n  - abc\n  - ab\n  - ABC\n  - a-c\n  - abcdefghijklm\n  - ''\n  - a7c\n"
            "hidden: [abd, abe]\n",
            [
                "f.yaml:5:5: guesses[2]: expected each word once, 'abc' is also in line 3",
                "f.yaml:6:5: guesses[3]: expected 3 letters as in the other words, found 'ab'",
                "f.yaml:7:5: guesses[4]: expected lower-case letters a to z, found 'ABC'; did you mean abc?",
                "f.yaml:8:5: guesses[5]: expected lower-case letters a to z, found 'a-c'; if - is a letter of this game, list all its letters under the key letters",
                "f.yaml:9:5: guesses[6]: expected at most 12 letters, found 13 in 'abcdefghijklm'",
                "f.yaml:10:5: guesses[7]: expected lower-case letters a to z, found ''",
                "f.yaml:11:5: guesses[8]: expected lower-case letters a to z, found 'a7c'; if 7 is a letter of this game, list all its letters under the key letters",
                "f.yaml:12:15: hidden[1]: expected a word of the guesses, 'abe' is missing there; add_hidden: true lets it be guessed, too",
            ],
        ),
        (
            HEAD + "guesses: [[ab], {a: b}, ab]\nhidden: {a: b}\n",
            [
                "f.yaml:2:11: guesses[0]: expected a word, found a list or a mapping",
                "f.yaml:2:17: guesses[1]: expected a word, found a list or a mapping",
                "f.yaml:3:9: hidden: expected a text or a list, found a mapping",
            ],
        ),
        (
            HEAD + "guesses: []\nhidden: []\n",
            [
                "f.yaml:2:10: guesses: expected at least one word, found none",
                "f.yaml:3:9: hidden: expected at least one word, found none",
            ],
        ),
        (
            HEAD + "guesses: orignal-guesses\nhidden: nothing-like-it\n",
            [
                "f.yaml:2:10: guesses: expected the name of a shipped list, a file or a list of words, found "
                "'orignal-guesses'; did you mean original-guesses?",
                "f.yaml:3:9: hidden: expected the name of a shipped list, a file or a list of words, found "
                "'nothing-like-it'",
            ],
        ),
        (
            "name: x\ngame: Mastermint\npegs: 3\ncolours: 5\n",
            [
                "f.yaml:2:7: game: expected wordle, mastermind or bulls-and-cows, found 'Mastermint'; did you mean mastermind?",
            ],
        ),
        (
            HEAD + "guesses: [ab, ba]\nhidden: big\nfeedback: Jot\nadd_hidden: Yes\n",
            [
                "f.yaml:4:11: feedback: expected tiles, bulls-and-cows, jotto, exact or slots, found 'Jot'; did you mean jotto?",
            ],
        ),
        (
            HEAD + "guesses: missing.txt\nhidden: big\n",
            [
                "f.yaml:2:10: guesses: word list missing.txt: No such file or directory",
            ],
        ),
        (
            HEAD + "guesses: original-guesses\nhidden: [crane, abc, zzzzz]\n",
            [
                "f.yaml:3:17: hidden[1]: expected 5 letters as in the other words, found 'abc'",
                "f.yaml:3:22: hidden[2]: expected a word of the guesses, 'zzzzz' is missing there; add_hidden: true lets it be guessed, too",
            ],
        ),
        (
            "name: [a]\nguesses: [a]\nhidden: big\n[a]: b\n",
            [
                "f.yaml:1:7: name: expected a name of at most 64 letters, digits, dots, dashes and underscores, found a list",
                "f.yaml:4:1: expected a key, found a list or a mapping",
            ],
        ),
        (
            "name: a b\nguesses: [a]\nhidden: big\n<<: {mode: hard}\n",
            [
                "f.yaml:1:7: name: expected a name of at most 64 letters, digits, dots, dashes and underscores, found 'a b'",
                "f.yaml:4:1: '<<': expected one of the keys name, title, game, guesses, hidden, add_hidden, letters, equal, feedback, mode, max_guesses",
                "f.yaml:4:5: <<: expected a text or a list, found a mapping",
            ],
        ),
    ],
)
def test_everything_at_once(tmp_path: Path, text: str, problems: list[str]) -> None:
    assert problems_of(write(tmp_path, text)) == problems


@pytest.mark.parametrize("value", ["1_0", "6.0", "six", "-1", "256", "1e1", "0x10", "[6]", "true"])
def test_numbers_are_plain(tmp_path: Path, value: str) -> None:
    (problem,) = problems_of(write(tmp_path, f"{HEAD}guesses: [a]\nhidden: big\nmax_guesses: {value}\n"))
    assert problem.startswith("f.yaml:4:14: max_guesses: expected a whole number from 1 to 255")


def test_words_in_a_text_file_have_the_lines_of_that_file(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("# words\nabc\n\nabd\nabc\nab\n", encoding="utf-8")
    path = write(tmp_path, HEAD + "guesses: words.txt\nhidden: [abe]\n")
    assert problems_of(path) == [
        "f.yaml:3:10: hidden[0]: expected a word of the guesses, 'abe' is missing there; add_hidden: true lets it be guessed, too",
        "words.txt:5:1: guesses[2]: expected each word once, 'abc' is also in line 2; to make a clean list of it: wordle-cp variants import words.txt",
        "words.txt:6:1: guesses[3]: expected 3 letters as in the other words, found 'ab'",
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "1:1: expected a mapping with the keys name, guesses and hidden, found nothing"),
        (b"# nothing\n", "1:1: expected a mapping with the keys name, guesses and hidden, found nothing"),
        (b"\n- a\n- b\n", "2:1: expected a mapping with the keys name, guesses and hidden, found a list"),
        (b"word\n", "1:1: expected a mapping with the keys name, guesses and hidden, found a single value"),
        (b"\x7fELF\x02\x01\xff", "1:7: expected UTF-8 text"),
        (b"name: x\n\xff\n", "2:1: expected UTF-8 text"),
        (b"name: x\n\x00\n", "2:1: expected text, found binary data"),
        (b"name: x\nab\x07\n", "2:3: expected YAML text, found a special character"),
        (b"name: [x\n", "2:1: expected YAML: while parsing a flow sequence expected ',' or ']'"),
        (b"name: *x\n", "1:7: expected YAML: found undefined alias 'x'"),
        (
            b"name: x\n---\nname: y\n",
            "2:1: expected YAML: expected a single document in the stream but found",
        ),
        (b"[" * 100_000, "1:1: expected YAML without deep nesting"),
        (b'name: "\\UFFFFFFFF"\n', "1:1: expected YAML: Python int too large"),
        (b'name: "\\U00110000"\n', "1:1: expected YAML: chr() arg not in range(0x110000)"),
        (b"name: !foo x\n", "1:7: expected a value without a tag, found '!foo'"),
        (b"a: [x, !!python/x y]\n", "1:8: expected a value without a tag, found '!!python/x'"),
        (b"!!set {x}\n", "1:1: expected a value without a tag, found '!!set'"),
        (b"%YAML 1." + b"1" * 5000 + b"\n---\nname: x\n", "1:1: expected YAML: Exceeds the limit"),
    ],
)
def test_what_is_no_mapping_is_one_problem(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(data)
    (found,) = problems_of(path)
    assert found.startswith(f"f.yaml:{problem}")
    assert found.isprintable()


def test_a_folder_and_nothing_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "d.yaml").mkdir()
    assert problems_of(tmp_path / "d.yaml") == ["d.yaml: Is a directory"]
    assert problems_of(tmp_path / "n.yaml") == ["n.yaml: No such file or directory"]
    assert problems_of(tmp_path / "n\0.yaml") == ["n\\x00.yaml: no file has a name with a null byte"]


def test_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_text, "MAX_BYTES", 2**20)
    path = tmp_path / "f.yaml"
    path.write_bytes(b"#" * (2**20 + 1))
    assert problems_of(path) == ["f.yaml: expected a file of at most 1 MB"]
    path.write_bytes(b"#" * 2**20)
    assert problems_of(path)[0].endswith("found nothing")


def test_what_yaml_may_hold_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what aliases repeat: a short text could ask for any amount of memory otherwise."""
    monkeypatch.setattr(yaml_text, "_MOST_NODES", 20)
    too_many = ["f.yaml:1:1: expected at most 20 words and other parts"]
    assert problems_of(write(tmp_path, f"{HEAD}guesses: [{'a, ' * 30}]\n")) == too_many
    aliases = "a: &a [1, 2, 3, 4, 5, 6]\n" + "".join(f"{key}: *a\n" for key in "bcd")
    assert problems_of(write(tmp_path, aliases)) == too_many
    monkeypatch.setattr(yaml_text, "_MOST_NODES", 40)
    assert any("guesses: expected this key" in problem for problem in problems_of(write(tmp_path, aliases)))


def test_the_words_of_a_list_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variant_words, "MOST_WORDS", 3)
    (tmp_path / "words.txt").write_text("ab\nba\naa\nbb\ncc\n", encoding="utf-8")
    four = "[ab, ba, aa, bb]"
    for words, place in ((four, "f.yaml:2:10"), ("words.txt", "words.txt:1:1")):
        path = write(tmp_path, f"{HEAD}guesses: {words}\nhidden: [ab]\n")
        assert problems_of(path) == [f"{place}: guesses: expected at most 3 words"]


def test_a_long_key_is_abridged_in_every_problem(tmp_path: Path) -> None:
    key = "k" * 5000
    problems = problems_of(write(tmp_path, f"? {key}\n: [[], {{}}]\n? {key}1\n: {{}}\n"))
    assert sum(problem.count("k" * 40 + "...") for problem in problems) == 5
    assert max(map(len, problems)) < 300
