"""What every answer has: forms that are made of its fields, its lines and its rows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from wordle_cp.answers.answer import Answer, Rows
from wordle_cp.engine import Verdict
from wordle_cp.work import StopReason

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Part:
    """A record in an answer."""

    word: str
    share: Fraction


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Shares(Answer):
    """A small answer."""

    verdict: Verdict
    file: Path | None
    parts: tuple[Part, ...]

    def told(self, struck: str) -> Iterator[str]:
        """Yield two lines."""
        yield f"{self.verdict}: {len(self.parts)} <parts>"
        if self.stopped_by is not None:
            yield f"stopped by   {struck}"

    def _rows(self) -> Rows:
        return [{"word": part.word, "share": None} for part in self.parts]


WHOLE = Shares(
    verdict=Verdict.EXACT, file=Path("a.csv"), parts=(Part("crane", Fraction(1, 4)),), seconds=1.23456
)


def test_json_is_the_record_and_ends_as_all_do() -> None:
    fields = json.loads(json.dumps(WHOLE.to_json()))
    assert fields == {
        "verdict": "exact",
        "file": "a.csv",
        "parts": [{"word": "crane", "share": 0.25}],
        "stopped_by": None,
        "seconds": 1.235,
    }
    assert list(fields)[-2:] == ["stopped_by", "seconds"]


def test_what_stopped_it_is_told_in_words() -> None:
    stopped = Shares(verdict=Verdict.UNDECIDED, file=None, parts=(), stopped_by=StopReason.TIME)
    assert str(stopped) == "undecided: 0 <parts>\nstopped by   time limit"
    assert list(stopped.told("--time-limit 3"))[1] == "stopped by   --time-limit 3"
    assert (stopped.finished, WHOLE.finished) == (False, True)
    assert repr(stopped) == "<undecided: 0 <parts>>"


def test_rows_are_a_table() -> None:
    assert WHOLE.to_csv() == "word,share\ncrane,\n"
    assert "0 &lt;parts&gt;" in Shares(verdict=Verdict.EXACT, file=None, parts=())._repr_html_()
    assert "<td>crane</td><td></td>" in WHOLE._repr_html_()
