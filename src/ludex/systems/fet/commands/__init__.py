"""What people type at a FET table: the bot's own commands exactly as the rulebook has them, and everything else beside them."""

from msgspec.structs import replace

from ludex.core.deeds import Command, placed
from ludex.systems.fet.commands import (
    acts,
    battle,
    belongings,
    bot,
    building,
    checking,
    keeping,
    lasting,
    timelines,
    years,
)

PLACES = {
    "clock": ("fight", "go", "npcs", "join", "leave", "endfight", "tl", "bt", "bat", "batexit", "batend"),
    "scene": ("tar", "neg", "place", "day"),
    "person": ("import", "basics", "op", "co", "settle"),
    "shelf": ("uncard", "npc", "mob", "new", "tlsetup", "pack"),
    "book": ("bot", "book", "law", "works", "eff", "clash", "hold", "ambush", "ap", "swing", "rates"),
}
"""Where commands stand whose fields do not say so."""

PICTURES = {
    "sword": ("atk", "int"),
    "bow": ("shoot",),
    "walk": ("join", "leave", "move"),
    "eye-off": ("unveil",),
    "flask": ("treat", "rest", "item", "heal"),
    "wait": ("endfight", "wait"),
    "spark": ("cast",),
    "shield": ("def", "dodge", "parry"),
    "up": ("learn",),
    "flag": ("fight",),
    "plus": ("new", "npc"),
}
"""What the cards of commands show."""

_ALL: tuple[Command, ...] = (
    *bot.COMMANDS,
    *checking.COMMANDS,
    *battle.COMMANDS,
    *timelines.COMMANDS,
    *acts.COMMANDS,
    *keeping.COMMANDS,
    *belongings.COMMANDS,
    *lasting.COMMANDS,
    *building.COMMANDS,
    *years.COMMANDS,
)

SEVERAL = (
    *("learn", "trait", "unbuff", "race", "rec", "recreset", "rc"),
    *("buff", "dr", "fx", "i", "wp", "setupwp", "cash", "wait"),
)
"""What is given to several at once, one after another (`@全体`, `@爱丽丝、韩左`), beside checks and levels."""

OTHERS = ("rec", "crd", "recreset", "rc")
"""What a player may put for somebody else's character: the GM's word (FET-LIV-1)."""

TURNS = ("go", "drop", "join", "leave", "endfight")
"""What waits until an open moment is answered."""

COMMANDS: tuple[Command, ...] = tuple(
    replace(one, many=one.many or one.key in SEVERAL, alone=one.alone or one.key in TURNS, others=one.key in OTHERS)
    for one in placed(_ALL, PLACES, PICTURES)
)
