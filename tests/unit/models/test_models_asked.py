"""Every model by its protocol: what it states, how large it is, what it says, and what it refuses."""

from __future__ import annotations

import random
from fnmatch import fnmatch
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from wordle_cp.answers.models.fixed import find_fixed
from wordle_cp.answers.models.formulations import FORMULATIONS, formulation
from wordle_cp.answers.models.solve import Status, show_model, solve_model
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.modelling import solver
from wordle_cp.modelling.formulation import Depth, ModelQuestion
from wordle_cp.modelling.rows import rows_of_model
from wordle_cp.modelling.statement import Statement, StatementSection
from wordle_cp.rules.modes import Mode
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.modelling.formulation import Formulation
    from wordle_cp.modelling.rows import Constraint

TOY: Final = Variant.load("toy")
BIG: Final = Variant.load("nyt-2022-02-15", hidden=HiddenKind.BIG)
ILLS: Final = tuple(word for word in BIG.hidden if word[1:] == "ills")


def ills(mode: Mode, depth: int) -> ModelQuestion:
    return ModelQuestion.of(Variant.load("nyt-2022-02-15", mode=mode), words=ILLS, depth=depth)


def asked(one: Formulation, game: Variant, depth: int, **about: Any) -> ModelQuestion:  # noqa: ANN401
    """Return a question about so many guesses, the last of which isn't fixed in advance."""
    if one.depth is Depth.FIXED:
        return ModelQuestion.of(game, count=depth - 1 - len(about.get("history", ())), **about)
    return ModelQuestion.of(game, depth=depth, **about)


def small_questions(one: Formulation) -> list[ModelQuestion]:
    """Return questions that between them have each variable and constraint of a model."""
    mode = Mode.HARD if Mode.HARD in one.modes else Mode.NORMAL
    if one.name in {"family-cover", "family-chain", "weights", "chain-weights"}:
        return [ills(mode, 3)]
    original = Variant.load("nyt-2022-02-15", mode=mode)
    questions = [asked(one, original, depth, history=parse_history("salet.gyybb", 5)) for depth in (3, 4)]
    more = {
        "adaptive-tree": [ModelQuestion.of(TOY, depth=1)],
        "strategy-graph": [ModelQuestion.of(original, history=parse_history("raise.bbbbg", 5), depth=5)],
        "separating-set": [asked(one, Variant.load("nyt-2022-02-15"), 6, words=ILLS)],
    }
    return questions + more.get(one.name, [])


def declared(statement: Statement, label: str) -> set[str]:
    return {name for section in statement.sections(label) for name in section.names}


@pytest.mark.parametrize(
    "together",
    [["family-cover", "family-chain"], ["weights", "chain-weights"]]
    + [[name] for name in FORMULATIONS if not name.startswith(("family", "weights", "chain"))],
    ids=" ".join,
)
def test_instances_have_the_variables_and_constraints_that_docstrings_state(
    together: list[str],
) -> None:
    variables: set[str] = set()
    constraints: set[str] = set()
    for one in map(formulation, together):
        for question in small_questions(one)[:: -1 if one.name == "smallest-witness" else 1]:
            if one.name == "smallest-witness" and question.left != 2:
                continue
            size = show_model(one, question).size
            assert size is not None
            variables |= set(size.variables)
            constraints |= set(size.constraints)
    # The cuts of a smallest witness only come up while it is solved.
    missing = {"outside"} if together == ["smallest-witness"] else set()
    statement = formulation(together[0]).statement
    assert variables == declared(statement, "Variables")
    assert constraints == declared(statement, "Constraints") - missing


@pytest.mark.parametrize("one", FORMULATIONS.values(), ids=FORMULATIONS)
def test_every_model_states_its_mathematics(one: Formulation) -> None:
    labels = {section.label for section in one.statement.parts if isinstance(section, StatementSection)}
    assert {"Sets", "Variables", "Constraints", "Source"} <= labels
    assert one.statement.question
    assert one.statement.prose
    assert one.modes


def test_a_docstring_without_a_title_is_no_statement() -> None:
    for text in (None, "", "No colon here\n\nSets        L"):
        with pytest.raises(ValueError, match="expected a title, a colon and a sentence"):
            Statement.parse(text)
    statement = Statement.parse(
        "A model: what\nfor?\n\nSets        L, words;\n            C\nSource      us\n\nProof."
    )
    assert (statement.title, statement.question) == ("A model", "what for?")
    assert statement.parts == (
        StatementSection("Sets", ("L, words;", "C")),
        StatementSection("Source", ("us",)),
        "Proof.",
    )


