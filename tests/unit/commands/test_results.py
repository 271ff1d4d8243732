"""What public functions return: the JSON that commands print, tables, graphs and HTML."""

from __future__ import annotations

import builtins
import inspect
import json
from typing import TYPE_CHECKING, Any, Final

import networkx as nx
import pytest

import wordle_cp
from tests.golden_files import ACCEPTED
from wordle_cp import (
    Goal,
    Keeping,
    Limits,
    Question,
    TotalQuestion,
    Variant,
    WordleCpError,
    Work,
    analyse,
    census,
    check_certificate,
    checked_strategy,
    compare,
    find_witness,
    fixed,
    load_certificate,
    parse_game,
    prove,
    prove_least_depth,
    prove_optimal,
    rank,
    show_model,
    solve,
    solve_model,
)
from wordle_cp.answers.answer import Told
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.cli.app import main
from wordle_cp.errors import CertificateParseError, CertificateRejected, HistoryError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASKED: Final[dict[str, tuple[Callable[[], Told], str]]] = {
    "prove": (lambda: prove("toy", 3), "prove --depth 3"),
    "impossible": (lambda: prove("toy", 1, mode="hard"), "prove --depth 1 --mode hard"),
    "opener": (lambda: prove("toy", 3, opener="CRANE"), "prove --depth 3 --opener crane"),
    "history": (
        lambda: prove("toy", 3, history="crate.ggbby"),
        "prove --depth 3 --after crate.ggbby",
    ),
    "out": (lambda: prove("toy", 3, out="a.cert", max_guesses="none"), "prove --depth 3 --out a.cert"),
    "least depth": (lambda: prove_least_depth("toy"), "prove --least-depth"),
    "solve": (lambda: solve("toy"), "solve"),
    "goal": (lambda: solve("toy", goal=Goal.missing(1)), "solve --costs 0 --loss 1"),
    "tree": (lambda: solve("toy", tree="a.cert", hidden="big"), "solve --tree a.cert --hidden big"),
    "optimal": (
        lambda: prove_optimal("toy", out="toy-normal-optimal-within-6.cert.gz"),
        "prove --optimal",
    ),
    "rank": (lambda: rank("toy", 3, max_guesses=4), "rank --top 3 --max-guesses 4"),
    "certificate": (lambda: rank("toy", 3, certificate="a.cert"), "rank --top 3 --certificate a.cert"),
    "rank all": (lambda: rank("toy", None, folder="toy-normal-rank-within-6"), "rank --all"),
    "census": (lambda: census("toy", 2), "census --depth 2"),
    "compare": (
        lambda: compare("toy", ["knuth", "kooi2"], "crane plied"),
        "compare --policy knuth --policy kooi2 --opener crane --opener plied",
    ),
    "analyse": (lambda: analyse("toy", "plied creed"), "analyse plied creed"),
    "analyse words": (
        lambda: analyse("toy", ["plied", "creed"], word="creek", max_guesses="none"),
        "analyse plied creed --word creek --max-guesses none",
    ),
    "fixed": (lambda: fixed("toy", start="plied"), "fixed --start plied"),
    "witness": (lambda: find_witness("toy", 1), "witness --depth 1"),
    "model": (lambda: solve_model("adaptive_tree", "toy", depth=2), "model solve adaptive-tree --depth 2"),
    "size": (lambda: show_model("weights", "toy", depth=2), "model show weights --depth 2"),
}
"""A call, and the command that asks the same about the same game."""


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return JSON fields without times."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if not name.startswith("seconds")}
    return value


@pytest.fixture
def printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], dict[str, Any]]:
    def run(command: str) -> dict[str, Any]:
        (tmp_path / "command").mkdir()
        monkeypatch.chdir(tmp_path / "command")
        main([*command.split(), "--json", "--quiet"] if not command.startswith("check") else command.split())
        fields: dict[str, Any] = json.loads(capsys.readouterr().out)
        return fields

    return run


