"""A desk's verbs about ready-made people: those of a system's demo, one by one or as a party, for any table of that system."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.system import System
from ludex.desk import roster
from ludex.desk.desk import Desk
from ludex.table.characters import Character, sheets_of, written
from ludex.table.house import demo_of
from ludex.table.playing import Outcome
from ludex.table.seats import check_gm


class Sample(msgspec.Struct, frozen=True):
    """A ready-made character: the file, and who that is in a line."""

    file: Character
    about: str


_KNOWN: dict[tuple[str, str], dict[str, Sample]] = {}
"""Parties by package and language: a demo is made once."""


def _party(system: System, language: str) -> dict[str, Sample]:
    """The characters of a system's demo that players hold, by name."""
    key = (system.package, language)
    if key not in _KNOWN:
        _KNOWN[key] = _made(system, language) if system.demo is not None else {}
    return _KNOWN[key]


def _made(system: System, language: str) -> dict[str, Sample]:
    demo, sheets = demo_of(system, language), sheets_of(system)
    called = system.actors(demo.state)
    found: dict[str, Sample] = {}
    for actor in (one for controls in demo.seats.values() for one in controls):
        try:
            record = sheets.travels(demo.state, sheets.of(demo.state, actor))
        except RuleError:
            continue
        leans = {kind: dict(things) for kind, things in sheets.leans(demo.state, record).items() if things}
        file = Character(
            system=system.id, version=system.version, name=called[actor], record=sheets.packed(record), content=leans
        )
        found[called[actor]] = Sample(file, demo.about.get(actor, ""))
    return found


def people(desk: Desk, language: str) -> dict[str, str]:
    """The ready-made characters who are not at the table yet, each with who that is."""
    here = set(desk.actors().values())
    return {name: one.about for name, one in _party(desk.table.system, language).items() if name not in here}


async def adopt(desk: Desk, name: str, language: str) -> Outcome:
    """One of them comes to the table; the one who brings her holds her. A player's second character is a proposal to the GM."""
    found = _party(desk.table.system, language).get(name)
    if found is None:
        raise RuleError("unknown_actor", actor=name[:40], actors=list(people(desk, language)))
    theirs = next((side for side, _ in sheets_of(desk.table.system).sides(desk.table.memory.state)), "")
    return await roster.adopt(desk, written(found.file), side=theirs, free=not desk.seat.controls)


async def adopt_all(desk: Desk, language: str) -> list[str]:
    """The whole party comes to the table (GM); their names."""
    check_gm(desk.seat)
    names = list(people(desk, language))
    async with desk.table.together():
        for name in names:
            await adopt(desk, name, language)
    return names
