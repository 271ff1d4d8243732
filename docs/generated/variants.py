"""The keys of a variant file, out of the model that reads them."""

from __future__ import annotations

from typing import Any

from generated.markdown import code, table
from wordle_cp.games.schema import KEYS, variant_schema


def variant_keys() -> str:
    """Return a table of the keys for each kind of game."""
    sections = []
    for game, schema in zip(KEYS, variant_schema()["anyOf"], strict=True):
        required = schema["required"]
        rows = [
            [code(key), _kind(field), _default(key, field, required), field["description"]]
            for key, field in schema["properties"].items()
        ]
        sections.append(f"Where `game` is `{game}`:\n\n{table(['key', 'value', 'default', ''], rows)}")
    return "\n".join(sections)


def _default(key: str, field: dict[str, Any], required: list[str]) -> str:
    if key in required:
        return "needed"
    return (
        code(field["default"] if field["default"] is not None else "null") if field["default"] != "" else ""
    )


def _kind(field: dict[str, Any]) -> str:
    """Return what a value may be, in words."""
    if "anyOf" in field:
        return ", or ".join(_kind(one) for one in field["anyOf"])
    if field.get("type") == "boolean":
        field = {"enum": ["true", "false"]}
    if "const" in field:
        field = {"enum": [field["const"]]}
    if "enum" in field:
        return " or ".join(code(value) for value in field["enum"])
    kind = field["type"]
    if kind == "array":
        item = f", each of the form {code(field['items']['pattern'])}" if "pattern" in field["items"] else ""
        return f"a list of different words{item}"
    if kind == "integer":
        return f"a whole number from {field['minimum']} to {field['maximum']}"
    limits = [code("null")] if kind == "null" else ["a text"]
    limits += [f"at most {field['maxLength']} characters"] if "maxLength" in field else []
    limits += [f"of the form {code(field['pattern'])}"] if "pattern" in field else []
    return ", ".join(limits)
