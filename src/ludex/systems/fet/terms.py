"""The words of FET (For Everything): English in code, the Chinese term beside it. No rules here."""

from enum import StrEnum


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


class Resource(StrEnum):
    """What damage eats: 体力 and 意志."""

    STAMINA = "stamina"  # 体力
    WILL = "will"  # 意志 (as a resource, ruling E-13)


RESOURCES = tuple(str(r) for r in Resource)
EITHER = "either"
"""A loss whose resource its owner picks."""


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


class WardKind(StrEnum):
    """How a reduction or bonus changes a loss or gain: 百分比, 固定值, 防御值."""

    PERCENT = "percent"
    FLAT = "flat"
    DEFENCE = "defence"
