"""The vocabulary of effects: what a feat, a spell or a GM may write, in Chinese or English, as data (FAB-LIV-31..36).

A modifier changes a quantity while its conditions hold; a trigger listens to an event and does steps. Steps and conditions are
words parted by spaces (in a chat line by colons); they are kept in English, whatever they were written in. Nothing happens here.
"""

from collections.abc import Iterable, Mapping

import msgspec

from ludex.core.packs import Written
from ludex.systems.fable.terms import Affinity, Attribute, DamageType, Domain, Rank, Status, WeaponCategory

KEYS = {
    "名称": "name", "领域": "domain", "职业": "class", "英雄": "heroic", "附赠": "bonus", "次数": "times", "前置": "needs",
    "前置等级": "needs_level", "说明": "text", "修正": "modifiers", "触发": "triggers", "使用": "use", "教授": "teaches",
    "授予": "grants", "禁止": "denies", "量": "on", "值": "by", "条件": "when", "谁": "who", "时": "on", "问": "ask", "每": "per",
    "次": "uses", "花费": "cost", "做": "do", "动作": "action", "目标": "target", "系": "list", "数": "n", "至多": "mp_max",
    "精神": "mp", "目标数": "multi", "属性": "attributes", "伤害": "damage", "类型": "type", "恢复": "heal", "量谱": "pool",
    "解除": "cure", "期限": "duration", "机会": "opportunities", "命中": "accuracy", "手": "hands", "价格": "price",
    "类别": "category", "军用": "martial", "远程": "ranged", "固定": "fixed", "防御": "def_bonus", "魔防": "mdef_bonus",
    "先攻": "init", "种类": "kind", "级别": "tier", "等级": "level", "位阶": "rank", "顶替": "replaces", "骰": "base",
    "亲和": "affinities", "免疫": "immune", "减伤": "reduction", "攻击": "strikes", "法术": "spells", "特技": "feats",
    "特质": "traits", "终极点": "ultima", "生命加": "extra_hp", "精神加": "extra_mp", "物种": "species", "对": "versus",
    "目的": "goal", "SPD": "spd",
}  # fmt: skip
"""Chinese names of fields."""

QUANTITIES = {
    "检定": "check", "命中": "accuracy", "施法": "magic", "先攻检定": "init", "对抗": "opposed", "支援": "support",
    "研究": "study", "妨碍": "hinder", "仪式": "ritual", "伤害": "damage", "防御": "def", "魔防": "mdef", "减伤": "reduction",
    "生命容量": "hg", "精神容量": "mg", "危机值": "crisis_value", "物品点上限": "ip_max", "恢复": "healing", "先攻": "init",
}  # fmt: skip
EVENTS = {
    "命中": "hit", "未中": "missed", "被命中": "was_hit", "被攻击未中": "was_missed", "造成伤害": "dealt", "受伤": "damaged",
    "击破": "broke", "量谱被破": "gauge_lost", "进入危机": "crisis_entered", "双X": "doubles",
}  # fmt: skip
CONDITIONS = {
    "危机": "crisis", "目标危机": "target_crisis", "武器": "weapon", "法术": "spell", "类型": "type", "状态": "status",
    "目标状态": "target_status", "持盾": "shield", "无甲": "no_armor", "军用甲": "martial_armor", "冲突": "conflict",
    "防御中": "guarding", "透支": "overdrawn", "非": "not", "目标位阶": "target_rank", "首轮": "first_round",
    "目标羁绊": "target_bond",
}  # fmt: skip
STEPS = {
    "恢复": "heal", "失去": "lose", "伤害": "damage", "击破": "break", "状态": "status", "解除": "cure", "得": "gain",
    "先攻": "initiative", "攻击": "attack", "动作": "action",
}  # fmt: skip
WORDS = {
    "近战": "melee", "远程": "ranged", "徒手": "unarmed", "单手": "one_handed", "双手": "two_handed", "任意": "any",
    "物理": "physical", "精神": "mental", "自己": "self", "目标": "target", "来源": "source", "己方": "side", "敌方": "enemies",
    "同伴": "ally", "任何人": "anybody", "未破": "unbroken", "物语点": "fp", "物品点": "ip", "优势点": "superiority",
    "终极点": "ultima", "全部": "all", "一个": "one", "次数": "times", "次": "times", "回合": "turn", "轮": "round",
    "冲突": "conflict", "场景": "scene", "团": "session", "通用": "general", "元素": "elemental", "熵": "entropic",
    "灵": "spirit", "已研究": "studied", "小": "minor", "大": "major", "终": "supreme", "反派": "villain",
}  # fmt: skip
_TERMS = (Attribute, DamageType, Affinity, Domain, Rank, Status, WeaponCategory)
WHOM = ("self", "target", "source", "side", "enemies", "ally")


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quantity that is changed while the conditions hold."""

    on: str
    by: int = 0
    when: tuple[str, ...] = ()
    who: str = "self"


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What listens to an event: whether its owner is asked, how often it acts, what it costs and does."""

    on: str
    do: tuple[str, ...] = ()
    who: str = "self"
    when: tuple[str, ...] = ()
    ask: bool = False
    per: str = ""
    uses: int = 1
    cost: dict[str, int] = {}


class Teaches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spells that a feat teaches: of a list, so many, of at most so many MP."""

    list: str
    n: int = 1
    mp_max: int = 0


def english(word: str) -> str:
    """A word of the vocabulary, or of the rulebook, by its key."""
    if word in WORDS:
        return WORDS[word]
    for kind in _TERMS:
        if kind.holds(word):
            return str(kind.read(word).value)
    return word


def phrase(said: str, firsts: Mapping[str, str]) -> str:
    """A step or condition in English words: its first word by one table, the others by the vocabulary."""
    words = said.replace("：", ":").replace(":", " ").split()
    if not words:
        return ""
    if firsts.get(words[0]) == "not":
        return f"not {phrase(' '.join(words[1:]), firsts)}"
    first = firsts.get(words[0], words[0])
    return " ".join((first, *(english(word) for word in words[1:])))


def spoken(body: Written, *, key: str = "") -> Written:
    """Content as it was written, with every key and word of the vocabulary in English."""
    if isinstance(body, Mapping):
        named = {KEYS.get(k, k): v for k, v in body.items()}
        if key in ("affinities", "base", "cost"):
            return {english(k): spoken(v, key=key) for k, v in body.items()}
        if key == "modifiers" and not {"on", "by"} & set(named):
            return {QUANTITIES.get(k, k): v for k, v in body.items()}
        return {str(k): spoken(v, key=str(k)) for k, v in named.items()}
    if isinstance(body, list | tuple):
        return [spoken(one, key=key) for one in body]
    if not isinstance(body, str) or key in ("name", "text", "traits", "needs", "spells", "species", "goal"):
        return body
    if key == "do":
        return phrase(body, STEPS)
    if key == "when":
        return phrase(body, CONDITIONS)
    if key == "on":
        return EVENTS.get(body, QUANTITIES.get(body, body))
    return english(body)


def unknown(triggers: Iterable[Trigger]) -> list[str]:
    """Words of triggers that the vocabulary does not have."""
    found = []
    for trigger in triggers:
        found += [trigger.on] if trigger.on not in EVENTS.values() else []
        firsts = [step.split()[0] for step in trigger.do if step]
        found += [word for word in firsts if word not in STEPS.values()]
        whens = [one.removeprefix("not ").split()[0] for one in trigger.when if one]
        found += [word for word in whens if word not in CONDITIONS.values()]
    return found
