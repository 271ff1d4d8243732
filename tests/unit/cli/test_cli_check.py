"""`wordle-cp check` and `wordle-cp tree`: exit codes, JSON fields, and what goes to which stream."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Final

import pytest

from tests.effort import only_more
from tests.golden_files import GOLDEN
from tests.program import SCRIPT, interrupted, let_work, start
from wordle_cp.answers.certificates import CheckAnswer
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths
from wordle_cp.work import StopReason

ACCEPT = GOLDEN / "accept" / "normal.cert"
REJECT = GOLDEN / "reject" / "total-off-by-one.cert"
MALFORMED = GOLDEN / "malformed" / "record-missing.cert"
(REAL,) = (
    path for path in proof_paths() if path.name == "nyt-2022-02-15-hard-hidden-big-depth-7-refuted.cert.xz"
)
"""Takes an hour."""
NODES = 627735
TOY_TREE = """\
plied BBBGB1 creek GGGGG2
      BBBGG1 creed GGGGG2
      BBBYB1 cress GGGGG2
      BBBYY1 credo GGGGG2
      BBGGB1 crier GGGGG2
      BBGGG1 cried GGGGG2
      BYBGB1 cruel GGGGG2
      YBBGB1 creep GGGGG2
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """Run the program; return its exit code and what it wrote to standard output and standard error."""
    code = main([str(argument) for argument in arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


def test_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", ACCEPT)
    assert (code, err) == (ExitCode.DONE, "")
    assert re.fullmatch(
        r"accepted: list called 'rhymes-guesses' \(8 words, SHA-256 [0-9a-f]{16}\.\.\.\), "
        r"hidden list called 'rhymes-hidden' \(5 words, SHA-256 [0-9a-f]{16}\.\.\.\), "
        r"normal mode: 5 hidden words found within 3 guesses.*\n",
        out,
    )


def test_labels_do_not_pass_for_shipped_lists(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    forged = tmp_path / "forged.cert"
    forged.write_text(ACCEPT.read_text(encoding="utf-8").replace("rhymes", "original"), encoding="utf-8")
    code, out, _ = run(capsys, "check", forged)
    assert code == ExitCode.DONE
    assert "list called 'original-guesses' (8 words" in out
    code, out, _ = run(capsys, "check", forged, "--json")
    assert json.loads(out)["claim"]["guesses"]["origin"] == "embedded"


def test_accepted_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", ACCEPT, "--json")
    fields = json.loads(out)
    assert (code, err, fields["accepted"], fields["reason"]) == (ExitCode.DONE, "", True, None)
    assert fields["seconds"] >= 0
    claim = fields["claim"]
    assert (claim["question"], claim["verdict"], claim["depth"]) == ("depth", "possible", 3)
    assert (claim["mode"], claim["opener"], claim["after"]) == ("normal", "mac", "")
    assert (claim["total_guesses"], claim["max_guesses"], claim["distribution"]) == (13, 3, [0, 2, 3])
    assert (claim["guesses"]["count"], claim["hidden"]["count"], claim["hidden_count"]) == (8, 5, 5)


def test_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", REJECT)
    assert (code, out) == (ExitCode.REJECTED, "")
    assert err == "error: rejected: start: total: expected 12, as claimed, found 13\n"


@pytest.mark.parametrize(("options", "place"), [((), ":2:7"), (("--plain",), ": line 2")])
def test_boards_are_no_longer_read(
    options: tuple[str, ...], place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = GOLDEN / "malformed" / "boards.cert"
    code, out, err = run(capsys, "check", file, *options)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {file}{place}: claims about several boards were read up to version 0.1.0\n"


def test_rejected_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", REJECT, "--json")
    fields = json.loads(out)
    assert (code, fields["accepted"], fields["claim"]["total_guesses"]) == (ExitCode.REJECTED, False, 12)
    assert fields["reason"] == "start: total: expected 12, as claimed, found 13"
    assert (fields["node"], fields["rule"], fields["found"]) == ("start", "total", "13")


def test_malformed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", MALFORMED)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {MALFORMED}:5:1: expected a line 'mode ...', found 'length 3'\n"


def test_damaged_data(capsys: pytest.CaptureFixture[str]) -> None:
    path = MALFORMED.with_name("xz-with-too-large-a-dictionary.cert.xz")
    code, out, err = run(capsys, "check", path)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {path}:1:1: unusable xz data: memory usage limit exceeded\n"


def test_malformed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", MALFORMED, "--json")
    fields = json.loads(out)
    assert (code, fields["accepted"], fields["claim"]) == (ExitCode.BAD_INPUT, False, None)
    assert (fields["line"], fields["column"]) == (5, 1)


@pytest.mark.parametrize("name", ["missing.cert", ""])
def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    code, out, err = run(capsys, "check", tmp_path / name)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)


def test_import_check_export(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tree, certificate, back = tmp_path / "toy.tree", tmp_path / "toy.cert.gz", tmp_path / "back.tree"
    tree.write_text(TOY_TREE, encoding="utf-8")
    code, out, err = run(capsys, "tree", "import", tree, "--out", certificate, "--variant", "toy")
    assert (code, err) == (ExitCode.DONE, "")
    assert "not checked yet" in out
    assert run(capsys, "check", certificate)[0] == ExitCode.DONE
    assert run(capsys, "tree", "export", certificate, "--format", "selby", "--out", back)[0] == ExitCode.DONE
    assert back.read_text(encoding="utf-8") == TOY_TREE
    again = tmp_path / "again.cert.gz"
    assert run(capsys, "tree", "import", back, "--out", again, "--variant", "toy")[0] == ExitCode.DONE
    assert again.read_bytes() == certificate.read_bytes()


def test_import_guesses_a_word_that_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tree, certificate = tmp_path / "toy.tree", tmp_path / "toy.cert.gz"
    tree.write_text(TOY_TREE.replace("      BYBGB1 cruel GGGGG2\n", ""), encoding="utf-8")
    options = ("--variant", "toy", "--depth", "4", "--json")
    code, out, err = run(capsys, "tree", "import", tree, "--out", certificate, *options)
    assert (code, json.loads(out)["claim"]["depth"]) == (ExitCode.DONE, 4)
    assert err == "note: the file doesn't guess 1 hidden word: they are guessed where nothing else is left\n"
    assert run(capsys, "check", certificate)[0] == ExitCode.DONE


def test_import_of_a_malformed_strategy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tree, certificate = tmp_path / "toy.tree", tmp_path / "toy.cert.gz"
    tree.write_text(TOY_TREE.replace("creek GGGGG2", "creek GGGGG3"), encoding="utf-8")
    code, _, err = run(capsys, "tree", "import", tree, "--out", certificate, "--variant", "toy")
    assert (code, certificate.exists()) == (ExitCode.BAD_INPUT, False)
    expected = (
        "line 1: expected guess number 2 with its response and number, found 'creek GGGGG3'; what is read: "
    )
    assert err.startswith(f"error: {tree}: {expected}")


@pytest.mark.parametrize(
    ("tree_format", "beginning"),
    [
        ("dot", "digraph"),
        ("graphml", "<graphml"),
        ("json", "{"),
        ("selby", "mac BGB1 bah BGB2 rat GGG3\n     "),
    ],
)
def test_export(capsys: pytest.CaptureFixture[str], tmp_path: Path, tree_format: str, beginning: str) -> None:
    code, out, err = run(capsys, "tree", "export", ACCEPT, "--format", tree_format)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith(beginning)
    file = tmp_path / "tree"
    assert run(capsys, "tree", "export", ACCEPT, "--format", tree_format, "--out", file)[:2] == (0, "")
    assert file.read_text(encoding="utf-8") == out


def test_export_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "tree", "export", ACCEPT, "--format", "selby", "--full")
    assert all(line.startswith("mac ") for line in out.splitlines())


def test_export_of_a_rejected_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "tree", "export", REJECT, "--format", "dot")
    assert (code, out) == (ExitCode.REJECTED, "")
    assert err.startswith(f"error: rejected: {REJECT}: start: total")


def test_an_accepted_impossibility(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", GOLDEN / "accept" / "impossible-rule-upon-rule.cert")
    assert (code, err) == (ExitCode.DONE, "")
    assert re.search(
        r"normal mode: 8 hidden words can't all be found within 4 guesses, whatever the opener "
        r"\(16 nodes, \d+\.\d s\)\n$",
        out,
    )


@pytest.mark.parametrize(
    ("name", "openers"),
    [
        ("impossible-except", "whatever the opener but bah, mac, orb"),
        ("impossible-only", "if the opener is rat, cat"),
        ("impossible-no-guess-left", "1 guess, whatever the opener"),
    ],
)
def test_the_openers_of_an_impossibility(capsys: pytest.CaptureFixture[str], name: str, openers: str) -> None:
    _, out, _ = run(capsys, "check", GOLDEN / "accept" / f"{name}.cert")
    assert f"{openers} (" in out.replace("; guesses count from the start of the game", "")


def test_an_impossibility_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", GOLDEN / "accept" / "impossible-except.cert", "--json")
    fields = json.loads(out)
    claim = fields["claim"]
    assert fields["accepted"]
    assert (claim["question"], claim["verdict"], claim["depth"]) == ("depth", "impossible", 3)
    assert (claim["scope"], claim["openers"], claim["nodes"]) == ("except", ["bah", "mac", "orb"], 3)
    assert (claim["mode"], claim["after"], claim["hidden_count"]) == ("hard", "", 5)


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("no-guess-left", "0 nodes"), ("all", "1 node"), ("only", "2 nodes")],
)
def test_the_nodes_of_an_impossibility(capsys: pytest.CaptureFixture[str], name: str, nodes: str) -> None:
    _, out, _ = run(capsys, "check", GOLDEN / "accept" / f"impossible-{name}.cert")
    assert re.search(rf" \({nodes}, \d+\.\d s\)$", out)


def test_a_rejected_impossibility(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", GOLDEN / "reject" / "impossible-pair-told-apart.cert")
    assert (code, out) == (ExitCode.REJECTED, "")
    assert err == (
        "error: rejected: node 0: pair: expected two words with one pattern under each guess, "
        "found none under bah\n"
    )


@pytest.mark.parametrize(
    ("tree_format", "beginning"),
    [("dot", "digraph refutation {"), ("graphml", "<graphml"), ("json", '{"directed": true')],
)
def test_export_of_a_refutation(capsys: pytest.CaptureFixture[str], tree_format: str, beginning: str) -> None:
    file = GOLDEN / "accept" / "impossible-except.cert"
    code, out, err = run(capsys, "tree", "export", file, "--format", tree_format)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith(beginning)


def test_a_refutation_is_no_strategy_text(capsys: pytest.CaptureFixture[str]) -> None:
    file = GOLDEN / "accept" / "impossible-except.cert"
    code, out, err = run(capsys, "tree", "export", file, "--format", "selby")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith("error: Selby's format is for strategies")


@pytest.mark.parametrize(
    ("option", "value", "struck"), [("--time-limit", "1e-9", "time"), ("--max-memory", "1e-6", "memory")]
)
def test_a_stopped_check_is_no_verdict(
    option: str, value: str, struck: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped at the first look: whatever the file, it is neither accepted nor rejected."""
    code, out, err = run(capsys, "check", REAL, option, value)
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert re.fullmatch(
        rf"stopped by {option} {float(value):g} "
        r"(at the beginning|after \d+ of \d+ nodes): this is no verdict \(\d+\.\d s\)"
        + ("; how long it takes isn't known yet, .*" if struck == "time" else "")
        + r"\n",
        out,
    )
    code, out, err = run(capsys, "check", REAL, option, value, "--json")
    fields = json.loads(out)
    assert (code, err, fields["accepted"], fields["reason"]) == (ExitCode.UNDECIDED, "", False, None)
    assert fields["stopped_by"] == f"{struck} limit"
    assert fields["parts"] in {None, NODES}


def test_a_check_within_its_limits_is_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ("--time-limit", "600", "--max-memory", "100")
    assert run(capsys, "check", ACCEPT, *limits)[0] == ExitCode.DONE
    assert run(capsys, "check", REJECT, *limits)[0] == ExitCode.REJECTED
    assert run(capsys, "check", MALFORMED, *limits)[0] == ExitCode.BAD_INPUT
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_each_checker_refuses_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "/dev/zero") == (2, "", "error: /dev/zero: is not a regular file\n")
    assert run(capsys, "check", "/dev/zero", "--plain")[2] == "error: /dev/zero: expected a file or a pipe\n"


@only_more
def test_ctrl_c_ends_a_check(tmp_path: Path) -> None:
    process = start(tmp_path, "check", str(REAL), "--json")
    let_work(process, 2.5)
    out, _ = interrupted(process)
    fields = json.loads(out)
    assert (process.returncode, fields["accepted"]) == (ExitCode.UNDECIDED, False)
    assert fields["stopped_by"] == "interrupted"
    assert 0 < fields["parts_done"] < fields["parts"] == NODES


def test_proofs_are_listed_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "proofs", "list", "HARD", "salet", "--json")
    names = [proof["name"] for proof in json.loads(out)["proofs"]]
    assert (code, names) == (
        ExitCode.DONE,
        [
            "nyt-2022-02-15-hard-optimal-within-6",
            "nyt-2022-08-30-hard-optimal-within-6",
            "original-hard-optimal-within-6",
        ],
    )
    code, out, err = run(capsys, "proofs", "list", "hardd")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == "error: no proof that ships has 'hardd' in its name or claim; did you mean hard?\n"


def test_explain_says_what_to_ask_next(capsys: pytest.CaptureFixture[str]) -> None:
    for name, guess, what in (
        ("nerdle-mini-normal-depth-2", "4*7=28", "says why a guess fails"),
        (str(GOLDEN / "accept" / "total-normal.cert"), "cat", "explains another opener"),
    ):
        last = run(capsys, "explain", name)[1].splitlines()[-1]
        assert last == f"next: wordle-cp explain {name} --guess W {what}"
        assert "next:" not in run(capsys, "explain", name, "--guess", guess)[1]


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """Run a line of bash in which PROGRAM is the program: its exit code and what it wrote, without times."""
    program = shlex.join([sys.executable, "-c", SCRIPT])
    done = subprocess.run(
        ["/bin/bash", "-c", line.replace("PROGRAM", program)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    slow = r"(?m)^(the plain checker|this) takes about .*\n"  # said where the machine is busy
    return done.returncode, re.sub(r"[0-9.]+ s\b", "T s", done.stdout), re.sub(slow, "", done.stderr)


@cache
def shell_of_a_file(line: str) -> tuple[int, str, str]:
    """Return what `shell` does of a line that reads a file: once, however many pipes are compared with it."""
    return shell(line, Path(gettempdir()))


@pytest.mark.parametrize(
    ("command", "pipe"),
    [
        pytest.param(command, pipe, marks=() if pipe == "-" or command == "check F" else only_more)
        for command in ("check F", "check F --plain", "tree table F", "explain F --guess salet")
        for pipe in ("-", "/dev/stdin", "<(cat FILE)")
    ],
)
def test_a_pipe_is_read_wherever_a_certificate_is(command: str, pipe: str, tmp_path: Path) -> None:
    """What comes out of it is what a file would have said; no file is left behind."""
    name = "original-normal-hidden-big-depth-5" if "explain" in command else "original-hard-depth-5-palet"
    (path,) = (path for path in proof_paths() if path.name.startswith(f"{name}.cert"))
    piped = f"cat FILE | PROGRAM {command.replace('F', pipe, 1)}".replace("FILE", str(path))
    direct = f"PROGRAM {command.replace('F', str(path), 1)}"
    assert shell(piped, tmp_path) == shell_of_a_file(direct)
    assert not list(tmp_path.iterdir())


def test_what_comes_out_of_a_pipe_may_be_malformed(tmp_path: Path) -> None:
    code, out, err = shell("echo hello | PROGRAM check -", tmp_path)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert err == "error: standard input:1:1: expected a line 'wordle-cp ...', found 'hello'\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("stopped_by", "checker", "done", "rest"),
    [
        (StopReason.TIME, "fast", 24, "how long it takes isn't known yet, so give it more time"),
        (StopReason.TIME, "fast", 25, "at this pace it takes about 4 minutes in all"),
        (StopReason.TIME, "plain", 100, "at this pace it takes about 1 minute in all"),
        (StopReason.TIME, "plain", None, "how long it takes isn't known yet, so give it more time"),
        (StopReason.INTERRUPTED, "fast", 50, "at this pace it takes about 2 minutes in all"),
        (StopReason.INTERRUPTED, "fast", 1, ""),
        (StopReason.MEMORY, "fast", 50, ""),
        (StopReason.TIME, "verified", None, ""),
        (None, "fast", 25, ""),
    ],
)
def test_a_check_that_was_stopped_says_how_long_it_takes(
    stopped_by: StopReason | None, checker: str, done: int | None, rest: str
) -> None:
    answer = CheckAnswer(
        path=Path(), checker=checker, stopped_by=stopped_by, seconds=60.0, done=done, whole=100
    )
    assert answer.rest == rest


REFUTED: Final = "original-normal-depth-4"
STRATEGY: Final = "original-normal-depth-5"
NAMED: Final = {
    f"tree table {REFUTED}": (REFUTED, f"wordle-cp explain {REFUTED}"),
    f"tree draw shipped:{REFUTED}": (f"shipped:{REFUTED}", f"wordle-cp explain shipped:{REFUTED}"),
    f"explain {STRATEGY}": (STRATEGY, f"wordle-cp tree table {STRATEGY}"),
    f"stats --strategy {REFUTED}": (REFUTED, ""),
    f"prove --between --variant toy --strategy-file {STRATEGY}": (STRATEGY, ""),
    "check <(echo hello)": ("/dev/fd/63", ""),
    "cat FILE | PROGRAM tree table -": ("standard input", "wordle-cp explain -"),
}
"""What is typed, what a message calls the certificate, and the command that it names."""


@pytest.mark.parametrize("command", NAMED)
def test_messages_call_a_certificate_what_the_user_calls_it(command: str, tmp_path: Path) -> None:
    (path,) = (path for path in proof_paths() if path.name.startswith(f"{REFUTED}.cert"))
    line = command if "PROGRAM" in command else f"PROGRAM {command}"
    code, out, err = shell(line.replace("FILE", str(path)), tmp_path)
    name, hint = NAMED[command]
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith((f"error: {name}: ", f"error: {name}:1:1: "))
    assert err.endswith(f"{hint}\n")
    assert "/proc/" not in err
    assert str(path.parent) not in err


def test_a_name_typed_with_a_folder_is_not_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """./a is the file a, but not each a of a message."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("hello\n", encoding="utf-8")
    _, _, err = shell("PROGRAM check ./a", tmp_path)
    assert err == "error: a:1:1: expected a line 'wordle-cp ...', found 'hello'\n"


def test_nothing_of_a_pipe_is_left_by_a_kill(tmp_path: Path) -> None:
    (path,) = (path for path in proof_paths() if path.name.startswith("bulls-and-cows-depth-6.cert"))
    line = (
        f"mkfifo pipe; PROGRAM check pipe & cat {path} > pipe; "
        "sleep 2; ls -A $TMPDIR; kill -9 %1; wait; ls -A $TMPDIR"
    )
    code, out, _ = shell(f"cd {tmp_path}; {line}", tmp_path)
    assert (code, out.split()) == (0, ["pipe", "pipe"])
