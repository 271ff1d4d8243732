"""A solver and prover for Wordle-like games: its proofs are certificates that a checker accepts.

Begin with what you want to do; docs/reference/python.md has an example of each:

    solve, rank                              the best next guess on average; the openers in order
    prove, prove_least_depth, prove_optimal  answers with certificates
    check_certificate, load_certificate      certificates, whoever wrote them
    explain, draw_strategy, export_strategy  why a guess fails; a strategy as a picture, as a graph or text
    census, compare, analyse                 every opener; policies; a game that was played
    Variant.from_words, import_words         games with words of your own
    show_model, solve_model, export_model    the constraint models

What programs import is named here and loaded when it is first asked for, so that `import wordle_cp` loads
nothing else. Modules may move; these names stay.
"""

from importlib import import_module

PLACES = {
    "CertificateParseError": "errors",
    "CertificateRejected": "errors",
    "Explanation": "views.refutations.refutation",
    "First": "games.goal",
    "Goal": "games.goal",
    "Keeping": "runs.ranking_state",
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
    "census": "commands.searches",
    "check_certificate": "commands.certificates",
    "checked_strategy": "commands.trees",
    "compare": "commands.studies",
    "draw_sheet": "commands.trees",
    "draw_strategy": "commands.trees",
    "entries_of": "experiments.compare",
    "explain": "commands.certificates",
    "export_model": "commands.models",
    "export_strategy": "commands.trees",
    "families": "commands.studies",
    "find_witness": "commands.models",
    "fixed": "commands.models",
    "formulation": "commands.models",
    "guess": "commands.studies",
    "guesses": "commands.studies",
    "import_strategy": "commands.trees",
    "import_words": "commands.lists",
    "load_certificate": "answers.certificates",
    "noise": "commands.studies",
    "parse_game": "games.notation",
    "parse_history": "games.notation",
    "parse_policy": "experiments.policies",
    "prove": "commands.searches",
    "prove_between": "commands.searches",
    "prove_least_depth": "commands.searches",
    "prove_optimal": "commands.searches",
    "rank": "commands.searches",
    "rank_pairs": "commands.searches",
    "rank_worst": "commands.searches",
    "score": "games.question",
    "show_model": "commands.models",
    "solve": "commands.searches",
    "solve_model": "commands.models",
    "stats": "commands.studies",
    "write_site": "commands.certificates",
}
"""The module that defines each name. Type checkers read the stub, which `make stub` writes."""

__all__ = ["__version__", *PLACES]  # noqa: PLE0604  the stub has them


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib import metadata  # noqa: PLC0415  takes a while to load

        found: object = metadata.version("wordle-cp")
    elif name in PLACES:
        found = getattr(import_module(f"wordle_cp.{PLACES[name]}"), name)
    else:
        message = f"module 'wordle_cp' has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
