"""Seeds, and changes to them at random: no parser does anything but understand or tell what is wrong.

What the coverage-guided fuzzer found once is among the seeds, and stays there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import share
from tests.fuzz.parsers import PARSERS, parse, seeds_of
from wordle_cp.errors import WordleCpError
from wordle_cp.games.notation import parse_history

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES: Final = 200
ODD: Final = (
    *(
        b"",
        b"\0",
        b"\n",
        b"\r\n",
        b"\t",
        b" ",
        b"\xff",
        b"\xed\xa0\x80",
        "é\u2028\u202e".encode(),
        b"\x1b[2J",
    ),
    *(b"-0", b"-1", b"0", b"00", b"1e999", b"NaN", b"-Infinity", b"true", b"null", b"0.0", b"9" * 20),
    *(b"9" * 5000, b"[" * 2000, b"{" * 500, b"<!", b"&a ", b"*a", b"? ", b"%41", b"\\ud800", b"\\UFFFFFFFF"),
)
"""What parsers stumble over."""


@st.composite
def changed_seeds(draw: st.DrawFn, seeds: tuple[Path, ...]) -> bytes:
    """Draw the contents of a seed after a few changes: parts dropped, doubled, replaced, or put elsewhere."""
    data = draw(st.sampled_from(seeds)).read_bytes()
    other = draw(st.sampled_from(seeds)).read_bytes()
    tokens = sorted({*re.findall(rb"[^\s.,:]{1,12}", other), *ODD})
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 60)))
        new = draw(
            st.sampled_from(tokens)
            | st.binary(max_size=6)
            | st.just(data[start:end] * 2)
            | st.just(other[start:end])
        )
        data = data[:start] + new + data[end:]
    return data


@pytest.mark.parametrize("name", PARSERS)
def test_seeds(name: str, tmp_path: Path) -> None:
    """Some are understood, or the fuzzer begins far from what matters."""
    assert sum(parse(name, seed.read_bytes(), tmp_path) for seed in seeds_of(name)) > 0


@pytest.mark.parametrize("name", PARSERS)
def test_changed_seeds(name: str, tmp_path: Path) -> None:
    @settings(max_examples=share(EXAMPLES))
    @given(changed_seeds(seeds_of(name)))
    def check(data: bytes) -> None:
        parse(name, data, tmp_path)

    check()


@pytest.mark.parametrize("name", PARSERS)
def test_any_bytes(name: str, tmp_path: Path) -> None:
    @settings(max_examples=share(EXAMPLES) // 4)
    @given(st.binary(max_size=300))
    def check(data: bytes) -> None:
        parse(name, data, tmp_path)

    check()


def test_a_traceback_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(data: bytes, _folder: Path) -> None:
        parse_history(data.decode(), 5)

    monkeypatch.setitem(PARSERS, "history", careless)
    assert parse("history", b"salet.bybbb", tmp_path)
    assert not parse("history", b"salet", tmp_path)
    with pytest.raises(UnicodeDecodeError):
        parse("history", b"\xff", tmp_path)

    def mute(_data: bytes, _folder: Path) -> None:
        raise WordleCpError

    monkeypatch.setitem(PARSERS, "history", mute)
    with pytest.raises(AssertionError, match="without a message"):
        parse("history", b"", tmp_path)
