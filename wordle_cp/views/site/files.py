"""The files of a static site, by their names in its folder: pages of certificates that the checker accepts.

The pages load what stands in their folder and nothing else, and their policy forbids the rest. What is long
comes in pieces, scripts that a page loads when it shows them: a page that is opened as a file can load
nothing else.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from wordle_cp import check
from wordle_cp.certificate.base.lines import MAX_FILE_BYTES
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.describe import describe_claim
from wordle_cp.check.kinds import checker_of
from wordle_cp.data import is_as_shipped, word_list_by_hash, word_list_name
from wordle_cp.errors import UsageError, counted
from wordle_cp.files.read import read_bounded
from wordle_cp.files.write import folder_marker
from wordle_cp.rules.letters import capital, written
from wordle_cp.views.colours import look
from wordle_cp.views.refutations.opener_bound import explain_opener
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.site.places import MOST_STEPS, PIECE, bound_data, claim_data, step_pieces, tree_data
from wordle_cp.views.strategies.walk import MOST_GUESSES
from wordle_cp.views.whole_pages import data, fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.check.common.lists import Progress

MARKER: Final = "site.json"
"""The file by which a folder is known to be a site: it lists the others."""
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9._-]")
_ENDS: Final = re.compile(r"\.cert(\.gz|\.xz)?$")
_MOST_BOUNDS: Final = 10
"""Openers of a least total whose lower bounds are added up."""
_VIEWER: Final = files("wordle_cp.views.site") / "viewer"
_STYLE: Final = files("wordle_cp.views.traces") / "viewer" / "style.css"
_CHECKER: Final = files("wordle_cp.check") / "plain"
_POLICY: Final = "default-src 'none'; script-src 'self' file:; style-src 'self' file:"
"""`file:` is for a site that is opened as a folder."""
_COMMAND: Final = "python3 -B -S -I -X pycache_prefix=/nonexistent checker/plain {file} --lists lists"
_VIEWS: Final = {"openers": "strategy", "steps": "proof"}
"""Views, by what the script of a page needs for them."""
_NO_VIEW: Final = "There is no view of such a proof yet."


@dataclass(frozen=True, slots=True)
class SitePage:
    """The page of one certificate: its name, the claim in a sentence, and what it shows.

    `views` are "strategy" or "proof"; `left_out` says why there is none.
    """

    name: str
    claim: str
    views: tuple[str, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class Site:
    """The contents of all files, by their names in the folder, and the pages of the certificates."""

    contents: Mapping[str, bytes]
    pages: tuple[SitePage, ...]


def site_of(paths: Sequence[Path], show: Progress) -> Site:
    """Return a site of the certificates at `paths`; `show` hears how far the one is that is being read.

    Raises:
        FileError: a file can't be read.
        UsageError: two files would have one name, but for its case; or a certificate has changed meanwhile.
        CertificateRejected, CertificateParseError: the checker doesn't accept a certificate.
    """
    contents = {f"checker/plain/{name}": part for name, part in _sources()}
    contents["style.css"] = (
        look() + _STYLE.read_text(encoding="utf-8") + _part("viewer.css") + _part("site.css")
    ).encode()
    contents |= {name: _part(name).encode() for name in ("viewer.js", "site.js")}
    pages: list[SitePage] = []
    taken = {"index.html": "index.html"}  # where files have no case, names differ in more than that
    for path in paths:
        made = _Certificate(path, show)
        for name in (f"{made.page.name}.html", made.file):
            if name.casefold() in taken:
                other = taken[name.casefold()]
                message = f"{path}: the site has another {other}: rename the certificate"
                raise UsageError(message)
            taken[name.casefold()] = name
        contents |= made.contents
        pages.append(made.page)
    rows = "\n".join(map(_row, pages))
    contents["index.html"] = _page("Certificates of wordle-cp", fill(_part("index.html"), {"rows": rows}))
    contents[MARKER] = folder_marker(contents)
    return Site(contents, tuple(pages))


class _Certificate:
    """One certificate: its page and all that it loads."""

    def __init__(self, path: Path, show: Progress) -> None:
        """Have it checked, then make everything."""
        self._path = path
        self._show = show
        before = read_bounded(path, MAX_FILE_BYTES, "a certificate")
        if not is_as_shipped(path):
            check.check_file(path, word_list_by_hash, show)
        with open_certificate(path) as reader:
            self._head: Head[Any] = reader.head
        kept = _NOT_PLAIN.sub("-", path.name).lstrip(".-") or "certificate"
        self._name = _ENDS.sub("", kept)
        self.file = f"certificates/{kept}"
        self.contents: dict[str, bytes] = {self.file: before}
        shown, left_out = self._shown()
        lists = dict(_lists(self._head.game))
        self.contents |= {f"lists/{name}": part for name, part in lists.items()}
        claim = describe_claim(self._head)
        views = tuple(view for key, view in _VIEWS.items() if key in shown)
        self.page = SitePage(self._name, claim, views, left_out)
        known = {
            "name": self._name,
            "piece": PIECE,
            "why": left_out,
            **shown,
        }
        parts = {
            "title": escape(_capitalised(claim_sentence(self._head))),
            "game": escape(_capitalised(claim.removesuffix(f": {claim_sentence(self._head)}"))),
            "file": self.file,
            "command": escape(_COMMAND.format(file=self.file)),
            "data": data(known),
        }
        self.contents[f"{self._name}.html"] = _page(claim, fill(_part("certificate.html"), parts))
        if read_bounded(path, MAX_FILE_BYTES, "a certificate") != before:
            message = f"{path}: the file has changed meanwhile; try again"
            raise UsageError(message)

    def _shown(self) -> tuple[dict[str, object], str]:
        """Return what the page shows, and why it doesn't show more."""
        claim = self._head.claim
        if checker_of(claim).strategy is not None:
            return self._strategies()
        if not claim.is_refutation or claim.about or (self._head.game.codes and not claim.nodes):
            return {}, _NO_VIEW
        if claim.nodes > MOST_STEPS:
            steps = f"{counted(claim.nodes, 'step', 'steps')}, and pages show {MOST_STEPS} at most"
            return {}, f"The proof has {steps}. wordle-cp explain shows each of them."
        with Explanation(self._path, accepted=True) as explanation:
            self._put("claim", claim_data(explanation))
            for number, piece in enumerate(step_pieces(explanation, self._show)):
                self._put(f"steps-{number}", piece)
        return {"steps": claim.nodes}, ""

    def _strategies(self) -> tuple[dict[str, object], str]:
        listed = self._head.claim.listed or (None,)
        openers: list[tuple[str, str]] = []
        for number, opener in enumerate(listed):
            strategy = checked_strategy(self._path, opener)
            if strategy.claim.total_guesses > MOST_GUESSES:
                guesses = (
                    f"{strategy.claim.total_guesses} guesses in all, and pages show {MOST_GUESSES} at most"
                )
                return {}, f"The strategy has {guesses}."
            openers.append((written(strategy.opener), "".join(map(capital, strategy.opener))))
            self._put(f"tree-{number}", tree_data(strategy))
        shown: dict[str, object] = {"openers": openers}
        if self._head.claim.listed:
            with suppress(UsageError):  # codes, other feedbacks and weights have no such explanation
                shown["bounds"] = dict(self._bounds(listed[:_MOST_BOUNDS]))
        return shown, ""

    def _bounds(self, openers: Sequence[str | None]) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield the numbers that add up to what each of the `openers` costs at least."""
        for opener in openers:
            _, bound = explain_opener(self._path, opener)
            yield written(bound.opener), bound_data(bound)

    def _put(self, name: str, value: object) -> None:
        """Keep a piece of data as a script."""
        self.contents[f"data/{self._name}/{name}.js"] = f'take("{name}",{data(value)});\n'.encode()


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _row(page: SitePage) -> str:
    """Return the line of a certificate in the list of all."""
    names = ", ".join(page.views) or "claim"
    link = f'<a href="{page.name}.html">{page.name}</a><span class="soft">{names}</span>'
    return f"<li>{escape(page.claim)}<br>{link}</li>"


def _page(title: str, body: str) -> bytes:
    parts = {"policy": _POLICY, "title": escape(title), "body": body}
    return fill(_part("page.html"), parts).encode()


def _lists(game: GameRecord) -> Iterator[tuple[str, bytes]]:
    """Yield the word lists that a certificate only names, as files."""
    if game.codes is not None:
        return
    for record in (game.guesses, game.hidden):
        name = None if record.words else word_list_name(record.sha256)
        words = None if name is None else word_list_by_hash(record.sha256)
        if words is not None:
            yield f"{name}.txt", "".join(f"{written(word)}\n" for word in words).encode()


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the plain checker."""
    for file in _CHECKER.iterdir():
        if file.name.endswith(".py"):
            yield file.name, file.read_bytes()


def _part(name: str) -> str:
    return (_VIEWER / name).read_text(encoding="utf-8")
