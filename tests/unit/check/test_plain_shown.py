"""What the plain checker asks of all guesses at once is what it finds by looking at one after the other."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import partial
from itertools import product

import pytest

from tests.each import each
from wordle_cp.check.plain.codes import PegResponses, ShownOfCodes
from wordle_cp.check.plain.feedback import BY_COUNTS, BY_TILES, answer, others
from wordle_cp.check.plain.responses import Responses, SlotResponses
from wordle_cp.check.plain.shown import Shown, showing
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.scoring import WordScoring

LETTERS = "abc"


def drawn(rng: random.Random, feedback: str) -> tuple[Responses, list[str]]:
    """Return some guesses of four letters, many of them twice in a word."""
    guesses = sorted({"".join(rng.choices(LETTERS, k=4)) for _ in range(30)})
    if feedback in BY_COUNTS:
        return PegResponses(guesses, BY_COUNTS[feedback]), guesses
    return (Responses if feedback == "tiles" else SlotResponses)(guesses), guesses


def shows(guess: str, words: list[str], weight: dict[str, int], feedback: str) -> int:
    tops: dict[str, int] = defaultdict(int)
    for word in words:
        response = answer(feedback, guess, word)
        tops[response] = max(tops[response], weight[word])
    return sum(tops.values()) + (weight[guess] if guess in words else 0)


@pytest.mark.parametrize("feedback", [*BY_TILES, *BY_COUNTS])
@pytest.mark.parametrize("length", [1, 2, 3])
def test_how_many_responses_there_are(feedback: str, length: int) -> None:
    """No fewer than other guesses get, with enough letters; what it doesn't know is no feedback."""
    words = ["".join(letters) for letters in product("abcdef"[: 2 * length], repeat=length)]
    got = {answer(feedback, guess, word) for guess in words for word in words if guess != word}
    assert len(got) <= others(feedback, length) <= len(got) + length + 2
    others_of_rules = (
        WordScoring(length, feedback=FEEDBACKS[feedback]).win if feedback in BY_TILES else len(got)
    )
    assert length == 1 or others(feedback, length) == others_of_rules
    with pytest.raises(KeyError):
        others("gap", length)


@pytest.mark.parametrize("feedback", [*BY_TILES, *BY_COUNTS])
@each("seed", range(40))
def test_what_guesses_show(seed: int, feedback: str) -> None:
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, feedback)
    words = tuple(sorted(rng.sample(range(len(guesses)), rng.randint(2, 15))))
    part = tuple(word for word in words if rng.random() < 0.6) or words[:1]
    weights = {word: rng.randint(0, 4) if seed % 2 else 1 for word in words}
    given = weights if seed % 2 else None
    named = {guesses[word]: weight for word, weight in weights.items()}
    shown = [shows(t, [guesses[h] for h in words], named, feedback) for t in guesses]
    on_part = [shows(t, [guesses[h] for h in part], named, feedback) for t in guesses]
    allowed = [int(rng.random() < 0.5) for _ in guesses]
    responses.about(words)
    look_at = partial(showing, responses=responses, weight=given)
    weight = sum(weights[word] for word in part)
    for chosen in None, allowed:
        places = [place for place in range(len(guesses)) if chosen is None or chosen[place]]
        table, everyone = (Shown(look_at, weights, words, some) for some in (places, range(len(guesses))))
        assert table.most() == max((shown[place] for place in places), default=-1)
        for least in range(-1, max(shown) + 1):
            assert table.beyond(least) == [place for place in places if shown[place] > least]
        most = max((on_part[place] for place in places), default=-1)
        assert table.most_on(part, weight, chosen) == everyone.most_on(part, weight, chosen) == most


