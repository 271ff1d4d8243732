"""Heuristic policies against each other and against the optimum: each played out over every hidden word.

A policy (`experiments.policies`) is played out as a strategy tree, so its total is a sum over the leaves, and
the tree can be written as a certificate: then the independent checker confirms the total. What the best
strategies of the same openers need comes from `search.total`, exactly, or from a shipped certificate.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.shipped import shipped_total
from wordle_cp.answers.totals.replay import replay
from wordle_cp.errors import UsageError, argument, brief, counted
from wordle_cp.experiments.list_stats import strategy_stats
from wordle_cp.experiments.policies import DEFAULT_WIDTH, Policy, PythonPolicy, parse_policies
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import Position, TotalQuestion
from wordle_cp.games.strategy_tree import figures_of
from wordle_cp.search.positions import PatternBoard
from wordle_cp.search.total import TotalSession
from wordle_cp.values import instance, items_of, wrong
from wordle_cp.values import words_of as texts_of
from wordle_cp.work import UNLIMITED, About, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.answers.shipped import ShippedTotal
    from wordle_cp.check import Accepted, Progress
    from wordle_cp.experiments.policies import AnyPolicy, PolicyFunction
    from wordle_cp.games.given import AnyOpeners
    from wordle_cp.games.strategy_tree import Figures
    from wordle_cp.games.variant import Variant
    from wordle_cp.search.positions import PlayedState

    OnePolicy = str | AnyPolicy | PolicyFunction

MOST_GUESSES: Final = 255
"""A policy that needs more for a word is taken to go on for ever; no limit of a game is greater."""
_POLICIES: Final = "policies: names such as 'knuth', functions, or entries"
_SHOWN_DUELS: Final = 28
_COLUMNS: Final = (
    "policy",
    "opener",
    "total_guesses",
    "mean_guesses",
    "max_guesses",
    "late",
    "optimum",
    "excess",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is played out: a policy from an opener, None for one that the policy picks."""

    policy: AnyPolicy
    opener: str | None = None

    __repr__ = brief()


def entries_of(
    policies: OnePolicy | Entry | Iterable[OnePolicy | Entry],
    openers: AnyOpeners = None,
    width: int | None = None,
) -> tuple[Entry, ...]:
    """Return each of `policies`, one or several, with each of `openers`; without any, from one of its own.

    Policies of two plies that have a name look at `width` guesses. An entry stays as it is.

    Raises:
        UsageError: one of them is none, or an entry has an opener of its own beside `openers`.
    """
    given: object = policies
    single = isinstance(given, str | Policy | PythonPolicy | Entry) or callable(given)
    words = () if openers is None else texts_of(openers, "openers")
    entries: list[Entry] = []
    for one in (given,) if single else items_of(given, _POLICIES):
        if not isinstance(one, Entry):
            entries += (Entry(policy, word) for policy in _meant(one, width) for word in words or (None,))
            continue
        if openers is not None:
            message = "an entry says its opener; leave out openers"
            raise UsageError(message)
        instance((Policy, PythonPolicy), one.policy, "an entry with a policy")
        if one.opener is not None:
            one = replace(one, opener=instance(str, one.opener, "an opener, a text"))  # noqa: PLW2901
        entries.append(one)
    return tuple(dict.fromkeys(entries))


def _meant(given: object, width: int | None) -> tuple[AnyPolicy, ...]:
    """Return the policies that are meant: the one that is given, or all; UsageError for what is none."""
    if isinstance(given, Policy | PythonPolicy):
        return (given,)
    if isinstance(given, str):
        return parse_policies([given], DEFAULT_WIDTH if width is None else width)
    if not callable(given):
        raise wrong(_POLICIES, given)
    return (PythonPolicy(getattr(given, "__name__", type(given).__name__), given),)


@dataclass(frozen=True, slots=True)
class Playing:
    """An event: what is played, and how many hidden words are found so far, from none to all."""

    entry: Entry
    found: int

    def __str__(self) -> str:
        """Return it in a line."""
        return f"{self.entry.policy.name}: {self.found} words found"


