"""Claims "possible" and "impossible" about depth, checked by docs/certificates alone.

Rules are named as there; what a rule demands of each guess is asked of all guesses at once (`responses`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import combinations, permutations, starmap
from operator import lt
from typing import NamedTuple

from .feedback import rank
from .game import History, PlainGame, history_of, reveal
from .responses import Kept, facts
from .verdict import demand, expect

Cells = tuple[tuple[str, ...], ...]
Answers = list[tuple[int, int, Cells]]  # a guess, its facts, its largest cells
Past = frozenset[tuple[str, str]]  # guesses with their responses, which ultrahard mode heeds


class Fixed(NamedTuple):
    """A restriction: facts that each guess has, as a number, and responses that it explains."""

    facts: int
    past: Past = frozenset()


class Node(NamedTuple):
    """This number of guesses doesn't find the words of a node, where some facts are fixed."""

    guesses: int
    fixed: Fixed
    some: int  # the facts that some word of the node has
    every: int  # the facts that every word has
    inside: bool  # whether all words agree with the history
    words: tuple[int, ...] = ()  # their places, but for a rule
    children: tuple["Node", ...] = ()  # of a rule, whose words they have


def in_order(guess: str, pattern: str) -> bool:
    """Tell whether of each letter the yellow tiles come before the grey ones, as in every response.

    Such a pattern is determined by what it reveals; others are no response to any word.
    """
    grey = set[str]()
    for letter, tile in zip(guess, pattern, strict=True):
        if tile == "B":
            grey.add(letter)
        elif tile == "Y" and letter in grey:
            return False
    return True


def enough_kept(weights: Sequence[int], g: int) -> int:
    """Return what the heaviest cell of each guess must weigh, so that sum(w) - (g - 1) * M > max(w).

    M is the largest loss, sum(w) less the heaviest cell: so it is (sum(w) - max(w) - 1) // (g - 1) at most.
    """
    total, top = sum(weights), max(weights)
    demand(total > top, "weights of two words")
    return total - (total - top - 1) // (g - 1)


