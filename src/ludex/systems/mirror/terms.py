"""The words of Mirror (镜) as enums that carry both languages, and which word a phrase means. No rule lives here."""

from collections.abc import Collection, Iterator
from functools import lru_cache

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.packs import read_toml
from ludex.core.rule import rule
from ludex.core.say import Say, term
from ludex.core.terms import Term

PACKAGE = "ludex.systems.mirror"


class Attribute(Term):
    """The six attributes (属性)."""

    STR = "str", "力量", "Strength"
    DEX = "dex", "敏捷", "Dexterity"
    CON = "con", "体质", "Constitution"
    WIL = "wil", "魄力", "Willpower"
    INT = "int", "智慧", "Intelligence"
    SEN = "sen", "感悟", "Sensation"


class Tier(Term):
    """Bands of an attribute value (属性阶层)."""

    INFERIOR = "inferior", "劣等", "inferior"
    LESSER = "lesser", "次等", "lesser"
    STANDARD = "standard", "标准", "standard"
    SUPERIOR = "superior", "高等", "superior"


class Method(Term):
    """How attributes are built: attribute points (属性点) or potential (潜能点)."""

    POINTS = "points", "属性点", "attribute points"
    POTENTIAL = "potential", "潜能", "potential"


class Skill(Term):
    """The nine skills (技能), three in each group: physical 体能, mental 心智, social 社交."""

    ATHLETICS = "athletics", "运动", "Athletics"
    AGILITY = "agility", "灵巧", "Agility"
    ENDURANCE = "endurance", "耐力", "Endurance"
    LORE = "lore", "学识", "Lore"
    INSIGHT = "insight", "洞悉", "Insight"
    INTUITION = "intuition", "直觉", "Intuition"
    INTIMIDATION = "intimidation", "示威", "Intimidation"
    RHETORIC = "rhetoric", "话术", "Rhetoric"
    EMPATHY = "empathy", "共情", "Empathy"


class Group(Term):
    """Groups of skills, which an effect may name instead of a skill (MIR-SKL-1, MIR-SKL-2)."""

    PHYSICAL = "physical", "体能", "physical"
    MENTAL = "mental", "心智", "mental"
    SOCIAL = "social", "社交", "social"


class Defense(Term):
    """Types of defence check (防御)."""

    FORTITUDE = "fortitude", "强韧", "Fortitude"
    DODGE = "dodge", "闪避", "Dodge"
    DISCERN = "discern", "识破", "Discern"
    WILL = "will", "意志", "Will"


class AttackType(Term):
    """Types of attack (攻击)."""

    MELEE = "melee", "近战", "melee"
    RANGED = "ranged", "远程", "ranged"


class AttackMode(Term):
    WEAPON = "weapon", "武器", "weapon"
    MAGIC = "magic", "魔法", "magic"


class Primary(Term):
    """Primary domains (主要领域), one for each role (MIR-DOM-3)."""

    WARRIOR = "warrior", "武者", "Warrior"
    OPERATIVE = "operative", "特遣", "Operative"
    CASTER = "caster", "术师", "Caster"
    PRIEST = "priest", "祭司", "Priest"


class Secondary(Term):
    """Secondary domains (次要领域); they have ranks instead of levels (MIR-DOM-6)."""

    ENGINEERING = "engineering", "工程", "Engineering"
    ACADEMIA = "academia", "学术", "Academia"
    MYSTERY = "mystery", "神秘", "Mystery"
    ENTERTAINMENT = "entertainment", "游艺", "Entertainment"


BASIC = "basic"
"""The basic domain (基本领域), open to everyone."""


class PartType(Term):
    """Types of body part (部位)."""

    CORE = "core", "核心", "core"
    UPPER = "upper", "上段", "upper"
    MIDDLE = "middle", "中段", "middle"
    LOWER = "lower", "下段", "lower"


class PartStatus(Term):
    NONE = "none", "无", "none"
    INJURED = "injured", "负伤", "injured"
    DISABLED = "disabled", "残障", "disabled"
    LOST = "lost", "欠损", "lost"


class Cognition(Term):
    """Cognition tiers (认知层阶)."""

    HIGH = "high", "高认知", "high"
    LOW = "low", "低认知", "low"
    NONE = "none", "无", "none"


