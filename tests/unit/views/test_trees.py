"""Views of strategies: tables against a game-by-game replay that shares nothing with them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.each import each
from tests.golden_files import GOLDEN, WITH_STRATEGIES, of_words
from wordle_cp.answers.certificates import ShownStrategy
from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certify.checked import CheckedStrategy, checked_strategy
from wordle_cp.certify.publish import write_certificate
from wordle_cp.check import check_file, check_strategies
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import CertificateRejected, UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.words import History, pattern_of
from wordle_cp.views.strategies.walk import branches_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.lines import Line

ACCEPT = GOLDEN / "accept"
SMALL = of_words(*WITH_STRATEGIES)
SHIPPED = {path.name: path for path in proof_paths()}
PALET = "original-hard-depth-5-palet.cert.gz"
NORMAL = "original-normal-optimal-within-6.cert.xz"


@dataclass
class Played:
    """A strategy played game by game: what is guessed after each history, and each word's game."""

    guesses: dict[History, str]
    games: dict[str, list[History]]
    """For each hidden word the histories before its guesses, in order."""


def play(strategy: CheckedStrategy) -> Played:
    """Play `strategy` for each hidden word by itself."""
    guesses: dict[History, str] = {}
    steps = iter(strategy.certificate.steps)

    def plan(past: History, words: list[str]) -> None:
        guess = words[0] if len(words) == 1 else next(steps)
        guesses[past] = guess
        cells: dict[int, list[str]] = {}
        for word in words:
            cells.setdefault(pattern_of(guess, word), []).append(word)
        for pattern in sorted(cells):
            if cells[pattern] != [guess]:
                plan((*past, (guess, pattern)), cells[pattern])

    start = strategy.claim.history
    plan(start, list(strategy.hidden_set))
    games: dict[str, list[History]] = {}
    for word in strategy.hidden_set:
        games[word] = [start]
        while (guess := guesses[games[word][-1]]) != word:
            games[word].append((*games[word][-1], (guess, pattern_of(guess, word))))
    return Played(guesses, games)


def length_of(game: list[History]) -> int:
    """Return the guesses of a game, those before it included."""
    return len(game[-1]) + 1


def check_table(strategy: CheckedStrategy, levels: int) -> None:
    """Compare each row with the games that pass through it, and the sums with the claim."""
    shown, played = ShownStrategy.of(strategy, levels), play(strategy)
    start, length = len(strategy.claim.history), strategy.word_length
    wanted = {past for past in played.guesses if 0 < len(past) - start < levels}
    history = {row["after"]: parse_history(row["after"], length) for row in shown.table}
    assert set(history.values()) == wanted
    assert len(shown.table) == len(wanted)
    through: dict[History, list[int]] = {}
    for game in played.games.values():
        for past in game:
            through.setdefault(past, []).append(length_of(game))
    for row in shown.table:
        past = history[row["after"]]
        games = through[past]
        assert (row["guess"], row["level"]) == (played.guesses[past], len(past) - start + 1)
        numbers = tuple(row[name] for name in ("hidden_count", "max_guesses", "total_guesses"))
        assert numbers == (len(games), max(games), sum(games))
    claim, fields = strategy.claim, shown.to_json()
    assert fields["rows"] == shown.table
    assert [level["level"] for level in fields["levels"]] == sorted({row["level"] for row in shown.table})
    for level in fields["levels"]:
        rows = [row for row in shown.table if row["level"] == level["level"]]
        earlier = [n for n in map(length_of, played.games.values()) if n < start + level["level"]]
        assert level["responses"] == len(rows)
        assert level["hidden_count"] == sum(row["hidden_count"] for row in rows)
        assert (level["found_before"], level["guesses_of_found_before"]) == (len(earlier), sum(earlier))
        assert level["hidden_count"] + level["found_before"] == claim.hidden_count
        assert level["total_guesses"] + level["guesses_of_found_before"] == claim.total_guesses


@pytest.mark.parametrize("levels", [2, 4])
@each("path", SMALL)
def test_tables_of_small_strategies(path: Path, levels: int) -> None:
    check_table(checked_strategy(path), levels)


@pytest.mark.parametrize("name", [PALET, NORMAL])
def test_tables_of_shipped_strategies(name: str) -> None:
    check_table(checked_strategy(SHIPPED[name]), 3)


def test_the_published_table_of_salet() -> None:
    """Table 2 of the paper is of such a strategy: SALET is followed by a guess for each of its responses."""
    strategy = checked_strategy(SHIPPED[NORMAL])
    table = ShownStrategy.of(strategy).table
    assert (strategy.opener, strategy.claim.total_guesses) == ("salet", 7920)
    assert sum(row["total_guesses"] for row in table) == 7920  # SALET is no hidden word
    assert len(table) == len({pattern_of("salet", word) for word in strategy.hidden_set})
    assert max(row["hidden_count"] for row in table) == 221


