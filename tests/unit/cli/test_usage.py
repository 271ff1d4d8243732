"""Each kind of mistake on the command line is one clear line, and exit code 2."""

from __future__ import annotations

import json

import pytest

from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

MISTAKES = {
    "tree export x.cert": "--format is missing: give --format dot, graphml, json, selby or certificate",
    "tree draw x.cert": "--out is missing: give --out F",
    "prove --depth": "--depth needs a value",
    "prove --mode": "--mode needs a value",
    "prove --depth x": "--depth: expected a whole number of 1 or more, found 'x'",
    "prove --depth=": "--depth: expected a whole number of 1 or more, found ''",
    "prove --depth 3 --mode easy": "--mode: expected normal, hard or ultrahard, found 'easy'",
    "prove --depth 3 --hidden LISTS": "--hidden: expected list or big, found 'LISTS'; did you mean list?",
    "prove --depth 3 --mode it's": "--mode: expected normal, hard or ultrahard, found 'it's'",
    "prove --depth 3 --mode a\tb": "--mode: expected normal, hard or ultrahard, found 'a\\tb'",
    "prove --depth 3 --json=1": "--json takes no value",
    "check": "FILE is missing: wordle-cp check FILE [OPTIONS]",
    "tree diff a.cert": "FILE is missing: wordle-cp tree diff FILE FILE [OPTIONS]",
    "check a b": "unexpected 'b': the command is wordle-cp check FILE [OPTIONS]",
    "prove extra\nline": "unexpected 'extra\\x0aline': the command is wordle-cp prove [OPTIONS]",
    "prove uncopyrightable": "unexpected 'uncopyrightable'; did you mean "
    "wordle-cp prove --opener uncopyrightable?",
    f"prove {'x' * 5000}": f"unexpected '{'x' * 40}...': the command is wordle-cp prove [OPTIONS]",
    "prove --dept 3": "no option is called '--dept'; did you mean --depth?",
    "prove --Depth 3": "no option is called '--Depth'; did you mean --depth?",
    "prove --nonsense": "no option is called '--nonsense': wordle-cp prove --help lists what there is",
    "prove -depth 3": "no option is called '-d': options begin with two dashes, such as --depth",
    "solve --variant TOY": "no variant and no file is called 'TOY'; did you mean toy?",
    "-x": "no option is called '-x': options begin with two dashes, such as --version",
    "--nonsense": "no option is called '--nonsense': wordle-cp --help lists what there is",
    "solve salet": "unexpected 'salet'; did you mean wordle-cp solve --opener salet?",
    "prove --depth 5 SALET": "unexpected 'SALET'; did you mean wordle-cp prove --opener salet?",
    "prove 5": "unexpected '5'; did you mean wordle-cp prove --depth 5?",
    "rank salet": "unexpected 'salet'; did you mean wordle-cp solve --opener salet?",
    "rank 10": "unexpected '10'; did you mean wordle-cp rank --top 10?",
    "census --depth 5 salet": "unexpected 'salet'; did you mean wordle-cp solve --opener salet?",
    "census --depth 5 toy": "unexpected 'toy'; did you mean wordle-cp census --variant toy?",
    "solve hard": "unexpected 'hard'; did you mean wordle-cp solve --mode hard?",
    "solve mine.yaml": "unexpected 'mine.yaml'; did you mean wordle-cp solve --variant mine.yaml?",
    "solve crate 01000": "unexpected 'crate 01000'; did you mean wordle-cp solve --after 'crate 01000'?",
    "assist salet.bybbb": "unexpected 'salet.bybbb'; did you mean wordle-cp assist --after salet.bybbb?",
    "play crane": "unexpected 'crane'; did you mean wordle-cp play --word crane?",
    "stats salet": "unexpected 'salet'; did you mean wordle-cp stats --opener salet?",
    "explain x.cert salet": "unexpected 'salet'; did you mean wordle-cp explain --guess salet?",
    "solve --opener saelt": "opener 'saelt' is not among the guesses of original; "
    "did you mean salet, swelt or spelt?",
    "solve --after saelt.bbbbb": "'saelt' is not among the guesses of original; "
    "did you mean salet, swelt or spelt?",
    "solve --opener zzzzz": "opener 'zzzzz' is not among the guesses of original",
    "compare --policy kunth": "expected a policy (knuth, irving, neuwirth, kooi, two plies as in knuth2, "
    "another tie rule as in knuth-last), all, module:function or file.py:function, found 'kunth'; "
    "did you mean knuth or knuth2?",
    "play --variant toy --word cred": "'cred' is not among the guesses of toy; did you mean credo?",
    "analyse crate lions": "LIONS, the last word, was taken as the hidden word, and is not among the "
    "hidden words of original; write a response behind each guess, or give the hidden word (--word)",
    "prove help": "unexpected 'help'; did you mean wordle-cp prove --help?",
    "tree help": "no command is called 'help'; did you mean wordle-cp tree --help?",
    "help provee": "no command is called 'provee'; did you mean prove?",
    "tree": "wordle-cp tree needs a command: table, draw, sheet, diff, export or import",
    "tree exprot x": "no command is called 'exprot'; did you mean export?",
    "SOLVE": "no command is called 'SOLVE'; did you mean solve?",
    "": "no command is called '': wordle-cp --help lists what there is",
    "qwertz": "no command is called 'qwertz': wordle-cp --help lists what there is",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = line.split(" ")
    assert main(words) == ExitCode.BAD_INPUT
    assert capsys.readouterr() == ("", f"error: {MISTAKES[line]}\n")
    as_json = [*words[:1], "--json", *words[1:]]
    if words[0] in {"prove", "check"}:
        assert main(as_json) == ExitCode.BAD_INPUT
        assert json.loads(capsys.readouterr().out) == {"error": MISTAKES[line]}