class Status(Term):
    """Statuses of a character that rules speak of (MIR-STS-1)."""

    TIRED = "tired", "疲惫", "tired"
    EXHAUSTED = "exhausted", "力竭", "exhausted"
    UNCONSCIOUS = "unconscious", "昏迷", "unconscious"
    MAD = "mad", "发狂", "mad"
    DISSOLVED = "dissolved", "解体", "dissolved"
    DEAD = "dead", "死亡", "dead"
    OPENING = "opening", "破绽", "opening"
    STEALTH = "stealth", "潜行", "stealth"
    INVISIBLE = "invisible", "隐形", "invisible"
    IMMOBILE = "immobile", "无法移动", "immobile"


class Kind(Term):
    """Kinds of modifier (修正)."""

    GENERAL = "general", "通用", "general"
    ENVIRONMENT = "environment", "环境", "environment"
    INTRINSIC = "intrinsic", "内在", "intrinsic"
    STATUS = "status", "状态", "status"


class Grade(Term):
    """How a check came out; also the names of the effect tiers a check may have."""

    GREAT_SUCCESS = "great_success", "大成功", "great success"
    SUCCESS = "success", "成功", "success"
    FAILURE = "failure", "失败", "failure"
    GREAT_FAILURE = "great_failure", "大失败", "great failure"
    NONE = "none", "无", "none"


class DamageType(Term):
    """Damage types: physical ones (物理伤害) wound, mental ones (精神伤害) take stamina (MIR-DTY-1, MIR-DTY-2)."""

    IMPACT = "impact", "冲击", "impact"
    SLASH = "slash", "切割", "slash"
    PUNCTURE = "puncture", "穿刺", "puncture"
    POISON = "poison", "毒素", "poison"
    BLEEDING = "bleeding", "失血", "bleeding"
    BURN = "burn", "灼烧", "burn"
    COLD = "cold", "冷冻", "cold"
    CORROSION = "corrosion", "腐蚀", "corrosion"
    WEARINESS = "weariness", "困顿", "weariness"
    PAIN = "pain", "疼痛", "pain"
    EUPHORIA = "euphoria", "欣快", "euphoria"
    SUBMISSION = "submission", "屈服", "submission"


MENTAL = (DamageType.WEARINESS, DamageType.PAIN, DamageType.EUPHORIA, DamageType.SUBMISSION)


class Injury(Term):
    """Injury effects (损伤)."""

    SEVER = "sever", "切断", "sever"
    BURST = "burst", "爆发", "burst"
    EXECUTION = "execution", "处决", "execution"
    PENETRATION = "penetration", "贯通", "penetration"
    MALFUNCTION = "malfunction", "故障", "malfunction"
    EROSION = "erosion", "侵蚀", "erosion"
    STIFFNESS = "stiffness", "僵化", "stiffness"


LASTING = (Injury.EROSION, Injury.MALFUNCTION, Injury.STIFFNESS)
"""Injury effects that stay on the wound."""


class Tag(Term):
    """Tags of actions, effects, organs and abilities that rules look at."""

    ATTACK = "attack", "攻击", "attack"
    MOVE = "move", "移动", "move"
    MANIPULATE = "manipulate", "操作", "manipulate"
    CONCENTRATE = "concentrate", "专注", "concentrate"
    EXPLORE = "explore", "探索动作", "explore"
    REST = "rest", "休整", "rest"
    MIND = "mind", "心灵", "mind"
    AUTO = "auto", "自动习得", "automatic"
    VITAL = "vital", "要害", "vital"


class ActionType(Term):
    """Types of action (动作)."""

    AA = "AA", "自动动作", "automatic action"
    SA = "SA", "主要动作", "standard action"
    MA = "MA", "次要动作", "minor action"
    FA = "FA", "自由动作", "free action"
    RA = "RA", "即时动作", "rapid action"
    TA = "TA", "全力动作", "total action"


class Unit(Term):
    """What a duration counts (时效)."""

    TICK = "tick", "刻", "tick", "ticks"
    TURN_START = "turn_start", "回合开始", "turn start", "turn starts"
    TURN_END = "turn_end", "回合结束", "turn end", "turn ends"
    UNTIL_TURN_END = "until_turn_end", "至回合结束", "until the turn ends"
    TICK_END = "tick_end", "至此刻结束", "until the tick ends"
    ROUND = "round", "轮", "round", "rounds"
    ROUND_END = "round_end", "至轮结束", "until the round ends"
    SEGMENT = "segment", "片段", "segment", "segments"
    UNIT = "unit", "单元", "unit", "units"
    SCENE = "scene", "场景", "scene", "scenes"
    FOCUS = "focus", "焦点", "focus"
    USES = "uses", "次", "use", "uses"
    CONDITION = "condition", "条件", "condition"
    PERMANENT = "permanent", "永久", "permanent"


