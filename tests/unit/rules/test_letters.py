"""Words of any alphabet: letters, variants that have them, certificates, and what the program says."""

from __future__ import annotations

import json
import pickle
import random
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.base.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.check import check_file
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.engine import Game
from wordle_cp.errors import (
    CertificateParseError,
    CertificateRejected,
    HistoryError,
    UsageError,
    VariantError,
)
from wordle_cp.games.notation import parse_game
from wordle_cp.games.variant import Variant
from wordle_cp.rules.letters import PLAIN, Alphabet, Word, capital, is_letter, normal
from wordle_cp.rules.modes import Mode, explain_not_allowed
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import Restriction, parse_pattern, pattern_of
from wordle_cp.views.refutations.sentences import _tell_fact, tell_restriction
from wordle_cp.web.jobs.games import GameChoice, load_game
from wordle_cp.web.markup import tiles_html

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).resolve().parent.parent.parent / "golden" / "letters"
CZECH = Alphabet(("a", "b", "c", "ch", "e", "l", "o", "s", "t", "u", "š"))
DIGRAPHS = (
    "name: x\nletters: a b c ch e l o s t u š\nguesses: [chata, chaša, šachu, lesa]\nhidden: [chata, lesa]\n"
)


def load(folder: Path, text: str) -> Variant:
    """Return the variant that `text` says."""
    path = folder / "f.yaml"
    path.write_text(text, encoding="utf-8")
    return Variant.load(path)


def test_words_are_texts_and_sequences_of_letters() -> None:
    word = CZECH.word("chaša")
    assert isinstance(word, Word)
    assert (list(word), len(word), word[0], word[-1], word[1:]) == (
        ["ch", "a", "š", "a"],
        4,
        "ch",
        "a",
        "aša",
    )
    assert (word.count("a"), "ch" in word, "h" in word, word == "chaša", word.upper()) == (
        2,
        True,
        False,
        True,
        "CHAŠA",
    )
    assert {str(word): 1}[word] == 1
    assert json.dumps(word, ensure_ascii=False) == '"chaša"'
    again = pickle.loads(pickle.dumps(word))  # noqa: S301  our own
    assert (again, list(again)) == (word, list(word))


def test_texts_are_split_greedily() -> None:
    alphabet = Alphabet(("a", "ab", "abc", "b", "c"))
    assert alphabet.split("abcab") == ("abc", "ab")
    assert alphabet.split("abac") == ("ab", "a", "c")
    assert alphabet.split("abd") is None
    assert PLAIN.word("crane") == "crane"
    assert not isinstance(PLAIN.word("crane"), Word)
    assert PLAIN.word("Crane") is None
    assert PLAIN.word("") is None


def test_a_word_has_one_text_whatever_its_letters() -> None:
    alphabet = Alphabet(tuple(sorted((*"abcd", "ab", "ba", "bab", "cd", "abcd", "dd", "ddd"))))
    rng = random.Random("letters/one text")  # noqa: S311
    texts: dict[str, tuple[str, ...]] = {}
    for _ in range(300):
        parts = tuple(rng.choice(alphabet.letters) for _ in range(rng.randint(1, 6)))
        word = alphabet.word_of(parts)
        again = alphabet.word(str(word))
        assert again == word
        assert again is not None
        assert (tuple(word), tuple(again)) == (parts, parts)
        assert texts.setdefault(str(word), parts) == parts
        assert word.upper().lower() == word
        assert list(pickle.loads(pickle.dumps(word))) == list(parts)  # noqa: S301
        ways = alphabet.readings("".join(parts), len(parts))
        if len(parts) > 3:
            continue
        every = {
            split
            for split in product(alphabet.letters, repeat=len(parts))
            if "".join(split) == "".join(parts)
        }
        read = {tuple(alphabet.word(way) or "") for way in ways}
        assert len(read) == min(2, len(every))
        assert read <= every
    assert sum("-" in text for text in texts) > 50


