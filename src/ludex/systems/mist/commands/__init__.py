"""What people type at a mist table: declared here, one list; no rule."""

from ludex.systems.mist.commands.case import CASE
from ludex.systems.mist.commands.hand import HAND
from ludex.systems.mist.commands.play import PLAY
from ludex.systems.mist.commands.prepare import PREPARE
from ludex.systems.mist.commands.scene import SCENE
from ludex.systems.mist.commands.sheet import SHEET

COMMANDS = (*PLAY, *SHEET, *SCENE, *CASE, *PREPARE, *HAND)

__all__ = ["COMMANDS"]
