"""The words of FET (For Everything) in both languages, and its numbers (FET-NUM-1 to 4). No rules here.

Values come from cosines and logarithms, so they are floats; whatever is added up over a battle is kept `tidy`, so that
two wind-ups that end together on paper end together here.
"""

import math
from fractions import Fraction

from ludex.core.terms import Term


class Attribute(Term):
    """The eleven: six attributes (六维属性) and five domains (领域), with the short forms of FET-CMD-4 (Ruling FET-E-12)."""

    CONSTITUTION = "constitution", "体质", "constitution", "con"
    DEXTERITY = "dexterity", "敏捷", "dexterity", "dex"
    STRENGTH = "strength", "力量", "strength", "str"
    WILLPOWER = "willpower", "意志", "willpower", "wil", "wis", "wisdom", "will"
    EDUCATION = "education", "教育", "education", "edu"
    INTELLIGENCE = "intelligence", "智力", "intelligence", "int"
    MEDICINE = "medicine", "医学及生命科学", "medicine", "医学", "生命科学", "med", "medical"
    ENGINEERING = (
        *("engineering", "工程与科技", "engineering", "工程及科技", "工程", "科技"),
        *("eng", "tech", "technology"),
    )
    MILITARY = "military", "军事与生存", "military", "军事", "生存", "mil", "survival"
    LITERATURE = "literature", "文学", "literature", "lit"
    ARTS = (
        *("arts", "视觉及表演艺术", "arts", "视觉和表演艺术", "视觉", "表演", "艺术"),
        *("art", "visual", "performing", "vp", "vpa"),
    )


ELEVEN = tuple(str(a) for a in Attribute)
PHYSICAL = ELEVEN[:3]
MENTAL = ELEVEN[3:6]
SIX = ELEVEN[:6]
DOMAINS = ELEVEN[6:]

ATTRIBUTE_NAMES = {name: a for a in Attribute for name in a.spellings if not name.isascii()}
"""FET-CMD-4: the Chinese names, full and short."""


class Scope(Term):
    PHYSICAL = "physical", "物理", "physical"
    MENTAL = "mental", "思维", "mental"
    DOMAINS = "domains", "领域", "domains"
    ALL = "all", "全部", "all", "所有"


GROUPS: dict[str, tuple[str, ...]] = {"physical": PHYSICAL, "mental": MENTAL, "domains": DOMAINS}
"""The three groups that share 100 % each."""

SPREAD = {**GROUPS, "all": ELEVEN}
"""What a modifier on several attributes means."""

SCOPES: dict[str, tuple[str, ...]] = {**SPREAD, "mental": (*MENTAL, *DOMAINS)}
"""What a buff on several attributes means: thinking takes the domains with it."""


class Resource(Term):
    STAMINA = "stamina", "体力", "stamina", "hp"
    WILL = "will", "意志", "will", "mp"  # Ruling FET-E-13: as a resource


RESOURCES = tuple(str(r) for r in Resource)
EITHER = "either"
EVERY = "all"
"""A loss whose resource its owner picks; both resources."""


class Maximum(Term):
    STAMINA_MAX = "stamina_max", "体力上限", "stamina maximum", "体力"
    WILL_MAX = "will_max", "意志上限", "will maximum"


MAXIMA = tuple(str(m) for m in Maximum)


class Amount(Term):
    """Other numbers that a modifier may change (FET-LIV-25): by a factor or by an addition."""

    LOAD_TOTAL = "load_total", "总负重", "total load", "负重上限"
    WIND_UP = "wind_up", "前摇", "wind-up"
    IMPACT = "impact", "影响数值", "impact", "影响"
    DAMAGE_DEALT = "damage_dealt", "造成的伤害", "damage dealt", "造成伤害"
    DAMAGE_TAKEN = "damage_taken", "受到的伤害", "damage taken", "受到伤害"
    HEAL_DEALT = "heal_dealt", "给出的治疗", "healing dealt", "给出治疗"
    HEAL_TAKEN = "heal_taken", "受到的治疗", "healing taken", "受到治疗"
    NEGOTIATION_BONUS = "negotiation_bonus", "属性加成", "negotiation bonus", "交涉加成"
    RATE = "rate", "成功率", "success rate"
    APPEARANCE = "appearance", "外貌", "appearance"
    SIZE = "size", "体型", "size"
    REACH = "reach", "攻击距离", "reach", "距离", "射程"
    ACTION_POINTS = "action_points", "行动力", "action points"


