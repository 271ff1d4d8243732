"""What worker processes tell of certificates, and the lists of the views as HTML."""

from __future__ import annotations

import random
import shutil
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from tests.golden_files import ACCEPTED
from wordle_cp.answers.depths import prove_depth
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.data import proof_paths
from wordle_cp.errors import CertificateParseError, UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import parse_pattern
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.refutations.sentences import tell_cells, tell_opener
from wordle_cp.views.site.places import tree_data
from wordle_cp.web.jobs import certificates
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.markup import bars_html, tiles_html, words_html
from wordle_cp.web.worker import Task
from wordle_cp.work import Limits, StoppedError

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = {path.name: path for path in proof_paths()}
WEIGHTS = ACCEPTED / "impossible-weights.cert"
TASK = Task()


def test_every_shipped_certificate_says_what_it_is() -> None:
    shipped = certificates.shipped(TASK, choice=GameChoice("nyt-2022-02-15", Mode.HARD, HiddenKind.BIG))
    assert set(shipped) == set(SHIPPED)
    for name, head in shipped.items():
        start = name.startswith("nyt-2022-02-15-hard-hidden-big") and "-after-" not in name
        assert head.about == start
        refutes = "refuted" in name or "can't all be found" in head.title
        none = refutes or "Absurdle" in head.title or "fixed in advance" in head.title
        assert head.strategy != none
        of_totals = any(kind in name for kind in ("optimal", "-top-", "-between")) and "missed" not in name
        assert bool(head.openers) == of_totals


def test_who_asks_again_what_ships_has_no_game_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """To load all games that ship takes ten seconds."""
    choice = GameChoice("toy")
    first = certificates.shipped(TASK, choice=choice)
    monkeypatch.delattr(Variant, "load")
    assert certificates.shipped(TASK, choice=choice) == first


def test_the_strategy_of_a_certificate() -> None:
    file = ACCEPTED / "hard.cert"
    claim = "hard mode: 5 hidden words found within 3 guesses with mac, 13 guesses in all, 3 at most"
    assert certificates.head(TASK, file=file).title.endswith(claim)
    shown = certificates.tree(TASK, file=file, opener=None)
    assert shown == {**tree_data(checked_strategy(file)), "ask": None}
    with pytest.raises(UsageError, match="no strategy begins with 'rat'"):
        certificates.tree(TASK, file=file, opener="rat")


def test_why_an_opener_takes_so_many_guesses() -> None:
    file = ACCEPTED / "total-normal.cert"
    listed = certificates.head(TASK, file=file).openers[0][0]
    bound = certificates.opener_bound(TASK, file=file, opener=listed.upper())
    head, found = explain_opener(file, listed)
    assert bound == {"told": tell_opener(found), "lines": list(tell_cells(found))}
    assert isinstance(head.claim, TotalLeast)
    assert f"together: {head.claim.least}" in bound["lines"]
    with pytest.raises(UsageError, match="zzzzz"):
        certificates.opener_bound(TASK, file=file, opener="zzzzz")
    with pytest.raises(UsageError, match=r"^impossible-weights.cert: expected a claim about a least total"):
        certificates.opener_bound(TASK, file=WEIGHTS, opener="fop")
    with pytest.raises(StoppedError):
        certificates.opener_bound(Task(limits=Limits(seconds=0.0)), file=file, opener=listed)


def test_steps_of_a_proof() -> None:
    claim = certificates.step(TASK, file=WEIGHTS, node=None, after="")
    assert (claim["replies"], claim["moves"], claim["ask"]) == ([], [], None)
    assert claim["position"]["lines"] == ("Step 0 says it: its words are among these.",)
    assert claim["position"]["notes"] == ["The proof has 1 step. Ask about any guess."]
    step = certificates.step(TASK, file=WEIGHTS, node=None, after="", guess="FOP")
    [[guess, response, why]] = step["replies"]
    assert (step["guesses"][guess][0], step["responses"][response][0]) == ("fop", "BBB")
    assert why
    assert step["moves"] == ["fop.bbb"]
    assert step["position"]["notes"] == ["6 words are left, and 6 of them alone are too many."]
    assert (claim["made"], claim["of"], step["made"], step["of"]) == (0, 4, 1, 4)
    assert len(step["position"]["words"]) == len(step["position"]["weights"]) == 6
    assert set(step["allowed"]) > {"fop", "bat"}
    last = certificates.step(TASK, file=WEIGHTS, node=None, after="fop.bbb.bat.bgg.cat.bgg", guess="hat")
    assert (last["position"], len(last["replies"]), last["made"]) == (None, 4, 4)
    assert last["left"]
    assert "HAT" not in last["left"]


def test_an_example_is_asked_where_nothing_is() -> None:
    shown = certificates.step(TASK, file=WEIGHTS, example=True)
    assert shown["example"]
    assert len(shown["moves"]) == 1
    assert shown["allowed"] == certificates.step(TASK, file=WEIGHTS, node=None, after="")["allowed"]


def test_the_game_of_a_certificate_is_told_by_its_lists() -> None:
    file = SHIPPED["nyt-2022-02-15-hard-hidden-big-depth-6.cert.gz"]
    step = certificates.step(TASK, file=file, node=None, after="", guess="salet")
    address = f"/ask?variant=nyt-2022-02-15&mode=hard&hidden=big&after={step['moves'][0]}"
    assert step["ask"] == address
    assert certificates.step(TASK, file=file, node=0, after="")["ask"] is None
    file = SHIPPED["original-hard-depth-5-palet.cert.gz"]
    assert certificates.tree(TASK, file=file, opener=None)["ask"] == "/ask?variant=original&mode=hard"


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "some.cert"
    shutil.copyfile(ACCEPTED / "hard.cert", file)
    first = certificates.tree(TASK, file=file, opener=None)
    shutil.copyfile(ACCEPTED / "one-word.cert", file)
    assert certificates.tree(TASK, file=file, opener=None) != first


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
        certificates.tree(TASK, file=file, opener=None)
    shutil.copyfile(ACCEPTED / "hard.cert", file)
    with pytest.raises(UsageError, match=r"^mine\.cert: expected a claim that something is impossible"):
        certificates.step(TASK, file=file, node=None, after="")


