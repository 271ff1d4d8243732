"""Certificates of random small games and all small changes to golden ones, judged by an oracle of its own.

The oracle shares nothing with the checker: it has its own rules and plays one game for each hidden word.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden_files import ACCEPTED, of_words
from tests.two_checkers import fast_verdict
from wordle_cp.certificate.base.records import Origin
from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.foreign import ForeignStrategy, read_written
from wordle_cp.certify.publish import write_certificate
from wordle_cp.certify.records import depth_certificate
from wordle_cp.check import check_file
from wordle_cp.errors import CertificateParseError
from wordle_cp.games.question import Position
from wordle_cp.games.strategy_tree import consistent_words, partition, walk
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import History, format_pattern, pattern_of
from wordle_cp.views.formats.selby import Style, render_strategy

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path


STRATEGIES = of_words("depth possible")
"""Of claims that something is possible with words; all others have tests of their own."""

Past = tuple[tuple[str, str], ...]
Compression = Callable[[bytes], bytes]
COMPRESSIONS: tuple[Compression, ...] = (partial(gzip.compress, mtime=0), lzma.compress)


def tiles(guess: str, hidden: str) -> str:
    """Return the pattern of `guess` as letters B, Y, G."""
    result = ["G" if g == h else "B" for g, h in zip(guess, hidden, strict=True)]
    left = [h for g, h in zip(guess, hidden, strict=True) if g != h]
    for place, letter in enumerate(guess):
        if result[place] == "B" and letter in left:
            left.remove(letter)
            result[place] = "Y"
    return "".join(result)


def permitted(guess: str, past: Past, mode: Mode) -> bool:
    """Tell whether `mode` permits `guess` after `past`."""
    for word, pattern in past:
        if mode is Mode.ULTRAHARD and tiles(word, guess) != pattern:
            return False
        if mode is Mode.HARD:
            coloured = [letter for letter, tile in zip(word, pattern, strict=True) if tile != "B"]
            if any(guess.count(letter) < coloured.count(letter) for letter in coloured):
                return False
            if any(tile == "G" and g != w for g, w, tile in zip(guess, word, pattern, strict=True)):
                return False
    return True


def plan(steps: Iterator[str], words: list[str], past: Past, guesses: dict[Past, str]) -> None:
    """Fill `guesses` with what the preorder `steps` says for `words`; StopIteration where it is too short."""
    guess = words[0] if len(words) == 1 else next(steps)
    guesses[past] = guess
    for pattern in sorted(
        {tiles(guess, word) for word in words}, key=lambda p: ["BYG".index(t) for t in p[::-1]]
    ):
        if set(pattern) != {"G"}:
            cell = [word for word in words if tiles(guess, word) == pattern]
            plan(steps, cell, (*past, (guess, pattern)), guesses)


def holds(certificate: Certificate) -> bool:
    """Tell whether everything that a certificate with embedded lists claims is true."""
    game, claim = certificate.head.game, certificate.claim
    guesses = game.guesses.words
    hidden = guesses if game.hidden.origin is Origin.GUESSES else game.hidden.words
    for record, words in ((game.guesses, guesses), (game.hidden, hidden)):
        digest = hashlib.sha256("\n".join(words).encode()).hexdigest()
        if (record.count, record.sha256, len(set(words))) != (len(words), digest, len(words)):
            return False
    past = tuple((guess, format_pattern(pattern, game.word_length)) for guess, pattern in claim.history)
    started = [word for word in hidden if all(tiles(guess, word) == pattern for guess, pattern in past)]
    choices: dict[Past, str] = {}
    steps = iter(certificate.steps)
    try:
        plan(steps, started, past, choices)
    except (StopIteration, IndexError, RuntimeError):
        return False
    lengths = [game_length(word, past, choices, game.mode, guesses) for word in started]
    return (
        not list(steps)
        and all(0 < length <= claim.depth for length in lengths)
        and claim.opener in {None, choices[past]}
        and (claim.hidden_count, claim.total_guesses) == (len(lengths), sum(lengths))
        and list(claim.distribution) == [lengths.count(n) for n in range(1, max(lengths) + 1)]
    )


def game_length(word: str, past: Past, choices: dict[Past, str], mode: Mode, guesses: tuple[str, ...]) -> int:
    """Play for `word` hidden; return the number of guesses, `past` included, or 0 if a rule is broken."""
    played: Past = ()
    while not played or set(played[-1][1]) != {"G"}:
        guess = past[len(played)][0] if len(played) < len(past) else choices[played]
        if guess not in guesses or not permitted(guess, played, mode):
            return 0
        played = (*played, (guess, tiles(guess, word)))
    return len(played) if len(played) > len(past) else 0


def is_accepted(path: Path) -> bool:
    """Tell whether the checker accepts the certificate at `path`."""
    return fast_verdict(path) == "accepted"


def line_mutants(lines: list[str]) -> Iterator[list[str]]:
    """Yield `lines` with one line dropped, doubled, exchanged with the next, or with one word changed."""
    vocabulary = [*(line for line in lines if line.isalpha()), *Mode, "zzz"]
    for index, line in enumerate(lines):
        before, after = lines[:index], lines[index + 1 :]
        yield before + after
        yield [*before, line, line, *after]
        yield [*before, *after[:1], line, *after[1:]]
        parts = line.split(" ")
        if parts[0] in {"variant", "title"}:
            continue  # labels without a meaning
        for place, part in enumerate(parts):
            numbers = [str(int(part) + step) for step in (-1, 1, 100)] if part.isdigit() else []
            for other in numbers or dict.fromkeys(vocabulary):
                yield [*before, " ".join([*parts[:place], other, *parts[place + 1 :]]), *after]


@pytest.mark.parametrize("path", STRATEGIES, ids=lambda path: path.stem)
def test_what_the_checker_accepts_is_true(path: Path, tmp_path: Path) -> None:
    original = path.read_text(encoding="utf-8").splitlines()
    assert holds(read_proof(path, Certificate))
    mutant = tmp_path / "mutant.cert"
    accepted = refused = 0
    for lines in line_mutants(original):
        if lines == original:
            continue
        mutant.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if is_accepted(mutant):
            accepted += 1
            assert holds(read_proof(mutant, Certificate)), lines
        else:
            refused += 1
    assert refused > 10 * accepted


@pytest.mark.parametrize("path", STRATEGIES, ids=lambda path: path.stem)
def test_every_change_that_makes_the_claim_false_is_refused(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    certificate = read_proof(path, Certificate)
    claim = certificate.claim
    mutant = tmp_path / "mutant.cert"
    changes = [
        (f"\ntotal {claim.total_guesses}\n", f"\ntotal {claim.total_guesses - 1}\n"),
        (f"\ntotal {claim.total_guesses}\n", f"\ntotal {claim.total_guesses + 1}\n"),
        (f"\ncovered {claim.hidden_count}\n", f"\ncovered {claim.hidden_count + 1}\n"),
        (f"depth possible {claim.depth}\n", f"depth possible {claim.max_guesses - 1}\n"),
        (f"\nmost {claim.max_guesses}\n", f"\nmost {claim.max_guesses + 1}\n"),
        ("\ndistribution ", "\ndistribution 0 "),
        (f"\nsteps {claim.steps}\n", f"\nsteps {claim.steps + 1}\n"),
        (certificate.head.game.guesses.sha256, "0" * 64),
        (certificate.head.game.hidden.sha256, "f" * 64),
        ("\nend of certificate\n", "\nend of certificate\nend of certificate\n"),
        ("\nend of certificate\n", "\n"),
    ]
    for old, new in changes:
        assert old in text
        mutant.write_text(text.replace(old, new), encoding="utf-8")
        assert not is_accepted(mutant), (old, new)


@pytest.mark.parametrize("compress", COMPRESSIONS, ids=["gzip", "xz"])
def test_every_cut_and_every_appendix_of_compressed_data_is_refused(
    compress: Compression, tmp_path: Path
) -> None:
    whole = compress((ACCEPTED / "normal.cert").read_bytes())
    mutant = tmp_path / "mutant.cert"  # the first bytes tell how it is compressed, not the name
    mutant.write_bytes(whole)
    assert is_accepted(mutant)
    for size in range(len(whole)):
        mutant.write_bytes(whole[:size])
        assert not is_accepted(mutant), size
    others = [other(b"") for other in COMPRESSIONS]
    for extra in (b"\0", bytes(4), b"\n", b"cat\n", whole[:2], whole[:6], whole, *others):
        mutant.write_bytes(whole + extra)
        assert not is_accepted(mutant), extra


@pytest.mark.parametrize("compress", COMPRESSIONS, ids=["gzip", "xz"])
def test_every_changed_byte_of_compressed_data_is_harmless(compress: Compression, tmp_path: Path) -> None:
    whole = compress((ACCEPTED / "normal.cert").read_bytes())
    mutant = tmp_path / "mutant.cert"
    refused = 0
    for place in range(len(whole)):
        mutant.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        if is_accepted(mutant):  # such as another time in the header: the text is the same
            assert read_proof(mutant, Certificate) == read_proof(ACCEPTED / "normal.cert", Certificate), place
        else:
            refused += 1
    assert refused > len(whole) - 10


@given(st.sampled_from(COMPRESSIONS), st.integers(2, 40), st.binary(max_size=80))
def test_no_compressed_data_do_harm(
    tmp_path_factory: pytest.TempPathFactory, compress: Compression, kept: int, rest: bytes
) -> None:
    path = tmp_path_factory.mktemp("random") / "random.cert"
    path.write_bytes(compress((ACCEPTED / "normal.cert").read_bytes())[:kept] + rest)
    with pytest.raises(CertificateParseError):
        check_file(path, lambda _: None)


def random_steps(guesses: tuple[str, ...], words: tuple[str, ...], chance: random.Random) -> list[str]:
    """Return a random strategy for `words`; a guess that tells nothing apart gives way to a hidden word."""
    steps: list[str] = []
    stack = [words]
    while stack:
        left = stack.pop()
        if len(left) < 2:
            continue
        guess = chance.choice(guesses)
        if len(partition(guess, left)) == 1:
            guess = chance.choice(left)
        steps.append(guess)
        stack.extend(cell for _, cell in reversed(partition(guess, left)) if cell != (guess,))
    return steps


@st.composite
def games(draw: st.DrawFn) -> tuple[Variant, History]:
    """Draw a small variant and a history of up to two guesses that some hidden word explains."""
    length = draw(st.integers(1, 4))
    words = st.text("abcd", min_size=length, max_size=length)
    guesses = tuple(draw(st.lists(words, min_size=1, max_size=14, unique=True)))
    hidden = tuple(draw(st.lists(st.sampled_from(guesses), min_size=1, max_size=9, unique=True)))
    variant = Variant(
        name="random",
        title="A random game",
        guesses=guesses,
        hidden=hidden,
        mode=draw(st.sampled_from(Mode)),
        max_guesses=draw(st.none() | st.integers(1, 9)),
        guesses_name="random-guesses",
        hidden_name="random-hidden",
    )
    played = draw(st.lists(st.sampled_from(guesses), max_size=2))
    word = draw(st.sampled_from(hidden))
    return variant, tuple((guess, pattern_of(guess, word)) for guess in played)


@given(games(), st.randoms(use_true_random=False), st.integers(-1, 1))
def test_random_strategies(
    tmp_path_factory: pytest.TempPathFactory, game: tuple[Variant, History], chance: random.Random, slack: int
) -> None:
    variant, history = game
    folder = tmp_path_factory.mktemp("random")
    hidden_set = consistent_words(variant.hidden, history)
    steps = random_steps(variant.guesses, hidden_set, chance)
    position = Position(variant, history, hidden_set)
    plain = depth_certificate(position, 1, steps)
    depth = max(1, plain.claim.max_guesses + slack)
    certificate = depth_certificate(position, depth, steps)
    for name in ("random.cert", "random.cert.gz", "random.cert.xz"):
        write_certificate(folder / name, certificate)
        assert read_proof(folder / name, Certificate) == certificate
        assert is_accepted(folder / name) == holds(certificate)

    for style in Style:
        tree = folder / f"{style}.tree"
        lines = render_strategy(walk(steps, hidden_set, history), variant.length, style)
        tree.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if any(pattern == 3**variant.length - 1 for _, pattern in history):
            continue  # the game was over: the text can't say so, and the checker has rejected the claim
        strategy = ForeignStrategy(tree, read_written(tree), WordScoring(variant.length))
        imported = strategy.follow(variant, history)
        assert (imported.steps, imported.dropped, imported.implied) == (tuple(steps), 0, 0)
        assert imported.numbers.total_guesses == certificate.claim.total_guesses
        assert imported.numbers.distribution == certificate.claim.distribution
