"""Certificates that the pool looks into, shipped or uploaded: their claims, and what is shown of them.

The last few stay open from one question to the next: strategies, and refutations, whose nodes are on disk.
Uploaded ones are hostile until the opposite is proven; what is wrong with one is reported with the name of
its file alone, as where it is kept is nobody's business.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wordle_cp.answers.shipped import shipped_certificates
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.describe import describe_claim
from wordle_cp.check import check_file
from wordle_cp.check.kinds import checker_of
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected, UsageError, counted
from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import HiddenKind
from wordle_cp.rules.letters import capital, written
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.refutations.sentences import in_noun, tell_alike, tell_why
from wordle_cp.views.site.places import MoveNumbers, bound_data, position_data, tree_data
from wordle_cp.views.strategies.walk import StrategyWalk
from wordle_cp.web.jobs.games import load_game, shipped_game
from wordle_cp.web.links import Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.rules.words import History
    from wordle_cp.views.refutations.sentences import ProofPlace
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task

Opened = TypeVar("Opened", StrategyWalk, Explanation)
_MOST_OPEN: Final = 4
_KNOWN: Final = ("crane", "salet", "raise", "slate")
"""Openers that many play."""
_opened: dict[tuple[Any, ...], Any] = {}
"""What is open, by what its file is known by: another one may take its place, the clock may be set."""


@dataclass(frozen=True, slots=True)
class CertificateHead:
    """What a certificate says of itself in a sentence, for people, and what views can do with it.

    It has a `strategy`, one for each of the `openers` that a least total lists, each in an address and as it
    is shown. A refutation by nodes is `playable`: it answers guesses. `explained` says that numbers add up to
    the cost of an opener; `about` says of one that ships that it is about the game asked for, from its start.
    """

    title: str
    openers: tuple[tuple[str, str], ...]
    strategy: bool
    playable: bool
    explained: bool
    about: bool = False


def head(task: Task, *, file: Path) -> CertificateHead:
    """Return what the certificate in `file` says of itself; it isn't checked."""
    task.demand_time()
    with told_plainly(file), open_certificate(file) as reader:
        head, claim, game = reader.head, reader.head.claim, reader.head.game
        known, title = _game_of(game), describe_claim(head)
        if known is not None:
            big = ", every guess may be hidden" if known.hidden is HiddenKind.BIG else ""
            after = f", after {game.scoring.format_history(claim.history)}" if claim.history else ""
            title = f"{load_game(known).title}, {game.mode} mode{big}{after}: {claim_sentence(head)}"
        refutes = claim.is_refutation and not claim.about
        return CertificateHead(
            title,
            tuple((written(one), "".join(map(capital, one))) for one in claim.listed),
            strategy=checker_of(claim).strategy is not None,
            playable=refutes and (game.codes is None or claim.nodes > 0),
            explained=bool(claim.listed) and game.scoring.feedback.shows_facts,
        )


def _game_of(game: GameRecord) -> GameChoice | None:
    """Return the shipped game that a certificate is about; None if it is about another one."""
    return shipped_game(game.guesses.sha256, game.hidden.sha256, game.mode, game.scoring)


def _ask_url(game: GameRecord, history: History) -> str | None:
    """Return the address of a position in the view Ask; None for a game that doesn't ship."""
    known = _game_of(game)
    if known is None:
        return None
    scoring = load_game(known).scoring
    return Link(str(known.source), known.mode, known.hidden, after=history, scoring=scoring).url("ask")


def shipped(task: Task, *, choice: GameChoice) -> dict[str, CertificateHead]:
    """Return the certificates that ship, by name, and which of them are about the game `choice`."""
    about = {path for path, told in shipped_certificates(load_game(choice)) if not told.claim.history}
    return {path.name: replace(head(task, file=path), about=path in about) for path in proof_paths()}


def check(task: Task, *, file: Path) -> str:
    """Check the whole certificate in `file`; return the verdict, and the claim or why it is rejected."""
    with told_plainly(file):
        with open_certificate(file) as reader:
            claim = describe_claim(reader.head)
        try:
            check_file(file, word_list_by_hash, task.heeding)
        except CertificateRejected as error:
            return f"rejected: {error}"
        return f"accepted: {claim}"


def tree(task: Task, *, file: Path, opener: str | None) -> dict[str, object]:
    """Return the strategy of `file` that begins with `opener` (None: the first), as the viewer takes it.

    `ask` is the address of its game in the view Ask, None if that doesn't ship.
    """
    with open_walk(task, file, opener) as walk:
        return {**tree_data(walk.strategy), "ask": _ask_url(walk.strategy.certificate.head.game, ())}


def opener_bound(task: Task, *, file: Path, opener: str) -> dict[str, Any]:
    """Return why `opener` costs at least what the certificate of a least total in `file` says."""
    with told_plainly(file):
        _, bound = explain_opener(file, opener, task.heeding)
        return bound_data(bound)


