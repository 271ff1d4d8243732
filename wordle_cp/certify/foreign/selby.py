"""Alex Selby's strategy text, read back; `views.formats.selby` says what that is, and writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.lines import Line, read_lines
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS, node_name
from wordle_cp.errors import CertificateParseError, abridged, counted
from wordle_cp.games.strategy_tree import Figures, figures_of
from wordle_cp.games.typed import typed_word
from wordle_cp.rules.letters import PLAIN, Alphabet
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.words import History

MAX_NODES: Final = 1_000_000
"""Most nodes of a tree; hidden words at the ends of paths of 255 guesses could otherwise fill any memory."""

_TOKEN: Final = re.compile(r"\S+")
_PATTERN: Final = re.compile(r"(?P<pattern>[BYGbyg]+)(?P<count>[1-9][0-9]{0,2})")


def is_counted(token: str) -> bool:
    """Tell whether a token is a pattern with its number behind it, which no other format has."""
    return _PATTERN.fullmatch(token) is not None


@dataclass(frozen=True, slots=True)
class Imported:
    """A strategy text, transcribed.

    `steps` is the preorder of `DepthPossible`, `opener` its first guess; `numbers` are those of its tree.
    `dropped` is the number of hidden words for which the text wastes guesses where it has no other word
    left; the steps guess such a word at once, because a certificate can't say otherwise.
    """

    steps: tuple[str, ...]
    opener: str
    numbers: Figures
    dropped: int


@dataclass(slots=True)
class _Branch:
    """A node of the text's tree: its guess, the hidden words below, and a branch for each pattern."""

    guess: str
    word: str  # one of the hidden words below; the only one if `size` is 1
    size: int = 0
    found: bool = False  # the guess is one of the hidden words below
    children: dict[int, _Branch] = field(default_factory=dict)


def read_strategy(path: Path, length: int, history: History = (), alphabet: Alphabet = PLAIN) -> Imported:
    """Transcribe the strategy text at `path`, hollow or full, plain, gzipped or xz-compressed.

    All words have `length` letters of the `alphabet`. With a `history` every line must begin with it, and the
    steps are those that follow it. Lines may come in any order. Whether a word is in its list, whether a
    guess is allowed and whether a hidden word is missing is left to the checker.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: a line is not a path, two lines contradict each other, or a pattern is not the
            one that its guess gets.
    """
    root: _Branch | None = None
    nodes = 1
    previous: History = ()
    seen: set[str] = set()
    for line in read_lines(path):
        if not line.text.strip():
            continue
        text = _PathText(path, line, WordScoring(length, alphabet))
        previous = text.path(previous)
        hidden = previous[-1][0]
        if hidden in seen:
            raise text.error(0, f"the hidden word {hidden} has a line already")
        if len(seen) == MAX_WORDS:
            raise text.error(0, f"more than {MAX_WORDS} hidden words")
        seen.add(hidden)
        if previous[: len(history)] != history or len(previous) == len(history):
            raise text.error(0, f"expected a line that goes on from {text.game.format_history(history)}")
        root = root or _Branch(previous[len(history)][0], hidden)
        nodes += _insert(root, previous, len(history), text)
        if nodes > MAX_NODES:
            raise text.error(0, f"a tree of more than {MAX_NODES} nodes")
    if root is None:
        raise CertificateParseError(str(path), 1, 1, "expected a strategy, found no line")
    return _transcribe(root, len(history))


