"""The verified checker says of every file what the other two say, or that it doesn't cover it."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import re
from itertools import combinations
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.golden_files import GOLDEN
from tests.unit.certificate.test_renamed import renamed
from tests.verified.program import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verified.program import Program

PROOFS: Final = ROOT / "proofs"

LENIENT: Final = {
    "gzip-and-zeros.cert.gz",  # gzip ignores zeros behind what it unpacks, and so does xz
    "xz-and-zeros.cert.xz",
    "xz-without-a-check.cert.xz",  # xz unpacks it, and warns
    "line-separator-in-the-title.cert",  # a title is no part of a claim; only control characters are refused
    "not-utf-8.cert",
}
"""Malformed files with a true claim that the program accepts: their text is right, its wrapping isn't."""

LONG: Final = 120_000 if MORE else 30_000
"""The size in bytes of the shipped files that are checked here; longer ones take up to an hour."""

SLOW: Final = frozenset(
    {
        "bulls-and-cows-depth-6.cert.xz",
        "bulls-and-cows-optimal.cert.xz",
        "black-pegs-3x6-optimal.cert.xz",
        "mastermind-5x6-depth-5.cert.xz",
        "mastermind-5x7-depth-5.cert.xz",
        "mastermind-5x8-between.cert.xz",
    }
    | (
        set()
        if MORE
        else {
            "jotto-between.cert.xz",
            "mastermind-4x7-optimal.cert.xz",
            "nyt-2022-02-15-hard-hidden-big-between-within-7-seven-openers.cert.xz",
            "primel-normal-hidden-big-between-within-6.cert.xz",
        }
    )
)
"""Short ones that take seconds or minutes all the same; the first three, up to ten minutes or so."""


def text_of(file: Path) -> str:
    """Return the text of a certificate."""
    data = file.read_bytes()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    elif data.startswith(b"\xfd7zXZ\x00"):
        data = lzma.decompress(data)
    return data.decode()


def is_covered(text: str) -> bool:
    """Tell whether the program is for this kind of claim, as its README says."""
    head = text.partition("\ncovered ")[0]
    feedback = re.search(r"^feedback (.*)$", head, re.MULTILINE)
    letters = re.search(r"^letters (.*)$", head, re.MULTILINE)
    single = r"\(<[0-9a-f]{2}>\)|\(.\)|."
    return (
        ("\nclaim depth " in head or "\nclaim total " in head)
        and "\nweights " not in head
        and (feedback is None or feedback[1] != "slots")
        and (letters is None or all(re.fullmatch(single, letter) for letter in letters[1].split(" ")))
        and "\nmode ultrahard\n" not in head
        and re.search(r"^set [0-9]+ [0-9]", text, re.MULTILINE) is None
    )


@pytest.mark.parametrize(
    "file",
    [*sorted((GOLDEN / "accept").glob("*.cert*")), *sorted((GOLDEN / "letters").glob("*.cert*"))],
    ids=lambda file: file.name,
)
def test_golden_files_are_accepted(program: Program, file: Path) -> None:
    """Those of other kinds are refused in one line that says so."""
    expected = "accepted" if is_covered(text_of(file)) else "not covered"
    assert program(file).word == expected


@pytest.mark.parametrize(
    "file",
    [*sorted((GOLDEN / "reject").glob("*.cert*")), *sorted((GOLDEN / "malformed").glob("*.cert*"))],
    ids=lambda file: file.name,
)
def test_golden_files_are_refused(program: Program, file: Path) -> None:
    """Whether the reason is called malformed or rejected may differ between checkers."""
    expected = {"accepted"} if file.name in LENIENT else {"rejected", "malformed", "not covered"}
    assert program(file).word in expected


@pytest.mark.parametrize("file", sorted((GOLDEN / "accept").glob("*.cert")), ids=lambda file: file.name)
def test_signs_for_letters_change_nothing(program: Program, file: Path, tmp_path: Path) -> None:
    """With Cyrillic letters, digits or emoji in their place only letters differ in what is printed."""
    data = renamed(file)
    if data is None:
        return
    altered = tmp_path / "signs.cert"
    altered.write_bytes(data)
    found, plain = program(altered), program(file)
    assert found.word == plain.word
    if plain.word == "accepted":
        numbers = [re.findall(r"(?<!\S)\d+(?!\S)", line) for line in plain.text.splitlines()]
        assert [re.findall(r"(?<!\S)\d+(?!\S)", line) for line in found.text.splitlines()] == numbers


