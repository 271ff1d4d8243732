"""Files of the user: what is there is replaced only where that loses nothing, whichever option writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import wordle_cp
from tests.effort import MORE
from tests.program import SCRIPT
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import UsageError
from wordle_cp.search.depth import decide_depth

WORDS: Final = "crane\nslate\nstole\nstale\nabbey\nrebus\n"
OWN: Final = ("--variant", "own.yaml")
OUT: Final = "OUT"
"""Where the name of the output stands."""
CERTIFICATES: Final = {
    "prove": ("prove", "--depth", "3", *OWN, "--jobs", "1", "--out", OUT),
    "by model": ("prove", "--depth", "3", "--by", "cp-sat", *OWN, "--out", OUT),
    "optimal": ("prove", "--optimal", *OWN, "--out", OUT),
    "between": ("prove", "--between", *OWN, "--out", OUT),
    "solve": ("solve", *OWN, "--tree", OUT),
    "rank": ("rank", "--top", "2", *OWN, "--certificate", OUT),
    "compare": ("compare", "--policy", "knuth", *OWN, "--tree", OUT),
    "witness": ("witness", "--depth", "1", *OWN, "--out", OUT),
    "fixed": ("fixed", "--count", "3", *OWN, "--out", OUT),
    "absurdle": ("absurdle", *OWN, "--out", OUT),
    "model": ("model", "solve", "adaptive-tree", "--depth", "3", *OWN, "--out", OUT),
    "export": ("tree", "export", "own.cert", "--format", "certificate", "--out", OUT),
    "import": ("tree", "import", "own.tree", *OWN, "--out", OUT),
}
OURS: Final = {
    "x.csv": (
        ("rank", "--top", "2", *OWN, "--out", OUT),
        ("rank", "--worst", "2", *OWN, "--out", OUT),
        ("rank", "--words", "2", "--top", "2", *OWN, "--out", OUT),
        ("census", "--depth", "2", *OWN, "--run", "run", "--out", OUT),
        ("tree", "table", "own.cert", "--csv", OUT),
    ),
    "x.html": (("solve", *OWN, "--trace", OUT), ("tree", "sheet", "own.cert", "--out", OUT)),
    "x.svg": (
        ("solve", *OWN, "--plot", OUT),
        ("tree", "draw", "own.cert", "--out", OUT),
    ),
    "x.png": (("stats", *OWN, "--plot", OUT), ("tree", "draw", "own.cert", "--out", OUT)),
    "x.pdf": (("tree", "sheet", "own.cert", "--out", OUT),),
    "x.dot": (("tree", "draw", "own.cert", "--out", OUT),),
}
THEIRS: Final = {
    "x.lp": ("model", "export", "separating-set", *OWN, "--out", OUT),
    "x.json": ("tree", "export", "own.cert", "--format", "json", "--out", OUT),
    "x.yaml": ("variants", "new", OUT, "--guesses", "words.txt"),
}
"""What bears no mark of ours."""
WRITES: Final = [
    *((command, "x.cert") for command in CERTIFICATES.values()),
    *((command, name) for name, commands in OURS.items() for command in commands),
    *((command, name) for name, command in THEIRS.items()),
]


def tried(cases: list[tuple[tuple[str, ...], str]]) -> pytest.MarkDecorator:
    """Try these pairs of a command and a name for its output."""
    ids = [f"{' '.join(one[:3])} {name}" for one, name in cases]
    return pytest.mark.parametrize(("command", "name"), cases, ids=ids)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a game, its words, and a strategy for it."""
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS)
    Path("own.yaml").write_text("name: own\nguesses: words.txt\nhidden: big\nmax_guesses: 6\n")
    assert main(["prove", "--depth", "3", *OWN, "--out", "own.cert"]) == ExitCode.DONE
    assert main(["tree", "export", "own.cert", "--format", "selby", "--out", "own.tree"]) == ExitCode.DONE


def written(command: tuple[str, ...], out: str, *more: str) -> int:
    """Run a `command` that writes `out`."""
    return main([out if word == OUT else word for word in (*command, *more)])


def held() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}


@tried(WRITES if MORE else WRITES[::4])
def test_a_file_of_the_user_stays(
    command: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(WORDS)
    before = held()
    capsys.readouterr()
    assert written(command, name) == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"error: {name}: is there already; --force writes over it\n")
    assert held() == before
    assert written(command, name, "--force") == ExitCode.DONE
    contents = Path(name).read_bytes()
    assert contents != before[name]
    assert written(command, name) == (ExitCode.BAD_INPUT if name in THEIRS else ExitCode.DONE)
    assert Path(name).read_bytes() == contents or command[0] in {"solve", "rank"}
    Path(name).chmod(0o444)
    assert written(command, name) == ExitCode.BAD_INPUT
    assert not [left for left in held() if left.startswith(".")]


