"""The options that several commands share, and what is made of them: games, questions, goals, how to work."""

from __future__ import annotations

import math
import re
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.places import default_place
from wordle_cp.commands.files import certificate, folder_name, input_name, output_name, variant_name
from wordle_cp.commands.options import BY_NAME, NEEDED, Made, Option, Section, asked
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError, abridged, argument
from wordle_cp.games.given import AnyGame, AnyHistory, AnyOpeners, game_of
from wordle_cp.games.goal import TOTAL_GUESSES, First, Goal
from wordle_cp.games.notation import as_played
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.values import instance, path_of
from wordle_cp.work import MOST_JOBS, Limits, Note, Work

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_DIGITS: Final = 18
"""More would be no number of anything here."""
_DIGITS: Final = re.compile(rf"[+-]?[0-9]{{1,{_MOST_DIGITS}}}")
_MANY: Final = re.compile(r"\+?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?")


def whole(least: int, most: int | None = None, word: str = "") -> Callable[[object], int]:
    """Return what takes a whole number from `least` to `most`; it raises a ValueError for anything else.

    The message names a `word` that will do as well, which its caller reads.
    """
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
    bounds += word and f", or {word}"

    def take(value: object) -> int:
        text = str(value)
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < least or (most is not None and number > most):
            many = most is None and number is None and _MANY.fullmatch(text) is not None
            digits = f" and of {_MOST_DIGITS} digits at most" if many else ""
            message = f"expected a whole number {bounds}{digits}, found {abridged(text)}"
            raise ValueError(message)
        return number

    return take


def several(one: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    """Return what takes values with commas between them, or one by one, each as `one` does."""

    def take(value: object) -> tuple[Any, ...]:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple):
            message = f"expected values one by one, found {abridged(str(value))}"
            raise ValueError(message)  # noqa: TRY004  as for every value that is none
        return tuple(one(part.strip() if isinstance(part, str) else part) for part in parts)

    return take


def decimal(expected: str, least: float = -math.inf, below: float = math.inf) -> Callable[[object], float]:
    """Return what takes a number from `least`, less than `below`, greater than 0 without `least`."""

    def take(value: object) -> float:
        text = str(value)
        number = float(text) if _DECIMAL.fullmatch(text) else math.nan
        if not (least <= number < below and (number > 0 or least >= 0)):
            message = f"expected {expected}, found {abridged(text)}"
            raise ValueError(message)
        return number

    return take


positive: Final = decimal("a finite number greater than 0")


def reads(section: Section, about: str, metavar: str = "FILE", *names: str) -> Option:
    """Return an option whose value is a file to read, or a folder (DIR)."""
    name = folder_name if metavar == "DIR" else input_name
    return Option(section, about, metavar, name, names, takes=_path)


def writes(
    about: str,
    metavar: str = "FILE",
    *names: str,
    suffix: str = "",
    usual: object = NEEDED,
    section: Section = Section.OUTPUT,
) -> Option:
    """Return an option whose value is a file to write, or a folder (DIR).

    What goes to standard output is written as a file with this `suffix` would be.
    """
    name = folder_name if metavar == "DIR" else output_name(suffix)
    return Option(section, about, metavar, name, names, writes=True, takes=_path, usual=usual)


def _path(value: object) -> Path:
    return BY_NAME if value is BY_NAME else path_of(value, "a path")


_NO_LIMIT: Final = "none"


def guess_limit(value: object) -> int | str:
    """Return the limit on the guesses that `value` says, a number or none; ValueError if it says neither."""
    text = str(value).strip().lower()
    return _NO_LIMIT if text == _NO_LIMIT else whole(1, MAX_GUESSES, _NO_LIMIT)(value)


GAME: Final = Option(
    Section.GAME,
    "The game: one that ships (variants list shows them), or a file of yours.",
    "NAME|FILE",
    variant_name,
    ("--variant",),
    usual=DEFAULT_VARIANT,
)
GameOption = Annotated[AnyGame, GAME]
ModeOption = Annotated[
    Mode | None, Option(Section.GAME, "Which guesses are allowed. Default: the variant's.")
]
HiddenOption = Annotated[
    HiddenKind | None,
    Option(
        Section.GAME, "Which words may be hidden: the list, or every guess (big). Default: the variant's."
    ),
]
MaxGuesses = Annotated[
    int | str | None,
    Option(
        Section.GAME,
        "Guesses in a game, those of --after included; none for no limit. Default: the variant's.",
        "G|none",
        takes=guess_limit,
    ),
]


