"""The program `wordle-cp`: the commands, and what happens to errors.

A command returns its `ExitCode`, or raises a WordleCpError for bad input. Here every such error becomes one
line on standard error and exit code 2; a traceback means a bug of ours. A certificate
that was written here and is rejected is such a bug.
"""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from itertools import dropwhile
from typing import TYPE_CHECKING, Final

import wordle_cp
from wordle_cp.cli import output
from wordle_cp.cli.interrupts import TERMINATED
from wordle_cp.cli.parse import HELP, Case, CommandEntry, Group
from wordle_cp.commands.files import STANDARD_OUTPUT, call_files_by_path
from wordle_cp.commands.options import BY_NAME, Option, Parameter, Section, option_name
from wordle_cp.errors import OwnCertificateRejected, WordleCpError, WrongAnswerError, naming

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

_ASK: Final = "Solve and prove"
_PLAY: Final = "Play"
_CHECK: Final = "Read and check proofs"
_STUDY: Final = "Study a game"
_SET_UP: Final = "Games of your own, and the page"
_OF_ALL: Final = (
    *("opener", "openers", "weights", "missing_weight", "past_answers", "repeat_weight", "round_weights"),
    *("costs", "loss", "plot"),
)
"""Options that some other openers have, or another goal; and a picture, which shows the best openers."""
_LIMIT: Final = ("max_guesses",)
"""Left out where the limit of the game doesn't matter."""
_LOOK: Final = "Look at models"
_ASK_ONE: Final = "Ask one"
_MODEL: Final = Group(
    "wordle-cp model",
    """See the models for CP-SAT and linear programs, solve one, or take it to another solver.

Examples:
    wordle-cp model list
    wordle-cp model show separating-set
    wordle-cp model solve separating-set --variant toy
    wordle-cp model export separating-set --variant toy --format lp
""",
    (
        CommandEntry("list", _LOOK, "List the models: what each one asks", "commands.models:list_models"),
        CommandEntry(
            "show",
            _LOOK,
            "Show the mathematics of one, and its size for a question",
            "commands.models:show_model",
            _LIMIT,
        ),
        CommandEntry(
            "solve",
            _ASK_ONE,
            "Solve one, and say what its answer is worth",
            "commands.models:solve_model",
            _LIMIT,
        ),
        CommandEntry(
            "export",
            _ASK_ONE,
            "Write one for another solver",
            "commands.models:export_model",
            _LIMIT,
            as_json=False,
        ),
    ),
)
_PROOFS: Final = Group(
    "wordle-cp proofs",
    """List the proofs that ship, and what they claim.

Examples:
    wordle-cp proofs list
""",
    (
        CommandEntry(
            "list",
            "Look at proofs",
            "List the proofs that ship, and what each claims",
            "commands.certificates:list_proofs",
        ),
    ),
)
_SHOW: Final = "Look at a strategy"
_FILES: Final = "Files of other programs"
_TREE: Final = Group(
    "wordle-cp tree",
    """Look at the strategy of a certificate, and exchange strategies with other programs.

Examples:
    wordle-cp tree table original-normal-depth-5
    wordle-cp tree draw original-normal-depth-5 --out t.svg
    wordle-cp tree sheet original-normal-depth-5 --out s.pdf
""",
    (
        CommandEntry(
            "table", _SHOW, "List the next guess for every response", "commands.trees:checked_strategy"
        ),
        CommandEntry("draw", _SHOW, "Draw the first guesses as a tree", "commands.trees:draw_strategy"),
        CommandEntry(
            "sheet",
            _SHOW,
            "Print the first three guesses on a page to play with",
            "commands.trees:draw_sheet",
        ),
        CommandEntry(
            "export",
            _FILES,
            "Write a strategy or a refutation as a graph or as text",
            "commands.trees:export_strategy",
            as_json=False,
        ),
        CommandEntry("import", _FILES, "Make a certificate of a strategy", "commands.trees:import_strategy"),
    ),
)
_SHIPPED: Final = "Look at variants"
_OWN: Final = "Write variants"
_VARIANTS: Final = Group(
    "wordle-cp variants",
    """List the variants that ship, write variants of your own, and check them.

Examples:
    wordle-cp variants list
    wordle-cp variants new mine.yaml --guesses words.txt
    wordle-cp variants import answers.txt allowed.txt --name mine
    wordle-cp variants check mine.yaml
""",
    (
        CommandEntry("list", _SHIPPED, "List the variants that ship", "commands.lists:list_variants"),
        CommandEntry(
            "show",
            _SHIPPED,
            "Show one: its lists, its mode, its number of guesses",
            "commands.lists:show_variant",
        ),
        CommandEntry("new", _OWN, "Write a file for a variant of your own", "commands.lists:new_variant"),
        CommandEntry(
            "import", _OWN, "Make one of lists of words as you have them", "commands.lists:import_words"
        ),
        CommandEntry("check", _OWN, "Say everything that is wrong with such a file", "cli.variants"),
        CommandEntry("schema", _OWN, "Print the JSON Schema of such files", "cli.variants"),
    ),
)
_PROVE: Final = (
    Case("prove", "--depth", without=_LIMIT),
    Case("prove_least_depth", "--least-depth", "Find the least G that is enough, with both proofs.", _LIMIT),
    Case(
        "prove_optimal",
        "--optimal",
        "Find the openers with the fewest guesses in all, and refute the others.",
    ),
    Case(
        "prove_between",
        "--between",
        "Prove bounds of the fewest guesses in all; with --costs 0,0,0,0 --loss 1, bounds of the words that "
        "four guesses miss.",
    ),
)
_RANK: Final = (
    Case("rank", "--top", without=("opener",)),
    Case(
        "rank",
        "--all",
        "Every opener, exactly. What is settled is kept in a folder (--run).",
        ("opener", "top", "certificate"),
        {"top": None, "folder": BY_NAME},
    ),
    Case("rank_worst", "--worst", without=_OF_ALL),
    Case("rank_pairs", "--words", without=_OF_ALL),
)
_GUESS: Final = (
    Case("guess"),
    Case("guesses", "--openers"),
    Case("guesses", "--all", "All guesses that are allowed.", ("openers",)),
)
_COMMANDS: Final = (
    CommandEntry(
        "solve",
        _ASK,
        "Find the best guesses, and how many guesses they need in all",
        "commands.searches",
        chart="distribution_chart",
    ),
    CommandEntry(
        "prove",
        _ASK,
        "Prove that G guesses are always enough, or that they aren't",
        "commands.searches",
        cases=_PROVE,
    ),
    CommandEntry(
        "rank",
        _ASK,
        "Rank the openers: the best ones, the worst ones or all",
        "commands.searches",
        cases=_RANK,
        chart="ranking_chart",
        table="rankings:CSV_BEGINS",
    ),
    CommandEntry(
        "census",
        _ASK,
        "Decide for each opener whether it guarantees G guesses",
        "commands.searches",
        ("opener",),
        table="census.run:CSV_HEADER",
    ),
    CommandEntry("analyse", _PLAY, "Judge each guess of a game that you have played", "commands.studies"),
    CommandEntry("play", _PLAY, "Play a game against the program", "cli.play"),
    CommandEntry("assist", _PLAY, "Get the best guesses for a game that you play elsewhere", "cli.assist"),
    CommandEntry(
        "absurdle", _PLAY, "Beat Absurdle with as few guesses as possible", "commands.studies", _LIMIT
    ),
    CommandEntry(
        "check", _CHECK, "Have the independent checker judge a certificate", "commands.certificates:judge"
    ),
    CommandEntry("proofs", _CHECK, "List the proofs that ship, and what they claim", group=_PROOFS),
    CommandEntry(
        "explain",
        _CHECK,
        "Ask a certificate why something is impossible, step by step",
        "commands.certificates",
    ),
    CommandEntry("tree", _CHECK, "Draw, print, export and import strategies", group=_TREE),
    CommandEntry(
        "guess",
        _STUDY,
        "See what a guess tells, without a search: bits, groups, words left",
        "commands.studies",
        cases=_GUESS,
        table="guess:CSV_BEGINS",
    ),
    CommandEntry(
        "compare",
        _STUDY,
        "Compare heuristic policies with the best strategy",
        "commands.studies",
        chart="comparison_chart",
    ),
    CommandEntry(
        "stats",
        _STUDY,
        "Count letters, tiles and families of the word lists",
        "commands.studies",
        _LIMIT,
        chart="letter_chart",
    ),
    CommandEntry(
        "noise",
        _STUDY,
        "See what errors in the values of positions cost",
        "commands.studies",
        chart="noise_chart",
    ),
    CommandEntry(
        "families",
        _STUDY,
        "List words that differ in one letter, and the guesses they need",
        "commands.studies",
        chart="family_chart",
    ),
    CommandEntry(
        "witness",
        _STUDY,
        "Find the fewest words that are too many for G guesses",
        "commands.models:find_witness",
        ("count", *_LIMIT),
    ),
    CommandEntry(
        "fixed", _STUDY, "Find guesses that tell all words apart, fixed in advance", "commands.models", _LIMIT
    ),
    CommandEntry(
        "model", _STUDY, "See the models for CP-SAT and linear programs; solve or export one", group=_MODEL
    ),
    CommandEntry("variants", _SET_UP, "List, show, write and check variants of the game", group=_VARIANTS),
    CommandEntry("serve", _SET_UP, "Explore everything in the browser", "cli.serve", as_json=False),
    CommandEntry(
        "site", _SET_UP, "Write certificates as pages for any web space", "commands.certificates:write_site"
    ),
)
"""In the order of the help text."""