def step(
    task: Task,
    *,
    file: Path,
    node: int | None = None,
    after: str = "",
    guess: str | None = None,
    example: bool = False,
) -> dict[str, Any]:
    """Return the place that the moves `after` lead to from the claim or from `node`; then ask `guess`.

    `made` guesses are made by now, `of` there are; after the last one `left` are words still possible.
    `moves` are those on the way, as an address has them, and `replies` the same with what refuted each;
    `position` is where they lead to, None after the last guess; `allowed` are the guesses that may be asked
    next. `ask` is the address in the view Ask, None for a game that doesn't ship or for a way from a node.

    With `example` an opener that many know is asked at the claim, unless the certificate is wrong about it.
    """
    with open_explanation(task, file) as explanation:
        shown = _step(explanation, node, parse_history(after, explanation.head.game.scoring), guess)
        allowed = shown["allowed"]
        known = next((one for one in (*_KNOWN, *allowed) if one in allowed), None) if example else None
        if known is not None:
            with suppress(CertificateRejected):
                shown = {**_step(explanation, None, (), known), "allowed": allowed, "example": True}
        return shown


def _step(explanation: Explanation, node: int | None, after: History, guess: str | None) -> dict[str, Any]:
    replies = list(explanation.replies(after, node))
    position = replies[-1].after if replies else explanation.start(node)
    if guess is not None and position is not None:
        replies.append(explanation.reply(position, guess.lower()))
        position = replies[-1].after
    game, claim = explanation.head.game, explanation.claim
    made = len(replies) + (len(claim.history) if node is None else 0)
    table = MoveNumbers(game.scoring)
    moves = tuple((reply.guess, reply.pattern) for reply in replies)
    return {
        "node": node,
        "noun": game.scoring.noun,
        "made": made,
        "of": made + (0 if position is None else position.guesses_left),
        "left": [] if position is not None else [word.upper() for word in replies[-1].words],
        "moves": [game.scoring.format_history((move,)).lower() for move in moves],
        "replies": [
            [
                table.guess(reply.guess),
                table.response(reply.pattern),
                in_noun(tell_why(reply, shown=explanation.shown), game.scoring.noun),
            ]
            for reply in replies
        ],
        "position": None if position is None else _shown(explanation, position, [*map(tell_alike, replies)]),
        "allowed": [] if position is None else explanation.allowed(position),
        "ask": _ask_url(game, (*claim.history, *moves)) if moves and node is None else None,
        **table.fields(),
    }


def _shown(explanation: Explanation, place: ProofPlace, notes: list[str]) -> dict[str, object]:
    """Return a place with the `notes`; of the claim itself the words only where they are few."""
    data = position_data(explanation, place, explanation.argument(place))
    noun, possible = explanation.head.game.scoring.noun, explanation.possible(place)
    if place.node is None:
        note = f"The proof has {counted(explanation.claim.nodes, 'step', 'steps')}. Ask about any guess."
        if data.pop("more", 0):
            data.pop("words")
    elif possible is None:
        note = f"{counted(len(place.words), f'{noun} is', f'{noun}s are')} too many."
    else:
        left = counted(possible, f"{noun} is", f"{noun}s are")
        note = f"{left} left, and {len(place.words)} of them alone are too many."
    return {**data, "notes": [*filter(None, notes), note]}


@contextmanager
def open_walk(task: Task, file: Path, opener: str | None) -> Iterator[StrategyWalk]:
    """Provide the strategy of `file` that begins with `opener` (None: the first), checked."""

    def walk() -> StrategyWalk:
        task.demand_time()
        return StrategyWalk(checked_strategy(file, opener))

    with told_plainly(file):
        yield _open(walk, file, "strategy", opener)


@contextmanager
def open_explanation(task: Task, file: Path) -> Iterator[Explanation]:
    """Provide the refutation in `file`; `task` hears how much of it has been read."""
    with told_plainly(file):
        yield _open(lambda: Explanation(file, task.heeding), file, "proof")


def _open(make: Callable[[], Opened], file: Path, *what: str | None) -> Opened:
    """Return `what` is open of `file`; if it isn't, what `make` opens, for which the oldest makes room."""
    stat = file.stat()
    key = (file, *what, stat.st_ino, stat.st_mtime_ns, stat.st_size)
    if key not in _opened:
        made = make()
        for old in list(_opened)[: len(_opened) - _MOST_OPEN + 1]:
            _close(old)
        _opened[key] = made
    found: Opened = _opened[key]
    return found


def _close(key: tuple[Any, ...]) -> None:
    closed = _opened.pop(key)
    if isinstance(closed, Explanation):
        closed.close()


@contextmanager
def told_plainly(file: Path) -> Iterator[None]:
    """Tell errors about `file` with its name alone; a rejection is bad input here.

    Before, what is open of files that are gone is closed, as uploads are with their user.
    """
    for key in [key for key in _opened if not key[0].exists()]:
        _close(key)
    try:
        yield
    except CertificateParseError as error:
        message = error.message if error.line > 1 else f"this is no certificate: {error.message}"
        raise CertificateParseError(file.name, error.line, error.column, message) from None
    except CertificateRejected as error:
        message = f"{file.name}: rejected: {error}"
        raise UsageError(message) from None
    except UsageError as error:
        raise UsageError(str(error).replace(str(file), file.name)) from None
    except OSError as error:
        message = f"{file.name}: {error.strerror or error}"
        raise UsageError(message) from None
