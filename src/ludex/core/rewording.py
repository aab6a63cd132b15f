"""The same data in other words: every text that a table of phrases knows is replaced, wherever it stands.

A demo is written once. Names are its keys, so they change everywhere at once: whoever is called 林默 in the sheet is still
the one that the seat controls.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def reworded(value: T, phrases: Mapping[str, str]) -> T:
    """A struct with every text and key that has another wording put into it. Whole texts only, never parts of them."""
    if not phrases:
        return value
    plain = msgspec.json.decode(msgspec.json.encode(value))
    return msgspec.json.decode(msgspec.json.encode(_walk(plain, phrases)), type=type(value))


def _walk(plain: Any, phrases: Mapping[str, str]) -> Any:
    match plain:
        case str():
            return phrases.get(plain, plain)
        case dict():
            return {phrases.get(key, key): _walk(held, phrases) for key, held in plain.items()}
        case list():
            return [_walk(held, phrases) for held in plain]
        case _:
            return plain
