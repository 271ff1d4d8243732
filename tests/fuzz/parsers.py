"""The parsers as functions of bytes, and what each must do with any bytes at all.

A parser either understands what it gets or raises a `WordleCpError` whose message is one printable line. Any
other exception is a finding.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlsplit

from wordle_cp.answers.variants import ImportAnswer
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.read import read_whole
from wordle_cp.certify.foreign import ForeignStrategy, read_written
from wordle_cp.check import check_file, check_strategies
from wordle_cp.commands.shared import several, whole
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import HistoryError, WordleCpError
from wordle_cp.files.outputs import run
from wordle_cp.games import notation
from wordle_cp.games.found.imports import import_words
from wordle_cp.games.given import read_guesses
from wordle_cp.games.goal import Goal
from wordle_cp.games.strategy_tree import figures
from wordle_cp.games.variant import Variant
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.rules.words import format_history, parse_pattern
from wordle_cp.web.links import VIEWS, parse_link

if TYPE_CHECKING:
    from collections.abc import Callable

SEEDS: Final = Path(__file__).resolve().parent / "seeds"
_GOLDEN: Final = SEEDS.parent.parent / "golden" / "accept"
_LARGEST_SEED: Final = 2_500
_TOY: Final = Variant.load("toy")
_VARIANTS: Final = dict.fromkeys(("toy", "original"), _TOY.scoring)
_OPTIONS: Final = {name: read for view in VIEWS for name, read in view.options.items()}
_DIGRAPHS: Final = Alphabet(("a", "b", "c", "ch", "g", "h", "y"))
_WORDS: Final = WordScoring(5)
_CODES: Final = CodeScoring(3, 4, repeats=True)
_LIST: Final = re.compile(r"(guesses|hidden) ([0-9]{1,4}) [0-9a-f]{64} embedded (.*)")
_LISTED: Final = b"name: x\nguesses: words.txt\nhidden: big\n"


def seeds_of(name: str) -> tuple[Path, ...]:
    """Return the files to begin with; for certificates also the golden ones that are small."""
    golden = _GOLDEN.iterdir() if name in {"certificate", "rehashed"} else iter(())
    small = (path for path in golden if ".cert" in path.name and path.stat().st_size <= _LARGEST_SEED)
    own = SEEDS / ("certificate" if name == "rehashed" else name)
    return tuple(sorted(small)) + tuple(sorted(own.iterdir()) if own.exists() else ())


def parse(name: str, data: bytes, folder: Path) -> bool:
    """Give `data` to the parser called `name`, as a file in `folder` if need be; tell if it understood them.

    Raises:
        AssertionError: the parser's message isn't one printable line.
        Exception: whatever else it raises that isn't a `WordleCpError`.
    """
    try:
        PARSERS[name](data, folder)
    except WordleCpError as error:
        message = str(error)
        assert message, "an error without a message"
        assert message.isprintable(), "a message that isn't one printable line"
        return False
    return True


def _file(folder: Path, data: bytes, name: str) -> Path:
    """Return a new file with `data`: some file systems wait for the disk when one is written over."""
    path = folder / name
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    return path


def _text(data: bytes) -> str:
    """Return `data` as an argument of a program would arrive."""
    return data.decode("utf-8", "surrogateescape")


def _variant(data: bytes, folder: Path) -> None:
    variant = Variant.load(_file(folder, data, "input.yaml"))
    assert set(variant.hidden) <= set(variant.guesses)


def _words(data: bytes, folder: Path) -> None:
    _file(folder, data, "words.txt")
    variant = Variant.load(_file(folder, _LISTED, "words.yaml"))
    assert len(set(variant.guesses)) == len(variant.guesses)


def _lists(data: bytes, folder: Path) -> None:
    problems: list[WordleCpError] = []
    for ending in ("txt", "csv", "json"):
        path = _file(folder, data, f"input.{ending}")
        try:
            with run(force=True):
                report = import_words([str(path)], name="x", out=folder)
        except WordleCpError as error:
            problems.append(error)
            continue
        variant = Variant.load(folder / "x.yaml")
        assert (variant.guesses, variant.hidden) == (report.variant.guesses, report.variant.hidden)
        assert "\n" not in "".join(ImportAnswer.of(report).told(""))
    assert all(str(problem).isprintable() for problem in problems)
    if len(problems) == 3:
        raise problems[0]


def _history(data: bytes, _folder: Path) -> None:
    text = _text(data)
    understood = 0
    problems: list[str] = []
    length = len(text.partition(".")[0])
    for reader in (
        lambda: _WORDS.parse_history(format_history(_WORDS.parse_history(text), 5)),
        lambda: WordScoring(min(length, 40)).parse_history(text),
        lambda: parse_pattern(text, 5),
        lambda: notation.parse_history(text, 5),
        lambda: notation.parse_game(text, 5),
        lambda: notation.parse_game(text, 5, "crate"),
        lambda: notation.parse_response(text, 5),
        lambda: notation.parse_history(text, WordScoring(3, _DIGRAPHS)),
        lambda: notation.parse_game(text, WordScoring(3, _DIGRAPHS)),
        lambda: notation.parse_history(text, _CODES),
        lambda: notation.parse_game(text, _CODES),
        lambda: _CODES.parse_history(text),
    ):
        try:
            reader()
            understood += 1
        except HistoryError as error:
            problems.append(str(error))
    assert all(problem.isprintable() for problem in problems)
    if not understood:
        raise HistoryError(problems[0])


def _certificate(data: bytes, folder: Path) -> None:
    path = _file(folder, data, "input.cert")
    try:
        read_whole(path)
    finally:
        accepted = check_file(path, word_list_by_hash)
    if not isinstance(accepted.claim, DepthImpossible):
        check_strategies(path, word_list_by_hash)


def _rehashed(data: bytes, folder: Path) -> None:
    """Check a certificate whose word lists have the digests that they should have: changes reach the rest."""
    lines = _text(data).split("\n")
    for place, line in enumerate(lines):
        match = _LIST.fullmatch(line)
        if match:
            words = "\n".join(lines[place + 1 : place + 1 + int(match[2])])
            digest = hashlib.sha256(words.encode("utf-8", "surrogateescape")).hexdigest()
            lines[place] = f"{match[1]} {match[2]} {digest} embedded {match[3]}"
    _certificate("\n".join(lines).encode("utf-8", "surrogateescape"), folder)


def _strategy(data: bytes, folder: Path) -> None:
    path = _file(folder, data, "input.tree")
    imported = ForeignStrategy(path, read_written(path), WordScoring(5)).follow(_TOY)
    assert imported.numbers.hidden_count == len(_TOY.hidden)
    assert figures(imported.steps, _TOY.hidden) == imported.numbers


def _weights(data: bytes, folder: Path) -> None:
    goal = Goal.from_files(_TOY.hidden, _file(folder, data, "input.csv"))
    goal.check_size(_TOY.hidden)
    assert Goal.weighted(dict(goal.weights)) == goal


def _costs(data: bytes, _folder: Path) -> None:
    try:
        costs = several(whole(0))(_text(data))
    except ValueError as error:  # the command line makes one line of it
        raise HistoryError(str(error)) from error
    Goal(costs=costs).check_size(_TOY.hidden)


def _openers(data: bytes, folder: Path) -> None:
    read_guesses(_file(folder, data, "openers.txt"), _TOY)


def _link(data: bytes, _folder: Path) -> None:
    query = dict(parse_qsl(_text(data), keep_blank_values=True, encoding="utf-8", errors="replace"))
    link, problems = parse_link(query, _VARIANTS, _OPTIONS)
    assert all(problem.isprintable() for problem in problems)
    written = urlsplit(link.url("ask")).query
    again, _ = parse_link(dict(parse_qsl(written)), _VARIANTS, _OPTIONS)
    assert again == link, "an address that means something else when it is written again"


PARSERS: Final[dict[str, Callable[[bytes, Path], None]]] = {
    "variant": _variant,
    "words": _words,
    "lists": _lists,
    "history": _history,
    "certificate": _certificate,
    "rehashed": _rehashed,
    "strategy": _strategy,
    "weights": _weights,
    "costs": _costs,
    "openers": _openers,
    "link": _link,
}