@dataclass(frozen=True, slots=True)
class Played:
    """A policy played out from an opener over every hidden word.

    `own_opener` says that the policy has picked the opener itself. `steps` is the preorder that certificates
    have. `guesses` has how many each hidden word took, in the order of the hidden list. `best` has the
    numbers of a strategy of least total that begins with the opener and keeps to the game's limit; None if it
    is neither known nor was sought, wasn't found in time, or if there is no strategy within the limit. `late`
    counts the words that took more guesses than the game has: then the total may be below the least.
    """

    policy: str
    opener: str
    own_opener: bool
    steps: tuple[str, ...]
    figures: Figures
    guesses: tuple[int, ...]
    late: int
    best: Figures | None = None

    __repr__ = brief("policy", "opener", "total_guesses", "optimum")

    @property
    def total_guesses(self) -> int:
        """The sum over all hidden words."""
        return self.figures.total_guesses

    @property
    def mean(self) -> Fraction:
        """Guesses a hidden word, on average."""
        return Fraction(self.total_guesses, len(self.guesses))

    @property
    def max_guesses(self) -> int:
        """The most guesses that a word took."""
        return len(self.figures.distribution)

    @property
    def optimum(self) -> int | None:
        """The least total of the opener; see `best`."""
        return None if self.best is None else self.best.total_guesses

    @property
    def excess(self) -> int | None:
        """Guesses above the optimum of the same opener."""
        return None if self.optimum is None else self.total_guesses - self.optimum

    def fields(self) -> dict[str, object]:
        """Return the JSON fields."""
        return {
            "policy": self.policy,
            "opener": self.opener,
            "own_opener": self.own_opener,
            "total_guesses": self.total_guesses,
            "mean_guesses": float(self.mean),
            "max_guesses": self.max_guesses,
            "distribution": self.figures.distribution,
            "late": self.late,
            "optimum": self.optimum,
            "excess": self.excess,
        }


