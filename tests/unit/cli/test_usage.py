"""Each kind of mistake on the command line is one clear line, and exit code 2."""

from __future__ import annotations

import json
import re
import shlex
from typing import Final

import pytest
from typer import TyperException

from tests.effort import MORE
from tests.shown.commands import check_syntax
from tests.unit.cli.test_help import COMMANDS
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.usage import usage_message
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
    "check a.cert b": "unexpected 'b': the command is wordle-cp check FILE [OPTIONS]",
    "prove extra\nline": "unexpected 'extra\\nline': the command is wordle-cp prove [OPTIONS]",
    "prove uncopyrightable": "unexpected 'uncopyrightable'; did you mean "
    "wordle-cp prove --opener uncopyrightable?",
    f"prove {'x' * 5000}": f"unexpected '{'x' * 40}...': the command is wordle-cp prove [OPTIONS]",
    "prove --dept 3": "no option is called '--dept'; did you mean --depth?",
    "prove --Depth 3": "no option is called '--Depth'; did you mean --depth?",
    "prove --nonsense": "no option is called '--nonsense': wordle-cp prove --help lists them all",
    "prove -depth 3": "no option is called '-d': options begin with two dashes, such as --depth",
    "solve --variant TOY": "no variant and no file is called 'TOY'; did you mean toy?",
    "-x": "no option is called '-x': options begin with two dashes, such as --version",
    "--nonsense": "no option is called '--nonsense': wordle-cp --help lists them all",
    "solve salet": "unexpected 'salet'; did you mean wordle-cp solve --opener salet?",
    "prove --depth 5 SALET": "unexpected 'SALET'; did you mean wordle-cp prove --depth 5 --opener salet?",
    "prove --depth 5 -- SALET": "unexpected 'SALET'; did you mean wordle-cp prove --depth 5 --opener salet?",
    "prove crane crate": "unexpected 'crane crate'; did you mean wordle-cp prove --opener crane?",
    "prove --opener salet salet": "unexpected 'salet': the command is wordle-cp prove [OPTIONS]",
    "prove --depth=5 palet hard": "unexpected 'palet hard'; "
    "did you mean wordle-cp prove --depth=5 --opener palet --mode hard?",
    "prove optimal": "unexpected 'optimal'; did you mean wordle-cp prove --optimal?",
    "prove depth 5": "unexpected 'depth 5'; did you mean wordle-cp prove --depth 5?",
    "prove big": "unexpected 'big'; did you mean wordle-cp prove --hidden big?",
    "prove out.cert": "unexpected 'out.cert'; did you mean wordle-cp prove --out out.cert?",
    "solve none": "unexpected 'none'; did you mean wordle-cp solve --max-guesses none?",
    "solve 0,0,0,0": "unexpected '0,0,0,0'; did you mean wordle-cp solve --costs 0,0,0,0?",
    "solve w.csv": "unexpected 'w.csv'; did you mean wordle-cp solve --weights w.csv?",
    "solve out.svg": "unexpected 'out.svg'; did you mean wordle-cp solve --plot out.svg?",
    "solve 'it.txt": "unexpected ''it.txt'; did you mean wordle-cp solve --openers ''\"'\"'it.txt'?",
    "rank all": "unexpected 'all'; did you mean wordle-cp rank --all?",
    "rank worst": "unexpected 'worst'; did you mean wordle-cp rank --worst K?",
    "rank totals.csv": "unexpected 'totals.csv'; did you mean wordle-cp rank --out totals.csv?",
    "tree draw x.cert out.svg": "unexpected 'out.svg'; "
    "did you mean wordle-cp tree draw x.cert --out out.svg?",
    "tree export x.cert dot": "unexpected 'dot'; did you mean wordle-cp tree export x.cert --format dot?",
    "compare knuth": "unexpected 'knuth'; did you mean wordle-cp compare --policy knuth?",
    "compare salet": "unexpected 'salet'; did you mean wordle-cp compare --policy P --opener salet?",
    "compare": "--policy is missing: give --policy P",
    "prove 5": "unexpected '5'; did you mean wordle-cp prove --depth 5?",
    "rank salet": "unexpected 'salet'; did you mean wordle-cp solve --opener salet?",
    "rank 10": "unexpected '10'; did you mean wordle-cp rank --top 10?",
    "census --depth 5 salet": "unexpected 'salet'; did you mean wordle-cp prove --depth 5 --opener salet?",
    "census salet": "unexpected 'salet'; did you mean wordle-cp prove --depth G --opener salet?",
    "census 5 salet": "unexpected '5 salet'; did you mean wordle-cp prove --depth 5 --opener salet?",
    "census 5": "unexpected '5'; did you mean wordle-cp census --depth 5?",
    "census hard": "unexpected 'hard'; did you mean wordle-cp census --depth G --mode hard?",
    "census": "--depth is missing: give --depth G",
    "census --depth 5 toy": "unexpected 'toy'; did you mean wordle-cp census --depth 5 --variant toy?",
    "solve hard": "unexpected 'hard'; did you mean wordle-cp solve --mode hard?",
    "solve mine.yaml": "unexpected 'mine.yaml'; did you mean wordle-cp solve --variant mine.yaml?",
    "solve crate 01000": "unexpected 'crate 01000'; did you mean wordle-cp solve --after 'crate 01000'?",
    "assist salet.bybbb": "unexpected 'salet.bybbb'; did you mean wordle-cp assist --after salet.bybbb?",
    "play crane": "unexpected 'crane'; did you mean wordle-cp play --word crane?",
    "stats salet": "unexpected 'salet'; did you mean wordle-cp stats --opener salet?",
    "explain x.cert salet": "unexpected 'salet'; did you mean wordle-cp explain x.cert --guess salet?",
    "solve --opener saelt": "opener 'saelt' is not among the guesses of original; "
    "did you mean salet, swelt or spelt?",
    "solve --after saelt.bbbbb": "'saelt' is not among the guesses of original; "
    "did you mean salet, swelt or spelt?",
    "boards --after saelt.bbbbb/bbbbb": "'saelt' is not among the guesses of original; "
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
    "prove": "give one of --depth, --least-depth, --optimal and --between, such as wordle-cp prove --depth 5",
    "prove --depth 5 --optimal": "give only one of --depth, --least-depth, --optimal and --between",
    "prove help": "unexpected 'help'; did you mean wordle-cp prove --help?",
    "tree help": "no command is called 'help'; did you mean wordle-cp tree --help?",
    "help provee": "no command is called 'provee'; did you mean prove?",
    "tree": "wordle-cp tree needs a command: table, draw, sheet, export or import",
    "tree exprot x": "no command is called 'exprot'; did you mean export?",
    "trace toy.trace": "no command is called 'trace': .trace was read up to version 0.1.0; "
    "wordle-cp solve --trace F.html writes the page",
    "SOLVE": "no command is called 'SOLVE'; did you mean solve?",
    "": "no command is called '': wordle-cp --help lists them all",
    "salet": "no command is called 'salet'; did you mean solve, or wordle-cp solve --opener salet?",
    "crate lions focus": "no command is called 'crate'; did you mean wordle-cp analyse crate lions focus?",
    "salet.bybbb": "no command is called 'salet.bybbb'; did you mean wordle-cp solve --after salet.bybbb?",
    "toy": "no command is called 'toy'; did you mean wordle-cp solve --variant toy?",
    "5": "no command is called '5'; did you mean wordle-cp prove --depth 5?",
    "original-hard-depth-5-palet": "no command is called 'original-hard-depth-5-palet'; "
    "did you mean wordle-cp check original-hard-depth-5-palet?",
    "variants toy": "no command is called 'toy'; did you mean wordle-cp variants show toy?",
    "model weights": "no command is called 'weights'; did you mean wordle-cp model show weights?",
    "tree original-hard-depth-5-palet": "no command is called 'original-hard-depth-5-palet'; "
    "did you mean wordle-cp tree table original-hard-depth-5-palet?",
    "check salet": "no file and no proof that ships is called 'salet'; wordle-cp proofs list lists them",
    "qwertz": "no command is called 'qwertz': wordle-cp --help lists them all",
}


