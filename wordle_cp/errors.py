"""Every error that bad input can cause: one root, so that the command line needs one `except`.

`str()` of each is a single printable line, whatever the input held. Bugs of our own are not here: those are
assertions and tracebacks. What puts a text or an object into a line is here, too.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Sized
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST_SHOWN: Final = 200
"""Longest repr of an object of this package, in characters."""
_SHOWN_ITEMS: Final = 3
_MOST_ALIKE: Final = 3
"""Problems of one kind in a file that have a line each; more have one line together."""
_SHOWN_CHARACTERS: Final = 90


def one_line(text: str) -> str:
    """`text` with every unprintable character escaped, so that it can't break out of its line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def abridged(text: str, limit: int = 40) -> str:
    """`text` in quotes on one line, cut off after `limit` characters: input quoted in a message."""
    shown = text if len(text) <= limit else text[:limit] + "..."
    return "'" + one_line(shown) + "'"


def counted(number: int, one: str, many: str) -> str:
    """Return `number` with what it counts: 1 word, 2 words."""
    return f"{number} {one if number == 1 else many}"


def brief(*names: str) -> Callable[[Any], str]:
    """Return a `__repr__` that shows these attributes, or if none is named the fields of a dataclass.

    What doesn't fit into `MOST_SHOWN` characters is left out, as are None and long lists, but for their
    length.
    """

    def __repr__(self: object) -> str:  # noqa: N807  it is one
        shown = names or tuple(field.name for field in fields(self))  # type: ignore[arg-type]
        parts = [f"{name}={_short(value)}" for name in shown if (value := getattr(self, name)) is not None]
        return within(f"{type(self).__name__}({', '.join(parts)})")

    return __repr__


def within(text: str, most: int = MOST_SHOWN) -> str:
    """Return `text` in one line of at most `most` characters."""
    line = one_line(text)
    return line if len(line) <= most else line[: most - 3] + "..."


def _short(value: object) -> str:
    """Return a value of a field in short."""
    if isinstance(value, Enum):
        return repr(value.value)
    if isinstance(value, Sized) and not isinstance(value, str | bytes) and len(value) > _SHOWN_ITEMS:
        return f"<{len(value):,}>"
    return within(repr(value), _SHOWN_CHARACTERS)


_named: Callable[[str], str] = str
"""How a message names an argument, by its keyword."""


def argument(keyword: str) -> str:
    """Return what the caller calls an argument: its `keyword` in Python, its option on the command line."""
    return _named(keyword)


@contextmanager
def naming(option: Callable[[str], str]) -> Iterator[None]:
    """Let the messages of this process name arguments as `option` does inside: the command line does so."""
    global _named  # noqa: PLW0603  a process has one caller
    before, _named = _named, option
    try:
        yield
    finally:
        _named = before


class WordleCpError(Exception):
    """Root of all errors that a caller may want to catch; the message is one line."""

    def __str__(self) -> str:
        """Return the message as one printable line."""
        return one_line(self._message())

    def _message(self) -> str:
        return " ".join(str(argument) for argument in self.args)


class UsageError(WordleCpError):
    """A call or a command line that asks for something that makes no sense."""


class ChoiceError(UsageError, ValueError):
    """A value of an enumeration that it doesn't have; a ValueError, too, as Python's enumerations raise."""

    def __init__(self, what: str, choices: Sequence[str], found: object) -> None:
        """Say what was expected, one of the `choices`, and what was `found`."""
        shown = abridged(found) if isinstance(found, str) else f"a value of type {type(found).__name__}"
        super().__init__(f"expected {what}, {', '.join(choices[:-1])} or {choices[-1]}, found {shown}")


class FileError(WordleCpError, OSError):
    """A file or folder that can't be read or written; an OSError, too, with its `filename` and `strerror`."""

    def _message(self) -> str:
        # Not always text: the system names a file as the caller did.
        name = os.fsdecode(self.filename) if isinstance(self.filename, str | bytes | os.PathLike) else ""
        return f"{name}: {self.strerror or super()._message()}" if name else self.strerror or ""


