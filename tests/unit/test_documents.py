"""Every command, option and piece of Python code that the documents show works, and prints what is shown."""

from __future__ import annotations

import fnmatch
import gzip
import lzma
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.each import each
from tests.shown.blocks import code_spans
from tests.shown.session import Session, documents
from wordle_cp import threads
from wordle_cp.cli.app import PROGRAM

DOCUMENTS = [path.relative_to(ROOT) for path in documents(ROOT)]
ALL = [
    *ROOT.glob("*.md"),
    *(path for folder in ("docs", "proofs", "wordlists") for path in (ROOT / folder).rglob("*.md")),
]
PROOFS = sorted(path for path in (ROOT / "proofs").iterdir() if ".cert." in path.name)
OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")
RELEASED = re.compile(r"^## \[[\d.]+\] - \d", re.MULTILINE)
OTHER_PROGRAMS = re.compile(r"(?:make|pip|sphinx-build|pytest|git|xz|marimo|dask)\b.*|--import-mode.*")


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_what_a_document_shows(
    document: Path, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(threads, "processors", lambda: 1)  # the same output each time
    Session(root, tmp_path).run(root / document)


@pytest.fixture(scope="module")
def commands() -> dict[str, set[str]]:
    """Return the options of each command, and of all."""
    found = {
        one.path: {name for option in one.parameters for name in option.names} for one in PROGRAM.every()
    }
    return {**found, "": set().union(*found.values())}


@each("document", [*DOCUMENTS, Path("ARCHITECTURE.md"), Path("CHANGELOG.md")])
def test_options_named_in_text_exist(document: Path, root: Path, commands: dict[str, set[str]]) -> None:
    """Those of versions that are closed may have gone since."""
    wrong = []
    closed = RELEASED.split((root / document).read_text(encoding="utf-8"), 1)[0].count("\n")
    for line, span in code_spans(root / document):
        if line > closed or OTHER_PROGRAMS.fullmatch(span):
            continue
        text = span if span.startswith("wordle-cp ") else f"wordle-cp {span}"
        called = max((name for name in commands if f"{text} ".startswith(f"{name} ")), key=len)
        known = commands["" if called == "wordle-cp" else called]
        wrong += [
            f"{document}:{line}: {option} in `{span}`"
            for option in OPTION.findall(span)
            if option not in known
        ]
    assert not wrong


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md"])
def test_a_first_page_is_read_in_one_sitting(document: str, root: Path) -> None:
    assert len((root / document).read_text(encoding="utf-8")) <= 9000


@each("document", ALL)
def test_lines_of_prose_have_120_characters_at_most(document: Path) -> None:
    """Tables, code and links may be longer."""
    code = False
    long = []
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        code ^= line.lstrip().startswith("```")
        text = re.sub(r"\]\([^)]*\)", "]", line)
        if not code and len(text) > 120 and not (line.startswith("|") and line.endswith("|")):
            long.append(f"{document.relative_to(ROOT)}:{number}: {len(text)} characters")
    assert not long


def _heading_names(document: Path) -> set[str]:
    """Return by what links name the headings of a document where the files themselves are read."""
    text = re.sub(r"(?ms)^```.*?^```", "", document.read_text(encoding="utf-8"))
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", one) for one in re.findall(r"(?m)^#+ (.+)$", text)]
    names = [re.sub(r"[^\w -]", "", one.strip().lower()).replace(" ", "-") for one in plain]
    return {
        name if name not in names[:at] else f"{name}-{names[:at].count(name)}"
        for at, name in enumerate(names)
    }


@each("document", ALL)
def test_links_lead_to_files_and_headings_that_are_there(document: Path) -> None:
    """In a clone: the site is built of the same pages, and has more places to link to."""
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", document.read_text(encoding="utf-8"))
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, heading = link.partition("#")
        target = (document.parent / file) if file else document
        if not target.exists() or (heading and heading not in _heading_names(target)):
            broken.append(link)
    assert not broken


def _rows() -> list[tuple[str, list[str]]]:
    """Return the rows of the table of records, each with the certificates that it names, as patterns."""
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    rows = [row for row in text.split("\n## ")[0].splitlines() if row.startswith("| ")]
    spans = [re.findall(r"`([^` ]+)`", row.rstrip("| ").rpartition("|")[2]) for row in rows]
    return list(zip(rows, spans, strict=True))


def test_records_name_certificates_that_ship() -> None:
    named = [pattern for _, patterns in _rows() for pattern in patterns]
    assert len(named) > 40
    stems = [path.name.partition(".cert.")[0] for path in PROOFS]
    assert not [pattern for pattern in named if not fnmatch.filter(stems, pattern)]


@each("proof", PROOFS)
def test_a_record_says_what_its_certificate_claims(proof: Path) -> None:
    """The rows that name a certificate have the numbers of its claim."""
    stem = proof.name.partition(".cert.")[0]
    row = "".join(row for row, patterns in _rows() if any(fnmatch.fnmatch(stem, one) for one in patterns))
    with (gzip.open if proof.suffix == ".gz" else lzma.open)(proof, "rt", encoding="utf-8") as file:
        claim = [next(file).split() for _ in range(2)][1]
    numbers = {word.replace(",", "") for word in re.findall(r"\d[\d,]*", row)}
    assert claim[0] == "claim"
    said = [one for one in claim if one.isdecimal()]
    assert not [one for one in said if one not in numbers and one not in row.split()]


def test_the_glossary_has_each_word_once_in_order(root: Path) -> None:
    words = re.findall(r"(?m)^## (.+)$", (root / "docs" / "glossary.md").read_text(encoding="utf-8"))
    assert words == sorted({word.casefold(): word for word in words}.values(), key=str.casefold)


def test_the_glossary_has_the_words_before_the_lines_of_reports(root: Path) -> None:
    words = re.findall(r"(?m)^## (.+)$", (root / "docs" / "glossary.md").read_text(encoding="utf-8"))
    reports = "".join(
        path.read_text(encoding="utf-8") for path in (root / "tests" / "behaviour").glob("*.txt")
    )
    labels = {
        label.rstrip().removeprefix("a ") for label in re.findall(r"(?m)^\| ([a-z][a-z ]{11}) (?! )", reports)
    }
    assert len(labels) > 15
    assert not [
        label
        for label in sorted(labels)
        if not any(f"{word} ".startswith(label) or label.startswith(word) for word in words)
    ]


def test_the_page_on_python_shows_each_module_once(root: Path) -> None:
    text = (root / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    shown = re.findall(r"(?m)^\.\. automodule:: (\S+)$", text)
    assert shown == re.findall(r"(?m)^### (wordle_cp\.\S+)$", text)
    assert len(shown) == len(set(shown))


def test_the_citation_is_of_this_version(root: Path) -> None:
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= {*cited}  # what the format demands
    assert cited["title"] == project["name"]
    assert str(cited["version"]) == project["version"]
    assert cited["license"] == project["license"]
    assert cited["authors"] == project["authors"]
    assert {*cited["keywords"]} <= {*project["keywords"]}
