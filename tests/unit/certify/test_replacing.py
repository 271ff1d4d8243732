"""Which certificate may take the place of one that is there: one about the same that claims no less."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.golden_files import ACCEPTED
from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certificate.kinds import KINDS
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.publish import claims_no_more

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head

MORE: Final = {
    ("depth", "possible"): ("hard", {"depth": -1, "total_guesses": -1, "max_guesses": -1}),
    ("depth", "impossible"): ("impossible-rule", {"depth": 1}),
    ("total", "least"): ("total-hard", {"others": 1}),
    ("total", "between"): ("total-between", {"others": 1}),
    ("missed", "least"): ("missed-words", {}),
    ("missed", "between"): ("missed-between", {"low": 1, "high": -1}),
    ("absurdle", "least"): ("absurdle", {}),
    ("fixed", "possible"): ("fixed", {"count": -1}),
    ("fixed", "impossible"): ("fixed-weights", {"count": 1}),
}
"""Of each kind a file, and what makes its claim a stronger one: fields and how they change."""


def head(name: str) -> tuple[Path, Head[Any]]:
    path = ACCEPTED / f"{name}.cert"
    with open_certificate(path) as reader:
        return path, reader.head


@pytest.mark.parametrize("kind", KINDS, ids=" ".join)
def test_each_number_counts(kind: tuple[str, str]) -> None:
    name, more = MORE[kind]
    path, there = head(name)
    claim = there.claim
    assert claim.words == kind
    assert claims_no_more(there)(path)
    for field, step in more.items():
        for change, is_more in ((step, True), (-step, False)):
            new = replace(claim, **{field: getattr(claim, field) + change})
            assert claims_no_more(replace(there, claim=new))(path) is is_more, (field, change)
    for field in {"history", "within", "among", "weights", "leave", "start"} & set(type(claim).__slots__):
        other = 9 if isinstance(getattr(claim, field), int | None) else (("aback", 0),)
        assert not claims_no_more(replace(there, claim=replace(claim, **{field: other})))(path), field
    assert not claims_no_more(replace(there, game=replace(there.game, title="another")))(path)
    for words, (another, _) in MORE.items():
        if words != kind and (kind, words) != (("total", "between"), ("total", "least")):
            there_too = replace(head(another)[1], game=there.game)
            assert not claims_no_more(there_too)(path)


def test_openers_count() -> None:
    path, there = head("hard")
    assert there.claim.opener == "mac"
    assert not claims_no_more(replace(there, claim=replace(there.claim, opener=None)))(path)
    path, there = head("total-hard")
    claim, other = there.claim, replace(there.claim.openers[0], opener="x")
    for openers, is_more in (((*claim.openers, other), True), ((other,), False)):
        new = replace(there, claim=replace(claim, openers=openers))
        assert claims_no_more(new)(path) is is_more


A, B, C = "abc"


@pytest.mark.parametrize(
    ("old", "new", "is_more"),
    [
        (("only", (A,)), ("only", (A, B)), True),
        (("only", (A, B)), ("only", (A,)), False),
        (("only", (A,)), ("except", (B,)), True),
        (("only", (A,)), ("except", (A,)), False),
        (("only", (A,)), ("all", ()), True),
        (("except", (A, B)), ("except", (A,)), True),
        (("except", (A,)), ("except", (A, B)), False),
        (("except", (A,)), ("only", (B, C)), False),
        (("all", ()), ("except", (A,)), False),
        (("all", ()), ("all", ()), True),
    ],
)
def test_refuted_openers_count(
    old: tuple[str, tuple[str, ...]],
    new: tuple[str, tuple[str, ...]],
    is_more: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, there = head("impossible-rule")
    heads = [
        replace(there, claim=replace(there.claim, scope=OpenerScope(scope), openers=openers))
        for scope, openers in (old, new)
    ]
    monkeypatch.setattr("wordle_cp.certify.publish._head", lambda _: heads[0])
    assert claims_no_more(heads[1])(path) is is_more


def test_a_least_total_takes_the_place_of_an_interval() -> None:
    path, between = head("total-between")
    _, least = head("total-normal")
    for total, is_more in ((between.claim.others, True), (between.claim.reached, True), (1000, False)):
        openers = (replace(least.claim.openers[0], total=total),)
        claim = replace(
            least.claim,
            openers=openers,
            others=total,
            **{field: getattr(between.claim, field) for field in ("history", "within", "among", "weights")},
        )
        assert claims_no_more(replace(least, game=between.game, claim=claim))(path) is is_more
