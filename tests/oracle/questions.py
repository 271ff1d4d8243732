"""Depth questions about small games, put to the oracle and to the native search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.oracle.games import random_history, words_after
from wordle_cp.certificate.render import render
from wordle_cp.certify.records import depth_certificate
from wordle_cp.check import check_file
from wordle_cp.engine import DepthSearch, Game, Verdict
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.rules.letters import alphabet_of
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from tests.oracle.brute_depth import BruteForce
    from tests.oracle.games import SmallGame
    from wordle_cp.engine import DepthOutcome
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class Question:
    """Can every hidden word of `game` that agrees with `history` be found within `depth` guesses in all?

    `opener`, if given, is the guess after `history`.
    """

    game: SmallGame
    mode: Mode
    depth: int
    history: History = ()
    opener: str | None = None

    @property
    def guesses_left(self) -> int:
        """What `history` leaves of the `depth` guesses."""
        return self.depth - len(self.history)

    @property
    def words(self) -> frozenset[str]:
        """The hidden words that agree with `history`."""
        return words_after(self.game, self.history)

    def truth(self, brute: BruteForce) -> Verdict:
        """Return the verdict of the oracle."""
        allowed = brute.allowed_after(self.history)
        if self.opener is None:
            possible = brute.solvable(self.words, allowed, self.guesses_left)
        else:
            possible = brute.solvable_by(self.opener, self.words, allowed, self.guesses_left)
        return Verdict.POSSIBLE if possible else Verdict.IMPOSSIBLE


def with_opener(rng: random.Random, game: SmallGame, mode: Mode, depth: int) -> Question:
    """Return the question with a random opener, half of the time a hidden word."""
    return Question(game, mode, depth, opener=rng.choice(rng.choice((game.guesses, game.hidden))))


def after_a_history(rng: random.Random, game: SmallGame, mode: Mode, depth: int) -> Question:
    """Return the question after one or two guesses, but not more than `depth`."""
    history = random_history(rng, game, mode, min(depth, rng.randint(1, 2)))
    return Question(game, mode, depth, history)


def search(question: Question, *, jobs: int = 1, min_family: int = 2) -> tuple[DepthSearch, DepthOutcome]:
    """Put `question` to a new native search; return both the search and its answer."""
    hidden = question.game.hidden
    ultrahard = question.mode is Mode.ULTRAHARD
    game = Game(question.game.guesses, question.game.guesses if ultrahard else hidden)
    native = DepthSearch(game, question.mode, jobs=jobs, min_family=min_family)
    outcome = native.run(
        question.guesses_left,
        history=question.history,
        openers=() if question.opener is None else (question.opener,),
        hidden=[game.guess_id(word) for word in hidden] if ultrahard else None,
    )
    return native, outcome


def variant_of(game: SmallGame, mode: Mode) -> Variant:
    """Return `game` as a variant."""
    return Variant(
        name="small",
        title="A small random game",
        guesses=game.guesses,
        hidden=game.hidden,
        mode=mode,
        max_guesses=None,
        guesses_name="small-guesses",
        hidden_name="small-hidden",
        alphabet=alphabet_of(game.guesses),
    )


def check_strategy(question: Question, outcome: DepthOutcome, folder: Path) -> None:
    """Have the independent checker replay a strategy, from a file; it raises what is wrong with it."""
    position = Position.of(variant_of(question.game, question.mode), question.history)
    certificate = depth_certificate(position, question.depth, outcome.strategy, question.opener)
    path = folder / "strategy.cert"
    path.write_text("".join(f"{line}\n" for line in render(certificate)), encoding="utf-8")
    accepted = check_file(path, lambda _: None)
    assert frozenset(accepted.hidden_set) == question.words
