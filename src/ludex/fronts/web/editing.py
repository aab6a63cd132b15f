"""A sheet to be edited: every field that may be written on, typed, with what stands there now."""

from typing import Any

from ludex.core.pairs import LANGUAGES
from ludex.desk import roster
from ludex.text.chat import Chat


def form(chat: Chat, actor: str) -> dict[str, Any]:
    """The fields of somebody's sheet in the reader's language, and whether what is written is the GM's to allow."""
    found = roster.form(chat.desk, actor)
    place = LANGUAGES.index(chat.language)
    fields = [
        {
            "name": field.name,
            "title": (field.zh, field.en)[place] or field.name,
            "kind": {"flag": "flag", "whole": "whole"}.get(field.kind, "text"),
            "value": _shown(field.value),
            "fill": [(key, names[place]) for key, names in field.choices.items()],
        }
        for field in found.fields
    ]
    return {"name": found.name, "word": found.word, "fields": fields}


def _shown(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
