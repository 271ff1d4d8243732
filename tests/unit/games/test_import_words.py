"""Lists of words as people have them: each kind of file, what is made of it, and what is said about it."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sys
import time
import zipfile
from contextlib import suppress
from itertools import islice, product
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.answers.variants import ImportAnswer
from wordle_cp.cli.app import main
from wordle_cp.errors import FileError, UsageError, WordleCpError
from wordle_cp.files.outputs import run
from wordle_cp.games.found.imports import import_words
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from wordle_cp.games.found.imports import Imported

WORDS: Final = ("awake", "blush", "cigar", "rebut", "sissy")
OTHERS: Final = ("aahed", "aalii", "aargh", "abaca", "abaci", "aback")


def imported(folder: Path, files: Mapping[str, str | bytes], **options: object) -> Imported:
    """Write `files` and import them, by their names in their order."""
    for name, contents in files.items():
        (folder / name).write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    return import_words([str(folder / name) for name in files], **options)  # type: ignore[arg-type]


def lines_of(report: Imported, folder: Path) -> list[str]:
    """Return what people read, without the folder."""
    return [line.replace(f"{folder}/", "") for line in ImportAnswer.of(report).told("")]


def trie(end: Callable[[dict[str, object]], object]) -> dict[str, object]:
    """Return the trie of the words; `end` says what their last letters lead to."""
    root: dict[str, object] = {}
    for word in WORDS:
        node = root
        for letter in word[:-1]:
            node = node.setdefault(letter, {})  # type: ignore[assignment]
        node[word[-1]] = end({})
    return root


def with_children(below: dict[str, object]) -> dict[str, object]:
    """Return the trie with the children of a node by themselves, and with a mark in each node."""
    children = {key: with_children(one) for key, one in below.items() if isinstance(one, dict)}
    return {"children": children, "isEnd": not below}


ONE_LIST: Final[dict[str, tuple[str, str | bytes]]] = {
    "one word a line": ("w.txt", "cigar\nrebut\nsissy\nawake\nblush\n"),
    "capitals": ("w.txt", "CIGAR\nREBUT\nSISSY\nAWAKE\nBLUSH\n"),
    "title case": ("w.txt", "Cigar\nRebut\nSissy\nAwake\nBlush\n"),
    "blank lines, CRLF, blanks": ("w.txt", "\r\n  cigar \r\n\r\nrebut\t\r\nsissy\r\nawake\r\nblush"),
    "old Mac line ends": ("w.txt", "cigar\rrebut\rsissy\rawake\rblush\r"),
    "words in one line": ("w.txt", "cigar rebut sissy awake blush"),
    "words in one line with commas": ("w.txt", "cigar, rebut, sissy, awake, blush\n"),
    "words in one line with semicolons": ("w.txt", "cigar;rebut;sissy;awake;blush"),
    "words in one line with bars": ("w.txt", "cigar|rebut|sissy|awake|blush"),
    "words in one line with blanks, commas and semicolons": ("w.txt", "cigar rebut, sissy; awake blush\n"),
    "signs of several kinds in one of the lines": ("w.txt", "cigar\nrebut, sissy; awake\nblush\n"),
    "two words a line": ("w.txt", "cigar rebut\nsissy awake\nblush\n"),
    "quotes and commas": ("w.txt", '"cigar",\n"rebut",\n"sissy",\n"awake",\n"blush"\n'),
    "single quotes": ("w.txt", "'cigar'\n'rebut'\n'sissy'\n'awake'\n'blush'\n"),
    "curly quotes": (
        "w.txt",
        "\u201ccigar\u201d\n\u201crebut\u201d\n\u201csissy\u201d\n\u201cawake\u201d\n\u201cblush\u201d\n",
    ),
    "comments at the beginning of lines": (
        "w.txt",
        "# all\n; of\n// these\n-- are\n% one\ncigar\nrebut\nsissy\nawake\nblush\n",
    ),
    "comments at the end of lines": ("w.txt", "cigar # smoke\nrebut\nsissy // x\nawake#y\nblush\n"),
    "a comment with a semicolon on each line": (
        "w.txt",
        "cigar ; to be smoked\nrebut ; to say no\nsissy ; be no hero\nawake ; up and about\nblush ; be red\n",
    ),
    "numbered lines": ("w.txt", "1. cigar\n2. rebut\n3. sissy\n4. awake\n5. blush\n"),
    "bullets among numbered lines": ("w.txt", "1. cigar\n2. rebut\n- sissy\n4. awake\n5. blush\n"),
    "bullets": ("w.txt", "* cigar\n* rebut\n* sissy\n* awake\n* blush\n"),
    "counts in a column": ("w.txt", "cigar 120\nrebut 40\nsissy 7\nawake 3\nblush 1\n"),
    "ranks in a column": ("w.txt", "1\tcigar\n2\trebut\n3\tsissy\n4\tawake\n5\tblush\n"),
    "CSV with a header": (
        "w.csv",
        "rank,word,count\n1,cigar,9\n2,rebut,8\n3,sissy,7\n4,awake,6\n5,blush,5\n",
    ),
    "CSV with a header of one column": ("w.csv", "words\ncigar\nrebut\nsissy\nawake\nblush\n"),
    "CSV with quotes and commas inside": (
        "w.csv",
        'word,meaning\ncigar,"a, b"\nrebut,"c, d"\nsissy,"e"\nawake,f\nblush,"g"\n',
    ),
    "semicolons and decimal commas": (
        "w.csv",
        "wort;zahl\ncigar;1,5\nrebut;2,5\nsissy;3,5\nawake;4\nblush;5\n",
    ),
    "TSV with definitions": (
        "w.tsv",
        "cigar\tto be smoked\nrebut\tto say no\nsissy\tno brave man\nawake\tup\nblush\tbe red\n",
    ),
    "dated answers": (
        "w.csv",
        "date,day,answer\n2021-06-19,0,cigar\n2021-06-20,1,rebut\n2021-06-21,2,sissy\n2021-06-22,3,awake\n2021-06-23,4,blush\n",
    ),
    "Scrabble words with definitions": (
        "w.txt",
        "AWAKE not asleep [adj]\nBLUSH to be red\nCIGAR a roll\nREBUT to refute\nSISSY no hero at all\n",
    ),
    "JSON array": ("w.json", json.dumps(["cigar", "rebut", "sissy", "awake", "blush"])),
    "JSON array called txt": ("w.txt", '["cigar","rebut","sissy","awake","blush"]'),
    "JSON, nested": (
        "w.json",
        json.dumps({"a": {"b": [["cigar", "rebut", "sissy", "awake", "blush"]]}, "v": 1}),
    ),
    "JSON objects": ("w.json", json.dumps([{"id": i, "word": word} for i, word in enumerate(WORDS)])),
    "JSON rows": ("w.json", json.dumps([[word, i] for i, word in enumerate(WORDS)])),
    "JSON of counts": ("w.json", json.dumps({word: i for i, word in enumerate(WORDS)})),
    "JSON of entries": ("w.json", json.dumps({word: {"rank": i, "of": "x"} for i, word in enumerate(WORDS)})),
    "JSON of a text": ("w.json", json.dumps({"version": "2", "words": " ".join(WORDS)})),
    "lines of JSON": ("w.jsonl", "".join(f'{{"word": "{word}", "n": 1}}\n' for word in WORDS)),
    "JSON with a comma too many": ("w.json", '["cigar","rebut","sissy","awake","blush",]'),
    "Python list": (
        "w.py",
        "WORDS = [\n    'cigar',  # one\n    'rebut',\n    'sissy', 'awake',\n    'blush',\n]\n",
    ),
    "Python text": ("w.py", 'WORDS = """\ncigar rebut sissy\nawake blush\n""".split()\n'),
    "Java": ("W.java", 'class W { static String[] W = {"cigar", "rebut", "sissy",\n "awake", "blush"}; }'),
    "PHP": ("w.php", "<?php $words = array('cigar', 'rebut', 'sissy', 'awake', 'blush');"),
    "JavaScript, split": ("w.js", 'const w="cigar rebut sissy awake blush".split(" ");console.log(["a"])'),
    "JavaScript, escapes": (
        "w.js",
        r'let w=["\u0063igar","rebut","sissy","awa\u006be","bl\u0075sh"]',
    ),
    "UTF-8 with a byte order mark": ("w.txt", "\ufeffcigar\nrebut\nsissy\nawake\nblush\n"),
    "files with marks put together": ("w.txt", "\ufeffcigar\nrebut\n\ufeffsissy\nawake\nblush\n"),
    "UTF-16": ("w.txt", "cigar\nrebut\nsissy\nawake\nblush\n".encode("utf-16")),
    "gzip": ("w.txt.gz", gzip.compress(b"cigar\nrebut\nsissy\nawake\nblush\n")),
    "a map of Go": (
        "w.go",
        'W := map[string]bool{\n"cigar": true, "rebut": true,\n"sissy": true, "awake": true, "blush": true}',
    ),
    "a set of Go": (
        "w.go",
        'var W = map[string]struct{}{\n"cigar": {}, "rebut": {}, "sissy": {}, "awake": {}, "blush": {},\n}',
    ),
    "a dict of Python": ("w.py", "W = {'cigar': 1, 'rebut': 2, 'sissy': 3, 'awake': 4, 'blush': 5}"),
    "PHP, words as keys": (
        "w.php",
        "<?php return ['cigar' => 1, 'rebut' => 1, 'sissy' => 1, 'awake' => 1, 'blush' => 1];",
    ),
    "a Counter": ("w.txt", "Counter({'cigar': 9, 'rebut': 8, 'sissy': 7, 'awake': 6, 'blush': 5})"),
    "pairs of Python": ("w.txt", str([(word, n) for n, word in enumerate(WORDS)])),
    "TypeScript, one of, beside": (
        "w.ts",
        'type M = "light" | "night";\nconst w = ["cigar","rebut","sissy","awake","blush"];',
    ),
    "CSV, prose with signs": (
        "w.csv",
        '"smoke; slow",cigar\n"a # b",rebut\n"x // y",sissy\nx,awake\n,blush\n',
    ),
    "CSV, prose of two lines": (
        "w.csv",
        'word,meaning\ncigar,"a roll\nof plant"\nrebut,"to\r\nargue"\nsissy,\nawake,x\nblush,y\n',
    ),
    "CSV, prose of two lines first": (
        "w.csv",
        '"a\nroll",cigar\n"to\nargue",rebut\n,sissy\n,awake\n,blush\n',
    ),
    "MATLAB": ("w.m", 'words = ["cigar "\n "rebut "\n "sissy "\n "awake "\n "blush "];'),
    "Lisp": ("w.el", '(defconst words \'("cigar" "rebut" "sissy" "awake" "blush"))'),
    "Rust bytes": (
        "w.rs",
        'static W: [[u8; 5]; 5] = [*b"cigar", *b"rebut", *b"sissy", *b"awake", *b"blush"];',
    ),
    "a dash and a definition": ("w.txt", "".join(f"{word} - a thing, or such\n" for word in WORDS)),
    "answers with dates": ("w.txt", "".join(f"{word.upper()} - June 19, 2021\n" for word in WORDS)),
    "numbers with # in front": (
        "w.csv",
        "Wordle,Date,Word\n" + "".join(f"#7,2021,{word}\n" for word in WORDS),
    ),
    "a column that is always the same": (
        "w.csv",
        "".join(f"{n},crane,{word}\n" for n, word in enumerate(WORDS)),
    ),
    "a title above the columns": (
        "w.csv",
        "Words of a corpus,\nby us, 2021\n\nword,freq\ncigar,9\nrebut,8\nsissy,7\nawake,6\nblush,5\n",
    ),
    "CSV of a spreadsheet": ("w.csv", "sep=;\nword;n\ncigar;1\nrebut;2\nsissy;3\nawake;4\nblush;5\n"),
    "true and false of JSON": ("w.json", json.dumps([*WORDS, False, None, True])),
    "true and false of Python": (
        "w.py",
        f"WORDS = {['cigar', False, 'rebut', None, 'sissy', 'awake', 'blush']}",
    ),
    "JSON with comments": ("w.json", '["cigar",\n"rebut", // no\n"sissy", "awake", "blush",\n]'),
    "fullwidth, bold and joined letters": (
        "w.txt",
        "\uff23\uff29\uff27\uff21\uff32\nrebut\nsissy\nawake\n"
        + "".join(chr(0x1D400 + ord(x) - 71) for x in "blush"),
    ),
    "definitions that name columns": (
        "w.txt",
        "awake a word for not asleep\nblush as red\ncigar a roll\nrebut to say no\nsissy the other word\n",
    ),
    "invisible characters": ("w.txt", "ci\u00adgar\nrebut\u200b\n\u200esissy\nawake\u00a0\nblush\n"),
}


@pytest.mark.parametrize("kind", ONE_LIST)
def test_one_list_of_each_kind(tmp_path: Path, kind: str) -> None:
    name, contents = ONE_LIST[kind]
    report = imported(tmp_path, {name: contents}, out=tmp_path / "out", name="mine")
    assert report.variant.guesses == WORDS
    assert report.variant.hidden == report.variant.guesses
    game = Variant.load(tmp_path / "out" / "mine.yaml")
    assert (game.guesses, game.hidden) == (WORDS, WORDS)
    assert game == report.variant.model_copy(update={"title": game.title})


NO_QUOTES: Final = "found words that stand outside of them; arrays of texts in quotes are read"
LETTERS: Final = "found single letters, such as a, b, c (length 1 takes them for words); name the column"
NO_TEXT: Final = "found binary data; save it as plain text or CSV, or say encoding"
NO_LISTS: Final = "found source code without lists: write its words into a text file, one a line"
ONE_A_LINE: Final = "; name the column with column, or write the words into a text file, one a line"
REFUSED: Final[dict[str, tuple[str, str | bytes, str]]] = {
    "a Hunspell dictionary": (
        "w.dic",
        "5\ncigar/SM\nrebut/S\nsissy/TRSM\nawake/GS\nblush/RSG\n",
        "expected a list of words, found texts, such as ",
    ),
    "JSON, an array among words": (
        "w.json",
        json.dumps(["cigar", ["one"], "rebut", *WORDS]),
        "found texts and arrays in one array",
    ),
    "a table of Lua": (
        "w.lua",
        "local w = {" + "".join(f'["{word}"] = true, ' for word in WORDS) + "}",
        NO_LISTS,
    ),
    "JavaScript, joined texts": (
        "w.js",
        'const w = ("cigar,rebut," +\n  "sissy,awake,blush").split(",");',
        NO_LISTS,
    ),
    "Visual Basic": ("w.bas", 'words = Array("cigar", "rebut", _\n    "sissy", "awake", "blush")', NO_LISTS),
    "calls": ("w.cpp", "".join(f'  words.push_back("{word}");\n' for word in WORDS), NO_LISTS),
    "objects of JavaScript": (
        "w.js",
        "const w = ["
        + "".join(f'{{ word: "{word}", hint: "some hint {n}" }},' for n, word in enumerate(WORDS))
        + "];",
        NO_LISTS,
    ),
    "some words with flags": (
        "w.txt",
        "\n".join([*WORDS, *OTHERS]) + "\nabase/SM\nabate/S\n",
        "found 2 texts that are no words, such as 'abase/SM', 'abate/S'",
    ),
    "a Hunspell dictionary without its count": (
        "w.dic",
        "cigar/SM\nrebut/S\nsissy\nawake/GS\nblush\n",
        "found 3 texts that are no words, such as 'cigar/SM', 'rebut/S",
    ),
    "parts of speech": (
        "w.txt",
        "cigar/NN rebut/VB sissy/NN awake/JJ blush/VB\n",
        "expected a list of words, found texts, such as ",
    ),
    "n-grams": (
        "w.tsv",
        "".join(f"{word}_NOUN\t1999\t{n}\n" for n, word in enumerate(WORDS)),
        "expected a list of words, found texts, such as ",
    ),
    "JSON deep in objects": (
        "w.json",
        json.dumps([{"w": {"text": word}} for word in WORDS]),
        "found texts, of which 'text' alone would be a word of the game",
    ),
    "commas of Japanese": (
        "w.txt",
        "cigar、rebut、sissy、awake、blush\n",
        "expected a list of words, found texts, such as ",
    ),
    "slashes": (
        "w.txt",
        "cigar/rebut/sissy/awake/blush\n",
        "expected a list of words, found texts, such as ",
    ),
    "colons": (
        "w.txt",
        "".join(f"{word}:{n}\n" for n, word in enumerate(WORDS)),
        "expected a list of words, found texts, such as ",
    ),
    "numbers joined to words": (
        "w.txt",
        "1.cigar\n2.rebut\n3.sissy\n4.awake\n5.blush\n",
        "expected a list of words, found texts, such as ",
    ),
    "links of Markdown": (
        "w.md",
        "".join(f"* [{word}](https://example.org/{word})\n" for word in WORDS),
        "found nothing",
    ),
    "a name of JSON that comes twice": (
        "w.json",
        '[{"word": "cigar", "word": "rebut"}, {"word": "sissy"}, {"word": "awake"}, {"word": "blush"}]',
        "found 'word' 2 times in one object",
    ),
    "UTF-16 without a mark": ("w.txt", "cigar\nrebut\nsissy\nawake\nblush\n".encode("utf-16-le"), NO_TEXT),
    "UTF-16, the other way round": (
        "w.txt",
        "cigar\nrebut\nsissy\nawake\nblush\n".encode("utf-16-be"),
        NO_TEXT,
    ),
    "Ruby": ("w.rb", "WORDS = %w[cigar rebut sissy awake blush].freeze", NO_QUOTES),
    "Perl": ("w.pl", "my @words = qw(\n  cigar rebut sissy\n  awake blush);", NO_QUOTES),
    "Elixir": ("w.ex", "@words ~w(cigar rebut sissy awake blush)", NO_QUOTES),
    "a shell": ("w.sh", "declare words=(cigar rebut sissy\nawake blush)", NO_LISTS),
    "TypeScript, one of": (
        "w.ts",
        'type W =\n  | "cigar" | "rebut"\n  | "sissy" | "awake" | "blush";',
        NO_LISTS,
    ),
    "an enumeration": ("W.java", "public enum Word { CIGAR, REBUT, SISSY, AWAKE, BLUSH; }", NO_LISTS),
    "JSON of words as letters": ("w.json", json.dumps([list(word) for word in WORDS]), LETTERS),
    "a trie with signs at ends": ("w.json", json.dumps(trie(lambda below: {**below, "$": 1})), LETTERS),
    "a trie with nulls at ends": ("w.json", json.dumps(trie(lambda below: {**below, "_": None})), LETTERS),
    "a trie with names at ends": (
        "w.json",
        json.dumps({"end": False, **trie(lambda _: {"end": True})}),
        "of which 'end' alone would be a word of the game",
    ),
    "a trie of numbers": ("w.json", json.dumps(trie(lambda _: 0)), LETTERS),
    "a trie that ends in nothing": ("w.json", json.dumps(trie(lambda _: [])), LETTERS),
    "a trie with children": (
        "w.json",
        json.dumps({"root": with_children(trie(lambda _: {})), "size": len(WORDS)}),
        LETTERS,
    ),
    "line ends as two signs": ("w.txt", "\\r\\n".join(WORDS), ONE_A_LINE),
    "names of files": ("w.txt", "".join(f"{word}.png\n" for word in WORDS), ONE_A_LINE),
    "a letter a cell": (
        "w.csv",
        "".join(",".join(word) + "\n" for word in WORDS),
        LETTERS,
    ),
    "texts that end with zero": ("w.txt", "".join(f"{word}\0" for word in WORDS), NO_TEXT),
}


OTHER_FILES: Final[dict[str, tuple[str, str, str]]] = {
    "a list in HTML": ("w.html", f"<!DOCTYPE html><ul><li>{'<li>'.join(WORDS)}</ul>", "a web page or XML"),
    "a page called txt": ("w.txt", f"\n<html><script>W = {WORDS}</script>", "a web page or XML"),
    "XML": ("w.xml", f"<?xml version='1.0'?><w>{WORDS[0]}</w>", "a web page or XML"),
    "YAML": ("w.yaml", "words:\n  - cigar\n  - rebut\n", "YAML or TOML"),
    "TOML": ("w.toml", f"[game]\nwords = {list(WORDS)}\n", "YAML or TOML"),
    "SQL": ("w.sql", "CREATE TABLE w (id INT);\nINSERT INTO `w` (id, word) VALUES\n(1, 'cigar');\n", "SQL"),
    "SQL without columns": ("w.txt", "insert into a.w values (1,'cigar'),(2,'rebut')", "SQL"),
    "SQL of MySQL": ("w.txt", "INSERT IGNORE INTO words (w) VALUES ('cigar'),('rebut');", "SQL"),
    "SQL with brackets": ("w.txt", "  replace into [dbo].[My Words] values ('cigar')", "SQL"),
    "SQL of PostgreSQL": ("w.sql", "COPY w (id, word) FROM stdin;\n1\tcigar\n\\.\n", "SQL"),
}


@pytest.mark.parametrize(
    ("name", "contents"),
    [
        ("w.csv", "word,is_answer\n" + "".join(f"{w},{int(w in WORDS)}\n" for w in WORDS + OTHERS)),
        ("w.csv", "".join(f"{w},{'answer' if w in WORDS else 'guess'}\n" for w in WORDS + OTHERS)),
        ("w.csv", "word,answer\n" + "".join(f"{w},{'x' if w in WORDS else ''}\n" for w in WORDS + OTHERS)),
        ("w.json", json.dumps([{"w": w, "is_solution": w in WORDS} for w in WORDS + OTHERS])),
    ],
)
def test_a_column_that_says_which_words_are_answers_is_refused(
    tmp_path: Path, name: str, contents: str
) -> None:
    said = "expected hidden words and guesses as two lists, found that column 2 says which words are which"
    with pytest.raises(UsageError, match=rf"{name}: {said}; write each of the lists into a file"):
        imported(tmp_path, {name: contents})
    words = imported(tmp_path, {name: contents}, column="1").variant.guesses
    assert words == tuple(sorted(WORDS + OTHERS))


@pytest.mark.parametrize("kind", OTHER_FILES)
def test_what_files_with_lists_must_be_is_said_of_others(tmp_path: Path, kind: str) -> None:
    name, contents, found = OTHER_FILES[kind]
    expected = "expected text, CSV, JSON or source code, found"
    with pytest.raises(UsageError, match=rf"{name}: {expected} {found}: write its words into a text file"):
        imported(tmp_path, {name: contents})


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_not_read_is_refused_in_a_line_that_says_what_is(tmp_path: Path, kind: str) -> None:
    name, contents, expected = REFUSED[kind]
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, {name: contents}, out=tmp_path / "out")
    assert expected in str(caught.value)
    assert str(tmp_path / name) in str(caught.value)
    assert not (tmp_path / "out").exists()


def two_arrays(answers: str = "La", others: str = "Ta") -> str:
    """Return a program as games have it: in one line, with texts and patterns that are no words."""
    hidden, rest = json.dumps(WORDS), json.dumps(OTHERS)
    return (
        f'var e=/"https?://[^"]/,r=["GET","POST","title"],{answers}={hidden},{others}={rest};f(e,"//x",[]);\n'
    )


TWO_LISTS: Final[dict[str, dict[str, str | bytes]]] = {
    "the two arrays of a game": {"game.js": two_arrays()},
    "arrays with names": {"game.ts": two_arrays("const answers: string[] ", "guesses: string[] ")},
    "two files, the answers the smaller one": {"a.txt": "\n".join(WORDS), "b.txt": "\n".join(OTHERS)},
    "two files, all guesses in the other": {"b.txt": "\n".join(OTHERS + WORDS), "a.txt": "\n".join(WORDS)},
    "two files with names": {"allowed.txt": " ".join(OTHERS[:1]), "answers.txt": " ".join(WORDS)},
    "JSON with two arrays": {"game.json": json.dumps({"La": WORDS, "Ta": OTHERS})},
    "JSON of arrays without names": {"game.json": json.dumps([WORDS, OTHERS])},
    "JSON of names": {"game.json": json.dumps({"meta": {"by": "me"}, "solutions": WORDS, "valid": OTHERS})},
    "columns of answers and guesses": {
        "w.csv": "answers,allowed\n"
        + "\n".join(f"{word},{other}" for word, other in zip((*WORDS, ""), OTHERS, strict=True))
    },
    "headings in comments": {"w.txt": "\n".join(["# answers", *WORDS, "", "# other allowed words", *OTHERS])},
    "headings in brackets": {"w.ini": "\n".join(["[allowed]", *OTHERS, "[solutions]", *WORDS])},
    "headings in Markdown": {"w.md": "\n".join(["## Answers", *WORDS, "## Allowed guesses", *OTHERS])},
    "an array and a map": {
        "w.go": f"answers := []string{json.dumps(WORDS)}\nallowed := {json.dumps(dict.fromkeys(OTHERS, 1))}"
    },
    "an array with another one in it": {
        "w.ts": f"const answers = {json.dumps(WORDS)};\nlet allowed = [...answers, {json.dumps(OTHERS)[1:]};"
    },
    "labels in lines": {
        "w.txt": f"Answers: {', '.join(WORDS)}\n"
        f"Other guesses: {', '.join(OTHERS[:3])}\nOther guesses: {' '.join(OTHERS[3:])}"
    },
    "capitals and small letters": {"a.txt": "\n".join(WORDS).upper(), "b.txt": "\n".join(OTHERS)},
}


@pytest.mark.parametrize("kind", TWO_LISTS)
def test_two_lists_of_each_kind(tmp_path: Path, kind: str) -> None:
    report = imported(tmp_path, TWO_LISTS[kind], out=tmp_path, name="mine")
    others = OTHERS if kind != "two files with names" else OTHERS[:1]
    assert report.variant.hidden == WORDS
    assert report.variant.guesses == tuple(sorted(WORDS + others))
    game = Variant.load(tmp_path / "mine.yaml")
    assert (game.guesses, game.hidden) == (report.variant.guesses, WORDS)
    assert (game.guesses_name, game.hidden_name) == ("mine-guesses", "mine-hidden")


@pytest.mark.parametrize("text", ['{"c": {"r": 7}}', '{"children": [{"c": "c", "children": [{"c": "r"}]}]}'])
def test_trees_of_letters_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match=r"w\.json: expected a list of words, found single letters, such as"):
        imported(tmp_path, {"w.json": text})


@pytest.mark.parametrize(
    "value",
    [
        {word[0]: [word] for word in WORDS},
        [{"format": "cB"}, ["cigar", "rebut"], [], ["sissy"], ["awake", "blush"]],
    ],
)
def test_arrays_that_part_a_list_are_joined_if_asked(tmp_path: Path, value: object) -> None:
    files = {"w.json": json.dumps(value)}
    with pytest.raises(UsageError, match=r"found [35] lists: .*hidden big to join them all"):
        imported(tmp_path, files)
    assert imported(tmp_path, files, hidden="big").variant.guesses == WORDS


def test_single_letters_are_words_if_asked_for(tmp_path: Path) -> None:
    assert imported(tmp_path, {"w.json": '["b", "a"]'}, length=1).variant.guesses == ("a", "b")


def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del tmp_path
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"cigar\nrebut\n")))
    report = import_words(["-"])
    assert (report.variant.name, report.variant.guesses) == ("words", ("cigar", "rebut"))


def test_the_lists_of_the_original_game_are_known_again(tmp_path: Path) -> None:
    original = Variant.load("original")
    hidden = [word.upper() for word in reversed(original.hidden)]
    others = sorted(set(original.guesses) - set(original.hidden), key=hash)
    report = imported(tmp_path, {"main.js": f"let La={json.dumps(hidden)},Ta={json.dumps(others)}"})
    assert report.variant.guesses_hash == original.guesses_hash
    assert report.variant.hidden_hash == original.hidden_hash
    [_, changed, out, game] = lines_of(report, tmp_path)
    assert changed == "changed      words: 2315 (ZONAL to zonal, ZESTY to zesty, ZEBRA to zebra ...)"
    assert out == "left out     nothing"
    assert game == (
        "game         12972 words may be guessed (the list original-guesses, which ships), 5 letters each; "
        "2315 may be hidden (the list original-hidden, which ships): La in main.js, the smaller list"
    )


LEFT_OUT: Final = (
    "left out     duplicates: 1 (cigar); words of other lengths: 4 (abc, abcd, ab ...); "
    "texts that are no words: 1 (x-ray)"
)


def test_what_was_understood_and_changed_is_said(tmp_path: Path) -> None:
    text = (
        "Wort;Rang\nCIGAR;1\nrebut;2\nsissy;3\nCigar;4\nabc;5\nabcd;6\nab;7\na;8\nx-ray;9\ncafe\u0301s;10\n"
    )
    report = imported(tmp_path, {"w.csv": text}, out=tmp_path / "o")
    assert lines_of(report, tmp_path) == [
        "read         w.csv: UTF-8, 2 columns with semicolons between them, words in column 1 (Wort)",
        "changed      words: 2 (CIGAR to cigar, cafe\u0301s to cafés)",
        LEFT_OUT,
        (
            "game         4 words may be guessed, 5 letters each; "
            "every guess may be hidden, as there is one list"
        ),
        "accents      1 word has accents; equal accents takes each letter for the plain one",
        "wrote        o/w.yaml, o/w-guesses.txt",
        "next: wordle-cp solve --variant o/w.yaml",
    ]


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("The words are: awake, blush, cigar, rebut.", "The words are: awake"),
        ("awake, blush, cigar, focal and rebut", "focal and rebut"),
    ],
)
def test_what_is_no_word_of_a_line_is_said(text: str, lost: str, tmp_path: Path) -> None:
    out = lines_of(imported(tmp_path, {"w.txt": text}), tmp_path)[2]
    assert out == f"left out     texts that are no words: 1 ({lost})"


def test_texts_with_escapes_that_json_lacks_are_no_words(tmp_path: Path) -> None:
    code = r'let w=["cigar","\x72ebut","\u{73}issy","awake","blush"]'
    out = lines_of(imported(tmp_path, {"w.js": code}), tmp_path)[2]
    assert out == r"left out     texts that are no words: 2 (\x72ebut, \u{73}issy)"


def test_odd_letters_and_values_are_said(tmp_path: Path) -> None:
    words = ["\ufb02ame", "\uff23rane", "rebut", False]
    report = imported(tmp_path, {"w.json": json.dumps(words)})
    assert report.variant.guesses == ("crane", "flame", "rebut")
    _, changed, left_out, *_ = lines_of(report, tmp_path)
    assert changed == "changed      words: 2 (\ufb02ame to flame, \uff23rane to crane)"
    assert left_out.endswith("1 (the value false)")


@pytest.mark.parametrize(
    ("codec", "words"),
    [("latin-1", "été âme"), ("cp1251", "слово время"), ("shift_jis", "さくら ことば")],
)
def test_other_encodings_must_be_said(tmp_path: Path, codec: str, words: str) -> None:
    files = {"w.txt": "\n".join(words.split()).encode(codec)}
    with pytest.raises(UsageError, match=r"expected a text in UTF-8: .*; name its encoding, such as cp1252"):
        imported(tmp_path, files)
    assert imported(tmp_path, files, encoding=codec).read[0].endswith(f"{codec}, one word a line")


def test_an_encoding_can_be_said(tmp_path: Path) -> None:
    data = "ělka ďábel".encode("iso8859-2")
    report = imported(tmp_path, {"w.txt": data}, encoding="iso8859-2", length=4)
    assert report.variant.guesses == ("ělka",)
    with pytest.raises(UsageError, match="expected a text in utf-8"):
        imported(tmp_path, {"w.txt": data}, encoding="utf-8")
    for name in ("nonsense", "rot13", "base64"):
        with pytest.raises(UsageError, match="expected the name of an encoding"):
            imported(tmp_path, {"w.txt": data}, encoding=name)


def test_turkish_capitals(tmp_path: Path) -> None:
    report = imported(tmp_path, {"w.txt": "ISLAK\nİNCİR\nKADIN\n"})
    assert report.variant.guesses == ("incir", "kadın", "ıslak")  # noqa: RUF001
    assert "KADIN to kadın" in lines_of(report, tmp_path)[1]  # noqa: RUF001


def test_letters_of_several_characters(tmp_path: Path) -> None:
    text = "chata\nchaša\nc-hat\nšachu\n"
    report = imported(tmp_path, {"w.txt": text}, letters="a c ch h š t u", out=tmp_path, name="mine")
    assert report.variant.length == 4
    assert set(map(str, Variant.load(tmp_path / "mine.yaml").guesses)) == {"chata", "chaša", "šachu", "c-hat"}


def test_marks_that_no_letter_has_make_letters(tmp_path: Path) -> None:
    text = "a\u0331ba\nba\u0331a\naab\n"
    report = imported(tmp_path, {"w.txt": text}, out=tmp_path, name="mine")
    assert report.variant.alphabet.letters == ("a", "a\u0331", "b")
    assert Variant.load(tmp_path / "mine.yaml").length == 3


def test_the_length_is_the_one_that_prevails(tmp_path: Path) -> None:
    dictionary = "abcd bcda cdab dabc abcde abc bca"
    assert imported(tmp_path, {"d.txt": dictionary}).variant.length == 4
    assert imported(tmp_path, {"d.txt": dictionary}, length=3).variant.guesses == ("abc", "bca")
    answers = {"d.txt": dictionary, "answers.txt": "abcde"}
    assert imported(tmp_path, answers).variant.length == 5


def test_a_list_of_hidden_words_has_some_of_the_length(tmp_path: Path) -> None:
    files = {"answers.txt": "cigars\nrebuts\n", "allowed.txt": "\n".join(OTHERS)}
    for hidden in (None, "answers"):
        with pytest.raises(UsageError, match=r"answers\.txt: .* found other lengths: 2 of 6 letters"):
            imported(tmp_path, files, length=5, hidden=hidden)
    files["answers.txt"] = "aahed\ncigars\n"
    assert imported(tmp_path, files).variant.hidden == ("aahed",)


def test_what_is_hidden_can_be_said(tmp_path: Path) -> None:
    arrays = {"game.js": two_arrays()}
    assert imported(tmp_path, arrays, hidden="Ta").variant.hidden == OTHERS
    assert imported(tmp_path, arrays, hidden="big").variant.hidden == OTHERS + WORDS
    (tmp_path / "own.txt").write_text("cigar zzzzz")
    report = imported(tmp_path, arrays, hidden=str(tmp_path / "own.txt"))
    assert report.variant.hidden == ("cigar", "zzzzz")
    assert "zzzzz" in report.variant.guesses
    with pytest.raises(UsageError, match="expected big, a file, or one of the lists La, Ta, found 'nope'"):
        imported(tmp_path, arrays, hidden="nope")
    files = {"a.txt": "cigar rebut", "b.txt": "sissy", "c.txt": "humph"}
    with pytest.raises(UsageError, match=r"found 3 lists: .*say hidden with one of them, or hidden big"):
        imported(tmp_path, files)
    assert imported(tmp_path, files, hidden="b").variant.hidden == ("sissy",)
    assert len(imported(tmp_path, files, hidden="big").variant.hidden) == 4


def zipped() -> bytes:
    """Return an archive with a list."""
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w") as archive:
        archive.writestr("words.txt", "cigar\nrebut\n")
    return contents.getvalue()


def test_a_column_can_be_said(tmp_path: Path) -> None:
    table = {"w.csv": "english,german\ncigar,zigarre\nhouse,gebäude\nlight,leuchte\n"}
    with pytest.raises(UsageError, match="expected one column of words, found 1 and 2; say column 1"):
        imported(tmp_path, table)
    assert imported(tmp_path, table, column="1").variant.length == 5
    assert imported(tmp_path, table, column="german").variant.length == 7
    assert imported(tmp_path, table, column="2").variant.length == 7
    with pytest.raises(UsageError, match="expected a number or a name of a column, found '3'"):
        imported(tmp_path, table, column="3")


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        (b"", "expected words, found an empty file"),
        (b" \n\n", "expected words, found an empty file"),
        (b"# a comment\n", "expected a list of words, found nothing"),
        (
            b"10007\n10009\n10037\n",
            "expected a list of words, found numbers, such as '10007', '10009', '10037'",
        ),
        (b"9*8-7=65\n", "expected a list of words, found texts, such as '9*8-7=65'"),
        (bytes(range(256)) * 8, "expected a text, found binary data"),
        (b"%PDF-1.7", "found binary data; save it as plain text or CSV"),
        (zipped(), "expected a text, which gzip may have packed, found another archive: unpack it"),
        (bz2.compress(b"cigar\nrebut\n"), "found another archive: unpack it"),
        (lzma.compress(b"cigar\nrebut\n"), "found another archive: unpack it"),
        ("cigar\nrebut\n".encode("utf-32"), "expected a text, found binary data"),
        (b"\x1f\x8bnonsense", "expected a file that can be unpacked with gzip"),
        (b"[]", "expected a list of words, found nothing"),
        (b"{}", "expected a list of words, found nothing"),
        (b"[" * 100_000, "expected a list of words, found"),
        (b"abcdefghijklmnop\n", "expected a list of words, found"),
        (b"var a = 'cigarrebutsissy';", "of which 'var' alone would be a word of the game"),
        (b'msgid "cigar"\nmsgstr "Zigarre"\n' * 3, "of which 'msgid' alone would be a word of the game"),
        (
            b"crane\nslate\n" + b"a-b.c\n" * 30,
            "found 30 texts that are no words, such as 'a-b.c'; name the column",
        ),
        (
            b"cigar.xyz\nrebut.xyz\n",
            "such as 'cigar.xyz', 'rebut.xyz'; if such signs are letters, name all letters",
        ),
        (b'["c", "r", "a"]', "found single letters, such as a, c, r (length 1 takes them for words)"),
        (b'{"c": 7, "r": 8}', "found single letters, such as c, r"),
        (b"a\nb\n", "found single letters, such as a, b"),
        (b"const w=atob('Y2lnYXI=');", "found texts, of which 'const' alone would be a word of the game"),
        (
            b'{"answers": ["cigar"], "guesses": ["aahed", "aal',
            "expected JSON with whole lists, found one that breaks",
        ),
        (
            b'{"word": "cigar"}\n{"word": "reb',
            "expected JSON with whole lists, found one that breaks off: get",
        ),
        (
            b'a = ["cigar", "rebut"], b = ["aahed", "aalii",',
            "expected source code with whole lists, found one",
        ),
        (
            b"a = ['cigar', 'rebut'], b = ['aahed', 'aalii', 'aa",
            "expected source code with whole lists, found",
        ),
    ],
)
def test_what_has_no_words_is_refused_in_one_line(tmp_path: Path, contents: bytes, expected: str) -> None:
    with pytest.raises(WordleCpError) as caught:
        imported(tmp_path, {"w.txt": contents})
    assert expected in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    ["[/*" * 9000, "a" + " " * 30_000 + "b", "insert into a values (" + " " * 30_000 + "!", "[[a" * 9000],
)
def test_texts_that_look_like_the_beginning_of_something_take_no_long_time(tmp_path: Path, text: str) -> None:
    start = time.process_time()
    with suppress(WordleCpError):
        imported(tmp_path, {"w.txt": text})
    assert time.process_time() - start < 1


def test_source_code_without_lists_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"w\.js: .* found source code without lists: write its words"):
        imported(tmp_path, {"w.js": "export const words = decoded();"})


def test_other_lengths_are_named_where_none_has_the_one_that_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match="expected a list of words, found other lengths: 2 of 5 letters, 1 of 3 letters"
    ):
        imported(tmp_path, {"w.txt": "cigar rebut abc"}, length=6)


def test_files_that_are_there_are_kept_unless_they_may_be_replaced(tmp_path: Path) -> None:
    files = {"w.txt": "cigar rebut"}
    (tmp_path / "w-guesses.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"w-guesses\.txt: is there already; force writes over it"):
        imported(tmp_path, files, out=tmp_path)
    assert not (tmp_path / "w.yaml").exists()
    with run(force=True):
        imported(tmp_path, files, out=tmp_path)
    assert (tmp_path / "w-guesses.txt").read_text() == "cigar\nrebut\n"


def test_nothing_is_left_of_files_that_cant_all_be_written(tmp_path: Path) -> None:
    files, out = {"w.txt": "cigar rebut"}, tmp_path / "out"
    out.mkdir()
    (out / "w.yaml").mkdir()
    with pytest.raises(WordleCpError), run(force=True):
        imported(tmp_path, files, out=out)
    assert [path.name for path in out.iterdir()] == ["w.yaml"]
    with pytest.raises(WordleCpError):
        imported(tmp_path, files, out=tmp_path / "no" / "such")
    with pytest.raises(WordleCpError, match="is a file, not a folder"):
        imported(tmp_path, files, out=tmp_path / "w.txt")


@pytest.mark.parametrize(
    "text",
    [
        "1. crane\n2. slate\n3. shore\nspore\n",
        "1,crane\n2,slate\nshore\n4,spore\n",
        "id;word\n1;crane\n2;slate\nshore\n4;spore\n",
        "1\tcrane\n2\tslate\n3\tshore\nspore\n",
        "- crane\n- slate\n* shore\n'spore'\n",
    ],
)
def test_a_row_too_short_for_the_column_of_words_is_a_word(tmp_path: Path, text: str) -> None:
    assert imported(tmp_path, {"w.txt": text}).variant.guesses == ("crane", "shore", "slate", "spore")


def test_more_words_than_a_game_may_have_and_other_lengths_are_told(tmp_path: Path) -> None:
    many = "\n".join(map("".join, islice(product("abcdefghij", repeat=5), 70_000)))
    said = "expected at most 65,535 words, found 70,000 of 5 letters; another length may have fewer"
    with pytest.raises(UsageError, match=said):
        imported(tmp_path, {"w.txt": many})
    with pytest.raises(UsageError, match="found other lengths: 3 of 4 letters"):
        imported(tmp_path, {"w.txt": "chata\ncheta\nchota\n"}, letters="ch a e o t", length=5)


def test_a_name_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"expected a name of at most 64 letters, .* found 'my words'"):
        imported(tmp_path, {"w.txt": "cigar"}, name="my words")
    assert imported(tmp_path, {"my words.txt": "cigar"}).variant.name == "words"


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("0 1 3 7 9", "10007\n10009\n"),
        ("* + - / = 0 1 2 3 4 5 6 7 8 9", "9*8=72\n12/3=4\n"),
        ("( ) = a b", "(a)\n(b)\n=b=\n"),
        ("! ' - a", "!a'\n'a-\n"),
        ("🐶 🐱 👩\u200d🌾", "🐶🐱👩\u200d🌾\n👩\u200d🌾🐶🐱\n"),
        ("' a c h o r", "c'hoar\nr'hoac\n"),
    ],
)
def test_lists_of_signs_are_imported_with_their_letters(letters: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(words, encoding="utf-8")
    out = tmp_path / "out"
    command = ["variants", "import", str(tmp_path / "list.txt"), "--letters", letters, "--name", "x"]
    assert main([*command, "--out", str(out)]) == 0
    variant = Variant.load(out / "x.yaml")
    assert sorted(variant.guesses) == sorted(words.split())
    assert set(variant.alphabet.letters) <= set(letters.split())
    made = tmp_path / "n.yaml"
    command = ["variants", "new", str(made), "--letters", letters, "--guesses", str(out / "x-guesses.txt")]
    assert main(command) == 0
    assert sorted(Variant.load(made).guesses) == sorted(words.split())


def test_one_word_many_times_is_a_list(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("CRANE\nCrane\ncrane\n")
    found = import_words([str(tmp_path / "w.txt")])
    assert found.variant.guesses == ("crane",)
    assert [(one.what, one.count) for one in found.left_out] == [("duplicates", 2)]


def test_devices_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("crane\nslate\n")
    with pytest.raises(FileError, match="Is a directory"):
        import_words([str(tmp_path)])
    with pytest.raises(FileError, match="/dev/urandom: is a device"):
        import_words(["/dev/urandom"])


def test_letters_that_a_table_needs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="letters: # begins a comment or ends a cell"):
        imported(tmp_path, {"w.txt": "a#"}, letters="a #")
