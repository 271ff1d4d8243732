"""What is taken from certificates that ship: only claims about the very same game, limit and openers."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
from dataclasses import fields
from itertools import count
from typing import TYPE_CHECKING, Final, NoReturn

import pytest

from wordle_cp.answers import between, shipped
from wordle_cp.answers.between import prove_between, prove_missed_between
from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.depths import prove_depth
from wordle_cp.answers.models import fixed
from wordle_cp.answers.models.fixed import find_fixed
from wordle_cp.answers.models.witness import find_witness
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.rankings import certify, rank
from wordle_cp.answers.shipped import (
    shipped_certificates,
    shipped_decision,
    shipped_depth,
    shipped_lost,
    shipped_total,
)
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.certificate.read import open_certificate
from wordle_cp.cli.app import main
from wordle_cp.data import demand_as_shipped, proof_paths
from wordle_cp.errors import ShippedProofError
from wordle_cp.games.goal import Goal
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.modelling.formulation import ModelQuestion
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.work import Counted, Hint, Limits, Note, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

TOY: Final = Variant.load("toy")
SEPARATING: Final = ("eiked", "euked", "kidel", "liked", "piked", "piled", "plied", "pseud", "speld")


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose certificates ship."""
    monkeypatch.setattr(shipped, "proof_paths", lambda: tuple(sorted(tmp_path.glob("*.cert.xz"))))
    return tmp_path


def test_what_answers_a_question_is_named_before_the_search(proofs: Path, tmp_path: Path) -> None:
    """A claim as strong or stronger, about the same opener or one that will do, whichever verdict it has."""
    whole, credo = Question.of(TOY), Question.of(TOY, openers=("credo",))
    for question, depth in ((whole, 1), (whole, 2), (credo, 2), (credo, 3)):
        prove_depth(question, depth, proofs / f"{depth}{'c' * len(question.asked)}.cert.xz")
    ship(proofs)
    asked: dict[tuple[str, ...], dict[int, str | None]] = {
        (): {1: "1", 2: "2", 3: "2"},
        ("credo",): {1: "1", 2: "2c", 3: "3c"},
        ("eiked",): {1: "1", 2: None, 3: None},
        ("credo", "eiked"): {1: "1", 2: None, 3: "3c"},
    }
    for openers, by_depth in asked.items():
        for depth, name in by_depth.items():
            question, events = Question.of(TOY, openers=openers or None), list[object]()
            out = tmp_path / f"{'-'.join((*openers, str(depth)))}.cert"
            prove_depth(question, depth, out, work=Work(show=events.append))
            assert hints(events) == ([] if name is None else [name]), (openers, depth)
    assert shipped_decision(Question.of(TOY.model_copy(update={"mode": Mode.HARD})), 2) is None
    assert shipped_decision(Question.of(TOY, history=parse_history("trace.bgbyy", 5)), 2) is None


def test_a_census_and_a_ranking_name_what_answers_for_every_opener(proofs: Path) -> None:
    """What ships of one of two openers, or of fewer than are to be ranked, isn't named."""
    whole, credo = Question.of(TOY), Question.of(TOY, openers=("credo",))
    for question, depth, name in ((credo, 2, "few"), (credo, 3, "many"), (whole, 3, "any")):
        prove_depth(question, depth, proofs / f"{name}.cert.xz")
    best = rank(TotalQuestion.of(TOY), 2)
    certify(best, proofs / "best.cert.xz")
    number = len(best.ranked)  # those that tie, too
    ship(proofs)
    asked: dict[tuple[str, ...], dict[int, list[str]]] = {
        (): {2: [], 3: []},
        ("credo",): {2: ["few"], 3: ["many"]},
        ("credo", "eiked"): {2: [], 3: []},
    }
    for openers, by_depth in asked.items():
        for depth, names in by_depth.items():
            events = list[object]()
            folder = proofs / f"{'-'.join((*openers, str(depth)))}.run"
            question = Question.of(TOY, openers=openers or None)
            run_census(question, depth, folder, work=Work(show=events.append))
            assert hints(events) == names, (openers, depth)
    for top, names in (1, ["best"]), (number, ["best"]), (number + 1, []), (None, []):
        events = list[object]()
        rank(TotalQuestion.of(TOY), top, work=Work(show=events.append))
        assert hints(events) == names, top


