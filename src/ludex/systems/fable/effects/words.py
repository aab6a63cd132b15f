"""The vocabulary of effects: every quantity, condition, event and step that a record may name, and the keys under which people write them, in both languages (FAB-LIV-32..37).

What conditions look at and what steps do is told by the rules; here stand only the words.
"""

import re
from collections.abc import Mapping
from typing import Literal

from ludex.core.effects.vocabulary import (
    Condition,
    Ending,
    Quantity,
    Slot,
    Sort,
    Span,
    Step,
    Vocabulary,
    Word,
    words_of_terms,
)
from ludex.core.plain import Written
from ludex.core.terms import Term
from ludex.systems.fable.terms import (
    Affinity,
    Attribute,
    DamageType,
    LifeCategory,
    Martial,
    Points,
    Pool,
    Rank,
    Species,
    Status,
    WeaponCategory,
)

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
    held = plain.items() if isinstance(plain, Mapping) else ()  # whatever else somebody wrote has no keys
    return {KEYS.get(str(key).strip(), str(key).strip()): value for key, value in held}


def in_chinese(place: str) -> str:
    """A place in Chinese keys (`触发[0].时`): what a trigger waits for is no quantity, though both are `on` in English."""
    on = {"on": "时"} if place.startswith("triggers") else {}
    return _KEY.sub(lambda key: on.get(key[0]) or CHINESE.get(key[0], key[0]), place)


# ---------------------------------------------------------------------- the words
FLAT = "flat"
ALL = "all"
PICK = "pick"


class Discipline(Term):
    """What a ritual belongs to (FAB-PSP-3)."""

    RITUALISM = "ritualism", "仪式学", "Ritualism"
    ARCANISM = "arcanism", "秘仪"
    CHIMERISM = "chimerism", "嵌合"
    ELEMENTALISM = "elementalism", "元素"
    ENTROPISM = "entropism", "熵"
    SPIRITISM = "spiritism", "灵"


def category_of(damage_type: str) -> Literal["physical", "mental"]:
    """What kind of harm a type of damage is (FAB-DMG-1)."""
    return "mental" if damage_type in MENTAL else "physical"


def _words(*rows: tuple[str, ...]) -> tuple[Word, ...]:
    return tuple(Word(key, zh, en, tuple(also)) for key, zh, en, *also in rows)


ATTRIBUTES = words_of_terms(Attribute)
TYPES = (
    *words_of_terms(DamageType),
    *_words((ALL, "全部", "all", "任意"), ("physical", "物理", "physical"), ("mental", "精神", "mental", "精神伤害")),
)
MENTAL = (DamageType.FATIGUE, DamageType.PAIN, DamageType.EUPHORIA, DamageType.SUBMISSION)
"""The mental types of damage, which take MP (FAB-DMG-3); the others are physical and take HP (FAB-DMG-2)."""
STATES = words_of_terms(Affinity)
STATUSES = words_of_terms(Status)
LISTS = _words(
    ("elemental", "元素", "elemental"), ("entropic", "熵", "entropic"), ("spirit", "灵", "spirit"),
    ("any", "任意", "any"), ("studied", "已研究", "studied"),
)  # fmt: skip
"""Whose spells (FAB-PSP-4)."""
DISCIPLINES = words_of_terms(Discipline)
"""What rituals belong to (FAB-PSP-3)."""
ARMS = _words(
    ("melee", "近战", "melee"), ("ranged", "远程", "ranged"), ("unarmed", "徒手", "unarmed"), ("one_handed", "单手", "one-handed"),
    ("two_handed", "双手", "two-handed"), ("dual", "双武器", "two weapons"),
)  # fmt: skip
CHECKS = _words(
    ("attack", "攻击", "attack"), ("accuracy", "命中", "accuracy"), ("magic", "施法", "magic"), ("init", "先攻", "initiative"),
    ("opposed", "对抗", "opposed"), ("support", "支援", "support"), ("study", "研究", "study"), ("hinder", "妨碍", "hinder"),
    ("ritual", "仪式", "ritual"), ("execution", "斩杀", "execution"),
)  # fmt: skip
PLACES = _words(
    ("one", "一个", "one"),
    (ALL, "全部", "all"),
    ("unbroken", "未破", "unbroken"),
    ("HR0", "HR0", "HR0"),
    (PICK, "择", PICK),
)
"""Further values of steps."""
GAINS = (
    *words_of_terms(Points),
    *_words(("superiority", "优势点", "superiority"), ("opportunity", "机会", "opportunity")),
)
MARTIAL = words_of_terms(Martial)
CHOSEN = Word(PICK, "择", PICK)
"""What is chosen by the one who learns or uses it."""
VALUES = (
    *ATTRIBUTES, *TYPES, *STATES, *STATUSES, *words_of_terms(Pool, Rank, LifeCategory, Species, WeaponCategory), *ARMS, *CHECKS, *LISTS,
    *DISCIPLINES, *PLACES, *GAINS, *MARTIAL,
)  # fmt: skip
"""Every word that may be chosen among."""


