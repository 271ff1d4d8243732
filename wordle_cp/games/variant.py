"""A variant: which words or codes may be guessed and which may be hidden, the mode, the number of guesses.

It comes from a small YAML file, one of those that ship with the project or the user's own. Everything that is
wrong with a file is reported at once, each problem with its file, line and column.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields, replace
from enum import StrEnum
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp import data
from wordle_cp.errors import ChoiceError, UsageError, VariantError, VariantProblem, abridged
from wordle_cp.games.schema import (
    KEYS,
    MAX_GUESSES,
    RETIRED,
    GameKind,
    codes_of,
    read_value,
    variant_schema,
)
from wordle_cp.games.typed import NO_EQUAL, Equal, EqualScoring, word_or_text
from wordle_cp.games.words import (
    ADD_HIDDEN,
    MAX_LETTERS,
    NAME_PATTERN,
    NO_GUESS,
    Reading,
    equal_given,
    equal_of,
    import_hint,
    letters_of,
    with_hint,
)
from wordle_cp.games.yaml_text import Item, Place, exists, read_document
from wordle_cp.rules.feedback.base import Feedback
from wordle_cp.rules.feedback.registry import FEEDBACKS, OF_WORDS
from wordle_cp.rules.letters import PLAIN, Alphabet
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring
from wordle_cp.values import (
    in_a_line,
    instance,
    items_of,
    meant,
    member,
    path_of,
    text,
    truth,
    whole_number,
    wrong,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wordle_cp.games.schema import Key
    from wordle_cp.games.yaml_text import Document

__all__ = ["MAX_GUESSES", "HiddenKind", "Variant", "code_variant_names", "find_variant", "variant_schema"]

_WORDS: Final = "words, texts one by one"
_NAMED: Final = "a variant: the name of one that ships, or the path of a YAML file"


class HiddenKind(StrEnum):
    """Which words may be hidden: the variant's own hidden list, or every guess."""

    LIST = "list"
    BIG = "big"


def _name(value: object) -> str:
    """Return the name of a variant or of a list."""
    if not re.fullmatch(NAME_PATTERN, text(value, "a name")):
        raise wrong(KEYS[GameKind.WORDLE]["name"].expected, value)
    return str(value)


def _feedback(name: object) -> Feedback:
    """Return the feedback with that name; ChoiceError if there is none."""
    if text(name, "a feedback") not in FEEDBACKS:
        what = "a feedback"
        raise ChoiceError(what, [*FEEDBACKS], name)
    return FEEDBACKS[str(name)]


def _guesses(number: object) -> int | None:
    """Return a number of guesses in a game, None for none; UsageError for anything else."""
    return None if number is None else whole_number(number, "a number of guesses", 1, MAX_GUESSES)


def _field(name: str, value: object) -> object:
    """Return the value of a field of a variant; UsageError if it can't have that."""
    if name in {"guesses", "hidden"}:
        return tuple(instance(str, word, _WORDS) for word in items_of(value, _WORDS))
    if name == "max_guesses":
        return _guesses(value)
    if name == "mode":
        return member(Mode, value, "a mode")
    kind = {"codes": CodeScoring, "alphabet": Alphabet, "feedback": Feedback, "equal": Equal}.get(name)
    if kind is None:
        return text(value, "a title") if name == "title" else _name(value)
    if not isinstance(value, kind):
        message = f"{name}: expected {kind.__name__}, found {in_a_line(value)}"
        raise UsageError(message)
    return value


