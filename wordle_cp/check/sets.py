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
from wordle_cp.check.share import ALL_PARTS
from wordle_cp.check.weighed_sets import harmless_number, most_weight
from wordle_cp.errors import CertificateRejected
from wordle_cp.letters import letter_text
from wordle_cp.rules import GREEN, GREY, Restriction, colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.certificate.format import FactSet
    from wordle_cp.check.counts import Numbers, Table
    from wordle_cp.check.patterns import Guesses, Mask, Places
    from wordle_cp.check.share import Share
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
        self._together = max(1, min(_TOGETHER, _MASK_BYTES // len(guesses.words)))
        self._single = self._most_of_single(texts, tick)
        self._tree = _Node()
        self._text = {fact: text for text, fact in self._fact.items()}
        self._kept = 0
        self._groups: dict[str, list[_Claimed]] = {}

    def _most_of_single(self, texts: Sequence[str], tick: Callable[[], None]) -> dict[str, int]:
        """Return the most that an allowed guess shows where one fact holds, for each of `texts`."""
        most = dict.fromkeys(texts, 0)
        together: dict[Restriction, list[str]] = {}
        for text in texts:
            if not len(self._words[text]):
                continue
            together.setdefault(self._fixing((text,)), []).append(text)
        for fixed, some in together.items():
            guesses = np.flatnonzero(self._guesses.permitted(fixed))
            for start in range(0, len(some) if len(guesses) else 0, self._together):
                texts = some[start : start + self._together]
                inside = np.stack([self._holds[text] for text in texts])
                words = np.flatnonzero(inside.any(axis=0))
                blocks: list[Numbers] = []
                for numbers in each_shown(self._table, words, inside[:, words], guesses):
                    tick()
                    blocks.append(numbers)
                for text, column in zip(texts, np.concatenate(blocks).T, strict=True):
                    tick()
                    most[text] = self._most(self._words[text], guesses, column)
        return most

    def _most(self, words: Places, guesses: Places, numbers: Numbers) -> int:
        """Return the most that one of the `guesses` shows on `words`, given the `numbers` of patterns."""
        if self._weights is None:
            return int(numbers.max())
        return most_weight(self._weights, words, guesses, numbers)

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

    def check(self, progress: Callable[[int], None], share: Share = ALL_PARTS) -> None:
        """Reject unless what all doubtful sets claim is true; from then on they aren't doubtful.

        With a `share` that is so for a part of them. `progress` is called with the number of sets that are
        done.
        """
        together = [
            (rarest, sorted(group)[start : start + self._together])
            for rarest, group in self._groups.items()
            for start in range(0, len(group), self._together)
        ]
        self._groups.clear()
        chosen = share.of(len(together))
        done = 0
        for number, (rarest, sets) in enumerate(together):
            if number in chosen:
                self._check_together(rarest, sets)
            done += len(sets)
            progress(done)

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
        inside = inside[kept]
        claimed = np.array([most for most, _, _ in sets], np.int64)[kept]
        limits = claimed  # of the number of patterns
        if self._weights is not None:
            members = zip(inside, claimed.tolist(), strict=True)
            limits = np.array([harmless_number(self._weights, words[held], most) for held, most in members])
            order = np.argsort(limits, kind="stable")
            kept, inside, claimed, limits = kept[order], inside[order], claimed[order], limits[order]
        suspects = np.zeros((len(self._guesses.words), len(kept)), np.bool_)
        permitted = np.flatnonzero(self._permitted((rarest,)))
        for block, more in showing_more(self._table, words, inside, limits, permitted):
            suspects[block, : more.shape[1]] = more[:, : len(kept)]
        masks: dict[Restriction, Mask] = {}
        for column, place in enumerate(kept.tolist()):
            fixing = self._fixing(sets[place][2])
            if fixing not in masks:
                masks[fixing] = self._guesses.permitted(fixing)
            self._judge(sets[place], words[inside[column]], suspects[:, column], masks[fixing])

    def _judge(self, fact_set: _Claimed, words: Places, suspects: Mask, permitted: Mask) -> None:
        """Reject `fact_set`, of these words, if a guess that is permitted shows too much.

        Only `suspects` can; with weights the words themselves, too, and suspects may turn out to be harmless.
        """
        most, number, _ = fact_set
        name, expected = f"set {number}", f"{most} patterns at most, one more for a guess of the set"
        if self._weights is not None:
            suspects = suspects.copy()
            suspects[self._table.guess_of[words]] = True
            expected = f"a weight of {most} at most that a guess shows"
        guesses = np.flatnonzero(suspects & permitted)
        if not len(guesses):
            return
        if self._weights is not None:
            found: Numbers = self._weights.shown(words, guesses)
        else:
            found = shown(self._table, words, np.ones((1, len(words)), np.bool_), guesses)[:, 0]
        worst = int(found.argmax())
        if found[worst] > most:
            raise CertificateRejected(
                name, "most", expected, f"{found[worst]} with {self._guesses.words[guesses[worst]]}"
            )


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
