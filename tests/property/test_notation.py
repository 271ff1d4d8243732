"""However a game is written, it is the same game; and what is none is a HistoryError of one line."""

from __future__ import annotations

import unicodedata
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import Move, parse_game, parse_history, parse_response, parse_word
from wordle_cp.games.typed import typed_word
from wordle_cp.games.variant import Variant
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.rules.words import colours, format_pattern, pattern_of

if TYPE_CHECKING:
    from wordle_cp.games.notation import Game

    FORM = Literal["NFC", "NFD", "NFKC", "NFKD"]

GREY: Final = "bB0xX-_⬛⬜"
PALETTES: Final = ((GREY, "yY1🟨", "gG2🟩"), (GREY, "yY1🟦", "gG2🟧"))
"""Signs of a row, in usual and in high-contrast colours; no row mixes the two."""
SELECTORS: Final = ("", "\ufe0f", "\ufe0e", "\u200b")
BETWEEN: Final = (" ", ".", ", ", ";", ": ", "\n", "\r\n", " - ", " -> ", " = ", " | ", "\t", "\u00a0", " → ")
PLAIN: Final = tuple(one for one in BETWEEN if "-" not in one)
"""A dash among signs that stand alone may be a grey tile."""
DIGRAPHS: Final = WordScoring(3, Alphabet(("a", "b", "c", "ch", "g", "h", "x", "y")))
CODES: Final = (CodeScoring(4, 6), CodeScoring(3, 12), CodeScoring(4, 10, repeats=False))
OF_A_GAME: Final = st.text("abcghxyABGXY 012345.,;:-_/|=>\n⬛⬜🟨🟦🟩🟧\ufe0f\u200b→", max_size=60)


JAMO: Final = WordScoring(6, Alphabet(tuple("\u1100\u1102\u1161\u1165\u11a8\u11abé")))
"""Letters that Unicode composes to syllables, and one that it takes apart."""


@given(st.data(), st.sampled_from(("NFC", "NFD", "NFKC", "NFKD", None)))
def test_words_of_jamo_are_read_however_they_are_composed(data: st.DataObject, form: FORM | None) -> None:
    """A keyboard sends syllables, and a file may have them taken apart; the letters of the game decide."""
    of_word = st.lists(st.sampled_from(JAMO.alphabet.letters), min_size=6, max_size=6)
    words = ["".join(data.draw(of_word)) for _ in range(2)]
    texts = [word if form is None else unicodedata.normalize(form, word) for word in words]
    texts = [text.replace("é", "É") if data.draw(st.booleans()) else text for text in texts]
    moves = tuple((JAMO.word(word), data.draw(st.integers(0, JAMO.win - 1))) for word in words)
    told = [JAMO.format_pattern(pattern) for _, pattern in moves]
    assert parse_word(texts[0], JAMO) == typed_word(texts[0], JAMO) == moves[0][0]
    for between in (".", " ", "\n"):
        assert parse_history(between.join(chain(*zip(texts, told, strict=True))), JAMO) == moves
    given_words = list(dict.fromkeys(word for word, _ in moves if word is not None))
    variant = Variant.from_words(given_words, letters=JAMO.alphabet.letters)
    assert [variant.word(text) for text in texts] == [word for word, _ in moves]


@st.composite
def games(draw: st.DrawFn) -> tuple[int, list[tuple[str, int]]]:
    """Return a length, and moves of a game of so many letters."""
    length = draw(st.integers(2, 8))
    word = st.text("abcdefghijklmnopqrstuvwxyz", min_size=length, max_size=length)
    return length, draw(st.lists(st.tuples(word, st.integers(0, 3**length - 1)), min_size=1, max_size=6))


def any_case(draw: st.DrawFn | st.DataObject, text: str) -> str:
    drawn = draw.draw if isinstance(draw, st.DataObject) else draw
    return drawn(st.sampled_from((text, text.upper(), text.title())))


@st.composite
def written(draw: st.DrawFn, moves: list[tuple[str, int]], length: int) -> str:
    """Return one of the ways to write `moves`."""
    text = draw(st.sampled_from(("", " ", "\n", "\ufeff")))
    for guess, pattern in moves:
        spaced, number = draw(st.booleans()), draw(st.integers(0, 8))
        palette, mixed = draw(st.sampled_from(PALETTES)), draw(st.booleans())
        tiles = []
        for colour in colours(pattern, length):
            known = palette[colour]
            sign = draw(st.sampled_from(known)) if mixed else known[number % len(known)]
            tiles.append(sign + (draw(st.sampled_from(SELECTORS)) if not sign.isascii() else ""))
        word = any_case(draw, guess)
        separators = PLAIN if spaced else BETWEEN
        between, behind = draw(st.sampled_from(("", *separators))), draw(st.sampled_from(separators))
        if spaced and length > 2:
            between = between or " "
            text += word + between + draw(st.sampled_from((" ", ", ", "\n"))).join(tiles)
        else:
            text += word + between + "".join(tiles)
        text += behind
    return text


@given(games(), st.data())
def test_every_way_to_write_a_game_is_the_same_history(
    game: tuple[int, list[tuple[str, int]]], data: st.DataObject
) -> None:
    length, moves = game
    text = data.draw(written(moves, length))
    assert parse_history(text, length) == tuple(moves)
    assert parse_game(text, length) == tuple(Move(*move) for move in moves)
    first, pattern = moves[0]
    assert parse_history(
        first + "".join(PALETTES[0][colour][0] for colour in colours(pattern, length)), length
    ) == (moves[0],)


