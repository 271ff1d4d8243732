"""`wordle-cp site`: what its files say, its own checker, and that a folder appears whole or not at all."""

from __future__ import annotations

import gzip
import re
import shlex
import subprocess
import sys
from html import unescape
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.golden_files import ACCEPTED, GOLDEN
from tests.program import PACE
from tests.static_sites import page_data, piece, write_signs, write_toys
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import certificate_path
from wordle_cp.files import write
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.site import files
from wordle_cp.views.site.files import site_of
from wordle_cp.views.strategies.walk import branches_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.program import Run

COMMAND: Final = "site"


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return a strategy, a least total and a refutation."""
    return write_toys(tmp_path_factory.mktemp("toys"))


@pytest.fixture(scope="module")
def site(toys: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site of `toys`, and of a shipped proof that names its word list."""
    folder = tmp_path_factory.mktemp("site") / "site"
    shipped = certificate_path("original-normal-hidden-big-depth-5")
    write.write_folder(folder, site_of([*toys, shipped], lambda _done, _whole: None).contents, files.MARKER)
    return folder


def test_a_tree_is_the_strategy(site: Path, toys: list[Path]) -> None:
    data = piece(site, "reached", "tree-0")
    strategy = checked_strategy(toys[0])
    found: list[tuple[str, str, bool]] = []
    stack: list[tuple[str, list[Any]]] = [("", data["root"])]
    while stack:
        before, (guess, response, wins, children) = stack.pop()
        path = before if response is None else f"{before}{data['responses'][response][0]}."
        found.append((path, data["guesses"][guess][0], bool(wins)))
        stack += [(f"{path}{data['guesses'][guess][0]}.", child) for child in children]
    wanted = [
        (
            "".join(
                f"{guess}.{strategy.scoring.format_pattern(pattern)}." for guess, pattern in branch.history
            ),
            branch.guess,
            branch.wins,
        )
        for branch in branches_of(strategy).preorder()
    ]
    assert sorted(found) == sorted(wanted)
    assert page_data(site, "reached")["openers"] == [[strategy.opener, strategy.opener.upper()]]


def test_each_opener_of_a_least_total_has_a_tree_and_a_bound(site: Path) -> None:
    page = page_data(site, "least")
    assert page["openers"][0] == ["eiked", "EIKED"]
    assert len(page["openers"]) == len(page["bounds"]) == 9
    assert page["bounds"]["eiked"]["lines"][-1] == "together: 16"
    last = piece(site, "least", "tree-8")
    assert last["guesses"][last["root"][0]][0] == page["openers"][8][0]


def test_openers_are_shown_as_people_write_them(tmp_path: Path) -> None:
    least, refuted = write_signs(tmp_path)
    site = tmp_path / "site"
    made = site_of([least, refuted], lambda _done, _whole: None)
    write.write_folder(site, made.contents, files.MARKER)
    openers = page_data(site, "signs-least")["openers"]
    assert next(one for one in openers if "<" in one[1]) == ["(<3c>)(&)", "<&"]
    assert ["ßä", "ßÄ"] in openers
    claim = piece(site, "signs", "claim")
    shown = {"<&", "&<", "<ß", "ß<", "<Ä", "Ä<", "&ß", "ß&", "&Ä", "Ä&", "ßÄ", "Äß"}
    assert {*claim["words"]} == shown
    assert {opener for _, openers in claim["openers"] for opener, _ in openers} == shown
    assert {word for step in piece(site, "signs", "steps-0") for word in step["words"]} == shown


def test_each_step_says_what_it_rests_on(site: Path, toys: list[Path]) -> None:
    steps = piece(site, "refuted", "steps-0")
    claim = piece(site, "refuted", "claim")
    with Explanation(toys[2]) as explanation:
        assert page_data(site, "refuted")["steps"] == len(steps) == explanation.claim.nodes
        assert {number for number, _ in claim["openers"]} <= set(explanation.root)
        for number, openers in claim["openers"]:
            for opener, response in openers:
                reply = explanation.reply(
                    explanation.start(),
                    opener.lower(),
                    explanation.head.game.scoring.parse_pattern(response),
                )
                assert reply.after is not None, number
        asked = {opener for _, openers in claim["openers"] for opener, _ in openers}
        assert asked == {guess.upper() for guess in explanation.allowed(explanation.start())}
    rules = [number for number, step in enumerate(steps) if "children" in step]
    assert rules
    for number in rules:
        for child, refutes, examples in steps[number]["children"]:
            assert child < number
            assert refutes >= len(examples)
            assert steps[child]["usedBy"] <= number
    assert "has already shown" in " ".join(steps[rules[-1]]["lines"])


