"""Made by `make stub`: the names of wordle_cp, and the keywords of its functions."""

import collections.abc
import pathlib
import typing
import wordle_cp.answers.absurdle.run
import wordle_cp.answers.answer
import wordle_cp.answers.between
import wordle_cp.answers.census.run
import wordle_cp.answers.certificates
import wordle_cp.answers.depths
import wordle_cp.answers.explain
import wordle_cp.answers.families
import wordle_cp.answers.guess
import wordle_cp.answers.models.fixed
import wordle_cp.answers.models.solve
import wordle_cp.answers.models.witness
import wordle_cp.answers.rankings
import wordle_cp.answers.totals.answer
import wordle_cp.answers.variants
import wordle_cp.commands.trees
import wordle_cp.experiments.compare
import wordle_cp.experiments.list_stats
import wordle_cp.experiments.noise
import wordle_cp.games.goal
import wordle_cp.games.question
import wordle_cp.games.variant
import wordle_cp.modelling.exchange.formats
import wordle_cp.play.analysis
import wordle_cp.rules.modes
import wordle_cp.runs.ranking_state
import wordle_cp.views.strategies.drawing
import wordle_cp.work
from wordle_cp.errors import CertificateParseError as CertificateParseError
from wordle_cp.errors import CertificateRejected as CertificateRejected
from wordle_cp.views.refutations.refutation import Explanation as Explanation
from wordle_cp.games.goal import First as First
from wordle_cp.games.goal import Goal as Goal
from wordle_cp.runs.ranking_state import Keeping as Keeping
from wordle_cp.work import Limits as Limits
from wordle_cp.rules.modes import Mode as Mode
from wordle_cp.modelling.formulation import ModelQuestion as ModelQuestion
from wordle_cp.games.question import Position as Position
from wordle_cp.experiments.policies import PythonPolicy as PythonPolicy
from wordle_cp.games.question import Question as Question
from wordle_cp.games.question import TotalQuestion as TotalQuestion
from wordle_cp.games.variant import Variant as Variant
from wordle_cp.errors import WordleCpError as WordleCpError
from wordle_cp.work import Work as Work
from wordle_cp.experiments.compare import entries_of as entries_of
from wordle_cp.commands.models import formulation as formulation
from wordle_cp.answers.certificates import load_certificate as load_certificate
from wordle_cp.games.notation import parse_game as parse_game
from wordle_cp.games.notation import parse_history as parse_history
from wordle_cp.experiments.policies import parse_policy as parse_policy
from wordle_cp.games.question import score as score

PLACES: dict[str, str]
__all__ = ['__version__', 'CertificateParseError', 'CertificateRejected', 'Explanation', 'First', 'Goal', 'Keeping', 'Limits', 'Mode', 'ModelQuestion', 'Position', 'PythonPolicy', 'Question', 'TotalQuestion', 'Variant', 'WordleCpError', 'Work', 'absurdle', 'analyse', 'census', 'check_certificate', 'checked_strategy', 'compare', 'draw_sheet', 'draw_strategy', 'entries_of', 'explain', 'export_model', 'export_strategy', 'families', 'find_witness', 'fixed', 'formulation', 'guess', 'guesses', 'import_strategy', 'import_words', 'load_certificate', 'noise', 'parse_game', 'parse_history', 'parse_policy', 'prove', 'prove_between', 'prove_least_depth', 'prove_optimal', 'rank', 'rank_pairs', 'rank_worst', 'score', 'show_model', 'solve', 'solve_model', 'stats', 'write_site']
__version__: str

