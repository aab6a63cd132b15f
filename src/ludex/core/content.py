"""Reading the data files that lie inside a package: content packs and words, both TOML; and saying what is wrong with one."""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from ludex.core.say import Say, say

NESTED = "nested too deeply"
_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_WRONG = re.compile(r"Expected `([^`]*)`, got `([^`]*)`$")
_VALUE = re.compile(r"Invalid (?:enum |literal )?value (.*)$")
_LENGTH = re.compile(r"Expected `array` of length (.*), got (\d+)$")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `([^`]*)`$")


def read_toml(package: str, *path: str) -> dict[str, Any]:
    """One TOML file of a package: `read_toml("ludex.systems.mist", "content", "challenges.toml")`."""
    return tomllib.loads(resources.files(package).joinpath(*path).read_text("utf-8"))


@lru_cache(maxsize=256)
def spare_words(package: str, name: str) -> Mapping[str, Any]:
    """One of a system's further files of words (clauses, chapters, the demo in another language); it may do without."""
    try:
        return read_toml(package, "words", name)
    except FileNotFoundError:
        return {}


def pasted_toml(text: str) -> dict[str, Any]:
    """TOML as somebody pasted it; whatever makes it unreadable is a `ValueError` (its place in the text, where it has one)."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(NESTED) from None


def pasted_json(text: str) -> Any:
    """JSON as somebody pasted it; whatever makes it unreadable is a `ValueError`."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(NESTED) from None


def unreadable(error: ValueError) -> Say:
    """Where a pasted text stops being TOML, as something to be said in any language."""
    place = _TOML_PLACE.search(str(error))
    if place is None:
        return say("content.not_toml")
    return say("content.not_toml_at", line=place[1], column=place[2])


def names_in(package: str, *path: str) -> tuple[str, ...]:
    """The names of the TOML files in a folder of a package, sorted."""
    folder = resources.files(package).joinpath(*path)
    if not folder.is_dir():
        return ()
    return tuple(sorted(item.name for item in folder.iterdir() if item.name.endswith(".toml")))


def shape_problem(error: msgspec.ValidationError | str, *, where: str) -> Say:
    """What is wrong with the shape of a record, as something to be said in any language."""
    text = str(error)
    place = _PLACE.search(text)
    where = f"{where} {place[1]}" if place and place[1] else where
    text = _PLACE.sub("", text)
    if wrong := _WRONG.match(text):
        return say("content.expected", where=where, wanted=_shapes(wrong[1]), got=_shapes(wrong[2]))
    if value := _VALUE.match(text):
        return say("content.bad_value", where=where, value=value[1])
    if length := _LENGTH.match(text):
        return say("content.bad_length", where=where, wanted=length[1], got=length[2])
    if field := _FIELD.match(text):
        key = "content.unknown_field" if field[1].startswith("contains") else "content.missing_field"
        return say(key, where=where, field=field[2])
    return say("content.other", where=where, problem=text)


def _shapes(names: str) -> list[Any]:
    """Kinds of values, each to be named in the reader's language."""
    return [say(f"shapes.{name.strip()}") for name in names.split("|")]