@dataclass(frozen=True, slots=True)
class Duel:
    """Hidden words that `first` found with fewer guesses than `second`, with more, and with as many."""

    first: Played
    second: Played
    wins: int
    losses: int
    draws: int

    __repr__ = brief("wins", "losses", "draws", "first", "second")

    @property
    def begun(self) -> str:
        """From which opener, in words."""
        same = self.first.opener == self.second.opener
        return f", from {self.first.opener.upper()}" if same else ", each from its own opener"

    def fields(self) -> dict[str, object]:
        """Return the JSON fields."""
        return {
            "first": {"policy": self.first.policy, "opener": self.first.opener},
            "second": {"policy": self.second.policy, "opener": self.second.opener},
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Comparison(Answer):
    """What `compare` found out: one `Played` for each entry, and their duels. Rows: what was played.

    Duels are between policies with the same opener, or that both picked their own. `least` is what a shipped
    certificate proves about all openers of the game, if there is one. `accepted` is the checker's verdict on
    the certificate at `tree`, if one was wanted. `width` is how many guesses policies of two plies looked at,
    None if there was none. `stopped_by` says why something is missing.
    """

    variant: Variant
    played: tuple[Played, ...] = ()
    least: ShippedTotal | None
    tree: Path | None = None
    accepted: Accepted | None = None
    width: int | None = None

    @property
    def duels(self) -> tuple[Duel, ...]:
        """The duels of all pairs that are to be compared."""
        duels = []
        for first, second in combinations(self.played, 2):
            if first.opener == second.opener or (first.own_opener and second.own_opener):
                difference = np.subtract(first.guesses, second.guesses)
                wins, losses = int((difference < 0).sum()), int((difference > 0).sum())
                duels.append(Duel(first, second, wins, losses, len(difference) - wins - losses))
        return tuple(duels)

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `compare`."""
        variant = self.variant
        words = telling.words_of(variant, len(variant.hidden))
        yield f"{variant.name}, {variant.mode} mode: policies over {words}"
        if self.played:
            policy, *policies = telling.column("policy", (one.policy for one in self.played))
            heading, *openers = telling.column("opener", (one.opener.upper() for one in self.played))
            yield f"{policy}  {heading}   total    mean  most  excess  distribution"
            for policy, opener, one in zip(policies, openers, self.played, strict=True):
                excess = "" if one.excess is None else f"{one.excess:+}"
                yield (
                    f"{policy}  {opener} {one.total_guesses:>7}  {float(one.mean):.4f}"
                    f"{one.max_guesses:>6}{excess:>8}  {' '.join(map(str, one.figures.distribution))}"
                )
        for one in self.played:
            if one.late:
                late = f"{telling.words_of(variant, one.late, '')} after the game's last guess"
                kept = "" if one.optimum is None else ", which the optimum keeps to"
                yield f"late         {one.policy} from {one.opener.upper()}: {late}{kept}"
        yield from _duels_told(self.duels, variant.scoring.noun)
        if self.width is not None:
            yield f"width        {self.width}: two-ply policies look at so many guesses, the best of one ply"
        if self.least is not None:
            best = telling.first_names(self.least.best)
            rests_on = f"{self.least.path.name}, a shipped proof, not checked again"
            yield f"least        {self.least.total}, {best}: proven by {rests_on}"
        yield from telling.certificate_lines(self.tree, self.accepted)
        if self.stopped_by is not None:
            yield f"stopped by   {struck}"
        yield telling.effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        """Return the fields; those of the first policy and opener stand at the top, too."""
        results = [one.fields() for one in self.played]
        return {
            **(results[0] if results else {}),
            "results": results,
            "duels": [duel.fields() for duel in self.duels],
            "width": self.width,
            "variant": self.variant.name,
            "mode": self.variant.mode,
            "limit": self.variant.max_guesses,
            "hidden": len(self.variant.hidden),
            "least_total": self.least and self.least.total,
            "least_openers": self.least.best if self.least else [],
            "least_certificate": self.least and self.least.path.name,
            **telling.certificate_fields(self.tree, self.accepted),
        }

    def _rows(self) -> Rows:
        """Return the numbers of what was played, and how many words need which guess."""
        most = max((one.max_guesses for one in self.played), default=0)
        rows = []
        for one in self.played:
            fields = one.fields()
            found = [*one.figures.distribution, *[0] * (most - one.max_guesses)]
            rows.append(
                {name: fields[name] for name in _COLUMNS}
                | {f"found_with_{number}": words for number, words in enumerate(found, 1)}
            )
        return rows


def _duels_told(duels: Sequence[Duel], noun: str) -> Iterator[str]:
    if len(duels) <= 1:
        for duel in duels:
            yield (
                f"{duel.first.policy} is better than {duel.second.policy} on {duel.wins} {noun}s and worse "
                f"on {duel.losses}{duel.begun}"
            )
        return
    differ = [duel for duel in duels if duel.wins or duel.losses]
    ways = {duel.begun for duel in duels}
    once = ways.pop() if len(ways) == 1 else ""
    told = f"on how many {noun}s the first policy needs fewer guesses than the second, and more"
    yield f"duels        {told}{once}"
    for duel in differ[:_SHOWN_DUELS]:
        pair = f"{duel.first.policy}, {duel.second.policy}"
        yield f"{duel.wins:>11}{duel.losses:>6}  {pair}{'' if once else duel.begun}"
    if len(differ) > _SHOWN_DUELS:
        yield f"... and {len(differ) - _SHOWN_DUELS} more pairs: {argument('to_json')} has them all"
    if len(differ) < len(duels):
        rest = counted(len(duels) - len(differ), "other pair", "other pairs") if differ else "every pair"
        yield f"{'0':>11}{'0':>6}  {rest}"


def compare(
    variant: Variant,
    entries: Sequence[Entry],
    *,
    optimum: bool = True,
    tree: Path | None = None,
    work: Work = UNLIMITED,
) -> Comparison:
    """Play each of `entries` out, each once; see `commands.studies.compare`.

    A shipped certificate may tell the least total of an opener. With a `tree` there must be one entry.
    """
    entries = tuple(dict.fromkeys(entries))
    _demand_sense(variant, entries, tree)
    least = shipped_total(variant, variant.max_guesses)
    two_ply = (one.policy for one in entries if isinstance(one.policy, Policy) and one.policy.plies > 1)
    width = next((policy.width for policy in two_ply), None)
    answering = Answering(Comparison(variant=variant, least=least, width=width), work)

    def steps() -> None:
        board, played = PatternBoard(variant, work), list[Played]()
        for entry in entries:

            def heed(found: int, _of: int, entry: Entry = entry) -> None:
                work.show(Playing(entry, found))
                work.demand_time()

            work.show(Playing(entry, 0))
            one = play(board, entry.policy, entry.opener, heed)
            work.show(Playing(entry, len(variant.hidden)))
            known = least is not None and one.opener in least.best
            best = strategy_stats(variant, least.path, one.opener).figures if least and known else None
            played.append(replace(one, best=best))
            work.show(played[-1])
            answering.report = replace(answering.report, played=tuple(played))
        if optimum:
            found = _optima(played, variant, work)
            played = [replace(one, best=found.get(one.opener, one.best)) for one in played]
            answering.report = replace(answering.report, played=tuple(played))
        if tree is not None:
            accepted = _certify(variant, played[0], tree, work)
            answering.report = replace(answering.report, tree=tree, accepted=accepted)

    return answering.answered(steps)


def play(
    board: PatternBoard,
    policy: AnyPolicy,
    opener: str | None = None,
    heed: Progress = lambda _done, _total: None,
) -> Played:
    """Play `policy` out over every hidden word of `board`, from `opener` or from one of its own.

    A word that is the only one left is guessed. `heed` is called with the number of words found, of how many;
    what it raises ends the play. The optimum isn't sought here.

    Raises:
        UsageError: a policy in Python fails, or goes on for more than `MOST_GUESSES` guesses.
    """
    variant = board.variant
    count = len(variant.hidden)
    guesses = np.zeros(count, np.int64)
    choose = policy.chooser(board, lambda: heed(int(np.count_nonzero(guesses)), count))
    green = variant.scoring.win
    steps: list[str] = []
    stack = [board.start]
    while stack:
        state = stack.pop()
        turn = len(state.history) + 1
        if len(state.ids) == 1:
            guesses[state.ids] = turn
            continue
        if turn > MOST_GUESSES:
            message = f"policy {policy.name}: {MOST_GUESSES} guesses haven't found every hidden word"
            raise UsageError(message)
        guess = board.guess_id(opener) if opener is not None and not state.history else choose(state)
        steps.append(variant.guesses[guess])
        cells: list[PlayedState] = []
        for pattern, cell in board.cells(state, guess):
            if pattern == green:
                guesses[cell.ids] = turn
            else:
                cells.append(cell)
        stack.extend(reversed(cells))
    figures = figures_of(Counter(guesses.tolist()))
    return Played(
        policy=policy.name,
        opener=steps[0] if steps else variant.hidden[0],
        own_opener=opener is None,
        steps=tuple(steps),
        figures=figures,
        guesses=tuple(guesses.tolist()),
        late=0 if variant.max_guesses is None else int(np.count_nonzero(guesses > variant.max_guesses)),
    )


def _demand_sense(variant: Variant, entries: Sequence[Entry], tree: Path | None) -> None:
    """Make sure that the question makes sense and `tree` can be written, before the work for it."""
    if not entries:
        message = "expected a policy at least"
        raise UsageError(message)
    openers = dict.fromkeys(entry.opener for entry in entries if entry.opener is not None)
    TotalQuestion.of(variant, openers=tuple(openers) or None)
    if tree is None:
        return
    if len(entries) > 1:
        message = "a tree is one strategy: give one policy and one opener at most"
        raise UsageError(message)
    from wordle_cp.certify.publish import about  # noqa: PLC0415  see `_certify`

    prepare(tree, about(Position.of(variant), "depth possible"))


def _optima(played: Sequence[Played], variant: Variant, work: Work) -> dict[str, Figures]:
    """Return the numbers of a best strategy of each opener that keeps the game's limit, where none is known.

    Raises StoppedError if there was reason to stop.
    """
    openers = tuple(dict.fromkeys(one.opener for one in played if one.best is None))
    if not openers:
        return {}
    work.show(About("optimum"))
    question = TotalQuestion.of(variant, openers=openers)
    session = TotalSession(question, work)
    outcome, stopped_by = session.rank(openers=openers, top=0)
    if stopped_by is not None:
        raise StoppedError(stopped_by)
    return {
        found.opener: replay(question, session.strategy(found.opener)).figures for found in outcome.ranked
    }


def _certify(variant: Variant, played: Played, tree: Path, work: Work) -> Accepted:
    """Write the certificate of a strategy to `tree`, once it is checked."""
    from wordle_cp.certify.publish import write_checked  # noqa: PLC0415
    from wordle_cp.certify.records import asked_possible, depth_certificate  # noqa: PLC0415

    opener = None if played.own_opener else played.opener
    position, depth, numbers = Position.of(variant), played.max_guesses, played.figures
    asked = asked_possible(position, depth, opener, distribution=numbers.distribution)
    return write_checked(tree, depth_certificate(position, depth, played.steps, opener, numbers), asked, work)