@contextmanager
def file_errors(path: os.PathLike[str]) -> Iterator[None]:
    """Raise a FileError for what the system refuses inside; it is about `path` where the system names none.

    So is a path that no file can have, as it has a null byte or half a character.
    """
    try:
        impossible = "a null byte" if b"\0" in os.fsencode(path) else ""
    except UnicodeEncodeError:
        impossible = "half a character"
    if impossible:
        raise FileError(errno.EINVAL, f"no file has a name with {impossible}", os.fspath(path))
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        name = os.fspath(path) if error.filename is None else error.filename
        raise FileError(error.errno, error.strerror or str(error), name) from error


def install_hint(extra: str) -> str:
    """Return how to install the `extra` of this package, which is on no index."""
    return f"in a checkout, pip install '.[{extra}]'"


class ProofTooLongError(UsageError):
    """What is true has a proof, but one that is longer than a certificate may be, or would take too long."""


class WordListError(WordleCpError):
    """A word list that is missing, unreadable or not the one its SHA-256 says it is."""


class ShippedProofError(WordleCpError):
    """A proof that ships with the project and isn't the one that was accepted when it was added."""


class HistoryError(WordleCpError):
    """A history or a pattern that can't be read, or that contradicts itself."""


@dataclass(frozen=True, slots=True)
class VariantProblem:
    """One thing wrong with a variant, or with another file of input, and where.

    `file`, `line` and `column` (both from 1) locate it; for a word in a text file they point into that file.
    Both are 0 where there is no such place, as in a file that is missing.
    `path` is the key inside the variant, such as ``hidden[3]``, and empty for the file as a whole.
    `expected` says what should have been there. Problems of one `kind` are alike; without one, a problem is
    like no other.
    """

    file: str
    line: int
    column: int
    path: str
    expected: str
    kind: str = ""

    def __str__(self) -> str:
        """Return ``file:line:column: path: expected`` on one line."""
        where = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: "
        return one_line(where + (f"{self.path}: " if self.path else "") + self.expected)


class ProblemsError(WordleCpError):
    """Everything that is wrong with a file, all at once: `problems`, in the order of the file."""

    def __init__(self, problems: Sequence[VariantProblem]) -> None:
        """Keep `problems`, of which there must be one at least."""
        self.problems = tuple(problems)
        assert self.problems, "an error without a problem"
        super().__init__(self.problems)

    def lines(self) -> list[str]:
        """Return a line for each problem; many of one kind in a file have one line with a count."""
        alike = Counter((problem.file, problem.kind) for problem in self.problems if problem.kind)
        lines: list[str] = []
        counted_groups: set[tuple[str, str]] = set()
        for problem in self.problems:
            group = problem.file, problem.kind
            if alike[group] <= _MOST_ALIKE:
                lines.append(str(problem))
            elif group not in counted_groups:
                lines.append(f"{problem} (and {alike[group] - 1} more like it in this file)")
                counted_groups.add(group)
        return lines

    def _message(self) -> str:
        first, *others = self.problems
        more = f" ({counted(len(others), 'more problem', 'more problems')})" if others else ""
        return f"{first}{more}"


class VariantError(ProblemsError):
    """Everything that is wrong with one variant."""


class LinesError(ProblemsError, UsageError):
    """Everything that is wrong with a file of lines, such as weights or openers."""