@asked
def variant_of(
    game: GameOption,
    *,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuesses = None,
    played: str | None = None,
) -> Variant:
    """Return the variant that is meant, with what is to be different in it.

    Where nothing names a mode, the star of a game that was `played` and shared means hard mode.
    """
    variant = game_of(game, mode=mode, hidden=hidden, max_guesses=max_guesses)
    return variant if mode is not None or isinstance(game, Variant) else as_played(variant, played)


def history_text(value: object) -> object:
    """Return a history as it is given; raise a ValueError for an empty text, as of a variable not set."""
    if isinstance(value, str) and not value.strip():
        message = "expected guesses and patterns such as salet.bybbb, found nothing"
        raise ValueError(message)
    return value


After = Annotated[
    AnyHistory,
    Option(
        Section.QUESTION,
        "Ask about the position after these guesses and responses, for example salet.bybbb.handy.bygbb",
        "H",
        names=("--after",),
        takes=history_text,
    ),
]
Opener = Annotated[str | None, Option(Section.QUESTION, "Begin with this guess.", "W")]
Openers = Annotated[
    AnyOpeners,
    Option(
        Section.QUESTION,
        "Begin with a guess of this file (one a line).",
        "FILE",
        input_name,
    ),
]
DEPTH: Final = Option(
    Section.QUESTION, "How many guesses must be enough, those of --after included.", "G", takes=whole(1)
)
Depth = Annotated[int, DEPTH]


@asked
def question_of(
    game: Annotated[AnyGame | Question, GAME],
    *,
    history: After = None,
    opener: Opener = None,
    openers: Openers = None,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuesses = None,
) -> Question:
    """Return the question that is asked: a ready one, or one about a game, with what the rest says of it."""
    if isinstance(game, Question):
        nothing_more(
            history=history,
            opener=opener,
            openers=openers,
            mode=mode,
            hidden=hidden,
            max_guesses=max_guesses,
        )
        return game
    if opener is not None and openers is not None:
        message = f"give {argument('opener')} or {argument('openers')}, not both"
        raise UsageError(message)
    played = history if isinstance(history, str) else None
    variant = variant_of(game, mode=mode, hidden=hidden, max_guesses=max_guesses, played=played)
    question = Question.of(variant, history=history, openers=openers if opener is None else [opener])
    return replace(question, label=f"openers-{openers.stem}") if isinstance(openers, Path) else question


def nothing_more(**options: object) -> None:
    """Raise UsageError for options beside a ready question."""
    if given := [name for name, value in options.items() if value is not None]:
        message = f"a question says everything but how to work on it; leave out {', '.join(given)}"
        raise UsageError(message)


_MOST_COST: Final = 10**12


def _weight(value: object) -> object:
    """Return the weight as it was given; raise a ValueError if it is none."""
    from wordle_cp.games.found.weights import EXPECTED, number_of  # noqa: PLC0415  not needed for a help text

    if isinstance(value, str) and number_of(value) is None:
        message = f"expected {EXPECTED}, found {abridged(value)}"
        raise ValueError(message)
    return value


Objective = Annotated[
    First,
    Option(
        Section.OBJECTIVE,
        "Minimize all guesses; or first those of the worst word, then all; or the reverse.",
    ),
]
Weights = Annotated[Path | None, reads(Section.OBJECTIVE, "How often words count: a table, CSV or JSON.")]
MissingWeight = Annotated[
    Any, Option(Section.OBJECTIVE, "What words weigh that --weights lacks.", "W", takes=_weight)
]
PastAnswers = Annotated[Path | None, reads(Section.OBJECTIVE, "Words that were hidden before, in any form.")]
RepeatWeight = Annotated[
    Any, Option(Section.OBJECTIVE, "What past answers weigh, such as 0 or 0.1.", "W", takes=_weight)
]
RoundWeights = Annotated[
    int | None,
    Option(Section.OBJECTIVE, "Round weights; the greatest is 1 with K zeros.", "K", takes=whole(1, 15)),
]
Costs = Annotated[
    Any,
    Option(
        Section.OBJECTIVE,
        "What it costs to find a word with the first guess from here on, the second ... "
        "--costs 0,0,0,0 --loss 1 counts the words that four guesses miss.",
        "C1,C2,...",
        takes=several(whole(0, _MOST_COST)),
    ),
]
Loss = Annotated[
    int | None,
    Option(
        Section.OBJECTIVE,
        "What a word costs that isn't found, if any may be.",
        "C",
        takes=whole(0, _MOST_COST),
    ),
]


