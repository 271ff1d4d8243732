"""What worker processes tell of certificates, and the lists of the views as HTML."""

from __future__ import annotations

import shutil
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from tests.golden_files import ACCEPTED
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.data import proof_paths
from wordle_cp.errors import CertificateParseError, UsageError
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import parse_history, parse_pattern
from wordle_cp.views.refutations.bound_sentences import tell_cells, tell_opener
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.strategies.walk import ALL_CHILDREN, ChildFilter, ChildOrder
from wordle_cp.web.jobs import certificates, proof, tree
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.markup import bars_html, line_html, tiles_html, words_html
from wordle_cp.web.task import Task
from wordle_cp.work import Limits, StoppedError

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = {path.name: path for path in proof_paths()}
WEIGHTS = ACCEPTED / "impossible-weights.cert"
TASK = Task()


def test_every_shipped_certificate_says_what_it_is() -> None:
    shipped = certificates.shipped(TASK, choice=GameChoice("nyt-2022-02-15", Mode.HARD, HiddenKind.BIG))
    assert set(shipped) == set(SHIPPED)
    for name, one in shipped.items():
        head = one.head
        start = name.startswith("nyt-2022-02-15-hard-hidden-big") and "-after-" not in name
        assert one.about == start
        assert head.impossible == ("refuted" in name or "can't all be found" in head.claim)
        of_totals = any(kind in name for kind in ("optimal", "-top-", "-between")) and "missed" not in name
        assert bool(head.openers) == of_totals


def test_who_asks_again_what_ships_has_no_game_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """To load all games that ship takes ten seconds."""
    choice = GameChoice("toy")
    first = certificates.shipped(TASK, choice=choice)
    monkeypatch.delattr(Variant, "load")
    assert certificates.shipped(TASK, choice=choice) == first


def test_nodes_and_words_of_a_strategy() -> None:
    file = ACCEPTED / "hard.cert"
    shown = tree.node(TASK, file=file, opener=None, after="", wanted=ALL_CHILDREN, order=ChildOrder.RESPONSE)
    assert (shown.node.guess, len(shown.children), shown.path) == ("mac", 3, ())
    some = ChildFilter(least=2)
    below = tree.node(TASK, file=file, opener="mac", after="mac.bgb", wanted=some, order=ChildOrder.SIZE)
    assert (below.node.guess, below.children, below.path[0].hidden_count) == ("bah", (), 5)
    assert tree.find(TASK, file=file, opener=None, word="rat") == parse_history("mac.bgb.bah.bgb", 3)


def test_why_an_opener_takes_so_many_guesses() -> None:
    file = ACCEPTED / "total-normal.cert"
    listed = certificates.head(TASK, file=file).openers[0]
    bound = proof.opener_bound(TASK, file=file, opener=listed.upper())
    head, found = explain_opener(file, listed)
    assert bound == proof.ShownBound(tell_opener(found), tuple(tell_cells(found)))
    assert isinstance(head.claim, TotalLeast)
    assert f"together: {head.claim.least}" in bound.lines
    with pytest.raises(UsageError, match="zzzzz"):
        proof.opener_bound(TASK, file=file, opener="zzzzz")
    with pytest.raises(UsageError, match=r"^impossible-weights.cert: expected a claim about a least total"):
        proof.opener_bound(TASK, file=WEIGHTS, opener="fop")
    with pytest.raises(StoppedError):
        proof.opener_bound(Task(limits=Limits(seconds=0.0)), file=file, opener=listed)


def test_steps_of_a_proof() -> None:
    claim = proof.step(TASK, file=WEIGHTS, node=None, after="")
    assert claim.position is not None
    assert (claim.replies, claim.position.guesses_left) == ((), 4)
    assert claim.position.lines == ("Step 0 says it: its words are among these.",)
    step = proof.step(TASK, file=WEIGHTS, node=None, after="", guess="FOP")
    assert step.position is not None
    assert (step.replies[0].guess, step.position.node, step.position.possible) == ("fop", 0, 6)
    assert len(step.position.words) == len(step.position.weights) == 6
    assert step.position.lines
    assert set(step.allowed) > {"fop", "bat"}
    last = proof.step(TASK, file=WEIGHTS, node=None, after="fop.bbb.bat.bgg.cat.bgg", guess="hat")
    assert (last.position, len(last.replies)) == (None, 4)


