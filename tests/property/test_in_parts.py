"""Large games are looked at in parts: with the bounds of memory made tiny, small games are, too."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain, islice, product
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers.between import prove_between
from wordle_cp.answers.depths import prove_depth
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.totals.replay import replay
from wordle_cp.check import check_file
from wordle_cp.check.counting import counts
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import Effort, ExactCost, RefutedOpener, TotalProgress, Verdict, table_bytes
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of
from wordle_cp.search import depth as depth_search
from wordle_cp.search import parts
from wordle_cp.search.bounds import prove_counted
from wordle_cp.search.depth import search_depth
from wordle_cp.search.parted import PartedSession, session_of
from wordle_cp.search.parts import has_checker_room, is_large, parts_of
from wordle_cp.search.total import Keeper, TotalSession
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALL = Size(most_hidden=12, most_guesses=20)
MODES = (Mode.NORMAL, Mode.HARD)
SEEDS = range(share(6))


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game be large, and parts have two words or one cell."""
    monkeypatch.setattr(parts, "MOST_BYTES", 0)
    monkeypatch.setattr(parts, "CHECKER_BYTES", 0)
    monkeypatch.setattr(parts, "PART_BYTES", 1)


def questions(seed: int, count: int = 25) -> Iterator[tuple[random.Random, TotalQuestion]]:
    """Yield questions about two words or more, some with a limit, after a history, about few openers."""
    rng = random.Random(f"parts {seed}")  # noqa: S311  reproducible, not secret
    for _ in range(count):
        game, mode = random_game(rng, SMALL), rng.choice(MODES)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        if len(words_after(game, history)) < 2:
            continue
        variant = variant_of(game, mode).model_copy(update={"max_guesses": rng.choice((None, 3, 4, 6))})
        question = TotalQuestion.of(variant, history=history)
        if rng.random() < 0.5:
            question = question.about(rng.sample(question.openers, min(2, len(question.openers))))
        yield rng, question


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("seed", SEEDS)
def test_parts_have_whole_cells_in_the_order_of_their_patterns(seed: int) -> None:
    for rng, question in questions(seed):
        opener = rng.choice(question.openers)
        found = [part.hidden for part in parts_of(question, opener)]
        assert sorted(chain(*found)) == sorted(question.hidden)
        patterns = [sorted({pattern_of(opener, word) for word in part}) for part in found]
        assert sorted(chain(*patterns)) == list(chain(*patterns))
        assert all(len(part) > 1 for part in found)
        assert all(part.asked == (opener,) for part in parts_of(question, opener))


