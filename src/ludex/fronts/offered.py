"""The systems that can be chosen here, each with its words; and those that are installed but broken, with the reason."""

from typing import NamedTuple

import msgspec

from ludex.core.errors import SystemFailed
from ludex.core.plain import Written
from ludex.core.system import System
from ludex.table.registry import system as find_system, systems, unloaded
from ludex.table.shelter import Answering
from ludex.text.words import Words


def titled(system_id: str, language: str) -> str:
    """What a system is called: the name of a table that nobody has named."""
    found = systems().get(system_id) or find_system(system_id)
    return Words(language, found.package)("system.title")


class Playable(NamedTuple):
    """A system that tables can be opened for: its words in the reader's language, and its options as they stand."""

    system: System
    words: Words
    defaults: dict[str, Written]


def offered(language: str) -> tuple[list[Playable], list[SystemFailed]]:
    """What can be chosen, and what cannot; one that turns out broken only now is among the latter."""
    found, broken = [], list(unloaded().values())
    for system in systems().values():
        try:
            with Answering(system):
                words = Words(language, system.package)
                found.append(Playable(system, words, msgspec.to_builtins(system.options())))
        except SystemFailed as failed:
            broken.append(failed)
    return found, broken
