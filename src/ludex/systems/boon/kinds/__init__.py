"""Kinds of the fields of deeds: how each is read, offered, owned and refused. Declared here once; a deed says only what differs.

What is offered is in `offers`, how words become ids in `reading`, whose deed a line is in `who`.
"""

from typing import Annotated

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ACTOR, ANYONE, BOOK, CELL, CLOCK, DECIMAL, GM_ONLY, ITEM, OWN, RULE, TERM, WHOLE, Field
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, SHEET, STORY, flag, keyed
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.systems.boon.kinds import offers
from ludex.systems.boon.kinds.offers import acting, someone, whom
from ludex.systems.boon.kinds.reading import item_said, known_spell, target, weapon
from ludex.systems.boon.sheet import Number, Position
from ludex.systems.boon.terms import Attribute, Cover, Kind, Material, Obscurement


class TableDeed(Deed):
    """A deed as a line, a form or a program gives it. (What came of an action is a `Deed` of the rules.)"""


class GmDeed(TableDeed, who=GM_ONLY, said_by=STORY):
    """A deed of the GM's."""


class ClockDeed(TableDeed, alone=True, beside=CLOCK):
    """A deed that moves the clock of a fight."""


class BookDeed(TableDeed, who=ANYONE, beside=BOOK, all_said_by=OWN):
    """Dice and numbers for anybody: nothing changes by it."""


def backstage(*, secret: bool) -> tuple[Who, ...]:
    """Who hears of it: what is done in secret is for the GM alone."""
    return (GM,) if secret else (EVERYBODY,)


# --- who ---------------------------------------------------------------------------------------------------------------

Acting = Annotated[str, Implied(lambda asked: acting(asked).id)]
"""Whose deed it is."""

Someone = Annotated[str, Field("who", ACTOR), Meant(someone)]
"""Somebody of one's own, or who acts."""

Whom = Annotated[str, Field("who", ACTOR, owner=STORY), Meant(whom)]
"""Whom it is about: anybody, or oneself."""

Person = Annotated[str, Field("who", ACTOR, owner=STORY)]
"""A character by name."""

Foe = Annotated[str, Field("target", among=offers.targets), Meant(target)]
"""Somebody or something that is aimed at."""

FoeAtKey = Annotated[str, Field("target", keys=("对", "to"), among=offers.targets), Meant(target)]
"""The same, also by a key."""

Targets = Annotated[tuple[str, ...], Field("targets", keys=("对", "to"), among=offers.targets)]
"""Several in words, or a square."""

Something = Annotated[str, Field("who", among=offers.targets, owner=STORY), Meant(target)]
"""Somebody or something on the table."""

SideName = Annotated[str, keyed("side", "阵营", among=offers.sides, owner=STORY)]
"""A side in words, old or new."""

# --- tests and aims ----------------------------------------------------------------------------------------------------

Modifiers = Annotated[tuple[int, ...], keyed("modifiers", "修", "mod", "m", owner=CIRCUMSTANCE)]
Boons = Annotated[int, keyed("boons", "优", "优势", "boon", "b", owner=CIRCUMSTANCE)]
Banes = Annotated[int, keyed("banes", "劣", "劣势", "bane", owner=CIRCUMSTANCE)]
"""What weighs on a test: flat numbers (+2,-1), boons and banes."""

Covered = Annotated[str, keyed("cover", "遮", "遮蔽", kind=TERM, terms=Cover, owner=RULE)]
Obscured = Annotated[str, keyed("obscurement", "昏", "模糊", "obs", kind=TERM, terms=Obscurement, owner=RULE)]
"""How a target is screened; the map knows it by itself."""