def test_the_game_of_a_certificate_is_told_by_its_lists() -> None:
    file = SHIPPED["nyt-2022-02-15-hard-hidden-big-depth-6.cert.gz"]
    step = proof.step(TASK, file=file, node=None, after="", guess="salet")
    assert step.game is not None
    assert (step.game.source, step.game.mode, step.game.hidden) == (
        "nyt-2022-02-15",
        Mode.HARD,
        HiddenKind.BIG,
    )
    assert proof.step(TASK, file=file, node=0, after="").game is None
    assert proof.step(TASK, file=WEIGHTS, node=None, after="").game is None
    file = SHIPPED["original-hard-depth-5-palet.cert.gz"]
    shown = tree.node(TASK, file=file, opener=None, after="", wanted=ALL_CHILDREN, order=ChildOrder.SIZE)
    assert shown.game is not None
    assert (shown.game.source, shown.game.mode, shown.game.hidden) == ("original", Mode.HARD, None)


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "some.cert"
    shutil.copyfile(ACCEPTED / "hard.cert", file)
    ask = {"opener": None, "after": "", "wanted": ALL_CHILDREN, "order": ChildOrder.RESPONSE}
    first = tree.node(TASK, file=file, **ask)  # type: ignore[arg-type]  # the types are those of each
    shutil.copyfile(ACCEPTED / "one-word.cert", file)
    second = tree.node(TASK, file=file, **ask)  # type: ignore[arg-type]  # the same
    assert len(first.node.hidden_set) == 5
    assert len(second.node.hidden_set) == 1


def test_what_is_wrong_with_an_upload_names_its_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "mine.cert"
    file.write_text("wordle-cp certificate 1\nnonsense\n", encoding="utf-8")
    with pytest.raises(CertificateParseError, match=r"^mine\.cert:2:1: expected a line 'claim"):
        certificates.head(TASK, file=file)
    file.write_text("<!doctype html>", encoding="utf-8")
    with pytest.raises(CertificateParseError, match=r"^mine\.cert:1:[0-9]+: this is no certificate: "):
        certificates.head(TASK, file=file)
    with pytest.raises(UsageError, match=r"^gone\.cert: No such file or directory$"):
        certificates.head(TASK, file=tmp_path / "gone.cert")
    shutil.copyfile(WEIGHTS, file)
    with pytest.raises(UsageError, match=r"^mine\.cert: this certificate proves an impossibility"):
        tree.find(TASK, file=file, opener=None, word="bat")
    shutil.copyfile(ACCEPTED / "hard.cert", file)
    with pytest.raises(UsageError, match=r"^mine\.cert: expected a claim that something is impossible"):
        proof.step(TASK, file=file, node=None, after="")


def test_the_verdict_on_a_whole_certificate(tmp_path: Path) -> None:
    told: list[object] = []
    assert certificates.check(Task(tell=told.append), file=WEIGHTS).rejected is None
    assert told[-1] == (1, 1)
    file = tmp_path / "false.cert"
    file.write_text(WEIGHTS.read_text(encoding="utf-8").replace("sat*2", "sat*9"), encoding="utf-8")
    rejected = certificates.check(TASK, file=file).rejected
    assert rejected is not None
    assert rejected.startswith("node 0: weights: expected")
    with pytest.raises(UsageError, match=r"^false\.cert: rejected: node 0: weights: expected"):
        proof.step(TASK, file=file, node=0, after="")
    with pytest.raises(StoppedError):
        certificates.check(Task(cancelled=lambda: True), file=SHIPPED["original-normal-depth-4.cert.xz"])
    with pytest.raises(StoppedError):
        proof.step(
            Task(limits=Limits(seconds=0.0)),
            file=SHIPPED["original-hard-depth-4.cert.xz"],
            node=None,
            after="",
        )


