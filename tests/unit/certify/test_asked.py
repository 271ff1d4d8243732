"""What is published answers what was asked: each command finds out a writer that writes something else."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING, Final

import pytest

from tests.program import Run
from wordle_cp.answers import between, depths
from wordle_cp.answers.census import ledger as census_ledger
from wordle_cp.answers.totals import bracket, by_model, lower_bounds
from wordle_cp.certificate import render as render_module
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certify import publish
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import Asked, depth_certificate
from wordle_cp.errors import CertificateRejected, OwnCertificateRejected
from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search.census import CensusQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate

TOY: Final = Variant.load("toy")
HARD_TOY: Final = Variant.load("toy", mode=Mode.HARD)
HARD: Final = ("--variant", "toy", "--mode", "hard")
OTHER_MODE: Final = "mode: question: expected 'hard', found 'normal'"
COMMANDS: Final = (
    "prove --depth 3",
    "prove --depth 2 --opener plied",
    "prove --depth 1",
    "prove --least-depth",
    "prove --optimal",
    "prove --optimal --objective worst-then-total",
    "prove --optimal --opener eiked --objective total-then-worst",
    "prove --between",
    "prove --between --costs 0,0 --loss 1",
    "solve --tree x.cert",
    "rank --top 2 --certificate x.cert",
    "absurdle",
    "absurdle --out x.cert",
    "compare --policy knuth --opener cress --tree x.cert",
)


@pytest.fixture
def _normal_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the writer write `mode normal`, whatever the mode is."""
    render = render_module.render

    def false(certificate: AnyCertificate) -> Iterator[str]:
        return (f"mode {Mode.NORMAL}" if line.startswith("mode ") else line for line in render(certificate))

    monkeypatch.setattr(publish, "render", false)
    monkeypatch.setattr(publish, "render", false)


