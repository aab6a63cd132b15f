"""What people do: every procedure of the rulebook as a command in Chinese words and short Latin forms, by chapter."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from ludex.core.deeds import Asked, Command, Do, Show, placed
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.systems.mirror.commands import checks, conflict, growth, harm, items, mind, people, stage
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.sheet import Plain

PEOPLE = ("actor", "target", "attacker", "defender", "id")
"""Fields of procedures that name somebody."""


INWARD = frozenset((
    *("sp", "attr", "levelup", "lvdown", "points", "learn", "autolearn", "forget", "rank", "organ", "favour", "trauma", "scar"),
    *("humanity", "self", "relate", "improve", "worsen", "emotion", "fx", "dispel"),
))  # fmt: skip
"""What is about numbers, abilities, organs, relations, personality or effects of somebody: of an NPC nobody sees any of it."""


def told_to_those_near(key: str, run: Callable[[Asked], Do | Show]) -> Callable[[Asked], Do | Show]:
    """What the GM does to somebody whom a player cannot locate leaves no line with her (MIR-LIV-41), nor what cannot be seen of an NPC."""

    def done(asked: Asked) -> Do | Show:
        do = run(asked)
        if not isinstance(do, Do) or not asked.gm or do.audience != (EVERYBODY,) or not isinstance(do.given, dict):
            return do
        people = tuple(_people(do.given)) or _bearers(asked, do.given)
        if key in INWARD and _inside(asked, people):
            return replace(do, audience=(GM,))
        goal = do.given.get("pos") or (do.given.get("path") or [None])[-1]
        return replace(do, audience=heard(asked.state, *people, goal=goal)) if people else do

    return done


@rule("MIR-LIV-40")
def _inside(asked: Asked, people: tuple[str, ...]) -> bool:
    """Whether the first of these is one of the GM's, of whom this table does not show such things."""
    first = asked.state.characters.get(people[0]) if people else None
    return first is not None and first.gm_played and asked.numbers != "open"


def _bearers(asked: Asked, given: Plain) -> tuple[str, ...]:
    """Who bears the effect that an input names."""
    return tuple(x.target for x in asked.state.effects if given.get("effect") in (x.id, x.name))


QUERIES = ("mods", "preview", "dist", "range", "area", "light", "sense", "effects", "cond", "round")
"""What is only asked: nobody else hears of it (MIR-LIV-45)."""


HERS = frozenset((
    *("rest", "sp", "heal", "temp", "untemp", "attr", "favour", "self", "levelup", "lvdown", "rank", "forget", "organ"),
    *("points", "learn", "autolearn", "end", "item", "fx", "dispel"),
))  # fmt: skip
"""What a player does with her own character, if only by the GM's word: not while she is out (MIR-LIV-7, MIR-LIV-8)."""


@rule("MIR-LIV-7", "MIR-LIV-8")
def by_the_able(command: Command) -> Callable[[Asked], Do | Show]:
    """A player does nothing with a character who is out of play or unconscious."""
    if command.key not in HERS:
        return command.run

    def done(asked: Asked) -> Do | Show:
        mine = asked.state.characters.get(asked.actor)
        if mine is not None and not (asked.gm or asked.args.get("together") or _asks(command, asked)):
            check_able(mine)
        return command.run(asked)

    return done


def _asks(command: Command, asked: Asked) -> bool:
    """Whether a line only asks what she has."""
    return command.key == "item" and not asked.args.get("dealing")


@rule("MIR-LIV-45")
def told_to_the_asker(command: Command) -> Callable[[Asked], Do | Show]:
    """A query is answered to whoever asked, and nothing is written."""

    def done(asked: Asked) -> Do | Show:
        do = command.run(asked)
        return Show("", asks=do) if isinstance(do, Do) else do

    return done


def _people(given: Plain) -> Iterator[str]:
    """The ids of everybody whom an input is about."""
    for name in PEOPLE:
        if isinstance(given.get(name), str):
            yield given[name]
    yield from given.get("targets") or ()
    if isinstance(given.get("effect"), dict):
        yield str(given["effect"].get("target", ""))


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
    replace(
        command,
        group=group,
        run=told_to_the_asker(command)
        if command.key in QUERIES
        else told_to_those_near(command.key, by_the_able(command)),
    )
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
