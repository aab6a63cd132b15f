"""What people type in boon, declared: names, arguments, which procedure, who may. Nothing is judged here."""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.deeds import Asked, Command, Do, Show
from ludex.core.principals import GM
from ludex.systems.boon.commands.actions import ACTIONS
from ludex.systems.boon.commands.clock import CLOCK
from ludex.systems.boon.commands.scene import SCENE
from ludex.systems.boon.commands.tests import TESTS
from ludex.systems.boon.commands.wounds import WOUNDS
from ludex.systems.boon.redact import ONLOOKER, knows
from ludex.systems.boon.state import State

BACKSTAGE = ("put", "equip", "unequip", "apply_damage", "heal", "rest", "add_effect", "repair", "damage_item", "remove")


def discreet(run: Callable[[Asked], Do | Show]) -> Callable[[Asked], Do | Show]:
    """The GM's hand on somebody who is a secret is for the GM alone."""

    def ran(asked: Asked) -> Do | Show:
        todo = run(asked)
        if isinstance(todo, Show) or todo.procedure not in BACKSTAGE:
            return todo
        state: State = asked.state
        whom = state.find(todo.given.get("who") or todo.given.get("target", ""))
        return todo if whom is None or knows(ONLOOKER, whom) else replace(todo, audience=(GM,))

    return ran


def _discreet(command: Command) -> Command:
    return replace(command, run=discreet(command.run))


COMMANDS = tuple(_discreet(command) for command in (*ACTIONS, *TESTS, *CLOCK, *WOUNDS, *SCENE))
