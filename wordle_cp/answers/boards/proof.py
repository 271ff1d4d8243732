"""The certificate of what is known of several boards: exact values of a small game, or bounds.

docs/certificates/ ('Claim "boards between"') says why it is a proof; `wordle_cp.check` judges it.

For exact values a position is proven by the positions that its guesses lead to, each before those that need
it. A guess needs as many of them as make its sum (or its worst case) reach the value, and the plain bounds of
the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.boards.exact import deals_of, least_possible
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.boards import (
    BoardsBetween,
    BoardsPosition,
    BoardsProof,
    Measure,
    Play,
    Side,
)
from wordle_cp.certify.asked import Asked
from wordle_cp.certify.records import game_record
from wordle_cp.certify.total import optimality_certificate
from wordle_cp.games.question import Position, TotalQuestion
from wordle_cp.search.bounds import prove_bounds

if TYPE_CHECKING:
    from wordle_cp.answers.boards.bounds import BoardsBounds
    from wordle_cp.answers.boards.exact import BoardsSearch, ExactBoards, State
    from wordle_cp.certificate.claims.boards import Played
    from wordle_cp.certificate.parts.sets_and_lemmas import FactSet, Lemma
    from wordle_cp.games.variant import Variant
    from wordle_cp.work import Work

__all__ = ["bounds_proof", "chains_proof", "exact_proof"]


def exact_proof(
    variant: Variant,
    boards: int,
    search: BoardsSearch,
    start: State,
    exact: ExactBoards,
    played: Played = (),
) -> BoardsProof:
    """Return the certificate of the values `exact` of `start` that `search` has found; it isn't checked yet.

    `start` is the position after what was `played` on so many `boards`.

    Raises:
        TooLargeError: too many outcomes of guesses would have to be looked at.
        StoppedError: there was reason to stop.
    """
    search.outcomes = 0  # the proof may take as many as the search
    positions = _Positions(variant, search).all(start, tuple(guess for guess, _ in played))
    claim = BoardsBetween(
        boards=boards,
        hidden_count=len(variant.hidden),
        total=(exact.total, exact.total),
        worst=(exact.worst, exact.worst),
        counted=0,
        one=None,
        openers=None,
        plays=0,
        positions=len(positions),
        played=played,
    )
    return BoardsProof(Head(game_record(variant), claim), (), positions, (), ())


def chains_proof(
    variant: Variant, boards: int, bounds: BoardsBounds, played: Played = ()
) -> BoardsProof | None:
    """Return the certificate of `bounds` that rest on chains from above; None where there is no count."""
    chained = bounds.chained
    if chained is None or (bounds.found is None and not played):
        return None
    claim = BoardsBetween(
        boards=boards,
        hidden_count=len(variant.hidden),
        total=(bounds.counted[0], chained.total),
        worst=(bounds.counted[1], chained.worst),
        counted=0 if bounds.found is None else len(bounds.found),
        one=None,
        openers=None,
        plays=0,
        positions=0,
        chains=() if chained.opener is None else (chained.opener,),
        played=played,
    )
    return BoardsProof(Head(game_record(variant), claim), (), (), (), ())


def bounds_proof(
    variant: Variant, boards: int, bounds: BoardsBounds, work: Work, *, with_one: bool
) -> BoardsProof | None:
    """Return the certificate of `bounds`, which isn't checked yet; None without a strategy or a count.

    With `with_one` it also has the proof of what one board takes at least, where that helps.

    Raises:
        StoppedError: there was reason to stop.
    """
    words, in_turn = len(variant.hidden), bounds.best_in_turn
    if in_turn is None or bounds.found is None:
        return None
    lower, worst = bounds.counted
    one = None
    sets: tuple[FactSet, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    if with_one and bounds.one_board is not None and bounds.total[0] > lower:
        unlimited = variant.model_copy(update={"max_guesses": None})
        question = TotalQuestion.of(unlimited)
        proof = prove_bounds(
            question,
            [(opener, bounds.one_board) for opener in question.openers],
            guesses_left=None,
            work=work,
        )
        whole = optimality_certificate(question, (), bounds.one_board, proof, guesses_left=None)
        one, sets, lemmas = whole.claim, whole.sets, whole.lemmas
        lower = bounds.total[0]
        worst = max(worst, -(-lower // words**boards))
    claim = BoardsBetween(
        boards=boards,
        hidden_count=words,
        total=(lower, in_turn.total),
        worst=(worst, in_turn.worst),
        counted=len(bounds.found),
        one=one,
        openers=in_turn.openers,
        plays=len(in_turn.plays),
        positions=0,
    )
    plays = tuple(Play(guess, kept) for guess, kept in in_turn.plays)
    return BoardsProof(Head(game_record(variant), claim), plays, (), sets, lemmas)


def asked_boards(variant: Variant, boards: int, played: Played) -> Asked:
    """Return of what a certificate is to be: of so many boards, after what was played.

    Its numbers may be weaker than the best that are known: a report tells those that were accepted.
    """
    return Asked(Position.of(variant), BoardsBetween, boards=boards, played=played)


class _Positions:
    """Positions with their bounds, each after those that it rests on."""

    def __init__(self, variant: Variant, search: BoardsSearch) -> None:
        self._hidden = search.hidden
        self._normal = not variant.mode.binds
        self._search = search
        self._others = variant.scoring.response_count - 1
        self._done: dict[tuple[Measure, Side, State], None] = {}
        self._lines: list[BoardsPosition] = []

    def all(self, start: State, made: tuple[str, ...]) -> tuple[BoardsPosition, ...]:
        """Return all positions, for the values of the start, before which the guesses `made` were made."""
        for measure in Measure:
            self._strategy(measure, start, made)
            self._refutation(measure, start, made)
        return tuple(self._lines)

    def _value(self, measure: Measure, state: State) -> tuple[int, int]:
        """Return the value, and the place of a guess that reaches it."""
        search = self._search
        return search.least_total(state) if measure is Measure.TOTAL else search.least_worst(state)

    def _strategy(self, measure: Measure, state: State, made: tuple[str, ...]) -> None:
        """Write down that the value is reached."""
        if not state or (measure, Side.MOST, state) in self._done:
            return
        value, place = self._value(measure, state)
        guess = self._search.guess(place)
        for _, after in self._search.after(state, place):
            self._strategy(measure, after, (*made, guess))
        self._write(measure, Side.MOST, state, value, guess, made)

    def _refutation(self, measure: Measure, state: State, made: tuple[str, ...]) -> None:
        """Write down that nothing is better."""
        if (measure, Side.LEAST, state) in self._done:
            return
        value, _ = self._value(measure, state)
        for place, outcomes in self._search.all_moves(state):
            past = (*made, self._search.guess(place))
            if measure is Measure.TOTAL:
                self._reach_total(value - deals_of(state), outcomes, past)
            else:
                self._reach_worst(value - 1, [after for _, after in outcomes], past)
        self._write(measure, Side.LEAST, state, value, None, made)

    def _known(self, measure: Measure, state: State) -> bool:
        return (measure, Side.LEAST, state) in self._done

    def _reach_total(self, wanted: int, outcomes: list[tuple[int, State]], made: tuple[str, ...]) -> None:
        """Prove positions until the sum over the `outcomes` is `wanted` or more."""
        plain = [least_possible(after, self._others) for _, after in outcomes]
        total = sum(ways * bound for (ways, _), bound in zip(outcomes, plain, strict=True))
        order = sorted(
            zip(outcomes, plain, strict=True), key=lambda one: not self._known(Measure.TOTAL, one[0][1])
        )
        for (ways, after), bound in order:
            if total >= wanted:
                return
            if not after:
                continue
            raised = ways * (self._value(Measure.TOTAL, after)[0] - bound)
            if raised:
                self._refutation(Measure.TOTAL, after, made)
                total += raised
        assert total >= wanted, "the value is exact"

    def _reach_worst(self, wanted: int, states: list[State], made: tuple[str, ...]) -> None:
        """Prove one of the `states` that takes `wanted` guesses or more at the worst."""
        if any(self._search.plain_worst(state) >= wanted for state in states):
            return
        for state in sorted(states, key=lambda state: not self._known(Measure.WORST, state)):
            if state and self._value(Measure.WORST, state)[0] >= wanted:
                self._refutation(Measure.WORST, state, made)
                return
        message = "the value is exact"
        raise AssertionError(message)

    def _write(
        self,
        measure: Measure,
        side: Side,
        state: State,
        value: int,
        guess: str | None,
        made: tuple[str, ...],
    ) -> None:
        self._done[measure, side, state] = None
        groups = tuple(
            (group.boards, tuple(word for place, word in enumerate(self._hidden) if group.words >> place & 1))
            for group in state
        )
        past = () if self._normal else tuple(dict.fromkeys(made))
        self._lines.append(BoardsPosition(measure, side, value, guess, groups, past))
