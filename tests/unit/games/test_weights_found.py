"""Weights as people have them: each kind of table, exact numbers, and what is said about them."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.commands.searches import solve
from wordle_cp.errors import LinesError, UsageError, WordleCpError
from wordle_cp.games.found.weights import number_of, read_weights, rounded
from wordle_cp.games.goal import MOST_COST, Goal

if TYPE_CHECKING:
    from pathlib import Path

HIDDEN: Final = ("awake", "blush", "cigar")
WEIGHTS: Final = (("awake", Fraction(1)), ("blush", Fraction(25)), ("cigar", Fraction(300)))

TABLES: Final[dict[str, tuple[str, str | bytes]]] = {
    "whole numbers": ("w.csv", "word,weight\nawake,1\nblush,25\ncigar,300\n"),
    "tabs": ("w.tsv", "awake\t1\nblush\t25\ncigar\t300\n"),
    "blanks": ("w.txt", "awake 1\nblush  25\ncigar 300\n"),
    "semicolons and capitals": ("w.csv", "AWAKE;1\nBlush;25\ncigar;300\n"),
    "numbers first": ("w.txt", "1 awake\n25 blush\n300 cigar\n"),
    "decimals": ("w.csv", "awake,0.01\nblush,0.25\ncigar,3\n"),
    "scientific notation": ("w.csv", "awake,1e-7\nblush,2.5E-6\ncigar,3.00e-05\n"),
    "percentages": ("w.csv", "awake,1%\nblush,25%\ncigar,300%\n"),
    "fractions": ("w.csv", "awake,1/100\nblush,1/4\ncigar,3\n"),
    "JSON object": ("w.json", '{"awake": 0.01, "blush": 0.25, "cigar": 3.0}'),
    "JSON objects": ("w.json", '[{"word":"awake","f":1},{"word":"blush","f":25},{"word":"cigar","f":300}]'),
    "JSON rows": ("w.json", '[["awake", 1], ["blush", 25], ["cigar", 300]]'),
    "ranks besides": ("w.csv", "1,cigar,300\n2,blush,25\n3,awake,1\n"),
    "several numbers, one called weight": (
        "w.csv",
        "word,n,weight\nawake,5,1\nblush,5,25\ncigar,5,300\n",
    ),
    "several numbers, one a frequency": ("w.csv", "id,word,Frequency\n7,awake,1\n9,blush,25\n8,cigar,300\n"),
    "comments": ("w.csv", "# all\nawake,1 # few\nblush,25\n\ncigar,300\n"),
    "UTF-16": ("w.csv", "awake,1\nblush,25\ncigar,300\n".encode("utf-16")),
    "gzip": ("w.csv.gz", gzip.compress(b"awake,1\nblush,25\ncigar,300\n")),
    "source code": ("w.py", "FREQ = {'awake': 1, 'blush': 25, 'cigar': 300}\n"),
    "a Counter": ("w.txt", "Counter({'cigar': 300, 'blush': 25, 'awake': 1})\n"),
    "pairs": ("w.txt", "[('cigar', 3.0),\n ('blush', 0.25),\n ('awake', 1e-2)]"),
    "a table of a wiki": (
        "w.txt",
        "{|\n|-\n| 1 || [[awake]] || 1\n|-\n| 7 || [[blush]] || 25\n|-\n| 9 || [[cigar]] || 300\n|}\n",
    ),
    "arrows": ("w.txt", "awake -> 1\nblush -> 25\ncigar -> 300\n"),
    "an index before the words": ("w.tsv", "101\tawake\t1\n205\tblush\t25\n206\tcigar\t300\n"),
    "weights that count the rows": ("w.txt", "x awake 1\nx the 2\nx blush 25\nx cigar 300\n"),
    "exponents of three digits": ("w.csv", "awake,1e-005\nblush,2.5E-004\ncigar,3e-003\n"),
    "a bad quotation mark": ("w.csv", 'word,note,weight\nawake,"a, b",1\nblush,"c" d,25\ncigar,"e, f",300\n'),
    "the same line twice": ("w.csv", "awake,1\nblush,25\ncigar,300\nawake,1\n"),
}


def goal_of(folder: Path, contents: str | bytes, name: str = "w.csv", **options: object) -> Goal:
    """Write a table and read it."""
    data = contents if isinstance(contents, bytes) else contents.encode()
    (folder / name).write_bytes(data)
    return Goal.from_files(HIDDEN, folder / name, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", TABLES)
def test_tables_of_each_kind(tmp_path: Path, kind: str) -> None:
    name, contents = TABLES[kind]
    goal = goal_of(tmp_path, contents, name)
    factor = Fraction(goal.weights[0][1])
    assert [(word, weight / factor) for word, weight in goal.weights] == [*WEIGHTS]


def test_zipf_values_are_taken_as_they_stand(tmp_path: Path) -> None:
    goal = goal_of(tmp_path, "word,zipf\nawake,3.45\nblush,2.9\ncigar,3\n")
    assert goal.weights == (("awake", 69), ("blush", 58), ("cigar", 60))
    assert goal.note == "times 20, so that all are whole"


def test_the_factor_is_that_of_the_weights(tmp_path: Path) -> None:
    goal = goal_of(tmp_path, "awake,0.5\nblush,1/3\ncigar,2\n")
    assert goal.weights == (("awake", 3), ("blush", 2), ("cigar", 12))
    assert goal.note == "times 6, so that all are whole"


def test_words_besides_are_counted_and_missing_ones_need_a_weight(tmp_path: Path) -> None:
    table = "awake,1\nblush,2\nhouse,3\nmouse,4\n"
    with pytest.raises(WordleCpError, match="'cigar' lacking: missing_weight W lets them weigh W"):
        goal_of(tmp_path, table)
    goal = goal_of(tmp_path, table, missing_weight="0.5")
    assert goal.weights == (("awake", 2), ("blush", 4), ("cigar", 1))
    assert (
        goal.note == "times 2, so that all are whole; 2 other words left out ('house', 'mouse'); "
        "1 word without a weight counts 1/2"
    )


def test_cells_without_a_number_are_missing_ones(tmp_path: Path) -> None:
    for none in ("", "-", "NaN", "n/a"):
        table = f"word,freq\nawake,{none}\nblush,1\ncigar,2\n"
        where = r"w\.csv:2:1: expected a number, .*, as the weight of 'awake', found '"
        with pytest.raises(WordleCpError, match=where + f"{none}': missing_weight W lets it weigh W"):
            goal_of(tmp_path, table)
        assert goal_of(tmp_path, table, missing_weight="3").weights[0] == ("awake", 3)


def test_wrong_numbers_are_named_beside_cells_without_one(tmp_path: Path) -> None:
    words = [f"a{letter}ake" for letter in "bcdefgh"]
    rows = [*(f"{word},\n" for word in words[:5]), f"{words[5]},abc\n", f"{words[6]},1\n"]
    (tmp_path / "w.csv").write_text("".join(rows))
    with pytest.raises(LinesError) as caught:
        Goal.from_files(words, tmp_path / "w.csv")
    first, second = caught.value.lines()
    assert first.endswith(
        "'abake', found '': missing_weight W lets it weigh W (and 4 more like it in this file)"
    )
    assert second.endswith("as the weight of 'agake', found 'abc'")


def test_words_of_the_length_of_the_game_are_named_first(tmp_path: Path) -> None:
    goal = goal_of(tmp_path, "a,1\nab,1\nabc,1\nawaek,1\nawake,1\nblush,2\ncigar,3\n")
    assert goal.note == "4 other words left out ('awaek', 'a', 'ab' ...)"


def test_what_says_no_weights(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="found ranks alone; a likelier word weighs more"):
        goal_of(tmp_path, "rank,word\n1,cigar\n2,blush\n3,awake\n")
    with pytest.raises(UsageError, match="found ranks alone; a likelier word weighs more"):
        goal_of(tmp_path, "1 cigar\n2 blush\n3 awake\n")
    numbered = goal_of(
        tmp_path, "number,word,number of letters,zipf\n1,cigar,5,3\n2,blush,5,1\n3,awake,5,2\n"
    )
    assert dict(numbered.weights) == {"cigar": 3, "blush": 1, "awake": 2}
    with pytest.raises(UsageError, match="found words alone; a list of past answers is for past_answers"):
        goal_of(tmp_path, "awake\nblush\ncigar\n")
    with pytest.raises(WordleCpError, match=r"w.csv:1:1: .*weight of 'awake', found '1.5\*10\^-5'"):
        goal_of(tmp_path, "awake,1.5*10^-5\nblush,1\ncigar,2\n", missing_weight="1")
    with pytest.raises(WordleCpError, match="'awake' comes twice; add them up, or keep one"):
        goal_of(tmp_path, "word,tag,zipf\nawake,ADJ,1.5\nawake,V,2.5\nblush,N,1\ncigar,N,2\n")


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ('awake,"1,234"\nblush,"4,5"\ncigar,"2,0"\n', "1:1: .*, found '1,234'"),
        ("awake;0,01\nblush;7\ncigar;2\n", "1:1: .*, found '0,01'"),
        ("awake;7\nblush;3.000.000\ncigar;2\n", "2:1: .*, found '3.000.000'"),
        ("awake;7\nblush;3 000\ncigar;2\n", "2:1: .*, found '3 000'"),
        ("awake\t1.5*\nblush\t(2,5)\ncigar\t1/3\n", "2:1: .*, found '2,5'"),
        ("awake;1.234\nblush;7\ncigar;2\n", "a point before decimals alone, found 1.234 and 7"),
        ("awake,100%\nblush,1\ncigar,50%\n", "all percentages, or none, found 100% and 1"),
        ("awake,5%\nblush,6\ncigar,7%\n", "all percentages, or none, found 5% and 6"),
    ],
)
def test_weights_that_are_not_written_as_they_should(tmp_path: Path, table: str, found: str) -> None:
    with pytest.raises(WordleCpError, match=found):
        goal_of(tmp_path, table)


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("INSERT INTO w VALUES (7,'awake',1),(9,'blush',25),(4,'cigar',300);", "found SQL: write its words"),
        ("awake:1\nblush:25\ncigar:300\n", "expected hidden words and their weights, found other texts"),
        ("awake_ADJ\t1\nblush_NOUN\t25\ncigar_NOUN\t3\n", "found other texts, such as 'awake_adj'"),
        ("awake,1\nBlush,20\nblush,5\ncigar,300\n", "3:1: .*'blush' comes twice; add them up, or keep one"),
        ("[('cigar', 3.0), ('blush', 0.25), ('awake', 1e-2)]", "each line, found several words in one"),
        ("cigar 3 blush 2 awake 1", "each line, found several words in one"),
        ("<w><e><f>awake</f><n>1</n></e></w>", "found a web page or XML: write its words into a text file"),
    ],
)
def test_tables_that_are_not_read(tmp_path: Path, table: str, found: str) -> None:
    with pytest.raises(WordleCpError, match=found):
        goal_of(tmp_path, table, "w.txt")


def test_words_of_json_are_named(tmp_path: Path) -> None:
    records = '[{"word": "cigar", "weight": 1},\n{"word": "awake", "weight": 2, "weight": 3}]'
    with pytest.raises(UsageError, match=r"w\.json: expected JSON .* found 'weight' 2 times in one object"):
        goal_of(tmp_path, records, "w.json", missing_weight="1")
    with pytest.raises(WordleCpError, match=r"as the weight of 'blush', found '2,5'"):
        goal_of(tmp_path, '{"awake": 1.5, "blush": "2,5"}', "w.json", missing_weight="1")


def test_a_table_of_other_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"hidden words and their weights, found other texts, such as 'awake\(7'"
    ):
        goal_of(tmp_path, "awake(7)\nblush(8)\n", missing_weight="1")


def test_numbers_that_are_too_long_are_refused(tmp_path: Path) -> None:
    nines = "9" * 5000
    with pytest.raises(WordleCpError, match="found columns 1 and 3 of numbers; call the right one weight"):
        goal_of(tmp_path, f"{nines}\tawake\t1\n{nines}\tblush\t2\n7\tcigar\t3\n")


def test_other_words_decide_nothing(tmp_path: Path) -> None:
    table = f"awake\t1.5\nblush\t1.234\ncigar\t2\nother\t4,5\nmore\t{'9' * 5000}\n"
    assert goal_of(tmp_path, table).weights == (("awake", 750), ("blush", 617), ("cigar", 1000))


def test_0_is_a_percentage_and_a_number(tmp_path: Path) -> None:
    assert goal_of(tmp_path, "awake,0\nblush,5%\ncigar,7%\n").weights[1:] == (("blush", 5), ("cigar", 7))


def test_no_weight_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected a weight greater than 0, found 0 for each of 3 words"):
        goal_of(tmp_path, "awake,0\nblush,0\ncigar,0\n")


def test_a_table_without_a_hidden_word_has_no_header(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="found other texts, such as 'name'"):
        goal_of(tmp_path, "name,often\n", missing_weight="1")


def test_the_column_that_was_taken_is_said(tmp_path: Path) -> None:
    goal = goal_of(tmp_path, "word,freqcount,freqpermillion\nawake,1,0.1\nblush,2,0.9\ncigar,3,0.3\n")
    assert goal.weights == (("awake", 1), ("blush", 2), ("cigar", 3))
    assert goal.note == "weights are those of 'freqcount', not of 'freqpermillion'"


def test_past_answers_weigh_less(tmp_path: Path) -> None:
    past = tmp_path / "past.csv"
    past.write_text("date,answer\n2026-02-02,CIGAR\n2026-02-03,HOUSE\n")
    goal = Goal.from_files(HIDDEN, past_answers=past, repeat_weight="0.1")
    assert goal.weights == (("awake", 10), ("blush", 10), ("cigar", 1))
    assert goal.note == "times 10, so that all are whole; 1 past answer counts times 1/10, 1 other left out"
    both = goal_of(tmp_path, "awake,1\nblush,2\ncigar,3\n", past_answers=past, repeat_weight=0)
    assert both.weights == (("awake", 1), ("blush", 2), ("cigar", 0))
    with pytest.raises(UsageError, match="go together"):
        Goal.from_files(HIDDEN, past_answers=past)
    past.write_text("house\n")
    with pytest.raises(UsageError, match="expected past answers, found none of the 3 hidden words"):
        Goal.from_files(HIDDEN, past_answers=past, repeat_weight=0)


@pytest.mark.parametrize(
    "text",
    [
        "1122\n1133\n9999\n",
        "1122\r\n1133\r\n9999\r\n",
        "\ufeff1133\n1122\n9999\n",
        "day,code\n1,1122\n2,1133\n3,9999\n",
        "1,1122\n2,1133\n3,9999\n",
        '["1122", "1133", "9999"]',
        "[1122, 1133, 9999]",
    ],
)
def test_past_answers_may_be_codes(text: str, tmp_path: Path) -> None:
    """Codes aren't words of letters, and look like other columns."""
    past = tmp_path / "past.txt"
    past.write_text(text)
    goal = Goal.from_files(("1112", "1122", "1133"), past_answers=past, repeat_weight=0)
    assert goal.weights == (("1112", 1), ("1122", 0), ("1133", 0))
    assert goal.note == "2 past answers count times 0, 1 other left out"


