"""What the plain checker asks of all guesses at once is what it finds by looking at one after the other."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from wordle_cp.check.plain.game import pegs, score
from wordle_cp.check.plain.responses import PegResponses, Responses
from wordle_cp.check.plain.shown import Shown, showing

LETTERS = "abc"


def drawn(rng: random.Random, *, codes: bool) -> tuple[Responses, list[str]]:
    """Return some guesses of four letters, many of them twice in a word."""
    guesses = sorted({"".join(rng.choices(LETTERS, k=4)) for _ in range(30)})
    return (PegResponses if codes else Responses)(guesses), guesses


def shows(guess: str, words: list[str], weight: dict[str, int], *, codes: bool) -> int:
    tops: dict[str, int] = defaultdict(int)
    for word in words:
        response = (pegs if codes else score)(guess, word)
        tops[response] = max(tops[response], weight[word])
    return sum(tops.values()) + (weight[guess] if guess in words else 0)


@pytest.mark.parametrize("codes", [False, True], ids=["words", "codes"])
@pytest.mark.parametrize("seed", range(40))
def test_what_guesses_show(seed: int, codes: bool) -> None:  # noqa: FBT001
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, codes=codes)
    words = tuple(sorted(rng.sample(range(len(guesses)), rng.randint(2, 15))))
    part = tuple(word for word in words if rng.random() < 0.6) or words[:1]
    weights = {word: rng.randint(0, 4) if seed % 2 else 1 for word in words}
    given = weights if seed % 2 else None
    named = {guesses[word]: weight for word, weight in weights.items()}
    shown = [shows(t, [guesses[h] for h in words], named, codes=codes) for t in guesses]
    on_part = [shows(t, [guesses[h] for h in part], named, codes=codes) for t in guesses]
    allowed = [int(rng.random() < 0.5) for _ in guesses]
    above = Shown(showing(words, responses, given), len(guesses), None)
    for chosen in None, allowed:
        places = [place for place in range(len(guesses)) if chosen is None or chosen[place]]
        assert above.most(chosen) == max((shown[place] for place in places), default=-1)
        for least in range(-1, max(shown) + 1):
            assert above.beyond(least, chosen) == [place for place in places if shown[place] > least]
        most = max((on_part[place] for place in places), default=-1)
        assert above.most_on(showing(part, responses, given), chosen) == most
        assert Shown(showing(part, responses, given), len(guesses), above).most(chosen) == most


@pytest.mark.parametrize("codes", [False, True], ids=["words", "codes"])
@pytest.mark.parametrize("seed", range(40))
def test_which_guesses_get_one_response_from_all_words(seed: int, codes: bool) -> None:  # noqa: FBT001
    rng = random.Random(seed)  # noqa: S311
    responses, guesses = drawn(rng, codes=codes)
    words = rng.sample(range(len(guesses)), rng.randint(2, 4))
    some, every = 0, -1
    for word in words:
        some, every = some | responses.own_of(word), every & responses.own_of(word)
    answered = pegs if codes else score
    alike = [
        place for place, t in enumerate(guesses) if len({answered(t, guesses[word]) for word in words}) == 1
    ]
    assert responses.listed(responses.alike(some, every)) == alike
    for place, t in enumerate(guesses):
        cells = {frozenset(cell) for cell in responses.cells(place, words).values()}
        found: dict[str, set[int]] = defaultdict(set)
        for word in words:
            found[answered(t, guesses[word])].add(word)
        assert cells == set(map(frozenset, found.values()))