# ---------- what they say
@pytest.mark.parametrize("seed", range(share(36)))
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_models_say_what_exhaustive_search_says_and_the_checker_accepts_it(
    tmp_path_factory: pytest.TempPathFactory, seed: int, mode: Mode
) -> None:
    game = random_game(random.Random(f"asked/{seed}"), Size(7, 13))  # noqa: S311
    folder = tmp_path_factory.mktemp("game")
    (folder / "game.yaml").write_text(
        f"name: game\nguesses: [{', '.join(game.guesses)}]\nhidden: [{', '.join(game.hidden)}]\n"
        f"mode: {mode}\nmax_guesses: 9\n"
    )
    variant = Variant.load(folder / "game.yaml")
    least = BruteForce(game.guesses, mode).least_depth(frozenset(game.hidden))
    for depth in range(1, least + 2):
        question = ModelQuestion.of(variant, depth=depth)
        tree = solve_model(formulation("adaptive-tree"), question)
        assert tree.status is (Status.FEASIBLE if depth >= least else Status.INFEASIBLE)
        assert tree.accepted is not None
        lost = solve_model(formulation("smallest-witness"), question)
        assert lost.status is (Status.INFEASIBLE if depth >= least else Status.FEASIBLE)
        assert (lost.accepted is not None) == (depth < least)
        if lost.found is not None:
            assert set(lost.found.values["witness"]) <= set(game.hidden)  # type: ignore[call-overload]
        weights = solve_model(formulation("weights"), question)
        if weights.found is not None:
            assert depth < least
            assert weights.accepted is not None
        else:
            assert weights.status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("name", "mode", "depth", "status"),
    [
        ("family-cover", Mode.NORMAL, 6, Status.FEASIBLE),
        ("family-cover", Mode.NORMAL, 5, Status.INFEASIBLE),
        ("family-chain", Mode.HARD, 6, Status.FEASIBLE),
        ("family-chain", Mode.HARD, 5, Status.INFEASIBLE),
        ("weights", Mode.NORMAL, 5, Status.FEASIBLE),
        ("weights", Mode.ULTRAHARD, 5, Status.FEASIBLE),
        ("weights", Mode.NORMAL, 6, Status.UNKNOWN),
        ("chain-weights", Mode.HARD, 5, Status.FEASIBLE),
    ],
)
def test_models_agree_on_a_family(name: str, mode: Mode, depth: int, status: Status) -> None:
    report = solve_model(formulation(name), ills(mode, depth))
    assert report.status is status
    assert (report.accepted is None) == (status is Status.UNKNOWN)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD, Mode.ULTRAHARD])
def test_weights_after_a_history_are_accepted(mode: Mode) -> None:
    variant = Variant.load("nyt-2022-02-15", mode=mode, hidden=HiddenKind.BIG)
    question = ModelQuestion.of(variant, history=parse_history("bills.bgggg", 5), depth=3)
    report = solve_model(formulation("weights"), question)
    assert report.status is Status.FEASIBLE
    assert report.accepted is not None
    assert report.accepted.claim.limit == 3


def test_a_separating_set_is_a_strategy() -> None:
    least = solve_model(formulation("separating-set"), ModelQuestion.of(TOY))
    assert least.found is not None
    assert len(least.found.values["guesses"]) == 1  # type: ignore[arg-type]
    assert least.accepted is not None
    assert least.accepted.claim.limit == 2


