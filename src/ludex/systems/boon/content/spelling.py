"""How content is written in Chinese (BOO-LIV-53): its keys, and the words of its closed lists."""

from ludex.core.effects.writing import KEYS as EFFECT_KEYS
from ludex.core.plain import Written
from ludex.systems.boon.sheet import Record
from ludex.systems.boon.terms import Training

KEYS = {
    "名称": "name", "类别": "kind", "骰面": "die", "骰数": "dice", "命中": "hit", "优势": "boons", "劣势": "banes",
    "格挡": "block", "闪避": "dodge", "触及": "reach", "射程": "range", "可投掷": "thrown", "需装填": "reload",
    "弹药": "ammo", "耐久": "durability", "双手": "hands", "次数": "uses", "治疗": "heal", "范围": "area",
    "大小": "size", "体型": "size", "固定伤害": "amount", "抵抗": "resist", "抵抗成功": "resisted",
    "无视护甲": "ignores_armor", "动作点": "ap", "攻击": "attack", "训练": "training", "属性": "attribute",
    "对抗": "against", "目标点数": "target", "护甲值": "value", "等级": "level", "力道": "force", "生命": "health",
    "速度": "speed", "形状": "shape", "光": "light", "条件": "condition", "标签": "tags", "效果": "effects", "加值": "bonus", "做": "do",
    "说明": "text", "掉落": "drops", "特性": "traits", "生物": "creatures", "数量": "count", "位": "at", "阵营": "side",
    "暗中": "secret", "地图": "map", "地形": "ground", "物件": "objects", "遮": "cover", "力量": "strength", "敏捷": "agility", "智力": "intellect", "意志": "will",
    "感知加值": "perception_bonus", "命中优势": "hit_boons", "每轮动作点": "ap_max", "备注": "notes", "动词": "manner", "法术": "spells", "物品": "items", "护甲": "armor", "职业": "class", "手": "hands",
}  # fmt: skip
"""Keys of content in Chinese (BOO-LIV-53)."""
VALUES = {
    "圆": "burst",
    "线": "line",
    "近": "short",
    "中": "medium",
    "远": "long",
    "恢复率": "rate",
    "减半": "half",
    "免除": "none",
}
VALUES |= {"近战": "melee", "远程": "ranged", "魔法": "magic", "闪避": "dodge", "格挡": "block", "摔投": "throw"}
VALUES |= {"武器": "weapon", "盾牌": "shield", "道具": "gear"}
VALUES |= {"力量": "strength", "敏捷": "agility", "智力": "intellect", "意志": "will", "感知": "perception"}
SPELLED = {**KEYS, **EFFECT_KEYS, **VALUES, **KEYS}
"""All of them: what a key is called is what boon calls it, before the words of effects."""
WORDED = ("kind", "range", "heal", "resist", "resisted", "attribute", "against", "shape")
"""Keys whose values are words."""
LEFT = ("effects", "traits", "ground", "do")
"""What is read by its own vocabulary."""


def in_terms(record: Record) -> Record:
    """A record with its Chinese keys and words as the rulebook's."""
    return {key: _in_terms(value, key) for key, value in ((KEYS.get(name, name), one) for name, one in record.items())}


def _in_terms(value: Written, key: str) -> Written:
    if key in LEFT:
        return value
    if isinstance(value, dict):
        return in_terms(value)
    if isinstance(value, list):
        return [_in_terms(one, key) for one in value]
    if key == "training" and isinstance(value, str):
        return Training.said(value)
    if key == "hands" and isinstance(value, bool) and value:
        return 2
    return VALUES.get(value, value) if key in WORDED and isinstance(value, str) else value
