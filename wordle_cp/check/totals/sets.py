"""The checker of sets of facts: on how many patterns of a guess can there be where these facts hold?

Most sets say nothing but that the answer is of use: it is counted (`check.counting.fact_words`). Some state a
number, and that is checked with the bulk counter (`check.counting.counts`), many sets at a time: those that
have their rarest fact in common, as then only the few words for which it holds matter, and only the guesses
that show much on these.
"""

from __future__ import annotations

from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.parts.sets_and_lemmas import FactKind, format_fact
from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.common.share import ALL_PARTS
from wordle_cp.check.counting.counts import showing_more, shown
from wordle_cp.check.counting.fact_words import FactWords
from wordle_cp.check.counting.weighed_sets import harmless_number
from wordle_cp.check.totals.found import FoundSets, Stated
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.rules.letters import letter_text
from wordle_cp.rules.words import GREEN, GREY, Restriction, colours

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.certificate.parts.sets_and_lemmas import FactSet
    from wordle_cp.check.common.share import Exchange, Share
    from wordle_cp.check.counting.counts import Numbers, PatternTable
    from wordle_cp.check.counting.fact_words import SetsTogether
    from wordle_cp.check.counting.patterns import GuessPatterns, Mask, Places
    from wordle_cp.check.counting.weights import TableWeights

    _Claimed = tuple[int, int, tuple[str, ...]]  # a set: what it claims, its number, its facts
    _Counted = tuple[tuple[str, ...], "_Node"]  # a set that is counted: its facts, its place in the tree

MAX_KEPT_FACTS: Final = 2**20
"""Facts of all sets together: they take 0.4 GB."""


class _Node:
    """A place in the tree of all sets: facts in order lead to it."""

    __slots__ = ("children", "counted", "found", "most")

    def __init__(self) -> None:
        self.most: int | None = None  # what the set of these facts states, or what was counted
        self.found: tuple[tuple[int, ...], ...] = ()  # what such sets state of the words found
        self.counted = False  # whether there is a set of these facts that is to be counted
        self.children: dict[str, _Node] | None = None