def hints(events: Iterable[object]) -> list[str]:
    """Return the names of the certificates that are said to ship."""
    return [event.text.split()[0] for event in events if isinstance(event, Hint)]


def ship(folder: Path) -> None:
    """Write the table of digests of what is in the folder."""
    demand_as_shipped.cache_clear()
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in folder.glob("*.xz"))
    (folder / "SHA256SUMS").write_text("\n".join(sums), encoding="utf-8")


def test_the_table_of_digests_is_current() -> None:
    folder = proof_paths()[0].parent
    tables = sorted(folder.glob("*.csv"))
    files = sorted((*proof_paths(), *tables), key=lambda path: path.name)
    sums = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert sorted(line.split("  ")[1] for line in sums) == [path.name for path in files]
    for path in files:
        demand_as_shipped(path)


@pytest.mark.parametrize("change", ["another total", "no table", "no row"])
def test_a_proof_that_was_altered_is_not_believed(change: str, proofs: Path) -> None:
    path = proofs / "toy.cert.xz"
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=path))
    ship(proofs)
    if change == "another total":
        text = lzma.decompress(path.read_bytes()).replace(b"claim total least 16", b"claim total least 15")
        path.write_bytes(lzma.compress(text.replace(b"eiked 16 1", b"eiked 15 1")))
    elif change == "no table":
        (proofs / "SHA256SUMS").unlink()
    else:
        (proofs / "SHA256SUMS").write_text("", encoding="utf-8")
    with pytest.raises(ShippedProofError, match=r"toy\.cert\.xz: .*; restore "):
        shipped_total(TOY, 6)
    with pytest.raises(ShippedProofError):
        ValuedPosition(TOY).value()


def test_a_refutation_that_was_altered_is_not_believed(proofs: Path) -> None:
    prove_depth(Question.of(TOY), 1, out=proofs / "toy.cert.xz")
    ship(proofs)
    assert shipped_depth(TOY) == (1, proofs / "toy.cert.xz")
    demand_as_shipped.cache_clear()
    text = lzma.decompress((proofs / "toy.cert.xz").read_bytes())
    (proofs / "toy.cert.xz").write_bytes(lzma.compress(text.replace(b"impossible 1", b"impossible 9")))
    with pytest.raises(ShippedProofError):
        shipped_depth(TOY)


def test_openers_of_codes_that_are_alike_are_all_best() -> None:
    found = shipped_total(Variant.load("mastermind-4x6"), None)
    assert found is not None
    assert (found.total, len(found.best), found.best[0], found.best[-1]) == (5625, 720, "1123", "6654")


def test_the_best_openers_and_their_total(proofs: Path) -> None:
    path = proofs / "toy.cert.xz"
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=path))
    ship(proofs)
    found = shipped_total(TOY, 6)
    assert found is not None
    assert (found.total, found.best, found.path) == (16, SEPARATING, path)
    value = ValuedPosition(TOY).value()
    assert (value.total, value.best, value.certificate) == (16, SEPARATING, path)
    path.unlink()
    searched = ValuedPosition(TOY).value()
    assert (searched.total, searched.best, searched.certificate) == (16, SEPARATING, None)


def test_another_game_or_limit(proofs: Path) -> None:
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=proofs / "toy.cert.xz"))
    known = {field.name: getattr(TOY, field.name) for field in fields(Variant)}
    for change in ({"mode": Mode.HARD}, {"hidden": TOY.hidden[1:]}, {"guesses": TOY.guesses[:-1]}):
        other = Variant(**(known | change))
        assert not list(shipped_certificates(other))
        assert shipped_total(other, 6) is None
    assert shipped_total(TOY, 5) is None
    assert shipped_total(TOY, None) is None


def test_certificates_of_other_lists_are_not_read(proofs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=proofs / "toy.cert.xz"))
    monkeypatch.delattr(shipped, "open_certificate")
    assert not list(shipped_certificates(Variant.load("original")))
    with pytest.raises(NameError):
        next(shipped_certificates(TOY))


