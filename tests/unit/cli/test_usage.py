"""Each kind of mistake on the command line is one clear line, and exit code 2."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tests.each import each
from tests.effort import MORE
from tests.shown.commands import check_syntax
from tests.unit.cli.test_help import COMMANDS
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import WordleCpError

MISTAKES = {
    "tree export x.cert": "--format is missing: give --format dot, graphml, json, selby or certificate",
    "prove --depth": "--depth needs a value",
    "prove --mode": "--mode needs a value",
    "prove --depth 3 --out --quiet": "--out needs a value, found '--quiet'; --out=VALUE takes any",
    "solve --opener --variant=toy": "--opener needs a value, found '--variant=toy'; --opener=VALUE takes any",
    "check --sample --plain x.cert": "--sample needs a value, found '--plain'; --sample=VALUE takes any",
    "rank --top 2 --out --jsn": "--out needs a value, found '--jsn'; --out=VALUE takes any",
    "prove --depth x": "--depth: expected a whole number of 1 or more, found 'x'",
    "prove --depth=": "--depth: expected a whole number of 1 or more, found ''",
    "prove --depth 3 --mode easy": "--mode: expected normal, hard or ultrahard, found 'easy'",
    "prove --depth 3 --hidden LISTS": "--hidden: expected list or big, found 'LISTS'; did you mean list?",
    "prove --depth 3 --mode it's": "--mode: expected normal, hard or ultrahard, found 'it's'",
    "prove --depth 3 --mode a\tb": "--mode: expected normal, hard or ultrahard, found 'a\\tb'",
    "prove --depth 3 --json=1": "--json takes no value",
    "check": "FILE is missing: wordle-cp check FILE [OPTIONS]",
    "check a.cert b": "unexpected 'b': the command is wordle-cp check FILE [OPTIONS]; "
    "wordle-cp check --help lists the options",
    "prove extra\nline": "unexpected 'extra\\nline': the command is wordle-cp prove [OPTIONS]; "
    "wordle-cp prove --help lists the options",
    f"prove {'x' * 5000}": f"unexpected '{'x' * 40}...': the command is wordle-cp prove [OPTIONS]; "
    "wordle-cp prove --help lists the options",
    "prove --dept 3": "no option is called '--dept'; did you mean --depth?",
    "prove --Depth 3": "no option is called '--Depth'; did you mean --depth?",
    "prove --nonsense": "no option is called '--nonsense': wordle-cp prove --help lists them all",
    "prove -depth 3": "no option is called '-depth': options begin with two dashes, such as --depth",
    "solve --variant TOY": "no variant and no file is called 'TOY'; did you mean toy?",
    "-x": "no option is called '-x': options begin with two dashes, such as --version",
    "--nonsense": "no option is called '--nonsense': wordle-cp --help lists them all",
    "solve salet": "unexpected 'salet': the command is wordle-cp solve [OPTIONS]; "
    "wordle-cp solve --help lists the options",
    "prove --depth 5 SALET": "unexpected 'SALET': the command is wordle-cp prove [OPTIONS]; "
    "wordle-cp prove --help lists the options",
    "prove --depth=5 palet hard": "unexpected 'palet hard': the command is wordle-cp prove [OPTIONS]; "
    "wordle-cp prove --help lists the options",
    "tree draw x.cert out.svg": "unexpected 'out.svg': the command is wordle-cp tree draw FILE [OPTIONS]; "
    "wordle-cp tree draw --help lists the options",
    "tree export x.cert dot": "unexpected 'dot': the command is wordle-cp tree export FILE [OPTIONS]; "
    "wordle-cp tree export --help lists the options",
    "compare salet": "unexpected 'salet': the command is wordle-cp compare [OPTIONS]; "
    "wordle-cp compare --help lists the options",
    "compare": "--policy is missing: give --policy P",
    "census 5": "unexpected '5': the command is wordle-cp census [OPTIONS]; "
    "wordle-cp census --help lists the options",
    "census": "--depth is missing: give --depth G",
    "solve crate 01000": "unexpected 'crate 01000': the command is wordle-cp solve [OPTIONS]; "
    "wordle-cp solve --help lists the options",
    "solve --opener saelt": "opener 'saelt' is not among the guesses of original; "
    "did you mean salet, swelt or spelt?",
    "solve --after saelt.bbbbb": "guess 1: 'saelt' is not among the guesses of original; "
    "did you mean salet, swelt or spelt?",
    "solve --opener zzzzz": "opener 'zzzzz' is not among the guesses of original",
    "compare --policy kunth": "expected a policy (knuth, irving, neuwirth, kooi, two plies as in knuth2, "
    "another tie rule as in knuth-last), all, module:function or file.py:function, found 'kunth'; "
    "did you mean knuth or knuth2?",
    "play --variant toy --word cred": "'cred' is not among the guesses of toy; did you mean credo?",
    "analyse crate lions": "LIONS, the last word, was taken as the hidden word, and is not among the "
    "hidden words of original; write a response behind each guess, or name the hidden word as well",
    "solve --guesses words.txt": "no option is called '--guesses'; words of your own make a variant: "
    "wordle-cp variants new mine.yaml --guesses FILE",
    "solve --hidden words.txt": "--hidden: expected list or big, found 'words.txt'; words of your own make a "
    "variant: wordle-cp variants new mine.yaml --hidden FILE",
    "variants new mine.yaml --hidden words.txt": "--hidden 'words.txt' needs --guesses, a list that has "
    "these words: --guesses original-guesses, or if nothing else may be guessed --guesses FILE --hidden big",
    "prove": "give one of --depth, --least-depth, --optimal and --between, "
    "such as wordle-cp prove --depth 5 --mode hard --opener palet",
    "prove --depth 5 --optimal": "give only one of --depth and --optimal",
    "prove help": "unexpected 'help': the command is wordle-cp prove [OPTIONS]; "
    "wordle-cp prove --help lists the options",
    "tree help": "no command is called 'help': wordle-cp tree --help lists them all",
    "help provee": "no command is called 'provee'; did you mean prove?",
    "tree": "wordle-cp tree needs a command: table, draw, sheet, export or import",
    "tree exprot x": "no command is called 'exprot'; did you mean export?",
    "trace toy.trace": "no command is called 'trace': .trace was read up to version 0.1.0; "
    "wordle-cp solve --trace F.html writes the page",
    "boards --depth 9": "no command is called 'boards': several boards were answered up to version 0.1.0",
    "tree diff a.cert b.cert": "no command is called 'diff': strategies were compared up to version 0.1.0; "
    "wordle-cp tree table --csv writes each",
    "model instances": "no command is called 'instances': instances were written up to version 0.1.0; "
    "wordle-cp model export writes each of them",
    "SOLVE": "no command is called 'SOLVE'; did you mean solve?",
    "": "no command is called '': wordle-cp --help lists them all",
    "salet": "no command is called 'salet'; did you mean solve?",
    "5": "no command is called '5': wordle-cp --help lists them all",
    "variants toy": "no command is called 'toy': wordle-cp variants --help lists them all",
    "check salet": "no file and no proof that ships is called 'salet'; wordle-cp proofs list lists them",
    "qwertz": "no command is called 'qwertz': wordle-cp --help lists them all",
}


STRAYS: Final = (
    *("salet", "help", "a b", "'", "", " ", "\n", "\ud800", "x" * 999),
    "\N{LATIN SMALL LETTER SHARP S}",
)


@pytest.mark.parametrize("given", ["", "x.cert"])
@each("name", COMMANDS)
def test_a_stray_word_is_told_in_one_line(name: str, given: str) -> None:
    told: list[str] = []
    for stray in STRAYS if MORE else STRAYS[2 * bool(given) :: 4]:
        line = [*name.split()[1:], *given.split(), *stray.split(" ")]
        try:
            check_syntax(line)
        except WordleCpError as error:
            told.append(str(error))
    assert [message for message in told if not message.isprintable() or len(message) >= 250] == []


@each("line", MISTAKES)
def test_a_mistake_is_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = line.split(" ")
    assert main(words) == ExitCode.BAD_INPUT
    assert capsys.readouterr() == ("", f"error: {MISTAKES[line]}\n")
    as_json = [*words[:1], "--json", *words[1:]]
    if words[0] in {"prove", "check"}:
        assert main(as_json) == ExitCode.BAD_INPUT
        said = json.loads(capsys.readouterr().out)
        assert {name: text.replace(" --json", "") for name, text in said.items()} == {"error": MISTAKES[line]}
