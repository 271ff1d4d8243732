"""Small cases by the hundred, looked at by one test: a case costs pytest more time than most of them take."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def each(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test look at all `cases` of its arguments `names`, such as ``"seed, mode"``, one after the other.

    It fails with the errors of all cases that fail, each with a note that has its arguments. The cases share
    what fixtures gave the test. `wrapped.cases` and `wrapped.__wrapped__` have the parts.
    """
    arguments, values = names.split(", "), [*cases]
    assert values, f"no case of {names}: such a test can't fail"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def wrapped(**fixtures: object) -> None:
            failed: list[BaseException] = []
            for case in values:
                given = dict(zip(arguments, case if len(arguments) > 1 else (case,), strict=True))
                try:
                    test(**given, **fixtures)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  all that a test may raise
                    error.add_note(f"where {given}")
                    failed.append(error)
            if failed:
                message = f"{len(failed)} of {len(values)} cases"
                raise BaseExceptionGroup(message, failed)

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in arguments]
        vars(wrapped).update(__signature__=signature.replace(parameters=left), cases=values)
        return wrapped

    return decorate