def test_codes_that_lost_their_zeros_are_refused(tmp_path: Path) -> None:
    """A spreadsheet makes a number of 0012; left out, it would count as if it weren't there."""
    codes = ("0012", "1122", "1133")
    (tmp_path / "w.csv").write_text("code,weight\n12,3\n1122,4\n1133,5\n")
    (tmp_path / "past.csv").write_text("day,code\n1,12\n2,1122\n")
    with pytest.raises(UsageError, match=r"w\.csv: expected codes with all their zeros, .* 0012, found 12; "):
        Goal.from_files(codes, tmp_path / "w.csv", missing_weight=1)
    with pytest.raises(
        UsageError, match=r"past\.csv: expected codes with all their zeros, .* 0012, found 12"
    ):
        Goal.from_files(codes, past_answers=tmp_path / "past.csv", repeat_weight=0)
    whole = Goal.from_files(codes[1:], tmp_path / "w.csv", missing_weight=1)
    assert whole.note == "1 other word left out ('12')"
    (tmp_path / "w.csv").write_text("code,weight\n12,3\n0012,2\n1122,4\n1133,5\n")
    assert Goal.from_files(codes, tmp_path / "w.csv").note == "1 other word left out ('12')"
    (tmp_path / "past.csv").write_text("12\n0012\n1122\n")
    assert Goal.from_files(codes, past_answers=tmp_path / "past.csv", repeat_weight=0).weights[0] == (
        "0012",
        0,
    )


