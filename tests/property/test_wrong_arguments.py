"""Every error that a wrong argument of a public function can cause is a WordleCpError.

Each function is called with right arguments of which one or more are something else: of a wrong type, out of
range, empty, huge, not a number, or a file that is missing, a folder, or can't be read.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import wordle_cp
from tests.effort import MORE, share
from wordle_cp import (
    First,
    Goal,
    Keeping,
    Limits,
    Mode,
    Position,
    Question,
    TotalQuestion,
    Variant,
    WordleCpError,
    Work,
    parse_game,
    parse_policy,
)
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import CodeScoring

if TYPE_CHECKING:
    from collections.abc import Callable

TOY: Final = Variant.load("toy")
OBJECTS: Final[list[Any]] = [
    None,
    True,
    *(0, 1, 2, -1, 3, 256, 10**30, 10**5000, -(10**5000)),
    *(0.0, 1.5, -0.5, math.nan, math.inf, 1e308, Fraction(1, 3), 1j, np.int64(2), np.float64("nan")),
    *(
        "",
        " ",
        "a",
        "toy",
        "TOY",
        "crane",
        "CRANE",
        "crane.bbbbb",
        "crane.ggggg",
        "crane.bbbb",
        "crane slate",
    ),
    *(
        "hard",
        "HARD",
        "none",
        "knuth",
        "knuth2",
        "all",
        "module:function",
        "nonsense.py:f",
        "tcp://nowhere:0",
    ),
    *("ä", "ß", "\0", "\ud800", "x" * 1000, "🟩" * 5, "\n", "a/b", "../x", "x.cert", "x.zip", "..."),
    *(b"", b"crane", bytearray(b"x"), ...),
    *(Path(), Path("missing/x"), Path("missing.yaml"), Path("folder"), Path("/proc/self/mem"), Path("a\0b")),
    *("folder", "/proc/self/mem", "missing.cert", "text.cert", Path("text.yaml"), "text.yaml"),
    *((), [], {}, set(), [None], [1, "a"], ["crane"], ["crane", "crane"], [["crane"]], {"crane": 1}),
    *([("crane", 0)], [("crane", -1)], [("crane", 10**5000)], [("crane", "bbbbb", 1)], [("crane", None)]),
    *(np.array(["crane"]), np.zeros(3), range(3), iter(["crane"]), object(), object, print, len, lambda: 1),
    *(TOY, Variant, Mode.HARD, First.TOTAL, Position.of(TOY), Question.of(TOY), TotalQuestion.of(TOY)),
    *(Alphabet(("a", "b")), Alphabet(()), CodeScoring(2, 3), ("ab", "c"), ("AB",), ("ab", "ab"), ("x" * 99,)),
    *(Goal(), Goal.missing(2), Limits(), Work(), Keeping(), parse_policy("knuth")),
    parse_game("crane slate", 5),
    ValueError("x"),
]
THINGS: Final = st.sampled_from(OBJECTS) | st.text(max_size=8) | st.integers() | st.floats()
ANYTHING: Final = THINGS | st.lists(THINGS, max_size=3) | st.lists(st.tuples(THINGS, THINGS), max_size=2)

GAME: Final[dict[str, Any]] = {"mode": None, "hidden": None, "max_guesses": 6}
ONE_THREAD: Final[dict[str, Any]] = {"time_limit": 2, "work": None}
WORK: Final = {"jobs": 1, **ONE_THREAD}
PLACE: Final[dict[str, Any]] = {"history": None, "opener": None, "openers": None}
DRAWN: Final[dict[str, Any]] = {
    "path": "text.cert",
    "out": "a.svg",
    "palette": None,
    "opener": None,
    "after": None,
    **ONE_THREAD,
}
RIGHT: Final[dict[str, dict[str, Any]]] = {
    "prove": {"game": "toy", "depth": 2, "out": "a.cert", "fresh": False, **PLACE, **GAME, **WORK},
    "prove_least_depth": {"game": "toy", "folder": "least", "label": None, **PLACE, **GAME, **WORK},
    "solve": {"game": "toy", "tree": None, "goal": Goal(), **PLACE, **GAME, **WORK},
    "prove_optimal": {"game": "toy", "out": None, "folder": None, "keeping": None, **PLACE, **GAME, **WORK},
    "rank": {"game": "toy", "top": 2, "certificate": None, "folder": None, "keeping": None, **GAME, **WORK},
    "prove_between": {
        "game": "toy",
        "out": "b.cert",
        "strategy": "crane",
        "strategy_file": None,
        "low": 3,
        "fresh": False,
        **PLACE,
        **GAME,
        **WORK,
    },
    "rank_pairs": {"game": "toy", "top": 2, "words": 2, "history": None, **GAME, **WORK},
    "rank_worst": {"game": "toy", "worst": 2, "history": None, **GAME, **WORK},
    "census": {"game": "toy", "depth": 2, "folder": "run", **PLACE, "openers": "crane", **GAME, **WORK},
    "compare": {
        "game": "toy",
        "policies": "knuth2",
        "openers": None,
        "optimum": True,
        "width": 2,
        "tree": None,
        **GAME,
        **WORK,
    },
    "analyse": {"game": "toy", "played": "plied creed", "word": None, "tell": abs, **GAME, **WORK},
    "guess": {"game": "toy", "words": ["crane"], "total": True, "history": None, **GAME, **ONE_THREAD},
    "guesses": {
        "game": "toy",
        "openers": ["crane"],
        "sort": "bits",
        "total": True,
        "history": None,
        **GAME,
        **ONE_THREAD,
    },
    "noise": {
        "game": "toy",
        "opener": "crane",
        "made": 2,
        "levels": [1],
        "runs": 1,
        "seed": 1,
        **GAME,
        **WORK,
    },
    "families": {"game": "toy", "depth": 1, "min_size": 2, "history": None, **GAME, **ONE_THREAD},
    "absurdle": {"game": "toy", "out": "absurdle.cert", "history": None, **GAME, **ONE_THREAD},
    "stats": {"game": "toy", "openers": ["crane"], "top": 2, "strategy": None, **GAME, **ONE_THREAD},
    "check_certificate": {
        "path": "text.cert",
        "sample": 0.5,
        "seed": 0,
        "jobs": 1,
        "plain": False,
        "verified": False,
        "lists": None,
        **ONE_THREAD,
    },
    "load_certificate": {"path": "text.cert"},
    "checked_strategy": {
        "path": "text.cert",
        "opener": None,
        "levels": 2,
        "after": None,
        "out": None,
        **ONE_THREAD,
    },
    "explain": {"path": "text.cert", "guess": None, "after": None, "node": None, **ONE_THREAD},
    "draw_strategy": {**DRAWN, "levels": 2, "widest": None},
    "draw_sheet": {**DRAWN, "pages": None},
    "export_strategy": {
        "path": "text.cert",
        "as_format": "json",
        "out": None,
        "opener": None,
        "levels": None,
        "full": False,
        "order": None,
        **ONE_THREAD,
    },
    "import_strategy": {
        "path": "text.cert",
        "out": "b.cert",
        "game": None,
        "depth": None,
        "after": None,
        **GAME,
        **ONE_THREAD,
    },
    "write_site": {"certificates": ["text.cert"], "out": "site", **ONE_THREAD},
    "score": {"guess": "crane", "hidden": "creed", "game": "toy"},
    "parse_game": {"text": "crane slate", "game": 5, "hidden": None},
    "parse_history": {"text": "crane.bbbbb", "game": TOY},
    "parse_policy": {"name": "knuth", "width": 3},
    "entries_of": {"policies": ["knuth"], "openers": None},
    "import_words": {
        "sources": "words.txt",
        "name": "x",
        "hidden": None,
        "length": None,
        "letters": None,
        "encoding": None,
        "column": None,
        "out": "lists",
        "force": True,
    },
    "formulation": {"name": "adaptive-tree"},
    "solve_model": {"model": "weights", "game": "toy", "depth": 2, "words": None, "seed": 0, **GAME, **WORK},
    "show_model": {
        "model": "adaptive-tree",
        "game": "toy",
        "depth": 2,
        "history": None,
        **GAME,
        **ONE_THREAD,
    },
    "export_model": {"model": "adaptive-tree", "game": "toy", "as_format": "lp", "depth": 2, "known": None},
    "find_witness": {"game": "toy", "depth": 1, "words": None, "history": None, "out": None, **GAME, **WORK},
    "fixed": {
        "game": "toy",
        "count": 1,
        "leave": 1,
        "start": None,
        "words": None,
        "history": None,
        "out": None,
        **GAME,
        **ONE_THREAD,
    },
    "ModelQuestion.of": {"variant": "toy", "history": "", "words": None, "depth": 3},
    "Variant.load": {"name_or_path": "toy", **GAME, "confined": False},
    "Variant.from_words": {
        "guesses": ["ab", "cd"],
        "hidden": ["ab"],
        "name": "x",
        "mode": "hard",
        "letters": None,
    },
    "Variant": {
        "name": "x",
        "title": "X",
        "guesses": ("ab", "cd"),
        "hidden": ["ab"],
        "mode": "hard",
        "max_guesses": None,
        "guesses_name": "x",
        "hidden_name": "y",
        "codes": None,
        "alphabet": Alphabet(("a", "b", "c", "d")),
    },
    "Mode": {"value": "hard"},
    "First": {"value": "total"},
    "Position": {"variant": TOY, "history": (), "hidden": TOY.hidden[:2]},
    "Position.of": {"variant": "toy", "history": ""},
    "Question.of": {"variant": "toy", "history": "", "openers": None},
    "TotalQuestion.of": {"variant": "toy", "history": "", "openers": None, "max_guesses": 4, "goal": Goal()},
    "Question": {"position": Position.of(TOY), "asked": ()},
    "TotalQuestion": {
        "position": Position.of(TOY),
        "asked": ("crane",),
        "limit": 6,
        "goal": Goal(),
        "guesses_left": 6,
    },
    "ModelQuestion": {"position": Position.of(TOY), "guesses_left": 3},
    "Goal": {"costs": (0, 1), "loss": 3, "weights": (("crane", 1),), "first": First.TOTAL, "note": None},
    "Goal.from_files": {
        "hidden": TOY.hidden,
        "weights": None,
        "missing_weight": None,
        "round_weights": 2,
        "past_answers": "words.txt",
        "repeat_weight": 0.5,
    },
    "Goal.weighted": {"weights": {"crane": 1}},
    "Goal.missing": {"within": 3},
    "Limits": {"seconds": 1, "memory_bytes": None},
    "Work": {"jobs": 1, "limits": Limits(), "show": print, "cancelled": bool},
    "Keeping": {"out": None, "folder": None, "cluster": None},
    "PythonPolicy": {"name": "x", "function": max},
}
"""Right arguments of each public function, by name."""
CLASSES: Final = {
    "CertificateParseError",
    "CertificateRejected",
    "Explanation",
    "WordleCpError",
    "__version__",
}
"""Names that are no functions, and make nothing from what somebody gives."""
ENUMERATIONS: Final = {"Mode", "First"}


def is_for_python(name: str, thing: object) -> bool:
    """Tell whether Python itself refuses it: enumerations compare and write whatever they are called with."""
    if name not in ENUMERATIONS:
        return False
    try:
        return isinstance(thing, np.ndarray) or not repr(thing)
    except ValueError:  # a number of 5,000 digits
        return True


def public(name: str) -> Callable[..., object]:
    """Return the function of that name; an enumeration is called with a value."""
    found: Any = wordle_cp
    for part in name.split("."):
        found = getattr(found, part)
    function: Callable[..., object] = found
    return function


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "words.txt").write_text("CREED\ncreek\n", encoding="utf-8")
    (tmp_path / "text.cert").write_text("nonsense\n", encoding="utf-8")
    (tmp_path / "text.yaml").write_text("- nonsense\n", encoding="utf-8")


def test_every_public_name_is_tried() -> None:
    assert {name.partition(".")[0] for name in RIGHT} == set(wordle_cp.__all__) - CLASSES


@pytest.mark.parametrize("name", RIGHT)
def test_right_arguments_are_taken(name: str) -> None:
    try:
        public(name)(**RIGHT[name])
    except WordleCpError:
        assert {"path", "certificates"} & RIGHT[name].keys()  # nonsense is no certificate


@pytest.mark.parametrize("name", RIGHT)
@settings(
    max_examples=share(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_wrong_argument_is_an_error_of_ours(name: str, data: st.DataObject) -> None:
    arguments = dict(RIGHT[name])
    for one in data.draw(st.lists(st.sampled_from(sorted(arguments)), min_size=1, max_size=2, unique=True)):
        thing = data.draw(ANYTHING, label=one)
        assume(not is_for_python(name, thing))
        if not (one == "tell" and callable(thing)):  # what a caller's own function raises is the caller's
            arguments[one] = thing
    try:
        public(name)(**arguments)
    except WordleCpError as error:
        line = str(error)
        assert line.isprintable()
        assert line


@pytest.mark.parametrize("name", RIGHT)
def test_each_thing_for_each_argument(name: str) -> None:
    """One wrong argument at a time: all objects, or where there are many arguments some of them."""
    step = 1 if MORE or len(RIGHT[name]) <= 3 else 30
    for number, argument in enumerate(RIGHT[name]):
        for thing in OBJECTS[number % step :: step]:
            if argument == "tell" and callable(thing):
                continue  # what a caller's own function raises is the caller's
            if is_for_python(name, thing):
                continue
            try:
                public(name)(**{**RIGHT[name], argument: thing})
            except WordleCpError as error:
                assert str(error).isprintable()
            except Exception as error:
                error.add_note(f"{name}({argument}={type(thing).__name__})")
                raise


def test_an_endless_list() -> None:
    with pytest.raises(WordleCpError, match="at most, found more"):
        wordle_cp.solve("toy", openers=(str(number) for number in count()))
