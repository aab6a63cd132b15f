"""Content in either language (FET-LIV-51): the Chinese keys of each kind, the words of their values, and a record in the keys that rules know.

What a record may hold is the kinds' own business (`content`); cards written as lines are `rules/card_lines.py`.
"""

from collections.abc import Mapping

from ludex.core.plain import Plain, Written
from ludex.core.rule import rule
from ludex.core.terms import Term
from ludex.systems.fet.terms import CHANGED, EITHER, Aim, Attribute, Change, Effect, Event, Resource, Step, WeaponType

Card = dict[str, Written]
"""A card, or a part of one, in the keys that rules know."""

COMMON = {"名称": "name", "姓名": "name", "描述": "text", "负重": "load"}
KEYS: dict[str, dict[str, str]] = {
    "skill": {
        **COMMON,
        "相关属性": "attribute",
        "属性": "attribute",
        "触发": "trigger",
        "条件": "condition",
        "事件": "event",
        "前摇": "wind_up",
        "代价": "losses",
        "效果": "effects",
        "反效果": "drawbacks",
        "限制": "against",
    },
    "trait": {
        **COMMON,
        "修正": "modifiers",
        "事件": "event",
        "谁的": "whose",
        "条件": "condition",
        "询问": "ask",
        "每场": "limit",
        "效果": "effects",
        "给予": "grants",
        "抗性": "wards",
    },
    "weapon": {
        **COMMON,
        "类型": "type",
        "伤害": "damage",
        "前摇": "wind_up",
        "射程": "range",
        "载弹量": "magazine",
        "装填时间": "reload",
        "备注": "note",
        "当前载弹": "loaded",
        "位置": "place",
    },
    "race": {**COMMON, "成年年龄": "adult_age", "标准体型": "standard_size"},
    "item": {**COMMON, "恢复": "restores", "位置": "place", "数量": "count"},
    "place": {**COMMON, "修正": "modifiers", "标记": "marks"},
    "extension": {
        **COMMON,
        "选项": "options",
        "修正": "modifiers",
        "技能": "skills",
        "特质": "traits",
        "武器": "weapons",
        "种族": "races",
        "人物": "people",
        "物品": "items",
        "场所": "places",
    },
    "person": {
        "姓名": "name",
        "名称": "name",
        "种族": "race",
        "性别": "gender",
        "职业": "job",
        "玩家": "player",
        "等级": "level",
        "物理思维比值": "ratio",
        "百分比": "percents",
        "年龄": "age",
        "体型": "size",
        "成年年龄": "adult_age",
        "标准体型": "standard_size",
        "外貌": "appearance",
        "资产": "assets",
        "背景故事": "background",
        "角色外貌": "looks",
        "性格": "personality",
        "特点": "features",
        "负重": "load",
        "技能": "skills",
        "特质": "traits",
        "武器": "weapons",
        "物品": "items",
    },
}
"""The keys of each kind in Chinese, beside the English ones."""

PARTS = {
    "种类": "kind",
    "份额": "share",
    "次数": "times",
    "对象": "target",
    "资源": "resource",
    "抵抗": "resist",
    "数额": "amount",
    "则": "then",
    "否则": "otherwise",
    "属性": "of",
    "什么": "of",
    "方式": "kind",
    "数值": "value",
    "条件": "condition",
    "点数": "points",
}
"""The keys of what stands in a card's lists."""

HELD = {
    "skills": "skill",
    "traits": "trait",
    "weapons": "weapon",
    "races": "race",
    "people": "person",
    "items": "item",
    "places": "place",
}
"""What an extension may hold, and of which kind each of them is."""

SPOKEN = {**{word: key for keys in KEYS.values() for word, key in keys.items()}, **PARTS}
"""Every key of content in Chinese, wherever it stands."""

TRIGGERS = {"主动": "active", "条件": "conditional", "被动": "passive"}
WHOSE = {"自己": "own", "友方": "friend", "敌方": "enemy", "任何人": "anybody", "自己造成": "caused"}
AMOUNTS = {"伤害": "damage", "全部": "all", "对方上限": "victim_max"}
RESOURCED = {"体力或意志": EITHER, "任一": EITHER, "同一资源": "same"}
AGAINST = {"等级更高": "higher_level", "对手等级更高": "higher_level"}


@rule("FET-LIV-51")
def in_keys(kind: str, card: Plain) -> Card:
    """A card with the keys and values that rules know; what is unknown stays as it was typed, to be refused by name."""
    keys = KEYS.get(kind, COMMON)
    found: Card = {}
    for key, value in card.items():
        name = keys.get(str(key), str(key))
        found[name] = _value(kind, name, value)
    return found


def _value(kind: str, key: str, value: Written) -> Written:
    if key in ("effects", "drawbacks", "losses", "modifiers", "wards") and isinstance(value, list | tuple):
        return [_part(row) if isinstance(row, Mapping) else row for row in value]
    if kind == "extension" and key in HELD and isinstance(value, Mapping):
        return {k: in_keys(HELD[key], card) if isinstance(card, Mapping) else card for k, card in value.items()}
    if kind == "person" and key in HELD and isinstance(value, list | tuple):
        return [in_keys(HELD[key], card) if isinstance(card, Mapping) else card for card in value]
    if key == "restores" and isinstance(value, Mapping):
        return _part(value)
    if key == "percents" and isinstance(value, Mapping):
        return {Attribute.said(str(name)): number for name, number in value.items()}
    if not isinstance(value, str):
        return value
    if key == "type" and kind == "weapon":
        return WeaponType.said(value)
    if key == "attribute":
        return Attribute.said(value)
    if key == "event":
        return Event.said(value)
    return {"trigger": TRIGGERS, "whose": WHOSE, "against": AGAINST}.get(key, {}).get(value, value)


def _part(row: Plain) -> Card:
    found = {PARTS.get(str(key), str(key)): value for key, value in row.items()}
    return {key: part_value(key, value) for key, value in found.items()}


def part_value(key: str, value: Written) -> Written:
    """What stands in a list of a card under a key, in the words that rules know."""
    if key in ("then", "otherwise") and isinstance(value, list | tuple):
        return [_part(row) if isinstance(row, Mapping) else row for row in value]
    if not isinstance(value, str):
        return value
    match key:
        case "kind":
            return _first(value, Effect, Change, Step)
        case "target":
            return "subject" if value == "当事者" else Aim.said(value)
        case "resist":
            return Attribute.said(value)
        case "resource":
            return RESOURCED.get(value) or Resource.said(value)
        case "of":
            return _first(value, *CHANGED)
        case "amount":
            return AMOUNTS.get(value, value)
    return value


def _first(value: str, *several: type[Term]) -> str:
    """The term that a text means, of the first list that has it; else the text."""
    return next((str(words.read(value)) for words in several if words.holds(value)), value)
