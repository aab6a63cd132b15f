"""Outputs that hold another output and something more: a check with a status, a progression with dice."""

from typing import Any, TypeVar

import msgspec

W = TypeVar("W", bound=msgspec.Struct)


def widened(kind: type[W], base: msgspec.Struct, /, **more: Any) -> W:
    """An output of a wider kind with all that `base` holds."""
    return kind(**{name: getattr(base, name) for name in base.__struct_fields__}, **more)
