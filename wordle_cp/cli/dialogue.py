"""What the dialogues share: a board, a prompt, an answer.

The parts, in their order:

How a game looks on a terminal: coloured tiles, and the letters that have been tried.

Without colours, as in a pipe, tiles have their response beside them, and letters are listed by colour. A
response that isn't a tile for each letter stands beside the guess, too: as it is written, and as pegs.

A dialogue in lines: what `play` and `assist` say and ask, on a terminal or with piped input.

The dialogue goes to standard output; with --json to standard error, as the one object has standard output for
itself. Piped answers are repeated after their question, so that the whole can be read.
"""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from itertools import repeat
from typing import TYPE_CHECKING, Annotated, Final

from rich.console import Console
from rich.text import Text

from wordle_cp.cli.interrupts import TERMINATED
from wordle_cp.cli.terminal import wrapped
from wordle_cp.commands.options import Option, Section
from wordle_cp.errors import HistoryError, one_line
from wordle_cp.games.notation import parse_response
from wordle_cp.play.games import advice_lines
from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.colours import COLOUR_BLIND, COLOUR_NAMES, USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wordle_cp.answers.position.value import PositionValue
    from wordle_cp.cli.running import WorkOptions
    from wordle_cp.games.question import Position
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.work import StopReason, Work


_UNTRIED: Final = "bold black on #d3d6da"
_PEG: Final = "\N{BLACK CIRCLE}"
_KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


class Board:
    """Tiles and letters in the colours of `console`, if it has any."""

    def __init__(self, console: Console, *, colour_blind: bool) -> None:
        """Take the colours; with `colour_blind` those that everybody can tell apart."""
        self._coloured: Final = console.color_system is not None and not console.no_color
        pairs = COLOUR_BLIND if colour_blind else USUAL
        self._styles: Final = {colour: f"bold {letter} on {tile}" for colour, (tile, letter) in pairs.items()}
        self._pegs: Final = {colour: tile for colour, (tile, _) in pairs.items()}

    def tiles(self, guess: str, pattern: int, scoring: Scoring) -> Text:
        """Return `guess` as tiles with the response `pattern`: in their colours, or beside them."""
        response = scoring.format_pattern(pattern)
        if not self._coloured:
            return Text(f"{guess.upper()} {response}")
        colours, row = scoring.tiles(pattern), Text()
        styles = [self._styles[colour] for colour in colours] if scoring.feedback.tiled else repeat(_UNTRIED)
        for letter, style in zip(guess, styles, strict=False):
            row.append(f" {capital(letter)} ", style).append(" ")
        if not scoring.feedback.tiled:
            row.append(f" {response}  ", "bold")
            for colour in colours:
                row.append(_PEG, self._pegs[colour])
        return row

    def keyboard(self, letters: Mapping[str, int]) -> Iterator[Text]:
        """Yield the lines of a keyboard on which the tried `letters` have their colours; none without any."""
        if not letters:
            return
        if not self._coloured:
            by_colour = {
                COLOUR_NAMES[colour]: sorted(
                    capital(letter) for letter in letters if letters[letter] == colour
                )
                for colour in (GREEN, YELLOW, GREY)
            }
            tried = (f"{name} {' '.join(found)}" for name, found in by_colour.items() if found)
            yield Text(f"letters: {', '.join(tried)}")
            return
        others = sorted(set(letters).difference(*_KEYS))
        for indent, keys in enumerate([*_KEYS, others] if others else _KEYS):
            row = Text("  " * indent)
            for letter in keys:
                style = self._styles[letters[letter]] if letter in letters else _UNTRIED
                row.append(f" {capital(letter)} ", style).append(" ")
            yield row


GIVE_UP: Final = "!"
"""What ends a game; words such as quit do, too, see `ends`."""
_SQUARE: Final = "\N{LARGE GREEN SQUARE}"
_ENDS: Final = ("quit", "exit", "q", ":q", "bye")
_HELP: Final = frozenset({"--help", "-h", "/help", ":help", "help!"})

ColourBlindOption = Annotated[
    bool,
    Option(
        Section.OUTPUT, "Orange and blue tiles instead of green and yellow ones.", names=("--colour-blind",)
    ),
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

    def show(self, state: Position) -> None:
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

    def tell_advice(self, advice: PositionValue, variant: Variant) -> None:
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


def guess_question(state: Position) -> str:
    """Return which guess is asked for: ``guess 2 of 6``."""
    limit = state.variant.max_guesses
    return f"guess {len(state.history) + 1}" + ("" if limit is None else f" of {limit}")
