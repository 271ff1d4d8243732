"""A kind of claim is one file and one checker: a toy kind goes all ways, and no other file is touched."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pytest

import wordle_cp
from tests.golden_files import ACCEPTED
from wordle_cp import check_certificate
from wordle_cp.certificate.base.claim import Claim, Head, Proof, Shown, Slot
from wordle_cp.certificate.base.field_texts import claim_history
from wordle_cp.certificate.base.records import KIND as FORMAT
from wordle_cp.certificate.describe import claim_sentence, claim_to_json
from wordle_cp.certificate.kinds import KINDS, kind_of
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.certificate.read import read_whole
from wordle_cp.certificate.render import render
from wordle_cp.certify.records import game_record
from wordle_cp.check.common.kind import CheckRun, Kind
from wordle_cp.check.kinds import CHECKERS, checker_of
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import CertificateParseError, CertificateRejected, Rule
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.rules.words import History

WORDS: Final = ("toy", "least")
OTHERS: Final = ("certificate", "certify", "check")
"""Packages that may know kinds of claims."""


@dataclass(frozen=True, slots=True)
class ToyLeast(Claim):
    """Claim: so many hidden words, which follow, are listed, and no more."""

    count: int
    history: History
    hidden_count: int

    words: ClassVar = WORDS

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> ToyLeast:
        """Return the claim."""
        history = claim_history(records, game.scoring)
        hidden = records.number(records.record("covered"), 1, 100)
        return cls(records.number(number, 1, 9), history, hidden)

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """How many."""
        return {"listed": self.count}

    def lines(self) -> Iterator[str]:
        """Yield the line."""
        yield f"covered {self.hidden_count}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The list."""
        return (Slot("list", STEPS, self.count),)

    def fields(self) -> dict[str, object]:
        """Return a field."""
        return {"toy": True}

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim."""
        del game, shown
        return f"of {hidden} {self.count} are listed"


@dataclass(frozen=True, slots=True)
class Toy(Proof[ToyLeast]):
    """A toy in memory."""

    list: tuple[str, ...] = ()


ToyLeast.proof = Toy


def check_toy(reader: CertificateReader, _lists: Lists, hidden_set: tuple[str, ...], _run: CheckRun) -> None:
    """Reject words that aren't hidden."""
    for word in reader.read(STEPS, reader.head.claim.count):
        if word not in hidden_set:
            raise CertificateRejected(word, Rule.HIDDEN_LIST, "a hidden word", word)


KIND: Final = Kind(check_toy, None, "a toy has no strategy")


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, WORDS, f"{__name__}:ToyLeast")
    monkeypatch.setitem(CHECKERS, WORDS, __name__)


def toy(*words: str) -> Toy:
    """Return a certificate that lists `words`."""
    variant = Variant.load("toy")
    return Toy(Head(game_record(variant), ToyLeast(len(words), (), len(variant.hidden))), words)


def written(path: Path, certificate: Proof[Any]) -> Path:
    """Write `certificate` to `path`."""
    path.write_text("".join(f"{line}\n" for line in render(certificate)), encoding="utf-8")
    return path


@pytest.mark.usefixtures("_registered")
def test_a_new_kind_is_written_read_shown_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate = toy("creed", "cress")
    path = written(tmp_path / "toy.cert", certificate)
    assert read_whole(path) == certificate
    assert check_certificate(path).claim == certificate.claim
    assert claim_to_json(certificate.head)["listed"] == 2
    assert claim_sentence(certificate.head) == "of 8 hidden words 2 are listed"
    assert main(["check", "--json", str(path)]) == ExitCode.DONE
    fields = json.loads(capsys.readouterr().out)
    assert (fields["claim"]["question"], fields["claim"]["toy"]) == ("toy", True)
    assert fields["proves"].endswith(": of 8 hidden words 2 are listed")
    assert main(["check", str(written(path, toy("crane")))]) == ExitCode.REJECTED
    assert main(["tree", "table", str(path)]) == ExitCode.BAD_INPUT
    assert "a toy has no strategy" in capsys.readouterr().err


def test_without_its_line_in_the_registry_a_kind_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(CertificateParseError, match="expected 'depth' or 'total' or 'missed'"):
        read_whole(written(tmp_path / "toy.cert", toy("creed")))


def test_each_kind_has_a_checker() -> None:
    assert KINDS.keys() == CHECKERS.keys()
    for words in KINDS:
        kind = kind_of(*words)
        assert kind.words == words
        assert isinstance(checker_of(object.__new__(kind)), Kind)


def test_a_newer_format_is_refused_by_its_number(tmp_path: Path) -> None:
    lines = [*render(toy("creed"))]
    lines[0] = lines[0].replace(FORMAT, "certificate 2")
    path = tmp_path / "newer.cert"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(
        CertificateParseError, match=r":1:11: .*take a newer wordle-cp, found 'certificate 2'"
    ):
        read_whole(path)


@pytest.mark.parametrize(
    ("file", "absent"),
    [
        ("hard.cert", {"parts.bounds", "parts.nodes", "claims.total", "claims.impossible"}),
        ("impossible-except.cert", {"parts.bounds", "claims.total"}),
    ],
)
def test_a_certificate_loads_its_own_kind_alone(file: str, absent: set[str]) -> None:
    script = f"import sys, wordle_cp; wordle_cp.check_certificate({file!r}); print(*sys.modules)"
    folder = ACCEPTED
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True
    )
    assert not {f"wordle_cp.certificate.{name}" for name in absent} & set(done.stdout.split())


def named(path: Path) -> set[str]:
    """Return all names in a file."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.alias(name=name) | ast.Attribute(attr=name):
                names.add(name)
    return names


def test_few_modules_elsewhere_name_a_claim() -> None:
    """Be it by isinstance, match, type or in an annotation: all need the name.

    Three answers name the claim that their question asks for: it must not come from who writes the claim.
    """
    claims = {kind_of(*words).__name__ for words in KINDS} | {"TotalClaim"}
    folder = Path(wordle_cp.__file__).parent
    paths = [path for path in folder.rglob("*.py") if path.relative_to(folder).parts[0] not in OTHERS]
    naming = sorted(str(path.relative_to(folder)) for path in paths if named(path) & claims)
    assert len(naming) <= 4 + 3, naming
