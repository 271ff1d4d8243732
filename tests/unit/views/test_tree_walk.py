"""A walk through a strategy: nodes, children, filters, words, against the strategy played game by game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.golden_files import ACCEPTED
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.publish import write_certificate
from wordle_cp.data import proof_paths
from wordle_cp.errors import UsageError
from wordle_cp.rules.words import all_green, format_pattern, is_consistent, parse_history, score
from wordle_cp.views.strategies import walk
from wordle_cp.views.strategies.walk import ChildFilter, ChildOrder, StrategyWalk

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = {path.name: path for path in proof_paths()}
PALET = SHIPPED["original-hard-depth-5-palet.cert.gz"]
SPARE = SHIPPED["nyt-2022-02-15-hard-depth-6-after-stage-gbgbg-spare.cert.gz"]


@pytest.fixture(scope="module")
def palet() -> StrategyWalk:
    """Return a real strategy, open."""
    return StrategyWalk(checked_strategy(PALET))


def guesses_for(strategy: StrategyWalk, word: str) -> list[str]:
    """Return the guesses that find `word`, by asking node after node."""
    history = strategy.node().history
    guesses: list[str] = []
    while True:
        node = strategy.node(history)
        guesses.append(node.guess)
        pattern = score(node.guess, word)
        if pattern == all_green(len(word)):
            return guesses
        history = (*history, (node.guess, pattern))


def test_the_first_node_tells_the_claim(palet: StrategyWalk) -> None:
    node, claim = palet.node(), palet.strategy.claim
    assert (node.guess, node.total, node.worst) == ("palet", claim.total_guesses, claim.max_guesses)
    assert node.distribution == claim.distribution
    assert (node.hidden_set, node.wins) == (palet.strategy.hidden_set, "palet" in palet.strategy.hidden_set)


def test_nodes_add_up_along_a_path(palet: StrategyWalk) -> None:
    history = palet.path_of("hatch")
    for end in range(len(history) + 1):
        node = palet.node(history[:end])
        assert node.hidden_set == tuple(
            w for w in palet.strategy.hidden_set if is_consistent(w, history[:end])
        )
        assert sum(node.distribution) == len(node.hidden_set)
        assert sum(number * words for number, words in enumerate(node.distribution, 1)) == node.total
        children = palet.children(history[:end])
        found = len(node.hidden_set) - sum(child.hidden_count for child in children)
        assert found == node.wins
        assert found * (end + 1) + sum(child.total for child in children) == node.total
        assert len(children) == node.responses
        for child in children:
            below = palet.node((*history[:end], (node.guess, child.pattern)))
            assert (below.guess, len(below.hidden_set), below.total, below.worst, below.responses) == (
                child.guess,
                child.hidden_count,
                child.total,
                child.worst,
                child.responses,
            )
    path = palet.path(history)
    assert [step.guess for step in path] == [guess for guess, _ in history]
    assert [step.hidden_count for step in path] == [
        len(palet.node(history[:end]).hidden_set) for end in range(len(history))
    ]


def test_each_word_is_found_at_the_end_of_its_path(palet: StrategyWalk) -> None:
    for word in palet.strategy.hidden_set[::100]:
        history = palet.path_of(word.upper())
        assert palet.node(history).guess == word
        assert guesses_for(palet, word) == [*(guess for guess, _ in history), word]


def test_filters_of_a_wide_node(palet: StrategyWalk) -> None:
    children = palet.children()
    assert len(children) > 100
    tiles = [format_pattern(child.pattern, 5) for child in children]
    assert tiles == sorted(tiles, key=lambda text: ["BYG".index(sign) for sign in text])
    by_pattern = palet.children(wanted=ChildFilter(pattern="b?g"))
    assert [child for child in children if format_pattern(child.pattern, 5)[0] == "B"
            and format_pattern(child.pattern, 5)[2] == "G"] == list(by_pattern)  # fmt: skip
    (of_word,) = palet.children(wanted=ChildFilter(word="WATCH"))
    assert of_word.pattern == score("palet", "watch")
    guess = children[0].guess
    assert all(
        child.guess.startswith(guess[:2]) for child in palet.children(wanted=ChildFilter(word=guess[:2]))
    )
    assert children[0] in palet.children(wanted=ChildFilter(word=guess[:2]))
    large = palet.children(wanted=ChildFilter(least=50), order=ChildOrder.SIZE)
    assert [child.hidden_count for child in large] == sorted(
        (child.hidden_count for child in children if child.hidden_count >= 50), reverse=True
    )
    single = palet.children(wanted=ChildFilter(most=1))
    assert {child.hidden_count for child in single} == {1}
    assert palet.children(wanted=ChildFilter(pattern="BBBBBB")) == ()


def test_a_strategy_after_a_history_begins_there() -> None:
    strategy = StrategyWalk(checked_strategy(SPARE))
    history = parse_history("stage.gbgbg", 5)
    assert strategy.node().history == history
    assert strategy.node().guess == "spare"
    assert strategy.path() == ()
    assert strategy.node().distribution[:1] == (0,)
    with pytest.raises(UsageError, match=r"^the start of the game: this strategy begins after stage\.GBGBG$"):
        strategy.node(())


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("crane.bbbbb", r"^CRANE: this strategy guesses PALET$"),
        ("palet.bbbbb.crane.bbbbb", r"^CRANE: this strategy guesses DORIS after palet\.BBBBB$"),
        ("palet.ggggg", r"^palet\.GGGGG: this ends the game$"),
        ("palet.ggggy", r"^palet\.GGGGY: this has no word left$"),
    ],
)
def test_where_a_strategy_never_gets(palet: StrategyWalk, history: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        palet.node(parse_history(history, 5))


def test_a_part_is_a_strategy_of_its_own(palet: StrategyWalk, tmp_path: Path) -> None:
    for history in (node.history for node in palet.children()[::9]):
        part, node = palet.part(history), palet.node(history)
        assert (part.claim.history, part.opener, part.hidden_set) == (history, node.guess, node.hidden_set)
        assert (part.claim.total_guesses, part.claim.max_guesses) == (node.total, node.worst)
        (tmp_path / "part.cert").unlink(missing_ok=True)
        write_certificate(tmp_path / "part.cert", part.certificate)
        assert checked_strategy(tmp_path / "part.cert") == part
        inner = StrategyWalk(part)
        assert [inner.path_of(word) for word in node.hidden_set] == [
            palet.path_of(word) for word in node.hidden_set
        ]
    whole = palet.part(())
    assert (whole.certificate.steps, whole.claim.distribution) == (
        palet.strategy.certificate.steps,
        palet.strategy.claim.distribution,
    )


def test_a_word_that_is_not_hidden(palet: StrategyWalk) -> None:
    with pytest.raises(
        UsageError, match=r"^'AAHED': not a word that this strategy has to find; did you mean ahead\?$"
    ):
        palet.path_of("AAHED")


def test_one_word_and_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    one = StrategyWalk(checked_strategy(ACCEPTED / "one-word.cert"))
    assert (one.node().responses, one.children(), one.node().wins) == (0, (), True)
    assert one.path_of(one.node().guess) == one.node().history
    checked = checked_strategy(ACCEPTED / "hard.cert")
    monkeypatch.setattr(walk, "MOST_GUESSES", checked.claim.total_guesses - 1)
    with pytest.raises(
        UsageError, match=r"^a strategy of 13 guesses in all is too large to walk through; 12 at most$"
    ):
        StrategyWalk(replace(checked))


def test_what_ships_is_small_enough() -> None:
    claims: list[int] = []
    for path in SHIPPED.values():
        with open_certificate(path) as reader:
            claim = reader.head.claim
        if isinstance(claim, DepthPossible):
            claims.append(claim.total_guesses)
        elif isinstance(claim, TotalLeast):
            claims.append(claim.others)
    assert 180_000 < max(claims) < walk.MOST_GUESSES / 2
