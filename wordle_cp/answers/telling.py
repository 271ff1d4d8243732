"""What answers share: the question, openers, a strategy, a certificate, the limit that struck, the effort.

An answer has two forms (`answers.answer`): here are fields of JSON objects and lines for people that several
have. `struck` is what stopped the work, by the name of the option that limits it.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import argument, counted
from wordle_cp.rules.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Question, TotalQuestion
    from wordle_cp.games.strategy_tree import StrategyNode
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History
    from wordle_cp.search.endgame import GraphSize
    from wordle_cp.search.whole_list import WholeListSize


_MOST_REPLIES: Final = 5
"""The most replies that are listed one by one."""


def second_guesses(nodes: Iterable[StrategyNode], history: History) -> tuple[StrategyNode, ...]:
    """Return the `nodes` of a strategy after `history` that follow its first guess, the largest first."""
    level = len(history) + 1
    found = [node for node in nodes if len(node.history) == level]
    return tuple(sorted(found, key=lambda node: -len(node.hidden_set)))


def column(heading: str, texts: Iterable[str]) -> list[str]:
    """Return `heading` and `texts`, each with blanks behind it, so that all are as wide in a terminal.

    An emoji or a Korean syllable takes two columns there, and a mark on a letter none.
    """
    cells = [heading, *map(str, texts)]  # a word's own length counts its letters
    wide = [_columns(cell) for cell in cells]
    return [cell + " " * (max(wide) - taken) for cell, taken in zip(cells, wide, strict=True)]


def _columns(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415  it takes a moment to load, and few games need it

    return cell_len(text)


def with_these(openers: Sequence[str]) -> str:
    """Return with which openers, if the question is about some."""
    return {0: "", 1: " with this opener"}.get(len(openers), " with one of these openers")


_DECIDERS: Final = {
    "counting": "counting",
    "greed": "greed",
    "weights": "weights of a linear program",
    "cp-sat": "CP-SAT",
    "answers": "what may be answered",
}
"""Who decided about a whole list, as people read it."""


def by_deciders(count: Mapping[str, int], one: str, many: str) -> str:
    """Return who decided how many of something: ``7 openers: 3 by counting, 4 by CP-SAT``."""
    parts = (f"{count[name]} by {said}" for name, said in _DECIDERS.items() if name in count)
    return ": ".join(filter(None, (counted(sum(count.values()), one, many), together(*parts))))


def model_line(model: GraphSize | WholeListSize) -> str:
    """Return how large the models were, as a line for people."""
    size = asdict(model)
    states = counted(size["states"], "state", "states")
    if "subproblems" in size:
        families = by_deciders(size["subproblems"], "subproblem", "subproblems")
        unproven = some(size["without_cut"], "of them lost without a proof", "of them lost without proofs")
        return f"model        {states}; {together(families, unproven)}"
    split = f"{counted(size['split'], 'state', 'states')} split, " if size["split"] else ""
    endgames, tried = (
        counted(size["endgames"], "endgame", "endgames"),
        counted(size["guesses"], "guess", "guesses"),
    )
    return f"model        {split}{endgames}; {states}, {size['lost']:,} of them lost; {tried} tried"


def position_fields(variant: Variant, history: History) -> dict[str, object]:
    """Return the JSON fields that tell the position."""
    return {
        "variant": variant.name,
        "mode": variant.mode.value,
        "after": variant.scoring.format_history(history),
    }


def question_fields(question: TotalQuestion) -> dict[str, object]:
    """Return the JSON fields that tell the question."""
    return position_fields(question.variant, question.history) | {
        "limit": question.limit,
        "hidden": len(question.hidden),
        "costs": list(question.goal.costs) or None,
        "loss": question.goal.loss,
        "weighted": bool(question.goal.weights),
        "weights": question.goal.note,
    }


def weights_lines(question: TotalQuestion) -> Iterator[str]:
    """Yield the line on what the weights of words were made of, if there is something to say."""
    if question.goal.note is not None:
        yield f"weights      {question.goal.note}"


def position_words(variant: Variant, history: History, openers: Sequence[str] = ()) -> str:
    """Return the position in words: variant, mode and history, and the `openers` asked for unless all are."""
    after = f" after {variant.scoring.format_history(history)}" if history else ""
    first = ""
    if openers:
        first = f", opener {openers[0].upper()}" if len(openers) == 1 else f", one of {len(openers)} openers"
    return f"{variant.name}, {variant.mode} mode{after}{first}"


def within(limit: int | None) -> str:
    """Return the limit on the guesses in words, to stand behind a position; nothing if there is none."""
    return "" if limit is None else f", within {counted(limit, 'guess', 'guesses')}"


def game_words(variant: Variant) -> str:
    """Return the game in words, with its limit."""
    return f"{variant.name}, {variant.mode} mode{within(variant.max_guesses) or ', no limit'}"


def within_left(question: TotalQuestion, left: int | None) -> str:
    """Return, as `within`, a limit of `left` guesses after what was played."""
    return within(None if left is None else len(question.history) + left)


def no_upper_lines(question: TotalQuestion) -> Iterator[str]:
    """Yield what to do where no strategy was found that keeps the limit."""
    if question.limit is not None:
        limit = counted(question.limit, "guess", "guesses")
        without = f"{argument('max_guesses')} none asks without a limit"
        yield f"upper        no strategy within {limit} was found; {without}"


def listed_openers(openers: Sequence[str], shown: int = 10) -> str:
    """Return how many `openers` there are, and up to `shown` of them: ``3 openers: BOOTH CIGAR SALET``."""
    number = counted(len(openers), "opener", "openers")
    if not openers:
        return number
    dots = " ..." if len(openers) > shown else ""
    return f"{number}: {' '.join(opener.upper() for opener in openers[:shown])}{dots}"


def first_names(words: Sequence[str], shown: int = 8) -> str:
    """Return guesses in capitals, the first ones if there are many."""
    more = f" and {len(words) - shown} more" if len(words) > shown else ""
    return " ".join(word.upper() for word in words[:shown]) + more


def left_line(left: Sequence[str], question: Question) -> str:
    """Return the line that says which openers are left, of codes one of each class that symmetry makes."""
    if not left:
        return "left         the strategy"
    return f"left         {in_classes(left, question) if question.symmetric else listed_openers(left)}"


def in_classes(openers: Sequence[str], question: Question) -> str:
    """Return how many `openers` of a game of codes there are, and one of each class that symmetry makes."""
    first = representatives([guess for guess, _ in question.history], openers)
    classes = [opener for opener in openers if first[opener] == opener]
    of_classes = f"{counted(len(classes), 'class', 'classes')} by symmetry: {first_names(classes)}"
    return f"{counted(len(openers), 'opener', 'openers')} of {of_classes}"


def reply_fields(replies: Sequence[StrategyNode], scoring: Scoring) -> list[dict[str, object]]:
    """Return the largest of these second guesses as JSON: response, words that it leaves, and the guess."""
    return [
        {
            "response": scoring.format_pattern(one.history[-1][1]),
            "words": len(one.hidden_set),
            "guess": one.guess,
        }
        for one in replies[:_MOST_REPLIES]
    ]


def reply_lines(replies: Sequence[StrategyNode], scoring: Scoring) -> Iterator[str]:
    """Yield a line for each of the largest, to stand below the strategy, and how many more there are."""
    for reply in replies[:_MOST_REPLIES]:
        guess, pattern = reply.history[-1]
        yield (
            f"             {guess.upper()} {scoring.format_pattern(pattern)}"
            f" leaves {len(reply.hidden_set)}: {reply.guess.upper()}"
        )
    if (more := len(replies) - _MOST_REPLIES) > 0:
        yield f"             and {counted(more, 'more response', 'more responses')}"


def from_here(number: int, history: History, words: int = 1) -> str:
    """Return a `number` of guesses, summed over `words`, as text, and with the `history`, if there is one."""
    guesses = counted(number, "guess", "guesses")
    return f"{guesses} from here ({number + words * len(history)} with the history)" if history else guesses


def words_of(variant: Variant, number: int, kind: str = "hidden ") -> str:
    """Return a `number` of words of a `kind`, or of codes in a game of codes, as text: ``8 hidden words``."""
    noun = variant.scoring.noun
    return counted(number, f"{kind}{noun}", f"{kind}{noun}s")


def may_be_guessed(variant: Variant) -> str:
    """Return how long the list of guesses is, in words that nobody takes for turns of a game."""
    return f"{words_of(variant, len(variant.guesses), '')} may be guessed"


def distribution_line(numbers: Sequence[int]) -> str:
    """Return the line that says how many words are found with the first guess, with the second, and so on."""
    return f"distribution {' '.join(map(str, numbers))}"


def some(number: int, one: str, many: str = "") -> str:
    """Return how many there are of something, ``1 node``; nothing where there are none."""
    return counted(number, one, many or one) if number else ""


def together(*parts: str) -> str:
    """Return the parts that say something, with commas between them."""
    return ", ".join(filter(None, parts))


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where there are any: ``4:05``, ``1:04:05``."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def how_far(done: int | None, whole: int | None, one: str, many: str) -> str:
    """Return how far a check came, in what the parts are called: ``after 2 of 3 nodes``."""
    if done is None or whole is None:
        return "at the beginning"
    return f"after {done} of {counted(whole, one, many)}"


def effort_line(seconds: float, *parts: str) -> str:
    """Return the line that says how long the work took, and the `parts` that it had, if any."""
    return f"effort       {together(f'{seconds:.1f} s', *parts)}"


def certificate_fields(path: Path | None, accepted: Accepted | None) -> dict[str, object]:
    """Return the JSON fields of a report about the certificate at `path`, if one was `accepted`.

    The path is None where the file isn't kept.
    `proves` is the claim in a sentence, the game included, with digests in full.
    """
    if accepted is None:
        return {"certificate": None, "checked": False, "proves": None}
    from wordle_cp.certify.describe import describe_claim  # noqa: PLC0415  not needed without one

    sentence = describe_claim(accepted.head, whole=True)
    return {"certificate": None if path is None else str(path), "checked": True, "proves": sentence}


def certified_line(accepted: Accepted, path: Path | None = None, size: str = "") -> str:
    """Return the line of a report about what is certified, of the file at `path` if it is kept."""
    from wordle_cp.certificate.describe import claim_sentence  # noqa: PLC0415  not needed without one

    kept = "" if path is None else f"; {path}"
    return f"certified    {claim_sentence(accepted.head)}{f' ({size})' if size else ''}{kept}"


def kept_line(path: Path) -> str:
    """Return the line of a report about a file that was left as it is, as it may claim more."""
    return f"certificate  none: {path} is there already, and may claim more"


def certificate_lines(
    path: Path | None, accepted: Accepted | None, struck: str | None = None
) -> Iterator[str]:
    """Yield the lines of a report about the certificate at `path`: how large its proof is, what it proves.

    If none was `accepted` there is a line at most, about what `struck` before it was.

    Its game, mode and history are those of the question, or it wouldn't have been published; so the first
    line of the report has them, and these lines don't.
    """
    if struck is not None:
        yield f"certificate  none: stopped by {struck}"
    if path is None or accepted is None:
        return
    from wordle_cp.certificate.describe import claim_sentence  # noqa: PLC0415  not needed without one

    size = accepted.head.claim.size
    yield f"certificate  {path}, {size}{', ' if size else ''}checked"
    yield f"proves       {claim_sentence(accepted.head)}"


def shipped_fields(path: Path | None) -> dict[str, object]:
    """Return the JSON field that names the shipped certificate that has the answer, if one has."""
    return {"shipped": None if path is None else path.name}


def shipped_lines(path: Path | None, *, fresh: bool = False) -> Iterator[str]:
    """Yield the line of a report that names the shipped certificate that has the answer, if one has.

    `fresh` tells whether the command has the option to search without it.
    """
    if path is not None:
        search = f"; {argument('fresh')} searches without it" if fresh else ""
        yield f"             (from the shipped certificate {path.name}{search})"
