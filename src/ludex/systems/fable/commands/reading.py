"""TODO."""

import json
import re
from typing import Any

from ludex.core.content import pasted_json, pasted_toml
from ludex.core.say import Say, say
from ludex.systems.fable.content import refusal

_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_pasted(text: str, *, example: str) -> Any:
    """Content as it was pasted: JSON if it begins like it, else TOML; where it cannot be read, the place is told."""
    try:
        return pasted_json(text) if text.startswith("{") else pasted_toml(text)
    except json.JSONDecodeError as error:
        found = _unreadable("JSON", text, error.lineno, error.colno)
    except ValueError as error:
        place = _TOML_PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else (len(text.splitlines()), len(text) + 1)
        found = _unreadable("TOML", text, line, column)
    raise refusal([found, say("content.example", example=example)])


def _unreadable(format_: str, text: str, line: int, column: int) -> Say:
    lines = text.splitlines() or [""]
    near = lines[min(line, len(lines)) - 1][column - 1 :][:20]
    return say("content.unreadable", format=format_, line=line, column=column, near=near or say("content.end"))
