"""Plain data laid over a state, by default: what is called like a field of the state goes into it, the rest is left.

given.people.an = { name = "安", hand = 3 }
"""

from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import Plain, Written, shape_problem
from ludex.core.system import Arrange
from ludex.kit.called import Hint


def laying(kind: type[msgspec.Struct]) -> Arrange:
    """How records given inline (vectors, imports, the API) are laid over a state of this kind; tables are joined by their keys."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}

    def arrange(state: Any, given: Plain) -> tuple[Any, Plain]:
        base = kind() if state is None else state
        laid = {name: _read(name, given[name], types[name]) for name in types if name in given}
        joined = {name: _joined(getattr(base, name), value) for name, value in laid.items()}
        rest = {name: value for name, value in given.items() if name not in types}
        return msgspec.structs.replace(base, **joined), rest

    return arrange


def _read(name: str, value: Written, kind: Hint) -> Written:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise RuleError("bad_input", field=name, problem=shape_problem(error, where=name)) from None


def _joined(before: Written, value: Written) -> Written:
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
