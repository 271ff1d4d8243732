"""Letters that are one letter for the game: in variant files, in what people type, in lists and weights."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from wordle_cp import Goal, Variant, import_words, solve
from wordle_cp.cli.app import main
from wordle_cp.errors import UsageError, VariantError
from wordle_cp.games.notation import parse_game
from wordle_cp.games.typed import Equal
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from pathlib import Path

PORTUGUESE = "[serão, serao, fação, ações, avião, livro, porta, pôrta]"
HIDDEN = "[serão, livro, pôrta]"


def loaded(folder: Path, text: str) -> Variant:
    """Return the variant in a file with this text."""
    (folder / "v.yaml").write_text(f"name: v\n{text}\n", encoding="utf-8")
    return Variant.load(folder / "v.yaml")


@pytest.mark.parametrize(
    "equal", ["accents", "[aáàâã, cç, eéê, ií, oóõô, uú]", "aáàâã, cç, oóõô", "[accents]"]
)
def test_words_that_become_equal_are_one_word(tmp_path: Path, equal: str) -> None:
    game = loaded(tmp_path, f"guesses: {PORTUGUESE}\nhidden: {HIDDEN}\nequal: {equal}")
    assert game.guesses == ("serao", "facao", "acoes", "aviao", "livro", "porta")
    assert game.hidden == ("serao", "livro", "porta")
    assert (game.equal.merged, game.alphabet) == (2, PLAIN)
    assert game.scoring == WordScoring(5)
    assert hash(game.scoring) == hash(WordScoring(5))
    assert [game.word(text) for text in ("SERÃO", "sera\u0303o", "Serao", "FAÇÃO")] == [
        *["serao"] * 3,
        "facao",
    ]
    assert parse_game("Fação ybbby serão", game)[0] == parse_game("facao ybbby serao", game)[0]
    assert game.no_guess(game.word("SERÃX")).endswith("did you mean serao?")
    plain = Variant.from_words(game.guesses, game.hidden)
    assert solve(game, opener="ações").total_guesses == solve(plain, opener="acoes").total_guesses


def test_a_letter_of_its_own_is_named_under_letters(tmp_path: Path) -> None:
    letters = "letters: a b c d e f g h i j k l m n ñ o p q r s t u v w x y z"
    words = "guesses: [señor, senor, avión, nieve]\nhidden: big"
    game = loaded(tmp_path, f"{letters}\n{words}\nequal: accents")
    assert tuple(map(str, game.guesses)) == ("señor", "senor", "avion", "nieve")
    assert (str(game.word("SEÑOR")), str(game.word("AVIÓN"))) == ("señor", "avion")
    assert len(loaded(tmp_path, f"{words}\nequal: accents").guesses) == 3


def test_a_class_may_have_letters_of_several_signs(tmp_path: Path) -> None:
    game = loaded(tmp_path, "guesses: [grosse, große, klasse, öffnet]\nhidden: big\nequal: [ss ß, oö]")
    assert game.guesses == ("grosse", "klasse", "offnet")
    assert [game.word(text) for text in ("Große", "GROSSE", "Öffnet")] == ["grosse", "grosse", "offnet"]


def test_accents_and_classes_go_together() -> None:
    equal = Equal((("o", "ø"), ("y", "ii")), accents=True, own=frozenset("å"))
    assert [equal.folded(text) for text in ("Ǿrå", "öåà", "Biit", "a\u0331\u0301")] == [
        "orå",
        "oåa",
        "byt",
        "a",
    ]
    assert str(equal) == "accents, oø, y ii"


@pytest.mark.parametrize(
    ("equal", "problem"),
    [
        ("[a]", "expected accents, or several lower-case letters that are one, found 'a'"),
        ("[aA]", "expected accents, or several lower-case letters that are one, found 'aA'"),
        ("[aáa]", "expected accents, or several"),
        ("acents", "found 'acents'; did you mean accents?"),
        ("[aá, eá]", "equal[1]: expected no letter in two classes, found á again"),
        ("[aá, cç]\nletters: a á c r t", "expected a alone of these among the letters, found a á"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, equal: str, problem: str) -> None:
    with pytest.raises(VariantError) as raised:
        loaded(tmp_path, f"guesses: [cart, cárt]\nhidden: big\nequal: {equal}")
    assert problem in str(raised.value)


def test_a_word_that_comes_twice_is_still_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="expected each word once, 'serão' is also in line 2"):
        loaded(tmp_path, "guesses: [serão, serão]\nhidden: big\nequal: accents")


def test_a_shipped_list_keeps_its_name_if_it_stays_the_same(tmp_path: Path) -> None:
    game = loaded(tmp_path, "guesses: original-hidden\nhidden: big\nequal: accents")
    assert game.guesses_name == "original-hidden"
    other = loaded(tmp_path, "guesses: original-hidden\nhidden: big\nequal: [kc]")
    assert other.guesses_name == "v-guesses"
    assert other.equal.merged == 2315 - len(other.guesses) > 0


def test_lists_are_imported_with_equal_letters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "SERÃO\nserao\nfação\nfação\nlivro\n"
    (tmp_path / "w.txt").write_text(words, encoding="utf-8")
    proposed = str(import_words(tmp_path / "w.txt"))
    assert "2 words have accents; equal accents takes each letter for the plain one" in proposed
    told = str(import_words(tmp_path / "w.txt", equal="accents"))
    assert "words: 2 (SERÃO to serao, fação to facao)" in told
    assert "duplicates: 2 (serao, facao)" in told
    assert "have accents" not in told
    assert (
        main(["variants", "import", str(tmp_path / "w.txt"), "--equal", "accents", "--out", str(tmp_path)])
        == 0
    )
    game = Variant.load(tmp_path / "w.yaml")
    assert (game.guesses, game.word("fAÇÃO"), str(game.equal)) == (
        ("facao", "livro", "serao"),
        "facao",
        "accents",
    )
    with pytest.raises(UsageError, match="equal: expected accents, or several lower-case letters"):
        import_words(tmp_path / "w.txt", equal="a")
    capsys.readouterr()


def test_a_new_variant_says_how_many_words_are_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "w.txt").write_text("serão\nserao\nlivro\n", encoding="utf-8")
    made = str(tmp_path / "n.yaml")
    command = ["variants", "new", made, "--guesses", str(tmp_path / "w.txt"), "--equal", "aã, cç"]
    assert main(command) == 0
    said = "2 words may be guessed, 2 may be hidden; 1 word is equal to others (equal: aã, cç)"
    assert said in capsys.readouterr().out
    assert main(["variants", "show", made, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["equal"] == "aã, cç"


def test_weights_and_past_answers_of_equal_words(tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text("word,n\nserão,0.5\nSERAO,0.25\nlivro,1\n", encoding="utf-8")
    (tmp_path / "past.txt").write_text("Serão\n", encoding="utf-8")
    game = Variant.from_words(["serão", "livro"], equal="accents")
    goal = Goal.from_files(game.hidden, tmp_path / "w.csv", equal=game.equal)
    assert Fraction(*dict(goal.weights).values()) == Fraction(3, 4)
    goal = Goal.from_files(game.hidden, past_answers=tmp_path / "past.txt", repeat_weight=0, equal=game.equal)
    assert dict(goal.weights) == {"serao": 0, "livro": 1}