def test_a_guess_with_more_responses_than_a_byte_has_values() -> None:
    guesses = ["".join(letters) for letters in product("abcd", repeat=5)]
    guesses = ["abcdab", *(f"{word}{word[0]}" for word in guesses if f"{word}{word[0]}" != "abcdab")]
    responses, words = Responses(guesses), range(1, len(guesses))
    responses.about(words)
    (given,) = responses.given(words)([0])
    expected = [answer("tiles", guesses[0], guesses[word]) for word in words]
    numbers = dict(zip(given, expected, strict=False))
    assert len(set(expected)) == len(set(given)) == len(numbers)
    assert len(numbers) > 256, len(numbers)
    assert [numbers[number] for number in given] == [*expected, expected[0]]


@pytest.mark.parametrize("own", [False, True])
@each("seed", range(40))
def test_what_guesses_show_on_codes(seed: int, own: bool) -> None:  # noqa: FBT001
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, "bulls-and-cows")
    assert isinstance(responses, PegResponses)
    words = tuple(sorted(rng.sample(range(len(guesses)), rng.randint(2, len(guesses)))))
    part = tuple(word for word in words if rng.random() < 0.6) or words[:1]
    found = [
        [shows(t, [guesses[h] for h in some], dict.fromkeys(guesses, 1), "bulls-and-cows") for t in guesses]
        for some in (words, part)
    ]
    if not own:
        found = [
            [number - (place in some) for place, number in enumerate(numbers)]
            for some, numbers in zip((words, part), found, strict=True)
        ]
    above = ShownOfCodes(responses, words, own=own)
    assert above.most() == max(found[0])
    assert above.most_on(part, len(part), None) == max(found[1])
    for least in (float("-inf"), *range(-1, max(found[0]) + 3)):
        assert above.beyond(least) == [place for place, n in enumerate(found[0]) if n > least]


@each("seed", range(40))
def test_how_many_codes_are_beyond_a_size(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, "bulls-and-cows")
    assert isinstance(responses, PegResponses)
    words = tuple(sorted(rng.sample(range(len(guesses)), rng.randint(2, len(guesses)))))
    for size, least in product((0, 1, 2, rng.randint(0, 9)), (1, 2, rng.randint(1, 30))):
        beyond = []
        for place, t in enumerate(guesses):
            sizes = Counter(answer("bulls-and-cows", t, guesses[word]) for word in words).values()
            if sum(max(0, n - size) for n in sizes) >= least:
                beyond.append(place)
        assert responses.listed(responses.beyond(size, words, least)) == beyond


@each("seed", range(40))
def test_which_codes_agree_with_a_history(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, "bulls-and-cows")
    assert isinstance(responses, PegResponses)
    words = tuple(sorted(rng.sample(range(len(guesses)), rng.randint(2, len(guesses)))))
    history = [("".join(rng.choices(LETTERS, k=4)), f"{rng.randint(0, 2)}{rng.randint(0, 2)}") for _ in "ab"]
    for past in history[:1], history:
        agree = tuple(
            word for word in words if all(answer("bulls-and-cows", t, guesses[word]) == p for t, p in past)
        )
        assert responses.agreeing(words, past) == agree


@pytest.mark.parametrize("feedback", [*BY_TILES, *BY_COUNTS])
@each("seed", range(40))
def test_which_guesses_get_one_response_from_all_words(seed: int, feedback: str) -> None:
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, feedback)
    words = rng.sample(range(len(guesses)), rng.randint(2, 4))
    some, every = 0, -1
    for word in words:
        some, every = some | responses.own_of(word), every & responses.own_of(word)
    alike = [
        place
        for place, t in enumerate(guesses)
        if len({answer(feedback, t, guesses[word]) for word in words}) == 1
    ]
    assert responses.listed(responses.alike(some, every)) == alike
    for place, t in enumerate(guesses):
        cells = {frozenset(cell) for cell in responses.cells(place, words).values()}
        found: dict[str, set[int]] = defaultdict(set)
        for word in words:
            found[answer(feedback, t, guesses[word])].add(word)
        assert cells == set(map(frozenset, found.values()))