@pytest.mark.parametrize(
    "file", sorted((GOLDEN / "reject").glob("*.cert"))[:: 1 if MORE else 5], ids=lambda file: file.name
)
def test_signs_for_letters_make_nothing_true(program: Program, file: Path, tmp_path: Path) -> None:
    """What is false of words stays so; a fifth of the golden files unless there is time."""
    data = renamed(file)
    if data is not None:
        altered = tmp_path / "signs.cert"
        altered.write_bytes(data)
        assert program(altered).word in {"rejected", "malformed", "not covered"}


def test_a_feedback_that_is_not_known_is_not_covered(program: Program) -> None:
    """It may be one that the other checkers have got since."""
    found = program(GOLDEN / "malformed" / "feedback-unknown.cert")
    assert found.word == "not covered"
    assert "feedback lingo" in found.text


@pytest.mark.parametrize(
    ("letters", "word", "says"),
    [
        ("b a ä", "malformed", "expected letters in the order of their code points"),
        ("a b b ä", "malformed", "expected letters in the order of their code points"),
        ("a b", "malformed", "not all of them a to z"),
        ("7 a b", "malformed", "not all of them a to z"),
        ("(<zz>) a b", "not covered", "letters of several characters, or written as (<zz>)"),
        ("(a) b t ä", "not covered", "or written as (a)"),  # what isn't known must not become a letter
        ("(<61>) b t ä", "not covered", "or written as (<61>)"),
        ("(<2A>) b t ä", "not covered", "or written as (<2A>)"),
        ("(*) b t ä", "not covered", "or written as (*)"),
        ("( t ä", "not covered", "or written as ("),
        ("a ch ä", "not covered", "letters of several characters"),
        ("(ch7) a ä", "not covered", "letters of several characters"),
        (" ".join(map(chr, range(0x4E00, 0x4E80))), "not covered", "so many letters"),
        ("a b ö", "malformed", "letters or colours abö"),  # ä is none of them
    ],
)
def test_letters_that_are_none_are_refused(
    program: Program, letters: str, word: str, says: str, tmp_path: Path
) -> None:
    """In one line; a line has no room for what another program shows as several letters."""
    text = text_of(GOLDEN / "accept" / "feedback-jotto-letters-impossible.cert")
    altered = tmp_path / "letters.cert"
    altered.write_text(text.replace("letters b t ä", f"letters {letters}"), encoding="utf-8")
    found = program(altered)
    assert found.word == word
    assert says in found.text


HIDING: Final = {
    "override of direction": 0x202E,
    "mark of direction": 0x200F,
    "control that takes a line away": 0x9B,
    "end of a line": 0x85,
    "separator of lines": 0x2028,
    "space that doesn't break": 0xA0,
    "wide space": 0x3000,
    "space of no width": 0x200B,
    "soft hyphen": 0xAD,
    "mark of the order of bytes": 0xFEFF,
    "variation selector": 0xFE0F,
    "tag": 0xE0041,
}
"""What would change how the theorem is shown in which it stands, or be seen by nobody."""


@pytest.mark.parametrize("code_point", HIDING.values(), ids=HIDING)
def test_what_nobody_sees_is_no_letter(program: Program, code_point: int, tmp_path: Path) -> None:
    """The certificate would be right, and its theorem true: but it must be read as it is."""
    hiding, text = chr(code_point), text_of(GOLDEN / "accept" / "feedback-jotto-letters-impossible.cert")
    digests = dict.fromkeys(re.findall(r"\b[0-9a-f]{64}\b", text))
    altered = tmp_path / "hiding.cert"
    for hidden in (hiding, "ö"):
        changed = text.replace("ä", hidden)
        for digest in digests:
            words = re.search(rf"^\w+ (\d+) {digest} embedded .*\n", changed, re.MULTILINE)
            assert words is not None
            there = changed[words.end() :].split("\n")[: int(words[1])]
            changed = changed.replace(digest, hashlib.sha256("\n".join(there).encode()).hexdigest())
        altered.write_text(changed, encoding="utf-8", newline="")
        if hidden == "ö":
            assert program(altered).word == "accepted"
        else:
            assert program(altered).text.endswith(": expected letters that can be seen\n")


@pytest.mark.parametrize(
    ("length", "says"), [("\x9b2K3", "?2K3"), ("\u202e3", "?3")], ids=["control", "override of direction"]
)
def test_a_message_is_shown_as_it_is(program: Program, length: str, says: str, tmp_path: Path) -> None:
    """Whatever stands in the file that is refused, and whatever that is called."""
    altered = tmp_path / "altered.cert"
    text = text_of(GOLDEN / "accept" / "hard.cert").replace("length 3", f"length {length}")
    altered.write_text(text, encoding="utf-8")
    assert program(altered).text == f'error: malformed: line 6: expected a number, found "{says}"\n'
    assert program(tmp_path / "no\naccepted\x1b[2K").text == (
        f"error: {tmp_path}/no?accepted?[2K: No such file or directory\n"
    )
    assert program(tmp_path).text == f"error: {tmp_path}: Is a directory\n"