def _some(*words: Word) -> tuple[Slot, ...]:
    return (Slot("values", Sort.WORD, words, several=True),)


SIGNS = _words(("<=", "≤", "≤"), (">=", "≥", "≥"))
_LIMIT = (Slot("sign", Sort.WORD, SIGNS, default=">="), Slot("n", Sort.NUMBER))
_ANY = Word("any", "任意", "any")

_NUMBERS = (
    ("check", "检定", "check"), ("accuracy", "命中", "accuracy"), ("magic", "施法", "magic check"),
    ("init", "先攻检定", "initiative check", "先攻"), ("opposed", "对抗", "opposed check"), ("support", "支援", "support check"),
    ("study", "研究", "study"), ("hinder", "妨碍", "hinder"), ("ritual", "仪式", "ritual"), ("damage", "伤害", "damage"),
    ("damage_times", "伤害倍率", "damage times"), ("healing", "恢复", "healing"), ("multi", "目标数", "targets"),
    ("def", "防御", "DEF"), ("mdef", "魔防", "M.DEF"), ("reduction", "减伤", "damage reduction"), ("hg", "生命容量", "HG capacity"),
    ("mg", "精神容量", "MG capacity"), ("hg_each", "每条生命容量", "capacity of each HG"),
    ("mg_each", "每条精神容量", "capacity of each MG"), ("crisis_value", "危机值", "crisis value"), ("self_heal", "自愈", "self-heal"),
    ("spd", "SPD", "SPD"), ("actions", "动作", "actions"), ("ip_max", "物品点上限", "most IP"), ("mp_cost", "精神消耗", "MP cost"),
    ("ip_cost", "物品消耗", "IP cost"), ("price", "价格", "price"),
)  # fmt: skip
_NAMED = (
    ("use_die", "替骰", "die in place of", ATTRIBUTES, ATTRIBUTES), ("damage_type", "伤害类型", "damage type", (), TYPES),
    ("ignore", "无视", "ignores", STATES, ()), ("affinity", "亲和", "affinity", (*TYPES, CHOSEN), STATES),
    ("immune", "免疫", "immune to", STATUSES, ()), ("die", "骰阶", "die steps", ATTRIBUTES, ()),
)  # fmt: skip
BARE = ("ignore", "immune")
"""Of these the part says everything."""
QUANTITIES = (
    *(Quantity(key, zh, en, tuple(also), gives=(FLAT,), clause="FAB-LIV-32") for key, zh, en, *also in _NUMBERS),
    *(
        Quantity(key, zh, en, gives=(FLAT,), parts=parts, values=values, bare=key in BARE, clause="FAB-LIV-32")
        for key, zh, en, parts, values in _NAMED
    ),
)

_AFTER = {
    "weapon": _some(*ARMS, *words_of_terms(WeaponCategory)), "type": _some(*TYPES), "attribute": _some(*ATTRIBUTES),
    "status": _some(*STATUSES, _ANY), "target_status": _some(*STATUSES, _ANY), "target_rank": _some(*words_of_terms(Rank)),
    "target_life": _some(*words_of_terms(LifeCategory, Species)), "kind": _some(*CHECKS), "unbroken": _LIMIT, "superiority": _LIMIT,
    "tier": _LIMIT, "double": (Slot("from", Sort.NUMBER), Slot("to", Sort.NUMBER)),
    "spell": (Slot("values", Sort.TEXT, LISTS, several=True),),
}  # fmt: skip
"""What may stand after the first word of a condition."""
CONDITIONS = tuple(
    Condition(key, zh, en, slots=_AFTER.get(key, ()), forks=key == "any")
    for key, zh, en in (
        ("crisis", "危机", "in Crisis"), ("target_crisis", "目标危机", "target in Crisis"), ("unbroken", "未破", "unbroken HGs"),
        ("weapon", "武器", "weapon"), ("type", "类型", "damage type"), ("attribute", "属性", "attribute"),
        ("status", "状态", "status"), ("target_status", "目标状态", "target has status"),
        ("target_life", "目标类别", "target is of"), ("target_rank", "目标位阶", "target rank"), ("spell", "法术", "spell"),
        ("target_bond", "目标羁绊", "bond towards the target"), ("shield", "持盾", "with a shield"),
        ("no_armor", "无甲", "without armour"), ("martial_armor", "军用甲", "in martial armour"), ("conflict", "冲突", "in a conflict"),
        ("kind", "种类", "kind of check"), ("first_round", "首轮", "in the first round"), ("guarding", "防御中", "guarding"),
        ("overdrawn", "透支", "overdrawn"), ("villain", "反派在场", "a villain is here"), ("superiority", "优势点", "superiority points"),
        ("double", "双", "double"), ("success", "成功", "success"), ("failure", "失败", "failure"), ("tier", "层级", "tier"),
        ("any", "任一", "any of"),
    )
)  # fmt: skip

