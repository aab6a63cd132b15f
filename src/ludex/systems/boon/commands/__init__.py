"""What people type in boon, declared: names, arguments, which procedure, who may. Nothing is judged here."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from ludex.core.deeds import Asked, Command, Do, Show, placed
from ludex.core.principals import EVERYBODY, GM, actor
from ludex.systems.boon.commands.actions import ACTIONS
from ludex.systems.boon.commands.belongings import BELONGINGS
from ludex.systems.boon.commands.clock import CLOCK
from ludex.systems.boon.commands.scene import SCENE
from ludex.systems.boon.commands.stages import STAGES
from ludex.systems.boon.commands.starting import inside
from ludex.systems.boon.commands.tests import TESTS
from ludex.systems.boon.commands.wounds import WOUNDS
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State

ON_STAGE = (
    "act",
    "pick_actor",
    "give_initiative",
    "next_initiative",
    "leave_combat",
    "unveil",
    "strike_first",
    "run_sides",
    "end_fight",
)
"""What everybody notices: the clock moves, or the curtain."""


def discreet(run: Callable[[Asked], Do | Show]) -> Callable[[Asked], Do | Show]:
    """What concerns nobody but secret characters, and where somebody hidden is put, is not for everybody."""

    def ran(asked: Asked) -> Do | Show:
        todo = run(asked)
        if isinstance(todo, Show) or todo.procedure in ON_STAGE or EVERYBODY not in todo.audience:
            return todo
        among = _insiders(asked.state, todo)
        return replace(todo, audience=(GM, *(actor(one.id) for one in among))) if among else todo

    return ran


def _insiders(state: State, todo: Do) -> tuple[Character, ...]:
    """Whose players alone may know of it, beside the GM; nobody where everybody may."""
    concerned = [state.find(who) or state.thing(who) for who in _concerned(state, todo)]
    people = tuple(one for one in concerned if isinstance(one, Character))
    if people and len(people) == len(concerned) and all(one.secret for one in people):
        return people
    if todo.procedure == "put" and people and people[0].hidden:
        return (people[0], *(c for c in state.members(people[0].side) if c.side and not c.secret))
    return ()


def _concerned(state: State, todo: Do) -> Iterator[str]:
    """The ids of everybody and everything that a deed is done by or to."""
    given = todo.given
    named = [given.get("who"), given.get("actor"), given.get("defender"), *(t["who"] for t in given.get("targets", ()))]
    named += [given["target"]] if todo.procedure == "add_effect" else []
    named += [e.bearer for e in state.effects if e.id == given["id"]] if todo.procedure == "remove_effect" else []
    yield from (who for who in (*named, *inside(state, todo)) if who)


def _discreet(command: Command) -> Command:
    return replace(command, run=discreet(command.run))


PLACES = {
    "clock": ("fight", "init", "pick", "endround", "next", "give", "finish", "refresh", "act"),
    "scene": ("burst", "side", "remove", "scene", "time", "clear", "roster", "board"),
    "shelf": ("pc", "npc", "content", "cat"),
    "book": ("test", "dr", "res", "derive", "sturdy"),
    "person": ("sheet", "effect", "unveil"),
}
"""Where commands stand whose fields do not say so."""

PICTURES = {
    "sword": ("atk", "hit", "burst"),
    "bow": ("throw",),
    "push": ("shove",),
    "walk": ("mv", "leave", "drag"),
    "eye-off": ("hide", "unveil"),
    "eye": ("spot",),
    "flask": ("drink", "item", "heal", "rest"),
    "wait": ("pass", "finish", "endround", "next", "end"),
    "spark": ("cast", "stunt"),
    "shield": ("take", "def", "equip"),
    "up": ("level",),
    "flag": ("fight", "init", "pick", "scene"),
    "plus": ("pc", "npc"),
}
"""What the cards of commands show."""

EVERY = (*ACTIONS, *TESTS, *CLOCK, *WOUNDS, *SCENE, *BELONGINGS, *STAGES)
COMMANDS = placed((_discreet(command) for command in EVERY), PLACES, PICTURES)
