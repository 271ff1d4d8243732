"""What takes commands and code out of documents: it finds what is wrong, and lets nothing pass untested."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.shown.blocks import DocumentError
from tests.shown.output import difference
from tests.shown.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    RunText = Callable[[str], None]


@pytest.fixture
def run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunText:
    """Return a function that runs a document of this text."""
    folder = tmp_path / "session"
    folder.mkdir()
    monkeypatch.chdir(folder)
    document = tmp_path / "page.md"

    def run_text(text: str) -> None:
        document.write_text(text, encoding="utf-8")
        Session(root, folder).run(document)

    return run_text


SAVED = "<!-- file: a/b.yaml -->\n```yaml\nname: b\nguesses: [ab]\nhidden: big\n```\n"
CHECK = "$ wordle-cp variants check"
TOY = "<!-- run: --variant toy -->\n```console\n$ wordle-cp"
SOLVE = f"{TOY} solve\n"
CREDO = "$ wordle-cp solve --variant toy --opener credo"
ACCEPTED = "tests/golden/accept/hard.cert"


@pytest.mark.parametrize(
    "text",
    [
        f"```console\n{CHECK} toy\ntoy: 38 words may be guessed, 8 may be hidden\n```",
        f"```console\n{CHECK} toy \\\n    original\n...\noriginal: ... 2315 may be hidden\n```",
        "```sh\n# so\nwordle-cp variants list > list.txt\ngrep -c toy list.txt\n```",
        f"{SOLVE}exact: ..., ...: 7920 guesses over 2315 hidden words (3.4212 on average)\n```",
        f"{SOLVE}strategy  SALET, 5 guesses at most\n SALET BB leaves 2: COURD\n...\ndistribution 0 8 1\n```",
        f"<!-- run 2: exit 2 -->\n```console\n{CHECK} toy\n...\n{CHECK} nothing\nerror: ...\n```",
        f"{SAVED}```console\n{CHECK} a/b.yaml\na/b.yaml: 1 word may be guessed, 1 may be hidden\n```",
        "<!-- input: x | ! -->\n```sh\nwordle-cp play --variant toy --word cruel\n```",
        "```python\nprint(\n    1 + 1)  # 2\n```\n```python\nx = 1  # or 2\n```",
        "<!-- replace: 1 + => 2 + -->\n```python\nprint(1 + 1)  # 2\n```",
        f"<!-- run: --jobs 2 --max-memory 3 -->\n```console\n{CREDO}\nexact: toy, ...\n...\n```",
        f"```console\n{CHECK} toy\n...\n$ mkdir b\n```",
        "```python\nif True:\n    print(1)  # 1\n    print(\n        -1)  # -1\n    x = 1\n```",
        f"<!-- from: {ACCEPTED} -->\n```text\nmode hard\nbah   (and bat\nhidden ...      cat)\n```",
        "<!-- form -->\n```text\na + b\n```\n\n<!-- a remark -->\n\nText.",
        "```sh\nexport A=b && cd c\nmake test\npip install '.[plots]'\n```",
    ],
)
def test_what_works(run: RunText, text: str) -> None:
    run(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"```console\n{CHECK} toy\ntoy: 39 guesses, 8 hidden words\n```", "page.md:2: .*shown 'toy: 39"),
        (f"```console\n{CHECK} toy original\ntoy: 38 ...\n```", "more came out than is shown: 'original"),
        (f"```console\n{CHECK} toy\n...\nmore\n```", "came nothing more|shown 'more'"),
        (f"```console\n{CHECK} --all toy\n```", "no option is called '--all'"),
        ("<!-- run: --help -->\n```sh\nwordle-cp prove --depth many\n```", "--depth"),
        ("<!-- run: --help -->\n```sh\nwordle-cp proof --depth 3\n```", "no command is called 'proof'"),
        (f"{SOLVE}undecided: x\n```", "no line is like 'undecided: x'"),
        (f"{SOLVE}exact: original, hard mode, ...\n```", "no line is like"),
        (
            f"{SOLVE}exact: toy, normal mode, ...\n```",
            "is about 'toy, normal mode', the question about 'original, normal mode'",
        ),
        (
            f"{SOLVE}exact: original, ... 2314 hidden words ...\n```",
            "is about '2314', the question about '2315'",
        ),
        (
            f"{TOY} prove --depth 4\npossible: original, ... within 5 guesses\n```",
            "is about '5', the question about '4'",
        ),
        (
            f"{SOLVE}... 7920 guesses over 2315 hidden words (3.4213 on average)\n```",
            "that is 3.4212",
        ),
        (
            f"{SOLVE}... 10 guesses over 2315 hidden words (0.0043 on average)\ndistribution 1 1 1\n```",
            "these are 6 guesses over 3 words",
        ),
        (
            f"{SOLVE}others 3 openers cost more: 1 by counting patterns, 1 by search\n```",
            "that isn't the sum",
        ),
        (
            "<!-- replace: 1 + => 2 + -->\n```python\nprint('a', 1 + 1)  # b 2\n```",
            "no line is like 'b \\(number\\)'",
        ),
        (f"```console\n{CHECK} nothing\n```", "exit code 2 instead of 0"),
        (f"<!-- run 2: exit 2 -->\n```console\n{CHECK} toy\n```", "about command 2; there are 1"),
        (f"<!-- runs: exit 2 -->\n```console\n{CHECK} toy\n```", "isn't one of run, file"),
        (f"<!-- run: x -->\n<!-- run: y -->\n```console\n{CHECK} toy\n```", "several notes"),
        (f"```console\ntoy: 38\n{CHECK} toy\n```", "lines above the first"),
        ("```console\nwordle-cp variants list\n```", "no line begins with"),
        ("Text.\n\n    $ wordle-cp variants list\n", "a command outside a block"),
        ("```text\nerror: x.txt:9:9: nothing\n```", "a note should say what this is"),
        ("Text.\n\n    error: x\n", "a note should say what this is"),
        (f"<!-- from: {ACCEPTED} -->\n```text\nend of certificate\nmode hard\n```", "shown 'mode hard'"),
        (f"<!-- from: {ACCEPTED} -->\n```text\nmode normal   (so)\n```", "shown 'mode normal'"),
        (
            f"<!-- run: --jobs 1 -->\n```console\n{CREDO}\nexact: original\n...\n```",
            "shown 'exact: original'",
        ),
        (f"```console\n{CHECK} toy\n```", "something comes out"),
        (f"<!-- wrapped -->\n\nText.\n\n```console\n{CHECK} toy\n...\n```", "page.md:3: no code block"),
        ("<!-- run: exit 2 -->", "no code block"),
        ("Text <!-- wrapped --> here.", "no code block"),
        ("```sh\nexport A=b; rm -rf c\n```", "rm can't be tested"),
        ("```sh\ngrep x y | rm z\n```", "rm can't be tested"),
        ("```sh\ncd b && ls\n```", "some can't"),
        ("```python\nfor x in 1, 2:\n    print(x)  # 3\n    y = 0\n```", "shown '3', came '1'"),
        ("```python\nfor x in 1, 2:\n    print(x)  # 1\n```", "more came out"),
        ("```python\nprint(1,\n    2)  # 3\n```", "shown '3', came '1 2'"),
        ("```text\nwordle-cp variants list\n```", "a command outside a block"),
        ("```shell\nls\n```", "found 'shell'"),
        ("```sh\nrm -r x\n```", "rm can't be tested"),
        ("```sh\nmarimo edit docs/teaching/none.py\n```", "there is no docs/teaching/none.py"),
        ("```sh\nmake tea\n```", "there is no tea"),
        ("```sh\npip install '.[plot]'\n```", "there is no plot"),
        ("```python\nprint(1 + 1)  # 3\n```", "shown '3', came '2'"),
        ("<!-- replace: 4 => 5 -->\n```python\nprint(1 + 1)  # 3\n```", "nothing to replace"),
    ],
)
def test_what_is_wrong_is_found(run: RunText, text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        run(text)


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (["a", "...", "c"], "a\nb\nb\nc\n", True),
        (["a", "...", "c"], "a\nc\n", True),
        (["a", "...", "c"], "a\nc\nd\n", False),
        (["a", "...", "c", "..."], "a\nc\nd\n", True),
        (["...", "c"], "c\nb\nc\n", True),
        (["...", "a", "b"], "a\na\nb\n", True),
        (["a", "..."], "b\na\n", False),
        (["a ... b"], "a 1 2 b\n", True),
        (["a ... b"], "a 1 2\n", False),
        (["took 0.6 s"], "took 1,012 s", True),
        (["took 0.6 m"], "took 0.7 m", False),
        (["effort  0.6 s, 4 nodes"], "effort  7 s, 5 nodes", True),
        (["a"], "a\nstates  3\neffort  1 s\n", True),
        (["a", "states  4"], "a\nstates  3\n", False),
        (["a  b"], "a b", False),
    ],
)
def test_difference(shown: list[str], printed: str, same: bool) -> None:  # noqa: FBT001  a table of cases
    assert (not difference(shown, printed)) is same


def test_difference_of_lines_that_are_wrapped() -> None:
    assert not difference(["a b", "c"], "a b c\n", wrapped=True)
    assert difference(["a b", "d"], "a b c\n", wrapped=True)