@dataclass(frozen=True, init=False, repr=False)
class Variant:
    """A variant, valid and complete; the words are in the order of their lists.

    Where codes are guessed, `codes` says which, and both lists have all of them in ascending order. Words
    that aren't of letters a to z are of the letters of `alphabet`, each a `rules.letters.Word`. The
    `feedback` is that of words; codes have theirs with them. Letters that are `equal` are one letter: the
    lists have the first of each class, and so is read what people type. Ask `scoring` how guesses are
    answered.

    `guesses_name` and `hidden_name` say what to call the lists: the name of a shipped list, the stem of a
    text file, or the variant's name with ``-guesses`` or ``-hidden`` for words in the YAML. With every guess
    hidden the two are equal.

    Raises:
        VariantError: something is wrong with the words; it names every problem. UsageError: with the rest.
    """

    name: str
    title: str
    guesses: tuple[str, ...]
    hidden: tuple[str, ...]
    mode: Mode
    max_guesses: int | None
    guesses_name: str
    hidden_name: str
    codes: CodeScoring | None = None
    alphabet: Alphabet = PLAIN
    feedback: Feedback = OF_WORDS
    equal: Equal = NO_EQUAL

    def __init__(self, **values: object) -> None:
        """Take a value for each field; those with a default need none."""
        known = {field.name: field.default for field in fields(self)}
        for name in values:
            if name not in known:
                message = f"there is no {abridged(name)}{meant(name, known)}"
                raise UsageError(message)
        for name, default in known.items():
            value = values.get(name, default)
            if value is MISSING:
                message = f"expected {name}, found none; Variant.load and Variant.from_words make variants"
                raise UsageError(message)
            self.__dict__[name] = value if value is default else _field(name, value)
        _demand_one_game(self)

    def word(self, text: str) -> str:
        """Return the word or code that `text` means, in either case; else `text` in lower case."""
        return word_or_text(text, self.scoring)

    def meant(self, word: str, *, hidden: bool = False) -> str:
        """Return the end of a message: which guess, or `hidden` word, `word` may mean, or what a code is."""
        if self.codes is None:
            return meant(word, self.hidden if hidden else self.guesses)
        code = self.codes.with_zeros(word)
        return f"; it must be {self.codes.a_word}" if code is None else f"; did you mean {code}?"

    def no_guess(self, word: str) -> str:
        """Return that `word` is no guess, and which one may be meant."""
        return f"{abridged(word)} is not among the guesses of {self.name}{self.meant(word)}"

    @property
    def length(self) -> int:
        """Number of letters of every word, or of pegs."""
        return len(self.guesses[0])

    @property
    def rules_text(self) -> str:
        """The mode, and what else answers depend on besides the lists of words: feedback and letters.

        Feedback and letters are left out where they are the usual ones.
        """
        named = self.scoring.named_feedback
        letters = "" if self.alphabet == PLAIN else f", letters {' '.join(self.alphabet.letters)}"
        return self.mode.value + (f", feedback {named}" if named else "") + letters

    @cached_property
    def scoring(self) -> Scoring:
        """What a response is, and how words and responses are written."""
        if self.codes is None and self.equal != NO_EQUAL:
            return EqualScoring(self.length, self.alphabet, self.feedback, self.equal)
        return self.codes or WordScoring(self.length, self.alphabet, self.feedback)

    @cached_property
    def guesses_hash(self) -> str:
        """SHA-256 of the guesses; see `data.hash_words`."""
        return data.hash_words(self.guesses)

    @cached_property
    def hidden_hash(self) -> str:
        """SHA-256 of the hidden words; see `data.hash_words`."""
        return data.hash_words(self.hidden)

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        """Return a copy with other values, unchecked; it forgets what was computed from other words."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        if update is not None:
            copied.__dict__.update(update)
            if not update.keys().isdisjoint({"guesses", "hidden", "codes", "alphabet", "feedback", "equal"}):
                for name in ("scoring", "guesses_hash", "hidden_hash"):
                    copied.__dict__.pop(name, None)
        return copied

    def __repr__(self) -> str:
        """Return what it is, of the lists their lengths."""
        return (
            f"Variant(name={abridged(self.name)}, mode={self.mode.value!r}, guesses={len(self.guesses)}, "
            f"hidden={len(self.hidden)}, max_guesses={self.max_guesses})"
        )

    @classmethod
    def from_words(
        cls,
        guesses: Iterable[str],
        hidden: Iterable[str] | None = None,
        *,
        name: str = "words",
        mode: Mode | str = Mode.NORMAL,
        max_guesses: int | None = None,
        letters: Iterable[str] | None = None,
        feedback: str = OF_WORDS.name,
        equal: str | None = None,
    ) -> Self:
        """Return the variant of these words, in lower case and all of one length; the order is that given.

        Without `hidden` every guess may be hidden. Without `max_guesses` a game has no limit. The `letters`
        are those of the words unless they are given; a letter may have several characters. `feedback` is the
        name of one, such as ``jotto``. Letters that are `equal`, as in ``accents`` or ``aáà, cç``, are one.

        Raises:
            VariantError: something is wrong with the words; it names every problem. A list stands for a file,
                and the number of a word in it for the line.
            UsageError: an argument is of a wrong kind, or makes no sense.
        """
        start = Place(f"guesses of {_name(name)}")
        given = None
        if letters is not None:
            items = items_of(letters, "letters, texts one by one")
            given = letters_of([Item(instance(str, one, "a letter, a text"), start) for one in items], start)
        reading = Reading(name, given)
        listed = reading.given("guesses", guesses)
        some = None if hidden is None else reading.given("hidden", hidden)
        if equal is not None:
            one = equal_given(text(equal, "letters that are equal"), given)
            reading = replace(reading, equal=one)
        lists, problems = reading.fields(listed, some)
        if problems:
            raise VariantError(problems)
        return cls(
            name=name,
            title=name,
            feedback=_feedback(feedback),
            mode=member(Mode, mode, "a mode"),
            max_guesses=_guesses(max_guesses),
            **lists,
        )

    @classmethod
    def load(
        cls,
        name_or_path: str | Path,
        *,
        mode: Mode | str | None = None,
        hidden: HiddenKind | str | None = None,
        max_guesses: int | None = None,
        confined: bool = False,
    ) -> Self:
        """Return a shipped variant by its name, or that of a YAML file by its path.

        `mode`, `hidden` and `max_guesses` override what the file says unless they are None; a mode, and
        ``list`` or ``big`` for `hidden`, may be given as text. With `confined`
        the file is somebody else's: what it names is read only if it stands beside it.

        Raises:
            VariantError: the file is missing or wrong; it names every problem.
            UsageError: no shipped variant has the name, or an override makes no sense.
        """
        truth(confined, "confined")
        path = find_variant(name_or_path)
        found = _shipped(path) if name_or_path in data.variant_names() else _parse(path, confined=confined)
        return cls(**found).changed(mode=mode, hidden=hidden, max_guesses=max_guesses)

    def changed(
        self,
        *,
        mode: Mode | str | None = None,
        hidden: HiddenKind | str | None = None,
        max_guesses: int | None = None,
    ) -> Self:
        """Return the game with another mode, hidden words or limit; its own where they are None.

        Raises:
            UsageError: it has no such mode, or no hidden list of its own, or an argument is none.
        """
        update: dict[str, object] = {}
        if mode is not None:
            update["mode"] = wanted = member(Mode, mode, "a mode")
            if self.codes is not None and wanted.binds:
                message = f"variant {self.name} is a game of codes, which have normal mode only"
                raise UsageError(message)
            _demand_feedback(self, wanted)
        if hidden is not None:
            if member(HiddenKind, hidden, "the words that may be hidden") is HiddenKind.BIG:
                update |= {"hidden": self.guesses, "hidden_name": self.guesses_name}
            elif self.hidden_name == self.guesses_name:
                every = "code" if self.codes else "guess"
                message = (
                    f"variant {self.name} has no hidden list of its own: there every {every} may be hidden"
                )
                raise UsageError(message)
        if max_guesses is not None:
            update["max_guesses"] = _guesses(max_guesses)
        return self.model_copy(update=update) if update else self


def _demand_one_game(variant: Variant) -> None:
    """Make sure that the two lists are of one game.

    Raises:
        VariantError: something is wrong with the words. UsageError: with the codes.
    """
    guesses, hidden, codes, alphabet = variant.guesses, variant.hidden, variant.codes, variant.alphabet
    known, lengths = frozenset(guesses), {len(word) for word in guesses}
    met = set("".join(guesses) if codes or alphabet.plain else chain.from_iterable(guesses))
    if (
        len(known) == len(guesses)
        and 0 < len(frozenset(hidden)) == len(hidden)
        and known.issuperset(hidden)
        and met.issubset(codes.signs if codes else alphabet.letters)
        and lengths <= ({codes.length} if codes else {*range(1, MAX_LETTERS + 1)})
        and len(lengths) == 1
        and not (codes and variant.mode.binds)
    ):
        _demand_feedback(variant, variant.mode)
        return
    if codes is None:
        reading = Reading(variant.name, alphabet)
        _, problems = reading.fields(reading.given("guesses", guesses), reading.given("hidden", hidden))
        if problems:
            raise VariantError(problems)
    expected = (
        "words made of the alphabet's letters, as from_words makes them" if codes is None else codes.described
    )
    message = f"Variant: expected {expected}; the words of {variant.name} aren't"
    raise UsageError(message)


def _misfits(feedback: Feedback, mode: Mode, length: int) -> Iterator[tuple[str, str]]:
    """Yield each key whose value has no meaning with the `feedback`, and what is expected instead."""
    if mode not in feedback.modes:
        yield "mode", f"expected {' or '.join(feedback.modes)}, as {feedback} has no other"
    if length > feedback.longest:
        these = f"these have {length}"
        yield "feedback", f"expected words of {feedback.longest} letters at most for {feedback}; {these}"


def _demand_feedback(variant: Variant, mode: Mode) -> None:
    """Raise UsageError if the feedback of the `variant` has no meaning with that `mode` or its length."""
    for key, expected in _misfits(variant.scoring.feedback, mode, variant.length):
        message = f"variant {variant.name}: {key}: {expected}"
        raise UsageError(message)


@cache
def code_variant_names() -> tuple[str, ...]:
    """Return the names of the shipped variants in which codes are guessed."""
    games = {name: read_document(data.variant_path(name)).values.get("game") for name in data.variant_names()}
    return tuple(name for name, game in games.items() if game not in {None, GameKind.WORDLE.value})


def find_variant(name_or_path: str | Path) -> Path:
    """Return the YAML file that is meant: a shipped variant's name comes first, anything else is a path.

    Raises:
        UsageError: it looks like a name (no slash, no suffix), but neither a shipped variant nor a file has
        it.
    """
    empty = isinstance(name_or_path, str) and not name_or_path
    path = Path() if empty else path_of(name_or_path, _NAMED)
    name = str(name_or_path)
    if isinstance(name_or_path, str) and name in data.variant_names():
        return data.variant_path(name)
    looks_like_name = path.suffix not in {".yaml", ".yml"} and "/" not in name
    if looks_like_name and not (name and exists(path)):
        names = data.variant_names()
        hint = meant(name, names) or f"; there are {', '.join(names)}"
        if name in names:
            hint = "; a variant that ships is named by a text, not by a Path"
        message = f"no variant and no file is called {abridged(name)}{hint}"
        raise UsageError(message)
    return path


def _parse(path: Path, *, confined: bool) -> dict[str, Any]:
    """Return the fields of the variant in a YAML file.

    Raises:
        VariantError: something is wrong; it names every problem. Where the game is none there is, these are
            those of the text, and this one.
    """
    document = read_document(path)
    here, problems = document.start.file, document.problems
    game = document.values.get("game", GameKind.WORDLE.value)
    kind = next((kind for kind in GameKind if isinstance(game, str) and kind == game.lower()), None)
    if kind is None:  # it says which keys there are, so nothing can be said about these
        problems.append(_misread("game", KEYS[GameKind.WORDLE]["game"], document))
        raise _sorted(problems, here)
    keys = _values(document, KEYS[kind])
    name = keys.get("name", path.stem)
    fields = {"name": name, "title": keys.get("title") or name}
    fields |= {key: keys[key] for key in ("mode", "max_guesses") if key in keys}
    if kind is not GameKind.WORDLE:
        if problems:
            raise _sorted(problems, here)
        try:
            codes = codes_of(
                **{key: keys[key] for key in ("pegs", "colours", "repeats", "feedback") if key in keys}
            )
        except ValueError as error:
            key = "colours" if "colours" in document.places else "pegs"
            raise VariantError([document.places.get(key, document.start).problem(key, str(error))]) from error
        words, called = tuple(codes.codes()), f"{name}-codes"
        fields |= {"guesses": words, "hidden": words, "guesses_name": called, "hidden_name": called}
        return fields | {"codes": codes}
    letters = document.found("letters", letters_of)
    equal = document.found("equal", partial(equal_of, letters=letters)) or NO_EQUAL
    reading = Reading(name, letters, equal, confined, keys.get("add_hidden") is True)
    guesses = document.found("guesses", partial(reading.source, "guesses"))
    is_list = str(document.values.get("hidden")).lower() != HiddenKind.BIG.value
    hidden = document.found("hidden", partial(reading.source, "hidden")) if is_list else None
    lists, more = reading.fields(guesses, hidden)
    problems += more if confined else _with_hints(more, here)
    if not problems:
        misfits = _misfits(FEEDBACKS[keys["feedback"]], keys["mode"], len(lists["guesses"][0]))
        problems += [document.places[key].problem(key, expected) for key, expected in misfits]
    if problems:
        raise _sorted(problems, here)
    return fields | lists | {"feedback": FEEDBACKS[keys["feedback"]]}


@lru_cache(maxsize=8)
def _shipped(path: Path) -> dict[str, Any]:
    """Return the same for a file that ships, which takes a tenth of a second for long lists, and is kept."""
    return _parse(path, confined=False)


def _sorted(problems: list[VariantProblem], here: str) -> VariantError:
    """Return the error with these `problems`, those of the file `here` first."""
    return VariantError(sorted(problems, key=lambda p: (p.file != here, p.file, p.line, p.column)))


def _with_hints(problems: list[VariantProblem], here: str) -> list[VariantProblem]:
    """Return `problems`; the first one of a text file, not of the file `here`, says what mends such lists."""
    met = {(here, "")}
    found: list[VariantProblem] = []
    for problem in problems:
        of_lists = import_hint(problem.file) if problem.file != here and problem.kind else ""
        hint = ADD_HIDDEN if problem.kind == NO_GUESS else of_lists
        hint = "" if (problem.file, hint) in met else hint
        met.add((problem.file, hint))
        found.append(replace(problem, expected=with_hint(problem.expected, hint)))
    return found


def _values(document: Document, keys: Mapping[str, Key]) -> dict[str, Any]:
    """Return the values of all `keys` but those that are missing or wrong, which are problems more."""
    for name, place in document.keys.items():
        if name not in keys:
            expected = f"expected one of the keys {', '.join(keys)}{meant(name, keys)}"
            document.problems.append(place.problem(abridged(name), RETIRED.get(name, expected)))
    values = {name: key.schema["default"] for name, key in keys.items() if "default" in key.schema}
    for name, key in keys.items():
        value = document.values.get(name)
        if value is not None:
            try:
                said = value if isinstance(value, str) else [item.text for item in value]
                values[name] = read_value(key.schema, said)
            except ValueError:
                document.problems.append(_misread(name, key, document))
        elif name not in values and name not in document.keys:  # a malformed value has been reported
            expected = f"expected this key with {key.expected}; it is missing"
            document.problems.append(document.start.problem(name, expected))
    return values | {"mode": Mode(values["mode"])}


def _misread(name: str, key: Key, document: Document) -> VariantProblem:
    """Return that something else was expected as the value of a key."""
    value = document.values[name]
    found = f"{abridged(value)}{key.meant(value)}" if isinstance(value, str) else "a list"
    return document.places[name].problem(name, f"expected {key.expected}, found {found}")
