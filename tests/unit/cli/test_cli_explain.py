"""`wordle-cp explain`: text for people, JSON fields, what is told in a line; real refutations."""

from __future__ import annotations

import json
from itertools import combinations, permutations
from pathlib import Path

import pytest
import regex

from tests.golden_files import ACCEPTED, GOLDEN
from tests.program import Run, has_fields
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.read import read_proof
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths, word_list
from wordle_cp.rules.words import parse_pattern, pattern_of
from wordle_cp.views.refutations import refutation
from wordle_cp.views.refutations.refutation import Explanation

SHIPPED = {path.name: path for path in proof_paths()}
ILLS = SHIPPED["original-normal-hidden-big-depth-5.cert.gz"]
HARD = SHIPPED["nyt-2022-02-15-hard-hidden-big-depth-6.cert.gz"]
PALET = SHIPPED["original-hard-depth-5-palet.cert.gz"]
CHAIN = ACCEPTED / "impossible-chain.cert"
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


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("explain", capsys, tmp_path, monkeypatch)


def test_one_family_for_people(run: Run) -> None:
    code, out, err = run(ILLS, "--guess", "SALET")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines()[1:] == [
        "The claim: 12972 words can't all be found within 5 guesses.",
        "  Step 0 has already shown it: its words are among these.",
        "SALET YBGBB: the heaviest cell, 15 of the 98 words left, which weigh 45; 4 guesses are left.",
        "cills dills fills gills jills kills lills mills nills pills rills vills wills yills zills",
    ]
    code, out, _ = run(ILLS, "--node", "0")
    assert "Step 0: 17 words of the family ?ILLS can't all be found within 5 guesses." in out
    assert "49 together, 4 at most" in out
    assert "So of 5 guesses all but the last leave 49 - 4 * 11 = 5 at least." in out
    code, out, _ = run(ILLS, "--after", "salet.ybgbb")
    lines = [line.strip() for line in out.splitlines()]
    assert (
        "From step 0 it follows that 15 words of the family ?ILLS can't all be found within 4 more guesses."
        in lines
    )
    answer = "Whatever you guess, the proof answers with its heaviest cell of all 17 words of the step."
    assert answer in lines
    assert lines[-1].startswith("The words weigh CILLS 3, DILLS 2, FILLS 4,")
    assert "SILLS" not in lines[-1]
    assert "45 together, 4 at most. No guess takes away more than 11. So of 4 guesses" in lines[-1]
    assert "leave 45 - 3 * 11 = 12 at least." in lines[-1]
    code, fields = run.json(ILLS, "--after", "salet.ybgbb")
    argument = fields["position"]["argument"]
    assert "45 \N{MINUS SIGN} 3 \N{MULTIPLICATION SIGN} 11 = 12" in argument["told"][1]
    assert len(argument["sums"][0]["weights"]) == len(fields["position"]["words"]) == 15
    assert (argument["sums"][0]["total"], argument["sums"][0]["left"]) == (45, 12)