class Light(Term):
    """Light levels (光照), from dark to bright."""

    DARK = "dark", "黑暗", "dark"
    DIM = "dim", "薄暗", "dim"
    NORMAL = "normal", "常光", "normal light"
    GLARE = "glare", "强光", "glare"


class Acuity(Term):
    """How keen a sense is (敏锐度), from nothing to precise."""

    NONE = "none", "无", "none"
    VAGUE = "vague", "朦胧", "vague"
    IMPRECISE = "imprecise", "模糊", "imprecise"
    PRECISE = "precise", "精确", "precise"


class Sense(Term):
    """Senses, in the order in which equals are named."""

    SIGHT = "sight", "视觉", "sight"
    HEARING = "hearing", "听觉", "hearing"
    TREMOR = "tremor", "振动视域", "tremor sense"
    SMELL = "smell", "嗅觉", "smell"
    HEAT = "heat", "热源视域", "heat sense"


class Mode(Term):
    """Modes of play (模式)."""

    EXPLORATION = "exploration", "探索", "exploration"
    CONFLICT = "conflict", "冲突", "conflict"
    REST = "rest", "休整", "rest"


class Rest(Term):
    """Kinds of rest (休息)."""

    NAP = "nap", "小憩", "nap"
    SHORT = "short", "短休", "short rest"
    LONG = "long", "长休", "long rest"


class Shift(Term):
    IMPROVE = "improve", "关系改善", "improve"
    WORSEN = "worsen", "关系恶化", "worsen"


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

DOMAINS: tuple[str, ...] = (BASIC, *(d.value for d in Primary), *(d.value for d in Secondary))

CLOSED: dict[type[Term], tuple[str, str]] = {
    Acuity: ("unknown_acuity", "MIR-SNS-1"),
    ActionType: ("unknown_action_type", "MIR-ACT-1"),
    AttackMode: ("unknown_attack_mode", "MIR-ATK-3"),
    AttackType: ("unknown_attack_type", "MIR-ATK-2"),
    Attribute: ("unknown_attribute", "MIR-ATT-1"),
    DamageType: ("unknown_damage_type", "MIR-DTY-1"),
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
def words_of(terms: type[Term]) -> tuple[str, ...]:
    return tuple(term.value for term in terms)


def check_word(terms: type[Term], word: str | None) -> None:
    code, clause = CLOSED[terms]
    check_known(code, word, words_of(terms), clause=clause)


def check_known(code: str, word: str | None, known: Collection[str], *, clause: str) -> None:
    if word not in known:
        raise RuleError(code, clause=clause, value=said(word) if word else word, among=[said(one) for one in known])


def check_domain(domain: str) -> None:
    check_known("unknown_domain", domain, DOMAINS, clause="MIR-DOM-1")


def _spellings() -> Iterator[tuple[str, str]]:
    """Every way to say a word of the system, with its key."""
    yield from (
        (said, one.value)
        for terms in Term.__subclasses__()
        if terms.__module__ == __name__
        for one in terms
        for said in one.spellings
    )
    for language in ("zh", "en"):
        words = read_toml(PACKAGE, "words", f"{language}.toml").get("terms", {})
        yield from ((said, key) for key, phrase in words.items() for said in (key, phrase))


@lru_cache(maxsize=1)
def meanings() -> dict[str, tuple[str, ...]]:
    """Every phrase for a word of the system, in both languages, with the keys that it can mean."""
    found: dict[str, dict[str, None]] = {}
    for said, key in _spellings():
        found.setdefault(folded(said), {})[key] = None
    return {phrase: tuple(keys) for phrase, keys in found.items()}


@lru_cache(maxsize=1)
def _keys() -> frozenset[str]:
    return frozenset(key for _, key in _spellings())


@rule("MIR-LIV-58")
def said(word: str) -> Say | str:
    """A word of the system as a term in the reader's language; a player's own word as it is."""
    return term(word) if word in _keys() else word


def key_of(text: str) -> str:
    """The key that a word means; a table's own word is its own key."""
    return next(iter(meanings().get(folded(text), ())), text.strip())