AMOUNTS = tuple(str(a) for a in Amount)

CHANGED = (Maximum, Attribute, Scope, Amount)
"""What a modifier may be on, in the order in which a word is read."""


class Kind(Term):
    ATTACK = "attack", "攻击", "attack"
    SHOOT = "shoot", "射击", "shoot"
    CONTROL = "control", "控制", "control"
    DEBUFF = "debuff", "减益", "debuff"
    INTERRUPT = "interrupt", "打断", "interrupt"
    DEFEND = "defend", "护盾", "shield"
    DODGE = "dodge", "闪避", "dodge"
    PARRY = "parry", "招架", "parry"
    MOVE = "move", "移动", "move"
    HEAL = "heal", "治疗", "heal"
    SKILL = "skill", "技能", "skill"
    BREAK = "break", "突破", "break out"
    RELOAD = "reload", "装填", "reload"
    OTHER = "other", "行动", "act"
    WAIT = "wait", "等待", "wait"


KINDS = tuple(str(k) for k in Kind)
DEFENSIVE = (Kind.DEFEND, Kind.DODGE, Kind.PARRY)
HOSTILE = (Kind.ATTACK, Kind.SHOOT, Kind.CONTROL, Kind.DEBUFF, Kind.INTERRUPT)
AIMED = (*HOSTILE, Kind.HEAL)
"""Kinds that need a target."""
DEBUFFED = (str(Kind.ATTACK), str(Kind.MOVE))
"""FET-DBF-1: what a debuff cuts unless it says otherwise."""
ONE_TARGET = (Kind.CONTROL, Kind.INTERRUPT)


class EffectSort(Term):
    DAMAGE = "damage", "伤害", "damage"
    HEAL = "heal", "治疗", "heal", "恢复", "restore"
    MOVE = "move", "移动", "move"
    CONTROL = "control", "控制", "control"
    DEBUFF = "debuff", "减益", "debuff"
    CONVERT = "convert", "转换", "convert"
    RETALIATE = "retaliate", "反伤", "retaliate", "反击"
    REDUCE = "reduce", "减伤", "reduce"
    GUARD = "guard", "护身", "guard"
    EMPOWER = "empower", "增伤", "empower"
    SUMMON = "summon", "召唤", "summon"
    PLACE = "place", "结界", "barrier"
    SHIELD = "shield", "护盾", "shield"
    INTERRUPT = "interrupt", "打断", "interrupt"
    HIDE = "hide", "隐藏", "hide"
    VULNERABLE = "vulnerable", "易伤", "vulnerable"
    WEAKEN = "weaken", "虚弱", "weaken"
    ATTRIBUTE = "attribute", "属性", "attribute"
    INFO = "info", "信息", "information"


LANDING = (EffectSort.DAMAGE, EffectSort.CONTROL, EffectSort.DEBUFF, EffectSort.INTERRUPT)
"""Effects that land on a target like an attack."""
UNPAID = (EffectSort.ATTRIBUTE, EffectSort.INFO, EffectSort.PLACE)
"""Effects that no share of the impact pays for."""


