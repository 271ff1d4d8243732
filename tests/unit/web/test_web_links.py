"""Addresses of the page: what they mean, that none is refused, and that they come back as they were."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import HiddenKind
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring
from wordle_cp.web.links import VIEWS, Link, parse_link

NAMES = ("original", "toy", "nyt-2022-02-15")
GAMES = dict.fromkeys(NAMES, WordScoring(5))
OPTIONS = {
    name: read
    for view in VIEWS
    for name, read in view.options.items()
    if name in {"game", "path", "file", "word", "goal", "star", "within", "node"}
}
LINKS = st.builds(
    Link,
    variant=st.sampled_from(NAMES),
    mode=st.none() | st.sampled_from(Mode),
    hidden=st.none() | st.sampled_from(HiddenKind),
    limit=st.none() | st.just("none") | st.integers(1, 255),
    after=st.lists(
        st.tuples(st.text("abcxyz", min_size=5, max_size=5), st.integers(0, 3**5 - 1)), max_size=4
    ).map(tuple),
    options=st.dictionaries(st.sampled_from(["game", "path", "file"]), st.text(min_size=1, max_size=30)).map(
        lambda options: tuple(options.items())
    ),
)


def parsed(url: str) -> tuple[Link, list[str]]:
    """Return what the address `url` means."""
    return parse_link(dict(parse_qsl(urlsplit(url).query)), GAMES, OPTIONS)


def test_a_position() -> None:
    link, problems = parsed("/ask?variant=toy&mode=hard&hidden=big&guesses=7&after=salet.bybbb&word=1")
    assert not problems
    assert link == Link("toy", Mode.HARD, HiddenKind.BIG, 7, (("salet", 3),), (("word", "1"),))
    assert link.url("ask") == "/ask?variant=toy&mode=hard&hidden=big&guesses=7&after=salet.bybbb&word=1"
    assert link.in_view().url("tree") == "/tree?variant=toy&mode=hard&hidden=big&guesses=7&after=salet.bybbb"
    assert link.option("word") == "1"
    assert link.with_options(word="", path="2").options == (("path", "2"),)


@pytest.mark.parametrize(
    "after",
    [
        "SALET bybbb",
        "salet.01000",
        "salet ⬛🟨⬛⬛⬛",
        "salet ⬜🟦⬜⬜⬜",
        "salet -y---",
        "salet: x y x x x",
    ],
)
def test_a_history_is_written_as_you_like(after: str) -> None:
    found = parse_link({"after": after}, GAMES, OPTIONS)
    assert found == (Link(after=(("salet", 3),)), [])


def test_nothing_is_the_start_of_the_default() -> None:
    assert parsed("/ask") == (Link("original"), [])


def test_a_mode_in_either_case() -> None:
    assert parsed("/ask?mode=Hard") == (Link("original", mode=Mode.HARD), [])


def test_what_comes_twice_says_nothing() -> None:
    query = {"variant": "toy", "mode": "hard", "word": "2"}
    found, problems = parse_link(query, GAMES, OPTIONS, ["variant", "word"])
    assert found == Link(mode=Mode.HARD)
    assert problems == [
        "'variant': expected once, found several times",
        "'word': expected once, found several times",
    ]


def test_nonsense_is_told_and_left_out() -> None:
    found, problems = parsed(
        "/ask?variant=/etc/passwd&mode=easy&hidden=all&guesses=0&after=salet.bybb&a%00b=1&word=2"
    )
    assert found == Link(options=(("word", "2"),))
    assert [problem.partition(":")[0] for problem in problems] == [
        "no variant is called '/etc/passwd'",
        "mode",
        "hidden",
        "guesses",
        "'a\\x00b'",
        "after",
    ]
    assert parsed("/ask?guesses=none")[0].limit == "none"
    assert parsed("/ask?guesses=\N{ARABIC-INDIC DIGIT FIVE}")[1]
    assert parsed(f"/ask?after={'salet.bbbbb.' * 1000}")[1]
    assert parsed(f"/ask?after={'a' * 5000}")[1]


@pytest.mark.parametrize("name", ["within", "node"])
def test_numbers_of_views(name: str) -> None:
    assert parsed(f"/ask?{name}=31")[0].number(name) == 31
    assert parsed("/ask")[0].number(name) is None
    for wrong in ("9" * 5000, "-1", "1.5", "x", "10000000000", "\N{ARABIC-INDIC DIGIT FIVE}"):
        found, problems = parsed(f"/ask?{name}={wrong}")
        assert found.number(name) is None
        assert found.options == ()
        (problem,) = problems
        assert problem.startswith(f"{name}: expected a whole number from 0 to ")


def test_what_a_view_does_not_know_is_told() -> None:
    found, problems = parsed("/ask?objective=q&goal=most&star=no&word=")
    assert found == Link()
    known = "after, file, game, goal, guesses, hidden, mode, node, path, star, variant, within, word"
    assert problems == [
        f"'objective': expected one of {known}",
        "goal: expected total, worst, worst-then-total, total-then-worst, missed, found 'most'",
        "star: expected yes, found 'no'",
    ]
    assert parsed("/ask?goal=worst")[0].option("goal") == "worst"
    (problem,) = parsed(f"/ask?file={'x' * 10_000}")[1]
    assert problem.startswith("file: expected text of 8192 characters at most, found 'xxx")


@given(LINKS)
def test_there_and_back(link: Link) -> None:
    assert parsed(link.url("ask")) == (link, [])


@given(
    st.dictionaries(
        st.sampled_from(["variant", "mode", "hidden", "guesses", "after", *OPTIONS]) | st.text(),
        st.text(),
    )
)
def test_every_query_means_something(query: dict[str, str]) -> None:
    found, problems = parse_link(query, GAMES, OPTIONS)
    assert parsed(found.url("ask"))[0] == found
    assert all(problem.isprintable() for problem in problems)


@pytest.mark.parametrize(
    ("scoring", "played"),
    [
        (WordScoring(5, feedback=FEEDBACKS["jotto"]), "angel.4.angle.!"),
        (WordScoring(5, feedback=FEEDBACKS["slots"]), "angel.bygyb"),
        (CodeScoring(4, 6), "1123.21.1415.40"),
        (WordScoring(3, Alphabet(tuple("0123456789"))), "101.bgy"),
    ],
)
def test_positions_of_other_games_have_addresses(scoring: Scoring, played: str) -> None:
    others = {**GAMES, "other": scoring}
    found, problems = parse_link({"variant": "other", "after": played}, others, {})
    assert not problems
    assert found.after == parse_history(played, scoring)
    query = urlsplit(found.url("ask")).query
    assert parse_link(dict(parse_qsl(query)), others, {}) == (found, [])
