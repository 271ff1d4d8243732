"""Strategies of other programs, in whatever form and wrapping: what is read, what is refused and where."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import FEW
from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.foreign import Followed, ForeignStrategy, read_written
from wordle_cp.data import proof_paths
from wordle_cp.errors import UsageError, WordleCpError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.strategy_tree import Figures, walk
from wordle_cp.games.variant import Variant
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.rules.words import History

RHYMES = Variant.from_words(
    ["bah", "bat", "cat", "hat", "mac", "mat", "orb", "rat"], ["bat", "cat", "hat", "mat", "rat"]
)
WHOLE = Followed(("mac", "bah"), "mac", Figures(5, 13, (0, 2, 3)))
HAT = [
    {"guess": "mac", "pattern": "BGB"},
    {"guess": "bah", "pattern": "(0, 2, 1)"},
    {"guess": "hat", "pattern": "GGG"},
]
PATHS = {  # the same strategy, as people write it
    "letters": "mac BGB bah BGB rat\nmac BGB bah BGY hat\nmac BGB bah GGB bat\nmac BGY cat\nmac GGB mat\n",
    "underscores": "mac _g_ bah _g_ rat\nmac _g_ bah _gy hat\nmac _g_ bah gg_ bat\nmac _gy cat\nmac gg_ mat",
    "blanks": "mac  g  bah  g  rat\nmac  g  bah  gy hat\nmac  g  bah gg  bat\nmac  gy cat\nmac gg  mat",
    "quoted": 'mac," g ",bah," g ",rat\nmac,_g_,bah,_gy,hat\nmac,_g_,bah,gg_,bat\nmac,_gy,cat\nmac,gg_,mat',
    "digits": "mac 020 bah 020 rat\nmac 020 bah 021 hat\nmac 020 bah 220 bat\nmac 021 cat\nmac 220 mat\n",
    "squares and counts": (
        "MAC ⬛🟩⬛ 3 BAH ⬛🟩⬛ 1 RAT\nMAC ⬛🟩⬛ 3 BAH ⬜🟩🟨 1 HAT\nMAC ⬛🟩⬛ 3 BAH 🟩🟩⬛ 1 BAT\n"
        "MAC ⬛🟩🟨 1 CAT\nMAC 🟩🟩⬛ 1 MAT\n"
    ),
    "all green at the end": (
        "mac BGB bah BGB rat GGG\nmac BGB bah BGY hat GGG\nmac BGB bah GGB bat GGG\nmac BGY cat GGG\n"
        "mac GGB mat GGG\n"
    ),
    "one row a position": "mac BGB bah\nmac BGB bah BGB rat\nmac BGB bah BGY hat\nmac BGB bah GGB bat\n"
    "mac BGY cat\nmac GGB mat\n",
    "words": "mac,bah,rat\nmac,bah,hat\nmac,bah,bat\nmac,cat\nmac,mat\n",
    "arrows": "mac -> bah -> rat\nmac -> bah -> hat\nmac -> bah -> bat\nmac -> cat\nmac -> mat\n",
    "a table": (
        "\ufeffanswer;one;two;three;guesses\r\nrat;mac;bah;rat;3\r\nhat;mac;bah;hat;3\r\nbat;mac;bah;bat;3\r\n"
        "cat;mac;cat;;2\r\nmat;mac;mat;;2\r\n"
    ),
    "numbered": "1\tmac\tbah\trat\n2\tmac\tbah\that\n3\tmac\tbah\tbat\n4\tmac\tcat\n5\tmac\tmat\n",
    "dots": "mac .g. bah .g. rat\nmac .g. bah .gy hat\nmac .g. bah gg. bat\nmac .gy cat\nmac gg. mat\n",
    "slashes": "mac/bah/rat\nmac/bah/hat\nmac/bah/bat\nmac/cat\nmac/mat\n",
    "lists of Python": (
        "['mac', 'bah', 'rat']\n['mac', 'bah', 'hat']\n['mac', 'bah', 'bat']\n"
        "['mac', 'cat']\n['mac', 'mat']\n"
    ),
    "counts like responses": (
        "mac 020 120 bah 020 100 rat\nmac 020 120 bah 021 100 hat\nmac 020 120 bah 220 100 bat\n"
        "mac 021 100 cat\nmac 220 100 mat\n"
    ),
    "numbers like responses": "10. mac bah rat\n11. mac bah hat\n12. mac bah bat\n20. mac cat\n21. mac mat\n",
    "numbers with dots": "1. mac bah rat\n2. mac bah hat\n3. mac bah bat\n4. mac cat\n5. mac mat\n",
    "counts in brackets": (
        "rat: mac, bah, rat (3)\nhat: mac, bah, hat (3)\nbat: mac, bah, bat (3)\n"
        "cat: mac, cat (2)\nmat: mac, mat (2)\n"
    ),
    "paths with dashes": (
        "target,num,path\nrat,3,mac-bah-rat\nhat,3,mac-bah-hat\nbat,3,mac-bah-bat\n"
        "cat,2,mac-cat\nmat,2,mac-mat\n"
    ),
    "short rows filled": "mac,bah,rat\nmac,bah,hat\nmac,bah,bat\nmac,cat,null\nmac,mat,None\n",
    "bars below a remark": "# the end\n|mac|bah|rat|\n|mac|bah|hat|\n|mac|bah|bat|\n|mac|cat|\n|mac|mat|\n",
    "a table of Markdown with the words": (
        "| word | 1 | 2 | 3 |\n|------|---|---|---|\n| rat | mac | bah | rat |\n| hat | mac | bah | hat |\n"
        "| bat | mac | bah | bat |\n| cat | mac | cat | |\n| mat | mac | mat | |\n"
    ),
    "tables of Markdown with the responses": (
        "# mac\n\n| Hint | Next |\n| --- | --- |\n| 020 | bah |\n| 021 | cat |\n| 220 | mat |\n\n"
        "# mac, bah\n\n| Hint | Next |\n|:---|---:|\n| 020 | rat |\n| 021 | hat |\n| 220 | bat |\n"
    ),
    "indented lines": (
        "Guess: MAC\n  [0 2 0] Guess: BAH\n    [0 2 0] Final: RAT\n    [0 2 1] Final: HAT\n"
        "    [2 2 0] Final: BAT\n  [0 2 1] Final: CAT\n  [2 2 0] Final: MAT\n"
    ),
    "lines indented with tabs": (
        "Guess: mac\n\t(BGB) Guess: bah\n\t\t(BGB) Guess: rat\n\t\t(BGY) Guess: hat\n"
        "\t\t(GGB) Guess: bat\n\t(BGY) Guess: cat\n\t(GGB) Guess: mat\n"
    ),
    "comments": "# by hand\n\nmac bah rat\nmac bah hat\n# both\nmac bah bat\nmac cat\nmac mat",
}
NESTED: dict[str, Any] = {
    "next": {
        "guess": "MAC",
        "next": {
            "BGB": {"guess": "BAH", "next": {"BGB": {"guess": "RAT"}, "BGY": "HAT", "GGB": {"guess": "BAT"}}},
            "BGY": {"guess": "CAT", "next": {}},
            "GGB": {"guess": "MAT", "next": None},
        },
    },
    "map": {
        "guess": "mac",
        "size": 5,
        "map": {
            "020": {
                "guess": "bah",
                "map": {"020": {"guess": "rat", "map": {"222": None}}, "021": "hat", "220": "bat"},
            },
            "021": {"guess": "cat", "map": {"222": {}}},
            "220": {"guess": "mat", "map": {}},
        },
    },
    "squares": {
        "word": "mac",
        "responses": {
            "⬛🟩⬛": {"word": "bah", "responses": {"⬛🟩⬛": "rat", "⬛🟩🟨": "hat", "🟩🟩⬛": "bat"}}
        }
        | {"⬛🟩🟨": "cat", "🟩🟩⬛": "mat"},
    },
    "words as names": {
        "mac": {"BGB": {"bah": {"BGB": {"rat": {}}, "BGY": {"hat": {}}, "GGB": "bat"}}}
        | {"BGY": "cat", "GGB": {"mat": {"GGG": None}}}
    },
    "responses beside the guess": {
        "guess": "mac",
        "remaining": ["bat", "cat"],
        "BGB": {"guess": "bah", "BGB": {"guess": "rat"}, "BGY": {"guess": "hat"}, "GGB": {"guess": "bat"}},
        "BGY": {"guess": "cat"},
        "GGB": {"guess": "mat", "GGG": None},
    },
    "a list of responses": {
        "best_guess": "mac",
        "children": [
            {
                "pattern": "BGB",
                "best_guess": "bah",
                "children": [
                    {"pattern": "BGB", "best_guess": "rat"},
                    {"pattern": "BGY", "best_guess": "hat", "children": []},
                    {"pattern": "GGB", "best_guess": "bat"},
                ],
            },
            {"pattern": "BGY", "node": {"best_guess": "cat"}},
            {"pattern": "GGB", "node": {"best_guess": "mat"}},
            {"pattern": "GGG", "node": None},
        ],
    },
    "a list of a guess and an object": [
        "mac",
        {
            "BGB": ["bah", {"BGB": ["rat", {}], "BGY": ["hat", None], "GGB": "bat"}],
            "BGY": ["cat", {}],
            "GGB": ["mat", {}],
        },
    ],
    "responses as tuples": {
        "guess": "mac",
        "next": {
            "(0, 2, 0)": {"guess": "bah", "next": {"(0, 2, 0)": "rat", "(0, 2, 1)": "hat", "[2,2,0]": "bat"}},
            "(0, 2, 1)": "cat",
            "(2, 2, 0)": "mat",
        },
    },
    "something around": {
        "meta": {"author": "x"},
        "version": 2,
        "tree": {
            "guess": "mac",
            "next": {"BGB": {"guess": "bah", "next": {"BGB": "rat", "BGY": "hat", "GGB": "bat"}}}
            | {"BGY": "cat", "GGB": "mat"},
        },
    },
    "rows by their words": {
        "rat": ["mac", "bah", "rat"],
        "hat": ["mac", "bah"],
        "bat": ["mac", "bah", "bat"],
        "cat": ["mac", "cat"],
        "mat": ["mac"],
    },
    "rows in objects": [
        {"word": "rat", "guesses": ["mac", "bah", "rat"]},
        {"word": "hat", "path": HAT},
        {"word": "bat", "path": ["mac", "bah", "bat"], "n": 3},
        {"word": "cat", "path": ["mac", "cat"]},
        {"word": "mat", "path": ["mac", "mat"]},
    ],
    "a guess for each history": {
        "": "mac",
        "mac BGB": "bah",
        "mac BGB bah BGB": "rat",
        "mac BGB bah BGY": "hat",
        "mac BGB bah GGB": "bat",
        "mac BGY": "cat",
        "mac GGB": "mat",
    },
    "numbers beside positions": {
        "guess": "mac",
        "stats": {"size": 5, "mean": 2.6, "is_hidden": False},
        "others": {"orb": "worse"},
        "next": [
            {
                "response": "BGB",
                "stats": {"size": 3},
                "next": {
                    "guess": "bah",
                    "next": {"BGB": "rat", "BGY": "hat", "GGB": "bat"},
                    "values": {"orb": 2},
                },
            },
            {"response": "BGY", "stats": {"size": 1}, "next": {"guess": "cat", "stats": {"size": 1}}},
            {"response": "GGB", "stats": {"size": 1}, "next": {"guess": "mat"}},
        ],
    },
    "children called nodes": {
        "guess": "mac",
        "nodes": [
            {"pattern": "BGB", "guess": "bah", "nodes": {"BGB": "rat", "BGY": "hat", "GGB": "bat"}},
            {"pattern": "BGY", "guess": "cat"},
            {"pattern": "GGB", "guess": "mat"},
        ],
    },
    "rows": [["mac", "bah", "rat"], ["mac", "bah", "hat"], ["mac", "bah", "bat"], ["mac", "cat"], "mac mat"],
}


def read(path: Path, game: Variant = RHYMES, history: History = ()) -> Followed:
    """Return what the file at `path` plays."""
    return ForeignStrategy(path, read_written(path), WordScoring(game.length)).follow(game, history)


def followed(folder: Path, contents: object, history: History = (), game: Variant = RHYMES) -> Followed:
    """Return what a file of these contents, text or JSON, plays."""
    path = folder / "strategy"
    path.write_text(contents if isinstance(contents, str) else json.dumps(contents), encoding="utf-8")
    return read(path, game, history)


@pytest.mark.parametrize("written", [*PATHS, *NESTED])
def test_every_way_of_writing(written: str, tmp_path: Path) -> None:
    assert followed(tmp_path, PATHS.get(written) or NESTED[written]) == WHOLE


TREE = {
    "guess": "mac",
    "map": {
        "BGB": {"guess": "bah", "map": {"BGB": "rat", "BGY": "hat", "GGB": "bat"}},
        "BGY": "cat",
        "GGB": "mat",
    },
}
WRAPPED = {
    "a module of JavaScript": f"export default {json.dumps(TREE)}\n",
    "a constant of JavaScript": f"const tree = {json.dumps(TREE)};\nmodule.exports = {{ tree }};\n",
    "names without quotes": (
        "// made by a program\nexport const tree = {\n  guess: 'mac', /* the first\n guess */\n  map: {\n"
        "    BGB: {guess: `bah`, map: {BGB: 'rat', BGY: 'hat', GGB: 'bat',}, note: 'it\\'s'},\n"
        "    BGY: 'cat', // seldom\n    GGB: 'mat',\n  },\n};\n"
    ),
    "a call": f"loadTree({json.dumps(TREE, indent=1)});",
    "a function": f"def tree():\n    return {TREE!r}\n",
    "a literal of Python": f"TREE = {TREE!r}\n",
    "tuples of Python": (
        "# by hand\nTREE = {\n    'guess': 'mac',\n    'map': {\n"
        "        (0, 2, 0): ('bah', {(0, 2, 0): 'rat', (0, 2, 1): 'hat', (2, 2, 0): 'bat'}),\n"
        "        (0, 2, 1): ('cat', None),\n        (2, 2, 0): ('mat', {}),\n    },\n}\n"
    ),
    "responses as lists": (
        '{"guess": "mac", "next": [{"response": [0, 2, 0], "tree": ["bah", {"020": "rat", "021": "hat", '
        '"220": "bat"}]}, {"response": [0, 2, 1], "guess": "cat"}, {"response": [2, 2, 0], "guess": "mat"}]}'
    ),
    "YAML": (
        "guess: mac\nmap:\n  BGB:\n    guess: bah\n    map: {BGB: rat, BGY: hat, GGB: bat}\n"
        "  BGY: cat\n  GGB: mat\n"
    ),
    "words as names in YAML": (
        "---\n# by hand\nmac:\n  (0, 2, 0):\n    bah:\n      020: rat\n      021: hat\n      220: bat\n"
        "  [0, 2, 1]: {cat: }\n  220:\n    mat: ~\n"
    ),
    "lists in YAML": (
        "guess: mac\nsize: 5\nnext:\n"
        "- response: 020\n  guess: bah\n  next:\n  - {response: 020, guess: rat}\n"
        "  - {response: 021, guess: hat}\n  - {response: 220, guess: bat}\n- response: 021\n  guess: cat\n"
        "- response: 220\n  guess: mat\n  next: null\n"
    ),
    "rows in YAML": "- [mac, bah, rat]\n- [mac, bah, hat]\n- [mac, bah, bat]\n- [mac, cat]\n- [mac, mat]\n",
    "JSON with a byte order mark": f"\ufeff{json.dumps(TREE)}",
    "JSON in Markdown": f"The tree:\n\n```json\n{json.dumps(TREE, indent=2)}\n```\n",
}


@pytest.mark.parametrize("written", WRAPPED)
def test_every_wrapping(written: str, tmp_path: Path) -> None:
    assert followed(tmp_path, WRAPPED[written]) == WHOLE


def test_lines_of_json(tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in NESTED["rows in objects"]]
    assert followed(tmp_path, "\n".join(lines) + "\n") == WHOLE
    with pytest.raises(UsageError, match=r"strategy: Expecting ':' delimiter: line 2 column 5 \(char \d+\);"):
        followed(tmp_path, "\n".join([lines[0], "{'a'; 1}"]))


def test_compressed_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.gz"
    path.write_bytes(gzip.compress(PATHS["letters"].encode()))
    assert read(path) == WHOLE


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compressed_json(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "tree"
    path.write_bytes(pack(json.dumps(TREE).encode()))
    assert read(path) == WHOLE
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(UsageError, match=r"tree: the (gzip|xz) data end too early"):
        read(path)


def test_archives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tree.csv", PATHS["letters"])
    with pytest.raises(
        UsageError, match=r"tree\.zip: expected UTF-8 text, plain or packed once with gzip or xz"
    ):
        read(path)
    path.write_bytes(bz2.compress(PATHS["letters"].encode()))
    with pytest.raises(
        UsageError, match=r"tree\.zip: expected UTF-8 text, plain or packed once with gzip or xz"
    ):
        read(path)


@pytest.mark.parametrize(
    "text", ["<graphml>", '<?xml version="1.0" encoding="utf-8"?>\n<graphml xmlns="x">', "\ufeff\n<graphml>"]
)
def test_graphml_was_read_once(text: str, tmp_path: Path) -> None:
    message = "GraphML was read up to version 0.1.0; export JSON or Selby's text instead"
    with pytest.raises(UsageError) as caught:
        followed(tmp_path, text)
    assert str(caught.value) == f"{tmp_path / 'strategy'}: {message}"


def test_heading_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(PATHS["a table"], encoding="utf-8")
    strategy = ForeignStrategy(path, read_written(path), WordScoring(3))
    assert strategy.heading == "answer;one;two;three;guesses"


@pytest.mark.parametrize(
    "text", ["mac bgb bah bgb rat\nmac bgb bah bgy hat\nmac bgb bah ggb bat", "bah rat\nbah hat\nbah bat"]
)
def test_history(text: str, tmp_path: Path) -> None:
    """A file may begin with the game, or behind its history."""
    expected = Followed(("bah",), "bah", Figures(3, 9, (0, 0, 3)))
    assert followed(tmp_path, text, parse_history("mac.BGB", 3)) == expected


def test_no_word_agrees_with_the_history(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no guess after mac\.BBB, where 0 hidden words are left"):
        followed(tmp_path, PATHS["words"], parse_history("mac.BBB", 3))


def test_what_the_file_leaves_out_or_has_too_much(tmp_path: Path) -> None:
    lone = followed(tmp_path, "mac bah rat\nmac bah hat\nmac cat\nmac mat\nmac orb\n")
    assert lone == replace(WHOLE, implied=1, unmet=1)  # BAT isn't there, ORB can't be hidden


def test_wasted_guesses_are_dropped(tmp_path: Path) -> None:
    wasted = followed(tmp_path, PATHS["words"].replace("mac,cat", "mac,bah,orb,cat"))
    assert wasted == replace(WHOLE, dropped=1)


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ("mac bah rat\nmac orb hat\n", "line 2: the guess after mac.BGB is ORB, but BAH in line 1"),
        ("mac bgb bah bbb rat ggg\n", "line 1: if RAT is hidden, BAH gets BGB, not BBB"),
        ("mac bgb bah bgb\n", "line 1: expected a next guess at the end, and all green nowhere before it"),
        ("mac ggg rat\n", "line 1: expected a next guess at the end, and all green nowhere before it"),
        ("mac bah rat\nmac bah?hat\n", "line 2: part 2 of the game, 'bah?hat'"),
        ("mac bah rats\n", "line 1: part 3 of the game, 'rats'"),
        ("mac cat\nmac mat\n", "no guess after mac.BGB, where 3 hidden words are left: 'BAT, HAT, RAT'"),
        ("", "expected a strategy, found no guess"),
        ("# nothing\n", "expected a strategy, found no guess"),
        ("Guess: mac\n  [0 2] Guess: bah\n", "line 2: part 1 of the game, 'Guess'"),
        ("Guess: mac\n  Guess: bah\n", "line 2: part 1 of the game, 'Guess'"),
        ("# mac, bah\n| 020 | rat |\n", "line 2: expected one response after which BAH is guessed, found 0"),
        (
            "# mac\n| 020 | bah |\n| 021 | bah |\n# mac, bah\n| 020 | rat |\n",
            "line 5: expected one response after which BAH is guessed, found 2",
        ),
        ("mac: [bah, rat\ncat:\n", "while parsing a flow sequence"),
        (
            "mac:\n  BGB: &a {bah: }\n  BGY: *a\n",
            "expected YAML of at most 500,000 lines, commas and the like",
        ),
        ("mac:\n  BGB: bah\n  BGB: orb\n", "found 'BGB' 2 times in one object"),
        ("TREE = {'mac': {'BGB': 'bah', 'BGB': 'orb'}}", "found 'BGB' 2 times in one object"),
        ("const tree = {\n  guess: 'mac'\n  map: {}\n};", "Expecting ',' delimiter: line 3 column 3"),
        ("['mac', 'cat']\n['mac', 'mat']\n| mac, bah, rat\n", "row 3: expected a game such as crate"),
        ("word,first\nthree,four\nmac,cat\n", "line 2: part 1 of the game, 'three'"),
        ("mac " * 20_000, "line 1: expected a row of at most 65536 signs, found 79999"),
        ("mac bgb " * 255 + "rat", "line 1: expected at most 255 guesses in a row, and 1000000 positions"),
        (
            "mac:\n  x: [" + "y," * 500_000 + "]",
            "expected YAML of at most 500,000 lines, commas and the like",
        ),
        ({"guess": 5}, "the position at the start: guess: expected a word of 3 letters a to z, found '5'"),
        ({"guess": "mac", "next": {"BGX5": "bah"}}, "no guess after mac.BGB, where 3 hidden words are left"),
        ({"guess": "mac", "next": {"BGX5": "bah", "BGB": "bah"}}, "the position at the start: expected resp"),
        (
            {"guess": "mac", "next": {"BGB": ["bat", "hat"]}},
            "no guess after mac.BGB, where 3 hidden words are",
        ),
        ("mac/bah/rat\nmac/bahbah/bat\n", "line 2: part 1 of the game, 'mac/bahbah/bat'"),
        (
            {"mac": {"BGB": {"BGY": {"rat": None}}}},
            "the position after mac.BGB: expected a guess, and responses",
        ),
        ({"guess": "macs"}, "the position at the start: guess: expected"),
        (
            {"guess": "mac", "a": {"BGB": "bah"}, "b": {"BGY": "cat"}},
            "the position at the start: expected a guess, and responses in one place, found '{'guess': 'mac'",
        ),
        (
            {"guess": "mac", "BGB": "bah", "next": {"BGB": "orb"}},
            "the position at the start: expected a guess, and responses in one place",
        ),
        (
            {
                "guess": "mac",
                "a": [{"response": "BGB", "guess": "bah"}],
                "b": [{"response": "BGY", "guess": "cat"}],
            },
            "the position at the start: expected a guess, and responses in one place",
        ),
        ({"first": "mac", "BGB": "bah"}, "the position at the start: expected a guess, and responses in one"),
        ({"guess": "mac", "a": {"x": "bah"}, "b": {"y": "cat"}}, "no guess after mac.BGB, where 3 hidden wo"),
        ({"guess": "mac", "next": {"bgb": 7}}, "the position after mac.BGB: guess: expected a word"),
        (
            {"guess": "mac", "next": {"BGB": "bah", "bgb": "orb"}},
            "the position at the start: expected responses, each once, found 'BGB, bgb'",
        ),
        (
            {
                "guess": "mac",
                "next": [{"response": "BGB", "guess": "bah"}, {"response": "BGB", "guess": "orb"}],
            },
            "the position at the start: expected responses, each once, found 'BGB, BGB'",
        ),
        (
            {"guess": "mac", "best": "orb", "next": {}},
            "the position at the start: the guess at the start is ORB, but MAC in the position at the start",
        ),
        (
            {"guess": "mac", "next": [{"response": "BGB", "a": {"guess": "bah"}, "b": {"guess": "orb"}}]},
            "the position after mac.BGB: the guess after mac.BGB is BAH, but ORB in the position after",
        ),
        (
            {"a": {"guess": "mac", "x": 1}, "b": {"guess": "orb"}},
            "the position at the start: the guess at the",
        ),
        (
            {"nodes": [{"kind": "pair"}]},
            "position 1: expected a history and a guess, found '{'kind': 'pair'}'",
        ),
        ({}, "expected a strategy, found no guess"),
        ([["mac", {"a": "b"}]], "row 1: expected a list of guesses"),
        ([{"left": ["rat", "hat"], "path": ["mac", "bah", "rat"]}], "row 1: expected a list of guesses"),
        ('{"guess": "mac", "guess": "bah"}', "found 'guess' 2 times in one object"),
        ("[" * 100_000, "found parts that are nested too deep"),
        ("mac: " + "[" * 10_000 + "]" * 10_000 + "\nx:\n", "found parts that are nested too deep"),
        ('{"mac": ' + "9" * 5000, "Expecting ',' delimiter"),
    ],
)
def test_refused(contents: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(WordleCpError) as caught:
        followed(tmp_path, contents)
    assert str(caught.value).startswith(f"{tmp_path / 'strategy'}: {message}")


@pytest.mark.parametrize(
    ("before", "behind"), [("[", "]"), ('{"a":', "}"), ('{"guess": "mac", "next": [{"pattern": ', "}]}")]
)
def test_deep_nesting_is_refused(before: str, behind: str, tmp_path: Path) -> None:
    """At any depth: those that are read are too deep for what says what is wrong with them, or nearly so."""
    for depth in range(600, 1000, 7 if FEW else 1):
        with pytest.raises(UsageError, match=r"what is read|no guess after mac\.BGB|recursion depth"):
            followed(tmp_path, before + "[" * depth + "]" * depth + behind)


def test_the_size_of_a_file_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "strategy.gz"
    path.write_bytes(gzip.compress(b"mac,cat\n" * 2**21))
    assert len(read_written(path)) == 2**24
    path.write_bytes(gzip.compress(b"mac,cat\n" * 2**21 + b"m"))
    with pytest.raises(UsageError, match=r"strategy\.gz: expected a strategy of at most 16 MB$"):
        read_written(path)


def test_an_object_with_the_name_of_a_guess_and_none_is_an_end(tmp_path: Path) -> None:
    text = json.dumps(TREE).replace('"mat"', '{"guess": null, "last": {"guess": "orb"}}')
    assert followed(tmp_path, text) == replace(WHOLE, implied=1)


def test_what_is_around_may_be_called_like_a_word(tmp_path: Path) -> None:
    game = Variant.from_words(["tree", "free", "flee"])
    tree = {"tree": {"guess": "free", "map": {"BGBG": "flee", "BGGG": "tree"}}}
    assert followed(tmp_path, tree, game=game).steps == ("free",)


@pytest.mark.parametrize(
    ("words", "letters", "text"),
    [
        (["345", "354", "543"], list("345"), "345 354\n345,543\n345\n"),  # numbers that are words
        (["[a#", "a[#", "#[a"], list("[#a"), "[a# YYG1 a[# GGG2\n    YYY1 #[a GGG2\n    GGG1\n"),
        (["#[a", "[#a"], list("[#a"), "#[a YYG1 [#a GGG2\n    GGG1\n"),
        (["cdab", "abcd", "efef"], ["ab", "bc", "cd", "ef"], "cdab ab-cd\ncdab efef\ncdab\n"),
    ],
)
def test_words_of_signs_and_of_long_letters(
    words: list[str], letters: list[str], text: str, tmp_path: Path
) -> None:
    game = Variant.from_words(words, letters=letters)
    path = tmp_path / "strategy"
    path.write_text(text, encoding="utf-8")
    strategy = ForeignStrategy(path, read_written(path), WordScoring(game.length, game.alphabet))
    assert strategy.follow(game).implied == 0


@pytest.mark.parametrize(
    "text",
    ["Hello there\n", "<?xml version='1.0'?><svg/>", '{"guess": 7}', "{", "a: b: c\nguess: d\n", "GGG1 GGG2"],
)
def test_what_is_no_strategy_hears_what_is_read(text: str, tmp_path: Path) -> None:
    forms = "rows of guesses, Selby's text, JSON, JavaScript, Python, YAML, indented lines, Markdown"
    with pytest.raises(UsageError) as caught:
        followed(tmp_path, text)
    assert str(caught.value).endswith(f"; what is read: {forms}")


def paths_of(strategy: Path) -> Iterator[tuple[str, ...]]:
    """Yield the guesses that a shipped strategy of the original lists makes for each hidden word."""
    game = Variant.load("original")
    for node in walk(read_proof(strategy, Certificate).steps, game.hidden):
        if node.cells[-1][0] == game.scoring.win:
            yield (*(guess for guess, _ in node.history), node.guess)


def test_shipped_strategy_by_its_words_alone(tmp_path: Path) -> None:
    proof = next(path for path in proof_paths() if path.name == "original-normal-depth-5.cert.gz")
    text = "\n".join(",".join(path) for path in paths_of(proof))
    strategy = followed(tmp_path, text, game=Variant.load("original"))
    assert strategy.steps == read_proof(proof, Certificate).steps
    assert (strategy.implied, strategy.unmet) == (0, 0)


def follow_or_refuse(path: Path) -> Followed | None:
    """Return what the file at `path` plays, or None if it is refused with its name."""
    try:
        return read(path)
    except WordleCpError as error:
        if not str(error).startswith(f"{path}: "):
            raise
        return None


PARTS = st.sampled_from(["mac", "bah", "rat", "bgb", "ggg", "7", "x", "020", '"', ",", "⬛🟩⬛"])


def lists_or_objects(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["guess", "next", "mac", "BGB", "GGG", "x"]), inner, max_size=3),
    )


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(["mac", "bah", "BGB", ""])),
    lists_or_objects,
)


@settings(max_examples=300)
@given(st.lists(st.lists(PARTS), min_size=1, max_size=4))
def test_any_rows(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]) -> None:
    path = tmp_path_factory.getbasetemp() / "any-rows"
    path.write_text("# rows\n" + "\n".join(" ".join(row) for row in rows), encoding="utf-8")
    played = follow_or_refuse(path)
    assert played is None or played.numbers.hidden_count == len(RHYMES.hidden)


@given(st.one_of(st.lists(JSON, max_size=3), st.dictionaries(st.sampled_from(["guess", "mac"]), JSON)))
def test_any_json(tmp_path_factory: pytest.TempPathFactory, fields: object) -> None:
    path = tmp_path_factory.getbasetemp() / "any-json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    played = follow_or_refuse(path)
    assert played is None or played.numbers.hidden_count == len(RHYMES.hidden)
