"""What people type in boon, declared: names, arguments, which procedure, who may. Nothing is judged here."""

from ludex.systems.boon.commands.actions import ACTIONS
from ludex.systems.boon.commands.clock import CLOCK
from ludex.systems.boon.commands.scene import SCENE
from ludex.systems.boon.commands.tests import TESTS
from ludex.systems.boon.commands.wounds import WOUNDS

COMMANDS = (*ACTIONS, *TESTS, *CLOCK, *WOUNDS, *SCENE)