def test_steps_come_in_pieces(toys: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = site_of(toys[2:], lambda _done, _whole: None)
    monkeypatch.setattr("wordle_cp.views.site.places.PIECE", 2)
    parts = site_of(toys[2:], lambda _done, _whole: None)
    names = [name for name in parts.contents if "/steps-" in name]
    assert len(names) > 1
    assert sum(len(parts.contents[name]) for name in names) > len(whole.contents["data/refuted/steps-0.js"])


def test_a_long_proof_is_there_to_be_checked_only(
    run: Run, toys: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_STEPS", 1)
    code, out, _ = run(toys[2], "--out", "site")
    assert code == ExitCode.DONE
    assert re.search(
        r"\(The proof has \d+ steps, and pages show 1 at most\. wordle-cp explain shows each", out
    )
    assert "steps" not in page_data(run.folder / "site", "refuted")
    assert not (run.folder / "site" / "data").exists()


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    text = "".join(
        file.read_text(encoding="utf-8") for file in site.rglob("*.*") if file.suffix in {".html", ".js"}
    )
    assert "//" not in re.sub(r"(?m)^//.*| // .*", "", text).replace("file://", "")
    assert text.count("default-src 'none'; script-src 'self' file:;") == len([*site.glob("*.html")])


@pytest.mark.parametrize("name", ["reached", "refuted", "original-normal-hidden-big-depth-5"])
def test_the_command_of_a_page_checks_it(site: Path, name: str) -> None:
    text = (site / f"{name}.html").read_text(encoding="utf-8")
    found = re.search(r"<code>(python3 .*)</code>", text)
    assert found is not None
    command = [sys.executable, *shlex.split(unescape(found[1]))[1:]]
    done = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    assert (done.returncode, PACE.sub("", done.stderr)) == (0, "")
    assert done.stdout.startswith("accepted: claim depth ")


def test_every_kind_of_certificate_has_a_page() -> None:
    for path in sorted(ACCEPTED.iterdir()):
        made = site_of([path], lambda _done, _whole: None)
        (page,) = made.pages
        assert page.views or page.left_out == "There is no view of such a proof yet.", path
        assert f"{page.name}.html" in made.contents


def test_the_report(run: Run, toys: list[Path]) -> None:
    code, fields = run.json(toys[0], toys[2], "--out", "site")
    assert code == ExitCode.DONE
    assert fields["files"] == len([file for file in (run.folder / "site").rglob("*") if file.is_file()])
    assert [page["page"] for page in fields["pages"]] == ["reached.html", "refuted.html"]
    assert [page["views"] for page in fields["pages"]] == [["strategy"], ["proof"]]


def test_a_site_is_replaced_as_a_whole(run: Run, toys: list[Path]) -> None:
    (run.folder / "site").mkdir()
    assert run(toys[0], "--out", "site")[0] == ExitCode.DONE
    assert run(toys[2], "--out", "site")[0] == ExitCode.DONE
    assert (run.folder / "site" / "refuted.html").exists()
    assert not (run.folder / "site" / "reached.html").exists()
    assert [file.name for file in run.folder.iterdir()] == ["site"]


def test_what_is_there_stays(run: Run, toys: list[Path]) -> None:
    (run.folder / "mine").mkdir()
    (run.folder / "mine" / "notes.txt").write_text("mine")
    (run.folder / "file").write_text("mine")
    for out in ("mine", "file", "none/site", ".", "mine/.."):
        code, _, err = run(toys[0], "--out", out)
        assert (code, err.count("\n")) == (ExitCode.BAD_INPUT, 1)
    assert sorted(file.name for file in run.folder.rglob("*")) == ["file", "mine", "notes.txt"]


def test_what_is_added_to_a_site_stays(run: Run, toys: list[Path]) -> None:
    assert run(toys[0], "--out", "site")[0] == ExitCode.DONE
    (run.folder / "site" / "CNAME").write_text("mine")
    code, out, err = run(toys[2], "--out", "site")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == (
        "error: site: holds CNAME, which wordle-cp didn't write; move it away, or name another folder\n"
    )
    assert (run.folder / "site" / "CNAME").read_text() == "mine"
    (run.folder / "site" / "CNAME").unlink()
    assert run(toys[2], "--out", "site")[0] == ExitCode.DONE


@pytest.mark.parametrize("golden", ["malformed", "reject"])
def test_what_proves_nothing_has_no_site(run: Run, toys: list[Path], golden: str) -> None:
    name = "no-end.cert" if golden == "malformed" else "absurdle-covered-off-by-one.cert"
    code, out, err = run(toys[0], GOLDEN / golden / name, "--out", "site")
    assert (code, out) == (ExitCode.REJECTED if golden == "reject" else ExitCode.BAD_INPUT, "")
    assert err.count("\n") == 1
    assert not [*run.folder.iterdir()]


@pytest.mark.parametrize(
    ("names", "taken"),
    [
        (("a.cert", "a.cert"), "a.html"),
        (("a.cert", "a.cert.gz"), "a.html"),
        (("A.cert", "a.cert"), "A.html"),
        (("a!.cert", "a?.cert"), "a-.html"),
        (("a.CERT", "a.cert"), "certificates/a.CERT"),
        (("index.cert",), "index.html"),
        (("Index.cert.gz",), "index.html"),
    ],
)
def test_two_of_one_name(run: Run, toys: list[Path], names: tuple[str, ...], taken: str) -> None:
    paths = [run.folder / str(number) / name for number, name in enumerate(names)]
    for path in paths:
        path.parent.mkdir()
        text = toys[2].read_bytes()
        path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    code, _, err = run(*paths, "--out", "site")
    expected = f"{paths[-1]}: the site has another {taken}: rename the certificate"
    assert (code, err) == (ExitCode.BAD_INPUT, f"error: {expected}\n")
    assert not (run.folder / "site").exists()


def test_a_limit_or_a_full_disk_leaves_nothing(
    run: Run, toys: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run("original-normal-depth-4", "--out", "site", "--time-limit", "0.2")
    assert (code, out) == (ExitCode.UNDECIDED, "stopped by --time-limit 0.2: there is no result\n")
    assert not [*run.folder.iterdir()]
    assert run(toys[0], "--out", "site")[0] == ExitCode.DONE

    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.write_bytes", fail)
        code, _, err = run(toys[2], "--out", "site")
    assert code == ExitCode.BAD_INPUT
    assert "No space left on device" in err
    assert [file.name for file in run.folder.iterdir()] == ["site"]
    assert (run.folder / "site" / "reached.html").exists()
