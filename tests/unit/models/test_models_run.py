"""Each file of models/ runs by itself, and says no more than it proves."""

from __future__ import annotations

import random
import re
import runpy
import subprocess
import sys
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.effort import first, in_third
from tests.oracle.brute_sets import weights_prove
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, random_game
from wordle_cp import data
from wordle_cp.modelling import program
from wordle_cp.models import families, separating, states, tree, weights, witness
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of

if TYPE_CHECKING:
    from pathlib import Path

LIST = "wordlists/original-guesses.txt"
GUESSES = data.word_list("original-guesses")


@pytest.mark.parametrize(
    ("pattern", "hard", "least", "proof"),
    [
        pytest.param("?ales", False, 4, "weights BALES\\*1", marks=in_third),
        ("?ings", False, 4, "weights BINGS\\*1"),
        pytest.param("co?ed", False, 4, "weights CODED\\*1", marks=in_third),
        ("co?ed", True, 5, "weights in 2 cases"),
    ],
)
def test_families(
    pattern: str,
    hard: bool,  # noqa: FBT001  a case
    least: int,
    proof: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    families.main(pattern, str(ROOT / LIST), hard=hard)
    told = capsys.readouterr().out
    assert f"\n{least} guesses are enough: " in told
    assert re.search(f"\n{least - 1} are not, as {proof}.* prove\n", told)
    heavy = {word.lower(): int(weight) for word, weight in re.findall(r"([A-Z]+)\*(\d+)", told)}
    assert hard or weights_prove(GUESSES, heavy, least - 1)


def test_what_no_weights_prove_is_said_to_be_unproven(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(families, "refutation", lambda _columns, _guesses: None)
    families.main("?ings", str(ROOT / LIST))
    assert "\n3 are not, as CP-SAT says; no weights prove it\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("sha?e", LIST, 3, False), "sha?e, 7 words, 3 guesses: no weights found, which proves nothing"),
        (("co?ed", LIST, 4, False), "co?ed, 14 words, 4 guesses: no weights found, which proves nothing"),
        (("co?ed", LIST, 4, True), "co?ed, 14 words, 4 guesses: too few, by weights in 2 cases"),
    ],
)
def test_weights(
    given: tuple[str, str, int, bool], told: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pattern, path, guesses_left, hard = given
    weights.main(pattern, str(root / path), guesses_left, hard=hard)
    assert capsys.readouterr().out == f"{told}\n"


@pytest.mark.parametrize("seed", range(3))
def test_states(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guesses = random_game(random.Random(f"states/{seed}"), Size(5, 7)).guesses  # noqa: S311
    (tmp_path / "words.txt").write_text("\n".join(guesses))
    states.main("*", str(tmp_path / "words.txt"))
    play = Play(guesses, Mode.NORMAL)
    total = LeastCost(play, Objective()).value(frozenset(guesses), play.allowed_after(()))
    told = capsys.readouterr().out
    assert f"\nthe best strategies take {total} guesses in all, as the values of states prove\n" in told
    assert told.endswith(f"\nrelaxation {total}.0000\n")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((2, False), "2 guesses, normal mode: none, as CP-SAT says"),
        ((3, False), "3 guesses, normal mode: "),
        pytest.param((3, True), "3 guesses, hard mode: ", marks=in_third),
    ],
)
def test_tree(given: tuple[int, bool], told: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree.main("sha?e", str(root / LIST), given[0], hard=given[1])
    line = capsys.readouterr().out
    assert line.startswith(f"sha?e, 7 words, {told}")
    assert "none" in told or line.split(": ")[1].split()[0].lower() in GUESSES


def test_witness(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    witness.main("sha?e", str(root / LIST))
    words = re.fullmatch(
        r"sha\?e: ([A-Z ]+) are too many for two guesses, and no fewer are, as CP-SAT says\n",
        capsys.readouterr().out,
    )
    assert words is not None
    chosen = tuple(words[1].lower().split())
    assert weights_prove(GUESSES, dict.fromkeys(chosen, 1), 2)
    assert not any(
        weights_prove(GUESSES, dict.fromkeys(fewer, 1), 2) for fewer in combinations(chosen, len(chosen) - 1)
    )


def test_separating(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    separating.main("sha?e", str(root / LIST))
    told = capsys.readouterr().out
    found = re.match(r"sha\?e: 7 words, told apart by ([A-Z]+) ([A-Z]+), 2 guesses\nfewer don't, ", told)
    assert found is not None
    words = [word for word in GUESSES if re.fullmatch("sha.e", word)]
    assert len({tuple(pattern_of(guess.lower(), word) for guess in found.groups()) for word in words}) == 7
    assert all(len({pattern_of(guess, word) for word in words}) < 7 for guess in GUESSES)
    assert told.endswith("\nrelaxation 1.4000 guesses, which proves nothing by itself\n")


@pytest.mark.parametrize("command", first(["weights.py ?ings LIST 3", "families.py ?ings LIST"]))
def test_as_a_program(command: str) -> None:
    name, *rest = command.replace("LIST", LIST).split()
    ran = subprocess.run(
        [sys.executable, f"models/{name}", *rest], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "weights BINGS*1" in ran.stdout


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("families.py zzzzz LIST", "that match 'zzzzz', found 0 words"),
        ("separating.py zzzzz LIST", "that match 'zzzzz', found 0 words"),
        ("states.py raise LIST", "that match 'raise', found 1 word"),
        ("tree.py zzzzz LIST 2", "that match 'zzzzz', found 0 words"),
        ("weights.py zzzzz LIST 2", "that match 'zzzzz', found 0 words"),
        ("witness.py zzzzz LIST", "that match 'zzzzz', found 0 words"),
        ("witness.py sha?e none.txt", "none.txt: No such file or directory"),
        ("witness.py sha?e models", "models: Is a directory"),
        ("families.py", "expected python models/families.py PATTERN PATH [--hard]\n"),
        ("families.py ?ills LIST --hrad", "PATTERN PATH [--hard]\n"),
        ("few_words.py salet s????", "expected python models/few_words.py OPENER PATTERN PATH MOST\n"),
        ("few_words.py salet s???? LIST 2 3", "OPENER PATTERN PATH MOST\n"),
        ("few_words.py zzzzz s???? LIST 2", "as opener, found 'zzzzz'"),
        ("few_words.py shade sha[dr]e LIST 2", "found none: shade tells all words apart"),
        ("few_words.py salet s???? LIST 0", "MOST: expected a number, 1 or more, found '0'"),
        ("states.py sha?e LIST x", "expected python models/states.py PATTERN PATH\n"),
        ("tree.py sha?e LIST x", "GUESSES_LEFT: expected a number, 1 or more, found 'x'"),
        ("tree.py s???? LIST 3", "255 at most, of"),
        ("weights.py sha?e LIST x", "GUESSES_LEFT: expected a number, 1 or more, found 'x'"),
        ("separating.py s???? LIST", "found 1565 words"),
        ("witness.py s???? LIST", "found 1565 words"),
        ("states.py * README.md", "README.md: "),
        ("states.py * BINARY", "/list: expected UTF-8 text, one word a line\n"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_line(
    command: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "list").write_bytes(b"crane\xff")
    name, *rest = command.replace("LIST", LIST).replace("BINARY", str(tmp_path / "list")).split()
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", [f"models/{name}", *rest])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(f"models/{name}", run_name="__main__")
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ")
    assert told in err


def test_ctrl_c_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["models/states.py"])
    with pytest.raises(SystemExit) as ended:
        program.run(main)
    assert (ended.value.code, capsys.readouterr().err) == (130, "interrupted\n")


def test_each_file_rests_on_three_modules_at_most() -> None:
    """Those that it imports when it runs; what type checkers read is indented."""
    for file in (ROOT / "models").glob("*.py"):
        imported = re.findall(
            r"^from (wordle_cp[\w.]*) import", file.read_text(encoding="utf-8"), re.MULTILINE
        )
        assert len(imported) <= 3, (file.name, imported)
