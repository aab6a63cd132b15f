"""What people do: every procedure of the rulebook as a command in Chinese words and short Latin forms, by chapter."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Asked, Command, Do, Show, placed
from ludex.core.plain import Plain, list_in, table_in
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.systems.mirror.commands import checks, conflict, growth, harm, items, mind, people, stage
from ludex.systems.mirror.may import check_hers
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import State

PEOPLE = ("actor", "target", "attacker", "defender", "id")
"""Fields of procedures that name somebody."""


INWARD = frozenset((
    *("sp", "attr", "levelup", "lvdown", "points", "learn", "autolearn", "forget", "rank", "organ", "favour", "trauma", "scar"),
    *("humanity", "self", "relate", "improve", "worsen", "emotion", "fx", "dispel"),
))  # fmt: skip
"""What is about numbers, abilities, organs, relations, personality or effects of somebody: of an NPC nobody sees any of it."""


def _done(command: Command) -> Callable[[Asked], Do | Show]:
    """A deed that a player does only with an able character, told to those who may hear of it."""

    def done(asked: Asked) -> Do | Show:
        check_hers(asked, command.key)
        do = command.run(asked)
        if not isinstance(do, Do) or not asked.gm or do.audience != (EVERYBODY,) or not isinstance(do.given, dict):
            return do
        seen = replace(asked, state=_shown(asked.state, do.given["target"])) if command.key == REVEAL else asked
        return replace(do, audience=_hear(seen, do.given, inward=command.key in INWARD))

    return done


REVEAL = "reveal"


@rule("MIR-LIV-44")
def _shown(state: State, who: str) -> State:
    """The table with somebody who enters no longer in secret: so it is told to those who see her then."""
    return replace(state, characters={**state.characters, who: replace(state.who(who), hidden=False)})


@rule("MIR-LIV-41")
def _hear(asked: Asked, given: Plain, *, inward: bool) -> tuple[Who, ...]:
    """What the GM does to somebody whom a player cannot locate leaves no line with her, nor what cannot be seen of an NPC."""
    people = tuple(_people(given)) or _bearers(asked, given)
    if inward and _inside(asked, people):
        return (GM,)
    path = list_in(given.get("path"))
    goal = given.get("pos") or (path[-1] if path else None)
    cell = msgspec.convert(goal, Cell) if goal else None
    return heard(asked.state, *people, goal=cell) if people else (EVERYBODY,)


@rule("MIR-LIV-40")
def _inside(asked: Asked, people: tuple[str, ...]) -> bool:
    """Whether the first of these is one of the GM's, of whom this table does not show such things."""
    first = asked.state.characters.get(people[0]) if people else None
    return first is not None and first.gm_played and asked.numbers != "open"


def _bearers(asked: Asked, given: Plain) -> tuple[str, ...]:
    """Who bears the effect that an input names."""
    return tuple(x.target for x in asked.state.effects if given.get("effect") in (x.id, x.name))


def _people(given: Plain) -> Iterator[str]:
    """The ids of everybody whom an input is about."""
    for name in PEOPLE:
        if isinstance(one := given.get(name), str):
            yield one
    yield from map(str, list_in(given.get("targets")))
    if effect := table_in(given.get("effect")):
        yield str(effect.get("target", ""))


PLACES = {
    "clock": ("fight", "next", "init", "endfight", "join", "leave", "happens", "effects"),
    "scene": ("stage", "time", "mode", "area", "light", "dist"),
    "shelf": ("npc", "recall", "encounter", "content", "add", "pack", "import", "new"),
    "book": ("skills", "mods", "round"),
    "person": ("trauma", "status", "selfplay", "sheet"),
}
"""Where commands stand whose fields do not say so."""

PICTURES = {
    "sword": ("atk", "act"),
    "bow": ("range",),
    "push": ("push",),
    "walk": ("join", "leave", "mv"),
    "eye-off": ("reveal",),
    "eye": ("preview", "sense"),
    "flask": ("heal", "rest", "item"),
    "wait": ("next", "end", "delay", "endfight"),
    "shield": ("def",),
    "up": ("levelup", "learn"),
    "flag": ("fight", "init"),
    "plus": ("new", "npc"),
}
"""What the cards of commands show."""

_ALL: tuple[Command, ...] = tuple(
    replace(command, group=group, run=_done(command))
    for group, chapter in (
        ("check", checks),
        ("conflict", conflict),
        ("harm", harm),
        ("stage", stage),
        ("mind", mind),
        ("growth", growth),
        ("people", people),
        ("people", items),
    )
    for command in chapter.COMMANDS
)

COMMANDS: tuple[Command, ...] = placed(_ALL, PLACES, PICTURES)