def test_a_chain_has_two_cases(run: Run) -> None:
    code, out, _ = run(CHAIN, "--node", "0")
    assert code == ExitCode.DONE
    assert "Case 1: Guesses with at least 1 A have at least 1 T, too. The words weigh BAT 2," in out
    assert "Case 2: Guesses with at least 1 T have at least 1 A, too." in out


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((str(ACCEPTED / "codes-missed.cert"),), "there are no explanations of claims about words missed"),
        ((str(ACCEPTED / "total-weights.cert"),), "here words have weights"),
        ((PALET,), "expected a claim that something is impossible; this one has a strategy"),
        ((ILLS, "--guess", "zzzzz"), "'zzzzz': not in the list of guesses"),
        ((ILLS, "--guess", "sal"), "'sal': not in the list of guesses; did you mean salad, salal or salat?"),
        ((ILLS, "--node", "1"), "there is no node 1; the certificate has 1 node"),
        ((ILLS, "--after", "salet.ggggg"), "salet GGGGG: not the response that refutes this guess here"),
        ((ILLS, "--after", "salet"), "SALET lacks its response: expected 5 signs"),
        (("nothing.cert",), "nothing.cert: No such file or directory"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[object, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_guess_that_hard_mode_forbids(run: Run) -> None:
    code, fields = run.json(HARD, "--guess", "salet")
    response = fields["reply"]["response"]
    assert response != "BBBBB"
    code, _, err = run(HARD, "--after", f"salet.{response}", "--guess", "fuzzy")
    assert code == ExitCode.BAD_INPUT
    assert "FUZZY: the" in err


def test_a_false_node_is_rejected_where_it_is_shown(run: Run) -> None:
    text = (ACCEPTED / "impossible-weights.cert").read_text(encoding="utf-8")
    assert "sat*2" in text
    Path("false.cert").write_text(text.replace("sat*2", "sat*9"), encoding="utf-8")
    code, out, err = run("false.cert", "--node", "0")
    assert (code, out) == (ExitCode.REJECTED, "")
    assert err.startswith("error: rejected: false.cert: node 0: weights: expected")


def test_of_a_wrong_certificate_only_what_holds_is_told_as_a_fact(run: Run) -> None:
    """Ten false pairs, from which a rule would follow; and a root that refutes no opener."""
    text = (ACCEPTED / "impossible-all.cert").read_text(encoding="utf-8")
    words = ("bat", "cat", "hat", "mat", "rat")
    pairs = [f"pair 2 - {one} {other}" for one, other in combinations(words, 2)]
    nodes = [
        f"nodes {len(pairs) + 1}",
        *pairs,
        f"rule 3 - {' '.join(map(str, range(len(pairs))))}",
        "root 10",
    ]
    false = text.replace("claim depth impossible 2", "claim depth impossible 3")
    false = false.replace("nodes 1\npair 2 - cat hat rat\nroot 0", "\n".join(nodes))
    Path("false.cert").write_text(false, encoding="utf-8")
    code, out, _ = run("false.cert", "--guess", "mac")
    assert code == ExitCode.DONE
    assert out.splitlines()[1:] == [
        "The claim: 5 words can't all be found within 3 guesses.",
        "  Step 10 says it: its words are among these.",
        "MAC BGB: 2 of the 3 words left, the family ?AT; step 1 says that they are too many for 2 guesses.",
        "bat hat",
    ]
    code, out, _ = run("false.cert", "--node", "10")
    assert "Step 10: 5 words of the family ?AT can't all be found within 3 guesses." in out
    rule = "one response leaves words that one of 10 earlier steps says are too many for 2 guesses."
    assert f"Whatever you guess next, {rule}" in out
    assert "shown" not in out
    code, _, err = run("false.cert", "--node", "2")
    assert (code, "rejected: false.cert: node 2: pair: expected two words with one pattern" in err) == (
        ExitCode.REJECTED,
        True,
    )
    hole = text.replace("pair 2 - cat hat rat", "pair 1 - bat cat")
    Path("hole.cert").write_text(hole, encoding="utf-8")
    code, out, _ = run("hole.cert")
    assert out.splitlines()[2] == (
        "  The certificate says: whatever you guess first, one response leaves words that step 0 says are "
        "too many for 1 guess."
    )


def test_what_a_step_rests_on_is_said_with_the_words_filled_in(run: Run) -> None:
    """In a certificate that ships, which the checker has accepted, steps have shown what they say."""
    _, out, _ = run(HARD, "--after", "jazzy.bbbbb", "--guess", "crate")
    lines = [line.strip() for line in out.splitlines()]
    first = "JAZZY BBBBB: 263 of the 5954 words left; step 1990 has already shown that they are too many"
    assert lines[1] == f"1. {first} for 5 guesses."
    assert lines[2] == "Step 1990: 263 words can't all be found within 5 more guesses."
    rule = "one of 213 earlier steps has already shown to be too many for 4 guesses."
    assert f"Whatever you guess next, one response leaves words that {rule}" in lines
    _, out, _ = run(HARD)
    rule = "one of 367 earlier steps has already shown to be too many for 5 guesses."
    assert f"Whatever you guess first, one response leaves words that {rule}" in out
    for name, opener in (
        ("only", " of the openers listed you choose,"),
        ("except", " opener you choose that isn't listed,"),
    ):
        _, out, _ = run(ACCEPTED / f"impossible-{name}.cert")
        assert "The certificate says: whichever" in out
        assert opener in out


def test_the_claim_is_told_with_the_openers_that_it_is_about(run: Run) -> None:
    for name, openers in (
        ("only", " with one of the openers listed"),
        ("except", " with an opener that isn't listed"),
    ):
        _, out, _ = run(ACCEPTED / f"impossible-{name}.cert")
        assert out.splitlines()[1].endswith(f"{openers}.")


def test_a_rule_by_guesses_that_tell_nothing(run: Run) -> None:
    text = (ACCEPTED / "impossible-rule-upon-rule-hard.cert").read_text(encoding="utf-8")
    start = text.index("nodes 26")
    text = f"{text[:start]}nodes 2\npair 1 - bat cat\nrule 4 fo./ 0\nroot 1\nend of certificate\n"
    Path("nothing.cert").write_text(text, encoding="utf-8")
    code, out, _ = run("nothing.cert", "--node", "1")
    assert code == ExitCode.DONE
    assert out.splitlines()[-1] == (
        "  With 1 guess all words give the same response: that tells nothing, and a guess is gone."
    )


def test_what_was_played_before_a_node_by_itself_is_not_known(run: Run) -> None:
    """So it isn't told how many words are left there."""
    code, fields = run.json(ILLS, "--node", "0", "--guess", "salet")
    assert (code, fields["reply"]["possible"], len(fields["reply"]["words"])) == (ExitCode.DONE, None, 15)
    assert (
        "heaviest cell, 15 of the words left, which weigh 45; 4 guesses are left." in fields["reply"]["told"]
    )


def test_the_last_guess_and_after_it(run: Run) -> None:
    code, fields = run.json(CHAIN, "--after", "bat.bgg.cat.bgg", "--guess", "dat")
    assert code == ExitCode.DONE
    assert (fields["reply"]["reason"], fields["reply"]["guesses_left"]) == ("last", 0)
    code, fields = run.json(CHAIN, "--after", "bat.bgg.cat.bgg.dat.bgg")
    assert (fields["position"], len(fields["steps"])) == (None, 3)
    code, _, err = run(CHAIN, "--after", "bat.bgg.cat.bgg.dat.bgg.fat.bgg")
    assert (code, "fat: the guess before it was the last one" in err) == (ExitCode.BAD_INPUT, True)


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


def test_a_shipped_refutation_with_signs(run: Run) -> None:
    code, out, err = run("nerdle-mini-normal-depth-2", "--guess", "10-3=7")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines()[-2:] == [
        "10-3=7 GGGBGB: 2 of the 7 words left; step 0 has already shown that they are too many for 1 guess.",
        "10-1=9 10-5=5",
    ]


def test_too_many_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ACCEPTED / "impossible-rule.cert"
    with Explanation(path) as told:
        count = sum(len(told.start(node).words) for node in range(told.claim.nodes))
    monkeypatch.setattr(refutation, "MAX_KEPT_WORDS", count)
    Explanation(path).close()
    monkeypatch.setattr(refutation, "MAX_KEPT_WORDS", count - 1)
    with pytest.raises(Exception, match=rf"size: expected {count - 1} words at most"):
        Explanation(path)


def test_why_an_opener_takes_so_many_guesses(run: Run) -> None:
    code, out, err = run(ACCEPTED / "total-hard.cert", "--guess", "CAT")
    assert (code, err) == (ExitCode.DONE, "")
    proviso = " if the lemmas below are true, which `check` tells"
    assert out.splitlines()[1:] == [
        f"CAT: 15 guesses at least{proviso}; the certificate claims that or more.",
        "  1 guess for each of 5 words up to here: 5",
        "  BGG 4 words: 10, says lemma 0",
        "  together: 15",
    ]
    code, fields = run.json(ACCEPTED / "total-hard.cert")
    assert (code, fields["opener"], fields["listed"]) == (ExitCode.DONE, "mac", True)
    assert (fields["claimed"], fields["total"], fields["words"], fields["guesses_made"]) == (13, 13, 5, 1)
    assert [(cell["bound"], cell["reason"]) for cell in fields["cells"]] == [
        (6, "few"),
        (1, "few"),
        (1, "few"),
    ]
    for arguments, message in (
        (("--guess", "orb"), "orb: the claim doesn't speak of this opener"),
        (("--guess", "zzz"), "'zzz': not in the list of guesses"),
        (("--node", "0"), "--after and --node are about refutations"),
    ):
        code, _, err = run(ACCEPTED / "total-hard.cert", *arguments)
        assert (code, message in err) == (ExitCode.BAD_INPUT, True)
    false = run.folder / "false.cert"
    false.write_text((ACCEPTED / "total-normal.cert").read_text().replace("13", "12"))
    code, _, err = run(false, "--guess", "mac")
    expected = (
        f"error: rejected: {false}: opener mac: opener: "
        "expected a bound of 12, which its strategy takes, found 13"
    )
    assert (code, err.strip()) == (ExitCode.REJECTED, expected)
    file = GOLDEN / "reject" / "total-others-too-high.cert"
    code, _, err = run(file, "--guess", "cat")
    assert code == ExitCode.REJECTED
    assert err.startswith(f"error: rejected: {file}: opener cat: opener: expected a cost of")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("impossible-no-guess-left", "No guess is left."),
        ("impossible-one-guess-left", "One guess is left, and it doesn't find all of them."),
        ("impossible-one-guess-left-for-one-word", "One guess is left, and it doesn't find all of them."),
    ],
)
def test_a_claim_that_needs_no_step(run: Run, name: str, why: str) -> None:
    code, out, err = run(ACCEPTED / f"{name}.cert")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines()[2] == f"  {why}"
