"""Several boards, proven: certificates of random small games against brute force.

Whatever the checker accepts, changed proofs included, must be true: brute force decides it from the
definition. Whether it accepts or not, the second checker must see it likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.effort import MORE, share
from tests.oracle.brute_boards import brute_values
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.mutants import with_claim, with_game
from tests.oracle.questions import variant_of
from tests.two_checkers import is_accepted
from wordle_cp.answers.boards import exact
from wordle_cp.answers.boards.report import solve_boards
from wordle_cp.certificate.claims.boards import BoardsProof, Side
from wordle_cp.certificate.read import read_whole
from wordle_cp.certify.publish import write_certificate
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.claims.boards import Played

ENDGAME = SmallGame(
    ("bah", "mac", "orb", "bat", "cat", "hat", "mat", "rat"), ("bat", "cat", "hat", "mat", "rat")
)
LISTS = Path(__file__).resolve().parents[2] / "wordlists"


def judged(path: Path, proof: BoardsProof) -> bool:
    """Tell whether both checkers accept `proof`; it is malformed where its mode has other lines."""
    write_certificate(path, proof)
    return is_accepted(path)


def changed(proof: BoardsProof, rng: random.Random) -> Iterator[tuple[str, BoardsProof]]:
    """Yield changes of a proof, each with its name."""
    claim = proof.claim
    (low, high), (best, worst) = claim.total, claim.worst

    if low < high:
        yield "higher total", with_claim(proof, total=(low + 1, high))
        yield "lower total", with_claim(proof, total=(low, high - 1))
    else:
        yield "higher total", with_claim(proof, total=(low + 1, high + 1))
        yield "lower total", with_claim(proof, total=(low - 1, high - 1))
    yield "higher worst", with_claim(proof, worst=(best + 1, max(worst, best + 1)))
    if worst > 1:
        yield "lower worst", with_claim(proof, worst=(min(best, worst - 1), worst - 1))
    yield "another count", with_claim(proof, hidden_count=claim.hidden_count + 1)
    if claim.counted:
        yield "less counted", with_claim(proof, counted=claim.counted - 1)
    if claim.one is not None:
        yield "more for one", with_claim(proof, one=replace(claim.one, others=claim.one.others + 1))
    yield from _other_positions(proof, rng)
    for mode in Mode:
        if mode is not proof.head.game.mode:
            yield f"{mode} mode", with_game(proof, mode=mode)
    for name, other in _other_parts(proof, rng):
        yield name, with_claim(other, plays=len(other.plays), positions=len(other.positions))


def _other_positions(proof: BoardsProof, rng: random.Random) -> Iterator[tuple[str, BoardsProof]]:
    """Yield the proof with a claim of other boards, or with other guesses before them, and after."""
    claim, guesses = proof.claim, proof.head.game.guesses.words
    if claim.boards > 1:
        fewer = tuple((guess, told[1:]) for guess, told in claim.played)
        yield "fewer boards", with_claim(proof, boards=claim.boards - 1, played=fewer)
    if claim.openers:
        yield "another opener", with_claim(proof, openers=(*claim.openers[:-1], rng.choice(guesses)))
    if claim.chains is not None:
        yield "other chains", with_claim(proof, chains=(rng.choice(guesses),))
        yield "no chains", with_claim(proof, chains=None)
    if claim.played:
        yield "nothing played", with_claim(proof, played=())
        yield "another played", with_claim(proof, played=((rng.choice(guesses), claim.played[0][1]),))


def _other_parts(proof: BoardsProof, rng: random.Random) -> Iterator[tuple[str, BoardsProof]]:
    guesses = proof.head.game.guesses.words
    if proof.plays:
        place = rng.randrange(len(proof.plays))
        play, others = proof.plays[place], [*proof.plays[:place], *proof.plays[place + 1 :]]
        yield "play dropped", replace(proof, plays=tuple(others))
        yield "play twice", replace(proof, plays=(*proof.plays, play))
        yield "another play", replace(proof, plays=(*others, replace(play, guess=rng.choice(guesses))))
    if not proof.positions:
        return
    places = [place for place in range(len(proof.positions)) if rng.random() < 4 / len(proof.positions)]
    for place in places:
        line, before, after = proof.positions[place], proof.positions[:place], proof.positions[place + 1 :]
        yield "position dropped", replace(proof, positions=(*before, *after))
        yield "position last", replace(proof, positions=(*before, *after, line))
        better = 1 if line.side is Side.LEAST else -1
        for name, bound in (
            ("better position", line.bound + better),
            ("worse position", line.bound - better),
        ):
            if bound:
                yield name, replace(proof, positions=(*before, replace(line, bound=bound), *after))
        if line.guess is not None:
            other = replace(line, guess=rng.choice(guesses))
            yield "another guess", replace(proof, positions=(*before, other, *after))
        if line.made:
            yield (
                "another made",
                replace(proof, positions=(*before, replace(line, made=(rng.choice(guesses),)), *after)),
            )
            yield "none made", replace(proof, positions=(*before, replace(line, made=()), *after))
        turned = replace(line, groups=tuple((boards, words[::-1]) for boards, words in line.groups))
        if turned != line:
            yield "words turned", replace(proof, positions=(*before, turned, *after))
        twice = replace(line, groups=(*line.groups, line.groups[0]))
        yield "group twice", replace(proof, positions=(*before, twice, *after))


def one_guess(game: SmallGame, boards: int, rng: random.Random) -> Played:
    """Return a guess that is played on words that are drawn, and doesn't solve all of them."""
    deal = [rng.choice(game.hidden) for _ in range(boards)]
    guess = rng.choice([guess for guess in game.guesses if {*deal} != {guess}])
    return ((guess, tuple(score(guess, word) for word in deal)),)


