"""What is asked: a position of a game, the next guesses that it is about, and the goal of a strategy.

Each is converted and validated once, when it is made; what takes one need not look again. So the constructors
`of` take a variant or its name, a history or its text, an opener or several.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Self

from wordle_cp.data import variant_hiding
from wordle_cp.errors import HistoryError, UsageError, abridged, counted, within
from wordle_cp.games.given import game_of, history_of, openers_of
from wordle_cp.games.goal import TOTAL_GUESSES, Goal
from wordle_cp.games.variant import MAX_GUESSES, Variant
from wordle_cp.rules.symmetry import kinds_weigh_alike
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.values import data_frame, instance, whole_number, words_of, wrong

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from wordle_cp.games.given import AnyGame, AnyHistory, AnyOpeners
    from wordle_cp.games.numbers import GuessNumbers
    from wordle_cp.rules.words import History


def checked_depth(depth: object, history: History, least_left: int = 0) -> int:
    """Return `depth`, a number of guesses in all, of which from `least_left` to 31 are left after `history`.

    Raises:
        UsageError: it is none.
    """
    number, past = whole_number(depth, "a depth", 0), len(history)
    least, most = max(past + least_left, 1), min(past + MAX_GUESSES_LEFT, MAX_GUESSES)
    if not least <= number <= most:
        known = f", the {past} of the history included" if past else ""
        expected = f"a depth from {least} to {most} guesses{known}"
        raise wrong(expected, number)
    return number


@dataclass(frozen=True, slots=True)
class Position:
    """A game of `variant` on its way: what was played, and the hidden words left, in the order of their list.

    Construct it with `of`, or with `start` and `after` where the game may be over.
    """

    variant: Variant
    history: History
    hidden: tuple[str, ...]
    _allowed: tuple[str, ...] | None = field(init=False, default=None, compare=False)

    def __post_init__(self) -> None:
        """Raise UsageError for values of the wrong kind, or words and guesses of another game."""
        game = instance(Variant, self.variant, "a variant, such as Variant.load('toy')")
        moves = instance(tuple, self.history, "a history, a tuple of guesses with their responses")
        hidden = words_of(instance(tuple, self.hidden, "hidden words, a tuple"), "hidden words")
        guesses = frozenset(game.guesses)
        if (
            history_of(game, moves) != moves
            or not guesses.issuperset(guess for guess, _ in moves)
            or not hidden
            or not frozenset(game.hidden).issuperset(hidden)
        ):
            message = f"expected a history and hidden words of {game.name}; Position.of makes a position"
            raise UsageError(message)

    def __repr__(self) -> str:
        """Return the position in short."""
        return shown_position(self)

    @classmethod
    def of(cls, variant: AnyGame, history: AnyHistory = ()) -> Self:
        """Return the position of `variant`, or of one by its name or file, after `history`, or its text.

        A limit on the guesses doesn't count.

        Raises:
            HistoryError: a guess can't be made, see `refusal`; no hidden word agrees; or the game is won.
            VariantError, UsageError: see `Variant.load`; or an argument is of a wrong kind.
        """
        game = game_of(variant)
        position = cls.known(game, (), game.hidden)
        for guess, pattern in history_of(game, history):
            position = position.after(guess, pattern, limited=False)
            if position.won:
                move = f"{guess.upper()} {game.scoring.format_pattern(pattern)}"
                message = f"the history is over: {move} is a win"
                raise HistoryError(message)
        return position

    @classmethod
    def start(cls, variant: Variant, history: History = ()) -> Self:
        """Return the game after `history`, over or not; without it nothing has been guessed.

        Raises:
            HistoryError: see `after`.
        """
        position = cls.known(variant, (), variant.hidden)
        for guess, pattern in history:
            position = position.after(guess, pattern)
        return position

    @classmethod
    def known(
        cls,
        variant: Variant,
        history: History,
        hidden: tuple[str, ...],
        allowed: tuple[str, ...] | None = None,
    ) -> Self:
        """Return a position of which all this is known, and isn't checked again."""
        position = cls.__new__(cls)
        values = {"variant": variant, "history": history, "hidden": hidden, "_allowed": allowed}
        for name, value in values.items():
            object.__setattr__(position, name, value)
        return position

    @property
    def won(self) -> bool:
        """Whether the last guess found the hidden word."""
        return bool(self.history) and self.history[-1][1] == self.variant.scoring.win

    @property
    def guesses_left(self) -> int | None:
        """How many more guesses the game has, None for no limit."""
        limit = self.variant.max_guesses
        return None if limit is None else limit - len(self.history)

    @property
    def lost(self) -> bool:
        """Whether the guesses are used up, and the word isn't found."""
        return self.guesses_left == 0 and not self.won

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.won or self.lost

    def refusal(self, guess: str, *, limited: bool = True) -> str | None:
        """Return why `guess`, in lower case, can't be made now, in a line; None if it can.

        The limit on the guesses counts if `limited`.
        """
        number = len(self.history) + 1
        if self.won:
            return f"the game is over: guess {number - 1} found the hidden word"
        if limited and self.lost:
            return f"the game is over: it has {counted(number - 1, 'guess', 'guesses')}"
        if guess not in self.variant.guesses:
            return f"guess {number}: {self.variant.no_guess(guess)}"
        reason = self.variant.scoring.explain_not_allowed(guess, self.history, self.variant.mode)
        return None if reason is None else f"{self.variant.mode.value} mode forbids guess {number}: {reason}"

    def after(self, guess: str, pattern: int, *, limited: bool = True) -> Self:
        """Return the game once `guess` was made and got the response `pattern`.

        Raises:
            HistoryError: the guess can't be made, see `refusal`; or no word gives these responses.
        """
        reason = self.refusal(guess, limited=limited)
        if reason is not None:
            raise HistoryError(reason)
        scoring, name = self.variant.scoring, self.variant.name
        left = tuple(word for word in self.hidden if scoring.score(guess, word) == pattern)
        if left:
            return self.known(self.variant, (*self.history, (guess, pattern)), left)
        response = scoring.format_pattern(pattern)
        message = f"guess {len(self.history) + 1}, {guess.upper()} {response}: "
        message += f"no hidden {scoring.noun} of {name} agrees with this"
        if self.variant.word(response) in self.variant.guesses:
            message += f"; {response} is a guess of {name}, too, but was taken for the response"
        for past, found in self.history if pattern == scoring.win else ():
            right = scoring.score(past, guess)
            if right != found:
                right_text, found_text = map(scoring.format_pattern, (right, found))
                message += f": if {guess.upper()} is hidden, {past.upper()} gets {right_text}"
                message += f", not {found_text}"
                raise HistoryError(message)
        if pattern == scoring.win and guess not in self.variant.hidden:
            other = variant_hiding(guess, self.variant.hidden_hash)
            hides = f"{name} doesn't hide" if other is None else f"the variant {other} hides"
            message += f"; {hides} {guess.upper()}"
        raise HistoryError(message)

    def letters(self) -> dict[str, int]:
        """Return the best colour that each letter has shown; letters not tried are absent.

        So are all where a response has no tile for each letter.
        """
        shown: dict[str, int] = {}
        for guess, pattern in self.history if self.variant.scoring.feedback.tiled else ():
            for letter, colour in zip(guess, self.variant.scoring.tiles(pattern), strict=True):
                shown[letter] = max(shown.get(letter, colour), colour)
        return shown

    @property
    def allowed(self) -> tuple[str, ...]:
        """Every next guess that the mode allows, in the order of the guess list."""
        if self._allowed is not None:
            return self._allowed
        variant = self.variant
        if not variant.mode.binds:
            return variant.guesses
        allowed = variant.scoring.is_allowed
        return tuple(guess for guess in variant.guesses if allowed(guess, self.history, variant.mode))

    def groups(self, *guesses: str) -> dict[str, tuple[str, ...]]:
        """Return the words left by the response that they give, the largest group first.

        With several guesses, fixed in advance, the responses stand in their order with dots between them.

        Raises:
            UsageError: there is no guess, or one that isn't allowed.
        """
        if not guesses:
            message = "expected a guess, or several"
            raise UsageError(message)
        words = words_of(guesses, "guesses")
        scoring, asked = self.variant.scoring, [self.variant.word(guess) for guess in words]
        self.demand_allowed(asked, "guess")
        found: dict[tuple[int, ...], list[str]] = {}
        for word in self.hidden:
            found.setdefault(tuple(scoring.score(guess, word) for guess in asked), []).append(word)
        ordered = sorted(found.items(), key=lambda group: -len(group[1]))
        return {".".join(map(scoring.format_pattern, told)): tuple(words) for told, words in ordered}

    def numbers(self, *guesses: str) -> GuessNumbers:
        """Return what a guess tells, or several that are fixed in advance; errors as for `groups`."""
        import numpy as np  # noqa: PLC0415  numpy takes a while to load

        from wordle_cp.games.numbers import numbers_of  # noqa: PLC0415

        sizes = np.array([[len(words) for words in self.groups(*guesses).values()]])
        asked = [self.variant.word(guess) for guess in guesses]
        [found] = numbers_of([" ".join(asked)], sizes, [not set(asked).isdisjoint(self.hidden)])
        return found

    def table(self) -> pd.DataFrame:
        """Return the numbers of all guesses that are allowed, a row a guess, as a data frame of pandas.

        Raises:
            UsageError: pandas isn't installed.
        """
        from wordle_cp.games.numbers import numbers_of_all  # noqa: PLC0415  numpy takes a while to load

        return data_frame([asdict(one) for one in numbers_of_all(self, self.allowed)])

    def demand_allowed(self, openers: Sequence[str], what: str = "opener") -> None:
        """Raise UsageError for an opener that is no guess, or that the mode forbids; `what` it is called."""
        variant = self.variant
        known = frozenset(variant.guesses)
        for opener in openers:
            if opener not in known:
                message = f"{what} {variant.no_guess(opener)}"
                raise UsageError(message)
            reason = variant.scoring.explain_not_allowed(opener, self.history, variant.mode)
            if reason is not None:
                message = f"{variant.mode.value} mode forbids the {what}: {reason}"
                raise UsageError(message)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the next guesses `asked`, each once, or about all if there are none."""

    position: Position
    asked: tuple[str, ...] = ()
    label: str | None = field(default=None, compare=False, kw_only=True)
    """What the name of a file says about the openers, in place of their names."""

    def __post_init__(self) -> None:
        """Raise UsageError unless there is a position, and the openers are guesses that it allows."""
        position = instance(Position, self.position, "a position, as Position.of makes it")
        position.demand_allowed(words_of(instance(tuple, self.asked, "openers, a tuple"), "openers"))

    def __repr__(self) -> str:
        """Return the question in short."""
        return shown_position(self)

    @classmethod
    def of(cls, variant: AnyGame, *, history: AnyHistory = (), openers: AnyOpeners = None) -> Question:
        """Return the question about `openers` (one, several, or None: all) after `history`.

        Raises:
            HistoryError, VariantError: see `Position.of`.
            UsageError: an opener is no guess, or isn't allowed; or none is listed, which is not what was
                meant.
        """
        position = Position.of(variant, history)
        return cls(position, openers_of(position.variant, openers) or ())

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.position.variant

    @property
    def history(self) -> History:
        """What was played."""
        return self.position.history

    @property
    def hidden(self) -> tuple[str, ...]:
        """The hidden words left, in the order of their list."""
        return self.position.hidden

    @property
    def openers(self) -> tuple[str, ...]:
        """The next guesses that it is about, all of those that are allowed if it is about all."""
        return self.asked or self.position.allowed

    @property
    def symmetric(self) -> bool:
        """Whether codes are as good as each other that differ in the order of pegs, and in colours' names."""
        return self.variant.codes is not None

    def about(self, openers: Sequence[str]) -> Self:
        """Return the same question about some of its openers."""
        return replace(self, asked=tuple(openers))

    def of_game(self, variant: Variant) -> Self:
        """Return the same question about a game of the same words, which allows all that was played."""
        return replace(self, position=replace(self.position, variant=variant))


