"""The words of Mirror (镜) as enums: English in code, the Chinese term beside each. No rule lives here."""

from enum import StrEnum


class Attribute(StrEnum):
    """The six attributes (属性)."""

    STR = "str"  # 力量
    DEX = "dex"  # 敏捷
    CON = "con"  # 体质
    WIL = "wil"  # 魄力
    INT = "int"  # 智慧
    SEN = "sen"  # 感悟


class Tier(StrEnum):
    """Bands of an attribute value (属性阶层)."""

    INFERIOR = "inferior"  # 劣等
    LESSER = "lesser"  # 次等
    STANDARD = "standard"  # 标准
    SUPERIOR = "superior"  # 高等


class Method(StrEnum):
    """How attributes are built: attribute points (属性点) or potential (潜能点)."""

    POINTS = "points"
    POTENTIAL = "potential"


class Skill(StrEnum):
    """The nine skills (技能), three in each group: physical 体能, mental 心智, social 社交."""

    ATHLETICS = "athletics"  # 运动
    AGILITY = "agility"  # 灵巧
    ENDURANCE = "endurance"  # 耐力
    LORE = "lore"  # 学识
    INSIGHT = "insight"  # 洞悉
    INTUITION = "intuition"  # 直觉
    INTIMIDATION = "intimidation"  # 示威
    RHETORIC = "rhetoric"  # 话术
    EMPATHY = "empathy"  # 共情


GROUPS: dict[str, tuple[Skill, ...]] = {
    "physical": (Skill.ATHLETICS, Skill.AGILITY, Skill.ENDURANCE),
    "mental": (Skill.LORE, Skill.INSIGHT, Skill.INTUITION),
    "social": (Skill.INTIMIDATION, Skill.RHETORIC, Skill.EMPATHY),
}
"""The groups that an effect may name instead of a skill (MIR-SKL-1, MIR-SKL-2)."""

LINKED: dict[str, tuple[Attribute, ...]] = {  # MIR-SKL-4
    Skill.ATHLETICS: (Attribute.STR, Attribute.CON),
    Skill.AGILITY: (Attribute.STR, Attribute.DEX),
    Skill.ENDURANCE: (Attribute.CON, Attribute.WIL),
    Skill.LORE: (Attribute.INT,),
    Skill.INSIGHT: (Attribute.DEX, Attribute.INT),
    Skill.INTUITION: (Attribute.WIL, Attribute.SEN),
    Skill.INTIMIDATION: (Attribute.STR, Attribute.SEN),
    Skill.RHETORIC: (Attribute.INT, Attribute.SEN),
    Skill.EMPATHY: (Attribute.WIL, Attribute.SEN),
}


class Defense(StrEnum):
    """Types of defence check (防御)."""

    FORTITUDE = "fortitude"  # 强韧
    DODGE = "dodge"  # 闪避
    DISCERN = "discern"  # 识破
    WILL = "will"  # 意志


DEFENSE_SKILL: dict[str, Skill] = {  # MIR-DFN-2
    Defense.FORTITUDE: Skill.ENDURANCE,
    Defense.DODGE: Skill.AGILITY,
    Defense.DISCERN: Skill.INSIGHT,
    Defense.WILL: Skill.INTUITION,
}


class Primary(StrEnum):
    """Primary domains (主要领域), one for each role (MIR-DOM-3)."""

    WARRIOR = "warrior"  # 武者
    OPERATIVE = "operative"  # 特遣
    CASTER = "caster"  # 术师
    PRIEST = "priest"  # 祭司


class Secondary(StrEnum):
    """Secondary domains (次要领域); they have ranks instead of levels (MIR-DOM-6)."""

    ENGINEERING = "engineering"  # 工程
    ACADEMIA = "academia"  # 学术
    MYSTERY = "mystery"  # 神秘
    ENTERTAINMENT = "entertainment"  # 游艺


BASIC = "basic"
"""The basic domain (基本领域), open to everyone."""


class PartType(StrEnum):
    """Types of body part (部位)."""

    CORE = "core"  # 核心
    UPPER = "upper"  # 上段
    MIDDLE = "middle"  # 中段
    LOWER = "lower"  # 下段


class PartStatus(StrEnum):
    """What a part's wounds do to it."""

    NONE = "none"
    INJURED = "injured"  # 负伤
    DISABLED = "disabled"  # 残障
    LOST = "lost"  # 欠损


class Cognition(StrEnum):
    """Cognition tiers (认知层阶)."""

    HIGH = "high"  # 高认知
    LOW = "low"  # 低认知
    NONE = "none"  # 无认知


class Status(StrEnum):
    """Statuses of a character that rules speak of (MIR-STS-1)."""

    TIRED = "tired"  # 疲惫
    EXHAUSTED = "exhausted"  # 力竭
    UNCONSCIOUS = "unconscious"  # 昏迷
    MAD = "mad"  # 发狂
    DISSOLVED = "dissolved"  # 解体
    DEAD = "dead"  # 死亡
    OPENING = "opening"  # 破绽
    STEALTH = "stealth"  # 潜行
    INVISIBLE = "invisible"  # 隐形
    IMMOBILE = "immobile"  # 无法移动


class Kind(StrEnum):
    """Kinds of modifier (修正)."""

    GENERAL = "general"  # 通用
    ENVIRONMENT = "environment"  # 环境
    INTRINSIC = "intrinsic"  # 内在
    STATUS = "status"  # 状态


