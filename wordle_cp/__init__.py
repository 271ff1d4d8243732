"""A solver and prover for Wordle-like games: every answer is a claim with a certificate.

What programs import is named here and loaded when it is first asked for, so that `import wordle_cp` loads
nothing else. Modules may move; these names stay.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.answers.census.run import run_census as census
    from wordle_cp.answers.depth.least_depth import prove_least_depth
    from wordle_cp.answers.depth.prove import prove_depth as prove
    from wordle_cp.answers.models.show import show_model
    from wordle_cp.answers.models.solve import solve_model
    from wordle_cp.answers.rankings.rank import rank
    from wordle_cp.answers.totals.solve import prove_optimal, solve
    from wordle_cp.certify.checked import check_certificate, checked_strategy
    from wordle_cp.errors import CertificateParseError, CertificateRejected, WordleCpError
    from wordle_cp.experiments.compare import compare, entries_of
    from wordle_cp.experiments.policies import PythonPolicy, parse_policy
    from wordle_cp.games.goal import First, Goal
    from wordle_cp.games.notation import parse_game, parse_history
    from wordle_cp.games.question import Position, Question, TotalQuestion
    from wordle_cp.games.variant import Variant
    from wordle_cp.models.formulation import ModelQuestion
    from wordle_cp.models.registry import formulation
    from wordle_cp.play.analysis import analyse
    from wordle_cp.rules.modes import Mode
    from wordle_cp.runs.provenance import Keeping
    from wordle_cp.views.formats.models import export_model
    from wordle_cp.work import Limits, Work

    __version__: str

_PLACES = {
    "CertificateParseError": "errors",
    "CertificateRejected": "errors",
    "First": "games.goal",
    "Goal": "games.goal",
    "Keeping": "runs.provenance",
    "Limits": "work",
    "Mode": "rules.modes",
    "ModelQuestion": "models.formulation",
    "Position": "games.question",
    "PythonPolicy": "experiments.policies",
    "Question": "games.question",
    "TotalQuestion": "games.question",
    "Variant": "games.variant",
    "WordleCpError": "errors",
    "Work": "work",
    "analyse": "play.analysis",
    "census": "answers.census.run:run_census",
    "check_certificate": "certify.checked",
    "checked_strategy": "certify.checked",
    "compare": "experiments.compare",
    "entries_of": "experiments.compare",
    "export_model": "views.formats.models",
    "formulation": "models.registry",
    "parse_game": "games.notation",
    "parse_history": "games.notation",
    "parse_policy": "experiments.policies",
    "prove": "answers.depth.prove:prove_depth",
    "prove_least_depth": "answers.depth.least_depth",
    "prove_optimal": "answers.totals.solve",
    "rank": "answers.rankings.rank",
    "show_model": "answers.models.show",
    "solve": "answers.totals.solve",
    "solve_model": "answers.models.solve",
}
"""The module that defines each name, and behind a colon what it is called there, if that differs."""

__all__ = [
    "CertificateParseError",
    "CertificateRejected",
    "First",
    "Goal",
    "Keeping",
    "Limits",
    "Mode",
    "ModelQuestion",
    "Position",
    "PythonPolicy",
    "Question",
    "TotalQuestion",
    "Variant",
    "WordleCpError",
    "Work",
    "__version__",
    "analyse",
    "census",
    "check_certificate",
    "checked_strategy",
    "compare",
    "entries_of",
    "export_model",
    "formulation",
    "parse_game",
    "parse_history",
    "parse_policy",
    "prove",
    "prove_least_depth",
    "prove_optimal",
    "rank",
    "show_model",
    "solve",
    "solve_model",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib import metadata  # noqa: PLC0415  takes a while to load

        found: object = metadata.version("wordle-cp")
    elif name in _PLACES:
        module, _, called = _PLACES[name].partition(":")
        found = getattr(import_module(f"wordle_cp.{module}"), called or name)
    else:
        message = f"module 'wordle_cp' has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