Distance = Annotated[Number | None, keyed("distance", "距", "距离", "d", kind=DECIMAL, owner=RULE)]
Guess = Annotated[Position | None, keyed("guess", "猜", kind=CELL, refusal="bad_square")]
Visible = Annotated[bool, flag("unseen", "看不见", owner=CIRCUMSTANCE), Meant(lambda _asked, unseen: not unseen)]
Observed = Annotated[bool, flag("unwatched", "没人看", owner=CIRCUMSTANCE), Meant(lambda _asked, alone: not alone)]
DefenseModifiers = Annotated[tuple[int, ...], keyed("defense_modifiers", "防修", owner=CIRCUMSTANCE)]
DefenseBoons = Annotated[int, keyed("defense_boons", "防优", owner=CIRCUMSTANCE)]
DefenseBanes = Annotated[int, keyed("defense_banes", "防劣", owner=CIRCUMSTANCE)]
Anyway = Annotated[bool, flag("anyway", "照做", "照用")]
"""What would be for nothing is done without asking."""

AttackKind = Annotated[str, keyed("attack_kind", "方式", "as", kind=TERM, terms=Kind)]

Tested = Annotated[str, Field("attribute", TERM, terms=Attribute)]
"""The attribute of a challenge roll."""

Task = Annotated[str, Field("task", keys=("事",), wide=True)]
Conditions = Annotated[tuple[str, ...], keyed("conditions", "条件", "cond", owner=CIRCUMSTANCE)]
TargetNumber = Annotated[int | None, keyed("tn", "目标", "难度", "TN", "DC", "target", owner=DIFFICULTY)]
Pressure = Annotated[bool, flag("calm", "从容", owner=CIRCUMSTANCE), Meant(lambda _asked, calm: not calm)]

# --- things ------------------------------------------------------------------------------------------------------------

OwnWeapon = Annotated[
    str,
    Field("weapon", keys=("武器", "weapon"), among=offers.arms),
    Meant(lambda asked, said: weapon(acting(asked), said)),
]
"""A weapon of who acts; nothing said: the first in hand that can strike, else bare hands."""

OwnSpell = Annotated[
    str, Field("spell", among=offers.spells), Meant(lambda asked, said: known_spell(acting(asked), said))
]

OWN_ITEM = Meant(lambda asked, said: item_said(acting(asked), said))
OwnItem = Annotated[str, Field("item", among=offers.gear), OWN_ITEM]
"""A thing of who acts."""

ItemSaid = Annotated[str, Field("item", among=offers.gear)]
"""A thing in words: of one's own, or one that lies there."""

MONEY = keyed("money", "钱", "money", owner=SHEET)
Money = Annotated[int, MONEY]
Amount = Annotated[int, Field("amount", keys=("点数",), owner=STORY)]
AmountOrDice = Annotated[int | str, Field("amount", WHOLE, keys=("点数",), owner=STORY, dice=True)]
"""Points, or the dice that give them (`2d6`)."""

# --- sheets ------------------------------------------------------------------------------------------------------------

Strength = Annotated[int | None, keyed("strength", "力", "力量", "str", owner=SHEET)]
Agility = Annotated[int | None, keyed("agility", "敏", "敏捷", "agi", owner=SHEET)]
Intellect = Annotated[int | None, keyed("intellect", "智", "智力", "int", owner=SHEET)]
Will = Annotated[int | None, keyed("will", "意", "意志", owner=SHEET)]
Calling = Annotated[str, keyed("class", "职业", kind=ITEM, owner=SHEET, among=offers.classes, refusal="bad_class")]
Level = Annotated[int | None, keyed("level", "等级", "lv", owner=SHEET)]
BodySize = Annotated[Number | None, keyed("size", "体型", kind=DECIMAL, owner=SHEET)]
Speed = Annotated[int | None, keyed("speed", "速度", owner=SHEET)]

# --- the table ---------------------------------------------------------------------------------------------------------

At = Annotated[Position | None, keyed("at", "位", "在", kind=CELL, refusal="bad_square", owner=STORY)]
Secret = Annotated[bool, flag("secret", "暗中", "隐藏", owner=STORY)]
OfPlayers = Annotated[bool, flag("player", "玩家", owner=STORY)]
Called = Annotated[str, keyed("name", "名", owner=STORY)]
MATERIAL = Field("material", TERM, terms=Material, keys=("材质",), owner=STORY)