class Grade(StrEnum):
    """How a check came out; also the names of the effect tiers a check may have."""

    GREAT_SUCCESS = "great_success"  # 大成功
    SUCCESS = "success"  # 成功
    FAILURE = "failure"  # 失败
    GREAT_FAILURE = "great_failure"  # 大失败
    NONE = "none"


class Physical(StrEnum):
    """Damage types that wound (物理伤害, MIR-DTY-1)."""

    IMPACT = "impact"  # 冲击
    SLASH = "slash"  # 切割
    PUNCTURE = "puncture"  # 穿刺
    POISON = "poison"  # 毒素
    BLEEDING = "bleeding"  # 失血
    BURN = "burn"  # 灼烧
    COLD = "cold"  # 冷冻
    CORROSION = "corrosion"  # 腐蚀


class Mental(StrEnum):
    """Damage types that take stamina (精神伤害, MIR-DTY-2)."""

    WEARINESS = "weariness"  # 困顿
    PAIN = "pain"  # 疼痛
    EUPHORIA = "euphoria"  # 欣快
    SUBMISSION = "submission"  # 屈服


class Injury(StrEnum):
    """Injury effects (损伤)."""

    SEVER = "sever"  # 切断
    BURST = "burst"  # 爆发
    EXECUTION = "execution"  # 处决
    PENETRATION = "penetration"  # 贯通
    MALFUNCTION = "malfunction"  # 故障
    EROSION = "erosion"  # 侵蚀
    STIFFNESS = "stiffness"  # 僵化


LASTING = (Injury.EROSION, Injury.MALFUNCTION, Injury.STIFFNESS)
"""Injury effects that stay on the wound."""


class Tag(StrEnum):
    """Tags of actions, effects, organs and abilities that rules look at."""

    ATTACK = "attack"  # 攻击
    MOVE = "move"  # 移动
    MANIPULATE = "manipulate"  # 操作
    CONCENTRATE = "concentrate"  # 专注
    EXPLORE = "explore"  # 探索
    REST = "rest"  # 休整
    MIND = "mind"  # 心灵
    AUTO = "auto"  # 自动习得
    VITAL = "vital"  # 要害


class ActionType(StrEnum):
    """Types of action (动作)."""

    AA = "AA"  # 自动
    SA = "SA"  # 主要
    MA = "MA"  # 次要
    FA = "FA"  # 自由
    RA = "RA"  # 即时
    TA = "TA"  # 全力


class Unit(StrEnum):
    """What a duration counts (时效)."""

    TICK = "tick"  # 刻
    TURN_START = "turn_start"  # 回合开始
    TURN_END = "turn_end"  # 回合结束
    UNTIL_TURN_END = "until_turn_end"  # 至回合结束
    TICK_END = "tick_end"  # 至此刻结束
    ROUND = "round"  # 轮
    ROUND_END = "round_end"  # 至轮结束
    SEGMENT = "segment"  # 片段
    UNIT = "unit"  # 单元
    SCENE = "scene"  # 场景
    FOCUS = "focus"  # 焦点
    CONDITION = "condition"  # 条件
    PERMANENT = "permanent"  # 永久


class Light(StrEnum):
    """Light levels (光照), from dark to bright."""

    DARK = "dark"  # 黑暗
    DIM = "dim"  # 薄暗
    NORMAL = "normal"  # 常光
    GLARE = "glare"  # 强光


class Acuity(StrEnum):
    """How keen a sense is (敏锐度), from nothing to precise."""

    NONE = "none"
    VAGUE = "vague"  # 朦胧
    IMPRECISE = "imprecise"  # 模糊
    PRECISE = "precise"  # 精确


class Sense(StrEnum):
    """Senses, in the order in which equals are named."""

    SIGHT = "sight"  # 视觉
    HEARING = "hearing"  # 听觉
    TREMOR = "tremor"  # 振动视域
    SMELL = "smell"  # 嗅觉
    HEAT = "heat"  # 热源视域


class Mode(StrEnum):
    """Modes of play (模式)."""

    EXPLORATION = "exploration"  # 探索
    CONFLICT = "conflict"  # 冲突
    REST = "rest"  # 休整


class Rest(StrEnum):
    """Kinds of rest (休息)."""

    NAP = "nap"  # 小憩
    SHORT = "short"  # 短休
    LONG = "long"  # 长休


class Shift(StrEnum):
    """The two kinds of change of a relation."""

    IMPROVE = "improve"  # 关系改善
    WORSEN = "worsen"  # 关系恶化


POSITIVE = (
    "obedience",
    "protection",
    "rivalry",
    "friendliness",
    "trust",
    "pity",
    "expectation",
    "admiration",
    "devotion",
    "love",
)
"""Positive emotions by D10: 顺从 守护 竞争 友善 信赖 怜悯 期待 憧憬 奉献 爱恋 (MIR-REL-2)."""

NEGATIVE = (
    "fanaticism",
    "possessiveness",
    "ravage",
    "fear",
    "aversion",
    "contempt",
    "disappointment",
    "envy",
    "hatred",
    "lust",
)
"""Negative emotions by D10: 狂热 独占 蹂躏 畏惧 忌讳 蔑视 失望 嫉妒 憎恨 欲情 (MIR-REL-2)."""
