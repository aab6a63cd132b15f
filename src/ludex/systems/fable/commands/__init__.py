"""What people do in a fable game. Each command turns what was asked into the input of one procedure; no rule is decided here."""

from msgspec.structs import replace

from ludex.core.deeds import Command, placed
from ludex.systems.fable.commands import building, checking, fighting, keeping
from ludex.systems.fable.commands.fighting import secretly as secretly

_GROUPS = {
    "checks": checking.COMMANDS,
    "conflict": fighting.COMMANDS,
    "table": keeping.COMMANDS,
    "characters": building.COMMANDS,
}

PLACES = {
    "clock": ("fight", "tick", "tock", "next", "endfight", "join", "leave", "rally", "play"),
    "scene": ("scene", "clock", "wind", "rest", "xp", "open", "close", "escalate"),
    "shelf": ("summon", "thing", "pack", "make"),
    "book": ("look", "roster", "multiply", "calc", "domains", "derive", "money", "cost"),
    "person": ("sheet",),
}
"""Where commands stand whose fields do not say so."""

PICTURES = {
    "sword": ("vs", "a", "dual"),
    "push": ("hinder",),
    "walk": ("join", "leave"),
    "eye-off": ("reveal",),
    "eye": ("study", "look"),
    "flask": ("supply", "item", "heal", "rest"),
    "wait": ("end", "forfeit", "next", "endfight"),
    "spark": ("cast", "ritual", "feat"),
    "shield": ("guard", "equip"),
    "up": ("lvup", "learn"),
    "flag": ("fight", "scene"),
    "plus": ("summon", "make"),
}
"""What the cards of commands show."""

COMMANDS: tuple[Command, ...] = placed(
    (replace(command, group=group) for group, commands in _GROUPS.items() for command in commands), PLACES, PICTURES
)
