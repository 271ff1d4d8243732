"""After a limit people go on: dialogues, jobs of the page and Python functions with limits of 0 to 50 ms."""

from __future__ import annotations

import io
import json
import random
import sys
from contextlib import suppress
from dataclasses import fields, replace
from inspect import isfunction, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import wordle_cp
from tests.effort import share
from tests.oracle.games import SmallGame, random_history
from tests.oracle.real_cuts import real_cut
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths, variant_path
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.web.jobs import ask, certificates, games, played
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.links import GOALS
from wordle_cp.web.worker import Task
from wordle_cp.work import Limits, StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.rules.words import History

SEEDS: Final = range(share(9))
FILE: Final = "game.yaml"
BYTES: Final = 0.001
"""GB: less than what any process has."""


@pytest.fixture(params=SEEDS)
def rng(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """Return a source of chance for one game, which is written to `FILE`."""
    rng = random.Random(f"after limits {request.param}")  # noqa: S311  not for secrets
    monkeypatch.chdir(tmp_path)
    cut = real_cut(rng, rng.randint(20, 200), 200)
    (tmp_path / "guesses.txt").write_text("\n".join(sorted(cut.guesses)) + "\n", encoding="utf-8")
    (tmp_path / "hidden.txt").write_text("\n".join(sorted(cut.hidden)) + "\n", encoding="utf-8")
    (tmp_path / FILE).write_text(
        f"name: cut\nguesses: guesses.txt\nhidden: hidden.txt\nmax_guesses: {rng.choice((3, 4, 6))}\n",
        encoding="utf-8",
    )
    return rng


def limit(rng: random.Random) -> list[str]:
    """Return options of a limit that strikes at once, in the middle of a search, or hardly ever."""
    if rng.random() < 0.2:
        return ["--max-memory", str(BYTES)]
    return ["--time-limit", f"{rng.choice((1e-6, rng.uniform(0, 0.05))):.6f}"]


def history_of(rng: random.Random, game: Variant, most: int = 4) -> History:
    """Return up to `most` guesses that the mode allows, with their responses; the last one may win."""
    return random_history(rng, SmallGame(game.guesses, game.hidden), game.mode, rng.randint(0, most))


def typed(rng: random.Random, game: Variant) -> Iterator[str]:
    """Yield what somebody types who goes on whatever is said: moves in all forms, and other things."""
    strange = ("", "", "-", "?", "help", "zzzzz", "nonsense !", "bybbb", "ggggg bbbbb", "\u00e4\u00f6\u00fc")
    for guess, pattern in history_of(rng, game):
        yield from rng.choices(strange, k=rng.randrange(3))
        response = game.scoring.format_pattern(pattern)
        yield from rng.choice(([f"{guess} {response}"], [guess, response], [response], [guess, "", response]))
    yield from rng.choices(strange, k=rng.randrange(4))


@pytest.mark.parametrize("command", ["assist", "play", "play --adversarial"])
def test_a_dialogue_goes_on(
    command: str, rng: random.Random, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mode = rng.choice(("normal", "hard"))
    lines = "\n".join(typed(rng, Variant.load(FILE, mode=Mode(mode)))) + "\n"
    for options in (limit(rng), limit(rng), [*limit(rng), "--json"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
        code = main([*command.split(), "--variant", FILE, "--mode", mode, *options])
        out, err = capsys.readouterr()
        assert code in {ExitCode.DONE, ExitCode.UNDECIDED}, (lines, options, err)
        if "--json" in options:
            assert isinstance(json.loads(out), dict)


def listened(job: Callable[..., object], task: Task, **arguments: object) -> None:
    """Do a job of the page, which may be stopped, and is refused what makes no sense."""
    with suppress(StoppedError, wordle_cp.WordleCpError):
        job(task, **arguments)


def asked_jobs(
    rng: random.Random, choice: GameChoice, history: History
) -> dict[Callable[..., object], dict[str, object]]:
    """Return the jobs of the views Ask, Analyse and Play about a position, with their arguments."""
    game = Variant.load(FILE, mode=choice.mode)
    position = ask.PositionChoice(choice, history, rng.choice(list(GOALS)), rng.choice((None, 2)))
    won = replace(position, history=(*history, (game.guesses[0], game.scoring.win)))
    allowed = [guess for guess in game.guesses if is_allowed(guess, history, game.mode)]
    typed = " ".join(guess for guess, _ in history)
    return {
        games.check_variant: {"file": choice.source},
        ask.warm: {"choice": choice},
        ask.found: {"choice": won},
        ask.position: {"choice": position},
        ask.settle_guesses: {
            "choice": position,
            "guesses": rng.sample(allowed, min(5, len(allowed))),
            "within": None,
        },
        played.analyse: {"choice": choice, "game": typed, "word": rng.choice(game.hidden)},
        played.turn: {"choice": choice, "seed": 1, "history": history, "guess": rng.choice(game.guesses)},
    }


def shipped(name: str) -> Path:
    """Return the certificate of this name that ships."""
    return next(path for path in proof_paths() if path.name.startswith(name))


CERTIFICATE_JOBS: Final[dict[Callable[..., object], dict[str, object]]] = {
    certificates.head: {"file": shipped("original-hard-depth-5-palet")},
    certificates.shipped: {"choice": GameChoice(variant_path("toy"), Mode.NORMAL)},
    certificates.check: {"file": shipped("original-hard-depth-5-palet")},
    certificates.tree: {"file": shipped("black-pegs-3x4-depth-6"), "opener": None},
    certificates.opener_bound: {"file": shipped("nerdle-mini-hard-optimal"), "opener": "10-5=5"},
    certificates.step: {"file": shipped("mastermind-4x6-depth-4"), "example": True},
}


def test_each_job_is_asked(rng: random.Random) -> None:
    """A job has keyword arguments alone beside its task."""
    found = set()
    for module in (ask, certificates, games, played):
        for one in vars(module).values():
            if isfunction(one) and one.__module__ == module.__name__ and not one.__name__.startswith("_"):
                first, *others = signature(one).parameters.values()
                if first.name == "task" and all(other.kind is other.KEYWORD_ONLY for other in others):
                    found.add(one)
    assert found == {*CERTIFICATE_JOBS, *asked_jobs(rng, GameChoice(Path(FILE), Mode.NORMAL), ())}


def test_a_job_of_the_page_goes_on(rng: random.Random) -> None:
    """Each view asks the same worker again, about the same position or the next one."""
    mode = rng.choice((Mode.NORMAL, Mode.HARD))
    choice, game = GameChoice(Path(FILE).resolve(), mode), Variant.load(FILE, mode=mode)
    history = history_of(rng, game)
    for made in range(len(history) + 1):
        for _ in range(2):
            for job, arguments in asked_jobs(rng, choice, history[:made]).items():
                task = Task(limits=Limits(rng.uniform(0, 0.05), rng.choice((None, None, 1e6))))
                listened(job, task, **arguments)


@pytest.mark.parametrize("job", CERTIFICATE_JOBS, ids=lambda job: job.__name__)
def test_a_job_about_a_certificate_goes_on(job: Callable[..., object]) -> None:
    """What a stopped job has opened doesn't stay half open: the next one has the whole answer."""
    rng = random.Random(f"after limits {job.__name__}")  # noqa: S311  not for secrets
    for _ in range(share(18)):
        listened(job, Task(limits=Limits(rng.uniform(0, 0.05))), **CERTIFICATE_JOBS[job])
    answer = job(Task(), **CERTIFICATE_JOBS[job])
    assert answer == job(Task(), **CERTIFICATE_JOBS[job])


ASKED: Final[dict[str, dict[str, Any]]] = {
    "prove": {"depth": 4},
    "prove_least_depth": {},
    "solve": {},
    "prove_optimal": {},
    "rank": {"top": 3},
    "prove_between": {},
    "rank_pairs": {"top": 1},
    "rank_worst": {"worst": 3},
    "census": {"depth": 3},
    "compare": {"policies": ["knuth"]},
    "analyse": {},
    "guess": {},
    "guesses": {"total": True},
    "noise": {"made": 2, "runs": 1},
    "families": {"min_size": 2},
    "absurdle": {},
    "stats": {},
    "show_model": {"model": "adaptive-tree", "depth": 3},
    "solve_model": {"model": "separating-set"},
    "export_model": {"model": "adaptive-tree", "depth": 3, "as_format": "lp"},
    "find_witness": {"depth": 2},
    "fixed": {"count": 2},
    "check_certificate": {"path": "original-hard-depth-5-palet"},
    "checked_strategy": {"path": "original-hard-depth-5-palet"},
    "explain": {"path": "original-normal-depth-4"},
    "draw_strategy": {"path": "original-hard-depth-5-palet", "out": "x.svg"},
    "draw_sheet": {"path": "original-hard-depth-5-palet", "out": "x.html"},
    "export_strategy": {"path": "original-hard-depth-5-palet", "as_format": "selby"},
    "import_strategy": {"path": FILE, "out": "x.cert"},
    "write_site": {"certificates": ["original-hard-depth-5-palet"], "out": "site"},
}
"""Arguments of each function of `wordle_cp` that takes a limit, beside the game, or a certificate."""


def test_each_function_that_takes_a_limit_is_asked() -> None:
    functions = {name: getattr(wordle_cp, name) for name in wordle_cp.__all__ if name.islower()}
    limited = {
        name for name, one in functions.items() if callable(one) and "work" in signature(one).parameters
    }
    assert limited == ASKED.keys()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of what is stopped there
@pytest.mark.parametrize("name", ASKED)
def test_a_function_goes_on(name: str, rng: random.Random) -> None:
    """What a partial answer shows can be looked at, and the next answer doesn't suffer from it."""
    function, arguments = getattr(wordle_cp, name), dict(ASKED[name])
    cut = Variant.load(FILE)
    words = rng.sample(cut.guesses, 3)
    if name == "analyse":
        arguments |= {"played": " ".join(words), "word": rng.choice(cut.hidden)}
    elif name in {"guess", "noise"}:
        arguments |= {"words": words} if name == "guess" else {"opener": words[0]}
    if not {"path", "certificates"} & arguments.keys():
        arguments |= {"game": FILE}
    for seconds in (0.0, rng.uniform(0, 0.01), rng.uniform(0, 0.05)):
        with suppress(wordle_cp.WordleCpError):
            look_at(function(**arguments, work=wordle_cp.Work(limits=Limits(seconds))))


def look_at(result: Any) -> None:  # noqa: ANN401  whatever was returned
    """Show `result` in each of its forms, and read each of its fields; an exported model is text alone."""
    assert str(result)
    if isinstance(result, str):
        return
    assert repr(result)
    json.dumps(result.to_json())
    assert result._repr_html_()
    for field in fields(result):
        getattr(result, field.name)
    for form in ("to_dataframe", "to_networkx", "checked_strategy", "to_csv"):
        if hasattr(result, form):
            with suppress(wordle_cp.WordleCpError):
                getattr(result, form)()