@dataclass(frozen=True, slots=True)
class TotalQuestion(Question):
    """What do the best strategies cost?"""

    limit: int | None = None
    """Guesses in all, those of the history included, that may be made; None for no limit."""
    goal: Goal = TOTAL_GUESSES
    guesses_left: int | None = None
    """The number, after the history, of the last guess that can find a word; None if there is no last."""

    __repr__ = Question.__repr__

    def __post_init__(self) -> None:
        """Raise UsageError for a number or a goal that is none."""
        Question.__post_init__(self)
        instance(Goal, self.goal, "a goal, such as Goal.missing(4)")
        for number in (self.limit, self.guesses_left):
            if number is not None:
                whole_number(number, "a number of guesses", 1, MAX_GUESSES)

    @classmethod
    def of(
        cls,
        variant: AnyGame,
        *,
        history: AnyHistory = (),
        openers: AnyOpeners = None,
        max_guesses: int | None = None,
        goal: Goal = TOTAL_GUESSES,
    ) -> TotalQuestion:
        """Return the question about `openers` (None: all) after `history`.

        The limit is `max_guesses`, or if that is None what the variant says.

        Raises:
            HistoryError, UsageError, VariantError: see `Question.of` and `Goal`; UsageError also where no
                guess is left after the history, or costs are for more guesses than a game has, or one hidden
                word alone is left and an opener is another.
        """
        base = Question.of(variant, history=history, openers=openers)
        hidden, asked, past = base.hidden, base.asked, len(base.history)
        instance(Goal, goal, "a goal, such as Goal.missing(4)")
        if len(hidden) == 1 and any(opener != hidden[0] for opener in asked):
            message = f"only {hidden[0]!r} agrees with the history, so an opener decides nothing"
            raise UsageError(message)
        limit = base.variant.max_guesses
        if max_guesses is not None:
            limit = whole_number(max_guesses, "a number of guesses", 1, MAX_GUESSES)
        if limit is not None and limit <= past:
            message = (
                f"expected a limit that leaves a guess after the history, "
                f"found {counted(limit, 'guess', 'guesses')} in all"
            )
            raise UsageError(message)
        goal.check_size(hidden)
        if not any(goal.weights_of(hidden)):
            message = "expected a weight greater than 0 for one of the words that agree with the history"
            raise UsageError(message)
        left = goal.last_guess(None if limit is None else limit - past)
        if left is not None and past + left > MAX_GUESSES:
            message = (
                f"expected costs of {MAX_GUESSES} guesses at most, those of the history included, "
                f"found {past + left}"
            )
            raise UsageError(message)
        return cls(base.position, asked, limit, goal, left)

    def least_by_levels(self, guesses_left: int | None) -> int | None:
        """Return a lower bound of what every strategy costs; None: there are too few guesses.

        The k-th guess of a strategy follows one of r**(k-1) sequences of responses that aren't all green, so
        at most that number of words is found with it. Costs don't decrease from guess to guess, so by the
        rearrangement inequality nothing is cheaper than finding the heaviest words first.
        """
        other = self.variant.scoring.response_count - 1
        cost, guess, level = 0, 1, 1
        room = level
        for weight in sorted(self.goal.weights_of(self.hidden), reverse=True):
            if not room:
                guess, level = guess + 1, level * other
                room = level
            late = guesses_left is not None and guess > guesses_left
            price = self.goal.price(None if late else guess)
            if price is None:
                return None
            cost += weight * price
            room -= 1
        return cost

    @property
    def symmetric(self) -> bool:
        """As of a question without a goal; and codes that are equivalent weigh alike."""
        if not self.goal.weights:
            return self.variant.codes is not None
        weights = zip(self.hidden, self.goal.weights_of(self.hidden), strict=True)
        return self.variant.codes is not None and kinds_weigh_alike(weights)

    @property
    def total_weight(self) -> int:
        """What the hidden words weigh together: their number, unless they have weights."""
        return sum(self.goal.weights_of(self.hidden))

    @property
    def spent(self) -> int:
        """What the guesses of the history add to a total, which counts them for each hidden word."""
        return len(self.history) * self.total_weight


