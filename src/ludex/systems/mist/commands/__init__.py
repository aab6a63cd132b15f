"""What people type at a mist table: declared here, one list; no rule."""

from ludex.core.deeds import placed
from ludex.systems.mist.commands.case import CASE
from ludex.systems.mist.commands.hand import HAND
from ludex.systems.mist.commands.play import PLAY
from ludex.systems.mist.commands.prepare import PREPARE
from ludex.systems.mist.commands.scene import SCENE
from ludex.systems.mist.commands.sheet import SHEET

PLACES = {
    "person": ("peek", "check"),
    "clock": ("next",),
    "scene": ("scene", "establish", "wrap", "threat", "consequence", "prepare", "tag", "untag", "burn", "unburn"),
    "case": (
        *("mission", "mystery", "clue", "trait", "write", "deduce", "test", "weigh", "suppress", "close", "note"),
        *("hideclue", "hidetrait", "edittrait", "droptrait", "reveal", "checkcase", "share", "truth"),
    ),
    "shelf": ("challenge", "prepcase", "content", "unshelve", "template", "series", "new"),
    "book": ("archive", "dossier"),
}
"""Where commands stand whose fields do not say so."""

PICTURES = {
    "walk": ("leave",),
    "eye-off": ("reveal",),
    "eye": ("peek",),
    "flask": ("rest",),
    "wait": ("next",),
    "spark": ("immerse",),
    "up": ("grow",),
    "flag": ("scene", "mission"),
    "plus": ("new", "make"),
}
"""What the cards of commands show."""

COMMANDS = placed((*PLAY, *SHEET, *SCENE, *CASE, *PREPARE, *HAND), PLACES, PICTURES)

__all__ = ["COMMANDS"]
