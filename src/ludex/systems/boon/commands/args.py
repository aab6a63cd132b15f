"""Fields that many commands share, declared once with their owners (whose word it is). How the others are read is in `reading`."""

from msgspec.structs import replace

from ludex.core.deeds import ACTOR, CELL, DECIMAL, ITEM, OWN, RULE, TERM, WHOLE, Among, Field
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, SHEET, STORY, flag, keyed
from ludex.core.terms import Term
from ludex.systems.boon.commands import offers
from ludex.systems.boon.terms import Attribute, Cover, Kind, Obscurement


def whole(name: str, *keys: str, owner: str = CIRCUMSTANCE, default: int | None = None) -> Field:
    """A whole number given by key."""
    return keyed(name, *keys, kind=WHOLE, owner=owner, default=default)


def modifiers(name: str, *keys: str) -> Field:
    """Flat numbers given by key: +2,-1."""
    return keyed(name, *keys, kind=WHOLE, several=True, owner=CIRCUMSTANCE)


def closed(name: str, terms: type[Term], *keys: str, owner: str = RULE, default: Term | None = None) -> Field:
    """A word of the rulebook given by key."""
    return keyed(name, *keys, kind=TERM, terms=terms, owner=owner, default=default)


def listed(name: str, among: Among, *keys: str, refusal: str = "unknown_id") -> Field:
    """Things of the catalogue for a sheet, given by key."""
    return keyed(name, *keys, kind=ITEM, several=True, owner=SHEET, among=among, refusal=refusal)


SWAY = (
    modifiers("modifiers", "修", "mod", "m"),
    whole("boons", "优", "优势", "boon", "b", default=0),
    whole("banes", "劣", "劣势", "bane", default=0),
)
SIGHT = (
    closed("cover", Cover, "遮", "遮蔽", default=Cover.NONE),
    closed("obscurement", Obscurement, "昏", "模糊", "obs", default=Obscurement.NONE),
)
AIM = (
    *SWAY,
    *SIGHT,
    keyed("distance", "距", "距离", "d", kind=DECIMAL, owner=RULE),
    keyed("guess", "猜", kind=CELL, refusal="bad_square"),
    flag("unseen", "看不见", owner=CIRCUMSTANCE),
    modifiers("defense_modifiers", "防修"),
    whole("defense_boons", "防优", default=0),
    whole("defense_banes", "防劣", default=0),
)
ATTRIBUTE = Field("attribute", TERM, terms=Attribute)
ATTEMPT = (
    keyed("conditions", "条件", "cond", several=True, owner=CIRCUMSTANCE),
    whole("tn", "目标", "TN", owner=DIFFICULTY),
    flag("calm", "从容", owner=CIRCUMSTANCE),
    *SWAY,
)
MONEY = whole("money", "钱", "money", owner=SHEET)
SCORES = (
    whole("strength", "力", "力量", "str", owner=SHEET),
    whole("agility", "敏", "敏捷", "agi", owner=SHEET),
    whole("intellect", "智", "智力", "int", owner=SHEET),
    whole("will", "意", "意志", owner=SHEET),
    replace(listed("class", offers.classes, "职业", refusal="bad_class"), several=False, default=""),
    whole("level", "等级", "lv", owner=SHEET),
    keyed("size", "体型", kind=DECIMAL, owner=SHEET),
    whole("speed", "速度", owner=SHEET),
)
TARGET = Field("target", among=offers.targets)
TARGETS = Field("targets", required=False, several=True, among=offers.targets)
ON = Field("on", required=False, keys=("对", "to"), among=offers.targets)
WEAPON = Field("weapon", required=False, keys=("武器", "weapon"), among=offers.gear)
GEAR = Field("item", among=offers.gear)
KIND = closed("attack_kind", Kind, "方式", "as", owner=OWN)
AT = keyed("at", "位", "在", kind=CELL, refusal="bad_square", owner=STORY)
SIDE = keyed("side", "阵营", among=offers.sides, owner=STORY)
WHO = Field("who", ACTOR, owner=STORY)
SOMEBODY = Field("who", ACTOR, required=False)
WHOM = replace(SOMEBODY, owner=STORY)
ABOUT = keyed("who", "谁", kind=ACTOR, owner=STORY)
PEOPLE = Field("who", required=False, several=True, among=offers.people)
SOMETHING = Field("who", among=offers.targets, owner=STORY)