def test_what_is_no_letter_becomes_none(program: Program, tmp_path: Path) -> None:
    """Whatever stands for a in the line `letters`: else é and ö would be one letter, and the claim true."""
    words = ["bté", "bét", "töb"]
    read = "\n".join(words).translate(dict.fromkeys(map(ord, "éö"), 127))
    digest = hashlib.sha256(f"{read}\n".encode()).hexdigest()
    lists = [line for key in ("guesses", "hidden") for line in (f"{key} 3 {digest} embedded {key}", *words)]
    pairs = [f"pair 1 - {one} {other}" for one, other in combinations(words, 2)]
    for letter in ("(a)", "(<61>)", "a", "(ä)"):
        head = [
            "wordle-cp certificate 1",
            "claim depth impossible 2",
            "variant x",
            "title x",
            "feedback jotto",
        ]
        head += ["mode normal", "length 3", f"letters {letter} b t ä"]
        end = ["openers all", "covered 3", "nodes 3", *pairs, "root 0 1 2", "end of certificate"]
        file = tmp_path / "false.cert"
        file.write_text("\n".join([*head, *lists, *end, ""]), encoding="utf-8")
        assert program(file).word in {"not covered", "malformed"}


def test_the_theorem_is_printed_in_the_letters_of_the_game(program: Program) -> None:
    """However many bytes these have."""
    lines = program(GOLDEN / "letters" / "cjk-set-without-number.cert").text.splitlines()
    assert "one whose next guess is 丁丂七 takes 17" in lines[-1]


def shipped() -> list[Path]:
    """Return the certificates that ship and are covered, but for the longest ones.

    Of those that refute or keep one depth of one game for several openers, this is one unless there is time.
    """
    files = [
        file
        for file in sorted(PROOFS.glob("*.cert.*"))
        if file.stat().st_size < LONG and file.name not in SLOW
    ]
    covered = [file for file in files if is_covered(text_of(file))]
    alike = {re.sub(r"(-depth-\d).*", r"\1", file.name): file for file in reversed(covered)}
    return covered if MORE else sorted(alike.values())


@pytest.mark.parametrize("file", shipped(), ids=lambda file: file.name)
def test_shipped_certificates_are_accepted_and_refused_when_they_claim_more(
    program: Program, file: Path, tmp_path: Path
) -> None:
    """One guess more can't be impossible by the same proof, nor one less possible; nor another total."""
    assert program(file).word == "accepted"
    text = text_of(file)
    found = re.search(r"^claim (depth possible|depth impossible|total [a-z]+) (\d+)(.*)$", text, re.MULTILINE)
    assert found is not None
    number = int(found[2]) + (1 if found[1] == "depth impossible" else -1)
    changed = {"claim": text.replace(found[0], f"claim {found[1]} {number}")}
    if found[1] == "total least":
        del changed["claim"]
    if found[1] == "total between":
        changed["claim"] = text.replace(found[0], f"claim {found[1]} {found[2]} {int(found[3]) + 1}")
        changed["low"] = text.replace(found[0], f"claim {found[1]} {int(found[2]) + 1}{found[3]}")
    for key in ("covered", "total", "most", "others"):
        changed[key] = re.sub(rf"^{key} (\d+)$", lambda n: f"{key} {int(n[1]) + 1}", text, flags=re.MULTILINE)  # noqa: B023
    for key, other in changed.items():
        if other != text:
            altered = tmp_path / f"{key}.cert"
            altered.write_text(other, encoding="utf-8")
            assert program(altered).word == "rejected", key


def test_the_theorem_is_printed_with_the_numbers_of_the_file(program: Program) -> None:
    """So nobody has to trust what a file is called."""
    lines = program(PROOFS / "original-hard-depth-5-palet.cert.gz").text.splitlines()
    assert lines[:2] == ["accepted", "mode     hard"]
    assert lines[2].startswith("guesses  12972 words, SHA-256 498f38211e3bafbf")
    assert lines[3].startswith("hidden   2315 words, SHA-256 5209b35f823f8b80")
    (theorem,) = lines[4:]
    assert theorem.startswith(
        "theorem  possible_sound: a player whose next guess is palet finds each of the "
    )
    assert theorem.endswith(
        "5 guesses, with 8376 in all, 5 at most; so many take 1, 2, ... guesses: 0 95 906 1102 212"
    )
    (theorem,) = program(GOLDEN / "accept" / "impossible-except.cert").text.splitlines()[4:]
    assert theorem.startswith(
        "theorem  impossible_sound: no player whose next guess is none of the 3 openers (bah, mac, orb) "
    )
    assert theorem.endswith("finds each of the 5 hidden words that are left within 3 guesses")
    after, theorem = program(GOLDEN / "accept" / "after-a-history.cert").text.splitlines()[4:]
    assert after == "after    mac.BGB"
    assert theorem.endswith(" guesses: 0 0 3; guesses count from the start of the game")
    (theorem,) = program(GOLDEN / "accept" / "total-normal.cert").text.splitlines()[4:]
    assert theorem == (
        "theorem  least_sound: no player finds each of the 5 hidden words that are left, within 4 guesses "
        "each, with fewer than 13 guesses in all; the least with mac is 13, with bah is 13, with orb is 13; "
        "with any other one it is 14 or more"
    )


