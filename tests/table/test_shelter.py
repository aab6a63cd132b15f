"""No function of a system is called without its shelter."""

import msgspec
import pytest

from ludex.table.shelter import sheltered
from tests.ours import systems

TYPES = {"state", "event", "options", "input", "output", "record"}


def functions(held):
    """The functions of a manifest, or of a part of one, by name."""
    for name in held.__struct_fields__:
        value = getattr(held, name)
        if name not in TYPES and callable(value):
            yield name, value


@pytest.mark.parametrize("name", sorted(systems()))
def test_every_function_of_a_manifest_is_sheltered(name):
    system = sheltered(systems()[name])
    parts = [system, *system.commands, *system.procedures.values()]
    parts += [part for part in (system.sheets, system.sessions, system.stock) if isinstance(part, msgspec.Struct)]
    bare = [
        (type(part).__name__, name)
        for part in parts
        for name, held in functions(part)
        if not hasattr(held, "__wrapped__")
    ]
    assert bare == []