@asked
def weighed_question_of(
    question: Annotated[Question, Made(question_of)],
    *,
    goal: Goal | None = None,
    weights: Weights = None,
    missing_weight: MissingWeight = None,
    past_answers: PastAnswers = None,
    repeat_weight: RepeatWeight = None,
    round_weights: RoundWeights = None,
    costs: Costs = None,
    loss: Loss = None,
) -> TotalQuestion:
    """Return what the best strategies cost as a question: a ready one, or one with a goal or its parts."""
    weighing: dict[str, Any] = {
        "weights": weights,
        "missing_weight": missing_weight,
        "past_answers": past_answers,
        "repeat_weight": repeat_weight,
        "round_weights": round_weights,
    }
    given = {
        name: value for name, value in {**weighing, "costs": costs, "loss": loss}.items() if value is not None
    }
    if isinstance(question, TotalQuestion) or goal is not None:
        nothing_more(**given, **({"goal": goal} if isinstance(question, TotalQuestion) else {}))
    if isinstance(question, TotalQuestion):
        return question
    if goal is None:
        goal = TOTAL_GUESSES
        if any(value is not None for value in weighing.values()):
            goal = Goal.from_files(question.variant.hidden, **weighing, equal=question.variant.equal)
        try:
            goal = replace(goal, costs=costs or (), loss=loss)
            goal.check_size(question.variant.hidden)
        except UsageError as error:
            message = f"{', '.join(map(argument, given))}: {error}"
            raise UsageError(message) from error
        label = [f"weights-{weights.stem}"] if weights else []
        if past_answers:
            label.append(f"past-{past_answers.stem}-{str(repeat_weight).replace('/', 'of')}")
        label += ["costs-" + "-".join(map(str, costs))] if costs else []
        label += [] if loss is None else [f"loss-{loss}"]
        goal = replace(goal, label="-".join(label) or None)
    about = question.asked or None
    made = TotalQuestion.of(question.variant, history=question.history, openers=about, goal=goal)
    return replace(made, label=question.label)


@asked
def total_question_of(
    question: Annotated[TotalQuestion, Made(weighed_question_of)], *, objective: Objective = First.TOTAL
) -> TotalQuestion:
    """Return the same question, and what comes first."""
    if objective is First.TOTAL:
        return question
    goal = question.goal
    label = "-".join(part for part in (objective.value, goal.label) if part)
    return replace(question, goal=replace(goal, first=objective, label=label))


Asked = Annotated[Question, Made(question_of)]
AskedCost = Annotated[TotalQuestion, Made(weighed_question_of)]
AskedTotal = Annotated[TotalQuestion, Made(total_question_of)]


def label_of(question: Question) -> str | None:
    """Return what a file name says about the openers and the goal of a question; None if they are usual."""
    openers, label = question.asked, question.label
    if openers and label is None:
        label = openers[0] if len(openers) == 1 else f"{len(openers)}-openers"
    goal = question.goal.label if isinstance(question, TotalQuestion) else None
    return "-".join(part for part in (label, goal) if part) or None


_GIGABYTE: Final = 1e9
JOBS: Final = Option(
    Section.LIMITS,
    "Threads to use. Default: one for each processor.",
    "N",
    takes=whole(1, MOST_JOBS),
    usual=None,
)
Jobs = Annotated[int, JOBS]
Letters = Annotated[
    Any,
    Option(
        Section.GAME,
        "The letters of the words, with spaces between them, for example 'a b c ch'.",
    ),
]
Equal = Annotated[
    str | None,
    Option(Section.GAME, "Letters that are one letter, for example accents, or 'aáà,cç'.", "accents|C,C..."),
]


