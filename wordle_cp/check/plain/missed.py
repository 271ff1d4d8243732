"""A second checker of words missed: slow, short, standard library only, written from docs/certificates/."""

from collections.abc import Iterable
from math import inf
from pathlib import Path

from .game import PlainGame, demand
from .total import CLAIM, PlainTotal, Words


class PlainMissed(PlainTotal):
    """One certificate: the constructor returns if it is accepted, and raises a ValueError if it isn't.

    Numbers of guesses and of words are infinite for "however many" and "lost".
    """

    def __init__(self, path: Path, lists: Path) -> None:
        """Check the certificate at `path`; `lists` is the folder of the word lists that are known."""
        PlainGame.__init__(self, path, lists)
        demand(self.mode == "normal", "normal mode")
        self.most_cells: dict[Words, tuple[int, int]] = {}  # that a guess makes, that one of the words makes
        self.proven: dict[Words, list[tuple[float, float, float]]] = {}  # lemmas: G, D, bound
        within = self.number(self.take("within (N)")[0], 1, 255)
        most, among = self.take("most (N)", "")[0], self.take("among (N)", "")[0]
        self.depth = self.number(most, within, 255) if most else 255
        meant = [self.take("(W)")[0] for _ in range(self.number(among, 1))] if among else self.guesses
        demand(len(meant) == len(set(meant)) and set(meant) <= set(self.guesses), "different openers")
        covered, steps, lemmas = [self.take(f"{key} (N)")[0] for key in ("covered", "steps", "lemmas")]
        played = len(self.history)
        demand(self.number(covered, 1) == len(self.left) and played < within, "covered, and a guess left")
        end, found = len(self.lines) - self.number(steps, 0, 10**12), dict[str, int]()
        demand(self._replay(self.left, self.history, end, found) in meant or not among, "an opener")
        demand(
            len(self.lines) == end and sum(k > within for k in found.values()) == self.missed, "the strategy"
        )
        for _ in range(self.number(lemmas, 0)):
            self._missed_lemma()
        left = within - played, self.depth - played if most else inf
        for t in self.first_ones(meant, self.history, self.signs):
            skipped = not among and len(self.left) > 1 and len(self._cells(t, self.left)) == 1
            demand(skipped or self.missed_with(t, self.left, *left) >= self.missed, f"opener {t}")
        demand(self.take("end of certificate") == () and not self.lines, "nothing after the end")

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return what `PlainGame` does, but ask for another claim."""
        if pattern != CLAIM:
            demand(self.lines, "a line")
            return PlainGame.take(self, pattern, default)
        self.missed = self.number(PlainGame.take(self, "claim missed least (N)")[0], 0)
        return "least", "255"

    def _missed_lemma(self) -> None:
        value, guesses, most, past = self.take(r"missed (N|lost) (N) (N|-) (W\.P(?:\.W\.P){0,15})")
        bound = inf if value == "lost" else self.number(value, 1)
        left = self.number(guesses, 0, 255), inf if most == "-" else self.number(most, 1, 255)
        moves = past.split(".")
        pairs = list(zip(moves[::2], moves[1::2], strict=True))
        demand(set(moves[::2]) <= set(self.guesses), "guesses")
        words = frozenset(h for h in self.left if all(self.score(t, h) == p for t, p in pairs))
        demand(len(words) > 1, "two words")
        for t in self.first_ones(self.guesses, [*self.history, *pairs], "".join(words)):
            if len(self._cells(t, words)) > 1:
                demand(self.missed_with(t, words, *left) >= bound, t)
        self.proven.setdefault(words, []).append((*left, bound))

    def missed_with(self, guess: str, words: Iterable[str], g: float, d: float) -> float:
        """Return how many of `words` are missed at the least with `guess` next."""
        cells = map(frozenset, self._cells(guess, words))
        return sum(self.missed_of(cell, max(0, g - 1), d - 1) for cell in cells if guess not in cell)

    def missed_of(self, words: Words, g: float, d: float) -> float:
        """Return the largest known bound of how many of `words` are missed."""
        n = len(words)
        if d < min(n, 2):
            return inf
        bounds = [bound for had, all_in, bound in self.proven.get(words, []) if had >= g and all_in >= d]
        if g < 2:
            bounds.append(n - g)
        if n > 1 and 2 in {g, d}:
            most, own = self.cells_of(words)
            if g == 2:
                bounds.append(n - most)
            if d == 2:
                bounds.append(inf if most < n else n - min(g, own == n) if g < 2 else 0)
        return max(bounds, default=0)

    def cells_of(self, words: Words) -> tuple[int, int]:
        """Return the most cells that a guess makes of `words`, and that one of the words does."""
        if words not in self.most_cells:
            made = {t: len({self.score(t, h) for h in words}) for t in self.guesses}
            self.most_cells[words] = max(made.values()), max(made[t] for t in words)
        return self.most_cells[words]


class PlainAllMiss(PlainMissed):
    """One certificate of claim "impossible" that has lemmas instead of nodes; otherwise as `PlainMissed`."""

    def __init__(self, path: Path, lists: Path) -> None:
        """Check the certificate at `path`; `lists` is the folder of the word lists that are known."""
        PlainGame.__init__(self, path, lists)
        demand(self.verdict == "impossible" and self.signs, "lemmas where codes can't be found")
        self.most_cells, self.proven = {}, {}
        scope, meant, left = self.scope()
        for _ in range(self.number(self.take("lemmas (N)")[0], 0)):
            self._missed_lemma()
        for t in self.first_ones(meant, self.history, self.signs) if left else []:
            skipped = scope == "all" and len(self.left) > 1 and len(self._cells(t, self.left)) == 1
            demand(skipped or self.missed_with(t, self.left, left, inf) >= 1, f"opener {t}")
        demand(self.take("end of certificate") == () and not self.lines, "nothing after the end")

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return what `PlainGame` does, once there is a line."""
        demand(self.lines, "a line")
        return PlainGame.take(self, pattern, default)