def test_hyphens_stand_where_a_letter_could_go_across() -> None:
    alphabet = Alphabet(("a", "c", "ch", "h", "s", "sz", "z", "zs"))
    assert alphabet.split("cha") == ("ch", "a")
    assert alphabet.split("c-ha") == ("c", "h", "a")
    assert alphabet.word("sz-s") == "szs"
    assert alphabet.word("s-zs") == "s-zs"
    assert alphabet.word_of(("c", "h", "sz", "s")).upper() == "C-HSZS"
    assert [alphabet.word(text) for text in ("ch-a", "-cha", "cha-", "c--ha", "a-c", "-")] == [None] * 6
    assert Alphabet(("é", "a")).word("a-é") is None
    assert alphabet.readings("szs", 2) == ["sz-s", "s-zs"]
    assert alphabet.readings("s-zs", 2) == ["s-zs"]
    assert alphabet.readings("cha", 2) == ["cha"]
    assert alphabet.readings("cha", 4) == []


def test_normal_forms() -> None:
    assert normal("S\u030cACHU") == "šachu"
    assert [capital(letter) for letter in ("ch", "š", "ß", "ς", "ı", "i")] == ["CH", "Š", "ß", "ς", "ı", "I"]
    assert [is_letter(text) for text in ("a", "ch", "š", "s\u030c", "A", "1", "", "\u030c", "a" * 17, "क\u093f")] == [
        True, True, True, False, False, True, False, False, False, True,
    ]  # fmt: skip


def test_letters_are_told_as_words_have_them() -> None:
    chata, topos = CZECH.word("chata") or "", Alphabet(tuple("λπςψ")).word("πλψπς") or ""
    assert [capital(chata[:1]), capital("ch"), capital(topos[-1])] == ["CH", "CH", "ς"]
    assert [_tell_fact(fact) for fact in ("(ch)-", "ς!5", "a?2")] == [
        "no CH",
        "ς in place 5",
        "A, not in place 2",
    ]
    assert "ς in place 5" in tell_restriction(Restriction.of(((topos, parse_pattern("bbbbg", 5)),), 5))
    assert ">ς<" in tiles_html(topos, 0, WordScoring(5))


def test_scores_and_what_hard_mode_asks_are_about_letters() -> None:
    chata, sachu, lesa = (CZECH.word(text) or "" for text in ("chata", "šachu", "lesa"))
    assert pattern_of(sachu, chata) == 2 * 3 + 1 * 9
    history = WordScoring(4, CZECH).parse_history("ŠACHU.bgyb")
    assert history == ((sachu, 15),)
    assert explain_not_allowed(chata, history, Mode.HARD) is None
    assert (
        explain_not_allowed(lesa, history, Mode.HARD) == "LESA: the green A of ŠACHU must stay in position 2"
    )
    only_yellow = ((sachu, 9),)
    assert (
        explain_not_allowed(lesa, only_yellow, Mode.HARD) == "LESA: the yellow CH of ŠACHU must be used again"
    )
    with pytest.raises(HistoryError, match="expected a word of 4 letters of a b c ch e"):
        WordScoring(4, CZECH).parse_history("sachex.bbbb")
    assert [move.guess for move in parse_game("Šachu CHATA", WordScoring(4, CZECH))] == [sachu, chata]


def test_restrictions_put_digraphs_in_brackets() -> None:
    restriction = Restriction((None, "ch", None, "a"), (("a", 1), ("c", 1), ("ch", 2)))
    text = format_restriction(restriction)
    assert text == ".(ch).a/ac(ch)(ch)"
    assert parse_restriction(text, 4, CZECH) == restriction
    for wrong in (".ch.a/a", ".(ch).a/(ch)a", ".(x).a/a", ".((ch)).a/a", ".(ch.a/a", "..z./z"):
        with pytest.raises(MalformedRestrictionError):
            parse_restriction(wrong, 4, CZECH)


def test_variants_of_other_letters(tmp_path: Path) -> None:
    variant = load(tmp_path, DIGRAPHS)
    assert (variant.length, variant.alphabet) == (4, CZECH)
    assert [list(word) for word in variant.hidden] == [["ch", "a", "t", "a"], ["l", "e", "s", "a"]]
    assert variant.word("CHATA") == "chata"
    unlisted = load(
        tmp_path, "name: x\nguesses: [cha\u0301ta, ГОРОД]\nhidden: big\n".replace("ГОРОД", "город")
    )
    assert unlisted.guesses == ("cháta", "город")
    assert len(unlisted.guesses[0]) == 5
    seven = load(tmp_path, "name: x\nguesses: [painter, pointer]\nhidden: big\n")
    assert (seven.alphabet, seven.length, type(seven.guesses[0])) == (PLAIN, 7, str)
    subset = load(tmp_path, "name: x\nletters: [a, b, c]\nguesses: [ab, ca]\nhidden: big\n")
    assert subset.alphabet == PLAIN