class _Reader(HTMLParser):
    """Collects tags and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.text += data


def test_lists_as_html() -> None:
    tiles = _Reader(tiles_html("salet", parse_pattern("BYGBB", 5), WordScoring(5)))
    assert [attrs["class"] for _, attrs in tiles.tags[1:]] == [
        f"tile small {name}" for name in ("grey", "yellow", "green", "grey", "grey")
    ]
    assert tiles.tags[0][1]["aria-label"] == "SALET grey yellow green grey grey"
    assert _Reader(words_html(["bat", "cat"], ["2", "<1"])).text == "BAT 2CAT <1"
    line = _Reader(line_html('a"b', "/tree?a=1&b=2", ("<b>X</b>", "y"), label="to 'a' & b"))
    attributes = line.tags[0][1]
    assert (attributes["data-go"], attributes["href"]) == ('a"b', "/tree?a=1&b=2")
    assert (attributes["aria-label"], line.text) == ("to 'a' & b", "Xy")
    bars = _Reader(bars_html((0, 0, 5, 10), "code"))
    assert bars.text == "Codes found with each guess35410"
    assert [attrs["style"] for _, attrs in bars.tags if "style" in attrs] == ["width:50.0%", "width:100.0%"]


def test_certificates_whose_files_are_gone_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Explanation] = []
    close = Explanation.close

    def recorded(told: Explanation) -> None:
        closed.append(told)
        close(told)

    monkeypatch.setattr(Explanation, "close", recorded)
    file = tmp_path / "x.cert"
    shutil.copy(WEIGHTS, file)
    proof.step(TASK, file=file, node=None, after="")
    with certificates.open_explanation(TASK, file) as told:
        pass
    certificates.head(TASK, file=WEIGHTS)
    assert told not in closed
    file.unlink()
    certificates.head(TASK, file=WEIGHTS)
    assert told in closed


def test_a_response_that_isnt_tiles_stands_beside_the_word() -> None:
    scoring = WordScoring(3, feedback=FEEDBACKS["bulls-and-cows"])
    shown = _Reader(tiles_html("bat", scoring.parse_pattern("11"), scoring))
    assert shown.text == "BAT11"
    assert [attrs["class"] for _, attrs in shown.tags] == [
        "tile-row",
        *["tile small plain"] * 3,
        "response",
        "pegs",
        "peg green",
        "peg yellow",
        "peg grey",
    ]
    assert shown.tags[0][1]["aria-label"] == "BAT 11"


def test_words_stand_in_the_direction_of_their_script() -> None:
    word = Alphabet(tuple("שלום")).word("שלום") or ""
    assert _Reader(tiles_html(word, 0, WordScoring(4))).tags[0][1]["dir"] == "rtl"
    assert _Reader(words_html([word, "abc"])).tags[1][1]["dir"] == "rtl"
    assert _Reader(words_html(["abc"])).tags[1][1]["dir"] == "ltr"


def test_games_without_tiles_are_walked_through_and_asked() -> None:
    """A refutation in Jotto answers guesses; the strategy of a game of codes has its responses."""
    file = ACCEPTED / "feedback-jotto-impossible.cert"
    assert certificates.head(TASK, file=file).playable
    step = proof.step(TASK, file=file, node=None, after="", guess="act")
    [reply] = step.replies
    assert step.scoring.format_pattern(reply.pattern) in {"0", "1", "2", "3"}
    assert proof.step(TASK, file=file, node=None, after=f"act.{reply.pattern}").position == step.position
    path = SHIPPED["mastermind-4x6-optimal.cert.xz"]
    shown = tree.node(
        TASK, file=path, opener="1123", after="1123.11", wanted=ALL_CHILDREN, order=ChildOrder.RESPONSE
    )
    assert shown.node.hidden_count == 230
    assert shown.game == GameChoice("mastermind-4x6", Mode.NORMAL, None)
