"""A claim and its game as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import ClaimVerdict, Head, Question, WordListRecord
from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast
from wordle_cp.certificate.claims.boards_records import BoardsBetween
from wordle_cp.certificate.claims.depth_records import DepthImpossible, DepthPossible
from wordle_cp.certificate.claims.missed_records import MissedLeast
from wordle_cp.certificate.claims.packing_records import MissedBetween
from wordle_cp.certificate.claims.total_records import TotalBetween, TotalClaim, TotalLeast
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.words import format_pattern

if TYPE_CHECKING:
    from wordle_cp.rules.scoring import CodeScoring


def claim_to_json(head: Head) -> dict[str, object]:
    """Return the claim and its game as JSON values: words in lower case, patterns in upper case."""
    game, claim = head.game, head.claim
    if isinstance(claim, TotalLeast):
        claimed = _claimed_to_json(Question.TOTAL, ClaimVerdict.LEAST) | {"total": claim.least}
        rest = _total_to_json(claim)
    elif isinstance(claim, TotalBetween):
        claimed = _claimed_to_json(Question.TOTAL, ClaimVerdict.BETWEEN)
        rest = {"totals": [claim.others, claim.reached]} | _total_to_json(claim)
    elif isinstance(claim, MissedLeast):
        claimed = _claimed_to_json(Question.MISSED, ClaimVerdict.LEAST) | {"missed": claim.missed}
        rest = _missed_to_json(claim)
    elif isinstance(claim, MissedBetween):
        claimed = _claimed_to_json(Question.MISSED, ClaimVerdict.BETWEEN) | {
            "missed": [claim.low, claim.high]
        }
        rest = _packing_to_json(claim)
    elif isinstance(claim, BoardsBetween):
        claimed = _claimed_to_json(Question.BOARDS, ClaimVerdict.BETWEEN) | {"boards": claim.boards}
        rest = _boards_to_json(claim)
    elif isinstance(claim, AbsurdleLeast):
        claimed = _claimed_to_json(Question.ABSURDLE, ClaimVerdict.LEAST) | {"fewest": claim.fewest}
        rest = {}
    elif isinstance(claim, DepthPossible):
        claimed = _claimed_to_json(Question.DEPTH, ClaimVerdict.POSSIBLE) | {"depth": claim.depth}
        rest = _strategy_to_json(claim)
    else:
        claimed = _claimed_to_json(Question.DEPTH, ClaimVerdict.IMPOSSIBLE) | {"depth": claim.depth}
        rest = _refutation_to_json(claim)
    fields: dict[str, object] = {
        "after": game.scoring.format_history(claim.history),
        "variant": game.name,
        "title": game.title,
        "mode": str(game.mode),
        "word_length": game.word_length,
        **({} if game.alphabet == PLAIN else {"letters": list(game.alphabet.letters)}),
        **({} if game.codes is None else {"game": code_game_to_json(game.codes)}),
        "game_max_guesses": game.max_guesses,
        "guesses": _list_to_json(game.guesses),
        "hidden": _list_to_json(game.hidden),
        "hidden_count": claim.hidden_count,
    }
    return claimed | fields | rest


def _claimed_to_json(question: Question, verdict: ClaimVerdict) -> dict[str, object]:
    return {"question": str(question), "verdict": str(verdict)}


def _strategy_to_json(claim: DepthPossible) -> dict[str, object]:
    return {
        "opener": claim.opener,
        "total_guesses": claim.total_guesses,
        "max_guesses": claim.max_guesses,
        "distribution": list(claim.distribution),
        "steps": claim.steps,
    }


def _refutation_to_json(claim: DepthImpossible) -> dict[str, object]:
    proof = {"nodes": claim.nodes} if claim.lemmas is None else {"lemmas": claim.lemmas}
    return {"scope": str(claim.scope), "openers": list(claim.openers), **proof}


def _total_to_json(claim: TotalClaim) -> dict[str, object]:
    return {
        "within": claim.within,
        "among": list(claim.among) or None,
        "openers": [
            {"opener": listed.opener, "total": listed.total, "steps": listed.steps}
            for listed in claim.openers
        ],
        **({"others": claim.others} if isinstance(claim, TotalLeast) else {}),
        **({"weights": dict(claim.weights)} if claim.weights else {}),
        "sets": claim.sets,
        "lemmas": claim.lemmas,
    }


def _missed_to_json(claim: MissedLeast) -> dict[str, object]:
    return {
        "within": claim.within,
        "most": claim.most,
        "among": list(claim.among) or None,
        "steps": claim.steps,
        "lemmas": claim.lemmas,
    }


def _packing_to_json(claim: MissedBetween) -> dict[str, object]:
    return {"within": claim.within, "steps": claim.steps, "nodes": claim.nodes, "sets": claim.sets}


def _boards_to_json(claim: BoardsBetween) -> dict[str, object]:
    return {
        "total": list(claim.total),
        "worst": list(claim.worst),
        "counted": claim.counted,
        "one_board": None if claim.one is None else claim.one.others,
        "openers": None if claim.openers is None else list(claim.openers),
        "plays": claim.plays,
        "positions": claim.positions,
        "chains": None if claim.chains is None else list(claim.chains),
        "played": [
            [guess, ["-" if one is None else format_pattern(one, len(guess)) for one in told]]
            for guess, told in claim.played
        ],
        "sets": 0 if claim.one is None else claim.one.sets,
        "lemmas": 0 if claim.one is None else claim.one.lemmas,
    }


def _list_to_json(words: WordListRecord) -> dict[str, object]:
    return {
        "name": words.name,
        "count": words.count,
        "sha256": words.sha256,
        "origin": str(words.origin),
    }


def code_game_to_json(codes: CodeScoring) -> dict[str, object]:
    """Return what codes a game is about as JSON values."""
    return {"pegs": codes.length, "colours": codes.colours, "repeats": codes.repeats}
