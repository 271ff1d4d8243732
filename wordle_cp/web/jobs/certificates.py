"""Certificates that the pool looks into, shipped or uploaded: those that are open, what they claim.

Certificates stay open from one question to the next: the last few strategies, and one refutation, whose nodes
are on disk. Uploaded ones are hostile until the opposite is proven; what is wrong with one is reported with
the name of its file alone, as where it is kept is nobody's business.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.shipped import shipped_certificates
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.describe import describe_claim
from wordle_cp.check import check_file
from wordle_cp.check.kinds import checker_of
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected, UsageError
from wordle_cp.games.variant import HiddenKind
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.site.trees import tree_data
from wordle_cp.views.strategies.walk import StrategyWalk
from wordle_cp.web.jobs.games import load_game, shipped_game
from wordle_cp.web.links import Link, named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task

    _Key = tuple[Path, int, int, int, str | None]

_MOST_WALKS: Final = 4
_walks: dict[_Key, StrategyWalk] = {}
_explanations: dict[_Key, Explanation] = {}


@dataclass(frozen=True, slots=True)
class CertificateHead:
    """What a certificate says of itself: its claim in a sentence, and what views can do with it.

    `title` says the same for people, with the title of the game. `scoring` is how its guesses are answered,
    `impossible` says that it is a refutation, `strategy` that it has strategies, `possible` that it proves
    nothing but what they reach; `openers` are those that a least total lists, each with a strategy.
    `playable` says that it answers guesses: a refutation by nodes; `about` says of one that ships that it is
    about the game asked for, from its start.
    """

    title: str
    claim: str
    scoring: Scoring
    impossible: bool
    strategy: bool
    possible: bool = False
    openers: tuple[str, ...] = ()
    playable: bool = False
    about: bool = False


def head(task: Task, *, file: Path) -> CertificateHead:
    """Return what the certificate in `file` says of itself; it isn't checked."""
    task.demand_time()
    with told_plainly(file), open_certificate(file) as reader:
        head, claim = reader.head, reader.head.claim
        refutes = claim.is_refutation and not claim.about
        return CertificateHead(
            title=_title(head),
            claim=describe_claim(head),
            scoring=head.game.scoring,
            impossible=refutes,
            strategy=checker_of(claim).strategy is not None,
            possible=claim.words[1] == "possible",
            openers=claim.listed,
            playable=refutes and (head.game.codes is None or claim.nodes > 0),
        )


def _title(head: Head[Any]) -> str:
    """Return what a certificate proves for people: about a game that ships, by its title."""
    game, claim = head.game, head.claim
    known = game_of(game)
    if known is None:
        return describe_claim(head)
    big = ", every guess may be hidden" if known.hidden is HiddenKind.BIG else ""
    after = f", after {game.scoring.format_history(claim.history)}" if claim.history else ""
    return f"{load_game(known).title}, {game.mode} mode{big}{after}: {claim_sentence(head)}"


def game_of(game: GameRecord) -> GameChoice | None:
    """Return the shipped game that a certificate is about; None if it is about another one."""
    return shipped_game(game.guesses.sha256, game.hidden.sha256, game.mode, game.scoring)


def ask_url(game: GameRecord, history: History) -> str | None:
    """Return the address of a position in the view Ask; None for a game that doesn't ship."""
    known = game_of(game)
    if known is None:
        return None
    scoring = named(load_game(known).scoring)
    return Link(str(known.source), known.mode, known.hidden, after=history, scoring=scoring).url("ask")


def tree(task: Task, *, file: Path, opener: str | None) -> dict[str, object]:
    """Return the strategy of `file` that begins with `opener` (None: the first), as the viewer takes it.

    `claim` is what is claimed of it; `ask` the address of its game in the view Ask, if that ships, or None.
    """
    with open_walk(task, file, opener) as walk:
        head = walk.strategy.certificate.head
        return {**tree_data(walk.strategy), "claim": describe_claim(head), "ask": ask_url(head.game, ())}


def shipped(task: Task, *, choice: GameChoice) -> dict[str, CertificateHead]:
    """Return the certificates that ship, by name, and which of them are about the game `choice`."""
    heads = {path.name: head(task, file=path) for path in proof_paths()}
    about = {path.name for path, told in shipped_certificates(load_game(choice)) if not told.claim.history}
    return {name: replace(told, about=name in about) for name, told in heads.items()}


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


@contextmanager
def open_walk(task: Task, file: Path, opener: str | None) -> Iterator[StrategyWalk]:
    """Provide the strategy of `file` that begins with `opener` (None: the first), checked."""
    with told_plainly(file):
        key = _key(file, opener)
        if key not in _walks:
            task.demand_time()
            walk = StrategyWalk(checked_strategy(file, opener))
            while len(_walks) >= _MOST_WALKS:
                del _walks[next(iter(_walks))]
            _walks[key] = walk
        yield _walks[key]


@contextmanager
def open_explanation(task: Task, file: Path) -> Iterator[Explanation]:
    """Provide the refutation in `file`; `task` hears how much of it has been read."""
    with told_plainly(file):
        key = _key(file, None)
        if key not in _explanations:
            for other in list(_explanations):
                _explanations.pop(other).close()
            _explanations[key] = Explanation(file, task.heeding)
        yield _explanations[key]


def _close_the_gone() -> None:
    """Close the certificates whose files are gone, as uploads are with their user."""
    for key in [key for key in _walks if not key[0].exists()]:
        del _walks[key]
    for key in [key for key in _explanations if not key[0].exists()]:
        _explanations.pop(key).close()


def _key(file: Path, opener: str | None) -> _Key:
    """Return what a file is known by: another one may take its place, and the clock may have been set."""
    stat = file.stat()
    return (file, stat.st_ino, stat.st_mtime_ns, stat.st_size, opener)


@contextmanager
def told_plainly(file: Path) -> Iterator[None]:
    """Tell errors about `file` with its name alone; a rejection is bad input here."""
    _close_the_gone()
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
