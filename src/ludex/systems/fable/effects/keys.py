"""The keys of what people write of effects and content, in either language, and the places of its problems in their words."""

import re
from collections.abc import Mapping

from ludex.core.plain import Written

KEYS = {
    "名称": "name", "来源": "source", "承受者": "bearer", "组": "group", "领域": "domain", "职业": "class", "英雄": "heroic",
    "附赠": "bonus", "次数": "times", "前置": "needs", "前置等级": "needs_level", "前置领域": "needs_domain", "说明": "text",
    "修正": "modifiers", "触发": "triggers", "使用": "use", "教授": "teaches", "授予": "grants", "禁止": "denies", "量": "on",
    "值": "by", "条件": "when", "谁": "who", "时": "on", "问": "ask", "每": "per", "次": "uses", "花费": "cost", "做": "do",
    "动作": "action", "目标": "target", "系": "list", "数": "n", "至多": "mp_max", "择": "pick", "精神": "mp", "目标数": "multi",
    "属性": "attributes", "伤害": "damage", "类型": "type", "恢复": "heal", "量谱": "pool", "解除": "cure", "期限": "lasts",
    "机会": "opportunities", "命中": "accuracy", "手": "hands", "价格": "price", "类别": "category", "军用": "martial",
    "远程": "ranged", "固定": "fixed", "防御": "def_bonus", "魔防": "mdef_bonus", "先攻": "init", "种类": "kind", "级别": "tier",
    "等级": "level", "位阶": "rank", "顶替": "replaces", "骰": "base", "亲和": "affinities", "免疫": "immune", "减伤": "reduction",
    "攻击": "strikes", "法术": "spells", "特技": "feats", "特质": "traits", "终极点": "ultima", "生命加": "extra_hp",
    "精神加": "extra_mp", "物种": "species", "对": "versus", "目的": "goal", "SPD": "spd", "效果": "effects", "物品点": "ip",
    "生命类别": "life", "生命分配": "hg_alloc", "精神分配": "mg_alloc", "可选": "picks",
}  # fmt: skip
"""Chinese names of fields."""
RECORD = ("modifiers", "triggers", "use", "grants", "denies", "lasts", "group", "bearer", "effects")
"""The keys that make up the record; the others are the entry's own."""
OLD_USE = ("mp", "ip", "fp", "uses", "per", "do", "action")
"""What using a feat costs and does, where it stands in the entry itself."""
CHINESE = {key: word for word, key in reversed(KEYS.items())}
"""What a key is called in Chinese."""
_KEY = re.compile(r"[a-z_]+")


def english_keys(plain: Mapping[str, Written]) -> dict[str, Written]:
    """A table with its keys in English."""
    held = plain.items() if isinstance(plain, Mapping) else ()  # whatever else somebody wrote has no keys
    return {KEYS.get(str(key).strip(), str(key).strip()): value for key, value in held}


def in_chinese(place: str) -> str:
    """A place in Chinese keys (`触发[0].时`): what a trigger waits for is no quantity, though both are `on` in English."""
    on = {"on": "时"} if place.startswith("triggers") else {}
    return _KEY.sub(lambda key: on.get(key[0]) or CHINESE.get(key[0], key[0]), place)
