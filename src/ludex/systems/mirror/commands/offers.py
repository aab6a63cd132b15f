"""What may stand in an argument: the arguments that many commands share, and which values are offered for them."""

from typing import Any

from ludex.core.deeds import Arg, Field


def keyed(name: str, *keys: str, kind: str = "text", default: Any = None) -> Field:
    """An argument that is given by key only."""
    return Arg(name, kind, required=False, keys=keys, keyed=True, default=default)


def flag(name: str, *keys: str) -> Field:
    """A word that is there or not."""
    return Arg(name, "flag", required=False, keys=keys)


WHO = Arg("who", "actor")
MAYBE_WHO = Arg("who", "actor", required=False)
FOR = keyed("who", "谁", "who", kind="actor")
TARGET = Arg("target", "int", required=False, keys=("对", "目标", "vs"))
BONUS = Arg("bonus", "int", required=False)
MODIFIERS = keyed("modifiers", "修正", "mod", "m", kind="list")
ADVANTAGE = flag("advantage", "优势", "adv")
DISADVANTAGE = flag("disadvantage", "劣势", "dis")
PASSIVE = flag("passive", "被动", "passive")
ATTRIBUTE = keyed("attribute", "属性", "by", "attr")
PART = keyed("part", "部位", "on")
REQUIRE = keyed("require", "需求", "need", kind="int", default=0)
LINKED_BY_GM = keyed("linked", "关联", "linked", kind="list")
DIE_EFFECTS = keyed("die_effects", "改骰", "die", kind="list")
TIERS = keyed("tiers", "效果", "tiers", kind="list")
CHECK = (MODIFIERS, ADVANTAGE, DISADVANTAGE, PASSIVE, ATTRIBUTE, PART, REQUIRE, LINKED_BY_GM, DIE_EFFECTS, TIERS)