@tried(WRITES)
def test_an_input_is_never_replaced(
    command: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    read = next((word for word in command if word in {"own.cert", "own.tree"}), "words.txt")
    os.link(read, name)
    before = held()
    for force in ((), ("--force",)):
        capsys.readouterr()
        assert written(command, name, *force) == ExitCode.BAD_INPUT
        assert capsys.readouterr().err.startswith(f"error: {name}: ")
        assert held() == before
    Path(name).unlink()
    Path(name).symlink_to(read)
    assert written(command, name, "--force") == ExitCode.BAD_INPUT
    assert held() == before


@tried(WRITES)
def test_a_link_to_itself_is_refused_in_a_line(
    command: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).symlink_to(name)
    for force in ((), ("--force",)):
        capsys.readouterr()
        assert written(command, name, *force) == ExitCode.BAD_INPUT
        assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_is_a_link_to_itself_is_refused() -> None:
    Path("site").symlink_to("site")
    with pytest.raises(wordle_cp.WordleCpError):
        wordle_cp.write_site(["original-hard-depth-5-palet"], out="site")


@tried(WRITES)
def test_standard_output(
    command: tuple[str, ...], name: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    if name in {"x.yaml", "x.lp"}:
        pytest.skip("its name says what it is")
    before = held()
    assert written(command, "-") == ExitCode.DONE
    out, err = capfdbinary.readouterr()
    assert held() == before
    assert out
    assert b"error" not in err
    assert name != "x.cert" or out.startswith(b"wordle-cp certificate 1\n")
    if "tree" not in command[:1] or "export" not in command:
        assert written(command, "-", "--json") == ExitCode.BAD_INPUT
        assert b"--json: not with -" in capfdbinary.readouterr().err
        assert held() == before


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("solve", *OWN, "--openers", "-"), "words.txt"),
        (("solve", "--variant", "-"), "own.yaml"),
        (("tree", "import", "-", *OWN, "--out", "-"), "own.tree"),
    ],
    ids=" ".join,
)
def test_standard_input(command: tuple[str, ...], file: str) -> None:
    program = [sys.executable, "-c", SCRIPT, *command]
    text = Path(file).read_text()
    assert subprocess.run(program, input=text, text=True, check=False).returncode == ExitCode.DONE


def test_lists_and_folders_stay(capsys: pytest.CaptureFixture[str]) -> None:
    importing = ("variants", "import", "words.txt", "--name", "words")
    assert main([*importing]) == ExitCode.DONE
    Path("words-guesses.txt").write_text(WORDS)
    before = held()
    assert main([*importing]) == ExitCode.BAD_INPUT
    assert (
        main(["variants", "import", "words-guesses.txt", "--name", "words", "--force"]) == ExitCode.BAD_INPUT
    )
    assert held() == before
    assert main(["site", "own.cert", "--out", "site"]) == ExitCode.DONE
    Path("site/mine.html").write_text("mine")
    site = ("site", "own.cert", "--out", "site")
    assert main([*site]) == ExitCode.BAD_INPUT
    os.link("own.cert", "site/own.cert.too")
    assert main([*site, "--force"]) == ExitCode.BAD_INPUT
    assert Path("site/mine.html").read_text() == "mine"
    Path("site/own.cert.too").unlink()
    assert main([*site, "--force"]) == ExitCode.DONE
    assert not Path("site/mine.html").exists()
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("mine")
    assert main(["site", "own.cert", "--out", "mine", "--force"]) == ExitCode.BAD_INPUT
    capsys.readouterr()


@pytest.mark.parametrize("name", ["lock", "refuted.cert.xz", "possible/slate.cert.gz"])
def test_a_run_folder_is_the_runs_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path("run", name)
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    assert main(["census", "--depth", "2", *OWN, "--run", "run", "--force"]) == ExitCode.BAD_INPUT
    told = capsys.readouterr().err
    assert told.startswith(
        f"error: run/ledger.sqlite: the ledger is gone or empty, and {file} is there already"
    )
    assert told.endswith("take another folder\n")
    assert not Path("run/ledger.sqlite").exists()
    assert file.read_text() == "mine"


HOLDS: Final = """
import sys
from pathlib import Path
from wordle_cp.files.outputs import reserve, run
with run():
    reserve(Path("x.cert"))
    print("held", flush=True)
    sys.stdin.read()
"""


def test_there_is_one_writer_of_a_file() -> None:
    command = CERTIFICATES["prove"]
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert written(command, "x.cert") == ExitCode.BAD_INPUT
        assert written(command, "x.cert", "--force") == ExitCode.BAD_INPUT
        assert written(command, "y.cert") == ExitCode.DONE
        other.kill()
    assert written(command, "x.cert") == ExitCode.DONE
    assert not [left for left in held() if left.startswith(".")]


def test_python_asks_the_same() -> None:
    Path("x.cert").write_text(WORDS)
    with pytest.raises(UsageError, match="is there already"):
        wordle_cp.prove("own.yaml", 3, out="x.cert")
    assert Path("x.cert").read_text() == WORDS
    wordle_cp.prove("own.yaml", 3, out="x.cert", force=True)
    for force in (False, True):
        with pytest.raises(UsageError, match="this run reads that file"):
            wordle_cp.solve("own.yaml", tree="words.txt", force=force)
    assert Path("words.txt").read_text() == WORDS


def test_what_comes_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is there already is seen before the search."""
    searched: list[bool] = []
    real = decide_depth

    def decide(*arguments: Any, **named: Any) -> object:  # noqa: ANN401
        searched.append(Path("x.cert").exists())
        Path("x.cert").write_text("mine")
        return real(*arguments, **named)

    monkeypatch.setattr("wordle_cp.answers.depths.decide_depth", decide)
    for _ in range(2):
        assert written(CERTIFICATES["prove"], "x.cert") == ExitCode.BAD_INPUT
    assert Path("x.cert").read_text() == "mine"
    assert searched == [False]
