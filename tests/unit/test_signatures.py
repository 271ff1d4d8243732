"""How many parameters functions take: what is asked, and how it is worked out, are one object each."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

import wordle_cp

MOST: Final = 6


@pytest.mark.parametrize("package", ["search", "certify", "answers"])
def test_no_function_takes_more_than_six_parameters(package: str) -> None:
    folder = Path(wordle_cp.__file__).parent / package
    wide = {}
    for path in folder.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                arguments = function.args
                names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
                taken = [one.arg for one in names if one.arg not in {"self", "cls"}]
                if len(taken) > MOST:
                    wide[f"{path.relative_to(folder)}:{function.name}"] = taken
    assert not wide