def test_claims_about_something_else(proofs: Path) -> None:
    """About some openers; after a history; and a strategy, which tells no least total."""
    prove_optimal(
        TotalQuestion.of(TOY, openers=("creed", "crane")), keeping=Keeping(out=proofs / "some.cert.xz")
    )
    prove_optimal(
        TotalQuestion.of(TOY, history=parse_history("trace.bgbyy", 5)),
        keeping=Keeping(out=proofs / "later.cert.xz"),
    )
    ultrahard = TOY.model_copy(update={"mode": Mode.ULTRAHARD})
    prove_optimal(TotalQuestion.of(ultrahard), keeping=Keeping(out=proofs / "strategy.cert.xz"))
    assert len(list(shipped_certificates(TOY))) == 2
    assert shipped_total(TOY, 6) is None
    assert len(list(shipped_certificates(ultrahard))) == 1
    assert shipped_total(ultrahard, 6) is None


SMALL: Final = TOY.model_copy(update={"max_guesses": 3})
KINDS: Final = {
    "fixed, so many": (["fixed", "--count", "1", "--leave", "1"], ["possible"]),
    "fixed, the fewest": (["fixed", "--start", "crate"], ["possible", "impossible"]),
    "between": (["prove", "--between"], []),
    "between, of some openers": (["prove", "--between", "--opener", "creed"], []),
    "between, least": (["prove", "--optimal"], []),
    "between, after guesses": (["prove", "--between", "--after", "crate.GGBBY"], []),
    "words missed": (["prove", "--between", "--costs", "0", "--loss", "1"], []),
    "witness": (["witness", "--depth", "1"], []),
}
"""How a certificate is made, and which fields of the JSON object tell of it (none: the object itself)."""


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_that_ships_is_checked_and_reported(
    kind: str,
    proofs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The same question once more: the answer is that of the file, without the search that found it."""
    command, parts = KINDS[kind]
    folder = tmp_path_factory.mktemp("written")
    many = kind == "fixed, the fewest"
    made = folder / ("made" if many else "made.cert.xz")
    assert main([*command, "--variant", "toy", "--out", str(made), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for path in made.iterdir() if many else [made]:
        with open_certificate(path) as reader:
            name = "-".join(reader.head.claim.words)
        (proofs / f"{name}.cert.xz").write_bytes(
            path.read_bytes() if path.suffix == ".xz" else lzma.compress(gzip.decompress(path.read_bytes()))
        )
    ship(proofs)
    for module in (between, fixed):
        for name in {"prove_counted", "Packer", "Refuter"} & {*vars(module)}:
            monkeypatch.setattr(module, name, unasked)
    command = ["--between" if word == "--optimal" else word for word in command]
    again = folder / ("again" if many else "again.cert")
    assert main([*command, "--variant", "toy", "--out", str(again), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    for part in parts or [""]:
        now, before = (shown[part], found[part]) if part else (shown, found)
        assert now["shipped"] in {path.name for path in proofs.iterdir()}
        assert before.get("shipped") is None
        if "proves" in before:
            assert now["proves"] == before["proves"]
        elif part:
            assert now["total_lower"] == before["total_lower"]
    for path in again.iterdir() if many else [again]:
        assert main(["check", str(path)]) == 0
    capsys.readouterr()
    assert main([*command, "--variant", "toy", "--out", str(again)]) == 0
    assert "(from the shipped certificate " in capsys.readouterr().out


def unasked(*_: object, **__: object) -> NoReturn:
    """Fail: nothing needs to be searched."""
    message = "the answer ships"
    raise AssertionError(message)


def missing(within: int, *openers: str) -> TotalQuestion:
    """Return how many words of the toy game aren't found within so many guesses."""
    return TotalQuestion.of(TOY, openers=openers or None, goal=Goal.missing(within))


def test_what_ships_about_another_question_is_left_alone(
    proofs: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("written")
    made = (folder / f"{number}.cert" for number in count())
    prove_between(TotalQuestion.of(TOY), proofs / "between.cert.xz", fresh=True)
    prove_missed_between(missing(1), proofs / "missed.cert.xz", fresh=True)
    find_fixed(Position.of(TOY), 1, out=proofs / "fixed.cert.xz")
    ship(proofs)
    assert prove_between(TotalQuestion.of(TOY), next(made)).shipped is not None
    assert prove_between(TotalQuestion.of(TOY), next(made), fresh=True).shipped is None
    assert prove_between(TotalQuestion.of(TOY), next(made), strategy="creed").shipped is None
    assert prove_between(TotalQuestion.of(TOY), next(made), low=16).shipped is not None
    assert prove_between(TotalQuestion.of(TOY, openers=("creed",)), next(made)).shipped is None
    heavy = Goal(weights=tuple((word, 2) for word in TOY.hidden))
    assert prove_between(TotalQuestion.of(TOY, goal=heavy), next(made)).shipped is None
    assert prove_between(TotalQuestion.of(SMALL), next(made)).shipped is None
    assert prove_missed_between(missing(1), next(made)).shipped is not None
    assert prove_missed_between(missing(2), next(made)).shipped is None
    assert prove_missed_between(missing(1, "creed"), next(made)).shipped is None
    assert prove_missed_between(missing(1), next(made), strategy="creed").shipped is None
    for asked in ({"count": 2}, {"count": 1, "leave": 2}, {"count": 1, "start": ("liked",)}):
        report = find_fixed(Position.of(TOY), **asked)
        assert report.possible is not None
        assert report.possible.shipped is None


def test_there_is_no_time_to_check_what_ships(
    proofs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Then a line names it, and the answer is found as if nothing shipped; or there is no time for any."""
    made = tmp_path_factory.mktemp("written") / "made.cert"
    question = TotalQuestion.of(TOY)
    prove_between(question, proofs / "between.cert.xz")
    ship(proofs)

    done = 1

    def slow(_: object, __: object, ___: object, work: Work) -> NoReturn:
        work.show(Counted("checking", done, 4))
        raise StoppedError(StopReason.TIME)

    events: list[object] = []
    unhurried = Work(limits=Limits(seconds=600), show=events.append)
    with monkeypatch.context() as patch:
        patch.setattr(shipped, "write_checked", slow)
        report = prove_between(question, made, work=unhurried)
        done = 0
        prove_between(question, made, work=unhurried)
    assert (report.shipped, report.stopped_by, report.high) == (None, None, 16)
    assert report.accepted is not None
    assert (
        prove_between(question, made, work=Work(limits=Limits(seconds=0), show=events.append)).shipped is None
    )
    what = "between ships and answers this, but its check takes {}more than half of the time limit"
    notes = [event.text for event in events if isinstance(event, Note)]
    assert notes == [what.format(known) for known in ("about 1 second, ", "", "")]


def test_fewer_words_than_ship(proofs: Path) -> None:
    """All eight words ship, and any two are too many for one guess, in hard mode as in normal mode."""
    prove_depth(Question.of(TOY), 1, out=proofs / "toy.cert.xz")
    ship(proofs)
    hard = TOY.model_copy(update={"mode": Mode.HARD})
    for variant in (TOY, hard):
        found = shipped_lost(variant, TOY.hidden, 1)
        assert found is not None
        assert (found.words, found.mode) == (TOY.hidden, Mode.NORMAL)
        report = find_witness(ModelQuestion.of(variant, depth=1))
        assert (report.shipped, report.words is not None and len(report.words)) == (None, 2)
    assert shipped_lost(TOY, TOY.hidden[1:], 1) is None
    assert shipped_lost(TOY, TOY.hidden, 2) is None
    assert shipped_lost(TOY.model_copy(update={"guesses": TOY.guesses[:-1]}), TOY.hidden, 1) is None


def test_certificates_of_another_feedback_are_of_another_game() -> None:
    """The same lists may be played in several ways, each of which is a game of its own."""
    tiles = Variant.load("original")
    assert any(True for _ in shipped_certificates(tiles))
    exact, jotto = (tiles.model_copy(update={"feedback": FEEDBACKS[name]}) for name in ("exact", "jotto"))
    assert not any(True for _ in shipped_certificates(exact))
    assert [path.name for path, _ in shipped_certificates(jotto)] == [
        "jotto-between.cert.xz",
        "jotto-depth-9.cert.gz",
    ]
    assert shipped_lost(exact, exact.hidden, 4) is None
