"""Nodes of a refutation, changed one field at a time, each judged with the nodes that it rests on alone.

For certificates that take minutes to check. A node is checked by what it says and by what the nodes say that
it names; so a file with it and with those that it rests on, directly or not, has all that its check needs. If
the checker rejects a node of that file, it rejects the whole one. If not, the plain checker must accept the
nodes, too, and see that the changed node says what it said before: then the whole file is as true as it was.
A node that says something else, and is true, is `other`: whether the nodes above still follow isn't looked
at.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

from tools.mutants import WORD_LISTS, change_of, text_of, words_of
from wordle_cp.check import check_file
from wordle_cp.check.plain.depth import PlainChecker
from wordle_cp.check.plain.game import lines_of
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.check.plain.depth import Fixed

    Statement = tuple[int, Fixed, frozenset[int]]

MOST_BELOW: Final = 12
"""Nodes that one which is changed may rest on; others aren't drawn, as the plain checker is slow."""


class PlainNodes(PlainChecker):
    """The nodes of a refutation, one after the other; what follows from them isn't looked at."""

    def prove(self) -> None:
        """Take the nodes; `said` is what the last one says: guesses, restriction, words."""
        self.take("openers .*")
        self.take("covered (N)")
        last = self.nodes(self.number(self.take("nodes (N)")[0], 0))[-1]
        self.said: Statement = last.guesses, last.fixed, self.words_of(last)
        self.take("root.*")


def judge_nodes(path: Path, count: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Change a field of `count` nodes of the refutation at `path`, the same ones each time.

    Returns how many were killed, true, other and wrong, in all and of each kind of node, and the lines of
    those that are wrong.
    """
    rng = random.Random(path.name)  # noqa: S311
    lines = text_of(path).split("\n")[:-1]
    words = words_of(lines)
    openers, covered, first = (
        next(place for place, line in enumerate(lines) if line.startswith(f"{key} "))
        for key in ("openers", "covered", "nodes")
    )
    nodes = lines[first + 1 : -2]  # then come the root and the end
    head = [*lines[:openers], "openers all", lines[covered]]
    figures: Counter[str] = Counter()
    wrong: list[str] = []
    file = folder / "nodes.cert"
    while sum(figures[verdict] for verdict in ("killed", "true", "other", "wrong")) < count:
        place = rng.randrange(len(nodes))
        line = nodes[place]
        changed = change_of(line, words, rng)
        below = _below(nodes, place, changed)
        before = _below(nodes, place, line)
        if changed == line or below is None or before is None:
            continue
        _write(file, head, nodes, below, changed)
        verdict = "killed"
        if not rejects_a_node(file):
            found = _plain_statement(file)
            _write(file, head, nodes, before, line)
            same = found is not None and found == _plain_statement(file)
            verdict = "wrong" if found is None else "true" if same else "other"
        figures.update((verdict, f"{line.partition(' ')[0]} {verdict}"))
        if verdict == "wrong":
            wrong.append(changed)
    return figures, wrong


def _named(line: str, place: int) -> list[int]:
    """Return the nodes before `place` that the node `line` names; others make it malformed."""
    kind, *fields = line.split(" ")
    numbers = [int(field) for field in fields[2:] if field.isdigit()] if kind == "rule" else []
    return [number for number in numbers if number < place]


def _below(nodes: Sequence[str], place: int, line: str) -> list[int] | None:
    """Return the nodes that the one at `place` rests on if it is `line`, ascending; None if too many."""
    found: set[int] = set()
    left = _named(line, place)
    while left:
        number = left.pop()
        if number in found:
            continue
        found.add(number)
        if len(found) > MOST_BELOW:
            return None
        left += _named(nodes[number], number)
    return sorted(found)


def _write(path: Path, head: Sequence[str], nodes: Sequence[str], below: Sequence[int], last: str) -> None:
    """Write a certificate of the nodes `below` and of `last`, with new numbers; its claim doesn't follow."""
    number_of = {str(old): str(new) for new, old in enumerate(below)}

    def renumbered(line: str) -> str:
        if not line.startswith("rule "):
            return line
        kind, guesses, restriction, *numbers = line.split(" ")
        # What isn't there isn't there in the whole file either: a number that no node has.
        kept = [number_of.get(number, str(len(below) + 1)) for number in numbers]
        return " ".join([kind, guesses, restriction, *kept])

    parts = [renumbered(nodes[number]) for number in below] + [renumbered(last)]
    text = [*head, f"nodes {len(parts)}", *parts, f"root {len(parts) - 1}"]
    path.write_text("\n".join([*text, "end of certificate", ""]), encoding="utf-8")


def rejects_a_node(path: Path) -> bool:
    """Tell whether the checker rejects one of the nodes; the claim itself it must reject in the end."""
    try:
        check_file(path, word_list_by_hash)
    except CertificateParseError:
        return True
    except CertificateRejected as error:
        return error.node.startswith("node ")
    message = "the claim can't follow"
    raise AssertionError(message)


def _plain_statement(path: Path) -> Statement | None:
    """Return what the last node says, None if the plain checker doesn't accept all of them."""
    try:
        return PlainNodes(lines_of(path.read_bytes()), WORD_LISTS).said
    except ValueError:
        return None
