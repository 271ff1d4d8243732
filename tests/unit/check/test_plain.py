"""The plain checker, alone and as `wordle-cp check --plain`."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import subprocess
import sys
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import MORE
from tests.golden_files import GOLDEN
from tests.program import PACE
from wordle_cp.certificate.base import lines
from wordle_cp.check import check_file
from wordle_cp.check.plain import command, effort, game, kinds
from wordle_cp.check.plain.effort import estimate, in_words
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.check.plain.verdict import MalformedError, RejectedError
from wordle_cp.cli.app import main
from wordle_cp.errors import CertificateParseError

if TYPE_CHECKING:
    from collections.abc import Callable

PLAIN: Final = Path(kinds.__file__).resolve().parent
PROOFS: Final = PLAIN.parents[2] / "proofs"
CODES: Final = {"accept": 0, "letters": 0, "reject": 1, "malformed": 2}
FORBIDDEN: Final = """
import sys
sys.modules["numpy"] = sys.modules["wordle_cp"] = None
sys.path.insert(0, {folder!r})
from plain.command import main
codes = [main([path]) for path in sys.argv[1:]]
print(*codes, file=sys.stderr)
print(*(name for name in sys.modules if name.split(".")[0] not in sys.stdlib_module_names), file=sys.stderr)
"""
"""Checks files where neither can be imported; then their exit codes, and what was imported from elsewhere."""


def certificates(folder: str) -> list[Path]:
    return sorted(path for path in (GOLDEN / folder).iterdir() if path.suffix != ".expected")


def run_alone(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the folder as somebody does who has nothing else, from another `folder`."""
    command = [sys.executable, "-S", "-I", str(PLAIN), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.parametrize("folder", CODES)
def test_every_golden_file_without_numpy_and_wordle_cp(folder: str, tmp_path: Path) -> None:
    paths = certificates(folder) if MORE else certificates(folder)[::4]
    command = [sys.executable, "-S", "-I", "-c", FORBIDDEN.format(folder=str(PLAIN.parent)), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    *_, codes, modules = done.stderr.splitlines()
    wrong = [path.name for path, code in zip(paths, codes.split(), strict=True) if int(code) != CODES[folder]]
    assert wrong == []
    others = {name for name in modules.split() if name.split(".")[0] not in {"__main__", "plain"}}
    assert others <= {"numpy", "wordle_cp", "__mp_main__"}


@pytest.mark.parametrize("compress", [bytes, gzip.compress, lzma.compress], ids=["plain", "gzip", "xz"])
def test_it_runs_as_a_folder(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(compress((GOLDEN / "accept" / "impossible-rule.cert").read_bytes()))
    done = run_alone("packed", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accepted: claim depth impossible 3 (")


@pytest.mark.parametrize("folder", CODES)
def test_the_exit_code_is_the_verdict(folder: str) -> None:
    """Here in this process, where a fault that is planted is seen."""
    paths = sorted((GOLDEN / folder).glob("*.cert"))[:5]
    assert {command.main([str(path)]) for path in paths} == {CODES[folder]}


def test_a_history_has_255_guesses_at_most() -> None:
    lines = text_of(GOLDEN / "accept" / "fixed-weights.cert")
    place = lines.index("leave 1")
    for count, refused in ((255, "covered 4"), (256, "a history within the depth")):
        after = "after " + ".".join(["bat.BGG"] * count)
        with pytest.raises(RejectedError, match=refused):
            check_plainly([*lines[:place], after, *lines[place:]], None)


def test_the_whole_claim_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also for which openers, but not the words of lists; of many lines the first ones."""
    file = str(GOLDEN / "accept" / "impossible-only.cert")
    assert command.main([file]) == 0
    claim, *others = capsys.readouterr().out.splitlines()
    assert claim.startswith("accepted: claim depth impossible 3 (")
    assert [line.split()[0] for line in others] == [
        *("variant", "title", "mode", "length", "limit", "guesses", "hidden"),
        *("openers", "rat", "cat", "covered"),
    ]
    monkeypatch.setattr(command, "MOST_LINES", 3)
    assert command.main([file]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        *others[:3],
        f"  and 8 more lines of {file} that say what is claimed",
    ]


def test_a_copy_of_the_folder_is_enough(tmp_path: Path) -> None:
    copy = tmp_path / "another-name"
    copy.mkdir()
    for path in PLAIN.glob("*.py"):
        (copy / path.name).write_bytes(path.read_bytes())
    file = PROOFS / "original-hard-depth-5-palet.cert.gz"
    command = [sys.executable, "-S", "-I", str(copy), str(file)]
    without = subprocess.run(command, capture_output=True, text=True, check=False)
    assert without.returncode == 1
    assert "in the folder of word lists" in without.stderr
    lists = PLAIN.parents[2] / "wordlists"
    found = subprocess.run([*command, "--lists", str(lists)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout[:34]) == (0, "accepted: claim depth possible 5 (")


@pytest.mark.parametrize("run", ["", "__main__.py"], ids=["folder", "file"])
def test_nothing_beside_the_folder_runs(run: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in PLAIN.glob("*.py"):
        (copy / path.name).write_bytes(path.read_bytes())
    (tmp_path / "plain").mkdir()
    for name in (
        "plain/__init__.py",
        "plain/command.py",
        "argparse.py",
        "copy.py",
        "hashlib.py",
        "pathlib.py",
    ):
        (tmp_path / name).write_text("raise SystemExit(0)")
    command = [sys.executable, "-S", str(copy / run), str(GOLDEN / "reject" / "depth-too-small.cert")]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    for options in ["-I"], []:
        done = subprocess.run(
            [command[0], *options, *command[1:]],
            capture_output=True, text=True, check=False, cwd=copy, env=environment,
        )  # fmt: skip
        assert (done.returncode, done.stderr[:9]) == (1, "rejected:")
    written = {path.name.partition(".")[0] for path in copy.glob("__pycache__/*")}
    assert written <= {"__main__"}  # by Python, before a line of it runs; -B keeps it from that


def test_what_is_refused_is_said_in_one_line(tmp_path: Path) -> None:
    for name, code in (
        ("reject/depth-too-small.cert", 1),
        ("malformed/gzip-cut-off.cert.gz", 2),
        ("nothing", 2),
    ):
        done = run_alone(GOLDEN / name, folder=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
    assert done.stderr == f"{GOLDEN / 'nothing'}: {os.strerror(2)}\n"


def test_the_command_says_who_judged(capsys: pytest.CaptureFixture[str]) -> None:
    for options, checker in ([], "fast"), (["--plain"], "plain"):
        assert main(["check", str(GOLDEN / "accept" / "hard.cert"), "--json", *options]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert (shown["accepted"], shown["checker"]) == (True, checker)
    assert main(["check", str(GOLDEN / "accept" / "hard.cert"), "--plain"]) == 0
    assert capsys.readouterr().out.startswith("accepted: by the plain checker: list called 'rhymes-guesses'")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello\n", "line 1: expected a certificate, which begins with 'wordle-cp certificate'"),
        ("wordle-cp certificate 1\r\n", "line 1: expected printable characters; a program changed this text"),
        ("\ufeffwordle-cp certificate 1\n", "line 1: expected printable characters; a program changed this"),
        ("wordle-cp certificate 1\nclaim luck 3\n", "line 2: expected a claim about one of these: depth,"),
    ],
)
def test_a_text_that_is_no_certificate_is_told_so(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.cert").write_text(content, newline="")
    with pytest.raises(MalformedError) as caught:
        check_plainly(text_of(tmp_path / "a.cert"))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("folder", "name"), [("reject", "covered-too-few"), ("malformed", "steps-too-few")])
def test_the_command_refuses(folder: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = GOLDEN / folder / f"{name}.cert"
    assert main(["check", "--plain", "--json", str(path)]) == CODES[folder]
    shown = json.loads(capsys.readouterr().out)
    with pytest.raises((RejectedError, MalformedError)) as caught:
        check_plainly(text_of(path))
    assert (shown["accepted"], shown["checker"], shown["reason"]) == (False, "plain", str(caught.value))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--plain", "--jobs", "2"], "error: --plain doesn't go with --sample or --jobs"),
        (["--plain", "--sample", "5%"], "error: --plain doesn't go with --sample or --jobs"),
        (["--lists", "."], "error: --lists is for --plain and --verified"),
        (["--plain", "--lists", "nothing"], "error: --lists: expected a folder, and nothing is none"),
    ],
)
def test_options_that_do_not_go_together(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(GOLDEN / "accept" / "hard.cert"), *options]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.startswith(said), shown.err.count("\n")) == ("", True, 1)


def test_a_long_check_says_how_long_and_stops(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(PROOFS / "bulls-and-cows-missed-within-6.cert.xz")
    assert main(["check", "--plain", "--time-limit", "6", file]) == 3
    shown = capsys.readouterr()
    assert shown.err.startswith("note: the plain checker takes about ")
    assert shown.err.endswith("; --time-limit ends it\n")
    assert shown.out.startswith("stopped by --time-limit 6 ")
    assert main(["check", "--plain", "--time-limit", "0.5", "--quiet", file]) == 3
    assert capsys.readouterr().err == ""


def test_a_missing_list_is_refused_before_anybody_is_told_to_wait(tmp_path: Path) -> None:
    file = PROOFS / "original-normal-depth-4.cert.xz"
    done = run_alone(file, "--lists", tmp_path, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "in the folder of word lists" in done.stderr


def test_files_that_are_no_lists_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "latin-1.txt").write_bytes(b"\xe9t\xe9s\n")
    (tmp_path / "nowhere.txt").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / "pipe.txt")
    file = PROOFS / "original-hard-depth-5-palet.cert.gz"
    assert run_alone(file, "--lists", tmp_path, folder=tmp_path).returncode == 1
    for path in (PLAIN.parents[2] / "wordlists").glob("*.txt"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    done = run_alone(file, "--lists", tmp_path, folder=tmp_path)
    assert (done.returncode, PACE.sub("", done.stderr)) == (0, "")


@pytest.mark.parametrize("sign", [".", "A", "1", "é", "-", "?"])
def test_a_list_with_other_signs_than_letters_is_refused(sign: str, tmp_path: Path) -> None:
    """A point stands for no letter in restrictions: with such words a least total of 7 was taken for 8."""
    guesses = [word.replace(".", sign) for word in ("..a", ".b.", "a.b", "ab.", "acc", "bbc", "ca.")]
    hidden = [guesses[place] for place in (0, 2, 3, 6)]
    records = []
    for keyword, words in (("guesses", guesses), ("hidden", hidden)):
        text = "\n".join(words)
        (tmp_path / f"{keyword}.txt").write_text(text + "\n", encoding="utf-8")
        records.append(f"{keyword} {len(words)} {sha256(text.encode()).hexdigest()} shipped {keyword}")
    head = [
        "wordle-cp certificate 1",
        "claim total least 8",
        "variant x",
        "title y",
        "mode normal",
        "length 3",
    ]
    proof = ["openers 1", "bbc 8 1", "others 8", "covered 4", "sets 0", "lemmas 0", "bbc"]
    lines = [*head, *records, *proof, "end of certificate"]
    with pytest.raises(RejectedError, match="guesses in the letters of the game"):
        check_plainly(lines, tmp_path)


def test_lemmas_elsewhere_than_behind_covered_are_no_lemmas() -> None:
    lines = text_of(GOLDEN / "accept" / "impossible-rule.cert")
    with pytest.raises(MalformedError, match="expected a line of the form end of certificate"):
        check_plainly([*lines[:-1], "lemmas 0", lines[-1]])


def test_what_never_ends_is_refused(tmp_path: Path) -> None:
    done = run_alone("/dev/zero", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "/dev/zero: expected a file or a pipe\n")


def test_lines_without_end_are_refused_in_little_memory(tmp_path: Path) -> None:
    """A true certificate with empty lines behind it, up to the text that is read: 1 MB as a gz."""
    good = (GOLDEN / "accept" / "normal.cert").read_bytes()
    file = tmp_path / "lines.cert.gz"
    file.write_bytes(gzip.compress(good + b"\n" * (2**28 - len(good)), compresslevel=1))
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); "
        "sys.path.insert(0, sys.argv[1]); from plain.command import main; sys.exit(main(sys.argv[2:]))"
    )
    command = [sys.executable, "-c", limited, str(PLAIN.parent), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "256 MiB and 16,777,216 lines at most" in done.stderr


def test_both_checkers_refuse_more_lines_than_a_text_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    good = GOLDEN / "accept" / "normal.cert"
    number = good.read_bytes().count(b"\n")
    for most, refused in ((number, False), (number - 1, True)):
        monkeypatch.setattr(lines, "MAX_LINES", most)
        monkeypatch.setattr(game, "MOST_LINES", most)
        for check in (lambda: check_file(good, lambda _: None), lambda: text_of(good)):
            with pytest.raises((CertificateParseError, MalformedError)) if refused else nullcontext():
                check()


def test_a_failure_of_the_program_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        message = "a bug"
        raise KeyError(message)

    monkeypatch.setattr(command, "check_plainly", fail)
    assert command.main([str(GOLDEN / "accept" / "hard.cert")]) == 70
    shown = capsys.readouterr()
    assert (shown.out, shown.err.startswith("Traceback")) == ("", True)
    assert shown.err.endswith("KeyError: 'a bug'\n")


def test_a_pipe_is_read_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (GOLDEN / "accept" / "hard.cert").read_bytes()
    command = [sys.executable, "-S", "-I", str(PLAIN), "/dev/stdin"]
    done = subprocess.run(command, input=text, capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"accepted: claim depth possible 3 (")
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb") as end:  # noqa: PTH123  numbers, not paths
        end.write(text)
        end.close()
        assert main(["check", "--plain", f"/dev/fd/{reader}"]) == 0
    assert capsys.readouterr().out.startswith("accepted: by the plain checker: list called 'rhymes-guesses'")


def test_what_is_told_is_what_was_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    true, false = GOLDEN / "accept" / "hard.cert", GOLDEN / "reject" / "depth-too-small.cert"
    file = tmp_path / "file.cert"
    file.write_bytes(true.read_bytes())

    def exchange(*arguments: Any) -> None:  # noqa: ANN401  those of the function that it stands for
        check_plainly(*arguments)
        file.write_bytes(false.read_bytes())

    monkeypatch.setattr("wordle_cp.answers.certificates.check_plainly", exchange)
    assert main(["check", "--plain", "--json", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["check", "--json", str(true)]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert file.read_bytes() == false.read_bytes()
    assert (told["claim"], told["proves"]) == (expected["claim"], expected["proves"])


def test_more_lines_than_are_told_of_at_once_are_read_in_silence() -> None:
    lines = text_of(PROOFS / "mastermind-4x6-depth-5.cert.gz")
    assert len(lines) > 256
    check_plainly(lines)


def test_estimates_grow_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "_speed", lambda: 1.0)
    golden, proofs = GOLDEN / "accept" / "hard.cert", PROOFS / "original-hard-depth-4.cert.xz"
    small, large = text_of(proofs), text_of(PROOFS / "original-normal-depth-4.cert.xz")
    assert estimate(text_of(golden)) < 1 < estimate(small) < estimate(large) < 900


def test_groups_weights_and_attempts_with_fixed_guesses_take_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(effort, "_speed", lambda: 1.0)
    short = text_of(PROOFS / "original-normal-fixed-4.cert.gz")
    weights = " ".join(f"{group}*1" for group in range(28))
    for more in (["group crate creed"] * 100_000, [f"weigh {weights}"] * 10_000, ["try crate"] * 100_000):
        assert estimate(short) < 0.6 < estimate([*short, *more]) < 60


def test_lemmas_about_words_missed_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of them take days: each looks at all guesses, and at their cells."""
    monkeypatch.setattr(effort, "_speed", lambda: 1.0)
    claimed = text_of(PROOFS / "original-normal-missed-between-within-4.cert.xz")
    lemmas = sum(line.startswith("missed ") for line in claimed)
    assert 10 * lemmas < estimate(claimed) < 100 * lemmas


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "a moment"),
        (1.2, "about 1 second"),
        (250, "about 4 minutes"),
        (3 * 86_400, "about 3 days"),
        (366 * 86_400, "more than a year"),
        (1e60, "more than a year"),
    ],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words