def test_words_of_letters_that_nfc_would_compose_are_read_as_they_stand(tmp_path: Path) -> None:
    letters = ("\u1100", "\u1102", "\u1161")  # two of Hangul's consonants and a vowel
    words = ["".join(parts) for parts in permutations(letters) if parts != letters]
    assert sum(normal(word) != word for word in words) == 3
    (tmp_path / "list.txt").write_text("\n".join(words), encoding="utf-8")
    listed = load(
        tmp_path,
        f"name: x\nletters: {' '.join(letters)}\nguesses: list.txt\nhidden: [{', '.join(words)}]\n",
    )
    given = Variant.from_words(words, letters=letters)
    for variant in (listed, given, given.model_copy(update={"max_guesses": 4})):
        assert list(variant.guesses) == list(variant.hidden) == words
        assert {word.letters for word in variant.guesses if isinstance(word, Word)} == {*map(tuple, words)}
    composed = normal(words[0])
    with pytest.raises(VariantError, match=f"expected lower-case letters of .*, found '{composed}'"):
        Variant.from_words([composed], letters=letters)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            DIGRAPHS.replace("lesa]\nhidden", "lesa, Balo, bílo]\nhidden"),
            [
                "f.yaml:3:38: guesses[4]: expected lower-case letters of a b c ch e l o s t u š, found 'Balo'; "
                "did you mean balo?",
                "f.yaml:3:44: guesses[5]: expected lower-case letters of a b c ch e l o s t u š, found 'bílo'",
            ],
        ),
        (
            "name: x\nletters: [a, B, a, 7 7, ch]\nguesses: [aa, cha]\nhidden: big\n",
            [
                "f.yaml:2:14: letters[1]: expected a lower-case letter or a sign, or several that are one, found 'B'; "
                "did you mean b?",
                "f.yaml:2:17: letters[2]: expected each letter once, found a again",
                "f.yaml:2:20: letters[3]: expected a lower-case letter or a sign, or several that are one, found '7 7'",
                "f.yaml:3:15: guesses[1]: expected 2 letters as in the other words, found 'cha'",
            ],
        ),
        ("name: x\nletters: ''\nguesses: [aa]\nhidden: big\n", ["f.yaml:2:10: letters: expected 1 to 32768 letters, found 0"]),
        (
            "name: x\nletters: a c ch h s sz z zs\nguesses: [szsa, cha, sz-sa, sha, szs, cz-a]\nhidden: [s-zsa, c-ha, aha, s-zsaa]\n",
            [
                "f.yaml:3:11: guesses[0]: expected a word that can be read in one way as 3 letters, found 'szsa'; write sz-sa or s-zsa",
                "f.yaml:3:17: guesses[1]: expected 3 letters as in the other words, found 'cha'; did you mean c-ha?",
                "f.yaml:3:22: guesses[2]: expected each word once, 'sz-sa' is also in line 3",
                "f.yaml:3:34: guesses[4]: expected 3 letters as in the other words, found 'szs'; did you mean s-z-s?",
                "f.yaml:3:39: guesses[5]: expected lower-case letters of a c ch h s sz z zs, found 'cz-a'",
                "f.yaml:4:10: hidden[0]: expected a word of the guesses, 's-zsa' is missing there; add_hidden: true lets it be guessed, too",
                "f.yaml:4:17: hidden[1]: expected a word of the guesses, 'c-ha' is missing there",
                "f.yaml:4:23: hidden[2]: expected a word of the guesses, 'aha' is missing there",
                "f.yaml:4:28: hidden[3]: expected 3 letters as in the other words, found 's-zsaa'",
            ],
        ),
        (
            "name: x\nguesses: [aaaaaaaaaaaaa]\nhidden: big\n",
            ["f.yaml:2:11: guesses[0]: expected at most 12 letters, found 13 in 'aaaaaaaaaaaaa'"],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_letters(text: str, expected: list[str], tmp_path: Path) -> None:
    with pytest.raises(VariantError) as caught:
        load(tmp_path, text)
    assert [str(problem).removeprefix(f"{tmp_path}/") for problem in caught.value.problems] == expected


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.name)
def test_golden_certificates(path: Path) -> None:
    accepted = check_file(path, lambda _: None)
    assert len(accepted.hidden_set) == accepted.claim.hidden_count
    check_plainly(text_of(path))


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("digraphs-impossible", lambda text: text.replace(" c ch d", " c d"), "expected a word of 4 letters"),
        ("digraphs-impossible", lambda text: text.replace("letters a b", "letters b a"), "letters in order"),
        ("digraphs-impossible", lambda text: text.replace("letters a ", "letters A a "), "a letter in lower case"),
        ("seven-impossible", lambda text: text.replace("length 7\n", "length 7\nletters a b\n"), "not all of them among"),
        ("seven-impossible", lambda text: text.replace("length 7", "length 6"), "expected a word of 6 letters"),
        ("hyphens-optimal", lambda text: text.replace("\nc-hal", "\nchal"), "expected a word of 4 letters"),
        ("hyphens-optimal", lambda text: text.replace("\nszsat", "\nsz-sat"), "expected a word of 4 letters"),
        ("hyphens-optimal", lambda text: text.replace("\nslet", "\ns-let"), "expected a word of 4 letters"),
        ("cyrillic-impossible", lambda text: text.replace("claim depth impossible 2", "claim depth impossible 3"), None),
        ("seven-hard", lambda text: text.replace("claim depth possible 3", "claim depth possible 2"), None),
    ],
)  # fmt: skip
def test_altered_certificates(
    name: str, change: Callable[[str], str], expected: str | None, tmp_path: Path
) -> None:
    before = (GOLDEN / f"{name}.cert").read_text(encoding="utf-8")
    path = tmp_path / "altered.cert"
    path.write_text(change(before), encoding="utf-8")
    assert change(before) != before
    kind = CertificateRejected if expected is None else CertificateParseError
    with pytest.raises((kind, CertificateParseError), match=expected or "rejected|expected"):
        check_file(path, lambda _: None)
    with pytest.raises(ValueError, match=r"."):
        check_plainly(text_of(path))