OCCASIONS = _words(
    ("used", "使用", "used"), ("checked", "检定后", "after a check"), ("invoked", "援引", "invoked"), ("doubles", "双X", "doubles", "同数"),
    ("declared", "攻击声明", "attack declared"), ("hit", "命中", "hit"), ("missed", "未中", "missed"), ("was_hit", "被命中", "was hit"),
    ("was_missed", "被攻击未中", "attacked and missed"), ("damage_coming", "将受伤", "about to take damage"),
    ("dealt", "造成伤害", "dealt damage"), ("damaged", "受伤", "took damage"), ("broke", "击破", "broke a gauge"),
    ("gauge_lost", "量谱被破", "lost a gauge"), ("crisis_entered", "进入危机", "entered Crisis"),
    ("crisis_left", "脱离危机", "left Crisis"), ("dropping", "将倒下", "about to drop"), ("dropped", "倒下", "dropped"),
    ("cast", "施法后", "after casting"), ("overdrew", "透支", "overdrew"), ("status_gained", "得状态", "gained a status"),
    ("healed", "被恢复", "was healed"), ("gave_healing", "给予恢复", "healed somebody"), ("guarded", "防御时", "guarded"),
    ("studied", "研究后", "after a study"), ("item_used", "用物品", "used an item"),
    ("superiority_gained", "得优势点", "gained superiority"), ("turn_start", "回合开始", "turn start"),
    ("turn_end", "回合结束", "turn end"), ("tick_start", "刻开始", "tick start"), ("tick_end", "刻结束", "tick end"),
    ("round_start", "轮开始", "round start"), ("round_end", "轮结束", "round end"), ("conflict_start", "冲突开始", "conflict start"),
    ("conflict_end", "冲突结束", "conflict end"), ("scene_start", "场景开始", "scene start"), ("rested", "休息后", "after a rest"),
)  # fmt: skip

_POOL, _N, _ONE = (
    Slot("pool", Sort.WORD, words_of_terms(Pool)),
    Slot("n", Sort.AMOUNT),
    Slot("n", Sort.AMOUNT, default="1"),
)
_TOLD = (Slot("text", Sort.TEXT, default=""),)
_STEP_WORDS = {
    "heal": (_POOL, _N, *_some(*(word for word in PLACES if word.key == "unbroken"))), "lose": (_POOL, _N),
    "damage": (_N, Slot("type", Sort.WORD, words_of_terms(DamageType))), "status": (Slot("status", Sort.WORD, STATUSES),),
    "cure": (Slot("status", Sort.WORD, (*STATUSES, *(word for word in PLACES if word.key in ("one", ALL))), default=ALL),),
    "gain": (Slot("what", Sort.WORD, GAINS), _ONE), "initiative": (_N,), "add": (_N,), "add_damage": (_N,), "lessen": (_N,),
    "reroll": (_ONE,), "action": (_ONE,), "clock": (_ONE,), "reveal": (_ONE,), "tell": _TOLD, "effect": (Slot("effect"),),
    "attack": _some(*(word for word in (*ARMS, *PLACES) if word.key in ("melee", "ranged", "HR0"))),
    "check": (Slot("first", Sort.WORD, ATTRIBUTES), Slot("second", Sort.WORD, ATTRIBUTES), Slot("dl", Sort.NUMBER, default="10")),
}  # fmt: skip
"""What stands after the first word of a step (FAB-LIV-36)."""
STEPS = tuple(
    Step(key, zh, en, slots=_STEP_WORDS.get(key, ()), forks=key == "check")
    for key, zh, en in (
        ("heal", "恢复", "heal"), ("lose", "失去", "lose"), ("damage", "伤害", "damage"), ("break", "击破", "break"),
        ("status", "状态", "status"), ("cure", "解除", "cure"), ("gain", "得", "gain"), ("initiative", "先攻", "initiative"),
        ("swap", "换先攻", "swap"), ("add", "加值", "add"), ("add_damage", "加伤", "add damage"), ("reroll", "重掷", "reroll"),
        ("lessen", "减伤", "lessen"), ("redirect", "代受", "redirect"), ("attack", "攻击", "attack"), ("action", "动作", "action"),
        ("clock", "走钟", "clock"), ("reveal", "看清", "reveal"), ("effect", "效果", "effect"), ("end", "结束", "end"),
        ("tell", "讲述", "tell"), ("check", "检定", "check"),
    )
)  # fmt: skip

