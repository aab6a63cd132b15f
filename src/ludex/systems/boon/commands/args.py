"""Arguments that many commands share, declared once. How they are read is in `reading`."""

from ludex.core.command import Arg
from ludex.systems.boon.commands import offers

SWAY = (
    Arg("modifiers", "list", required=False, keys=("修", "mod", "m"), keyed=True),
    Arg("boons", "int", required=False, keys=("优", "优势", "boon", "b"), keyed=True, default=0),
    Arg("banes", "int", required=False, keys=("劣", "劣势", "bane"), keyed=True, default=0),
)
SIGHT = (
    Arg("cover", required=False, keys=("遮", "遮蔽"), keyed=True, among=offers.COVERS),
    Arg("obscurement", required=False, keys=("昏", "模糊", "obs"), keyed=True, among=offers.OBSCUREMENTS),
)
AIM = (
    *SWAY,
    *SIGHT,
    Arg("distance", "number", required=False, keys=("距", "距离", "d"), keyed=True),
    Arg("guess", required=False, keys=("猜",), keyed=True),
    Arg("unseen", "flag", required=False, keys=("看不见",)),
    Arg("defense_modifiers", "list", required=False, keys=("防修",), keyed=True),
    Arg("defense_boons", "int", required=False, keys=("防优",), keyed=True, default=0),
    Arg("defense_banes", "int", required=False, keys=("防劣",), keyed=True, default=0),
)
TARGET = Arg("target", among=offers.targets)
ON = Arg("on", required=False, keys=("对", "to"), among=offers.targets)
ATTEMPT = (
    Arg("conditions", "list", required=False, keys=("条件", "cond"), keyed=True),
    Arg("tn", "int", required=False, keys=("目标", "TN"), keyed=True),
    Arg("calm", "flag", required=False, keys=("从容",)),
    *SWAY,
)
SCORES = (
    Arg("strength", "int", required=False, keys=("力", "力量", "str"), keyed=True),
    Arg("agility", "int", required=False, keys=("敏", "敏捷", "agi"), keyed=True),
    Arg("intellect", "int", required=False, keys=("智", "智力", "int"), keyed=True),
    Arg("will", "int", required=False, keys=("意", "意志"), keyed=True),
    Arg("class", required=False, keys=("职业",), keyed=True, among=offers.classes),
    Arg("level", "int", required=False, keys=("等级", "lv"), keyed=True, default=0),
    Arg("size", "number", required=False, keys=("体型",), keyed=True),
    Arg("speed", "int", required=False, keys=("速度",), keyed=True),
)
KIND = Arg("attack_kind", required=False, keys=("方式", "as"), keyed=True, among=offers.KINDS)
AT = Arg("at", required=False, keys=("位", "在"), keyed=True)
SIDE = Arg("side", required=False, keys=("阵营",), keyed=True, among=offers.sides)
WHO = Arg("who", among=offers.people)
SOMEBODY = Arg("who", required=False, among=offers.people)