def test_rows_are_in_the_order_of_the_tiles() -> None:
    rows = ShownStrategy.of(checked_strategy(SHIPPED[PALET]), 3).table
    places = {"B": 0, "Y": 1, "G": 2}
    keys = [[[places[tile] for tile in tiles] for tiles in row["after"].split(".")[1::2]] for row in rows]
    assert keys == sorted(keys)  # a prefix comes first, so that each row is followed by those below it


def test_the_csv_says_what_the_table_says() -> None:
    shown = ShownStrategy.of(checked_strategy(ACCEPT / "normal.cert"), 3)
    text = shown.table_csv()
    assert text.splitlines()[:2] == [
        "level,after,response,hidden_words,guess,max_guesses,total_guesses",
        "2,mac.BGB,BGB,3,bah,3,9",
    ]
    rows = list(csv.DictReader(io.StringIO(text)))
    table = [{name: str(value) for name, value in row.items()} for row in shown.table]
    assert rows == [row | {"hidden_words": row.pop("hidden_count")} for row in table]


def test_a_branch_knows_what_is_below() -> None:
    root = branches_of(checked_strategy(ACCEPT / "normal.cert"))
    assert (root.guess, root.number, root.wins, root.worst, root.total) == ("mac", 1, False, 3, 13)
    assert root.guesses() == {"bat": 3, "cat": 2, "hat": 3, "mat": 2, "rat": 3}
    assert [branch.guess for branch in root.preorder()] == ["mac", "bah", "rat", "hat", "bat", "cat", "mat"]


@pytest.mark.parametrize("opener", [None, "mac", "bah", "orb"])
def test_a_strategy_out_of_a_least_total(opener: str | None) -> None:
    strategy = checked_strategy(ACCEPT / "total-normal.cert", opener)
    assert strategy.opener == (opener or "mac")
    assert (strategy.claim.opener, strategy.claim.depth) == (strategy.opener, 4)  # its "within"
    assert (strategy.claim.total_guesses, sum(strategy.claim.distribution)) == (13, 5)
    games = play(strategy).games
    assert sum(map(length_of, games.values())) == 13


def test_what_has_no_such_strategy() -> None:
    with pytest.raises(UsageError, match=r"no strategy begins with 'cat'; there is one for mac, bah, orb"):
        checked_strategy(ACCEPT / "total-normal.cert", "cat")
    with pytest.raises(UsageError, match=r"no strategy begins with 'bah'; there is one for mac"):
        checked_strategy(ACCEPT / "normal.cert", "bah")
    with pytest.raises(UsageError, match="proves an impossibility"):
        checked_strategy(ACCEPT / "impossible-rule.cert")


def test_strategies_that_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(CertificateRejected):
        checked_strategy(GOLDEN / "reject" / "total-off-by-one.cert")
    forged = tmp_path / "forged.cert"
    text = (ACCEPT / "total-normal.cert").read_text(encoding="utf-8")
    forged.write_text(text.replace("orb 13 2", "orb 14 2"), encoding="utf-8")
    for opener in ("mac", "bah"):  # all strategies are checked, whichever is wanted
        with pytest.raises(CertificateRejected, match="opener orb: total: expected 14"):
            checked_strategy(forged, opener)


def test_what_was_not_checked_is_not_claimed(tmp_path: Path) -> None:
    """A false bound of the other openers is no matter of the strategies, and isn't in what they prove."""
    forged = tmp_path / "forged.cert"
    text = (ACCEPT / "total-normal.cert").read_text(encoding="utf-8")
    forged.write_text(text.replace("\nothers 14\n", "\nothers 25\n"), encoding="utf-8")
    with pytest.raises(CertificateRejected):
        check_file(forged, word_list_by_hash)
    found = check_strategies(forged, word_list_by_hash, "orb")
    assert found == check_strategies(ACCEPT / "total-normal.cert", word_list_by_hash, "orb")
    assert isinstance(found.certificate.claim, DepthPossible)
    proven = tmp_path / "proven.cert"
    write_certificate(proven, found.certificate)
    accepted = check_file(proven, word_list_by_hash)
    assert (accepted.claim, accepted.hidden_set) == (found.certificate.claim, found.hidden_set)


@pytest.mark.parametrize("name", ["normal.cert", "total-normal.cert"])
def test_what_is_shown_is_what_was_checked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is read twice might be another one the second time."""
    opened: list[Path] = []

    def counted(path: Path, heard: Callable[[bytes], object] | None) -> Iterator[Line]:
        opened.append(path)
        return read_lines(path, heard)

    monkeypatch.setattr("wordle_cp.certificate.read.read_lines", counted)
    checked_strategy(ACCEPT / name)
    assert opened == [ACCEPT / name]