@pytest.mark.parametrize("seed", SEEDS)
def test_depths(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Verdicts are those of the whole game, and every certificate is accepted; else prove_depth raises.

    In a game with room for some of its words these are asked about.
    """
    seen: Counter[tuple[Verdict, int]] = Counter()
    for number, (rng, asked) in enumerate(questions(seed, 50)):
        question = Question(asked.position, asked.asked[: rng.choice((1, 2))])
        depth = rng.choice((1, 2, 3, 4))
        depth += len(question.history)
        expected = search_depth(question, depth).verdict
        room = rng.randrange(len(question.hidden) // 2, len(question.hidden))
        with monkeypatch.context() as patch:
            patch.setattr(parts, "MOST_BYTES", table_bytes(question.variant.guesses, room))
            patch.setattr(parts, "PART_BYTES", 1)
            patch.setattr(depth_search, "_TRIED", rng.choice((0, 1)))
            assert is_large(question)
            report = prove_depth(question, depth, tmp_path / f"{number}.cert", fresh=True)
        assert report.result.verdict is expected
        assert report.accepted is not None
        seen[expected, len(question.asked)] += 1
    assert len(seen) == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_totals(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every opener costs what it does in the whole game, by strategies that really do."""
    refuted = 0
    for _, question in questions(seed):
        whole, _ = TotalSession(question).rank(openers=question.asked, top=0)
        with monkeypatch.context() as patch:
            patch.setattr(parts, "MOST_BYTES", 0)
            patch.setattr(parts, "CHECKER_BYTES", 0)
            patch.setattr(parts, "PART_BYTES", 1)
            events: list[object] = []
            session, keeper = session_of(question, Work(show=events.append)), Keeper()
            assert isinstance(session, PartedSession)
            outcome, stopped_by = session.rank(openers=question.asked, top=0, collector=keeper)
            done = [event.done for event in events if isinstance(event, TotalProgress)]
            assert done == sorted(done)
            assert all(
                event.openers == len(question.openers) for event in events if isinstance(event, TotalProgress)
            )
            first, _ = session.rank(openers=question.openers)
            steps = session.policy(Effort(), question.openers, guesses_left=None, work=UNLIMITED)
        assert stopped_by is None
        assert sorted(outcome.ranked, key=str) == sorted(whole.ranked, key=str)
        assert set(outcome.refuted) == set(whole.refuted)
        refuted += len(outcome.refuted)
        for result in keeper.results:
            if isinstance(result.settled, ExactCost):
                assert replay(question, result.strategy).cost == result.settled.cost
            else:
                assert isinstance(result.settled, RefutedOpener)
        if whole.ranked:
            least = min(one.cost for one in whole.ranked)
            assert {one.opener for one in first.ranked} == {
                one.opener for one in whole.ranked if one.cost == least
            }
            assert replay(question, session.strategy(first.ranked[0].opener)).cost == least
            assert all(one.cost > least for one in first.others)
        assert steps is not None
        assert steps[0] in question.openers
    assert refuted > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_of_cells_bound_every_opener(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for _, asked in questions(seed):
        question = replace(asked, limit=None, guesses_left=None)
        whole, _ = TotalSession(question).rank(openers=question.asked, top=0)
        costs = [one.cost for one in whole.ranked]
        with monkeypatch.context() as patch:
            patch.setattr(parts, "MOST_BYTES", 0)
            patch.setattr(parts, "CHECKER_BYTES", 0)
            low, weakest, proof = prove_counted(question, question.openers, guesses_left=None)
        assert low is not None
        assert low <= min(costs)
        assert weakest in question.openers
        assert proof == ((), ())


def rewritten(text: str, low: int) -> str:
    """Return the certificate of an interval with another lower end."""
    return re.sub(
        r"^claim total between \d+", f"claim total between {low}", text, count=1, flags=re.MULTILINE
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_without_room_the_checker_accepts_no_more(
    seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of lower ends it accepts the one that the numbers of cells prove; a larger one is called too large."""
    seen: Counter[tuple[bool, bool]] = Counter()
    for number, (_, question) in enumerate(questions(seed, 12)):
        out = tmp_path / f"{number}.cert"
        with monkeypatch.context() as patch:
            patch.setattr(parts, "CHECKER_BYTES", 0)
            report = prove_between(question, out, fresh=True)
        if report.low is None or report.high is None:
            continue
        text = out.read_text()
        played = len(question.history) * len(question.hidden)
        for low in range(played + report.low, played + report.high + 1):
            out.write_text(rewritten(text, low))
            accepted = is_accepted(out, otherwise="opener")
            with monkeypatch.context() as patch:
                patch.setattr(counts, "MAX_TABLE_BYTES", 0)
                by_cells = is_accepted(out, otherwise="size")
            assert by_cells == (low == played + report.low)
            assert accepted or not by_cells
            seen[accepted, by_cells] += 1
        out.write_text(text)
        plain = PlainTotal(text_of(out), tmp_path)
        assert "_numbered" not in vars(plain.responses), "it has no table of all responses"
    assert len(seen) == 3


@pytest.mark.parametrize(("length", "most"), [(5, 16_384), (6, 11_585), (10, 11_585), (11, 8_660)])
def test_a_game_that_isnt_large_has_room_in_the_checker(length: int, most: int) -> None:
    """The checker's table has one layout, a game's tables two. Patterns of 11 letters take 4 bytes there."""
    assert parts.CHECKER_BYTES == counts.MAX_TABLE_BYTES
    words = ["".join(word).rjust(length, "a") for word in islice(product("abcdefgh", repeat=5), most + 1)]
    for number in (most, most + 1):
        variant = Variant.from_words(words[:number])
        size = number**2 * counts.pattern_type(variant.scoring.win).itemsize
        question = Question.of(variant)
        assert has_checker_room(question) == (size <= counts.MAX_TABLE_BYTES)
        assert is_large(question) == (number > most)


def is_accepted(path: Path, *, otherwise: str) -> bool:
    """Tell whether the checker accepts the certificate; `otherwise` is the rule that it must reject it by."""
    try:
        check_file(path, word_list_by_hash)
    except CertificateRejected as rejected:
        assert rejected.rule == otherwise
        return False
    return True


MEMORY = """
import random, resource, sys
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.search import depth as depth_search
from wordle_cp.search import parts
from wordle_cp.search.depth import search_depth
from wordle_cp.search.parted import session_of

rng = random.Random(1)
words = sorted({"".join(rng.choices("aeioulnrstdg", k=8)) for _ in range(4000)})
parts.MOST_BYTES, parts.PART_BYTES = 2**22, 2**22
variant = Variant.from_words(words)
search_depth(Question.of(Variant.from_words(words[:50])), 6)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert search_depth(Question.of(variant), 8).verdict == "possible"
session_of(TotalQuestion.of(variant)).rank(openers=words[:1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_memory_is_that_of_parts() -> None:
    """The tables of 4,000 words take 64 MB; those of a part 4 MB, and what searches it some more."""
    found = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert int(found.stdout) < 60_000


@pytest.mark.parametrize("seed", SEEDS)
def test_values_of_positions_are_those_of_the_whole(seed: int, in_parts: None) -> None:
    """What `analyse` and `assist` ask; no game is set up as a whole."""
    del in_parts
    for rng, question in questions(seed):
        variant = question.variant.model_copy(update={"max_guesses": rng.choice([None, 2, 4])})
        position = ValuedPosition(variant, question.history)
        assert len(position.question.hidden) <= 1 or is_large(position.question)
        whole = TotalSession(position.question).rank()[0].ranked
        value = position.value()
        assert (value.total, set(value.best)) == (
            (whole[0].cost, {found.opener for found in whole}) if whole else (None, set())
        )
        ends = position.ends(UNLIMITED, 1.0)
        if whole and ends.high is not None:
            assert (ends.low or 0) <= whole[0].cost <= ends.high


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("costs", [(0, 0), (1, 2)])
def test_where_two_guesses_count_the_cells_say_what_each_opener_costs(
    seed: int, costs: tuple[int, int]
) -> None:
    """And so most openers aren't searched."""
    counted = 0
    for _, asked in questions(seed):
        question = TotalQuestion.of(asked.variant, history=asked.history, goal=Goal(costs=costs, loss=4))
        whole, _ = TotalSession(question).rank(top=1)
        parted, _ = PartedSession(question).rank(top=1)
        assert {one.opener: one.cost for one in parted.ranked} == {
            one.opener: one.cost for one in whole.ranked
        }
        counted += parted.by_counts
    assert counted
