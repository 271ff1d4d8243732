"""A second checker: slow, short, standard library only, written from docs/certificates/ alone."""

import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

from .game import Facts, History, PlainGame, agrees, demand, facts, learnt

Node = tuple[int, Facts, set[str]]  # so many guesses don't find these words where these facts are fixed


def rank(pattern: str) -> list[int]:
    """Return what patterns are ordered by: their codes, or black pegs, then white ones."""
    return list(map(int, pattern)) if pattern.isdigit() else ["BYG".index(tile) for tile in reversed(pattern)]


def outweigh(weights: dict[str, int], g: int, kept: list[set[str]]) -> None:
    """Demand sum(w) - (g - 1) * loss > max(w), where each guess keeps the words of one of the sets `kept`."""
    total = sum(weights.values())
    loss = max((total - sum(weights[word] for word in words) for words in kept), default=0)
    demand(total - (g - 1) * loss > max(weights.values()), "weights")


class PlainChecker(PlainGame):
    """One certificate: the constructor returns if it is accepted, and raises a ValueError if it isn't."""

    def __init__(self, path: Path, lists: Path) -> None:
        """Check the certificate at `path`; `lists` is the folder of the word lists that are known."""
        super().__init__(path, lists)
        self._possible() if self.verdict == "possible" else self._impossible()
        demand(self.take("end of certificate") == () and not self.lines, "nothing after the end")

    def _hopeless(self, guess: str, fixed: Facts, left: int, node: Node) -> bool:
        patterns = {self.score(guess, h) for h in node[2]}
        return len(patterns) == 1 and node[0] >= left - 1 and node[1] <= fixed | learnt(guess, *patterns)

    def _cells(self, guess: str, words: Iterable[str]) -> list[set[str]]:
        """Return the cells of `words` under `guess`, by ascending code of the pattern."""
        found: dict[str, set[str]] = {}
        for word in words:
            found.setdefault(self.score(guess, word), set()).add(word)
        return [found[p] for p in sorted(found, key=rank)]

    def _possible(self) -> None:
        opener = self.take("opener (W)", "")[0]
        claimed = [self.take(f"{key} (N)")[0] for key in ("covered", "total", "most")]
        claimed += self.take("distribution (N(?: N)*)")[0].split(" ")
        end = len(self.lines) - 1 - self.number(self.take("steps (N)")[0], 0, len(self.lines))
        found: dict[str, int] = {}  # the number of guesses for each hidden word
        first = self._replay(self.left, self.history, end, found)
        made = list(found.values())
        counts = [made.count(guesses) for guesses in range(1, max(made) + 1)]
        demand(claimed == [str(n) for n in (len(made), sum(made), max(made), *counts)], "numbers")
        demand(opener in {"", first} and end == len(self.lines), "opener and number of steps")

    def _replay(self, words: set[str], history: History, end: int, found: dict[str, int]) -> str:
        """Walk through the tree of `words`, down to the line at place `end`; return its first guess."""
        demand(words and len(history) < self.depth and (len(words) == 1 or len(self.lines) > end), "a guess")
        guess = min(words) if len(words) == 1 else self.take("(W)")[0]
        demand(self.allows(guess, history), "an allowed guess")
        for cell in self._cells(guess, words):
            if guess in cell:
                found[guess] = len(history) + 1
            else:
                self._replay(cell, [*history, (guess, self.score(guess, min(cell)))], end, found)
        return guess

    def scope(self) -> tuple[str, list[str], int]:
        """Read the openers, and what is covered; return the scope, its openers and the guesses left."""
        scope, count = self.take("openers (all|except|only)(?: (N))?")
        listed = [self.take("(W)")[0] for _ in range(self.number(count, 1) if count else 0)]
        demand((scope == "all") == (count is None) and len(listed) == len(set(listed)), "openers")
        demand(all(self.allows(word, self.history) for word in listed), "allowed openers")
        meant = [
            t for t in self.guesses if (t in listed) == (scope == "only") and self.allows(t, self.history)
        ]
        demand(meant, "an opener that the claim speaks of")
        left, covered = self.depth - len(self.history), self.number(self.take("covered (N)")[0], 1)
        demand(left >= 0 and covered == len(self.left), "covered")
        return scope, meant, left

    def _impossible(self) -> None:
        _, meant, left = self.scope()
        nodes: list[Node] = []
        for _ in range(self.number(self.take("nodes (N)")[0], 0)):
            nodes.append(self._node(nodes))
        useful = [n for n in self._earlier(self.take("root((?: N)*)")[0], nodes) if n[2] <= self.left]
        fixed = Facts().union(*(learnt(*move) for move in self.history if self.mode != "normal"))
        proven = left == 0 or any(node[0] >= left and node[1] <= fixed for node in useful)
        hopeless = [t for t in self.guesses if any(self._hopeless(t, fixed, left, n) for n in useful)]
        for t in [] if proven else meant:
            lost = (left == 1 and {t} != self.left) or t in hopeless
            demand(lost or any(self._alike(t, other, self.history) for other in hopeless), f"{t} hopeless")

    def _alike(self, one: str, other: str, history: History) -> bool:
        """Tell whether moving pegs and exchanging colours makes one of the other, and leaves the history.

        A blank stays a blank.
        """
        past = [guess for guess, _ in history]
        for places in permutations(range(self.length) if self.signs else ()):
            moved = "".join(code[place] for code in [*past, one] for place in places)
            pairs = {(" ", " "), *zip(moved, "".join([*past, other]), strict=bool(places))}
            if places and len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
                return True
        return False

    def _earlier(self, numbers: str, nodes: list[Node]) -> list[Node]:
        places = [self.number(number, 0, len(nodes) - 1) for number in numbers.split()]
        demand(places == sorted(set(places)), "ascending")
        return [nodes[place] for place in places]

    def _restriction(self, text: str) -> Facts:
        if text == "-":
            return set()
        if re.fullmatch(r"\w+\.[BYG]+(\.\w+\.[BYG]+)*", text):
            moves = dict(re.findall(r"(\w+)\.(\w+)", text))
            demand(self.mode == "ultrahard" and moves.keys() <= set(self.guesses), "conditions")
            in_order = sorted(moves, key=self.letters.text)
            demand(".".join(f"{t}.{moves[t]}" for t in in_order) == text, "one order")
            demand(len(moves) <= 255 and {*map(len, moves.values())} == {self.length}, "conditions")
            return Facts().union(*(learnt(*move) for move in moves.items()))
        greens, _, letters = text.partition("/")
        demand(
            re.fullmatch("[a-z.]+/[a-z]*".replace("a-z", self.letters.range), text)
            and len(letters) <= len(greens) == self.length,
            "restriction",
        )
        demand(facts(greens, letters) and list(letters) == sorted(letters), "letters")
        return facts(greens, letters)

    def _node(self, nodes: list[Node]) -> Node:
        kind, guesses, text, parts = self.take(r"(pair|weights|chain|rule) (N) (\S+) (\S+(?: \S+)*)")
        g, fixed = self.number(guesses, 1, 255), self._restriction(text)
        demand(text == "-" or self.mode != "normal", "no restriction")
        allowed = [t for t in self.guesses if agrees(t, fixed)]
        by: Facts = {fact for fact in fixed if isinstance(fact[1], str)}  # conditions
        if kind == "rule":
            children = self._earlier(parts, nodes)
            union = set[str]().union(*(words for _, _, words in children))
            demand(all(agrees(h, by) for h in union), "words that explain the conditions")
            for t in allowed:
                splits = len({self.score(t, h) for h in union}) > 1
                demand(
                    not splits or any(self._hopeless(t, fixed, g, child) for child in children),
                    f"{t} hopeless",
                )
            return g, fixed, union
        named, _, cases = parts.partition(" : " if kind == "chain" else "\n")
        pairs = [part.split("*") if kind == "weights" else (part, "1") for part in named.split(" ")]
        weights = {word: self.number(weight, 0) for word, weight in pairs}
        demand(len(weights) == len(pairs) > 1 and weights.keys() <= set(self.hidden), "words")
        demand(all(agrees(h, by) for h in weights), "words that explain the conditions")
        if kind == "chain":
            demand(g >= 2 and self.mode != "normal" and not by, "two guesses, hard mode, no conditions")
            left = iter(cases.split(" "))
            self._cases(left, 32, g, list(weights), allowed)
            demand(next(left, None) is None, "nothing after the cases")
        else:
            demand(g >= 2 if kind == "weights" else g <= 2, "guesses")
            heaviest = [
                max(self._cells(t, weights), key=lambda c: sum(weights[h] for h in c)) for t in allowed
            ]
            outweigh(weights, g, heaviest)
        return g, fixed, set(weights)

    def _cases(self, left: Iterator[str], splits: int, g: int, words: list[str], guesses: list[str]) -> None:
        kind = next(left, "")
        demand(kind in {"by", "split"}, "by or split")
        if kind == "by":
            numbers = [self.number(part, 0) for part in next(left, "").split(",")]
            demand(len(numbers) == len(words), "one weight a word")
            largest = [max(self._cells(t, words), key=len) for t in guesses]  # the first one among equals
            outweigh(dict(zip(words, numbers, strict=True)), g, largest)
            return
        one, other = self._restriction(next(left, "")), self._restriction(next(left, ""))
        demand(splits > 0 and all(one | other <= facts(h, h) for h in words), "what each word has")
        for has, needs in (one, other), (other, one):
            kept = [t for t in guesses if not has <= facts(t, t) or needs <= facts(t, t)]
            self._cases(left, splits - 1, g, words, kept)