@pytest.mark.parametrize("seed", range(share(3)))
def test_random_games(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"boards/{seed}")  # noqa: S311  no secret
    refused: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    harder = Mode.ULTRAHARD if seed % 2 else Mode.HARD
    cases = [(1, 5, Mode.NORMAL, False), (2, 5, Mode.NORMAL, False), (2, 4, harder, True)]
    if MORE:
        cases += [(3, 3, Mode.NORMAL, False), (2, 5, Mode.NORMAL, True), (1, 5, harder, False)]
        cases += [(2, 4, Mode.HARD, False), (3, 3, Mode.ULTRAHARD, True)]
    for boards, words, mode, begun in cases:
        drawn = random_game(rng, Size(most_hidden=6, most_guesses=8))
        if boards == 1:  # where the total of one board is used
            drawn = ENDGAME
        game = SmallGame(drawn.guesses, drawn.hidden[:words])
        played = one_guess(game, boards, rng) if begun else ()
        for outcomes in (500_000, 0):
            monkeypatch.setattr(exact, "MOST_OUTCOMES", outcomes)
            out = tmp_path / "boards.cert"
            report = solve_boards(variant_of(game, mode), boards, out=out, played=played)
            claim = report.certified
            assert claim is not None
            assert (report.exact and claim.total[0] == claim.total[1]) or not outcomes
            assert report.total[0] == claim.total[0] or (mode is not Mode.NORMAL and not outcomes)
            truth = brute_values(game.guesses, game.hidden, boards, mode, played)
            proof = read_whole(out)
            assert isinstance(proof, BoardsProof)
            assert judged(out, proof)
            kinds.update(
                {
                    "positions": bool(proof.positions),
                    "plays": bool(proof.plays),
                    "one": claim.one is not None,
                    "chains": claim.chains is not None,
                }
            )
            for name, mutant in changed(proof, rng):
                verdict = judged(tmp_path / "mutant.cert", mutant)
                (accepted if verdict else refused)[name] += 1
                if verdict:
                    bounds = mutant.claim.total, mutant.claim.worst
                    changed_claim, mutant_mode = mutant.claim, mutant.head.game.mode
                    other = truth
                    if (changed_claim.boards, changed_claim.played, mutant_mode) != (boards, played, mode):
                        other = brute_values(
                            game.guesses, game.hidden, changed_claim.boards, mutant_mode, changed_claim.played
                        )
                    for value, (least, most) in zip(other, bounds, strict=True):
                        assert least <= value <= most, (seed, boards, name)
    assert min(kinds["positions"], kinds["one"], kinds["chains"]) > 0, kinds
    assert (
        not {"lower total", "another count", "more for one", "words turned", "play twice"} & accepted.keys()
    )
    assert not {"play dropped", "group twice", "higher total"} & accepted.keys()
    assert refused["better position"] >= 3
