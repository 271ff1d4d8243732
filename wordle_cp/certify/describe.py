"""What a certificate claims, in a sentence for people: the one place where such sentences are made.

Every report about a certificate takes its sentence from here, made of the claim that the checker accepted. So
it says what was proven, and no more; two certificates of different claims have different sentences.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast
from wordle_cp.certificate.claims.boards_records import BoardsBetween
from wordle_cp.certificate.claims.depth_records import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.missed_records import MissedLeast
from wordle_cp.certificate.claims.packing_records import MissedBetween
from wordle_cp.certificate.claims.total_records import TotalBetween, TotalClaim, TotalLeast
from wordle_cp.data import word_list_name
from wordle_cp.errors import counted
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import format_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.base.records import Head, WordListRecord

_SHOWN_OPENERS: Final = 10
_SHOWN_DIGITS: Final = 16


def describe_claim(head: Head, *, whole: bool = False) -> str:
    """Return the claim of a certificate as one sentence for people, which says the game, too.

    Names in a certificate are labels that anybody can choose; so a list goes by the name that its digest has
    here, and a list that doesn't ship by its digest too: by its first 16 digits or, with `whole`, all 64.
    What a sentence has no room for (openers beyond the first ten, weights) it says by digest as well.
    """
    game, claim = head.game, head.claim
    after = f" after {game.scoring.format_history(claim.history)}" if claim.history else ""
    if game.codes is not None:
        start = game.codes.described
        if game.mode is not Mode.NORMAL:
            start += f", {game.mode} mode"
    else:
        letters = "" if game.alphabet == PLAIN else f", letters {' '.join(game.alphabet.letters)}"
        lists = f"{_list_name(game.guesses, whole=whole)}, hidden {_list_name(game.hidden, whole=whole)}"
        start = f"{lists}{letters}, {game.mode} mode"
    return f"{start}{after}: {claim_sentence(head, whole=whole)}"


def claim_sentence(head: Head, *, whole: bool = False) -> str:
    """Return what a certificate claims about its game, without the game, mode and history.

    For `whole` see `describe_claim`.
    """
    claim = head.claim
    counts_all = claim.history and not isinstance(claim, AbsurdleLeast)
    return _claimed(head, whole=whole) + ("; guesses count from the start of the game" if counts_all else "")


def _claimed(head: Head, *, whole: bool) -> str:  # noqa: PLR0911  one a kind of claim
    game, claim = head.game, head.claim
    shorten = _Shortened(whole)
    hidden = counted(claim.hidden_count, "hidden word", "hidden words")
    if game.codes is not None:
        hidden = counted(claim.hidden_count, "hidden code", "hidden codes")
    if isinstance(claim, TotalClaim):
        return _total(claim, hidden, shorten, alike=game.codes is not None)
    if isinstance(claim, MissedLeast):
        return _missed(claim, hidden, shorten)
    if isinstance(claim, MissedBetween):
        return (
            f"of {hidden} between {claim.low} and {claim.high} at the least aren't found within "
            f"{counted(claim.within, 'guess', 'guesses')}, whatever the opener"
        )
    if isinstance(claim, BoardsBetween):
        return _boards(claim, hidden) if not claim.played else _boards_left(claim)
    if isinstance(claim, AbsurdleLeast):
        more = "more " if claim.history else ""
        guesses = counted(claim.fewest, f"{more}guess", f"{more}guesses")
        return f"{hidden}: Absurdle is beaten in {guesses}, and no fewer"
    within = f"within {counted(claim.depth, 'guess', 'guesses')}"
    if isinstance(claim, DepthImpossible):
        return f"{hidden} can't all be found {within}, {_whatever_opener(claim, shorten)}"
    opener = f" with {claim.opener}" if claim.opener else ""
    return (
        f"{hidden} found {within}{opener}, "
        f"{counted(claim.total_guesses, 'guess', 'guesses')} in all, {claim.max_guesses} at most"
    )


def proof_size(head: Head) -> str:
    """Return what a proof is made of, `3 nodes`, or nothing if it is just a strategy."""
    claim = head.claim
    if isinstance(claim, DepthImpossible):
        return claim.parts
    if isinstance(claim, TotalClaim):
        return f"{counted(claim.lemmas, 'lemma', 'lemmas')}, {counted(claim.sets, 'set', 'sets')}"
    if isinstance(claim, MissedBetween):
        return f"{counted(claim.nodes, 'node', 'nodes')}, {counted(claim.sets, 'set', 'sets')}"
    if isinstance(claim, MissedLeast):
        return counted(claim.lemmas, "lemma", "lemmas")
    return ""


def _total(claim: TotalClaim, hidden: str, shorten: _Shortened, *, alike: bool) -> str:
    """Return what the `hidden` words take; for `alike` see `_least`."""
    if isinstance(claim, TotalLeast):
        return _least(claim, hidden, shorten, alike=alike)
    return _between(claim, hidden, shorten, alike=alike)


def _least(claim: TotalLeast, hidden: str, shorten: _Shortened, *, alike: bool) -> str:
    """Return how many guesses the `hidden` words take at the least, and with which openers.

    Where the claim is about some openers only, that comes first. With `alike` each opener stands for those
    that are as good for a reason of symmetry.
    """
    within = _within(claim)
    openers = shorten.words(
        [
            listed.opener.upper() + (f" ({listed.total})" if listed.total != claim.least else "")
            for listed in claim.openers
        ]
    )
    meant, scope = claim.among, _scope(claim, shorten)
    take = "takes" if claim.hidden_count == 1 else "take"
    least = counted(claim.least, "guess", "guesses")
    if claim.weights:
        hidden += _of_weight(claim, shorten)
        least = f"a weighted total of {least}"
    fail = " or can fail" if within else ""
    others = f"; every other {'one of these' if meant else 'opener'} takes {claim.others} or more{fail}"
    if alike:
        openers += " and what is alike"
    return (
        f"{scope}{hidden} {take} {least} at the least{within}, with {openers}"
        f"{others if len(meant) != len(claim.openers) else ''}"
        f"{'; nothing is said of openers that are not listed' if meant else ''}"
    )


def _between(claim: TotalBetween, hidden: str, shorten: _Shortened, *, alike: bool) -> str:
    """Return between which numbers the least total of the `hidden` words lies; for `alike` see `_least`."""
    low, high = claim.others, claim.reached
    size, unit = claim.hidden_count, "guesses"
    if claim.weights:
        size = sum(weight for _, weight in claim.weights)
        hidden, unit = f"{hidden}{_of_weight(claim, shorten)}", "guesses by weight"
    opener = f"{claim.openers[0].opener.upper()}{' (or what is alike)' if alike else ''}"
    fail = " or can fail" if claim.within is not None else ""
    return (
        f"{_scope(claim, shorten)}{hidden} take between {low} and {high} {unit} at the least{_within(claim)} "
        f"({low / size:.4f} to {high / size:.4f} on average): {opener} takes {high}, "
        f"and {'each one listed' if claim.among else 'every opener'} takes {low} or more{fail}"
        f"{'; nothing is said of openers that are not listed' if claim.among else ''}"
    )


def _within(claim: TotalClaim) -> str:
    return "" if claim.within is None else f" within {counted(claim.within, 'guess', 'guesses')}"


def _scope(claim: TotalClaim, shorten: _Shortened) -> str:
    """Return of which openers the claim speaks, if it isn't about all."""
    meant = [opener.upper() for opener in claim.among]
    return f"of {counted(len(meant), 'opener', 'openers')} listed ({shorten.words(meant)}): " if meant else ""