def test_that_no_fewer_guesses_tell_words_apart_is_certified_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is kept, of the number asked about; where no proof is found, the answer says so."""
    for words in BIG.guesses[100:106], BIG.guesses[:12]:
        question = ModelQuestion.of(BIG, words=words)
        least = solve_model(formulation("separating-set"), question)
        assert least.fewer is not None
        assert least.certified
        fewer = least.fewer.claim.count
        assert len(least.found.values["guesses"]) == fewer + 1  # type: ignore[union-attr, arg-type]
        out = tmp_path / f"{len(words)}.cert"
        none = solve_model(
            formulation("separating-set"), ModelQuestion.of(BIG, words=words, count=fewer), out=out
        )
        assert (none.status, none.certified) == (Status.INFEASIBLE, True)
        assert check_file(out, word_list_by_hash).claim == least.fewer.claim
    monkeypatch.setattr("wordle_cp.answers.models.solve._MOST_MOVES", 0)
    monkeypatch.setattr("wordle_cp.answers.models.refuter._SCALES", ())
    unproven = solve_model(formulation("separating-set"), question)
    assert (unproven.fewer, unproven.certified) == (None, False)
    assert unproven.uncertified == "that no fewer do"


@pytest.mark.parametrize(
    ("name", "question", "relaxation"),
    [
        ("family-cover", ills(Mode.NORMAL, 6), 40 / 9),
        ("separating-set", ModelQuestion.of(TOY), 1),
        ("adaptive-tree", ModelQuestion.of(TOY, depth=2), "feasible"),
        ("adaptive-tree", ModelQuestion.of(TOY, depth=1), "infeasible"),
        ("smallest-witness", ModelQuestion.of(TOY, depth=3), None),
    ],
)
def test_the_linear_relaxation_is_told(
    name: str, question: ModelQuestion, relaxation: float | str | None
) -> None:
    """Four guesses and a half for ?ILLS; none where the model has no instance of the question."""
    answer = solve_model(formulation(name), question)
    assert answer.relaxation == (relaxation if isinstance(relaxation, str) else pytest.approx(relaxation))
    line = f"relaxation   {relaxation if isinstance(relaxation, str) else f'{relaxation or 0:.4f}'}"
    assert (line in answer.told("")) is (relaxation is not None)


# ---------- limits and refusals


@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(seconds=1e-9), StopReason.TIME), (Limits(memory_bytes=1.0), StopReason.MEMORY)],
)
@pytest.mark.parametrize("one", FORMULATIONS.values(), ids=FORMULATIONS)
def test_limits_hold_while_a_model_is_built(one: Formulation, limits: Limits, reason: StopReason) -> None:
    report = solve_model(one, small_questions(one)[0], Work(limits=limits))
    assert report.status is Status.UNKNOWN or report.accepted is None
    assert report.stopped_by is reason


def test_a_limit_ends_the_building_itself() -> None:
    """Its time is up long before the model of 255 words is there."""
    words = BIG.guesses[:255]
    for name in ("adaptive-tree", "separating-set"):
        question = asked(formulation(name), BIG, 4, words=words)
        shown = show_model(formulation(name), question, Work(limits=Limits(seconds=0.3)))
        assert shown.size is None
        assert shown.stopped_by is StopReason.TIME
        assert shown.seconds < 5


@pytest.mark.parametrize("name", ["weights", "chain-weights", "smallest-witness"])
def test_one_guess_is_too_few_for_two_words(name: str) -> None:
    toy = TOY.model_copy(update={"mode": Mode.HARD})
    report = solve_model(formulation(name), ModelQuestion.of(toy, depth=1))
    assert report.status is Status.FEASIBLE
    assert report.accepted is not None


@pytest.mark.parametrize("one", FORMULATIONS.values(), ids=FORMULATIONS)
def test_one_word_is_no_exception(one: Formulation) -> None:
    mode = Mode.HARD if Mode.HARD in one.modes else Mode.NORMAL
    game = TOY.model_copy(update={"mode": mode})
    for depth in (1, 2):
        question = asked(one, game, depth, words=["credo"])
        if one.name in {"family-cover", "family-chain"}:
            with pytest.raises(UsageError, match="expected a family, two or more words"):
                solve_model(one, question)
            continue
        report = solve_model(one, question)
        assert report.stopped_by is None
        assert (
            report.accepted is not None or report.status is not Status.FEASIBLE or one.depth is Depth.OPTIONAL
        )


def test_more_guesses_than_are_searched_are_refused() -> None:
    with pytest.raises(UsageError, match="expected a depth from 1 to 31 guesses, found 40"):
        solve_model(formulation("smallest-witness"), ModelQuestion.of(TOY, depth=40))


CODES: Final = "mastermind-4x6"


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        (
            "adaptive-tree",
            ModelQuestion.of(TOY),
            "adaptive-tree needs a number of guesses: give depth",
        ),
        (
            "adaptive-tree",
            ModelQuestion.of(TOY.model_copy(update={"mode": Mode.ULTRAHARD}), depth=3),
            "the model adaptive-tree needs normal or hard mode, found ultrahard mode",
        ),
        (
            "weights",
            ModelQuestion.of(BIG, words=BIG.guesses[:65], depth=3),
            (
                "weights takes at most 64 hidden words, found 65: give fewer with history or words, "
                "or ask prove"
            ),
        ),
        (
            "separating-set",
            ModelQuestion.of(TOY.model_copy(update={"mode": Mode.HARD})),
            (
                "the model separating-set needs normal mode, found hard mode: "
                "elsewhere a response may forbid the next of the guesses"
            ),
        ),
        (
            "family-cover",
            ModelQuestion.of(TOY, depth=3),
            (
                "expected a family, two or more words that agree in all positions but one, found 8 words: "
                "give a pattern, such as words '?ills'"
            ),
        ),
        (
            "family-chain",
            ModelQuestion.of(TOY, depth=3),
            (
                "the model family-chain needs hard mode, found normal mode: "
                "the model family-cover is for normal mode"
            ),
        ),
        (
            "chain-weights",
            ModelQuestion.of(TOY, depth=3),
            "the model chain-weights needs hard mode, found normal mode: the model weights is for every mode",
        ),
        (
            "weights",
            ModelQuestion.of(Variant.load(CODES), depth=3),
            ("the model weights needs a game of words, found mastermind-4x6, a game of codes; ask prove"),
        ),
    ],
)
def test_what_a_model_cannot_be_asked_is_refused_in_one_line(
    name: str, question: ModelQuestion, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        solve_model(formulation(name), question)
    assert str(caught.value) == message


def test_a_witness_has_an_instance_where_two_guesses_are_left() -> None:
    with pytest.raises(UsageError, match="smallest-witness has a model where 2 guesses are left; with 3"):
        show_model(formulation("smallest-witness"), ModelQuestion.of(TOY, depth=3))


def test_too_large_a_tree_is_refused_before_it_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of few nodes: with three guesses left there are some dozens, each of many pairs of words."""
    monkeypatch.setattr(solver, "MOST_LITERALS", 10**6)
    for mode in Mode.NORMAL, Mode.HARD:
        game = BIG.model_copy(update={"mode": mode})
        for words, depth in (25, 6), (40, 3):
            with pytest.raises(
                UsageError, match=r"adaptive-tree would have more than 1 million literals: give"
            ):
                show_model(
                    formulation("adaptive-tree"),
                    ModelQuestion.of(game, words=game.guesses[:words], depth=depth),
                )


