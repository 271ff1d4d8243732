"""A second checker of intervals of words missed, by the standard library alone, from docs/certificates/."""

from pathlib import Path

from .depth import Node, PlainChecker
from .game import Facts, PlainGame, demand, learnt
from .total import CLAIM


class PlainPacking(PlainChecker):
    """One certificate: the constructor returns if it is accepted, and raises a ValueError if it isn't."""

    def __init__(self, path: Path, lists: Path) -> None:
        """Check the certificate at `path`; `lists` is the folder of the word lists that are known."""
        PlainGame.__init__(self, path, lists)
        demand(self.mode != "ultrahard", "normal or hard mode")
        within = self.number(self.take("within (N)")[0], 1, 255)
        covered, steps, count, sets = [
            self.take(f"{key} (N)")[0] for key in ("covered", "steps", "nodes", "sets")
        ]
        left = within - len(self.history)
        demand(self.number(covered, 1) == len(self.left) and left > 0, "covered, and a guess left")
        end, found = len(self.lines) - self.number(steps, 0, 10**12), dict[str, int]()
        self._replay(self.left, self.history, end, found)
        demand(
            len(self.lines) == end and sum(k > within for k in found.values()) == self.high, "the strategy"
        )
        nodes: list[Node] = []
        for _ in range(self.number(count, 0)):
            nodes.append(self._node(nodes))
        places = [int(self.take("set (N)")[0]) for _ in range(self.number(sets, 0, len(nodes)))]
        demand(len(set(places)) == len(places) and max(places, default=-1) < len(nodes), "different sets")
        packed = [nodes[place] for place in places]
        demand(all(words <= self.left for _, _, words in packed), "words that agree with the history")
        fixed = Facts().union(*(learnt(*move) for move in self.history if self.mode != "normal"))
        for t in self.guesses:
            cells = self._cells(t, self.left)
            if self.allows(t, self.history) and (len(cells) > 1 or len(self.left) == 1):
                others = sum(t not in cell for cell in cells)
                counted = len(self.left - {t}) - others * (left - 1) if left < 3 else 0
                demand(max(counted, self._packed(t, fixed, left, packed)) >= self.low, f"opener {t}")
        demand(self.take("end of certificate") == () and not self.lines, "nothing after the end")

    def _packed(self, t: str, fixed: Facts, left: int, packed: list[Node]) -> int:
        """Return how many of the sets the opener takes, in their order."""
        taken, count = set[str](), 0
        for node in packed:
            lost = (node[0] >= left and node[1] <= fixed) or self._hopeless(t, fixed, left, node)
            if lost and not taken & node[2]:
                taken |= node[2]
                count += 1
        return count

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return what `PlainGame` does, but ask for another claim."""
        if pattern != CLAIM:
            demand(self.lines, "a line")
            return PlainGame.take(self, pattern, default)
        low, high = PlainGame.take(self, "claim missed between (N) (N)")
        self.high = self.number(high, 0)
        self.low = self.number(low, 0, self.high)
        return "between", "255"
