"""Prints what type checkers read of `wordle_cp`: `python -m tools.stub`, which `make stub` writes to a file.

A function of `wordle_cp.commands` stands for its options, some of which other functions declare; no type of
Python says that. So the stub has each function with all its keywords, and every other name from where it is.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from enum import EnumMeta
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, get_args, get_origin

import wordle_cp
from wordle_cp.commands.options import DECLARED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEAD: Final = '"""Made by `make stub`: the names of wordle_cp, and the keywords of its functions."""\n'


def stub() -> Iterator[str]:
    """Yield the lines of the stub."""
    names, functions = [], []
    for name, place in wordle_cp.PLACES.items():
        found = getattr(wordle_cp, name)
        if hasattr(found, DECLARED):
            functions.append("\n".join(_function(name, found)))
        else:
            names.append(f"from wordle_cp.{place} import {name} as {name}")
    text = "\n".join(
        [
            *names,
            "",
            "PLACES: dict[str, str]",
            f"__all__ = {wordle_cp.__all__}",
            "__version__: str",
            "",
            *functions,
        ]
    )
    modules = {one.rpartition(".")[0] for one in re.findall(r"\b(?:[a-z_]+\.)+[A-Z]\w*", text)}
    yield _HEAD
    yield from (f"import {one}" for one in sorted(modules))
    yield text


def _function(name: str, function: Callable[..., object]) -> Iterator[str]:
    known = _imported(sys.modules[function.__module__])
    yield f"def {name}("
    by_name = False
    for one in getattr(function, DECLARED):
        if one.kind is one.KEYWORD_ONLY and not by_name:
            by_name = True
            yield "    *,"
        default = "" if one.default is one.empty else " = ..."
        yield f"    {one.name}: {_type(one.annotation, known, wider=True)}{default},"
    yield f") -> {_type(inspect.signature(function).return_annotation, known)}: ..."


def _imported(module: Any) -> dict[str, str]:  # noqa: ANN401  modules have no better type
    """Return the module that each name of a module is from, of those imported for type checkers, too."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    return {
        alias.name: str(statement.module)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def _type(kind: Any, known: dict[str, str], *, wider: bool = False) -> str:  # noqa: ANN401  any annotation
    """Return a type as it is written outside of its module; of a parameter what else its option takes."""
    return " | ".join(dict.fromkeys(_parts(kind, known, wider=wider)))


def _parts(kind: Any, known: dict[str, str], *, wider: bool) -> Iterator[str]:  # noqa: ANN401  as above
    """Yield the types of a union, or the one type."""
    origin = get_origin(kind)
    if isinstance(kind, str):  # imported for type checkers alone
        yield re.sub(r"\b[A-Z]\w*", lambda name: ".".join([*known.get(name[0], "").split(), name[0]]), kind)
    elif origin is Annotated:
        yield from _parts(get_args(kind)[0], known, wider=wider)
    elif origin in {Union, UnionType}:
        for one in get_args(kind):
            yield from _parts(one, known, wider=wider)
    elif origin is not None:
        yield repr(kind).replace("NoneType", "None")
        one = get_args(kind)[0]
        if wider and origin in {list, tuple} and isinstance(one, type):
            item = _type(one, known, wider=True)
            yield from (f"collections.abc.Iterable[{item}]", item if origin is list else "str")
    elif kind is Any:
        yield "typing.Any"
    elif kind in {None, NoneType}:
        yield "None"
    else:
        builtin = kind.__module__ == "builtins"
        yield kind.__name__ if builtin else f"{kind.__module__}.{kind.__qualname__}"
        if wider and (kind is Path or isinstance(kind, EnumMeta)):
            yield "str"


if __name__ == "__main__":
    sys.stdout.write("\n".join(stub()) + "\n")
