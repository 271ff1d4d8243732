"""The checker of sets of facts: on how many patterns of a guess can there be where these facts hold?

A fact is known here by its text, such as ``a-`` or ``r?2``. What a set claims is checked with the bulk
counter (`counts`), many sets at a time: those that have their rarest fact in common, as then only the
few words for which it holds matter, and only the guesses that show much on these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.format import Fact, FactKind, format_fact
from wordle_cp.check.counts import each_shown, showing_more, shown
from wordle_cp.errors import CertificateRejected
from wordle_cp.letters import letter_text
from wordle_cp.rules import GREEN, GREY, Restriction, colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.certificate.format import FactSet
    from wordle_cp.check.counts import Table
    from wordle_cp.check.patterns import Guesses, Mask
    from wordle_cp.check.weights import Weights

    _Claimed = tuple[int, int, tuple[str, ...]]  # a set: what it claims, its number, its facts

MAX_KEPT_FACTS: Final = 2**20
"""Facts of all sets together: they take 0.4 GB."""
_TOGETHER: Final = 512  # sets counted together, at most
_MASK_BYTES: Final = 2**26  # for what tells which guesses are allowed at sets counted together


class _Node:
    """A place in the tree of all sets: facts in order lead to it."""

    __slots__ = ("children", "most")

    def __init__(self) -> None:
        self.most: int | None = None  # what the set of these facts claims, if there is one
        self.children: dict[str, _Node] | None = None


class FactSets:
    """All sets of one fact, counted, and sets of several facts that were checked."""

    def __init__(
        self,
        table: Table,
        guesses: Guesses,
        fixed: Restriction,
        *,
        hard: bool,
        tick: Callable[[], None],
        weights: Weights | None = None,
    ) -> None:
        """Count what the guesses show on the words of single facts, and call `tick` now and then.

        The words are those of `table`, with `weights` (None: each word weighs 1). Guesses count if they are
        allowed under `fixed` and, if `hard`, under what the facts fix.
        """
        self._table = table
        self._guesses = guesses
        self._fixed = fixed
        self._hard = hard
        self._weights = weights
        length = len(table.words[0])
        facts = list(_single_facts(guesses.alphabet, length))
        self._fact = {format_fact(fact): fact for fact in facts}
        texts = list(self._fact)
        holds = np.array([[_holds(fact, word) for word in table.words] for fact in facts], np.bool_)
        self._holds = dict(zip(texts, holds, strict=True))
        self._words = {text: np.flatnonzero(held) for text, held in self._holds.items()}
        self._single = self._most_of_single(texts, tick)
        self._tree = _Node()
        self._text = {fact: text for text, fact in self._fact.items()}
        self._kept = 0
        self._together = max(1, min(_TOGETHER, _MASK_BYTES // len(guesses.words)))
        self._groups: dict[str, list[_Claimed]] = {}

    def _most_of_single(self, texts: Sequence[str], tick: Callable[[], None]) -> dict[str, int]:
        """Return the most that an allowed guess shows where one fact holds, for each of `texts`."""
        most = dict.fromkeys(texts, 0)
        together: dict[Restriction, list[str]] = {}
        for text in texts:
            if not len(self._words[text]):
                continue
            if self._weights is not None:
                tick()
                most[text] = self._most_weight((text,))
            else:
                together.setdefault(self._fixing((text,)), []).append(text)
        for fixed, some in together.items():
            inside = np.stack([self._holds[text] for text in some])
            words = np.flatnonzero(inside.any(axis=0))
            guesses = np.flatnonzero(self._guesses.permitted(fixed))
            for numbers in each_shown(self._table, words, inside[:, words], guesses):
                tick()
                for text, number in zip(some, numbers.max(axis=0).tolist(), strict=True):
                    most[text] = max(most[text], number)
        return most

    def _most_weight(self, facts: tuple[str, ...]) -> int:
        """Return the most that an allowed guess shows where `facts` hold, with weights; 0 without words."""
        assert self._weights is not None, "only weights are added up"
        words = np.flatnonzero(np.logical_and.reduce([self._holds[text] for text in facts]))
        if not len(words):
            return 0
        guesses = np.flatnonzero(self._permitted(facts))
        return int(self._weights.shown(words, guesses).max(initial=0))

    def _permitted(self, facts: Iterable[str]) -> Mask:
        """Tell which guesses are allowed where `facts` hold; there is a word for which they do."""
        return self._guesses.permitted(self._fixing(facts))

    def _fixing(self, facts: Iterable[str]) -> Restriction:
        """Return what is fixed where `facts` hold; there is a word for which they do.

        It has all greens of these facts and those fixed before, so they never clash.
        """
        if not self._hard:
            return self._fixed
        greens: list[str | None] = [None] * len(self._fixed.greens)
        letters: set[str] = set()
        for fact in map(self._fact.__getitem__, facts):
            if fact.kind is FactKind.PLACED:
                greens[fact.position - 1] = fact.letter
            if fact.kind is not FactKind.ABSENT:
                letters.add(fact.letter)
        counts = tuple((letter, 1) for letter in sorted(letters))
        return self._fixed.joined_with(Restriction(tuple(greens), counts))

    def add(self, number: int, fact_set: FactSet, *, doubtful: bool) -> None:
        """Use `fact_set`, which has this number, from now on.

        Is what it claims true? That is for `check` to see, if it is `doubtful`.
        """
        self._kept += len(fact_set.facts)
        if self._kept > MAX_KEPT_FACTS:
            name, expected = f"set {number}", f"{MAX_KEPT_FACTS} facts at most in the sets up to here"
            raise CertificateRejected(name, "size", expected, str(self._kept))
        unknown = [fact for fact in fact_set.facts if fact not in self._text]
        if unknown:
            expected = "facts about letters of the guesses"
            name = f"set {number}"
            raise CertificateRejected(name, "facts", expected, format_fact(unknown[0]))
        texts = tuple(map(self._text.__getitem__, fact_set.facts))
        if doubtful:
            rarest = min(texts, key=lambda text: len(self._words[text]))
            self._groups.setdefault(rarest, []).append((fact_set.most, number, texts))
        node = self._tree
        for text in texts:
            if node.children is None:
                node.children = {}
            child = node.children.get(text)
            if child is None:
                child = node.children[text] = _Node()
            node = child
        if node.most is None or fact_set.most < node.most:
            node.most = fact_set.most

    def most(self, facts: Sequence[str]) -> int:
        """Return the least known number that no guess exceeds on words for which all `facts` hold.

        `facts` are one at least, sorted.
        """
        most = min(map(self._single.__getitem__, facts))
        places = [(self._tree, 0)]
        while places:
            node, start = places.pop()
            if node.most is not None and node.most < most:
                most = node.most
            if node.children is None:
                continue
            for place in range(start, len(facts)):
                child = node.children.get(facts[place])
                if child is not None:
                    places.append((child, place + 1))
        return most

    def check(self, progress: Callable[[int], None]) -> None:
        """Reject unless what all doubtful sets claim is true; from then on they aren't doubtful.

        `progress` is called with the number of sets that are done.
        """
        done = 0
        while self._groups:
            rarest, group = self._groups.popitem()
            group.sort()
            together = self._together if self._weights is None else 1  # weights are summed set by set
            for start in range(0, len(group), together):
                chunk = group[start : start + together]
                if self._weights is None:
                    self._check_together(rarest, chunk)
                else:
                    self._check_weight(*chunk)
                done += len(chunk)
                progress(done)

    def _check_weight(self, claimed: _Claimed) -> None:
        """Check a set that claims a weight."""
        most, number, texts = claimed
        shown_at_most = self._most_weight(texts)
        if shown_at_most > most:
            name, expected = f"set {number}", f"a weight of {most} at most that a guess shows"
            raise CertificateRejected(name, "most", expected, str(shown_at_most))

    def _check_together(self, rarest: str, sets: Sequence[_Claimed]) -> None:
        """Check sets in ascending order of what they claim; all have the fact `rarest`."""
        words = self._words[rarest]
        parts = {text: held[words] for text, held in self._holds.items()}
        inside = np.ones((len(sets), len(words)), np.bool_)
        for number, (_, _, texts) in enumerate(sets):
            for text in texts:
                inside[number] &= parts[text]
        kept = np.flatnonzero(inside.any(axis=1))  # of no words every claim is true
        if not len(kept):
            return
        limits = np.array([most for most, _, _ in sets], np.int64)[kept]
        permitted = np.flatnonzero(self._permitted((rarest,)))
        fixing = [self._fixing(sets[place][2]) for place in kept.tolist()]
        masks = {restriction: self._guesses.permitted(restriction) for restriction in set(fixing)}
        for block, more in showing_more(self._table, words, inside[kept], limits, permitted):
            for column in np.flatnonzero(more.any(axis=0)).tolist():
                wrong = block[more[:, column] & masks[fixing[column]][block]]
                if len(wrong):
                    self._reject(sets[int(kept[column])], int(wrong[0]))

    def _reject(self, fact_set: _Claimed, guess: int) -> None:
        """Reject `fact_set`, on which `guess` shows more than it claims."""
        most, number, texts = fact_set
        held = np.logical_and.reduce([self._holds[text] for text in texts])
        count = shown(self._table, np.flatnonzero(held), held[held][np.newaxis], np.array([guess]))[0, 0]
        name, expected = f"set {number}", f"{most} patterns at most, one more for a guess of the set"
        raise CertificateRejected(name, "most", expected, f"{count} with {self._guesses.words[guess]}")


def facts_of(guess: str, pattern: int) -> list[str]:
    """Return, sorted, the facts that `pattern` tells as the response to `guess`, as texts.

    A grey tile tells something only where no tile of its letter is coloured.
    """
    tiles = list(zip(guess, colours(pattern, len(guess)), strict=True))
    coloured = {letter for letter, colour in tiles if colour != GREY}
    facts = {f"{letter_text(letter)}{FactKind.ABSENT}" for letter in guess if letter not in coloured}
    for position, (letter, colour) in enumerate(tiles, start=1):
        if colour != GREY:
            kind = FactKind.PLACED if colour == GREEN else FactKind.ELSEWHERE
            facts.add(f"{letter_text(letter)}{kind}{position}")
    return sorted(facts)


def _single_facts(letters: Iterable[str], length: int) -> Iterable[Fact]:
    for letter in letters:
        yield Fact(letter, FactKind.ABSENT, 0)
        for position in range(1, length + 1):
            yield Fact(letter, FactKind.ELSEWHERE, position)
            yield Fact(letter, FactKind.PLACED, position)


def _holds(fact: Fact, word: str) -> bool:
    if fact.kind is FactKind.ABSENT:
        return fact.letter not in word
    there = word[fact.position - 1] == fact.letter
    return there if fact.kind is FactKind.PLACED else fact.letter in word and not there
