"""Commands that a document shows: what is to be run for each, and whether it could be run as it stands."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, NoReturn

from tests.shown.blocks import Block, sections
from wordle_cp.cli.app import PROGRAM as COMMANDS
from wordle_cp.cli.parse import Command
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROGRAM: Final = "wordle-cp"
WITH_OUTPUT: Final = "console"
WITHOUT_OUTPUT: Final = ("sh", "bash")
_PROMPT: Final = "$ "
_RUN: Final = re.compile(r"(?P<words>.*?)(?:(?:^|, )exit (?P<code>\d+))?", re.DOTALL)
_OPERATORS: Final = frozenset("|&;<>")
_REDIRECTIONS: Final = frozenset("<>")
_GAME: Final = re.compile(r"^(?:\w+: )?([\w-]+, \w+ mode)")
_HIDDEN: Final = re.compile(r"(\d+) hidden words")
_WITHIN: Final = re.compile(r"possible: .*within (\d+) guesses$")
_SAME_QUESTION: Final = frozenset({"--jobs", "--time-limit", "--max-memory"})
"""Options that change nothing in what comes out but times."""


@dataclass(frozen=True)
class ShownCommand:
    """A command as a document shows it, and what a note says of its run."""

    block: Block
    line: int
    text: str
    output: tuple[str, ...]
    """The lines shown below it; none if none are shown."""
    instead: str
    """The command that is run: the one shown, longer by the words of the note, or another."""
    code: int
    """The exit code that is expected."""

    @property
    def asks_the_same(self) -> bool:
        """Tell whether what is run must print what is shown, as nothing else is asked."""
        added = self.instead.removeprefix(self.text).split()
        known = all(name in _SAME_QUESTION for name in added[::2])
        return self.instead.startswith(self.text) and len(added) % 2 == 0 and known

    def misstated(self) -> str:
        """Return what of the output shown contradicts the question shown: game, depth; nothing if all agrees.

        It is for outputs of questions that aren't run.
        """
        options = dict(pairwise(words_of(self.text)))
        mode, hidden = options.get("--mode"), options.get("--hidden")
        game = Variant.load(
            options.get("--variant", DEFAULT_VARIANT),
            mode=None if mode is None else Mode(mode),
            hidden=None if hidden is None else HiddenKind(hidden),
        )
        asked = (
            (_GAME, f"{game.name}, {game.mode.value} mode"),
            (_HIDDEN, None if "--after" in options else str(len(game.hidden))),
            (_WITHIN, options.get("--depth")),
        )
        for line, (pattern, wanted) in product(self.output, asked):
            found = pattern.search(line)
            if found and wanted not in {None, found[1]}:
                return f"{line!r} is about {found[1]!r}, the question about {wanted!r}"
        return ""

    def fail(self, message: str) -> NoReturn:
        """Raise a DocumentError that says where the command stands."""
        self.block.fail(f"{self.text}: {message}", self.line)


def shown_commands(block: Block) -> Iterator[ShownCommand]:
    """Yield the commands of a block.

    Raises:
        DocumentError: a note is about no command, or several are about one.
    """
    steps = list(_steps(block))
    for note in block.notes:
        number = note.about.removeprefix("run").strip()
        if note.about.startswith("run") and number and not 1 <= int(number) <= len(steps):
            block.fail(f"a note is about command {number}; there are {len(steps)}")
    for place, (line, text, output) in enumerate(steps, 1):
        notes = block.notes_about(f"run {place}") or block.notes_about("run")
        if len(notes) > 1:
            block.fail("several notes tell what is run", line)
        found = _RUN.fullmatch(notes[0] if notes else "")
        assert found, "the expression takes every text"
        words, code = found["words"].strip(), int(found["code"] or 0)
        instead = words if words.startswith(f"{PROGRAM} ") else f"{text} {words}".rstrip()
        yield ShownCommand(block, line, text, tuple(output), instead, code)


def _steps(block: Block) -> Iterator[tuple[int, str, list[str]]]:
    """Yield line, command and output of each command; a command goes on behind a backslash."""
    if block.language == WITH_OUTPUT:
        try:
            parts = sections(block.text, _PROMPT)
        except ValueError as error:
            block.fail(str(error))
        if not parts:
            block.fail(f"no line begins with {_PROMPT!r}")
    else:
        parts = [
            (number, [_PROMPT + line])
            for number, line in enumerate(block.text.replace("\\\n", "").splitlines())
            if line.strip() and not line.startswith("#")
        ]
    for start, lines in parts:
        text, rest = lines[0].removeprefix(_PROMPT), lines[1:]
        while text.endswith("\\"):
            text, rest = text[:-1].rstrip() + " " + rest[0].strip(), rest[1:]
        if not any(line.strip() for line in rest):
            rest = []
        yield block.line + start, text.partition("  #")[0].rstrip(), rest


def words_of(command: str) -> list[str]:
    """Return the words of `command`, operators of the shell as words of their own."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return list(lexer)


def has_operators(words: Sequence[str]) -> bool:
    """Tell whether a shell is needed."""
    return any(set(word) <= _OPERATORS for word in words)


def program_calls(command: str) -> Iterator[list[str]]:
    """Yield the arguments of each call of the program in `command`, a pipe or list of commands."""
    called: list[str] | None = None
    words = [*words_of(command), ";"]
    for place, word in enumerate(words):
        if set(word) <= _OPERATORS:
            if called is not None:
                yield called
            called = None
        elif called is not None:
            called.append(word)
        elif word == PROGRAM and (place == 0 or set(words[place - 1]) <= _OPERATORS):
            called = []


def called_programs(command: str) -> Iterator[list[str]]:
    """Yield the words of each command that the line `command` has, between pipes and the like."""
    called: list[str] = []
    for word in [*words_of(command), ";"]:
        if set(word) <= _OPERATORS and not set(word) & _REDIRECTIONS:
            if called:
                yield called
            called = []
        else:
            called.append(word)


def check_syntax(arguments: Sequence[str]) -> None:
    """Raise UsageError if the program doesn't have such a command, option, or value of an option."""
    command, words = COMMANDS.find(arguments)
    if isinstance(command, Command) and "--help" not in words:
        command.read(words)
