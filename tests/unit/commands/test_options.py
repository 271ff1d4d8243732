"""Options: declared once, in the signature of a function, for Python and for the command line."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from pathlib import Path
from typing import Annotated, Final

import pytest

import wordle_cp
from wordle_cp import WordleCpError, cli, commands
from wordle_cp.cli.app import main
from wordle_cp.cli.parse import Case, Chosen, Command, CommandEntry
from wordle_cp.commands.options import Made, Option, Section, asked
from wordle_cp.commands.shared import decimal, several, whole
from wordle_cp.errors import UsageError

FOLDERS: Final = tuple(Path(one.__file__ or "").parent for one in (cli, commands))


@asked
def pair_of(first: Annotated[str, Option(Section.ARGUMENTS, "One.", "FIRST")], *, more: int = 1) -> str:
    """Return what two options make."""
    return f"{first}{more}"


@asked
def shown(
    pair: Annotated[str, Made(pair_of)],
    *,
    far: Annotated[int, Option(Section.GAME, "How far.", "N", takes=whole(1, 9))] = 3,
    out: Annotated[Path | None, Option(Section.OUTPUT, "Where.", writes=True)] = None,
    near: Annotated[bool, Option(Section.GAME, "Nearer.")] = False,
) -> str:
    """Show it.

    Examples:
        try a --far 3
    """
    return f"{pair} {far} {out} {near}"


@asked
def other(
    pair: Annotated[str, Made(pair_of)], *, deep: Annotated[str, Option(Section.GAME, "How deep.")]
) -> str:
    """Show something else."""
    return f"{pair} {deep}"


TRY: Final = Command(
    "try",
    (Chosen(shown, Case("shown", "--far")), Chosen(other, Case("other", "--deep"))),
    CommandEntry("", "", ""),
)


def test_a_function_has_the_options_of_what_it_is_made_of() -> None:
    parameters = inspect.signature(shown).parameters
    assert list(parameters) == ["first", "far", "out", "near", "more", "force"]
    assert parameters["far"].annotation is int
    assert shown("a") == "a1 3 None False"
    assert shown("a", far=5, near=True, more=2) == "a2 5 None True"
    assert (shown.__doc__ or "").startswith("Show it.")


def test_an_option_of_the_same_name_is_not_that_of_what_it_is_made_of() -> None:
    @asked
    def apart(pair: Annotated[str, Made(pair_of, without=("more",))], *, more: int = 5) -> str:
        return f"{pair} {more}"

    assert apart("a", more=2) == "a1 2"
    assert apart("a") == "a1 5"


def test_what_is_wrong_is_told_by_the_name_of_the_keyword() -> None:
    with pytest.raises(UsageError, match=r"^far: expected a whole number from 1 to 9, found '10'$"):
        shown("a", far=10)
    with pytest.raises(UsageError, match="near, True or False"):
        shown("a", near=1)
    with pytest.raises(UsageError, match="first, a text"):
        shown(3)
    with pytest.raises(TypeError, match=r"^shown\(\): got an unexpected keyword argument 'fra'"):
        shown("a", fra=1)


def test_one_of_several_functions_is_chosen_by_its_option() -> None:
    chosen, values = TRY.read(["a", "--far", "7", "--near"])
    assert (chosen.function(**values), values) == ("a1 7 None True", {"first": "a", "far": 7, "near": True})
    chosen, values = TRY.read(["--deep=x", "a"])
    assert chosen.function(**values) == "a1 x"
    for words, message in {
        "a --deep x --near": "--deep: not with --near",
        "a": "give one of --far and --deep",
        "a --far 1 --deep x": "give only one of --far and --deep",
        "--deep x": "FIRST is missing: try FIRST [OPTIONS]",
        "a b --deep x": "unexpected 'b'",
    }.items():
        with pytest.raises(UsageError, match=message.replace("[", r"\[")):
            TRY.read(words.split())


@pytest.mark.parametrize(
    ("take", "text"),
    [
        (whole(0), "-1"),
        (whole(0), "x"),
        (whole(0, 3), "4"),
        (several(whole(1)), "1,0"),
        (several(whole(1)), ""),
        (decimal("a number", 0, 1), "1"),
        (decimal("a number"), "0"),
        (decimal("a number"), "inf"),
        (decimal("a number"), "nan"),
    ],
)
def test_what_is_no_number(take: object, text: str) -> None:
    assert callable(take)
    with pytest.raises(ValueError, match=r"^expected .*, found '"):
        take(text)
    assert not issubclass(ValueError, WordleCpError)


def test_no_option_is_declared_twice() -> None:
    declared: Counter[str] = Counter()
    for path in (path for folder in FOLDERS for path in folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {"Option", "reads", "writes"}:
                declared[ast.unparse(call)] += 1
    assert len(declared) > 100
    assert [option for option, times in declared.items() if times > 1] == []


def test_two_files_to_write_are_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    export = ("model", "export", "family-cover", "--set", "?ills", "--hidden", "big", "--depth", "5")
    for arguments, line in (
        (
            (*export, "--format", "opb", "--out", "a.opb", "--proof", "./a.opb"),
            "--proof: a.opb is what --out writes",
        ),
        (
            ("solve", "--variant", "toy", "--trace", "a.html", "--plot", "a.html"),
            "--plot: a.html is what --trace writes",
        ),
    ):
        assert main(arguments) == 2
        assert capsys.readouterr().err == f"error: {line}\n"
    assert not any(tmp_path.iterdir())
    with pytest.raises(UsageError, match=r"^proof: a\.opb is what out writes$"):
        wordle_cp.export_model("family-cover", "original", words="?ills", depth=5, out="a.opb", proof="a.opb")
