"""Pictures of deeds, by what they are called."""

ICONS = {
    "sword": ("atk", "a", "attack", "hit", "dual", "oppose", "vs", "int", "burst"),
    "bow": ("shoot", "throw", "range"),
    "push": ("shove", "push", "hinder"),
    "walk": ("mv", "move", "drag", "leave", "join", "enter"),
    "eye-off": ("hide", "unveil", "reveal"),
    "eye": ("study", "spot", "peek", "sense", "look", "preview"),
    "flask": ("drink", "item", "heal", "treat", "rest", "supply"),
    "wait": ("pass", "end", "wait", "delay", "forfeit", "next", "endround", "endfight", "finish"),
    "spark": ("cast", "ritual", "feat", "skill", "immerse", "stunt"),
    "shield": ("def", "guard", "parry", "dodge", "block", "take", "equip"),
    "up": ("lvup", "levelup", "level", "grow", "learn"),
    "flag": ("fight", "pick", "init", "scene", "mission"),
    "plus": ("new", "make", "create", "pc", "npc", "summon"),
}
"""Pictures by what a deed is called; anything else is a die."""

PLAIN = "die"

_BY_KEY = {key: icon for icon, keys in ICONS.items() for key in keys}


def icon_of(key: str) -> str:
    """The picture of a deed."""
    return _BY_KEY.get(key, PLAIN)
