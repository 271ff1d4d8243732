"""A solver and prover for Wordle-like games: its proofs are certificates that a checker accepts.

Begin with what you want to do; docs/reference/python.md has an example of each:

    solve, rank                              the best next guess on average; the openers in order
    prove, prove_least_depth, prove_optimal  answers with certificates
    check_certificate, load_certificate      certificates, whoever wrote them
    Explanation                              why a guess fails, by a certificate
    census, compare, analyse                 every opener; policies; a game that was played
    Variant.from_words, import_words         games with words of your own
    show_model, solve_model, export_model    the constraint models

What programs import is named here and loaded when it is first asked for, so that `import wordle_cp` loads
nothing else. Modules may move; these names stay.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.answers.certificates import load_certificate
    from wordle_cp.commands.certificates import check_certificate
    from wordle_cp.commands.lists import import_words
    from wordle_cp.commands.models import (
        export_model,
        find_witness,
        fixed,
        formulation,
        show_model,
        solve_model,
    )
    from wordle_cp.commands.openers import census, rank, rank_pairs, rank_worst, solve
    from wordle_cp.commands.prove import prove, prove_between, prove_least_depth, prove_optimal
    from wordle_cp.commands.studies import (
        absurdle,
        analyse,
        compare,
        entries_of,
        families,
        guess,
        guesses,
        noise,
        parse_policy,
        stats,
    )
    from wordle_cp.commands.trees import checked_strategy
    from wordle_cp.errors import CertificateParseError, CertificateRejected, WordleCpError
    from wordle_cp.experiments.policies import PythonPolicy
    from wordle_cp.games.goal import First, Goal
    from wordle_cp.games.notation import parse_game, parse_history
    from wordle_cp.games.question import Position, Question, TotalQuestion, score
    from wordle_cp.games.variant import Variant
    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.rules.modes import Mode
    from wordle_cp.runs.provenance import Keeping
    from wordle_cp.views.refutations.refutation import Explanation
    from wordle_cp.work import Limits, Work

    __version__: str

_PLACES = {
    "CertificateParseError": "errors",
    "CertificateRejected": "errors",
    "Explanation": "views.refutations.refutation",
    "First": "games.goal",
    "Goal": "games.goal",
    "Keeping": "runs.provenance",
    "Limits": "work",
    "Mode": "rules.modes",
    "ModelQuestion": "modelling.formulation",
    "Position": "games.question",
    "PythonPolicy": "experiments.policies",
    "Question": "games.question",
    "TotalQuestion": "games.question",
    "Variant": "games.variant",
    "WordleCpError": "errors",
    "Work": "work",
    "absurdle": "commands.studies",
    "analyse": "commands.studies",
    "census": "commands.openers",
    "check_certificate": "commands.certificates",
    "checked_strategy": "commands.trees",
    "compare": "commands.studies",
    "entries_of": "commands.studies",
    "export_model": "commands.models",
    "families": "commands.studies",
    "find_witness": "commands.models",
    "fixed": "commands.models",
    "formulation": "commands.models",
    "guess": "commands.studies",
    "guesses": "commands.studies",
    "import_words": "commands.lists",
    "load_certificate": "answers.certificates",
    "noise": "commands.studies",
    "parse_game": "games.notation",
    "parse_history": "games.notation",
    "parse_policy": "commands.studies",
    "prove": "commands.prove",
    "prove_between": "commands.prove",
    "prove_least_depth": "commands.prove",
    "prove_optimal": "commands.prove",
    "rank": "commands.openers",
    "rank_pairs": "commands.openers",
    "rank_worst": "commands.openers",
    "score": "games.question",
    "show_model": "commands.models",
    "solve": "commands.openers",
    "solve_model": "commands.models",
    "stats": "commands.studies",
}
"""The module that defines each name."""

__all__ = [
    "CertificateParseError",
    "CertificateRejected",
    "Explanation",
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
    "absurdle",
    "analyse",
    "census",
    "check_certificate",
    "checked_strategy",
    "compare",
    "entries_of",
    "export_model",
    "families",
    "find_witness",
    "fixed",
    "formulation",
    "guess",
    "guesses",
    "import_words",
    "load_certificate",
    "noise",
    "parse_game",
    "parse_history",
    "parse_policy",
    "prove",
    "prove_between",
    "prove_least_depth",
    "prove_optimal",
    "rank",
    "rank_pairs",
    "rank_worst",
    "score",
    "show_model",
    "solve",
    "solve_model",
    "stats",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib import metadata  # noqa: PLC0415  takes a while to load

        found: object = metadata.version("wordle-cp")
    elif name in _PLACES:
        found = getattr(import_module(f"wordle_cp.{_PLACES[name]}"), name)
    else:
        message = f"module 'wordle_cp' has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