SPANS = (
    *(
        Span(key, zh, en, tuple(also), ends=Ending.COUNT)
        for key, zh, en, *also in (
            ("tick", "刻", "ticks", "tick"), ("round", "轮", "rounds", "round"),
            ("turn_start", "回合开始", "turn starts", "turn start"), ("turn_end", "回合结束", "turn ends", "turn end"),
        )
    ),
    *(
        Span(key, zh, en, tuple(also))
        for key, zh, en, *also in (
            ("until_tick_end", "此刻", "this tick", "至此刻结束", "至刻末"), ("until_turn_end", "回合", "this turn", "至回合结束", "至回合末"),
            ("until_round_end", "轮", "this round", "至此轮结束", "至轮末"), ("next_check", "下一次检定", "next check"),
            ("next_attack", "下一次攻击", "next attack"), ("next_damage", "下一次受伤", "next damage"),
            ("conflict", "冲突", "conflict"), ("scene", "场景", "scene"), ("rest", "休息", "rest", "休息前"),
            ("forever", "永久", "for good", "permanent"),
        )
    ),
)  # fmt: skip
"""期限 (FAB-LIV-37)."""

WHOSE = _words(
    ("", "自己", "self", "self"), ("ally", "同伴", "ally"), ("side", "己方", "side"), ("enemy", "敌方", "enemy", "enemies"),
    ("any", "任何人", "any", "anybody", "全场", "all"),
)  # fmt: skip
WHOM = _words(
    ("self", "自己", "self"), ("target", "目标", "target"), ("source", "来源", "source"), ("ally", "同伴", "allies", "ally"),
    ("side", "己方", "side"), ("enemies", "敌方", "enemies", "enemy"), ("pick_ally", "选同伴", "an ally", "pick ally"),
    ("pick_side", "选己方", "one of the side", "pick side"), ("pick_enemy", "选敌方", "an enemy", "pick enemy"),
    ("pick_any", "选任意", "anybody", "pick any"),
)  # fmt: skip
PERS = _words(
    ("turn", "回合", "turn"), ("round", "轮", "round"), ("conflict", "冲突", "conflict"), ("scene", "场景", "scene"),
    ("session", "团", "session"),
)  # fmt: skip
COSTS = _words(
    (FLAT, "值", "by"), ("mp", "MP", "MP", "精神"), ("hp", "HP", "HP", "生命"), ("fp", "物语点", "Fabula Points"),
    ("ip", "物品点", "IP"), ("superiority", "优势点", "superiority points"), ("ultima", "终极点", "Ultima Points"),
    ("money", "Z", "Z", "资金"), ("action", "动作", "action"),
)  # fmt: skip
FACTORS = _words(
    ("times", "次", "times learned", "次数"), ("LV", "LV", "LV"), ("HR", "HR", "HR"), ("value", "判定值", "value"),
    ("bond", "羁绊", "bond"), ("amount", "伤害量", "damage"),
)  # fmt: skip
"""What may stand in a value (FAB-LIV-32)."""
DENIES = _words(
    ("act", "行动", "acting"), ("cast", "施法", "casting"), ("recover", "恢复", "recovering"), ("invoke", "援引", "invoking"),
    ("guard", "防御", "guarding"), ("surprise", "突袭", "being surprised"),
)  # fmt: skip
_GRANTED = {
    "martial": _some(*MARTIAL, CHOSEN), "ritual": _some(*DISCIPLINES, CHOSEN), "hinder": _some(*STATUSES), "tag": _TOLD,
}  # fmt: skip
GRANTS = tuple(
    Step(key, zh, en, slots=_GRANTED.get(key, ()))
    for key, zh, en in (
        ("martial", "军用", "martial"), ("ritual", "仪式", "rituals"), ("projects", "工程", "projects"),
        ("free_swap", "换装免动作", "a swap without an action"), ("hinder", "妨碍", "hindering with"), ("tag", "标签", "tag"),
    )
)  # fmt: skip


SPELLINGS = Vocabulary(
    quantities=QUANTITIES,
    gives=COSTS,
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=SPANS,
    whose=WHOSE,
    whom=WHOM,
    pers=PERS,
    denies=DENIES,
    grants=GRANTS,
    factors=FACTORS,
    clause="FAB-LIV-31",
)
"""The words alone, as records are read by them; what they mean is added in `bearing`."""