def _of_weight(claim: TotalClaim, shorten: _Shortened) -> str:
    """Return what the hidden words weigh, each one's by a digest of lines `word,weight`."""
    weight = sum(weight for _, weight in claim.weights)
    return f" of weight {weight} ({shorten.digest([f'{word},{each}' for word, each in claim.weights])})"


def _missed(claim: MissedLeast, hidden: str, shorten: _Shortened) -> str:
    """Return how many of the `hidden` words are missed at the least."""
    most = f", where all are found within {claim.most}" if claim.most is not None else ""
    meant = [opener.upper() for opener in claim.among]
    openers = f", if the opener is {shorten.words(meant)}" if meant else ", whatever the opener"
    return (
        f"of {hidden} {claim.missed} at the least aren't found within "
        f"{counted(claim.within, 'guess', 'guesses')}{most}{openers}"
    )


def _boards(claim: BoardsBetween, hidden: str) -> str:
    """Return how many guesses several boards take on average and at the worst, with the `hidden` words."""
    deals = claim.hidden_count**claim.boards
    boards = counted(claim.boards, "board", "boards")
    (least, most), worst = claim.total, claim.worst
    total = (
        f"{least} guesses over all {deals} deals at the least ({least / deals:.4f} on average)"
        if least == most
        else f"between {least} and {most} guesses over all {deals} deals at the least "
        f"({least / deals:.4f} to {most / deals:.4f} on average)"
    )
    at_worst = str(worst[0]) if worst[0] == worst[1] else f"between {worst[0]} and {worst[1]}"
    return f"{boards}, {hidden}: {total}, and at the worst {at_worst}"


