"""The words of FET (For Everything): English in code, the Chinese term beside it. No rules here."""

import math
from enum import StrEnum
from fractions import Fraction


class Attribute(StrEnum):
    """The eleven: six attributes (六维属性) and five domains (领域)."""

    CONSTITUTION = "constitution"  # 体质
    DEXTERITY = "dexterity"  # 敏捷
    STRENGTH = "strength"  # 力量
    WILLPOWER = "willpower"  # 意志
    EDUCATION = "education"  # 教育
    INTELLIGENCE = "intelligence"  # 智力
    MEDICINE = "medicine"  # 医学及生命科学
    ENGINEERING = "engineering"  # 工程与科技
    MILITARY = "military"  # 军事与生存
    LITERATURE = "literature"  # 文学
    ARTS = "arts"  # 视觉及表演艺术


ELEVEN = tuple(str(a) for a in Attribute)
PHYSICAL = ELEVEN[:3]
MENTAL = ELEVEN[3:6]
SIX = ELEVEN[:6]
DOMAINS = ELEVEN[6:]

GROUPS: dict[str, tuple[str, ...]] = {"physical": PHYSICAL, "mental": MENTAL, "domains": DOMAINS}
"""The three groups that share 100 % each (物理, 思维, 领域)."""

SPREAD = {**GROUPS, "all": ELEVEN}
"""What a modifier on several attributes means."""

SCOPES: dict[str, tuple[str, ...]] = {**SPREAD, "mental": (*MENTAL, *DOMAINS)}
"""What a buff on several attributes means: thinking takes the domains with it."""


class Resource(StrEnum):
    """What damage eats: 体力 and 意志."""

    STAMINA = "stamina"  # 体力
    WILL = "will"  # 意志 (as a resource, ruling E-13)


RESOURCES = tuple(str(r) for r in Resource)
MAXIMA = ("stamina_max", "will_max")
EITHER = "either"
"""A loss whose resource its owner picks."""
EVERY = "all"
"""Both resources."""


class Kind(StrEnum):
    """What an act is (行为)."""

    ATTACK = "attack"  # 攻击
    SHOOT = "shoot"  # 射击
    CONTROL = "control"  # 控制
    DEBUFF = "debuff"  # 减益
    INTERRUPT = "interrupt"  # 打断
    DEFEND = "defend"  # 护盾
    DODGE = "dodge"  # 闪避
    PARRY = "parry"  # 招架
    MOVE = "move"  # 移动
    HEAL = "heal"  # 治疗
    SKILL = "skill"  # 技能
    BREAK = "break"  # 突破
    RELOAD = "reload"  # 装填
    OTHER = "other"  # 其他
    WAIT = "wait"  # 等待


KINDS = tuple(str(k) for k in Kind)
DEFENSIVE = (Kind.DEFEND, Kind.DODGE, Kind.PARRY)
HOSTILE = (Kind.ATTACK, Kind.SHOOT, Kind.CONTROL, Kind.DEBUFF, Kind.INTERRUPT)
AIMED = (*HOSTILE, Kind.HEAL)
"""Kinds that need a target."""
DEBUFFED = (str(Kind.ATTACK), str(Kind.MOVE))
"""FET-DBF-1: what a debuff cuts unless it says otherwise."""
ONE_TARGET = (Kind.CONTROL, Kind.INTERRUPT)


class Effect(StrEnum):
    """What a skill does (FET-SKX-1)."""

    DAMAGE = "damage"
    HEAL = "heal"
    MOVE = "move"
    CONTROL = "control"
    DEBUFF = "debuff"
    CONVERT = "convert"
    RETALIATE = "retaliate"
    REDUCE = "reduce"
    GUARD = "guard"
    EMPOWER = "empower"
    SUMMON = "summon"
    VULNERABLE = "vulnerable"
    WEAKEN = "weaken"
    ATTRIBUTE = "attribute"
    INFO = "info"


LANDING = (Effect.DAMAGE, Effect.CONTROL, Effect.DEBUFF)
"""Effects that land on a target like an attack."""
UNPAID = (Effect.ATTRIBUTE, Effect.INFO)
"""Effects that no share of the impact pays for."""


class Outcome(StrEnum):
    """How an act came out when it was settled."""

    HIT = "hit"
    BLOCKED = "blocked"
    MISSED = "missed"
    NONE = "none"
    CONTROLLED = "controlled"
    DEBUFFED = "debuffed"
    INTERRUPTED = "interrupted"
    BROKEN = "broken"
    HEALED = "healed"
    MOVED = "moved"
    READY = "ready"
    FREED = "freed"
    DONE = "done"
    RELOADED = "reloaded"
    WAITED = "waited"
    PAID = "paid"
    NOTED = "noted"


class Result(StrEnum):
    """How a D100 came out."""

    SUCCESS = "success"
    FAILURE = "failure"


class Zone(StrEnum):
    """Where a fighter stands in a general scene: 危险区, 安全区."""

    DANGER = "danger"
    SAFE = "safe"


class SceneKind(StrEnum):
    """一般战斗, 复杂战斗."""

    GENERAL = "general"
    COMPLEX = "complex"


class WeaponType(StrEnum):
    """冷兵器, 热兵器."""

    MELEE = "melee"
    RANGED = "ranged"


class BuffKind(StrEnum):
    """How a buff changes a value, in this order: ((v + a) x (1 + b) + c) x (1 + d)."""

    DIRECT_ADD = "direct_add"  # 直接加算
    DIRECT_MULTIPLY = "direct_multiply"  # 直接乘算
    FINAL_ADD = "final_add"  # 最终加算
    FINAL_MULTIPLY = "final_multiply"  # 最终乘算


CHANGES = ("points", "multiply", "add", *BuffKind)
"""FET-TRT-2: how a modifier changes what it is on."""


class WardKind(StrEnum):
    """How a reduction or bonus changes a loss or gain: 百分比, 固定值, 防御值."""

    PERCENT = "percent"
    FLAT = "flat"
    DEFENCE = "defence"


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


def exact(x: Number) -> Fraction:
    """A decimal number exactly as it is written: 0.1 is one tenth."""
    return Fraction(str(x))


def written(x: Number, *, signed: bool = False) -> str:
    """FET-CMD-7: a number as text, without trailing zeros; changes carry their sign."""
    text = str(tidy(x))
    return f"+{text}" if signed and x >= 0 else text


ATTRIBUTE_NAMES: dict[str, Attribute] = {
    "体质": Attribute.CONSTITUTION,
    "敏捷": Attribute.DEXTERITY,
    "力量": Attribute.STRENGTH,
    "意志": Attribute.WILLPOWER,
    "教育": Attribute.EDUCATION,
    "智力": Attribute.INTELLIGENCE,
    "医学及生命科学": Attribute.MEDICINE,
    "医学": Attribute.MEDICINE,
    "生命科学": Attribute.MEDICINE,
    "工程与科技": Attribute.ENGINEERING,
    "工程及科技": Attribute.ENGINEERING,
    "工程": Attribute.ENGINEERING,
    "科技": Attribute.ENGINEERING,
    "军事与生存": Attribute.MILITARY,
    "军事": Attribute.MILITARY,
    "生存": Attribute.MILITARY,
    "文学": Attribute.LITERATURE,
    "视觉及表演艺术": Attribute.ARTS,
    "视觉和表演艺术": Attribute.ARTS,
    "视觉": Attribute.ARTS,
    "表演": Attribute.ARTS,
    "艺术": Attribute.ARTS,
}
"""FET-CMD-4: full names, both spellings (ruling E-12), short forms."""
