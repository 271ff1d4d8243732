"""The golden certificates with other letters: a game is the same, whatever its letters look like."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

import pytest

from tests.each import each
from tests.effort import every_other
from tests.oracle.alphabets import SIGNS
from tests.unit.certificate.test_certificate_golden import certificates
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactSet, format_fact
from wordle_cp.certificate.read import read_whole
from wordle_cp.certificate.render import render
from wordle_cp.check import check_file
from wordle_cp.check.plain.game import lines_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.data import hash_words, word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected
from wordle_cp.rules.letters import PLAIN, Alphabet
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wordle_cp.certificate.base.records import GameRecord, WordListRecord
    from wordle_cp.certificate.render import AnyCertificate


class Renaming:
    """Letters a to z, each with a sign in its place; the signs come in the same order."""

    def __init__(self, name: str) -> None:
        """Choose signs, by chance."""
        rng = random.Random(f"renamed/{name}")  # noqa: S311
        signs = sorted(rng.sample([sign for sign in SIGNS if len(sign) == 1], len(PLAIN.letters)))
        self.signs: Mapping[str, str] = dict(zip(PLAIN.letters, signs, strict=True))
        self.alphabet = Alphabet(tuple(signs))

    def word(self, word: str) -> str:
        """Return a word of signs."""
        return self.alphabet.word_of([self.signs[letter] for letter in word])

    def of(self, value: Any) -> Any:  # noqa: ANN401, PLR0911  any record
        """Return a record with signs for letters."""
        match value:
            case Restriction(greens, counts):
                placed = tuple(None if green is None else self.signs[green] for green in greens)
                return Restriction(placed, tuple((self.signs[letter], least) for letter, least in counts))
            case Fact():
                return replace(value, letter=self.signs[value.letter])
            case FactSet():
                return replace(value, facts=tuple(sorted(map(self.of, value.facts), key=format_fact)))
            case Enum():
                return value
            case str():
                return self.word(value)
            case tuple():
                return tuple(map(self.of, value))
        if not is_dataclass(value) or isinstance(value, type):
            return value
        return replace(value, **{one.name: self.of(getattr(value, one.name)) for one in fields(value)})

    def proof(self, proof: AnyCertificate) -> AnyCertificate:
        """Return a certificate of a game of signs."""
        game = proof.head.game
        other = replace(game, guesses=self._list(game.guesses), hidden=self._list(game.hidden))
        head = replace(proof.head, game=replace(other, alphabet=self.alphabet), claim=self.of(proof.claim))
        parts = {one.name: self.of(getattr(proof, one.name)) for one in fields(proof) if one.name != "head"}
        return replace(proof, head=head, **parts)

    def _list(self, record: WordListRecord) -> WordListRecord:
        words = tuple(map(self.word, record.words))
        right = record.sha256 == hash_words(record.words)  # what is wrong stays so
        return replace(record, words=words, sha256=hash_words(words) if right else record.sha256)


def renamed(path: Path) -> bytes | None:
    """Return the certificate at `path` with signs for letters; None if it has no letters of its own."""
    try:
        proof = read_whole(path)
    except CertificateParseError:
        return None
    game: GameRecord = proof.head.game
    if game.codes is not None or not game.guesses.words or game.alphabet != PLAIN:
        return None
    if game.hidden.words == () and str(game.hidden.origin) != "guesses":
        return None
    if str(game.hidden.origin) == "guesses":  # its digest is that of the guesses
        game = replace(game, hidden=replace(game.hidden, words=game.guesses.words))
        proof = replace(proof, head=replace(proof.head, game=game))
    made = Renaming(path.name).proof(proof)
    if str(game.hidden.origin) == "guesses":
        other = made.head.game
        other = replace(other, hidden=replace(other.hidden, words=()))
        made = replace(made, head=replace(made.head, game=other))
    return "".join(f"{line}\n" for line in render(made)).encode()


@each("path", certificates("accept"))
def test_both_checkers_accept_signs_for_letters(path: Path, tmp_path: Path) -> None:
    data = renamed(path)
    if data is None:
        return
    file = tmp_path / "signs.cert"
    file.write_bytes(data)
    accepted = check_file(file, word_list_by_hash)
    assert accepted.claim.words == check_file(path, word_list_by_hash).claim.words
    check_plainly(lines_of(data))
    again = "".join(f"{line}\n" for line in render(read_whole(file)))
    assert again.encode() == data


@each("path", every_other(certificates("reject")))
def test_both_checkers_reject_what_they_reject_of_letters(path: Path, tmp_path: Path) -> None:
    data = renamed(path)
    if data is None:
        return
    file = tmp_path / "signs.cert"
    file.write_bytes(data)
    with pytest.raises((CertificateRejected, CertificateParseError)):
        check_file(file, word_list_by_hash)
    with pytest.raises(ValueError, match=r"."):
        check_plainly(lines_of(data))


def test_most_golden_certificates_are_renamed() -> None:
    assert sum(renamed(path) is not None for path in certificates("accept")) > 60