def _boards_left(claim: BoardsBetween) -> str:
    """Return how many more guesses boards take after what was played on them."""
    (least, most), (best, worst) = claim.total, claim.worst
    made = ".".join(
        f"{guess}.{'/'.join('-' if one is None else format_pattern(one, len(guess)) for one in told)}"
        for guess, told in claim.played
    )
    total = str(least) if least == most else f"between {least} and {most}"
    at_worst = str(best) if best == worst else f"between {best} and {worst}"
    return (
        f"{counted(claim.boards, 'board', 'boards')} after {made}: {total} more guesses over all deals left "
        f"at the least, and at the worst {at_worst}"
    )


@dataclass(frozen=True, slots=True)
class _Shortened:
    """How what is too long for a sentence is said: by a SHA-256, all of it if `whole`."""

    whole: bool

    def words(self, words: Sequence[str]) -> str:
        """Return the first ones of `words`, how many more there are, and a digest of all."""
        more = len(words) - _SHOWN_OPENERS
        rest = f" and {more} more ({self.digest(words)})" if more > 0 else ""
        return ", ".join(words[:_SHOWN_OPENERS]) + rest

    def digest(self, lines: Sequence[str]) -> str:
        """Return the SHA-256 of `lines` joined by newlines."""
        return self.shown(hashlib.sha256("\n".join(lines).encode()).hexdigest())

    def shown(self, sha256: str) -> str:
        """Return the SHA-256, or its beginning."""
        return f"SHA-256 {sha256 if self.whole else sha256[:_SHOWN_DIGITS] + '...'}"


def _whatever_opener(claim: DepthImpossible, shorten: _Shortened) -> str:
    """Return for which openers it is impossible."""
    listed = shorten.words(claim.openers)
    if claim.scope is OpenerScope.ALL:
        return "whatever the opener"
    return (
        f"whatever the opener but {listed}"
        if claim.scope is OpenerScope.EXCEPT
        else f"if the opener is {listed}"
    )


def _list_name(words: WordListRecord, *, whole: bool) -> str:
    known = word_list_name(words.sha256)
    if known is not None:
        return f"{known} ({_Shortened(whole).shown(words.sha256)})" if whole else known
    count = counted(words.count, "word", "words")
    return f"list called {words.name!r} ({count}, {_Shortened(whole).shown(words.sha256)})"