def absurdle(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    *,
    out: pathlib.Path | str | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.absurdle.run.AbsurdleAnswer: ...
def analyse(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    played: list[str] | collections.abc.Iterable[str] | str | typing.Any,
    *,
    word: str | None = ...,
    tell: collections.abc.Callable[[int], None] = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.play.analysis.Analysis | typing.Any: ...
def census(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    depth: int,
    *,
    folder: pathlib.Path | str | None = ...,
    cluster: str | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.census.run.CensusAnswer: ...
def check_certificate(
    path: pathlib.Path | str,
    *,
    sample: float | None = ...,
    seed: int = ...,
    jobs: int = ...,
    plain: bool = ...,
    verified: bool = ...,
    lists: pathlib.Path | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.certificates.CheckAnswer: ...
def checked_strategy(
    path: pathlib.Path | str,
    opener: str | None = ...,
    *,
    levels: int = ...,
    after: str | None = ...,
    out: pathlib.Path | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.certificates.ShownStrategy: ...
def compare(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    policies: list[str] | collections.abc.Iterable[str] | str | typing.Any,
    openers: list[str] | collections.abc.Iterable[str] | str | None = ...,
    *,
    optimum: bool = ...,
    width: int | None = ...,
    tree: pathlib.Path | str | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    played: str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.experiments.compare.Comparison: ...
def draw_sheet(
    path: pathlib.Path | str,
    *,
    out: pathlib.Path | str | None = ...,
    palette: wordle_cp.views.strategies.drawing.Palette | str | None = ...,
    pages: int | None = ...,
    opener: str | None = ...,
    after: str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.answer.Written: ...
def draw_strategy(
    path: pathlib.Path | str,
    *,
    out: pathlib.Path | str | None = ...,
    levels: int = ...,
    widest: int | None = ...,
    palette: wordle_cp.views.strategies.drawing.Palette | str | None = ...,
    opener: str | None = ...,
    after: str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.answer.Written: ...
def explain(
    path: pathlib.Path | str,
    *,
    guess: str | None = ...,
    after: str | None = ...,
    node: int | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.explain.Explained: ...
def export_model(
    model: typing.Any,
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | typing.Any,
    as_format: wordle_cp.modelling.exchange.formats.ModelFormat | str | None = ...,
    *,
    known: wordle_cp.answers.models.solve.ModelAnswer | None = ...,
    out: pathlib.Path | str | None = ...,
    solved: bool = ...,
    proof: pathlib.Path | str | None = ...,
    depth: int | None = ...,
    count: int | None = ...,
    words: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> str: ...
def export_strategy(
    path: pathlib.Path | str,
    as_format: wordle_cp.commands.trees.TreeFormat | str,
    *,
    out: pathlib.Path | str | None = ...,
    opener: str | None = ...,
    levels: int | None = ...,
    full: bool = ...,
    order: str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> str: ...
def families(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    *,
    depth: int | None = ...,
    min_size: int = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.families.FamiliesAnswer: ...
def find_witness(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | typing.Any,
    depth: int | None = ...,
    *,
    out: pathlib.Path | str | None = ...,
    count: int | None = ...,
    words: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.models.witness.WitnessAnswer: ...
def fixed(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    count: int | None = ...,
    *,
    leave: int = ...,
    start: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    words: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    out: pathlib.Path | str | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.models.fixed.FixedAnswer: ...
def guess(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    words: list[str] | collections.abc.Iterable[str] | str,
    *,
    total: bool = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.guess.GuessAnswer: ...
def guesses(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    *,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    sort: str = ...,
    total: bool = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.guess.GuessesAnswer: ...
def import_strategy(
    path: pathlib.Path | str,
    out: pathlib.Path | str,
    *,
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    depth: int | None = ...,
    after: str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.answer.Written: ...
def import_words(
    sources: list[pathlib.Path] | collections.abc.Iterable[pathlib.Path | str] | pathlib.Path | str,
    *,
    name: str | None = ...,
    hidden: typing.Any = ...,
    length: int | None = ...,
    letters: typing.Any = ...,
    equal: str | None = ...,
    column: typing.Any = ...,
    encoding: str | None = ...,
    out: pathlib.Path | str | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.variants.ImportAnswer: ...
def noise(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    *,
    opener: str = ...,
    made: int = ...,
    levels: tuple[float, ...] | collections.abc.Iterable[float] | str | None = ...,
    runs: int = ...,
    seed: int = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    played: str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.experiments.noise.NoiseAnswer: ...
def prove(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    depth: int,
    *,
    out: pathlib.Path | str | None = ...,
    fresh: bool = ...,
    by: wordle_cp.answers.answer.Engine | str = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    symmetry: bool = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.depths.DepthAnswer: ...
def prove_between(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    *,
    out: pathlib.Path | str | None = ...,
    strategy: str | None = ...,
    strategy_file: pathlib.Path | str | None = ...,
    low: int | None = ...,
    fresh: bool = ...,
    goal: wordle_cp.games.goal.Goal | None = ...,
    weights: pathlib.Path | str | None = ...,
    missing_weight: typing.Any = ...,
    past_answers: pathlib.Path | str | None = ...,
    repeat_weight: typing.Any = ...,
    round_weights: int | None = ...,
    costs: typing.Any = ...,
    loss: int | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    symmetry: bool = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.between.IntervalAnswer: ...
def prove_least_depth(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    *,
    folder: pathlib.Path | str | None = ...,
    label: str | None = ...,
    fresh: bool = ...,
    by: wordle_cp.answers.answer.Engine | str = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    symmetry: bool = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.depths.LeastDepthAnswer: ...
def prove_optimal(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    *,
    out: pathlib.Path | str | None = ...,
    folder: pathlib.Path | str | None = ...,
    cluster: str | None = ...,
    keeping: wordle_cp.runs.ranking_state.Keeping | None = ...,
    by: wordle_cp.answers.answer.Engine | str = ...,
    objective: wordle_cp.games.goal.First | str = ...,
    goal: wordle_cp.games.goal.Goal | None = ...,
    weights: pathlib.Path | str | None = ...,
    missing_weight: typing.Any = ...,
    past_answers: pathlib.Path | str | None = ...,
    repeat_weight: typing.Any = ...,
    round_weights: int | None = ...,
    costs: typing.Any = ...,
    loss: int | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    symmetry: bool = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.totals.answer.SolveAnswer: ...
def rank(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    top: int | None = ...,
    *,
    certificate: pathlib.Path | str | None = ...,
    folder: pathlib.Path | str | None = ...,
    cluster: str | None = ...,
    keeping: wordle_cp.runs.ranking_state.Keeping | None = ...,
    goal: wordle_cp.games.goal.Goal | None = ...,
    weights: pathlib.Path | str | None = ...,
    missing_weight: typing.Any = ...,
    past_answers: pathlib.Path | str | None = ...,
    repeat_weight: typing.Any = ...,
    round_weights: int | None = ...,
    costs: typing.Any = ...,
    loss: int | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    symmetry: bool = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.rankings.RankAnswer: ...
def rank_pairs(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    top: int | None = ...,
    *,
    words: int = ...,
    goal: wordle_cp.games.goal.Goal | None = ...,
    weights: pathlib.Path | str | None = ...,
    missing_weight: typing.Any = ...,
    past_answers: pathlib.Path | str | None = ...,
    repeat_weight: typing.Any = ...,
    round_weights: int | None = ...,
    costs: typing.Any = ...,
    loss: int | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.rankings.PairAnswer | wordle_cp.answers.rankings.RankAnswer: ...
def rank_worst(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    worst: int = ...,
    *,
    goal: wordle_cp.games.goal.Goal | None = ...,
    weights: pathlib.Path | str | None = ...,
    missing_weight: typing.Any = ...,
    past_answers: pathlib.Path | str | None = ...,
    repeat_weight: typing.Any = ...,
    round_weights: int | None = ...,
    costs: typing.Any = ...,
    loss: int | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.rankings.WorstAnswer: ...
def show_model(
    model: typing.Any,
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | typing.Any = ...,
    *,
    depth: int | None = ...,
    count: int | None = ...,
    words: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.answers.models.solve.ShownModel: ...
def solve(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | wordle_cp.games.question.Question,
    *,
    tree: pathlib.Path | str | None = ...,
    trace: pathlib.Path | str | None = ...,
    techniques: str | None = ...,
    by: wordle_cp.answers.answer.Engine | str = ...,
    second_guesses: int | None = ...,
    objective: wordle_cp.games.goal.First | str = ...,
    goal: wordle_cp.games.goal.Goal | None = ...,
    weights: pathlib.Path | str | None = ...,
    missing_weight: typing.Any = ...,
    past_answers: pathlib.Path | str | None = ...,
    repeat_weight: typing.Any = ...,
    round_weights: int | None = ...,
    costs: typing.Any = ...,
    loss: int | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    opener: str | None = ...,
    openers: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    symmetry: bool = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.totals.answer.SolveAnswer: ...
def solve_model(
    model: typing.Any,
    game: wordle_cp.games.variant.Variant | str | pathlib.Path | typing.Any,
    *,
    seed: int = ...,
    log: bool | collections.abc.Callable[[str], None] | None = ...,
    out: pathlib.Path | str | None = ...,
    depth: int | None = ...,
    count: int | None = ...,
    words: str | pathlib.Path | collections.abc.Iterable[str] | None = ...,
    history: tuple[tuple[str, int], ...] | str | collections.abc.Iterable[tuple[str, str | int]] | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    jobs: int = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.models.solve.ModelAnswer: ...
def stats(
    game: wordle_cp.games.variant.Variant | str | pathlib.Path,
    *,
    openers: list[str] | collections.abc.Iterable[str] | str | None = ...,
    top: int = ...,
    strategy: pathlib.Path | str | None = ...,
    mode: wordle_cp.rules.modes.Mode | str | None = ...,
    hidden: wordle_cp.games.variant.HiddenKind | str | None = ...,
    max_guesses: int | str | None = ...,
    played: str | None = ...,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
) -> wordle_cp.experiments.list_stats.ListStats: ...
def write_site(
    certificates: list[pathlib.Path] | collections.abc.Iterable[pathlib.Path | str] | pathlib.Path | str,
    *,
    out: pathlib.Path | str,
    time_limit: float | None = ...,
    max_memory: float | None = ...,
    work: wordle_cp.work.Work | None = ...,
    force: bool = ...,
) -> wordle_cp.answers.answer.Written: ...