def test_no_cell_is_the_code_of_zeros_alone_but_0(tmp_path: Path) -> None:
    (tmp_path / "past.csv").write_text("day,code\n1,1122\n2,\n3,1133\n")
    codes = ("0000", "1122", "1133")
    goal = Goal.from_files(codes, past_answers=tmp_path / "past.csv", repeat_weight=0)
    assert goal.weights == (("0000", 1), ("1122", 0), ("1133", 0))
    (tmp_path / "past.csv").write_text("day,code\n1,1122\n2,0\n3,1133\n")
    with pytest.raises(UsageError, match="such as 0000, found 0; "):
        Goal.from_files(codes, past_answers=tmp_path / "past.csv", repeat_weight=0)


def test_one_past_answer_may_be_a_code(tmp_path: Path) -> None:
    past = tmp_path / "past.txt"
    past.write_text("1122\n")
    goal = Goal.from_files(("1112", "1122"), past_answers=past, repeat_weight=0)
    assert goal.weights == (("1112", 1), ("1122", 0))


def test_past_answers_may_be_equations(tmp_path: Path) -> None:
    past = tmp_path / "past.csv"
    past.write_text("date,answer\n2026-02-02,4*7=28\n")
    goal = Goal.from_files(("4*7=28", "4*8=32"), past_answers=past, repeat_weight=0)
    assert goal.weights == (("4*7=28", 0), ("4*8=32", 1))


