"""Running what one document shows, in a folder of its own."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from typing import TYPE_CHECKING, Final

import yaml

from tests.program import SCRIPT
from tests.shown.blocks import code_blocks
from tests.shown.commands import (
    PROGRAM,
    WITH_OUTPUT,
    WITHOUT_OUTPUT,
    called_programs,
    check_syntax,
    has_operators,
    program_calls,
    shown_commands,
    words_of,
)
from tests.shown.output import difference, miscounted, not_from
from wordle_cp.certificate.base.records import KIND
from wordle_cp.cli.app import main
from wordle_cp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.shown.blocks import Block
    from tests.shown.commands import ShownCommand

FOLDERS: Final = ("proofs", "variants", "wordlists", "tests/golden", "docs/pictures")
"""Of the project: they are where a document says, as in a checkout."""
LANGUAGES: Final = ("text", "yaml", "json", "csv", "make")
"""Of blocks that are shown and not run; YAML is read, and a note says what the others are."""
_TOOLS: Final = frozenset(
    {"cat", "cmp", "cp", "diff", "grep", "head", "ls", "mkdir", "mv", "printf", "sed", "sort", "tail"}
    | {"tr", "wc", "xzcat", "zcat"}
)
PICTURES: Final = ("svg", "png", "html", "pdf")
"""How files of pictures end."""
_PICTURE_FILE: Final = re.compile(rf"\S+\.(?:{'|'.join(PICTURES)})\b")
_FILE_COMMENT: Final = re.compile(r"# ([\w./-]+\.yaml)\n")
_SHELL_SECONDS: Final = 60


class Session:
    """Runs the blocks of one document one after the other: what one writes the next ones can read."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Run in the empty `folder`; `root` is that of the project."""
        self._root: Final = root
        self._folder: Final = folder
        self._names: dict[str, object] = {"__name__": "__main__"}
        for name in FOLDERS:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).symlink_to(root / name)

    def run(self, document: Path) -> None:
        """Run all blocks of `document`; the process must be in the session's folder.

        Raises:
            DocumentError: something shown doesn't work, does something else, or isn't tested by anything.
        """
        for block in code_blocks(document):
            self._run_block(block)

    def _run_block(self, block: Block) -> None:
        for name in block.notes_about("file") or _FILE_COMMENT.findall(block.text[:100]):
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        if block.language in {WITH_OUTPUT, *WITHOUT_OUTPUT}:
            for command in shown_commands(block):
                self._run_command(command)
        elif block.language == "python":
            self._run_python(block)
        elif block.language == "yaml" and not block.notes_about("file"):
            yaml.safe_load(block.text)
        elif block.language.startswith("{"):
            return  # of Sphinx; `make docs` runs it
        elif block.notes_about("generated"):
            return  # `tests/unit/test_generated.py` compares it with what the code makes
        elif any(_is_command(line) for line in block.text.splitlines()):
            block.fail("a command outside a block of console, sh or bash")
        elif block.language and block.language not in LANGUAGES:
            block.fail(f"expected a language of {', '.join(LANGUAGES)}, found {block.language!r}")
        else:
            self._look_at_text(block)

    def _look_at_text(self, block: Block) -> None:
        """Compare the block with the file that it is from; fail if nothing says what it is."""
        for name in block.notes_about("from"):
            problem = not_from(block.text.splitlines(), (self._root / name).read_text(encoding="utf-8"))
            if problem:
                block.fail(f"{name}: {problem}")
        if not block.notes_about("from", "file", "form") and block.language != "yaml":
            block.fail("a note should say what this is (file, from or form); output goes into console blocks")

    def _run_command(self, command: ShownCommand) -> None:
        calls = list(called_programs(command.text))
        others = [words for words in calls if words[0] not in {PROGRAM, *_TOOLS}]
        for words in others:
            self._look_up(command, words)
        if others:
            if len(others) < len(calls):
                command.fail("some of these can be run in a test and some can't; give each a line")
            return
        for arguments in program_calls(command.text):
            try:
                check_syntax(arguments)
            except UsageError as error:
                command.fail(str(error))
        code, printed = self._result(command)
        if code != command.code:
            command.fail(f"exit code {code} instead of {command.code}: {printed}")
        if command.output:
            self._compare(command, printed)
        elif command.block.language == WITH_OUTPUT and printed.strip():
            command.fail(f"something comes out, and nothing is shown, not even a line '...':\n{printed}")

    @staticmethod
    def _compare(command: ShownCommand, printed: str) -> None:
        """Fail unless the output that a command shows is what was `printed`, or like it."""
        wrapped = bool(command.block.notes_about("wrapped"))
        another = not command.asks_the_same
        problem = difference(command.output, printed, wrapped=wrapped, shapes=another)
        if another:
            problem = problem or miscounted(command.output) or command.misstated()
        if problem:
            command.fail(f"{problem}; all of it:\n{printed}")

    def _result(self, command: ShownCommand) -> tuple[int, str]:
        """Return the exit code of what is run for a command, and what it printed, errors included."""
        words = words_of(command.instead)
        typed = "".join(
            line.strip() + "\n" for text in command.block.notes_about("input") for line in text.split("|")
        )
        if words[0] != PROGRAM or has_operators(words):
            return self._in_shell(command.instead, typed)
        printed = io.StringIO()
        keyboard, sys.stdin = sys.stdin, io.StringIO(typed)
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                code = main(words[1:])
        finally:
            sys.stdin = keyboard
        return code, printed.getvalue()

    def _in_shell(self, command: str, typed: str) -> tuple[int, str]:
        """Run a command that needs a shell; the program is found there."""
        script = f"{PROGRAM}() {{ '{sys.executable}' -c '{SCRIPT}' \"$@\"; }}\n{command}"
        done = subprocess.run(
            ["bash", "-c", script],  # noqa: S607  whatever bash there is
            cwd=self._folder,
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=_SHELL_SECONDS,
        )
        return done.returncode, done.stdout

    def _look_up(self, command: ShownCommand, words: list[str]) -> None:
        """Check what can't be run in a test: that what is named exists (targets, extras, notebooks)."""
        if words[0] == "make":
            targets = re.findall(r"(?m)^([a-z-]+):", (self._root / "Makefile").read_text(encoding="utf-8"))
            missing = [word for word in words[1:] if word not in targets]
        elif words[0] in {"pip", ".venv/bin/pip"}:
            project = tomllib.loads((self._root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
            extras = {*project["optional-dependencies"]}
            named = [
                extra
                for word in words
                for group in re.findall(r"\[(.*?)\]", word)
                for extra in group.split(",")
            ]
            missing = [extra for extra in named if extra not in extras]
        elif words[0] == "marimo":
            missing = [
                word for word in words[1:] if word.endswith(".py") and not (self._root / word).is_file()
            ]
        elif words[0] in {"git", "cd", "python3", "export"} and not any(_is_command(word) for word in words):
            missing = []
        else:
            command.fail(f"{words[0]} can't be tested: it isn't one of {', '.join(sorted(_TOOLS))}")
        if missing:
            command.fail(f"there is no {missing[0]}")

    def _run_python(self, block: Block) -> None:
        """Run the code of a block; what its prints print must be what the comments behind them say."""
        text = block.text
        replaced = block.notes_about("replace")
        for note in replaced:
            old, arrow, new = note.partition(" => ")
            if not arrow or old not in text:
                block.fail(f"nothing to replace by: {note}")
            text = text.replace(old, new)
        comments = _comments(text)
        for statement in ast.parse(text).body:
            printed = io.StringIO()
            code = compile(ast.Module([statement], []), f"{block.document}:{block.line}", "exec")
            with contextlib.redirect_stdout(printed):
                exec(code, self._names)  # noqa: S102  it is our own document
            shown = [comments[line] for line in _ends_of_prints(statement) if line in comments]
            if shown:
                problem = difference(shown, printed.getvalue(), shapes=bool(replaced))
                if problem:
                    block.fail(problem, block.line + statement.lineno - 1)


def _comments(code: str) -> dict[int, str]:
    """Return the texts of the comments in `code` by their lines, from 1."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokens
        if token.type == tokenize.COMMENT
    }


def _ends_of_prints(statement: ast.stmt) -> list[int]:
    """Return the lines on which the prints in `statement` end, in order."""
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    prints = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print")
    return sorted({call.end_lineno or call.lineno for call in prints})


def _is_command(line: str) -> bool:
    return bool(re.match(rf"\s*(?:\$ )?{PROGRAM} (?!{KIND})", line))


def documents(root: Path) -> Iterator[Path]:
    """Yield the Markdown files whose blocks are tested."""
    yield root / "README.md"
    yield root / "CONTRIBUTING.md"
    yield root / "proofs" / "README.md"
    yield from sorted((root / "docs").rglob("*.md"))


def drawing_documents(root: Path) -> list[Path]:
    """Return the documents that show how to make a picture."""
    return [
        document
        for document in documents(root)
        if _PICTURE_FILE.search(document.read_text(encoding="utf-8"))
        and any(
            _PICTURE_FILE.search(command.instead) and command.text.startswith(PROGRAM)
            for block in code_blocks(document)
            if block.language in {"console", "sh", "bash"}
            for command in shown_commands(block)
        )
    ]
