"""Lists and weights in random forms: what was put in comes out; any text is understood or refused."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.effort import share
from wordle_cp.errors import WordleCpError
from wordle_cp.games.found.imports import import_words
from wordle_cp.games.goal import Goal

if TYPE_CHECKING:
    from collections.abc import Callable

LETTERS: Final = "abcdeéßλあ"
words = st.lists(st.text(LETTERS, min_size=4, max_size=4), min_size=4, max_size=30, unique=True)

FORMS: Final[dict[str, Callable[[list[str]], str]]] = {
    "w.txt": "\n".join,
    "crlf.txt": lambda given: "".join(f"  {word} \r\n\r\n" for word in given),
    "line.txt": " ".join,
    "commas.txt": ", ".join,
    "comments.txt": lambda given: "# all\n" + "".join(f"{word} # {word}\n" for word in given),
    "ranks.csv": lambda given: (
        "rank,word\n" + "".join(f"{7 * n + 3},{word}\n" for n, word in enumerate(given))
    ),
    "w.json": json.dumps,
    "nested.json": lambda given: json.dumps({"x": {"list": given}, "version": 3}, ensure_ascii=False),
    "w.js": lambda given: f'var x=["GET"],w={json.dumps(given)};f(/"/,1)',
    "w.py": lambda given: f"WORDS = {given!r}\n",
}


@settings(max_examples=share(300), deadline=None)
@given(words, st.sampled_from(sorted(FORMS)), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_words_come_out_of_every_form(given_words: list[str], form: str, codec: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / form
        path.write_bytes(FORMS[form](given_words).encode(codec))
        report = import_words([str(path)])
    assert report.variant.guesses == tuple(sorted(given_words))
    assert report.left_out == ()


NUMBERS: Final[dict[str, Callable[[int, int], str]]] = {
    "decimal": lambda digits, places: f"{Decimal(digits).scaleb(-places):f}",
    "scientific": lambda digits, places: f"{digits}e-{places}",
    "fraction": lambda digits, places: f"{digits}/{10**places}",
    "percentage": lambda digits, places: f"{Decimal(digits).scaleb(2 - places):f}%",
}
TABLES: Final[dict[str, Callable[[dict[str, str]], str]]] = {
    "w.csv": lambda rows: "".join(f"{word},{number}\n" for word, number in rows.items()),
    "w.tsv": lambda rows: "".join(f"{number}\t{word}\n" for word, number in rows.items()),
    "w.txt": lambda rows: "".join(f"{word}  {number}\n" for word, number in rows.items()),
    "w.json": json.dumps,
    "objects.json": lambda rows: json.dumps([{"w": word, "n": number} for word, number in rows.items()]),
}
HIDDEN: Final = ("awake", "blush", "cigar")


@settings(max_examples=share(300), deadline=None)
@given(
    st.tuples(*[st.tuples(st.integers(1, 10**9), st.integers(0, 6))] * len(HIDDEN)),
    st.sampled_from(sorted(NUMBERS)),
    st.sampled_from(sorted(TABLES)),
)
def test_weights_come_out_of_every_form(
    numbers: tuple[tuple[int, int], ...], number_form: str, table: str
) -> None:
    exact = [Fraction(digits, 10**places) for digits, places in numbers]
    written = [NUMBERS[number_form](digits, places) for digits, places in numbers]
    with TemporaryDirectory() as folder:
        path = Path(folder) / table
        path.write_text(TABLES[table](dict(zip(HIDDEN, written, strict=True))), encoding="utf-8")
        goal = Goal.from_files(HIDDEN, path)
    weights = [weight for _, weight in goal.weights]
    assert [weight * exact[0] for weight in weights] == [weights[0] * one for one in exact]


@settings(max_examples=share(300), deadline=None)
@given(
    st.text(alphabet=st.sampled_from("abcé \n\t,;|\"'[]{}():#/=-.0123456789e%\\\0Iİ\u0301"), max_size=200),
    st.sampled_from(["w.txt", "w.csv", "w.json", "w.js", "w.zip"]),
)
@example(";,", "w.txt")
def test_any_text_is_understood_or_refused_in_a_line(text: str, name: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        for read in (
            lambda: import_words([str(path)]),
            lambda: Goal.from_files(HIDDEN, path, missing_weight=1),
        ):
            try:
                read()
            except WordleCpError as error:
                assert str(error).isprintable()
