"""`wordle-cp explain`: text for people, JSON fields, what is told in a line; real refutations."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Final

import pytest
import regex

from tests.golden_files import ACCEPTED
from tests.program import Run, has_fields
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.read import read_proof
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths, word_list
from wordle_cp.rules.words import parse_pattern, pattern_of
from wordle_cp.views.refutations import refutation
from wordle_cp.views.refutations.refutation import Explanation

COMMAND: Final = "explain"
SHIPPED = {path.name: path for path in proof_paths()}
HARD = SHIPPED["nyt-2022-02-15-hard-hidden-big-depth-6.cert.gz"]
REPLY = {
    "guess": str,
    "response": str,
    "reason": str,
    "told": str,
    "words": list,
    "possible": int,
    "weights_left": list,
}
POSITION = {"kind": str, "after": str, "guesses_left": int, "restriction": str, "words": list, "allowed": int}


def test_as_json_step_by_step(run: Run) -> None:
    code, fields = run.json(HARD, "--guess", "salet")
    assert code == ExitCode.DONE
    assert has_fields(fields["position"], POSITION)
    assert (fields["position"]["node"], fields["position"]["argument"]) == (None, None)
    reply = fields["reply"]
    assert has_fields(reply, REPLY)
    assert set(reply["words"]) <= set(fields["position"]["words"])
    assert len({pattern_of("salet", word) for word in reply["words"]}) == 1
    pattern = parse_pattern(reply["response"], 5)
    agreeing = {word for word in word_list("nyt-2022-02-15-guesses") if pattern_of("salet", word) == pattern}
    assert (reply["possible"], set(reply["words"]) < agreeing) == (len(agreeing), True)
    assert f"{len(reply['words'])} of the {len(agreeing)} words left" in reply["told"]
    code, fields = run.json(HARD, "--after", f"salet.{reply['response']}")
    position = fields["position"]
    assert (code, fields["reply"], len(fields["steps"])) == (ExitCode.DONE, None, 1)
    assert (position["node"], position["words"]) == (reply["node"], reply["words"])
    assert position["argument"]["told"]
    assert position["guesses_left"] == 5


def test_a_guess_that_hard_mode_forbids(run: Run) -> None:
    code, fields = run.json(HARD, "--guess", "salet")
    response = fields["reply"]["response"]
    assert response != "BBBBB"
    code, _, err = run(HARD, "--after", f"salet.{response}", "--guess", "fuzzy")
    assert code == ExitCode.BAD_INPUT
    assert "FUZZY: the" in err


def test_the_words_of_rules_are_those_of_the_format() -> None:
    whole = read_proof(HARD, Refutation)
    words: list[frozenset[str]] = []
    with Explanation(HARD) as told:
        for number, node in enumerate(whole.nodes):
            words.append(frozenset(node.words).union(*(words[child] for child in node.children)))
            position = told.start(number)
            assert frozenset(position.words) == words[-1]
            assert (position.kind, position.guesses_left) == (node.kind, node.guesses)
        assert told.root == whole.root


@pytest.mark.parametrize("signs", ["a!", "🍎🍐", "(<", "👨‍👩‍👧ß", "1*"])
def test_words_with_signs(run: Run, signs: str) -> None:
    letters = regex.findall(r"\X", f"{signs}bcd")
    words = ["".join(pair) for pair in permutations(letters, 2)]
    (run.folder / "guesses.txt").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    (run.folder / "game.yaml").write_text(
        json.dumps(
            {"name": "signs", "guesses": "guesses.txt", "hidden": "guesses.txt", "letters": letters},
            ensure_ascii=False,
        ),
        encoding="utf-8",
    )
    for depth in (1, 2):
        out = run.folder / f"{depth}.cert"
        question = ["--depth", str(depth), "--variant", str(run.folder / "game.yaml")]
        assert main(["prove", *question, "--out", str(out), "--quiet"]) == ExitCode.DONE
        whole = read_proof(out, Refutation)
        kinds = {node.kind for node in whole.nodes}
        with Explanation(out) as told:
            for number, node in enumerate(whole.nodes):
                assert not node.words or set(told.start(number).words) == set(node.words)
        code, found, err = run(out, "--guess", words[0])
        assert (code, err) == (ExitCode.DONE, ""), kinds
        assert words[0].upper() in found or "ß" in words[0]
    text = out.read_text(encoding="utf-8")
    lists, nodes, rest = text.partition("\nnodes ")
    first = lists.partition("\nguesses ")[2].splitlines()[1]
    out.write_text(f"{lists}{nodes}{rest.replace(first, 'bb')}", encoding="utf-8")
    code, _, err = run(out)
    assert (code, "expected words of the hidden list, found bb" in err) == (ExitCode.REJECTED, True), err


def test_too_many_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ACCEPTED / "impossible-rule.cert"
    with Explanation(path) as told:
        count = sum(len(told.start(node).words) for node in range(told.claim.nodes))
    monkeypatch.setattr(refutation, "MAX_KEPT_WORDS", count)
    Explanation(path).close()
    monkeypatch.setattr(refutation, "MAX_KEPT_WORDS", count - 1)
    with pytest.raises(Exception, match=rf"size: expected {count - 1} words at most"):
        Explanation(path)