class Event(Term):
    """What happens and may set something off (FET-LIV-27)."""

    DECLARED = "declared", "宣告", "declares"
    ATTACKS = "attacks", "攻击", "attacks"
    ATTACKED = "attacked", "被攻击", "attacked"
    ABOUT_TO_HURT = "about_to_hurt", "将受伤害", "about to be hurt"
    DAMAGED = "damaged", "受到伤害", "damaged"
    DEALT = "dealt", "造成伤害", "deals damage", "damage"
    NEAR_DEATH = "near_death", "濒死", "near death"
    DIED = "died", "死亡", "dies"
    KILL = "kill", "杀死", "kills"
    KILLED_BY_VAMPIRE = "killed_by_vampire", "被吸血鬼杀死", "killed by a vampire"
    SUNLIGHT = "sunlight", "日光", "sunlight", "阳光", "自然光"
    BORROW_SHEET = "borrow_sheet", "借卡", "borrows a sheet"
    BATTLE_START = "battle_start", "开战", "a battle begins"
    BATTLE_END = "battle_end", "终战", "a battle ends"
    WON = "won", "胜利", "wins"
    BROKEN = "broken", "被打断", "broken off"
    RESTORED = "restored", "被恢复", "restored"
    EXPIRED = "expired", "到期", "runs out"
    CHECKED = "checked", "检定", "checks"
    TICK = "tick", "每t", "every t"
    REST = "rest", "休息", "rests"


class OtherStep(Term):
    """What a trait may do beside what skills do (FET-LIV-28)."""

    ADD = "add", "增加", "add"
    SCAR = "scar", "不可恢复", "scar"
    KILL = "kill_step", "致死", "kill"
    ERASE = "erase", "抹除", "erase"
    BRING_BACK = "bring_back", "复苏", "bring back", "revive"
    LEVEL = "level_step", "升级", "level"
    RACE = "race_step", "变种族", "change race", "race"
    CASH = "cash_step", "金钱", "money", "cash"
    POINTS = "points_step", "行动力", "action points", "action_points"
    ASK = "gm_asks", "由主持人判定", "the GM decides"


class Aim(Term):
    ONE = "one", "一个目标", "one target", "目标"
    SELF = "self", "自己", "self"
    SOURCE = "source", "伤害来源", "the source", "来源"
    ATTACKER = "attacker", "攻击者", "the attacker"
    ALL = "all", "全部", "all", "全体"


class Outcome(Term):
    HIT = "hit", "命中", "hit"
    BLOCKED = "blocked", "被挡下", "blocked"
    MISSED = "missed", "落空", "missed"
    NONE = "none", "无效", "no effect"
    CONTROLLED = "controlled", "控制成功", "controlled"
    DEBUFFED = "debuffed", "减益生效", "debuffed"
    INTERRUPTED = "interrupted", "打断成功", "interrupted"
    BROKEN = "broken", "被打断", "broken off"
    HEALED = "healed", "恢复", "healed"
    MOVED = "moved", "移动", "moved"
    READY = "ready", "护盾立起", "shield stands"
    FREED = "freed", "突破", "freed"
    DONE = "done", "完成", "done"
    RELOADED = "reloaded", "装填完毕", "reloaded"
    WAITED = "waited", "等到了", "waited"
    PAID = "paid", "已付出", "paid"
    STANDS = "stands", "生效", "stands"
    SUMMONED = "summoned", "分身现身", "summoned"
    NOTED = "noted", "已记下", "noted"


class Result(Term):
    SUCCESS = "success", "成功", "success"
    FAILURE = "failure", "失败", "failure"


class Treated(Term):
    """What treatment gives back (FET-LIV-1): either resource, or action points by first aid (FET-ACP-3)."""

    STAMINA = "stamina", "体力", "stamina", "hp"
    WILL = "will", "意志", "will", "mp"
    POINTS = "action_points", "行动力", "action points", "ap"


class How(Term):
    NIGHT = "night", "休息一夜", "a night's rest"
    TREATMENT = "treatment", "治疗", "treatment"
    AFTER_BATTLE = "after_battle", "战后恢复", "after battle"
    ITEM = "item", "道具", "item"


class Zone(Term):
    DANGER = "danger", "危险区", "danger zone"
    SAFE = "safe", "安全区", "safe zone"