class _PathText:
    """One line of a strategy text, and the errors that point into it."""

    def __init__(self, path: Path, line: Line, game: WordScoring) -> None:
        self._path = path
        self._line = line
        self.game = game
        self._length = game.length
        self._tokens = list(_TOKEN.finditer(line.text))

    def error(self, token: int, message: str) -> CertificateParseError:
        """Return the error to raise for token number `token`, from 0."""
        return CertificateParseError(
            str(self._path), self._line.number, self._tokens[token].start() + 1, message
        )

    def path(self, previous: History) -> History:
        """Return the whole path of the line.

        Its first part may be blanked because the path `previous` of the line above has it too. How much
        follows from the number of the first pattern, so columns that got lost do no harm.
        """
        hollow = _PATTERN.fullmatch(self._tokens[0].group()) is not None
        shared = 0 if not hollow and len(self._tokens) == 1 else self._pattern(0 if hollow else 1)[1] - 1
        if shared + hollow > len(previous):
            needed = counted(shared + hollow, "guess", "guesses")
            raise self.error(0, f"this line needs {needed} of the line above, which has {len(previous)}")
        moves = list(previous[:shared])
        guess = previous[shared][0] if hollow else None
        for token in range(len(self._tokens)):
            if guess is None:
                guess = self._guess(token)
                continue
            pattern, count = self._pattern(token)
            moves.append((guess, pattern))
            if count != len(moves):
                raise self.error(token, f"guess number {len(moves)} is counted as number {count}")
            guess = None
        if guess is not None:
            raise self.error(-1, f"expected a pattern after {guess}")
        self._verify(moves)
        return tuple(moves)

    def _verify(self, moves: list[tuple[str, int]]) -> None:
        """Demand that the path ends with its hidden word, no earlier, and that all patterns are right."""
        green = self.game.win
        hidden, last = moves[-1]
        if last != green:
            raise self.error(-1, f"expected {self.game.format_pattern(green)} at the end of the line")
        for number, (guess, pattern) in enumerate(moves, start=1):
            right = self.game.score(guess, hidden)
            if pattern != right:
                was, is_right = self.game.format_pattern(pattern), self.game.format_pattern(right)
                message = f"guess number {number}, {guess}, gets {is_right} if {hidden} is hidden, not {was}"
                raise self.error(0, message)
            if pattern == green and number < len(moves):
                raise self.error(0, f"the line goes on after {hidden} is found by guess number {number}")

    def _guess(self, token: int) -> str:
        text = self._tokens[token].group()
        word = typed_word(text, self.game)
        if word is None:
            raise self.error(token, f"expected {self.game.a_word}, found {abridged(text)}")
        return word

    def _pattern(self, token: int) -> tuple[int, int]:
        """Return the pattern and the number of guesses that token number `token` holds."""
        text = self._tokens[token].group()
        found = _PATTERN.fullmatch(text)
        if found is None or len(found["pattern"]) != self._length or int(found["count"]) > MAX_DEPTH:
            expected = (
                f"{counted(self._length, 'letter', 'letters')} B, Y, G and a number from 1 to {MAX_DEPTH}"
            )
            raise self.error(token, f"expected {expected}, found {abridged(text)}")
        return self.game.parse_pattern(found["pattern"]), int(found["count"])


def _insert(root: _Branch, path: History, before: int, text: _PathText) -> int:
    """Add the last word of `path` to the tree under `root`, which stands after the first `before` moves.

    Returns the number of new nodes.
    """
    hidden = path[-1][0]
    branch = root
    added = 0
    for index in range(before, len(path)):
        guess, pattern = path[index]
        if branch.guess != guess:
            name = node_name(path[:index], WordScoring(len(guess)))
            raise text.error(
                0, f"{name} the guess is {branch.guess} for {branch.word}, but {guess} for {hidden}"
            )
        branch.size += 1
        if index == len(path) - 1:
            branch.found = True
        else:
            child = branch.children.get(pattern)
            if child is None:
                child = branch.children[pattern] = _Branch(path[index + 1][0], hidden)
                added += 1
            branch = child
    return added


def _transcribe(root: _Branch, before: int) -> Imported:
    """Return the preorder of the tree under `root` and its numbers; `before` guesses precede it."""
    steps: list[str] = []
    found_after: dict[int, int] = {}
    dropped = 0
    stack = [(root, before + 1)]
    while stack:
        branch, number = stack.pop()
        alone = branch.size == 1
        if alone or branch.found:
            found_after[number] = found_after.get(number, 0) + 1
        if alone:
            dropped += not branch.found
        else:
            steps.append(branch.guess)
            stack.extend(
                (branch.children[pattern], number + 1) for pattern in sorted(branch.children, reverse=True)
            )
    opener = root.word if root.size == 1 else root.guess
    return Imported(tuple(steps), opener, figures_of(found_after), dropped)