def test_sums_that_are_too_large_are_refused_with_what_would_do(tmp_path: Path) -> None:
    table = "awake,1e-30\nblush,0.3333333333333\ncigar,1\n"
    with pytest.raises(UsageError, match=r"exceed 9007199254740992; rounding would do: round_weights 15"):
        goal_of(tmp_path, table)
    goal = goal_of(tmp_path, table, round_weights=15)
    assert goal.weights == (("awake", 0), ("blush", 333333333333300), ("cigar", 10**15))
    assert goal.note == "rounded so that the heaviest word weighs 1000000000000000, 1 word to 0"
    assert sum(weight for _, weight in goal.weights) * len(HIDDEN) <= MOST_COST
    assert goal_of(tmp_path, f"awake,{10**20}\nblush,{10**19}\ncigar,0\n").weights[0] == ("awake", 10)


def test_weights_of_python_are_exact() -> None:
    goal = Goal.weighted({"awake": 0.1, "blush": Fraction(1, 4), "cigar": Decimal("0.05")})
    assert goal.weights == (("awake", 2), ("blush", 5), ("cigar", 1))
    assert Goal.weighted({"awake": 2, "blush": 4}).weights == (("awake", 2), ("blush", 4))
    for wrong in (-1, float("nan"), float("inf"), "x", None, True, -0.5):
        with pytest.raises(UsageError, match="expected a number, 0 or more"):
            Goal.weighted({"awake": wrong})  # type: ignore[dict-item]


