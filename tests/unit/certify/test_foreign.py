"""Strategies of other programs as rows and nested JSON: what is read, what is refused and where."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.foreign.formats import StrategyFormat, strategy_format
from wordle_cp.certify.foreign.moves import Followed, follow, read_rows
from wordle_cp.certify.foreign.nested import read_nested
from wordle_cp.certify.foreign.selby import Imported
from wordle_cp.data import proof_paths
from wordle_cp.errors import UsageError, WordleCpError
from wordle_cp.games.strategy_tree import Figures, walk
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import parse_history

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.rules.words import History

RHYMES = Variant.from_words(
    ["bah", "bat", "cat", "hat", "mac", "mat", "orb", "rat"], ["bat", "cat", "hat", "mat", "rat"]
)
STRATEGY = Imported(("mac", "bah"), "mac", Figures(5, 13, (0, 2, 3)), dropped=0)
WHOLE = Followed(STRATEGY, implied=0, unmet=0)
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
    "rows": [["mac", "bah", "rat"], ["mac", "bah", "hat"], ["mac", "bah", "bat"], ["mac", "cat"], "mac mat"],
}


def followed(folder: Path, contents: object, history: History = (), game: Variant = RHYMES) -> Followed:
    """Return what a file of these contents, text or JSON, plays."""
    path = folder / "strategy"
    path.write_text(contents if isinstance(contents, str) else json.dumps(contents), encoding="utf-8")
    kind = strategy_format(path)
    assert kind is (StrategyFormat.ROWS if isinstance(contents, str) else StrategyFormat.NESTED)
    return follow(
        (read_rows if isinstance(contents, str) else read_nested)(path, game.scoring), game, history
    )


@pytest.mark.parametrize("written", [*PATHS, *NESTED])
def test_every_way_of_writing(written: str, tmp_path: Path) -> None:
    assert followed(tmp_path, PATHS.get(written) or NESTED[written]) == WHOLE


def test_lines_of_json(tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in NESTED["rows in objects"]]
    path = tmp_path / "tree.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert strategy_format(path) is StrategyFormat.NESTED
    assert follow(read_nested(path, RHYMES.scoring), RHYMES) == WHOLE
    path.write_text("\n".join([lines[0], "{'a': 1}"]), encoding="utf-8")
    with pytest.raises(UsageError, match=r"tree\.jsonl:2: expected JSON: Expecting property name"):
        strategy_format(path)


def test_compressed_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.gz"
    path.write_bytes(gzip.compress(PATHS["letters"].encode()))
    assert strategy_format(path) is StrategyFormat.ROWS
    assert follow(read_rows(path, RHYMES.scoring), RHYMES) == WHOLE


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compressed_json(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "tree"
    path.write_bytes(pack(json.dumps(next(iter(NESTED.values()))).encode()))
    assert strategy_format(path) is StrategyFormat.NESTED
    assert follow(read_nested(path, RHYMES.scoring), RHYMES) == WHOLE
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(UsageError, match="tree: expected a compressed file that can be unpacked"):
        read_nested(path, RHYMES.scoring)


def test_archives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tree.csv", PATHS["letters"])
    with pytest.raises(UsageError, match=r"tree\.zip: expected a strategy, found a zip archive: unpack it"):
        strategy_format(path)
    path.write_bytes(bz2.compress(PATHS["letters"].encode()))
    with pytest.raises(UsageError, match="found a file that bzip2 compressed: unpack it"):
        strategy_format(path)


def test_heading_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(PATHS["a table"], encoding="utf-8")
    assert read_rows(path, RHYMES.scoring).heading == "answer;one;two;three;guesses"


@pytest.mark.parametrize(
    "text", ["mac bgb bah bgb rat\nmac bgb bah bgy hat\nmac bgb bah ggb bat", "bah rat\nbah hat\nbah bat"]
)
def test_history(text: str, tmp_path: Path) -> None:
    """A file may begin with the game, or behind its history."""
    expected = Imported(("bah",), "bah", Figures(3, 9, (0, 0, 3)), dropped=0)
    assert followed(tmp_path, text, parse_history("mac.BGB", 3)).strategy == expected


def test_what_the_file_leaves_out_or_has_too_much(tmp_path: Path) -> None:
    lone = followed(tmp_path, "mac bah rat\nmac bah hat\nmac cat\nmac mat\nmac orb\n")
    assert lone == Followed(STRATEGY, implied=1, unmet=1)  # BAT isn't there, ORB can't be hidden


def test_wasted_guesses_are_dropped(tmp_path: Path) -> None:
    wasted = followed(tmp_path, PATHS["words"].replace("mac,cat", "mac,bah,orb,cat"))
    assert wasted.strategy.steps == ("mac", "bah")
    assert wasted.strategy.dropped == 1


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ("mac bah rat\nmac orb hat\n", "line 2: the guess after mac.BGB is ORB, but BAH in line 1"),
        ("mac bgb bah bbb rat ggg\n", "line 1: if RAT is hidden, BAH gets BGB, not BBB"),
        ("mac bgb bah bgb\n", "line 1: expected a guess after BAH BGB"),
        ("mac ggg rat\n", "line 1: expected no more after MAC is found, found RAT"),
        ("mac bah rat\nmac bah?hat\n", "line 2: part 2 of the game, 'bah?hat'"),
        ("mac bah rats\n", "line 1: part 3 of the game, 'rats'"),
        ("mac cat\nmac mat\n", "no guess after mac.BGB, where 3 hidden words are left: BAT, HAT, RAT"),
        ("", "expected a strategy, found no guess"),
        ("# nothing\n", "expected a strategy, found no guess"),
        ({"guess": 5}, "at the start: expected a guess, or an object"),
        ({"guess": "mac", "next": {"BGX5": "bah"}}, "at the start: response 'BGX5': expected 3 signs"),
        ({"guess": "macs"}, "at the start: guess: expected"),
        (
            {"guess": "mac", "a": {"BGB": "bah"}, "b": {"BGY": "cat"}},
            "at the start: expected one object or list with a position for each response, found 2",
        ),
        ({"guess": "mac", "BGB": "bah", "next": {"BGB": "orb"}}, "at the start: expected one object or list"),
        (
            {
                "guess": "mac",
                "a": [{"response": "BGB", "guess": "bah"}],
                "b": [{"response": "BGY", "guess": "cat"}],
            },
            "at the start: expected one object or list with a position for each response, found 2",
        ),
        ({"guess": "mac", "a": {"x": "bah"}, "b": {"y": "cat"}}, "at the start: expected one object or list"),
        ({"guess": "mac", "next": {"bgb": 7}}, "after mac.BGB: expected a guess"),
        (
            {"guess": "mac", "next": {"BGB": "bah", "bgb": "orb"}},
            "at the start: expected each response once, found BGB twice",
        ),
        (
            {
                "guess": "mac",
                "next": [{"response": "BGB", "guess": "bah"}, {"response": "BGB", "guess": "orb"}],
            },
            "at the start: expected each response once, found 'BGB' twice",
        ),
        ({"guess": "mac", "best": "orb", "next": {}}, "at the start: expected one guess, found MAC and ORB"),
        (
            {"guess": "mac", "next": [{"response": "BGB", "a": {"guess": "bah"}, "b": {"guess": "orb"}}]},
            "at the start: expected one position, found 2 after 'BGB'",
        ),
        ({}, "expected a strategy, found no guess"),
        ([["mac", 3]], "row 1: expected a list of guesses"),
    ],
)
def test_refused(contents: object, message: str, tmp_path: Path) -> None:
    path = tmp_path / "strategy"
    path.write_text(contents if isinstance(contents, str) else json.dumps(contents), encoding="utf-8")
    read = read_rows if isinstance(contents, str) else read_nested
    with pytest.raises(WordleCpError) as caught:
        follow(read(path, RHYMES.scoring), RHYMES)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_json_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "strategy.json"
    path.write_text('{"guess": "mac", "guess": "bah"}', encoding="utf-8")
    with pytest.raises(WordleCpError, match="expected JSON: found 'guess' 2 times in one object"):
        strategy_format(path)


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
    assert strategy.strategy.steps == read_proof(proof, Certificate).steps
    assert (strategy.implied, strategy.unmet) == (0, 0)


def follow_or_refuse(path: Path) -> Followed | None:
    """Return what the file at `path` plays, or None if it is refused with its name."""
    read = read_rows if strategy_format(path) is StrategyFormat.ROWS else read_nested
    try:
        return follow(read(path, RHYMES.scoring), RHYMES)
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
    assert played is None or played.strategy.numbers.hidden_count == len(RHYMES.hidden)


@settings(max_examples=300)
@given(st.one_of(st.lists(JSON, max_size=3), st.dictionaries(st.sampled_from(["guess", "mac"]), JSON)))
def test_any_json(tmp_path_factory: pytest.TempPathFactory, fields: object) -> None:
    path = tmp_path_factory.getbasetemp() / "any-json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    played = follow_or_refuse(path)
    assert played is None or played.strategy.numbers.hidden_count == len(RHYMES.hidden)