def test_literals_are_counted_before_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but two live words of each `apart`, and the one of each `all_live`."""
    for depth in (3, 4):
        question = ModelQuestion.of("nyt-2022-02-15", history=parse_history("salet.gyybb", 5), depth=depth)
        size = show_model(formulation("adaptive-tree"), question).size
        assert size is not None
        literals = size.nonzeros - 2 * size.constraints["apart"] - size.constraints["all_live"]
        monkeypatch.setattr(solver, "MOST_LITERALS", literals)
        assert show_model(formulation("adaptive-tree"), question).size == size
        monkeypatch.setattr(solver, "MOST_LITERALS", literals - 1)
        with pytest.raises(UsageError, match="literals"):
            show_model(formulation("adaptive-tree"), question)
        monkeypatch.undo()


def test_names_in_any_form() -> None:
    assert formulation("Adaptive_Tree") is FORMULATIONS["adaptive-tree"]
    with pytest.raises(UsageError, match=r"no model is called 'wieghts'; did you mean weights\?"):
        formulation("wieghts")
    with pytest.raises(UsageError, match="no model is called 'xyz'; there are adaptive-tree, "):
        formulation("xyz")


def test_a_depth_that_leaves_no_guess() -> None:
    with pytest.raises(
        UsageError, match="expected a depth from 2 to 32 guesses, the 1 of the history included, found 1"
    ):
        ModelQuestion.of(TOY, history=parse_history("crate.ggbby", 5), depth=1)


def test_depth_is_needed_or_not() -> None:
    optional = {one.name for one in FORMULATIONS.values() if one.depth is Depth.OPTIONAL}
    assert optional == {"strategy-graph"}
    fixed = {one.name for one in FORMULATIONS.values() if one.depth is Depth.FIXED}
    assert fixed == {"separating-set"}
    message = "is about guesses that are fixed in advance: give count, not depth"
    for name in fixed:
        with pytest.raises(UsageError, match=message):
            solve_model(formulation(name), ModelQuestion.of(TOY, depth=2))
    with pytest.raises(UsageError, match="weights isn't about guesses that are fixed in advance"):
        solve_model(formulation("weights"), ModelQuestion.of(TOY, depth=2, count=1))


def test_a_count_means_what_fixed_means_by_it() -> None:
    """After a history, too, which isn't counted."""
    seen = set()
    obby = [word for word in BIG.guesses if fnmatch(word, "?obby")]
    for words, history in (obby, ()), (None, parse_history("salet.gyybb", 5)):
        for count in range(4):
            question = ModelQuestion.of("nyt-2022-02-15", history=history, words=words, count=count)
            possible = find_fixed(question.position, count).guesses is not None
            found = solve_model(formulation("separating-set"), question).status
            assert found is (Status.FEASIBLE if possible else Status.INFEASIBLE)
            seen.add(possible)
    assert seen == {True, False}


