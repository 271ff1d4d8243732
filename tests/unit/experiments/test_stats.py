"""`wordle-cp stats`: published numbers, and the same counted word by word."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import only_more
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths
from wordle_cp.engine import responses, score_matrix
from wordle_cp.experiments import list_stats
from wordle_cp.experiments.list_stats import coloured_tiles, letter_counts, stats
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import GREEN, colours, pattern_of
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from tests.program import Run

COMMAND: Final = "stats"
TOY = ("--variant", "toy")


def test_published_letters() -> None:
    """Seed 002, its table of the 2309 list."""
    letters = letter_counts(Variant.load("nyt-2022-02-15").hidden)
    assert [(one.letter, one.total) for one in letters[:15]] == [
        *(("e", 1230), ("a", 975), ("r", 897), ("o", 753), ("t", 729)),
        *(("l", 716), ("i", 670), ("s", 668), ("n", 573), ("c", 475)),
        *(("u", 466), ("y", 424), ("d", 393), ("h", 387), ("p", 365)),
    ]
    assert all(one.total == sum(one.by_position) for one in letters)
    assert sum(one.total for one in letters) == 5 * 2309


def test_letters_word_by_word() -> None:
    words = ("abb", "bab", "abc")
    assert [(one.letter, one.total, one.words, one.by_position) for one in letter_counts(words)] == [
        ("b", 5, 3, (1, 2, 2)),
        ("a", 3, 3, (2, 1, 0)),
        ("c", 1, 1, (0, 0, 1)),
    ]


def test_published_tiles(run: Run) -> None:
    """Seed 004: SALET 1.683, AUDIO 1.320, cut off (1.6838); seed 001: ROATE tells the most letters."""
    code, fields = run.json("--opener", "salet", "--opener", "AUDIO")
    assert code == ExitCode.DONE
    assert {
        one["opener"]: math.floor(1000 * one["mean_coloured"]) / 1000 for one in fields["coloured_tiles"]
    } == {
        "salet": 1.683,
        "audio": 1.320,
    }
    assert coloured_tiles(Variant.load("original"), top=3)[0].opener == "roate"


def test_tiles_word_by_word() -> None:
    variant = Variant.load("toy")
    counts = {}
    for guess in variant.guesses:
        tiles = [Counter(colours(pattern_of(guess, word), 5)) for word in variant.hidden]
        coloured = Fraction(sum(5 - one[0] for one in tiles), 8)
        counts[guess] = (coloured, Fraction(sum(one[GREEN] for one in tiles), 8))
    found = coloured_tiles(variant, top=len(counts))
    assert {one.opener: (one.coloured, one.green) for one in found} == counts
    ordered = sorted(counts.values(), reverse=True)
    assert [(one.coloured, one.green) for one in found] == ordered
    assert [one.place for one in found] == [1 + ordered.index((one.coloured, one.green)) for one in found]


def test_the_shipped_strategy(run: Run) -> None:
    code, fields = run.json()
    strategy = fields["strategy"]
    assert (code, strategy["opener"], strategy["total_guesses"]) == (ExitCode.DONE, "salet", 7920)
    assert strategy["max_guesses"] == len(strategy["distribution"]) == 5
    assert strategy["share_within"][-1] == 1.0
    assert strategy["share_within"][2] == pytest.approx(sum(strategy["distribution"][:3]) / 2315)
    assert len(strategy["hardest"]) == strategy["distribution"][-1]
    sizes = [one["size"] for one in fields["families"]]
    assert (sizes[0], fields["families"][0]["pattern"]) == (9, "?ight")
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) >= 10


@only_more
def test_every_shipped_proof_of_a_total_has_such_a_strategy() -> None:
    for path in proof_paths():
        name, _, rest = path.name.partition("-hard-" if "-hard-" in path.name else "-normal-")
        if rest.startswith("optimal"):
            variant = Variant.load(name, mode="hard" if "-hard-" in path.name else None)
            strategy = stats(variant).strategy
            assert strategy is not None
            assert strategy.source == path


@pytest.mark.parametrize(
    ("true", "claimed"),
    [
        ("total 21", "total 20"),
        ("most 4\ndistribution 0 4 3 1", "most 3\ndistribution 1 1 6"),
        ("distribution 0 4 3 1", "distribution 1 2 4 1"),
        ("opener salet", "opener creed"),
        ("\nsalet\ncreed\ncreek\n", "\nsalet\ncreek\ncreed\n"),
    ],
)
def test_what_the_checker_rejects_is_not_shown(run: Run, true: str, claimed: str) -> None:
    assert main(["solve", *TOY, "--opener", "salet", "--tree", "t.cert", "--quiet"]) == ExitCode.DONE
    run.capsys.readouterr()
    code, fields = run.json(*TOY, "--strategy", "t.cert")
    assert (code, fields["strategy"]["total_guesses"]) == (ExitCode.DONE, 21)
    file = run.folder / "t.cert"
    text = file.read_text()
    assert text.count(true) == 1
    file.write_text(text.replace(true, claimed))
    code, out, err = run(*TOY, "--strategy", "t.cert", "--json")
    assert code == ExitCode.REJECTED
    assert json.loads(out)["error"].startswith("rejected: t.cert: ")
    assert len(err.splitlines()) == 1


def test_a_proof_of_another_limit_is_not_the_games() -> None:
    """The shipped proof for six guesses says nothing about the same words with four."""
    assert stats(Variant.load("original", max_guesses=4), top=1).strategy is None


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("shipped_total", "stopped by Ctrl-C before anything was counted"),
        ("find_families", "stopped by Ctrl-C before anything was counted"),
        ("checked_strategy", "stopped by Ctrl-C before the strategy was checked"),
    ],
)
def test_what_is_missing_when_it_is_stopped(
    where: str, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A strategy is named only where there is one, and letters are shown only where they were counted."""

    def stop(*_: object) -> None:
        raise StoppedError(StopReason.INTERRUPTED)

    monkeypatch.setattr(list_stats, where, stop)
    code, out, err = run()
    assert (code, out.splitlines()[-1], err) == (ExitCode.UNDECIDED, said, "")
    assert ("\nletter" in out) == (where == "checked_strategy")


def test_tiles_are_counted_some_guesses_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patterns of all pairs of long lists, 8 bytes each, would break any limit of memory."""
    whole = coloured_tiles(Variant.load("toy"))
    sizes: list[int] = []

    def counted(guesses: Sequence[str], hidden: Sequence[str]) -> NDArray[np.uint8]:
        sizes.append(len(guesses))
        return score_matrix(guesses, hidden)

    monkeypatch.setattr(responses, "_PAIRS", 1)
    monkeypatch.setattr(responses, "_GUESSES", 10)
    monkeypatch.setattr(responses, "score_matrix", counted)
    assert coloured_tiles(Variant.load("toy")) == whole
    assert max(sizes) == 10