def test_the_theorem_about_codes_names_the_game(program: Program) -> None:
    """Its colours and its feedback, in place of a mode and lists."""
    lines = program(PROOFS / "black-pegs-3x4-optimal.cert.gz").text.splitlines()
    assert lines[:3] == [
        "accepted",
        "codes    64 of 3 pegs in the colours 1234, which may be repeated",
        "feedback black pegs",
    ]
    (theorem,) = lines[3:]
    assert theorem == (
        "theorem  least_sound: no player finds each of the 64 hidden codes that are left with fewer than 280 "
        "guesses in all; the least with 111 is 280, with 112 is 280, with 123 is 280; with any other one it "
        "is 280 or more, or the same as with an equivalent one of these"
    )
    (theorem,) = program(GOLDEN / "accept" / "codes-impossible-lemmas-openers.cert").text.splitlines()[3:]
    assert theorem == (
        "theorem  misses_sound: no player whose next guess is one of the 2 openers (11, 12) finds each of "
        "the 16 hidden codes that are left within 3 guesses"
    )
    lines = program(GOLDEN / "accept" / "codes-distinct-impossible.cert").text.splitlines()
    assert lines[1].endswith(", none twice")
    assert lines[2] == "feedback black and white pegs"


def test_an_interval_has_a_theorem(program: Program) -> None:
    """Of both of its ends; for Jotto and for codes the lower one is counted by levels."""
    lines = program(PROOFS / "jotto-between.cert.xz").text.splitlines()
    assert lines[1] == "feedback the number of letters shared"
    assert lines[4] == (
        "theorem  between_sound: no player finds each of the 2315 hidden words that are left with fewer than "
        "12533 guesses in all; one whose next guess is stare takes 14924"
    )
    (theorem,) = program(GOLDEN / "accept" / "feedback-exact-codes-between.cert").text.splitlines()[3:]
    assert theorem == (
        "theorem  between_sound: no player finds each of the 64 hidden codes that are left with fewer than "
        "267 guesses in all; one whose next guess is 111 takes 280"
    )
    (theorem,) = program(GOLDEN / "accept" / "total-between.cert").text.splitlines()[4:]
    assert theorem == (
        "theorem  between_sound: no player whose next guess is one of the 2 openers (cat, mac) finds each of "
        "the 5 hidden words that are left with fewer than 13 guesses in all; one whose next guess is cat "
        "takes 15"
    )


@pytest.mark.parametrize(
    ("name", "whose", "costs"),
    [
        (
            "total-hard",
            " whose next guess is one of the 2 openers (cat, mac)",
            "mac is 13; with any other one of these openers it is 15 or more",
        ),
        ("total-among-one", " whose next guess is mac", "mac is 13"),
    ],
)
def test_the_theorem_speaks_of_the_openers_that_the_claim_is_about(
    program: Program, name: str, whose: str, costs: str
) -> None:
    """What another opener costs is said of those of `among`, and not where each of them has its own total."""
    (theorem,) = program(GOLDEN / "accept" / f"{name}.cert").text.splitlines()[4:]
    assert theorem == (
        f"theorem  least_sound: no player{whose} finds each of the 5 hidden words that are left with fewer "
        f"than 13 guesses in all; the least with {costs}"
    )


def test_a_set_with_any_number_in_the_hash_table_is_accepted(program: Program, tmp_path: Path) -> None:
    """Without the 1 that `hash` adds, this set's number is 0, and no look-up of 0 ends."""
    text = text_of(GOLDEN / "accept" / "total-lemma-of-more-guesses-than-words.cert")
    one_more = text.replace("\nsets 0\n", "\nsets 1\n").replace(
        "\nlemma ", "\nset d!1 f!1 n?1 t!3\nlemma ", 1
    )
    altered = tmp_path / "set.cert"
    altered.write_text(one_more, encoding="utf-8")
    assert program(altered).word == "accepted"