STRAYS: Final = (
    *("salet", "SALET", "hard", "big", "list", "toy", "5", "0", "all", "knuth", "none", "help", "depth 5"),
    *("crate.bybbb", "crate bybbb", "0,0,0,0", "x.csv", "x.svg", "x.cert", "x.txt", "x.yaml", "dot", "a b"),
    *("'", "", " ", "\n", "\N{LATIN SMALL LETTER SHARP S}", "\ud800", "x" * 999, "total", "plain", "worst 3"),
)
MEANT: Final = re.compile("did you mean .*?(wordle-cp .*)\\?$")
STANDS_FOR: Final = {"G": "5", "K": "5", "N": "2", "P": "knuth", "F": "x.svg", "W": "salet"}
"""For what help texts write instead of a value."""


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("given", ["", "x.cert"])
def test_what_is_suggested_can_be_typed(name: str, given: str) -> None:
    for stray in STRAYS if MORE else STRAYS[bool(given) :: 2]:
        line = [*name.split()[1:], *given.split(), *stray.split(" ")]
        try:
            check_syntax(line)
        except WordleCpError:
            continue
        except TyperException as error:
            message = usage_message(error, line)
            assert message.isprintable()
            found = MEANT.search(message)
            if found is not None and "--help" not in found[1]:
                words = shlex.split(found[1])[1:]
                check_syntax([STANDS_FOR.get(word, word.split("|")[0]) for word in words])


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = line.split(" ")
    assert main(words) == ExitCode.BAD_INPUT
    assert capsys.readouterr() == ("", f"error: {MISTAKES[line]}\n")
    as_json = [*words[:1], "--json", *words[1:]]
    if words[0] in {"prove", "check"}:
        assert main(as_json) == ExitCode.BAD_INPUT
        said = json.loads(capsys.readouterr().out)
        assert {name: text.replace(" --json", "") for name, text in said.items()} == {"error": MISTAKES[line]}
