"""Views whose form is made of a command: what each asks, by keywords of a function of `wordle_cp.commands`.

An address has these keywords with their values as texts, and so has the form; the command reads them. What
isn't named here can't be asked for, so no address names a file or code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.commands.options import Parameter, declared_by
from wordle_cp.engine.criteria import Criterion
from wordle_cp.errors import UsageError, abridged
from wordle_cp.experiments.policies import PLIES, Policy, Ties
from wordle_cp.values import listed, meant
from wordle_cp.views.traces.game import MOST_HIDDEN, WHY_RIGHT, Technique

if TYPE_CHECKING:
    from collections.abc import Callable

_Texts = Mapping[str, str]
_POLICIES: Final = tuple(
    Policy(criterion, plies, ties).name for ties in Ties for plies in PLIES for criterion in Criterion
)
"""All policies that have a name, the best known first."""
_MOST: Final = 6
"""Values of one keyword."""


@dataclass(frozen=True, slots=True)
class Study:
    """What a view asks: the keywords of a `command` (module and function) that it `asks` for, with labels.

    Some have `choices`, of which several may be named. `usual` is what the form has at first; with `example`
    it is answered for the game `game` before anybody asks. `button` asks; `hint` and `notes` explain.
    """

    command: tuple[str, str]
    asks: _Texts
    hint: str
    button: str
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    usual: _Texts = field(default_factory=dict)
    example: _Texts = field(default_factory=dict)
    game: str | None = None
    notes: _Texts = field(default_factory=dict)
    chart: str = ""
    job: str = "study.answer"

    @property
    def function(self) -> Callable[..., Any]:
        """The command, as Python calls it."""
        module, name = self.command
        found: Callable[..., Any] = getattr(import_module(f"wordle_cp.commands.{module}"), name)
        return found

    def kinds(self) -> dict[str, Parameter]:
        """Return what the keywords are."""
        known = filter(None, map(Parameter.of, declared_by(self.function)))
        return {one.keyword: one for one in known if one.keyword in self.asks}

    def chosen(self, keyword: str, text: str) -> list[str]:
        """Return the choices of `keyword` that `text` names: all, none, or some with commas between them.

        Raises:
            UsageError: it names something else, or too many.
        """
        choices = {choice.lower(): choice for choice in self.choices[keyword]}
        named = {"all": list(choices), "none": []}.get(text.lower(), text.lower().split(","))
        for name in named:
            if name not in choices:
                hint = meant(name, choices)
                message = f"{keyword}: expected {listed(self.choices[keyword])}, found {abridged(name)}{hint}"
                raise UsageError(message)
        return [choices[name] for name in dict.fromkeys(named)]

    def given(self, options: _Texts) -> dict[str, object]:
        """Return what the command is given for the texts `options`.

        Raises:
            UsageError: as `chosen`.
        """
        values: dict[str, object] = {}
        for keyword, kind in self.kinds().items():
            text = options.get(keyword, "")
            if kind.is_flag:
                values[keyword] = text == "yes"
            elif text:
                words = text.split(",") if keyword not in self.choices else self.chosen(keyword, text)
                if kind.many and len(words) > _MOST:
                    message = f"{keyword}: expected {_MOST} at most, found {len(words)}"
                    raise UsageError(message)
                values[keyword] = words if kind.many else ",".join(words) or "none"
        return values


STUDIES: Final = {
    "compare": Study(
        ("studies", "compare"),
        {
            "policies": "rules of thumb",
            "openers": "openers, with commas between them; empty: their own",
            "optimum": "Seek the optimum of each opener (may take minutes)",
        },
        "Rules of thumb, played out over every hidden word. A guess divides the words left into groups, by "
        "their responses. knuth wants the largest group small, irving the average one, kooi as many groups "
        "as can be, neuwirth groups of even size. With a 2 they look two guesses ahead; -first and -last "
        "say which one of equally good guesses they take.",
        "Compare",
        choices={"policies": _POLICIES},
        usual={"policies": "knuth,irving,neuwirth"},
        example={"policies": "knuth,neuwirth", "openers": "salet"},
        notes={
            "total, mean, max guesses": "guesses over all hidden words, on average, and for the word that "
            "takes the most",
            "late": "words that are found, but with more guesses than the game allows",
            "optimum, excess": "the guesses in all of best play after this opener, and how many more the "
            "rule of thumb takes",
            "found with 1, 2 ...": "how many words are found with the first guess, the second and so on",
        },
        chart="comparison_chart",
    ),
    "trace": Study(
        ("openers", "solve"),
        {"techniques": "techniques"},
        f"Every step of a search for the least total, once {MOST_HIDDEN} words or fewer are left: what it "
        "looked at, its bounds, and why it dropped the rest.",
        "Search",
        choices={"techniques": tuple(Technique)},
        usual={"techniques": f"{Technique.SUMS},{Technique.T},{Technique.L1}"},
        game="toy",
        notes={technique.value: text for technique, text in WHY_RIGHT.items()},
        job="study.trace",
    ),
}