class SceneKind(Term):
    GENERAL = "general", "一般战斗", "general combat"
    COMPLEX = "complex", "复杂战斗", "complex combat", "方盒", "box"


class WeaponType(Term):
    """What a weapon is; the author's newer bot has other words for it."""

    MELEE = "melee", "近战", "melee", "冷兵器", "增幅", "其他", "无类型", "amplifier", "none"
    RANGED = "ranged", "远程", "ranged", "热兵器", "火力", "artillery"


class Change(Term):
    """FET-TRT-2: how a modifier changes what it is on."""

    POINTS = "points", "点", "points", "%", "点数"
    MULTIPLY = "multiply", "乘", "times", "x", "×", "乘以"
    ADD = "add", "加", "plus", "+", "加上"


class BuffKind(Term):
    """How a buff changes a value, in this order: ((v + a) x (1 + b) + c) x (1 + d)."""

    DIRECT_ADD = "direct_add", "直接加算", "direct plus", "直接加", "直加", "da"
    DIRECT_MULTIPLY = "direct_multiply", "直接乘算", "direct times", "直接乘", "直乘", "dm"
    FINAL_ADD = "final_add", "最终加算", "final plus", "最终加", "终加", "fa"
    FINAL_MULTIPLY = "final_multiply", "最终乘算", "final times", "最终乘", "终乘", "fm"


CHANGES = (*Change, *BuffKind)


class WardKind(Term):
    PERCENT = "percent", "百分比", "percent"
    FLAT = "flat", "固定值", "flat"
    DEFENCE = "defence", "防御值", "defence"


# Numbers


Number = int | float

NOISE = 1e-9
"""FET-NUM-1: absorbs floating-point noise before rounding."""

PLACES = 9
"""Decimal places that a kept number has at most."""


BIGGEST = 10**15
"""No number that people type is bigger: beyond it floats no longer count in ones."""


def typed_number(text: str) -> Number | None:
    """A number as it was typed; None if it is none, or too big to count with."""
    try:
        found = float(text)
    except ValueError:
        return None
    return tidy(found) if abs(found) <= BIGGEST else None


def half_up(x: Number, places: int = 0) -> Number:
    """FET-NUM-1: to so many places, half away from zero."""
    scale = 10**places
    whole = math.floor(abs(x) * scale + 0.5 + NOISE)
    return tidy(math.copysign(whole, x) / scale)


def whole(x: Number) -> int:
    """FET-NUM-2: to a whole number, half away from zero."""
    return int(half_up(x))


def up(x: Number, places: int = 0) -> Number:
    """Up to the next multiple of the last place."""
    scale = 10**places
    return tidy(math.ceil(x * scale - NOISE) / scale)


def tidy(x: Number) -> Number:
    """FET-NUM-3: the same number, not rounded, only without floating-point noise; an int where it is whole."""
    near = round(x, PLACES)
    return int(near) if near == int(near) else near


def readable(x: Number) -> Number:
    """What people read of a number that runs on unrounded (FET-NUM-3): two places at most."""
    return half_up(x, 2)


def exact(x: Number) -> Fraction:
    """A decimal number exactly as it is written: 0.1 is one tenth."""
    return Fraction(str(x))


def written(x: Number, *, signed: bool = False) -> str:
    """FET-CMD-7: a number as text, without trailing zeros; changes carry their sign."""
    text = str(tidy(x))
    return f"+{text}" if signed and x >= 0 else text


SECRET = "secret"
"""Who has set a target that players do not know (FET-LIV-6)."""

UNKNOWN = "?"
"""Stands for somebody whom a viewer may not know of."""

UNDISCLOSED = "undisclosed"
"""The kind of an act of which only is known that it was declared (FET-LIV-39)."""

HUMANS = ("human", "人类", "人類")
"""What a race is called that is none (FET-TRX-1)."""


def double_name(owner: str) -> str:
    """How a double is called after its owner: in the language of the owner's name (FET-LIV-41)."""
    return f"{owner}'s double" if owner.isascii() else f"{owner}的分身"