def test_texts_that_are_no_number() -> None:
    for text in ("", "-1", "1e999", "1e-999", "x", "1/0", "0x10", "1_000", "9" * 50, "inf", "²"):
        assert number_of(text) is None


def test_proportions_are_kept_in_totals(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(json.dumps({"credo": 0.5}))
    goal = Goal.from_files(
        ("credo", "creed", "creek", "creep", "cress", "cried", "crier", "cruel"),
        tmp_path / "w.json",
        missing_weight=0.05,
    )
    whole = Goal.weighted({word: 10 if word == "credo" else 1 for word, _ in goal.weights})
    assert goal == whole
    report = solve("toy", goal=goal)
    assert (report.best, report.cost) == (("credo",), solve("toy", goal=whole).cost)
    assert "weights      times 20, so that all are whole; 7 words without a weight count 1/20\n" in str(
        report
    )
    assert report.to_json()["weights"] == goal.note


def test_rounding_keeps_order() -> None:
    exact = {"a": Fraction(1, 3), "b": Fraction(2, 3), "c": Fraction(1)}
    assert rounded(exact, 2) == {"a": 33, "b": 67, "c": 100}


def test_weights_are_in_a_text_file(tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(b"crane\0,1")
    with pytest.raises(UsageError, match=r"found binary data; save it as plain text or CSV$"):
        read_weights(tmp_path / "w", ["crane"])
    (tmp_path / "w").write_bytes(b"cr\xe9ne,1")
    with pytest.raises(UsageError, match=r"; save it as UTF-8$"):
        read_weights(tmp_path / "w", ["crane"])