class FactSets:
    """All sets of one fact, counted, and sets of several facts that were checked."""

    def __init__(
        self,
        table: PatternTable,
        guesses: GuessPatterns,
        fixed: Restriction,
        *,
        hard: bool,
        tick: Callable[[], None],
        weights: TableWeights | None = None,
    ) -> None:
        """Count what the guesses show on the words of single facts, and call `tick` now and then.

        The words are those of `table`, with `weights` (None: each word weighs 1). Guesses count if they are
        allowed under `fixed` and, if `hard`, under what the facts fix.
        """
        self._table = table
        self._guesses = guesses
        self._weights = weights
        self._facts = FactWords(table, guesses, fixed, weights, hard=hard)
        self._tree = _Node()
        self._text = {fact: text for text, fact in self._facts.facts.items()}
        self._kept = 0
        self._groups: dict[str, list[_Claimed]] = {}
        self._counted: list[_Counted] = []
        self._wanted: set[int] | None = None  # nodes; None: all of them
        self._single = self._facts.most_of_single(tick)
        self._found = FoundSets(table, guesses, self._facts)

    def add(self, number: int, fact_set: FactSet, *, doubtful: bool) -> None:
        """Use `fact_set`, which has this number, from now on, or once it is counted if it states no number.

        Is what it states true? That is for `check` to see, if it is `doubtful`.
        """
        self._kept += len(fact_set.facts)
        if self._kept > MAX_KEPT_FACTS:
            name, expected = f"set {number}", f"{MAX_KEPT_FACTS} facts at most in the sets up to here"
            raise CertificateRejected(name, Rule.SIZE, expected, str(self._kept))
        unknown = [fact for fact in fact_set.facts if fact not in self._text]
        if unknown:
            expected = "facts about letters of the guesses"
            name = f"set {number}"
            raise CertificateRejected(name, Rule.FACTS, expected, format_fact(unknown[0]))
        texts = tuple(map(self._text.__getitem__, fact_set.facts))
        node = self._node(texts)
        if fact_set.most is None:
            if not node.counted:
                node.counted = True
                self._counted.append((texts, node))
            return
        if fact_set.found:
            if self._weights is not None:
                name, expected = f"set {number}", "no numbers of words found, as words have weights"
                raise CertificateRejected(name, Rule.WEIGHTS, expected, str(fact_set.found[0]))
            self._found.add(Stated(number, texts, (fact_set.most, *fact_set.found)), doubtful=doubtful)
            node.found += (fact_set.found,)
        if doubtful:
            self._groups.setdefault(self._facts.rarest(texts), []).append((fact_set.most, number, texts))
        if node.most is None or fact_set.most < node.most:
            node.most = fact_set.most

    def _node(self, texts: tuple[str, ...]) -> _Node:
        """Return the place in the tree to which these facts lead; it is made if it isn't there."""
        node = self._tree
        for text in texts:
            if node.children is None:
                node.children = {}
            node = node.children.setdefault(text, _Node())
        return node

    def most(self, facts: Sequence[str]) -> int:
        """Return the least known number that no guess exceeds on words for which all `facts` hold.

        `facts` are one at least, sorted.
        """
        most = min(map(self._single.__getitem__, facts))
        for node, _ in self._nodes(facts):
            if node.most is not None and node.most < most:
                most = node.most
        return most

    def late(self, size: int, facts: Sequence[str]) -> int:
        """Return how many of `size` words the third guess and each after it leave, added up, at least.

        For these words `facts` hold, which are sorted.
        """
        found = [stated for node, _ in self._nodes(facts) for stated in node.found]
        return sum(size - min(size, *numbers) for numbers in zip_longest(*found, fillvalue=size))

    def want(self, facts: Sequence[str]) -> None:
        """Have `count` heed the sets whose facts are among `facts`, sorted, and no others but such ones."""
        self._wanted = self._wanted or set()
        self._wanted.update(id(node) for node, _ in self._nodes(facts) if node.counted)

    def _nodes(self, facts: Sequence[str]) -> list[tuple[_Node, int]]:
        """Return the places in the tree to which `facts`, sorted, lead, and where those behind each begin."""
        found = [(self._tree, 0)]
        for node, start in found:  # it grows meanwhile
            if node.children is not None:
                for place in range(start, len(facts)):
                    child = node.children.get(facts[place])
                    if child is not None:
                        found.append((child, place + 1))
        return found

    def count(
        self, progress: Callable[[int], None], share: Share = ALL_PARTS, exchange: Exchange | None = None
    ) -> int:
        """Count what guesses show where the facts hold of sets that state no number; return how many it was.

        With `exchange`, a `share` of them: it returns what the others have counted. `progress` is called with
        the number of sets that are done.
        """
        if exchange is None:
            share = ALL_PARTS
        wanted = self._wanted
        sets = [each for each in self._counted if wanted is None or id(each[1]) in wanted]
        self._counted.clear()
        parts = list(self._facts.parts([texts for texts, _ in sets]))
        chosen = share.of(len(parts))
        mine: list[int] = []
        done = 0
        for number, part in enumerate(parts):
            if number in chosen:
                texts = [sets[place][0] for place in part.numbers]
                mine += self._facts.most_of(texts, few=part.few, tick=partial(progress, done))
            done += len(part.numbers)
            progress(done)
        counted = [iter(numbers) for numbers in self._all_shares(parts, share, mine, exchange)]
        for number, part in enumerate(parts):
            for place in part.numbers:
                node, most = sets[place][1], next(counted[number % share.shares])
                node.most = most if node.most is None else min(node.most, most)
        return len(sets)

    @staticmethod
    def _all_shares(
        parts: Sequence[SetsTogether], share: Share, mine: list[int], exchange: Exchange | None
    ) -> list[list[int]]:
        """Return what was counted for each share, given what was for this one."""
        if exchange is None:
            return [mine]
        found = exchange(mine)
        shares = [parts[number :: share.shares] for number in range(share.shares)]
        sizes = [sum(len(part.numbers) for part in some) for some in shares]
        if [len(numbers) for numbers in found] != sizes:
            raise CertificateRejected(WHOLE, Rule.TEXT, "one that doesn't change meanwhile", "another one")
        return found

    def check(self, progress: Callable[[int], None], share: Share = ALL_PARTS) -> None:
        """Reject unless what all doubtful sets state is true; from then on they aren't doubtful.

        With a `share` that is so for a part of them. `progress` is called with the number of sets that are
        done.
        """
        together = [
            (rarest, sorted(group)[start : start + self._facts.together])
            for rarest, group in self._groups.items()
            for start in range(0, len(group), self._facts.together)
        ]
        self._groups.clear()
        chosen = share.of(len(together))
        done = 0
        for number, (rarest, sets) in enumerate(together):
            if number in chosen:
                self._check_together(rarest, sets)
            done += len(sets)
            progress(done)
        self._found.check(partial(progress, done), share)

    def _check_together(self, rarest: str, sets: Sequence[_Claimed]) -> None:
        """Check sets in ascending order of what they claim; all have the fact `rarest`."""
        words = self._facts.words[rarest]
        parts = {text: held[words] for text, held in self._facts.holds.items()}
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
        permitted = np.flatnonzero(self._facts.permitted((rarest,)))
        for block, more in showing_more(self._table, words, inside, limits, permitted):
            suspects[block, : more.shape[1]] = more[:, : len(kept)]
        masks: dict[Restriction, Mask] = {}
        for column, place in enumerate(kept.tolist()):
            fixing = self._facts.fixing(sets[place][2])
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
                name, Rule.MOST, expected, f"{found[worst]} with {self._guesses.words[guesses[worst]]}"
            )


def facts_of(guess: str, pattern: int) -> list[str]:
    """Return, sorted, the facts that `pattern` reveals as the response to `guess`, as texts.

    A grey tile says something only where no tile of its letter is coloured.
    """
    tiles = list(zip(guess, colours(pattern, len(guess)), strict=True))
    coloured = {letter for letter, colour in tiles if colour != GREY}
    facts = {f"{letter_text(letter)}{FactKind.ABSENT}" for letter in guess if letter not in coloured}
    for position, (letter, colour) in enumerate(tiles, start=1):
        if colour != GREY:
            kind = FactKind.PLACED if colour == GREEN else FactKind.ELSEWHERE
            facts.add(f"{letter_text(letter)}{kind}{position}")
    return sorted(facts)
