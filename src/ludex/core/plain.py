"""Plain data: what people and programs write before a schema has read it, and the ways to look into it without believing it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Written = bool | int | float | str | Sequence["Written"] | Mapping[str, "Written"] | None
else:  # what decodes cannot read a type that names itself
    Written = Any
"""A value, or a part of a record, as somebody wrote it."""

Plain = Mapping[str, Written]
"""A record as somebody wrote it."""


def table_in(value: Written) -> Plain:
    """The table that a value is; an empty one if it is something else."""
    return value if isinstance(value, Mapping) else {}


def list_in(value: Written) -> Sequence[Written]:
    """The list that a value is; an empty one if it is something else. A text is no list."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def one_or_several(value: Written) -> Sequence[Written]:
    """What people write alone or in a list; nothing if there is nothing."""
    if value is None or value == "":
        return ()
    return value if isinstance(value, list | tuple) else (value,)
