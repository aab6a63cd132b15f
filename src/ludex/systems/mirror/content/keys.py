"""What the keys of records are called in Chinese, by kind of content (MIR-LIV-51)."""

from collections.abc import Mapping

from ludex.core.effects.authoring import KEYS as EFFECT
from ludex.systems.mirror.terms import Attribute, Defense, Skill

COMMON = {"名称": "name", "名字": "name", "说明": "text", "标签": "tags", "等级": "level"}
ATTACK = {
    "类型": "type", "模式": "mode", "种类": "category", "技能": "skill", "防御": "defense", "级": "hit", "威力": "dp",
    "力": "dp", "伤害": "types", "损伤": "effects", "可近": "close_ok", "大成功": "great", "射程": "range", "范围": "area",
}  # fmt: skip
ENTRANT = {"数量": "count", "格": "cell", "暗": "hidden"}
GLOW = {"半径": "radius", "级": "level"}
CHECK = {"技能": "skill", "防御": "defense"}
PART = {"名称": "name", "类型": "type", "器官": "organs", "伤势": "wounds", "DR": "dr", "编号": "id"}
KEYS: dict[str, dict[str, str]] = {
    "actions": {
        **COMMON, "名称": "title", "名字": "title", "类型": "type", "原类型": "base_type", "AP": "ap", "SP": "sp",
        "用部位": "part", "触发": "trigger", "需求": "requirement", "攻击": "attack", "效果": "effect", "检定": "check", "基本": "basic", "结束": "ends",
        "射程": "range", "范围": "area",
    },
    "abilities": {**COMMON, "领域": "domain", "自动习得": "auto", "前置": "prerequisite", "赋予": "grants", "感官": "senses"},
    "organs": {**COMMON, "可装": "fits", "感官": "carries", "条件": "when"},
    "bodies": {"名称": "title", "名字": "title", "部位": "parts", "衔接": "links"},
    "gear": {"名称": "title", "名字": "title", "类别": "kind", "用部位": "part", "起始": "first", "说明": "text"},
    "items": {
        **COMMON, "类别": "kind", "种类": "category", "覆盖": "covers", "DR": "dr", "光": "light", "数量": "quantity",
    },
    "statuses": {**COMMON, "有害": "harmful", "自愿": "voluntary"},
    "scenery": {**COMMON, "类别": "kind", "格": "cells", "耗": "cost", "光": "light", "进入": "on_enter"},
    "encounters": {**COMMON, "舞台": "stage"},
    "npcs": {
        "名称": "name", "名字": "name", "等级": "lv", "属性": "attributes", "技能": "skills", "防御": "defenses",
        "武器": "weapons", "魔法": "magic", "次要": "secondary", "认知": "base_cognition", "杂兵": "minion", "身体": "body",
        "部位": "parts", "DR": "dr", "抗性": "resist", "易伤": "vuln", "感官": "senses", "动作": "actions", "能力": "abilities",
        "物品": "items", "常令": "orders", "阵营": "side", "备注": "notes", "速度": "speed", "触及": "reach", "潜行": "stealth",
    },
}  # fmt: skip
"""Keys in Chinese, by kind of content."""

INSIDE = {"attack": ATTACK, "parts": PART, "organs": COMMON, "who": ENTRANT, "check": CHECK}
"""Keys of what stands inside a record."""


def told_keys(kind: str) -> Mapping[str, str]:
    """The Chinese words by which the places in a record of a kind are told: its own first, then those of what stands inside it."""
    inside = {word: key for words in (*INSIDE.values(), GLOW, EFFECT) for word, key in words.items()}
    own = KEYS.get(kind, {})
    words = {one.zh: one.value for terms in (Attribute, Skill, Defense) for one in terms}
    return {**own, **{word: key for word, key in {**words, **inside}.items() if word not in own}}