def time_limit(about: str = "Stop after so long, with what is known then.") -> Option:
    """Return the option --time-limit, which says what is there where it strikes."""
    return Option(Section.LIMITS, about, "SECONDS", positive, takes=decimal("a number of 0 or more", 0))


TimeLimit = Annotated[float | None, time_limit()]
MaxMemory = Annotated[
    float | None,
    Option(Section.LIMITS, "Stop when GB gigabytes of memory are in use.", "GB", takes=positive),
]
Symmetry = Annotated[
    bool,
    Option(
        Section.RARE,
        "Codes whose colours or pegs are merely swapped are equally good openers: search "
        "one of them (default), or each.",
        names=("--symmetry", "--no-symmetry"),
    ),
]


def limits_of(time_limit: float | None, max_memory: float | None) -> Limits:
    """Return a time limit in seconds, and a limit of memory in gigabytes, as `Limits`; None is no limit."""
    return Limits(time_limit, None if max_memory is None else min(max_memory * _GIGABYTE, sys.float_info.max))


@asked
def work_of(
    *, jobs: Jobs = 1, time_limit: TimeLimit = None, max_memory: MaxMemory = None, work: Work | None = None
) -> Work:
    """Return how to work on a question: a ready `Work`, or one with these threads and limits."""
    if work is None:
        return Work(jobs=jobs, limits=limits_of(time_limit, max_memory), show=_warn)
    if jobs != 1 or time_limit is not None or max_memory is not None:
        message = "a Work says jobs and limits; leave out jobs, time_limit and max_memory"
        raise UsageError(message)
    return instance(Work, work, "a Work, such as Work(jobs=2)")


@asked
def whole_work_of(
    *,
    time_limit: Annotated[float | None, time_limit("Stop after so long; there is no result then.")] = None,
    max_memory: MaxMemory = None,
    work: Work | None = None,
) -> Work:
    """Return the same for what is there whole or not at all."""
    return work_of(time_limit=time_limit, max_memory=max_memory, work=work)


@asked
def symmetric_work_of(*, symmetry: Symmetry = True, work: Annotated[Work, Made(work_of)]) -> Work:
    """Return the same for searches that know which codes are equally good."""
    return work if symmetry else replace(work, symmetry=False)


Working = Annotated[Work, Made(work_of)]
Whole = Annotated[Work, Made(whole_work_of)]
OneThread = Annotated[Work, Made(work_of, without=("jobs",))]
Searching = Annotated[Work, Made(symmetric_work_of)]


def _warn(event: object) -> None:
    """Warn of what a user should know, in the line that has called us."""
    if isinstance(event, Note):
        level = 1
        while sys._getframe(level).f_globals["__name__"].startswith("wordle_cp."):  # noqa: SLF001
            level += 1
        warnings.warn(event.text, stacklevel=level + 1)


By = Annotated[Engine, Option(Section.RARE, "The search, or models alone.")]
Fresh = Annotated[bool, Option(Section.RARE, "Don't use the certificates that ship.")]
Cluster = Annotated[
    str | None,
    Option(
        Section.RARE,
        "Share the openers out to the workers of a Dask scheduler (extra 'cluster').",
        "tcp://HOST:PORT",
    ),
]


TREE: Final = writes("Write the strategy as a certificate, and check it; .gz or .xz compresses it.")


def certificate_argument(about: str) -> Option:
    """Return the argument that is a certificate, which must be what help says `about` it."""
    what = f"{about}: a file, plain text, gzip or xz, - for a pipe, or the name of one that ships."
    return Option(Section.ARGUMENTS, what, "FILE", certificate, takes=_certificate)


def _certificate(value: object) -> Path:
    from wordle_cp.answers.certificates import certificate_of  # noqa: PLC0415  not needed for a help text

    return certificate_of(value)


def place_of(out: Path | None, name: str, what: str, work: Work) -> Path:
    """Return where to write `what`: the path that was given, or see `default_place`."""
    if out is None or out is BY_NAME:
        return default_place(name, what, lambda line: work.show(Note(line)))
    return out
