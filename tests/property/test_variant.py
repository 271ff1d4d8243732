"""Variant files of any content: a variant that keeps its promises, or problems of one line each."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from wordle_cp.errors import VariantError
from wordle_cp.games.variant import Variant

PIECES = st.sampled_from(
    [
        *("name", "guesses", "hidden", "mode", "max_guesses", "ab", "ba", "abc", "false", "big", "hard", "6"),
        *(
            ": ",
            ":",
            "\n",
            "\n  - ",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "&a ",
            "*a",
            "'",
            '"',
            "|",
            "# ",
            "\t",
            "%",
            "!!map ",
        ),
    ]
)
WORDS = st.lists(
    st.text("ab", min_size=1, max_size=6) | st.sampled_from(["false", "no", "A", "é"]), max_size=6
)


def check(data: bytes) -> None:
    """Load a file of `data`, whatever it is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.yaml"
        path.write_bytes(data)
        try:
            variant = Variant.load(path)
        except VariantError as error:
            assert all(str(problem).startswith(folder) for problem in error.problems)
            assert all(str(problem).isprintable() for problem in error.problems)
            return
    assert variant.guesses
    assert set(variant.hidden) <= set(variant.guesses)
    assert len(set(variant.guesses)) == len(variant.guesses)
    assert {len(word) for word in variant.guesses} == {variant.length}


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_yaml(text: str) -> None:
    check(text.encode())


@given(WORDS, WORDS | st.just("big"))
def test_any_words(guesses: list[str], hidden: list[str] | str) -> None:
    rest = hidden if isinstance(hidden, str) else f"[{', '.join(hidden)}]"
    check(f"name: x\nguesses: [{', '.join(guesses)}]\nhidden: {rest}\n".encode())
