"""Plain data laid over a state, by default: what is called like a field of the state goes into it, the rest is left.

given.people.an = { name = "安", hand = 3 }
"""

from typing import Any

import msgspec

from ludex.core.bounds import converted
from ludex.core.plain import Plain, Written
from ludex.core.system import Arrange


def laying(kind: type[msgspec.Struct]) -> Arrange:
    """How records given inline (vectors, imports, the API) are laid over a state of this kind; tables are joined by their keys."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}

    def arrange(state: Any, given: Plain) -> tuple[Any, Plain]:
        base = kind() if state is None else state
        laid = {name: converted(given[name], types[name], name) for name in types if name in given}
        joined = {name: _joined(getattr(base, name), value) for name, value in laid.items()}
        rest = {name: value for name, value in given.items() if name not in types}
        return msgspec.structs.replace(base, **joined), rest

    return arrange


def _joined(before: Written, value: Written) -> Written:
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