def test_the_verdict_on_a_whole_certificate(tmp_path: Path) -> None:
    told: list[object] = []
    assert certificates.check(Task(tell=told.append), file=WEIGHTS).startswith("accepted: ")
    assert told[-1] == (1, 1)
    file = tmp_path / "false.cert"
    file.write_text(WEIGHTS.read_text(encoding="utf-8").replace("sat*2", "sat*9"), encoding="utf-8")
    assert certificates.check(TASK, file=file).startswith("rejected: node 0: weights: expected")
    with pytest.raises(UsageError, match=r"^false\.cert: rejected: node 0: weights: expected"):
        certificates.step(TASK, file=file, node=0, after="")
    with pytest.raises(StoppedError):
        certificates.check(Task(cancelled=lambda: True), file=SHIPPED["original-normal-depth-4.cert.xz"])
    with pytest.raises(StoppedError):
        certificates.step(
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
        f"tile {name}" for name in ("grey", "yellow", "green", "grey", "grey")
    ]
    assert tiles.tags[0][1]["aria-label"] == "SALET grey yellow green grey grey"
    words = _Reader(words_html(["bat", "c<t"], ["bat"]))
    assert words.text == "BATC<T"
    pressed = [(attrs["class"], attrs["data-do"]) for tag, attrs in words.tags if tag == "button"]
    assert pressed == [("chip best", "word bat"), ("chip", "word c<t")]
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
    certificates.step(TASK, file=file, node=None, after="")
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
        "tiles ",
        *["tile plain"] * 3,
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
    step = certificates.step(TASK, file=file, node=None, after="", guess="act")
    [[_, response, _]] = step["replies"]
    told = step["responses"][response][0]
    assert told in {"0", "1", "2", "3"}
    assert certificates.step(TASK, file=file, node=None, after=f"act.{told}")["position"] == step["position"]
    path = SHIPPED["mastermind-4x6-optimal.cert.xz"]
    shown = certificates.tree(TASK, file=path, opener="1123")
    assert (shown["noun"], shown["tiled"]) == ("code", False)
    assert shown["ask"] == "/ask?variant=mastermind-4x6&mode=normal"


def walked(file: Path, draw: random.Random) -> None:
    """Play against a proof; what it says is left has given each of its responses."""
    moves: list[str] = []
    while True:
        shown = certificates.step(TASK, file=file, node=None, after=".".join(moves))
        guess = draw.choice(shown["allowed"])
        shown = certificates.step(TASK, file=file, node=None, after=".".join(moves), guess=guess)
        moves = shown["moves"]
        with certificates.open_explanation(TASK, file) as told:
            scoring = told.head.game.scoring
        left = shown["left"] if shown["position"] is None else shown["position"].get("words", ())
        for guess, pattern in parse_history(".".join(moves), scoring):
            assert all(scoring.score(guess, word.lower()) == pattern for word in left)
        if shown["position"] is None:
            assert left
            return


@pytest.mark.parametrize("name", ["feedback-jotto-impossible.cert", "impossible-weights.cert"])
def test_what_is_left_agrees_with_the_responses_of_the_game(name: str) -> None:
    for seed in range(8):
        walked(ACCEPTED / name, random.Random(seed))  # noqa: S311


def test_a_proof_about_codes_is_a_game() -> None:
    """Its openers stand for all that are alike but for the names of colours and places."""
    file = SHIPPED["mastermind-4x6-depth-4.cert.xz"]
    assert certificates.head(TASK, file=file).playable
    assert not certificates.head(TASK, file=SHIPPED["bulls-and-cows-depth-6.cert.xz"]).playable
    shown = certificates.step(TASK, file=file, node=None, after="")
    assert shown["allowed"] == ("1111", "1112", "1122", "1123", "1234")
    assert shown["position"]["told"] == "The claim: 1296 codes can't all be found within 4 guesses."
    alike = certificates.step(TASK, file=file, node=None, after="", guess="4346")
    asked = certificates.step(TASK, file=file, node=None, after="", guess="1123")
    note = alike["position"]["notes"].pop(0)
    assert note.strip() == "But for the names of colours and places 4346 is 1123."
    assert alike == asked
    for seed in range(4):
        walked(file, random.Random(seed))  # noqa: S311


def test_of_a_claim_about_one_code_that_code_stands_for_those_alike(tmp_path: Path) -> None:
    file = tmp_path / "one.cert"
    question = Question.of(Variant.load("black-pegs-3x4"), openers=("432",))
    prove_depth(question, 3, file, fresh=True)
    assert certificates.step(TASK, file=file, node=None, after="")["allowed"] == ("432",)
    asked = certificates.step(TASK, file=file, node=None, after="", guess="432")
    alike = certificates.step(TASK, file=file, node=None, after="", guess="123")
    assert alike["position"]["notes"].pop(0).strip().endswith("123 is 432.")
    assert alike == asked
    with pytest.raises(UsageError, match="111: the claim doesn't speak of this opener"):
        certificates.step(TASK, file=file, node=None, after="", guess="111")
