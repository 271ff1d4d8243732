"""A dialogue in lines: what `play` and `assist` say and ask, on a terminal or with piped input.

The dialogue goes to standard output; with --json to standard error, as the one object has standard output for
itself. Piped answers are repeated after their question, so that the whole can be read.
"""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

from rich.console import Console
from rich.text import Text

from wordle_cp.cli.board import Board
from wordle_cp.cli.interrupts import TERMINATED
from wordle_cp.cli.sections import Section, option
from wordle_cp.cli.terminal import wrapped
from wordle_cp.errors import HistoryError, one_line
from wordle_cp.games.notation import parse_response
from wordle_cp.play.games import advice_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.position.value import Advice
    from wordle_cp.cli.running import WorkOptions
    from wordle_cp.games.state import GameState
    from wordle_cp.games.variant import Variant
    from wordle_cp.work import StopReason, Work

GIVE_UP: Final = "!"
"""What ends a game; words such as quit do, too, see `ends`."""
_SQUARE: Final = "\N{LARGE GREEN SQUARE}"
_ENDS: Final = ("quit", "exit", "q", ":q", "bye")
_HELP: Final = frozenset({"--help", "-h", "/help", ":help", "help!"})

ColourBlindOption = Annotated[
    bool,
    option(Section.OUTPUT, "--colour-blind", about="Orange and blue tiles instead of green and yellow ones."),
]


class Dialogue:
    """Says lines and asks for lines; searches show how they are doing unless they are to be quiet."""

    def __init__(self, options: WorkOptions, *, as_json: bool, colour_blind: bool) -> None:
        """Begin; each search is as `options` say, which limit it alone."""
        self._console: Final = Console(stderr=as_json, highlight=False, markup=False, soft_wrap=True)
        self._board: Final = Board(self._console, colour_blind=colour_blind)
        self._options: Final = options
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def say(self, line: str | Text) -> None:
        """Print `line`."""
        if isinstance(line, str):
            stream = sys.stderr if self._console.stderr else sys.stdout
            line = Text(wrapped(one_line(line), stream))
        self._console.print(line)

    def explain(self, line: str) -> None:
        """Print `line`, which explains what to type, unless quiet."""
        if not self._options.quiet:
            self.say(line)

    def ask(self, question: str) -> str | None:
        """Return the answer to `question` without blanks around it; None where the input has ended.

        Raises:
            KeyboardInterrupt: Ctrl-C, or SIGTERM, before or during the question.
        """
        if TERMINATED.is_set():
            raise KeyboardInterrupt
        self._console.print(Text(question), end="")
        stdin: object = sys.stdin  # None where it is closed, whatever its type says
        line = "" if stdin is None else sys.stdin.readline()
        if not line:
            self._console.print()
            return None
        answer = line.strip()
        if not sys.stdin.isatty():
            self.say(answer)
        return answer

    def show(self, state: GameState) -> None:
        """Print the last guess of `state` as tiles, and the letters."""
        self.say(self._board.tiles(*state.history[-1], state.variant.scoring))
        for line in self._board.keyboard(state.letters()):
            self.say(line)

    @property
    def plain(self) -> bool:
        """Whether the encoding of what is printed has no coloured squares."""
        try:
            _SQUARE.encode(self._console.encoding)
        except UnicodeEncodeError:
            return True
        return False

    @contextmanager
    def searching(self) -> Iterator[Work]:
        """Provide how a search is to run, which Ctrl-C and limits end."""
        with self._options.working() as work:
            yield work

    def stopped(self, reason: StopReason) -> str:
        """Return that a search was stopped, and by which option: ``--time-limit 5 stopped the search``."""
        return f"{self._options.describe(reason)} stopped the search"

    def tell_advice(self, advice: Advice, variant: Variant) -> None:
        """Print the best guesses in a game of `variant`, and what they lead to."""
        for line in advice_lines(advice, variant):
            self.say(line)


def asks_for_help(answer: str, variant: Variant | None = None) -> bool:
    """Tell whether `answer` asks for help; where ``help`` is a guess of `variant`, it is that guess."""
    word = answer.lower()
    return word in _HELP or (word == "help" and (variant is None or word not in variant.guesses))


def ends(answer: str, variant: Variant, sign: str = GIVE_UP) -> bool:
    """Tell whether `answer` ends the game: the `sign` that does, or a word; not one that is a guess."""
    word = answer.lower()
    return word == sign or (word in _ENDS and word not in variant.guesses)


def end_beside_responses(variant: Variant) -> str:
    """Return what ends a dialogue in which responses are typed: a word where the usual sign is a response."""
    try:
        parse_response(GIVE_UP, variant)
    except HistoryError:
        return GIVE_UP
    return next((word for word in _ENDS if word not in variant.guesses), _ENDS[0])


def guess_question(state: GameState) -> str:
    """Return which guess is asked for: ``guess 2 of 6``."""
    limit = state.variant.max_guesses
    return f"guess {len(state.history) + 1}" + ("" if limit is None else f" of {limit}")