@pytest.mark.usefixtures("_normal_everywhere")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_publishes_an_answer_about_another_mode(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The checker accepts each of these certificates, which are true of normal mode: a fault of ours."""
    name, *arguments = command.split()
    with pytest.raises(OwnCertificateRejected, match=OTHER_MODE):
        Run(name, capsys, tmp_path, monkeypatch)(*arguments, *HARD)
    assert not capsys.readouterr().out
    assert not list(tmp_path.rglob("*.cert*"))


@pytest.mark.usefixtures("_normal_everywhere")
def test_nor_do_the_processes_that_write_for_a_census(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(census_ledger, "_jobs", [(CensusQuestion(Position.of(HARD_TOY), depth=2), tmp_path)])
    with pytest.raises(CertificateRejected, match=OTHER_MODE):
        census_ledger._write("plied", ("plied",))  # noqa: SLF001
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_certificate_of_ours_that_cannot_be_read_is_a_fault_too(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It lacks its mode: no bad input, whose exit code is 2, but a fault of the program, whose code is 70."""
    render = render_module.render

    def malformed(certificate: AnyCertificate) -> Iterator[str]:
        return (line for line in render(certificate) if not line.startswith("mode "))

    monkeypatch.setattr(publish, "render", malformed)
    monkeypatch.setattr(publish, "render", malformed)
    name, *arguments = command.split()
    with pytest.raises(OwnCertificateRejected, match="line 5: form: expected a certificate that can be read"):
        Run(name, capsys, tmp_path, monkeypatch)(*arguments, *HARD)
    assert not capsys.readouterr().out
    assert not list(tmp_path.rglob("*.cert*"))


Forget = tuple[str, "Callable[..., object]"]
"""An argument of a writer, and what becomes of it where part of the question is forgotten."""
AMONG: Final[Forget] = ("question", lambda question: question.about(()))
WEIGHTS: Final[Forget] = ("question", lambda question: replace(question, goal=TOTAL_GUESSES))
LIMIT: Final[Forget] = ("guesses_left", lambda _left: None)
WITHIN: Final[Forget] = ("counted", lambda counted: replace(counted, within=counted.within + 1))
MOST: Final[Forget] = ("counted", lambda counted: replace(counted, most=None))
DEPTH: Final[Forget] = ("depth", lambda depth: depth + 1)
OPENER: Final[Forget] = ("opener", lambda _opener: None)
PACKED_WITHIN: Final[Forget] = ("within", lambda within: within + 1)


@pytest.mark.parametrize(
    ("writer", "forget", "arguments", "field"),
    [
        ("lower_bounds.total_certificate", AMONG, "--optimal --opener plied", "among"),
        ("lower_bounds.total_certificate", LIMIT, "--optimal --max-guesses 4", "within"),
        ("lower_bounds.total_certificate", WEIGHTS, "--optimal --weights ones.csv", "weights"),
        ("by_model.total_certificate", AMONG, "--optimal --by cp-sat --opener plied", "among"),
        ("by_model.total_certificate", LIMIT, "--optimal --by cp-sat --max-guesses 4", "within"),
        ("by_model.total_certificate", WEIGHTS, "--optimal --by cp-sat --weights ones.csv", "weights"),
        ("bracket.total_certificate", AMONG, "--between --opener plied", "among"),
        ("bracket.total_certificate", LIMIT, "--between --max-guesses 4", "within"),
        ("bracket.total_certificate", WEIGHTS, "--between --weights ones.csv", "weights"),
        ("lower_bounds.missed_certificate", AMONG, "--optimal --costs 0,0 --loss 1 --opener plied", "among"),
        ("lower_bounds.missed_certificate", WITHIN, "--optimal --costs 0,0 --loss 1", "within"),
        ("lower_bounds.missed_certificate", MOST, "--optimal --costs 0,0,1 --max-guesses 3", "most"),
        ("depths.depth_certificate", DEPTH, "--depth 3", "depth"),
        ("depths.depth_certificate", OPENER, "--depth 3 --opener plied", "opener"),
        ("between.packing_certificate", AMONG, "--between --costs 0,0 --loss 1 --opener plied", "among"),
        ("between.packing_certificate", PACKED_WITHIN, "--between --costs 0,0 --loss 1", "within"),
    ],
)
def test_a_writer_that_forgets_what_was_asked_is_found_out(
    writer: str,
    forget: Forget,
    arguments: str,
    field: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The checker accepts each of these certificates, which are true: what is asked must not be theirs."""
    module, name = writer.split(".")
    places = {"lower_bounds": lower_bounds, "by_model": by_model, "bracket": bracket}
    place = (places | {"depths": depths, "between": between})[module]
    write, (argument, forgetting) = getattr(place, name), forget

    def forgetful(*given: object, **named: object) -> object:
        bound = signature(write).bind(*given, **named)
        bound.arguments[argument] = forgetting(bound.arguments[argument])
        return write(*bound.args, **bound.kwargs)

    (tmp_path / "ones.csv").write_text("".join(f"{word},1\n" for word in TOY.hidden), encoding="utf-8")
    prove = Run("prove", capsys, tmp_path, monkeypatch)
    monkeypatch.setattr(place, name, forgetful)
    with pytest.raises(OwnCertificateRejected, match=rf"^{field}: question: expected "):
        prove(*arguments.split(), "--variant", "toy")
    assert not list(tmp_path.rglob("*.cert*"))


AFTER: Final = parse_history("trace.bgbyy", 5)


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("", Asked(Position.of(TOY), DepthPossible, depth=2, opener="plied")),
        ("", Asked(Position.of(TOY), DepthPossible)),
        ("claim", Asked(Position.of(TOY), DepthImpossible, depth=2)),
        ("mode", Asked(Position.of(HARD_TOY), DepthPossible, depth=2)),
        (
            "guesses",
            Asked(Position.of(TOY.model_copy(update={"guesses": TOY.guesses[::-1]})), DepthPossible, depth=2),
        ),
        (
            "hidden words",
            Asked(Position.of(Variant.load("toy", hidden=HiddenKind.BIG)), DepthPossible, depth=2),
        ),
        ("after", Asked(Position.of(TOY, AFTER), DepthPossible, depth=2)),
        ("depth", Asked(Position.of(TOY), DepthPossible, depth=3)),
        ("opener", Asked(Position.of(TOY), DepthPossible, depth=2, opener=None)),
    ],
)
def test_each_field_is_compared(field: str, asked: Asked, tmp_path: Path) -> None:
    refused = pytest.raises(CertificateRejected, match=rf"^{field}: question: expected ")
    with refused if field else nullcontext():
        certificate = depth_certificate(Position.of(TOY), 2, ["plied"], "plied")
        write_checked(tmp_path / "x.cert", certificate, asked)
    assert (tmp_path / "x.cert").exists() == (not field)
