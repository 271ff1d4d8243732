"""The sentence about a certificate identifies its claim: of other claims it is another sentence."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.each import each
from tests.golden_files import ACCEPTED
from wordle_cp.certificate.base.claim import Shown
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import OpenerTotal, TotalClaim
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.describe import describe_claim
from wordle_cp.data import certificate_path
from wordle_cp.rules.letters import PLAIN, Alphabet
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring
from wordle_cp.rules.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head

PROOF: Final = frozenset(
    (
        "steps",
        "nodes",
        "sets",
        "lemmas",
        "groups",
        "moves",
    )
)
"""Fields about the length of a proof, or what it begins with: the claim doesn't depend on them."""
FOLLOWS: Final = frozenset({"hidden_count", "distribution"})
"""Fields that follow from the others, or say more than the sentence, which has total and worst case."""
MANY: Final = tuple(f"word{chr(ord('a') + number)}" for number in range(12))
SHA256: Final = "0" * 16 + "f" * 48


def other_claims(head: Head[Any]) -> Iterator[Head[Any]]:
    """Yield heads that claim something else than `head`, in one field each."""
    game, claim = head.game, head.claim
    for mode in set(Mode) - {game.mode}:
        yield replace(head, game=replace(game, mode=mode))
    if game.codes is None:
        other = Alphabet((*PLAIN.letters, "cs"))
        yield replace(head, game=replace(game, alphabet=other))
        yield replace(head, game=replace(game, guesses=replace(game.guesses, sha256=SHA256)))
        yield replace(head, game=replace(game, hidden=replace(game.hidden, sha256=SHA256)))
    else:
        yield replace(head, game=replace(game, codes=replace(game.codes, colours=game.codes.colours + 1)))
    left_out = PROOF | FOLLOWS
    if isinstance(claim, TotalClaim) and len(claim.among) == len(claim.openers):
        left_out |= {"others"}  # there are none
    for field in fields(claim):
        if field.name not in left_out:
            for value in other_values(field.name, getattr(claim, field.name)):
                yield replace(head, claim=replace(claim, **{field.name: value}))


def other_values(name: str, value: Any) -> Iterator[Any]:  # noqa: ANN401  of any field
    """Yield other values of the field `name`, which has `value`."""
    if name == "opener":
        yield "crane"
    elif name in {"within", "most"}:
        yield 9
    elif name == "scope":
        yield from set(OpenerScope) - {value} if value is not OpenerScope.ALL else ()
    elif isinstance(value, int):
        yield value + 1
    else:
        assert isinstance(value, tuple), f"the field {name} has no other values here"
        yield from other_tuples(name, value)


def other_tuples(name: str, value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield other values of a field that has several, if it has any."""
    if name in {"total", "worst"}:
        yield (value[0] - 1, value[1] + 1)
    elif not value:
        return
    elif name == "weights":  # the same weight in all
        (first, one), (second, two), *rest = value
        yield ((first, one + 1), (second, two - 1), *rest)
    elif isinstance(value[0], OpenerTotal):
        yield (OpenerTotal("crane", value[0].total, 1), *value[1:])
        yield (replace(value[0], total=value[0].total + 1), *value[1:])
    elif isinstance(value[0], str):
        yield (*value, "crane")
    else:  # what was played
        yield value[:-1]


@pytest.mark.parametrize("whole", [False, True])
@each("path", sorted(ACCEPTED.glob("*.cert*")))
def test_other_claims_have_other_sentences(path: Path, *, whole: bool) -> None:
    with open_certificate(path) as reader:
        head = reader.head
    sentences = [describe_claim(other, whole=whole) for other in (head, *other_claims(head))]
    assert len(sentences) > 3
    assert sentences[0] not in sentences[1:]


@pytest.mark.parametrize("name", ["impossible-except.cert", "total-among-worse.cert", "codes-missed.cert"])
def test_openers_beyond_the_first_ten_count_too(name: str) -> None:
    with open_certificate(ACCEPTED / name) as reader:
        head = reader.head
    field = "openers" if isinstance(head.claim, DepthImpossible) else "among"
    one, other = (
        describe_claim(replace(head, claim=replace(head.claim, **{field: words})))
        for words in (MANY, (*MANY[:-1], "other"))
    )
    assert one != other
    assert " and 2 more (SHA-256 " in one
    assert " and 2 more (SHA-256 " in other


def test_whole_digests() -> None:
    with open_certificate(ACCEPTED / "normal.cert") as reader:
        head = reader.head
    assert isinstance(head.claim, DepthPossible)
    assert f"SHA-256 {head.game.guesses.sha256[:16]}...)" in describe_claim(head)
    assert f"SHA-256 {head.game.guesses.sha256})" in describe_claim(head, whole=True)


def test_openers_of_codes_that_are_all_equivalent() -> None:
    """Where symmetry makes each opener of the one listed, nothing is said of others, as there are none."""
    everywhere = "and, by symmetry, with every other opener"
    for pegs, colours, repeats, alike in ((2, 3, False, True), (1, 4, True, True), (2, 3, True, False)):
        codes = CodeScoring(pegs, colours, repeats)
        assert (len({*representatives((), codes.codes()).values()}) == 1) is alike
        with open_certificate(ACCEPTED / "codes-total.cert") as reader:
            head = reader.head
        claim = replace(head.claim, others=head.claim.least)
        sentence = claim_sentence(replace(head, game=replace(head.game, codes=codes), claim=claim))
        assert (everywhere in sentence) is alike
        assert ("no other opener takes fewer" in sentence) is not alike
        assert "or more" not in sentence
        more = claim_sentence(replace(head, game=replace(head.game, codes=codes)))
        assert f"every other opener takes {head.claim.others} or more" in more


@pytest.mark.parametrize("name", ["mastermind-4x6-optimal-within-5", "mastermind-4x8-optimal-within-6"])
def test_codes_are_no_words(name: str) -> None:
    with open_certificate(certificate_path(f"shipped:{name}")) as reader:
        head = reader.head
    assert claim_sentence(head).endswith(" or more, or doesn't find every code in time")
    assert "word" not in claim_sentence(head)


def test_nothing_is_said_twice_of_openers_that_take_no_fewer() -> None:
    with open_certificate(ACCEPTED / "total-normal.cert") as reader:
        head = reader.head
    sentence = claim_sentence(replace(head, claim=replace(head.claim, others=head.claim.least)))
    assert "; no other opener takes fewer" in sentence
    assert "or more" not in sentence


def test_ten_openers_are_named() -> None:
    assert Shown().words(MANY[:10]) == ", ".join(MANY[:10])
    assert Shown().words(MANY[:11]).startswith(f"{', '.join(MANY[:10])} and 1 more (")


def test_one_code_is_not_all() -> None:
    with open_certificate(ACCEPTED / "codes-impossible-by-symmetry.cert") as reader:
        head = reader.head
    assert "hidden codes can't all be found within" in claim_sentence(head)
    one = replace(head, claim=replace(head.claim, hidden_count=1))
    assert "1 hidden code can't be found within" in claim_sentence(one)