def score(guess: str, hidden: str, game: AnyGame = "original") -> str:
    """Return the response to `guess` where `hidden` is the hidden word, as text such as ``"bygbb"``.

    The words needn't be in the lists of the `game`.

    Raises:
        VariantError, UsageError: see `Variant.load`; UsageError also for what is no word of such a game.
    """
    variant = game_of(game)
    words = [variant.word(instance(str, word, "a word, a text")) for word in (guess, hidden)]
    for word in words:
        if not variant.scoring.is_word(word):
            raise wrong(variant.scoring.a_word, word)
    return variant.scoring.format_pattern(variant.scoring.score(*words))


def shown_position(asked: Position | Question) -> str:
    """Return a position, or a question about one, in short."""
    variant = asked.variant
    after = variant.scoring.format_history(asked.history)
    parts = [variant.name, f"{variant.mode} mode", *([f"after {after}"] if after else [])]
    parts.append(counted(len(asked.hidden), "hidden word", "hidden words"))
    if isinstance(asked, Question) and asked.asked:
        openers = asked.asked
        parts.append(f"opener {openers[0]}" if len(openers) == 1 else f"{len(openers)} openers")
    if isinstance(asked, TotalQuestion) and asked.goal != TOTAL_GUESSES:
        parts.append(repr(asked.goal))
    return within(f"<{type(asked).__name__} {', '.join(parts)}>")


def hidden_word(variant: Variant, word: str) -> str:
    """Return `word`, given in either case, in lower case, if it may be hidden.

    Raises:
        UsageError: it isn't among the hidden words.
    """
    lower = variant.word(word)
    if lower not in variant.hidden:
        among = "the hidden words" if lower in variant.guesses else "the guesses"
        hint = variant.meant(lower, hidden=True)
        message = f"{abridged(word)} is not among {among} of {variant.name}{hint}"
        raise UsageError(message)
    return lower