@pytest.mark.parametrize("asked", ASKED)
def test_json_is_what_the_command_prints(
    asked: str,
    printed: Callable[[str], dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call, command = ASKED[asked]
    jobs = "" if "show" in command or asked == "fixed" else " --jobs 1"
    fields = plain(printed(f"{command} --variant toy{jobs}"))
    (tmp_path / "call").mkdir()
    monkeypatch.chdir(tmp_path / "call")
    result = call()
    assert list(plain(result.to_json())) == list(fields)
    if "certified" in fields and fields.get("verdict") in {"proven", "exact"}:
        assert fields["certified"] == (fields["verdict"] == "proven")
    assert plain(json.loads(json.dumps(result.to_json()))) == fields
    kept = sorted(path.name for path in (tmp_path / "call").rglob("*"))
    assert kept == sorted(path.name for path in (tmp_path / "command").rglob("*"))


@pytest.mark.parametrize("name", ["hard", "impossible-rule", "total-hard", "absurdle"])
def test_a_certificate_as_json(name: str, printed: Callable[[str], dict[str, Any]]) -> None:
    file = ACCEPTED / f"{name}.cert"
    fields = plain(printed(f"check {file} --json"))
    assert plain(json.loads(json.dumps(check_certificate(str(file)).to_json()))) == fields
    loaded = load_certificate(file)
    assert plain(json.loads(json.dumps(loaded.to_json()))) == fields
    assert loaded.proof.claim == loaded.claim == check_certificate(file).claim
    assert repr(loaded).startswith("<accepted: ")


@pytest.mark.parametrize("asked", ASKED)
def test_a_result_shows_itself(asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = ASKED[asked][0]()
    first = str(result).splitlines()[0]
    assert repr(result)[1:-1].startswith(first) or repr(result)[1:-1] in first
    assert "toy" in first or asked == "size"
    html = result._repr_html_()
    assert html.startswith('<div style="overflow-x: auto"><p><strong>')
    assert html.count("<table>") == html.count("</table>") <= 1
    assert len(html) < 5000
    assert "color" not in html  # those of the notebook, dark or light


def test_words_in_html_are_escaped() -> None:
    report = compare(
        "toy", wordle_cp.PythonPolicy("<b>&", lambda turn: turn.hidden[0]), "crane", optimum=False
    )
    assert "&lt;b&gt;&amp;" in report._repr_html_()
    assert "<b>" not in report._repr_html_()


def rows(result: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    pytest.importorskip("pandas")
    frame = result.to_dataframe().astype(object)
    found: list[dict[str, Any]] = frame.where(frame.notna(), None).to_dict("records")
    return found


def test_a_ranking_as_a_data_frame() -> None:
    found = rank("toy", 1)
    table = rows(found)
    assert [(row["rank"], row["opener"]) for row in table] == [(1, one.opener) for one in found.ranked]
    assert {(row["total_guesses"], row["mean_guesses"]) for row in table} == {(16, 2.0)}
    assert set(rows(rank("toy", 1, goal=Goal.missing(1)))[0]) == {"rank", "opener", "cost", "mean_cost"}


def test_a_distribution_as_a_data_frame(tmp_path: Path) -> None:
    assert rows(solve("toy")) == [{"guesses": 1, "words": 0}, {"guesses": 2, "words": 8}]
    report = prove("original", 6, out=tmp_path / "a.cert", history="stage.gbgbg", mode="hard")
    assert [row["words"] for row in rows(report)] == list(report.accepted.claim.distribution)  # type: ignore[union-attr]
    with pytest.raises(UsageError, match="nothing was found that has rows"):
        prove("toy", 1, out=tmp_path / "b.cert").to_dataframe()


def test_a_census_as_a_data_frame(tmp_path: Path) -> None:
    report = census("toy", 2, folder=tmp_path / "run")
    table = rows(report)
    assert [row["opener"] for row in table] == sorted(report.question.openers)
    possible = {row["opener"] for row in table if row["verdict"] == "possible"}
    assert possible == {one.opener for one in report.possible}
    assert {row["max_guesses"] for row in table} == {2, None}
    assert str(report.to_dataframe()["max_guesses"].dtype) == "Int64"


def test_policies_as_a_data_frame() -> None:
    report = compare("toy", ["knuth", max_hidden], "crane", optimum=False)
    table = rows(report)
    assert [row["policy"] for row in table] == ["knuth", "max_hidden"]
    for row, one in zip(table, report.played, strict=True):
        found = [row[f"found_with_{number}"] for number in range(1, len(one.figures.distribution) + 1)]
        assert (tuple(found), row["total_guesses"]) == (one.figures.distribution, one.total_guesses)


def max_hidden(turn: Any) -> str:  # noqa: ANN401
    word: str = max(turn.hidden)
    return word


def test_moves_as_a_data_frame() -> None:
    analysis = analyse("toy", "plied creed")
    table = rows(analysis)
    assert [(row["guess"], row["words"]) for row in table] == [
        (one.guess, one.words) for one in analysis.moves
    ]
    assert [row["inaccuracy"] for row in table] == [float(one.inaccuracy or 0) for one in analysis.moves]


def test_depths_as_a_data_frame(tmp_path: Path) -> None:
    report = prove_least_depth("toy", folder=tmp_path)
    assert [(row["depth"], row["verdict"]) for row in rows(report)] == [(1, "impossible"), (2, "possible")]
    assert report.possible is not None
    assert isinstance(report.possible, Told)


def test_a_strategy_as_a_data_frame_and_a_graph(tmp_path: Path) -> None:
    report = solve("original", tree=tmp_path / "a.cert", opener="salet")
    strategy = checked_strategy(str(tmp_path / "a.cert"))
    table = rows(strategy)
    assert sum(row["guesses"] for row in table) == report.total_guesses == 7920
    graph = strategy.to_networkx()
    assert nx.is_arborescence(graph)
    assert sum(data["wins"] for _, data in graph.nodes(data=True)) == 2315
    assert nx.utils.graphs_equal(graph, report.to_networkx())
    assert len(strategy.to_networkx(levels=1)) == 1
    assert nx.utils.graphs_equal(graph, check_certificate(tmp_path / "a.cert").to_networkx())
    with pytest.raises(UsageError, match="expected a number of guesses from 1 to 255, found 0"):
        strategy.to_networkx(levels=0)


def test_a_strategy_without_a_file_is_checked_first() -> None:
    """The graph of `solve` is the strategy that it reports, whether there is a certificate or not."""
    report = solve("toy")
    assert report.strategy is not None
    graph = report.to_networkx()
    assert graph.graph["total_guesses"] == report.total_guesses
    assert graph.nodes[0]["guess"] == report.strategy.opener
    past = solve("original", history="stage.gbgbg")
    assert past.to_networkx().graph["after"] == "stage.GBGBG"
    with pytest.raises(UsageError, match="there is no strategy"):
        solve("toy", max_guesses=1).to_networkx()
    codes = solve("mastermind-4x6", history="1122.10").to_networkx()
    assert {edge["pattern"] for *_, edge in codes.edges(data=True)} >= {"00", "10", "21"}


def test_best_openers_each_have_a_graph(tmp_path: Path) -> None:
    report = prove_optimal("toy", out=tmp_path / "a.cert")
    certificate = load_certificate(tmp_path / "a.cert")
    for opener in report.best:
        assert certificate.strategy(opener.upper()).to_networkx().nodes[0]["guess"] == opener
    assert report.to_networkx().nodes[0]["guess"] == report.best[0]


def test_a_refutation_as_a_graph(tmp_path: Path) -> None:
    report = prove("original", 3, out=tmp_path / "a.cert", history="salet.bbbbb", mode="hard")
    graph = report.to_networkx()
    assert nx.is_directed_acyclic_graph(graph)
    loaded = load_certificate(tmp_path / "a.cert")
    assert isinstance(loaded.proof, Refutation)
    assert len(graph) == len(loaded.proof.nodes) + 1
    assert isinstance(load_certificate(ACCEPTED / "hard.cert").proof, Certificate)


def test_a_certificate_without_a_graph() -> None:
    with pytest.raises(WordleCpError, match=r"\.cert: "):
        check_certificate(ACCEPTED / "absurdle.cert").to_networkx()


def test_no_certificate_no_graph(tmp_path: Path) -> None:
    stopped = prove("nyt-2022-02-15", 5, out=tmp_path / "a.cert", hidden="big", time_limit=0)
    assert stopped.certificate is None
    assert str(stopped).splitlines()[1].startswith("stopped by   time limit")
    with pytest.raises(UsageError, match="there is no certificate"):
        stopped.to_networkx()


def test_a_proof_that_ships_by_its_name() -> None:
    accepted = check_certificate("original-hard-depth-5-palet")
    assert (accepted.game and accepted.game.name, len(accepted.hidden_set)) == ("original", 2315)
    assert accepted.claim.total_guesses == load_certificate(str(accepted.path)).claim.total_guesses
    assert len(checked_strategy("shipped:original-hard-depth-5-palet").to_networkx(levels=1)) == 1


def test_files_that_are_no_certificates(tmp_path: Path) -> None:
    (tmp_path / "a.cert").write_text("nonsense\n", encoding="utf-8")
    text = (ACCEPTED / "hard.cert").read_text(encoding="utf-8")
    (tmp_path / "b.cert").write_text(text.replace("total ", "total 1", 1), encoding="utf-8")
    for read in (check_certificate, load_certificate, checked_strategy):
        with pytest.raises(CertificateParseError):
            read(tmp_path / "a.cert")
        with pytest.raises(CertificateRejected):
            read(tmp_path / "b.cert")


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def missing(name: str, *rest: Any, **named: Any) -> Any:  # noqa: ANN401
        if name == "pandas":
            raise ImportError
        return found(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(UsageError, match=r"data frames need pandas: in a checkout, pip install '.\[p"):
        rank("toy", 1).to_dataframe()


def test_a_question_says_the_rest() -> None:
    question = TotalQuestion.of("toy", openers="crane")
    assert solve(question).total_guesses == solve("toy", opener="crane").total_guesses
    assert solve(Question.of("toy", openers="crane"), goal=Goal.missing(1)).cost == 8
    with pytest.raises(UsageError, match="a question says everything but how to work on it; leave out mode"):
        solve(question, mode="hard")
    with pytest.raises(UsageError, match="leave out goal"):
        solve(question, goal=Goal.missing(2))


def test_arguments_that_say_the_same(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="give opener or openers, not both"):
        solve("toy", opener="crane", openers="plied")
    with pytest.raises(
        UsageError, match="a Work says jobs and limits; leave out jobs, time_limit and max_memory"
    ):
        solve("toy", time_limit=3, work=Work(limits=Limits(seconds=3)))
    with pytest.raises(UsageError, match="a Keeping says out, folder and cluster; leave them out"):
        rank("toy", 1, folder=tmp_path, keeping=Keeping())
    with pytest.raises(UsageError, match="an entry says its opener; leave out openers"):
        compare("toy", wordle_cp.entries_of(["knuth"]), "crane")
    with pytest.raises(UsageError, match="moves have their responses; leave out word"):
        analyse("toy", parse_game("plied creed", 5), word="creed")
    with pytest.raises(HistoryError, match="expected a game such as"):
        analyse("toy", [])


def test_a_ready_question_says_everything_but_how_to_work(tmp_path: Path) -> None:
    toy = Variant.load("toy")
    assert prove(Question.of(toy), 2, out=tmp_path / "a.cert", work=Work()).accepted is not None
    kept = Keeping(out=tmp_path / "b.cert")
    assert prove_optimal(TotalQuestion.of(toy), keeping=kept).tree == kept.out
    assert rank(TotalQuestion.of(toy), 1, keeping=Keeping(folder=tmp_path / "run")).complete
    assert analyse(toy, parse_game("plied creed", 5)).won


@pytest.mark.parametrize("name", ["prove", "prove_least_depth", "solve", "prove_optimal", "rank", "census"])
def test_signatures_are_spelled_out(name: str) -> None:
    function = getattr(wordle_cp, name)
    parameters = inspect.signature(function).parameters
    assert {"history", "openers", "mode", "max_guesses", "time_limit", "work"} <= set(parameters)
    assert all(one.kind is not inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    keywords = {one for one in parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY}
    assert set(parameters) - {one.name for one in keywords} <= {"game", "depth", "top"}
    with pytest.raises(TypeError, match=rf"^{name}\(\): .*unexpected keyword argument 'hsitory'"):
        function("toy", **dict.fromkeys({"depth", "top"} & set(parameters), 2), hsitory="crane.bbbbb")


def test_a_word_behind_the_game_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match=r"^solve\(\): too many positional arguments"):
        solve("toy", "crane")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^prove\(\): missing a required argument: 'depth'"):
        prove("toy")  # type: ignore[call-arg]
    assert not list(tmp_path.iterdir())


def test_an_argument_that_is_none_is_as_if_not_given() -> None:
    assert show_model("adaptive-tree", None, depth=None) == show_model("adaptive-tree")