_VERSION: Final = Parameter("version", Option(Section.OUTPUT, "Show the version."), default=False, kind=bool)
PROGRAM: Final = Group(
    "wordle-cp",
    """Solve Wordle, Mastermind and games like them, and prove it with certificates that anybody can check.

Start with one of the examples: play a game, judge one, prove something. Each command explains itself,
as in wordle-cp solve --help.

Examples:
    wordle-cp play
    wordle-cp analyse crate lions focus
    wordle-cp prove --depth 5 --opener salet
""",
    _COMMANDS,
    _VERSION,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with `arguments` (default: the process's own) and return its exit code."""
    words = _with_help(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in words
    output.make_streams_safe()
    call_files_by_path()
    try:
        with _terminable(words), naming(option_name):
            result = _run(words)
        output.flush_stdout()
    except output.Exit as done:
        result = done.code
    except KeyboardInterrupt:
        output.print_error("interrupted", as_json=as_json)
        return output.ExitCode.INTERRUPTED
    except OwnCertificateRejected:  # no bad input: a fault of ours, so its traceback is shown
        raise
    except WrongAnswerError as error:  # no bad input either, but the fault may be another program's
        output.print_error(f"no verdict: {error}", as_json=as_json)
        return output.ExitCode.FAILED
    except WordleCpError as error:
        output.print_input_error(error, as_json=as_json)
        return output.ExitCode.BAD_INPUT
    except BrokenPipeError:
        output.silence_stdout()
        return output.ExitCode.BROKEN_PIPE
    except OSError as error:
        # Not as JSON too where standard output itself may be what can't be written.
        elsewhere = error.filename not in {None, STANDARD_OUTPUT}
        output.print_error(
            f"{error.filename or 'system'}: {error.strerror or error}", as_json=as_json and elsewhere
        )
        if not elsewhere:
            output.silence_stdout()
        return output.ExitCode.BAD_INPUT
    return int(result or output.ExitCode.DONE)


def _run(words: Sequence[str]) -> output.ExitCode:
    """Run the command that is asked for, or show its help text, or the version."""
    command, rest = PROGRAM.find(words)
    if any(name in rest for name in HELP.names):
        from wordle_cp.cli.help import lines  # noqa: PLC0415  for a help text alone

        output.print_lines("\n".join(lines(command)))
    elif isinstance(command, Group):
        output.print_text(f"wordle-cp {wordle_cp.__version__}")
    else:
        from wordle_cp.cli.run import run_command  # noqa: PLC0415  nor for a help text

        return run_command(command, rest)
    return output.ExitCode.DONE


def _with_help(words: Sequence[str]) -> list[str]:
    """Return what is asked: nothing at all, and ``help`` with or without a command, ask for a help text."""
    asked = list(words) or ["--help"]
    if asked[0] != "help":
        return asked
    return [*dropwhile("help".__eq__, asked), "--help"]


@contextmanager
def _terminable(words: Sequence[str]) -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: what is known is reported, and temporary files are removed.

    Not where SIGTERM is ignored or heeded already, and not for the page, which heeds it by itself.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or words[0] == "serve" or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return

    def interrupt(_number: int, frame: FrameType | None) -> None:
        TERMINATED.set()
        heeded = signal.getsignal(signal.SIGINT)
        if not callable(heeded):  # Ctrl-C is ignored, as in what a shell runs in the background
            raise KeyboardInterrupt
        heeded(signal.SIGINT, frame)

    TERMINATED.clear()
    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
