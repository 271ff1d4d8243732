"""Where a question starts: the options --after, --opener and --openers, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from wordle_cp.cli.files import file_option
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import whole_number
from wordle_cp.errors import UsageError
from wordle_cp.games.given import read_guesses
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.letters import normal

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

DEPTH: Final = option(
    Section.QUESTION,
    "--depth",
    metavar="G",
    parser=whole_number(1),
    about="How many guesses must be enough, those of --after included.",
)
AfterOption = Annotated[
    str | None,
    option(
        Section.QUESTION,
        "--after",
        metavar="H",
        about="Ask about the position after these guesses and responses, for example salet.bybbb.handy.bygbb",
    ),
]


@dataclass(frozen=True, slots=True)
class StartOptions:
    """Which guesses a question is about, and which were made before."""

    opener: Annotated[
        str | None, option(Section.QUESTION, "--opener", metavar="W", about="Begin with this guess.")
    ] = None
    openers: Annotated[
        Path | None,
        file_option(
            Section.QUESTION,
            "--openers",
            about="Begin with a guess of this file (one a line).",
        ),
    ] = None
    after: AfterOption = None

    def history(self, variant: Variant) -> History:
        """Return the history that is meant; errors as for `history_of`."""
        return history_of(self.after, variant)

    def asked(self, variant: Variant) -> tuple[str, ...] | None:
        """Return the openers asked for; None means all.

        Raises:
            UsageError: both options are given, or the file isn't a list of guesses; a LinesError names each
                line that is none.
            FileError: it can't be read.
        """
        if self.opener is not None and self.openers is not None:
            message = "give --opener or --openers, not both"
            raise UsageError(message)
        if self.openers is not None:
            return read_guesses(self.openers, variant)
        return None if self.opener is None else (variant.word(self.opener),)

    @property
    def label(self) -> str | None:
        """What a file name says about the openers asked for."""
        if self.openers is not None:
            return f"openers-{self.openers.stem}"
        return None if self.opener is None else normal(self.opener)


def history_of(after: str | None, game: Variant | Scoring) -> History:
    """Return the history that --after says; without the option nothing has been guessed.

    Raises:
        HistoryError: it can't be read.
        UsageError: it is empty, as from a variable that wasn't set.
    """
    if after is None:
        return ()
    if not after.strip():
        message = "--after: expected guesses and patterns such as salet.bybbb, found nothing"
        raise UsageError(message)
    return parse_history(after, game)