class CertificateParseError(WordleCpError):
    """A certificate that is not well formed: it says nothing, so it is neither accepted nor rejected."""

    def __init__(self, file: str, line: int, column: int, message: str) -> None:
        """Locate the malformed place; `line` and `column` count from 1."""
        super().__init__(file, line, column, message)
        self.file = file
        self.line = line
        self.column = column
        self.message = message

    def _message(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class Rule(StrEnum):
    """A rule that certificates are checked by: its name in rejections, and what it demands."""

    meaning: str

    def __new__(cls, name: str, meaning: str = "") -> Self:
        """Make the rule."""
        rule = str.__new__(cls, name)
        rule._value_, rule.meaning = name, meaning
        return rule

    ABSURDLE = "absurdle", "Absurdle is played with words and coloured tiles"
    BOUND = "bound", "a lemma's words cost what it says, whatever is guessed next"
    CHAIN = "chain", "no guess takes more pieces of a chain away than may be lost"
    COST = "cost", "a strategy costs what a run has stored"
    COVERAGE = "coverage", "a strategy finds all hidden words, as many as claimed"
    DEPTH = "depth", "no word needs more guesses than are left"
    DISTRIBUTION = "distribution", "as many words as claimed are found with each guess"
    FACTS = "facts", "a set names facts of sets before it"
    FAIL = "fail", "no guess that may still be tried splits the group"
    FEWER = "fewer", "Absurdle isn't beaten with fewer guesses"
    FORM = "form", "a certificate of our own can be read"
    GROUP = "group", "a group has different words, which agree with the history"
    GUESS = "guess", "the mode allows the guess"
    GUESS_LIST = "guess list", "a guess is in the list of guesses"
    GUESSES = "guesses", "the last of the guesses wins against Absurdle, and none before it"
    GUESSES_LIST = "guesses list", "the list of guesses is the one that the certificate names"
    HIDDEN_LIST = "hidden list", "the list of hidden words is the one that the certificate names"
    HISTORY = "history", "the game isn't over"
    LEAVE = "leave", "fixed guesses leave as many words together as claimed"
    LOST = "lost", "the words of a node that a run has stored are lost"
    MISSED = "missed", "a strategy misses as many words as claimed"
    MODE = "mode", "the claim is about a mode that its proof covers"
    MOST = "most", "the largest number is the one claimed"
    MOVES = "moves", "each attempt to find fixed guesses ends, and no move follows"
    OPENER = "opener", "the opener is the one claimed, and costs what is claimed"
    OPENERS = "openers", "openers are different, allowed, and those of the claim"
    OTHERS = "others", "the bound for all other openers is right"
    PAIR = "pair", "each guess leaves two words of the node together"
    QUESTION = "question", "the certificate answers the question that was asked"
    RESTRICTION = "restriction", "a node binds guesses as its mode does, and no more than its parents"
    ROOT = "root", "the nodes of the conclusion refute each opener"
    RULE = "rule", "the nodes that a rule names refute each guess"
    SETS = "sets", "sets of words are different, agree with the history, and miss enough"
    SIZE = "size", "the check keeps within its memory and time"
    START = "start", "fixed guesses begin as claimed"
    STEPS = "steps", "a proof about fixed guesses has as many steps as claimed"
    STRATEGY = "strategy", "a strategy guesses while words are left, and then ends"
    TEXT = "text", "the file doesn't change while it is read"
    TOTAL = "total", "a strategy takes as many guesses in all as claimed"
    TRY = "try", "a guess that is tried is in the list, and there is one left"
    WEIGH = "weigh", "groups that are weighed aren't split yet, and a guess is left"
    WEIGHTS = "weights", "no guess takes more weight away than may be lost"
    WITHIN = "within", "there is a guess after the history"
    WORD_LISTS = "word lists", "every hidden word may be guessed"
    WORDS = "words", "a lemma has two words or more, by patterns of guesses"


class CertificateRejected(WordleCpError):  # noqa: N818  a verdict of the checker, named as such
    """A well-formed certificate that doesn't prove its claim."""

    def __init__(self, node: str, rule: Rule, expected: str, found: str) -> None:
        """Say at which `node` which `rule` `expected` something and `found` something else."""
        super().__init__(node, rule, expected, found)
        self.node = node
        self.rule = rule
        self.expected = expected
        self.found = found

    def _message(self) -> str:
        return f"{self.node}: {self.rule}: expected {self.expected}, found {self.found}"


class OwnCertificateRejected(CertificateRejected):
    """A certificate that was written here just now, and that the checker rejects: a fault of the program."""


class CheckerEndedError(WordleCpError):
    """A process that checks certificates has ended by itself."""


class WrongAnswerError(WordleCpError):
    """A solver, or a model, says what the checker or the search finds to be false: there is no verdict."""