class PlainChecker(PlainGame):
    """Certificates of claims about depth, with nodes."""

    def claim(self) -> None:
        """Take the claim."""
        self.verdict, depth = self.take("claim depth (possible|impossible) (N)")
        self.depth = self.number(depth, 1, 255)

    def prove(self) -> None:
        """Take the strategy, or the nodes, and demand what the rules say."""
        self._possible() if self.verdict == "possible" else self._impossible()

    # Claim "possible" -------------------------------------------------------------------------------------

    def _cells(self, guess: str, words: Iterable[str]) -> list[set[str]]:
        """Return the cells of `words` under `guess`, by ascending code of the pattern."""
        found: dict[str, set[str]] = {}
        for word in words:
            found.setdefault(self.score(guess, word), set()).add(word)
        return [found[p] for p in sorted(found, key=partial(rank, self.feedback))]

    def _possible(self) -> None:
        opener = self.take("opener (W)", "")[0]
        claimed = [self.take(f"{key} (N)")[0] for key in ("covered", "total", "most")]
        claimed += self.take("distribution (N(?: N)*)")[0].split(" ")
        expect(len(claimed) == 3 + self.number(claimed[2], 1, 255), "as many numbers as guesses at most")
        steps = self.number(self.take("steps (N)")[0], 0, 10**12)
        ends = steps < len(self.lines) and self.lines[-1 - steps] == "end of certificate"
        expect(ends, "the end of the certificate after as many lines as `steps` says")
        first, found = self.strategy(steps)
        made = list(found.values())
        counts = [made.count(guesses) for guesses in range(1, max(made) + 1)]
        right = [str(n) for n in (len(made), sum(made), max(made), *counts)]
        demand(claimed == right, f"the numbers {' '.join(right)}, not {' '.join(claimed)}")
        demand(opener in {"", first}, f"the opener {first}")

    def strategy(self, steps: int) -> tuple[str, dict[str, int]]:
        """Take a strategy of `steps` lines; return its opener, and how many guesses each word takes."""
        end, found = len(self.lines) - steps, dict[str, int]()
        expect(end > 0, f"{steps} steps and more lines")
        demand(self.left, "a hidden word that is left")
        opener = self._replay(self.left, self.history, end, found)
        more = len(self.lines) - end
        for _ in range(more):
            self.take("(W)")
        demand(not more, f"{steps - more} steps, not {steps}")
        return opener, found

    def _replay(self, words: set[str], history: History, end: int, found: dict[str, int]) -> str:
        """Walk through the tree of `words`, down to the line at place `end`; return its first guess."""
        demand(len(history) < self.depth and (len(words) == 1 or len(self.lines) > end), "a guess")
        guess = min(words) if len(words) == 1 else self.take("(W)")[0]
        demand(self.allows(guess, history), f"an allowed guess, not {self.letters.text(guess)}")
        for cell in self._cells(guess, words):
            if guess in cell:
                found[guess] = len(history) + 1
            else:
                self._replay(cell, [*history, (guess, self.score(guess, min(cell)))], end, found)
        return guess

    # Claim "impossible" -----------------------------------------------------------------------------------

    def _impossible(self) -> None:
        _, meant, left = self.scope()
        nodes = self.nodes(self.number(self.take("nodes (N)")[0], 0))
        useful = [n for n in self._earlier(self.take("root((?: N)*)")[0].strip(), nodes) if n.inside]
        fixed = self.after_history
        proven = left == 0 or any(n.guesses >= left and self.within(n.fixed, fixed) for n in useful)
        refuted = self.responses.listed(self.refuted(useful, fixed, left))
        forms = {self.form(self.guesses[place], self.history, self.signs) for place in refuted}
        for t in [] if proven else meant:
            lost = (left == 1 and {t} != self.left) or self.form(t, self.history, self.signs) in forms
            demand(lost, f"an opener that is refuted by a node of the root; {self.letters.text(t)} isn't")

    def scope(self) -> tuple[str, list[str], int]:
        """Read the openers, and what is covered; return the scope, its openers and the guesses left."""
        scope, count = self.take("openers (all|except|only)(?: (N))?")
        listed = [self.take("(W)")[0] for _ in range(self.number(count, 1) if count else 0)]
        expect((scope == "all") == (count is None), "all, or a number of openers")
        demand(len(listed) == len(set(listed)), "different openers")
        allowed = [t for t in self.guesses if self.allows(t, self.history)]
        demand(set(listed) <= set(allowed), "openers that the mode allows")
        named = set(listed)
        meant = [t for t in allowed if (t in named) == (scope == "only") or scope == "all"]
        demand(meant, "an opener that the claim speaks of")
        left, covered = self.depth - len(self.history), self.number(self.take("covered (N)")[0], 1)
        demand(left >= 0 and covered == len(self.left), f"covered {len(self.left)}")
        return scope, meant, left

    @property
    def after_history(self) -> Fixed:
        """What the history fixes."""
        past = frozenset(self.history if self.mode == "ultrahard" else ())
        return Fixed(self._number_of(self.history) if self.mode != "normal" else 0, past)

    def _number_of(self, moves: Iterable[tuple[str, str]]) -> int:
        """Return the facts that `moves` reveal, as a number."""
        found = 0
        for move in moves:
            for fact in reveal(*move):
                found |= self.responses.bit_of.setdefault(fact, 1 << len(self.responses.bit_of))
        return found

    def form(self, code: str, history: History, colours: Iterable[str]) -> str:
        """Return the same for codes that are alike: the first way to write one of them.

        A code may be written with its pegs moved in a way that, with an exchange of colours, leaves each
        guess of the history as it is. Then colours of the history are written as they are exchanged, those
        that aren't among `colours` as a blank, and all others by numbers, in the order in which they come.
        Codes are alike if a map that moves the pegs and exchanges colours makes one of the other: the ways to
        move them are a group, so they can be written in the same ways. Conversely the same form shows such a
        map.
        """
        if not self.signs:
            return code
        kept = set(colours)
        blanked = [colour if colour in kept else " " for colour in code]
        forms = []
        for places, exchange in self._moves(tuple(guess for guess, _ in history)):
            numbers = {" ": " "}
            moved = [
                exchange.get(colour) or numbers.setdefault(colour, chr(len(numbers)))
                for colour in map(blanked.__getitem__, places)
            ]
            forms.append("".join(moved))
        return min(forms)

    def _moves(self, past: tuple[str, ...]) -> list[tuple[tuple[int, ...], dict[str, str]]]:
        """Return the ways to move pegs, with an exchange of colours, that leave the codes `past` alone."""
        if past not in self._ways:
            self._ways.clear()
            self._ways[past] = []
            for places in permutations(range(self.length)):
                pairs = {(code[place], code[k]) for code in past for k, place in enumerate(places)}
                if len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
                    self._ways[past].append((places, dict(pairs)))
        return self._ways[past]

    @cached_property
    def _ways(self) -> dict[tuple[str, ...], list[tuple[tuple[int, ...], dict[str, str]]]]:
        return {}

    # Nodes ------------------------------------------------------------------------------------------------

    def nodes(self, count: int) -> list[Node]:
        """Take and check `count` nodes."""
        self.silent, self.listed_words = Kept(len(self.guesses)), set(self.hidden)
        nodes: list[Node] = []
        for _ in range(count):
            nodes.append(self._node(nodes))
        return nodes

    def _node(self, nodes: list[Node]) -> Node:
        kind, guesses, text, parts = self.take(r"(pair|weights|chain|rule) (N) (\S+) (\S+(?: \S+)*)")
        g, fixed = self.number(guesses, 1, 255), self.restriction(text)
        demand(text == "-" or self.mode != "normal", "no restriction in normal mode")
        if kind == "rule":
            return self._rule(g, fixed, self._earlier(parts, nodes))
        named, _, cases = parts.partition(" : " if kind == "chain" else "\n")
        pairs = [part.split("*", 1) if kind == "weights" else (part, "1") for part in named.split(" ")]
        expect(all(len(pair) == 2 for pair in pairs), "word*weight")
        expect(all(map(self.is_word, (word for word, _ in pairs))), "words of the right length")
        weights = {word: self.number(weight, 0) for word, weight in pairs}
        demand(len(weights) == len(pairs) > 1, "two different words or more")
        demand(weights.keys() <= self.listed_words, "hidden words")
        places = [self.place_of[word] for word in weights]
        own = [self.responses.own_of(place) for place in places]
        node = self._about(g, fixed, own, own, inside=weights.keys() <= self.left, words=tuple(places))
        if kind == "pair":
            self._pair(g, fixed, own)
        elif kind == "weights":
            demand(g >= 2, "two guesses or more")
            self._heavy(places, list(weights.values()), g, self.responses.listed(self.allowed_by(fixed)))
        else:
            demand(
                self.mode != "normal" and not fixed.past and g >= 2, "hard mode, no conditions, two guesses"
            )
            self._chain(node, places, cases)
        return node

    def _about(
        self,
        g: int,
        fixed: Fixed,
        some: Iterable[int],
        every: Iterable[int],
        *,
        inside: bool,
        words: tuple[int, ...] = (),
        children: tuple[Node, ...] = (),
    ) -> Node:
        """Return a node that is about sets of words, by the facts that some and all words of each have.

        Each word must explain the conditions: it has just what is revealed in common with their guesses.
        """
        union, common = 0, -1
        for number in some:
            union |= number
        for number in every:
            common &= number
        for guess, pattern in fixed.past:
            own, shown = self.responses.own_of(self.place_of[guess]), self._number_of([(guess, pattern)])
            demand(own & union == own & common == shown, "words that explain the conditions")
        return Node(g, fixed, union, common, inside, words, children)

    def _pair(self, g: int, fixed: Fixed, own: Sequence[int]) -> None:
        """Demand that each guess leaves two words together, or that no guess is left after the next one."""
        demand(g <= 2, "one guess or two")
        apart = self.allowed_by(fixed) if g == 2 else 0
        for one, other in combinations(own, 2):
            if not apart:
                return
            apart &= ~self.responses.alike(one | other, one & other)
        demand(not apart, "two words that each guess gives one response")

    def _heavy(self, places: Sequence[int], weights: Sequence[int], g: int, guesses: Iterable[int]) -> None:
        """Demand that each of `guesses` leaves words together that weigh enough."""
        enough = enough_kept(weights, g)
        for keys in self.responses.keys(guesses, places):
            cells = dict.fromkeys(keys, 0)
            for key, weight in zip(keys, weights, strict=True):
                cells[key] += weight
            demand(max(cells.values()) >= enough, "weights")

    def _chain(self, node: Node, places: Sequence[int], cases: str) -> None:
        """Demand the cases of a chain; guesses go with their largest cells, of which one is the answer."""
        words = [self.guesses[place] for place in places]
        own = [self.responses.own_of(place) for place in places]
        varying, largest = node.some & ~node.every, dict[int, Cells]()
        answers: Answers = []
        for place in self.responses.listed(self.allowed_by(node.fixed)):
            guess = self.responses.own_of(place)
            seen = guess & varying
            if seen not in largest:
                cells: dict[int, list[str]] = {}
                for word, facts_of_word in zip(words, own, strict=True):
                    cells.setdefault(seen & facts_of_word, []).append(word)
                most = max(map(len, cells.values()))
                largest[seen] = tuple(tuple(cell) for cell in cells.values() if len(cell) == most)
            answers.append((place, guess, largest[seen]))
        left = iter(cases.split(" "))
        self._cases(left, 32, node, words, answers)
        expect(next(left, None) is None, "nothing after the cases")

    def _cases(
        self, left: Iterator[str], splits: int, node: Node, words: Sequence[str], answers: Answers
    ) -> None:
        kind = next(left, "")
        expect(kind in {"by", "split"}, "by or split")
        if kind == "by":
            numbers = [self.number(part, 0) for part in next(left, "").split(",")]
            expect(len(numbers) == len(words), "one weight a word")
            self._by(dict(zip(words, numbers, strict=True)), enough_kept(numbers, node.guesses), answers)
            return
        one, other = self.restriction(next(left, "")), self.restriction(next(left, ""))
        expect(splits > 0 and not one.past and not other.past, "32 splits at most, by facts")
        demand((one.facts | other.facts) & ~node.every == 0, "facts that each word has")
        for has, needs in (one.facts, other.facts), (other.facts, one.facts):
            kept = [answer for answer in answers if has & ~answer[1] or not needs & ~answer[1]]
            self._cases(left, splits - 1, node, words, kept)

    def _by(self, weights: dict[str, int], enough: int, answers: Answers) -> None:
        """Demand that each answer weighs enough.

        It is the largest cell, among equals that of the lowest code; the codes are of no interest where each
        of the largest cells weighs enough.
        """
        doubtful = {
            cells
            for cells in {cells for _, _, cells in answers}
            if any(sum(weights[word] for word in cell) < enough for cell in cells)
        }
        for place, _, cells in answers:
            if cells in doubtful:
                guess = self.guesses[place]
                _, answer = min((rank(self.feedback, self.score(guess, cell[0])), cell) for cell in cells)
                demand(sum(weights[word] for word in answer) >= enough, "weights")

    def _rule(self, g: int, fixed: Fixed, children: Sequence[Node]) -> Node:
        expect(children, "an earlier node")
        node = self._about(
            g,
            fixed,
            [child.some for child in children],
            [child.every for child in children],
            inside=all(child.inside for child in children),
            children=tuple(children),
        )
        unrefuted = self.allowed_by(fixed) & ~self.refuted(children, fixed, g)
        splitting = unrefuted and unrefuted & ~self.responses.alike(node.some, node.every)
        demand(not splitting, "each guess that splits the words to be refuted by a node")
        return node

    def words_of(self, node: Node) -> frozenset[int]:
        """Return the places of the words of `node`."""
        found, met, left = set(node.words), {id(node)}, [node]
        while left:
            for child in left.pop().children:
                if id(child) not in met:
                    met.add(id(child))
                    found.update(child.words)
                    left.append(child)
        return frozenset(found)

    # Restrictions, and what they leave --------------------------------------------------------------------

    def refuted(self, nodes: Iterable[Node], fixed: Fixed, left: int) -> int:
        """Return the guesses that are refuted under `fixed`, with `left` guesses left, by one of the nodes.

        Such a guess t gives all words of the node one response, and what is fixed then includes what the node
        fixes. What t reveals are the facts that it has in common with any of the words; as it splits none of
        them, these are the facts of t that every word has. A condition about t is fixed then, too: the
        response is the one that it says, as the words of a node explain its conditions.
        """
        found = 0
        for node in nodes:
            new, past = node.fixed.facts & ~fixed.facts, node.fixed.past - fixed.past
            if node.guesses < left - 1 or new & ~node.every:
                continue
            by_node = self._silent(node)
            for guess, _ in past:
                by_node &= 1 << self.place_of[guess]
            found |= by_node
        return found

    def _silent(self, node: Node) -> int:
        """Return the guesses that give all words of `node` one response, and have the facts that it fixes."""
        key = node.some, node.every, node.fixed.facts
        if key not in self.silent:
            alike = self.responses.alike(node.some, node.every)
            self.silent[key] = alike and alike & self.responses.with_all(node.fixed.facts)
        return self.silent[key]

    def allowed_by(self, fixed: Fixed) -> int:
        """Return the guesses that are allowed where so much is fixed."""
        if fixed not in self.allowed:
            found = self.responses.with_all(fixed.facts)
            for guess, pattern in fixed.past:
                own, shown = self.responses.own_of(self.place_of[guess]), self._number_of([(guess, pattern)])
                for place in self.responses.listed(found):
                    if self.responses.own_of(place) & own != shown:
                        found &= ~(1 << place)
            self.allowed[fixed] = found
        return self.allowed[fixed]

    def within(self, less: Fixed, more: Fixed) -> bool:
        """Tell whether all that `less` fixes is fixed by `more`, too."""
        return less.facts & ~more.facts == 0 and less.past <= more.past

    def _earlier(self, numbers: str, nodes: list[Node]) -> list[Node]:
        """Return the nodes with these numbers, which ascend."""
        if not numbers:
            return []
        places = [self.number(number, 0, len(nodes) - 1) for number in numbers.split(" ")]
        expect(all(map(lt, places, places[1:])), "ascending numbers of nodes")
        return [nodes[place] for place in places]

    @cached_property
    def restrictions(self) -> dict[str, Fixed]:
        """Restrictions by their texts."""
        return {"-": Fixed(0)}

    @cached_property
    def allowed(self) -> dict[Fixed, int]:
        """Guesses that are allowed, by what is fixed."""
        return {}

    def restriction(self, text: str) -> Fixed:
        """Read a restriction."""
        if text not in self.restrictions:
            self.restrictions[text] = self._read_restriction(text)
        return self.restrictions[text]

    def _read_restriction(self, text: str) -> Fixed:
        expect(not self.signs, "-, as codes are guessed")
        demand(self.tiles, "no restriction where there are no tiles, but normal mode only")
        if re.fullmatch(r"W\.[BYG]+(\.W\.[BYG]+)*".replace("W", f"[{self.letters.range}]+"), text):
            pairs = history_of(text)
            moves = dict(pairs)
            demand(self.mode == "ultrahard", "conditions in ultrahard mode only")
            expect([*moves.items()] == pairs and len(moves) <= 255, "each word once")
            expect([*moves] == sorted(moves, key=self.letters.text), "conditions in alphabetical order")
            expect({*map(len, moves), *map(len, moves.values())} == {self.length}, "words and patterns")
            demand(moves.keys() <= self.place_of.keys(), "conditions about guesses of the list")
            demand(all(starmap(in_order, pairs)), "patterns in which yellow tiles come before grey ones")
            return Fixed(self._number_of(moves.items()), frozenset(moves.items()))
        greens, _, letters = text.partition("/")
        shape = "[a-z.]+/[a-z]*".replace("a-z", self.letters.range)
        fits = re.fullmatch(shape, text) and len(letters) <= len(greens) == self.length
        expect(fits and list(letters) == sorted(letters), "a restriction such as ..a../at")
        named = facts(greens, letters)
        expect(named, "- where nothing is fixed")
        bit_of, found = self.responses.bit_of, 0
        for fact in named:
            found |= bit_of.setdefault(fact, 1 << len(bit_of))
        return Fixed(found)