# ---------- rows
def holds(row: Constraint, values: tuple[int, ...]) -> bool:
    total = sum(factor * values[place] for factor, place in row.terms)
    return (row.least is None or total >= row.least) and (row.most is None or total <= row.most)


def test_rows_have_the_solutions_of_the_constraints() -> None:
    """Each constraint of CP-SAT against its meaning, over all values of four variables."""
    model = solver.new_model("each")
    a, b, c, d = (model.new_bool_var(name) for name in "abcd")
    meaning: dict[str, Callable[..., bool]] = {
        "or": lambda a, b, c, _d: a or not b or c,
        "enforced_or": lambda a, b, c, d: not (c and not d) or a or b,
        "and": lambda a, b, _c, _d: a and not b,
        "enforced_and": lambda a, b, c, _d: not a or (b and not c),
        "most_one": lambda a, b, c, _d: a + (not b) + c <= 1,
        "exactly_one": lambda a, b, c, d: a + b + (not c) + d == 1,
        "linear": lambda a, b, c, d: 1 <= 2 * a + b - 3 * c + d <= 3,
    }
    model.add_bool_or([a, ~b, c]).with_name("or")
    model.add_bool_or([a, b]).with_name("enforced_or").only_enforce_if([c, ~d])
    model.add_bool_and([a, ~b]).with_name("and")
    model.add_bool_and([b, ~c]).with_name("enforced_and").only_enforce_if(a)
    model.add_at_most_one([a, ~b, c]).with_name("most_one")
    model.add_exactly_one([a, b, ~c, d]).with_name("exactly_one")
    model.add_linear_constraint(2 * a + b - 3 * c + d, 1, 3).with_name("linear")
    model.maximize(a + 2 * b)
    rows = rows_of_model(model)
    assert {row.name.partition(".")[0] for row in rows.rows} == set(meaning)
    for values in product((0, 1), repeat=4):
        for name, true in meaning.items():
            found = all(holds(row, values) for row in rows.rows if row.name.partition(".")[0] == name)
            assert found == true(*values), (name, values)
    assert rows.objective is not None
    assert rows.objective.maximise
    assert rows.objective.terms == ((1, 0), (2, 1))


def test_other_constraints_have_no_rows() -> None:
    model = solver.new_model("other")
    model.add_all_different(model.new_int_var(0, 2, "a"), model.new_int_var(0, 2, "b")).with_name("other")
    with pytest.raises(ValueError, match="constraint 'other' has no linear form"):
        rows_of_model(model)


def test_several_workers_decide_a_cover_as_one_does() -> None:
    """None of the settings that CP-SAT gives to several workers by itself does, in minutes."""
    report = solve_model(formulation("family-cover"), ills(Mode.NORMAL, 5), Work(jobs=2, limits=Limits(20)))
    assert report.status is Status.INFEASIBLE


@pytest.mark.parametrize("name", ["adaptive-tree", "strategy-graph", "family-cover", "family-chain"])
def test_that_words_can_not_all_be_found_has_a_certificate(name: str, tmp_path: Path) -> None:
    """Where a model is infeasible, a refutation follows; one guess more has a strategy."""
    mode = Mode.HARD if name == "family-chain" else Mode.NORMAL
    variant = Variant.load("original", mode=mode, hidden=HiddenKind.BIG)
    family = [word for word in variant.hidden if fnmatch(word, "?obby")]
    least = 4 if mode is Mode.HARD else 3
    for depth, status in ((least - 1, Status.INFEASIBLE), (least, Status.FEASIBLE)):
        question, out = ModelQuestion.of(variant, words=family, depth=depth), tmp_path / f"{depth}.cert"
        report = solve_model(formulation(name), question, out=out)
        assert report.status is status
        assert report.certificate == out
        assert "uncertified" not in "\n".join(report.told(""))
        assert report.accepted is not None
        assert check_file(out, word_list_by_hash).claim == report.accepted.claim
