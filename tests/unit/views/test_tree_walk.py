"""A walk through a strategy: nodes and parts, against the strategy played game by game."""

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
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.words import History, all_green, is_consistent, pattern_of
from wordle_cp.views.strategies import walk
from wordle_cp.views.strategies.walk import StrategyWalk

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = {path.name: path for path in proof_paths()}
PALET = SHIPPED["original-hard-depth-5-palet.cert.gz"]
SPARE = SHIPPED["nyt-2022-02-15-hard-depth-6-after-stage-gbgbg-spare.cert.gz"]


@pytest.fixture(scope="module")
def palet() -> StrategyWalk:
    """Return a real strategy, open."""
    return StrategyWalk(checked_strategy(PALET))


def path_of(strategy: StrategyWalk, word: str) -> History:
    """Return the history before the guess that finds `word`, by asking node after node."""
    history = strategy.node().history
    while (guess := strategy.node(history).guess) != word:
        history = (*history, (guess, pattern_of(guess, word)))
    return history


def test_the_first_node_tells_the_claim(palet: StrategyWalk) -> None:
    node, claim = palet.node(), palet.strategy.claim
    assert (node.guess, node.total, node.worst) == ("palet", claim.total_guesses, claim.max_guesses)
    assert node.distribution == claim.distribution
    assert (node.hidden_set, node.wins) == (palet.strategy.hidden_set, "palet" in palet.strategy.hidden_set)


def test_nodes_add_up_along_a_path(palet: StrategyWalk) -> None:
    history = path_of(palet, "hatch")
    for end in range(len(history) + 1):
        node = palet.node(history[:end])
        assert node.hidden_set == tuple(
            w for w in palet.strategy.hidden_set if is_consistent(w, history[:end])
        )
        assert sum(node.distribution) == len(node.hidden_set)
        assert sum(number * words for number, words in enumerate(node.distribution, 1)) == node.total
        patterns = {pattern_of(node.guess, word) for word in node.hidden_set} - {all_green(5)}
        children = [palet.node((*history[:end], (node.guess, pattern))) for pattern in patterns]
        found = len(node.hidden_set) - sum(child.hidden_count for child in children)
        assert found == node.wins
        assert found * (end + 1) + sum(child.total for child in children) == node.total
        assert len(children) == len(node.children)


def test_a_strategy_after_a_history_begins_there() -> None:
    strategy = StrategyWalk(checked_strategy(SPARE))
    history = parse_history("stage.gbgbg", 5)
    assert strategy.node().history == history
    assert strategy.node().guess == "spare"
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
    for word in palet.strategy.hidden_set[::150]:
        history = (("palet", pattern_of("palet", word)),)
        part, node = palet.part(history), palet.node(history)
        assert (part.claim.history, part.opener, part.hidden_set) == (history, node.guess, node.hidden_set)
        assert (part.claim.total_guesses, part.claim.max_guesses) == (node.total, node.worst)
        (tmp_path / "part.cert").unlink(missing_ok=True)
        write_certificate(tmp_path / "part.cert", part.certificate)
        assert checked_strategy(tmp_path / "part.cert") == part
        inner = StrategyWalk(part)
        assert [path_of(inner, word) for word in node.hidden_set] == [
            path_of(palet, word) for word in node.hidden_set
        ]
    whole = palet.part(())
    assert (whole.certificate.steps, whole.claim.distribution) == (
        palet.strategy.certificate.steps,
        palet.strategy.claim.distribution,
    )


def test_one_word_and_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    one = StrategyWalk(checked_strategy(ACCEPTED / "one-word.cert"))
    assert (one.node().children, one.node().wins) == ((), True)
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
