"""The words of Mirror (镜) as enums: English in code, the Chinese term beside each; which word a phrase means. No rule lives here."""

from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.packs import read_toml
from ludex.core.say import Say, term

PACKAGE = "ludex.systems.mirror"


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


class Defense(StrEnum):
    """Types of defence check (防御)."""

    FORTITUDE = "fortitude"  # 强韧
    DODGE = "dodge"  # 闪避
    DISCERN = "discern"  # 识破
    WILL = "will"  # 意志


class AttackType(StrEnum):
    """Types of attack (攻击)."""

    MELEE = "melee"  # 近战
    RANGED = "ranged"  # 远程


class AttackMode(StrEnum):
    """What an attack is made with."""

    WEAPON = "weapon"  # 武器
    MAGIC = "magic"  # 魔法


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
    "obedience", "protection", "rivalry", "friendliness", "trust",
    "pity", "expectation", "admiration", "devotion", "love",
)  # fmt: skip
"""Positive emotions by D10: 顺从 守护 竞争 友善 信赖 怜悯 期待 憧憬 奉献 爱恋 (MIR-REL-2)."""

NEGATIVE = (
    "fanaticism", "possessiveness", "ravage", "fear", "aversion",
    "contempt", "disappointment", "envy", "hatred", "lust",
)  # fmt: skip
"""Negative emotions by D10: 狂热 独占 蹂躏 畏惧 忌讳 蔑视 失望 嫉妒 憎恨 欲情 (MIR-REL-2)."""

DAMAGE_TYPES: tuple[str, ...] = (*(t.value for t in Physical), *(t.value for t in Mental))
DOMAINS: tuple[str, ...] = (BASIC, *(d.value for d in Primary), *(d.value for d in Secondary))

CLOSED: dict[type[StrEnum], tuple[str, str]] = {
    Acuity: ("unknown_acuity", "MIR-SNS-1"),
    ActionType: ("unknown_action_type", "MIR-ACT-1"),
    AttackMode: ("unknown_attack_mode", "MIR-ATK-3"),
    AttackType: ("unknown_attack_type", "MIR-ATK-2"),
    Attribute: ("unknown_attribute", "MIR-ATT-1"),
    Defense: ("unknown_defense", "MIR-DFN-2"),
    Grade: ("unknown_tier", "MIR-CHK-7"),
    Injury: ("unknown_injury", "MIR-INJ-0"),
    Kind: ("unknown_modifier_kind", "MIR-MDF-3"),
    Light: ("unknown_light", "MIR-LIT-1"),
    Method: ("unknown_method", "MIR-POT-1"),
    Mode: ("unknown_mode", "MIR-MDE-1"),
    Primary: ("unknown_domain", "MIR-DOM-3"),
    Rest: ("unknown_rest", "MIR-RST-1"),
    Sense: ("unknown_sense", "MIR-SNS-1"),
    Shift: ("unknown_shift", "MIR-REL-7"),
    Skill: ("unknown_skill", "MIR-SKL-1"),
    Unit: ("unknown_unit", "MIR-DUR-2"),
}
"""The closed lists of the rulebook: the code that refuses a word which is not on the list, and the clause that closes it."""


@lru_cache(maxsize=64)
def words_of(terms: type[StrEnum]) -> tuple[str, ...]:
    """The words of a list, in its order."""
    return tuple(term.value for term in terms)


def check_word(terms: type[StrEnum], word: str | None) -> None:
    """Refuse a word that is not on its closed list."""
    code, clause = CLOSED[terms]
    check_known(code, word, words_of(terms), clause=clause)


def check_known(code: str, word: str | None, known: Collection[str], *, clause: str) -> None:
    """Refuse a word that is not among these, naming them."""
    if word not in known:
        raise RuleError(code, clause=clause, given=word, known=[said(w) for w in known])


def check_damage(types: tuple[str, ...], effects: tuple[str, ...], dp: int) -> None:
    """Refuse damage types, injury effects and numbers that do not exist."""
    for damage_type in types or (None,):
        check_known("unknown_damage_type", damage_type, DAMAGE_TYPES, clause="MIR-DTY-1")
    for effect in effects:
        check_word(Injury, effect)
    if dp < 0:
        raise RuleError("bad_dp", clause="MIR-WND-3", dp=dp)


@lru_cache(maxsize=2)
def _phrases(language: str) -> dict[str, str]:
    phrases: dict[str, str] = read_toml(PACKAGE, "words", f"{language}.toml").get("terms", {})
    return phrases


@lru_cache(maxsize=1)
def meanings() -> dict[str, tuple[str, ...]]:
    """Every phrase for a term, in both languages, with the keys that it can mean."""
    found: dict[str, list[str]] = {}
    for key, phrase in (*_phrases("zh").items(), *_phrases("en").items()):
        found.setdefault(phrase.lower(), []).append(key)
    return {phrase: tuple(keys) for phrase, keys in found.items()}


def said(word: str) -> Say | str:
    """A word of the system as a term in the reader's language; a player's own word as it is."""
    return term(word) if word in _phrases("en") else word


def key_of(text: str) -> str:
    """The key that a word means; a table's own word is its own key."""
    typed = str(text).strip()
    return next(iter(meanings().get(typed.lower(), ())), typed)


def pairs_of(texts: Collection[str]) -> dict[str, int]:
    """«力量=3», «运动:2», «lore2» as keys with numbers."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.replace("：", ":").replace(":", "=").partition("=")
        if not number:
            name = text.rstrip("0123456789-+")
            number = text[len(name) :]
        rank = whole(number)
        if not name or rank is None:
            raise RuleError("bad_pair", text=text)
        found[key_of(name)] = rank
    return found