def test_too_many_letters_and_responses_are_refused() -> None:
    signs = [chr(0x4E00 + number) for number in range(2**15 + 1)]
    with pytest.raises(
        ValueError, match="at most 32768 different letters can be searched, these words have 32769"
    ):
        Game([Word((sign, sign)) for sign in signs], [])
    guess = "abcdefghijkl"
    hidden = [
        "".join(letter if number >> place & 1 else "z" for place, letter in enumerate(guess))
        for number in range(2**12 - 1, -1, -1)
    ]
    assert hidden[0] == guess
    with pytest.raises(
        UsageError, match="has 4095 different responses on the hidden words, which is too many"
    ):
        Game(hidden, hidden)
    assert int(Game(hidden[:40], hidden[:40]).by_guess.max()) == 3**12 - 1
    places = [Word(signs[(place + 11 * number) % 128] for place in range(12)) for number in range(128)]
    many = Game(places, places)
    many.demand(Mode.NORMAL)
    with pytest.raises(UsageError, match="too many letters and places for hard and ultrahard mode"):
        many.demand(Mode.HARD)
    with pytest.raises(many.library.TooMany):
        many.native.demand(Mode.HARD.value)
    with pytest.raises(ValueError, match="found soft") as other:
        many.native.demand("soft")
    assert not isinstance(other.value, many.library.TooMany)


def test_a_trace(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(tmp_path, DIGRAPHS)
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "--trace", "x.html", "--variant", "f.yaml", "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out)["trace"]["best"] == "chata"


def test_the_page_takes_words_of_any_letters_and_length(tmp_path: Path) -> None:
    variant = load(tmp_path, DIGRAPHS)
    assert load_game(GameChoice(tmp_path / "f.yaml")).scoring == variant.scoring
    (tmp_path / "g.yaml").write_text(
        "name: seven\nguesses: [painter, pointer]\nhidden: big\n", encoding="utf-8"
    )
    assert load_game(GameChoice(tmp_path / "g.yaml")).length == 7