@given(games(), st.data())
def test_all_letters_apart(game: tuple[int, list[tuple[str, int]]], data: st.DataObject) -> None:
    length, moves = game
    spelled = ""
    for guess, pattern in moves:
        palette = data.draw(st.sampled_from(PALETTES))
        signs = [data.draw(st.sampled_from(palette[colour][:5])) for colour in colours(pattern, length)]
        spelled += "".join(f"{letter} " for letter in [*guess, *signs])
    assert parse_history(spelled, length) == tuple(moves)


@given(games(), st.data())
def test_words_alone(game: tuple[int, list[tuple[str, int]]], data: st.DataObject) -> None:
    length, moves = game
    words = [
        guess.translate(str.maketrans("bygx", "acde")) for guess, _ in moves
    ]  # none looks like a response
    text = data.draw(st.sampled_from(BETWEEN)).join(any_case(data, word) for word in words)
    hidden = data.draw(st.sampled_from((*words, *([None] if len(words) > 1 else []))))
    expected = tuple(Move(word, pattern_of(word, hidden or words[-1])) for word in words)
    assert parse_game(text, length, hidden) == expected


@given(st.sampled_from(CODES), st.data())
def test_every_way_to_write_a_game_of_codes(codes: CodeScoring, data: st.DataObject) -> None:
    code = st.lists(
        st.sampled_from(codes.signs), min_size=codes.length, max_size=codes.length, unique=not codes.repeats
    )
    pairs = data.draw(st.lists(st.tuples(code.map("".join), code.map("".join)), min_size=1, max_size=5))
    moves = [(guess, codes.score(guess, hidden)) for guess, hidden in pairs]
    text = ""
    for guess, response in moves:
        black, white = tuple(codes.format_pattern(response))
        form = data.draw(st.sampled_from(("{}{}", "{} {}", "{}b{}w", "{}B{}C")))
        text += any_case(data, guess) + data.draw(st.sampled_from(BETWEEN)) + form.format(black, white)
        text += data.draw(st.sampled_from(BETWEEN))
    assert parse_history(text, codes) == tuple(moves)


@pytest.mark.parametrize("game", [1, 2, 5, 12, DIGRAPHS, *CODES])
@given(st.text() | OF_A_GAME)
def test_what_is_no_game_is_an_error_of_one_line(game: Game, text: str) -> None:
    for read in (
        lambda: parse_history(text, game),
        lambda: parse_game(text, game),
        lambda: parse_game(text, game, text[:5]),
        lambda: parse_response(text, game),
        lambda: parse_word(text, game),
    ):
        try:
            read()
        except HistoryError as error:
            assert str(error)
            assert str(error).isprintable()


HEADINGS: Final = (
    *(
        "Wordle 1,234 3/6",
        "Wordle 1,234 X/6*",
        "wordle 999 1/6",
        "Wordle 1.234 3/6*",
        "Wordle 1\u202f234 3/6\n",
    ),
    *("Wordle (ES) #1234 3/6", "Le Mot #50 X/6*", "Termo #12 4/6"),
    *("wordle-cp original 4/6", "wordle-cp nyt-2022-02-15 X/6*", "wordle-cp toy 12"),
)


@given(games(), st.sampled_from(HEADINGS), st.data())
def test_what_is_shared_is_the_game(
    game: tuple[int, list[tuple[str, int]]], heading: str, data: st.DataObject
) -> None:
    """With its heading, and each row of squares before or behind its word."""
    length, moves = game
    rows = []
    for guess, pattern in moves:
        row = "".join("⬛🟨🟩"[colour] for colour in colours(pattern, length))
        rows.append(f"{row} {guess}" if data.draw(st.booleans()) else f"{guess} {row}")
    text = "\n".join([heading, "", *rows])
    assert parse_history(text, length) == tuple(moves)
    before_a_row = heading.lower().startswith("wordle") and "(" not in heading
    if before_a_row or rows[0][0] in "⬛🟨🟩":  # another game's name in one line ends where squares begin
        assert parse_history(" ".join(text.split()), length) == tuple(moves)
    alone = "\n".join(
        [heading, *(row.replace(guess, "") for row, (guess, _) in zip(rows, moves, strict=True))]
    )
    for read in (parse_history, parse_game):
        with pytest.raises(HistoryError, match="these are squares alone: write each guess beside its row"):
            read(alone, length)


@given(games(), st.data())
def test_the_hidden_word_agrees_with_the_responses(
    game: tuple[int, list[tuple[str, int]]], data: st.DataObject
) -> None:
    length, moves = game
    guesses = [guess for guess, _ in moves]
    hidden, place = data.draw(st.sampled_from(guesses)), data.draw(st.integers(0, len(guesses) - 1))
    right = [pattern_of(guess, hidden) for guess in guesses]

    def text(patterns: list[int]) -> str:
        rows = zip(guesses, patterns, strict=True)
        return ".".join(f"{guess}.{format_pattern(pattern, length)}" for guess, pattern in rows)

    expected = tuple(map(Move, guesses, right))
    assert parse_game(text(right), length, hidden) == expected
    assert parse_game(text(right).rpartition(".")[0], length, hidden) == expected
    wrong = [*right[:place], (right[place] + 1) % 3**length, *right[place + 1 :]]
    message = f"if {hidden.upper()} is hidden, {guesses[place].upper()} gets"
    with pytest.raises(HistoryError, match=message):
        parse_game(text(wrong), length, hidden)


def test_one_word_alone_lacks_its_response() -> None:
    assert parse_game("crate", 5) == (Move("crate", None),)
    assert parse_game("crate", 5, "lions") == (Move("crate", pattern_of("crate", "lions")),)
